//! Interned names, and tables keyed by them that are read without a lock.
//!
//! Names are compared all the time and made rarely: each distinct text gets a number, a native copy
//! and a pinned object of the language, once and for ever.

use std::hash::BuildHasher;
use std::sync::atomic::Ordering;

use motet_tm::{Mutator, Pinned};
use rustc_hash::FxBuildHasher;

use crate::growing::Growing;
use crate::sync::{AtomicU64, AtomicUsize, Mutex};

/// How the text of a symbol is made an object of the language, which is never freed.
pub type Pin = fn(&Mutator, &str) -> Pinned;

/// Number of an interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Symbol(pub u32);

struct Entry {
    text: &'static str,
    object: Pinned,
}

/// The first capacity for names: enough for the machine's own and those of a small program.
const FIRST_NAMES: usize = 8192;

/// All interned names.
pub struct Symbols {
    pin: Pin,
    numbers: NumberTable,
    entries: boxcar::Vec<Entry>,
}

impl Symbols {
    /// A table without names.
    pub fn new(pin: Pin) -> Symbols {
        Symbols {
            pin,
            numbers: NumberTable::new(FIRST_NAMES),
            entries: boxcar::Vec::new(),
        }
    }

    /// The symbol of a text, if it was ever interned.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        let found = self
            .numbers
            .find(key_of(text), |number| self.is(number, text));
        found.map(Symbol)
    }

    /// The symbol of a text; makes one if need be.
    pub fn intern(&self, mutator: &Mutator, text: &str) -> Symbol {
        let make = || {
            let text: &'static str = Box::leak(text.into());
            let object = (self.pin)(mutator, text);
            self.entries.push(Entry { text, object }) as u32
        };
        let is_it = |number| self.is(number, text);
        Symbol(self.numbers.find_or_insert(key_of(text), is_it, make))
    }

    fn is(&self, number: u32, text: &str) -> bool {
        self.entries[number as usize].text == text
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &'static str {
        self.entries[symbol.0 as usize].text
    }

    /// The symbol as an object of the language.
    pub fn object(&self, symbol: Symbol) -> Pinned {
        self.entries[symbol.0 as usize].object
    }
}

/// The key of a text in the table of names.
fn key_of(text: &str) -> u32 {
    let hash = FxBuildHasher.hash_one(text);
    ((hash >> 32) as u32 ^ hash as u32).max(1)
}

/// An append-only map from symbols to numbers of 32 bits.
pub struct SymbolMap(NumberTable);

impl Default for SymbolMap {
    fn default() -> SymbolMap {
        SymbolMap::new()
    }
}

impl SymbolMap {
    /// An empty map.
    pub fn new() -> SymbolMap {
        SymbolMap(NumberTable::new(8))
    }

    /// The number of a symbol.
    #[inline]
    pub fn get(&self, symbol: Symbol) -> Option<u32> {
        self.0.find(symbol.0 + 1, |_| true)
    }

    /// The number of a symbol; `make` makes one (under a lock) if there is none.
    pub fn get_or_insert(&self, symbol: Symbol, make: impl FnOnce() -> u32) -> u32 {
        self.0.find_or_insert(symbol.0 + 1, |_| true, make)
    }
}

/// An append-only table of numbers by keys, which are not 0 and need not be unique: the caller says
/// which number it means. Readers take no lock and write nothing.
struct NumberTable {
    /// Open addressing; each slot is 0 or key << 32 | number. A fuller table is replaced by one
    /// twice as large; old ones stay, for readers that are still in them.
    first: Box<[AtomicU64]>,
    later: Growing<Box<[AtomicU64]>, 2>,
    /// The number of the current table: 0 is the first. Written (Release) by the inserting thread,
    /// after the table's contents.
    current: AtomicUsize,
    /// The number of entries. Held by the inserting thread.
    count: Mutex<usize>,
}

impl NumberTable {
    /// A table with so many slots at first, a power of two.
    fn new(slots: usize) -> NumberTable {
        assert!(slots.is_power_of_two(), "a mask finds the slot");
        NumberTable {
            first: Self::table(slots),
            later: Growing::new(),
            current: AtomicUsize::new(0),
            count: Mutex::new(0),
        }
    }

    fn table(slots: usize) -> Box<[AtomicU64]> {
        (0..slots).map(|_| AtomicU64::new(0)).collect()
    }

    #[inline]
    fn numbered(&self, number: usize) -> &[AtomicU64] {
        match number.checked_sub(1) {
            None => &self.first,
            Some(later) => self.later.at(later),
        }
    }

    fn first_slot(key: u32, mask: usize) -> usize {
        (key.wrapping_mul(0x9e37_79b9) >> 7) as usize & mask
    }

    /// The number under a key of which `is_it` holds.
    #[inline]
    fn find(&self, key: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let table = self.numbered(self.current.load(Ordering::Acquire));
        let mask = table.len() - 1;
        let mut slot = Self::first_slot(key, mask);
        loop {
            let word = table[slot].load(Ordering::Acquire);
            if word == 0 {
                return None;
            }
            if (word >> 32) as u32 == key && is_it(word as u32) {
                return Some(word as u32);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The number under a key of which `is_it` holds; `make` makes one (under a lock) if there is
    /// none.
    fn find_or_insert(
        &self,
        key: u32,
        is_it: impl Fn(u32) -> bool,
        make: impl FnOnce() -> u32,
    ) -> u32 {
        if let Some(number) = self.find(key, &is_it) {
            return number;
        }
        let mut count = self
            .count
            .lock()
            .expect("nothing that may panic runs under this lock");
        if let Some(number) = self.find(key, &is_it) {
            return number;
        }
        let number = make();
        let word = u64::from(key) << 32 | u64::from(number);
        let current = self.numbered(self.current.load(Ordering::Relaxed));
        *count += 1;
        if *count * 2 > current.len() {
            let larger = Self::table(current.len() * 2);
            for slot in current {
                let old = slot.load(Ordering::Relaxed);
                if old != 0 {
                    Self::put(&larger, old);
                }
            }
            Self::put(&larger, word);
            let number = self.later.push(larger) + 1;
            self.current.store(number, Ordering::Release);
        } else {
            Self::put(current, word);
        }
        number
    }

    fn put(table: &[AtomicU64], word: u64) {
        debug_assert!(word != 0, "0 is an empty slot");
        let mask = table.len() - 1;
        let mut slot = Self::first_slot((word >> 32) as u32, mask);
        while table[slot].load(Ordering::Relaxed) != 0 {
            slot = (slot + 1) & mask;
        }
        table[slot].store(word, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_map_finds_what_was_inserted() {
        let map = SymbolMap::new();
        for number in 0..500 {
            assert_eq!(map.get_or_insert(Symbol(number * 3), || number), number);
        }
        for number in 0..500 {
            assert_eq!(map.get(Symbol(number * 3)), Some(number));
            assert_eq!(map.get(Symbol(number * 3 + 1)), None);
        }
    }

    #[test]
    fn numbers_with_the_same_key_are_told_apart() {
        let table = NumberTable::new(2);
        for number in 0..40 {
            let inserted = table.find_or_insert(7, |found| found == number, || number);
            assert_eq!(inserted, number);
        }
        assert_eq!(table.find(7, |found| found == 33), Some(33));
        assert_eq!(table.find(7, |found| found == 40), None);
        assert_eq!(table.find(8, |_| true), None);
    }
}
