//! Inevitability: a transaction that cannot abort any more, and the acts that only such a one may
//! do.

use std::sync::atomic::Ordering;

use crate::config::Control;
use crate::observe::WaitFor;
use crate::runtime::mutator::Mutator;
use crate::simulation;
use crate::support::unwind::Unwind;
use crate::threads::segment::lane;

impl Mutator {
    /// Makes the transaction unable to abort (paper §2.2), before an act that cannot be undone, and
    /// asks for its end at the next yield point after the act if other threads run: they can
    /// neither become inevitable meanwhile nor commit a change of what it has read.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed already.
    pub fn become_inevitable(&mut self) -> Result<(), Unwind> {
        let could_abort = self.can_abort();
        self.give_up_aborts()?;
        if could_abort && !self.can_abort() {
            self.end_behind_act();
        }
        Ok(())
    }

    /// Makes the transaction inevitable for good: no single act is the reason.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed already.
    pub(super) fn give_up_aborts(&mut self) -> Result<(), Unwind> {
        if !self.can_abort() && self.control() != Control::Htm {
            return Ok(());
        }
        self.runtime.clone().engine().become_inevitable(self)?;
        if !self.can_abort() {
            return Ok(());
        }
        // ---- point of no return: nothing is restored any more.
        self.heap.transaction.borrow_mut().is_inevitable = true;
        self.forget_checkpoint();
        self.recorder.count(|counters| &counters.inevitable, 1);
        Ok(())
    }

    /// Asks for the end of the inevitable transaction at its next yield point, or when it holds
    /// nothing any more that others may want. A thread that runs alone disturbs nobody.
    fn end_behind_act(&self) {
        if self.has_company() {
            self.poll_word()
                .fetch_or(lane::COMMIT_SOON, Ordering::Relaxed);
        }
    }

    /// Whether other threads may have to wait for the end of an inevitable transaction of this one.
    pub fn has_company(&self) -> bool {
        let has_company = self.runtime.engine().has_company(self);
        has_company && self.heap.is_transactional() && !simulation::is_simulated()
    }

    /// Runs a blocking call inside an inevitable transaction: others may commit meanwhile.
    /// `call` must not touch the heap (it does not get the mutator).
    pub fn while_safe<T>(&mut self, call: impl FnOnce() -> T) -> T {
        assert!(!self.can_abort(), "only an inevitable transaction blocks");
        let runtime = self.runtime.clone();
        self.return_serial_right();
        runtime.engine().enter_safe(self);
        let since_ns = self.recorder.clock();
        let result = call();
        self.record_wait(WaitFor::Host, since_ns, 0);
        runtime.engine().leave_safe(self);
        result
    }

    /// Waits inside of an inevitable transaction until `condition` holds: as
    /// [`Mutator::while_safe`], where nothing but time or another thread ends the wait.
    pub fn wait_safe(&mut self, condition: impl FnMut() -> bool) {
        let (runtime, thread) = (self.runtime.clone(), self.thread);
        self.while_safe(|| runtime.scheduler().wait_until(thread, condition));
    }
}
