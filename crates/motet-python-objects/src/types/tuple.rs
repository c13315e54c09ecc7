//! Tuples: immutable arrays.

use crate::model::call_loops::Looping;
use crate::model::machine::shared;
use crate::model::type_def::TypeDef;
use crate::types::bytes_methods;
use crate::types::int;
use crate::types::list;
use crate::types::prelude::*;
use crate::types::protocol::compare;
use crate::types::protocol::contains;
use crate::types::protocol::iterate;
use crate::types::slice;
use crate::types::slice::Indices;
use crate::types::special_methods::{
    CONCATENATION, CONTAINER, EQUALITY, HASH, ORDER, REPETITION, SUBSCRIPT, TEXT,
};
use crate::types::tables;
use motet_tm::{Mutator, Pinned};

const FIRST: u64 = TUPLE_FIRST;

/// The tuple without items: there is one.
pub fn pin_empty(mutator: &Mutator) -> Pinned {
    shared(mutator.allocate_pinned_array(LAYOUT_TUPLE, CLASS_TUPLE, &[]))
}

/// Makes a tuple.
///
/// # Errors
/// `MemoryError`.
pub fn from_values<'a>(thread: &'a Thread, values: &[Value<'_>]) -> Outcome<Value<'a>> {
    if values.is_empty() {
        return Ok(thread.machine().empty_tuple.value());
    }
    let raw = thread.allocate_array(LAYOUT_TUPLE, CLASS_TUPLE, values.len() as u64, NONE);
    let tuple = allocated(thread, raw)?;
    for (index, value) in values.iter().enumerate() {
        tuple.set(FIRST + index as u64, *value);
    }
    Ok(tuple.object().value())
}

/// Makes a tuple of values that lie in two places; none if there is no room for it, without an
/// exception.
pub(crate) fn if_room<'a>(thread: &'a Thread, values: [&[Value<'_>]; 2]) -> Option<Value<'a>> {
    let length = values[0].len() + values[1].len();
    let tuple = thread.allocate_array(LAYOUT_TUPLE, CLASS_TUPLE, length as u64, NONE);
    let tuple = tuple.ok()?;
    for (index, value) in values.into_iter().flatten().enumerate() {
        tuple.set(FIRST + index as u64, *value);
    }
    Some(tuple.object().value())
}

/// Makes a tuple of so many values.
fn from_iterator<'a>(
    thread: &'a Thread,
    length: u64,
    values: impl Iterator<Item = Value<'a>>,
) -> Outcome<Value<'a>> {
    if length == 0 {
        return from_values(thread, &[]);
    }
    let raw = thread.allocate_array(LAYOUT_TUPLE, CLASS_TUPLE, length, NONE);
    let tuple = allocated(thread, raw)?;
    for (index, value) in values.take(length as usize).enumerate() {
        tuple.set(FIRST + index as u64, value);
    }
    Ok(tuple.object().value())
}

/// Makes a tuple of the values of roots.
///
/// # Errors
/// `MemoryError`.
pub fn from_roots<'a>(thread: &'a Thread, roots: &[Root]) -> Outcome<Value<'a>> {
    let values: Vec<Value<'_>> = roots.iter().map(|root| thread.get(*root)).collect();
    from_values(thread, &values)
}

/// The tuple object of a value, if it is one.
#[inline]
pub fn as_tuple<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact(thread, value, CLASS_TUPLE).or_else(|| exact(thread, plain(thread, value), CLASS_TUPLE))
}

/// The number of items.
#[inline]
pub fn length(thread: &Thread, tuple: Object<'_>) -> u64 {
    thread.array_length(tuple)
}

/// Item `place`, which must be in range.
#[inline]
pub fn get<'a>(thread: &'a Thread, tuple: Object<'a>, place: u64) -> Value<'a> {
    debug_assert_eq!(thread.layout_id(tuple), LAYOUT_TUPLE);
    debug_assert!(place < length(thread, tuple), "item {place} of a tuple");
    thread.read_immutable(tuple).get(FIRST + place)
}

/// All items.
pub fn values<'a>(thread: &'a Thread, tuple: Object<'a>) -> Vec<Value<'a>> {
    (0..length(thread, tuple))
        .map(|place| get(thread, tuple, place))
        .collect()
}

/// Item `index`; negative ones count from the end.
///
/// # Errors
/// `IndexError`.
pub fn index<'a>(thread: &'a Thread, tuple: Object<'a>, index: i64) -> Outcome<Value<'a>> {
    match slice::place(index, length(thread, tuple)) {
        Some(place) => Ok(get(thread, tuple, place)),
        None => Err(index_error(thread, "tuple index out of range")),
    }
}

/// A slice.
///
/// # Errors
/// `MemoryError`.
pub fn slice<'a>(thread: &'a Thread, tuple: Object<'a>, indices: Indices) -> Outcome<Value<'a>> {
    if indices.step == 1 && indices.length == length(thread, tuple) {
        return Ok(tuple.value());
    }
    let picked = indices.places().map(|place| get(thread, tuple, place));
    from_iterator(thread, indices.length, picked)
}

/// `a + b`.
///
/// # Errors
/// `MemoryError`.
pub fn concat<'a>(thread: &'a Thread, a: Object<'a>, b: Object<'a>) -> Outcome<Value<'a>> {
    let (first, second) = (length(thread, a), length(thread, b));
    if first == 0 || second == 0 {
        return Ok(if first == 0 { b } else { a }.value());
    }
    let items = |tuple, length| (0..length).map(move |place| get(thread, tuple, place));
    from_iterator(
        thread,
        first + second,
        items(a, first).chain(items(b, second)),
    )
}

/// `tuple * count`.
///
/// # Errors
/// `MemoryError`.
pub fn repeat<'a>(thread: &'a Thread, tuple: Object<'a>, count: i64) -> Outcome<Value<'a>> {
    let unit = values(thread, tuple);
    let total = (unit.len() as u64).saturating_mul(count.max(0) as u64);
    if total == 0 {
        return from_values(thread, &[]);
    }
    let raw = thread.allocate_array(LAYOUT_TUPLE, CLASS_TUPLE, total, NONE);
    let result = allocated(thread, raw)?;
    for (index, value) in unit.iter().cycle().take(total as usize).enumerate() {
        result.set(FIRST + index as u64, *value);
    }
    Ok(result.object().value())
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    tables::refuse_subclass(thread, arguments, CLASS_TUPLE)?;
    let Some(source) = arguments.optional(thread, 1) else {
        return from_values(thread, &[]);
    };
    if exact(thread, source, CLASS_TUPLE).is_some() {
        return Ok(arguments.get(thread, 1));
    }
    if let Some(list) = exact(thread, source, CLASS_LIST) {
        let made = thread.root(from_list(thread, list)?);
        return Ok(thread.get(made));
    }
    let source = thread.root(source);
    let list = iterate::to_list(thread, source)?;
    from_list(thread, thread.object_at(list))
}

/// Makes a tuple of the items of a list.
fn from_list<'a>(thread: &'a Thread, list: Object<'a>) -> Outcome<Value<'a>> {
    let (items, length) = list::items(thread, list);
    from_iterator(thread, length, thread.read_elements(items, 0, length))
}

/// The native that makes a tuple of a list.
pub const TUPLE_END: NativeFunction = NativeFunction::leaf("tuple", 3, 3, |thread, arguments| {
    let list = arguments.get(thread, 0).known_object();
    arguments.set(thread, 0, from_list(thread, list)?);
    Ok(TRUE)
});

/// The constructor.
pub const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("tuple", 1, 2, construct).looping(Looping::Tuple);

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    as_tuple(thread, value).ok_or_else(|| tables::wrong_receiver(thread, "tuple", name, value))
}

fn method_index<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let length = length(thread, receiver(thread, arguments, "index")?);
    let start = slice::limit_argument(thread, arguments, 2)?;
    let stop = slice::limit_argument(thread, arguments, 3)?;
    let window = Indices::fit(start, stop, 1, length);
    let tuple = thread.root(receiver(thread, arguments, "index")?.value());
    let wanted = thread.root(arguments.get(thread, 1));
    if let Some(place) = contains::place_in(thread, tuple, wanted, window.range())? {
        return Ok(int::from_length(place));
    }
    Err(value_error(thread, "tuple.index(x): x not in tuple"))
}

fn method_count<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let length = length(thread, receiver(thread, arguments, "count")?);
    let wanted = thread.root(arguments.get(thread, 1));
    let mut count = 0;
    for place in 0..length {
        let tuple = arguments.get(thread, 0).known_object();
        let mark = thread.root_count();
        let item = thread.root(get(thread, tuple, place));
        count += u64::from(compare::same_or_equal(thread, item, wanted)?);
        thread.truncate_roots(mark);
    }
    Ok(int::from_length(count))
}

/// Methods that are no operators.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("index", 2, 4, method_index),
    NativeFunction::calling("count", 2, 2, method_count),
    NativeFunction::leaf("__getnewargs__", 1, 1, bytes_methods::new_arguments),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("tuple", CLASS_TUPLE)
    .layouts(&[LAYOUT_TUPLE])
    .constructor(CONSTRUCTOR)
    .methods(&[
        METHODS,
        CONCATENATION,
        REPETITION,
        EQUALITY,
        ORDER,
        TEXT,
        HASH,
        CONTAINER,
        SUBSCRIPT,
    ])
    .public()
    .parameterised()
    .sequence_pattern()
    .matched_whole()];
