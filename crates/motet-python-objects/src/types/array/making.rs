//! The constructor of `array.array`, and the bytes of many values at once.

use super::{Kind, Packed, as_array, convert, copied};
use crate::model::exception_classes::DEPRECATION_WARNING;
use crate::model::upcalls;
use crate::types::prelude::*;
use crate::types::protocol::iterate;
use crate::types::{buffer, string};

const BAD_CODE: &str = "bad typecode (must be b, B, u, w, h, H, i, I, l, L, q, Q, f or d)";

/// Whether items of a code are characters.
pub(super) fn is_text(code: char) -> bool {
    matches!(code, 'u' | 'w')
}

/// The code that argument 1 is.
fn code_argument(thread: &Thread, arguments: Arguments) -> Outcome<char> {
    let given = arguments.get(thread, 1);
    let wrong = match string::as_text(thread, given) {
        Some(text) => {
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(code), None) => return Ok(code),
                _ => format!("a string of length {}", text.chars().count()),
            }
        }
        None => type_name(thread, given),
    };
    let message = format!("array() argument 1 must be a unicode character, not {wrong}");
    Err(type_error(thread, message))
}

/// Refuses texts for numbers.
fn check_source(thread: &Thread, code: char, source: Value<'_>) -> Outcome<()> {
    let what = match as_array(thread, source) {
        _ if is_text(code) => return Ok(()),
        Some(array) if is_text(super::code(thread, array)) => "a unicode array",
        None if string::as_string(thread, source).is_some() => "a str",
        _ => return Ok(()),
    };
    let message = format!("cannot use {what} to initialize an array with typecode '{code}'");
    Err(type_error(thread, message))
}

pub(super) fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = arguments.len() - 1;
    let limit = match given {
        0 => "at least 1 argument",
        1 | 2 => "",
        _ => "at most 2 arguments",
    };
    if !limit.is_empty() {
        let message = format!("array() takes {limit} ({given} given)");
        return Err(type_error(thread, message));
    }
    let code = code_argument(thread, arguments)?;
    if code == 'u' {
        let message = "The 'u' type code is deprecated and will be removed in Python 3.16";
        upcalls::warn(thread, DEPRECATION_WARNING, message)?;
    }
    let mut packed = Packed::default();
    if let Some(source) = arguments.optional(thread, 2) {
        check_source(thread, code, source)?;
        let source = thread.root(source);
        if Kind::of(code).is_none() {
            iterate::iter(thread, source)?;
            return Err(value_error(thread, BAD_CODE));
        }
        if let Some(copy) = copy_of(thread, code, thread.get(source))? {
            let copy = thread.root(copy);
            return Ok(thread.get(copy));
        }
        collect(thread, code, source, &mut packed)?;
    } else if Kind::of(code).is_none() {
        return Err(value_error(thread, BAD_CODE));
    }
    super::new(thread, code, &packed.0)
}

/// A copy of an array of the same code, or an array of the bytes of a bytes object.
fn copy_of<'a>(thread: &'a Thread, code: char, source: Value<'a>) -> Outcome<Option<Value<'a>>> {
    if let Some(array) = as_array(thread, source) {
        let is_alike = super::code(thread, array) == code;
        return is_alike.then(|| copied(thread, array)).transpose();
    }
    let is_bytes = matches!(
        kind(thread, plain(thread, source)),
        CLASS_BYTES | CLASS_BYTEARRAY
    );
    let content = buffer::content(thread, source).filter(|_| is_bytes);
    let Some(content) = content else {
        return Ok(None);
    };
    let kind = Kind::known(code);
    check_whole(thread, kind, &content)?;
    super::new(thread, code, &content).map(Some)
}

pub(super) fn check_whole(thread: &Thread, kind: Kind, content: &[u8]) -> Outcome<()> {
    if (content.len() as u64).is_multiple_of(kind.size()) {
        return Ok(());
    }
    let message = "bytes length not a multiple of item size";
    Err(value_error(thread, message))
}

/// Packs the items of a container that the built-in types know, up to the first that must be asked:
/// those that are left; `None` if the container must be asked itself.
pub(super) fn pack_known(
    thread: &Thread,
    kind: Kind,
    source: Value<'_>,
    packed: &mut Packed,
) -> Option<Vec<Root>> {
    let values = iterate::values_leaf(thread, plain_array(thread, source))?;
    packed.0.reserve(values.len() * kind.size() as usize);
    for (done, value) in values.iter().enumerate() {
        let Some(bits) = kind.pack(thread, *value) else {
            let left = &values[done..];
            return Some(left.iter().map(|value| thread.root(*value)).collect());
        };
        packed.push(kind, bits);
    }
    Some(Vec::new())
}

/// The array inside of an instance of a class below, whose items are taken as they are.
fn plain_array<'a>(thread: &'a Thread, value: Value<'a>) -> Value<'a> {
    as_array(thread, value).map_or(value, Object::value)
}

/// Packs all items of an iterable.
pub(super) fn collect(
    thread: &mut Thread,
    code: char,
    source: Root,
    packed: &mut Packed,
) -> Outcome<()> {
    let kind = Kind::known(code);
    let known = pack_known(thread, kind, thread.get(source), packed);
    let Some(left) = known else {
        return iterate::for_each(thread, source, |thread, value| {
            packed.push(kind, convert::packed(thread, code, value)?);
            Ok(true)
        });
    };
    for value in left {
        packed.push(kind, convert::packed(thread, code, value)?);
    }
    Ok(())
}
