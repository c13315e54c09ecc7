//! What is like bytes: the content of `bytes`, `bytearray` and `memoryview` objects, for all that
//! takes any of them.

use std::borrow::Cow;

use super::prelude::*;
use super::{bytearray, bytes, int, memoryview};

/// The bytes of a value that is like bytes.
pub fn content<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Cow<'a, [u8]>> {
    if let Some(object) = bytes::as_bytes(thread, value) {
        return Some(Cow::Borrowed(bytes::content(thread, object)));
    }
    if let Some(object) = bytearray::as_bytearray(thread, value) {
        return Some(Cow::Owned(bytearray::content(thread, object)));
    }
    let object = memoryview::as_memoryview(thread, value)?;
    memoryview::content(thread, object).map(Cow::Owned)
}

/// The bytes of an argument that must be like bytes.
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
    if let Some(object) = bytearray::as_bytearray(thread, value) {
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
    if let Some(object) = bytearray::as_bytearray(thread, value) {
        return bytearray::store(thread, object, 0, content);
    }
    let view = memoryview::as_memoryview(thread, value).expect("it was found writable");
    let (source, window) = memoryview::opened(thread, view)?;
    if let Some(object) = bytearray::as_bytearray(thread, source) {
        return bytearray::store(thread, object, window.start as u64, content);
    }
    let size = window.item_bytes() as usize;
    for (place, item) in content.chunks_exact(size).enumerate() {
        memoryview::store(thread, source, &window, place as u64, item)?;
    }
    Ok(())
}

/// The bytes of an argument that is like bytes or is a number that stands for one.
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
/// and no number: what is like bytes, or an iterable of numbers.
///
/// # Errors
/// `TypeError`, `ValueError`; what iterating raises.
pub fn collect(thread: &mut Thread, source: Root, what: &str) -> Outcome<Vec<u8>> {
    if let Some(content) = content(thread, thread.get(source)) {
        return Ok(content.into_owned());
    }
    let mut out = Vec::new();
    super::protocol::iterate::for_each(thread, source, |thread, item| {
        let index = super::protocol::item::index(thread, item)?;
        out.push(byte(thread, thread.get(index), what)?);
        Ok(true)
    })?;
    Ok(out)
}
