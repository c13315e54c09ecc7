//! Built-in functions that turn one value into another: `abs`, `hex`, `repr`, `round` …

use motet_python_objects::types::buffer;
use motet_python_objects::types::bytes;
use motet_python_objects::types::{calendar, decimal};
use num_bigint::BigInt;
use num_traits::Signed;

use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome, Special};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::operator::Operator;
use motet_python_objects::types::protocol::{arithmetic, hash as hashes, item, repr as reprs};
use motet_python_objects::types::tables::{check_keywords, parameter};
use motet_python_objects::types::{
    format_spec, int, native_shortcut as quick, number, string, text_shortcuts,
};

/// `abs` of a number at hand.
fn quick_abs<'a>(_: &'a Thread, [number, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    match number.as_float() {
        Some(number) => Value::from_float(number.abs()),
        None => Value::from_integer(number.as_integer()?.checked_abs()?),
    }
}

fn abs<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let kind = kind(thread, arguments.get(thread, 0));
    if matches!(kind, CLASS_INT | CLASS_BOOL | CLASS_FLOAT | CLASS_COMPLEX) {
        let result = number::absolute(thread, arguments.get(thread, 0))?;
        return Ok(result.expect("classify has found a number"));
    }
    if let Some(made) = decimal::absolute(thread, arguments.get(thread, 0))? {
        let made = thread.root(made);
        return Ok(thread.get(made));
    }
    let value = thread.root(arguments.get(thread, 0));
    if let Some(result) = thread.call_special(value, "__abs__", &[])? {
        return Ok(thread.get(result));
    }
    let name = type_name(thread, thread.get(value));
    Err(type_error(
        thread,
        format!("bad operand type for abs(): '{name}'"),
    ))
}

fn round<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "round", &["number", "ndigits"])?;
    let Some(value) = parameter(thread, arguments, 0, "number") else {
        let message = "round() missing required argument 'number' (pos 1)";
        return Err(type_error(thread, message));
    };
    let places = parameter(thread, arguments, 1, "ndigits").unwrap_or(NONE);
    if let Some(rounded) = decimal::round(thread, value, places)? {
        let rounded = thread.root(rounded);
        return Ok(thread.get(rounded));
    }
    let value = thread.root(value);
    let digits = parameter(thread, arguments, 1, "ndigits").filter(|digits| *digits != NONE);
    let digits = digits.map(|digits| thread.root(digits));
    if number::classify(thread, thread.get(value)).is_some() {
        let digits = match digits {
            Some(digits) => {
                let index = item::index(thread, digits)?;
                Some(
                    int::to_i64_clamped(thread, thread.get(index))
                        .expect("item::index gives nothing but an int"),
                )
            }
            None => None,
        };
        let result = number::round(thread, thread.get(value), digits)?;
        return Ok(result.expect("classify has found a number"));
    }
    let others: Vec<Root> = digits.into_iter().collect();
    if let Some(result) = thread.call_special(value, "__round__", &others)? {
        return Ok(thread.get(result));
    }
    let name = type_name(thread, thread.get(value));
    Err(type_error(
        thread,
        format!("type {name} doesn't define __round__ method"),
    ))
}

fn divmod<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (first, second) = (arguments.get(thread, 0), arguments.get(thread, 1));
    if let Some(pair) = number::divmod(thread, first, second)? {
        let pair = thread.root(pair);
        return Ok(thread.get(pair));
    }
    let (a, b) = (thread.root(first), thread.root(second));
    let result = arithmetic::binary(thread, Operator::DivMod, a, b)?;
    Ok(thread.get(result))
}

/// The power by the `__pow__` of a program's own class with three arguments, or by the `__rpow__`
/// of the second argument's class, which is asked first if that class is below the first's and has
/// another method. Two arguments of one class are left to its `__pow__`.
fn own_power(
    thread: &mut Thread,
    base: Root,
    exponent: Root,
    modulus: Root,
) -> Outcome<Option<Root>> {
    let mut asked = [
        (base, "__pow__", [exponent, modulus]),
        (exponent, "__rpow__", [base, modulus]),
    ];
    let [left, right] = [base, exponent].map(|root| thread.class_of(thread.get(root)));
    if left != right && thread.is_subclass(right, left) {
        let method = |class| {
            let found = thread.look_up(class, thread.known_symbol("__rpow__")?)?;
            Some(found.value)
        };
        if method(left) != method(right) {
            asked.reverse();
        }
    }
    let count = if left == right { 1 } else { asked.len() };
    for (receiver, method, given) in asked.into_iter().take(count) {
        let class = thread.class_of(thread.get(receiver));
        let name = thread.known_symbol(method);
        let found = name.and_then(|name| thread.look_up(class, name));
        if found.is_none_or(|found| found.class < CLASS_USER_FIRST) {
            continue;
        }
        let result = thread.call_special(receiver, method, &given)?;
        if result.is_some_and(|result| thread.get(result) != NOT_IMPLEMENTED) {
            return Ok(result);
        }
    }
    Ok(None)
}

fn pow<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "pow", &["base", "exp", "mod"])?;
    let argument = |index, name| parameter(thread, arguments, index, name);
    let (Some(base), Some(exponent)) = (argument(0, "base"), argument(1, "exp")) else {
        return Err(type_error(
            thread,
            "pow() missing required argument 'exp' (pos 2)",
        ));
    };
    match argument(2, "mod").filter(|modulus| *modulus != NONE) {
        Some(modulus) => {
            let [base, exponent, modulus] =
                [base, exponent, modulus].map(|value| thread.root(value));
            if let Some(result) = own_power(thread, base, exponent, modulus)? {
                return Ok(thread.get(result));
            }
            let [base, exponent, modulus] = [base, exponent, modulus].map(|root| thread.get(root));
            let result = arithmetic::power_modulo(thread, base, exponent, modulus)?;
            let result = thread.root(result);
            Ok(thread.get(result))
        }
        None => {
            let (base, exponent) = (thread.root(base), thread.root(exponent));
            let result = arithmetic::binary(thread, Operator::Power, base, exponent)?;
            Ok(thread.get(result))
        }
    }
}

fn quick_hash<'a>(thread: &'a Thread, [value, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let known = || calendar::hash(thread, value.as_object()?);
    let hash = hashes::hash_plain(thread, value).or_else(known)?;
    Some(int::from_i64(thread, hash))
}

fn hash<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let hash = hashes::hash(thread, value)?;
    Ok(int::from_i64(thread, hash))
}

fn id(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = arguments.get(thread, 0);
    if let Some(number) = value.as_integer() {
        return identity_of_integer(thread, number);
    }
    let identity = match value.as_object() {
        Some(object) => thread.identity(object),
        // The word of a float or of a constant ends with the bits 11 or 101; objects begin at even
        // places.
        None => value.word().0,
    };
    Ok(int::from_u64(thread, identity))
}

/// The identity of an integer that is no object: it ends with the bits 001, as no other does.
fn identity_of_integer(thread: &Thread, number: i64) -> Outcome<Value<'_>> {
    const BITS: u32 = 3;
    let without_sign = ((number << 1) ^ (number >> 63)) as u64;
    match without_sign.leading_zeros() >= BITS {
        true => Ok(int::from_u64(thread, without_sign << BITS | 1)),
        false => int::from_big(thread, &((BigInt::from(without_sign) << BITS) + 1)),
    }
}

fn in_base<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    prefix: &str,
    base: u32,
) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let index = item::index(thread, value)?;
    let number =
        int::to_big(thread, thread.get(index)).expect("item::index gives nothing but an int");
    let sign = if number.is_negative() { "-" } else { "" };
    let digits = number.magnitude().to_str_radix(base);
    string::new(thread, &format!("{sign}{prefix}{digits}"))
}

fn hex<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    in_base(thread, arguments, "0x", 16)
}

fn oct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    in_base(thread, arguments, "0o", 8)
}

fn bin<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    in_base(thread, arguments, "0b", 2)
}

fn chr<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let index = item::index(thread, value)?;
    let code = int::to_i64(thread, thread.get(index)).and_then(|code| u32::try_from(code).ok());
    match code.and_then(string::character) {
        Some(character) => string::from_char(thread, character),
        None => Err(value_error(thread, "chr() arg not in range(0x110000)")),
    }
}

fn ord(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = arguments.get(thread, 0);
    let length = if let Some(text) = string::as_text(thread, value) {
        let mut characters = text.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            return Ok(int::from_i64(thread, i64::from(string::code(character))));
        }
        text.chars().count() as u64
    } else if let Some(object) = bytes::as_bytes(thread, value) {
        let length = bytes::length(thread, object);
        if length == 1 {
            return bytes::index(thread, object, 0);
        }
        length
    } else if kind(thread, value) == CLASS_BYTEARRAY
        && let Some(content) = buffer::content(thread, value)
    {
        if let [byte] = content[..] {
            return Ok(Value::from_small(i32::from(byte)));
        }
        content.len() as u64
    } else {
        let name = type_name(thread, value);
        let message = format!("ord() expected string of length 1, but {name} found");
        return Err(type_error(thread, message));
    };
    let message = format!("ord() expected a character, but string of length {length} found");
    Err(type_error(thread, message))
}

fn repr<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let text = reprs::repr(thread, value)?;
    Ok(thread.get(text))
}

fn ascii<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let text = reprs::ascii(thread, value)?;
    Ok(thread.get(text))
}

fn format<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let specification = match arguments.optional(thread, 1) {
        Some(specification) => specification,
        None => string::new(thread, "")?,
    };
    let specification = thread.root(specification);
    let text = format_spec::format(thread, value, specification)?;
    Ok(thread.get(text))
}

/// The functions of this module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("abs", 1, 1, abs)
        .with_quick(quick_abs)
        .asking(Special::Absolute),
    NativeFunction::calling("round", 0, 2, round).with_keywords(),
    NativeFunction::calling("divmod", 2, 2, divmod),
    NativeFunction::calling("pow", 0, 3, pow).with_keywords(),
    NativeFunction::calling("hash", 1, 1, hash)
        .with_quick(quick_hash)
        .asking(Special::Hash),
    NativeFunction::leaf("id", 1, 1, id),
    NativeFunction::calling("hex", 1, 1, hex).with_quick(text_shortcuts::hex_of_integer),
    NativeFunction::calling("oct", 1, 1, oct).with_quick(text_shortcuts::oct_of_integer),
    NativeFunction::calling("bin", 1, 1, bin).with_quick(text_shortcuts::bin_of_integer),
    NativeFunction::calling("chr", 1, 1, chr).with_quick(quick::character),
    NativeFunction::leaf("ord", 1, 1, ord).with_quick(quick::code),
    NativeFunction::calling("repr", 1, 1, repr).asking(Special::Text),
    NativeFunction::calling("ascii", 1, 1, ascii),
    NativeFunction::calling("format", 1, 2, format),
];
