//! The segments that take part in the log: they join when a thread first enters them, and leave
//! while they are not used. See the head of `log.rs`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::engine::copies;
use crate::engine::log::{Log, Stopped};
use crate::engine::publication::Publication;
use crate::observe::WaitFor;
use crate::runtime::mutator::Mutator;
use crate::threads::segment::SegmentState;

impl Log {
    /// Gives the thread's segment private copies where others have them, and a position. No
    /// transaction is open in it.
    #[cold]
    pub(super) fn stop_and_join(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        let number = mutator.heap.segment.get();
        let tail = self.lock_tail(mutator);
        let (world, pool) = (runtime.world(), runtime.pool());
        let since_ns = mutator.recorder.clock();
        mutator.parked(|| world.stop(pool, runtime.scheduler(), mutator.thread, number));
        mutator.record_wait(WaitFor::Stop, since_ns, 0);
        let stopped = Stopped(&runtime);
        // (How long the others took to stop tells nothing of what joining costs.)
        let began_ns = runtime.clock_ns();
        // No thread is in the middle of a commit: segment 0 is as of the log's end. Objects that a
        // lone thread has built need not be copied: they go back to the shared pages. (Several
        // threads would each have to copy again what they write.)
        self.settle_all(mutator);
        if self.joined.load(Ordering::Relaxed).count_ones() == 1 {
            copies::share_again(mutator);
        }
        copies::privatise_as_others(mutator);
        self.place(number).move_to(Arc::clone(&tail.entry));
        self.positions[number]
            .applied_bytes
            .store(tail.entry.log_bytes, Ordering::Relaxed);
        self.joined.fetch_or(1 << number, Ordering::Relaxed);
        drop(stopped);
        let took_ns = runtime.clock_ns() - began_ns;
        self.joining_ns.store(took_ns, Ordering::Relaxed);
    }

    /// Makes these segments leave, a bit each, if they are idle still. No transaction is open here,
    /// no lock is held.
    #[cold]
    pub(super) fn let_the_idle_leave(&self, mutator: &mut Mutator, idle: u64) {
        let runtime = mutator.runtime.clone();
        let own = mutator.heap.segment.get();
        let tail = self.lock_tail(mutator);
        let (world, pool) = (runtime.world(), runtime.pool());
        let since_ns = mutator.recorder.clock();
        mutator.parked(|| world.stop(pool, runtime.scheduler(), mutator.thread, own));
        mutator.record_wait(WaitFor::Stop, since_ns, 0);
        let stopped = Stopped(&runtime);
        self.settle_all(mutator);
        let leaving = self.joined.load(Ordering::Relaxed) & idle;
        for (number, segment) in pool.in_mask(leaving) {
            if segment.state() == SegmentState::Idle {
                self.let_leave(mutator, number);
            }
        }
        drop(stopped);
        drop(tail);
    }

    /// Makes all segments leave: segment 0 is the only view from here on. No thread has a segment,
    /// and none gets one meanwhile.
    #[cold]
    pub(in crate::engine) fn let_all_leave(&self, mutator: &Mutator) {
        let tail = self.try_lock_tail();
        let tail = tail.expect("threads without a segment do not lock the log");
        self.settle_all(mutator);
        let joined = self.joined.load(Ordering::Relaxed);
        for (number, _) in mutator.runtime.pool().in_mask(joined) {
            self.let_leave(mutator, number);
        }
        drop(tail);
    }

    /// Makes a segment leave whose view is settled. The world is stopped, or no thread has a
    /// segment.
    fn let_leave(&self, mutator: &Mutator, number: usize) {
        copies::share_segment_again(mutator, number);
        let mut place = self.place(number);
        if let Some(last) = place.entry.take() {
            place.recycle(last);
        }
        self.joined.fetch_and(!(1 << number), Ordering::Relaxed);
    }

    /// Whether any segment has joined.
    pub(in crate::engine) fn has_members(&self) -> bool {
        self.joined.load(Ordering::Relaxed) != 0
    }
}
