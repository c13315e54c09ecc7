//! Commit deferral: the end of a transaction is put off while its thread is in an atomic region,
//! below native code, or holds something of the host's that others may want, a lock say.
//!
//! A lock that is taken and let go within one transaction is never seen held. A lock that is held
//! over the end of a transaction makes others wait: they sleep and must be woken, which costs as
//! much as thousands of operations. So a thread that is asked for the end of its transaction while
//! it holds something goes on until it lets go: once in each transaction, and not for long.
//!
//! Finalizers run at yield points, as calls of the thread that has reached one. One that wants a
//! lock which this thread holds would wait for ever, or, if the lock is reentrant, see what the
//! section has half done. So finalizers are put off too until the thread lets go, unless memory
//! grows by that ([`Mutator::puts_finalizers_off`], decision 71).
//!
//! Below native code a transaction that could abort does not end: an abort of the next one could
//! not go back there. An end that comes due there is *owed*: the request is taken back, and made
//! again when the thread has left the native code (decision 22). (The host may end the transaction
//! there all the same, if it cannot abort or becomes inevitable: decision 76.)

use std::sync::atomic::Ordering;

use crate::config::Control;
use crate::runtime::mutator::Mutator;
use crate::simulation;
use crate::threads::segment::lane;

/// How many yield points an end is deferred at most.
const DEFERRED_YIELD_POINTS: i32 = 2_048;
/// How many yield points later it is looked again whether a transaction may end.
const LOOK_AGAIN_YIELD_POINTS: i32 = 1_024;
/// How much the heap may grow while finalizers are put off. Objects that wait for theirs are kept
/// with all that they refer to, so a program that does all its work inside of one section must
/// not wait for its end.
const PUT_OFF_BYTES_MAX: u64 = 256 << 20;

impl Mutator {
    // ---- things held

    /// The thread holds one thing more that others may want. An abort undoes it.
    #[inline]
    pub fn enter_hold(&self) {
        self.deferral.hold();
    }

    /// Notes that the thread holds one thing less. (A thing that another thread has let go of for
    /// it is not counted.)
    #[inline]
    pub fn leave_hold(&self) {
        if self.deferral.let_go() {
            if self.deferral.finalizers_put_off_at_bytes.take().is_some() {
                self.request_finalizers();
            }
            self.end_of_section();
        }
    }

    /// Whether finalizers are to wait, as the thread holds something that they may want. They are
    /// asked for again when the thread has let go of it.
    pub fn puts_finalizers_off(&self) -> bool {
        let deferral = &self.deferral;
        if !deferral.holds_anything() || !self.has_to_finalize() {
            return false;
        }
        let filled_bytes = self.runtime.space().filled_bytes();
        let put_off_at = &deferral.finalizers_put_off_at_bytes;
        let since_bytes = put_off_at.get().unwrap_or(filled_bytes);
        if filled_bytes.saturating_sub(since_bytes) >= PUT_OFF_BYTES_MAX {
            put_off_at.set(None);
            return false;
        }
        put_off_at.set(Some(since_bytes));
        true
    }

    // ---- atomic regions

    /// Opens an atomic region: until it is left, nothing ends the transaction, and the GIL is not
    /// handed over: [`Mutator::safepoint`] does not ask for it, and a call that ends it all the
    /// same panics. (A blocking call, [`Mutator::while_safe`], still hands the GIL over.) Regions
    /// nest. An abort leaves those that were opened since the transaction began.
    #[inline]
    pub fn enter_atomic(&self) {
        self.deferral.enter_atomic();
    }

    /// Leaves an atomic region.
    ///
    /// # Panics
    /// When none is open.
    #[inline]
    pub fn leave_atomic(&self) {
        if self.deferral.leave_atomic() {
            self.end_of_section();
        }
    }

    /// Whether an atomic region is open.
    #[inline]
    pub fn is_atomic(&self) -> bool {
        self.deferral.is_atomic()
    }

    // ---- deferral

    /// Notes the end of a critical section: a thread that conflicts often or was asked for its end
    /// in the middle of the section, does well to end its transaction at the next yield point.
    #[inline]
    fn end_of_section(&self) {
        if !self.heap.is_transactional() {
            return;
        }
        let was_deferred = self.deferral.is_deferred.get();
        if was_deferred || self.contention.ends_after_sections(self.budget.passed()) {
            self.commit_soon();
        }
    }

    /// Decides about the end of the transaction, which is due. Returns whether it is deferred, as
    /// the thread holds something: once in each transaction.
    pub(super) fn defer_end(&self) -> bool {
        let deferral = &self.deferral;
        let is_first = !deferral.is_deferred.get();
        if !self.heap.is_transactional() || !deferral.holds_anything() || !is_first {
            return false;
        }
        deferral.is_deferred.set(true);
        self.budget.set_rest(DEFERRED_YIELD_POINTS);
        self.poll_word()
            .fetch_and(!lane::COMMIT_SOON, Ordering::Relaxed);
        true
    }

    /// Defers the end in an open atomic region: an end that is asked for comes at the end of the
    /// region, and until then not every yield point should be a safepoint.
    pub(super) fn defer_to_end_of_region(&self, is_asked: bool, is_used_up: bool) {
        assert!(self.is_atomic(), "a region is open");
        if is_asked && self.heap.is_transactional() {
            self.segment().clear(lane::COMMIT_SOON);
            self.deferral.is_deferred.set(true);
        }
        if is_used_up {
            self.go_on_for_a_while();
        }
    }

    /// Lets the transaction, whose end is due, go on where it may not end: in an atomic region, or
    /// in native code that has called back. It should be asked neither at each yield point from
    /// here on, nor long after the region or the native code ([`Mutator::native_code_is_left`]).
    #[cold]
    pub fn go_on_for_a_while(&self) {
        let is_under_lock = self.control() == Control::Gil;
        if !self.heap.is_transactional() && !is_under_lock {
            return;
        }
        if !self.is_atomic() && !simulation::is_simulated() {
            self.owe_end();
        }
        if is_under_lock || !self.budget.is_used_up() {
            return;
        }
        if !self.budget.is_cut_short() {
            self.heap.transaction.borrow_mut().used_up = true;
        }
        if self.is_atomic() {
            self.deferral.is_deferred.set(true);
        }
        self.budget.set_rest(LOOK_AGAIN_YIELD_POINTS);
    }

    /// The end is due below native code, where this transaction does not end: the end comes behind
    /// that code.
    fn owe_end(&self) {
        let segment = self.segment();
        let is_asked = segment.is_requested(lane::COMMIT_SOON);
        segment.clear(lane::COMMIT_SOON);
        self.deferral.is_owed.set(true);
        if is_asked || self.budget.is_cut_short() {
            self.contention.cut_length.missed();
        }
    }

    /// The thread is no longer below native code: an end that was due there comes at the next yield
    /// point.
    #[inline(always)]
    pub fn native_code_is_left(&self) {
        if self.deferral.is_owed.get() {
            self.pay_owed_end();
        }
    }

    #[cold]
    fn pay_owed_end(&self) {
        self.deferral.is_owed.set(false);
        self.poll_word()
            .fetch_or(lane::COMMIT_SOON, Ordering::Relaxed);
    }
}
