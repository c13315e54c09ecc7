//! The learning that the paper found in the Xeon E3-1275v3 (facts H2): after many overflows the
//! processor gives up transactions before they overflow, and trusts them again only after thousands
//! have fitted.

use super::presets::LearningRates;

/// The mistrust of one core.
pub(super) struct Learning {
    rates: Option<LearningRates>,
    /// 0: none, [`SCORE_MAX`]: nearly every transaction is given up.
    score: u32,
    /// Whether the running transaction was given up.
    gave_up: bool,
}

const SCORE_MAX: u32 = 1 << 16;

impl Learning {
    pub(super) fn new(rates: Option<LearningRates>) -> Learning {
        Learning {
            rates,
            score: 0,
            gave_up: false,
        }
    }

    /// Whether the transaction that begins is given up; `chance` is a random number.
    pub(super) fn gives_up(&mut self, chance: u64) -> bool {
        let drawn = (chance >> 40) as u32 % SCORE_MAX;
        self.gave_up = drawn < self.score;
        self.gave_up
    }

    /// Learns from a transaction that has committed.
    pub(super) fn succeeded(&mut self) {
        self.forget();
    }

    /// Learns from a transaction that has aborted; `overflowed`: for lack of space.
    pub(super) fn failed(&mut self, overflowed: bool) {
        match self.rates {
            Some(rates) if overflowed => {
                self.score = (self.score + SCORE_MAX / rates.overflows_to_mistrust).min(SCORE_MAX);
            }
            // A transaction that was given up has not overflowed either.
            _ if self.gave_up => self.forget(),
            _ => {}
        }
    }

    fn forget(&mut self) {
        if let Some(rates) = self.rates {
            let step = SCORE_MAX / rates.transactions_to_trust;
            self.score = self.score.saturating_sub(step);
        }
    }
}
