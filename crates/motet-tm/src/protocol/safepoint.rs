//! Safepoint: a thread answers the requests of its poll word, at a border between operations.

use crate::config::Control;
use crate::runtime::mutator::Mutator;
use crate::simulation;
use crate::support::unwind::Unwind;
use crate::threads::segment::lane;

/// The request of a safepoint to the language's loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// Go on.
    Nothing,
    /// End the transaction here if this is a yield point. Never inside of an atomic region.
    Commit,
}

impl Mutator {
    /// Answers the requests of the poll word. To be called at operation borders.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed; call [`Mutator::roll_back`].
    pub fn safepoint(&mut self) -> Result<Due, Unwind> {
        assert!(self.is_open(), "a safepoint is inside a transaction");
        self.collect_if_due();
        self.inject_major();
        self.step();
        self.runtime.clone().engine().safepoint(self)?;
        self.inject_abort()?;
        self.count_missed_yield_point();
        Ok(self.decide_end())
    }

    /// Brings the snapshot up to date: all that the transaction has read until now still holds. A
    /// [`Mutator::safepoint`] does this too.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed; call [`Mutator::roll_back`].
    pub fn validate(&mut self) -> Result<(), Unwind> {
        assert!(self.is_open(), "a transaction is validated");
        self.runtime.clone().engine().safepoint(self)
    }

    fn inject_major(&mut self) {
        let every = self.runtime.config().injection.major_safepoints;
        if self.gc.injects_major(every) {
            self.collect_major();
        }
    }

    /// Lets another thread run, if a seed says so. Under the elided lock no other thread gets on
    /// before this stretch ends; there the engine steps where a stretch begins.
    fn step(&self) {
        let runtime = &self.runtime;
        if runtime.is_stepped() && self.control() != Control::Htm {
            runtime.scheduler().yield_point(self.thread);
        }
    }

    /// Counts a yield point that the fast path has not counted: while a request stays, so that all
    /// of them come here, it has only seen the poll word.
    fn count_missed_yield_point(&self) {
        if self.segment().is_requested(lane::ALWAYS | lane::HOST) {
            self.budget.use_one();
        }
    }

    /// Whether the transaction is to end here.
    fn decide_end(&self) -> Due {
        let is_asked = self.is_asked_for_end();
        let is_used_up = self.is_length_used_up();
        if self.is_atomic() {
            self.defer_to_end_of_region(is_asked, is_used_up);
            return Due::Nothing;
        }
        let is_due = is_asked || is_used_up;
        if is_due && (self.ends_at_once() || !self.defer_end()) {
            Due::Commit
        } else {
            Due::Nothing
        }
    }

    fn is_asked_for_end(&self) -> bool {
        let lanes = lane::COMMIT_SOON | lane::DROP_GIL;
        self.segment().is_requested(lanes)
    }

    /// Whether the length is used up, by the budget or by injection. The length control
    /// learns of the former when the transaction ends.
    fn is_length_used_up(&self) -> bool {
        let is_by_budget = self.budget.is_used_up();
        let is_stepped_gil = self.control() == Control::Gil && self.runtime.is_stepped();
        let is_used_up = is_by_budget || self.runtime.config().injection.commit || is_stepped_gil;
        if is_used_up {
            let is_by_length = is_by_budget && !self.budget.is_cut_short();
            self.heap.transaction.borrow_mut().used_up = is_by_length;
        }
        is_used_up
    }

    /// Whether an end that is due is never deferred.
    fn ends_at_once(&self) -> bool {
        self.runtime.config().injection.commit || simulation::is_simulated()
    }
}
