//! How long the running transaction may go on, in yield points: its *fuel*.

use std::cell::Cell;

/// The length of the running transaction, as far as it has passed and may still go.
pub(crate) struct Budget {
    /// How many yield points the transaction may still pass. Counted down by the language's loop.
    pub(crate) fuel: Cell<i32>,
    /// The fuel at the begin, plus all that was added since.
    granted: Cell<i32>,
    /// Whether the transaction ends earlier than the length control said: it wrote a hot place.
    is_cut_short: Cell<bool>,
    /// Since when that is known.
    cut_at_ns: Cell<u64>,
    /// When the transaction began.
    pub(crate) began_ns: Cell<u64>,
}

impl Budget {
    pub(crate) fn new() -> Budget {
        Budget {
            fuel: Cell::new(0),
            granted: Cell::new(0),
            is_cut_short: Cell::new(false),
            cut_at_ns: Cell::new(0),
            began_ns: Cell::new(0),
        }
    }

    /// A transaction of so many yield points begins.
    pub(crate) fn begin(&self, yield_points: i32) {
        debug_assert!(
            yield_points >= 0,
            "the yield point that ends it is not counted"
        );
        self.fuel.set(yield_points);
        self.granted.set(yield_points);
        self.is_cut_short.set(false);
    }

    /// Counts a yield point; true when the length is used up.
    #[inline(always)]
    pub(crate) fn use_one(&self) -> bool {
        let fuel = self.fuel.get() - 1;
        self.fuel.set(fuel);
        fuel < 0
    }

    pub(crate) fn is_used_up(&self) -> bool {
        self.fuel.get() < 0
    }

    /// How many yield points the transaction has passed.
    pub(crate) fn passed(&self) -> u64 {
        u64::try_from(self.granted.get() - self.fuel.get()).unwrap_or(0)
    }

    /// Lets the transaction pass so many yield points from here on. The count of yield points
    /// already passed does not change.
    pub(crate) fn set_rest(&self, yield_points: i32) {
        let more = yield_points.saturating_sub(self.fuel.replace(yield_points));
        self.granted.set(self.granted.get().saturating_add(more));
    }

    /// Ends the transaction after so many yield points, if it does not end before.
    pub(crate) fn cut_to(&self, yield_points: i32, now_ns: impl FnOnce() -> u64) {
        if self.fuel.get() > yield_points {
            self.set_rest(yield_points);
            self.is_cut_short.set(true);
            self.cut_at_ns.set(now_ns());
        }
    }

    /// When the transaction was cut short, if it was.
    pub(crate) fn cut_at_ns(&self) -> Option<u64> {
        self.is_cut_short.get().then(|| self.cut_at_ns.get())
    }

    pub(crate) fn is_cut_short(&self) -> bool {
        self.is_cut_short.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_passed_does_not_change_with_what_is_left() {
        let budget = Budget::new();
        budget.begin(100);
        (0..10).for_each(|_| assert!(!budget.use_one()));
        assert_eq!(budget.passed(), 10);
        budget.cut_to(500, || 7);
        assert!(!budget.is_cut_short(), "there is less left than that");
        budget.cut_to(5, || 7);
        assert_eq!(budget.cut_at_ns(), Some(7));
        assert_eq!((budget.passed(), budget.fuel.get()), (10, 5));
        budget.set_rest(1_000);
        assert_eq!((budget.passed(), budget.fuel.get()), (10, 1_000));
    }
}
