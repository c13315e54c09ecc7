//! The constructor of `bytearray`, and its methods that change it.

use crate::model::exception_classes;
use crate::model::type_def::TypeDef;
use crate::types::bytearray;
use crate::types::bytearray::as_bytearray;
use crate::types::bytes;
use crate::types::bytes_methods;
use crate::types::host;
use crate::types::prelude::*;
use crate::types::protocol::item;
use crate::types::protocol::iterate;
use crate::types::slice;
use crate::types::special_methods::{
    BYTEARRAY_INPLACE, CONCATENATION_OF_WHOLE, CONTAINER, EQUALITY, ORDER, PERCENT_OF_BYTES,
    REPETITION, SUBSCRIPT, SUBSCRIPT_STORE,
};
use crate::types::tables::{
    check_keywords, integer_argument, parameter, place_to_pop, refuse_subclass, wrong_receiver,
};
use crate::types::whole_methods;
use crate::types::{buffer, codecs, int, string};
use crate::types::{bytes_search, memoryview_methods};

/// What `bytes(…)` and `bytearray(…)` are made of.
enum Source {
    Bytes(Vec<u8>),
    /// So many zeros.
    Zeros(usize),
}

/// The bytes that `bytes(…)` is made of. Argument 0 is the class.
///
/// # Errors
/// `TypeError`, `ValueError`; any exception of `__bytes__`, `__index__` and iterating.
pub fn constructor_content(
    thread: &mut Thread,
    arguments: Arguments,
    name: &'static str,
) -> Outcome<Vec<u8>> {
    Ok(match constructor_source(thread, arguments, name)? {
        Source::Bytes(content) => content,
        Source::Zeros(count) => {
            host::check_length(thread, count)?;
            vec![0; count]
        }
    })
}

/// The refusal of options for a source that is no text.
fn options_without_text(thread: &Thread, arguments: Arguments, name: &'static str) -> Unwind {
    let options = [(2, "encoding", "utf-8"), (3, "errors", "strict")];
    for (index, option, default) in options {
        if let Err(unwind) = codecs::option(thread, arguments, index, (name, option, default)) {
            return unwind;
        }
    }
    let is_given = |(index, option, _): &(usize, &'static str, &str)| {
        parameter(thread, arguments, *index, option).is_some()
    };
    let what = options
        .into_iter()
        .find(is_given)
        .map_or("", |(_, option, _)| option);
    type_error(thread, format!("{what} without a string argument"))
}

fn constructor_source(
    thread: &mut Thread,
    arguments: Arguments,
    name: &'static str,
) -> Outcome<Source> {
    check_keywords(thread, arguments, name, &["source", "encoding", "errors"])?;
    let source = parameter(thread, arguments, 1, "source");
    let encoding = parameter(thread, arguments, 2, "encoding");
    let errors = parameter(thread, arguments, 3, "errors");
    if name == "bytes"
        && encoding.is_none()
        && errors.is_none()
        && let Some(source) = source
        && !is_builtin(thread, source)
    {
        let source = thread.root(source);
        if let Some(content) = from_special(thread, source)? {
            return Ok(Source::Bytes(content));
        }
    }
    let source = parameter(thread, arguments, 1, "source");
    let encoding = parameter(thread, arguments, 2, "encoding");
    let errors = parameter(thread, arguments, 3, "errors");
    let is_text = source.is_some_and(|source| string::as_string(thread, source).is_some());
    if !is_text && (encoding.is_some() || errors.is_some()) {
        return Err(options_without_text(thread, arguments, name));
    }
    let Some(source) = source else {
        return Ok(Source::Bytes(Vec::new()));
    };
    if is_text {
        if encoding.is_none() {
            codecs::option(thread, arguments, 3, (name, "errors", "strict"))?;
            return Err(type_error(thread, "string argument without an encoding"));
        }
        let encoding = codecs::option(thread, arguments, 2, (name, "encoding", "utf-8"))?;
        let errors = codecs::option(thread, arguments, 3, (name, "errors", "strict"))?;
        let source = thread.root(source);
        let made = codecs::encode_asking(thread, source, &encoding, &errors)?;
        let made = buffer::content(thread, thread.get(made));
        return Ok(Source::Bytes(
            made.expect("encode_asking has refused a codec that gives no bytes")
                .into_owned(),
        ));
    }
    let source = thread.root(source);
    if let Some(count) = count(thread, source, name)? {
        return Ok(Source::Zeros(count));
    }
    let given = thread.get(source);
    if float_like(thread, given) {
        let given = type_name(thread, given);
        return Err(type_error(
            thread,
            format!("cannot convert '{given}' object to {name}"),
        ));
    }
    let what = if name == "bytes" { "bytes" } else { "byte" };
    buffer::collect(thread, source, what).map(Source::Bytes)
}

/// Whether a value of a built-in type is neither a bytes-like object nor iterable.
fn float_like(thread: &Thread, value: Value<'_>) -> bool {
    if !is_builtin(thread, value) || buffer::content(thread, value).is_some() {
        return false;
    }
    !matches!(iterate::iter_leaf(thread, value), Ok(Some(_)))
}

/// The content of the result of `__bytes__`, if the class has that method.
pub(crate) fn from_special(thread: &mut Thread, source: Root) -> Outcome<Option<Vec<u8>>> {
    let Some(result) = thread.call_special(source, "__bytes__", &[])? else {
        return Ok(None);
    };
    match bytes::as_bytes(thread, thread.get(result)) {
        Some(object) => Ok(Some(bytes::content(thread, object).to_vec())),
        None => {
            let name = type_name(thread, thread.get(result));
            let message = format!("__bytes__ returned non-bytes (type {name})");
            Err(type_error(thread, message))
        }
    }
}

/// A longer `bytes` has no size that CPython could write down.
const BYTES_MAX: u64 = i64::MAX as u64 - 33;

/// The number of zero bytes that a source stands for, if it is a number.
fn count(thread: &mut Thread, source: Root, name: &str) -> Outcome<Option<usize>> {
    let given = thread.get(source);
    let class = thread.class_of(given);
    let is_number = int::is_int(thread, given)
        || !is_builtin(thread, given) && host::has_special(thread, class, "__index__");
    if !is_number {
        return Ok(None);
    }
    let number = match item::index(thread, source) {
        // An object that stands for no integer after all may still have items.
        Err(Unwind::Raise) if take_exception(thread, exception_classes::TYPE_ERROR) => {
            return Ok(None);
        }
        number => number?,
    };
    let Some(number) = int::to_i64(thread, thread.get(number)) else {
        let message = "cannot fit 'int' into an index-sized integer";
        return Err(overflow_error(thread, message));
    };
    match usize::try_from(number) {
        Ok(count) if count < 1 << 31 => Ok(Some(count)),
        Ok(count) if count as u64 > BYTES_MAX && name == "bytes" => {
            Err(overflow_error(thread, "byte string is too large"))
        }
        Ok(_) => Err(thread.raise(exception_classes::MEMORY_ERROR, "")),
        Err(_) => Err(value_error(thread, "negative count")),
    }
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    refuse_subclass(thread, arguments, CLASS_BYTEARRAY)?;
    match constructor_source(thread, arguments, "bytearray")? {
        Source::Bytes(content) => bytearray::new(thread, &content),
        Source::Zeros(count) => bytearray::zeros(thread, count as u64),
    }
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("bytearray", 1, 4, construct).with_keywords();

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    as_bytearray(thread, value).ok_or_else(|| wrong_receiver(thread, "bytearray", name, value))
}

/// The byte of argument `index`.
fn byte_argument(thread: &mut Thread, arguments: Arguments, index: usize) -> Outcome<u8> {
    let value = thread.root(arguments.get(thread, index));
    let value = item::index(thread, value)?;
    buffer::byte(thread, thread.get(value), "byte")
}

fn append<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "append")?;
    let byte = byte_argument(thread, arguments, 1)?;
    bytearray::extend(thread, receiver(thread, arguments, "append")?, &[byte])?;
    Ok(NONE)
}

fn extend<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "extend")?;
    let source = thread.root(arguments.get(thread, 1));
    if string::as_string(thread, thread.get(source)).is_some() {
        let message = "expected iterable of integers; got: 'str'";
        return Err(type_error(thread, message));
    }
    let given = thread.get(source);
    if float_like(thread, given) {
        let name = type_name(thread, thread.get(source));
        let message = format!("can't extend bytearray with {name}");
        return Err(type_error(thread, message));
    }
    let content = buffer::collect(thread, source, "byte")?;
    bytearray::extend(thread, receiver(thread, arguments, "extend")?, &content)?;
    Ok(NONE)
}

fn insert<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "insert")?;
    let place = integer_argument(thread, arguments.get(thread, 1))?;
    let byte = byte_argument(thread, arguments, 2)?;
    let object = receiver(thread, arguments, "insert")?;
    let length = bytearray::length(thread, object) as i64;
    let place = if place < 0 { place + length } else { place }.clamp(0, length) as u64;
    bytearray::splice(thread, object, place, place, &[byte])?;
    Ok(NONE)
}

fn pop(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let object = receiver(thread, arguments, "pop")?;
    let length = bytearray::length(thread, object);
    let place = place_to_pop(thread, arguments, length, "bytearray")?;
    let byte =
        bytearray::get(thread, object, place).expect("slice::place has found the place inside");
    bytearray::splice(thread, object, place, place + 1, &[])?;
    Ok(Value::from_small(i32::from(byte)))
}

fn remove<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "remove")?;
    let byte = byte_argument(thread, arguments, 1)?;
    let object = receiver(thread, arguments, "remove")?;
    let content = bytearray::content(thread, object);
    let Some(place) = content.iter().position(|other| *other == byte) else {
        return Err(value_error(thread, "value not found in bytearray"));
    };
    bytearray::splice(thread, object, place as u64, place as u64 + 1, &[])?;
    Ok(NONE)
}

fn clear(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let object = receiver(thread, arguments, "clear")?;
    let length = bytearray::length(thread, object);
    bytearray::splice(thread, object, 0, length, &[])?;
    Ok(NONE)
}

fn reverse(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let object = receiver(thread, arguments, "reverse")?;
    let mut content = bytearray::content(thread, object);
    content.reverse();
    bytearray::store(thread, object, 0, &content)?;
    Ok(NONE)
}

fn resize(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let object = receiver(thread, arguments, "resize")?;
    let size = integer_argument(thread, arguments.get(thread, 1))?;
    let Ok(size) = u64::try_from(size) else {
        let message = format!("bytearray.resize(): new size must be >= 0, got {size}");
        return Err(value_error(thread, message));
    };
    let length = bytearray::length(thread, object);
    if size < length {
        bytearray::splice(thread, object, size, length, &[])?;
        return Ok(NONE);
    }
    let zeros = bytes::repeated(thread, &[0], (size - length) as i64)?;
    bytearray::extend(thread, object, &zeros)?;
    Ok(NONE)
}

/// `object[key] = value`.
///
/// # Errors
/// `TypeError`, `ValueError`, `IndexError`; an abort.
pub fn set_item(thread: &mut Thread, target: Root, key: Root, value: Root) -> Outcome<()> {
    let object = |thread: &Thread| -> u64 { bytearray::length(thread, thread.object_at(target)) };
    if let Some(slice) = slice::as_slice(thread, thread.get(key)) {
        let length = object(thread);
        let indices = slice::indices(thread, slice, length)?
            .expect("the caller has resolved the numbers of the slice");
        let given = thread.get(value);
        if int::is_int(thread, given) || string::as_string(thread, given).is_some() {
            let message = "can assign only bytes, buffers, or iterables of ints in range(0, 256)";
            return Err(type_error(thread, message));
        }
        let content = buffer::collect(thread, value, "byte")?;
        let object = thread.object_at(target);
        return bytearray::set_slice(thread, object, indices, &content);
    }
    need_index(thread, thread.get(key))?;
    // Before the place is judged: the value's `__index__` may change the length.
    let byte = item::index(thread, value)?;
    let byte = buffer::byte(thread, thread.get(byte), "byte")?;
    let place = place(thread, target, key, "bytearray index out of range")?;
    let object = thread.object_at(target);
    bytearray::store(thread, object, place, &[byte])
}

fn place(thread: &Thread, target: Root, key: Root, message: &str) -> Outcome<u64> {
    let index = need_index(thread, thread.get(key))?;
    let object = thread.object_at(target);
    slice::place(index, bytearray::length(thread, object))
        .ok_or_else(|| index_error(thread, message))
}

/// The number that an index is.
fn need_index(thread: &Thread, key: Value<'_>) -> Outcome<i64> {
    let wrong = |name: &str| item::wrong_index(CLASS_BYTEARRAY, name);
    match item::place(thread, key, wrong)? {
        Some(index) => Ok(index),
        None => Err(type_error(thread, wrong(&type_name(thread, key)))),
    }
}

/// `del object[key]`.
///
/// # Errors
/// `TypeError`, `IndexError`; an abort.
pub fn delete_item(thread: &Thread, target: Root, key: Root) -> Outcome<()> {
    let object = thread.object_at(target);
    if let Some(slice) = slice::as_slice(thread, thread.get(key)) {
        let length = bytearray::length(thread, object);
        let indices = slice::indices(thread, slice, length)?
            .expect("the caller has resolved the numbers of the slice");
        return bytearray::delete_slice(thread, object, indices);
    }
    let place = place(thread, target, key, "bytearray index out of range")?;
    bytearray::splice(thread, object, place, place + 1, &[])
}

/// Methods that `bytes` does not have.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("append", 2, 2, append),
    NativeFunction::calling("extend", 2, 2, extend),
    NativeFunction::calling("insert", 3, 3, insert).asking_index(&[1, 2]),
    NativeFunction::leaf("pop", 1, 2, pop).asking_index(&[1]),
    NativeFunction::calling("remove", 2, 2, remove),
    NativeFunction::leaf("clear", 1, 1, clear),
    NativeFunction::leaf("reverse", 1, 1, reverse),
    NativeFunction::leaf("resize", 2, 2, resize).asking_index(&[1]),
    bytes_methods::COPY,
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("bytearray", CLASS_BYTEARRAY)
    .checked()
    .constructor(CONSTRUCTOR)
    .filled_by_init(|thread| bytearray::new(thread, &[]))
    .methods(&[
        METHODS,
        bytes_methods::METHODS,
        bytes_search::METHODS,
        whole_methods::BYTEARRAY,
        CONCATENATION_OF_WHOLE,
        REPETITION,
        PERCENT_OF_BYTES,
        BYTEARRAY_INPLACE,
        EQUALITY,
        ORDER,
        CONTAINER,
        SUBSCRIPT,
        SUBSCRIPT_STORE,
        memoryview_methods::BUFFER,
    ])
    .public()
    .unhashable()
    .matched_whole()];
