//! How a commit becomes visible to all: the difference of the two engines of software transactional
//! memory.

use std::time::Duration;

use crate::contention::hot_spots::Heat;
use crate::heap::written::Written;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;
use crate::threads::segment::Segment;

/// The segments that take part in the publication of commits, and what it costs to enter another.
pub(crate) struct Participants {
    /// A bit each.
    pub(crate) segments: u64,
    /// How long it took to make a segment take part, the last time.
    pub(crate) joining: Duration,
}

impl Participants {
    /// All segments take part always.
    pub(crate) const ALL: Participants = Participants {
        segments: u64::MAX,
        joining: Duration::ZERO,
    };
}

/// How a commit becomes visible to all: the difference of the two engines.
pub(crate) trait Publication: Send + Sync {
    /// The segments that take part. A hint: others may join and leave meanwhile.
    fn participants(&self) -> Participants {
        Participants::ALL
    }
    /// Makes the segment that the thread has entered take part if it does not yet.
    fn join(&self, mutator: &mut Mutator);
    /// Brings the view of the thread's segment up to date, and dooms its transaction if that
    /// changes an object that it has read. Nothing to do where commits stop all threads.
    fn catch_up(&self, mutator: &Mutator);
    /// As [`Publication::catch_up`], while no transaction is open; opens it: on return the snapshot
    /// is fixed.
    fn open(&self, mutator: &Mutator, segment: &Segment);
    /// Brings the views of all segments up to date: the world is stopped, for a major collection.
    /// Nothing to do where commits stop all threads.
    fn settle_all(&self, _: &Mutator) {}
    /// Prepares the first write of the transaction to a place. Where commits stop all threads, it
    /// takes the place's write lock. In a log it brings the view up to date and marks the place as
    /// read, so that the entry of another writer dooms this transaction; it takes the lock of a
    /// very hot place alone, so that the next writer gives way at once.
    ///
    /// Returns the segments, a bit each, in which the place's group must be private before it is
    /// written. They are those of this moment: while the thread waits here for the place's owner,
    /// segments may join and leave.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed or gives way.
    fn prepare_write(&self, mutator: &Mutator, target: Written, heat: Heat) -> Result<u64, Unwind>;
    /// Undoes the writes to objects that others know, and lets the write locks go.
    fn restore(&self, mutator: &Mutator);
    /// Raises the flag of the segment after which no transaction dooms it. The thread has the
    /// runtime's inevitability.
    fn settle_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind>;
    /// Whether other segments take part.
    fn has_company(&self, mutator: &Mutator) -> bool;
    /// Publishes the transaction's writes to objects that others know, and ends it; or finds that
    /// it cannot commit. The nursery is empty, promoted objects are in place.
    fn publish(&self, mutator: &mut Mutator) -> Result<(), Unwind>;
}
