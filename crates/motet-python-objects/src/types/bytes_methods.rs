//! Methods that `bytes` and `bytearray` share and that make new ones: each answers in the type of
//! its receiver.

use crate::model::exception_classes::EXCEPTION;
use crate::model::type_def::TypeDef;
use crate::types::special_methods::{
    CONCATENATION_OF_WHOLE, CONTAINER, EQUALITY, HASH, ORDER, PERCENT_OF_BYTES, REPETITION, STR,
    SUBSCRIPT, TEXT,
};
use crate::types::tuple;
use crate::types::{bytes_search, memoryview_methods};
use std::borrow::Cow;

use crate::types::host::check_length;
use crate::types::prelude::*;
use crate::types::protocol::{iterate, truth};
use crate::types::tables::{
    c_int_argument, check_keywords, integer_argument, parameter, wrong_receiver,
};
use crate::types::{buffer, bytearray, bytes, codecs, int, string, text_shortcuts};

/// The content of the receiver.
///
/// # Errors
/// `TypeError` if it is neither.
pub fn receiver<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
) -> Outcome<Cow<'a, [u8]>> {
    let value = arguments.get(thread, 0);
    if let Some(object) = bytes::as_bytes(thread, value) {
        return Ok(Cow::Borrowed(bytes::content(thread, object)));
    }
    match bytearray::as_bytearray(thread, value) {
        Some(object) => Ok(Cow::Owned(bytearray::content(thread, object))),
        None => Err(wrong_receiver(thread, "bytes", name, value)),
    }
}

/// Makes an object of the receiver's type.
///
/// # Errors
/// `MemoryError`.
pub fn alike<'a>(thread: &'a Thread, arguments: Arguments, content: &[u8]) -> Outcome<Value<'a>> {
    if bytearray::as_bytearray(thread, arguments.get(thread, 0)).is_some() {
        bytearray::new(thread, content)
    } else {
        bytes::new(thread, content)
    }
}

fn decode<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let content = receiver(thread, arguments, "decode")?;
    if arguments.len() == 1 && arguments.keyword_count() == 0 && content.is_ascii() {
        let text = string::new_ascii(thread, &content)?;
        let text = thread.root(text);
        return Ok(thread.get(text));
    }
    check_keywords(thread, arguments, "decode", &["encoding", "errors"])?;
    if let Some(text) = codecs::by_names(thread, arguments, text_shortcuts::decode) {
        let text = thread.root(text);
        return Ok(thread.get(text));
    }
    let encoding = codecs::option(thread, arguments, 1, ("decode", "encoding", "utf-8"))?;
    let errors = codecs::option(thread, arguments, 2, ("decode", "errors", "strict"))?;
    let content = thread.root(arguments.get(thread, 0));
    let text = codecs::decode_asking(thread, content, &encoding, &errors)?;
    Ok(thread.get(text))
}

fn hex(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "hex")?;
    hex_of(thread, arguments, &content)
}

/// `hex(sep, bytes_per_sep)` of a bytes-like object.
///
/// # Errors
/// `TypeError`, `ValueError`.
pub fn hex_of<'a>(thread: &'a Thread, arguments: Arguments, content: &[u8]) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "hex", &["sep", "bytes_per_sep"])?;
    let group = match parameter(thread, arguments, 2, "bytes_per_sep") {
        Some(value) => c_int_argument(thread, value)?,
        None => 1,
    };
    let separator = match parameter(thread, arguments, 1, "sep") {
        None => None,
        Some(value) => Some(hex_separator(thread, value)?),
    };
    let Some(separator) = separator.filter(|_| group != 0) else {
        return text_shortcuts::hex_text(thread, content);
    };
    let size = group.unsigned_abs() as usize;
    let mut out = String::with_capacity(content.len() * 3);
    for (place, byte) in content.iter().enumerate() {
        let counted = if group > 0 {
            content.len() - place
        } else {
            place
        };
        if place > 0 && counted.is_multiple_of(size) {
            out.push(separator);
        }
        out.push_str(&format!("{byte:02x}"));
    }
    string::new(thread, &out)
}

fn hex_separator(thread: &Thread, value: Value<'_>) -> Outcome<char> {
    let text: Option<String> = match string::as_text(thread, value) {
        Some(text) => Some(text.to_string()),
        None => buffer::content(thread, value)
            .filter(|_| kind(thread, value) == CLASS_BYTES)
            .map(|bytes| bytes.iter().map(|byte| char::from(*byte)).collect()),
    };
    let Some(text) = text else {
        return Err(match truth::length_leaf(thread, value) {
            None => {
                let name = type_name(thread, value);
                type_error(thread, format!("object of type '{name}' has no len()"))
            }
            Some(1) => type_error(thread, "sep must be str or bytes."),
            Some(_) => value_error(thread, "sep must be length 1."),
        });
    };
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(separator), None) if separator.is_ascii() => Ok(separator),
        (Some(_), None) => Err(value_error(thread, "sep must be ASCII.")),
        _ => Err(value_error(thread, "sep must be length 1.")),
    }
}

/// `fromhex`: argument 0 is the class.
fn from_hex<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = arguments.get(thread, 1);
    let parsed = match string::as_text(thread, source) {
        Some(text) => parse_hex(text.chars(), text.len()),
        None => match buffer::content(thread, source) {
            Some(content) => {
                let characters = content.iter().map(|byte| char::from(*byte));
                parse_hex(characters, content.len())
            }
            None => {
                let name = type_name(thread, source);
                let message = format!("fromhex() argument must be str or bytes-like, not {name}");
                return Err(type_error(thread, message));
            }
        },
    };
    let content = match parsed {
        Ok(content) => content,
        Err(place) => {
            let message = match place {
                Some(place) => {
                    format!("non-hexadecimal number found in fromhex() arg at position {place}")
                }
                None => {
                    "fromhex() arg must contain an even number of hexadecimal digits".to_owned()
                }
            };
            return Err(value_error(thread, message));
        }
    };
    let class = thread.class_number_of(arguments.get(thread, 0));
    if class == Some(CLASS_BYTES) {
        return bytes::new(thread, &content);
    }
    if class == Some(CLASS_BYTEARRAY) {
        return bytearray::new(thread, &content);
    }
    let class = thread.root(arguments.get(thread, 0));
    let content = thread.root(bytes::new(thread, &content)?);
    let made = thread.call(class, &[content])?;
    Ok(thread.get(made))
}

/// The bytes of a hexadecimal text; the error is the place of a character that is no digit, or none
/// where a digit is missing at the end.
fn parse_hex(text: impl Iterator<Item = char>, length: usize) -> Result<Vec<u8>, Option<usize>> {
    let mut out = Vec::with_capacity(length / 2);
    let mut high: Option<u32> = None;
    for (place, character) in text.enumerate() {
        match (character.to_digit(16), high) {
            (Some(digit), None) => high = Some(digit),
            (Some(digit), Some(first)) => {
                out.push((first << 4 | digit) as u8);
                high = None;
            }
            (None, None) if character.is_ascii_whitespace() || character == '\x0b' => {}
            _ => return Err(Some(place)),
        }
    }
    if high.is_some() { Err(None) } else { Ok(out) }
}

macro_rules! mapping {
    ($($function:ident $name:literal $map:expr;)*) => {
        $(fn $function(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            let map: fn(&[u8]) -> Vec<u8> = $map;
            let content = receiver(thread, arguments, $name)?;
            alike(thread, arguments, &map(&content))
        })*
    };
}

mapping! {
    upper "upper" |content| content.to_ascii_uppercase();
    lower "lower" |content| content.to_ascii_lowercase();
    swap_case "swapcase" |content| content.iter().map(|byte| swapped(*byte)).collect();
    capitalize "capitalize" |content| {
        let mut out = content.to_ascii_lowercase();
        if let Some(first) = out.first_mut() {
            first.make_ascii_uppercase();
        }
        out
    };
    title "title" titled;
    copy "copy" <[u8]>::to_vec;
}

fn swapped(byte: u8) -> u8 {
    if byte.is_ascii_uppercase() {
        byte.to_ascii_lowercase()
    } else {
        byte.to_ascii_uppercase()
    }
}

fn titled(content: &[u8]) -> Vec<u8> {
    let mut in_word = false;
    content
        .iter()
        .map(|byte| {
            let mapped = if in_word {
                byte.to_ascii_lowercase()
            } else {
                byte.to_ascii_uppercase()
            };
            in_word = byte.is_ascii_alphabetic();
            mapped
        })
        .collect()
}

/// Whether C's `isspace` holds.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

macro_rules! tests {
    ($($function:ident $name:literal $test:expr;)*) => {
        $(fn $function(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            let test: fn(&[u8]) -> bool = $test;
            let content = receiver(thread, arguments, $name)?;
            Ok(boolean(test(&content)))
        })*
    };
}

fn all(content: &[u8], test: impl Fn(u8) -> bool) -> bool {
    !content.is_empty() && content.iter().all(|byte| test(*byte))
}

tests! {
    is_alnum "isalnum" |content| all(content, |byte| byte.is_ascii_alphanumeric());
    is_alpha "isalpha" |content| all(content, |byte| byte.is_ascii_alphabetic());
    is_digit "isdigit" |content| all(content, |byte| byte.is_ascii_digit());
    is_space_method "isspace" |content| all(content, is_space);
    is_ascii "isascii" <[u8]>::is_ascii;
    is_lower "islower" |content| {
        content.iter().any(u8::is_ascii_lowercase) && !content.iter().any(u8::is_ascii_uppercase)
    };
    is_upper "isupper" |content| {
        content.iter().any(u8::is_ascii_uppercase) && !content.iter().any(u8::is_ascii_lowercase)
    };
    is_title "istitle" |content| {
        content.iter().any(u8::is_ascii_alphabetic) && titled(content) == content
    };
}

fn strip_ends<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
    (left, right): (bool, bool),
) -> Outcome<Value<'a>> {
    let content = receiver(thread, arguments, name)?;
    let set = match arguments.optional(thread, 1).filter(|value| *value != NONE) {
        Some(value) => Some(buffer::required(thread, value)?),
        None => None,
    };
    let goes = |byte: &u8| match &set {
        Some(set) => set.contains(byte),
        None => is_space(*byte),
    };
    let mut kept: &[u8] = &content;
    while left && kept.first().is_some_and(goes) {
        kept = &kept[1..];
    }
    while right && kept.last().is_some_and(goes) {
        kept = &kept[..kept.len() - 1];
    }
    let whole = arguments.get(thread, 0);
    if kept.len() == content.len() && exact(thread, whole, CLASS_BYTES).is_some() {
        return Ok(whole);
    }
    alike(thread, arguments, kept)
}

fn strip(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    strip_ends(thread, arguments, "strip", (true, true))
}

fn lstrip(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    strip_ends(thread, arguments, "lstrip", (true, false))
}

fn rstrip(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    strip_ends(thread, arguments, "rstrip", (false, true))
}

fn fill_argument(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<u8> {
    let Some(value) = arguments.optional(thread, 2) else {
        return Ok(b' ');
    };
    match buffer::content(thread, value).as_deref() {
        Some([fill]) => Ok(*fill),
        Some(other) => {
            let given = type_name(thread, value);
            let message = format!(
                "{name}(): argument 2 must be a byte string of length 1, \
                 not a {given} object of length {}",
                other.len()
            );
            Err(type_error(thread, message))
        }
        None => {
            let given = type_name(thread, value);
            let message =
                format!("{name}() argument 2 must be a byte string of length 1, not {given}");
            Err(type_error(thread, message))
        }
    }
}

fn padded(content: &[u8], left: usize, right: usize, fill: u8) -> Vec<u8> {
    let mut out = vec![fill; left];
    out.extend_from_slice(content);
    out.resize(out.len() + right, fill);
    out
}

fn aligned<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
    split: impl Fn(usize, usize) -> usize,
) -> Outcome<Value<'a>> {
    let content = receiver(thread, arguments, name)?;
    let width = integer_argument(thread, arguments.get(thread, 1))?.max(0) as usize;
    check_length(thread, width)?;
    let fill = fill_argument(thread, arguments, name)?;
    let missing = width.saturating_sub(content.len());
    let left = split(missing, width);
    alike(
        thread,
        arguments,
        &padded(&content, left, missing - left, fill),
    )
}

fn center(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    aligned(thread, arguments, "center", |missing, width| {
        missing / 2 + (missing & width & 1)
    })
}

fn ljust(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    aligned(thread, arguments, "ljust", |_, _| 0)
}

fn rjust(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    aligned(thread, arguments, "rjust", |missing, _| missing)
}

fn zfill(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "zfill")?;
    let width = integer_argument(thread, arguments.get(thread, 1))?.max(0) as usize;
    check_length(thread, width)?;
    let sign_length = usize::from(matches!(content.first(), Some(b'+' | b'-')));
    let (sign, digits) = content.split_at(sign_length);
    let zeros = padded(digits, width.saturating_sub(content.len()), 0, b'0');
    alike(thread, arguments, &[sign, &zeros].concat())
}

fn expand_tabs(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "expandtabs")?;
    let expanded = with_tabs_expanded(thread, arguments, &content, |_| true)?;
    alike(thread, arguments, &expanded)
}

/// The content of a receiver of `expandtabs`, with spaces in place of tabs; `counts` tells the
/// bytes that begin a column.
pub(super) fn with_tabs_expanded(
    thread: &Thread,
    arguments: Arguments,
    content: &[u8],
    counts: impl Fn(u8) -> bool,
) -> Outcome<Vec<u8>> {
    check_keywords(thread, arguments, "expandtabs", &["tabsize"])?;
    let size = match parameter(thread, arguments, 1, "tabsize") {
        Some(value) => c_int_argument(thread, value)?.max(0) as usize,
        None => 8,
    };
    let mut out = Vec::with_capacity(content.len());
    let mut column = 0;
    for byte in content {
        match byte {
            b'\t' => {
                let width = (size - column % size.max(1)).min(size);
                check_length(thread, out.len().saturating_add(width))?;
                out.resize(out.len() + width, b' ');
                column += width;
            }
            b'\n' | b'\r' => {
                out.push(*byte);
                column = 0;
            }
            _ => {
                out.push(*byte);
                column += usize::from(counts(*byte));
            }
        }
    }
    Ok(out)
}

fn remove_prefix(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "removeprefix")?;
    let part = buffer::required(thread, arguments.get(thread, 1))?;
    alike(
        thread,
        arguments,
        content.strip_prefix(&*part).unwrap_or(&content),
    )
}

fn remove_suffix(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "removesuffix")?;
    let part = buffer::required(thread, arguments.get(thread, 1))?;
    alike(
        thread,
        arguments,
        content.strip_suffix(&*part).unwrap_or(&content),
    )
}

fn translate(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    check_keywords(thread, arguments, "translate", &["delete"])?;
    let content = receiver(thread, arguments, "translate")?;
    let table = match arguments.optional(thread, 1).filter(|value| *value != NONE) {
        None => None,
        Some(value) => {
            let table = buffer::required(thread, value)?;
            if table.len() != 256 {
                let message = "translation table must be 256 characters long";
                return Err(value_error(thread, message));
            }
            Some(table)
        }
    };
    let gone = match parameter(thread, arguments, 2, "delete") {
        Some(value) => buffer::required(thread, value)?,
        None => Cow::Borrowed(&[][..]),
    };
    let out: Vec<u8> = content
        .iter()
        .filter(|byte| !gone.contains(byte))
        .map(|byte| {
            table
                .as_ref()
                .map_or(*byte, |table| table[usize::from(*byte)])
        })
        .collect();
    alike(thread, arguments, &out)
}

/// `maketrans`: a static method, so there is no receiver.
fn make_translation(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let from = buffer::required(thread, arguments.get(thread, 0))?;
    let to = buffer::required(thread, arguments.get(thread, 1))?;
    if from.len() != to.len() {
        let message = "maketrans arguments must have same length";
        return Err(value_error(thread, message));
    }
    let mut table: Vec<u8> = (0..=255).collect();
    for (from, to) in from.iter().zip(to.iter()) {
        table[usize::from(*from)] = *to;
    }
    bytes::new(thread, &table)
}

fn join<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let separator = receiver(thread, arguments, "join")?.into_owned();
    let items = thread.root(arguments.get(thread, 1));
    let is_plain = is_builtin(thread, thread.get(items)) && iterate::is_iterable(thread, items);
    let items = match is_plain {
        true => items,
        false => iterate::iter_for(thread, items, |_| "can only join an iterable".to_owned())?,
    };
    let (mut out, mut place) = (Vec::new(), 0);
    iterate::for_each(thread, items, |thread, item| {
        // An object of a program's class shows its bytes itself.
        let shown = match is_builtin(thread, thread.get(item)) {
            true => None,
            false => match memoryview_methods::made_by_class(thread, item) {
                // (What it shows then is itself, which is refused.)
                Err(Unwind::Raise) if thread.take_exception_of(EXCEPTION) => None,
                shown => shown?,
            },
        };
        let shown = thread.get(shown.unwrap_or(item));
        let Some(part) = buffer::content(thread, shown) else {
            let name = type_name(thread, thread.get(item));
            let message =
                format!("sequence item {place}: expected a bytes-like object, {name} found");
            return Err(type_error(thread, message));
        };
        check_length(thread, out.len() + separator.len() + part.len())?;
        if place > 0 {
            out.extend_from_slice(&separator);
        }
        out.extend_from_slice(&part);
        place += 1;
        Ok(true)
    })?;
    alike(thread, arguments, &out)
}

/// `__getnewargs__` of immutable types: the receiver is the value of which its copy is made.
///
/// # Errors
/// `MemoryError`.
pub fn new_arguments(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    tuple::from_values(thread, &[arguments.get(thread, 0)])
}

fn as_bytes(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "__bytes__")?;
    bytes::new(thread, &content)
}

/// Methods of both types.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("decode", 1, 3, decode)
        .with_keywords()
        .with_quick(text_shortcuts::decode),
    NativeFunction::leaf("hex", 1, 3, hex)
        .with_keywords()
        .with_quick(text_shortcuts::hex)
        .asking_index(&[2]),
    NativeFunction::calling("fromhex", 2, 2, from_hex).of_class(),
    NativeFunction::leaf("upper", 1, 1, upper),
    NativeFunction::leaf("lower", 1, 1, lower),
    NativeFunction::leaf("swapcase", 1, 1, swap_case),
    NativeFunction::leaf("capitalize", 1, 1, capitalize),
    NativeFunction::leaf("title", 1, 1, title),
    NativeFunction::leaf("isalnum", 1, 1, is_alnum),
    NativeFunction::leaf("isalpha", 1, 1, is_alpha),
    NativeFunction::leaf("isdigit", 1, 1, is_digit),
    NativeFunction::leaf("isspace", 1, 1, is_space_method),
    NativeFunction::leaf("isascii", 1, 1, is_ascii),
    NativeFunction::leaf("islower", 1, 1, is_lower),
    NativeFunction::leaf("isupper", 1, 1, is_upper),
    NativeFunction::leaf("istitle", 1, 1, is_title),
    NativeFunction::leaf("strip", 1, 2, strip),
    NativeFunction::leaf("lstrip", 1, 2, lstrip),
    NativeFunction::leaf("rstrip", 1, 2, rstrip),
    NativeFunction::leaf("center", 2, 3, center).asking_index(&[1]),
    NativeFunction::leaf("ljust", 2, 3, ljust).asking_index(&[1]),
    NativeFunction::leaf("rjust", 2, 3, rjust).asking_index(&[1]),
    NativeFunction::leaf("zfill", 2, 2, zfill).asking_index(&[1]),
    NativeFunction::leaf("expandtabs", 1, 2, expand_tabs)
        .with_keywords()
        .asking_index(&[1]),
    NativeFunction::leaf("removeprefix", 2, 2, remove_prefix),
    NativeFunction::leaf("removesuffix", 2, 2, remove_suffix),
    NativeFunction::leaf("translate", 2, 3, translate).with_keywords(),
    NativeFunction::leaf("maketrans", 2, 2, make_translation).unbound(),
    NativeFunction::calling("join", 2, 2, join),
];

/// Methods of `bytes` alone.
pub const BYTES_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__getnewargs__", 1, 1, new_arguments),
    NativeFunction::leaf("__bytes__", 1, 1, as_bytes),
];

/// A copy, for `bytearray`.
pub const COPY: NativeFunction = NativeFunction::leaf("copy", 1, 1, copy);

/// The machine number of a count, for the methods that split.
///
/// # Errors
/// `TypeError`, `OverflowError`.
pub fn count_argument(
    thread: &Thread,
    arguments: Arguments,
    index: usize,
    name: &str,
) -> Outcome<usize> {
    match parameter(thread, arguments, index, name) {
        None => Ok(usize::MAX),
        Some(value) => {
            if !int::is_int(thread, value) {
                let given = type_name(thread, value);
                let message = format!("'{given}' object cannot be interpreted as an integer");
                return Err(type_error(thread, message));
            }
            Ok(usize::try_from(integer_argument(thread, value)?).unwrap_or(usize::MAX))
        }
    }
}

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("bytes", CLASS_BYTES)
    .layouts(&[LAYOUT_BYTES])
    .constructor(bytes::CONSTRUCTOR)
    .methods(&[
        METHODS,
        BYTES_METHODS,
        bytes_search::METHODS,
        CONCATENATION_OF_WHOLE,
        REPETITION,
        PERCENT_OF_BYTES,
        EQUALITY,
        ORDER,
        TEXT,
        STR,
        HASH,
        CONTAINER,
        SUBSCRIPT,
        memoryview_methods::BUFFER,
    ])
    .public()
    .matched_whole()];
