//! Random numbers for injected faults and for stepping: decisions that a seed repeats.

use std::cell::Cell;

/// A small random number generator (xorshift*), one a thread: decisions must not be shared.
#[derive(Debug)]
pub(crate) struct Random(Cell<u64>);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        // Spread near seeds apart, and never start at 0, where the generator would stay.
        Random(Cell::new(
            seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        ))
    }

    pub(crate) fn next(&self) -> u64 {
        let mut state = self.0.get();
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        self.0.set(state);
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// True with the given probability.
    pub(crate) fn chance(&self, probability: f64) -> bool {
        probability > 0.0 && ((self.next() >> 11) as f64) < probability * (1u64 << 53) as f64
    }

    /// A number below `bound`.
    pub(crate) fn below(&self, bound: usize) -> usize {
        assert!(bound > 0);
        (self.next() % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_follows_the_probability() {
        let random = Random::new(1);
        let hits = (0..10_000).filter(|_| random.chance(0.1)).count();
        assert!((800..1200).contains(&hits), "{hits} of 10,000 at 0.1");
        assert!(!random.chance(0.0));
    }
}
