//! Stopping the world: one thread at a time makes all others wait at safepoints.
//!
//! The stopper sets `stopping` and the STOP lane of every other segment, then waits until none is
//! `Running`. A thread that wants to run stores `Running` first and looks at `stopping` after; the
//! stopper stores `stopping` first and looks at the states after. Both SeqCst: at least one of them
//! sees the other (Dekker).

use std::sync::atomic::{AtomicBool, Ordering};

use crate::schedule::{Scheduler, ThreadNumber};
use crate::segment::{SegmentPool, SegmentState, lane};

/// Who may stop the world, and whether it is stopped.
pub(crate) struct World {
    /// Held by the thread that stops the world, from the request to the resumption.
    /// Writers: any thread by compare-and-swap; the holder. SeqCst.
    stopper: AtomicBool,
    /// Whether nobody may go on running. Writer: the stopper. Readers: threads that enter. SeqCst.
    stopping: AtomicBool,
    /// Whether some transaction is inevitable, or about to be. Writers: takers by
    /// compare-and-swap, the holder. SeqCst.
    inevitability: AtomicBool,
}

impl World {
    pub(crate) fn new() -> World {
        World {
            stopper: AtomicBool::new(false),
            stopping: AtomicBool::new(false),
            inevitability: AtomicBool::new(false),
        }
    }

    /// Makes a segment `Running`; waits while the world is stopped.
    pub(crate) fn enter(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
        number: usize,
    ) {
        let segment = pool.get(number);
        loop {
            let from = segment.state();
            segment.transition(from, SegmentState::Running);
            if !self.stopping.load(Ordering::SeqCst) {
                return;
            }
            segment.transition(SegmentState::Running, SegmentState::Safe);
            scheduler.wait_until(thread, || !self.stopping.load(Ordering::SeqCst));
        }
    }

    /// Stops the world. The caller's segment is `Running`; while it waits for its turn it is
    /// `Safe`, so on return other transactions may have committed and doomed this one.
    pub(crate) fn stop(
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
        assert!(
            !self.stopping.swap(true, Ordering::SeqCst),
            "one stopper at a time"
        );
        let others = || pool.private().filter(|(other, _)| *other != number);
        for (_, segment) in others() {
            segment.request(lane::STOP);
        }
        for (_, segment) in others() {
            scheduler.wait_until(thread, || segment.state() != SegmentState::Running);
        }
    }

    /// Takes the right to be inevitable, which one transaction at a time has.
    pub(crate) fn try_take_inevitability(&self) -> bool {
        self.inevitability
            .compare_exchange(false, true, Ordering::SeqCst, Ordering::Relaxed)
            .is_ok()
    }

    pub(crate) fn give_back_inevitability(&self) {
        let was = self.inevitability.swap(false, Ordering::SeqCst);
        assert!(was, "only its holder gives inevitability back");
    }

    fn try_become_stopper(&self) -> bool {
        !self.stopper.load(Ordering::Relaxed)
            && self
                .stopper
                .compare_exchange(false, true, Ordering::SeqCst, Ordering::Relaxed)
                .is_ok()
    }

    /// Lets everybody go on.
    pub(crate) fn resume(&self, pool: &SegmentPool) {
        assert!(self.stopping.load(Ordering::SeqCst), "the world is stopped");
        for (_, segment) in pool.private() {
            segment.clear(lane::STOP);
        }
        self.stopping.store(false, Ordering::SeqCst);
        self.stopper.store(false, Ordering::SeqCst);
    }
}
