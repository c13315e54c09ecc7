//! `_decimal_core`: decimal arithmetic. The classes are the library's, in Python; this module does
//! the common cases of their operators and methods: finite operands, results that fit the context.
//!
//! Other cases (NaN, infinities, results that over- or underflow, signals that are trapped) answer
//! None and go on in Python, which does it again from the start. So nothing may have been changed
//! before that is decided: flags are set last.
//!
//! What a class of decimal numbers needs beside its instances is an attribute of it,
//! `_native_state`: a tuple of
//!
//! ```text
//!   variable    the context variable of the current decimal context
//!   signals     Inexact, Rounded, FloatOperation
//!   number      an instance with its attributes in the order that natives give them
//!   context     the default context, with its attributes in the order of `CONTEXT_…`
//!   flags       a dict of all signals, of which none is set
//! ```

mod context;
pub mod context_methods;
mod library;
pub mod methods;
pub mod quick;
mod words;

use crate::model::instance_layout;
use crate::model::names;
use crate::model::thread::ROOT_CONTEXT;
use std::cmp::Ordering;

use crate::types::prelude::*;
use crate::types::protocol::operator::{Comparison, Operator, Unary};
use crate::types::protocol::truth;
use crate::types::{calendar, dict, float, int, list, string, tuple};

pub use library::Announced;
pub use library::is_class;

use context::*;
use library::*;
use motet_numbers::decimal_digits::{EXPONENT_MAX, Finite, Made, Rounding};
use motet_numbers::decimal_limbs::Digits;

/// Digits that a hash takes in at once: with the sum so far they fit 128 bits.
const HASHED_AT_ONCE: usize = 19;

/// The tuple of a number's digits.
pub fn digits_value<'a>(thread: &'a Thread, number: &Made) -> Outcome<Value<'a>> {
    let digits = number.digits.all();
    string::of_bytes(thread, digits, digits.len() as u64)
}

/// An operand: a number, or an integer that stands for one.
enum Operand<'a> {
    Number(Finite<'a>),
    Integer(Made),
}

impl Operand<'_> {
    fn finite(&self) -> Finite<'_> {
        match self {
            Operand::Number(number) => *number,
            Operand::Integer(number) => number.as_finite(),
        }
    }
}

/// The number that an integer is, if it is small.
fn of_integer(value: Value<'_>) -> Option<Made> {
    let number = value.as_integer()?;
    let mut text = [b'0'; 20];
    let (mut first, mut rest) = (text.len() - 1, number.unsigned_abs());
    loop {
        text[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
        first -= 1;
    }
    Some(Made::of(number < 0, &text[first..], 0))
}

/// Two operands, one of which is a decimal number of the library's own class at least.
pub struct Pair<'a> {
    state: State<'a>,
    left: Operand<'a>,
    right: Operand<'a>,
}

impl<'a> Pair<'a> {
    /// `is_below`: objects of classes below will do, too.
    fn of(thread: &'a Thread, a: Value<'a>, b: Value<'a>, is_below: bool) -> Option<Pair<'a>> {
        let operand = |known: Option<Known<'a>>, value: Value<'a>| match known {
            Some(known) if known.is_exact || is_below => known.finite().map(Operand::Number),
            Some(_) => None,
            None => of_integer(value).map(Operand::Integer),
        };
        let left = known(thread, a);
        let right = match (&left, b.as_object()) {
            (Some(left), Some(b)) if thread.host_of(left.object) == thread.host_of(b) => {
                Some(Known { object: b, ..*left })
            }
            (None, Some(b)) if has_host_of(thread, a, b) => None,
            _ => known(thread, b),
        };
        let state = left.or(right)?.state;
        let is_one_class = match (&left, &right) {
            (Some(left), Some(right)) => left.state.class() == right.state.class(),
            _ => true,
        };
        is_one_class.then_some(Pair {
            state,
            left: operand(left, a)?,
            right: operand(right, b)?,
        })
    }
}

/// Whether an object is of the same kind as a value.
fn has_host_of(thread: &Thread, value: Value<'_>, object: Object<'_>) -> bool {
    let other = value.as_object();
    other.is_some_and(|other| thread.host_of(other) == thread.host_of(object))
}

/// Whether a value is an instance of a program's class, or of the library's: a decimal number, a
/// date or a difference, perhaps.
#[inline]
fn is_instance(thread: &Thread, value: Value<'_>) -> bool {
    let object = value.as_object();
    object.is_some_and(|object| thread.host_of(object) >= CLASS_USER_FIRST)
}

/// Whether a value is an instance of the class of decimal numbers, or of one below.
#[inline]
fn is_number(thread: &Thread, value: Value<'_>) -> bool {
    is_instance(thread, value) && is_class(thread, thread.class_of(value))
}

/// `a operator b` of decimal numbers, or of the library's dates and differences; `None` if it is
/// not common, or if neither is one.
///
/// # Errors
/// An abort.
#[inline]
pub(crate) fn binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if !is_instance(thread, a) && !is_instance(thread, b) {
        return Ok(None);
    }
    binary_of_library(thread, operator, a, b)
}

#[inline(never)]
fn binary_of_library<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if let Some(result) = calendar::binary(thread, operator, a, b) {
        return Ok(Some(result));
    }
    if let Some(result) = words::binary(thread, operator, a, b)? {
        return Ok(Some(result));
    }
    if !is_number(thread, a) && !is_number(thread, b) {
        return Ok(None);
    }
    match Pair::of(thread, a, b, false) {
        Some(pair) => computed(&pair, operator, NONE),
        None => Ok(None),
    }
}

/// Computes in the context that is given, or the current one.
fn computed<'a>(
    pair: &Pair<'a>,
    operator: Operator,
    context: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(context) = pair.state.context(context) else {
        return Ok(None);
    };
    let (left, right) = (pair.left.finite(), pair.right.finite());
    let (precision, rounding) = (context.precision, context.rounding);
    let made = match operator {
        Operator::Add => motet_numbers::decimal_digits::add(left, right, precision, rounding),
        Operator::Subtract => {
            motet_numbers::decimal_digits::add(left, right.negated(), precision, rounding)
        }
        Operator::Multiply => motet_numbers::decimal_digits::multiply(left, right),
        Operator::TrueDivide => motet_numbers::decimal_digits::divide(left, right, precision),
        Operator::Modulo => {
            motet_numbers::decimal_digits::divide_whole(left, right, precision).map(|both| both.1)
        }
        Operator::FloorDivide => {
            motet_numbers::decimal_digits::divide_whole(left, right, precision).map(|both| both.0)
        }
        Operator::Power => return power(&context, left, right),
        _ => None,
    };
    match made {
        Some(made) => context.finish(made),
        None => Ok(None),
    }
}

/// A power with a whole exponent above 0.
fn power<'a>(
    context: &Context<'a>,
    base: Finite<'_>,
    exponent: Finite<'_>,
) -> Outcome<Option<Value<'a>>> {
    /// Longer exponents give results that are hardly ever common.
    const LENGTH_MAX: usize = 9;
    let one = Finite {
        negative: false,
        digits: b"1",
        exponent: 0,
    };
    let digits = std::str::from_utf8(exponent.digits).expect("digits are ASCII bytes and so UTF-8");
    let is_common = exponent.exponent == 0
        && !exponent.negative
        && digits.len() <= LENGTH_MAX
        && motet_numbers::decimal_digits::compare(
            Finite {
                negative: false,
                ..base
            },
            one,
        ) != Ordering::Equal;
    let whole = digits.parse().ok().filter(|_| is_common);
    let made = whole
        .and_then(|whole| motet_numbers::decimal_digits::power(base, whole, context.precision));
    let Some((mut made, was_inexact)) = made else {
        return Ok(None);
    };
    match context.fit(&mut made, context.rounding) {
        Some([]) => context.state.made(&made),
        Some(signals) => {
            let told: &[Signal] = match was_inexact {
                true => &[Signal::Inexact, Signal::Rounded],
                false => signals,
            };
            match context.signal(told)? {
                true => context.state.made(&made),
                false => Ok(None),
            }
        }
        None => Ok(None),
    }
}

/// Whether a comparison holds between decimal numbers; `None` if that is not common, or if neither
/// is one.
#[inline]
pub(crate) fn compare(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Option<bool> {
    if let Some(order) = words::compare(thread, a, b) {
        return Some(comparison.holds(Some(order)));
    }
    if !is_number(thread, a) && !is_number(thread, b) {
        return None;
    }
    if let Some(order) = order_with_float(thread, a, b) {
        return Some(comparison.holds(Some(order)));
    }
    let pair = Pair::of(thread, a, b, false)?;
    let order: Ordering =
        motet_numbers::decimal_digits::compare(pair.left.finite(), pair.right.finite());
    Some(comparison.holds(Some(order)))
}

/// The order of two values of which one is a decimal number and the other one a float, if it is
/// known already that the context does not refuse to mix them.
fn order_with_float(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Option<Ordering> {
    let floats = (float::exact_f64(thread, a), float::exact_f64(thread, b));
    let (number, float, is_first) = match floats {
        (None, Some(float)) => (a, float, true),
        (Some(float), None) => (b, float, false),
        _ => return None,
    };
    let known = exact_number(thread, number)?;
    let context = known.state.context(NONE)?;
    if !context.is_told(&[Signal::FloatOperation]) {
        return None;
    }
    let order = match words::compare_with_float(&known, float) {
        Some(order) => order,
        None => {
            let other = methods::of_float(float)?;
            motet_numbers::decimal_digits::compare(known.finite()?, other.as_finite())
        }
    };
    Some(if is_first { order } else { order.reverse() })
}

/// `operator value` of a decimal number; `None` if it is not common, or if it is none.
///
/// # Errors
/// An abort.
pub(crate) fn unary<'a>(
    thread: &'a Thread,
    operator: Unary,
    value: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    match known(thread, value).filter(|known| known.is_exact) {
        Some(known) => match quick::signed(&known, operator)? {
            Some(made) => Ok(Some(made)),
            None => signed(&known, NONE, operator),
        },
        None => Ok(None),
    }
}

/// `abs(value)` of a decimal number; `None` if it is not common, or if it is none.
///
/// # Errors
/// An abort.
pub fn absolute<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Option<Value<'a>>> {
    match exact_number(thread, value) {
        Some(known) => quick::absolute(&known),
        None => Ok(None),
    }
}

/// `int(value)` of a decimal number; `None` if it is not common, or if it is none.
///
/// # Errors
/// An abort.
pub fn integer<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let known = exact_number(thread, value);
    Ok(known.and_then(|known| quick::integer(&known)))
}

/// `float(value)` of a decimal number; `None` if it is not common, or if it is none.
pub fn float(thread: &Thread, value: Value<'_>) -> Option<f64> {
    exact_number(thread, value).and_then(|known| quick::float(&known))
}

/// `+number` or `-number`, rounded.
fn signed<'a>(
    known: &Known<'a>,
    context: Value<'a>,
    operator: Unary,
) -> Outcome<Option<Value<'a>>> {
    let (number, context) = (known.finite(), known.state.context(context));
    let (Some(number), Some(context)) = (number, context) else {
        return Ok(None);
    };
    let negative = match operator {
        Unary::Invert => return Ok(None),
        _ if number.is_zero() && context.rounding != Rounding::Floor => false,
        Unary::Negate => !number.negative,
        Unary::Positive => number.negative,
    };
    context.finish(Made::of(negative, number.digits, number.exponent))
}

/// A number of exactly the library's class.
#[inline]
fn exact_number<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Known<'a>> {
    known(thread, value).filter(|known| known.is_exact)
}

/// `str` of a decimal number; none if it is not common, or no such number.
///
/// # Errors
/// `MemoryError`.
pub fn text<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let text =
        exact_number(thread, value).and_then(|known| words::text(thread, &known, [b"", b""]));
    text.transpose()
}

/// `format` of a decimal number; none if it is not common, or no such number.
///
/// # Errors
/// `MemoryError`.
pub fn format<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    specification: &[u8],
) -> Outcome<Option<Value<'a>>> {
    let known = exact_number(thread, value);
    let text = known.and_then(|known| words::format(thread, &known, specification));
    text.transpose()
}

/// `round(number, places)` of a decimal number; none if it is not common, or no such number.
///
/// # Errors
/// An abort.
pub fn round<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    places: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(known) = exact_number(thread, value) else {
        return Ok(None);
    };
    match places.as_integer().zip(known.state.context(NONE)) {
        Some((places, context)) if places.abs() < EXPONENT_MAX => {
            words::with_exponent(known.object, -places, context.rounding, &context)
        }
        _ => Ok(None),
    }
}

/// Whether a decimal number counts as true; none if it is not finite, or no such number.
pub fn truth(thread: &Thread, value: Value<'_>) -> Option<bool> {
    if let Some(word) = quick::number(thread, value) {
        return Some(word.digits != 0);
    }
    let known = exact_number(thread, value)?;
    Some(!known.finite()?.is_zero())
}

/// The hash of a decimal number: that of the equal integer, float or fraction.
pub(crate) fn hash(thread: &Thread, value: Value<'_>) -> Option<i64> {
    if let Some(word) = quick::number(thread, value) {
        let digits = reduced(word.digits);
        return Some(hash_of_parts(word.negative, digits, word.exponent));
    }
    let number = exact_number(thread, value)?;
    Some(hash_of(number.finite()?))
}

/// Hashes are taken modulo this prime.
const MODULUS: u64 = (1 << 61) - 1;
/// The inverse of 10.
const TENTH: u64 = ((9 * MODULUS as u128 + 1) / 10) as u64;

/// The rest by the modulus, of which 2 ** 61 is one more than a multiple.
fn reduced(wide: u128) -> u64 {
    let modulus = u128::from(MODULUS);
    let folded = (wide >> 122) + (wide >> 61 & modulus) + (wide & modulus);
    (folded as u64) % MODULUS
}

fn hash_of(number: Finite<'_>) -> i64 {
    let digits = number.digits.chunks(HASHED_AT_ONCE).fold(0, |sum, part| {
        let part = part.iter().fold((0, 1), |(number, unit), digit| {
            (number * 10 + u128::from(digit - b'0'), unit * 10)
        });
        reduced(u128::from(sum) * part.1 + part.0)
    });
    hash_of_parts(number.negative, digits, number.exponent)
}

fn hash_of_parts(negative: bool, digits: u64, exponent: i64) -> i64 {
    let scale = match (exponent, exponent.unsigned_abs()) {
        (0, _) => 1,
        (_, power) if exponent < 0 => int::power_modulo_small(TENTH as i64, power, MODULUS),
        (_, power) => int::power_modulo_small(10, power, MODULUS),
    };
    let hash = reduced(u128::from(digits) * u128::from(scale)) as i64;
    match negative {
        true if hash == 1 => -2,
        true => -hash,
        false => hash,
    }
}
