//! Strings: UTF-8 with the number of characters beside it, so that ASCII texts (as many bytes as
//! characters) are indexed directly. Lone surrogates are encoded as UTF-8 would encode them if it
//! did (`model/surrogates.rs`).
//!
//! Invariant I-STR-1: the bytes of a string object are UTF-8, but for lone surrogates, and word
//! `WORD_CHARACTERS` says how many characters they are, a lone surrogate counted as one.
//!
//! Invariant I-STR-2: code that makes a lone surrogate has called `surrogates::announce` before.

use crate::model::thread::allocated;
use crate::types::host;
use crate::types::slice;
use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::model::surrogates;
use crate::model::text::{HEAD_BYTES, WORD_CHARACTERS, text_bytes, with_stand_ins};
use crate::types::growing;
use crate::types::prelude::*;
use crate::types::slice::Indices;
use crate::types::text_places;

pub use crate::model::surrogates::{character, code, encode_code};

const HASH: u64 = 2;
const TEXT: u64 = 4;

/// Makes a string.
///
/// # Errors
/// `MemoryError`.
pub fn new<'a>(thread: &'a Thread, text: &str) -> Outcome<Value<'a>> {
    if text.is_ascii() {
        return new_ascii(thread, text.as_bytes());
    }
    with_count(thread, text, text.chars().count() as u64)
}

/// Makes a string of bytes of ASCII.
///
/// # Errors
/// `MemoryError`.
#[inline]
pub fn new_ascii<'a>(thread: &'a Thread, bytes: &[u8]) -> Outcome<Value<'a>> {
    match bytes {
        [byte] => Ok(of_ascii(thread, *byte)),
        _ => from_content(thread, bytes, bytes.len() as u64),
    }
}

/// Makes a string of a part of a text that is known to be ASCII, or not to be.
///
/// # Errors
/// `MemoryError`.
#[inline]
pub fn part_of<'a>(thread: &'a Thread, whole_is_ascii: bool, part: &str) -> Outcome<Value<'a>> {
    if whole_is_ascii {
        return new_ascii(thread, part.as_bytes());
    }
    new(thread, part)
}

/// Makes a string whose number of characters is known.
///
/// # Errors
/// `MemoryError`.
pub fn with_count<'a>(thread: &'a Thread, text: &str, characters: u64) -> Outcome<Value<'a>> {
    debug_assert_eq!(text.chars().count() as u64, characters);
    from_content(thread, &surrogates::stored(text), characters)
}

/// Makes a string of a content.
#[inline(always)]
fn from_content<'a>(thread: &'a Thread, content: &[u8], characters: u64) -> Outcome<Value<'a>> {
    if characters <= 1
        && let Some(shared) = shared(thread, content)
    {
        return Ok(shared);
    }
    from_parts(thread, &[content], characters)
}

/// Makes a string of several parts, of more than one character.
#[inline(always)]
fn from_parts<'a>(thread: &'a Thread, parts: &[&[u8]], characters: u64) -> Outcome<Value<'a>> {
    let bytes: usize = parts.iter().map(|part| part.len()).sum();
    debug_assert!(
        characters <= bytes as u64,
        "a character has a byte at least"
    );
    let raw = thread.allocate_raw(LAYOUT_STR, CLASS_STR, HEAD_BYTES + bytes as u64);
    let mut object = allocated(thread, raw)?;
    object.set_raw(WORD_CHARACTERS, characters << 1);
    let mut target = object.bytes_mut(TEXT, bytes as u64);
    for part in parts {
        target = append(target, part);
    }
    Ok(object.object().value())
}

/// The string of a content that exists once, as in CPython: none, or one character below U+0100.
/// (Out of line: the making of longer texts is to be copied into those that make them.)
#[inline(never)]
fn shared<'a>(thread: &'a Thread, content: &[u8]) -> Option<Value<'a>> {
    let character = match *content {
        [] => return Some(thread.machine().empty_string.value()),
        [byte] => byte,
        [lead, second] if lead <= 0xc3 => (lead & 3) << 6 | second & 0x3f,
        _ => return None,
    };
    Some(thread.machine().character_strings[usize::from(character)].value())
}

/// The most digits that a number of 64 bits has.
pub const DIGITS_MAX: usize = 20;

/// The digits of each number below 100.
const PAIRS: [[u8; 2]; 100] = {
    let (mut pairs, mut number) = ([[0; 2]; 100], 0);
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// Writes the digits of a number to the end of `text`, two at a time; returns where they begin.
pub fn write_digits(mut number: u64, text: &mut [u8]) -> usize {
    let mut first = text.len();
    while number >= 10 {
        first -= 2;
        [text[first], text[first + 1]] = PAIRS[(number % 100) as usize];
        number /= 100;
    }
    if number > 0 || first == text.len() {
        first -= 1;
        text[first] = b'0' + number as u8;
    }
    first
}

/// The digits of a number, as a string.
///
/// # Errors
/// `MemoryError`.
pub fn of_integer(thread: &Thread, number: i64) -> Outcome<Value<'_>> {
    let mut digits = [0; DIGITS_MAX];
    let mut first = write_digits(number.unsigned_abs(), &mut digits);
    if number < 0 {
        first -= 1;
        digits[first] = b'-';
    }
    new_ascii(thread, &digits[first..])
}

/// Makes a string of a text of ASCII, each byte made another of ASCII.
///
/// # Errors
/// `MemoryError`.
pub fn map_ascii<'a>(
    thread: &'a Thread,
    text: &[u8],
    mut map: impl FnMut(u8) -> u8,
) -> Outcome<Value<'a>> {
    debug_assert!(text.is_ascii());
    match *text {
        [] => return new_ascii(thread, &[]),
        [byte] => return Ok(of_ascii(thread, map(byte))),
        _ => {}
    }
    let bytes = text.len() as u64;
    let raw = thread.allocate_raw(LAYOUT_STR, CLASS_STR, HEAD_BYTES + bytes);
    let mut object = allocated(thread, raw)?;
    object.set_raw(WORD_CHARACTERS, bytes << 1);
    for (target, byte) in object.bytes_mut(TEXT, bytes).iter_mut().zip(text) {
        *target = map(*byte);
    }
    Ok(object.object().value())
}

/// Makes a string of so many bytes of ASCII, which a function writes, all of them.
///
/// # Errors
/// `MemoryError`.
#[inline]
pub fn write_ascii(
    thread: &Thread,
    length: usize,
    write: impl FnOnce(&mut [u8]),
) -> Outcome<Value<'_>> {
    if length <= 1 {
        let mut content = [0];
        write(&mut content[..length]);
        return new_ascii(thread, &content[..length]);
    }
    let bytes = length as u64;
    let raw = thread.allocate_raw(LAYOUT_STR, CLASS_STR, HEAD_BYTES + bytes);
    let mut object = allocated(thread, raw)?;
    object.set_raw(WORD_CHARACTERS, bytes << 1);
    write(object.bytes_mut(TEXT, bytes));
    Ok(object.object().value())
}

/// Makes a string of a part of another's content, of so many characters.
///
/// # Errors
/// `MemoryError`.
pub fn of_bytes<'a>(thread: &'a Thread, bytes: &[u8], characters: u64) -> Outcome<Value<'a>> {
    from_content(thread, bytes, characters)
}

/// Makes a string of one character.
///
/// # Errors
/// `MemoryError`.
#[inline]
pub fn from_char(thread: &Thread, character: char) -> Outcome<Value<'_>> {
    if character.is_ascii() {
        return Ok(of_ascii(thread, character as u8));
    }
    with_count(thread, character.encode_utf8(&mut [0; 4]), 1)
}

/// The string of one character of ASCII: made once and for ever.
#[inline]
pub fn of_ascii(thread: &Thread, byte: u8) -> Value<'_> {
    thread.machine().character_strings[usize::from(byte & 0x7f)].value()
}

/// The string object of a value of `str` itself.
#[inline]
pub fn exact_string<'a>(thread: &Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact(thread, value, CLASS_STR)
}

/// The string object of a value, if it is one or stands for one.
#[inline]
pub fn as_string<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact_string(thread, value).or_else(|| exact_string(thread, plain(thread, value)))
}

/// The UTF-8 of a string object.
#[inline]
pub fn utf8<'a>(thread: &'a Thread, string: Object<'a>) -> &'a [u8] {
    text_bytes(thread, string)
}

/// The text of a string object. Lone surrogates are replaced by stand-ins, which [`code`] knows.
#[inline]
#[allow(
    unsafe_code,
    reason = "a text is not looked at from end to end each time"
)]
pub fn text<'a>(thread: &'a Thread, string: Object<'a>) -> &'a str {
    if is_ascii(thread, string) {
        // SAFETY: each character of valid UTF-8 that is not ASCII, and each lone surrogate, has
        // more than one byte: as many bytes as characters are bytes of ASCII (I-STR-1).
        return unsafe { std::str::from_utf8_unchecked(utf8(thread, string)) };
    }
    if !surrogates::may_exist() {
        // SAFETY: without surrogates it is UTF-8 (I-STR-1), and there are none (I-STR-2).
        return unsafe { std::str::from_utf8_unchecked(utf8(thread, string)) };
    }
    match std::str::from_utf8(utf8(thread, string)) {
        Ok(text) => text,
        Err(_) => with_stand_ins(thread, utf8(thread, string)),
    }
}

/// The text of a value, if it is a string.
#[inline]
pub fn as_text<'a>(thread: &'a Thread, value: Value<'a>) -> Option<&'a str> {
    as_string(thread, value).map(|string| text(thread, string))
}

/// The number of characters.
#[inline]
pub fn length(thread: &Thread, string: Object<'_>) -> u64 {
    thread.read_immutable(string).raw(WORD_CHARACTERS) >> 1
}

/// Whether all characters are of ASCII: known without a look at them.
#[inline]
pub fn is_ascii(thread: &Thread, string: Object<'_>) -> bool {
    let view = thread.read_immutable(string);
    view.length() - HEAD_BYTES == view.raw(WORD_CHARACTERS) >> 1
}

/// Whether Python counts a character as white space.
#[inline]
pub fn is_space(character: char) -> bool {
    if character.is_ascii() {
        matches!(character, ' ' | '\t'..='\r' | '\x1c'..='\x1f')
    } else {
        rustpython_unicode::classify::is_space(character)
    }
}

/// Whether `int`, `float` and `complex` skip a character around a number: white space, but of ASCII
/// only what C counts as such.
pub fn is_space_of_numbers(character: char) -> bool {
    is_space(character) && !matches!(character, '\x1c'..='\x1f')
}

/// The characters of bytes that `int` or `float` reads; one that stands in no number for a byte
/// that is not ASCII.
pub fn number_text(content: &[u8]) -> String {
    let character = |byte: &u8| match byte.is_ascii() {
        true => char::from(*byte),
        false => char::REPLACEMENT_CHARACTER,
    };
    content.iter().map(character).collect()
}

/// Whether a byte of ASCII is white space.
#[inline(always)]
pub fn is_space_byte(byte: u8) -> bool {
    byte <= b' ' && matches!(byte, b' ' | b'\t'..=b'\r' | 0x1c..=0x1f)
}

/// The hash of a string: SipHash-1-3 with the key 0, so that runs can be repeated. Remembered.
pub fn hash(thread: &Thread, string: Object<'_>) -> i64 {
    let known = thread.read_immutable(string).raw(HASH);
    if known != 0 {
        return known as i64;
    }
    let hash = hash_bytes(utf8(thread, string));
    if thread.layout_id(string) == LAYOUT_STR {
        thread.cache_word(string, HASH, hash as u64);
    }
    hash
}

/// The hash of a text, as its string object would have.
pub fn hash_bytes(bytes: &[u8]) -> i64 {
    if bytes.is_empty() {
        return 0;
    }
    let mut hasher = SipHasher13::new_with_keys(0, 0);
    hasher.write(bytes);
    match hasher.finish() as i64 {
        -1 => -2,
        hash => hash,
    }
}

/// Whether two strings are equal.
#[inline]
pub fn equal(thread: &Thread, a: Object<'_>, b: Object<'_>) -> bool {
    a == b || same_bytes(utf8(thread, a), utf8(thread, b))
}

/// Whether two texts have the same bytes; short ones, as most are, without a call.
#[inline(always)]
fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    let length = a.len();
    if length != b.len() {
        return false;
    }
    let word = |bytes: &[u8], at: usize| match bytes[at..at + 8].try_into() {
        Ok(bytes) => u64::from_le_bytes(bytes),
        Err(_) => 0,
    };
    let half = |bytes: &[u8], at: usize| match bytes[at..at + 4].try_into() {
        Ok(bytes) => u32::from_le_bytes(bytes),
        Err(_) => 0,
    };
    match length {
        0..4 => a.iter().zip(b).all(|(a, b)| a == b),
        4..8 => half(a, 0) == half(b, 0) && half(a, length - 4) == half(b, length - 4),
        8..=16 => word(a, 0) == word(b, 0) && word(a, length - 8) == word(b, length - 8),
        _ => a == b,
    }
}

/// The order of two strings: UTF-8 sorts as code points do.
#[inline]
pub fn compare(thread: &Thread, a: Object<'_>, b: Object<'_>) -> std::cmp::Ordering {
    utf8(thread, a).cmp(utf8(thread, b))
}

/// `a + b`.
///
/// # Errors
/// `MemoryError`.
pub fn concat<'a>(thread: &'a Thread, a: Object<'a>, b: Object<'a>) -> Outcome<Value<'a>> {
    let characters = length(thread, a) + length(thread, b);
    if let Some(grown) = growing::concat(thread, a, utf8(thread, b), characters) {
        return Ok(grown);
    }
    let parts = [utf8(thread, a), utf8(thread, b)];
    match characters {
        0 | 1 => from_content(thread, &parts.concat(), characters),
        _ => from_parts(thread, &parts, characters),
    }
}

/// The strings joined: for f-strings. Every value must be a string.
///
/// # Errors
/// `MemoryError`.
pub fn join_all<'a>(thread: &'a Thread, strings: &[Value<'a>]) -> Outcome<Value<'a>> {
    join(thread, &[], 0, strings)
}

/// The strings joined, with `separator`, of so many characters, between them. Every value must be a
/// string.
///
/// # Errors
/// `MemoryError`.
pub fn join<'a>(
    thread: &'a Thread,
    separator: &[u8],
    separator_characters: u64,
    strings: &[Value<'a>],
) -> Outcome<Value<'a>> {
    let object = |value: &Value<'a>| {
        as_string(thread, *value).expect("the caller has refused items that are no str")
    };
    let gaps = strings.len().saturating_sub(1) as u64;
    let (mut bytes, mut characters) = (gaps * separator.len() as u64, gaps * separator_characters);
    for value in strings {
        let string = object(value);
        bytes += utf8(thread, string).len() as u64;
        characters += length(thread, string);
    }
    if characters <= 1 {
        let strings: Vec<&[u8]> = strings
            .iter()
            .map(|value| utf8(thread, object(value)))
            .collect();
        // (A separator that is not empty stands between empty strings: there are two of them then.)
        let parts = match separator_characters * gaps {
            0 => strings,
            _ => vec![separator],
        };
        return from_content(thread, &parts.concat(), characters);
    }
    let raw = thread.allocate_raw(LAYOUT_STR, CLASS_STR, HEAD_BYTES + bytes);
    let mut joined = allocated(thread, raw)?;
    joined.set_raw(WORD_CHARACTERS, characters << 1);
    let mut rest = joined.bytes_mut(TEXT, bytes);
    for (place, value) in strings.iter().enumerate() {
        if place > 0 {
            rest = append(rest, separator);
        }
        rest = append(rest, utf8(thread, object(value)));
    }
    Ok(joined.object().value())
}

/// Copies a part to the begin of the bytes that are to be filled; returns the rest of them.
#[inline]
pub(crate) fn append<'b>(target: &'b mut [u8], part: &[u8]) -> &'b mut [u8] {
    let (head, rest) = target.split_at_mut(part.len());
    match (&mut *head, part) {
        // Characters are joined often, and a call takes longer than this.
        ([to], [from]) => *to = *from,
        _ => head.copy_from_slice(part),
    }
    rest
}

/// `string * count`.
///
/// # Errors
/// `MemoryError`; `OverflowError` if no size can tell the length.
pub fn repeat<'a>(thread: &'a Thread, string: Object<'a>, count: i64) -> Outcome<Value<'a>> {
    let unit = utf8(thread, string);
    let count = count.max(0) as u64;
    let characters = length(thread, string).checked_mul(count);
    if characters.is_none_or(|characters| i64::try_from(characters).is_err()) {
        return Err(host::overflow_error(thread, "repeated string is too long"));
    }
    let bytes = (unit.len() as u64).checked_mul(count);
    let (Some(characters), Some(bytes)) = (characters, bytes) else {
        return Err(host::allocated::<()>(thread, Err(motet_tm::OutOfMemory)).unwrap_err());
    };
    if characters <= 1 {
        return from_content(thread, &unit[..bytes as usize], characters);
    }
    let raw = thread.allocate_raw(LAYOUT_STR, CLASS_STR, HEAD_BYTES.saturating_add(bytes));
    let mut object = allocated(thread, raw)?;
    object.set_raw(WORD_CHARACTERS, characters << 1);
    for piece in object.bytes_mut(TEXT, bytes).chunks_exact_mut(unit.len()) {
        piece.copy_from_slice(unit);
    }
    Ok(object.object().value())
}

/// Byte position of character `index`; the end of the text if there are fewer.
pub fn byte_of(text: &str, index: u64) -> usize {
    if text.is_ascii() {
        return text.len().min(index as usize);
    }
    let mut characters = text.chars();
    if index > 0 {
        characters.nth(index as usize - 1);
    }
    text.len() - characters.as_str().len()
}

/// Character `index` as a string; negative ones count from the end.
///
/// # Errors
/// `IndexError`.
pub fn index<'a>(thread: &'a Thread, string: Object<'a>, index: i64) -> Outcome<Value<'a>> {
    let length = length(thread, string);
    let Some(place) = slice::place(index, length) else {
        return Err(index_error(thread, "string index out of range"));
    };
    if is_ascii(thread, string) {
        return Ok(of_ascii(thread, utf8(thread, string)[place as usize]));
    }
    let (start, end) = text_places::range_in(thread, string, place, 1);
    of_bytes(thread, &utf8(thread, string)[start..end], 1)
}

/// A slice.
///
/// # Errors
/// `MemoryError`.
pub fn slice<'a>(thread: &'a Thread, string: Object<'a>, indices: Indices) -> Outcome<Value<'a>> {
    if indices.step == 1 {
        if indices.length == length(thread, string) {
            return Ok(string.value());
        }
        let first = indices.start as u64;
        let last = first + indices.length;
        if is_ascii(thread, string) {
            let bytes = &utf8(thread, string)[first as usize..last as usize];
            return new_ascii(thread, bytes);
        }
        let (start, end) = text_places::range_in(thread, string, first, indices.length);
        let bytes = utf8(thread, string);
        return of_bytes(thread, &bytes[start..end], indices.length);
    }
    if is_ascii(thread, string) {
        let bytes = utf8(thread, string);
        let picked: Vec<u8> = indices
            .places()
            .map(|place| bytes[place as usize])
            .collect();
        return new_ascii(thread, &picked);
    }
    let characters: Vec<char> = text(thread, string).chars().collect();
    let picked: String = indices
        .places()
        .map(|place| characters[place as usize])
        .collect();
    with_count(thread, &picked, indices.length)
}

/// The byte where a part of a text begins for the first time.
#[inline]
pub fn find_text(text: &str, part: &str) -> Option<usize> {
    find_bytes(text.as_bytes(), part.as_bytes())
}

#[inline]
fn find_bytes(content: &[u8], part: &[u8]) -> Option<usize> {
    match part {
        [] => Some(0),
        [byte] => memchr::memchr(*byte, content),
        part => memchr::memmem::find(content, part),
    }
}

/// Whether `part` occurs in `string`. (Lone surrogates are found as they are stored.)
pub fn contains(thread: &Thread, string: Object<'_>, part: Object<'_>) -> bool {
    find_bytes(utf8(thread, string), utf8(thread, part)).is_some()
}

/// Whether `repr` shows a character as it is.
pub fn is_printable(character: char) -> bool {
    if character.is_ascii() {
        return (' '..='~').contains(&character);
    }
    rustpython_unicode::classify::is_repr_printable(character)
}

/// Whether `repr` puts no more than its usual quotes around a text.
fn is_shown_as_it_is(text: &str) -> bool {
    let is_plain = |byte: u8| matches!(byte, 0x20..=0x7e) && byte != b'\'' && byte != b'\\';
    text.bytes().all(is_plain)
}

/// The string that `repr` makes of a string.
///
/// # Errors
/// `MemoryError`.
pub fn repr<'a>(thread: &'a Thread, string: Object<'a>) -> Outcome<Value<'a>> {
    let text = text(thread, string);
    if is_shown_as_it_is(text) {
        let parts = [&b"'"[..], text.as_bytes(), &b"'"[..]];
        return from_parts(thread, &parts, text.len() as u64 + 2);
    }
    new(thread, &repr_text(text))
}

/// A text as `repr` shows it.
pub fn repr_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_repr(text, &mut out);
    out
}

/// Appends a text as `repr` shows it.
pub fn push_repr(text: &str, out: &mut String) {
    if is_shown_as_it_is(text) {
        out.extend(["'", text, "'"]);
        return;
    }
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    out.push(quote);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if character == quote => {
                out.push('\\');
                out.push(quote);
            }
            _ if is_printable(character) => out.push(character),
            _ => push_escape(code(character), out),
        }
    }
    out.push(quote);
}

/// The text of `ascii`, from that of `repr`.
pub fn ascii_text(repr: &str) -> String {
    let mut out = String::with_capacity(repr.len());
    for character in repr.chars() {
        if character.is_ascii() {
            out.push(character);
        } else {
            push_escape(code(character), &mut out);
        }
    }
    out
}

/// A code point as an escape.
pub fn escape(code: u32) -> String {
    let mut out = String::new();
    push_escape(code, &mut out);
    out
}

/// Appends a code point as an escape.
pub(crate) fn push_escape(code: u32, out: &mut String) {
    let (letter, digits) = match code {
        ..0x100 => ('x', 2),
        0x100..0x1_0000 => ('u', 4),
        _ => ('U', 8),
    };
    out.extend(['\\', letter]);
    let digit = |place: u32| char::from_digit(code >> (4 * place) & 0xf, 16);
    out.extend((0..digits).rev().filter_map(digit));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repr_quotes_as_python() {
        assert_eq!(repr_text("it's"), "\"it's\"");
        assert_eq!(repr_text("say \"x\""), "'say \"x\"'");
        assert_eq!(repr_text("both ' and \""), "'both \\' and \"'");
        assert_eq!(
            repr_text("a\n\t\\\0\u{7f}é\u{a0}\u{301}"),
            "'a\\n\\t\\\\\\x00\\x7fé\\xa0\u{301}'"
        );
        assert_eq!(ascii_text("'é𝄞'"), "'\\xe9\\U0001d11e'");
    }
}
