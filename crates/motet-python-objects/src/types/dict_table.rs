//! The tables of dicts and sets: slots of an index that lead to entries. The picture is in
//! `dict.rs`.

use crate::model::machine::shared;
use crate::types::int;
use crate::types::protocol::{compare, hash};
use std::ops::Range;

use motet_tm::{AnyMode, Fresh, GilMode, Mode, Mutator, Pinned};

use crate::types::prelude::*;

const INDEX: u64 = 1;
const ENTRIES: u64 = 2;
const WIDTH: u64 = 3;
/// First element of an array, in words.
const FIRST: u64 = 2;
/// Bits of a slot that are the number of the entry; those of the hash are above.
const ENTRY_BITS: u32 = 32;
const ENTRY_MASK: u64 = (1 << ENTRY_BITS) - 1;
const HASH_BITS: u32 = 30;
/// A slot of the index that leads nowhere.
const EMPTY: Value<'static> = ELLIPSIS;
/// Slots of the smallest index.
pub(crate) const SLOTS_MIN: u64 = 8;

/// The result of a lookup that cannot call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The number of the entry.
    Entry(u64),
    /// The key is not there; an insertion (before any other change) may use this slot: an empty
    /// one, or one that led to a deleted entry with the same hash.
    Missing(u64),
    /// The entry with this number has the same hash, and only Python code can tell whether its key
    /// is equal.
    Ask(u64),
}

/// The parts of a dict's table.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub(crate) table: Object<'a>,
    pub(crate) index: Object<'a>,
    pub(crate) entries: Object<'a>,
    /// Words of an entry: 2 of a dict, 1 of a set.
    pub(crate) width: u64,
}

/// The keys at some places of a table with what its slots keep of their hashes: a key that goes
/// from one table to another, or is looked for in another, is not hashed again (its `__hash__` is
/// not called, as in CPython).
pub(crate) struct HashedKeys<'a> {
    thread: &'a Thread,
    table: Table<'a>,
    places: Range<u64>,
    next: u64,
    /// Empty until a key comes whose hash does not lie at hand.
    kept: Vec<u32>,
}

impl<'a> HashedKeys<'a> {
    /// The keys at `places`, which must not change meanwhile.
    pub(crate) fn new(thread: &'a Thread, table: Table<'a>, places: Range<u64>) -> HashedKeys<'a> {
        HashedKeys {
            thread,
            table,
            next: places.start,
            places,
            kept: Vec::new(),
        }
    }
}

impl<'a> Iterator for HashedKeys<'a> {
    /// The number of the entry, its key, and the folded hash of that.
    type Item = (u64, Value<'a>, u64);

    #[inline]
    fn next(&mut self) -> Option<(u64, Value<'a>, u64)> {
        while self.next < self.places.end {
            let entry = self.next;
            self.next += 1;
            let key = self.table.key(self.thread, entry);
            if key == DELETED {
                continue;
            }
            if let Some(hash) = hash::hash_scalar(self.thread, key) {
                return Some((entry, key, folded(hash)));
            }
            if self.kept.is_empty() {
                self.kept = self.table.kept_hashes(self.thread, &self.places);
            }
            let hash = self.kept[(entry - self.places.start) as usize];
            return Some((entry, key, u64::from(hash)));
        }
        None
    }
}

/// A table that only the operation knows that has just made it: it is filled without barriers.
pub(crate) struct NewTable<'a> {
    pub(crate) table: Table<'a>,
    index: Fresh<'a>,
    entries: Fresh<'a>,
}

fn usable(slots: u64) -> u64 {
    slots * 2 / 3
}

pub(crate) fn slots_for(live: u64) -> u64 {
    let mut slots = SLOTS_MIN;
    while usable(slots) < live {
        slots *= 2;
    }
    slots
}

/// The part of a hash that a slot keeps; probing starts at it. Small hashes stay as they are:
/// numbers in a row lie in a row. The high bits of the hash are mixed into the low ones, since two
/// keys may differ only in the high bits.
#[inline]
pub(crate) fn folded(hash: i64) -> u64 {
    const MASK: u64 = (1 << HASH_BITS) - 1;
    let hash = hash as u64;
    let mixed = (hash >> HASH_BITS).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - HASH_BITS);
    (hash & MASK) ^ mixed
}

/// The slot of a folded hash that leads to an entry.
#[inline]
pub(crate) fn slot_value(hash: u64, entry: u64) -> Value<'static> {
    int::from_length(hash << ENTRY_BITS | entry)
}

/// The slot after another on the walk of a hash.
#[inline]
fn next_slot(slot: u64, perturbation: &mut u64, mask: u64) -> u64 {
    *perturbation >>= 5;
    (5 * slot + *perturbation + 1) & mask
}

/// Words of an entry in the dicts or sets of a class.
pub(crate) fn width_of(class: ClassNumber) -> u64 {
    match class {
        CLASS_SET | CLASS_FROZENSET => 1,
        _ => 2,
    }
}

pub(crate) fn new_table(thread: &Thread, slots: u64, width: u64) -> Outcome<NewTable<'_>> {
    debug_assert!(slots.is_power_of_two(), "a mask of a hash tells the slot");
    debug_assert!(
        matches!(width, 1 | 2),
        "an entry has a key, or key and value"
    );
    let index = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, slots, EMPTY);
    let index = allocated(thread, index)?;
    let words = usable(slots) * width;
    let entries = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, words, NONE);
    let entries = allocated(thread, entries)?;
    let fields = [
        index.object().value(),
        entries.object().value(),
        int::from_length(width),
    ];
    let table = Table {
        table: thread.allocate(LAYOUT_DICT_TABLE, CLASS_OBJECT, &fields),
        index: index.object(),
        entries: entries.object(),
        width,
    };
    Ok(NewTable {
        table,
        index,
        entries,
    })
}

/// The tables of dicts and sets without entries, by the words of an entry less one: all empty dicts
/// and sets share them, and the first key brings another.
pub fn pin_empty_tables(mutator: &Mutator) -> [Pinned; 2] {
    let array = |elements: &[Value<'_>]| {
        shared(mutator.allocate_pinned_array(LAYOUT_ARRAY, CLASS_OBJECT, elements))
    };
    [1, 2].map(|width| {
        let (index, entries) = (array(&[EMPTY]), array(&[]));
        let width = int::from_length(width);
        let fields = [index.value(), entries.value(), width];
        shared(mutator.allocate_pinned(LAYOUT_DICT_TABLE, CLASS_OBJECT, &fields))
    })
}

/// The table of a dict or set without entries.
pub(crate) fn empty_table(thread: &Thread, width: u64) -> Table<'_> {
    debug_assert!(
        matches!(width, 1 | 2),
        "an entry has a key, or key and value"
    );
    let table = thread.machine().empty_tables[width as usize - 1];
    Table::of(thread, table.value().known_object())
}

/// Slots of the table after one that is full. Sets grow faster while they are small, as their
/// tables are small then too: copying again and again is the dearest part of making one.
pub(crate) fn slots_after(live: u64, width: u64) -> u64 {
    const FAST_MAX: u64 = 1 << 12;
    let factor = if width == 1 && live < FAST_MAX { 4 } else { 2 };
    slots_for((live * factor).max(live + 1))
}

impl<'a> NewTable<'a> {
    /// How many entries have room.
    #[inline]
    pub(crate) fn room(&self, thread: &Thread) -> u64 {
        thread.array_length(self.table.entries) / self.table.width
    }

    /// Stores an entry behind the others and lets a free slot lead to it.
    #[inline]
    pub(crate) fn put(&self, slot: u64, hash: u64, entry: u64, words: [Value<'_>; 2]) {
        self.set_entry(entry, words[0], words[1]);
        self.index.set(FIRST + slot, slot_value(hash, entry));
    }

    /// [`Table::find_folded`] without barriers.
    #[inline]
    pub(crate) fn find(&self, thread: &'a Thread, key: Value<'a>, hash: u64) -> Outcome<Found> {
        self.table.find_in::<GilMode>(thread, key, hash, 0)
    }

    /// The slot that a new key with this hash takes.
    #[inline]
    pub(crate) fn free_slot(&self, thread: &'a Thread, hash: u64) -> u64 {
        let mask = thread.array_length(self.table.index) - 1;
        let (mut perturbation, mut slot) = (hash, hash & mask);
        // No other code can know it: no barrier.
        while thread.read_element_in::<GilMode>(self.table.index, slot) != EMPTY {
            slot = next_slot(slot, &mut perturbation, mask);
        }
        slot
    }

    /// Stores an entry; no slot leads to it yet.
    #[inline]
    fn set_entry(&self, entry: u64, key: Value<'_>, value: Value<'_>) {
        let first = FIRST + entry * self.table.width;
        self.entries.set(first, key);
        if self.table.width > 1 {
            self.entries.set(first + 1, value);
        }
    }

    /// Changes the value of an entry, if it has one.
    #[inline]
    pub(crate) fn set_value(&self, entry: u64, value: Value<'_>) {
        if self.table.width > 1 {
            self.entries
                .set(FIRST + entry * self.table.width + 1, value);
        }
    }

    /// Lets an empty slot lead to an entry.
    #[inline]
    fn lead(&self, thread: &'a Thread, hash: u64, entry: u64) {
        let slot = self.free_slot(thread, hash);
        self.index.set(FIRST + slot, slot_value(hash, entry));
    }

    /// Leaves places before the first entry, which no slot leads to and no entry has had.
    pub(crate) fn leave_gap(&self, places: u64) {
        for place in 0..places {
            self.set_entry(place, DELETED, DELETED);
        }
    }

    /// Takes over the `live` live entries of a table from those at `places`, in order, as entry
    /// `first` and those behind it; there is room for them.
    pub(crate) fn take_over(
        &self,
        thread: &'a Thread,
        table: Table<'_>,
        live: u64,
        places: Range<u64>,
        first: u64,
    ) {
        let slots = thread.array_length(table.index);
        let is_dense = live == places.end - places.start;
        let is_same = is_dense && places.start == 0 && first == 0;
        if is_same && slots == thread.array_length(self.table.index) {
            // Nothing is deleted, and each slot stays where it is.
            thread.copy_elements(table.entries, 0, live * table.width, &self.entries, 0);
            thread.copy_elements(table.index, 0, slots, &self.index, 0);
            return;
        }
        // The place of each entry, if they do not all move by the same distance.
        let mut moved = Vec::new();
        if is_dense {
            let [start, end, to] =
                [places.start, places.end, first].map(|place| place * table.width);
            thread.copy_elements(table.entries, start, end, &self.entries, to);
        } else {
            moved.reserve((places.end - places.start) as usize);
            let mut number = first;
            for entry in places.clone() {
                let key = table.key(thread, entry);
                let is_live = key != DELETED;
                moved.push(is_live.then_some(number));
                if is_live {
                    self.set_entry(number, key, table.value(thread, entry));
                    number += 1;
                }
            }
        }
        for slot in thread.read_elements(table.index, 0, slots) {
            let Some(word) = slot.as_integer() else {
                continue;
            };
            let (hash, entry) = (word as u64 >> ENTRY_BITS, word as u64 & ENTRY_MASK);
            let Some(after_front) = entry.checked_sub(places.start) else {
                continue;
            };
            let place = match is_dense {
                true => Some(first + after_front),
                false => moved[after_front as usize],
            };
            if let Some(place) = place {
                self.lead(thread, hash, place);
            }
        }
    }
}

impl<'a> Table<'a> {
    /// The parts of a table.
    #[inline]
    pub(crate) fn of(thread: &'a Thread, table: Object<'a>) -> Table<'a> {
        let view = thread.read_immutable(table);
        let index = view.get(INDEX).known_object();
        let entries = view.get(ENTRIES).known_object();
        Table {
            table,
            index,
            entries,
            width: view.raw(WIDTH) >> 1,
        }
    }

    /// How many bytes the table takes.
    pub(crate) fn size_bytes(self, thread: &Thread) -> u64 {
        let parts = [self.table, self.index, self.entries];
        parts.iter().map(|part| thread.size_bytes(*part)).sum()
    }

    #[inline]
    pub(crate) fn key(self, thread: &'a Thread, entry: u64) -> Value<'a> {
        thread.read_element(self.entries, entry * self.width)
    }

    /// The value of an entry; `None` of a set's.
    #[inline]
    pub(crate) fn value(self, thread: &'a Thread, entry: u64) -> Value<'a> {
        if self.width == 1 {
            return NONE;
        }
        thread.read_element(self.entries, entry * self.width + 1)
    }

    /// Key and value of an entry, if there is a place for it; `NONE` where none was stored.
    #[inline]
    pub(crate) fn entry(self, thread: &'a Thread, entry: u64) -> Option<(Value<'a>, Value<'a>)> {
        let first = entry * self.width;
        (first < thread.array_length(self.entries))
            .then(|| (self.key(thread, entry), self.value(thread, entry)))
    }

    /// Whether another entry behind `used` ones needs another table.
    #[inline]
    pub(crate) fn is_full(self, thread: &Thread, used: u64) -> bool {
        (used + 1) * self.width > thread.array_length(self.entries)
    }

    /// Whether no slot has ever led to an entry: an entry that was deleted has no value.
    pub(crate) fn was_never_used(self, thread: &Thread, entry: u64) -> bool {
        self.key(thread, entry) == DELETED && self.value(thread, entry) == DELETED
    }

    /// Stores an entry, and lets an empty slot lead to it.
    #[inline]
    pub(crate) fn store(
        self,
        thread: &Thread,
        slot: u64,
        hash: u64,
        entry: u64,
        words: [Value<'_>; 2],
    ) -> Outcome<()> {
        let [key, value] = words;
        thread.write_element(self.entries, entry * self.width, key)?;
        if self.width > 1 {
            thread.write_element(self.entries, entry * self.width + 1, value)?;
        }
        thread.write_element(self.index, slot, slot_value(hash, entry))
    }

    /// Changes the value of an entry.
    ///
    /// # Errors
    /// An abort.
    #[inline]
    pub(crate) fn set_value(self, thread: &Thread, entry: u64, value: Value<'_>) -> Outcome<()> {
        debug_assert!(self.width > 1, "only a dict has values");
        thread.write_element(self.entries, entry * self.width + 1, value)
    }

    /// Changes the value of an entry, if no barrier stands in the way; whether it was done.
    pub fn set_value_open(&self, thread: &Thread, entry: u64, value: Value<'_>) -> bool {
        debug_assert!(self.width > 1, "only a dict has values");
        thread.write_element_open(self.entries, entry * self.width + 1, value)
    }

    /// [`Table::store`], if no barrier stands in the way; whether it was done. (An entry without a
    /// slot that leads to it is none.)
    #[inline]
    pub(crate) fn store_open(
        self,
        thread: &Thread,
        slot: u64,
        hash: u64,
        entry: u64,
        words: [Value<'_>; 2],
    ) -> bool {
        let [key, value] = words;
        thread.write_element_open(self.entries, entry * self.width, key)
            && (self.width == 1
                || thread.write_element_open(self.entries, entry * self.width + 1, value))
            && thread.write_element_open(self.index, slot, slot_value(hash, entry))
    }

    /// Takes key and value of an entry away.
    pub(crate) fn erase(self, thread: &Thread, entry: u64) -> Outcome<()> {
        thread.write_element(self.entries, entry * self.width, DELETED)?;
        if self.width > 1 {
            thread.write_element(self.entries, entry * self.width + 1, NONE)?;
        }
        Ok(())
    }

    /// [`Table::erase`], if no barrier stands before the key; whether it was done. (A value that
    /// stays behind is one of no key.)
    #[inline]
    pub(crate) fn erase_open(self, thread: &Thread, entry: u64) -> bool {
        let is_erased = thread.write_element_open(self.entries, entry * self.width, DELETED);
        if is_erased && self.width > 1 {
            thread.write_element_open(self.entries, entry * self.width + 1, NONE);
        }
        is_erased
    }

    /// Walks the slots that a folded hash leads to; `visit` gets those whose entries have that
    /// hash, with the entry, and decides when to stop. Returns the place of the empty slot at the
    /// end of the walk, if it came so far.
    #[inline]
    fn probe<M: Mode, T>(
        self,
        thread: &'a Thread,
        hash: u64,
        mut visit: impl FnMut(u64, u64) -> Option<T>,
    ) -> Result<T, u64> {
        let mask = thread.array_length(self.index) - 1;
        let (mut perturbation, mut slot) = (hash, hash & mask);
        loop {
            let Some(word) = thread.read_element_in::<M>(self.index, slot).as_integer() else {
                return Err(slot);
            };
            if word as u64 >> ENTRY_BITS == hash
                && let Some(result) = visit(slot, word as u64 & ENTRY_MASK)
            {
                return Ok(result);
            }
            slot = next_slot(slot, &mut perturbation, mask);
        }
    }

    /// The slot that a missing key takes: see [`Found::Missing`].
    #[inline]
    pub(crate) fn free_slot(self, thread: &'a Thread, hash: u64) -> u64 {
        self.probe::<AnyMode, u64>(thread, hash, |slot, entry| {
            (self.key(thread, entry) == DELETED).then_some(slot)
        })
        .unwrap_or_else(|empty| empty)
    }

    /// Looks a key up, from the first entry with the hash after `skip` others that were asked.
    #[inline]
    pub(crate) fn find(
        self,
        thread: &'a Thread,
        key: Value<'a>,
        hash: i64,
        skip: u64,
    ) -> Outcome<Found> {
        self.find_in::<AnyMode>(thread, key, folded(hash), skip)
    }

    /// [`Table::find`] by what a slot keeps of the hash.
    #[inline]
    pub(crate) fn find_folded(
        self,
        thread: &'a Thread,
        key: Value<'a>,
        hash: u64,
        skip: u64,
    ) -> Outcome<Found> {
        self.find_in::<AnyMode>(thread, key, hash, skip)
    }

    /// Looks up the one key of which `is_it` holds: of each with the hash it says so, or that only
    /// Python code can tell.
    #[inline]
    pub(crate) fn find_by(
        self,
        thread: &'a Thread,
        hash: i64,
        mut is_it: impl FnMut(Value<'a>) -> Outcome<Option<bool>>,
    ) -> Outcome<Found> {
        let result = self.probe::<AnyMode, _>(thread, folded(hash), |_, entry| {
            let there = self.key(thread, entry);
            if there == DELETED {
                return None;
            }
            match is_it(there) {
                Err(unwind) => Some(Err(unwind)),
                Ok(Some(true)) => Some(Ok(Found::Entry(entry))),
                Ok(Some(false)) => None,
                Ok(None) => Some(Ok(Found::Ask(entry))),
            }
        });
        result.unwrap_or_else(|empty| Ok(Found::Missing(empty)))
    }

    /// What the slots keep of the hashes of the entries at some places, in the order of these.
    fn kept_hashes(self, thread: &'a Thread, places: &Range<u64>) -> Vec<u32> {
        let mut kept = vec![0; (places.end - places.start) as usize];
        let slots = thread.array_length(self.index);
        for slot in thread.read_elements(self.index, 0, slots) {
            let Some(word) = slot.as_integer() else {
                continue;
            };
            let place = (word as u64 & ENTRY_MASK).checked_sub(places.start);
            if let Some(hash) = place.and_then(|place| kept.get_mut(place as usize)) {
                *hash = (word as u64 >> ENTRY_BITS) as u32;
            }
        }
        kept
    }

    #[inline]
    fn find_in<M: Mode>(
        self,
        thread: &'a Thread,
        key: Value<'a>,
        hash: u64,
        mut skip: u64,
    ) -> Outcome<Found> {
        // A key that is deleted and inserted again and again would otherwise leave a slot each
        // time, and pass all of them.
        let mut left = None;
        let result = self.probe::<M, _>(thread, hash, |slot, entry| {
            let there = thread.read_element_in::<M>(self.entries, entry * self.width);
            if there == key {
                return Some(Ok(Found::Entry(entry)));
            }
            if there == DELETED {
                left.get_or_insert(slot);
                return None;
            }
            match compare::equal_leaf(thread, there, key) {
                Err(unwind) => Some(Err(unwind)),
                Ok(Some(true)) => Some(Ok(Found::Entry(entry))),
                Ok(Some(false)) => None,
                Ok(None) if skip > 0 => {
                    skip -= 1;
                    None
                }
                Ok(None) => Some(Ok(Found::Ask(entry))),
            }
        });
        result.unwrap_or_else(|empty| Ok(Found::Missing(left.unwrap_or(empty))))
    }
}
