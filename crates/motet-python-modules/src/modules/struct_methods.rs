//! The common cases of `struct`, without a call of Python code: formats that were read before,
//! values that are packed without one, buffers whose content lies in the heap. All else, errors
//! too, is left to `struct_module` and to the library.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use crate::modules::struct_module::{Format, Kind, Piece, values};
use motet_python_objects::model::native::Next;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::native_first::up_to_three;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{bytearray, bytes, float, int, memoryview, string};

/// How many formats a thread keeps. Each has one place, by its text.
const FORMATS: usize = 128;

/// A text and the format that it is.
type Entry = Option<(Box<str>, Rc<Format>)>;

thread_local! {
    /// What follows from a text alone: an abort leaves it as it is.
    static KNOWN: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

/// The format that a text of ASCII is; none if it is none.
pub(crate) fn known_format(text: &str) -> Option<Rc<Format>> {
    let mixed = text.bytes().fold(0usize, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    let place = mixed % FORMATS;
    KNOWN.with_borrow_mut(|known| {
        if known.is_empty() {
            known.resize(FORMATS, None);
        }
        if let Some((own, format)) = &known[place]
            && **own == *text
        {
            return Some(format.clone());
        }
        let format = Rc::new(Format::parse(text).ok().filter(|_| text.is_ascii())?);
        known[place] = Some((text.into(), format.clone()));
        Some(format)
    })
}

/// The format that a value is, if it is a text.
pub(crate) fn format_of(thread: &Thread, value: Value<'_>) -> Option<Rc<Format>> {
    let text = string::exact_string(thread, value)?;
    known_format(std::str::from_utf8(string::utf8(thread, text)).ok()?)
}

/// The format of a `Struct`.
fn own_format(thread: &Thread, own: Value<'_>) -> Option<Rc<Format>> {
    let own = own.as_object()?;
    let class = thread.class_of_object(own);
    thread.look_up(class, thread.known_symbol("_is_layout")?)?;
    format_of(
        thread,
        thread.own_attribute(own, thread.known_symbol("format")?)?,
    )
}

/// So many bytes of a buffer, from a place on.
fn part<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    place: impl Fn(u64) -> Option<u64>,
    size: usize,
) -> Option<Cow<'a, [u8]>> {
    let piece = |content: &'a [u8]| {
        let start = place(content.len() as u64)? as usize;
        content.get(start..)?.get(..size).map(Cow::Borrowed)
    };
    if let Some(object) = bytes::as_bytes(thread, value) {
        return piece(bytes::content(thread, object));
    }
    if let Some(array) = bytearray::as_store(thread, value) {
        let length = bytearray::length(thread, array);
        let start = place(length)?;
        let is_inside = start.checked_add(size as u64)? <= length;
        return is_inside.then(|| bytearray::range(thread, array, start, size as u64).into());
    }
    let view = memoryview::as_memoryview(thread, value)?;
    let (source, window) = memoryview::open(thread, view)?;
    let whole = bytes::as_bytes(thread, source).filter(|_| window.is_contiguous())?;
    let content = bytes::content(thread, whole).get(window.start as usize..)?;
    piece(content.get(..window.byte_count() as usize)?)
}

/// The place of an offset in a buffer of some length: negative ones count from its end.
fn place_of(offset: i64, length: u64) -> Option<u64> {
    match offset {
        0.. => Some(offset as u64),
        _ => u64::try_from(length as i64 + offset).ok(),
    }
}

fn unpacked<'a>(
    thread: &'a Thread,
    format: &Format,
    buffer: Value<'a>,
    offset: Value<'_>,
) -> Option<Value<'a>> {
    let offset = match offset {
        UNBOUND => 0,
        offset => int::small(offset)?,
    };
    let place = |length| place_of(offset, length);
    let content = part(thread, buffer, place, format.size)?;
    values(thread, format, &content).ok()
}

/// As [`unpacked`], of a buffer that is not longer.
fn unpacked_whole<'a>(thread: &'a Thread, format: &Format, buffer: Value<'a>) -> Option<Value<'a>> {
    let is_whole = |length| (length == format.size as u64).then_some(0);
    let content = part(thread, buffer, is_whole, format.size)?;
    values(thread, format, &content).ok()
}

/// Writes a value, if that needs no call and is no error; whether it was done.
fn pack_plain(
    thread: &Thread,
    value: Value<'_>,
    piece: &Piece,
    target: &mut [u8],
    is_big: bool,
) -> Option<()> {
    match piece.kind {
        Kind::Signed | Kind::Unsigned => {
            let number = int::small(value)?;
            let bits = piece.size as u32 * 8;
            let rest = match piece.kind {
                Kind::Signed => (number >> (bits - 1)) + i64::from(number < 0),
                _ if bits == 64 => i64::from(number < 0),
                _ => number >> bits,
            };
            if rest != 0 {
                return None;
            }
            target.copy_from_slice(&number.to_le_bytes()[..piece.size]);
        }
        Kind::Double => {
            target.copy_from_slice(&float::exact_f64(thread, value)?.to_le_bytes());
        }
        Kind::Text => {
            let text = bytes::content(thread, bytes::as_bytes(thread, value)?);
            let length = text.len().min(target.len());
            target[..length].copy_from_slice(&text[..length]);
            return Some(());
        }
        Kind::Bool if value == TRUE || value == FALSE => target[0] = u8::from(value == TRUE),
        _ => return None,
    }
    if is_big {
        target.reverse();
    }
    Some(())
}

/// The bytes of some values, if none needs a call and none is an error.
pub(crate) fn packed<'a>(
    thread: &'a Thread,
    format: &Format,
    count: usize,
    value: impl Fn(usize) -> Value<'a>,
) -> Option<Vec<u8>> {
    /// Larger ones ask first whether there is room for them.
    const SIZE_PLAIN: usize = 1 << 16;
    if count != format.values() || format.size > SIZE_PLAIN {
        return None;
    }
    let mut out = vec![0; format.size];
    let mut next = 0;
    for piece in &format.pieces {
        if piece.is_text() {
            let target = &mut out[piece.offset..piece.offset + piece.count];
            pack_plain(thread, value(next), piece, target, false)?;
            next += 1;
        } else if piece.kind != Kind::Pad {
            let end = piece.offset + piece.count * piece.size;
            for target in out[piece.offset..end].chunks_exact_mut(piece.size) {
                pack_plain(thread, value(next), piece, target, format.is_big)?;
                next += 1;
            }
        }
    }
    Some(out)
}

/// How many of three values are there.
fn count_of(given: &[Value<'_>]) -> usize {
    given.iter().take_while(|value| **value != UNBOUND).count()
}

pub(crate) fn quick_pack<'a>(thread: &'a Thread, given: [Value<'a>; 3]) -> Option<Value<'a>> {
    let format = format_of(thread, given[0])?;
    let count = count_of(&given[1..]);
    let out = packed(thread, &format, count, |place| given[place + 1])?;
    bytes::new(thread, &out).ok()
}

pub(crate) fn quick_unpack<'a>(
    thread: &'a Thread,
    [format, buffer, more]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let format = format_of(thread, format).filter(|_| more == UNBOUND && buffer != UNBOUND)?;
    unpacked_whole(thread, &format, buffer)
}

pub(crate) fn quick_unpack_from<'a>(
    thread: &'a Thread,
    [format, buffer, offset]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let format = format_of(thread, format).filter(|_| buffer != UNBOUND)?;
    unpacked(thread, &format, buffer, offset)
}

/// `unpack_from(format, buffer, offset=0)`.
pub(crate) fn unpack_from<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let names_offset = arguments.len() == 2
        && arguments.keyword_count() == 1
        && thread.keyword_name(0) == "offset";
    if names_offset {
        let [format, buffer] = [0, 1].map(|place| arguments.get(thread, place));
        let offset = arguments.keyword_value(thread, 0);
        let made = quick_unpack_from(thread, [format, buffer, offset]);
        if let Some(made) = made.map(|made| thread.root(made)) {
            return Ok(thread.get(made));
        }
    }
    upcalls::delegate_with_names(thread, arguments, "_struct", "_unpack_from")
}

fn quick_own_pack<'a>(thread: &'a Thread, given: [Value<'a>; 3]) -> Option<Value<'a>> {
    let format = own_format(thread, given[0])?;
    let count = count_of(&given[1..]);
    let out = packed(thread, &format, count, |place| given[place + 1])?;
    bytes::new(thread, &out).ok()
}

fn quick_own_unpack<'a>(
    thread: &'a Thread,
    [own, buffer, more]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let format = own_format(thread, own).filter(|_| more == UNBOUND && buffer != UNBOUND)?;
    unpacked_whole(thread, &format, buffer)
}

fn quick_own_unpack_from<'a>(
    thread: &'a Thread,
    [own, buffer, offset]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let format = own_format(thread, own).filter(|_| buffer != UNBOUND)?;
    unpacked(thread, &format, buffer, offset)
}

fn own_pack<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let format = own_format(thread, arguments.get(thread, 0));
    let Some(format) = format.filter(|_| arguments.keyword_count() == 0) else {
        return Ok(None);
    };
    let value = |place| arguments.get(thread, place + 1);
    match packed(thread, &format, arguments.len() - 1, value) {
        Some(out) => bytes::new(thread, &out).map(Some),
        None => Ok(None),
    }
}

fn own_unpack<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let given = up_to_three(thread, arguments);
    Ok(given.and_then(|given| quick_own_unpack(thread, given)))
}

fn own_unpack_from<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let given = up_to_three(thread, arguments);
    Ok(given.and_then(|given| quick_own_unpack_from(thread, given)))
}

/// Packs the values behind the first arguments into a byte array.
fn put<'a>(
    thread: &'a Thread,
    format: &Format,
    [target, offset]: [Value<'a>; 2],
    (count, value): (usize, impl Fn(usize) -> Value<'a>),
) -> Outcome<bool> {
    let array = bytearray::as_store(thread, target);
    let Some((array, offset)) = array.zip(int::small(offset)) else {
        return Ok(false);
    };
    let length = bytearray::length(thread, array);
    let start = place_of(offset, length)
        .filter(|start| *start <= length && length - start >= format.size as u64);
    match start.zip(packed(thread, format, count, value)) {
        Some((start, out)) => bytearray::store(thread, array, start, &out).map(|()| true),
        None => Ok(false),
    }
}

fn own_pack_into<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let format = own_format(thread, arguments.get(thread, 0));
    let is_simple = arguments.keyword_count() == 0 && arguments.len() >= 3;
    let Some(format) = format.filter(|_| is_simple) else {
        return Ok(None);
    };
    let [target, offset] = [1, 2].map(|place| arguments.get(thread, place));
    let value = |place| arguments.get(thread, place + 3);
    let is_done = put(
        thread,
        &format,
        [target, offset],
        (arguments.len() - 3, value),
    )?;
    Ok(is_done.then_some(NONE))
}

/// The next values of an iterator over a buffer, and the offset behind them.
fn next_values<'a>(thread: &'a Thread, own: Object<'a>) -> Option<(Value<'a>, i64)> {
    let part = |name| thread.own_attribute(own, thread.known_symbol(name)?);
    let number = |name| part(name).and_then(int::small);
    let (offset, length, size) = (number("_offset")?, number("_length")?, number("_size")?);
    if offset >= length {
        return None;
    }
    let format = format_of(thread, part("_format")?)?;
    let place = Value::from_small(i32::try_from(offset).ok()?);
    let found = unpacked(thread, &format, part("_buffer")?, place)?;
    Some((found, offset + size))
}

/// The next item of a loop over an `unpack_iterator`.
pub(crate) fn next_item<'a>(thread: &'a Thread, own: Object<'a>) -> Outcome<Next<'a>> {
    let Some((found, offset)) = next_values(thread, own) else {
        return Ok(Next::Call);
    };
    let name = thread.symbol_of("_offset");
    thread.set_own_attribute(own, name, int::from_i64(thread, offset))?;
    Ok(Next::Item(found))
}

pub mod of_layouts {
    //! The methods of `Struct`.

    use super::*;
    use motet_python_objects::attempts;

    attempts! {
        of "_struct.Struct";
        method_pack "layout_pack" ".slowpack" 255 own_pack, shortcut quick_own_pack;
        method_pack_into "layout_pack_into" ".slowpack_into" 255 own_pack_into;
        method_unpack "layout_unpack" ".slowunpack" 2 own_unpack, shortcut quick_own_unpack;
        method_unpack_from "layout_unpack_from" ".slowunpack_from" 3 own_unpack_from,
            shortcut quick_own_unpack_from;
    }
}
