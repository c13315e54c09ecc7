//! The built-in iterators. All are objects of three words; a finished one has `None` in the first.
//!
//! ```text
//!   range_iterator      next number   numbers left  step     
//!   list, tuple, str    sequence      place (bytes for str)
//!   lines, positions    list          place         (of code; also the parts of formats)
//!   generic alias       alias         0             (its one item: the alias unpacked)
//!   reversed            sequence      items left
//!   dict, set           dict          next entry    keys at the start (`dict_views`)
//!   array               array         place
//!   enumerate           iterator      next number
//!   zip                 iterators     strict
//!   map                 iterators     function      strict
//!   filter              iterator      function or None
//!   iterator            object        next index    (`__getitem__` only; bytes, views of memory)
//!   callable_iterator   function      sentinel
//!   _element_iterator   stack         tag           whether of texts  (`element`)
//! ```
//!
//! Classes of one row of the table differ in their names and methods alone (CPython has a class for
//! iterators over ASCII, one for bytes, three for the parts of a dict …): code that looks for one
//! of them looks for all.

use crate::model::native::Next;
use crate::model::native::NextPair;
use crate::model::short_call;
use crate::model::type_def::ClassSet;
use crate::model::upcalls;
use crate::types;
use crate::types::array;
use crate::types::deque;
use crate::types::dict_views;
use crate::types::dict_views::Yields;
use crate::types::element;
use crate::types::host::need_native_stack;
use crate::types::itertools;
use crate::types::mapped;
use crate::types::memoryview;
use crate::types::number;
use crate::types::prelude::*;
use crate::types::protocol::operator;
use crate::types::protocol::{compare, iterate, truth};
use crate::types::{bytearray, bytes, int, list, range, string, tuple};

/// The object that it iterates over (see above).
pub const SOURCE: u64 = 1;
/// Its place in the source, if there is one.
pub const PLACE: u64 = 2;
/// Its third word.
pub(crate) const EXTRA: u64 = 3;

/// Whether objects of a kind have the three words of this module's table.
pub fn is_plain(kind: u32) -> bool {
    is_iterator(kind) && kind != CLASS_GENERATOR && !itertools::is_itertool(kind)
}

/// The iterators but for generators, which the interpreter resumes.
static ITERATORS: ClassSet = ClassSet::of_iterators(types::TYPES);

/// Whether objects of a kind are iterators of this module.
#[inline]
pub fn is_iterator(kind: u32) -> bool {
    ITERATORS.contains(kind) || kind == CLASS_GENERATOR
}

/// An iterator of a class of its own over what a list holds, which nobody else knows.
pub fn over_rows<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    rows: &[Value<'_>],
) -> Outcome<Value<'a>> {
    let rows = list::from_values(thread, rows)?;
    Ok(at_start(thread, class, rows))
}

/// Makes an iterator.
pub fn new<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    source: Value<'_>,
    place: Value<'_>,
    extra: Value<'_>,
) -> Value<'a> {
    debug_assert_eq!(thread.class(class).definition.layouts, &[LAYOUT_SMALL]);
    thread
        .allocate(LAYOUT_SMALL, class, &[source, place, extra])
        .value()
}

/// Makes an iterator that stands before the first item of its source.
pub fn at_start<'a>(thread: &'a Thread, class: ClassNumber, source: Value<'_>) -> Value<'a> {
    new(thread, class, source, Value::from_small(0), NONE)
}

/// An iterator over a built-in object; `None` if it is not iterable or of a user's class.
///
/// # Errors
/// None today.
pub fn over<'a>(thread: &'a Thread, object: Object<'a>) -> Outcome<Option<Value<'a>>> {
    let value = object.value();
    let kind = thread.host_of(object);
    Ok(Some(match kind {
        CLASS_LIST => at_start(thread, CLASS_LIST_ITERATOR, value),
        CLASS_TUPLE => at_start(thread, CLASS_TUPLE_ITERATOR, value),
        CLASS_STR if string::is_ascii(thread, object) => {
            at_start(thread, CLASS_STR_ASCII_ITERATOR, value)
        }
        CLASS_STR => over_text(thread, object),
        CLASS_BYTES => at_start(thread, CLASS_BYTES_ITERATOR, value),
        CLASS_BYTEARRAY => at_start(thread, CLASS_BYTEARRAY_ITERATOR, value),
        CLASS_ARRAY => at_start(thread, CLASS_ARRAY_ITERATOR, value),
        CLASS_MEMORYVIEW => at_start(thread, CLASS_MEMORY_ITERATOR, value),
        CLASS_RANGE => over_range(thread, range::parts(thread, object)),
        CLASS_DICT => dict_views::iterator(thread, object, Yields::Keys),
        CLASS_SET | CLASS_FROZENSET => {
            let extra = dict_views::expectation(thread, object, Yields::Keys);
            new(
                thread,
                CLASS_SET_ITERATOR,
                value,
                Value::from_small(0),
                extra,
            )
        }
        CLASS_DICT_KEYS | CLASS_DICT_VALUES | CLASS_DICT_ITEMS => {
            let dict = dict_views::dict_of(thread, object);
            dict_views::iterator(thread, dict, dict_views::yields(kind))
        }
        CLASS_ELEMENT => over_sequence(thread, value),
        _ if is_iterator(kind) => value,
        _ => return Ok(None),
    }))
}

/// An iterator over a range. (The end of one that is too long to be counted is never reached.)
pub fn over_range(thread: &Thread, range: range::Range) -> Value<'_> {
    let start = int::from_i128(thread, range.start);
    let left = int::from_length(range.length_clamped());
    let step = int::from_i128(thread, range.step);
    let class = match range.is_long() {
        true => CLASS_LONG_RANGE_ITERATOR,
        false => CLASS_RANGE_ITERATOR,
    };
    new(thread, class, start, left, step)
}

/// An iterator over the characters of any text.
pub(crate) fn over_text<'a>(thread: &'a Thread, text: Object<'a>) -> Value<'a> {
    at_start(thread, CLASS_STR_ITERATOR, text.value())
}

/// An iterator over an object that has only `__getitem__`.
pub fn over_sequence<'a>(thread: &'a Thread, sequence: Value<'a>) -> Value<'a> {
    at_start(thread, CLASS_SEQUENCE_ITERATOR, sequence)
}

/// The next item of an iterator that runs no Python code.
///
/// # Errors
/// `RuntimeError` when a dict has changed; an abort.
#[inline]
pub fn next_leaf<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    match thread.host_of(iterator) {
        CLASS_RANGE_ITERATOR | CLASS_LONG_RANGE_ITERATOR => next_in_range(thread, iterator),
        CLASS_LIST_ITERATOR
        | CLASS_LINE_ITERATOR
        | CLASS_POSITIONS_ITERATOR
        | CLASS_FORMATTER_ITERATOR
        | CLASS_FIELD_NAME_ITERATOR => next_in(thread, iterator, |list, place| {
            list::get(thread, list, place)
        }),
        CLASS_GENERIC_ALIAS_ITERATOR => next_in(thread, iterator, |alias, place| {
            (place == 0).then_some(alias.value())
        }),
        CLASS_TUPLE_ITERATOR => next_in(thread, iterator, |tuple, place| {
            (place < tuple::length(thread, tuple)).then(|| tuple::get(thread, tuple, place))
        }),
        CLASS_STR_ITERATOR | CLASS_STR_ASCII_ITERATOR => next_character(thread, iterator),
        CLASS_BYTES_ITERATOR => next_in(thread, iterator, |bytes, place| {
            bytes::get(thread, bytes, place)
        }),
        CLASS_BYTEARRAY_ITERATOR => next_in(thread, iterator, |bytes, place| {
            let byte = bytearray::get(thread, bytes, place)?;
            Some(Value::from_small(i32::from(byte)))
        }),
        CLASS_DICT_KEY_ITERATOR
        | CLASS_DICT_VALUE_ITERATOR
        | CLASS_DICT_ITEM_ITERATOR
        | CLASS_SET_ITERATOR => dict_views::next(thread, iterator),
        CLASS_DICT_REVERSE_KEY_ITERATOR
        | CLASS_DICT_REVERSE_VALUE_ITERATOR
        | CLASS_DICT_REVERSE_ITEM_ITERATOR => dict_views::next_reversed(thread, iterator),
        CLASS_ARRAY_ITERATOR => array::next_leaf(thread, iterator),
        CLASS_DEQUE_ITERATOR | CLASS_DEQUE_REVERSE_ITERATOR => deque::next_leaf(thread, iterator),
        CLASS_SEQUENCE_ITERATOR => element::next_child(thread, iterator),
        CLASS_MEMORY_ITERATOR => memoryview::next_leaf(thread, iterator),
        CLASS_ELEMENT_ITERATOR => element::next_leaf(thread, iterator),
        CLASS_ENUMERATE => next_enumerated(thread, iterator),
        CLASS_REVERSED | CLASS_LIST_REVERSE_ITERATOR => next_reversed(thread, iterator),
        CLASS_ZIP => next_zipped_leaf(thread, iterator),
        CLASS_FILTER => next_filtered_leaf(thread, iterator),
        CLASS_MAP => mapped::next_leaf(thread, iterator),
        kind if itertools::is_itertool(kind) => itertools::next_leaf(thread, iterator),
        kind if kind >= CLASS_USER_FIRST => upcalls::next_line(thread, iterator),
        _ => Ok(Next::Call),
    }
}

/// As [`next_leaf`], of an iterator that calls no other one: so that a chain of iterators is not
/// walked down from each of its members.
///
/// # Errors
/// As [`next_leaf`].
pub fn next_flat<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    match thread.host_of(iterator) {
        CLASS_COUNT | CLASS_CYCLE | CLASS_REVERSED => next_leaf(thread, iterator),
        kind if never_calls(kind) => next_leaf(thread, iterator),
        _ => Ok(Next::Call),
    }
}

/// Whether iterators of a kind never run Python code and call no other iterators.
pub(crate) fn never_calls(kind: u32) -> bool {
    matches!(
        kind,
        CLASS_LIST_ITERATOR
            | CLASS_TUPLE_ITERATOR
            | CLASS_RANGE_ITERATOR
            | CLASS_LONG_RANGE_ITERATOR
            | CLASS_STR_ITERATOR
            | CLASS_STR_ASCII_ITERATOR
            | CLASS_BYTES_ITERATOR
            | CLASS_BYTEARRAY_ITERATOR
            | CLASS_ARRAY_ITERATOR
            | CLASS_DICT_KEY_ITERATOR
            | CLASS_DICT_VALUE_ITERATOR
            | CLASS_DICT_ITEM_ITERATOR
            | CLASS_DICT_REVERSE_KEY_ITERATOR
            | CLASS_DICT_REVERSE_VALUE_ITERATOR
            | CLASS_DICT_REVERSE_ITEM_ITERATOR
            | CLASS_LIST_REVERSE_ITERATOR
            | CLASS_SET_ITERATOR
            | CLASS_REPEAT
    )
}

fn next_in_range<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    // An object that is written needs no read marker.
    let written = thread.write(iterator)?;
    let view = written.read();
    let left = view.get(PLACE).known_integer();
    if left == 0 {
        return Ok(Next::End);
    }
    let (number, step) = (view.get(SOURCE), view.get(EXTRA));
    let after = match (number.as_integer(), step.as_integer()) {
        (Some(number), Some(step)) if number.checked_add(step).is_some() => {
            int::from_i64(thread, number + step)
        }
        _ => {
            let wide =
                |value| int::to_i128(thread, value).expect("only ints are stored in this word");
            int::from_i128(thread, wide(number) + wide(step))
        }
    };
    written.set(SOURCE, after);
    written.set(PLACE, int::from_length(left as u64 - 1));
    Ok(Next::Item(number))
}

/// Marks an iterator as finished: it stays so, even if its source changes.
pub(crate) fn finish<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    thread.write(iterator)?.set(SOURCE, NONE);
    Ok(Next::End)
}

#[inline]
fn next_in<'a>(
    thread: &'a Thread,
    iterator: Object<'a>,
    get: impl FnOnce(Object<'a>, u64) -> Option<Value<'a>>,
) -> Outcome<Next<'a>> {
    // An object that is written needs no read marker.
    let written = thread.write(iterator)?;
    let view = written.read();
    let Some(source) = view.get(SOURCE).as_object() else {
        return Ok(Next::End);
    };
    let place = view.get(PLACE).known_integer() as u64;
    match get(source, place) {
        Some(value) => {
            written.set(PLACE, int::from_length(place + 1));
            Ok(Next::Item(value))
        }
        None => {
            // It stays finished, even if its source changes.
            written.set(SOURCE, NONE);
            Ok(Next::End)
        }
    }
}

fn next_character<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(source) = view.get(SOURCE).as_object() else {
        return Ok(Next::End);
    };
    let place = view.get(PLACE).known_integer() as usize;
    let bytes = string::utf8(thread, source);
    let Some(first) = bytes.get(place) else {
        return finish(thread, iterator);
    };
    let width = match first {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    let value = if width == 1 {
        string::of_ascii(thread, *first)
    } else {
        string::of_bytes(thread, &bytes[place..place + width], 1)?
    };
    thread
        .write(iterator)?
        .set(PLACE, int::from_length((place + width) as u64));
    Ok(Next::Item(value))
}

/// As [`next_leaf`], for the two items themselves instead of a pair.
///
/// # Errors
/// As [`next_leaf`].
pub fn next_pair<'a>(thread: &'a Thread, iterator: Value<'a>) -> Outcome<NextPair<'a>> {
    let Some(iterator) = iterator.as_object() else {
        return Ok(NextPair::Other);
    };
    match thread.host_of(iterator) {
        CLASS_ENUMERATE => next_numbered(thread, iterator),
        CLASS_DICT_ITEM_ITERATOR => dict_views::next_pair(thread, iterator),
        CLASS_ZIP => {
            let view = thread.read(iterator);
            let Some(sources) = view.get(SOURCE).as_object() else {
                return Ok(NextPair::End);
            };
            if view.get(PLACE) == TRUE || tuple::length(thread, sources) != 2 {
                return Ok(NextPair::Other);
            }
            let [first, second] = [0, 1].map(|place| tuple::get(thread, sources, place));
            if !never_calls(kind(thread, first)) || !never_calls(kind(thread, second)) {
                return Ok(NextPair::Other);
            }
            let (Some(first), Some(second)) = (first.as_object(), second.as_object()) else {
                return Ok(NextPair::Other);
            };
            let Next::Item(left) = next_leaf(thread, first)? else {
                return Ok(NextPair::End);
            };
            match next_leaf(thread, second)? {
                Next::Item(right) => Ok(NextPair::Items(left, right)),
                _ => Ok(NextPair::End),
            }
        }
        _ => Ok(NextPair::Other),
    }
}

fn next_enumerated<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    match next_numbered(thread, iterator)? {
        NextPair::Items(number, value) => {
            Ok(Next::Item(tuple::from_values(thread, &[number, value])?))
        }
        NextPair::End => Ok(Next::End),
        NextPair::Other => Ok(Next::Call),
    }
}

/// The next number of an `enumerate`, and the item that goes with it.
fn next_numbered<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<NextPair<'a>> {
    let view = thread.read(iterator);
    let Some(source) = view.get(SOURCE).as_object() else {
        return Ok(NextPair::End);
    };
    let number = view.get(PLACE);
    match next_leaf(thread, source)? {
        Next::Item(value) => {
            let after = match number.as_integer() {
                Some(small) => int::from_i64(thread, small + 1),
                None => number_after(thread, number)?,
            };
            thread.write(iterator)?.set(PLACE, after);
            Ok(NextPair::Items(number, value))
        }
        Next::End => Ok(NextPair::End),
        Next::Call => Ok(NextPair::Other),
    }
}

/// One more than a large integer.
#[cold]
fn number_after<'a>(thread: &'a Thread, number: Value<'a>) -> Outcome<Value<'a>> {
    let add = operator::Operator::Add;
    let after = number::binary(thread, add, number, Value::from_small(1))?;
    Ok(after.expect("only ints are stored in this word"))
}

fn next_reversed<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(source) = view.get(SOURCE).as_object() else {
        return Ok(Next::End);
    };
    let left = view.get(PLACE).known_integer();
    let place = left - 1;
    let kind = thread.host_of(source);
    if !matches!(
        kind,
        CLASS_LIST | CLASS_TUPLE | CLASS_STR | CLASS_BYTES | CLASS_BYTEARRAY
    ) {
        return Ok(Next::Call);
    }
    if place < 0 {
        return finish(thread, iterator);
    }
    let value = match kind {
        CLASS_LIST => match list::get(thread, source, place as u64) {
            Some(value) => value,
            None => return finish(thread, iterator),
        },
        CLASS_TUPLE => tuple::get(thread, source, place as u64),
        CLASS_STR => string::index(thread, source, place)?,
        CLASS_BYTES => bytes::index(thread, source, place)?,
        _ => match bytearray::get(thread, source, place as u64) {
            Some(byte) => Value::from_small(i32::from(byte)),
            None => return finish(thread, iterator),
        },
    };
    thread
        .write(iterator)?
        .set(PLACE, int::from_i64(thread, place));
    Ok(Next::Item(value))
}

/// Whether an iterator is one over a list or tuple.
pub(crate) fn is_indexed(thread: &Thread, iterator: Object<'_>) -> bool {
    let kind = thread.host_of(iterator);
    matches!(kind, CLASS_LIST_ITERATOR | CLASS_TUPLE_ITERATOR)
}

/// Whether [`step_back`] is for an iterator.
pub(crate) fn steps_back(thread: &Thread, iterator: Object<'_>) -> bool {
    is_indexed(thread, iterator) || thread.host_of(iterator) == CLASS_RANGE_ITERATOR
}

/// Makes the item that an indexed iterator, or one over a range, has given last the next one again.
pub(crate) fn step_back(thread: &Thread, iterator: Object<'_>) -> Outcome<()> {
    if thread.host_of(iterator) == CLASS_RANGE_ITERATOR {
        let fields = thread.write(iterator)?;
        let field = |word| int::to_i128(thread, fields.read().get(word)).unwrap_or(0);
        let (number, left) = (field(SOURCE) - field(EXTRA), field(PLACE) + 1);
        fields.set(SOURCE, int::from_i128(thread, number));
        fields.set(PLACE, int::from_i128(thread, left));
        return Ok(());
    }
    let place = thread.read(iterator).get(PLACE).as_integer().unwrap_or(1);
    let view = thread.write(iterator)?;
    view.set(PLACE, int::from_i64(thread, place - 1));
    Ok(())
}

/// The next true item of a list, tuple or range, of a `filter` without a function.
fn next_filtered_leaf<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(source) = view.get(SOURCE).as_object() else {
        return Ok(Next::End);
    };
    if view.get(PLACE) != NONE || !steps_back(thread, source) {
        return Ok(Next::Call);
    }
    loop {
        let item = match next_leaf(thread, source)? {
            Next::Item(item) => item,
            other => return Ok(other),
        };
        match truth::truth_leaf(thread, item) {
            Some(true) => return Ok(Next::Item(item)),
            Some(false) => {}
            None => {
                // The item is asked by whoever may call.
                step_back(thread, source)?;
                return Ok(Next::Call);
            }
        }
    }
}

/// Zips iterators that never call: before one moves it is known whether all can.
fn next_zipped_leaf<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(sources) = view.get(SOURCE).as_object() else {
        return Ok(Next::End);
    };
    if view.get(PLACE) == TRUE {
        return Ok(Next::Call);
    }
    let count = tuple::length(thread, sources);
    if count == 0 {
        return Ok(Next::End);
    }
    let source = |place| tuple::get(thread, sources, place);
    if !(0..count).all(|place| never_calls(kind(thread, source(place)))) {
        return Ok(Next::Call);
    }
    let mut items = [NONE; ZIPPED_MAX];
    if count as usize > ZIPPED_MAX {
        return Ok(Next::Call);
    }
    for place in 0..count {
        match next_leaf(thread, source(place).known_object())? {
            Next::Item(value) => items[place as usize] = value,
            other => return Ok(other),
        }
    }
    Ok(Next::Item(tuple::from_values(
        thread,
        &items[..count as usize],
    )?))
}

/// More iterators than this are not zipped in one go.
const ZIPPED_MAX: usize = 8;

fn field(thread: &Thread, iterator: Root, word: u64) -> Root {
    let object = thread.object_at(iterator);
    thread.root(thread.read(object).get(word))
}

fn set_field(thread: &Thread, iterator: Root, word: u64, value: Value<'_>) -> Outcome<()> {
    let object = thread.object_at(iterator);
    thread.write(object)?.set(word, value);
    Ok(())
}

/// The next item of an iterator of this module that may run Python code.
///
/// # Errors
/// Any exception of the code.
pub fn next_calling(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    need_native_stack(thread, "while iterating")?;
    if thread.get(field(thread, iterator, SOURCE)) == NONE {
        return Ok(None);
    }
    let kind = kind(thread, thread.get(iterator));
    match kind {
        _ if itertools::is_itertool(kind) => itertools::next(thread, iterator),
        CLASS_ENUMERATE => {
            let source = field(thread, iterator, SOURCE);
            let Some(value) = iterate::next(thread, source)? else {
                return Ok(None);
            };
            let number = field(thread, iterator, PLACE);
            let (number, one) = (thread.get(number), Value::from_small(1));
            let after = number::binary(thread, operator::Operator::Add, number, one)?;
            set_field(
                thread,
                iterator,
                PLACE,
                after.expect("only ints are stored in this word"),
            )?;
            let pair = tuple::from_values(thread, &[number, thread.get(value)])?;
            Ok(Some(thread.root(pair)))
        }
        CLASS_ELEMENT_ITERATOR => element::next_calling(thread, iterator),
        CLASS_ZIP => next_zipped(thread, iterator),
        CLASS_MAP => next_mapped(thread, iterator),
        CLASS_FILTER => next_filtered(thread, iterator),
        CLASS_CALLABLE_ITERATOR => {
            let function = field(thread, iterator, SOURCE);
            let sentinel = field(thread, iterator, PLACE);
            let value = thread.call(function, &[])?;
            // The matches of `finditer`: a match is not None, so the comparison can be left out.
            let is_match = exact(thread, thread.get(value), CLASS_MATCH).is_some()
                && thread.get(sentinel) == NONE;
            if !is_match && compare::same_or_equal(thread, value, sentinel)? {
                set_field(thread, iterator, SOURCE, NONE)?;
                return Ok(None);
            }
            Ok(Some(value))
        }
        CLASS_REVERSED => {
            let left = int::to_i64(thread, thread.get(field(thread, iterator, PLACE)));
            let place = left.unwrap_or(0) - 1;
            if place < 0 {
                set_field(thread, iterator, SOURCE, NONE)?;
                return Ok(None);
            }
            set_field(thread, iterator, PLACE, int::from_i64(thread, place))?;
            item_of_source(thread, iterator, place)
        }
        _ => {
            let place = int::to_i64(thread, thread.get(field(thread, iterator, PLACE)));
            let place = place.unwrap_or(0);
            set_field(thread, iterator, PLACE, int::from_i64(thread, place + 1))?;
            item_of_source(thread, iterator, place)
        }
    }
}

fn next_mapped(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    if let Some((function, source)) = mapped(thread, thread.object_at(iterator)) {
        let (function, source) = (thread.root(function), thread.root(source));
        let Some(item) = iterate::next(thread, source)? else {
            return Ok(None);
        };
        let (callable, given) = (thread.get(function), [thread.get(item)]);
        return match short_call::call_shortly(thread, callable, &given) {
            Some(result) => Ok(Some(thread.root(result))),
            None => thread.call(function, &[item]).map(Some),
        };
    }
    let mut ended = 0;
    let Some(arguments) = next_of_all(thread, iterator, Some(&mut ended))? else {
        if thread.get(field(thread, iterator, EXTRA)) == TRUE {
            check_strict(thread, iterator, ended, "map")?;
        }
        return Ok(None);
    };
    let function = field(thread, iterator, PLACE);
    thread.call(function, &arguments).map(Some)
}

fn item_of_source(thread: &mut Thread, iterator: Root, place: i64) -> Outcome<Option<Root>> {
    let source = field(thread, iterator, SOURCE);
    let index = thread.root(int::from_i64(thread, place));
    let value = iterate::sequence_item(thread, source, index)?;
    if value.is_none() {
        set_field(thread, iterator, SOURCE, NONE)?;
    }
    Ok(value)
}

/// The next items of all sources; `None` when one has ended, whose place `ended` gets.
fn next_of_all(
    thread: &mut Thread,
    iterator: Root,
    mut ended: Option<&mut usize>,
) -> Outcome<Option<Vec<Root>>> {
    let sources = field(thread, iterator, SOURCE);
    let count = tuple::length(thread, thread.object_at(sources));
    let mut items = Vec::with_capacity(count as usize);
    for place in 0..count {
        let tuple = thread.object_at(sources);
        let source = thread.root(tuple::get(thread, tuple, place));
        match iterate::next(thread, source)? {
            Some(item) => items.push(item),
            None => {
                if let Some(ended) = ended.as_deref_mut() {
                    *ended = place as usize;
                }
                return Ok(None);
            }
        }
    }
    Ok((count > 0).then_some(items))
}

/// The function and the source of a `map` object that has one source.
pub fn mapped<'a>(thread: &'a Thread, map: Object<'a>) -> Option<(Value<'a>, Value<'a>)> {
    let view = thread.read(map);
    let sources = view.get(SOURCE).as_object()?;
    let is_one = tuple::length(thread, sources) == 1;
    is_one.then(|| (view.get(PLACE), tuple::get(thread, sources, 0)))
}

fn next_zipped(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let mut ended = 0;
    if let Some(items) = next_of_all(thread, iterator, Some(&mut ended))? {
        let items = tuple::from_roots(thread, &items)?;
        return Ok(Some(thread.root(items)));
    }
    let strict = thread.get(field(thread, iterator, PLACE)) == TRUE;
    if strict {
        check_strict(thread, iterator, ended, "zip")?;
    }
    set_field(thread, iterator, SOURCE, NONE)?;
    Ok(None)
}

fn check_strict(thread: &mut Thread, iterator: Root, ended: usize, name: &str) -> Outcome<()> {
    let others = |count: usize| match count {
        1 => "argument 1".to_string(),
        _ => format!("arguments 1-{count}"),
    };
    if ended > 0 {
        let message = format!(
            "{name}() argument {} is shorter than {}",
            ended + 1,
            others(ended)
        );
        return Err(value_error(thread, message));
    }
    let sources = field(thread, iterator, SOURCE);
    let count = tuple::length(thread, thread.object_at(sources));
    for place in 1..count {
        let tuple = thread.object_at(sources);
        let source = thread.root(tuple::get(thread, tuple, place));
        if iterate::next(thread, source)?.is_some() {
            let before = others(place as usize);
            let message = format!("{name}() argument {} is longer than {before}", place + 1);
            return Err(value_error(thread, message));
        }
    }
    Ok(())
}

fn next_filtered(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let source = field(thread, iterator, SOURCE);
    let function = field(thread, iterator, PLACE);
    loop {
        let mark = thread.root_count();
        let Some(value) = iterate::next(thread, source)? else {
            return Ok(None);
        };
        let verdict = if thread.get(function) == NONE {
            value
        } else {
            thread.call(function, &[value])?
        };
        if truth::truth(thread, verdict)? {
            return Ok(Some(value));
        }
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
}

/// `reversed(value)` for built-in sequences; `None` for anything else.
pub fn reversed_leaf<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Value<'a>> {
    let object = value.as_object()?;
    let kind = thread.host_of(object);
    match kind {
        CLASS_RANGE => {
            let reversed = range::reversed(range::parts(thread, object));
            Some(over_range(thread, reversed))
        }
        CLASS_LIST | CLASS_TUPLE | CLASS_STR | CLASS_BYTES | CLASS_BYTEARRAY | CLASS_MEMORYVIEW => {
            let length = int::from_length(truth::length_leaf(thread, value)?);
            let class = match kind {
                CLASS_LIST => CLASS_LIST_REVERSE_ITERATOR,
                _ => CLASS_REVERSED,
            };
            Some(new(thread, class, value, length, NONE))
        }
        CLASS_DICT => Some(dict_views::reversed_iterator(thread, object, Yields::Keys)),
        CLASS_DICT_KEYS | CLASS_DICT_VALUES | CLASS_DICT_ITEMS => {
            let dict = dict_views::dict_of(thread, object);
            Some(dict_views::reversed_iterator(
                thread,
                dict,
                dict_views::yields(kind),
            ))
        }
        _ => None,
    }
}
