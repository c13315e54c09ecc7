//! The runtime: what all threads share.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::config::{CommitEngine, Config, Control, Hardware, SEGMENTS_MAX};
use crate::elision::Elision;
use crate::engine::gil::GilEngine;
use crate::engine::htm::{self, HtmEngine};
use crate::engine::log::Log;
use crate::engine::stm::Stm;
use crate::engine::stop_the_world::StopTheWorld;
use crate::engine::{Engine, Gil};
use crate::events::{EventLog, EventWriter, Rings};
use crate::finalize::Finalizers;
use crate::heap::memory::{Extent, NULL_BYTES};
use crate::heap::space::PinnedAllocator;
use crate::heap::{Base, Memory, OldSpace};
use crate::hot_spots::HotSpots;
use crate::layout::{Layout, LayoutId, round_up};
use crate::major::Major;
use crate::mutator::Mutator;
use crate::schedule::{Scheduler, ThreadNumber};
use crate::segment::{SegmentPool, lane};
use crate::statistics::{Counters, Statistics};
use crate::turns::Turns;
use crate::value::Offset;
use crate::world::World;

/// Why a runtime could not be made.
#[derive(Debug)]
pub enum StartError {
    /// The kernel refused the mappings of the heap.
    Mapping(rustix::io::Errno),
    /// The number of segments is not between 1 and [`SEGMENTS_MAX`].
    Segments(usize),
    /// So many bytes of heap, with a nursery's reserve, are more than a segment can be.
    HeapBytes(u64),
    /// The processor has no hardware transactions, or none that works; why.
    NoHardware(&'static str),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Mapping(error) => write!(f, "cannot map the heap: {error}"),
            StartError::Segments(count) => {
                write!(f, "{count} segments: there can be 1 to {SEGMENTS_MAX}")
            }
            StartError::HeapBytes(bytes) => {
                write!(f, "a heap of {bytes} bytes: there can be less than 256 GiB")
            }
            StartError::NoHardware(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for StartError {}

/// What all threads share. Everything global of the library is in here.
pub struct Runtime {
    config: Config,
    layouts: Vec<Layout>,
    memory: Memory,
    space: OldSpace,
    pinned: PinnedAllocator,
    major: Major,
    finalizers: Finalizers,
    pool: SegmentPool,
    world: World,
    gil: Gil,
    turns: Turns,
    hot_spots: HotSpots,
    elision: Elision,
    /// How many threads there are: made, and not ended. SeqCst.
    live_threads: AtomicU64,
    scheduler: Scheduler,
    engine: Box<dyn Engine>,
    /// Number of the next thread. Relaxed.
    next_thread: AtomicU64,
    /// Age of the next transaction. Relaxed: only its order counts.
    next_age: AtomicU64,
    /// See [`Runtime::change_count`]. SeqCst.
    changes: AtomicU64,
    /// Counters of all threads that there have been.
    counters: Mutex<Vec<Arc<Counters>>>,
    events: Rings,
    /// When the runtime was made.
    start: Instant,
    /// See [`Runtime::set_switch_interval_us`]. Relaxed.
    switch_interval_us: AtomicU64,
    /// Of the machine.
    core_count: usize,
}

/// How far the old space reaches beyond the heap limit: there is room for what nurseries hold when
/// the limit is noticed (it is looked at when a nursery grows, and each holds at most its reserve;
/// size classes waste a quarter).
fn slack_bytes(limit: u64, reserve: u64, segments: usize) -> u64 {
    let nurseries = segments.max(1) as u64 * reserve.min(limit);
    let wanted = SLACK_BYTES_MIN.max(nurseries / 2 * 3);
    let room = Memory::SEGMENT_BYTES_MAX.saturating_sub(NULL_BYTES + reserve + limit);
    round_up(wanted, NULL_BYTES).min(room)
}

const SLACK_BYTES_MIN: u64 = 1 << 30;

impl Runtime {
    /// Makes a runtime for objects of the given layouts.
    ///
    /// # Errors
    /// When the kernel refuses the mappings, or the configuration is out of range.
    pub fn new(config: Config, layouts: Vec<Layout>) -> Result<Arc<Runtime>, StartError> {
        if !(1..=SEGMENTS_MAX).contains(&config.segments) {
            return Err(StartError::Segments(config.segments));
        }
        let (segments, views) = match config.control {
            Control::Gil => (0, 0),
            Control::Stm => (config.segments, config.segments),
            Control::Htm => (config.segments, 0),
        };
        let wanted = config
            .heap_bytes_max
            .saturating_add(config.nursery_reserve_bytes)
            .saturating_add(4 * NULL_BYTES);
        if wanted > Memory::SEGMENT_BYTES_MAX {
            return Err(StartError::HeapBytes(config.heap_bytes_max));
        }
        let limit = round_up(config.heap_bytes_max, NULL_BYTES);
        let reserve = round_up(config.nursery_reserve_bytes, NULL_BYTES);
        let slack = slack_bytes(limit, reserve, segments);
        // Threads that share a view have their nurseries one behind the other.
        let nurseries = (segments - views).max(1) as u64;
        let extent = Extent::new(reserve * nurseries, limit + slack);
        let memory = Memory::map(views, extent).map_err(StartError::Mapping)?;
        let memory = memory.with_names(segments - views);
        let stepped = config.stepping_seed.is_some();
        #[cfg(simulated)]
        let stepped = stepped || crate::simulation::simulator().is_some();
        let always = stepped || config.injection.wants_every_yield_point();
        let engine: Box<dyn Engine> = match config.control {
            Control::Gil => Box::new(GilEngine),
            Control::Htm => htm_engine(&config)?,
            #[cfg(simulated)]
            Control::Stm if crate::simulation::simulator().is_some() => {
                Box::new(crate::engine::simulated::Simulated(Stm(Log::new(segments))))
            }
            Control::Stm => match config.commit_engine {
                CommitEngine::StopTheWorld => Box::new(Stm(StopTheWorld)),
                CommitEngine::Log => Box::new(Stm(Log::new(segments))),
            },
        };
        Ok(Arc::new(Runtime {
            layouts,
            memory,
            space: OldSpace::new(extent, limit, config.major_bytes_min.min(limit / 2)),
            pinned: PinnedAllocator::new(),
            major: Major::default(),
            finalizers: Finalizers::default(),
            pool: SegmentPool::new(segments, if always { lane::ALWAYS } else { 0 }),
            world: World::new(),
            gil: Gil::new(),
            turns: Turns::new(),
            hot_spots: HotSpots::new(),
            elision: Elision::new(config.elision),
            live_threads: AtomicU64::new(0),
            scheduler: Scheduler::new(config.stepping_seed),
            engine,
            next_thread: AtomicU64::new(0),
            next_age: AtomicU64::new(1),
            changes: AtomicU64::new(0),
            counters: Mutex::new(Vec::new()),
            events: Rings::new(),
            start: Instant::now(),
            core_count: std::thread::available_parallelism().map_or(2, usize::from),
            switch_interval_us: AtomicU64::new(config.gil_interval_us),
            config,
        }))
    }

    /// Makes the mutator of a new thread. Called by the thread's parent (or, for the first, by the
    /// thread itself); the thread calls [`Mutator::arrive`] before anything else.
    ///
    /// # Errors
    /// When the kernel refuses the thread's stack.
    pub fn new_mutator(self: &Arc<Self>) -> Result<Mutator, StartError> {
        let thread: ThreadNumber = self.next_thread.fetch_add(1, Ordering::Relaxed);
        self.scheduler.announce(thread);
        let counters = Arc::new(Counters::default());
        self.counters
            .lock()
            .expect("no panic under this lock")
            .push(Arc::clone(&counters));
        self.live_threads.fetch_add(1, Ordering::SeqCst);
        if self.config.control == Control::Htm {
            // Who was alone, and so had no reason to end, has one now.
            self.request_commits();
        }
        Mutator::new(Arc::clone(self), thread, counters).map_err(|error| {
            self.thread_ends();
            StartError::Mapping(error)
        })
    }

    /// What was set at the start.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// How long a thread may go on while others wait for the global lock, or for their turn, in
    /// microseconds: at first as configured ([`Config::gil_interval_us`]).
    pub fn switch_interval_us(&self) -> u64 {
        self.switch_interval_us.load(Ordering::Relaxed)
    }

    /// Changes [`Runtime::switch_interval_us`], from now on.
    pub fn set_switch_interval_us(&self, interval_us: u64) {
        self.switch_interval_us
            .store(interval_us, Ordering::Relaxed);
    }

    /// The same as a duration. What a seed decides must not hang on the clock: there it is none.
    pub(crate) fn switch_interval(&self) -> Duration {
        if self.is_stepped() {
            return Duration::ZERO;
        }
        Duration::from_micros(self.switch_interval_us())
    }

    /// The counters of all threads, added up.
    pub fn statistics(&self) -> Statistics {
        let mut sum = Statistics::default();
        for counters in self
            .counters
            .lock()
            .expect("no panic under this lock")
            .iter()
        {
            sum.add(counters);
        }
        sum
    }

    /// The events of all threads since the last call; see `events/mod.rs`. Disturbs no thread, and
    /// may be called by any. Costs about a hundred nanoseconds for each event.
    pub fn drain_events(&self) -> EventLog {
        self.events.drain()
    }

    pub(crate) fn event_writer(&self, thread: ThreadNumber) -> Option<EventWriter> {
        let is_on = self.config.events;
        is_on.then(|| EventWriter::new(&self.events, thread, self.start))
    }

    /// Bytes of the old space that are in use, in whole groups of 64 KB.
    pub fn old_space_bytes(&self) -> u64 {
        self.space.used_bytes()
    }

    /// Grows whenever a transaction commits that called [`Mutator::wake_waiters_at_commit`]: who
    /// waits for a change reads it, looks, and waits until it differs.
    pub fn change_count(&self) -> u64 {
        self.changes.load(Ordering::SeqCst)
    }

    /// Makes whoever waits for a change look again.
    pub fn announce_change(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.scheduler.ring();
    }

    /// Asks all running transactions to end at their next yield point: somebody waits for what they
    /// may have done already.
    pub fn request_commits(&self) {
        for number in 0..=self.memory.segment_count() {
            self.pool.get(number).request(lane::COMMIT_SOON);
        }
    }

    /// Makes every running thread leave its fast path at its next yield point.
    pub fn request_attention(&self) {
        for number in 0..=self.memory.segment_count() {
            self.pool.get(number).request(lane::HOST);
        }
    }

    /// Whether threads are stepped deterministically.
    pub fn is_stepped(&self) -> bool {
        self.scheduler.is_stepped()
    }

    #[inline]
    pub(crate) fn layout(&self, id: LayoutId) -> Layout {
        self.layouts[usize::from(id.0)]
    }

    pub(crate) fn has_layout(&self, id: LayoutId) -> bool {
        usize::from(id.0) < self.layouts.len()
    }

    #[inline]
    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    #[inline]
    pub(crate) fn shared_base(&self) -> Base {
        self.memory.base(0)
    }

    #[inline]
    pub(crate) fn space(&self) -> &OldSpace {
        &self.space
    }

    pub(crate) fn pinned(&self) -> &PinnedAllocator {
        &self.pinned
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

    pub(crate) fn turns(&self) -> &Turns {
        &self.turns
    }

    pub(crate) fn core_count(&self) -> usize {
        self.core_count
    }

    /// The time in nanoseconds since the runtime was made.
    pub(crate) fn clock_ns(&self) -> u64 {
        #[cfg(simulated)]
        if let Some(simulator) = crate::simulation::simulator() {
            return simulator.now_ns();
        }
        self.start.elapsed().as_nanos() as u64
    }

    /// What the threads share that elide the lock.
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

    pub(crate) fn finalizers(&self) -> &Finalizers {
        &self.finalizers
    }

    /// Segment 0's view and all private copies of the group that an offset lies in. They cannot
    /// change: the caller holds the lock that privatising takes, or has stopped the world.
    pub(crate) fn views_of(&self, offset: Offset) -> impl Iterator<Item = Base> + '_ {
        let group = self.space.group_of(offset);
        let private = self.space.private_in(group).load(Ordering::Acquire);
        (0..=self.memory.segment_count())
            .filter(move |number| *number == 0 || private & (1 << number) != 0)
            .map(|number| self.memory.base(number))
    }

    pub(crate) fn draw_age(&self) -> u64 {
        self.next_age.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn would_pass_limit(&self, bytes: u64) -> bool {
        self.space.would_pass_limit(bytes)
    }
}

fn htm_engine(config: &Config) -> Result<Box<dyn Engine>, StartError> {
    match config.hardware {
        Hardware::Imagined => Ok(Box::new(HtmEngine::imagined())),
        Hardware::Real => match htm::hardware_transactions() {
            Ok(()) => Ok(Box::new(HtmEngine::real())),
            Err(reason) => Err(StartError::NoHardware(reason)),
        },
    }
}
