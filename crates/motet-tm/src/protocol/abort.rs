//! Abort: a transaction is undone, in the heap and in the thread, and begins again.

use std::sync::atomic::Ordering;

use crate::contention::arbitration::{PATIENCE, PATIENCE_STEPPED};
use crate::observe::WaitFor;
use crate::observe::statistics::AbortCause;
use crate::runtime::mutator::Mutator;

impl Mutator {
    /// Undoes the transaction and begins it again: the stack, the thread roots and the root stack
    /// are as they were at its begin. The language's loop restores its own state after this.
    pub fn roll_back(&mut self) {
        assert!(self.is_open(), "what is rolled back is open");
        self.account_abort(self.is_doomed_by_collision());
        self.undo();
        self.wait_for_winner();
        if self.contention.has_serial_right.get()
            && self.must_change_serial_right(self.runtime.clock_ns())
        {
            self.return_serial_right();
        }
        self.begin();
    }

    /// As [`Mutator::roll_back`], but does not begin: for a thread that must wait first.
    pub fn roll_back_and_end(&mut self) {
        assert!(self.is_open(), "what is rolled back is open");
        self.doom_self(AbortCause::Wait);
        let attempts = self.heap.transaction.borrow().attempts;
        self.undo();
        // This does not count as a failed attempt: a transaction that becomes inevitable after too
        // many of them would keep out the thread that it waits for.
        self.heap.transaction.borrow_mut().attempts = attempts;
        self.return_serial_right();
        self.eliding.borrow_mut().forget_abort();
    }

    /// Undoes the transaction, and gives its segment back. The order matters: the engine restores
    /// the heap while no other thread changes what it copies, the thread's own state follows, and
    /// hooks run last, without any right.
    fn undo(&mut self) {
        assert!(self.heap.is_transactional(), "nothing aborts under the GIL");
        let runtime = self.runtime.clone();
        let mut transaction = self.heap.transaction.borrow_mut();
        let finalizers = runtime.heap().finalizers();
        finalizers.abort(&mut transaction.finalizers);
        drop(transaction);
        runtime.engine().abort(self);
        self.assert_settled();
        let mut promoter = self.heap.promoter.borrow_mut();
        promoter.release_filled(runtime.space());
        drop(promoter);
        self.restore_checkpoint();
        runtime.engine().leave(self);
        if !self.hooks.is_empty() {
            self.return_serial_right();
            self.hooks.run_aborted();
        }
    }

    fn restore_checkpoint(&mut self) {
        self.stack.restore();
        self.heap.roots.restore();
        self.deferral.restore();
    }

    /// Lets the transaction finish first that this one gave way to (for a while): another attempt
    /// at once would only conflict again.
    fn wait_for_winner(&mut self) {
        let Some(winner) = self.heap.transaction.borrow_mut().gave_way_to.take() else {
            return;
        };
        let runtime = self.runtime.clone();
        let segment = runtime.pool().get(winner.segment);
        let mut patience = if runtime.is_stepped() {
            PATIENCE_STEPPED
        } else {
            PATIENCE
        };
        let (waits_since_ns, since_ns) = (self.runtime.clock_ns(), self.recorder.clock());
        runtime.scheduler().wait_until(self.thread, || {
            patience -= 1;
            patience == 0 || !winner.runs_in(segment)
        });
        let waited_ns = self.runtime.clock_ns().saturating_sub(waits_since_ns);
        self.contention.throttle.lost(waited_ns, false);
        self.record_wait(WaitFor::Winner, since_ns, winner.segment);
    }

    /// Whether another transaction was in the way of this one, which is doomed.
    fn is_doomed_by_collision(&self) -> bool {
        let cause = self.segment().doom_cause.load(Ordering::Relaxed);
        let cause = AbortCause::from_number(cause);
        !matches!(cause, AbortCause::Injected | AbortCause::Wait)
    }
}
