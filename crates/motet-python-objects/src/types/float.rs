//! Floats: immediate for most exponents, else boxed.

use crate::model::exception;
use crate::model::exception_classes;
use crate::model::type_def::TypeDef;
use crate::types::buffer;
use crate::types::decimal;
use crate::types::int;
use crate::types::int_methods;
use crate::types::number;
use crate::types::protocol::item;
use crate::types::protocol::repr;
use crate::types::special_methods::{
    BOOL, EQUALITY, HASH, NUMBER, NUMBER_OPERATORS, ORDER, POWER, TEXT,
};
use crate::types::string;
use crate::types::string_predicates;
use crate::types::tables;
use crate::types::tables::made_by_class;
use crate::types::tuple;
use crate::types::whole_methods;
use motet_tm::{Mutator, Pinned};
use num_traits::Zero;

use crate::types::prelude::*;
use crate::types::protocol::operator::{Comparison, Operator};

const BITS: u64 = 2;

/// The float of a number.
#[inline]
pub fn from_f64(thread: &Thread, number: f64) -> Value<'_> {
    match Value::from_float(number) {
        Some(value) => value,
        None => box_float(thread, number),
    }
}

fn box_float(thread: &Thread, number: f64) -> Value<'_> {
    if number.to_bits() == 0 {
        // Programs begin their sums and tables with it.
        return thread.machine().zero.value();
    }
    let box_ = thread
        .allocate_raw(LAYOUT_FLOAT, CLASS_FLOAT, 8)
        .expect("small objects lie in the reserve of the nursery");
    box_.set_raw(BITS, number.to_bits());
    box_.object().value()
}

/// The object of 0.0.
pub fn pin_zero(mutator: &Mutator) -> Pinned {
    mutator
        .allocate_pinned_raw(LAYOUT_FLOAT, CLASS_FLOAT, 8, |fresh| fresh.set_raw(BITS, 0))
        .expect("the zero is made first, in an empty heap")
}

/// `left operator right`, where that needs no more than the processor; `None` else.
#[cfg_attr(
    not(handlers),
    allow(dead_code, reason = "only the fast halves look here")
)]
#[inline]
pub fn simple_binary(operator: Operator, left: f64, right: f64) -> Option<f64> {
    match operator {
        Operator::Add => Some(left + right),
        Operator::Subtract => Some(left - right),
        Operator::Multiply => Some(left * right),
        Operator::TrueDivide if right != 0.0 => Some(left / right),
        _ => None,
    }
}

/// Whether `left comparison right`.
#[cfg_attr(
    not(handlers),
    allow(dead_code, reason = "only the fast halves look here")
)]
#[inline]
pub fn holds(comparison: Comparison, left: f64, right: f64) -> bool {
    match comparison {
        Comparison::Less => left < right,
        Comparison::LessEqual => left <= right,
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Greater => left > right,
        Comparison::GreaterEqual => left >= right,
    }
}

/// The number of a `float`, or of an instance of a class below it.
#[inline]
pub fn to_f64(thread: &Thread, value: Value<'_>) -> Option<f64> {
    exact_f64(thread, value).or_else(|| exact_f64(thread, plain(thread, value)))
}

/// The number of a value of `float` itself.
#[inline]
pub fn exact_f64(thread: &Thread, value: Value<'_>) -> Option<f64> {
    if let Some(number) = value.as_float() {
        return Some(number);
    }
    let object = exact(thread, value, CLASS_FLOAT)?;
    Some(f64::from_bits(thread.read_immutable(object).raw(BITS)))
}

/// `number * 2**exponent`.
pub fn scale(mut number: f64, mut exponent: i32) -> f64 {
    const STEP: i32 = 1000;
    while exponent > STEP && number.is_finite() {
        number *= 2f64.powi(STEP);
        exponent -= STEP;
    }
    while exponent < -STEP && number != 0.0 {
        number *= 2f64.powi(-STEP);
        exponent += STEP;
    }
    number * 2f64.powi(exponent.clamp(-STEP, STEP))
}

/// The shortest text that reads back as the number; of several, the one nearest to it.
pub fn repr(number: f64) -> String {
    if !number.is_finite() {
        let text = match number {
            f64::INFINITY => "inf",
            f64::NEG_INFINITY => "-inf",
            _ => "nan",
        };
        return text.to_owned();
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(number);
    // The library writes exponents with as few digits as they need, and begins with them later
    // than Python, which does below a ten-thousandth.
    if let [.., b'+' | b'-', digit] = text.as_bytes() {
        return format!("{}0{}", &text[..text.len() - 1], char::from(*digit));
    }
    match text.split_once("0.0000") {
        Some((sign @ ("" | "-"), behind)) if !behind.is_empty() => {
            let digits = behind.trim_start_matches('0');
            let exponent = 5 + behind.len() - digits.len();
            let (first, rest) = digits.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            format!("{sign}{first}{point}{rest}e-{exponent:02}")
        }
        _ => text.to_owned(),
    }
}

/// Reads the text of a float as `float(text)` does.
pub fn parse(text: &str) -> Option<f64> {
    let text = text.trim_matches(string::is_space_of_numbers);
    let bytes = text.as_bytes();
    let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    let mut plain = String::with_capacity(text.len());
    for (index, character) in text.char_indices() {
        if character == '_' {
            if index == 0 || !is_digit(index - 1) || !is_digit(index + 1) {
                return None;
            }
        } else {
            plain.push(string_predicates::in_ascii(character));
        }
    }
    // Rust reads the same forms as Python, except for the names of numbers that are not finite:
    // only these three.
    let magnitude = plain.trim_start_matches(['+', '-']).to_ascii_lowercase();
    let is_word = magnitude.starts_with(|character: char| character.is_ascii_alphabetic());
    if is_word && !matches!(magnitude.as_str(), "inf" | "infinity" | "nan") {
        return None;
    }
    plain.parse().ok()
}

/// The hash of a float: equal numbers have equal hashes, also across types.
pub fn hash(number: f64) -> i64 {
    if number.is_nan() {
        return 0;
    }
    if number.is_infinite() {
        return if number > 0.0 { 314_159 } else { -314_159 };
    }
    if number.fract() == 0.0 {
        return int::hash_big(&int::big_from_f64(number));
    }
    // mantissa * 2**exponent modulo 2**61 - 1: multiplying by 2 is a rotation of 61 bits.
    const BITS: i32 = 61;
    const MODULUS: u64 = (1 << BITS) - 1;
    let (mantissa, exponent) = decompose(number.abs());
    let turns = exponent.rem_euclid(BITS) as u32;
    let mantissa = mantissa % MODULUS;
    let turned = if turns == 0 {
        mantissa
    } else {
        ((mantissa << turns) & MODULUS) | (mantissa >> (BITS as u32 - turns))
    };
    let hash = (turned % MODULUS) as i64;
    let hash = if number < 0.0 { -hash } else { hash };
    if hash == -1 { -2 } else { hash }
}

/// A positive finite number as mantissa and power of two.
pub fn decompose(number: f64) -> (u64, i32) {
    let bits = number.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    if exponent == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, exponent - 1075)
    }
}

/// Python's `%`: the result has the sign of the divisor.
pub fn modulo(dividend: f64, divisor: f64) -> f64 {
    let rest = dividend % divisor;
    if rest == 0.0 {
        0f64.copysign(divisor)
    } else if (divisor < 0.0) != (rest < 0.0) {
        rest + divisor
    } else {
        rest
    }
}

/// Python's `//`: the floor of the exact quotient.
pub fn floor_divide(dividend: f64, divisor: f64) -> f64 {
    let rest = dividend % divisor;
    let mut quotient = (dividend - rest) / divisor;
    if rest != 0.0 && (divisor < 0.0) != (rest < 0.0) {
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return 0f64.copysign(dividend / divisor);
    }
    // The division may have rounded the whole number that it should be.
    let floor = quotient.floor();
    if quotient - floor > 0.5 {
        floor + 1.0
    } else {
        floor
    }
}

/// Python's `**`.
///
/// # Errors
/// `ZeroDivisionError`, `OverflowError`.
pub fn power(thread: &Thread, base: f64, exponent: f64) -> Outcome<f64> {
    if base == 0.0 && exponent < 0.0 && exponent.is_finite() {
        return Err(zero_division(thread, "zero to a negative power"));
    }
    let result = base.powf(exponent);
    if result.is_infinite() && base.is_finite() && exponent.is_finite() {
        return Err(out_of_range(thread));
    }
    Ok(result)
}

/// The error of a result that is too large: two arguments, as C's library reports it.
#[cold]
fn out_of_range(thread: &Thread) -> Unwind {
    let text = string::new(thread, "Numerical result out of range");
    match text {
        Ok(text) => {
            let arguments = [Value::from_small(34), text];
            let class = exception_classes::OVERFLOW_ERROR;
            thread.raise_value(exception::new(thread, class, &arguments))
        }
        Err(unwind) => unwind,
    }
}

/// Whether a power of real numbers is complex.
pub fn has_complex_power(base: f64, exponent: f64) -> bool {
    base < 0.0 && base.is_finite() && exponent.is_finite() && exponent.fract() != 0.0
}

/// `round(number, digits)`: correctly rounded, ties to even.
pub fn round(number: f64, digits: i64) -> f64 {
    if !number.is_finite() || number == 0.0 || digits > 323 {
        return number;
    }
    if digits >= 0 {
        // The formatter works on the exact decimal expansion, so it rounds only once.
        let text = format!("{number:.*}", digits as usize);
        return text
            .parse()
            .expect("the formatter writes what the parser reads");
    }
    if digits < -310 {
        return 0f64.copysign(number);
    }
    let whole = int::big_from_f64(number.trunc());
    let rounded = number::round_big(&whole, (-digits) as u32, number.fract() != 0.0);
    let result = int::big_to_f64(&rounded).unwrap_or(f64::INFINITY);
    if rounded.is_zero() {
        0f64.copysign(number)
    } else {
        result
    }
}

/// The number that a value stands for as an argument of `float()` and similar functions: a float,
/// an `int`, or the result of `__float__` or `__index__`.
///
/// # Errors
/// `TypeError` with `message` and the name of the type; any exception of the special methods.
pub fn convert(thread: &mut Thread, value: Root, message: &str) -> Outcome<f64> {
    if let Some(number) = to_f64(thread, thread.get(value)) {
        return Ok(number);
    }
    let number = if is_builtin(thread, thread.get(value)) {
        convert_leaf(thread, thread.get(value))?
    } else {
        asked(thread, value)?
    };
    if let Some(number) = number {
        return Ok(number);
    }
    let name = type_name(thread, thread.get(value));
    let quote = if message.starts_with("float()") {
        "'"
    } else {
        ""
    };
    Err(type_error(
        thread,
        format!("{message}, not {quote}{name}{quote}"),
    ))
}

/// The result of `__float__` or else `__index__` of an object of a program's class; `None` if it
/// has neither.
///
/// # Errors
/// `TypeError` if they return no such number; any exception of the calls.
pub fn asked(thread: &mut Thread, value: Root) -> Outcome<Option<f64>> {
    if let Some(number) = decimal::float(thread, thread.get(value)) {
        return Ok(Some(number));
    }
    if let Some(result) = thread.call_special(value, "__float__", &[])? {
        let owner = type_name(thread, thread.get(value));
        let name = type_name(thread, thread.get(result));
        let message = format!("{owner}.__float__ returned non-float (type {name})");
        let Some(number) = to_f64(thread, thread.get(result)) else {
            return Err(type_error(thread, message));
        };
        if exact_f64(thread, thread.get(result)).is_none() {
            int_methods::warn_of_subclass(thread, &message, "float")?;
        }
        return Ok(Some(number));
    }
    if !thread.has_special(thread.class_of(thread.get(value)), "__index__") {
        return Ok(None);
    }
    let index = item::index(thread, value)?;
    convert_leaf(thread, thread.get(index))
}

/// The number of a float or an `int`, as a float.
///
/// # Errors
/// `OverflowError` for an `int` that is too large.
pub fn convert_leaf(thread: &Thread, value: Value<'_>) -> Outcome<Option<f64>> {
    if let Some(number) = to_f64(thread, value) {
        return Ok(Some(number));
    }
    if let Some(small) = int::small(value) {
        return Ok(Some(small as f64));
    }
    match int::to_big(thread, value) {
        None => Ok(None),
        Some(big) => match int::big_to_f64(&big) {
            Some(number) => Ok(Some(number)),
            None => Err(overflow_error(thread, "int too large to convert to float")),
        },
    }
}

/// `float(x)`.
fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let thread: &mut Thread = thread;
    tables::refuse_subclass(thread, arguments, CLASS_FLOAT)?;
    let Some(value) = arguments.optional(thread, 1) else {
        return Ok(from_f64(thread, 0.0));
    };
    if !is_builtin(thread, value) {
        let root = thread.root(value);
        if let Some(number) = asked(thread, root)? {
            return Ok(from_f64(thread, number));
        }
    }
    let value = arguments.get(thread, 1);
    let text = string::as_text(thread, value).map(str::to_string);
    let text = text.or_else(|| {
        let content = buffer::content(thread, value)?;
        Some(string::number_text(&content))
    });
    if let Some(text) = text {
        if let Some(number) = parse(&text) {
            return Ok(from_f64(thread, number));
        }
        let source = thread.root(value);
        let shown = repr::repr_text(thread, source)?;
        let message = format!("could not convert string to float: {shown}");
        return Err(value_error(thread, message));
    }
    let root = thread.root(value);
    let message = "float() argument must be a string or a real number";
    let number = convert(thread, root, message)?;
    Ok(from_f64(thread, number))
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("float", 1, 2, construct).with_quick(quick_construct);

/// `float` of a number and of the text of one.
fn quick_construct<'a>(
    thread: &'a Thread,
    [class, source, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    if source == UNBOUND || thread.class_number_of(class) != Some(CLASS_FLOAT) {
        return None;
    }
    if exact_f64(thread, source).is_some() {
        return Some(source);
    }
    if let Some(small) = int::small(source) {
        return Some(from_f64(thread, small as f64));
    }
    let text = string::exact_string(thread, source)?;
    Some(from_f64(thread, parse(string::text(thread, text))?))
}

fn receiver(thread: &Thread, arguments: Arguments, method: &str) -> Outcome<f64> {
    let value = arguments.get(thread, 0);
    to_f64(thread, value).ok_or_else(|| tables::wrong_receiver(thread, "float", method, value))
}

fn is_integer(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "is_integer")?;
    Ok(boolean(number.is_finite() && number.fract() == 0.0))
}

fn trunc(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    int::from_f64(thread, receiver(thread, arguments, "__trunc__")?)
}

fn floor(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    int::from_f64(thread, receiver(thread, arguments, "__floor__")?.floor())
}

fn ceil(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    int::from_f64(thread, receiver(thread, arguments, "__ceil__")?.ceil())
}

fn float(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "__float__")?;
    Ok(arguments.get(thread, 0))
}

fn as_integer_ratio(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "as_integer_ratio")?;
    if number.is_nan() {
        return Err(value_error(thread, "cannot convert NaN to integer ratio"));
    }
    if number.is_infinite() {
        return Err(overflow_error(
            thread,
            "cannot convert Infinity to integer ratio",
        ));
    }
    let (mut mantissa, mut exponent) = decompose(number.abs());
    while mantissa != 0 && mantissa & 1 == 0 && exponent < 0 {
        mantissa >>= 1;
        exponent += 1;
    }
    let mut top = num_bigint::BigInt::from(mantissa);
    let mut bottom = num_bigint::BigInt::from(1);
    if mantissa == 0 {
        exponent = 0;
    }
    if exponent >= 0 {
        top <<= exponent as u32;
    } else {
        bottom <<= (-exponent) as u32;
    }
    let top = int::from_big(thread, &if number < 0.0 { -top } else { top })?;
    let bottom = int::from_big(thread, &bottom)?;
    tuple::from_values(thread, &[top, bottom])
}

fn hex_text(number: f64) -> String {
    if !number.is_finite() {
        return repr(number);
    }
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if number == 0.0 {
        return format!("{sign}0x0.0p+0");
    }
    let bits = number.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let (lead, exponent) = if exponent == 0 {
        (0, -1022)
    } else {
        (1, exponent - 1023)
    };
    format!("{sign}0x{lead}.{fraction:013x}p{exponent:+}")
}

fn hex(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "hex")?;
    string::new(thread, &hex_text(number))
}

/// The number of a hexadecimal text; the inner error: it is too large.
fn parse_hex(text: &str) -> Option<Result<f64, ()>> {
    let text = text.trim_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r']);
    let (negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let signed = |number: f64| Some(Ok(if negative { -number } else { number }));
    let lower = rest.to_ascii_lowercase();
    match lower.as_str() {
        "inf" | "infinity" => return signed(f64::INFINITY),
        "nan" => return signed(f64::NAN),
        _ => {}
    }
    let digits = lower.strip_prefix("0x").unwrap_or(&lower);
    let (digits, exponent) = match digits.split_once('p') {
        Some((digits, exponent)) => (digits, exponent.parse::<i64>().ok()?),
        None => (digits, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if all.is_empty() || !all.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mantissa = num_bigint::BigInt::parse_bytes(all.as_bytes(), 16)?;
    if mantissa.is_zero() {
        return signed(0.0);
    }
    let exponent = exponent.saturating_sub(4 * fraction.len() as i64);
    let top = exponent.saturating_add(mantissa.bits() as i64);
    if top > 1024 {
        return Some(Err(()));
    }
    if top < -1080 {
        return signed(0.0);
    }
    let number = if exponent >= 0 {
        int::big_to_f64(&(mantissa << exponent as u64))
    } else {
        let bottom = num_bigint::BigInt::from(1) << (-exponent) as u64;
        int::true_divide(&mantissa, &bottom)
    };
    match number {
        Some(number) => signed(number),
        None => Some(Err(())),
    }
}

/// `float.__getformat__`: how C's `double` and `float` lie in memory.
fn get_format<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let kind = arguments.get(thread, 1);
    match string::as_text(thread, kind) {
        Some("double" | "float") if cfg!(target_endian = "little") => {
            string::new(thread, "IEEE, little-endian")
        }
        Some("double" | "float") => string::new(thread, "IEEE, big-endian"),
        Some(_) => {
            let message = "__getformat__() argument 1 must be 'double' or 'float'";
            Err(value_error(thread, message))
        }
        None => {
            let given = type_name(thread, kind);
            let message = format!("__getformat__() argument must be str, not {given}");
            Err(type_error(thread, message))
        }
    }
}

/// `float.fromhex`: argument 0 is the class.
fn from_hex<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(text) = string::as_text(thread, arguments.get(thread, 1)) else {
        return Err(type_error(
            thread,
            "bad argument type for built-in operation",
        ));
    };
    let number = match parse_hex(text) {
        Some(Ok(number)) => number,
        Some(Err(())) => {
            let message = "hexadecimal value too large to represent as a float";
            return Err(overflow_error(thread, message));
        }
        None => {
            let message = "invalid hexadecimal floating-point string";
            return Err(value_error(thread, message));
        }
    };
    let number = thread.root(from_f64(thread, number));
    made_by_class(thread, arguments, CLASS_FLOAT, number)
}

/// `float.from_number`: argument 0 is the class.
fn from_number<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 1);
    let is_for_float = thread.class_number_of(arguments.get(thread, 0)) == Some(CLASS_FLOAT);
    if is_for_float && exact_f64(thread, value).is_some() {
        return Ok(arguments.get(thread, 1));
    }
    let value = thread.root(value);
    let number = convert(thread, value, "must be real number")?;
    let number = thread.root(from_f64(thread, number));
    made_by_class(thread, arguments, CLASS_FLOAT, number)
}

fn new_arguments(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "__getnewargs__")?;
    tuple::from_values(thread, &[from_f64(thread, number)])
}

fn nothing(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "imag")?;
    Ok(from_f64(thread, 0.0))
}

/// Attributes.
pub const GETTERS: &[NativeFunction] = &[
    NativeFunction::leaf("real", 1, 1, float),
    NativeFunction::leaf("imag", 1, 1, nothing),
];

/// Methods that only floats have; the operators are in `tables.rs`.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("is_integer", 1, 1, is_integer),
    NativeFunction::leaf("as_integer_ratio", 1, 1, as_integer_ratio),
    NativeFunction::leaf("hex", 1, 1, hex),
    NativeFunction::calling("fromhex", 2, 2, from_hex).of_class(),
    NativeFunction::calling("from_number", 2, 2, from_number).of_class(),
    NativeFunction::leaf("__getformat__", 2, 2, get_format).of_class(),
    NativeFunction::leaf("__getnewargs__", 1, 1, new_arguments),
    NativeFunction::leaf("conjugate", 1, 1, float),
    NativeFunction::leaf("__trunc__", 1, 1, trunc),
    NativeFunction::leaf("__int__", 1, 1, trunc),
    NativeFunction::leaf("__floor__", 1, 1, floor),
    NativeFunction::leaf("__ceil__", 1, 1, ceil),
    NativeFunction::leaf("__float__", 1, 1, float),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("float", CLASS_FLOAT)
    .checked()
    .layouts(&[LAYOUT_FLOAT])
    .constructor(CONSTRUCTOR)
    .methods(&[
        METHODS,
        NUMBER_OPERATORS,
        POWER,
        NUMBER,
        EQUALITY,
        ORDER,
        TEXT,
        HASH,
        BOOL,
        whole_methods::FORMAT,
    ])
    .getters(&[GETTERS])
    .public()
    .matched_whole()];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_python_reads_them() {
        assert_eq!(parse(" 3.5\n"), Some(3.5));
        assert_eq!(parse("1_0.5e-3"), Some(10.5e-3));
        assert_eq!(parse("-inf"), Some(f64::NEG_INFINITY));
        assert_eq!(
            (parse("abc"), parse("1__0"), parse(""), parse("1_")),
            (None, None, None, None)
        );
    }

    #[test]
    fn division_follows_the_divisor() {
        assert_eq!((modulo(-7.0, 3.0), floor_divide(-7.0, 3.0)), (2.0, -3.0));
        assert_eq!((modulo(7.0, -3.0), floor_divide(7.0, -3.0)), (-2.0, -3.0));
        assert_eq!(floor_divide(1.0, 0.1), 9.0);
    }

    #[test]
    fn rounding_is_exact() {
        assert_eq!(
            (round(2.675, 2), round(2.5, 0), round(1234.5, -2)),
            (2.67, 2.0, 1200.0)
        );
        assert_eq!(
            (round(150.0, -2), round(250.0, -2), round(250.1, -2)),
            (200.0, 200.0, 300.0)
        );
    }

    #[test]
    fn hashes_agree_with_integers() {
        assert_eq!(hash(3.0), 3);
        assert_eq!(hash(0.5), 1152921504606846976);
        assert_eq!(hash(-1.0), -2);
    }
}
