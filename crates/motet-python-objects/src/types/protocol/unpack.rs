//! The items of an iterable for an assignment to several targets.

use motet_tm::{Root, Value};

use crate::model::exception::VALUE_ERROR;
use crate::model::layouts::{CLASS_DICT, CLASS_LIST, CLASS_TUPLE};
use crate::model::native::{Arguments, Outcome};
use crate::model::thread::Thread;
use crate::types::list;
use crate::types::protocol::iterate;

/// The items of an iterable: all of them, or the first so many and whether there are more.
fn items(thread: &mut Thread, iterable: Root, most: Option<usize>) -> Outcome<Vec<Root>> {
    if let Some(values) = iterate::values_leaf(thread, thread.get(iterable)) {
        return Ok(values.into_iter().map(|value| thread.root(value)).collect());
    }
    let iterator = if iterate::claims_to_be_iterable(thread, iterable) {
        iterate::iter(thread, iterable)?
    } else {
        let message = |name: &str| format!("cannot unpack non-iterable {name} object");
        iterate::iter_for(thread, iterable, message)?
    };
    let mut items = Vec::new();
    while most.is_none_or(|most| items.len() <= most)
        && iterate::push_next(thread, iterator, &mut items)?
    {}
    Ok(items)
}

/// The items of an iterable, which must have so many.
///
/// # Errors
/// `ValueError` if it has not; any exception of the iterable; an abort.
pub fn exactly(thread: &mut Thread, iterable: Root, expected: usize) -> Outcome<Vec<Root>> {
    let found = items(thread, iterable, Some(expected))?;
    if found.len() == expected {
        return Ok(found);
    }
    let message = if found.len() > expected {
        let class = thread.class_of(thread.get(iterable));
        if matches!(class, CLASS_LIST | CLASS_TUPLE | CLASS_DICT) {
            let got = found.len();
            format!("too many values to unpack (expected {expected}, got {got})")
        } else {
            format!("too many values to unpack (expected {expected})")
        }
    } else {
        let got = found.len();
        format!("not enough values to unpack (expected {expected}, got {got})")
    };
    Err(thread.raise(VALUE_ERROR, message))
}

/// The first and the last items of an iterable, and a list of those between them.
///
/// # Errors
/// `ValueError` if there are less; any exception of the iterable; an abort.
pub fn around_star(
    thread: &mut Thread,
    iterable: Root,
    before: usize,
    after: usize,
) -> Outcome<Vec<Root>> {
    let mut found = items(thread, iterable, None)?;
    if found.len() < before + after {
        let (expected, got) = (before + after, found.len());
        let message =
            format!("not enough values to unpack (expected at least {expected}, got {got})");
        return Err(thread.raise(VALUE_ERROR, message));
    }
    let middle = before..found.len() - after;
    let values: Vec<Value<'_>> = found[middle.clone()]
        .iter()
        .map(|it| thread.get(*it))
        .collect();
    let list = thread.root(list::from_values(thread, &values)?);
    found.splice(middle, [list]);
    Ok(found)
}

/// What compiled code calls where the targets are too many for registers: the list of what each of
/// them gets. The arguments are the iterable, how many targets there are before a starred one, and
/// how many behind it, or `None` if there is no such.
pub(crate) fn unpack<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterable = thread.root(arguments.get(thread, 0));
    let count = |thread: &Thread, index| {
        let count = arguments.get(thread, index).as_integer();
        count.map(|count| count.unsigned_abs() as usize)
    };
    let before = count(thread, 1).unwrap_or_default();
    let found = match count(thread, 2) {
        None => exactly(thread, iterable, before)?,
        Some(after) => around_star(thread, iterable, before, after)?,
    };
    let values: Vec<Value<'_>> = found.iter().map(|item| thread.get(*item)).collect();
    list::from_values(thread, &values)
}
