//! Waiting outside of transactions, waking others, and stopping them.

use crate::observe::WaitFor;
use crate::runtime::mutator::Mutator;

impl Mutator {
    /// Waits, outside of a transaction, until `condition` holds.
    pub fn wait_until(&mut self, condition: impl FnMut() -> bool) {
        assert!(
            !self.is_open(),
            "waiting inside a transaction would hold others up"
        );
        let since_ns = self.recorder.clock();
        self.runtime.scheduler().wait_until(self.thread, condition);
        self.record_wait(WaitFor::Host, since_ns, 0);
    }

    /// When this transaction commits, threads that wait for a change look again: see
    /// [`crate::Runtime::change_count`].
    pub fn wake_waiters_at_commit(&self) {
        self.heap.transaction.borrow_mut().wakes_waiters = true;
        self.commit_soon();
    }

    /// Whether this transaction and those that follow change nothing that a thread waits for that
    /// watches for changes ([`crate::Runtime::watch_changes`]), until an abort or until this is
    /// called again. (For the lock, under which the runtime does not know it.)
    pub fn set_changes_nothing(&self, is_so: bool) {
        self.heap.transaction.borrow_mut().is_no_change = is_so;
    }

    /// When this transaction commits, all other running ones start again: for changes to data that
    /// the language reads without barriers (inline caches).
    pub fn doom_all_at_commit(&self) {
        self.heap.transaction.borrow_mut().dooms_all = true;
        self.commit_soon();
    }

    /// Runs `task` while all other threads are stopped at safepoints or run outside of
    /// transactions: for data that they read without barriers. Threads that wait in the middle of
    /// an operation may go on with it afterwards. The transaction may be doomed by one that commits
    /// while this thread waits until it may stop the others.
    pub fn while_others_are_stopped<T>(&mut self, task: impl FnOnce(&Mutator) -> T) -> T {
        assert!(
            self.is_open(),
            "a thread that stops others has the right to run"
        );
        let runtime = self.runtime.clone();
        self.park_inside();
        runtime.engine().stop_others(self);
        self.unpark();
        let result = task(self);
        runtime.engine().resume_others(self);
        result
    }
}
