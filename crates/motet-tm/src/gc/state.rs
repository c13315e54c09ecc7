//! The state of a thread between two of its collections.

use std::cell::Cell;

/// The collector's state of one thread.
pub(crate) struct GcState {
    /// The heap limit is passed even after a major collection: the language raises its error.
    pub(crate) out_of_memory: Cell<bool>,
    /// Whether the host was refused memory since the last major collection: it knows.
    pub(crate) is_told: Cell<bool>,
    /// The transaction may pass the heap limit until so much is in use: see
    /// `protocol/collection.rs`.
    pub(crate) let_off_until_bytes: Cell<u64>,
    /// How many safepoints until the next major collection is injected.
    safepoints_to_major: Cell<u32>,
}

impl GcState {
    /// `major_safepoints`: at every so-manieth safepoint a major collection is injected; 0: none.
    pub(crate) fn new(major_safepoints: u32) -> GcState {
        GcState {
            out_of_memory: Cell::new(false),
            is_told: Cell::new(false),
            let_off_until_bytes: Cell::new(0),
            safepoints_to_major: Cell::new(major_safepoints),
        }
    }

    /// Counts a safepoint; whether a major collection is injected at it.
    pub(crate) fn injects_major(&self, every: u32) -> bool {
        if every == 0 {
            return false;
        }
        let left = self.safepoints_to_major.get() - 1;
        self.safepoints_to_major
            .set(if left == 0 { every } else { left });
        left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_third_safepoint_collects() {
        let state = GcState::new(3);
        let collects = (0..9).map(|_| state.injects_major(3));
        let collects: Vec<usize> = collects
            .enumerate()
            .filter_map(|(index, collects)| collects.then_some(index))
            .collect();
        assert_eq!(collects, [2, 5, 8]);
        assert!(!GcState::new(0).injects_major(0));
    }
}
