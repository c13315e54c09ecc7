//! The control of a simulated machine with hardware transactions (only with `cfg(simulated)`).
//!
//! Each simulated hardware transaction is a software transaction of one stretch: that can be rolled
//! back, and no other sees its writes before its end. The simulator decides, by cache lines, which
//! ones abort. As it is told at least the accesses by which the software finds conflicts (to the
//! header of each object read or written, to the beginning of each card), all transactions that
//! conflict in software have conflicted there before, and the commit succeeds.
//!
//! The thread that holds the global lock runs an inevitable software transaction: all others were
//! aborted by the taking of the lock, so that it runs alone.

use crate::engine::publication::Publication;
use crate::engine::segments::check_doomed;
use crate::engine::stm::Stm;
use crate::object::value::Offset;
use crate::observe::statistics::AbortCause;
use crate::runtime::engine::Engine;
use crate::runtime::mutator::Mutator;
use crate::simulation::{Processor, Simulator, heap_written, simulator};
use crate::support::unwind::Unwind;
use crate::threads::segment::lane;

/// A simulated machine's transactions, upon software transactions.
pub(crate) struct Simulated<P>(pub(crate) Stm<P>);

fn machine() -> &'static dyn Simulator {
    simulator().expect("this thread of the system simulates")
}

/// The running transaction aborts if the machine says so.
fn check_machine(mutator: &Mutator) -> Result<(), Unwind> {
    if mutator.eliding.borrow().is_speculating() && machine().is_doomed() {
        return Err(doomed(mutator));
    }
    Ok(())
}

fn doomed(mutator: &Mutator) -> Unwind {
    mutator.doom_self(AbortCause::ReadWrite);
    Unwind::Abort
}

impl<P: Publication> Engine for Simulated<P> {
    /// All waiting for the lock is here, while the thread has nothing that others wait for.
    fn enter(&self, mutator: &mut Mutator) {
        {
            let mut eliding = mutator.eliding.borrow_mut();
            // Another attempt belongs to the yield point of the first, wherever that was undone.
            let site = match eliding.will_retry() {
                true => 0,
                false => machine().site(mutator.position()),
            };
            eliding.begin(&mut Processor(machine()), machine().elision(), site);
        }
        self.0.enter(mutator);
    }

    fn leave(&self, mutator: &mut Mutator) {
        self.0.leave(mutator);
    }

    fn open(&self, mutator: &mut Mutator) {
        self.0.open(mutator);
        machine().set_open(true);
    }

    /// Between two transactions the thread may have to wait for the lock.
    fn must_let_go(&self, _: &Mutator) -> bool {
        true
    }

    fn write_slow(
        &self,
        mutator: &Mutator,
        object: Offset,
        start: Offset,
        bytes: u64,
    ) -> Result<(), Unwind> {
        heap_written(start.0, 0, 8);
        check_machine(mutator)?;
        machine().settle();
        check_machine(mutator)?;
        self.0.write_slow(mutator, object, start, bytes)
    }

    fn safepoint(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        self.0.safepoint(mutator)?;
        check_machine(mutator)?;
        if machine().must_hand_over() {
            let segment = mutator.segment();
            segment.request(lane::COMMIT_SOON);
        }
        Ok(())
    }

    fn become_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        if mutator.eliding.borrow().is_speculating() {
            machine().need_lock();
            return Err(doomed(mutator));
        }
        self.0.become_inevitable(mutator)
    }

    fn commit(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        check_machine(mutator)?;
        check_doomed(mutator)?;
        let dooms_all = mutator.heap.transaction.borrow().dooms_all;
        self.0.commit(mutator)?;
        machine().set_open(false);
        if dooms_all {
            machine().doom_others();
        }
        mutator.eliding.borrow_mut().end(&mut Processor(machine()));
        Ok(())
    }

    fn abort(&self, mutator: &mut Mutator) {
        self.0.abort(mutator);
        machine().set_open(false);
        if !mutator.eliding.borrow().is_speculating() {
            return;
        }
        machine().abort(None);
        let status = machine().status();
        mutator.eliding.borrow_mut().aborted(status);
    }

    /// Blocking calls let the lock go.
    fn enter_safe(&self, mutator: &mut Mutator) {
        self.0.enter_safe(mutator);
        if mutator.eliding.borrow().is_holding() {
            machine().set_blocked(true);
        }
    }

    fn stop_others(&self, mutator: &Mutator) {
        self.0.stop_others(mutator);
    }

    fn resume_others(&self, mutator: &Mutator) {
        self.0.resume_others(mutator);
    }

    fn leave_safe(&self, mutator: &mut Mutator) {
        if mutator.eliding.borrow().is_holding() {
            machine().set_blocked(false);
        }
        self.0.leave_safe(mutator);
    }
}
