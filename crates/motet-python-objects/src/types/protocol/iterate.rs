//! Iteration.

use crate::model::exception_classes::{INDEX_ERROR, STOP_ITERATION, TYPE_ERROR};
use crate::model::names;
use crate::model::upcalls;
use crate::types::host;
use crate::types::host::has_special;
use crate::types::iterator_portions::{self, After};
use crate::types::native_loops;
use crate::types::prelude::*;
use crate::types::protocol;
use crate::types::protocol::inherited::inherited;
use crate::types::protocol::item;
use crate::types::protocol::truth;
use crate::types::{
    array, buffer, dict, dict_views, element, int, iterators, list, range, string, tuple,
};

pub use crate::model::native::Next;

/// `iter(value)` for built-in iterables; `None` if its class must be asked, or if it is an error.
///
/// # Errors
/// `MemoryError`.
#[inline]
pub fn iter_leaf<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Option<Value<'a>>> {
    match value.as_object() {
        Some(object) => match iterators::over(thread, object)? {
            None => over_inherited(thread, object),
            iterator => Ok(iterator),
        },
        None => Ok(None),
    }
}

/// As [`iter_leaf`] for an instance whose class has inherited `__iter__` from a built-in one.
#[inline(never)]
fn over_inherited<'a>(thread: &'a Thread, object: Object<'a>) -> Outcome<Option<Value<'a>>> {
    let inside = inherited(thread, object, names::ITER).and_then(Value::as_object);
    // (An object that is an iterator itself is iterated over by its own `__next__`.)
    match inside {
        // (CPython has its iterators over ASCII for plain texts only.)
        Some(inside) if thread.host_of(inside) == CLASS_STR => {
            Ok(Some(iterators::over_text(thread, inside)))
        }
        Some(inside) if !iterators::is_iterator(thread.host_of(inside)) => {
            iterators::over(thread, inside)
        }
        _ => Ok(None),
    }
}

/// Whether [`iter`] could work: for error messages, without calling.
pub fn is_iterable(thread: &mut Thread, value: Root) -> bool {
    let object = thread.get(value);
    if !is_builtin(thread, object) {
        // Only its class can tell; that is left to `iter`.
        return true;
    }
    matches!(iter_leaf(thread, object), Ok(Some(_)))
}

/// `iter(value)`.
///
/// # Errors
/// `TypeError` if it is not iterable; any exception of `__iter__`.
pub fn iter(thread: &mut Thread, value: Root) -> Outcome<Root> {
    if let Some(iterator) = iter_leaf(thread, thread.get(value))? {
        return Ok(thread.root(iterator));
    }
    if let Some(iterator) = special_iter(thread, value)? {
        return Ok(iterator);
    }
    let name = type_name(thread, thread.get(value));
    Err(type_error(
        thread,
        format!("'{name}' object is not iterable"),
    ))
}

/// `iter(value)`; any `TypeError` becomes one that names the use of the value.
///
/// # Errors
/// As [`iter`].
pub fn iter_for(
    thread: &mut Thread,
    value: Root,
    message: impl FnOnce(&str) -> String,
) -> Outcome<Root> {
    match iter(thread, value) {
        Err(Unwind::Raise) if take_exception(thread, TYPE_ERROR) => {
            let name = type_name(thread, thread.get(value));
            Err(type_error(thread, message(&name)))
        }
        iterator => iterator,
    }
}

/// Whether a value has `__iter__` or `__getitem__`: an error of theirs is reported unchanged.
pub fn claims_to_be_iterable(thread: &Thread, value: Root) -> bool {
    let class = thread.class_of(thread.get(value));
    has_special(thread, class, "__iter__") || has_special(thread, class, "__getitem__")
}

/// Whether a value is an iterator.
pub fn is_iterator(thread: &Thread, value: Value<'_>) -> bool {
    let class = thread.class_of(value);
    iterators::is_iterator(kind(thread, value)) || has_special(thread, class, "__next__")
}

/// Whether `__iter__` may have returned this.
///
/// # Errors
/// `TypeError` if it is no iterator.
pub fn check_iterator(thread: &Thread, object: Value<'_>) -> Outcome<()> {
    if is_iterator(thread, object) {
        return Ok(());
    }
    let name = type_name(thread, object);
    let message = format!("iter() returned non-iterator of type '{name}'");
    Err(type_error(thread, message))
}

fn special_iter(thread: &mut Thread, value: Root) -> Outcome<Option<Root>> {
    if thread.get(value).as_object().is_none() {
        return Ok(None);
    }
    let called = protocol::call_unblocked(thread, value, "__iter__", &[])?;
    if called == Some(None) {
        return Ok(None);
    }
    if let Some(iterator) = called.flatten() {
        check_iterator(thread, thread.get(iterator))?;
        return Ok(Some(iterator));
    }
    let class = thread.class_of(thread.get(value));
    // A union has parameters to put types into, no items.
    if class != CLASS_UNION && has_special(thread, class, "__getitem__") {
        let iterator = iterators::over_sequence(thread, thread.get(value));
        return Ok(Some(thread.root(iterator)));
    }
    Ok(None)
}

/// The next item of a built-in iterator that runs no Python code.
///
/// # Errors
/// `RuntimeError` when a dict has changed; an abort.
#[inline]
pub fn next_leaf<'a>(thread: &'a Thread, iterator: Value<'a>) -> Outcome<Next<'a>> {
    match iterator.as_object() {
        Some(object) => iterators::next_leaf(thread, object),
        None => Ok(Next::Call),
    }
}

/// `next(iterator)`; `None` at the end.
///
/// # Errors
/// `TypeError` if it is no iterator; any exception of `__next__`.
pub fn next(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    if kind(thread, thread.get(iterator)) == CLASS_GENERATOR {
        return upcalls::generator_next(thread, iterator);
    }
    match next_leaf(thread, thread.get(iterator))? {
        Next::Item(value) => return Ok(Some(thread.root(value))),
        Next::End => return Ok(None),
        Next::Call => {}
    }
    if iterators::is_iterator(kind(thread, thread.get(iterator))) {
        return match iterators::next_calling(thread, iterator) {
            // An exception of a function that `map` calls may be a `StopIteration`.
            Err(Unwind::Raise) if take_exception(thread, STOP_ITERATION) => Ok(None),
            next => next,
        };
    }
    match thread.call_special(iterator, "__next__", &[]) {
        Ok(Some(value)) => Ok(Some(value)),
        Ok(None) => {
            let name = type_name(thread, thread.get(iterator));
            Err(type_error(
                thread,
                format!("'{name}' object is not an iterator"),
            ))
        }
        Err(Unwind::Raise) if take_exception(thread, STOP_ITERATION) => Ok(None),
        Err(unwind) => Err(unwind),
    }
}

/// As [`next`], but the end is a `StopIteration`, with its value.
///
/// # Errors
/// As [`next`], and `StopIteration`.
pub fn next_or_raise(thread: &mut Thread, iterator: Root) -> Outcome<Root> {
    let kind = kind(thread, thread.get(iterator));
    if kind == CLASS_GENERATOR {
        let nothing = thread.root(NONE);
        return upcalls::generator_send(thread, iterator, nothing);
    }
    if iterators::is_iterator(kind) {
        return match next(thread, iterator)? {
            Some(value) => Ok(value),
            None => Err(host::stop_iteration(thread)),
        };
    }
    match thread.call_special(iterator, "__next__", &[])? {
        Some(value) => Ok(value),
        None => {
            let name = type_name(thread, thread.get(iterator));
            Err(type_error(
                thread,
                format!("'{name}' object is not an iterator"),
            ))
        }
    }
}

/// Item `index` of an object with `__getitem__` only; `None` after the last.
///
/// # Errors
/// Any exception of `__getitem__`, but for `IndexError`.
pub fn sequence_item(thread: &mut Thread, sequence: Root, index: Root) -> Outcome<Option<Root>> {
    match item::get_item(thread, sequence, index) {
        Ok(value) => Ok(Some(value)),
        Err(Unwind::Raise)
            if take_exception(thread, INDEX_ERROR) || take_exception(thread, STOP_ITERATION) =>
        {
            Ok(None)
        }
        Err(unwind) => Err(unwind),
    }
}

/// Asks an object of a program's class how long it will be, as lists do before they take its items:
/// the answer is not used, but the call may raise.
///
/// # Errors
/// `ValueError` for a length below 0; any exception of `__len__` and `__length_hint__`.
pub fn ask_length(thread: &mut Thread, value: Root) -> Outcome<()> {
    let class = thread.class_of(thread.get(value));
    if class < CLASS_USER_FIRST {
        return Ok(());
    }
    let mark = thread.root_count();
    let is_told = |thread: &mut Thread, result: Outcome<()>| match result {
        Err(Unwind::Raise) if take_exception(thread, TYPE_ERROR) => Ok(false),
        result => result.map(|()| true),
    };
    if has_special(thread, class, "__len__") {
        let length = truth::length(thread, value).map(|_| ());
        if is_told(thread, length)? {
            thread.truncate_roots(mark);
            return Ok(());
        }
    }
    let hint = thread.call_special(value, "__length_hint__", &[]);
    let is_called = is_told(thread, hint.as_ref().map(|_| ()).map_err(|unwind| *unwind))?;
    if is_called
        && let Ok(Some(hint)) = hint
        && thread.get(hint) != NOT_IMPLEMENTED
    {
        if !int::is_int(thread, thread.get(hint)) {
            let name = type_name(thread, thread.get(hint));
            let message = format!("__length_hint__ must be an integer, not {name}");
            return Err(type_error(thread, message));
        }
        if int::to_i64_clamped(thread, thread.get(hint)).is_some_and(|hint| hint < 0) {
            return Err(value_error(thread, "__length_hint__() should return >= 0"));
        }
    }
    thread.truncate_roots(mark);
    Ok(())
}

/// Calls `visit` for each item until it answers false. The item's root lives during the visit only.
///
/// # Errors
/// Errors of iterating and of `visit`.
pub fn for_each(
    thread: &mut Thread,
    iterable: Root,
    visit: impl FnMut(&mut Thread, Root) -> Outcome<bool>,
) -> Outcome<()> {
    let before = thread.root_count();
    let iterator = iter(thread, iterable)?;
    for_each_of(thread, iterator, visit)?;
    thread.truncate_roots(before);
    Ok(())
}

/// [`for_each`] of an iterator, which is not asked for one.
///
/// # Errors
/// Errors of its `__next__` and of `visit`.
pub fn for_each_of(
    thread: &mut Thread,
    iterator: Root,
    mut visit: impl FnMut(&mut Thread, Root) -> Outcome<bool>,
) -> Outcome<()> {
    let mark = thread.root_count();
    while let Some(item) = next(thread, iterator)? {
        if !visit(thread, item)? {
            break;
        }
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
    Ok(())
}

/// Appends the next item of an iterator to items that are collected in native memory; whether there
/// was one. Of all roots of the step the item's alone is kept.
///
/// # Errors
/// Errors of `__next__`; `MemoryError` if one operation may not collect so many.
pub fn push_next(thread: &mut Thread, iterator: Root, items: &mut Vec<Root>) -> Outcome<bool> {
    let mark = thread.root_count();
    let Some(item) = next(thread, iterator)? else {
        return Ok(false);
    };
    let item = thread.get(item);
    thread.truncate_roots(mark);
    items.push(thread.root(item));
    host::check_length(thread, items.len() * size_of::<Value<'_>>())?;
    Ok(true)
}

/// Longer ranges are not taken apart at once.
const COPIED_MAX: i128 = 1 << 24;

/// All items of a built-in container; `None` for anything else.
pub fn values_leaf<'a>(thread: &'a Thread, iterable: Value<'a>) -> Option<Vec<Value<'a>>> {
    let object = iterable.as_object()?;
    match thread.host_of(object) {
        CLASS_LIST => Some(list::values(thread, object)),
        CLASS_TUPLE => Some(tuple::values(thread, object)),
        CLASS_ELEMENT => Some(element::values(thread, object)),
        CLASS_DICT | CLASS_SET | CLASS_FROZENSET => {
            let mut keys = Vec::with_capacity(dict::length(thread, object) as usize);
            keys.extend(dict::keys(thread, object));
            Some(keys)
        }
        CLASS_RANGE => {
            let range = range::parts(thread, object);
            let places = 0..Some(range.length()).filter(|length| *length < COPIED_MAX)?;
            Some(
                places
                    .map(|place| int::from_i128(thread, range.at(place)))
                    .collect(),
            )
        }
        CLASS_DICT_KEYS | CLASS_DICT_VALUES | CLASS_DICT_ITEMS => {
            dict_views::values(thread, object).ok()
        }
        CLASS_BYTES | CLASS_BYTEARRAY => Some(
            buffer::content(thread, iterable)?
                .iter()
                .map(|byte| Value::from_small(i32::from(*byte)))
                .collect(),
        ),
        CLASS_ARRAY => array::values(thread, object),
        CLASS_STR => string::text(thread, object)
            .chars()
            .map(|character| string::from_char(thread, character).ok())
            .collect(),
        _ => None,
    }
}

/// Refuses a range of which no operation may allocate a list.
fn check_count(thread: &Thread, iterable: Value<'_>) -> Outcome<()> {
    match exact(thread, iterable, CLASS_RANGE) {
        Some(range) => {
            let count = range::parts(thread, range).length();
            if i64::try_from(count).is_err() {
                let message = "Python int too large to convert to C ssize_t";
                return Err(overflow_error(thread, message));
            }
            let bytes = usize::try_from(count)
                .unwrap_or(usize::MAX)
                .saturating_mul(8);
            host::check_length(thread, bytes)
        }
        None => Ok(()),
    }
}

/// A new list of the items.
///
/// # Errors
/// Any exception of iterating.
pub fn to_list(thread: &mut Thread, iterable: Root) -> Outcome<Root> {
    check_count(thread, thread.get(iterable))?;
    if let Some(values) = values_leaf(thread, thread.get(iterable)) {
        let list = list::from_values(thread, &values)?;
        return Ok(thread.root(list));
    }
    let list = list::new(thread)?;
    let list = thread.root(list);
    extend_by_iterator(thread, list, iterable, append_portions)?;
    Ok(list)
}

/// A new list of the items, as `list(iterable)` makes it, which asks for the length first.
///
/// # Errors
/// Any exception of iterating and `__len__`.
pub fn to_list_asking(thread: &mut Thread, iterable: Root) -> Outcome<Root> {
    if thread.class_of(thread.get(iterable)) < CLASS_USER_FIRST {
        return to_list(thread, iterable);
    }
    let list = list::new(thread)?;
    let list = thread.root(list);
    extend_list_asking(thread, list, iterable)?;
    Ok(list)
}

/// Appends the items to a list, as `list.extend` does: it asks for the length first.
///
/// # Errors
/// Any exception of iterating and `__len__`; an abort.
pub fn extend_list_asking(thread: &mut Thread, list: Root, iterable: Root) -> Outcome<()> {
    if thread.class_of(thread.get(iterable)) < CLASS_USER_FIRST {
        return extend_list(thread, list, iterable);
    }
    let before = thread.root_count();
    let iterator = iter(thread, iterable)?;
    ask_length(thread, iterable)?;
    for_each_of(thread, iterator, |thread, item| {
        let list = list_object(thread, list);
        list::push(thread, list, thread.get(item))?;
        Ok(true)
    })?;
    thread.truncate_roots(before);
    Ok(())
}

/// Appends the items to a list.
///
/// # Errors
/// Any exception of iterating; an abort.
pub fn extend_list(thread: &mut Thread, list: Root, iterable: Root) -> Outcome<()> {
    check_count(thread, thread.get(iterable))?;
    if let Some(values) = values_leaf(thread, thread.get(iterable)) {
        let list = list_object(thread, list);
        return list::extend(thread, list, &values);
    }
    extend_by_iterator(thread, list, iterable, append_leaf)
}

/// Appends items as long as getting them takes no call; true at the end of the iterator.
type Append = fn(&mut Thread, Root, Root) -> Outcome<bool>;

/// Appends the items of what is no built-in container to a list.
fn extend_by_iterator(
    thread: &mut Thread,
    list: Root,
    iterable: Root,
    without_call: Append,
) -> Outcome<()> {
    if native_loops::is_drained(thread, iterable) {
        return native_loops::append_all(thread, list, iterable);
    }
    if native_loops::append_mapped(thread, list, iterable)?
        || native_loops::append_selected(thread, list, iterable)?
    {
        return Ok(());
    }
    let before = thread.root_count();
    let iterator = iter(thread, iterable)?;
    let mark = thread.root_count();
    while !without_call(thread, list, iterator)? {
        let Some(item) = next(thread, iterator)? else {
            break;
        };
        append(thread, list, thread.get(item))?;
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
    thread.truncate_roots(before);
    Ok(())
}

/// The list that items are appended to.
#[inline]
fn list_object(thread: &Thread, list: Root) -> Object<'_> {
    thread.object_at(list)
}

#[inline]
fn append(thread: &Thread, list: Root, item: Value<'_>) -> Outcome<()> {
    let list = list_object(thread, list);
    if list::push_open(thread, list, item) {
        return Ok(());
    }
    list::push(thread, list, item)
}

/// So many items are appended at once to a list that no other code knows yet.
const PORTION: usize = 64;

/// As [`append_leaf`], to a list that no other code knows yet: the iterator cannot run over it, so
/// that it makes no difference when the items of a portion are appended.
fn append_portions(thread: &mut Thread, list: Root, iterator: Root) -> Outcome<bool> {
    loop {
        if let Some(is_end) = append_portion(thread, list, iterator)? {
            return Ok(is_end);
        }
        thread.collect_in_native()?;
    }
}

/// Appends a portion; none if there may be another one that takes no call.
fn append_portion(thread: &Thread, list: Root, iterator: Root) -> Outcome<Option<bool>> {
    let Some(iterator) = thread.get(iterator).as_object() else {
        return Ok(Some(false));
    };
    let mut items = [NONE; PORTION];
    let (count, after) = iterator_portions::take(thread, iterator, &mut items)?;
    if count > 0 {
        let list = list_object(thread, list);
        list::extend(thread, list, &items[..count])?;
    }
    Ok(match after {
        After::More => None,
        After::End => Some(true),
        After::Call => Some(false),
    })
}

/// Appends the items of an iterator as long as getting them takes no call; true at its end.
fn append_leaf(thread: &mut Thread, list: Root, iterator: Root) -> Outcome<bool> {
    loop {
        match next_leaf(thread, thread.get(iterator))? {
            Next::Item(item) => append(thread, list, item)?,
            Next::End => return Ok(true),
            Next::Call => return Ok(false),
        }
        thread.collect_in_native()?;
    }
}
