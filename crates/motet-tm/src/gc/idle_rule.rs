//! When a major collection is due while no thread runs: `protocol/idle_collection.rs` says why.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Of the growth that makes a collection due, the part that makes one due while no thread runs.
const GROWTH_PART: u64 = 4;
/// How many times as long as it took an idle collection is followed by no other.
const PAUSE_TIMES: u64 = 100;

/// When a collection is due while no thread runs. All is relaxed: a thread that sees an old word
/// collects once more or once less.
#[derive(Default)]
pub(crate) struct IdleRule {
    /// In bytes that are filled; 0 before the first collection. Writer: a collecting thread.
    due_bytes: AtomicU64,
    /// No earlier than at this time of the runtime's clock. Writer: as above.
    not_before_ns: AtomicU64,
    /// Whether the last collection has found objects with finalizers, and another is to follow.
    /// Writer: as above.
    has_found_finalizers: AtomicBool,
}

impl IdleRule {
    /// A collection leaves `filled_bytes` filled, and the next is due at `due_bytes`. `has_found`:
    /// it has found objects that have finalizers to run.
    pub(crate) fn collected(&self, filled_bytes: u64, due_bytes: u64, has_found: bool) {
        let growth_bytes = due_bytes.saturating_sub(filled_bytes) / GROWTH_PART;
        let due_bytes = filled_bytes + growth_bytes;
        self.due_bytes.store(due_bytes, Ordering::Relaxed);
        self.has_found_finalizers
            .store(has_found, Ordering::Relaxed);
    }

    pub(crate) fn is_due(&self, filled_bytes: u64, now_ns: u64) -> bool {
        let due_bytes = self.due_bytes.load(Ordering::Relaxed);
        let is_enough = due_bytes != 0 && filled_bytes >= due_bytes;
        is_enough && now_ns >= self.not_before_ns.load(Ordering::Relaxed)
    }

    /// Whether a collection follows one that has found objects with finalizers.
    pub(crate) fn follows(&self) -> bool {
        self.has_found_finalizers.load(Ordering::Relaxed)
    }

    /// `follows`: it was one that followed another, and is followed by none.
    pub(crate) fn idle_collection_took(&self, since_ns: u64, until_ns: u64, follows: bool) {
        let pause_ns = until_ns.saturating_sub(since_ns) * PAUSE_TIMES;
        self.not_before_ns
            .store(until_ns + pause_ns, Ordering::Relaxed);
        if follows {
            self.has_found_finalizers.store(false, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_growth_and_a_pause_lie_between_two() {
        let rule = IdleRule::default();
        assert!(
            !rule.is_due(u64::MAX, 0),
            "none before the first collection"
        );
        rule.collected(1_000, 2_000, false);
        assert!(!rule.is_due(1_249, 0));
        assert!(rule.is_due(1_250, 0));
        rule.idle_collection_took(100, 110, false);
        assert!(!rule.is_due(1_250, 1_109));
        assert!(rule.is_due(1_250, 1_110));
    }

    #[test]
    fn one_follows_where_finalizers_were_found_and_none_follows_that() {
        let rule = IdleRule::default();
        rule.collected(1_000, 2_000, true);
        rule.idle_collection_took(0, 10, false);
        assert!(rule.follows());
        rule.collected(1_000, 2_000, true);
        rule.idle_collection_took(20, 30, true);
        assert!(!rule.follows());
    }
}
