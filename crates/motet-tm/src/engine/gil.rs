//! The global interpreter lock: one thread at a time, handed over at yield points when a timer
//! asks.
//!
//! Everybody runs in segment 0; there are no conflicts, no markers, no locks, no aborts. It is the
//! honest baseline of every speed-up: same heap, same collector, without the transactional barrier.
//! A thread empties the nursery before it lets go, so that a collection only ever scans its own
//! stack.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Engine;
use crate::gc::minor::{Purpose, collect_minor};
use crate::object::value::Offset;
use crate::observe::WaitFor;
use crate::runtime::mutator::Mutator;
use crate::support::sync::{AtomicU32, AtomicU64};
use crate::support::unwind::Unwind;
use crate::threads::scheduler::{Scheduler, ThreadNumber};
use crate::threads::segment::{SegmentPool, lane};
use crate::txn::transaction::Written;

const NOBODY: u64 = u64::MAX;

/// The lock.
pub(crate) struct Gil {
    /// The thread that holds it, or [`NOBODY`]. Writers: takers by compare-and-swap, the holder.
    holder: AtomicU64,
    /// How many threads wait. SeqCst.
    waiters: AtomicU32,
    /// Number of times it was taken: a thread that lets go by request waits until this grows.
    taken: AtomicU64,
}

impl Gil {
    pub(crate) fn new() -> Gil {
        Gil {
            holder: AtomicU64::new(NOBODY),
            waiters: AtomicU32::new(0),
            taken: AtomicU64::new(0),
        }
    }

    /// Whether anybody holds it.
    pub(crate) fn is_held(&self) -> bool {
        self.holder.load(Ordering::SeqCst) != NOBODY
    }

    pub(crate) fn is_held_by(&self, thread: ThreadNumber) -> bool {
        self.holder.load(Ordering::Relaxed) == thread
    }

    fn try_take(&self, thread: ThreadNumber) -> bool {
        let taken = self
            .holder
            .compare_exchange(NOBODY, thread, Ordering::SeqCst, Ordering::Relaxed)
            .is_ok();
        if taken {
            self.taken.fetch_add(1, Ordering::SeqCst);
        }
        taken
    }

    /// Waits for the lock; after `interval` without a hand-over asks the holder to let go.
    pub(crate) fn take(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
        interval: Duration,
    ) {
        self.waiters.fetch_add(1, Ordering::SeqCst);
        let mut since = Instant::now();
        let mut seen = self.taken.load(Ordering::SeqCst);
        scheduler.wait_until(thread, || {
            let now = self.taken.load(Ordering::SeqCst);
            if now != seen {
                (seen, since) = (now, Instant::now());
            } else if since.elapsed() >= interval {
                pool.get(0).request(lane::DROP_GIL);
            }
            self.try_take(thread)
        });
        self.waiters.fetch_sub(1, Ordering::SeqCst);
    }

    /// Lets go. If somebody asked for the lock, waits until somebody has taken it: a thread that
    /// runs on would only take it again itself. Whether somebody asked.
    pub(crate) fn let_go(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
    ) -> bool {
        let segment = pool.get(0);
        let asked = segment.is_requested(lane::DROP_GIL);
        segment.clear(lane::DROP_GIL);
        let taken = self.taken.load(Ordering::SeqCst);
        let holder = self.holder.swap(NOBODY, Ordering::SeqCst);
        assert_eq!(holder, thread, "only the holder lets go");
        scheduler.ring();
        if asked {
            scheduler.wait_until(thread, || {
                self.waiters.load(Ordering::SeqCst) == 0
                    || self.taken.load(Ordering::SeqCst) != taken
            });
        }
        asked
    }
}

/// The GIL control.
pub(crate) struct GilEngine;

impl Engine for GilEngine {
    fn enter(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        // What a seed decides must not hang on the clock.
        let interval = if runtime.is_stepped() {
            Duration::ZERO
        } else {
            Duration::from_micros(runtime.config().gil_interval_us)
        };
        if runtime.gil().try_take(mutator.thread) {
            mutator.unpark();
            return;
        }
        let since_ns = mutator.event_clock();
        runtime.gil().take(
            runtime.pool(),
            runtime.scheduler(),
            mutator.thread,
            interval,
        );
        mutator.record_wait(WaitFor::Gil, since_ns, 0);
        mutator.unpark();
    }

    fn leave(&self, mutator: &mut Mutator) {
        mutator.park_outside();
        hand_over(mutator);
    }

    fn open(&self, mutator: &mut Mutator) {
        mutator.use_segment(0);
        mutator.reset_nursery();
        mutator.runtime.pool().get(0).clear(lane::COMMIT_SOON);
    }

    fn must_let_go(&self, mutator: &Mutator) -> bool {
        mutator.runtime.pool().get(0).is_requested(lane::DROP_GIL) || mutator.runtime.is_stepped()
    }

    fn write_slow(
        &self,
        mutator: &Mutator,
        object: Offset,
        start: Offset,
        bytes: u64,
    ) -> Result<(), Unwind> {
        remember(mutator, object, start, bytes);
        Ok(())
    }

    /// A hand-over ends the transaction, which an open atomic block forbids: `Due::Commit` asks for
    /// it.
    fn safepoint(&self, _: &mut Mutator) -> Result<(), Unwind> {
        Ok(())
    }

    fn become_inevitable(&self, _: &mut Mutator) -> Result<(), Unwind> {
        Ok(())
    }

    fn commit(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        collect_minor(mutator, Purpose::Commit);
        mutator.promoter.borrow_mut().commit();
        Ok(())
    }

    fn abort(&self, _: &mut Mutator) {
        unreachable!("nothing aborts under the GIL");
    }

    fn enter_safe(&self, mutator: &mut Mutator) {
        collect_minor(mutator, Purpose::Commit);
        mutator.park_inside();
        hand_over(mutator);
    }

    fn leave_safe(&self, mutator: &mut Mutator) {
        self.enter(mutator);
        mutator.reset_nursery();
    }

    /// Who does not hold the lock is parked.
    fn stop_others(&self, _: &Mutator) {}

    fn resume_others(&self, _: &Mutator) {}
}

fn hand_over(mutator: &Mutator) {
    let runtime = &mutator.runtime;
    let (pool, scheduler) = (runtime.pool(), runtime.scheduler());
    if runtime.gil().let_go(pool, scheduler, mutator.thread) {
        mutator.count(|counters| &counters.gil_handovers, 1);
    }
}

/// The collector must look at what is going to be written. Nobody else asks.
pub(super) fn remember(mutator: &Mutator, object: Offset, start: Offset, bytes: u64) {
    let mut transaction = mutator.transaction.borrow_mut();
    if start == object {
        transaction.remembered.push(object);
        let base = mutator.base.get();
        base.set_header(
            object,
            base.header(object)
                .without(crate::object::layout::FLAG_WRITE_BARRIER),
        );
    } else {
        // Nobody owns locks here; they serve as the cards' marks.
        let lock = mutator.runtime.memory().lock(start);
        debug_assert_eq!(lock.load(Ordering::Relaxed), 0);
        lock.store(mutator.card_mark(), Ordering::Relaxed);
        let position = mutator.position();
        transaction.cards.push(Written {
            start,
            bytes,
            position,
            is_card: true,
        });
    }
}
