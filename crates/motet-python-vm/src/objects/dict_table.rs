//! The tables of dicts and sets: slots of an index that lead to entries. The picture is in
//! `dict.rs`.

use std::ops::Range;

use motet_tm::{Fresh, GilMode};

use super::prelude::*;

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
pub(super) const SLOTS_MIN: u64 = 8;

/// What a lookup that cannot call found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The number of the entry.
    Entry(u64),
    /// The key is not there; an insertion (before any other change) may use this slot.
    Missing(u64),
    /// The entry with this number has the same hash, and only Python code can tell whether its key
    /// is equal.
    Ask(u64),
}

/// The parts of a dict's table.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    pub(super) table: Object<'a>,
    pub(super) index: Object<'a>,
    pub(super) entries: Object<'a>,
    /// Words of an entry: 2 of a dict, 1 of a set.
    pub(super) width: u64,
}

/// A table that only the operation knows that has just made it: it is filled without barriers.
pub(super) struct NewTable<'a> {
    pub(super) table: Table<'a>,
    index: Fresh<'a>,
    entries: Fresh<'a>,
}

fn usable(slots: u64) -> u64 {
    slots * 2 / 3
}

pub(super) fn slots_for(live: u64) -> u64 {
    let mut slots = SLOTS_MIN;
    while usable(slots) < live {
        slots *= 2;
    }
    slots
}

/// What a slot keeps of a hash, and where probing starts. Small hashes stay as they are: numbers in
/// a row lie in a row. What is beyond is mixed in, since it may be all that differs.
#[inline]
pub(super) fn folded(hash: i64) -> u64 {
    const MASK: u64 = (1 << HASH_BITS) - 1;
    let hash = hash as u64;
    let mixed = (hash >> HASH_BITS).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - HASH_BITS);
    (hash & MASK) ^ mixed
}

/// The slot of a folded hash that leads to an entry.
#[inline]
pub(super) fn slot_value(hash: u64, entry: u64) -> Value<'static> {
    super::int::from_length(hash << ENTRY_BITS | entry)
}

/// The slot after another on the walk of a hash.
#[inline]
fn next_slot(slot: u64, perturbation: &mut u64, mask: u64) -> u64 {
    *perturbation >>= 5;
    (5 * slot + *perturbation + 1) & mask
}

/// Words of an entry in the dicts or sets of a class.
pub(super) fn width_of(class: ClassNumber) -> u64 {
    match class {
        CLASS_SET | CLASS_FROZENSET => 1,
        _ => 2,
    }
}

pub(super) fn new_table(thread: &Thread, slots: u64, width: u64) -> Outcome<NewTable<'_>> {
    let index = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, slots, EMPTY);
    let index = allocated(thread, index)?;
    let words = usable(slots) * width;
    let entries = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, words, NONE);
    let entries = allocated(thread, entries)?;
    let fields = [
        index.object().value(),
        entries.object().value(),
        super::int::from_length(width),
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

impl NewTable<'_> {
    /// Stores an entry; no slot leads to it yet.
    #[inline]
    fn set_entry(&self, entry: u64, key: Value<'_>, value: Value<'_>) {
        let first = FIRST + entry * self.table.width;
        self.entries.set(first, key);
        if self.table.width > 1 {
            self.entries.set(first + 1, value);
        }
    }

    /// Lets an empty slot lead to an entry.
    #[inline]
    fn lead(&self, thread: &Thread, hash: u64, entry: u64) {
        let mask = thread.array_length(self.table.index) - 1;
        let (mut perturbation, mut slot) = (hash, hash & mask);
        // Nobody else can know it: no barrier.
        while thread.read_element_in::<GilMode>(self.table.index, slot) != EMPTY {
            slot = next_slot(slot, &mut perturbation, mask);
        }
        self.index.set(FIRST + slot, slot_value(hash, entry));
    }

    /// Leaves places before the first entry, which no slot leads to and no entry has had.
    pub(super) fn leave_gap(&self, places: u64) {
        for place in 0..places {
            self.set_entry(place, DELETED, DELETED);
        }
    }

    /// Takes over the `live` live entries of a table from those at `places`, in order, as entry
    /// `first` and those behind it; there is room for them.
    pub(super) fn take_over(
        &self,
        thread: &Thread,
        table: Table<'_>,
        live: u64,
        places: Range<u64>,
        first: u64,
    ) {
        // Where each entry goes, if they do not all move by the same distance.
        let mut moved = Vec::new();
        let is_dense = live == places.end - places.start;
        if !is_dense {
            moved.reserve((places.end - places.start) as usize);
        }
        let mut number = first;
        for entry in places.clone() {
            let key = table.key(thread, entry);
            let is_live = key != DELETED;
            if !is_dense {
                moved.push(is_live.then_some(number));
            }
            if is_live {
                self.set_entry(number, key, table.value(thread, entry));
                number += 1;
            }
        }
        for slot in 0..thread.array_length(table.index) {
            let Some(word) = thread.read_element(table.index, slot).as_integer() else {
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
    pub(super) fn of(thread: &'a Thread, table: Object<'a>) -> Table<'a> {
        let view = thread.read_immutable(table);
        let index = view.get(INDEX).as_object().expect("a table has an index");
        let entries = view.get(ENTRIES).as_object().expect("a table has entries");
        Table {
            table,
            index,
            entries,
            width: view.raw(WIDTH) >> 1,
        }
    }

    #[inline]
    pub(super) fn key(self, thread: &'a Thread, entry: u64) -> Value<'a> {
        thread.read_element(self.entries, entry * self.width)
    }

    /// The value of an entry; `None` of a set's.
    #[inline]
    pub(super) fn value(self, thread: &'a Thread, entry: u64) -> Value<'a> {
        if self.width == 1 {
            return NONE;
        }
        thread.read_element(self.entries, entry * self.width + 1)
    }

    /// Whether another entry behind `used` ones needs another table.
    #[inline]
    pub(super) fn is_full(self, thread: &Thread, used: u64) -> bool {
        (used + 1) * self.width > thread.array_length(self.entries)
    }

    /// Whether no slot has ever led to an entry: the key of one that was deleted has no value.
    pub(super) fn was_never_used(self, thread: &Thread, entry: u64) -> bool {
        self.key(thread, entry) == DELETED && self.value(thread, entry) == DELETED
    }

    /// Stores an entry, and lets an empty slot lead to it.
    #[inline]
    pub(super) fn store(
        self,
        thread: &Thread,
        slot: u64,
        hash: u64,
        entry: u64,
        words: [Value<'_>; 2],
    ) -> Outcome<()> {
        for (word, value) in words.into_iter().enumerate().take(self.width as usize) {
            thread.write_element(self.entries, entry * self.width + word as u64, value)?;
        }
        thread.write_element(self.index, slot, slot_value(hash, entry))
    }

    /// Takes key and value of an entry away.
    pub(super) fn erase(self, thread: &Thread, entry: u64) -> Outcome<()> {
        thread.write_element(self.entries, entry * self.width, DELETED)?;
        if self.width > 1 {
            thread.write_element(self.entries, entry * self.width + 1, NONE)?;
        }
        Ok(())
    }

    /// Walks the slots that a folded hash leads to; `visit` gets the entries with that hash and
    /// says when to stop. The place of the empty slot at the end of the walk, if it came so far.
    #[inline]
    fn probe<T>(
        self,
        thread: &'a Thread,
        hash: u64,
        mut visit: impl FnMut(u64) -> Option<T>,
    ) -> Result<T, u64> {
        let mask = thread.array_length(self.index) - 1;
        let (mut perturbation, mut slot) = (hash, hash & mask);
        loop {
            let Some(word) = thread.read_element(self.index, slot).as_integer() else {
                return Err(slot);
            };
            if word as u64 >> ENTRY_BITS == hash
                && let Some(result) = visit(word as u64 & ENTRY_MASK)
            {
                return Ok(result);
            }
            slot = next_slot(slot, &mut perturbation, mask);
        }
    }

    /// The empty slot at which a walk ends that accepts nothing.
    #[inline]
    pub(super) fn empty_slot(self, thread: &'a Thread, hash: u64) -> u64 {
        self.probe(thread, hash, |_| None::<()>)
            .expect_err("a walk that accepts nothing ends at an empty slot")
    }

    /// Looks a key up, from the first entry with the hash after `skip` others that were asked.
    #[inline]
    pub(super) fn find(
        self,
        thread: &'a Thread,
        key: Value<'a>,
        hash: i64,
        mut skip: u64,
    ) -> Outcome<Found> {
        let result = self.probe(thread, folded(hash), |entry| {
            let there = self.key(thread, entry);
            if there == key {
                return Some(Ok(Found::Entry(entry)));
            }
            if there == DELETED {
                return None;
            }
            match super::protocol::compare::equal_leaf(thread, there, key) {
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
        result.unwrap_or_else(|slot| Ok(Found::Missing(slot)))
    }
}
