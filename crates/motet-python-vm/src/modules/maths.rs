//! `math`.

use motet_tm::Value;
use num_integer::Integer as _;
use num_traits::Signed;

use crate::exception::{OVERFLOW_ERROR, TYPE_ERROR, VALUE_ERROR};
use crate::kinds::*;
use crate::machine::Module;
use crate::native::{Arguments, NativeFunction, Outcome};
use crate::objects::{float, int};
use crate::thread::Thread;

macro_rules! simple {
    ($($name:ident, $text:literal, $function:expr;)*) => {
        $(fn $name<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
            one(thread, arguments, $function)
        })*

        const SIMPLE: &[NativeFunction] = &[$(NativeFunction::leaf($text, 1, 1, $name),)*];
    };
}

simple! {
    sqrt, "sqrt", f64::sqrt;
    sin, "sin", f64::sin;
    cos, "cos", f64::cos;
    tan, "tan", f64::tan;
    asin, "asin", f64::asin;
    acos, "acos", f64::acos;
    atan, "atan", f64::atan;
    sinh, "sinh", f64::sinh;
    cosh, "cosh", f64::cosh;
    tanh, "tanh", f64::tanh;
    exp, "exp", f64::exp;
    exp2, "exp2", f64::exp2;
    log2, "log2", f64::log2;
    log10, "log10", f64::log10;
    fabs, "fabs", f64::abs;
    cbrt, "cbrt", f64::cbrt;
    radians, "radians", f64::to_radians;
    degrees, "degrees", f64::to_degrees;
}

const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("floor", 1, 1, floor),
    NativeFunction::leaf("ceil", 1, 1, ceil),
    NativeFunction::leaf("trunc", 1, 1, trunc),
    NativeFunction::leaf("log", 1, 2, log),
    NativeFunction::leaf("pow", 2, 2, pow),
    NativeFunction::leaf("fmod", 2, 2, fmod),
    NativeFunction::leaf("atan2", 2, 2, atan2),
    NativeFunction::leaf("copysign", 2, 2, copysign),
    NativeFunction::leaf("hypot", 0, u8::MAX, hypot),
    NativeFunction::leaf("gcd", 0, u8::MAX, gcd),
    NativeFunction::leaf("lcm", 0, u8::MAX, lcm),
    NativeFunction::leaf("isqrt", 1, 1, isqrt),
    NativeFunction::leaf("factorial", 1, 1, factorial),
    NativeFunction::leaf("isnan", 1, 1, isnan),
    NativeFunction::leaf("isinf", 1, 1, isinf),
    NativeFunction::leaf("isfinite", 1, 1, isfinite),
];

pub(super) fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    super::functions(thread, module, SIMPLE)?;
    super::functions(thread, module, FUNCTIONS)?;
    super::functions(thread, module, super::more_maths::FUNCTIONS)?;
    let constants = [
        ("pi", std::f64::consts::PI),
        ("e", std::f64::consts::E),
        ("tau", std::f64::consts::TAU),
        ("inf", f64::INFINITY),
        ("nan", f64::NAN),
    ];
    for (name, number) in constants {
        super::set(thread, module, name, float::from_f64(thread, number))?;
    }
    Ok(())
}

pub(super) fn number(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<f64> {
    let value = arguments.get(thread, index);
    if let Some(number) = float::to_f64(thread, value) {
        return Ok(number);
    }
    if let Some(whole) = int::to_i64(thread, value) {
        return Ok(whole as f64);
    }
    if let Some(big) = int::to_big(thread, value) {
        return int::big_to_f64(&big)
            .ok_or_else(|| thread.raise(OVERFLOW_ERROR, "int too large to convert to float"));
    }
    let name = thread.type_name(value);
    Err(thread.raise(TYPE_ERROR, format!("must be real number, not {name}")))
}

/// The result of a function, unless it has none for a finite number.
fn checked(thread: &Thread, argument: f64, result: f64) -> Outcome<Value<'_>> {
    if result.is_nan() && !argument.is_nan() {
        return Err(thread.raise(VALUE_ERROR, "math domain error"));
    }
    if result.is_infinite() && argument.is_finite() {
        return Err(thread.raise(OVERFLOW_ERROR, "math range error"));
    }
    Ok(float::from_f64(thread, result))
}

fn one(thread: &Thread, arguments: Arguments, function: fn(f64) -> f64) -> Outcome<Value<'_>> {
    let argument = number(thread, arguments, 0)?;
    let result = function(argument);
    if result == f64::NEG_INFINITY && argument == 0.0 {
        return Err(thread.raise(VALUE_ERROR, "math domain error"));
    }
    checked(thread, argument, result)
}

fn rounded(thread: &Thread, arguments: Arguments, round: fn(f64) -> f64) -> Outcome<Value<'_>> {
    let value = arguments.get(thread, 0);
    if int::is_int(thread, value) {
        return Ok(value);
    }
    int::from_f64(thread, round(number(thread, arguments, 0)?))
}

fn floor<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    rounded(thread, arguments, f64::floor)
}

fn ceil<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    rounded(thread, arguments, f64::ceil)
}

fn trunc<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    rounded(thread, arguments, f64::trunc)
}

fn log<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let argument = number(thread, arguments, 0)?;
    if argument <= 0.0 {
        return Err(thread.raise(VALUE_ERROR, "math domain error"));
    }
    let result = if arguments.len() == 2 {
        argument.ln() / number(thread, arguments, 1)?.ln()
    } else {
        argument.ln()
    };
    Ok(float::from_f64(thread, result))
}

fn two(thread: &Thread, arguments: Arguments, function: fn(f64, f64) -> f64) -> Outcome<Value<'_>> {
    let (first, second) = (number(thread, arguments, 0)?, number(thread, arguments, 1)?);
    let finite = if first.is_finite() { second } else { first };
    checked(thread, finite, function(first, second))
}

fn pow<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    two(thread, arguments, f64::powf)
}

fn fmod<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    two(thread, arguments, |first, second| first % second)
}

fn atan2<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    two(thread, arguments, f64::atan2)
}

fn copysign<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    two(thread, arguments, f64::copysign)
}

fn hypot<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut parts = Vec::with_capacity(arguments.len());
    for index in 0..arguments.len() {
        parts.push(number(thread, arguments, index)?);
    }
    Ok(float::from_f64(
        thread,
        super::more_maths::length_of(&parts),
    ))
}

fn whole(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<num_bigint::BigInt> {
    let value = arguments.get(thread, index);
    int::to_big(thread, value).ok_or_else(|| {
        let name = thread.type_name(value);
        let message = format!("'{name}' object cannot be interpreted as an integer");
        thread.raise(TYPE_ERROR, message)
    })
}

fn gcd<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut result = num_bigint::BigInt::from(0);
    for index in 0..arguments.len() {
        result = result.gcd(&whole(thread, arguments, index)?);
    }
    int::from_big(thread, &result)
}

fn lcm<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut result = num_bigint::BigInt::from(1);
    for index in 0..arguments.len() {
        result = result.lcm(&whole(thread, arguments, index)?);
    }
    int::from_big(thread, &result)
}

fn isqrt<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let argument = whole(thread, arguments, 0)?;
    if argument.is_negative() {
        return Err(thread.raise(VALUE_ERROR, "isqrt() argument must be nonnegative"));
    }
    int::from_big(thread, &argument.sqrt())
}

/// Factorials of larger numbers take longer than anybody waits.
const FACTORIAL_MAX: i64 = 100_000;

fn factorial<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = int::to_i64(thread, arguments.get(thread, 0));
    match number {
        Some(number) if number < 0 => {
            let message = "factorial() not defined for negative values";
            Err(thread.raise(VALUE_ERROR, message))
        }
        Some(number) if number <= FACTORIAL_MAX => {
            let product = (2..=number).fold(num_bigint::BigInt::from(1), |all, next| all * next);
            int::from_big(thread, &product)
        }
        _ => Err(thread.raise(OVERFLOW_ERROR, "factorial() argument is too large")),
    }
}

fn isnan<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(boolean(number(thread, arguments, 0)?.is_nan()))
}

fn isinf<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(boolean(number(thread, arguments, 0)?.is_infinite()))
}

fn isfinite<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(boolean(number(thread, arguments, 0)?.is_finite()))
}
