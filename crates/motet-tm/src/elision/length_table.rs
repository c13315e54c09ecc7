//! The dynamic length control of the HTM paper's figure 3: a length for each yield point.
//!
//! All threads share the table, as the experience of one with a place of the program is good for
//! all. A yield point is one word that holds its length and both counters, changed by a plain load
//! and store: two threads at once may lose a count, never tear a length from its counters. Nobody
//! touches the table inside of a hardware transaction.

use std::sync::atomic::Ordering;

use crate::elision::policy::{DynamicLength, LENGTH_LIMIT, LengthRule};
use crate::support::sync::AtomicU64;

/// How many yield points are told apart. Those that come later share one length: programs with so
/// many hot places are not known.
const PLACES: usize = 1 << 14;
/// How many places are looked at for a yield point.
const PROBES: usize = 32;

/// The lengths, by the position of the yield point in the program.
#[derive(Debug)]
pub struct LengthTable {
    places: Box<[Place]>,
    /// For all that find no place.
    rest: AtomicU64,
}

#[derive(Debug)]
struct Place {
    /// The position, plus 1; 0: free. Writers: by compare-and-swap, once.
    key: AtomicU64,
    /// A [`YieldPointLength`]. Relaxed.
    word: AtomicU64,
}

/// The length of a yield point, and its counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct YieldPointLength {
    /// The length of transactions that begin there; 0: none has.
    pub length: u32,
    /// How many have begun in this profiling period, at most its length.
    pub begun: u32,
    /// How many of them have aborted at least once.
    pub aborted: u32,
}

const FIELD_BITS: u32 = 20;

impl YieldPointLength {
    pub(super) fn from_word(word: u64) -> YieldPointLength {
        let field = |number: u32| (word >> (number * FIELD_BITS)) as u32 & LENGTH_LIMIT;
        YieldPointLength {
            length: field(0),
            begun: field(1),
            aborted: field(2),
        }
    }

    pub(super) fn word(self) -> u64 {
        let fields = [self.length, self.begun, self.aborted];
        debug_assert!(fields.iter().all(|field| *field <= LENGTH_LIMIT));
        fields
            .iter()
            .rev()
            .fold(0, |word, field| word << FIELD_BITS | u64::from(*field))
    }

    /// Lines 5 to 9: a transaction begins; its length.
    pub fn begin(&mut self, rule: &DynamicLength) -> u32 {
        if self.length == 0 {
            self.length = rule.initial;
        }
        if rule.grows && self.begun >= rule.period && self.length < rule.initial {
            self.grow(rule);
        }
        let length = self.length;
        if self.begun < rule.period {
            self.begun += 1;
        }
        length
    }

    /// Ends a profiling period. If it went well, a longer length has one of its own.
    fn grow(&mut self, rule: &DynamicLength) {
        if self.aborted <= rule.threshold / 2 {
            self.length = (self.length + self.length.div_ceil(4)).min(rule.initial);
        }
        (self.begun, self.aborted) = (0, 0);
    }

    /// Lines 13 to 22: a transaction has aborted for the first time.
    pub fn aborted(&mut self, rule: &DynamicLength) {
        let is_profiled = rule.never_settles || self.begun < rule.period;
        if self.length <= 1 || !is_profiled {
            return;
        }
        if self.aborted <= rule.threshold {
            self.aborted += 1;
        } else {
            let shorter = u64::from(self.length) * u64::from(rule.attenuation_percent) / 100;
            self.length = (shorter as u32).max(1);
            (self.begun, self.aborted) = (0, 0);
        }
    }
}

impl LengthTable {
    /// A table in which no length is known.
    pub fn new() -> LengthTable {
        LengthTable {
            places: (0..PLACES)
                .map(|_| Place {
                    key: AtomicU64::new(0),
                    word: AtomicU64::new(0),
                })
                .collect(),
            rest: AtomicU64::new(0),
        }
    }

    /// A transaction begins at `position`: its length (set_transaction_length).
    pub fn begin(&self, rule: &LengthRule, position: u64) -> u32 {
        match rule {
            LengthRule::Fixed(length) => *length,
            LengthRule::Dynamic(rule) => self.change(position, |place| place.begin(rule)),
        }
    }

    /// A transaction that began at `position` has aborted for the first time
    /// (adjust_transaction_length).
    pub fn aborted(&self, rule: &LengthRule, position: u64) {
        if let LengthRule::Dynamic(rule) = rule {
            self.change(position, |place| place.aborted(rule));
        }
    }

    /// Takes over the length of a yield point from elsewhere.
    pub fn learn(&self, position: u64, known: YieldPointLength) {
        self.word_of(position)
            .store(known.word(), Ordering::Relaxed);
    }

    fn change<T>(&self, position: u64, change: impl FnOnce(&mut YieldPointLength) -> T) -> T {
        let word = self.word_of(position);
        let mut place = YieldPointLength::from_word(word.load(Ordering::Relaxed));
        let before = place;
        let result = change(&mut place);
        if place != before {
            word.store(place.word(), Ordering::Relaxed);
        }
        result
    }

    fn word_of(&self, position: u64) -> &AtomicU64 {
        let key = position.wrapping_add(1);
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        for probe in 0..PROBES {
            let place = &self.places[(hash as usize + probe) % PLACES];
            let mut found = place.key.load(Ordering::Relaxed);
            if found == 0 {
                let taken =
                    place
                        .key
                        .compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed);
                found = taken.map_or_else(|other| other, |_| key);
            }
            if found == key {
                return &place.word;
            }
        }
        &self.rest
    }

    /// The known positions and their lengths, by position.
    pub fn snapshot(&self) -> Vec<(u64, YieldPointLength)> {
        let mut known: Vec<_> = self
            .places
            .iter()
            .filter(|place| place.key.load(Ordering::Relaxed) != 0)
            .map(|place| {
                let word = place.word.load(Ordering::Relaxed);
                let position = place.key.load(Ordering::Relaxed).wrapping_sub(1);
                (position, YieldPointLength::from_word(word))
            })
            .collect();
        known.sort_by_key(|(position, _)| *position);
        known
    }
}

impl Default for LengthTable {
    fn default() -> LengthTable {
        LengthTable::new()
    }
}
