//! The entries of dicts and sets, in order.

use crate::types::dict::{extent, table, used};
use crate::types::dict_table::HashedKeys;
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
