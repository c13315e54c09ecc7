//! The state that forbids or defers the end of the running transaction: atomic regions, and things
//! of the host's that the thread holds and that others may want (a lock, say).

use std::cell::Cell;

/// The sections that the thread is in, now and when the transaction began.
#[derive(Default)]
pub(crate) struct Deferral {
    /// How many atomic regions are open: none may be when the transaction ends.
    atomic_depth: Cell<u32>,
    atomic_depth_at_begin: Cell<u32>,
    /// How many things the thread holds that others may want.
    held: Cell<u32>,
    held_at_begin: Cell<u32>,
    /// Whether the end of the transaction was deferred, or asked for at the end of the section.
    pub(crate) is_deferred: Cell<bool>,
    /// Whether the end was due below native code, and comes when the thread has left that.
    pub(crate) is_owed: Cell<bool>,
    /// What the heap had filled, in bytes, when finalizers were put off first, since the thread
    /// holds something; `None`: none are put off.
    pub(crate) finalizers_put_off_at_bytes: Cell<Option<u64>>,
}

impl Deferral {
    /// Saves the state at the begin of a transaction.
    pub(crate) fn checkpoint(&self) {
        self.atomic_depth_at_begin.set(self.atomic_depth.get());
        self.held_at_begin.set(self.held.get());
    }

    /// Restores the state of the begin, after an abort.
    pub(crate) fn restore(&self) {
        self.atomic_depth.set(self.atomic_depth_at_begin.get());
        self.held.set(self.held_at_begin.get());
    }

    #[inline]
    pub(crate) fn enter_atomic(&self) {
        self.atomic_depth.set(self.atomic_depth.get() + 1);
    }

    /// Whether the outermost region was left.
    #[inline]
    pub(crate) fn leave_atomic(&self) -> bool {
        let depth = self.atomic_depth.get().checked_sub(1);
        let depth = depth.expect("an atomic region is open");
        self.atomic_depth.set(depth);
        depth == 0
    }

    #[inline]
    pub(crate) fn is_atomic(&self) -> bool {
        self.atomic_depth.get() != 0
    }

    #[inline]
    pub(crate) fn hold(&self) {
        self.held.set(self.held.get() + 1);
    }

    /// Whether nothing is held any more.
    #[inline]
    pub(crate) fn let_go(&self) -> bool {
        let held = self.held.get().saturating_sub(1);
        self.held.set(held);
        held == 0
    }

    pub(crate) fn holds_anything(&self) -> bool {
        self.held.get() > 0
    }
}
