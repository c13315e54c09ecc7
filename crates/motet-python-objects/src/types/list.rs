//! Lists: an object that holds the length and refers to an array of items.
//!
//! Storing an item writes only the array (by cards, if it is large); only an operation that changes
//! the length writes the list object. So threads that fill different parts of one list do not
//! conflict.

use crate::types::int;
use crate::types::prelude::*;
use crate::types::slice;
use crate::types::slice::Indices;

const ITEMS: u64 = 1;
const LENGTH: u64 = 2;
const FIRST: u64 = 2;
/// Room of the first array of a list that is appended to.
const ROOM_MIN: u64 = 4;

/// Makes a list.
///
/// # Errors
/// `MemoryError`.
pub fn from_values<'a>(thread: &'a Thread, values: &[Value<'_>]) -> Outcome<Value<'a>> {
    let items = array(thread, values, values.len() as u64)?;
    let length = int::from_length(values.len() as u64);
    Ok(thread
        .allocate(LAYOUT_LIST, CLASS_LIST, &[items.value(), length, NONE])
        .value())
}

/// Makes an empty list.
///
/// # Errors
/// `MemoryError`.
pub fn new(thread: &Thread) -> Outcome<Value<'_>> {
    from_values(thread, &[])
}

fn array<'a>(thread: &'a Thread, values: &[Value<'_>], room: u64) -> Outcome<Object<'a>> {
    debug_assert!(values.len() as u64 <= room);
    let array = allocated(
        thread,
        thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, room, NONE),
    )?;
    for (index, value) in values.iter().enumerate() {
        array.set(FIRST + index as u64, *value);
    }
    Ok(array.object())
}

/// The list object of a value, if it is one.
#[inline]
pub fn as_list<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact(thread, value, CLASS_LIST).or_else(|| exact(thread, plain(thread, value), CLASS_LIST))
}

/// The array of items, and how many of them there are.
#[inline]
pub fn items<'a>(thread: &'a Thread, list: Object<'a>) -> (Object<'a>, u64) {
    debug_assert_eq!(thread.layout_id(list), LAYOUT_LIST);
    let view = thread.read(list);
    let items = view.get(ITEMS).known_object();
    let length = view.get(LENGTH).known_integer() as u64;
    debug_assert!(length <= thread.array_length(items), "the items have room");
    (items, length)
}

/// The number of items.
#[inline]
pub fn length(thread: &Thread, list: Object<'_>) -> u64 {
    items(thread, list).1
}

/// Item `place`, if there are so many.
#[inline]
pub fn get<'a>(thread: &'a Thread, list: Object<'a>, place: u64) -> Option<Value<'a>> {
    let (items, length) = items(thread, list);
    (place < length).then(|| thread.read_element(items, place))
}

/// All items.
pub fn values<'a>(thread: &'a Thread, list: Object<'a>) -> Vec<Value<'a>> {
    items_of(thread, list).collect()
}

/// The items, one after the other.
pub fn items_of<'a>(
    thread: &'a Thread,
    list: Object<'a>,
) -> impl ExactSizeIterator<Item = Value<'a>> {
    let (items, length) = items(thread, list);
    thread.read_elements(items, 0, length)
}

/// Item `index`; negative ones count from the end.
///
/// # Errors
/// `IndexError`.
#[inline]
pub fn index<'a>(thread: &'a Thread, list: Object<'a>, index: i64) -> Outcome<Value<'a>> {
    let (items, length) = items(thread, list);
    match slice::place(index, length) {
        Some(place) => Ok(thread.read_element(items, place)),
        None => Err(index_error(thread, "list index out of range")),
    }
}

/// `list[index] = value`.
///
/// # Errors
/// `IndexError`, or an abort.
#[inline]
pub fn set_index(thread: &Thread, list: Object<'_>, index: i64, value: Value<'_>) -> Outcome<()> {
    let (items, length) = items(thread, list);
    match slice::place(index, length) {
        Some(place) => thread.write_element(items, place, value),
        None => Err(index_error(thread, "list assignment index out of range")),
    }
}

/// Appends a value.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn push(thread: &Thread, list: Object<'_>, value: Value<'_>) -> Outcome<()> {
    // The barrier comes first: a transaction that waits there for another, which appends too, need
    // not abort, since it has not read the list yet.
    let view = thread.write(list)?;
    let (items, length) = items(thread, list);
    if length < thread.array_length(items) {
        thread.write_element(items, length, value)?;
    } else {
        let room = (length + length / 2).max(ROOM_MIN);
        let larger = allocated(
            thread,
            thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, room, NONE),
        )?;
        thread.copy_elements(items, 0, length, &larger, 0);
        larger.set(FIRST + length, value);
        view.set(ITEMS, larger.object().value());
    }
    view.set(LENGTH, int::from_length(length + 1));
    Ok(())
}

/// Appends a value, if no barrier stands in the way and there is room; whether it was done.
#[inline]
pub fn push_open(thread: &Thread, list: Object<'_>, value: Value<'_>) -> bool {
    let Some(view) = thread.write_open(list) else {
        return false;
    };
    let fields = view.read();
    let (Some(items), Some(length)) = (
        fields.get(ITEMS).as_object(),
        fields.get(LENGTH).as_integer(),
    ) else {
        return false;
    };
    let length = length as u64;
    let is_done =
        length < thread.array_length(items) && thread.write_element_open(items, length, value);
    if is_done {
        view.set(LENGTH, int::from_length(length + 1));
    }
    is_done
}

/// Takes the last item away, if no barrier stands in the way and there is one.
#[inline]
pub fn pop_open<'a>(thread: &'a Thread, list: Object<'a>) -> Option<Value<'a>> {
    let view = thread.write_open(list)?;
    let fields = view.read();
    let items = fields.get(ITEMS).as_object()?;
    let last = (fields.get(LENGTH).as_integer()? as u64).checked_sub(1)?;
    let value = thread.read_element(items, last);
    if !thread.write_element_open(items, last, NONE) {
        return None;
    }
    view.set(LENGTH, int::from_length(last));
    Some(value)
}

/// Takes the last item away.
///
/// # Errors
/// An abort.
pub fn pop_last<'a>(thread: &'a Thread, list: Object<'a>) -> Outcome<Option<Value<'a>>> {
    // The barrier comes first, as in `push`.
    let view = thread.write(list)?;
    let (items, length) = items(thread, list);
    let Some(last) = length.checked_sub(1) else {
        return Ok(None);
    };
    let value = thread.read_element(items, last);
    thread.write_element(items, last, NONE)?;
    view.set(LENGTH, int::from_length(last));
    Ok(Some(value))
}

/// Replaces the items from `start` to before `end`, in place if there is room.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn replace(
    thread: &Thread,
    list: Object<'_>,
    start: u64,
    end: u64,
    values: &[Value<'_>],
) -> Outcome<()> {
    let (items, length) = items(thread, list);
    debug_assert!(start <= end && end <= length, "{start}..{end} of {length}");
    let added = values.len() as u64;
    if end - start == added {
        return thread.write_elements(items, start, values.iter().copied());
    }
    let new_length = length - (end - start) + added;
    if new_length > thread.array_length(items) {
        let room = extended_room(length, new_length - length);
        let larger = allocated(
            thread,
            thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, room, NONE),
        )?;
        thread.copy_elements(items, 0, start, &larger, 0);
        for (place, value) in (start..).zip(values) {
            larger.set(FIRST + place, *value);
        }
        thread.copy_elements(items, end, length, &larger, start + added);
        let view = thread.write(list)?;
        view.set(ITEMS, larger.object().value());
        view.set(LENGTH, int::from_length(new_length));
        return Ok(());
    }
    let view = thread.write(list)?;
    thread.move_elements(items, end, start + added, length - end)?;
    thread.write_elements(items, start, values.iter().copied())?;
    let left = length.saturating_sub(new_length) as usize;
    thread.write_elements(items, new_length, std::iter::repeat_n(NONE, left))?;
    view.set(LENGTH, int::from_length(new_length));
    Ok(())
}

/// Replaces all items by those given, in a new array.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn set_all(thread: &Thread, list: Object<'_>, values: &[Value<'_>]) -> Outcome<()> {
    let length = values.len() as u64;
    let items = array(thread, values, length + length / 8)?;
    let view = thread.write(list)?;
    view.set(ITEMS, items.value());
    view.set(LENGTH, int::from_length(length));
    Ok(())
}

/// What [`take_items`] has taken from a list: its array and its length.
pub(crate) struct Taken {
    array: Root,
    length: u64,
}

/// Takes the items from a list, for as long as a program's code runs that must not see them.
///
/// # Errors
/// `MemoryError`, or an abort.
pub(crate) fn take_items(thread: &Thread, list: Object<'_>) -> Outcome<Taken> {
    let (array, length) = items(thread, list);
    let array = thread.root(array.value());
    set_all(thread, list, &[])?;
    Ok(Taken { array, length })
}

/// Gives a list the items back. Whether it had been given others meanwhile.
///
/// # Errors
/// An abort.
pub(crate) fn put_items_back(thread: &Thread, list: Object<'_>, taken: Taken) -> Outcome<bool> {
    let (meanwhile, length) = items(thread, list);
    let was_changed = length > 0 || thread.array_length(meanwhile) > 0;
    let view = thread.write(list)?;
    view.set(ITEMS, thread.get(taken.array));
    view.set(LENGTH, int::from_length(taken.length));
    Ok(was_changed)
}

/// A slice.
///
/// # Errors
/// `MemoryError`.
pub fn slice<'a>(thread: &'a Thread, list: Object<'a>, indices: Indices) -> Outcome<Value<'a>> {
    let (items, present) = items(thread, list);
    debug_assert!(indices.are_within(present));
    let length = indices.length;
    let raw = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, length, NONE);
    let picked = allocated(thread, raw)?;
    if indices.step == 1 {
        let start = indices.start as u64;
        thread.copy_elements(items, start, start + length, &picked, 0);
    } else {
        for (index, place) in indices.places().enumerate() {
            picked.set(FIRST + index as u64, thread.read_element(items, place));
        }
    }
    let fields = [picked.object().value(), int::from_length(length), NONE];
    Ok(thread.allocate(LAYOUT_LIST, CLASS_LIST, &fields).value())
}

/// `list[slice] = values`.
///
/// # Errors
/// `ValueError` when an extended slice has another length; an abort.
pub fn set_slice(
    thread: &Thread,
    list: Object<'_>,
    indices: Indices,
    values: &[Value<'_>],
) -> Outcome<()> {
    if indices.step == 1 {
        let start = indices.start as u64;
        return replace(thread, list, start, start + indices.length, values);
    }
    if values.len() as u64 != indices.length {
        let given = values.len();
        let message = format!(
            "attempt to assign sequence of size {given} to extended slice of size {}",
            indices.length
        );
        return Err(value_error(thread, message));
    }
    let (items, present) = items(thread, list);
    debug_assert!(indices.are_within(present));
    for (place, value) in indices.places().zip(values) {
        thread.write_element(items, place, *value)?;
    }
    Ok(())
}

/// `del list[slice]`.
///
/// # Errors
/// An abort.
pub fn delete_slice(thread: &Thread, list: Object<'_>, indices: Indices) -> Outcome<()> {
    if indices.length == 0 {
        return Ok(());
    }
    if indices.step == 1 {
        let start = indices.start as u64;
        return replace(thread, list, start, start + indices.length, &[]);
    }
    let mut gone = vec![false; length(thread, list) as usize];
    for place in indices.places() {
        gone[place as usize] = true;
    }
    let kept: Vec<Value<'_>> = values(thread, list)
        .into_iter()
        .zip(gone)
        .filter_map(|(value, gone)| (!gone).then_some(value))
        .collect();
    set_all(thread, list, &kept)
}

/// `del list[index]`; the value that was there.
///
/// # Errors
/// `IndexError` with `message`, or an abort.
pub fn remove<'a>(
    thread: &'a Thread,
    list: Object<'a>,
    index: i64,
    message: &str,
) -> Outcome<Value<'a>> {
    let (items, length) = items(thread, list);
    let Some(place) = slice::place(index, length) else {
        return Err(index_error(thread, message));
    };
    let value = thread.read_element(items, place);
    replace(thread, list, place, place + 1, &[])?;
    Ok(value)
}

/// `a + b`.
///
/// # Errors
/// `MemoryError`.
pub fn concat<'a>(thread: &'a Thread, a: Object<'a>, b: Object<'a>) -> Outcome<Value<'a>> {
    let ((first, count), (second, further)) = (items(thread, a), items(thread, b));
    let length = count + further;
    let raw = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, length, NONE);
    let both = allocated(thread, raw)?;
    thread.copy_elements(first, 0, count, &both, 0);
    thread.copy_elements(second, 0, further, &both, count);
    let fields = [both.object().value(), int::from_length(length), NONE];
    Ok(thread.allocate(LAYOUT_LIST, CLASS_LIST, &fields).value())
}

/// Appends all values.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn extend(thread: &Thread, list: Object<'_>, values: &[Value<'_>]) -> Outcome<()> {
    let length = length(thread, list);
    replace(thread, list, length, length, values)
}

/// Appends the first `count` elements of an array.
///
/// # Errors
/// `MemoryError`, or an abort.
#[cfg(handlers)]
pub fn extend_from(
    thread: &Thread,
    list: Object<'_>,
    array: Object<'_>,
    count: u64,
) -> Outcome<()> {
    let (items, length) = items(thread, list);
    if count == 0 {
        return Ok(());
    }
    let view = thread.write(list)?;
    if length + count <= thread.array_length(items) {
        thread.write_elements(items, length, thread.read_elements(array, 0, count))?;
    } else {
        let room = extended_room(length, count);
        let larger = allocated(
            thread,
            thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, room, NONE),
        )?;
        thread.copy_elements(items, 0, length, &larger, 0);
        thread.copy_elements(array, 0, count, &larger, length);
        view.set(ITEMS, larger.object().value());
    }
    view.set(LENGTH, int::from_length(length + count));
    Ok(())
}

/// The room of a list of `length` items to which `count` are added.
fn extended_room(length: u64, count: u64) -> u64 {
    let all = length + count;
    if length == 0 {
        all
    } else {
        all + all / 8 + ROOM_MIN
    }
}

/// `list * count`.
///
/// # Errors
/// `MemoryError`.
pub fn repeat<'a>(thread: &'a Thread, list: Object<'a>, count: i64) -> Outcome<Value<'a>> {
    let unit = values(thread, list);
    let total = (unit.len() as u64).saturating_mul(count.max(0) as u64);
    let fill = if unit.len() == 1 { unit[0] } else { NONE };
    let raw = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, total, fill);
    let items = allocated(thread, raw)?;
    if unit.len() > 1 {
        for (index, value) in unit.iter().cycle().take(total as usize).enumerate() {
            items.set(FIRST + index as u64, *value);
        }
    }
    let fields = [items.object().value(), int::from_length(total), NONE];
    Ok(thread.allocate(LAYOUT_LIST, CLASS_LIST, &fields).value())
}
