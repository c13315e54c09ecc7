//! The runtime: what all threads share.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::config::{CommitEngine, Config, Control, SEGMENTS_MAX};
use crate::engine::gil::GilEngine;
use crate::engine::log::Log;
use crate::engine::stm::Stm;
use crate::engine::stop_the_world::StopTheWorld;
use crate::engine::{Engine, Gil};
use crate::events::{EventLog, EventWriter, Rings};
use crate::heap::memory::{Extent, NULL_BYTES};
use crate::heap::space::PinnedAllocator;
use crate::heap::{Base, Memory, OldSpace};
use crate::layout::{Layout, LayoutId, round_up};
use crate::mutator::Mutator;
use crate::schedule::{Scheduler, ThreadNumber};
use crate::segment::{SegmentPool, lane};
use crate::statistics::{Counters, Statistics};
use crate::world::World;

/// Why a runtime could not be made.
#[derive(Debug)]
pub enum StartError {
    /// The kernel refused the mappings of the heap.
    Mapping(rustix::io::Errno),
    /// The number of segments is not between 1 and [`SEGMENTS_MAX`].
    Segments(usize),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Mapping(error) => write!(f, "cannot map the heap: {error}"),
            StartError::Segments(count) => {
                write!(f, "{count} segments: there can be 1 to {SEGMENTS_MAX}")
            }
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
    pool: SegmentPool,
    world: World,
    gil: Gil,
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
}

/// Beyond the heap limit the old space has room for what nurseries hold when the limit is noticed.
const OLD_SPACE_SLACK_BYTES: u64 = 1 << 30;

impl Runtime {
    /// Makes a runtime for objects of the given layouts.
    ///
    /// # Errors
    /// When the kernel refuses the mappings, or the configuration is out of range.
    pub fn new(config: Config, layouts: Vec<Layout>) -> Result<Arc<Runtime>, StartError> {
        if !(1..=SEGMENTS_MAX).contains(&config.segments) {
            return Err(StartError::Segments(config.segments));
        }
        let segments = if config.control == Control::Stm {
            config.segments
        } else {
            0
        };
        let limit = round_up(config.heap_bytes_max, NULL_BYTES);
        let reserve = round_up(config.nursery_reserve_bytes, NULL_BYTES);
        let extent = Extent::new(reserve, limit + OLD_SPACE_SLACK_BYTES);
        let memory = Memory::map(segments, extent).map_err(StartError::Mapping)?;
        let stepped = config.stepping_seed.is_some();
        let always = stepped || config.injection.wants_every_yield_point();
        let engine: Box<dyn Engine> = match config.control {
            Control::Gil => Box::new(GilEngine),
            Control::Stm => match config.commit_engine {
                CommitEngine::StopTheWorld => Box::new(Stm(StopTheWorld)),
                CommitEngine::Log => Box::new(Stm(Log::new(segments))),
            },
        };
        Ok(Arc::new(Runtime {
            layouts,
            memory,
            space: OldSpace::new(extent, limit),
            pinned: PinnedAllocator::new(),
            pool: SegmentPool::new(segments, if always { lane::ALWAYS } else { 0 }),
            world: World::new(),
            gil: Gil::new(),
            scheduler: Scheduler::new(config.stepping_seed),
            engine,
            next_thread: AtomicU64::new(0),
            next_age: AtomicU64::new(1),
            changes: AtomicU64::new(0),
            counters: Mutex::new(Vec::new()),
            events: Rings::new(),
            start: Instant::now(),
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
        Mutator::new(Arc::clone(self), thread, counters).map_err(StartError::Mapping)
    }

    /// What was set at the start.
    pub fn config(&self) -> &Config {
        &self.config
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

    /// Bytes of the old space handed out so far.
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

    pub(crate) fn scheduler(&self) -> &Scheduler {
        &self.scheduler
    }

    #[inline]
    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    pub(crate) fn draw_age(&self) -> u64 {
        self.next_age.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn would_pass_limit(&self, bytes: u64) -> bool {
        self.space.would_pass_limit(bytes)
    }
}
