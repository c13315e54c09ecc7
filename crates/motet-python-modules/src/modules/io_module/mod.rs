//! `_io_core`: the buffers of `io`, whose classes are Python (`_io` in the library).
//!
//! A buffer is a list, so that it is an ordinary object of the heap and an abort loses nothing:
//!
//! ```text
//!   text     [pieces, characters in all, place in characters, the same in bytes or -1,
//!             the kind of the ends of lines]            of a file also: whether `tell` is allowed
//!   bytes    [pieces, bytes in all, place]              of a reader also: the raw file's place
//! ```
//!
//! Pieces are a list of the texts or bytes in the order of writing; a function that reads the
//! content joins them first. Closed: the pieces are None. Each function is one step of one
//! transaction, as a method under a global lock is.

pub mod memory;
pub mod streams;

use crate::builtins::library::WRAPPING_FUNCTIONS;
use motet_python_objects::model::module_def::ModuleDef;
use std::borrow::Cow;

use memchr::{memchr, memchr2, memmem};
use motet_tm::{Object, Unwind, Value};

use motet_python_objects::model::exception::{TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::host::{check_length, overflow_error};
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytearray, bytes, int, list, string, tuple};

use memory::{bytes_methods, reader_methods, text_methods, wrapper_methods, writer_methods};
pub(crate) const STREAM_FUNCTIONS: &[NativeFunction] = streams::FUNCTIONS;

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("text_write", 2, 2, text_write),
    NativeFunction::leaf("text_value", 1, 1, text_value),
    NativeFunction::leaf("text_read", 2, 2, text_read),
    NativeFunction::leaf("text_line", 3, 3, text_line),
    NativeFunction::leaf("text_set", 3, 3, text_set),
    NativeFunction::leaf("text_truncate", 2, 2, text_truncate),
    NativeFunction::leaf("line_ends", 2, 2, line_ends),
    NativeFunction::leaf("bytes_write", 2, 2, bytes_write),
    NativeFunction::leaf("bytes_value", 1, 1, bytes_value),
    NativeFunction::leaf("bytes_share", 1, 1, bytes_share),
    NativeFunction::leaf("bytes_read", 3, 3, bytes_read),
    NativeFunction::leaf("bytes_line", 3, 3, bytes_line),
    NativeFunction::leaf("bytes_into", 2, 2, bytes_into),
    NativeFunction::leaf("bytes_truncate", 2, 2, bytes_truncate),
    NativeFunction::leaf("bytes_add", 3, 3, bytes_add),
];

const PIECES: i64 = 0;
const TOTAL: i64 = 1;
const PLACE: i64 = 2;
const BYTE: i64 = 3;
/// Of a text: the kind of the ends of its lines ([`line_end`]).
const ENDS: i64 = 4;
/// Of a text of a file: whether `tell` is allowed; a loop over the lines forbids it.
const TELLING: i64 = 5;
/// Of the bytes of a reader: the place of the raw file, where they end; -1 if it is not known.
const END: i64 = 3;

/// The messages for a closed one.
const TEXT_CLOSED: &str = "I/O operation on closed file";
const BYTES_CLOSED: &str = "I/O operation on closed file.";
/// What a closed writer says.
const WRITER_CLOSED: &str = "write to closed file";

/// The fields of a buffer.
#[derive(Clone, Copy)]
struct Buffer<'a> {
    thread: &'a Thread,
    fields: Object<'a>,
    pieces: Object<'a>,
    total: u64,
    place: u64,
}

impl<'a> Buffer<'a> {
    fn new(thread: &'a Thread, arguments: Arguments, message: &str) -> Outcome<Buffer<'a>> {
        Buffer::of(thread, arguments.get(thread, 0), message)
    }

    fn of(thread: &'a Thread, fields: Value<'a>, message: &str) -> Outcome<Buffer<'a>> {
        let wrong = || thread.raise(TYPE_ERROR, "a buffer is needed");
        let fields = list::as_list(thread, fields).ok_or_else(wrong)?;
        let field = |place| list::get(thread, fields, place).ok_or_else(wrong);
        let pieces = field(PIECES as u64)?;
        if pieces == NONE {
            return Err(thread.raise(VALUE_ERROR, message));
        }
        let number = |place: i64| -> Outcome<u64> {
            Ok(integer_argument(thread, field(place as u64)?)?.max(0) as u64)
        };
        Ok(Buffer {
            thread,
            fields,
            pieces: list::as_list(thread, pieces).ok_or_else(wrong)?,
            total: number(TOTAL)?,
            place: number(PLACE)?,
        })
    }

    fn set(&self, field: i64, number: u64) -> Outcome<()> {
        let number = int::from_u64(self.thread, number);
        list::set_index(self.thread, self.fields, field, number)
    }

    /// Makes one piece the whole content.
    fn set_whole(&self, whole: Value<'_>) -> Outcome<()> {
        list::set_all(self.thread, self.pieces, &[whole])
    }

    /// The kind of the ends of the lines of a text.
    fn ends(&self) -> i64 {
        let kind = list::get(self.thread, self.fields, ENDS as u64);
        kind.and_then(Value::as_integer).unwrap_or(0)
    }

    #[inline(always)]
    fn piece(&self) -> Option<Value<'a>> {
        let is_one = list::length(self.thread, self.pieces) == 1;
        is_one
            .then(|| list::get(self.thread, self.pieces, 0))
            .flatten()
    }
}

/// A size argument: None and negative numbers mean all.
fn size(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<u64> {
    match arguments.get(thread, index) {
        NONE => Ok(u64::MAX),
        value => {
            let number = integer_argument(thread, value)?;
            Ok(u64::try_from(number).unwrap_or(u64::MAX))
        }
    }
}

/// The end of so many bytes or characters that are written at the place.
fn end_of(buffer: Buffer<'_>, count: u64, too_far: &str) -> Outcome<u64> {
    let end = buffer.place + count;
    if end > i64::MAX as u64 {
        return Err(overflow_error(buffer.thread, too_far));
    }
    Ok(end)
}

// ---- text

/// The whole text of a buffer, as one string object.
fn whole_text<'a>(buffer: Buffer<'a>) -> Outcome<Object<'a>> {
    let thread = buffer.thread;
    let whole = match buffer.piece() {
        Some(piece) => piece,
        None => {
            let pieces = list::values(thread, buffer.pieces);
            let whole = string::join_all(thread, &pieces)?;
            buffer.set_whole(whole)?;
            whole
        }
    };
    string::as_string(thread, whole).ok_or_else(|| thread.raise(TYPE_ERROR, "a text is needed"))
}

/// Whether a byte begins a character.
fn begins(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

fn characters(content: &[u8]) -> u64 {
    if content.is_ascii() {
        return content.len() as u64;
    }
    content.iter().filter(|byte| begins(**byte)).count() as u64
}

/// How many bytes the first characters of a text have.
fn bytes_of(content: &[u8], characters: u64) -> usize {
    if characters >= content.len() as u64 {
        return content.len();
    }
    let characters = characters as usize;
    if content[..characters].is_ascii() {
        return characters;
    }
    let mut starts = content
        .iter()
        .enumerate()
        .filter(|(_, byte)| begins(**byte));
    starts
        .nth(characters)
        .map_or(content.len(), |(place, _)| place)
}

/// The place of a text's buffer in bytes.
fn byte_place(buffer: Buffer<'_>, content: &[u8]) -> usize {
    let known = list::get(buffer.thread, buffer.fields, BYTE as u64);
    match known.and_then(Value::as_integer) {
        Some(known) if known >= 0 => known as usize,
        _ if buffer.place >= buffer.total => content.len(),
        _ if content.len() as u64 == buffer.total => buffer.place as usize,
        _ => bytes_of(content, buffer.place),
    }
}

fn forget_byte(buffer: Buffer<'_>) -> Outcome<()> {
    list::set_index(buffer.thread, buffer.fields, BYTE, Value::from_small(-1))
}

fn text_write<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, TEXT_CLOSED)?;
    let given = arguments.get(thread, 1);
    let Some(text) = string::as_string(thread, given) else {
        let name = thread.type_name(given);
        let message = format!("string argument expected, got '{name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    write_text(buffer, text)
}

fn write_text<'a>(buffer: Buffer<'a>, text: Object<'a>) -> Outcome<Value<'a>> {
    let thread = buffer.thread;
    let count = string::length(thread, text);
    if count == 0 {
        return Ok(Value::from_small(0));
    }
    let end = end_of(buffer, count, "new position too large")?;
    check_length(thread, end as usize)?;
    if buffer.place == buffer.total {
        list::push(thread, buffer.pieces, text.value())?;
    } else {
        let content = string::utf8(thread, whole_text(buffer)?);
        let start = bytes_of(content, buffer.place);
        let gap = vec![0; buffer.place.saturating_sub(buffer.total) as usize];
        let after = bytes_of(content, end);
        let parts = [
            &content[..start],
            &gap,
            string::utf8(thread, text),
            &content[after..],
        ];
        let whole = parts.concat();
        let length = characters(&whole);
        buffer.set_whole(string::of_bytes(thread, &whole, length)?)?;
    }
    buffer.set(TOTAL, buffer.total.max(end))?;
    buffer.set(PLACE, end)?;
    forget_byte(buffer)?;
    Ok(int::from_length(count))
}

fn text_value<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(whole_text(Buffer::new(thread, arguments, TEXT_CLOSED)?)?.value())
}

/// Takes so many bytes of the text from its place on.
fn take_text<'a>(
    buffer: Buffer<'a>,
    whole: Object<'a>,
    start: usize,
    length: usize,
) -> Outcome<Value<'a>> {
    let thread = buffer.thread;
    let content = string::utf8(thread, whole);
    let part = &content[start..start + length];
    let count = characters(part);
    let place = buffer.place + count;
    buffer.set(PLACE, place)?;
    buffer.set(BYTE, (start + length) as u64)?;
    if part.len() == content.len() {
        return Ok(whole.value());
    }
    string::of_bytes(thread, part, count)
}

/// `text_read(buffer, size)`.
fn text_read<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, TEXT_CLOSED)?;
    read_text(buffer, size(thread, arguments, 1)?)
}

fn read_text(buffer: Buffer<'_>, size: u64) -> Outcome<Value<'_>> {
    let thread = buffer.thread;
    if buffer.place >= buffer.total {
        return string::new(thread, "");
    }
    let whole = whole_text(buffer)?;
    let content = string::utf8(thread, whole);
    let start = byte_place(buffer, content).min(content.len());
    let length = bytes_of(&content[start..], size);
    take_text(buffer, whole, start, length)
}

/// The end of the first line of a text, its mark included. The kinds of marks: 0 `\n`, 1 any, 2
/// `\r`, 3 `\r\n`.
fn line_end(content: &[u8], kind: i64) -> Option<usize> {
    match kind {
        0 => memchr(b'\n', content).map(|place| place + 1),
        2 => memchr(b'\r', content).map(|place| place + 1),
        3 => memmem::find(content, b"\r\n").map(|place| place + 2),
        _ => memchr2(b'\n', b'\r', content).map(|place| {
            let is_pair = content[place..].starts_with(b"\r\n");
            place + 1 + usize::from(is_pair)
        }),
    }
}

/// `text_line(buffer, size, is_whole)`: with `is_whole` None if no line ends there.
fn text_line<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, TEXT_CLOSED)?;
    let size = size(thread, arguments, 1)?;
    let is_whole = arguments.get(thread, 2) == TRUE;
    match next_text(buffer, size, is_whole)? {
        Some(line) => Ok(line),
        None if is_whole => Ok(NONE),
        None => string::new(thread, ""),
    }
}

/// The next line of a text; none at its end, or with `is_whole` if no line ends there.
fn next_text<'a>(buffer: Buffer<'a>, size: u64, is_whole: bool) -> Outcome<Option<Value<'a>>> {
    if buffer.place >= buffer.total {
        return Ok(None);
    }
    let whole = whole_text(buffer)?;
    let content = string::utf8(buffer.thread, whole);
    let start = byte_place(buffer, content).min(content.len());
    let rest = &content[start..];
    let length = match line_end(rest, buffer.ends()) {
        Some(length) => length,
        None if is_whole => return Ok(None),
        None => rest.len(),
    };
    let length = if size == u64::MAX {
        length
    } else {
        bytes_of(&rest[..length], size)
    };
    take_text(buffer, whole, start, length).map(Some)
}

/// `text_set(buffer, text, place)`: the text is the whole content from here on.
fn text_set<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, TEXT_CLOSED)?;
    let given = arguments.get(thread, 1);
    let Some(text) = string::as_string(thread, given) else {
        return Err(thread.raise(TYPE_ERROR, "a text is needed"));
    };
    let place = integer_argument(thread, arguments.get(thread, 2))?;
    buffer.set_whole(text.value())?;
    buffer.set(TOTAL, string::length(thread, text))?;
    buffer.set(PLACE, place.max(0) as u64)?;
    forget_byte(buffer)?;
    Ok(NONE)
}

fn text_truncate<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, TEXT_CLOSED)?;
    let size = size(thread, arguments, 1)?;
    if size < buffer.total {
        let content = string::utf8(thread, whole_text(buffer)?);
        let kept = &content[..bytes_of(content, size)];
        buffer.set_whole(string::of_bytes(thread, kept, size)?)?;
        buffer.set(TOTAL, size)?;
        forget_byte(buffer)?;
    }
    Ok(NONE)
}

/// `line_ends(text, translate)`: which ends of lines a text has (1 `\n`, 2 `\r`, 4 `\r\n`), and the
/// text with all of them as `\n` if that is wanted.
fn line_ends<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = arguments.get(thread, 0);
    let Some(text) = string::as_string(thread, given) else {
        return Err(thread.raise(TYPE_ERROR, "a text is needed"));
    };
    let content = string::utf8(thread, text);
    let mut seen = 0;
    let mut translated = Vec::new();
    if memchr(b'\r', content).is_none() {
        seen = i32::from(memchr(b'\n', content).is_some());
    } else {
        let mut rest = content;
        while let Some(place) = memchr2(b'\n', b'\r', rest) {
            let is_pair = rest[place..].starts_with(b"\r\n");
            seen |= match rest[place] {
                b'\n' => 1,
                _ if is_pair => 4,
                _ => 2,
            };
            translated.extend_from_slice(&rest[..place]);
            translated.push(b'\n');
            rest = &rest[place + 1 + usize::from(is_pair)..];
        }
        translated.extend_from_slice(rest);
    }
    let result = if arguments.get(thread, 1) == TRUE && seen & 6 != 0 {
        string::of_bytes(thread, &translated, characters(&translated))?
    } else {
        text.value()
    };
    tuple::from_values(thread, &[Value::from_small(seen), result])
}

// ---- bytes

/// The whole content of a buffer.
fn whole_bytes<'a>(buffer: Buffer<'a>) -> Outcome<Cow<'a, [u8]>> {
    let thread = buffer.thread;
    let piece = match buffer.piece() {
        Some(piece) => piece,
        None => {
            let mut whole = Vec::with_capacity(buffer.total as usize);
            for piece in list::values(thread, buffer.pieces) {
                whole.extend_from_slice(&buffer::required(thread, piece)?);
            }
            let whole = bytes::new(thread, &whole)?;
            buffer.set_whole(whole)?;
            whole
        }
    };
    buffer::required(thread, piece)
}

/// The byte array that a program uses too (`getbuffer`), if there is one.
fn shared<'a>(buffer: Buffer<'a>) -> Option<Object<'a>> {
    bytearray::as_bytearray(buffer.thread, buffer.piece()?)
}

/// The bytes of an argument: as an object that does not change.
fn given<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<(Value<'a>, u64)> {
    if let Some(object) = bytes::as_bytes(thread, value) {
        return Ok((object.value(), bytes::length(thread, object)));
    }
    let content = buffer::required(thread, value)?;
    Ok((bytes::new(thread, &content)?, content.len() as u64))
}

fn bytes_write<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, BYTES_CLOSED)?;
    write_bytes(buffer, arguments.get(thread, 1))
}

fn write_bytes<'a>(buffer: Buffer<'a>, content: Value<'a>) -> Outcome<Value<'a>> {
    let thread = buffer.thread;
    let (piece, count) = given(thread, content)?;
    if count == 0 {
        return Ok(Value::from_small(0));
    }
    let end = end_of(buffer, count, "new buffer size too large")?;
    check_length(thread, end as usize)?;
    let shared = shared(buffer);
    if buffer.place == buffer.total && shared.is_none() {
        list::push(thread, buffer.pieces, piece)?;
    } else {
        let content = buffer::required(thread, piece)?;
        let gap = vec![0; buffer.place.saturating_sub(buffer.total) as usize];
        if let Some(array) = shared {
            bytearray::extend(thread, array, &gap)?;
            let length = bytearray::length(thread, array);
            bytearray::splice(thread, array, buffer.place, end.min(length), &content)?;
        } else {
            let old = whole_bytes(buffer)?;
            let start = (buffer.place as usize).min(old.len());
            let after = (end as usize).min(old.len());
            let whole = [&old[..start], &gap, &content, &old[after..]].concat();
            buffer.set_whole(bytes::new(thread, &whole)?)?;
        }
    }
    buffer.set(TOTAL, buffer.total.max(end))?;
    buffer.set(PLACE, end)?;
    Ok(int::from_length(count))
}

fn bytes_value<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    value_of_bytes(Buffer::new(thread, arguments, BYTES_CLOSED)?)
}

fn value_of_bytes(buffer: Buffer<'_>) -> Outcome<Value<'_>> {
    let thread = buffer.thread;
    let whole = whole_bytes(buffer)?;
    match buffer.piece() {
        Some(piece) if bytes::as_bytes(thread, piece).is_some() => Ok(piece),
        _ => bytes::new(thread, &whole),
    }
}

/// The byte array that is the content from here on.
fn bytes_share<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, BYTES_CLOSED)?;
    if let Some(array) = shared(buffer) {
        return Ok(array.value());
    }
    let array = bytearray::new(thread, &whole_bytes(buffer)?)?;
    buffer.set_whole(array)?;
    Ok(array)
}

/// Takes so many bytes from the place on.
fn take_bytes<'a>(buffer: Buffer<'a>, whole: &[u8], length: u64) -> Outcome<Value<'a>> {
    let start = (buffer.place as usize).min(whole.len());
    let length = (whole.len() - start).min(usize::try_from(length).unwrap_or(usize::MAX));
    buffer.set(PLACE, buffer.place + length as u64)?;
    if length == whole.len()
        && let Some(piece) = buffer.piece()
        && bytes::as_bytes(buffer.thread, piece).is_some()
    {
        return Ok(piece);
    }
    bytes::new(buffer.thread, &whole[start..start + length])
}

/// `bytes_read(buffer, size, is_whole)`: with `is_whole` None if there are fewer.
fn bytes_read<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, BYTES_CLOSED)?;
    let size = size(thread, arguments, 1)?;
    let left = buffer.total.saturating_sub(buffer.place);
    if arguments.get(thread, 2) == TRUE && left < size {
        return Ok(NONE);
    }
    if left == 0 {
        return bytes::new(thread, b"");
    }
    take_bytes(buffer, &whole_bytes(buffer)?, size)
}

/// `bytes_line(buffer, size, is_whole)`: with `is_whole` None if no line ends there.
fn bytes_line<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, BYTES_CLOSED)?;
    let size = size(thread, arguments, 1)?;
    let is_whole = arguments.get(thread, 2) == TRUE;
    match next_bytes(buffer, size, is_whole)? {
        Some(line) => Ok(line),
        None if is_whole => Ok(NONE),
        None => bytes::new(thread, b""),
    }
}

/// The next line of a content; none at its end, or with `is_whole` if no line ends there.
fn next_bytes<'a>(buffer: Buffer<'a>, size: u64, is_whole: bool) -> Outcome<Option<Value<'a>>> {
    if buffer.place >= buffer.total {
        return Ok(None);
    }
    let whole = whole_bytes(buffer)?;
    let rest = &whole[(buffer.place as usize).min(whole.len())..];
    let length = match memchr(b'\n', rest) {
        Some(place) => place + 1,
        None if is_whole => return Ok(None),
        None => rest.len(),
    };
    take_bytes(buffer, &whole, size.min(length as u64)).map(Some)
}

/// `bytes_into(buffer, target)`: fills the target; returns the number of bytes.
fn bytes_into<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, BYTES_CLOSED)?;
    fill(buffer, arguments.get(thread, 1))
}

fn fill<'a>(buffer: Buffer<'a>, target: Value<'a>) -> Outcome<Value<'a>> {
    let thread = buffer.thread;
    let Some(room) = buffer::writable_length(thread, target) else {
        return Err(not_writable(thread, target));
    };
    let whole = whole_bytes(buffer)?;
    let start = (buffer.place as usize).min(whole.len());
    let length = (whole.len() - start).min(room);
    buffer::fill_front(thread, target, &whole[start..start + length])?;
    buffer.set(PLACE, buffer.place + length as u64)?;
    Ok(int::from_length(length as u64))
}

fn not_writable(thread: &Thread, target: Value<'_>) -> Unwind {
    let name = thread.type_name(target);
    let message = format!("readinto() argument must be read-write bytes-like object, not {name}");
    thread.raise(TYPE_ERROR, message)
}

fn bytes_truncate<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, BYTES_CLOSED)?;
    let size = size(thread, arguments, 1)?;
    if size < buffer.total {
        match shared(buffer) {
            Some(array) => {
                bytearray::splice(thread, array, size, buffer.total, b"")?;
            }
            None => {
                let whole = whole_bytes(buffer)?;
                buffer.set_whole(bytes::new(thread, &whole[..size as usize])?)?;
            }
        }
        buffer.set(TOTAL, size)?;
    }
    Ok(NONE)
}

/// `bytes_add(buffer, bytes, room)`: appends; None, with nothing done, if it would be more than the
/// room.
fn bytes_add<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let buffer = Buffer::new(thread, arguments, WRITER_CLOSED)?;
    let room = size(thread, arguments, 2)?;
    let (piece, count) = given(thread, arguments.get(thread, 1))?;
    if buffer.total + count > room {
        return Ok(NONE);
    }
    append(buffer, piece, count)
}

/// Appends some bytes to the content.
fn append<'a>(buffer: Buffer<'a>, piece: Value<'a>, count: u64) -> Outcome<Value<'a>> {
    if count > 0 {
        list::push(buffer.thread, buffer.pieces, piece)?;
        buffer.set(TOTAL, buffer.total + count)?;
        buffer.set(PLACE, buffer.total + count)?;
    }
    Ok(int::from_length(count))
}

/// `__del__` of streams in memory: a class below may do more than they when it is closed.
fn close_memory<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let stream = thread.root(arguments.get(thread, 0));
    thread.call_special(stream, "close", &[])?;
    Ok(NONE)
}

/// Methods of streams in memory.
const MEMORY_METHODS: &[NativeFunction] =
    &[NativeFunction::calling("close_memory", 1, 1, close_memory)];

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_io_core")
    .functions(&[WRAPPING_FUNCTIONS, STREAM_FUNCTIONS, FUNCTIONS])
    .methods(&[
        text_methods::METHODS,
        bytes_methods::METHODS,
        reader_methods::METHODS,
        writer_methods::METHODS,
        wrapper_methods::METHODS,
        MEMORY_METHODS,
    ])
    .listed_as(&["_io"])];
