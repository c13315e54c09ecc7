//! The three types that know one another: the [`Runtime`], which all threads share; the
//! [`mutator::Mutator`] of a thread; and the [`engine::Engine`], which keeps threads apart. Each is
//! a composition of parts that live in the folders below; the engines and the protocols, which use
//! all of it, are in the folders above.

pub(crate) mod engine;
pub(crate) mod mutator;
mod nursery;
mod record;
pub(crate) mod start_error;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::config::{Config, Control};
use crate::contention::hot_spots::HotSpots;
use crate::contention::serialisation::Serialiser;
use crate::elision::Elision;
use crate::gc::major::Major;
use crate::heap::memory::{Base, Memory};
use crate::heap::shared::SharedHeap;
use crate::heap::space::OldSpace;
use crate::object::layout::{Layout, LayoutId};
use crate::observe::EventLog;
use crate::observe::recorder::Recorder;
use crate::observe::ring::Rings;
use crate::observe::statistics::{Counters, Statistics};
use crate::runtime::engine::Engine;
use crate::runtime::mutator::Mutator;
use crate::runtime::start_error::StartError;
use crate::simulation;
use crate::support::ThreadNumber;
use crate::support::apart::Apart;
use crate::threads::gil::Gil;
use crate::threads::scheduler::{Bell, Scheduler};
use crate::threads::segment::{SegmentPool, lane};
use crate::threads::stack::Stack;
use crate::threads::world::World;

/// Words of a thread's value stack: address space, pages come on demand.
const STACK_WORDS: usize = 4 << 20;

/// The counters of threads: those that live, one by one, and the sum of the others.
#[derive(Default)]
struct AllCounters {
    ended: Statistics,
    /// Those of a thread that has ended belong to this list alone, for some time.
    live: Vec<Arc<Counters>>,
    /// When the list is so long, ended threads are looked for.
    sweep_at: usize,
}

impl AllCounters {
    fn register(&mut self, counters: Arc<Counters>) {
        const SWEEP_AT_MIN: usize = 64;
        if self.live.len() >= self.sweep_at.max(SWEEP_AT_MIN) {
            let ended = &mut self.ended;
            self.live.retain(|counters| {
                let is_live = Arc::strong_count(counters) > 1;
                if !is_live {
                    ended.add(counters);
                }
                is_live
            });
            self.sweep_at = 2 * self.live.len();
        }
        self.live.push(counters);
    }
}

/// The state that all threads share: all global state of the library.
pub struct Runtime {
    config: Config,
    heap: SharedHeap,
    major: Major,
    pool: SegmentPool,
    world: World,
    gil: Gil,
    serialiser: Serialiser,
    hot_spots: HotSpots,
    elision: Elision,
    /// How many threads there are: made, and not ended. SeqCst.
    live_threads: AtomicU64,
    scheduler: Scheduler,
    engine: Box<dyn Engine>,
    /// Number of the next thread. Relaxed.
    next_thread: AtomicU64,
    /// Age of the next transaction that aborts for the first time. Relaxed: only its order counts.
    next_age: Apart<AtomicU64>,
    /// See [`Runtime::change_count`]. SeqCst.
    changes: AtomicU64,
    /// How many threads watch for any change: see [`Runtime::watch_changes`]. SeqCst.
    watchers: AtomicUsize,
    /// Counters of all threads that there have been.
    counters: Mutex<AllCounters>,
    events: Rings,
    /// When the runtime was made.
    start: Instant,
    /// See [`Runtime::set_switch_interval_us`]. Relaxed.
    switch_interval_us: AtomicU64,
    /// Of the machine.
    core_count: usize,
    /// Whether a thread forks the process. Writers: takers by compare-and-swap, the holder. SeqCst.
    forks: AtomicBool,
}

impl Runtime {
    /// Puts a runtime together. Hosts call [`Runtime::new`].
    pub(crate) fn assemble(
        config: Config,
        heap: SharedHeap,
        pool: SegmentPool,
        engine: Box<dyn Engine>,
    ) -> Arc<Runtime> {
        Arc::new(Runtime {
            heap,
            major: Major::default(),
            pool,
            world: World::new(),
            gil: Gil::new(),
            serialiser: Serialiser::new(),
            hot_spots: HotSpots::new(),
            elision: Elision::new(config.elision),
            live_threads: AtomicU64::new(0),
            scheduler: Scheduler::new(config.stepping_seed),
            engine,
            next_thread: AtomicU64::new(0),
            next_age: Apart(AtomicU64::new(1)),
            changes: AtomicU64::new(0),
            watchers: AtomicUsize::new(0),
            counters: Mutex::new(AllCounters::default()),
            events: Rings::new(),
            start: Instant::now(),
            core_count: std::thread::available_parallelism().map_or(2, usize::from),
            switch_interval_us: AtomicU64::new(config.gil_interval_us),
            forks: AtomicBool::new(false),
            config,
        })
    }

    /// Makes the mutator of a new thread. Called by the thread's parent (or, for the first, by the
    /// thread itself); the thread calls [`Mutator::arrive`] before anything else.
    ///
    /// # Errors
    /// When the kernel refuses the thread's stack.
    pub fn new_mutator(self: &Arc<Self>) -> Result<Mutator, StartError> {
        Ok(self.new_mutator_on(Self::reserve_stack()?))
    }

    /// Reserves the stack of a thread to come. A host that can refuse to start a thread only
    /// before some point asks for the stack there, and uses [`Runtime::new_mutator_on`] behind it.
    ///
    /// # Errors
    /// When the kernel refuses it.
    pub fn reserve_stack() -> Result<Stack, StartError> {
        Stack::map(STACK_WORDS).map_err(StartError::Mapping)
    }

    /// As [`Runtime::new_mutator`], with a stack that was reserved before.
    pub fn new_mutator_on(self: &Arc<Self>, stack: Stack) -> Mutator {
        let thread: ThreadNumber = self.next_thread.fetch_add(1, Ordering::Relaxed);
        self.scheduler.announce(thread);
        let counters = Arc::new(Counters::default());
        self.counters
            .lock()
            .expect("no panic under this lock")
            .register(Arc::clone(&counters));
        self.live_threads.fetch_add(1, Ordering::SeqCst);
        if self.config.control == Control::Htm {
            // A thread that was alone had no reason to end its stretch, and has one now.
            self.request_commits();
        }
        Mutator::new(Arc::clone(self), thread, counters, stack)
    }

    /// The settings of the start.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// How long a thread may go on while others wait for the global lock, or for the right of
    /// serialisation, in microseconds: at first as configured ([`Config::gil_interval_us`]).
    pub fn switch_interval_us(&self) -> u64 {
        self.switch_interval_us.load(Ordering::Relaxed)
    }

    /// Changes [`Runtime::switch_interval_us`], from now on.
    pub fn set_switch_interval_us(&self, interval_us: u64) {
        self.switch_interval_us
            .store(interval_us, Ordering::Relaxed);
    }

    /// The same as a duration. Under a seed, decisions must not depend on the clock: there it is
    /// zero.
    pub(crate) fn switch_interval(&self) -> Duration {
        if self.is_stepped() {
            return Duration::ZERO;
        }
        Duration::from_micros(self.switch_interval_us())
    }

    /// The counters of all threads, added up.
    pub fn statistics(&self) -> Statistics {
        let all = self.counters.lock().expect("no panic under this lock");
        let mut sum = all.ended.clone();
        for counters in &all.live {
            sum.add(counters);
        }
        sum
    }

    /// The events of all threads since the last call; see `observe/mod.rs`. Disturbs no thread, and
    /// may be called by any. Costs about a hundred nanoseconds for each event.
    pub fn drain_events(&self) -> EventLog {
        self.events.drain()
    }

    /// Bytes of the old space that are in use, in whole groups of 64 KB.
    pub fn old_space_bytes(&self) -> u64 {
        self.space().used_bytes()
    }

    /// Grows whenever a transaction commits that called [`Mutator::wake_waiters_at_commit`], or
    /// that has written something while a thread watches ([`Runtime::watch_changes`]): a thread
    /// that waits for a change reads it, looks, and waits until it differs.
    pub fn change_count(&self) -> u64 {
        self.changes.load(Ordering::SeqCst)
    }

    /// From now until [`Runtime::unwatch_changes`] each commit that writes something counts as a
    /// change ([`Runtime::change_count`]). No change is missed: a transaction that begins after
    /// this call either sees a commit, or that commit is counted after the begin. (The committer
    /// publishes, then looks for watchers; the watcher signs in, reads the count, then begins.)
    pub fn watch_changes(&self) {
        self.watchers.fetch_add(1, Ordering::SeqCst);
    }

    /// The end of [`Runtime::watch_changes`].
    pub fn unwatch_changes(&self) {
        let before = self.watchers.fetch_sub(1, Ordering::SeqCst);
        debug_assert!(before > 0, "each watcher signs out once");
    }

    /// In the child of a fork only the forking thread is left, which does not watch.
    pub fn forget_watchers(&self) {
        self.watchers.store(0, Ordering::SeqCst);
    }

    /// Whether a thread watches for any change.
    pub(crate) fn has_watchers(&self) -> bool {
        self.watchers.load(Ordering::SeqCst) > 0
    }

    /// Makes threads that wait for a change look again.
    pub fn announce_change(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.scheduler.ring();
    }

    /// Asks all running transactions to end at their next yield point: a thread waits for changes
    /// that they may have made already.
    pub fn request_commits(&self) {
        for number in 0..=self.heap.memory().segment_count() {
            self.pool.get(number).request(lane::COMMIT_SOON);
        }
    }

    /// Makes every running thread leave its fast path at its next yield point.
    pub fn request_attention(&self) {
        for number in 0..=self.heap.memory().segment_count() {
            self.pool.get(number).request(lane::HOST);
        }
    }

    /// Whether a processor is left over beside the transactions that run and so many `others` that
    /// use one: a guess, as other programs run too, and transactions begin and end meanwhile.
    pub fn has_free_core(&self, others: usize) -> bool {
        let private = self.pool.private();
        let open = private.filter(|(_, segment)| segment.is_open()).count();
        open.max(1) + others < self.core_count
    }

    /// Whether threads are stepped deterministically.
    pub fn is_stepped(&self) -> bool {
        self.scheduler.is_stepped()
    }

    #[inline]
    pub(crate) fn heap(&self) -> &SharedHeap {
        &self.heap
    }

    /// [`SharedHeap::memory`].
    #[inline]
    pub(crate) fn memory(&self) -> &Memory {
        self.heap.memory()
    }

    /// [`SharedHeap::shared_base`].
    #[inline]
    pub(crate) fn shared_base(&self) -> Base {
        self.heap.shared_base()
    }

    /// [`SharedHeap::space`].
    #[inline]
    pub(crate) fn space(&self) -> &OldSpace {
        self.heap.space()
    }

    /// [`SharedHeap::layout`].
    #[inline]
    pub(crate) fn layout(&self, id: LayoutId) -> Layout {
        self.heap.layout(id)
    }

    #[inline]
    pub(crate) fn pool(&self) -> &SegmentPool {
        &self.pool
    }

    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    pub(crate) fn gil(&self) -> &Gil {
        &self.gil
    }

    pub(crate) fn hot_spots(&self) -> &HotSpots {
        &self.hot_spots
    }

    pub(crate) fn serialiser(&self) -> &Serialiser {
        &self.serialiser
    }

    pub(crate) fn core_count(&self) -> usize {
        self.core_count
    }

    /// The time in nanoseconds since the runtime was made.
    pub(crate) fn clock_ns(&self) -> u64 {
        if let Some(now_ns) = simulation::virtual_now_ns() {
            return now_ns;
        }
        self.start.elapsed().as_nanos() as u64
    }

    /// The shared state of the threads that elide the lock.
    pub fn elision(&self) -> &Elision {
        &self.elision
    }

    /// How many threads there are: made, and not ended.
    pub fn live_threads(&self) -> u64 {
        self.live_threads.load(Ordering::SeqCst)
    }

    pub(crate) fn thread_ends(&self) {
        self.live_threads.fetch_sub(1, Ordering::SeqCst);
    }

    /// Whether a thread forks the process: one at a time does.
    pub(crate) fn forks(&self) -> &AtomicBool {
        &self.forks
    }

    /// Locks the state that all threads share: no other thread changes it while the guards live;
    /// `bell` is the calling thread's.
    pub(crate) fn hold<'a>(&'a self, bell: &'a Bell) -> impl Sized + 'a {
        // A thread at its bell looks at these queues: so the bell comes first, and the stepping
        // that they ask comes last.
        (
            bell.hold(),
            self.pool.hold(),
            self.gil.hold(),
            self.serialiser.hold(),
            self.major.hold(),
            self.space().groups().lock(),
            self.counters.lock().expect("no panic under this lock"),
            self.scheduler.hold(),
        )
    }

    /// Forgets all threads but this one, after a fork.
    pub(crate) fn keep_only(&self, mutator: &Mutator) {
        self.pool.forget_waiters();
        self.gil.forget_waiters();
        self.serialiser.keep_only(mutator.thread);
        self.major.keep_only(&mutator.parking);
        self.world.forget_claimant();
        self.engine.keep_only();
        self.scheduler.keep_only(mutator.thread);
        self.live_threads.store(1, Ordering::SeqCst);
    }

    pub(crate) fn scheduler(&self) -> &Scheduler {
        &self.scheduler
    }

    #[inline]
    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    pub(crate) fn major(&self) -> &Major {
        &self.major
    }

    /// The recorder of a new thread.
    pub(crate) fn new_recorder(&self, thread: ThreadNumber, counters: Arc<Counters>) -> Recorder {
        let rings = self.config.events.then_some((&self.events, self.start));
        Recorder::new(thread, counters, rings)
    }

    pub(crate) fn draw_age(&self) -> u64 {
        self.next_age.fetch_add(1, Ordering::Relaxed)
    }
}
