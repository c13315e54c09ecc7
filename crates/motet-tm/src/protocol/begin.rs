//! Begin: a thread gets the right to run, and fixes the state that an abort restores.

use crate::config::Control;
use crate::engine::htm;
use crate::runtime::mutator::Mutator;

/// After so many aborted attempts a transaction runs inevitably: it gets through in the end.
const ATTEMPTS_MAX: u32 = 24;

impl Mutator {
    /// Begins a transaction: takes a segment, fixes the snapshot, saves the current frame.
    /// Waits while there is no segment (or while others hold the GIL).
    pub fn begin(&mut self) {
        assert!(!self.is_open(), "no transaction in a transaction");
        self.take_serial_right();
        self.runtime.clone().engine().enter(self);
        self.open(None);
        if self.has_failed_too_often() && self.give_up_aborts().is_err() {
            self.roll_back();
        }
    }

    /// As [`Mutator::begin`]; the transaction is inevitable from its first operation on. For hosts
    /// that go on in the middle of code that cannot be begun again.
    pub fn begin_inevitable(&mut self) {
        self.begin();
        while self.give_up_aborts().is_err() {
            self.roll_back();
        }
    }

    /// Opens the transaction: the thread has the right to run. `now_ns`: the time, if the caller
    /// has just looked it up.
    pub(super) fn open(&mut self, now_ns: Option<u64>) {
        self.runtime.clone().engine().open(self);
        debug_assert!(self.is_open(), "the engine has opened it");
        self.grant_budget();
        self.save_checkpoint();
        let began_ns = now_ns.unwrap_or_else(|| self.runtime.clock_ns());
        self.budget.began_ns.set(began_ns);
        self.record_begin(began_ns);
        self.settle_lock_holder();
    }

    /// Decides how long the transaction may be.
    fn grant_budget(&mut self) {
        // Under an elided lock the length belongs to the yield point.
        let is_eliding = self.eliding.borrow().running().is_some();
        let length = if is_eliding {
            htm::fuel(&self.eliding.borrow())
        } else {
            self.contention.length().length()
        };
        self.budget.begin(length);
        self.deferral.is_deferred.set(false);
        self.deferral.is_owed.set(false);
    }

    /// Saves the state that [`Mutator::restore_checkpoint`] restores.
    fn save_checkpoint(&mut self) {
        self.stack.checkpoint(self.heap.is_transactional());
        self.heap.roots.checkpoint();
        self.deferral.checkpoint();
    }

    /// Makes the software transaction of a thread that holds the lock inevitable, on a simulated
    /// machine.
    fn settle_lock_holder(&mut self) {
        let holds_lock = self.control() == Control::Stm && self.eliding.borrow().is_holding();
        if holds_lock {
            let settled = self.give_up_aborts();
            assert!(settled.is_ok(), "nobody dooms the holder of the lock");
        }
    }

    fn has_failed_too_often(&self) -> bool {
        self.heap.transaction.borrow().attempts >= ATTEMPTS_MAX
    }
}
