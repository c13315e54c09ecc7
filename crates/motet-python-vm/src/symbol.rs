//! Interned names, and tables keyed by them that are read without a lock.
//!
//! Names are compared all the time and made rarely: each distinct text gets a number, a native copy
//! and a pinned `str` object, once and for ever.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};

use motet_tm::{Mutator, Pinned};

use crate::text;

/// Number of an interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Symbol(pub u32);

struct Entry {
    text: &'static str,
    object: Pinned,
}

/// All interned names.
pub struct Symbols {
    numbers: RwLock<HashMap<&'static str, Symbol>>,
    entries: boxcar::Vec<Entry>,
}

impl Symbols {
    pub(crate) fn new() -> Symbols {
        Symbols {
            numbers: RwLock::new(HashMap::new()),
            entries: boxcar::Vec::new(),
        }
    }

    /// The symbol of a text, if it was ever interned.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.numbers
            .read()
            .expect("no panic under this lock")
            .get(text)
            .copied()
    }

    /// The symbol of a text; makes one if need be.
    pub fn intern(&self, mutator: &Mutator, text: &str) -> Symbol {
        if let Some(symbol) = self.find(text) {
            return symbol;
        }
        let mut numbers = self.numbers.write().expect("no panic under this lock");
        if let Some(symbol) = numbers.get(text) {
            return *symbol;
        }
        let text: &'static str = Box::leak(text.into());
        let object = text::pin_str(mutator, text);
        let symbol = Symbol(self.entries.push(Entry { text, object }) as u32);
        numbers.insert(text, symbol);
        symbol
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &'static str {
        self.entries[symbol.0 as usize].text
    }

    /// The symbol as a `str` object.
    pub fn object(&self, symbol: Symbol) -> Pinned {
        self.entries[symbol.0 as usize].object
    }
}

/// An append-only map from symbols to numbers of 32 bits. Readers take no lock and write nothing.
pub(crate) struct SymbolMap {
    /// Open addressing; each slot is 0 or (symbol + 1) << 32 | number. A fuller table is replaced
    /// by one twice as large; old ones stay, for readers that are still in them.
    tables: boxcar::Vec<Box<[AtomicU64]>>,
    current: AtomicUsize,
    /// Held by who inserts. The number of entries.
    count: Mutex<usize>,
}

impl SymbolMap {
    pub(crate) fn new() -> SymbolMap {
        let tables = boxcar::Vec::new();
        tables.push(Self::table(8));
        SymbolMap {
            tables,
            current: AtomicUsize::new(0),
            count: Mutex::new(0),
        }
    }

    fn table(size: usize) -> Box<[AtomicU64]> {
        (0..size).map(|_| AtomicU64::new(0)).collect()
    }

    fn first_slot(symbol: Symbol, mask: usize) -> usize {
        (symbol.0.wrapping_mul(0x9e37_79b9) >> 7) as usize & mask
    }

    /// The number of a symbol.
    #[inline]
    pub(crate) fn get(&self, symbol: Symbol) -> Option<u32> {
        let table = &self.tables[self.current.load(Ordering::Acquire)];
        let mask = table.len() - 1;
        let mut slot = Self::first_slot(symbol, mask);
        loop {
            let word = table[slot].load(Ordering::Acquire);
            if word == 0 {
                return None;
            }
            if (word >> 32) as u32 == symbol.0 + 1 {
                return Some(word as u32);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The number of a symbol; `make` makes one (under a lock) if there is none.
    pub(crate) fn get_or_insert(&self, symbol: Symbol, make: impl FnOnce() -> u32) -> u32 {
        if let Some(number) = self.get(symbol) {
            return number;
        }
        let mut count = self.count.lock().expect("no panic under this lock");
        if let Some(number) = self.get(symbol) {
            return number;
        }
        let number = make();
        let word = u64::from(symbol.0 + 1) << 32 | u64::from(number);
        let current = self.current.load(Ordering::Relaxed);
        *count += 1;
        if *count * 2 > self.tables[current].len() {
            let larger = Self::table(self.tables[current].len() * 2);
            for slot in &self.tables[current] {
                let old = slot.load(Ordering::Relaxed);
                if old != 0 {
                    Self::put(&larger, old);
                }
            }
            Self::put(&larger, word);
            let index = self.tables.push(larger);
            self.current.store(index, Ordering::Release);
        } else {
            Self::put(&self.tables[current], word);
        }
        number
    }

    fn put(table: &[AtomicU64], word: u64) {
        let mask = table.len() - 1;
        let mut slot = Self::first_slot(Symbol((word >> 32) as u32 - 1), mask);
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
}
