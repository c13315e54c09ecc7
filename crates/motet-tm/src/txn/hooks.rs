//! Hooks: the host's calls when a transaction has ended, some if it has committed, others if it was
//! aborted. For effects outside of the heap: to publish them or to take them back.
//!
//! A hook runs on the transaction's thread, between two transactions, without a segment (or the
//! GIL), so it may block. It is not given the mutator: its data was moved into it.

use std::cell::{Cell, RefCell};

type Hook = Box<dyn FnOnce() + Send>;

/// The hooks of the running transaction.
#[derive(Default)]
pub(crate) struct Hooks {
    /// Whether there is any: the only thing that is looked at if there is none.
    any: Cell<bool>,
    on_commit: RefCell<Vec<Hook>>,
    on_abort: RefCell<Vec<Hook>>,
}

impl Hooks {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        !self.any.get()
    }

    pub(crate) fn add_on_commit(&self, hook: Hook) {
        self.on_commit.borrow_mut().push(hook);
        self.any.set(true);
    }

    pub(crate) fn add_on_abort(&self, hook: Hook) {
        self.on_abort.borrow_mut().push(hook);
        self.any.set(true);
    }

    /// Takes both lists, which are empty before the first hook runs, so that a panic in one leaves
    /// none behind.
    fn take(&self) -> (Vec<Hook>, Vec<Hook>) {
        self.any.set(false);
        (self.on_commit.take(), self.on_abort.take())
    }

    #[cold]
    pub(crate) fn run_committed(&self) {
        let (on_commit, on_abort) = self.take();
        drop(on_abort);
        on_commit.into_iter().for_each(|hook| hook());
    }

    #[cold]
    pub(crate) fn run_aborted(&self) {
        let (on_commit, on_abort) = self.take();
        drop(on_commit);
        on_abort.into_iter().rev().for_each(|hook| hook());
    }
}
