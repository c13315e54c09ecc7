//! Bytes-like objects: the content of `bytes`, `bytearray` and `memoryview` objects, for natives
//! that take any of them.

use crate::types::memoryview_methods;
use crate::types::protocol::item;
use crate::types::protocol::iterate;
use crate::types::string;
use std::borrow::Cow;

use crate::model::names;
use crate::types::host;
use crate::types::prelude::*;
use crate::types::{array, bytearray, bytes, int, memoryview};

/// The object in which an array of the module `array`, or an object of the library that is like one
/// (`mmap`), keeps its bytes, and the code of its items.
pub fn array_parts<'a>(thread: &'a Thread, value: Value<'a>) -> Option<(Object<'a>, char)> {
    if let Some(array) = array::as_array(thread, value) {
        return Some((array, array::code(thread, array)));
    }
    let object = value.as_object()?;
    let class = thread.class_of_object(object);
    if class < CLASS_USER_FIRST || !thread.has_attributes(object) {
        return None;
    }
    thread.look_up(class, names::ARRAY_DATA)?;
    let data = thread.own_attribute(object, names::ARRAY_DATA)?;
    let code = thread.own_attribute(object, names::ARRAY_CODE)?;
    let data = bytearray::as_bytearray(thread, data)?;
    Some((data, string::as_text(thread, code)?.chars().next()?))
}

/// The byte array that a value is, or in which it keeps its items.
fn store_of<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    let parts = || array_parts(thread, value);
    bytearray::as_bytearray(thread, value).or_else(|| parts().map(|(data, _)| data))
}

/// The bytes of a bytes-like object.
pub fn content<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Cow<'a, [u8]>> {
    let value = plain(thread, value);
    if let Some(object) = bytes::as_bytes(thread, value) {
        return Some(Cow::Borrowed(bytes::content(thread, object)));
    }
    if let Some(object) = bytearray::as_bytearray(thread, value) {
        return Some(Cow::Owned(bytearray::content(thread, object)));
    }
    if let Some(object) = memoryview::as_memoryview(thread, value) {
        return memoryview::content(thread, object).map(Cow::Owned);
    }
    let (data, _) = array_parts(thread, value)?;
    Some(Cow::Owned(bytearray::content(thread, data)))
}

/// The bytes of an argument that must be a bytes-like object.
///
/// # Errors
/// `TypeError`.
pub fn required<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Cow<'a, [u8]>> {
    content(thread, value).ok_or_else(|| {
        let name = type_name(thread, value);
        type_error(
            thread,
            format!("a bytes-like object is required, not '{name}'"),
        )
    })
}

/// How many bytes can be stored into a value; `None` if none can.
pub fn writable_length(thread: &Thread, value: Value<'_>) -> Option<usize> {
    if let Some(object) = store_of(thread, value) {
        return Some(bytearray::length(thread, object) as usize);
    }
    let view = memoryview::as_memoryview(thread, value)?;
    let (_, window) = memoryview::open(thread, view)?;
    let is_writable = !window.read_only && window.is_contiguous();
    is_writable.then(|| window.byte_count() as usize)
}

/// Stores bytes at the front of a value that [`writable_length`] has found long enough.
///
/// # Errors
/// An abort.
pub fn fill_front(thread: &Thread, value: Value<'_>, content: &[u8]) -> Outcome<()> {
    if let Some(object) = store_of(thread, value) {
        return bytearray::store_front(thread, object, content);
    }
    let view = memoryview::as_memoryview(thread, value)
        .expect("what was found writable and has no store is a memory view");
    let (source, window) = memoryview::opened(thread, view)?;
    if let Some(object) = bytearray::as_store(thread, source) {
        return bytearray::store(thread, object, window.start as u64, content);
    }
    let size = window.item_bytes() as usize;
    for (place, item) in content.chunks_exact(size).enumerate() {
        memoryview::store(thread, source, &window, place as u64, item)?;
    }
    Ok(())
}

/// The bytes of an argument that is a bytes-like object, or a number that stands for a byte.
///
/// # Errors
/// `TypeError`, `ValueError`.
pub fn required_or_byte<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Cow<'a, [u8]>> {
    if let Some(content) = content(thread, value) {
        return Ok(content);
    }
    if int::is_int(thread, value) {
        return Ok(Cow::Owned(vec![byte(thread, value, "byte")?]));
    }
    let name = type_name(thread, value);
    let message = format!("argument should be integer or bytes-like object, not '{name}'");
    Err(type_error(thread, message))
}

/// The byte that a number stands for. `what` begins the message for other numbers.
///
/// # Errors
/// `TypeError`, `ValueError`.
pub fn byte(thread: &Thread, value: Value<'_>, what: &str) -> Outcome<u8> {
    if !int::is_int(thread, value) {
        let name = type_name(thread, value);
        let message = format!("'{name}' object cannot be interpreted as an integer");
        return Err(type_error(thread, message));
    }
    int::to_i64(thread, value)
        .and_then(|number| u8::try_from(number).ok())
        .ok_or_else(|| value_error(thread, format!("{what} must be in range(0, 256)")))
}

/// The bytes that `bytes(source)` and `bytearray(source)` are made of, for a source that is no text
/// and no number: a bytes-like object, or an iterable of numbers.
///
/// # Errors
/// `TypeError`, `ValueError`; any exception of iterating.
pub fn collect(thread: &mut Thread, source: Root, what: &str) -> Outcome<Vec<u8>> {
    if let Some(content) = content(thread, thread.get(source)) {
        return Ok(content.into_owned());
    }
    // An object of a program's class shows its bytes itself.
    if !is_builtin(thread, thread.get(source))
        && let Some(view) = memoryview_methods::made_by_class(thread, source)?
        && let Some(content) = content(thread, thread.get(view))
    {
        return Ok(content.into_owned());
    }
    let mut out = Vec::new();
    let wanted = if what == "bytes" { what } else { "bytearray" };
    let message = |name: &str| format!("cannot convert '{name}' object to {wanted}");
    let given = source;
    let source = iterate::iter_for(thread, source, message)?;
    if what == "bytes" {
        iterate::ask_length(thread, given)?;
    }
    iterate::for_each_of(thread, source, |thread, item| {
        let index = item::index(thread, item)?;
        let byte = byte(thread, thread.get(index), what)?;
        host::push(thread, &mut out, byte)?;
        Ok(true)
    })?;
    Ok(out)
}
