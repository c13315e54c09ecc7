//! Holding: the end of a transaction is put off while its thread holds something of the host's
//! that others may want, a lock say.
//!
//! A lock that is taken and let go within one transaction is never seen held. One that is held over
//! the end of a transaction makes others wait in earnest: they sleep and must be woken, which costs
//! as much as thousands of operations. So whoever is asked to end its transaction while it holds
//! something goes on until it lets go; once in each transaction, and not for long.

use crate::mutator::Mutator;
use crate::segment::lane;

/// For how many yield points the end is put off at most.
const PUT_OFF_YIELD_POINTS: i32 = 2_048;

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
            self.fuel.set(PUT_OFF_YIELD_POINTS);
            self.poll_word()
                .fetch_and(!lane::COMMIT_SOON, std::sync::atomic::Ordering::Relaxed);
        }
        may_be
    }
}
