//! Native shortcuts of methods of texts and bytes beyond those of
//! [`crate::types::native_shortcut`]: searches, padding, replacement, encoding. Each works on the
//! bytes where they lie and writes its result once, into the new object. Texts that are not
//! ASCII, classes below `str` and arguments of other types are left to the methods themselves.

use crate::model::surrogates;
use crate::types::host::LONGEST;
use crate::types::native_shortcut::{self, ascii};
use crate::types::prelude::*;
use crate::types::{bytes, dict, int, list, string};

/// Texts of fewer bytes are searched without preparation.
const SHORT: usize = 128;

/// The place of a part in a text that may begin anywhere; short texts are searched directly.
#[inline]
fn find_bytes(text: &[u8], part: &[u8]) -> Option<usize> {
    match part {
        [] => Some(0),
        [byte] => memchr::memchr(*byte, text),
        [first, ..] if text.len() < SHORT => {
            let last = text.len().checked_sub(part.len())?;
            memchr::memchr_iter(*first, &text[..=last]).find(|at| text[*at..].starts_with(part))
        }
        _ => memchr::memmem::find(text, part),
    }
}

/// The place at which a search begins: the third argument.
#[inline]
fn start_of(text: &[u8], start: Value<'_>) -> Option<usize> {
    match start == UNBOUND {
        true => Some(0),
        false => {
            let start = usize::try_from(int::small(start)?).ok()?;
            (start <= text.len()).then_some(start)
        }
    }
}

/// Text, part and begin of a search in a text of ASCII.
#[inline]
fn search<'a>(
    thread: &'a Thread,
    [text, part, start]: [Value<'a>; 3],
) -> Option<(&'a [u8], &'a [u8], usize)> {
    let bytes = ascii(thread, text)?;
    let part = string::utf8(thread, string::exact_string(thread, part)?);
    Some((bytes, part, start_of(bytes, start)?))
}

/// `str.find`.
pub(crate) fn find<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    let (text, part, start) = search(thread, arguments)?;
    Some(match find_bytes(&text[start..], part) {
        Some(place) => int::from_length((start + place) as u64),
        None => Value::from_small(-1),
    })
}

/// `str.rfind` in a whole text.
pub(crate) fn find_last<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    let (text, part, _) = search(thread, arguments).filter(|_| arguments[2] == UNBOUND)?;
    let found = match part {
        [] => Some(text.len()),
        [byte] => memchr::memrchr(*byte, text),
        part => memchr::memmem::rfind(text, part),
    };
    Some(match found {
        Some(place) => int::from_length(place as u64),
        None => Value::from_small(-1),
    })
}

/// What becomes of a character of ASCII: nothing.
const DELETED: u8 = 0x80;
/// It is not known yet what becomes of one.
const UNKNOWN: u8 = 0xff;

/// `str.translate` of a text of ASCII by a dict that gives ASCII. A character that occurs again is
/// not looked up again.
pub(crate) fn translate<'a>(
    thread: &'a Thread,
    [text, table, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let bytes = ascii(thread, text)?;
    let mut known = [UNKNOWN; 0x80];
    let mut out = Vec::with_capacity(bytes.len());
    for byte in bytes {
        let place = &mut known[usize::from(*byte)];
        if *place == UNKNOWN {
            *place = translated(thread, table, *byte)?;
        }
        if *place != DELETED {
            out.push(*place);
        }
    }
    string::new_ascii(thread, &out).ok()
}

/// What a dict makes of a character of ASCII; none if that is anything but ASCII.
fn translated(thread: &Thread, table: Value<'_>, byte: u8) -> Option<u8> {
    let key = Value::from_small(i32::from(byte));
    let value = match native_shortcut::find(thread, table, CLASS_DICT, key)? {
        (_, _, dict::Found::Missing(_)) => return Some(byte),
        (dict, _, dict::Found::Entry(entry)) => dict::value_at(thread, dict, entry),
        _ => return None,
    };
    if value == NONE {
        return Some(DELETED);
    }
    match ascii(thread, value) {
        Some(&[byte]) => Some(byte),
        Some([]) => Some(DELETED),
        Some(_) => None,
        None => u8::try_from(int::small(value)?).ok().filter(u8::is_ascii),
    }
}

/// `str.index` of a part that is there.
pub(crate) fn index<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    let (text, part, start) = search(thread, arguments)?;
    let place = find_bytes(&text[start..], part)?;
    Some(int::from_length((start + place) as u64))
}

/// `str.count`.
pub(crate) fn count<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    let (text, part, start) = search(thread, arguments)?;
    let (mut rest, mut count) = (&text[start..], 0);
    if part.is_empty() {
        return None;
    }
    if let [byte] = part {
        return Some(int::from_length(
            memchr::memchr_iter(*byte, rest).count() as u64
        ));
    }
    if rest.len() >= SHORT {
        return None;
    }
    while let Some(place) = find_bytes(rest, part) {
        rest = &rest[place + part.len()..];
        count += 1;
    }
    Some(int::from_length(count))
}

/// `str.replace` of all places of a part, in a text of ASCII by ASCII.
pub(crate) fn replace<'a>(
    thread: &'a Thread,
    [whole, old, new]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let (text, old, new) = (
        ascii(thread, whole)?,
        ascii(thread, old)?,
        ascii(thread, new)?,
    );
    if old.is_empty() || text.len() >= SHORT {
        return None;
    }
    let mut places = [0_u8; SHORT];
    let (mut count, mut place) = (0, 0);
    while let Some(found) = find_bytes(&text[place..], old) {
        place += found;
        places[count] = place as u8;
        count += 1;
        place += old.len();
    }
    if count == 0 {
        return Some(whole);
    }
    let length = text.len() - count * old.len() + count.checked_mul(new.len())?;
    if !(2..=LONGEST).contains(&length) {
        return None;
    }
    string::write_ascii(thread, length, |mut target| {
        let mut rest = 0;
        for place in &places[..count] {
            let place = usize::from(*place);
            target = string::append(target, &text[rest..place]);
            target = string::append(target, new);
            rest = place + old.len();
        }
        string::append(target, &text[rest..]);
    })
    .ok()
}

/// A text of ASCII with so many fillers before and behind it.
fn padded<'a>(
    thread: &'a Thread,
    text: &[u8],
    (before, behind): (usize, usize),
    fill: u8,
) -> Option<Value<'a>> {
    let length = before + text.len() + behind;
    if length < 2 {
        return None;
    }
    string::write_ascii(thread, length, |target| {
        let (left, rest) = target.split_at_mut(before);
        left.fill(fill);
        string::append(rest, text).fill(fill);
    })
    .ok()
}

/// The receiver, how many characters it lacks to be so wide, and the filler.
#[inline]
fn alignment<'a>(
    thread: &'a Thread,
    [text, width, fill]: [Value<'a>; 3],
) -> Option<(&'a [u8], usize, u8)> {
    let bytes = ascii(thread, text)?;
    let width = usize::try_from(int::small(width)?).ok()?;
    let fill = match fill == UNBOUND {
        true => b' ',
        false => match ascii(thread, fill)? {
            [fill] => *fill,
            _ => return None,
        },
    };
    (width <= LONGEST).then_some((bytes, width.saturating_sub(bytes.len()), fill))
}

/// `str.center`.
pub(crate) fn center<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    let (text, missing, fill) = alignment(thread, arguments)?;
    if missing == 0 {
        return Some(arguments[0]);
    }
    // The odd character goes left if the width is odd.
    let left = missing / 2 + (missing & (missing + text.len()) & 1);
    padded(thread, text, (left, missing - left), fill)
}

/// `str.ljust`.
pub(crate) fn ljust<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    match alignment(thread, arguments)? {
        (_, 0, _) => Some(arguments[0]),
        (text, missing, fill) => padded(thread, text, (0, missing), fill),
    }
}

/// `str.rjust`.
pub(crate) fn rjust<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    match alignment(thread, arguments)? {
        (_, 0, _) => Some(arguments[0]),
        (text, missing, fill) => padded(thread, text, (missing, 0), fill),
    }
}

/// `str.zfill`.
pub(crate) fn zfill<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    let (text, missing, _) = alignment(thread, arguments)?;
    if missing == 0 {
        return Some(arguments[0]);
    }
    if text.len() + missing < 2 {
        return None;
    }
    let (sign, digits) = text.split_at(usize::from(matches!(text, [b'+' | b'-', ..])));
    string::write_ascii(thread, text.len() + missing, |target| {
        let (zeros, rest) = string::append(target, sign).split_at_mut(missing);
        zeros.fill(b'0');
        string::append(rest, digits);
    })
    .ok()
}

/// `str.title`.
pub(crate) fn title<'a>(thread: &'a Thread, [text, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let mut is_inside = false;
    string::map_ascii(thread, ascii(thread, text)?, |byte| {
        let is_begin = !std::mem::replace(&mut is_inside, byte.is_ascii_alphabetic());
        match is_begin {
            true => byte.to_ascii_uppercase(),
            false => byte.to_ascii_lowercase(),
        }
    })
    .ok()
}

/// `str.splitlines` without the ends.
pub(crate) fn split_lines<'a>(
    thread: &'a Thread,
    [text, keep_ends, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    const MOST: usize = 16;
    let mut rest = ascii(thread, text)?;
    if keep_ends != UNBOUND {
        return None;
    }
    let (mut lines, mut count) = ([NONE; MOST], 0);
    while !rest.is_empty() {
        let ends = |byte: &u8| matches!(byte, 0xa..=0xd | 0x1c..=0x1e);
        let end = rest.iter().position(ends).unwrap_or(rest.len());
        *lines.get_mut(count)? = string::new_ascii(thread, &rest[..end]).ok()?;
        count += 1;
        rest = match &rest[end..] {
            [b'\r', b'\n', rest @ ..] | [_, rest @ ..] => rest,
            [] => &[],
        };
    }
    list::from_values(thread, &lines[..count]).ok()
}

/// Whether an argument is absent, or names UTF-8 in its usual spelling.
#[inline]
fn is_utf8(thread: &Thread, encoding: Value<'_>) -> bool {
    if encoding == UNBOUND {
        return true;
    }
    let name = string::exact_string(thread, encoding);
    name.is_some_and(|name| matches!(string::utf8(thread, name), b"utf-8" | b"utf8" | b"UTF-8"))
}

/// Whether an encoding has the bytes of ASCII for texts of ASCII.
fn is_of_ascii(thread: &Thread, encoding: Value<'_>) -> bool {
    let name = string::exact_string(thread, encoding);
    let is_ascii = |name: &[u8]| {
        matches!(
            name,
            b"ascii" | b"us-ascii" | b"latin-1" | b"latin1" | b"iso-8859-1" | b"ISO-8859-1"
        )
    };
    is_utf8(thread, encoding) || name.is_some_and(|name| is_ascii(string::utf8(thread, name)))
}

/// Whether a handler of errors, which is not needed, is left out or a sound name.
fn is_handler(thread: &Thread, errors: Value<'_>) -> bool {
    let name = string::exact_string(thread, errors);
    let is_sound =
        |name| string::is_ascii(thread, name) && !string::utf8(thread, name).contains(&0);
    errors == UNBOUND || name.is_some_and(is_sound)
}

/// `str.encode` in UTF-8, or of ASCII.
pub(crate) fn encode<'a>(
    thread: &'a Thread,
    [text, encoding, errors]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let text = string::exact_string(thread, text)?;
    let content = string::utf8(thread, text);
    if !is_handler(thread, errors) {
        return None;
    }
    let is_known = match string::is_ascii(thread, text) {
        true => is_of_ascii(thread, encoding),
        false => {
            is_utf8(thread, encoding)
                && (!surrogates::may_exist() || std::str::from_utf8(content).is_ok())
        }
    };
    if !is_known {
        return None;
    }
    bytes::new(thread, content).ok()
}

/// `bytes.decode` from UTF-8, or of ASCII.
pub(crate) fn decode<'a>(
    thread: &'a Thread,
    [content, encoding, errors]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let content = exact(thread, content, CLASS_BYTES)?;
    if !is_handler(thread, errors) {
        return None;
    }
    let content = bytes::content(thread, content);
    if content.is_ascii() && is_of_ascii(thread, encoding) {
        return string::new_ascii(thread, content).ok();
    }
    if !is_utf8(thread, encoding) {
        return None;
    }
    let text = std::str::from_utf8(content).ok()?;
    string::with_count(thread, text, text.chars().count() as u64).ok()
}

const HEX_DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The two digits of each byte.
const HEX_PAIRS: [[u8; 2]; 256] = {
    let (mut pairs, mut byte) = ([[0; 2]; 256], 0);
    while byte < 256 {
        pairs[byte] = [HEX_DIGITS[byte >> 4], HEX_DIGITS[byte & 15]];
        byte += 1;
    }
    pairs
};

/// `bytes.hex` without a separator.
pub(crate) fn hex<'a>(
    thread: &'a Thread,
    [content, separator, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let content = exact(thread, content, CLASS_BYTES)?;
    if separator != UNBOUND {
        return None;
    }
    hex_text(thread, bytes::content(thread, content)).ok()
}

/// Two digits for each byte.
///
/// # Errors
/// `MemoryError`.
pub fn hex_text<'a>(thread: &'a Thread, content: &[u8]) -> Outcome<Value<'a>> {
    string::write_ascii(thread, content.len() * 2, |target| {
        for (pair, byte) in target.as_chunks_mut::<2>().0.iter_mut().zip(content) {
            *pair = HEX_PAIRS[usize::from(*byte)];
        }
    })
}

/// The digits of a small number to a base that is a power of two, behind its prefix.
#[inline(always)]
fn in_base<'a>(
    thread: &'a Thread,
    number: Value<'a>,
    (prefix, bits): (u8, u32),
) -> Option<Value<'a>> {
    let number = int::small(number)?;
    let (mut text, mut rest) = ([0; 80], number.unsigned_abs());
    let mut first = text.len();
    let mask = (1 << bits) - 1;
    while first == text.len() || rest != 0 {
        first -= 1;
        text[first] = HEX_DIGITS[(rest & mask) as usize];
        rest >>= bits;
    }
    text[first - 2..first].copy_from_slice(&[b'0', prefix]);
    first -= 2;
    if number < 0 {
        first -= 1;
        text[first] = b'-';
    }
    string::new_ascii(thread, &text[first..]).ok()
}

/// `hex`.
pub fn hex_of_integer<'a>(thread: &'a Thread, [number, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    in_base(thread, number, (b'x', 4))
}

/// `oct`.
pub fn oct_of_integer<'a>(thread: &'a Thread, [number, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    in_base(thread, number, (b'o', 3))
}

/// `bin`.
pub fn bin_of_integer<'a>(thread: &'a Thread, [number, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    in_base(thread, number, (b'b', 1))
}
