//! Whether all segments but one have been idle for long.

use std::sync::atomic::Ordering;

use crate::runtime::mutator::Mutator;
use crate::threads::segment::SegmentState;

/// How long all others must have been idle before they leave, at least and in multiples of the last
/// time that joining took.
const IDLE_NS_MIN: u64 = 10_000_000;
const IDLE_JOINS: u64 = 16;

/// A committer looks at the clock for that once in so many commits.
const IDLE_CHECK_COMMITS: u32 = 16;

/// The time since which only one segment has been used.
pub(super) struct Idleness {
    /// The begin numbers of all segments but the user's, added up, and when they were first seen.
    serials: u64,
    since_ns: u64,
    /// How long that must last before the others leave.
    limit_ns: u64,
    commits: u32,
}

/// How long all others must have been idle before they leave (in scripts not at all), where joining
/// has taken so long.
fn idle_limit_ns(joining_ns: u64) -> u64 {
    if cfg!(test) {
        return 0;
    }
    (IDLE_JOINS * joining_ns).max(IDLE_NS_MIN)
}

impl Idleness {
    pub(super) fn new() -> Idleness {
        Idleness {
            serials: u64::MAX,
            since_ns: 0,
            limit_ns: idle_limit_ns(0),
            commits: 0,
        }
    }

    /// Sets the limit by the time that joining has taken.
    pub(super) fn set_limit(&mut self, joining_ns: u64) {
        self.limit_ns = idle_limit_ns(joining_ns);
    }

    /// A commit happens: whether all other segments have been idle for long.
    pub(super) fn is_over(&mut self, mutator: &Mutator) -> bool {
        self.commits += 1;
        let runtime = &mutator.runtime;
        if !self.commits.is_multiple_of(IDLE_CHECK_COMMITS) || runtime.is_stepped() {
            return false;
        }
        let own = mutator.heap.segment.get();
        let others = || runtime.pool().private().filter(|(other, _)| *other != own);
        let serials = others().map(|(_, segment)| segment.serial.load(Ordering::Relaxed));
        let serials = serials.fold(own as u64, u64::wrapping_add);
        let (now_ns, is_same) = (runtime.clock_ns(), serials == self.serials);
        if !is_same || others().any(|(_, segment)| segment.state() != SegmentState::Idle) {
            (self.serials, self.since_ns) = (serials, now_ns);
            return false;
        }
        let is_over = now_ns - self.since_ns >= self.limit_ns;
        if is_over {
            self.serials = u64::MAX;
        }
        is_over
    }
}
