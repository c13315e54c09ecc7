//! Membership: `in`.

use crate::model::names;
use crate::types::protocol;
use std::ops::Range;

use crate::model::exception_classes::EXCEPTION;
use crate::types::prelude::*;
use crate::types::protocol::inherited::inherited;
use crate::types::protocol::operator::Comparison;
use crate::types::protocol::{compare, item as items, iterate, truth};
use crate::types::{
    bytes, dict, dict_views, index_arguments, int, list, range, set, string, tuple,
};

/// `item in container` for built-in containers; `None` if Python code must say.
///
/// # Errors
/// `TypeError` for an item that cannot be in such a container.
pub fn contains_leaf(
    thread: &Thread,
    container: Value<'_>,
    item: Value<'_>,
) -> Outcome<Option<bool>> {
    let Some(object) = container.as_object() else {
        return Ok(None);
    };
    match thread.host_of(object) {
        CLASS_STR => match string::as_string(thread, item) {
            Some(part) => Ok(Some(string::contains(thread, object, part))),
            None => {
                let name = type_name(thread, item);
                let message = format!("'in <string>' requires string as left operand, not {name}");
                Err(type_error(thread, message))
            }
        },
        CLASS_SET | CLASS_FROZENSET if kind(thread, item) == CLASS_SET => Ok(None),
        CLASS_DICT | CLASS_SET | CLASS_FROZENSET => {
            Ok(dict::get_leaf(thread, object, item)?.map(|found| found.is_some()))
        }
        CLASS_DICT_KEYS => {
            let dict = dict_views::dict_of(thread, object);
            Ok(dict::get_leaf(thread, dict, item)?.map(|found| found.is_some()))
        }
        CLASS_DICT_ITEMS => {
            let Some(pair) = tuple::as_tuple(thread, item) else {
                return Ok(Some(false));
            };
            if tuple::length(thread, pair) != 2 {
                return Ok(Some(false));
            }
            let dict = dict_views::dict_of(thread, object);
            match dict::get_leaf(thread, dict, tuple::get(thread, pair, 0))? {
                None => Ok(None),
                Some(None) => Ok(Some(false)),
                Some(Some(value)) => {
                    compare::equal_leaf(thread, value, tuple::get(thread, pair, 1))
                }
            }
        }
        CLASS_LIST | CLASS_TUPLE => Ok(match search(thread, object, item, 0..u64::MAX)? {
            Search::Found(_) => Some(true),
            Search::Missing => Some(false),
            Search::Ask(_) => None,
        }),
        CLASS_DICT_VALUES => {
            let entries = dict::entries(thread, dict_views::dict_of(thread, object));
            in_values(thread, entries.into_iter().map(|(_, value)| value), item)
        }
        CLASS_RANGE if is_builtin(thread, item) => {
            let range = range::parts(thread, object);
            Ok(Some(range::find(thread, range, item).is_some()))
        }
        CLASS_BYTES | CLASS_BYTEARRAY if index_arguments::must_be_asked(thread, item) => Ok(None),
        CLASS_BYTES | CLASS_BYTEARRAY => bytes::contains(thread, container, item).map(Some),
        host if host >= CLASS_USER_FIRST => match container_inside(thread, object) {
            Some(inside) => contains_leaf(thread, inside, item),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

/// The built-in container inside of an instance whose class has inherited `__contains__` from it.
fn container_inside<'a>(thread: &'a Thread, object: Object<'a>) -> Option<Value<'a>> {
    let inside = inherited(thread, object, names::CONTAINS)?;
    let is_container = matches!(
        kind(thread, inside),
        CLASS_STR | CLASS_DICT | CLASS_SET | CLASS_FROZENSET | CLASS_LIST | CLASS_TUPLE
    );
    is_container.then_some(inside)
}

/// The outcome of a search in a sequence.
enum Search {
    /// The place of an item that is equal.
    Found(u64),
    Missing,
    /// Of the item at this place only Python code can tell.
    Ask(u64),
}

/// The array of the items of a list or tuple, and their number.
fn items_of<'a>(thread: &'a Thread, sequence: Object<'a>) -> (Object<'a>, u64) {
    if thread.host_of(sequence) == CLASS_LIST {
        list::items(thread, sequence)
    } else {
        (sequence, tuple::length(thread, sequence))
    }
}

/// Looks for an item at some places of a list or tuple without calling Python code.
fn search(
    thread: &Thread,
    sequence: Object<'_>,
    item: Value<'_>,
    places: Range<u64>,
) -> Outcome<Search> {
    let (items, length) = items_of(thread, sequence);
    for place in places.start..places.end.min(length) {
        match compare::equal_leaf(thread, thread.read_element(items, place), item)? {
            Some(false) => {}
            Some(true) => return Ok(Search::Found(place)),
            None => return Ok(Search::Ask(place)),
        }
    }
    Ok(Search::Missing)
}

/// The first place of an item in a part of a list or tuple.
///
/// # Errors
/// Any exception of `__eq__`.
pub fn place_in(
    thread: &mut Thread,
    sequence: Root,
    item: Root,
    mut places: Range<u64>,
) -> Outcome<Option<u64>> {
    loop {
        let object = thread.object_at(sequence);
        let place = match search(thread, object, thread.get(item), places.clone())? {
            Search::Found(place) => return Ok(Some(place)),
            Search::Missing => return Ok(None),
            Search::Ask(place) => place,
        };
        let mark = thread.root_count();
        let value = thread.read_element(items_of(thread, object).0, place);
        let value = thread.root(value);
        let is_equal = compare::holds_asking(thread, Comparison::Equal, value, item)?;
        thread.truncate_roots(mark);
        if is_equal {
            return Ok(Some(place));
        }
        places.start = place + 1;
    }
}

fn in_values<'a>(
    thread: &'a Thread,
    values: impl Iterator<Item = Value<'a>>,
    item: Value<'a>,
) -> Outcome<Option<bool>> {
    for value in values {
        if value == item {
            return Ok(Some(true));
        }
        match compare::equal_leaf(thread, value, item)? {
            Some(false) => {}
            answer => return Ok(answer),
        }
    }
    Ok(Some(false))
}

/// `item in container`.
///
/// # Errors
/// `TypeError` if there is no way to tell; any exception of special methods.
pub fn contains(thread: &mut Thread, container: Root, item: Root) -> Outcome<bool> {
    let kind = kind(thread, thread.get(container));
    if kind == CLASS_DICT {
        // Most often a key whose class must be asked: that has been found out already.
        return Ok(dict::locate(thread, container, item)?.1.is_some());
    }
    if matches!(kind, CLASS_LIST | CLASS_TUPLE) {
        return Ok(place_in(thread, container, item, 0..u64::MAX)?.is_some());
    }
    if let Some(answer) = contains_leaf(thread, thread.get(container), thread.get(item))? {
        return Ok(answer);
    }
    match kind {
        CLASS_SET | CLASS_FROZENSET => {
            let item = set::item_to_find(thread, item)?;
            return Ok(dict::locate(thread, container, item)?.1.is_some());
        }
        CLASS_BYTES | CLASS_BYTEARRAY => {
            let number = match items::index(thread, item) {
                Err(Unwind::Raise) if thread.take_exception_of(EXCEPTION) => item,
                number => number?,
            };
            return bytes::contains(thread, thread.get(container), thread.get(number));
        }
        CLASS_DICT_KEYS => {
            let view = thread.object_at(container);
            let dict = thread.root(dict_views::dict_of(thread, view).value());
            return Ok(dict::locate(thread, dict, item)?.1.is_some());
        }
        _ => {}
    }
    if !is_builtin(thread, thread.get(container)) {
        let mark = thread.root_count();
        let called = protocol::call_unblocked(thread, container, "__contains__", &[item])?;
        if called == Some(None) {
            let name = type_name(thread, thread.get(container));
            return Err(type_error(
                thread,
                format!("'{name}' object is not a container"),
            ));
        }
        if let Some(result) = called.flatten() {
            let answer = truth::truth(thread, result)?;
            thread.truncate_roots(mark);
            return Ok(answer);
        }
    }
    let mark = thread.root_count();
    let iterator = iterate::iter_for(thread, container, |name| {
        format!("argument of type '{name}' is not a container or iterable")
    })?;
    let mut found = false;
    iterate::for_each_of(thread, iterator, |thread, value| {
        found = compare::same_or_equal(thread, value, item)?;
        Ok(!found)
    })?;
    thread.truncate_roots(mark);
    Ok(found)
}

/// How often an item is in a list or tuple; `None` if Python code must say, or it is neither.
fn count_leaf(thread: &Thread, sequence: Value<'_>, item: Value<'_>) -> Outcome<Option<u64>> {
    let kinds = [CLASS_LIST, CLASS_TUPLE];
    let Some(object) = sequence
        .as_object()
        .filter(|object| kinds.contains(&thread.host_of(*object)))
    else {
        return Ok(None);
    };
    let (items, length) = items_of(thread, object);
    let mut count = 0;
    for value in thread.read_elements(items, 0, length) {
        match compare::equal_leaf(thread, value, item)? {
            Some(is_equal) => count += u64::from(is_equal),
            None => return Ok(None),
        }
    }
    Ok(Some(count))
}

/// How many items of an iterable are equal to `item`.
///
/// # Errors
/// Any exception of iterating and comparing.
pub fn count_of(thread: &mut Thread, iterable: Root, item: Root) -> Outcome<Value<'static>> {
    if let Some(count) = count_leaf(thread, thread.get(iterable), thread.get(item))? {
        return Ok(int::from_length(count));
    }
    let mut count = 0;
    iterate::for_each(thread, iterable, |thread, value| {
        count += u64::from(compare::same_or_equal(thread, value, item)?);
        Ok(true)
    })?;
    Ok(int::from_length(count))
}
