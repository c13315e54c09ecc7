//! Descriptors that the program has opened and that no object refers to any more.
//!
//! The finalizer of a file closes it, and runs when a collection has found the file unreachable.
//! Collections are due by memory, and a process may run out of descriptors long before that. So
//! the number of each new descriptor is looked at: the system gives the lowest that is free, so a
//! high number means that many are open. Then, at its next yield point, the thread that has opened
//! it ends its transaction, does a major collection and runs finalizers.

use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicI64, Ordering};

use rustix::process::{Resource, getrlimit};

/// So many more are opened at most before the next collection for descriptors, if the limit is far.
const MORE_MAX: i64 = 4_096;
/// So many are at least, if the limit is near.
const MORE_MIN: i64 = 4;

/// When the next collection for descriptors is due.
pub(crate) struct Descriptors {
    /// A new descriptor of this number or a higher one asks for the collection. 0: the limit is to
    /// be looked up. Writers and readers: threads that open files. Relaxed: one more collection, or
    /// one that comes a little later, does no harm.
    due_at: AtomicI64,
}

impl Descriptors {
    pub(crate) fn new() -> Descriptors {
        Descriptors {
            due_at: AtomicI64::new(0),
        }
    }

    /// Sets when the next collection is due, by the lowest number that is free and the limit.
    pub(crate) fn measure(&self) {
        let limit = getrlimit(Resource::Nofile).current;
        let limit = limit.map_or(i64::MAX, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
        let free = rustix::event::eventfd(0, rustix::event::EventfdFlags::CLOEXEC)
            .map_or(limit, |free| i64::from(free.as_raw_fd()));
        let more = (limit.saturating_sub(free) / 2).clamp(MORE_MIN, MORE_MAX);
        let due_at = free.saturating_add(more).min(limit - 1).max(1);
        self.due_at.store(due_at, Ordering::Relaxed);
    }

    /// Whether a new descriptor has so high a number that a collection is due. Costs a load.
    pub(crate) fn are_scarce(&self, number: i64) -> bool {
        if self.due_at.load(Ordering::Relaxed) == 0 {
            self.measure();
        }
        number >= self.due_at.load(Ordering::Relaxed)
    }

    /// Notes that the limit may have changed.
    pub(crate) fn forget_limit(&self) {
        self.due_at.store(0, Ordering::Relaxed);
    }
}
