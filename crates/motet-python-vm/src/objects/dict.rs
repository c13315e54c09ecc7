//! Dicts, in the order of insertion: the machinery that sets use too.
//!
//! ```text
//!   dict ──▶ table (immutable) ──▶ index:   entry number for each slot, or EMPTY
//!        │                    └──▶ entries: hash, key, value, hash, key, value, …
//!        └─▶ counts: live entries, used entries, what is lost at both ends
//! ```
//!
//! What conflicts with what follows from what is read and written:
//! - a lookup reads the dict object, slots of the index and entries, never the counts;
//! - an update of a key that is there writes its value alone;
//! - an insertion writes the counts, one slot and one entry (two insertions conflict);
//! - growing makes a new table and writes the dict object (it conflicts with all lookups).
//!
//! A deleted entry keeps its slot of the index; its key is `DELETED`. The next table drops it.
//! So that a queue made of a dict does not pass over all that was ever deleted: the counts know how
//! many entries at the front are deleted, and `popitem` gives the entries at the end back. Slots
//! that led to those may then lead to others, which only costs a look; they are counted as *lost*,
//! since the index must keep empty slots.

use motet_tm::{ReadView, WriteView};

use super::prelude::*;

const TABLE: u64 = 1;
const COUNTS: u64 = 2;
const INDEX: u64 = 1;
const ENTRIES: u64 = 2;
const LIVE: u64 = 1;
const USED: u64 = 2;
/// Deleted entries at the front, and `LOST_ONE` for each lost slot.
const ENDS: u64 = 3;
const LOST_ONE: u64 = 1 << 31;
const ENTRY_WORDS: u64 = 3;
/// A slot of the index that leads nowhere.
const EMPTY: Value<'static> = ELLIPSIS;
/// Slots of the smallest index.
const SLOTS_MIN: u64 = 8;

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

/// How many entries a dict has.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Keys.
    live: u64,
    /// Entries, deleted ones included.
    used: u64,
    /// Entries at the front that are deleted: the next one is live, if there is any.
    front: u64,
    /// Slots of the index beyond those of the used entries.
    lost: u64,
}

impl Counts {
    #[inline]
    fn of(view: ReadView<'_>) -> Counts {
        let number = |word| view.get(word).as_integer().expect("a count") as u64;
        let ends = number(ENDS);
        Counts {
            live: number(LIVE),
            used: number(USED),
            front: ends % LOST_ONE,
            lost: ends / LOST_ONE,
        }
    }

    #[inline]
    fn store(self, view: WriteView<'_>) {
        view.set(LIVE, super::int::from_length(self.live));
        view.set(USED, super::int::from_length(self.used));
        let ends = self.front + self.lost * LOST_ONE;
        view.set(ENDS, super::int::from_length(ends));
    }
}

/// The parts of a dict's table.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    table: Object<'a>,
    index: Object<'a>,
    entries: Object<'a>,
}

fn usable(slots: u64) -> u64 {
    slots * 2 / 3
}

fn slots_for(live: u64) -> u64 {
    let mut slots = SLOTS_MIN;
    while usable(slots) < live {
        slots *= 2;
    }
    slots
}

/// What is kept of a hash: all but the top bit, so that it is immediate. Probing starts from this.
#[inline]
fn stored(hash: i64) -> Value<'static> {
    Value::from_integer((hash << 1) >> 1).expect("63 bits")
}

/// Makes an empty dict (or set, by its class) with room for `room` keys.
///
/// # Errors
/// `MemoryError`.
pub fn with_room(thread: &Thread, class: ClassNumber, room: u64) -> Outcome<Value<'_>> {
    let table = new_table(thread, slots_for(room))?;
    let zero = Value::from_small(0);
    let counts = thread.allocate(LAYOUT_DICT_COUNTS, CLASS_OBJECT, &[zero, zero, zero]);
    let fields = [table.table.value(), counts.value(), NONE];
    Ok(thread.allocate(LAYOUT_DICT, class, &fields).value())
}

/// Makes an empty dict.
///
/// # Errors
/// `MemoryError`.
pub fn new(thread: &Thread) -> Outcome<Value<'_>> {
    with_room(thread, CLASS_DICT, 0)
}

fn new_table(thread: &Thread, slots: u64) -> Outcome<Table<'_>> {
    let index = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, slots, EMPTY);
    let index = allocated(thread, index)?.object();
    let words = usable(slots) * ENTRY_WORDS;
    let entries = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, words, NONE);
    let entries = allocated(thread, entries)?.object();
    let fields = [index.value(), entries.value(), NONE];
    let table = thread.allocate(LAYOUT_DICT_TABLE, CLASS_OBJECT, &fields);
    Ok(Table {
        table,
        index,
        entries,
    })
}

/// The dict object of a value, if it is one.
#[inline]
pub fn as_dict<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact(thread, value, CLASS_DICT).or_else(|| exact(thread, plain(thread, value), CLASS_DICT))
}

/// The table that a dict has now.
#[inline]
pub fn table<'a>(thread: &'a Thread, dict: Object<'a>) -> Table<'a> {
    let table = thread
        .read(dict)
        .get(TABLE)
        .as_object()
        .expect("a dict has a table");
    let view = thread.read_immutable(table);
    let index = view.get(INDEX).as_object().expect("a table has an index");
    let entries = view.get(ENTRIES).as_object().expect("a table has entries");
    Table {
        table,
        index,
        entries,
    }
}

fn counts<'a>(thread: &'a Thread, dict: Object<'a>) -> Object<'a> {
    thread
        .read(dict)
        .get(COUNTS)
        .as_object()
        .expect("a dict has counts")
}

#[inline]
fn read_counts(thread: &Thread, dict: Object<'_>) -> Counts {
    Counts::of(thread.read(counts(thread, dict)))
}

/// The number of keys.
pub fn length(thread: &Thread, dict: Object<'_>) -> u64 {
    read_counts(thread, dict).live
}

/// The number of entries, deleted ones included: what an iteration runs over.
pub fn used(thread: &Thread, dict: Object<'_>) -> u64 {
    read_counts(thread, dict).used
}

/// The number of keys, and the entries that an iteration runs over.
#[inline]
pub fn extent(thread: &Thread, dict: Object<'_>) -> (u64, std::ops::Range<u64>) {
    let counts = read_counts(thread, dict);
    (counts.live, counts.front..counts.used)
}

impl<'a> Table<'a> {
    fn key(self, thread: &'a Thread, entry: u64) -> Value<'a> {
        thread.read_element(self.entries, entry * ENTRY_WORDS + 1)
    }

    fn value(self, thread: &'a Thread, entry: u64) -> Value<'a> {
        thread.read_element(self.entries, entry * ENTRY_WORDS + 2)
    }

    /// Walks the slots that a hash leads to; `visit` says when to stop. The place of the empty slot
    /// at the end of the walk, if it came so far.
    #[inline]
    fn probe<T>(
        self,
        thread: &'a Thread,
        hash: Value<'_>,
        mut visit: impl FnMut(u64) -> Option<T>,
    ) -> Result<T, u64> {
        let mask = thread.array_length(self.index) - 1;
        let mut perturbation = hash.as_integer().expect("a stored hash") as u64;
        let mut slot = perturbation & mask;
        loop {
            let Some(entry) = thread.read_element(self.index, slot).as_integer() else {
                return Err(slot);
            };
            if let Some(result) = visit(entry as u64) {
                return Ok(result);
            }
            perturbation >>= 5;
            slot = (5 * slot + perturbation + 1) & mask;
        }
    }

    /// The empty slot at which a walk ends that accepts nothing.
    #[inline]
    fn empty_slot(self, thread: &'a Thread, hash: Value<'_>) -> u64 {
        self.probe(thread, hash, |_| None::<()>)
            .expect_err("a walk that accepts nothing ends at an empty slot")
    }

    /// Looks a key up, from the first entry with the hash after `skip` others that were asked.
    fn find(self, thread: &'a Thread, key: Value<'a>, hash: i64, mut skip: u64) -> Outcome<Found> {
        let wanted = stored(hash);
        let result = self.probe(thread, wanted, |entry| {
            let there = self.key(thread, entry);
            if there == key {
                return Some(Ok(Found::Entry(entry)));
            }
            if thread.read_element(self.entries, entry * ENTRY_WORDS) != wanted || there == DELETED
            {
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

/// Looks a key up without calling Python code.
///
/// # Errors
/// `RecursionError` from comparing nested keys.
#[inline]
pub fn find<'a>(thread: &'a Thread, dict: Object<'a>, key: Value<'a>, hash: i64) -> Outcome<Found> {
    table(thread, dict).find(thread, key, hash, 0)
}

/// Looks a key up; compares with `__eq__` where that is needed.
///
/// # Errors
/// What `__eq__` raises.
pub fn find_calling(thread: &mut Thread, dict: Root, key: Root, hash: i64) -> Outcome<Option<u64>> {
    let mut asked = 0;
    loop {
        let object = thread.get(dict).as_object().expect("a dict");
        let table = table(thread, object);
        let entry = match table.find(thread, thread.get(key), hash, asked)? {
            Found::Entry(entry) => return Ok(Some(entry)),
            Found::Missing(_) => return Ok(None),
            Found::Ask(entry) => entry,
        };
        let mark = thread.root_count();
        let old_table = thread.root(table.table.value());
        let there = thread.root(table.key(thread, entry));
        let is_equal = super::protocol::compare::same_or_equal(thread, there, key)?;
        let object = thread.get(dict).as_object().expect("a dict");
        let table = self::table(thread, object);
        // What `__eq__` did to this dict may make the answer worthless.
        let changed = table.table.value() != thread.get(old_table)
            || table.key(thread, entry) != thread.get(there);
        thread.truncate_roots(mark);
        if changed {
            asked = 0;
        } else if is_equal {
            return Ok(Some(entry));
        } else {
            asked += 1;
        }
    }
}

/// The value of an entry.
#[inline]
pub fn value_at<'a>(thread: &'a Thread, dict: Object<'a>, entry: u64) -> Value<'a> {
    table(thread, dict).value(thread, entry)
}

/// Changes the value of an entry.
///
/// # Errors
/// An abort.
#[inline]
pub fn set_value_at(
    thread: &Thread,
    dict: Object<'_>,
    entry: u64,
    value: Value<'_>,
) -> Outcome<()> {
    let entries = table(thread, dict).entries;
    thread.write_element(entries, entry * ENTRY_WORDS + 2, value)
}

/// Key and value of an entry; `None` if it is deleted.
pub fn entry_at<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    entry: u64,
) -> Option<(Value<'a>, Value<'a>)> {
    let table = table(thread, dict);
    let key = table.key(thread, entry);
    (key != DELETED).then(|| (key, table.value(thread, entry)))
}

/// All live entries, in order.
pub fn entries<'a>(thread: &'a Thread, dict: Object<'a>) -> Vec<(Value<'a>, Value<'a>)> {
    let (live, entries) = extent(thread, dict);
    let table = table(thread, dict);
    let mut all = Vec::with_capacity(live as usize);
    all.extend(
        entries
            .map(|entry| (table.key(thread, entry), table.value(thread, entry)))
            .filter(|(key, _)| *key != DELETED),
    );
    all
}

/// Appends the live entries of a dict to a table that is new and has room for them. How many.
fn append_all(thread: &Thread, dict: Object<'_>, target: Table<'_>) -> Outcome<u64> {
    append_all_behind(thread, dict, target, 0)
}

/// As [`append_all`], the first as entry `number`. The number behind the last.
fn append_all_behind(
    thread: &Thread,
    dict: Object<'_>,
    target: Table<'_>,
    mut number: u64,
) -> Outcome<u64> {
    let table = table(thread, dict);
    for entry in extent(thread, dict).1 {
        let key = table.key(thread, entry);
        if key != DELETED {
            let hash = thread.read_element(table.entries, entry * ENTRY_WORDS);
            let value = table.value(thread, entry);
            let slot = target.empty_slot(thread, hash);
            append(thread, target, slot, number, [hash, key, value])?;
            number += 1;
        }
    }
    Ok(number)
}

/// Inserts a key that is known not to be there.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn insert_new(
    thread: &Thread,
    dict: Object<'_>,
    key: Value<'_>,
    hash: i64,
    value: Value<'_>,
) -> Outcome<()> {
    let slot = table(thread, dict).empty_slot(thread, stored(hash));
    insert_missing(thread, dict, slot, key, hash, value)
}

/// Inserts a key that [`find`] has found missing, with the slot that it told; nothing has changed
/// since.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn insert_missing(
    thread: &Thread,
    dict: Object<'_>,
    slot: u64,
    key: Value<'_>,
    hash: i64,
    value: Value<'_>,
) -> Outcome<()> {
    let view = thread.write(counts(thread, dict))?;
    let mut counts = Counts::of(view.read());
    let (mut table, mut slot) = (table(thread, dict), slot);
    if counts.used + counts.lost == thread.array_length(table.entries) / ENTRY_WORDS {
        table = rebuild(thread, dict, counts.live)?;
        slot = table.empty_slot(thread, stored(hash));
        counts = Counts {
            live: counts.live,
            used: counts.live,
            ..Counts::default()
        };
    }
    append(thread, table, slot, counts.used, [stored(hash), key, value])?;
    counts.live += 1;
    counts.used += 1;
    counts.store(view);
    Ok(())
}

fn append(
    thread: &Thread,
    table: Table<'_>,
    slot: u64,
    entry: u64,
    words: [Value<'_>; ENTRY_WORDS as usize],
) -> Outcome<()> {
    for (place, word) in words.into_iter().enumerate() {
        thread.write_element(table.entries, entry * ENTRY_WORDS + place as u64, word)?;
    }
    thread.write_element(table.index, slot, super::int::from_length(entry))
}

/// Gives the dict a new table with room to grow; its entries are the live ones.
fn rebuild<'a>(thread: &'a Thread, dict: Object<'a>, live: u64) -> Outcome<Table<'a>> {
    let table = new_table(thread, slots_for((live * 2).max(live + 1)))?;
    append_all(thread, dict, table)?;
    thread.write(dict)?.set(TABLE, table.table.value());
    Ok(table)
}

/// Deletes an entry.
///
/// # Errors
/// An abort.
pub fn delete_at(thread: &Thread, dict: Object<'_>, entry: u64) -> Outcome<()> {
    let view = thread.write(counts(thread, dict))?;
    let mut counts = Counts::of(view.read());
    let table = table(thread, dict);
    thread.write_element(table.entries, entry * ENTRY_WORDS + 1, DELETED)?;
    thread.write_element(table.entries, entry * ENTRY_WORDS + 2, NONE)?;
    counts.live -= 1;
    if entry == counts.front {
        while counts.front < counts.used && table.key(thread, counts.front) == DELETED {
            counts.front += 1;
        }
    }
    counts.store(view);
    Ok(())
}

/// Makes an entry the last one.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn move_to_back(thread: &Thread, dict: Object<'_>, entry: u64) -> Outcome<()> {
    let (_, entries) = extent(thread, dict);
    if entry + 1 == entries.end {
        return Ok(());
    }
    let table = table(thread, dict);
    let hash = thread.read_element(table.entries, entry * ENTRY_WORDS);
    let hash = hash.as_integer().expect("a stored hash");
    let (key, value) = (table.key(thread, entry), table.value(thread, entry));
    delete_at(thread, dict, entry)?;
    insert_new(thread, dict, key, hash, value)
}

/// Makes an entry the first one: it takes the place of one that is deleted.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn move_to_front(thread: &Thread, dict: Object<'_>, entry: u64) -> Outcome<()> {
    let (_, entries) = extent(thread, dict);
    if entry == entries.start {
        return Ok(());
    }
    let table = table(thread, dict);
    let hash = thread.read_element(table.entries, entry * ENTRY_WORDS);
    let words = [hash, table.key(thread, entry), table.value(thread, entry)];
    delete_at(thread, dict, entry)?;
    let view = thread.write(counts(thread, dict))?;
    let mut counts = Counts::of(view.read());
    let room = thread.array_length(table.entries) / ENTRY_WORDS;
    let mut table = table;
    if counts.front == 0 || counts.used + counts.lost == room {
        let gap = counts.live + 1;
        table = new_table(thread, slots_for(2 * gap + counts.live))?;
        for entry in 0..gap {
            thread.write_element(table.entries, entry * ENTRY_WORDS + 1, DELETED)?;
        }
        counts.used = append_all_behind(thread, dict, table, gap)?;
        (counts.front, counts.lost) = (gap, 0);
        thread.write(dict)?.set(TABLE, table.table.value());
    }
    counts.front -= 1;
    counts.live += 1;
    counts.lost += 1;
    let slot = table.empty_slot(thread, hash);
    append(thread, table, slot, counts.front, words)?;
    counts.store(view);
    Ok(())
}

/// Takes the first key away.
///
/// # Errors
/// An abort.
pub fn take_first<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
) -> Outcome<Option<(Value<'a>, Value<'a>)>> {
    let (live, entries) = extent(thread, dict);
    if live == 0 {
        return Ok(None);
    }
    let first = entry_at(thread, dict, entries.start).expect("the first entry is live");
    delete_at(thread, dict, entries.start)?;
    Ok(Some(first))
}

/// Takes the last key away, and gives its entry back with those behind it.
///
/// # Errors
/// An abort.
pub fn take_last<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
) -> Outcome<Option<(Value<'a>, Value<'a>)>> {
    let (live, entries) = extent(thread, dict);
    if live == 0 {
        return Ok(None);
    }
    let find = |entry| entry_at(thread, dict, entry).map(|last| (entry, last));
    let (entry, last) = entries.rev().find_map(find).expect("an entry is live");
    delete_at(thread, dict, entry)?;
    let view = thread.write(counts(thread, dict))?;
    let mut counts = Counts::of(view.read());
    counts.lost += counts.used - entry;
    counts.used = entry;
    counts.front = counts.front.min(entry);
    counts.store(view);
    Ok(Some(last))
}

/// Empties the dict.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn clear(thread: &Thread, dict: Object<'_>) -> Outcome<()> {
    let table = new_table(thread, SLOTS_MIN)?;
    let view = thread.write(counts(thread, dict))?;
    thread.write(dict)?.set(TABLE, table.table.value());
    Counts::default().store(view);
    Ok(())
}

/// A copy with the same keys and values, of class `class`.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn copy<'a>(thread: &'a Thread, dict: Object<'a>, class: ClassNumber) -> Outcome<Value<'a>> {
    let copy = with_room(thread, class, length(thread, dict))?;
    let object = copy.as_object().expect("a dict");
    let live = append_all(thread, dict, table(thread, object))?;
    let counts = Counts {
        live,
        used: live,
        ..Counts::default()
    };
    counts.store(thread.write(self::counts(thread, object))?);
    Ok(copy)
}

// ---- by key

/// The hash of a key or an item; `None` if Python code must be asked.
///
/// # Errors
/// `TypeError` if it has none.
#[inline]
pub fn key_hash_leaf(thread: &Thread, dict: Object<'_>, key: Value<'_>) -> Outcome<Option<i64>> {
    match super::protocol::hash::hash_leaf(thread, key) {
        Err(Unwind::Raise) => Err(no_key(thread, dict, key)),
        other => other,
    }
}

/// Says what a value that has no hash was to be used for, if that is why an exception is raised.
#[cold]
fn no_key(thread: &Thread, dict: Object<'_>, key: Value<'_>) -> Unwind {
    let raised = thread.thread_root(crate::thread::ROOT_RAISED);
    let message = crate::exception::as_exception(thread, raised)
        .filter(|_| thread.class_of(raised) == crate::exception_classes::TYPE_ERROR)
        .and_then(|error| crate::exception::arguments(thread, error).first().copied())
        .and_then(|message| super::string::as_text(thread, message));
    let Some(message) = message else {
        return Unwind::Raise;
    };
    let what = match thread.host_of(dict) {
        CLASS_SET | CLASS_FROZENSET => "set element",
        _ => "dict key",
    };
    let name = type_name(thread, key);
    let message = format!("cannot use '{name}' as a {what} ({message})");
    take_exception(thread, crate::exception_classes::TYPE_ERROR);
    type_error(thread, message)
}

/// `dict[key]` without calling Python code. The outer `None`: a call is needed.
///
/// # Errors
/// `TypeError` for a key that has no hash.
#[inline]
pub fn get_leaf<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    key: Value<'a>,
) -> Outcome<Option<Option<Value<'a>>>> {
    let Some(hash) = key_hash_leaf(thread, dict, key)? else {
        return Ok(None);
    };
    let table = table(thread, dict);
    Ok(match table.find(thread, key, hash, 0)? {
        Found::Entry(entry) => Some(Some(table.value(thread, entry))),
        Found::Missing(_) => Some(None),
        Found::Ask(_) => None,
    })
}

/// `dict[key] = value` without calling Python code; false if a call is needed.
///
/// # Errors
/// `TypeError` for a key that has no hash; an abort.
#[inline]
pub fn set_leaf(
    thread: &Thread,
    dict: Object<'_>,
    key: Value<'_>,
    value: Value<'_>,
) -> Outcome<bool> {
    let Some(hash) = key_hash_leaf(thread, dict, key)? else {
        return Ok(false);
    };
    match find(thread, dict, key, hash)? {
        Found::Entry(entry) => set_value_at(thread, dict, entry, value)?,
        Found::Missing(slot) => insert_missing(thread, dict, slot, key, hash, value)?,
        Found::Ask(_) => return Ok(false),
    }
    Ok(true)
}

/// The value of a key, which becomes `value` if the key is not there, without calling Python code;
/// `None` if a call is needed.
///
/// # Errors
/// As [`set_leaf`].
#[inline]
pub fn default_leaf<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    key: Value<'a>,
    value: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(hash) = key_hash_leaf(thread, dict, key)? else {
        return Ok(None);
    };
    match find(thread, dict, key, hash)? {
        Found::Entry(entry) => Ok(Some(value_at(thread, dict, entry))),
        Found::Missing(slot) => {
            insert_missing(thread, dict, slot, key, hash, value)?;
            Ok(Some(value))
        }
        Found::Ask(_) => Ok(None),
    }
}

/// The number of the entry of a key.
///
/// # Errors
/// `TypeError` for a key that has no hash; what `__hash__` and `__eq__` raise.
pub fn locate(thread: &mut Thread, dict: Root, key: Root) -> Outcome<(i64, Option<u64>)> {
    let hash = match super::protocol::hash::hash(thread, key) {
        Err(Unwind::Raise) => {
            let object = thread.get(dict).as_object().expect("a dict");
            return Err(no_key(thread, object, thread.get(key)));
        }
        other => other?,
    };
    Ok((hash, find_calling(thread, dict, key, hash)?))
}

/// `dict[key]`, if the key is there.
///
/// # Errors
/// As [`locate`].
pub fn get(thread: &mut Thread, dict: Root, key: Root) -> Outcome<Option<Root>> {
    let (_, entry) = locate(thread, dict, key)?;
    let object = thread.get(dict).as_object().expect("a dict");
    Ok(entry.map(|entry| thread.root(value_at(thread, object, entry))))
}

/// `dict[key] = value`.
///
/// # Errors
/// As [`locate`]; an abort.
pub fn set(thread: &mut Thread, dict: Root, key: Root, value: Root) -> Outcome<()> {
    let (hash, entry) = locate(thread, dict, key)?;
    let object = thread.get(dict).as_object().expect("a dict");
    match entry {
        Some(entry) => set_value_at(thread, object, entry, thread.get(value)),
        None => insert_new(thread, object, thread.get(key), hash, thread.get(value)),
    }
}

/// Takes a key away; its value, if it was there.
///
/// # Errors
/// As [`locate`]; an abort.
pub fn take(thread: &mut Thread, dict: Root, key: Root) -> Outcome<Option<Root>> {
    let (_, entry) = locate(thread, dict, key)?;
    let Some(entry) = entry else { return Ok(None) };
    let object = thread.get(dict).as_object().expect("a dict");
    let value = thread.root(value_at(thread, object, entry));
    delete_at(thread, object, entry)?;
    Ok(Some(value))
}

/// The value of a key that is a text, if it is there: for keyword arguments and namespaces.
///
/// # Errors
/// None in practice: comparing strings cannot fail.
pub fn get_text<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    name: &str,
) -> Outcome<Option<Value<'a>>> {
    let key = super::string::new(thread, name)?;
    Ok(get_leaf(thread, dict, key)?.flatten())
}
