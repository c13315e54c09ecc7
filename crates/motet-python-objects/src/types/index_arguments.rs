//! Arguments of natives whose number `__index__` gives.
//!
//! A leaf cannot call `__index__` of a class of the program. Its row says which of its arguments
//! are numbers (`NativeFunction::asking_index`), and the machine puts the numbers in their places
//! before it calls the leaf. An argument that is a number already stays, and so do bytes that a
//! native takes where it takes a number (`NativeFunction::taking_bytes`). Of a slice the limits are
//! asked.

use crate::model::layouts::CLASS_USER_FIRST;
use crate::model::native::{Arguments, NativeFunction};
use crate::types::prelude::*;
use crate::types::protocol::item;
use crate::types::{buffer, int, slice};

/// The names of arguments that are numbers, in all natives that ask for any.
const INDEX_NAMES: &[&str] = &[
    "bytes_per_sep",
    "count",
    "length",
    "maxsplit",
    "steps",
    "tabsize",
];

/// Whether `__index__` of a class of the program says which number a value stands for.
pub fn has_number(thread: &Thread, value: Value<'_>) -> bool {
    let class = thread.class_of(value);
    class >= CLASS_USER_FIRST
        && !int::is_int(thread, value)
        && thread.has_special(class, "__index__")
}

/// The same where bytes are taken as they are.
pub fn must_be_asked(thread: &Thread, value: Value<'_>) -> bool {
    has_number(thread, value) && buffer::content(thread, value).is_none()
}

fn stands_for_number(thread: &Thread, native: &NativeFunction, value: Value<'_>) -> bool {
    if native.takes_bytes {
        must_be_asked(thread, value)
    } else {
        has_number(thread, value) || has_limit_to_ask(thread, value)
    }
}

fn has_limit_to_ask(thread: &Thread, value: Value<'_>) -> bool {
    slice::as_slice(thread, value).is_some_and(|slice| {
        let limits = slice::parts(thread, slice);
        limits.iter().any(|limit| has_number(thread, *limit))
    })
}

/// Whether one of the arguments has to be asked.
pub fn any_must_be_asked(thread: &Thread, native: &NativeFunction, arguments: Arguments) -> bool {
    let places = native.index_places.iter().map(|place| usize::from(*place));
    let mut given = places.filter_map(|place| arguments.optional(thread, place));
    given.any(|value| stands_for_number(thread, native, value))
}

/// Puts the numbers of arguments in their places.
///
/// # Errors
/// The exceptions of `__index__`.
pub fn ask(thread: &mut Thread, native: &NativeFunction, arguments: Arguments) -> Outcome<()> {
    let places = native.index_places.iter().map(|place| usize::from(*place));
    let positional = places.filter(|place| *place < arguments.len());
    let names = 0..arguments.keyword_count();
    let named = names.filter(|index| INDEX_NAMES.contains(&thread.keyword_name(*index)));
    let named = named.map(|index| arguments.len() + index);
    let all: Vec<usize> = positional.chain(named).collect();
    for place in all {
        let place = arguments.start as usize + place;
        let value = thread.stack_value(place);
        if stands_for_number(thread, native, value) {
            let value = thread.root(value);
            let plain = match slice::as_slice(thread, thread.get(value)) {
                Some(_) => slice::resolved(thread, value)?,
                None => item::index(thread, value)?,
            };
            thread.set_stack_value(place, thread.get(plain));
        }
    }
    Ok(())
}
