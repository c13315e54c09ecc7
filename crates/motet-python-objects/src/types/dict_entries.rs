//! The entries of dicts and sets, in order.

use crate::types::dict::{extent, get_leaf, insert_new_folded, table, used};
use crate::types::dict_table::{Found, HashedKeys, Table};
use crate::types::prelude::*;

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

/// The keys of the live entries, in order, as they are when each is asked for: the dict must not
/// get another table meanwhile.
pub fn keys<'a>(thread: &'a Thread, dict: Object<'a>) -> impl Iterator<Item = Value<'a>> {
    let table = table(thread, dict);
    extent(thread, dict)
        .1
        .map(move |entry| table.key(thread, entry))
        .filter(|key| *key != DELETED)
}

/// The entries that live, their keys and the folded hashes of those, in order; as [`keys`].
pub(crate) fn hashed_keys<'a>(thread: &'a Thread, dict: Object<'a>) -> HashedKeys<'a> {
    HashedKeys::new(thread, table(thread, dict), extent(thread, dict).1)
}

/// Adds the entries of another dict whose keys it lacks, without calling Python code: a key that
/// only Python code could compare counts as lacking.
///
/// # Errors
/// `MemoryError`; `RecursionError` from comparing nested keys; an abort.
pub(crate) fn add_missing_leaf(
    thread: &Thread,
    target: Object<'_>,
    source: Object<'_>,
) -> Outcome<()> {
    let from = table(thread, source);
    for (entry, key, hash) in hashed_keys(thread, source) {
        let found = table(thread, target).find_folded(thread, key, hash, 0)?;
        if !matches!(found, Found::Entry(_)) {
            insert_new_folded(thread, target, key, hash, from.value(thread, entry))?;
        }
    }
    Ok(())
}

/// As [`hashed_keys`], of the entries from one on.
pub(crate) fn hashed_keys_from<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    first: u64,
) -> HashedKeys<'a> {
    let places = extent(thread, dict).1;
    HashedKeys::new(
        thread,
        table(thread, dict),
        places.start.max(first)..places.end,
    )
}

/// The items of a set, in order, as they are now.
pub fn items<'a>(thread: &'a Thread, set: Object<'a>) -> impl Iterator<Item = Value<'a>> {
    let table = table(thread, set);
    debug_assert!(table.width == 1, "an entry is a key");
    let places = extent(thread, set).1;
    thread
        .read_elements(table.entries, places.start, places.end)
        .filter(|key| *key != DELETED)
}

/// Up to which entry a dict or set has the same keys (the very same objects or numbers) at the same
/// places as another.
pub fn same_keys(thread: &Thread, dict: Object<'_>, other: Object<'_>) -> u64 {
    let places = extent(thread, dict).1;
    let end = places.end.min(used(thread, other));
    let (dict, other) = (table(thread, dict), table(thread, other));
    (places.start..end)
        .find(|entry| {
            let key = dict.key(thread, *entry);
            key != DELETED && key != other.key(thread, *entry)
        })
        .unwrap_or(end.max(places.start))
}

/// The live entries, in order; as [`keys`].
pub fn live_entries<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
) -> impl Iterator<Item = (Value<'a>, Value<'a>)> {
    let table = table(thread, dict);
    extent(thread, dict)
        .1
        .map(move |entry| (table.key(thread, entry), table.value(thread, entry)))
        .filter(|(key, _)| *key != DELETED)
}

/// The values of the live entries, in order; as [`keys`].
#[cfg(handlers)]
pub fn live_values<'a>(thread: &'a Thread, dict: Object<'a>) -> impl Iterator<Item = Value<'a>> {
    let table = table(thread, dict);
    extent(thread, dict)
        .1
        .filter(move |entry| table.key(thread, *entry) != DELETED)
        .map(move |entry| table.value(thread, entry))
}

/// A dict whose entries are asked for one after the other.
pub struct Near<'a> {
    dict: Object<'a>,
    table: Table<'a>,
}

/// The dict, whose table is looked for once. (It must not change while it is asked.)
#[inline]
pub fn near<'a>(thread: &'a Thread, dict: Object<'a>) -> Near<'a> {
    let table = table(thread, dict);
    Near { dict, table }
}

impl<'a> Near<'a> {
    /// The value of a key that no code of the program compares, such as a text, which is looked for
    /// first in the entry where it usually is. None if there is none.
    #[inline]
    pub fn value(&self, thread: &'a Thread, key: Value<'a>, usual: u64) -> Option<Value<'a>> {
        match self.table.entry(thread, usual) {
            Some((found, value)) if found == key => Some(value),
            _ => get_leaf(thread, self.dict, key).ok()??,
        }
    }
}

/// As [`Near::value`], of one key alone.
#[inline]
pub fn value_near<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    key: Value<'a>,
    usual: u64,
) -> Option<Value<'a>> {
    near(thread, dict).value(thread, key, usual)
}
