//! The treatment of characters that an encoding does not have and of bytes that stand for none: the
//! error handlers, and the exceptions of the strict one.

use crate::model::exception;
use crate::model::exception::{EXCEPTION_ARGS, EXCEPTION_FIELDS};
use crate::model::exception_classes::{
    LOOKUP_ERROR, UNICODE_DECODE_ERROR, UNICODE_ENCODE_ERROR, UNICODE_TRANSLATE_ERROR,
};
use crate::model::layouts::ClassNumber;
use crate::model::type_def::Property;
use crate::types::buffer;
use crate::types::prelude::*;
use crate::types::protocol::repr;
use crate::types::tuple;
use crate::types::{bytes, exception_fields, int, string};

/// Characters that do not fit an encoding.
pub struct EncodeError<'a> {
    /// The encoding, as errors name it.
    pub encoding: &'static str,
    /// The whole text.
    pub text: &'a str,
    /// Place of the first character that does not fit.
    pub start: usize,
    /// Place after the last of them.
    pub end: usize,
    /// Why.
    pub reason: &'static str,
}

/// Bytes that stand for no character.
pub struct DecodeError<'a> {
    /// The encoding, as errors name it.
    pub encoding: &'static str,
    /// All bytes.
    pub content: &'a [u8],
    /// Place of the first bad byte.
    pub start: usize,
    /// Place after the last of them.
    pub end: usize,
    /// Why.
    pub reason: &'static str,
}

/// A part of the replacement of characters that do not fit.
pub enum Handler {
    /// This byte.
    Byte(u8),
    /// This code point.
    Code(u32),
    /// This surrogate, as if it were a character.
    Surrogate(u32),
}

/// Raises `UnicodeEncodeError`.
#[cold]
pub fn raise_encode(thread: &Thread, error: &EncodeError<'_>) -> Unwind {
    let text = |text: &str| string::new(thread, text);
    let parts = || -> Outcome<[Value<'_>; 5]> {
        Ok([
            text(error.encoding)?,
            text(error.text)?,
            int::from_length(error.start as u64),
            int::from_length(error.end as u64),
            text(error.reason)?,
        ])
    };
    match parts() {
        Ok(parts) => {
            let made = exception::new(thread, UNICODE_ENCODE_ERROR, &parts);
            thread.raise_value(made)
        }
        Err(unwind) => unwind,
    }
}

/// Raises `UnicodeDecodeError`.
#[cold]
pub fn raise_decode(thread: &Thread, error: &DecodeError<'_>) -> Unwind {
    let parts = || -> Outcome<[Value<'_>; 5]> {
        Ok([
            string::new(thread, error.encoding)?,
            bytes::new(thread, error.content)?,
            int::from_length(error.start as u64),
            int::from_length(error.end as u64),
            string::new(thread, error.reason)?,
        ])
    };
    match parts() {
        Ok(parts) => {
            let made = exception::new(thread, UNICODE_DECODE_ERROR, &parts);
            thread.raise_value(made)
        }
        Err(unwind) => unwind,
    }
}

#[cold]
fn unknown_handler(thread: &Thread, name: &str) -> Unwind {
    thread.raise(LOOKUP_ERROR, format!("unknown error handler name '{name}'"))
}

/// Whether a handler is one of those that need no registry.
pub fn is_known(name: &str) -> bool {
    matches!(
        name,
        "strict"
            | "ignore"
            | "replace"
            | "backslashreplace"
            | "xmlcharrefreplace"
            | "namereplace"
            | "surrogateescape"
            | "surrogatepass"
    )
}

/// The replacement of characters that do not fit.
///
/// # Errors
/// `UnicodeEncodeError`; `LookupError` for a handler that is not known.
pub fn encode_replacement(
    thread: &Thread,
    errors: &str,
    bad: &[u32],
    error: &EncodeError<'_>,
) -> Outcome<Vec<Handler>> {
    let texts = |show: fn(u32) -> String| -> Vec<Handler> {
        bad.iter()
            .flat_map(|code| show(*code).chars().collect::<Vec<char>>())
            .map(|character| Handler::Code(u32::from(character)))
            .collect()
    };
    Ok(match errors {
        "strict" => return Err(raise_encode(thread, error)),
        "ignore" => Vec::new(),
        "replace" => bad.iter().map(|_| Handler::Code(u32::from('?'))).collect(),
        "backslashreplace" => texts(string::escape),
        "xmlcharrefreplace" => texts(|code| format!("&#{code};")),
        "namereplace" => texts(|code| {
            let name = char::from_u32(code).and_then(rustpython_unicode::character_name);
            name.map_or_else(|| string::escape(code), |name| format!("\\N{{{name}}}"))
        }),
        "surrogateescape" => return escape_surrogates(thread, bad, error),
        "surrogatepass" if bad.iter().all(|code| (0xd800..0xe000).contains(code)) => {
            bad.iter().map(|code| Handler::Surrogate(*code)).collect()
        }
        "surrogatepass" => return Err(raise_encode(thread, error)),
        other => return Err(unknown_handler(thread, other)),
    })
}

/// The bytes that surrogates stand for.
///
/// # Errors
/// `UnicodeEncodeError` of the rest from the first on that stands for none.
fn escape_surrogates(
    thread: &Thread,
    bad: &[u32],
    error: &EncodeError<'_>,
) -> Outcome<Vec<Handler>> {
    let bytes = bad.iter().map_while(|code| match code {
        0xdc80..0xdd00 => Some(Handler::Byte((code - 0xdc00) as u8)),
        _ => None,
    });
    let bytes: Vec<Handler> = bytes.collect();
    if bytes.len() == bad.len() {
        return Ok(bytes);
    }
    let start = error.start + bytes.len();
    Err(raise_encode(thread, &EncodeError { start, ..*error }))
}

/// The replacement of bytes that do not decode.
///
/// # Errors
/// `UnicodeDecodeError`; `LookupError` for a handler that is not known.
pub fn decode_replacement(
    thread: &Thread,
    errors: &str,
    error: &DecodeError<'_>,
) -> Outcome<String> {
    let bad = &error.content[error.start..error.end];
    match errors {
        "ignore" => Ok(String::new()),
        "replace" => Ok("\u{fffd}".to_string()),
        "backslashreplace" => Ok(bad.iter().map(|byte| format!("\\x{byte:02x}")).collect()),
        "surrogateescape" if bad.iter().all(|byte| *byte >= 0x80) => Ok(bad
            .iter()
            .map(|byte| {
                string::character(0xdc00 + u32::from(*byte))
                    .expect("a surrogate and a byte give a surrogate")
            })
            .collect()),
        "strict" | "surrogateescape" | "surrogatepass" => Err(raise_decode(thread, error)),
        other => Err(unknown_handler(thread, other)),
    }
}

/// A part of a Unicode error; `None` if it has none of that name.
fn part(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<Option<Root>> {
    let exception = receiver(thread, arguments)?;
    let found = exception_fields::get(thread, exception, name);
    Ok(found.map(|part| thread.root(part)))
}

fn receiver<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
    exception::as_exception(thread, arguments.get(thread, 0))
        .ok_or_else(|| type_error(thread, "an exception is needed"))
}

const PARTS: [&str; 5] = ["encoding", "object", "start", "end", "reason"];

/// What a part of a Unicode error of a class has to be; `None` if the value is that.
fn refused(
    thread: &Thread,
    class: ClassNumber,
    name: &str,
    value: Value<'_>,
) -> Option<&'static str> {
    let is_right = match name {
        "start" | "end" => return int::to_i64(thread, value).is_none().then_some("int"),
        "object" if thread.is_subclass(class, UNICODE_DECODE_ERROR) => {
            return buffer::content(thread, value).is_none().then_some("bytes");
        }
        _ => string::as_text(thread, value).is_some(),
    };
    (!is_right).then_some("str")
}

/// Sets a part, only places to what they have to be; without a value it is None, but for places.
fn set_part<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Value<'a>> {
    let exception = receiver(thread, arguments)?;
    let value = match arguments.optional(thread, 1) {
        Some(value) => value,
        None if matches!(name, "start" | "end") => {
            return Err(type_error(thread, "can't delete numeric/char attribute"));
        }
        None => NONE,
    };
    let class = thread.class_of_object(exception);
    if matches!(name, "start" | "end") && refused(thread, class, name, value).is_some() {
        return Err(type_error(thread, "an integer is required"));
    }
    exception_fields::set(thread, exception, name, value)?;
    Ok(NONE)
}

macro_rules! properties {
    ($($get:ident $set:ident $name:literal;)*) => {
        $(fn $get<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
            let part = part(thread, arguments, $name)?;
            Ok(part.map_or(NONE, |part| thread.get(part)))
        }
        fn $set<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
            set_part(thread, arguments, $name)
        })*
        /// Attributes of the three Unicode errors.
        pub const PROPERTIES: &[Property] = &[$(Property {
            get: NativeFunction::calling($name, 1, 1, $get),
            set: NativeFunction::leaf($name, 1, 2, $set),
        }),*];
    };
}

properties! {
    encoding set_encoding "encoding";
    object set_object "object";
    start set_start "start";
    end set_end "end";
    reason set_reason "reason";
}

/// `__init__`: the parts, each of its type.
fn init<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let exception = receiver(thread, arguments)?;
    let class = thread.class_of_object(exception);
    let is_translation = thread.is_subclass(class, UNICODE_TRANSLATE_ERROR);
    let names = if is_translation {
        &PARTS[1..]
    } else {
        &PARTS[..]
    };
    let given: Vec<Value<'_>> = (1..arguments.len())
        .map(|index| arguments.get(thread, index))
        .collect();
    if given.len() != names.len() {
        let (wanted, count) = (names.len(), given.len());
        let message = format!("function takes exactly {wanted} arguments ({count} given)");
        return Err(type_error(thread, &message));
    }
    for (place, (name, value)) in names.iter().zip(&given).enumerate() {
        let Some(wanted) = refused(thread, class, name, *value) else {
            continue;
        };
        let found = thread.type_name(*value);
        let message = match wanted {
            "str" if *value == NONE => format!("argument {} must be str, not None", place + 1),
            "str" => format!("argument {} must be str, not {found}", place + 1),
            "bytes" => format!("a bytes-like object is required, not '{found}'"),
            _ => format!("'{found}' object cannot be interpreted as an integer"),
        };
        return Err(type_error(thread, &message));
    }
    let all = tuple::from_values(thread, &given)?;
    let view = thread.write(exception)?;
    view.set(EXCEPTION_ARGS, all);
    view.set(EXCEPTION_FIELDS, NONE);
    Ok(NONE)
}

fn is_none(thread: &Thread, part: Option<Root>) -> bool {
    part.is_some_and(|part| thread.get(part) == NONE)
}

fn text_of(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let error = arguments.get(thread, 0);
    let exception = exception::as_exception(thread, error);
    let given = exception.map_or(0, |error| exception::arguments(thread, error).len());
    if !matches!(given, 4 | 5) {
        let parts = part_tuple(thread, arguments)?;
        let text = repr::str_of(thread, parts)?;
        return Ok(thread.get(text));
    }
    let mut roots = Vec::with_capacity(PARTS.len());
    for name in PARTS {
        roots.push(part(thread, arguments, name)?);
    }
    if is_none(thread, roots[1]) {
        return string::new(thread, "");
    }
    for index in [0, 4] {
        if let Some(part) = roots[index].filter(|part| !is_none(thread, Some(*part))) {
            roots[index] = Some(repr::str_of(thread, part)?);
        }
    }
    // The text of a part may have deleted the object.
    if is_none(thread, part(thread, arguments, "object")?) {
        return Err(type_error(
            thread,
            "UnicodeError 'object' attribute is not set",
        ));
    }
    let value = |index: usize| roots[index].map_or(NONE, |root| thread.get(root));
    let text = |index: usize| {
        string::as_text(thread, value(index))
            .unwrap_or("<NULL>")
            .to_string()
    };
    let place = |index: usize| int::to_i64(thread, value(index)).unwrap_or(0).max(0) as usize;
    let (start, end, reason) = (place(2), place(3), text(4));
    let one = end == start + 1;
    let many = format!("in position {start}-{}", end as i64 - 1);
    let source = value(1);
    let message = if let Some(content) = buffer::content(thread, source) {
        let encoding = text(0);
        match content.get(start).filter(|_| one) {
            Some(byte) => format!(
                "'{encoding}' codec can't decode byte 0x{byte:02x} in position {start}: {reason}"
            ),
            None => format!("'{encoding}' codec can't decode bytes {many}: {reason}"),
        }
    } else {
        let what = if given == 5 {
            format!("'{}' codec can't encode", text(0))
        } else {
            "can't translate".to_string()
        };
        let character = text(1).chars().nth(start).filter(|_| one);
        match character.map(string::code) {
            Some(code) => {
                let shown = string::escape(code);
                format!("{what} character '{shown}' in position {start}: {reason}")
            }
            None => format!("{what} characters {many}: {reason}"),
        }
    };
    string::new(thread, &message)
}

/// The arguments of an exception, or the only one.
fn part_tuple(thread: &Thread, arguments: Arguments) -> Outcome<Root> {
    let error = arguments.get(thread, 0);
    let Some(exception) = exception::as_exception(thread, error) else {
        return Err(type_error(thread, "an exception is needed"));
    };
    let parts = exception::arguments(thread, exception);
    let shown = match parts.as_slice() {
        [] => string::new(thread, "")?,
        [one] => *one,
        _ => tuple::from_values(thread, &parts)?,
    };
    Ok(thread.root(shown))
}

/// Methods of the three Unicode errors.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__init__", 1, u8::MAX, init),
    NativeFunction::calling("__str__", 1, 1, text_of),
];
