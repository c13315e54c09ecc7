//! Blocks that are begun again when something has changed: `motet.retry`.
//!
//! A thread in an atomic block asks for it (`Thread::retry` in `waits.rs`): the transaction is
//! rolled back, and its thread waits until another thread commits a change. That is sound without
//! knowledge of what the block has read: a block that is run again for nothing asks again.
//!
//! Where nothing can be rolled back (under the lock, in hardware, in an inevitable transaction) the
//! language leaves the block by an exception and calls the function again
//! (`Thread::wait_for_change`).
//!
//! # No change is missed
//!
//! The first time, the thread signs in as a watcher and runs the block again at once, from a new
//! snapshot; only if it asks again, it sleeps until the count of changes differs from that at the
//! snapshot's begin ([`motet_tm::Runtime::watch_changes`]). It signs out when it leaves a block.
//!
//! # The part of the transaction before the block
//!
//! A transaction may have begun long before the block, and another thread may wait for a change of
//! that part. Rolled back with the block it would never be seen, and both threads would wait for
//! ever. So when the transaction runs again, it ends before each block that it enters,
//! up to the one that has asked.

use std::cell::Cell;

/// The part of a thread that is about blocks that are begun again.
#[derive(Default)]
pub(crate) struct Retries {
    /// Whether the thread has signed in as one that watches for changes.
    pub(crate) is_watching: Cell<bool>,
    /// How many outermost blocks the thread has entered since its transaction began.
    pub(crate) blocks_entered: Cell<u32>,
    /// Before how many blocks the transaction is still to end.
    pub(crate) blocks_to_part: Cell<u32>,
    /// Whether the transaction has just ended before a block, which is entered next.
    pub(crate) has_parted: Cell<bool>,
    /// Whether the thread waits in `Thread::wait_for_change`.
    pub(crate) waits: Cell<bool>,
    /// How many loops of the program watch for changes in this thread.
    pub(crate) program_watches: Cell<u32>,
}

impl Retries {
    /// A transaction begins.
    pub(crate) fn begin(&self) {
        self.blocks_entered.set(0);
    }

    /// A transaction is undone, and begins again: it may have done more than to wait.
    pub(crate) fn begin_again(&self) {
        self.waits.set(false);
        self.begin();
    }
}
