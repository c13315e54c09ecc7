//! Arithmetic and comparison of numbers of any type.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use crate::types::complex;
use crate::types::complex::Complex;
use crate::types::prelude::*;
use crate::types::protocol::operator::{Comparison, Operator, Unary};
use crate::types::{float, int, limbs, tuple};

/// A number taken out of its value.
pub enum Number {
    /// An immediate `int` or a `bool`.
    Small(i64),
    /// Any other `int`.
    Big(BigInt),
    /// A `float`.
    Float(f64),
}

/// The number of a value, if it is one of a built-in class itself: instances of a class below may
/// use an operator in another way.
#[inline]
pub fn classify(thread: &Thread, value: Value<'_>) -> Option<Number> {
    if let Some(small) = int::small(value) {
        return Some(Number::Small(small));
    }
    if let Some(number) = float::exact_f64(thread, value) {
        return Some(Number::Float(number));
    }
    exact(thread, value, CLASS_INT)?;
    int::to_big(thread, value).map(Number::Big)
}

impl Number {
    fn into_big(self) -> BigInt {
        match self {
            Number::Small(small) => BigInt::from(small),
            Number::Big(big) => big,
            Number::Float(_) => unreachable!("the caller has taken the floats out"),
        }
    }

    fn to_f64(&self, thread: &Thread) -> Outcome<f64> {
        match self {
            Number::Small(small) => Ok(*small as f64),
            Number::Float(number) => Ok(*number),
            Number::Big(big) => match int::big_to_f64(big) {
                Some(number) => Ok(number),
                None => Err(overflow_error(thread, "int too large to convert to float")),
            },
        }
    }
}

/// Whether a value is a small integer or a float that has no methods of a program.
#[inline]
pub fn is_plain(thread: &Thread, value: Value<'_>) -> bool {
    value.as_integer().is_some() || float::exact_f64(thread, value).is_some()
}

/// `a operator b`; `None` if one of them is no number or numbers do not have the operator.
///
/// # Errors
/// `ZeroDivisionError`, `OverflowError`, `ValueError`, `MemoryError`.
pub fn binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if (is_boxed(thread, a) || is_boxed(thread, b))
        && let Some(result) = limbs::binary(thread, operator, a, b)
    {
        return Ok(Some(result));
    }
    let (Some(left), Some(right)) = (classify(thread, a), classify(thread, b)) else {
        return complex::binary(thread, operator, a, b);
    };
    match (left, right) {
        (Number::Small(left), Number::Small(right)) => {
            if let (Some(left), Some(right)) = (as_boolean(a), as_boolean(b)) {
                match operator {
                    Operator::And => return Ok(Some(boolean(left & right))),
                    Operator::Or => return Ok(Some(boolean(left | right))),
                    Operator::Xor => return Ok(Some(boolean(left ^ right))),
                    _ => {}
                }
            }
            small_binary(thread, operator, left, right)
        }
        (left @ Number::Float(_), right) | (left, right @ Number::Float(_)) => {
            if matches!(
                operator,
                Operator::ShiftLeft
                    | Operator::ShiftRight
                    | Operator::And
                    | Operator::Or
                    | Operator::Xor
                    | Operator::MatrixMultiply
                    | Operator::DivMod
            ) {
                return Ok(None);
            }
            let (left, right) = (left.to_f64(thread)?, right.to_f64(thread)?);
            if operator == Operator::Power && float::has_complex_power(left, right) {
                let (base, exponent) = (Complex::new(left, 0.0), Complex::new(right, 0.0));
                let result = complex::power(thread, base, exponent)?;
                return Ok(Some(complex::from_parts(thread, result)));
            }
            let result = float_binary(thread, operator, left, right)?;
            Ok(Some(float::from_f64(thread, result)))
        }
        (left, right) => big_binary(thread, operator, &left.into_big(), &right.into_big()),
    }
}

/// Whether a value is an `int` that is not immediate.
#[inline]
fn is_boxed(thread: &Thread, value: Value<'_>) -> bool {
    exact(thread, value, CLASS_INT).is_some()
}

fn as_boolean(value: Value<'_>) -> Option<bool> {
    match value.as_special() {
        Some(1) => Some(false),
        Some(2) => Some(true),
        _ => None,
    }
}

fn small_binary(
    thread: &Thread,
    operator: Operator,
    left: i64,
    right: i64,
) -> Outcome<Option<Value<'_>>> {
    let quick = match operator {
        Operator::Add => left.checked_add(right),
        Operator::Subtract => left.checked_sub(right),
        Operator::Multiply => left.checked_mul(right),
        Operator::And => Some(left & right),
        Operator::Or => Some(left | right),
        Operator::Xor => Some(left ^ right),
        Operator::FloorDivide if right != 0 => Some(Integer::div_floor(&left, &right)),
        Operator::Modulo if right != 0 => Some(Integer::mod_floor(&left, &right)),
        Operator::ShiftRight if right >= 0 => Some(left >> right.min(63)),
        Operator::ShiftLeft
            if (0..62).contains(&right) && left.unsigned_abs() < 1 << (62 - right) =>
        {
            Some(left << right)
        }
        Operator::Power if right >= 0 => u32::try_from(right)
            .ok()
            .and_then(|right| left.checked_pow(right)),
        Operator::TrueDivide if right != 0 => {
            const EXACT: u64 = 1 << 53;
            if left.unsigned_abs() <= EXACT && right.unsigned_abs() <= EXACT {
                return Ok(Some(float::from_f64(thread, left as f64 / right as f64)));
            }
            None
        }
        _ => None,
    };
    let wide = match (quick, operator) {
        (None, Operator::Multiply) => Some(i128::from(left) * i128::from(right)),
        (None, Operator::ShiftLeft) if (0..64).contains(&right) => Some(i128::from(left) << right),
        _ => None,
    };
    if let Some(wide) = wide {
        return Ok(Some(int::from_i128(thread, wide)));
    }
    match quick {
        Some(number) => Ok(Some(int::from_i64(thread, number))),
        None => big_binary(thread, operator, &BigInt::from(left), &BigInt::from(right)),
    }
}

fn big_binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    left: &BigInt,
    right: &BigInt,
) -> Outcome<Option<Value<'a>>> {
    let divides = matches!(
        operator,
        Operator::FloorDivide | Operator::Modulo | Operator::TrueDivide
    );
    if divides && right.is_zero() {
        return Err(zero_division(thread, "division by zero"));
    }
    let result = match operator {
        Operator::Add => int::from_big(thread, &(left + right)),
        Operator::Subtract => int::from_big(thread, &(left - right)),
        Operator::Multiply => int::from_big(thread, &(left * right)),
        Operator::FloorDivide => int::from_big(thread, &left.div_floor(right)),
        Operator::Modulo => int::from_big(thread, &left.mod_floor(right)),
        Operator::And => int::from_big(thread, &(left & right)),
        Operator::Or => int::from_big(thread, &(left | right)),
        Operator::Xor => int::from_big(thread, &(left ^ right)),
        Operator::ShiftLeft => int::shift_left(thread, left, right),
        Operator::ShiftRight => int::shift_right(thread, left, right),
        Operator::TrueDivide => match int::true_divide(left, right) {
            Some(number) => Ok(float::from_f64(thread, number)),
            None => Err(overflow_error(
                thread,
                "integer division result too large for a float",
            )),
        },
        Operator::Power if right.is_negative() => {
            let base = Number::Big(left.clone()).to_f64(thread)?;
            let exponent = Number::Big(right.clone()).to_f64(thread)?;
            Ok(float::from_f64(
                thread,
                float::power(thread, base, exponent)?,
            ))
        }
        Operator::Power => int::power(thread, left, right),
        Operator::MatrixMultiply | Operator::DivMod => return Ok(None),
    };
    result.map(Some)
}

fn float_binary(thread: &Thread, operator: Operator, left: f64, right: f64) -> Outcome<f64> {
    let divides = matches!(
        operator,
        Operator::FloorDivide | Operator::Modulo | Operator::TrueDivide
    );
    if divides && right == 0.0 {
        return Err(zero_division(thread, "division by zero"));
    }
    Ok(match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::TrueDivide => left / right,
        Operator::FloorDivide => float::floor_divide(left, right),
        Operator::Modulo => float::modulo(left, right),
        Operator::Power => return float::power(thread, left, right),
        _ => unreachable!("the caller has refused operators on bits for floats"),
    })
}

/// `divmod(a, b)` of numbers; `None` if one of them is no number.
///
/// # Errors
/// As [`binary`].
pub fn divmod<'a>(thread: &'a Thread, a: Value<'a>, b: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let quotient = binary(thread, Operator::FloorDivide, a, b)?;
    let rest = binary(thread, Operator::Modulo, a, b)?;
    match (quotient, rest) {
        (Some(quotient), Some(rest)) => tuple::from_values(thread, &[quotient, rest]).map(Some),
        _ => Ok(None),
    }
}

/// The order of two numbers, exact between integers and floats. The outer `None`: one of them is no
/// number; the inner: they have no order (NaN).
pub fn compare(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Option<Option<Ordering>> {
    if (is_boxed(thread, a) || is_boxed(thread, b))
        && let Some(order) = limbs::compare(thread, a, b)
    {
        return Some(Some(order));
    }
    Some(match (classify(thread, a)?, classify(thread, b)?) {
        (Number::Small(left), Number::Small(right)) => Some(left.cmp(&right)),
        (Number::Float(left), Number::Float(right)) => left.partial_cmp(&right),
        (Number::Float(left), right) => compare_with_float(right, left).map(Ordering::reverse),
        (left, Number::Float(right)) => compare_with_float(left, right),
        (left, right) => Some(left.into_big().cmp(&right.into_big())),
    })
}

fn compare_with_float(left: Number, right: f64) -> Option<Ordering> {
    const EXACT: u64 = 1 << 53;
    if let Number::Small(small) = &left
        && small.unsigned_abs() <= EXACT
    {
        return (*small as f64).partial_cmp(&right);
    }
    if right.is_nan() {
        return None;
    }
    if right.is_infinite() {
        return Some(if right > 0.0 {
            Ordering::Less
        } else {
            Ordering::Greater
        });
    }
    let whole = left.into_big().cmp(&int::big_from_f64(right.trunc()));
    Some(whole.then_with(|| {
        0f64.partial_cmp(&right.fract())
            .expect("NaN was taken out above")
    }))
}

/// Whether a comparison of numbers holds; `None` if one of them is no number.
#[inline]
pub fn compare_leaf(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Option<bool> {
    compare(thread, a, b).map(|ordering| comparison.holds(ordering))
}

/// A unary operator; `None` if the value is no number or floats do not have it.
///
/// # Errors
/// `MemoryError`.
pub fn unary<'a>(
    thread: &'a Thread,
    operator: Unary,
    value: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(number) = classify(thread, value) else {
        let number = complex::as_complex(thread, value);
        return Ok(number.and_then(|number| complex::unary(thread, operator, number)));
    };
    Ok(Some(match (operator, number) {
        (Unary::Invert, Number::Float(_)) => return Ok(None),
        (Unary::Negate, Number::Small(small)) => int::from_i64(thread, -small),
        (Unary::Positive, Number::Small(small)) => int::from_i64(thread, small),
        (Unary::Invert, Number::Small(small)) => int::from_i64(thread, !small),
        (Unary::Negate, Number::Float(number)) => float::from_f64(thread, -number),
        (Unary::Positive, _) => value,
        (Unary::Negate, Number::Big(big)) => int::from_big(thread, &-big)?,
        (Unary::Invert, Number::Big(big)) => int::from_big(thread, &!big)?,
    }))
}

/// `abs` of a number; `None` if it is none.
///
/// # Errors
/// `MemoryError`.
pub fn absolute<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let Some(number) = classify(thread, value) else {
        return match complex::as_complex(thread, value) {
            Some(number) => complex::absolute(thread, number).map(Some),
            None => Ok(None),
        };
    };
    Ok(Some(match number {
        Number::Small(small) => int::from_i64(thread, small.abs()),
        Number::Big(big) => int::from_big(thread, &big.abs())?,
        Number::Float(number) => float::from_f64(thread, number.abs()),
    }))
}

/// A whole number rounded to a multiple of `10**power`, ties to even. `more`: a fraction follows
/// that does not count but breaks ties away from zero.
pub fn round_big(number: &BigInt, power: u32, more: bool) -> BigInt {
    let unit = BigInt::from(10).pow(power);
    let magnitude = number.abs();
    let (mut quotient, rest) = magnitude.div_rem(&unit);
    let doubled: BigInt = rest * 2;
    let up = match doubled.cmp(&unit) {
        Ordering::Less => false,
        Ordering::Equal => more || quotient.is_odd(),
        Ordering::Greater => true,
    };
    if up {
        quotient += 1;
    }
    let rounded = quotient * unit;
    if number.is_negative() {
        -rounded
    } else {
        rounded
    }
}

/// `round(number, digits)`; `None` if the value is no number.
///
/// # Errors
/// As `int::from_f64` when `digits` is `None`.
pub fn round<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    digits: Option<i64>,
) -> Outcome<Option<Value<'a>>> {
    let Some(number) = classify(thread, value) else {
        return Ok(None);
    };
    Ok(Some(match (number, digits) {
        (Number::Float(number), None) => int::from_f64(thread, number.round_ties_even())?,
        (Number::Float(number), Some(digits)) => {
            let rounded = float::round(number, digits);
            if rounded.is_infinite() && number.is_finite() {
                return Err(overflow_error(
                    thread,
                    "rounded value too large to represent",
                ));
            }
            float::from_f64(thread, rounded)
        }
        (Number::Small(small), digits) if digits.is_none_or(|digits| digits >= 0) => {
            int::from_i64(thread, small)
        }
        (_, digits) if digits.is_none_or(|digits| digits >= 0) => value,
        (whole, digits) => {
            let whole = whole.into_big();
            let power = u32::try_from(
                digits
                    .expect("only negative digits come to this arm")
                    .unsigned_abs(),
            )
            .unwrap_or(u32::MAX);
            // A unit far above the number leaves nothing of it.
            if u64::from(power) > whole.bits() + 1 {
                return Ok(Some(int::from_i64(thread, 0)));
            }
            int::from_big(thread, &round_big(&whole, power, false))?
        }
    }))
}
