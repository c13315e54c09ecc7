//! Texts to bytes and back: the encodings that need no tables, and the treatment of characters and
//! bytes that do not fit.

use std::borrow::Cow;

use crate::model::exception_classes;
use crate::model::exception_classes::{UNICODE_DECODE_ERROR, UNICODE_ENCODE_ERROR};
use crate::model::native::QuickFunction;
use crate::model::surrogates;
use crate::model::upcalls;
use crate::types::codec_errors;
use crate::types::codec_errors::Handler;
use crate::types::prelude::*;
use crate::types::tables::{keyword, parameter};
use crate::types::{buffer, bytes, host, string};

/// An encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Utf8,
    /// UTF-8 that begins with a mark.
    Utf8Signed,
    Ascii,
    Latin1,
    /// Bytes of a unit (2 or 4), and the order of bytes; `None`: the mark at the begin decides.
    Wide(usize, Option<Order>),
}

/// The order of the bytes of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The least significant byte comes first.
    Little,
    /// The most significant byte comes first.
    Big,
}

/// The name of an encoding without case, with `_` for punctuation between two words other than the
/// point, as the library's `encodings.normalize_encoding` gives it.
fn normalized(encoding: &str) -> String {
    let is_of_word = |character: char| character.is_ascii_alphanumeric() || character == '.';
    let words = encoding.split(|character| !is_of_word(character));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_").to_ascii_lowercase()
}

impl Encoding {
    fn find(name: &str) -> Option<Encoding> {
        match name {
            "utf-8" | "utf8" => return Some(Encoding::Utf8),
            "ascii" | "us-ascii" => return Some(Encoding::Ascii),
            "latin-1" | "latin1" | "iso-8859-1" => return Some(Encoding::Latin1),
            _ => {}
        }
        Some(match normalized(name).as_str() {
            // Rarer names are looked up in the library.
            "utf_8" | "utf8" | "u8" | "utf" | "cp65001" | "utf8_ucs2" | "utf8_ucs4" => {
                Encoding::Utf8
            }
            "utf_8_sig" => Encoding::Utf8Signed,
            "ascii" | "us_ascii" | "646" | "ansi_x3_4_1968" | "iso646_us" | "us" => Encoding::Ascii,
            "latin_1" | "latin1" | "iso8859_1" | "iso_8859_1" | "latin" | "l1" | "8859"
            | "cp819" => Encoding::Latin1,
            "utf_16" | "utf16" | "u16" => Encoding::Wide(2, None),
            "utf_16_le" | "utf_16le" => Encoding::Wide(2, Some(Order::Little)),
            "utf_16_be" | "utf_16be" => Encoding::Wide(2, Some(Order::Big)),
            "utf_32" | "utf32" | "u32" => Encoding::Wide(4, None),
            "utf_32_le" | "utf_32le" => Encoding::Wide(4, Some(Order::Little)),
            "utf_32_be" | "utf_32be" => Encoding::Wide(4, Some(Order::Big)),
            _ => return None,
        })
    }

    /// As errors name it.
    fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 | Encoding::Utf8Signed => "utf-8",
            Encoding::Ascii => "ascii",
            Encoding::Latin1 => "latin-1",
            Encoding::Wide(2, None) => "utf-16",
            Encoding::Wide(2, Some(Order::Little)) => "utf-16-le",
            Encoding::Wide(2, Some(Order::Big)) => "utf-16-be",
            Encoding::Wide(_, None) => "utf-32",
            Encoding::Wide(_, Some(Order::Little)) => "utf-32-le",
            Encoding::Wide(_, Some(Order::Big)) => "utf-32-be",
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Encoding::Ascii => "ordinal not in range(128)",
            Encoding::Latin1 => "ordinal not in range(256)",
            _ => "surrogates not allowed",
        }
    }

    /// Appends a code point; false if the encoding does not have it.
    fn push(self, code: u32, out: &mut Vec<u8>) -> bool {
        let is_surrogate = (0xd800..0xe000).contains(&code);
        match self {
            Encoding::Ascii if code < 0x80 => out.push(code as u8),
            Encoding::Latin1 if code < 0x100 => out.push(code as u8),
            Encoding::Ascii | Encoding::Latin1 => return false,
            _ if is_surrogate => return false,
            Encoding::Utf8 | Encoding::Utf8Signed => {
                let character = char::from_u32(code)
                    .expect("what is no surrogate and below 0x110000 is a character");
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Encoding::Wide(size, order) => push_wide(size, order, code, out),
        }
        true
    }

    /// Appends a lone surrogate as if it were a character; false if the encoding has no room.
    fn push_surrogate(self, code: u32, out: &mut Vec<u8>) -> bool {
        match self {
            Encoding::Ascii | Encoding::Latin1 => return false,
            Encoding::Utf8 | Encoding::Utf8Signed => {
                out.extend_from_slice(&string::encode_code(code).0);
            }
            Encoding::Wide(size, order) => push_unit(size, order, code, out),
        }
        true
    }
}

fn push_wide(size: usize, order: Option<Order>, code: u32, out: &mut Vec<u8>) {
    if size == 4 || code < 0x1_0000 {
        push_unit(size, order, code, out);
    } else {
        let rest = code - 0x1_0000;
        push_unit(size, order, 0xd800 + (rest >> 10), out);
        push_unit(size, order, 0xdc00 + (rest & 0x3ff), out);
    }
}

fn push_unit(size: usize, order: Option<Order>, unit: u32, out: &mut Vec<u8>) {
    match (size, order) {
        (2, Some(Order::Big)) => out.extend_from_slice(&(unit as u16).to_be_bytes()),
        (2, _) => out.extend_from_slice(&(unit as u16).to_le_bytes()),
        (_, Some(Order::Big)) => out.extend_from_slice(&unit.to_be_bytes()),
        _ => out.extend_from_slice(&unit.to_le_bytes()),
    }
}

/// The error of an encoding that is not known.
#[cold]
fn unknown_encoding(thread: &Thread, encoding: &str) -> Unwind {
    let message = format!("unknown encoding: {encoding}");
    thread.raise(exception_classes::LOOKUP_ERROR, message)
}

/// A text argument of a function that encodes or decodes: function, name and default.
///
/// # Errors
/// `TypeError` if it is no text.
pub fn option(
    thread: &Thread,
    arguments: Arguments,
    index: usize,
    (function, name, default): (&str, &str, &'static str),
) -> Outcome<Cow<'static, str>> {
    let Some(value) = parameter(thread, arguments, index, name) else {
        return Ok(Cow::Borrowed(default));
    };
    if index < arguments.len() && keyword(thread, arguments, name).is_some() {
        let message =
            format!("argument for {function}() given by name ('{name}') and position ({index})");
        return Err(type_error(thread, message));
    }
    match string::as_text(thread, value) {
        Some("utf-8") => Ok(Cow::Borrowed("utf-8")),
        Some("strict") => Ok(Cow::Borrowed("strict")),
        Some(text) => {
            check_name(thread, text)?;
            Ok(Cow::Owned(text.to_string()))
        }
        None => {
            // `str` looks at arguments by position in another place than at those with names.
            let is_unnamed = function == "str" && index < arguments.len();
            let given = match is_unnamed {
                true => thread.type_name(value),
                false => argument_type(thread, value),
            };
            let message = format!("{function}() argument '{name}' must be str, not {given}");
            Err(type_error(thread, message))
        }
    }
}

/// What the shortcut of `encode` or `decode` answers to a call that names encoding and handler, if
/// it does.
pub(crate) fn by_names<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    quick: QuickFunction,
) -> Option<Value<'a>> {
    if arguments.len() != 1 {
        return None;
    }
    let named = |name| keyword(thread, arguments, name).unwrap_or(UNBOUND);
    let given = [arguments.get(thread, 0), named("encoding"), named("errors")];
    quick(thread, given)
}

/// Refuses a text with lone surrogates, where CPython needs its bytes in UTF-8: sources, modes,
/// names of classes.
///
/// # Errors
/// `UnicodeEncodeError`.
#[inline]
pub fn check_encodable(thread: &Thread, text: &str) -> Outcome<()> {
    if !surrogates::occur_in(text) {
        return Ok(());
    }
    encode(thread, text, "utf-8", "strict").map(drop)
}

/// The bytes of a text.
///
/// # Errors
/// `UnicodeEncodeError`, `LookupError`.
pub fn encode(thread: &Thread, text: &str, encoding: &str, errors: &str) -> Outcome<Vec<u8>> {
    let Some(encoding) = Encoding::find(encoding) else {
        return Err(unknown_encoding(thread, encoding));
    };
    let mut out = Vec::with_capacity(text.len());
    match encoding {
        Encoding::Utf8Signed => out.extend_from_slice("\u{feff}".as_bytes()),
        Encoding::Wide(size, None) => push_unit(size, None, 0xfeff, &mut out),
        _ => {}
    }
    let is_utf8 = matches!(encoding, Encoding::Utf8 | Encoding::Utf8Signed);
    let is_encoded = match is_utf8 {
        true => !surrogates::occur_in(text),
        false => text.is_ascii() && !matches!(encoding, Encoding::Wide(..)),
    };
    if is_encoded {
        out.extend_from_slice(text.as_bytes());
        return Ok(out);
    }
    let codes: Vec<u32> = text.chars().map(string::code).collect();
    let mut at = 0;
    while at < codes.len() {
        if encoding.push(codes[at], &mut out) {
            at += 1;
            continue;
        }
        let fits = |code: &u32| encoding.push(*code, &mut Vec::new());
        let count = match encoding {
            // One at a time, as CPython.
            Encoding::Wide(..) => 1,
            _ => {
                let first_that_fits = codes[at..].iter().position(fits);
                first_that_fits.unwrap_or(codes.len() - at)
            }
        };
        let bad = &codes[at..at + count];
        let error = codec_errors::EncodeError {
            encoding: encoding.name(),
            text,
            start: at,
            end: at + count,
            reason: encoding.reason(),
        };
        for replacement in codec_errors::encode_replacement(thread, errors, bad, &error)? {
            let fitted = match replacement {
                Handler::Byte(byte) if !matches!(encoding, Encoding::Wide(..)) => {
                    out.push(byte);
                    true
                }
                Handler::Byte(_) => false,
                Handler::Code(code) => encoding.push(code, &mut out),
                Handler::Surrogate(code) => encoding.push_surrogate(code, &mut out),
            };
            if !fitted {
                return Err(codec_errors::raise_encode(thread, &error));
            }
        }
        at += count;
    }
    Ok(out)
}

/// The text that bytes stand for.
///
/// # Errors
/// `UnicodeDecodeError`; `LookupError` for an encoding that is not known.
pub fn decode<'a>(
    thread: &'a Thread,
    content: &[u8],
    encoding: &str,
    errors: &str,
) -> Outcome<Value<'a>> {
    let Some(encoding) = Encoding::find(encoding) else {
        return Err(unknown_encoding(thread, encoding));
    };
    if encoding == Encoding::Utf8
        && let Ok(text) = std::str::from_utf8(content)
    {
        return string::new(thread, text);
    }
    let text = match encoding {
        Encoding::Utf8 => decode_utf8(thread, content, errors)?,
        Encoding::Utf8Signed => {
            let marked = content.strip_prefix("\u{feff}".as_bytes());
            decode_utf8(thread, marked.unwrap_or(content), errors)?
        }
        Encoding::Latin1 => content.iter().map(|byte| char::from(*byte)).collect(),
        Encoding::Ascii => decode_ascii(thread, content, errors)?,
        Encoding::Wide(size, order) => decode_wide(thread, content, errors, size, order)?,
    };
    string::new(thread, &text)
}

/// Appends the replacement of bytes that do not decode.
fn replace_bytes(
    thread: &Thread,
    errors: &str,
    error: &codec_errors::DecodeError<'_>,
    out: &mut String,
) -> Outcome<()> {
    let text = codec_errors::decode_replacement(thread, errors, error)?;
    out.push_str(&text);
    Ok(())
}

fn decode_utf8(thread: &Thread, content: &[u8], errors: &str) -> Outcome<String> {
    let mut out = String::with_capacity(content.len());
    let mut at = 0;
    loop {
        let error = match std::str::from_utf8(&content[at..]) {
            Ok(text) => {
                out.push_str(text);
                return Ok(out);
            }
            Err(error) => error,
        };
        let valid = &content[at..at + error.valid_up_to()];
        out.push_str(std::str::from_utf8(valid).expect("valid_up_to ends what is UTF-8"));
        at += error.valid_up_to();
        if errors == "surrogatepass"
            && let Some(code) = surrogate_at(&content[at..])
        {
            out.push(string::character(code).expect("the caller has found a surrogate"));
            at += 3;
            continue;
        }
        let (length, reason) = match error.error_len() {
            None => (content.len() - at, "unexpected end of data"),
            Some(_) if !matches!(content[at], 0xc2..=0xf4) => (1, "invalid start byte"),
            Some(length) => (length, "invalid continuation byte"),
        };
        let error = codec_errors::DecodeError {
            encoding: "utf-8",
            content,
            start: at,
            end: at + length,
            reason,
        };
        replace_bytes(thread, errors, &error, &mut out)?;
        at += length;
    }
}

/// The surrogate that three bytes stand for.
fn surrogate_at(content: &[u8]) -> Option<u32> {
    match content {
        [0xed, second @ 0xa0..=0xbf, third @ 0x80..=0xbf, ..] => {
            Some(0xd000 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f))
        }
        _ => None,
    }
}

fn decode_ascii(thread: &Thread, content: &[u8], errors: &str) -> Outcome<String> {
    let mut out = String::with_capacity(content.len());
    for (place, byte) in content.iter().enumerate() {
        if byte.is_ascii() {
            out.push(char::from(*byte));
            continue;
        }
        let error = codec_errors::DecodeError {
            encoding: "ascii",
            content,
            start: place,
            end: place + 1,
            reason: "ordinal not in range(128)",
        };
        replace_bytes(thread, errors, &error, &mut out)?;
    }
    Ok(out)
}

fn unit(content: &[u8], order: Order) -> u32 {
    let join = |unit: u32, byte: &u8| unit << 8 | u32::from(*byte);
    match order {
        Order::Big => content.iter().fold(0, join),
        Order::Little => content.iter().rev().fold(0, join),
    }
}

fn decode_wide(
    thread: &Thread,
    content: &[u8],
    errors: &str,
    size: usize,
    order: Option<Order>,
) -> Outcome<String> {
    let (mut at, mut used) = (0, order.unwrap_or(Order::Little));
    if order.is_none() && content.len() >= size {
        for tried in [Order::Little, Order::Big] {
            if unit(&content[..size], tried) == 0xfeff {
                (at, used) = (size, tried);
            }
        }
    }
    let encoding = Encoding::Wide(size, Some(used)).name();
    let mut out = String::with_capacity(content.len() / size);
    while at < content.len() {
        let (end, reason) = match wide_character(&content[at..], size, used, errors) {
            Ok((character, width)) => {
                out.push(character);
                at += width;
                continue;
            }
            Err((width, reason)) => (at + width, reason),
        };
        let error = codec_errors::DecodeError {
            encoding,
            content,
            start: at,
            end,
            reason,
        };
        replace_bytes(thread, errors, &error, &mut out)?;
        at = end;
    }
    Ok(out)
}

/// The first character of UTF-16 or UTF-32 and its width in bytes; or the width of bytes that are
/// no character, and the reason.
fn wide_character(
    content: &[u8],
    size: usize,
    order: Order,
    errors: &str,
) -> Result<(char, usize), (usize, &'static str)> {
    let Some(first) = content.get(..size) else {
        return Err((content.len(), "truncated data"));
    };
    let code = unit(first, order);
    let pass = |code: u32| {
        (errors == "surrogatepass").then(|| {
            (
                string::character(code).expect("the caller has found a surrogate"),
                size,
            )
        })
    };
    if size == 4 {
        return match char::from_u32(code) {
            Some(character) => Ok((character, 4)),
            None if code < 0x11_0000 => {
                let reason = "code point in surrogate code point range(0xd800, 0xe000)";
                pass(code).ok_or((4, reason))
            }
            None => Err((4, "code point not in range(0x110000)")),
        };
    }
    match code {
        0xd800..0xdc00 => match content.get(2..4).map(|second| unit(second, order)) {
            None => pass(code)
                .filter(|_| content.len() == 2)
                .ok_or((content.len(), "unexpected end of data")),
            Some(second @ 0xdc00..0xe000) => {
                let whole = 0x1_0000 + ((code - 0xd800) << 10) + (second - 0xdc00);
                Ok((
                    char::from_u32(whole).expect("a pair of surrogates gives a character"),
                    4,
                ))
            }
            Some(_) => pass(code).ok_or((2, "illegal UTF-16 surrogate")),
        },
        0xdc00..0xe000 => pass(code).ok_or((2, "illegal encoding")),
        _ => Ok((
            char::from_u32(code).expect("what is no surrogate and below 0x110000 is a character"),
            2,
        )),
    }
}

/// Calls a function of the library's registry of codecs with the object that is encoded or decoded.
fn ask(
    thread: &mut Thread,
    function: &str,
    what: Root,
    encoding: &str,
    errors: &str,
) -> Outcome<Root> {
    let encoding = thread.root(string::new(thread, encoding)?);
    let errors = thread.root(string::new(thread, errors)?);
    upcalls::call_python(thread, "_codecs", function, &[what, encoding, errors])
}

/// Refuses what cannot be the name of an encoding or of a handler: CPython hands it to C.
///
/// # Errors
/// `UnicodeEncodeError` of a surrogate, `ValueError` of a null character.
fn check_name(thread: &Thread, name: &str) -> Outcome<()> {
    if name.bytes().all(|byte| byte != 0 && byte.is_ascii()) {
        return Ok(());
    }
    encode(thread, name, "utf-8", "strict")?;
    match name.contains('\0') {
        true => Err(host::value_error(thread, "embedded null character")),
        false => Ok(()),
    }
}

/// A text as a `bytes` object, also by codecs and handlers of errors that the program knows.
///
/// # Errors
/// As [`encode`]; any exception of the program.
pub fn encode_asking(
    thread: &mut Thread,
    text: Root,
    encoding: &str,
    errors: &str,
) -> Outcome<Root> {
    check_name(thread, encoding)?;
    check_name(thread, errors)?;
    if Encoding::find(encoding).is_none() {
        return ask(thread, "_encode_text", text, encoding, errors);
    }
    let is_known = codec_errors::is_known(errors);
    let handling = if is_known { errors } else { "strict" };
    let content = string::as_text(thread, thread.get(text)).expect("each caller passes a str");
    match encode(thread, content, encoding, handling) {
        Err(Unwind::Raise) if !is_known && take_exception(thread, UNICODE_ENCODE_ERROR) => {
            ask(thread, "_encode_asking", text, encoding, errors)
        }
        made => {
            let made = bytes::new(thread, &made?)?;
            Ok(thread.root(made))
        }
    }
}

/// The text of source in an encoding that the program knows.
///
/// # Errors
/// `SyntaxError`; any exception of the program.
pub fn decode_source(thread: &mut Thread, source: Root, encoding: &str) -> Outcome<Root> {
    ask(thread, "_decode_source", source, encoding, "strict")
}

/// The text of a bytes-like object, also by codecs and handlers of errors that the program knows.
///
/// # Errors
/// As [`decode`]; any exception of the program.
pub fn decode_asking(
    thread: &mut Thread,
    source: Root,
    encoding: &str,
    errors: &str,
) -> Outcome<Root> {
    check_name(thread, encoding)?;
    check_name(thread, errors)?;
    let content = buffer::required(thread, thread.get(source))?;
    if content.is_empty() {
        // Nothing is decoded: no codec is looked for.
        let text = string::new(thread, "")?;
        return Ok(thread.root(text));
    }
    drop(content);
    if Encoding::find(encoding).is_none() {
        return ask(thread, "_decode_text", source, encoding, errors);
    }
    let is_known = codec_errors::is_known(errors);
    let handling = if is_known { errors } else { "strict" };
    let made = {
        let content = buffer::required(thread, thread.get(source))?;
        decode(thread, &content, encoding, handling).map(|text| thread.root(text))
    };
    match made {
        Err(Unwind::Raise) if !is_known && take_exception(thread, UNICODE_DECODE_ERROR) => {
            ask(thread, "_decode_asking", source, encoding, errors)
        }
        made => made,
    }
}
