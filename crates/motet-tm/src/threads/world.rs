//! Stopping the world, or one thread of it: the others wait at safepoints.
//!
//! The stopper sets the bits of the segments in `held` and their STOP lanes, then waits until none
//! of them is `Running`. A thread that wants to run stores `Running` first and looks at `held`
//! after; the stopper stores `held` first and looks at the states after. Both SeqCst: at least one
//! of them sees the other (Dekker).

use std::sync::atomic::Ordering;

use crate::support::ThreadNumber;
use crate::support::sync::{AtomicBool, AtomicU64, AtomicUsize};
use crate::threads::scheduler::Scheduler;
use crate::threads::segment::{Segment, SegmentPool, SegmentState, lane};

/// The right to stop the world, and whether it is stopped.
pub(crate) struct World {
    /// Held by the thread that stops the world, from the request to the resumption.
    /// Writers: any thread by compare-and-swap; the holder. SeqCst.
    stopper: AtomicBool,
    /// The segments that may not run, one bit each. Writer: the stopper. Readers: threads that
    /// enter. SeqCst.
    held: AtomicU64,
    /// The segment whose transaction is inevitable, or about to be; 0 if none is. Writers: takers
    /// by compare-and-swap, the holder. SeqCst.
    inevitability: AtomicUsize,
    /// The segment whose thread has waited long for the right to be inevitable: only it may take
    /// the right next, or a thread that becomes inevitable again and again would have it for ever.
    /// 0 if there is none. Writers: the one that waits, by compare-and-swap from 0, and it alone
    /// takes it back. SeqCst, though nothing but fairness depends on it.
    claimant: AtomicUsize,
}

impl World {
    pub(crate) fn new() -> World {
        World {
            stopper: AtomicBool::new(false),
            held: AtomicU64::new(0),
            inevitability: AtomicUsize::new(0),
            claimant: AtomicUsize::new(0),
        }
    }

    /// Makes a segment `Running`; waits while it is held.
    pub(crate) fn enter(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
        number: usize,
    ) {
        let segment = pool.get(number);
        while !self.try_enter(segment, number) {
            scheduler.wait_until(thread, || !self.is_held(number));
        }
    }

    /// Makes a segment `Running` if it is not held, else `Safe`; whether it runs.
    pub(crate) fn try_enter(&self, segment: &Segment, number: usize) -> bool {
        let from = segment.state();
        segment.transition(from, SegmentState::Running);
        if self.is_held(number) {
            segment.transition(SegmentState::Running, SegmentState::Safe);
            return false;
        }
        true
    }

    fn is_held(&self, number: usize) -> bool {
        self.held.load(Ordering::SeqCst) & (1 << number) != 0
    }

    /// Stops all other segments. The caller's is `Running`; while it waits until it may stop
    /// them it is `Safe`, so on return other transactions may have committed and doomed this one.
    pub(crate) fn stop(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
        number: usize,
    ) {
        let others = pool.private().filter(|(other, _)| *other != number);
        let mask = others.fold(0, |mask, (other, _)| mask | 1 << other);
        self.become_stopper(pool, scheduler, thread, number);
        self.hold(pool, scheduler, thread, mask);
    }

    /// As [`World::stop`], one segment only.
    pub(crate) fn stop_one(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
        number: usize,
        target: usize,
    ) {
        assert_ne!(number, target, "a thread does not stop itself");
        self.become_stopper(pool, scheduler, thread, number);
        self.hold(pool, scheduler, thread, 1 << target);
    }

    fn become_stopper(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
        number: usize,
    ) {
        let mine = pool.get(number);
        if !self.try_become_stopper() {
            mine.transition(SegmentState::Running, SegmentState::Safe);
            scheduler.wait_until(thread, || self.try_become_stopper());
            mine.transition(SegmentState::Safe, SegmentState::Running);
        }
    }

    fn hold(&self, pool: &SegmentPool, scheduler: &Scheduler, thread: ThreadNumber, mask: u64) {
        let before = self.held.swap(mask, Ordering::SeqCst);
        assert_eq!(before, 0, "one stopper at a time");
        for (_, segment) in pool.in_mask(mask) {
            segment.request(lane::STOP);
        }
        for (_, segment) in pool.in_mask(mask) {
            scheduler.wait_until(thread, || segment.state() != SegmentState::Running);
        }
    }

    /// Takes the right to be inevitable, which one transaction at a time has.
    pub(crate) fn try_take_inevitability(&self, number: usize) -> bool {
        let claimant = self.claimant.load(Ordering::SeqCst);
        (claimant == 0 || claimant == number)
            && self
                .inevitability
                .compare_exchange(0, number, Ordering::SeqCst, Ordering::Relaxed)
                .is_ok()
    }

    /// Claims the right next for this segment, if no other has claimed it.
    pub(crate) fn claim_inevitability(&self, number: usize) {
        let orderings = (Ordering::SeqCst, Ordering::Relaxed);
        let _ = self
            .claimant
            .compare_exchange(0, number, orderings.0, orderings.1);
    }

    /// The segment's thread does not wait for the right any more.
    pub(crate) fn stop_claiming(&self, number: usize) {
        let orderings = (Ordering::SeqCst, Ordering::Relaxed);
        let _ = self
            .claimant
            .compare_exchange(number, 0, orderings.0, orderings.1);
    }

    /// The threads that wait for the right to be inevitable are no more.
    pub(crate) fn forget_claimant(&self) {
        self.claimant.store(0, Ordering::SeqCst);
    }

    pub(crate) fn give_back_inevitability(&self, number: usize) {
        let holder = self.inevitability.swap(0, Ordering::SeqCst);
        assert_eq!(holder, number, "only its holder gives inevitability back");
    }

    /// The segment whose transaction is inevitable, or about to be.
    pub(crate) fn inevitable(&self) -> Option<usize> {
        let number = self.inevitability.load(Ordering::SeqCst);
        (number != 0).then_some(number)
    }

    fn try_become_stopper(&self) -> bool {
        !self.stopper.load(Ordering::Relaxed)
            && self
                .stopper
                .compare_exchange(false, true, Ordering::SeqCst, Ordering::Relaxed)
                .is_ok()
    }

    /// Lets all threads go on.
    pub(crate) fn resume(&self, pool: &SegmentPool) {
        let held = self.held.load(Ordering::SeqCst);
        for (_, segment) in pool.in_mask(held) {
            segment.clear(lane::STOP);
        }
        self.held.store(0, Ordering::SeqCst);
        let was = self.stopper.swap(false, Ordering::SeqCst);
        assert!(was, "only the stopper lets others go on");
    }
}
