//! Which segments have been idle for long.

use std::sync::atomic::Ordering;

use crate::runtime::mutator::Mutator;
use crate::threads::segment::{Segment, SegmentState};

/// How long a segment must have been idle before it leaves, at least and in multiples of the last
/// time that joining took.
const IDLE_NS_MIN: u64 = 5_000_000;
const IDLE_JOINS: u64 = 16;

/// A committer looks for that once in so many bytes of the log: commits are small and many, or
/// large and few, and the latter cost most while there are other segments.
const CHECK_BYTES: u64 = 4 << 10;

/// A segment, as a committer has seen it.
#[derive(Clone, Copy)]
struct Seen {
    /// Its begin number …
    serial: u64,
    /// … and the time since which it is that.
    since_ns: u64,
}

/// The times since which segments have not been used.
pub(super) struct Idleness {
    /// By segment.
    seen: Vec<Seen>,
    /// How long that must last before a segment leaves.
    limit_ns: u64,
    /// When the log has so many bytes, a committer looks.
    check_at_bytes: u64,
}

/// How long a segment must have been idle before it leaves (in scripts not at all), where joining
/// has taken so long.
fn idle_limit_ns(joining_ns: u64) -> u64 {
    if cfg!(test) {
        return 0;
    }
    (IDLE_JOINS * joining_ns).max(IDLE_NS_MIN)
}

impl Idleness {
    pub(super) fn new(segments: usize) -> Idleness {
        let never = Seen {
            serial: u64::MAX,
            since_ns: 0,
        };
        Idleness {
            seen: vec![never; segments + 1],
            limit_ns: idle_limit_ns(0),
            check_at_bytes: 0,
        }
    }

    /// Sets the limit by the time that joining has taken.
    pub(super) fn set_limit(&mut self, joining_ns: u64) {
        self.limit_ns = idle_limit_ns(joining_ns);
    }

    /// A commit has made the log so long: which of the segments that have joined have been idle for
    /// long, a bit each.
    pub(super) fn idle(&mut self, mutator: &Mutator, joined: u64, log_bytes: u64) -> u64 {
        let runtime = &mutator.runtime;
        if log_bytes < self.check_at_bytes || runtime.is_stepped() {
            return 0;
        }
        self.check_at_bytes = log_bytes + CHECK_BYTES;
        let (now_ns, limit_ns) = (runtime.clock_ns(), self.limit_ns);
        let others = joined & !(1 << mutator.heap.segment.get());
        let idle = runtime.pool().in_mask(others).filter(|(number, segment)| {
            let since_ns = self.seen[*number].idle_since(segment, now_ns);
            since_ns.is_some_and(|since_ns| now_ns - since_ns >= limit_ns)
        });
        idle.fold(0, |mask, (number, _)| mask | 1 << number)
    }
}

impl Seen {
    /// Since when the segment has not been used, as far as committers know; `None` if it is used.
    fn idle_since(&mut self, segment: &Segment, now_ns: u64) -> Option<u64> {
        let serial = segment.serial.load(Ordering::Relaxed);
        if serial != self.serial || segment.state() != SegmentState::Idle {
            *self = Seen {
                serial,
                since_ns: now_ns,
            };
            return None;
        }
        Some(self.since_ns)
    }
}
