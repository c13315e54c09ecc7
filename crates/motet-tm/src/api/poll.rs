//! The requests that the language's loop looks at between operations, and how its thread comes and
//! goes.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::runtime::mutator::Mutator;
use crate::threads::segment::lane;

impl Mutator {
    /// Whether something asks for attention: one load. To be looked at on each yield point.
    #[inline(always)]
    pub fn is_polled(&self) -> bool {
        self.poll_word().load(Ordering::Relaxed) != 0
    }

    /// Counts a yield point; true when the transaction's length is used up.
    #[inline(always)]
    pub fn use_fuel(&self) -> bool {
        self.budget.use_one()
    }

    /// When the running transaction began, in nanoseconds since the runtime was made.
    #[inline(always)]
    pub fn begun_at_ns(&self) -> u64 {
        self.budget.began_ns.get()
    }

    /// Whether the running transaction has taken so long. Where threads are stepped the clock must
    /// not decide: there each has.
    pub fn has_run_for(&self, duration: Duration) -> bool {
        let taken_ns = self.runtime.clock_ns().saturating_sub(self.begun_at_ns());
        self.runtime.is_stepped() || Duration::from_nanos(taken_ns) >= duration
    }

    /// Whether a collection is due; to be looked at between operations.
    #[inline(always)]
    pub fn is_collection_due(&self) -> bool {
        self.poll_word().load(Ordering::Relaxed) & lane::COLLECT != 0
    }

    /// Makes this thread leave its fast path at its next yield point, until
    /// [`Mutator::clear_attention`].
    pub fn request_own_attention(&self) {
        self.poll_word().fetch_or(lane::HOST, Ordering::Relaxed);
    }

    /// Whether the thread has been asked for attention.
    pub fn has_attention(&self) -> bool {
        self.poll_word().load(Ordering::Relaxed) & lane::HOST != 0
    }

    /// Notes that the thread has attended to the host's request: see
    /// [`crate::Runtime::request_attention`].
    pub fn clear_attention(&self) {
        self.poll_word().fetch_and(!lane::HOST, Ordering::Relaxed);
    }

    /// Whether the heap limit was passed since the last call, and a major collection did not help:
    /// to be asked after [`Mutator::collect_if_due`] and after a commit.
    pub fn take_out_of_memory(&self) -> bool {
        self.gc.out_of_memory.take()
    }

    /// The thread begins to run: to be called by it before anything else.
    pub fn arrive(&self) {
        self.runtime.scheduler().arrive(self.thread);
    }

    /// Leaves the scheduler at the thread's end. No transaction is open.
    pub fn depart(&self) {
        assert!(!self.is_open(), "a thread ends its transaction first");
        self.runtime.scheduler().leave(self.thread);
    }
}
