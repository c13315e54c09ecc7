//! The bytes of values that are no plain numbers of the right size: a class is asked for its
//! number, or the value is refused.

use super::Kind;
use crate::model::surrogates;
use crate::types::prelude::*;
use crate::types::protocol::item;
use crate::types::{float, int, string};
use num_traits::Signed;

/// What is too large for C in itself, before the size of an item is looked at.
const NO_LONG: &str = "Python int too large to convert to C long";
const NO_LONG_LONG: &str = "int too big to convert";

/// The bytes of a value, as a number, for an array of a code.
///
/// # Errors
/// `TypeError`, `OverflowError`; any exception of `__index__` and `__float__`.
pub(super) fn packed(thread: &mut Thread, code: char, value: Root) -> Outcome<u64> {
    let kind = Kind::known(code);
    if let Some(bits) = kind.pack(thread, thread.get(value)) {
        return Ok(bits);
    }
    match kind {
        Kind::Double => Ok(float::convert(thread, value, "must be real number")?.to_bits()),
        Kind::Single => {
            // As C converts it: what is too large for a float is infinite.
            let number = float::convert(thread, value, "must be real number")? as f32;
            Ok(u64::from(number.to_bits()))
        }
        Kind::Character => character(thread, thread.get(value)),
        Kind::Signed(_) | Kind::Unsigned(_) => {
            let number = item::index(thread, value)?;
            integer(thread, code, thread.get(number))
        }
    }
}

fn character(thread: &Thread, value: Value<'_>) -> Outcome<u64> {
    let text = string::as_string(thread, value);
    let Some(text) = text else {
        let name = type_name(thread, value);
        let message = format!("array item must be a unicode character, not {name}");
        return Err(type_error(thread, message));
    };
    let length = string::length(thread, text);
    match string::text(thread, text).chars().next() {
        Some(character) if length == 1 => Ok(u64::from(surrogates::code(character))),
        _ => {
            let message =
                format!("array item must be a unicode character, not a string of length {length}");
            Err(type_error(thread, message))
        }
    }
}

/// The bytes of a whole number, or why it has none.
fn integer(thread: &Thread, code: char, value: Value<'_>) -> Outcome<u64> {
    let number = int::to_i128(thread, value);
    let is_negative = || match number {
        Some(number) => number < 0,
        None => int::to_big(thread, value).is_some_and(|big| big.is_negative()),
    };
    let word = number.and_then(|number| u64::try_from(number).ok());
    let long = number.and_then(|number| i64::try_from(number).ok());
    match code {
        'q' => long.map(|long| long as u64).ok_or(NO_LONG_LONG),
        'l' => long.map(|long| long as u64).ok_or(NO_LONG),
        'Q' if word.is_none() && is_negative() => Err("can't convert negative int to unsigned"),
        'Q' => word.ok_or(NO_LONG_LONG),
        'I' | 'L' if word.is_none() && is_negative() => {
            Err("can't convert negative value to unsigned int")
        }
        'I' | 'L' => match word {
            None => Err("Python int too large to convert to C unsigned long"),
            Some(word) if code == 'I' && word > u64::from(u32::MAX) => {
                Err("unsigned int is greater than maximum")
            }
            Some(word) => Ok(word),
        },
        _ => match long {
            None => Err(NO_LONG),
            Some(long) => return in_steps(thread, code, long),
        },
    }
    .map_err(|message| overflow_error(thread, message))
}

/// The bytes of a number of few bytes: CPython converts it to the type of C that a format of
/// arguments knows, and then to that of the items.
fn in_steps(thread: &Thread, code: char, number: i64) -> Outcome<u64> {
    const SHORT: (i64, i64, &str) = (i16::MIN as i64, i16::MAX as i64, "signed short integer");
    const INT: (i64, i64, &str) = (i32::MIN as i64, i32::MAX as i64, "signed integer");
    let steps = match code {
        'b' => [SHORT, (i8::MIN as i64, i8::MAX as i64, "signed char")],
        'B' => [(0, u8::MAX as i64, "unsigned byte integer"); 2],
        'h' => [SHORT; 2],
        'H' => [INT, (0, u16::MAX as i64, "unsigned short")],
        _ => [INT; 2],
    };
    for (least, most, name) in steps {
        let way = match number {
            _ if number < least => "less than minimum",
            _ if number > most => "greater than maximum",
            _ => continue,
        };
        return Err(overflow_error(thread, format!("{name} is {way}")));
    }
    Ok(number as u64)
}
