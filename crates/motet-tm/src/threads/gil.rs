//! The global lock: one thread at a time, handed over when a timer asks.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::support::ThreadNumber;
use crate::support::sync::{AtomicU32, AtomicU64};
use crate::threads::scheduler::Scheduler;
use crate::threads::segment::{SegmentPool, lane};

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

    pub(crate) fn try_take(&self, thread: ThreadNumber) -> bool {
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
