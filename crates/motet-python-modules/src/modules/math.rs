//! `math`.

use motet_python_objects::model::module_def::ModuleDef;
use motet_tm::{Unwind, Value};
use num_integer::Integer as _;
use num_traits::Signed;

use motet_python_objects::model::exception::{
    OVERFLOW_ERROR, TYPE_ERROR, VALUE_ERROR, ZERO_DIVISION_ERROR,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::host::is_builtin;
use motet_python_objects::types::prelude;
use motet_python_objects::types::protocol::item;
use motet_python_objects::types::{float, int};

use crate::modules::greatest_divisor;

/// Functions of a float: name, Rust's function, what is said of numbers for which it has no result.
macro_rules! simple {
    ($($name:ident, $text:literal, $function:expr, $wanted:literal;)*) => {
        $(fn $name<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
            ask_for_floats(thread, arguments)?;
            one(thread, arguments, $function, $wanted)
        })*

        const SIMPLE: &[NativeFunction] = &[$(NativeFunction::calling($text, 1, 1, $name),)*];
    };
}

/// Functions of numbers: an argument that is no number is first converted by its special method.
/// Each row names the function that converts and the one that computes.
macro_rules! asking {
    ($($name:ident $ask:ident $leaf:ident;)*) => {
        $(fn $name<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
            $ask(thread, arguments)?;
            $leaf(thread, arguments)
        })*
    };
}
pub(crate) use asking;

simple! {
    sqrt, "sqrt", f64::sqrt, "a nonnegative input";
    sin, "sin", f64::sin, "a finite input";
    cos, "cos", f64::cos, "a finite input";
    tan, "tan", f64::tan, "a finite input";
    asin, "asin", f64::asin, "a number in range from -1 up to 1";
    acos, "acos", f64::acos, "a number in range from -1 up to 1";
    atan, "atan", f64::atan, "another number";
    sinh, "sinh", f64::sinh, "another number";
    cosh, "cosh", f64::cosh, "another number";
    tanh, "tanh", f64::tanh, "another number";
    exp, "exp", f64::exp, "another number";
    exp2, "exp2", f64::exp2, "another number";
    fabs, "fabs", f64::abs, "another number";
    cbrt, "cbrt", f64::cbrt, "another number";
    radians, "radians", f64::to_radians, "another number";
    degrees, "degrees", f64::to_degrees, "another number";
}

pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("floor", 1, 1, floor),
    NativeFunction::calling("ceil", 1, 1, ceil),
    NativeFunction::calling("trunc", 1, 1, trunc),
    NativeFunction::calling("log", 1, 2, log),
    NativeFunction::calling("log2", 1, 1, log2),
    NativeFunction::calling("log10", 1, 1, log10),
    NativeFunction::calling("pow", 2, 2, ask_pow),
    NativeFunction::calling("fmod", 2, 2, ask_fmod),
    NativeFunction::calling("atan2", 2, 2, ask_atan2),
    NativeFunction::calling("copysign", 2, 2, ask_copysign),
    NativeFunction::calling("hypot", 0, u8::MAX, ask_hypot),
    NativeFunction::calling("gcd", 0, u8::MAX, ask_gcd).with_quick(quick_gcd),
    NativeFunction::calling("lcm", 0, u8::MAX, ask_lcm),
    NativeFunction::calling("isqrt", 1, 1, ask_isqrt),
    NativeFunction::calling("isnan", 1, 1, ask_isnan),
    NativeFunction::calling("isinf", 1, 1, ask_isinf),
    NativeFunction::calling("isfinite", 1, 1, ask_isfinite),
];

asking! {
    ask_pow ask_for_floats pow;
    ask_fmod ask_for_floats fmod;
    ask_atan2 ask_for_floats atan2;
    ask_copysign ask_for_floats copysign;
    ask_hypot ask_for_floats hypot;
    ask_isnan ask_for_floats isnan;
    ask_isinf ask_for_floats isinf;
    ask_isfinite ask_for_floats isfinite;
    ask_gcd ask_for_integers gcd;
    ask_lcm ask_for_integers lcm;
    ask_isqrt ask_for_integers isqrt;
}

fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    let constants = [
        ("pi", std::f64::consts::PI),
        ("e", std::f64::consts::E),
        ("tau", std::f64::consts::TAU),
        ("inf", f64::INFINITY),
        ("nan", f64::NAN),
    ];
    for (name, number) in constants {
        crate::filling::set(thread, module, name, float::from_f64(thread, number))?;
    }
    Ok(())
}

/// Puts numbers in the place of arguments that stand for floats (`__float__`, `__index__`).
pub(crate) fn ask_for_floats(thread: &mut Thread, arguments: Arguments) -> Outcome<()> {
    let given = arguments.len();
    // Those with names lie behind the others.
    for index in 0..given + arguments.keyword_count() {
        let value = match index.checked_sub(given) {
            Some(named) => arguments.keyword_value(thread, named),
            None => arguments.get(thread, index),
        };
        if is_builtin(thread, value) {
            if float::to_f64(thread, value).is_none() && !int::is_int(thread, value) {
                let name = thread.type_name(value);
                return Err(thread.raise(TYPE_ERROR, format!("must be real number, not {name}")));
            }
        } else {
            let value = thread.root(value);
            let number = float::convert(thread, value, "must be real number")?;
            let number = float::from_f64(thread, number);
            thread.set_stack_value(arguments.start as usize + index, number);
        }
    }
    Ok(())
}

/// The same for logarithms, which take an `int` of a class below as it is.
fn ask_for_numbers(thread: &mut Thread, arguments: Arguments) -> Outcome<()> {
    for index in 0..arguments.len() {
        let number = prelude::plain(thread, arguments.get(thread, index));
        if int::is_int(thread, number) {
            thread.set_stack_value(arguments.start as usize + index, number);
        }
    }
    ask_for_floats(thread, arguments)
}

/// Puts numbers in the place of arguments that stand for whole ones (`__index__`).
pub(crate) fn ask_for_integers(thread: &mut Thread, arguments: Arguments) -> Outcome<()> {
    for index in 0..arguments.len() {
        let value = arguments.get(thread, index);
        if !is_builtin(thread, value) {
            let value = thread.root(value);
            let number = item::index(thread, value)?;
            thread.set_stack_value(arguments.start as usize + index, thread.get(number));
        }
    }
    Ok(())
}

pub(crate) fn number(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<f64> {
    let value = arguments.get(thread, index);
    if let Some(number) = float::to_f64(thread, value) {
        return Ok(number);
    }
    if let Some(whole) = int::small(value) {
        return Ok(whole as f64);
    }
    if let Some(big) = int::to_big(thread, value) {
        return int::big_to_f64(&big)
            .ok_or_else(|| thread.raise(OVERFLOW_ERROR, "int too large to convert to float"));
    }
    let name = thread.type_name(value);
    Err(thread.raise(TYPE_ERROR, format!("must be real number, not {name}")))
}

/// The `ValueError` of a function that has no result for a number, and says which numbers it wants.
#[cold]
pub(crate) fn outside(thread: &Thread, wanted: &str, argument: f64) -> Unwind {
    let given = float::repr(argument);
    thread.raise(VALUE_ERROR, format!("expected {wanted}, got {given}"))
}

/// The result of a function of one number that is not finite only where it has none.
pub(crate) fn one<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    function: fn(f64) -> f64,
    wanted: &str,
) -> Outcome<Value<'a>> {
    let argument = number(thread, arguments, 0)?;
    let result = function(argument);
    if result.is_nan() && !argument.is_nan() {
        return Err(outside(thread, wanted, argument));
    }
    if result.is_infinite() && argument.is_finite() {
        return Err(thread.raise(OVERFLOW_ERROR, "math range error"));
    }
    Ok(float::from_f64(thread, result))
}

/// The whole number below, above or before a number, or the result of the special method of the
/// value.
fn rounded<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    method: &'static str,
    round: fn(f64) -> f64,
) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    if let Some(number) = float::exact_f64(thread, value) {
        return int::from_f64(thread, round(number));
    }
    if let Some(whole) = value.as_integer().and_then(Value::from_integer) {
        return Ok(whole);
    }
    let value = thread.root(value);
    if let Some(made) = thread.call_special(value, method, &[])? {
        return Ok(thread.get(made));
    }
    if method == "__trunc__" {
        let name = thread.type_name(thread.get(value));
        let message = format!("type {name} doesn't define __trunc__ method");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let number = float::convert(thread, value, "must be real number")?;
    int::from_f64(thread, round(number))
}

fn floor<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    rounded(thread, arguments, "__floor__", f64::floor)
}

fn ceil<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    rounded(thread, arguments, "__ceil__", f64::ceil)
}

fn trunc<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    rounded(thread, arguments, "__trunc__", f64::trunc)
}

/// A logarithm of an argument, which may be an integer larger than any float.
fn logarithm(
    thread: &Thread,
    arguments: Arguments,
    index: usize,
    function: fn(f64) -> f64,
) -> Outcome<f64> {
    let value = arguments.get(thread, index);
    let big = match float::to_f64(thread, value) {
        Some(_) => None,
        None => int::to_big(thread, value),
    };
    let large = big.filter(|big| big.is_positive() && int::big_to_f64(big).is_none());
    if let Some(large) = large {
        // As CPython: a number below 1, and by how many bits it was moved.
        let bits = large.bits();
        let mantissa = int::big_to_f64(&(large >> (bits - 64)))
            .expect("the shift leaves 64 bits, fewer than a float can have");
        return Ok(function(mantissa / 2f64.powi(64)) + function(2.0) * bits as f64);
    }
    let is_negative = int::to_big(thread, value).is_some_and(|big| big.is_negative());
    let number = match is_negative {
        true => -1.0,
        false => number(thread, arguments, index)?,
    };
    if number <= 0.0 {
        let wanted = "a positive input";
        return Err(match float::to_f64(thread, value) {
            Some(number) => outside(thread, wanted, number),
            None => thread.raise(VALUE_ERROR, format!("expected {wanted}")),
        });
    }
    Ok(function(number))
}

fn log<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    ask_for_numbers(thread, arguments)?;
    let mut result = logarithm(thread, arguments, 0, f64::ln)?;
    if arguments.len() == 2 {
        let base = logarithm(thread, arguments, 1, f64::ln)?;
        if base == 0.0 {
            return Err(thread.raise(ZERO_DIVISION_ERROR, "division by zero"));
        }
        result /= base;
    }
    Ok(float::from_f64(thread, result))
}

fn log2<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    ask_for_numbers(thread, arguments)?;
    let result = logarithm(thread, arguments, 0, f64::log2)?;
    Ok(float::from_f64(thread, result))
}

fn log10<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    ask_for_numbers(thread, arguments)?;
    let result = logarithm(thread, arguments, 0, f64::log10)?;
    Ok(float::from_f64(thread, result))
}

fn two(thread: &Thread, arguments: Arguments, function: fn(f64, f64) -> f64) -> Outcome<Value<'_>> {
    let (first, second) = (number(thread, arguments, 0)?, number(thread, arguments, 1)?);
    let result = function(first, second);
    if result.is_nan() && !first.is_nan() && !second.is_nan() {
        return Err(thread.raise(VALUE_ERROR, "math domain error"));
    }
    if result.is_infinite() && first.is_finite() && second.is_finite() {
        return Err(thread.raise(OVERFLOW_ERROR, "math range error"));
    }
    Ok(float::from_f64(thread, result))
}

fn pow<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (base, exponent) = (number(thread, arguments, 0)?, number(thread, arguments, 1)?);
    if base == 0.0 && exponent < 0.0 && exponent.is_finite() {
        return Err(thread.raise(VALUE_ERROR, "math domain error"));
    }
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
        crate::modules::math_functions::length_of(&parts),
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

/// `gcd` of two small integers.
fn quick_gcd<'a>(_: &'a Thread, [a, b, other]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let (a, b) = (a.as_integer()?, b.as_integer()?);
    let gcd = i64::try_from(a.unsigned_abs().gcd(&b.unsigned_abs())).ok()?;
    (other == UNBOUND).then(|| Value::from_integer(gcd))?
}

fn gcd<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut result = num_bigint::BigInt::from(0);
    for index in 0..arguments.len() {
        result = greatest_divisor::of(&result, &whole(thread, arguments, index)?);
    }
    int::from_big(thread, &result)
}

fn lcm<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut result = num_bigint::BigInt::from(1);
    for index in 0..arguments.len() {
        let other = whole(thread, arguments, index)?;
        let divisor = greatest_divisor::of(&result, &other);
        result = match divisor.sign() {
            // Both are zero.
            num_bigint::Sign::NoSign => divisor,
            _ => (result / divisor * other).abs(),
        };
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

fn isnan<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(boolean(number(thread, arguments, 0)?.is_nan()))
}

fn isinf<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(boolean(number(thread, arguments, 0)?.is_infinite()))
}

fn isfinite<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(boolean(number(thread, arguments, 0)?.is_finite()))
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("math")
    .functions(&[
        SIMPLE,
        FUNCTIONS,
        crate::modules::math_functions::FUNCTIONS,
        crate::modules::math_products::FUNCTIONS,
    ])
    .filled_by(fill)];
