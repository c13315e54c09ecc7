//! Holding: the end of a transaction is put off while its thread holds something of the host's
//! that others may want, a lock say.
//!
//! A lock that is taken and let go within one transaction is never seen held. One that is held over
//! the end of a transaction makes others wait in earnest: they sleep and must be woken, which costs
//! as much as thousands of operations. So whoever is asked to end its transaction while it holds
//! something goes on until it lets go; once in each transaction, and not for long.

use crate::runtime::mutator::Mutator;
use crate::threads::segment::lane;

/// For how many yield points the end is put off at most.
const PUT_OFF_YIELD_POINTS: i32 = 2_048;
/// After how many yield points it is looked again whether a transaction may end.
const LOOK_AGAIN_YIELD_POINTS: i32 = 1_024;

impl Mutator {
    /// The thread holds one thing more that others may want. An abort undoes it.
    #[inline]
    pub fn enter_hold(&self) {
        self.holds.set(self.holds.get() + 1);
    }

    /// The thread holds one thing less. (What another thread has let go of for it is not counted.)
    #[inline]
    pub fn leave_hold(&self) {
        let holds = self.holds.get().saturating_sub(1);
        self.holds.set(holds);
        if holds == 0 {
            self.end_of_section();
        }
    }

    /// A critical section ends here: who collides often, or was asked for its end in the middle of
    /// the section, does well to end its transaction at the next yield point.
    #[inline]
    pub(crate) fn end_of_section(&self) {
        if self.transactional && (self.is_end_put_off.get() || self.ends_after_sections()) {
            self.commit_soon();
        }
    }

    /// The transaction's end is due. Whether it is put off.
    pub(crate) fn put_off_end(&self) -> bool {
        let may_be = self.transactional && self.holds.get() > 0 && !self.is_end_put_off.get();
        if may_be {
            self.is_end_put_off.set(true);
            self.set_fuel(PUT_OFF_YIELD_POINTS);
            self.poll_word()
                .fetch_and(!lane::COMMIT_SOON, std::sync::atomic::Ordering::Relaxed);
        }
        may_be
    }

    /// The transaction's length is used up, but it may not end here: in an atomic region, or in
    /// native code that has called back. It should be asked neither at each yield point from here
    /// on, nor long after the region.
    #[cold]
    pub fn go_on_for_a_while(&self) {
        if !self.transactional || self.fuel.get() >= 0 {
            return;
        }
        if !self.is_cut_short.get() {
            self.transaction.borrow_mut().used_up = true;
        }
        if self.is_atomic() {
            self.is_end_put_off.set(true);
        }
        self.set_fuel(LOOK_AGAIN_YIELD_POINTS);
    }

    /// The transaction may pass so many yield points from here on. What it has passed stays what it
    /// is.
    pub(crate) fn set_fuel(&self, yield_points: i32) {
        let more = yield_points.saturating_sub(self.fuel.replace(yield_points));
        let at_begin = self.fuel_at_begin.get().saturating_add(more);
        self.fuel_at_begin.set(at_begin);
    }
}
