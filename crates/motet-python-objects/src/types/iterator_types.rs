//! The interface of the built-in iterators to programs: constructors, methods, definitions.

use crate::model::type_def::TypeDef;
use crate::types::deque;
use crate::types::dict_views;
use crate::types::iterators::{EXTRA, PLACE, SOURCE, finish, new, reversed_leaf};
use crate::types::prelude::*;
use crate::types::protocol::{call_unblocked, item, iterate, truth};
use crate::types::tables::{NAMES_ONLY, check_keywords, keyword, parameter};
use crate::types::{host, int, int_methods, string, tuple};

fn make_enumerate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "enumerate", &["iterable", "start"])?;
    let Some(source) = parameter(thread, arguments, 1, "iterable") else {
        let message = "enumerate() missing required argument 'iterable'";
        return Err(type_error(thread, message));
    };
    let source = thread.root(source);
    let start = parameter(thread, arguments, 2, "start").unwrap_or(Value::from_small(0));
    let start = thread.root(start);
    let start = item::index(thread, start)?;
    let start = int_methods::plain_root(thread, start);
    let iterator = iterate::iter(thread, source)?;
    let (iterator, start) = (thread.get(iterator), thread.get(start));
    Ok(new(thread, CLASS_ENUMERATE, iterator, start, NONE))
}

/// Iterators over the arguments from `first` on, in a tuple.
fn iterators_of(
    thread: &mut Thread,
    arguments: Arguments,
    first: usize,
    zip: bool,
) -> Outcome<Root> {
    let mut all = Vec::with_capacity(arguments.len() - first);
    for index in first..arguments.len() {
        let source = thread.root(arguments.get(thread, index));
        if zip && !iterate::is_iterable(thread, source) {
            let name = type_name(thread, thread.get(source));
            return Err(type_error(
                thread,
                format!("'{name}' object is not iterable"),
            ));
        }
        all.push(iterate::iter(thread, source)?);
    }
    let tuple = tuple::from_roots(thread, &all)?;
    Ok(thread.root(tuple))
}

fn make_zip<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "zip", &[NAMES_ONLY, "strict"])?;
    let strict = match keyword(thread, arguments, "strict") {
        Some(strict) => {
            let strict = thread.root(strict);
            truth::truth(thread, strict)?
        }
        None => false,
    };
    let sources = iterators_of(thread, arguments, 1, true)?;
    Ok(new(
        thread,
        CLASS_ZIP,
        thread.get(sources),
        boolean(strict),
        NONE,
    ))
}

fn make_map<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "map", &[NAMES_ONLY, "strict"])?;
    if arguments.len() < 3 {
        return Err(type_error(
            thread,
            "map() must have at least two arguments.",
        ));
    }
    let strict = match keyword(thread, arguments, "strict") {
        Some(strict) => {
            let strict = thread.root(strict);
            truth::truth(thread, strict)?
        }
        None => false,
    };
    let sources = iterators_of(thread, arguments, 2, false)?;
    let function = arguments.get(thread, 1);
    Ok(new(
        thread,
        CLASS_MAP,
        thread.get(sources),
        function,
        boolean(strict),
    ))
}

fn make_filter<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = thread.root(arguments.get(thread, 2));
    let iterator = iterate::iter(thread, source)?;
    let function = arguments.get(thread, 1);
    Ok(new(
        thread,
        CLASS_FILTER,
        thread.get(iterator),
        function,
        NONE,
    ))
}

fn make_reversed<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = thread.root(arguments.get(thread, 1));
    if is_builtin(thread, thread.get(source)) {
        if let Some(iterator) = reversed_leaf(thread, thread.get(source)) {
            let iterator = thread.root(iterator);
            return Ok(thread.get(iterator));
        }
    } else {
        let called = call_unblocked(thread, source, "__reversed__", &[])?;
        if let Some(Some(result)) = called {
            return Ok(thread.get(result));
        }
        let class = thread.class_of(thread.get(source));
        if called.is_none()
            && host::has_special(thread, class, "__getitem__")
            && host::has_special(thread, class, "__len__")
        {
            let length = int::from_length(truth::length(thread, source)?);
            let source = thread.get(source);
            return Ok(new(thread, CLASS_REVERSED, source, length, NONE));
        }
    }
    let name = type_name(thread, thread.get(source));
    Err(type_error(
        thread,
        format!("'{name}' object is not reversible"),
    ))
}

fn method_iter(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(arguments.get(thread, 0))
}

fn method_next<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterator = thread.root(arguments.get(thread, 0));
    match iterate::next(thread, iterator)? {
        Some(value) => Ok(thread.get(value)),
        None => Err(host::stop_iteration(thread)),
    }
}

fn method_length_hint(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let Some(iterator) = arguments.get(thread, 0).as_object() else {
        return Ok(Value::from_small(0));
    };
    let view = thread.read(iterator);
    let kind = thread.host_of(iterator);
    if matches!(kind, CLASS_RANGE_ITERATOR | CLASS_LONG_RANGE_ITERATOR) {
        return Ok(view.get(PLACE));
    }
    let Some(source) = view.get(SOURCE).as_object() else {
        return Ok(Value::from_small(0));
    };
    if matches!(
        thread.host_of(source),
        CLASS_DICT | CLASS_SET | CLASS_FROZENSET
    ) {
        return Ok(int::from_length(dict_views::left(thread, iterator, source)));
    }
    if matches!(kind, CLASS_DEQUE_ITERATOR | CLASS_DEQUE_REVERSE_ITERATOR) {
        return Ok(int::from_length(deque::left(thread, iterator)));
    }
    if matches!(kind, CLASS_REVERSED | CLASS_LIST_REVERSE_ITERATOR) {
        // A list that is shorter now has no items where this one goes on.
        let left = view.get(PLACE).as_integer().unwrap_or(0);
        let length = truth::length_leaf(thread, source.value());
        let is_there = length.is_none_or(|length| left <= length as i64);
        return Ok(int::from_i64(thread, if is_there { left } else { 0 }));
    }
    let length = truth::length_leaf(thread, source.value()).unwrap_or(0);
    let place = view.get(PLACE).as_integer().unwrap_or(0) as u64;
    Ok(int::from_length(length.saturating_sub(place)))
}

/// `__length_hint__` of the iterator over an object with `__getitem__`, whose length is asked.
fn length_hint_of_sequence<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let view = thread.read(arguments.get(thread, 0).known_object());
    let source = thread.root(view.get(SOURCE));
    if thread.get(source) == NONE {
        return Ok(Value::from_small(0));
    }
    let class = thread.class_of(thread.get(source));
    if !host::has_special(thread, class, "__len__") {
        return Ok(NOT_IMPLEMENTED);
    }
    let length = truth::length(thread, source)?;
    let view = thread.read(arguments.get(thread, 0).known_object());
    let place = view.get(PLACE).as_integer().unwrap_or(0) as u64;
    Ok(int::from_length(length.saturating_sub(place)))
}

/// `__setstate__` of `zip` and `map`: whether they are strict.
fn set_strict<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = thread.root(arguments.get(thread, 1));
    let is_strict = truth::truth(thread, state)?;
    let iterator = arguments.get(thread, 0).known_object();
    let word = match thread.host_of(iterator) {
        CLASS_ZIP => PLACE,
        _ => EXTRA,
    };
    thread.write(iterator)?.set(word, boolean(is_strict));
    Ok(NONE)
}

/// `__setstate__` of the iterators over a sequence: where they go on.
fn method_set_state<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = thread.root(arguments.get(thread, 1));
    let state = item::index(thread, state)?;
    let Some(place) = int::to_i64(thread, thread.get(state)) else {
        let message = "Python int too large to convert to C ssize_t";
        return Err(host::overflow_error(thread, message));
    };
    let Some(iterator) = arguments.get(thread, 0).as_object() else {
        return Ok(NONE);
    };
    let view = thread.read(iterator);
    let kind = thread.host_of(iterator);
    if matches!(kind, CLASS_RANGE_ITERATOR | CLASS_LONG_RANGE_ITERATOR) {
        let left = view.get(PLACE).as_integer().unwrap_or(0);
        let passed = place.clamp(0, left);
        let wide = |word| int::to_i128(thread, view.get(word)).unwrap_or(0);
        let number = wide(SOURCE).saturating_add(wide(EXTRA).saturating_mul(passed.into()));
        let number = int::from_i128(thread, number);
        let view = thread.write(iterator)?;
        view.set(SOURCE, number);
        view.set(PLACE, int::from_i64(thread, left - passed));
        return Ok(NONE);
    }
    let Some(source) = view.get(SOURCE).as_object() else {
        return Ok(NONE);
    };
    if kind == CLASS_LIST_ITERATOR && place < 0 {
        finish(thread, iterator)?;
        return Ok(NONE);
    }
    let length = truth::length_leaf(thread, source.value());
    let most = length.map_or(i64::MAX, |length| length as i64);
    let place = match kind {
        // Counted from the end: as many items are left as the place says, and one.
        CLASS_REVERSED | CLASS_LIST_REVERSE_ITERATOR => place.clamp(-1, most - 1) + 1,
        CLASS_STR_ITERATOR | CLASS_STR_ASCII_ITERATOR => {
            let text = string::text(thread, source);
            let mut places = text.char_indices().map(|(place, _)| place as i64);
            places
                .nth(place.max(0) as usize)
                .unwrap_or(text.len() as i64)
        }
        _ => place.clamp(0, most),
    };
    thread
        .write(iterator)?
        .set(PLACE, int::from_i64(thread, place));
    Ok(NONE)
}

/// The method that iterators over a sequence have in addition.
const SET_STATE: &[NativeFunction] = &[NativeFunction::calling(
    "__setstate__",
    2,
    2,
    method_set_state,
)];

const ITER: NativeFunction = NativeFunction::leaf("__iter__", 1, 1, method_iter);
pub(crate) const NEXT: NativeFunction = NativeFunction::calling("__next__", 1, 1, method_next);
const LENGTH_HINT: NativeFunction =
    NativeFunction::leaf("__length_hint__", 1, 1, method_length_hint);

/// The methods of iterators that programs do not make by calling the class.
pub(crate) const METHODS: &[NativeFunction] = &[ITER, NEXT, LENGTH_HINT];

/// The methods of the iterator over an object with `__getitem__`.
const OVER_GET_ITEM: &[NativeFunction] = &[
    ITER,
    NEXT,
    NativeFunction::calling("__length_hint__", 1, 1, length_hint_of_sequence),
];

const SET_STRICT: &[NativeFunction] = &[NativeFunction::calling("__setstate__", 2, 2, set_strict)];

/// As [`METHODS`], without a length.
pub(crate) const WITHOUT_LENGTH: &[NativeFunction] = &[ITER, NEXT];

/// The methods of iterators that may be of a class of the program: an iterator is its own iterator,
/// and `__next__` of the class around it may be another.
const MADE_METHODS: &[NativeFunction] = &[ITER.of_whole(), NEXT, LENGTH_HINT];

/// As [`MADE_METHODS`], without a length.
pub(crate) const MADE_WITHOUT_LENGTH: &[NativeFunction] = &[ITER.of_whole(), NEXT];

/// An iterator over a sequence, which can be told where to go on.
const fn over_sequence(name: &'static str, number: ClassNumber) -> TypeDef {
    TypeDef::new(name, number)
        .methods(&[METHODS, SET_STATE])
        .iterator()
        .closed()
}

/// An iterator over a dict or a set.
const fn over_table(name: &'static str, number: ClassNumber) -> TypeDef {
    TypeDef::new(name, number)
        .methods(&[METHODS])
        .iterator()
        .closed()
}

/// An iterator that tells no length.
const fn without_length(name: &'static str, number: ClassNumber) -> TypeDef {
    TypeDef::new(name, number)
        .methods(&[WITHOUT_LENGTH])
        .iterator()
        .closed()
}

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    over_sequence("range_iterator", CLASS_RANGE_ITERATOR),
    over_sequence("longrange_iterator", CLASS_LONG_RANGE_ITERATOR),
    over_sequence("list_iterator", CLASS_LIST_ITERATOR),
    over_sequence("list_reverseiterator", CLASS_LIST_REVERSE_ITERATOR),
    over_sequence("tuple_iterator", CLASS_TUPLE_ITERATOR),
    over_sequence("arrayiterator", CLASS_ARRAY_ITERATOR).in_module("array"),
    over_sequence("str_iterator", CLASS_STR_ITERATOR),
    over_sequence("str_ascii_iterator", CLASS_STR_ASCII_ITERATOR),
    over_sequence("bytes_iterator", CLASS_BYTES_ITERATOR),
    over_sequence("bytearray_iterator", CLASS_BYTEARRAY_ITERATOR),
    TypeDef::new("iterator", CLASS_SEQUENCE_ITERATOR)
        .methods(&[OVER_GET_ITEM, SET_STATE])
        .iterator()
        .closed(),
    over_table("dict_keyiterator", CLASS_DICT_KEY_ITERATOR),
    over_table("dict_valueiterator", CLASS_DICT_VALUE_ITERATOR),
    over_table("dict_itemiterator", CLASS_DICT_ITEM_ITERATOR),
    over_table("dict_reversekeyiterator", CLASS_DICT_REVERSE_KEY_ITERATOR),
    over_table(
        "dict_reversevalueiterator",
        CLASS_DICT_REVERSE_VALUE_ITERATOR,
    ),
    over_table("dict_reverseitemiterator", CLASS_DICT_REVERSE_ITEM_ITERATOR),
    over_table("set_iterator", CLASS_SET_ITERATOR),
    without_length("memory_iterator", CLASS_MEMORY_ITERATOR),
    without_length("callable_iterator", CLASS_CALLABLE_ITERATOR),
    without_length("line_iterator", CLASS_LINE_ITERATOR),
    without_length("positions_iterator", CLASS_POSITIONS_ITERATOR),
    without_length("formatteriterator", CLASS_FORMATTER_ITERATOR),
    without_length("fieldnameiterator", CLASS_FIELD_NAME_ITERATOR),
    without_length("generic_alias_iterator", CLASS_GENERIC_ALIAS_ITERATOR),
    TypeDef::new("enumerate", CLASS_ENUMERATE)
        .constructor(NativeFunction::calling("enumerate", 1, 3, make_enumerate).with_keywords())
        .methods(&[MADE_WITHOUT_LENGTH])
        .iterator()
        .public()
        .parameterised(),
    TypeDef::new("zip", CLASS_ZIP)
        .constructor(NativeFunction::calling("zip", 1, u8::MAX, make_zip).with_keywords())
        .methods(&[MADE_WITHOUT_LENGTH, SET_STRICT])
        .iterator()
        .public(),
    TypeDef::new("map", CLASS_MAP)
        .constructor(NativeFunction::calling("map", 1, u8::MAX, make_map).with_keywords())
        .methods(&[MADE_WITHOUT_LENGTH, SET_STRICT])
        .iterator()
        .public(),
    TypeDef::new("filter", CLASS_FILTER)
        .constructor(NativeFunction::calling("filter", 3, 3, make_filter))
        .methods(&[MADE_WITHOUT_LENGTH])
        .iterator()
        .public(),
    TypeDef::new("reversed", CLASS_REVERSED)
        .constructor(NativeFunction::calling("reversed", 2, 2, make_reversed))
        .methods(&[MADE_METHODS, SET_STATE])
        .iterator()
        .public(),
];
