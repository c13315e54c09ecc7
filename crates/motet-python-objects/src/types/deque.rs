//! `_collections.deque`: a ring of items in an array.
//!
//! ```text
//!   deque     array (its room)   place of the first * 2^31 + how many   maxlen or None
//!   iterator  deque              how many are passed (-1 - that many    earlier word 2 of it
//!                                from the end)
//! ```
//!
//! Each operation is one step of one transaction: as under a global lock, an item is never lost.

mod steps;
mod turning;

pub(crate) use steps::{left, next_leaf};

use crate::model::module_def::ModuleDef;
use crate::model::type_def::TypeDef;
use crate::types::host;
use crate::types::iterator_types;
use crate::types::protocol::arithmetic;
use crate::types::special_methods::comparison_methods;
use crate::types::tables;
use crate::types::whole_methods;
use motet_tm::{ReadView, WriteView};

use crate::model::exception::{INDEX_ERROR, RUNTIME_ERROR, TYPE_ERROR, VALUE_ERROR};
use crate::types::prelude::*;
use crate::types::protocol::operator::Comparison;
use crate::types::protocol::{compare, item, iterate, repr};
use crate::types::tables::{check_keywords, integer_argument, parameter};
use crate::types::{int, iterators, list, slice, string};

const ITEMS: u64 = 1;
const PLACES: u64 = 2;
const LENGTH_MAX: u64 = 3;
const ELEMENT_FIRST: u64 = 2;
const ROOM_MIN: u64 = 8;
const COUNT_BITS: u32 = 31;

/// The parts of a deque.
#[derive(Clone, Copy)]
struct Ring<'a> {
    deque: Object<'a>,
    items: Object<'a>,
    room: u64,
    first: u64,
    count: u64,
    most: Option<u64>,
}

impl Ring<'_> {
    /// The greatest place: the room is a power of two.
    fn last_place(&self) -> u64 {
        debug_assert!(self.room.is_power_of_two());
        self.room - 1
    }

    fn place(&self, index: u64) -> u64 {
        (self.first + index) & self.last_place()
    }
}

fn places(first: u64, count: u64) -> Value<'static> {
    int::from_length(first << COUNT_BITS | count)
}

fn ring_of<'a>(thread: &'a Thread, deque: Object<'a>) -> Ring<'a> {
    ring_in(thread, deque, thread.read(deque))
}

#[inline]
fn ring_in<'a>(thread: &'a Thread, deque: Object<'a>, view: ReadView<'a>) -> Ring<'a> {
    let items = view.get(ITEMS).known_object();
    let packed = view.get(PLACES).known_integer() as u64;
    Ring {
        deque,
        items,
        room: thread.array_length(items),
        first: packed >> COUNT_BITS,
        count: packed & ((1 << COUNT_BITS) - 1),
        most: view.get(LENGTH_MAX).as_integer().map(|most| most as u64),
    }
}

fn as_deque<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    let object = plain(thread, value).as_object()?;
    (thread.host_of(object) == CLASS_DEQUE).then_some(object)
}

/// The deque that a method is called on; it is not read yet.
fn unread_receiver<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    as_deque(thread, value)
        .ok_or_else(|| tables::wrong_receiver(thread, "collections.deque", name, value))
}

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Ring<'a>> {
    let deque = unread_receiver(thread, arguments, name)?;
    Ok(ring_of(thread, deque))
}

fn values<'a>(thread: &'a Thread, ring: Ring<'a>) -> Vec<Value<'a>> {
    (0..ring.count)
        .map(|index| thread.read_element(ring.items, ring.place(index)))
        .collect()
}

/// A new array with so much room, which begins with these items.
fn array_with<'a>(thread: &'a Thread, items: &[Value<'a>], room: u64) -> Outcome<Value<'a>> {
    let array = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, room, NONE);
    let array = allocated(thread, array)?;
    for (index, item) in items.iter().enumerate() {
        array.set(ELEMENT_FIRST + index as u64, *item);
    }
    Ok(array.object().value())
}

/// Replaces all items; the first ones go if there are too many.
fn set_all<'a>(thread: &'a Thread, ring: Ring<'a>, items: &[Value<'a>]) -> Outcome<()> {
    let most = ring.most.unwrap_or(u64::MAX).min(items.len() as u64) as usize;
    let kept = &items[items.len() - most..];
    let room = (kept.len() as u64).next_power_of_two().max(ROOM_MIN);
    let array = array_with(thread, kept, room)?;
    let view = thread.write(ring.deque)?;
    view.set(ITEMS, array);
    view.set(PLACES, places(0, kept.len() as u64));
    Ok(())
}

fn set_places(view: &WriteView<'_>, ring: Ring<'_>, first: u64, count: u64) {
    view.set(PLACES, places(first & ring.last_place(), count));
}

/// Adds an item. The write barrier comes before the first read: a transaction that waits there for
/// another, since many change the deque, need not abort then.
fn push(thread: &Thread, deque: Object<'_>, value: Value<'_>, at_end: bool) -> Outcome<()> {
    let view = thread.write(deque)?;
    let mut ring = ring_in(thread, deque, view.read());
    if ring.most == Some(0) {
        return Ok(());
    }
    if ring.most == Some(ring.count) {
        pop(thread, deque, !at_end)?;
        ring = ring_of(thread, deque);
    } else if ring.count == ring.room {
        let array = array_with(thread, &values(thread, ring), ring.room * 2)?;
        view.set(ITEMS, array);
        view.set(PLACES, places(0, ring.count));
        ring = ring_in(thread, deque, view.read());
    }
    let (place, first) = if at_end {
        (ring.place(ring.count), ring.first)
    } else {
        let first = (ring.first + ring.last_place()) & ring.last_place();
        (first, first)
    };
    thread.write_element(ring.items, place, value)?;
    set_places(&view, ring, first, ring.count + 1);
    Ok(())
}

/// Adds an item to the end of a deque.
pub fn push_back(thread: &Thread, deque: Object<'_>, value: Value<'_>) -> Outcome<()> {
    push(thread, deque, value, true)
}

/// Takes an item away; the write barrier comes first, as in [`push`].
fn pop<'a>(thread: &'a Thread, deque: Object<'a>, at_end: bool) -> Outcome<Option<Value<'a>>> {
    let view = thread.write(deque)?;
    let ring = ring_in(thread, deque, view.read());
    let Some(left) = ring.count.checked_sub(1) else {
        return Ok(None);
    };
    let place = ring.place(if at_end { left } else { 0 });
    let value = thread.read_element(ring.items, place);
    thread.write_element(ring.items, place, NONE)?;
    let first = if at_end { ring.first } else { ring.first + 1 };
    set_places(&view, ring, first, left);
    Ok(Some(value))
}

/// A deque without items.
fn empty<'a>(thread: &'a Thread, most: Value<'_>) -> Outcome<Value<'a>> {
    let fields = [array_with(thread, &[], ROOM_MIN)?, places(0, 0), most];
    Ok(thread.allocate(LAYOUT_SMALL, CLASS_DEQUE, &fields).value())
}

pub(crate) fn extend_by(
    thread: &mut Thread,
    deque: Root,
    source: Root,
    at_end: bool,
) -> Outcome<()> {
    // A deque that is extended by itself must not go on for ever.
    let source = if thread.get(source) == thread.get(deque) {
        iterate::to_list(thread, source)?
    } else {
        source
    };
    iterate::for_each(thread, source, |thread, item| {
        let deque = thread.object_at(deque);
        push(thread, deque, thread.get(item), at_end)?;
        Ok(true)
    })
}

fn most_argument<'a>(thread: &'a Thread, given: Option<Value<'a>>) -> Outcome<Value<'a>> {
    let Some(most) = given.filter(|most| *most != NONE) else {
        return Ok(NONE);
    };
    match int::to_i64(thread, most) {
        Some(number) if number >= 0 => Ok(int::from_i64(thread, number)),
        Some(_) => Err(thread.raise(VALUE_ERROR, "maxlen must be non-negative")),
        None if int::to_big(thread, most).is_some() => {
            let message = "Python int too large to convert to C ssize_t";
            Err(overflow_error(thread, message))
        }
        None => Err(thread.raise(TYPE_ERROR, "an integer is required")),
    }
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "deque", &["iterable", "maxlen"])?;
    let most = most_argument(thread, parameter(thread, arguments, 2, "maxlen"))?;
    let deque = thread.root(empty(thread, most)?);
    let source = parameter(thread, arguments, 1, "iterable").map(|source| thread.root(source));
    if let Some(source) = source.filter(|source| thread.get(*source) != NONE) {
        extend_by(thread, deque, source, true)?;
    }
    Ok(thread.get(deque))
}

/// `deque.__init__` on an existing deque: fills it anew.
fn initialise<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "deque", &["iterable", "maxlen"])?;
    let ring = receiver(thread, arguments, "__init__")?;
    let most = most_argument(thread, parameter(thread, arguments, 2, "maxlen"))?;
    thread.write(ring.deque)?.set(LENGTH_MAX, most);
    set_all(thread, ring_of(thread, ring.deque), &[])?;
    let deque = thread.root(arguments.get(thread, 0));
    let source = parameter(thread, arguments, 1, "iterable").map(|source| thread.root(source));
    if let Some(source) = source.filter(|source| thread.get(*source) != NONE) {
        extend_by(thread, deque, source, true)?;
    }
    Ok(NONE)
}

fn append(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    pushed(thread, arguments, true)
}

/// `append` to a deque that this transaction has written and that has room; one that has as many
/// items as it may have loses its first.
fn quick_append<'a>(thread: &'a Thread, [deque, value, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let deque = exact(thread, deque, CLASS_DEQUE)?;
    let view = thread.write_open(deque)?;
    let ring = ring_in(thread, deque, view.read());
    let has_room = ring.count < ring.room && ring.most.is_none_or(|most| ring.count < most);
    if !has_room {
        return quick_replace(thread, &view, ring, value);
    }
    if !thread.write_element_open(ring.items, ring.place(ring.count), value) {
        return None;
    }
    view.set(PLACES, places(ring.first, ring.count + 1));
    Some(NONE)
}

/// The same of a deque that has as many items as it may have.
fn quick_replace<'a>(
    thread: &'a Thread,
    view: &WriteView<'a>,
    ring: Ring<'a>,
    value: Value<'a>,
) -> Option<Value<'a>> {
    let is_full = ring.count > 0 && ring.most == Some(ring.count);
    // What lies behind the items counts for nothing, should the first one's place not be writable.
    // (Where no place is free it is the new item's.)
    let is_done = is_full
        && thread.write_element_open(ring.items, ring.place(ring.count), value)
        && (ring.count == ring.room || thread.write_element_open(ring.items, ring.first, NONE));
    if !is_done {
        return None;
    }
    let first = (ring.first + 1) & ring.last_place();
    view.set(PLACES, places(first, ring.count));
    Some(NONE)
}

/// `popleft` of such a deque that is not empty.
fn quick_pop_left<'a>(thread: &'a Thread, [deque, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let deque = exact(thread, deque, CLASS_DEQUE)?;
    let view = thread.write_open(deque)?;
    let ring = ring_in(thread, deque, view.read());
    let left = ring.count.checked_sub(1)?;
    let value = thread.read_element(ring.items, ring.first);
    if !thread.write_element_open(ring.items, ring.first, NONE) {
        return None;
    }
    let first = (ring.first + 1) & ring.last_place();
    view.set(PLACES, places(first, left));
    Some(value)
}

fn append_left(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    pushed(thread, arguments, false)
}

fn pushed(thread: &Thread, arguments: Arguments, at_end: bool) -> Outcome<Value<'_>> {
    let deque = unread_receiver(
        thread,
        arguments,
        if at_end { "append" } else { "appendleft" },
    )?;
    push(thread, deque, arguments.get(thread, 1), at_end)?;
    Ok(NONE)
}

fn popped(thread: &Thread, arguments: Arguments, at_end: bool) -> Outcome<Value<'_>> {
    let deque = unread_receiver(thread, arguments, if at_end { "pop" } else { "popleft" })?;
    match pop(thread, deque, at_end)? {
        Some(value) => Ok(value),
        None => Err(thread.raise(INDEX_ERROR, "pop from an empty deque")),
    }
}

fn pop_last(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    popped(thread, arguments, true)
}

fn pop_left(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    popped(thread, arguments, false)
}

fn extended(thread: &mut Thread, arguments: Arguments, at_end: bool) -> Outcome<()> {
    receiver(thread, arguments, "extend")?;
    let deque = thread.root(arguments.get(thread, 0));
    let source = thread.root(arguments.get(thread, 1));
    extend_by(thread, deque, source, at_end)
}

fn extend<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    extended(thread, arguments, true)?;
    Ok(NONE)
}

fn extend_left<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    extended(thread, arguments, false)?;
    Ok(NONE)
}

fn inplace_add<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    extended(thread, arguments, true)?;
    Ok(arguments.get(thread, 0))
}

fn clear(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let ring = receiver(thread, arguments, "clear")?;
    set_all(thread, ring, &[])?;
    Ok(NONE)
}

/// The item at an index that is a plain number; `None` for other keys, and outside of the deque.
pub(crate) fn get_plain<'a>(
    thread: &'a Thread,
    deque: Object<'a>,
    key: Value<'a>,
) -> Option<Value<'a>> {
    let ring = ring_of(thread, deque);
    let index = slice::place(key.as_integer()?, ring.count)?;
    Some(thread.read_element(ring.items, ring.place(index)))
}

fn reverse(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let ring = receiver(thread, arguments, "reverse")?;
    for (index, value) in values(thread, ring).iter().rev().enumerate() {
        thread.write_element(ring.items, ring.place(index as u64), *value)?;
    }
    Ok(NONE)
}

/// How many items a deque has.
pub(crate) fn length(thread: &Thread, deque: Object<'_>) -> u64 {
    ring_of(thread, deque).count
}

fn method_length(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let ring = receiver(thread, arguments, "__len__")?;
    Ok(int::from_length(ring.count))
}

fn place_argument(thread: &mut Thread, arguments: Arguments, message: &str) -> Outcome<u64> {
    let key = thread.root(arguments.get(thread, 1));
    let key = match item::index(thread, key) {
        Err(Unwind::Raise) if take_exception(thread, TYPE_ERROR) => {
            let name = type_name(thread, arguments.get(thread, 1));
            let message = format!("sequence index must be integer, not '{name}'");
            return Err(thread.raise(TYPE_ERROR, message));
        }
        key => key?,
    };
    let Some(index) = int::to_i64(thread, thread.get(key)) else {
        let message = "cannot fit 'int' into an index-sized integer";
        return Err(thread.raise(INDEX_ERROR, message));
    };
    let count = receiver(thread, arguments, "__getitem__")?.count;
    slice::place(index, count).ok_or_else(|| thread.raise(INDEX_ERROR, message))
}

fn get_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let index = place_argument(thread, arguments, "deque index out of range")?;
    let ring = receiver(thread, arguments, "__getitem__")?;
    Ok(thread.read_element(ring.items, ring.place(index)))
}

fn set_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let index = place_argument(thread, arguments, "deque index out of range")?;
    let ring = receiver(thread, arguments, "__setitem__")?;
    thread.write_element(ring.items, ring.place(index), arguments.get(thread, 2))?;
    Ok(NONE)
}

fn delete_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let index = place_argument(thread, arguments, "deque index out of range")?;
    let ring = receiver(thread, arguments, "__delitem__")?;
    let mut all = values(thread, ring);
    all.remove(index as usize);
    set_all(thread, ring, &all)?;
    Ok(NONE)
}

/// The items in a list, so that the functions on lists serve.
fn as_list(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<Root> {
    let ring = receiver(thread, arguments, name)?;
    let all = values(thread, ring);
    Ok(thread.root(list::from_values(thread, &all)?))
}

/// A state that tells whether a deque was changed while its items were compared.
fn state(thread: &Thread, ring: Ring<'_>) -> (Root, i64) {
    let packed = thread.read(ring.deque).get(PLACES).as_integer();
    let items = thread.root(ring.items.value());
    (items, packed.expect("deques are made with their places"))
}

fn is_unchanged(thread: &Thread, ring: Ring<'_>, (items, packed): (Root, i64)) -> bool {
    let now = thread.read(ring.deque).get(PLACES).as_integer();
    now == Some(packed) && thread.get(items) == ring.items.value()
}

/// Calls `found` with the place of each item from `start` to before `stop` that is equal to
/// argument 1, until it returns `false`.
fn each_equal(
    thread: &mut Thread,
    arguments: Arguments,
    (start, stop): (u64, u64),
    changed: Changed,
    mut found: impl FnMut(u64) -> bool,
) -> Outcome<()> {
    let ring = receiver(thread, arguments, "index")?;
    let count = ring.count;
    let before = state(thread, ring);
    let wanted = thread.root(arguments.get(thread, 1));
    for index in start..stop.min(count) {
        let mark = thread.root_count();
        let ring = receiver(thread, arguments, "index")?;
        let item = thread.root(thread.read_element(ring.items, ring.place(index)));
        let is_equal = compare::same_or_equal(thread, item, wanted)?;
        if is_equal && changed.is_found_before && !found(index) {
            break;
        }
        if !is_unchanged(thread, receiver(thread, arguments, "index")?, before) {
            let message = "deque mutated during iteration";
            return Err(thread.raise(changed.class, message));
        }
        thread.truncate_roots(mark);
        if is_equal && !changed.is_found_before && !found(index) {
            break;
        }
    }
    Ok(())
}

/// The treatment of a deque that a comparison has changed.
#[derive(Clone, Copy)]
struct Changed {
    class: ClassNumber,
    /// An item that is equal is found all the same.
    is_found_before: bool,
}

const FINDING: Changed = Changed {
    class: RUNTIME_ERROR,
    is_found_before: true,
};
const COUNTING: Changed = Changed {
    class: RUNTIME_ERROR,
    is_found_before: false,
};
const REMOVING: Changed = Changed {
    class: INDEX_ERROR,
    is_found_before: false,
};

fn count<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "count")?;
    let mut count = 0;
    each_equal(thread, arguments, (0, u64::MAX), COUNTING, |_| {
        count += 1;
        true
    })?;
    Ok(int::from_length(count))
}

fn contains<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "__contains__")?;
    let found = find(thread, arguments, (0, u64::MAX), FINDING)?;
    Ok(boolean(found.is_some()))
}

/// The place of the first item within bounds that is equal to argument 1.
fn find(
    thread: &mut Thread,
    arguments: Arguments,
    bounds: (u64, u64),
    changed: Changed,
) -> Outcome<Option<u64>> {
    let mut place = None;
    each_equal(thread, arguments, bounds, changed, |index| {
        place = Some(index);
        false
    })?;
    Ok(place)
}

fn index<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "index")?;
    let start = slice::limit_argument(thread, arguments, 2)?;
    let stop = slice::limit_argument(thread, arguments, 3)?;
    let length = receiver(thread, arguments, "index")?.count as i64;
    let bound = |number: Option<i64>, default: i64| {
        let number = number.unwrap_or(default);
        let number = if number < 0 {
            number.saturating_add(length)
        } else {
            number
        };
        number.clamp(0, length) as u64
    };
    let limits = (bound(start, 0), bound(stop, length));
    match find(thread, arguments, limits, FINDING)? {
        Some(place) => Ok(int::from_length(place)),
        None => Err(thread.raise(VALUE_ERROR, "deque.index(x): x not in deque")),
    }
}

fn remove<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "remove")?;
    let Some(place) = find(thread, arguments, (0, u64::MAX), REMOVING)? else {
        return Err(thread.raise(VALUE_ERROR, "deque.remove(x): x not in deque"));
    };
    let ring = receiver(thread, arguments, "remove")?;
    let mut all = values(thread, ring);
    all.remove(place as usize);
    set_all(thread, ring, &all)?;
    Ok(NONE)
}

fn insert(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let ring = receiver(thread, arguments, "insert")?;
    if ring.most == Some(ring.count) {
        return Err(thread.raise(INDEX_ERROR, "deque already at its maximum size"));
    }
    let place = integer_argument(thread, arguments.get(thread, 1))?;
    let mut all = values(thread, ring);
    let place = slice::insertion_place(place, all.len() as u64);
    all.insert(place as usize, arguments.get(thread, 2));
    set_all(thread, ring, &all)?;
    Ok(NONE)
}

/// `deque.copy` of a deque of the class itself.
pub(crate) fn copy(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let ring = receiver(thread, arguments, "copy")?;
    let most = thread.read(ring.deque).get(LENGTH_MAX);
    let made = empty(thread, most)?;
    let target = ring_of(thread, made.known_object());
    set_all(thread, target, &values(thread, ring))?;
    Ok(made)
}

pub(crate) fn add<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let other = arguments.get(thread, 1);
    if as_deque(thread, other).is_none() {
        let name = type_name(thread, other);
        let message = format!("can only concatenate deque (not \"{name}\") to deque");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let made = thread.root(copy(thread, arguments)?);
    let other = thread.root(arguments.get(thread, 1));
    extend_by(thread, made, other, true)?;
    Ok(thread.get(made))
}

/// The values several times over, as long as one operation may allocate them; of a deque with a
/// bound, as often as fills it.
fn repeated<'a>(thread: &'a Thread, ring: Ring<'a>, times: usize) -> Outcome<Vec<Value<'a>>> {
    let values = values(thread, ring);
    let times = match ring.most {
        Some(most) if !values.is_empty() => times.min((most as usize).div_ceil(values.len())),
        _ => times,
    };
    let bytes = values.len().saturating_mul(times).saturating_mul(8);
    host::check_length(thread, bytes)?;
    Ok(values.repeat(times))
}

/// How often a deque is to be repeated, by the second argument.
pub(crate) fn times(thread: &mut Thread, arguments: Arguments) -> Outcome<usize> {
    let count = thread.root(arguments.get(thread, 1));
    let count = arithmetic::count_of(thread, count)?;
    Ok(count.max(0) as usize)
}

pub(crate) fn multiply<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let times = times(thread, arguments)?;
    let ring = receiver(thread, arguments, "__mul__")?;
    let all = repeated(thread, ring, times)?;
    let made = empty(thread, thread.read(ring.deque).get(LENGTH_MAX))?;
    let target = ring_of(thread, made.known_object());
    set_all(thread, target, &all)?;
    Ok(made)
}

fn inplace_multiply<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let times = times(thread, arguments)?;
    receiver(thread, arguments, "__imul__")?;
    multiply_by(thread, arguments.get(thread, 0), times)?;
    Ok(arguments.get(thread, 0))
}

/// A value that the caller has found to be a deque.
fn found<'a>(thread: &'a Thread, value: Value<'a>) -> Object<'a> {
    as_deque(thread, value).expect("the caller has found a deque")
}

/// Repeats the items of a deque in its place.
pub(crate) fn multiply_by(thread: &Thread, value: Value<'_>, times: usize) -> Outcome<()> {
    let deque = found(thread, value);
    let ring = ring_of(thread, deque);
    set_all(thread, ring, &repeated(thread, ring, times)?)
}

fn compare_with(
    thread: &mut Thread,
    arguments: Arguments,
    comparison: Comparison,
) -> Outcome<Value<'_>> {
    if as_deque(thread, arguments.get(thread, 1)).is_none() {
        return Ok(NOT_IMPLEMENTED);
    }
    let first = as_list(thread, arguments, "__eq__")?;
    let deque = found(thread, arguments.get(thread, 1));
    let ring = ring_of(thread, deque);
    let second = list::from_values(thread, &values(thread, ring))?;
    let second = thread.root(second);
    Ok(boolean(compare::holds(thread, comparison, first, second)?))
}

comparison_methods!(compare_with, EQUALITY, ORDER);

/// `deque.__repr__`, of the whole: the text names the class.
pub(crate) fn text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let deque = arguments.get(thread, 0);
    let name = thread.bare_type_name(deque);
    let list = as_list(thread, arguments, "__repr__")?;
    let whole = thread.root(arguments.get(thread, 0));
    let mut items = String::new();
    if !repr::within(thread, whole, |thread| {
        items = repr::repr_text(thread, list)?;
        Ok(())
    })? {
        return string::new(thread, "[...]");
    }
    let most = receiver(thread, arguments, "__repr__")?.most;
    let most = most.map_or(String::new(), |most| format!(", maxlen={most}"));
    string::new(thread, &format!("{name}({items}{most})"))
}

fn iter(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let deque = receiver(thread, arguments, "__iter__")?.deque;
    let seen = thread.read(deque).get(PLACES);
    let (class, start) = (CLASS_DEQUE_ITERATOR, Value::from_small(0));
    Ok(iterators::new(thread, class, deque.value(), start, seen))
}

fn reversed(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let deque = receiver(thread, arguments, "__reversed__")?.deque;
    let seen = thread.read(deque).get(PLACES);
    let (class, end) = (CLASS_DEQUE_REVERSE_ITERATOR, Value::from_small(-1));
    Ok(iterators::new(thread, class, deque.value(), end, seen))
}

fn most_attribute(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let ring = receiver(thread, arguments, "maxlen")?;
    Ok(thread.read(ring.deque).get(LENGTH_MAX))
}

/// Attributes.
const GETTERS: &[NativeFunction] = &[NativeFunction::leaf("maxlen", 1, 1, most_attribute)];

/// The constructor.
const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("deque", 1, 3, construct).with_keywords();

/// The methods of `deque`.
const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("append", 2, 2, append).with_quick(quick_append),
    NativeFunction::leaf("appendleft", 2, 2, append_left),
    NativeFunction::leaf("pop", 1, 1, pop_last),
    NativeFunction::leaf("popleft", 1, 1, pop_left).with_quick(quick_pop_left),
    NativeFunction::calling("extend", 2, 2, extend),
    NativeFunction::calling("extendleft", 2, 2, extend_left),
    NativeFunction::leaf("clear", 1, 1, clear),
    NativeFunction::leaf("rotate", 1, 2, turning::rotate).asking_index(&[1]),
    NativeFunction::leaf("reverse", 1, 1, reverse),
    NativeFunction::calling("count", 2, 2, count),
    NativeFunction::calling("index", 2, 4, index),
    NativeFunction::calling("remove", 2, 2, remove),
    NativeFunction::leaf("insert", 3, 3, insert).asking_index(&[1]),
    NativeFunction::leaf("__len__", 1, 1, method_length),
    NativeFunction::calling("__getitem__", 2, 2, get_item),
    NativeFunction::calling("__setitem__", 3, 3, set_item),
    NativeFunction::calling("__delitem__", 2, 2, delete_item),
    NativeFunction::calling("__contains__", 2, 2, contains),
    NativeFunction::leaf("__iter__", 1, 1, iter),
    NativeFunction::leaf("__reversed__", 1, 1, reversed),
    NativeFunction::calling("__iadd__", 2, 2, inplace_add),
    NativeFunction::calling("__imul__", 2, 2, inplace_multiply),
    NativeFunction::calling("__init__", 1, 3, initialise).with_keywords(),
];

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    TypeDef::new("deque", CLASS_DEQUE)
        .checked()
        .in_module("collections")
        .constructor(CONSTRUCTOR)
        .methods(&[METHODS, whole_methods::DEQUE, EQUALITY, ORDER])
        .getters(&[GETTERS])
        .unhashable()
        .weakly_referenced()
        .parameterised()
        .sequence_pattern(),
    TypeDef::new("_deque_iterator", CLASS_DEQUE_ITERATOR)
        .in_module("collections")
        .methods(&[iterator_types::METHODS])
        .iterator()
        .closed(),
    TypeDef::new("_deque_reverse_iterator", CLASS_DEQUE_REVERSE_ITERATOR)
        .in_module("collections")
        .methods(&[iterator_types::METHODS])
        .iterator()
        .closed(),
];

/// The module that the program imports.
pub const MODULES: &[ModuleDef] = &[ModuleDef::new("_deque")
    .shows(&[
        CLASS_DEQUE,
        CLASS_DEQUE_ITERATOR,
        CLASS_DEQUE_REVERSE_ITERATOR,
    ])
    .listed_as(&["_collections"])];
