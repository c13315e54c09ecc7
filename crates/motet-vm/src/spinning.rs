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

/// A thread that has no credit tries again once in so many waits.
const TRIES_AGAIN: u32 = 16;
const CREDIT_MAX: u32 = 8;

/// How often spinning has been worth it lately.
pub(crate) struct Spinning {
    credit: Cell<u32>,
    /// Waits without spinning since the last try.
    skipped: Cell<u32>,
}

impl Default for Spinning {
    fn default() -> Spinning {
        Spinning {
            credit: Cell::new(CREDIT_MAX / 2),
            skipped: Cell::new(0),
        }
    }
}

impl Spinning {
    /// Whether the thread should spin at this wait.
    pub(crate) fn is_worth_it(&self) -> bool {
        let skipped = self.skipped.get() + 1;
        let tries = self.credit.get() > 0 || skipped >= TRIES_AGAIN;
        self.skipped.set(if tries { 0 } else { skipped });
        tries
    }

    /// The thread has spun; `has_come`: the event came meanwhile.
    pub(crate) fn learn(&self, has_come: bool) {
        let credit = self.credit.get();
        self.credit.set(if has_come {
            (credit + 2).min(CREDIT_MAX)
        } else {
            credit.saturating_sub(1)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_whose_waits_are_long_stops_to_spin_and_tries_now_and_then() {
        let spinning = Spinning::default();
        let mut tries = 0;
        for _ in 0..160 {
            if spinning.is_worth_it() {
                tries += 1;
                spinning.learn(false);
            }
        }
        assert!((10..=16).contains(&tries), "{tries}");
        while !spinning.is_worth_it() {}
        spinning.learn(true);
        assert!(spinning.is_worth_it(), "one that was worth it");
    }
}
