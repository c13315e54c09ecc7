//! The global lock: one thread at a time, handed over in a line.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::support::ThreadNumber;
use crate::support::sync::{AtomicU32, AtomicU64, Mutex};
use crate::threads::scheduler::{Bell, LINE_SLEEP_MAX, Scheduler};
use crate::threads::segment::{SegmentPool, lane};

const NOBODY: u64 = u64::MAX;

/// The lock, and the line of the threads that wait for it.
///
/// A holder that was asked gives the lock to the first in the line, and joins the line at its end:
/// a lock that was free for a moment would mostly be taken again by the thread that runs. So of the
/// threads that compute each has the lock for one interval, one after the other. A holder that
/// blocks leaves the lock free, because it may be back before a sleeper is awake; but if the first
/// in the line has waited for an interval, that thread is given the lock.
pub(crate) struct Gil {
    /// The thread that holds it, or [`NOBODY`]. Writers: under the lock of the line. SeqCst.
    holder: AtomicU64,
    line: Mutex<Line>,
    /// How many threads are in the line. Writers: under its lock. Readers: the holder, relaxed.
    waiters: AtomicU32,
}

struct Line {
    /// The time since which the lock has had its holder.
    held_since: Instant,
    /// The thread that let go last, if it was asked to; else [`NOBODY`].
    gave_way: ThreadNumber,
    /// In the order of their coming.
    waiting: VecDeque<Waiter>,
}

struct Waiter {
    thread: ThreadNumber,
    since: Instant,
    bell: Arc<Bell>,
}

impl Gil {
    pub(crate) fn new() -> Gil {
        Gil {
            holder: AtomicU64::new(NOBODY),
            line: Mutex::new(Line {
                held_since: Instant::now(),
                gave_way: NOBODY,
                waiting: VecDeque::new(),
            }),
            waiters: AtomicU32::new(0),
        }
    }

    /// Whether a thread holds it.
    pub(crate) fn is_held(&self) -> bool {
        self.holder.load(Ordering::SeqCst) != NOBODY
    }

    pub(crate) fn is_held_by(&self, thread: ThreadNumber) -> bool {
        self.holder.load(Ordering::Relaxed) == thread
    }

    /// Takes the lock if it is free.
    pub(crate) fn try_take(&self, thread: ThreadNumber) -> bool {
        self.change(|line| self.take_in(line, thread, Instant::now()))
    }

    fn change<T>(&self, change: impl FnOnce(&mut Line) -> T) -> T {
        let mut line = self.line.lock().expect("no panic under this lock");
        let result = change(&mut line);
        self.waiters
            .store(line.waiting.len() as u32, Ordering::Relaxed);
        result
    }

    /// Whether a thread waits for the lock.
    pub(crate) fn has_waiters(&self) -> bool {
        self.waiters.load(Ordering::Relaxed) > 0
    }

    /// Whether the holder, at the end of a transaction, has had the lock for `interval`
    /// while another thread waits; then the line has asked for the lock. (The first in the line
    /// looks too, for transactions that are long, but may be late where all processors are busy.)
    pub(crate) fn is_due(
        &self,
        pool: &SegmentPool,
        interval: Duration,
        now: impl Fn() -> Instant,
    ) -> bool {
        let is_due = self.has_waiters() && self.change(|line| line.held(now()) >= interval);
        if is_due {
            pool.get(0).request(lane::DROP_GIL);
        }
        is_due
    }

    /// Locks the line: no thread takes the lock or lets it go while the guard lives.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.line.lock().expect("no panic under this lock")
    }

    /// The threads that wait are no more.
    pub(crate) fn forget_waiters(&self) {
        self.change(|line| line.waiting.clear());
    }

    fn take_in(&self, line: &mut Line, thread: ThreadNumber, now: Instant) -> bool {
        let is_free = !self.is_held();
        if is_free {
            self.holder.store(thread, Ordering::SeqCst);
            line.held_since = now;
        }
        is_free
    }

    /// Waits for the lock, in the line, at the thread's bell; asks a holder to let go that has had
    /// it for `interval`.
    pub(crate) fn take(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        (thread, bell): (ThreadNumber, &Arc<Bell>),
        interval: Duration,
    ) {
        let Some(is_long) = self.join(thread, bell, Instant::now()) else {
            return;
        };
        scheduler.wait_in_line(bell, thread, is_long, || {
            self.look(pool, scheduler, thread, interval, Instant::now())
        });
        // The thread that is the first now watches the time.
        if let Some(first) = self.change(|line| line.first_bell()) {
            scheduler.ring_one(&first);
        }
    }

    /// Takes the lock if it is free, or else the last place in the line: then, whether the wait
    /// will be long.
    fn join(&self, thread: ThreadNumber, bell: &Arc<Bell>, now: Instant) -> Option<bool> {
        self.change(|line| {
            if self.take_in(line, thread, now) {
                return None;
            }
            let is_long = !line.waiting.is_empty() || line.gave_way == thread;
            line.waiting.push_back(Waiter {
                thread,
                since: now,
                bell: Arc::clone(bell),
            });
            Some(is_long)
        })
    }

    /// A look of a thread in the line: nothing if it has the lock now, else for how long it may
    /// sleep. The first in the line takes the lock if it is free, and asks its holder to let go
    /// when the time has come. (Where a seed decides, anyone in the line does.)
    fn look(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
        interval: Duration,
        now: Instant,
    ) -> Option<Duration> {
        if self.holder.load(Ordering::SeqCst) == thread {
            return None;
        }
        self.change(|line| {
            // (The lock may have been given to it meanwhile: then it is not in the line.)
            let place = line.waiting.iter().position(|one| one.thread == thread)?;
            if place > 0 && !scheduler.is_stepped() {
                return Some(LINE_SLEEP_MAX);
            }
            if self.take_in(line, thread, now) {
                line.waiting.remove(place);
                return None;
            }
            let held = line.held(now);
            if held < interval {
                return Some((interval - held).min(LINE_SLEEP_MAX));
            }
            if !pool.get(0).is_requested(lane::DROP_GIL) {
                pool.get(0).request(lane::DROP_GIL);
            }
            Some(LINE_SLEEP_MAX)
        })
    }

    /// Lets go; returns whether a thread has asked for the lock.
    pub(crate) fn let_go(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
        interval: Duration,
    ) -> bool {
        let (asked, bell) = self.release(pool, scheduler, thread, interval, Instant::now());
        if let Some(bell) = bell {
            scheduler.ring_one(&bell);
        }
        scheduler.ring();
        asked
    }

    /// Gives the lock to the first in the line, or leaves it free: see [`Gil`]. Returns whether a
    /// thread has asked, and the bell of the thread that is to be woken.
    fn release(
        &self,
        pool: &SegmentPool,
        scheduler: &Scheduler,
        thread: ThreadNumber,
        interval: Duration,
        now: Instant,
    ) -> (bool, Option<Arc<Bell>>) {
        self.change(|line| {
            assert!(self.is_held_by(thread), "only the holder lets go");
            let segment = pool.get(0);
            let asked = segment.is_requested(lane::DROP_GIL);
            segment.clear(lane::DROP_GIL);
            line.gave_way = if asked { thread } else { NOBODY };
            self.holder.store(NOBODY, Ordering::SeqCst);
            let Some(first) = line.waiting.front() else {
                return (asked, None);
            };
            let waited = now.saturating_duration_since(first.since);
            // (Where a seed decides, it is the baton that goes round.)
            let has_waited = waited >= interval && !scheduler.is_stepped();
            if !asked && !has_waited {
                return (asked, line.first_bell());
            }
            let next = scheduler.pick(line.waiting.len());
            let next = line.waiting.remove(next).expect("picked in the line");
            let is_taken = self.take_in(line, next.thread, now);
            assert!(is_taken, "free under the lock of the line");
            (asked, Some(next.bell))
        })
    }
}

impl Line {
    /// For how long the lock has had its holder.
    fn held(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.held_since)
    }

    fn first_bell(&self) -> Option<Arc<Bell>> {
        self.waiting.front().map(|first| Arc::clone(&first.bell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_millis(5);

    /// Threads and a clock, by script.
    struct Script {
        gil: Gil,
        pool: SegmentPool,
        scheduler: Scheduler,
        now: Instant,
    }

    impl Script {
        fn new() -> Script {
            Script {
                gil: Gil::new(),
                pool: SegmentPool::new(0, 0),
                scheduler: Scheduler::new(None),
                now: Instant::now(),
            }
        }

        fn pass(&mut self, ms: u64) {
            self.now += Duration::from_millis(ms);
        }

        fn joins(&self, thread: ThreadNumber) -> Option<bool> {
            self.gil.join(thread, &Arc::default(), self.now)
        }

        fn looks(&self, thread: ThreadNumber) -> Option<Duration> {
            self.gil
                .look(&self.pool, &self.scheduler, thread, INTERVAL, self.now)
        }

        fn lets_go(&self, thread: ThreadNumber) -> bool {
            self.gil
                .release(&self.pool, &self.scheduler, thread, INTERVAL, self.now)
                .0
        }

        fn is_asked(&self) -> bool {
            self.pool.get(0).is_requested(lane::DROP_GIL)
        }
    }

    #[test]
    fn threads_that_compute_have_the_lock_for_an_interval_each_in_the_order_of_coming() {
        let mut script = Script::new();
        assert_eq!(script.joins(0), None);
        assert_eq!(script.joins(1), Some(false));
        assert_eq!(script.joins(2), Some(true));
        for round in 0..9 {
            let (holder, first, second) = (round % 3, (round + 1) % 3, (round + 2) % 3);
            script.pass(4);
            assert_eq!(script.looks(first), Some(Duration::from_millis(1)));
            assert_eq!(script.looks(second), Some(LINE_SLEEP_MAX));
            assert!(!script.is_asked());
            script.pass(1);
            assert_eq!(script.looks(second), Some(LINE_SLEEP_MAX));
            assert!(!script.is_asked(), "the first in the line asks");
            assert!(script.looks(first).is_some());
            assert!(script.is_asked());
            assert!(script.lets_go(holder));
            assert!(!script.is_asked(), "nobody has asked the new holder");
            assert_eq!(script.joins(holder), Some(true));
            assert_eq!(script.looks(first), None);
        }
    }

    #[test]
    fn the_holder_finds_that_it_is_time_while_somebody_waits() {
        let mut script = Script::new();
        let is_due = |script: &Script| {
            let (gil, now) = (&script.gil, script.now);
            gil.is_due(&script.pool, INTERVAL, || now)
        };
        assert_eq!(script.joins(0), None);
        script.pass(4);
        assert_eq!(script.joins(1), Some(false));
        assert!(!is_due(&script));
        script.pass(1);
        assert!(is_due(&script));
        assert!(script.lets_go(0));
        assert_eq!(script.looks(1), None);
        script.pass(9);
        assert!(!is_due(&script), "nobody waits");
    }

    #[test]
    fn a_thread_that_blocks_again_and_again_keeps_nobody_waiting() {
        let mut script = Script::new();
        assert_eq!(script.joins(0), None);
        assert_eq!(script.joins(1), Some(false));
        for _ in 0..5 {
            assert!(!script.lets_go(0));
            assert!(!script.gil.is_held(), "who waits may not be awake yet");
            assert_eq!(script.joins(0), None);
            assert!(script.looks(1).is_some());
            assert!(!script.is_asked());
            script.pass(1);
        }
        assert!(!script.lets_go(0));
        assert_eq!(script.joins(0), Some(false), "the lock was given away");
        assert_eq!(script.looks(1), None);
    }

    #[test]
    fn the_first_in_the_line_takes_a_lock_that_is_free() {
        let script = Script::new();
        assert_eq!(script.joins(0), None);
        assert_eq!(script.joins(1), Some(false));
        assert_eq!(script.joins(2), Some(true));
        script.lets_go(0);
        assert!(script.looks(2).is_some());
        assert_eq!(script.looks(1), None);
        assert!(script.looks(2).is_some());
        script.lets_go(1);
        assert_eq!(script.looks(2), None);
    }
}
