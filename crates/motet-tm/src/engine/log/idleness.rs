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

/// When committers look for idle segments.
#[derive(Default)]
pub(super) struct Idleness {
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

/// Whether no thread has had the segment for so long.
fn is_idle(segment: &Segment, now_ns: u64, limit_ns: u64) -> bool {
    let idle_ns = now_ns.saturating_sub(segment.since_ns.load(Ordering::Relaxed));
    segment.state() == SegmentState::Idle && idle_ns >= limit_ns
}

impl Idleness {
    /// A commit has made the log so long: which of the segments that have joined have been idle for
    /// long, a bit each, where joining has taken so long.
    pub(super) fn idle(
        &mut self,
        mutator: &Mutator,
        joined: u64,
        joining_ns: u64,
        log_bytes: u64,
    ) -> u64 {
        let runtime = &mutator.runtime;
        if log_bytes < self.check_at_bytes || runtime.is_stepped() {
            return 0;
        }
        self.check_at_bytes = log_bytes + CHECK_BYTES;
        let (now_ns, limit_ns) = (runtime.clock_ns(), idle_limit_ns(joining_ns));
        let others = joined & !(1 << mutator.heap.segment.get());
        let others = runtime.pool().in_mask(others);
        let idle = others.filter(|(_, segment)| is_idle(segment, now_ns, limit_ns));
        idle.fold(0, |mask, (number, _)| mask | 1 << number)
    }
}
