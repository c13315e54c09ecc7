//! The views of a dict (`keys`, `values`, `items`) and the iterators over dicts and sets.

use crate::model::native::{Next, NextPair};
use crate::model::type_def::TypeDef;
use crate::types::iterators;
use crate::types::prelude::*;
use crate::types::protocol::contains;
use crate::types::protocol::iterate;
use crate::types::special_methods::{CONTAINER, EQUALITY, ORDER, REVERSED, SET_OPERATORS, TEXT};
use crate::types::{dict, int, tuple};

const SOURCE: u64 = 1;
const PLACE: u64 = 2;
const EXTRA: u64 = 3;

/// The items that an iterator over a dict yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Yields {
    /// Keys.
    Keys = 0,
    /// Values.
    Values = 1,
    /// Pairs of both.
    Items = 2,
}

/// Makes a view.
pub fn new<'a>(thread: &'a Thread, class: ClassNumber, dict: Object<'a>) -> Value<'a> {
    iterators::new(thread, class, dict.value(), NONE, NONE)
}

/// The dict that a view shows.
pub fn dict_of<'a>(thread: &'a Thread, view: Object<'a>) -> Object<'a> {
    thread.read(view).get(SOURCE).known_object()
}

/// The items that a kind of view yields.
pub fn yields(kind: u32) -> Yields {
    match kind {
        CLASS_DICT_VALUES => Yields::Values,
        CLASS_DICT_ITEMS => Yields::Items,
        _ => Yields::Keys,
    }
}

/// The items of a view.
///
/// # Errors
/// `MemoryError`.
pub fn values<'a>(thread: &'a Thread, view: Object<'a>) -> Outcome<Vec<Value<'a>>> {
    let what = yields(thread.host_of(view));
    let entries = dict::entries(thread, dict_of(thread, view));
    entries
        .into_iter()
        .map(|(key, value)| yielded(thread, what, key, value))
        .collect()
}

fn yielded<'a>(
    thread: &'a Thread,
    what: Yields,
    key: Value<'a>,
    value: Value<'a>,
) -> Outcome<Value<'a>> {
    match what {
        Yields::Keys => Ok(key),
        Yields::Values => Ok(value),
        Yields::Items => tuple::from_values(thread, &[key, value]),
    }
}

/// The state that an iterator keeps: its kind of items (2 bits), how many keys there were, and how
/// many of them it has yet to yield. (A set does not use the latter.)
pub fn expectation(thread: &Thread, dict: Object<'_>, what: Yields) -> Value<'static> {
    let length = dict::length(thread, dict).min(NEVER - 1);
    int::from_length(length << LEFT_SHIFT | length << LENGTH_SHIFT | what as u64)
}

const LENGTH_SHIFT: u32 = 2;
const LEFT_SHIFT: u32 = 32;
/// The length that an iterator expects which has failed: no dict has so many keys, so it fails for
/// ever.
const NEVER: u64 = (1 << (LEFT_SHIFT - LENGTH_SHIFT)) - 1;

/// The length that the word of an iterator expects.
fn expected_length(extra: u64) -> u64 {
    extra >> LENGTH_SHIFT & NEVER
}

/// An iterator over a dict.
pub fn iterator<'a>(thread: &'a Thread, dict: Object<'a>, what: Yields) -> Value<'a> {
    let extra = expectation(thread, dict, what);
    let class = match what {
        Yields::Keys => CLASS_DICT_KEY_ITERATOR,
        Yields::Values => CLASS_DICT_VALUE_ITERATOR,
        Yields::Items => CLASS_DICT_ITEM_ITERATOR,
    };
    iterators::new(thread, class, dict.value(), Value::from_small(0), extra)
}

/// An iterator over a dict from its end.
pub fn reversed_iterator<'a>(thread: &'a Thread, dict: Object<'a>, what: Yields) -> Value<'a> {
    let extra = expectation(thread, dict, what);
    let used = int::from_length(dict::used(thread, dict));
    let class = match what {
        Yields::Keys => CLASS_DICT_REVERSE_KEY_ITERATOR,
        Yields::Values => CLASS_DICT_REVERSE_VALUE_ITERATOR,
        Yields::Items => CLASS_DICT_REVERSE_ITEM_ITERATOR,
    };
    iterators::new(thread, class, dict.value(), used, extra)
}

/// Makes an iterator fail, now and ever after.
#[cold]
fn fail(thread: &Thread, iterator: Object<'_>, message: &str) -> Unwind {
    match thread.write(iterator) {
        Ok(view) => view.set(EXTRA, int::from_length(NEVER << LENGTH_SHIFT)),
        Err(unwind) => return unwind,
    }
    runtime_error(thread, message)
}

/// The kind of items of an iterator, and the entries of its dict.
fn checked(
    thread: &Thread,
    iterator: Object<'_>,
    dict: Object<'_>,
) -> Outcome<(Yields, std::ops::Range<u64>)> {
    let (length, entries) = dict::extent(thread, dict);
    let extra = thread.read(iterator).get(EXTRA);
    let extra = extra.known_integer() as u64;
    if length != expected_length(extra) {
        let message = match thread.host_of(dict) {
            CLASS_DICT => "dictionary changed size during iteration",
            _ => "Set changed size during iteration",
        };
        return Err(fail(thread, iterator, message));
    }
    let what = match extra % 4 {
        1 => Yields::Values,
        2 => Yields::Items,
        _ => Yields::Keys,
    };
    Ok((what, entries))
}

/// The next item.
///
/// # Errors
/// `RuntimeError` if the dict has grown or shrunk; an abort.
pub fn next<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    match next_entry(thread, iterator)? {
        Some((what, key, value)) => Ok(Next::Item(yielded(thread, what, key, value)?)),
        None => Ok(Next::End),
    }
}

/// As [`next`], for the key and the value themselves instead of a pair.
///
/// # Errors
/// As [`next`].
#[cfg_attr(
    not(handlers),
    allow(dead_code, reason = "only the fast halves look here")
)]
pub fn next_pair<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<NextPair<'a>> {
    let extra = thread.read(iterator).get(EXTRA);
    let extra = extra.known_integer() as u64;
    if extra % 4 != Yields::Items as u64 {
        return Ok(NextPair::Other);
    }
    match next_entry(thread, iterator)? {
        Some((_, key, value)) => Ok(NextPair::Items(key, value)),
        None => Ok(NextPair::End),
    }
}

#[inline]
fn next_entry<'a>(
    thread: &'a Thread,
    iterator: Object<'a>,
) -> Outcome<Option<(Yields, Value<'a>, Value<'a>)>> {
    let view = thread.read(iterator);
    let Some(dict) = view.get(SOURCE).as_object() else {
        return Ok(None);
    };
    let (what, entries) = checked(thread, iterator, dict)?;
    let place = view.get(PLACE).known_integer() as u64;
    let extra = view.get(EXTRA).known_integer() as u64;
    let mut place = place.max(entries.start);
    while place < entries.end {
        let entry = dict::entry_at(thread, dict, place);
        place += 1;
        if let Some((key, value)) = entry {
            let is_dict = thread.host_of(dict) == CLASS_DICT;
            if is_dict && extra >> LEFT_SHIFT == 0 {
                // Keys were deleted and others inserted, so that their number is the same.
                let message = "dictionary keys changed during iteration";
                return Err(fail(thread, iterator, message));
            }
            let view = thread.write(iterator)?;
            view.set(PLACE, int::from_length(place));
            if is_dict {
                view.set(EXTRA, int::from_length(extra - (1 << LEFT_SHIFT)));
            }
            return Ok(Some((what, key, value)));
        }
    }
    thread.write(iterator)?.set(SOURCE, NONE);
    Ok(None)
}

/// The next item of an iterator from the end.
///
/// # Errors
/// As [`next`].
pub fn next_reversed<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(dict) = view.get(SOURCE).as_object() else {
        return Ok(Next::End);
    };
    let (what, entries) = checked(thread, iterator, dict)?;
    let place = view.get(PLACE).known_integer() as u64;
    // The dict may have a smaller table now.
    let mut place = place.min(entries.end);
    while place > entries.start {
        place -= 1;
        if let Some((key, value)) = dict::entry_at(thread, dict, place) {
            thread.write(iterator)?.set(PLACE, int::from_length(place));
            return Ok(Next::Item(yielded(thread, what, key, value)?));
        }
    }
    thread.write(iterator)?.set(SOURCE, NONE);
    Ok(Next::End)
}

/// How many items an iterator over a dict or set has yet to yield: none once it must fail.
pub fn left(thread: &Thread, iterator: Object<'_>, dict: Object<'_>) -> u64 {
    let (length, entries) = dict::extent(thread, dict);
    let view = thread.read(iterator);
    let number = |word| view.get(word).as_integer().unwrap_or(0) as u64;
    if expected_length(number(EXTRA)) != length {
        return 0;
    }
    let place = number(PLACE);
    let ahead = match thread.host_of(iterator) {
        CLASS_DICT_REVERSE_KEY_ITERATOR
        | CLASS_DICT_REVERSE_VALUE_ITERATOR
        | CLASS_DICT_REVERSE_ITEM_ITERATOR => entries.start..place.min(entries.end),
        _ => place.max(entries.start)..entries.end,
    };
    let live = ahead.filter(|place| dict::entry_at(thread, dict, *place).is_some());
    live.count() as u64
}

fn is_disjoint<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let view = thread.root(arguments.get(thread, 0));
    let other = thread.root(arguments.get(thread, 1));
    let mut disjoint = true;
    iterate::for_each(thread, other, |thread, item| {
        disjoint = !contains::contains(thread, view, item)?;
        Ok(disjoint)
    })?;
    Ok(boolean(disjoint))
}

/// `view.mapping`: the dict of the view, to be read only.
fn mapping<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let view = arguments.get(thread, 0).as_object();
    let dict = dict_of(
        thread,
        view.expect("the receiver is checked: the class says so"),
    );
    Ok(thread.new_small(CLASS_MAPPING_PROXY, dict.value(), NONE, NONE))
}

/// The attribute of all views.
pub const GETTERS: &[NativeFunction] = &[NativeFunction::leaf("mapping", 1, 1, mapping)];

/// Methods of the views that are like sets.
pub const METHODS: &[NativeFunction] = &[NativeFunction::calling("isdisjoint", 2, 2, is_disjoint)];

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    TypeDef::new("dict_keys", CLASS_DICT_KEYS)
        .checked()
        .methods(&[
            METHODS,
            SET_OPERATORS,
            EQUALITY,
            ORDER,
            TEXT,
            CONTAINER,
            REVERSED,
        ])
        .getters(&[GETTERS])
        .closed(),
    TypeDef::new("dict_values", CLASS_DICT_VALUES)
        .methods(&[TEXT, CONTAINER, REVERSED])
        .getters(&[GETTERS])
        .closed(),
    TypeDef::new("dict_items", CLASS_DICT_ITEMS)
        .methods(&[
            METHODS,
            SET_OPERATORS,
            EQUALITY,
            ORDER,
            TEXT,
            CONTAINER,
            REVERSED,
        ])
        .getters(&[GETTERS])
        .closed(),
];
