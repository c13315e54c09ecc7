//! Events: the acts of each thread with their times, always recorded, so that a profiler can be
//! built on top.
//!
//! Every event is an interval. A transaction is one event, recorded when it ends: its begin is the
//! interval's begin. (A transaction that is still open is reported beside the events, see
//! [`ThreadEvents::open`].) The events of a thread are in the order of their ends, so the events
//! inside of a transaction stand before it.
//!
//! # Positions
//!
//! The host tells where in the program its thread is ([`crate::Mutator::set_position`]), before it
//! calls a function that may wait, write or end a transaction. The number is opaque to the runtime;
//! 0 means unknown. It has at most 48 bits: above them the position of a *write* tells the host
//! word of the written object ([`host_written_at`]; [`place_of`] is the rest). An abort names both
//! sides:
//!
//! - write-write: both writes. (The winner's is 0 if it has been forgotten, see `positions.rs`.)
//! - read-write, the reader lost: the winner's write; of the reader where it was when it noticed,
//!   and where it began. Reads are not recorded: that would cost each of them.
//! - read-write, the writer gave way to an older reader: the write; of the reader where it began.
//!
//! # Cost
//!
//! One reading of the clock and one record for each transaction: the next one begins with the time
//! at which the last one ended. Waits below a microsecond are not recorded, nor are collections at
//! commit of a nursery that is nearly empty.

pub(crate) mod positions;
pub(crate) mod recorder;
pub(crate) mod ring;
pub(crate) mod statistics;
mod summary;

pub use positions::{host_written_at, place_of};
pub use summary::{ConflictPair, SerialPlace, Summary, Totals, summary};

use crate::observe::statistics::AbortCause;

/// The event that a thread waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum WaitFor {
    /// For a free segment: there are more threads than segments.
    Segment = 0,
    /// For all others to stop, so that it could commit.
    Stop = 1,
    /// For the thread that has stopped the world to let it go on.
    Resume = 2,
    /// For the owner of a write lock, which it has doomed, to let go.
    Lock = 3,
    /// For the transaction that it gave way to, before it tried again.
    Winner = 4,
    /// For the GIL.
    Gil = 5,
    /// For the one right to be inevitable.
    Inevitability = 6,
    /// For the log: another thread commits, or lags behind in applying commits.
    Log = 7,
    /// For something of the host's: [`crate::Mutator::wait_until`], [`crate::Mutator::while_safe`].
    Host = 8,
    /// For the serial right: its transactions kept conflicting with others.
    Turn = 9,
}

impl WaitFor {
    /// All of them, in the order of their number.
    pub const ALL: [WaitFor; 10] = [
        WaitFor::Segment,
        WaitFor::Stop,
        WaitFor::Resume,
        WaitFor::Lock,
        WaitFor::Winner,
        WaitFor::Gil,
        WaitFor::Inevitability,
        WaitFor::Log,
        WaitFor::Host,
        WaitFor::Turn,
    ];

    /// A short name for reports.
    pub fn name(self) -> &'static str {
        match self {
            WaitFor::Segment => "segment",
            WaitFor::Stop => "stop",
            WaitFor::Resume => "resume",
            WaitFor::Lock => "lock",
            WaitFor::Winner => "winner",
            WaitFor::Gil => "GIL",
            WaitFor::Inevitability => "inevitability",
            WaitFor::Log => "log",
            WaitFor::Host => "host",
            WaitFor::Turn => "turn",
        }
    }
}

/// The kind of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// A transaction, from its begin to its commit.
    Commit,
    /// A transaction, from its begin until it was undone: the time is lost.
    Abort(AbortCause),
    /// A wait of a microsecond or more. The thread waited for, if any, is the event's `other`.
    Wait(WaitFor),
    /// The transaction became inevitable; from the request until it was.
    Inevitable,
    /// A minor collection.
    MinorCollection,
    /// A major collection.
    MajorCollection,
}

/// The other side of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherSide {
    /// Number of the thread.
    pub thread: u64,
    /// Its position as the head of this page tells, 0 if unknown.
    pub position: u64,
}

/// Something that happened on a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its kind.
    pub kind: EventKind,
    /// When it began, in nanoseconds since the runtime was made.
    pub began_ns: u64,
    /// When it ended, as `began_ns`.
    pub ended_ns: u64,
    /// The position of the thread; of an abort by a write-write conflict that of its write.
    pub position: u64,
    /// The position at which the transaction began.
    pub begin_position: u64,
    /// The other thread of an abort or a wait, if it is known.
    pub other: Option<OtherSide>,
}

impl Event {
    /// How long it took, in nanoseconds; of an abort, the time lost.
    pub fn duration_ns(&self) -> u64 {
        self.ended_ns.saturating_sub(self.began_ns)
    }
}

/// A transaction that has not ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenTransaction {
    /// When it began, in nanoseconds since the runtime was made.
    pub began_ns: u64,
    /// The position at which it began.
    pub begin_position: u64,
}

/// The events of one thread since they were drained last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadEvents {
    /// Number of the thread.
    pub thread: u64,
    /// In the order of their ends.
    pub events: Vec<Event>,
    /// How many events before these were overwritten before they were drained.
    pub lost: u64,
    /// The transaction that runs now.
    pub open: Option<OpenTransaction>,
}

/// The result of [`crate::Runtime::drain_events`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventLog {
    /// By thread, in the order of their making: those that run and those that have ended since.
    pub threads: Vec<ThreadEvents>,
    /// How many events were lost with threads that had ended long before they were drained.
    pub lost_with_threads: u64,
}
