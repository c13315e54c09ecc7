//! The settings of a runtime, fixed when it is made.

pub(crate) mod inject;

use crate::config::inject::Injection;
use crate::elision::Policy;

/// The control that keeps the threads apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// One thread at a time, handed over by a timer. Segment 0 only, no transactional barrier.
    Gil,
    /// Software transactional memory: threads run in parallel.
    Stm,
    /// The lock of [`Control::Gil`], elided by hardware transactions.
    Htm,
}

/// Whose transactions [`Control::Htm`] uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hardware {
    /// The processor's: [`crate::hardware_transactions`] says whether it has them.
    Real,
    /// None: an imagined machine, for tests. It aborts at begins by the injection's seed; a
    /// transaction that it begins runs alone and gets through. So everything goes through the
    /// elision, and nothing in parallel.
    Imagined,
}

/// How commits under [`Control::Stm`] reach the other threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommitEngine {
    /// The paper's: all other threads stop for each commit. Takes memory only for written groups.
    StopTheWorld,
    /// Commits are appended to a log, which others apply when they poll: no thread is stopped. A
    /// group that is written once is held by every segment.
    Log,
}

/// The settings of a runtime, fixed when it is made.
#[derive(Clone, Debug)]
pub struct Config {
    /// The control that keeps the threads apart.
    pub control: Control,
    /// How commits reach the other threads, under [`Control::Stm`].
    pub commit_engine: CommitEngine,
    /// Whether a thread that is the only one to run does so as under [`Control::Gil`], under
    /// [`Control::Stm`] with [`CommitEngine::Log`] (`engine/sole.rs`).
    pub sole: bool,
    /// How to elide the lock, under [`Control::Htm`].
    pub elision: Policy,
    /// Whose transactions elide it.
    pub hardware: Hardware,
    /// How many transactions can run at once under [`Control::Stm`] and [`Control::Htm`]; 1 to
    /// [`SEGMENTS_MAX`]. One more than there are processors: a thread that wakes up, to hand out
    /// work or to take a result, need not wait until one of those that compute lets go (decision
    /// 19).
    pub segments: usize,
    /// How much the old space may hold, in bytes. Address space, not memory: pages come on demand.
    pub heap_bytes_max: u64,
    /// No major collection is due while less than this is filled in the old space, in bytes, for
    /// each thread that ran a transaction at the last one.
    pub major_bytes_min: u64,
    /// A major collection is due when so much is filled in the old space, in percent of the living
    /// bytes that the last one left.
    pub major_growth_percent: u64,
    /// Where so much is filled in the old space, in bytes, a major collection starts threads that
    /// mark with the one that collects.
    pub marked_together_bytes_min: u64,
    /// A minor collection is due when so much was allocated, in bytes.
    pub nursery_bytes: u64,
    /// Address space for each nursery: how much one operation may allocate, in bytes.
    pub nursery_reserve_bytes: u64,
    /// How long a thread may hold the GIL while others want it, in microseconds.
    pub gil_interval_us: u64,
    /// Whether threads record events: [`crate::Runtime::drain_events`]. Costs about 30 ns for each
    /// transaction (an empty one takes 150), and up to 196 KB for each thread.
    pub events: bool,
    /// Faults to inject.
    pub injection: Injection,
    /// Step the threads deterministically, in an order derived from this seed.
    pub stepping_seed: Option<u64>,
}

/// The most segments that a runtime can have: one bit of a group's mask each.
pub const SEGMENTS_MAX: usize = 63;

impl Config {
    /// The end of nurseries, as an offset in a segment.
    pub fn nursery_end_bytes(&self) -> u64 {
        let unit = crate::heap::memory::NULL_BYTES;
        unit + crate::object::layout::round_up(self.nursery_reserve_bytes, unit)
    }
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Config {
            control: Control::Stm,
            commit_engine: CommitEngine::Log,
            sole: false,
            elision: Policy::IMPROVED,
            hardware: Hardware::Real,
            segments: cores.clamp(2, SEGMENTS_MAX),
            heap_bytes_max: 16 << 30,
            major_bytes_min: 32 << 20,
            major_growth_percent: 200,
            marked_together_bytes_min: 16 << 20,
            nursery_bytes: 1 << 20,
            nursery_reserve_bytes: 2 << 30,
            gil_interval_us: 5_000,
            events: true,
            injection: Injection::default(),
            stepping_seed: None,
        }
    }
}
