//! The protocols between threads under a model checker: all interleavings of two threads (with a
//! bounded number of preemptions; three that wait for one another are beyond it), and all values
//! that their loads may return under the memory orders that are written down. Compiled only under
//! `--cfg loom`; see `sync.rs`.
//!
//! A protocol protects a pair of [`Twins`] behind relaxed atomics: two threads that are not
//! kept apart, or of which one does not see all writes of the other, find them unequal or lose a
//! count.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::support::sync::{AtomicU32, AtomicU64, Mutex};
use crate::threads::gil::Gil;
use crate::threads::scheduler::Scheduler;
use crate::threads::segment::{SegmentPool, SegmentState, lane};
use crate::threads::world::World;

/// Two words that are always equal for a thread that has the right to look.
struct Twins(AtomicU64, AtomicU64);

impl Twins {
    fn new() -> Twins {
        Twins(AtomicU64::new(0), AtomicU64::new(0))
    }

    fn get(&self) -> u64 {
        let first = self.0.load(Ordering::Relaxed);
        assert_eq!(first, self.1.load(Ordering::Relaxed), "half of an update");
        first
    }

    fn set(&self, number: u64) {
        self.0.store(number, Ordering::Relaxed);
        self.1.store(number, Ordering::Relaxed);
    }

    fn increment(&self) {
        self.set(self.get() + 1);
    }
}

/// The state that all threads of a check share.
struct Shared {
    world: World,
    pool: SegmentPool,
    scheduler: Scheduler,
    gil: Gil,
    /// By segment.
    views: Vec<Twins>,
}

impl Shared {
    fn new(segments: usize) -> Arc<Shared> {
        Arc::new(Shared {
            world: World::new(),
            pool: SegmentPool::new(segments, 0),
            scheduler: Scheduler::new(None),
            gil: Gil::new(),
            views: (0..=segments).map(|_| Twins::new()).collect(),
        })
    }

    fn enter(&self, number: usize) {
        self.world
            .enter(&self.pool, &self.scheduler, number as u64, number);
    }

    fn move_to(&self, number: usize, state: SegmentState) {
        let segment = self.pool.get(number);
        segment.transition(SegmentState::Running, state);
    }

    /// As a safepoint does.
    fn poll(&self, number: usize) {
        if self.pool.get(number).is_requested(lane::STOP) {
            self.move_to(number, SegmentState::Safe);
            self.enter(number);
        }
    }

    /// A thread that runs in a segment, polls once, and leaves.
    fn run_in(&self, number: usize) {
        self.enter(number);
        self.views[number].increment();
        self.poll(number);
        self.views[number].increment();
        self.move_to(number, SegmentState::Idle);
    }

    fn stop(&self, number: usize) {
        self.world
            .stop(&self.pool, &self.scheduler, number as u64, number);
    }

    fn resume(&self) {
        self.world.resume(&self.pool);
    }
}

/// Runs the threads in all interleavings; `at_end` when they have ended.
fn check<S: Send + Sync + 'static>(
    make: impl Fn() -> Arc<S> + Send + Sync + 'static,
    threads: &[fn(&S)],
    at_end: fn(&S),
) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(4);
    let threads = threads.to_vec();
    builder.check(move || {
        let shared = make();
        let handles: Vec<_> = threads[1..]
            .iter()
            .map(|thread| {
                let thread = *thread;
                let shared = Arc::clone(&shared);
                loom::thread::spawn(move || thread(&shared))
            })
            .collect();
        threads[0](&shared);
        for handle in handles {
            handle.join().expect("no assertion failed");
        }
        at_end(&shared);
    });
}

#[test]
fn who_is_stopped_does_not_run_and_has_told_all_it_did() {
    let stopper: fn(&Shared) = |shared| {
        shared.enter(2);
        shared.stop(2);
        shared.views[1].increment();
        shared.resume();
        shared.move_to(2, SegmentState::Idle);
    };
    check(
        || Shared::new(2),
        &[stopper, |shared| shared.run_in(1)],
        |shared| assert_eq!(shared.views[1].get(), 3),
    );
}

#[test]
fn one_thread_alone_can_be_stopped() {
    let stopper = |shared: &Shared| {
        shared.enter(2);
        let (pool, scheduler) = (&shared.pool, &shared.scheduler);
        shared.world.stop_one(pool, scheduler, 2, 2, 1);
        shared.views[1].increment();
        shared.resume();
        shared.move_to(2, SegmentState::Idle);
    };
    check(
        || Shared::new(2),
        &[stopper, |shared| shared.run_in(1)],
        |shared| assert_eq!(shared.views[1].get(), 3),
    );
}

#[test]
fn two_who_stop_each_other_take_turns() {
    fn stop_in(shared: &Shared, number: usize) {
        shared.enter(number);
        shared.views[number].increment();
        shared.stop(number);
        shared.views[1].increment();
        shared.views[2].increment();
        shared.resume();
        shared.move_to(number, SegmentState::Idle);
    }
    check(
        || Shared::new(2),
        &[|shared| stop_in(shared, 1), |shared| stop_in(shared, 2)],
        |shared| {
            assert_eq!(shared.views[1].get(), 3);
            assert_eq!(shared.views[2].get(), 3);
        },
    );
}

#[test]
fn the_global_lock_has_one_holder_and_is_handed_over() {
    fn work(shared: &Shared, thread: u64) {
        // A waiting thread asks at once.
        let (pool, scheduler) = (&shared.pool, &shared.scheduler);
        let own = (thread, &Arc::default());
        shared.gil.take(pool, scheduler, own, Duration::ZERO);
        shared.views[0].increment();
        shared.gil.let_go(pool, scheduler, thread, Duration::ZERO);
    }
    check(
        || Shared::new(0),
        &[
            |shared| {
                work(shared, 1);
                work(shared, 1);
            },
            |shared| work(shared, 2),
        ],
        |shared| assert_eq!(shared.views[0].get(), 3),
    );
}

#[test]
fn a_segment_has_one_thread_at_a_time() {
    fn work(shared: &Shared, thread: u64) {
        let (mut taken, bell) = (None, Arc::default());
        shared.scheduler.wait_in_line(&bell, thread, false, || {
            taken = shared.pool.try_take(thread, &bell, 0, |_| 0).ok();
            taken.is_none().then_some(Duration::ZERO)
        });
        let number = taken.expect("waited for it");
        shared.enter(number);
        shared.views[number].increment();
        shared.move_to(number, SegmentState::Idle);
        shared.pool.give_back(number);
    }
    check(
        || Shared::new(1),
        &[|shared| work(shared, 1), |shared| work(shared, 2)],
        |shared| {
            assert_eq!(shared.views[1].get(), 2);
            assert!(!shared.pool.has_waiters());
        },
    );
}

// ---- the log: its protocol, on one counter in place of a heap (`engine/log.rs` says why)

/// An entry: the content of the counter after a commit. The next one is published as by `OnceLock`.
struct Entry {
    content: u64,
    has_next: AtomicU32,
    next: std::sync::OnceLock<Arc<Entry>>,
}

impl Entry {
    fn new(content: u64) -> Arc<Entry> {
        Arc::new(Entry {
            content,
            has_next: AtomicU32::new(0),
            next: std::sync::OnceLock::new(),
        })
    }

    fn next(&self) -> Option<&Arc<Entry>> {
        let is_set = self.has_next.load(Ordering::Acquire) == 1;
        is_set.then(|| self.next.get().expect("set before it was told"))
    }
}

struct Log {
    shared: Arc<Shared>,
    tail: Mutex<Arc<Entry>>,
    positions: Vec<Mutex<Arc<Entry>>>,
    /// By segment: the content of the entry that is in the log and perhaps not in segment 0.
    publishing: Vec<AtomicU64>,
    /// How many attempts have committed.
    committed: AtomicU64,
}

impl Log {
    fn new() -> Arc<Log> {
        let first = Entry::new(0);
        Arc::new(Log {
            shared: Shared::new(2),
            positions: (0..=2).map(|_| Mutex::new(Arc::clone(&first))).collect(),
            tail: Mutex::new(first),
            publishing: (0..=2).map(|_| AtomicU64::new(0)).collect(),
            committed: AtomicU64::new(0),
        })
    }

    fn position(&self, number: usize) -> loom::sync::MutexGuard<'_, Arc<Entry>> {
        self.positions[number].lock().expect("nobody panics")
    }

    fn apply(&self, number: usize, position: &mut Arc<Entry>) {
        while let Some(next) = position.next().cloned() {
            self.shared.views[number].set(next.content);
            *position = next;
        }
    }

    fn catch_up(&self, number: usize) {
        let segment = self.shared.pool.get(number);
        if segment.poll.load(Ordering::Relaxed) & lane::LOG != 0 {
            segment.clear(lane::LOG);
            self.apply(number, &mut self.position(number));
        }
    }

    fn begin(&self, number: usize) {
        let segment = self.shared.pool.get(number);
        let mut position = self.position(number);
        segment.clear(lane::LOG);
        segment.serial.fetch_add(1, Ordering::SeqCst);
        self.apply(number, &mut position);
    }

    fn apply_for(&self, number: usize) -> bool {
        let mut position = self.position(number);
        let segment = self.shared.pool.get(number);
        segment.request(lane::LOG);
        if segment.state() == SegmentState::Running {
            return false;
        }
        self.apply(number, &mut position);
        true
    }

    /// Counts on, as a transaction that has read the newest content.
    fn commit(&self, number: usize) {
        let mut tail = self.tail.lock().expect("nobody panics");
        let mut position = self.position(number);
        self.apply(number, &mut position);
        let content = self.shared.views[number].get() + 1;
        self.shared.views[number].set(content);
        let entry = Entry::new(content);
        assert!(tail.next.set(Arc::clone(&entry)).is_ok());
        tail.has_next.store(1, Ordering::Release);
        *position = Arc::clone(&entry);
        *tail = entry;
        drop(position);
        loom::sync::atomic::fence(Ordering::SeqCst);
        for (other, segment) in self.shared.pool.private() {
            let is_told = segment.poll.load(Ordering::Relaxed) & lane::LOG != 0;
            if other != number && !is_told {
                segment.request(lane::LOG);
            }
        }
    }
}

impl Log {
    fn wait_for_publisher(&self, other: usize, content: u64) {
        loop {
            let entry = self.publishing[other].load(Ordering::Acquire);
            if entry == 0 || entry > content {
                return;
            }
            loom::thread::yield_now();
        }
    }

    /// Whether the thread's view differs from segment 0, which others may write meanwhile.
    fn differs(&self, number: usize) -> bool {
        let (own, shared) = (&self.shared.views[number], &self.shared.views[0]);
        let words = [(&own.0, &shared.0), (&own.1, &shared.1)];
        words
            .iter()
            .any(|(own, shared)| own.load(Ordering::Relaxed) != shared.load(Ordering::Relaxed))
    }

    /// A transaction that counts on. It commits unless an entry comes that it has not seen when it
    /// has read and written the counter; then it restores the counter from segment 0.
    fn attempt(&self, number: usize) {
        let other = 3 - number;
        let mut position = self.position(number);
        self.apply(number, &mut position);
        let seen = position.content;
        let counted = self.shared.views[number].get() + 1;
        self.shared.views[number].set(counted);
        self.wait_for_publisher(other, seen);
        if !self.differs(number) {
            loom::sync::atomic::fence(Ordering::Acquire);
            self.apply(number, &mut position);
            assert_ne!(position.content, seen, "it has changed the counter");
        }
        let mut tail = self.tail.lock().expect("nobody panics");
        self.apply(number, &mut position);
        if position.content != seen {
            self.wait_for_publisher(other, u64::MAX);
            let committed = self.shared.views[0].get();
            assert_eq!(committed, tail.content, "as of the log's end");
            self.shared.views[number].set(committed);
            return;
        }
        let entry = Entry::new(counted);
        self.publishing[number].store(counted, Ordering::Release);
        assert!(tail.next.set(Arc::clone(&entry)).is_ok());
        tail.has_next.store(1, Ordering::Release);
        *position = Arc::clone(&entry);
        *tail = entry;
        drop(tail);
        loom::sync::atomic::fence(Ordering::Release);
        self.shared.views[0].set(counted);
        self.publishing[number].store(0, Ordering::Release);
        self.committed.fetch_add(1, Ordering::Relaxed);
    }
}

/// I-LOG-5 to I-LOG-7 of `engine/log/segment_0.rs`.
#[test]
fn segment_0_follows_the_log_without_a_lock() {
    check(
        Log::new,
        &[
            |log| {
                log.attempt(1);
                log.attempt(1);
            },
            |log| log.attempt(2),
        ],
        |log| {
            let committed = log.committed.load(Ordering::Relaxed);
            assert!(committed >= 1);
            assert_eq!(log.tail.lock().expect("nobody panics").content, committed);
            assert_eq!(log.shared.views[0].get(), committed);
        },
    );
}

#[test]
fn who_begins_beside_a_commit_has_it_or_is_told() {
    check(
        Log::new,
        &[|log| log.commit(1), |log| log.begin(2)],
        |log| {
            let is_told = log.shared.pool.get(2).is_requested(lane::LOG);
            assert!(is_told || log.shared.views[2].get() == 1);
        },
    );
}

/// The lane is set by an earlier committer, so that this one leaves it at that.
#[test]
fn who_catches_up_beside_a_commit_has_it_or_is_told() {
    check(
        || {
            let log = Log::new();
            log.begin(2);
            log.commit(1);
            log
        },
        &[|log: &Log| log.commit(1), |log: &Log| log.catch_up(2)],
        |log| {
            let is_told = log.shared.pool.get(2).is_requested(lane::LOG);
            assert!(is_told || log.shared.views[2].get() == 2);
        },
    );
}

#[test]
fn commits_of_two_threads_are_both_counted() {
    check(
        Log::new,
        &[|log| log.commit(1), |log| log.commit(2)],
        |log| {
            assert_eq!(log.tail.lock().expect("nobody panics").content, 2);
        },
    );
}

/// A thread that comes back from a safepoint, while a committer changes its view for it.
#[test]
fn a_view_is_changed_for_a_thread_only_while_it_does_not_run() {
    fn come_back(log: &Log) {
        log.shared.enter(2);
        log.catch_up(2);
        // Runs: looks at its view, which no other thread may change now.
        log.shared.views[2].get();
        log.shared.move_to(2, SegmentState::Safe);
        log.shared.enter(2);
        log.catch_up(2);
        log.shared.views[2].get();
        log.shared.move_to(2, SegmentState::Safe);
    }
    check(
        || {
            let log = Log::new();
            log.begin(2);
            log
        },
        &[
            |log: &Log| {
                log.commit(1);
                log.apply_for(2);
            },
            come_back,
        ],
        |log| {
            log.catch_up(2);
            assert_eq!(log.shared.views[2].get(), 1);
        },
    );
}
