//! How much of the heap a value takes: `__sizeof__`.

use crate::types::prelude::*;
use crate::types::{dict, list};

/// A value that no object holds takes the word that refers to it.
const WORD_BYTES: u64 = 8;

/// The bytes of a value and of the storage that is its alone: the items of a list, the table of a
/// dict or set; not those of the objects that are in it.
pub fn size_bytes(thread: &Thread, value: Value<'_>) -> u64 {
    let Some(object) = value.as_object() else {
        return WORD_BYTES;
    };
    let storage = match thread.host_of(object) {
        CLASS_LIST => thread.size_bytes(list::items(thread, object).0),
        CLASS_DICT | CLASS_SET | CLASS_FROZENSET => dict::table(thread, object).size_bytes(thread),
        _ => 0,
    };
    thread.size_bytes(object) + storage
}
