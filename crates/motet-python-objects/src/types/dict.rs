//! Dicts, in the order of insertion: the machinery that sets use too.
//!
//! ```text
//!   dict ──▶ table (immutable) ──▶ index:   hash and entry number for each slot, or EMPTY
//!        │                    └──▶ entries: key, value, key, value, … (of a set: key, key, …)
//!        └─▶ counts: live entries, used entries, deleted entries at both ends
//! ```
//!
//! The words that each operation reads and writes decide which operations conflict:
//! - a lookup reads the dict object, slots of the index and entries, never the counts;
//! - an update of an existing key writes its value alone;
//! - an insertion writes the counts, one slot and one entry (two insertions conflict);
//! - growing makes a new table and writes the dict object (it conflicts with all lookups).
//!
//! A slot keeps 30 bits of the hash, which tell most other keys apart and give the place of the
//! slot when the table grows; the entries need no hash, so that a set has one word for each key.
//! Two hashes that agree in these bits are so rare that the extra `__eq__` does not matter.
//!
//! A deleted entry keeps its slot of the index until a key with the same hash takes that; its key
//! is `DELETED`. The next table drops it. So that a queue made of a dict does not pass over all
//! entries ever deleted, the counts know how many entries are deleted at the front, and of some at
//! the end; when `popitem` has to pass over many others, it makes a table without them.

use crate::model::class_names;
use crate::model::exception;
use crate::model::exception_classes;
use crate::model::thread;
use crate::types::dict;
use crate::types::dict_counts::Counts;
use crate::types::dict_table::*;
use crate::types::prelude::*;
use crate::types::protocol::compare;
use crate::types::protocol::hash;
use crate::types::string;
use motet_tm::WriteView;

pub use crate::types::dict_builder::Builder;
pub use crate::types::dict_entries::*;
pub use crate::types::dict_table::{Found, Table};

const TABLE: u64 = 1;
const COUNTS: u64 = 2;
/// Makes an empty dict (or set, by its class) with room for `room` keys.
///
/// # Errors
/// `MemoryError`.
pub fn with_room(thread: &Thread, class: ClassNumber, room: u64) -> Outcome<Value<'_>> {
    let table = match room {
        0 => empty_table(thread, width_of(class)),
        _ => new_table(thread, slots_for(room), width_of(class))?.table,
    };
    Ok(with_table(thread, class, table, Counts::default()))
}

fn with_table<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    table: Table<'a>,
    counts: Counts,
) -> Value<'a> {
    let counts = thread.allocate(LAYOUT_DICT_COUNTS, CLASS_OBJECT, &counts.fields());
    let fields = [table.table.value(), counts.value(), NONE];
    thread.allocate(LAYOUT_DICT, class, &fields).value()
}

/// A dict or set of entries that are all live.
pub(crate) fn with_entries<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    table: Table<'a>,
    live: u64,
) -> Value<'a> {
    with_table(thread, class, table, Counts::all_live(live))
}

/// Makes an empty dict.
///
/// # Errors
/// `MemoryError`.
pub fn new(thread: &Thread) -> Outcome<Value<'_>> {
    with_room(thread, CLASS_DICT, 0)
}

/// The dict object of a value, if it is one.
#[inline]
pub fn as_dict<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact(thread, value, CLASS_DICT).or_else(|| exact(thread, plain(thread, value), CLASS_DICT))
}

/// The table that a dict has now.
#[inline]
pub fn table<'a>(thread: &'a Thread, dict: Object<'a>) -> Table<'a> {
    let table = thread.read(dict).get(TABLE).known_object();
    Table::of(thread, table)
}

fn counts<'a>(thread: &'a Thread, dict: Object<'a>) -> Object<'a> {
    thread.read(dict).get(COUNTS).known_object()
}

#[inline]
fn read_counts(thread: &Thread, dict: Object<'_>) -> Counts {
    Counts::of(thread.read(counts(thread, dict)))
}

/// The number of keys.
pub fn length(thread: &Thread, dict: Object<'_>) -> u64 {
    read_counts(thread, dict).live
}

/// The number of entries, deleted ones included: the length of an iteration.
pub fn used(thread: &Thread, dict: Object<'_>) -> u64 {
    read_counts(thread, dict).used
}

/// The number of keys, and the entries that an iteration runs over.
#[inline]
pub fn extent(thread: &Thread, dict: Object<'_>) -> (u64, std::ops::Range<u64>) {
    let counts = read_counts(thread, dict);
    (counts.live, counts.front..counts.used)
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
/// Any exception of `__eq__`.
pub fn find_calling(thread: &mut Thread, dict: Root, key: Root, hash: i64) -> Outcome<Option<u64>> {
    find_calling_folded(thread, dict, key, folded(hash))
}

/// [`find_calling`] by what a slot keeps of the hash.
///
/// # Errors
/// As there.
pub(crate) fn find_calling_folded(
    thread: &mut Thread,
    dict: Root,
    key: Root,
    hash: u64,
) -> Outcome<Option<u64>> {
    let mut asked = 0;
    loop {
        let object = thread.object_at(dict);
        let table = table(thread, object);
        let entry = match table.find_folded(thread, thread.get(key), hash, asked)? {
            Found::Entry(entry) => return Ok(Some(entry)),
            Found::Missing(_) => return Ok(None),
            Found::Ask(entry) => entry,
        };
        let mark = thread.root_count();
        let old_table = thread.root(table.table.value());
        let there = thread.root(table.key(thread, entry));
        let is_equal = compare::same_or_equal(thread, there, key)?;
        let object = thread.object_at(dict);
        let table = dict::table(thread, object);
        // `__eq__` may have changed this dict, and then its answer is worthless.
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
    table(thread, dict).set_value(thread, entry, value)
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
    insert_new_folded(thread, dict, key, folded(hash), value)
}

/// [`insert_new`] by what a slot keeps of the hash.
///
/// # Errors
/// As there.
pub(crate) fn insert_new_folded(
    thread: &Thread,
    dict: Object<'_>,
    key: Value<'_>,
    hash: u64,
    value: Value<'_>,
) -> Outcome<()> {
    let table = table(thread, dict);
    let slot = table.free_slot(thread, hash);
    insert_into(thread, dict, table, slot, key, hash, value)
}

/// Stores the value of a key whose folded hash is known, or adds an item to a set, without calling
/// Python code; false if a call is needed.
///
/// # Errors
/// `MemoryError`; `RecursionError` from comparing nested keys; an abort.
pub(crate) fn set_folded_leaf<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    key: Value<'a>,
    hash: u64,
    value: Value<'a>,
) -> Outcome<bool> {
    let table = table(thread, dict);
    match table.find_folded(thread, key, hash, 0)? {
        Found::Entry(entry) if table.width > 1 => table.set_value(thread, entry, value)?,
        Found::Entry(_) => {}
        Found::Missing(slot) => insert_into(thread, dict, table, slot, key, hash, value)?,
        Found::Ask(_) => return Ok(false),
    }
    Ok(true)
}

/// Inserts a key that [`find`] has found missing, with the slot that it has returned; nothing has
/// changed since.
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
    let hash = folded(hash);
    insert_into(thread, dict, table(thread, dict), slot, key, hash, value)
}

/// [`insert_missing`] with the table that the dict has.
#[inline]
fn insert_into<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    mut table: Table<'a>,
    mut slot: u64,
    key: Value<'_>,
    hash: u64,
    value: Value<'_>,
) -> Outcome<()> {
    let view = thread.write(counts(thread, dict))?;
    if table.is_full(thread, Counts::used_in(&view)) {
        table = make_room(thread, dict, &view)?;
        slot = table.free_slot(thread, hash);
    }
    let entry = Counts::push_in(&view);
    table.store(thread, slot, hash, entry, [key, value])
}

/// [`rebuild`]; the counts lie in `view`.
#[cold]
#[inline(never)]
fn make_room<'a>(thread: &'a Thread, dict: Object<'a>, view: &WriteView<'a>) -> Outcome<Table<'a>> {
    let live = Counts::of(view.read()).live;
    let (table, counts) = rebuild(thread, dict, live)?;
    counts.store(view);
    Ok(table)
}

/// [`insert_missing`], if no barrier stands in the way and there is room; whether it was done.
#[inline]
pub fn insert_open(
    thread: &Thread,
    dict: Object<'_>,
    slot: u64,
    key: Value<'_>,
    hash: i64,
    value: Value<'_>,
) -> bool {
    let Some(view) = thread.write_open(counts(thread, dict)) else {
        return false;
    };
    let (table, entry) = (table(thread, dict), Counts::used_in(&view));
    if table.is_full(thread, entry)
        || !table.store_open(thread, slot, folded(hash), entry, [key, value])
    {
        return false;
    }
    Counts::push_in(&view);
    true
}

/// Gives the dict a new table with room to grow; its entries are the live ones. Returns the table
/// and the counts that the dict is to have.
fn rebuild<'a>(thread: &'a Thread, dict: Object<'a>, live: u64) -> Outcome<(Table<'a>, Counts)> {
    let table = table(thread, dict);
    let new = new_table(thread, slots_after(live, table.width), table.width)?;
    new.take_over(thread, table, live, extent(thread, dict).1, 0);
    thread.write(dict)?.set(TABLE, new.table.table.value());
    Ok((new.table, Counts::all_live(live)))
}

/// Deletes an entry.
///
/// # Errors
/// An abort.
pub fn delete_at(thread: &Thread, dict: Object<'_>, entry: u64) -> Outcome<()> {
    let view = thread.write(counts(thread, dict))?;
    let mut counts = Counts::of(view.read());
    let table = table(thread, dict);
    table.erase(thread, entry)?;
    count_deleted(thread, table, &mut counts, entry);
    counts.store(&view);
    Ok(())
}

/// Takes an entry that is deleted now out of the counts.
fn count_deleted(thread: &Thread, table: Table<'_>, counts: &mut Counts, entry: u64) {
    counts.live -= 1;
    if entry + counts.back + 1 == counts.used {
        counts.back += 1;
    }
    if entry == counts.front {
        while counts.front < counts.used && table.key(thread, counts.front) == DELETED {
            counts.front += 1;
        }
    }
}

/// [`delete_at`], if no barrier stands in the way; whether it was done.
#[inline]
pub fn delete_open(thread: &Thread, dict: Object<'_>, entry: u64) -> bool {
    let Some(view) = thread.write_open(counts(thread, dict)) else {
        return false;
    };
    let mut counts = Counts::of(view.read());
    let table = table(thread, dict);
    if !table.erase_open(thread, entry) {
        return false;
    }
    count_deleted(thread, table, &mut counts, entry);
    counts.store(&view);
    true
}

/// Makes an entry the last one; `hash` is that of its key.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn move_to_back(thread: &Thread, dict: Object<'_>, entry: u64, hash: i64) -> Outcome<()> {
    let (_, entries) = extent(thread, dict);
    if entry + 1 == entries.end {
        return Ok(());
    }
    let table = table(thread, dict);
    let (key, value) = (table.key(thread, entry), table.value(thread, entry));
    delete_at(thread, dict, entry)?;
    insert_new(thread, dict, key, hash, value)
}

/// Makes an entry the first one; `hash` is that of its key. It takes a place before the first
/// entry that none has had yet.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn move_to_front(thread: &Thread, dict: Object<'_>, entry: u64, hash: i64) -> Outcome<()> {
    let (_, entries) = extent(thread, dict);
    if entry == entries.start {
        return Ok(());
    }
    let mut table = table(thread, dict);
    let (key, value) = (table.key(thread, entry), table.value(thread, entry));
    delete_at(thread, dict, entry)?;
    let view = thread.write(counts(thread, dict))?;
    let mut counts = Counts::of(view.read());
    if counts.front == 0 || !table.was_never_used(thread, counts.front - 1) {
        (table, counts) = rebuild_with_gap(thread, dict, counts.live)?;
    }
    counts.front -= 1;
    counts.live += 1;
    let slot = table.free_slot(thread, folded(hash));
    table.store(thread, slot, folded(hash), counts.front, [key, value])?;
    counts.store(&view);
    Ok(())
}

/// As [`rebuild`], with places before the first entry, for as many again and one.
fn rebuild_with_gap<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    live: u64,
) -> Outcome<(Table<'a>, Counts)> {
    let (table, gap) = (table(thread, dict), live + 1);
    let new = new_table(thread, slots_for(gap + 2 * live + 1), table.width)?;
    new.leave_gap(gap);
    new.take_over(thread, table, live, extent(thread, dict).1, gap);
    thread.write(dict)?.set(TABLE, new.table.table.value());
    let counts = Counts {
        live,
        used: gap + live,
        front: gap,
        back: 0,
    };
    Ok((new.table, counts))
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
    let first = entry_at(thread, dict, entries.start).expect("extent begins at a live entry");
    delete_at(thread, dict, entries.start)?;
    Ok(Some(first))
}

/// Takes the last key away.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn take_last<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
) -> Outcome<Option<(Value<'a>, Value<'a>)>> {
    if length(thread, dict) == 0 {
        return Ok(None);
    }
    let view = thread.write(counts(thread, dict))?;
    let mut counts = Counts::of(view.read());
    let mut table = table(thread, dict);
    let end = counts.used - counts.back;
    let mut place = (counts.front..end)
        .rev()
        .find(|entry| table.key(thread, *entry) != DELETED)
        .expect("the length is above zero, so an entry is live");
    // So many that passing over them again and again costs more than a new table.
    let passed = end - 1 - place;
    if passed.saturating_mul(passed) > thread.array_length(table.index) {
        (table, counts) = rebuild(thread, dict, counts.live)?;
        place = counts.live - 1;
    }
    let last = (table.key(thread, place), table.value(thread, place));
    table.erase(thread, place)?;
    counts.live -= 1;
    counts.back = counts.used - place;
    if place == counts.front {
        counts.front = counts.used;
    }
    counts.store(&view);
    Ok(Some(last))
}

/// Empties the dict.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn clear(thread: &Thread, dict: Object<'_>) -> Outcome<()> {
    let width = table(thread, dict).width;
    let table = empty_table(thread, width);
    let view = thread.write(counts(thread, dict))?;
    thread.write(dict)?.set(TABLE, table.table.value());
    Counts::default().store(&view);
    Ok(())
}

/// A copy with the same keys and values, of class `class`.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn copy<'a>(thread: &'a Thread, dict: Object<'a>, class: ClassNumber) -> Outcome<Value<'a>> {
    let (live, places) = extent(thread, dict);
    if live == 0 {
        return with_room(thread, class, 0);
    }
    let new = new_table(thread, slots_for(live), width_of(class))?;
    new.take_over(thread, table(thread, dict), live, places, 0);
    let counts = Counts::all_live(live);
    Ok(with_table(thread, class, new.table, counts))
}

/// Stores the entries of another dict without calling Python code. Returns the entry at which a
/// call is needed, or the end.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn update_leaf(thread: &Thread, target: Object<'_>, source: Object<'_>) -> Outcome<u64> {
    let (live, places) = extent(thread, source);
    if target == source || live == 0 {
        return Ok(places.end);
    }
    let from = table(thread, source);
    let counts = counts(thread, target);
    if Counts::of(thread.read(counts)).used == 0 {
        // Nothing can be equal: no key is looked for.
        let new = new_table(thread, slots_for(live), from.width)?;
        new.take_over(thread, from, live, places.clone(), 0);
        let view = thread.write(counts)?;
        thread.write(target)?.set(TABLE, new.table.table.value());
        Counts::all_live(live).store(&view);
        return Ok(places.end);
    }
    for (entry, key, hash) in hashed_keys(thread, source) {
        if !set_folded_leaf(thread, target, key, hash, from.value(thread, entry))? {
            return Ok(entry);
        }
    }
    Ok(places.end)
}

// ---- by key

/// The hash of a key or an item; `None` if Python code must be asked.
///
/// # Errors
/// `TypeError` if it has none.
#[inline]
pub fn key_hash_leaf(thread: &Thread, dict: Object<'_>, key: Value<'_>) -> Outcome<Option<i64>> {
    match hash::hash_leaf(thread, key) {
        Err(Unwind::Raise) => Err(no_key(thread, thread.host_of(dict), key)),
        other => other,
    }
}

/// As [`key_hash_leaf`], for a dict or set of a class that is being made.
///
/// # Errors
/// As there.
#[inline]
pub fn new_key_hash_leaf(
    thread: &Thread,
    class: ClassNumber,
    key: Value<'_>,
) -> Outcome<Option<i64>> {
    match hash::hash_leaf(thread, key) {
        Err(Unwind::Raise) => Err(no_key(thread, class, key)),
        other => other,
    }
}

/// Adds the use of a value (dict key, set element) to the exception for a value without a hash.
#[cold]
pub fn no_key(thread: &Thread, class: ClassNumber, key: Value<'_>) -> Unwind {
    let raised = thread.thread_root(thread::ROOT_RAISED);
    let message = exception::as_exception(thread, raised)
        .filter(|_| thread.class_of(raised) == exception_classes::TYPE_ERROR)
        .and_then(|error| exception::arguments(thread, error).first().copied())
        .and_then(|message| string::as_text(thread, message));
    let Some(message) = message else {
        return Unwind::Raise;
    };
    let what = match class {
        CLASS_SET | CLASS_FROZENSET => "set element",
        _ => "dict key",
    };
    let (module, name) = class_names::shown(thread, thread.shown_class_of(key));
    let name = class_names::in_module(module, name);
    let message = format!("cannot use '{name}' as a {what} ({message})");
    take_exception(thread, exception_classes::TYPE_ERROR);
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
    let table = table(thread, dict);
    match table.find(thread, key, hash, 0)? {
        Found::Entry(entry) => table.set_value(thread, entry, value)?,
        Found::Missing(slot) => {
            insert_into(thread, dict, table, slot, key, folded(hash), value)?;
        }
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
    let table = table(thread, dict);
    match table.find(thread, key, hash, 0)? {
        Found::Entry(entry) => Ok(Some(table.value(thread, entry))),
        Found::Missing(slot) => {
            insert_into(thread, dict, table, slot, key, folded(hash), value)?;
            Ok(Some(value))
        }
        Found::Ask(_) => Ok(None),
    }
}

/// Takes a key away without calling Python code. Returns its value, or `None` if the key is missing
/// or a call is needed. A key without a hash is missing in an empty dict.
///
/// # Errors
/// As [`set_leaf`].
pub fn take_leaf<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    key: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if length(thread, dict) == 0 {
        return Ok(None);
    }
    let Some(hash) = key_hash_leaf(thread, dict, key)? else {
        return Ok(None);
    };
    let Found::Entry(entry) = find(thread, dict, key, hash)? else {
        return Ok(None);
    };
    let value = value_at(thread, dict, entry);
    delete_at(thread, dict, entry)?;
    Ok(Some(value))
}

/// Takes an item out of a set without calling Python code. Returns whether it was in the set, or
/// `None` if a call is needed.
///
/// # Errors
/// As [`set_leaf`].
pub fn remove_leaf(thread: &Thread, set: Object<'_>, item: Value<'_>) -> Outcome<Option<bool>> {
    let Some(hash) = key_hash_leaf(thread, set, item)? else {
        return Ok(None);
    };
    Ok(match find(thread, set, item, hash)? {
        Found::Entry(entry) => {
            delete_at(thread, set, entry)?;
            Some(true)
        }
        Found::Missing(_) => Some(false),
        Found::Ask(_) => None,
    })
}

/// Looks a key up by the condition that holds of it: see [`Table::find_by`].
///
/// # Errors
/// Those of the condition.
pub fn find_by<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    hash: i64,
    is_it: impl FnMut(Value<'a>) -> Outcome<Option<bool>>,
) -> Outcome<Found> {
    table(thread, dict).find_by(thread, hash, is_it)
}

/// The number of the entry of a key.
///
/// # Errors
/// `TypeError` for a key that has no hash; any exception of `__hash__` and `__eq__`.
pub fn locate(thread: &mut Thread, dict: Root, key: Root) -> Outcome<(i64, Option<u64>)> {
    let hash = match hash::hash(thread, key) {
        Err(Unwind::Raise) => {
            let object = thread.object_at(dict);
            return Err(no_key(thread, thread.host_of(object), thread.get(key)));
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
    let object = thread.object_at(dict);
    Ok(entry.map(|entry| thread.root(value_at(thread, object, entry))))
}

/// `dict[key] = value`.
///
/// # Errors
/// As [`locate`]; an abort.
pub fn set(thread: &mut Thread, dict: Root, key: Root, value: Root) -> Outcome<()> {
    let (hash, entry) = locate(thread, dict, key)?;
    let object = thread.object_at(dict);
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
    let object = thread.object_at(dict);
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
    let key = string::new(thread, name)?;
    Ok(get_leaf(thread, dict, key)?.flatten())
}
