//! Bytes: how they lie in the heap, and their operators.

use crate::model::machine::shared;
use crate::types::bytearray_methods;
use crate::types::int;
use crate::types::prelude::*;
use crate::types::slice;
use crate::types::slice::Indices;
use crate::types::tables;
use crate::types::{buffer, bytearray};
use motet_tm::{Mutator, Pinned};

const FIRST: u64 = 3;
/// Bytes of the cached hash, which count as length of the raw object.
const HEADER_BYTES: u64 = 8;

/// The bytes that exist once, as in CPython: those of one byte, and the empty ones behind them.
pub fn pin_shared(mutator: &Mutator) -> Vec<Pinned> {
    let pin = |content: &[u8]| {
        let length = content.len() as u64;
        shared(mutator.allocate_pinned_raw(
            LAYOUT_BYTES,
            CLASS_BYTES,
            HEADER_BYTES + length,
            |fresh| fresh.bytes_mut(FIRST, length).copy_from_slice(content),
        ))
    };
    let single = (0..=255).map(|byte| pin(&[byte]));
    single.chain([pin(&[])]).collect()
}

/// Makes bytes.
///
/// # Errors
/// `MemoryError`.
pub fn new<'a>(thread: &'a Thread, content: &[u8]) -> Outcome<Value<'a>> {
    if let Some(shared) = thread.machine().shared_bytes(content) {
        return Ok(shared);
    }
    let length = content.len() as u64;
    let raw = thread.allocate_raw(LAYOUT_BYTES, CLASS_BYTES, HEADER_BYTES + length);
    let mut object = allocated(thread, raw)?;
    object.bytes_mut(FIRST, length).copy_from_slice(content);
    Ok(object.object().value())
}

/// The bytes object of a value, if it is one or stands for one.
#[inline]
pub fn as_bytes<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact(thread, plain(thread, value), CLASS_BYTES)
}

/// The content.
pub fn content<'a>(thread: &'a Thread, bytes: Object<'a>) -> &'a [u8] {
    debug_assert_eq!(thread.layout_id(bytes), LAYOUT_BYTES);
    let view = thread.read_immutable(bytes);
    debug_assert!(view.length() >= HEADER_BYTES);
    view.bytes(FIRST, view.length() - HEADER_BYTES)
}

/// How many bytes there are.
pub fn length(thread: &Thread, bytes: Object<'_>) -> u64 {
    thread.read_immutable(bytes).length() - HEADER_BYTES
}

/// Byte `place` as an `int`, if there are so many.
pub fn get<'a>(thread: &'a Thread, bytes: Object<'a>, place: u64) -> Option<Value<'a>> {
    content(thread, bytes)
        .get(place as usize)
        .map(|byte| Value::from_small(i32::from(*byte)))
}

/// Byte `index`; negative ones count from the end.
///
/// # Errors
/// `IndexError`.
pub fn index<'a>(thread: &'a Thread, bytes: Object<'a>, index: i64) -> Outcome<Value<'a>> {
    slice::place(index, length(thread, bytes))
        .and_then(|place| get(thread, bytes, place))
        .ok_or_else(|| index_error(thread, "index out of range"))
}

/// A slice.
///
/// # Errors
/// `MemoryError`.
pub fn slice<'a>(thread: &'a Thread, bytes: Object<'a>, indices: Indices) -> Outcome<Value<'a>> {
    let all = content(thread, bytes);
    debug_assert!(indices.are_within(all.len() as u64));
    if indices.step == 1 {
        if indices.length == all.len() as u64 {
            return Ok(bytes.value());
        }
        let first = indices.start as usize;
        return new(thread, &all[first..first + indices.length as usize]);
    }
    let picked: Vec<u8> = indices.places().map(|place| all[place as usize]).collect();
    new(thread, &picked)
}

/// `a + b`, in the type of the first; `None` if the second is no bytes-like object.
///
/// # Errors
/// `MemoryError`.
pub fn concat<'a>(thread: &'a Thread, a: Value<'a>, b: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let parts = (buffer::content(thread, a), buffer::content(thread, b));
    let (Some(first), Some(second)) = parts else {
        return Ok(None);
    };
    alike(thread, a, &[first, second].concat()).map(Some)
}

/// Makes an object of the type of another, `bytes` or `bytearray`.
fn alike<'a>(thread: &'a Thread, other: Value<'_>, content: &[u8]) -> Outcome<Value<'a>> {
    if bytearray::as_bytearray(thread, other).is_some() {
        bytearray::new(thread, content)
    } else {
        new(thread, content)
    }
}

/// `content * count`.
///
/// # Errors
/// `MemoryError`.
pub fn repeated(thread: &Thread, content: &[u8], count: i64) -> Outcome<Vec<u8>> {
    let count = usize::try_from(count).unwrap_or(0);
    let size = content.len().checked_mul(count);
    crate::types::host::check_length(thread, size.unwrap_or(usize::MAX))?;
    Ok(content.repeat(count))
}

/// `bytes * count`, in the type of the first.
///
/// # Errors
/// `MemoryError`; of `bytes`, `OverflowError` if no size can tell the length.
pub fn repeat<'a>(thread: &'a Thread, bytes: Value<'a>, count: i64) -> Outcome<Value<'a>> {
    let content = buffer::required(thread, bytes)?;
    let is_countable = (content.len() as i64).checked_mul(count.max(0)).is_some();
    if !is_countable && thread.object_of(bytes, CLASS_BYTES).is_some() {
        return Err(crate::types::host::overflow_error(
            thread,
            "repeated bytes are too long",
        ));
    }
    alike(thread, bytes, &repeated(thread, &content, count)?)
}

/// `item in bytes`: a byte or a stretch of bytes.
///
/// # Errors
/// `TypeError`, or `ValueError` for a number that is no byte.
pub fn contains(thread: &Thread, container: Value<'_>, item: Value<'_>) -> Outcome<bool> {
    let all = buffer::required(thread, container)?;
    if int::is_int(thread, item) {
        return Ok(all.contains(&buffer::byte(thread, item, "byte")?));
    }
    let part = buffer::required(thread, item)?;
    Ok(memchr::memmem::find(&all, &part).is_some())
}

/// As `repr` shows it.
pub fn repr(content: &[u8]) -> String {
    repr_escaping(content, false)
}

/// The same; `apostrophes`: an apostrophe has a backslash between other quotes too, as in the text
/// of a `bytearray`.
pub(crate) fn repr_escaping(content: &[u8], apostrophes: bool) -> String {
    let quote = if content.contains(&b'\'') && !content.contains(&b'"') {
        '"'
    } else {
        '\''
    };
    let mut out = format!("b{quote}");
    for byte in content {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            b'\'' if apostrophes => out.push_str("\\'"),
            _ if char::from(*byte) == quote => {
                out.push('\\');
                out.push(quote);
            }
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out.push(quote);
    out
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    tables::refuse_subclass(thread, arguments, CLASS_BYTES)?;
    if arguments.len() == 2
        && arguments.keyword_count() == 0
        && exact(thread, arguments.get(thread, 1), CLASS_BYTES).is_some()
    {
        return Ok(arguments.get(thread, 1));
    }
    let content = bytearray_methods::constructor_content(thread, arguments, "bytes")?;
    new(thread, &content)
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("bytes", 1, 4, construct).with_keywords();
