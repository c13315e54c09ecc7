//! Whether a thread that waits spins before it sleeps.
//!
//! To sleep and to be woken costs some ten microseconds on both sides, as much as thousands of
//! operations. A thread whose waits are mostly shorter does better to spin for that time, if a
//! processor is free; one whose waits are longer only burns it. Each thread learns which it is.

use std::cell::Cell;
use std::time::Duration;

/// A thread spins for so long at most: about what its sleep and its waking cost.
pub(crate) const SPIN_MAX: Duration = Duration::from_micros(40);
/// So many pauses of the processor between two looks.
pub(crate) const LOOK_SPINS: u32 = 16;

/// A thread that has no credit tries again after so many waits, at first; twice as many after each
/// try that was for nothing, up to the second figure.
const TRIES_AGAIN_MIN: u32 = 16;
const TRIES_AGAIN_MAX: u32 = 1_024;
const CREDIT_MAX: u32 = 8;

/// How often spinning has been worth it lately.
pub(crate) struct Spinning {
    credit: Cell<u32>,
    /// Waits without spinning since the last try.
    skipped: Cell<u32>,
    /// After so many of them it tries.
    tries_again: Cell<u32>,
}

impl Default for Spinning {
    fn default() -> Spinning {
        Spinning {
            credit: Cell::new(CREDIT_MAX / 2),
            skipped: Cell::new(0),
            tries_again: Cell::new(TRIES_AGAIN_MIN),
        }
    }
}

impl Spinning {
    /// Whether the thread should spin at this wait.
    pub(crate) fn is_worth_it(&self) -> bool {
        let skipped = self.skipped.get() + 1;
        let tries = self.credit.get() > 0 || skipped >= self.tries_again.get();
        self.skipped.set(if tries { 0 } else { skipped });
        tries
    }

    /// The thread has spun; `has_come`: the event came meanwhile.
    pub(crate) fn learn(&self, has_come: bool) {
        let credit = self.credit.get();
        if has_come {
            self.credit.set((credit + 2).min(CREDIT_MAX));
            self.tries_again.set(TRIES_AGAIN_MIN);
        } else if credit > 0 {
            self.credit.set(credit - 1);
        } else {
            let next = (2 * self.tries_again.get()).min(TRIES_AGAIN_MAX);
            self.tries_again.set(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_whose_waits_are_long_stops_to_spin_and_tries_now_and_then() {
        let spinning = Spinning::default();
        let mut tries = 0;
        for _ in 0..10_000 {
            if spinning.is_worth_it() {
                tries += 1;
                spinning.learn(false);
            }
        }
        assert!((12..=30).contains(&tries), "{tries}");
        while !spinning.is_worth_it() {}
        spinning.learn(true);
        assert!(spinning.is_worth_it(), "one that was worth it");
    }
}
