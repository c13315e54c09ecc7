//! The rest of `math`: special functions, sums and products of iterables, and functions of the
//! representation of floats.

use motet_tm::{Root, Unwind, Value};
use num_bigint::BigInt;

use crate::modules::math::{ask_for_floats, asking, number, one, outside};
use motet_python_objects::model::exception::{OVERFLOW_ERROR, TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::host::{self, is_builtin};
use motet_python_objects::types::protocol::arithmetic;
use motet_python_objects::types::protocol::iterate;
use motet_python_objects::types::protocol::operator::Operator;
use motet_python_objects::types::tables::{NAMES_ONLY, check_keywords, keyword};
use motet_python_objects::types::{float, int, list, tuple};

/// The functions.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("acosh", 1, 1, ask_acosh),
    NativeFunction::calling("asinh", 1, 1, ask_asinh),
    NativeFunction::calling("atanh", 1, 1, ask_atanh),
    NativeFunction::calling("expm1", 1, 1, ask_expm1),
    NativeFunction::calling("log1p", 1, 1, ask_log1p),
    NativeFunction::calling("erf", 1, 1, ask_erf),
    NativeFunction::calling("erfc", 1, 1, ask_erfc),
    NativeFunction::calling("gamma", 1, 1, ask_gamma),
    NativeFunction::calling("lgamma", 1, 1, ask_log_gamma),
    NativeFunction::calling("frexp", 1, 1, ask_frexp),
    NativeFunction::calling("ldexp", 2, 2, ask_ldexp),
    NativeFunction::calling("modf", 1, 1, ask_modf),
    NativeFunction::calling("remainder", 2, 2, ask_remainder),
    NativeFunction::calling("fma", 3, 3, ask_multiply_add),
    NativeFunction::calling("nextafter", 2, 2, ask_next_after)
        .with_keywords()
        .asking_index(&[2]),
    NativeFunction::calling("ulp", 1, 1, ask_ulp),
    NativeFunction::calling("isclose", 2, 2, ask_is_close).with_keywords(),
    NativeFunction::calling("dist", 2, 2, distance),
    NativeFunction::calling("fsum", 1, 1, exact_sum),
    NativeFunction::calling("prod", 1, 1, product).with_keywords(),
    NativeFunction::calling("sumprod", 2, 2, sum_of_products),
];

asking! {
    ask_acosh ask_for_floats acosh;
    ask_asinh ask_for_floats asinh;
    ask_atanh ask_for_floats atanh;
    ask_expm1 ask_for_floats expm1;
    ask_log1p ask_for_floats log1p;
    ask_erf ask_for_floats erf;
    ask_erfc ask_for_floats erfc;
    ask_gamma ask_for_floats gamma;
    ask_log_gamma ask_for_floats log_gamma;
    ask_frexp ask_for_floats frexp;
    ask_modf ask_for_floats modf;
    ask_remainder ask_for_floats remainder;
    ask_multiply_add ask_for_floats multiply_add;
    ask_next_after ask_for_floats next_after;
    ask_ulp ask_for_floats ulp;
    ask_is_close ask_for_floats is_close;
    ask_ldexp ask_for_mantissa ldexp;
}

/// Converts the first argument only: the exponent must be an integer.
fn ask_for_mantissa(thread: &mut Thread, arguments: Arguments) -> Outcome<()> {
    let exponent = thread.root(arguments.get(thread, 1));
    if is_builtin(thread, thread.get(exponent)) {
        return ask_for_floats(thread, arguments);
    }
    if int::to_i64_clamped(thread, thread.get(exponent)).is_none() {
        return Err(thread.raise(TYPE_ERROR, "Expected an int as second argument to ldexp."));
    }
    Ok(())
}

fn domain_error(thread: &Thread) -> Unwind {
    thread.raise(VALUE_ERROR, "math domain error")
}

fn range_error(thread: &Thread) -> Unwind {
    thread.raise(OVERFLOW_ERROR, "math range error")
}

macro_rules! plain_functions {
    ($($name:ident $function:expr, $wanted:literal;)*) => {
        $(fn $name(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            one(thread, arguments, $function, $wanted)
        })*
    };
}

plain_functions! {
    acosh libm::acosh, "argument value not less than 1";
    asinh libm::asinh, "another number";
    expm1 f64::exp_m1, "another number";
    erf libm::erf, "another number";
    erfc libm::erfc, "another number";
}

fn atanh<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    const WANTED: &str = "a number between -1 and 1";
    let argument = number(thread, arguments, 0)?;
    if argument.abs() == 1.0 {
        return Err(outside(thread, WANTED, argument));
    }
    one(thread, arguments, libm::atanh, WANTED)
}

fn log1p<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    const WANTED: &str = "argument value > -1";
    let argument = number(thread, arguments, 0)?;
    if argument <= -1.0 {
        return Err(outside(thread, WANTED, argument));
    }
    one(thread, arguments, f64::ln_1p, WANTED)
}

/// What is said of the poles of the gamma function.
const NO_POLE: &str = "a noninteger or positive integer";

/// Whether the gamma function has a pole there.
fn is_pole(argument: f64) -> bool {
    argument <= 0.0 && argument.is_finite() && argument.fract() == 0.0
}

fn gamma<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let argument = number(thread, arguments, 0)?;
    if is_pole(argument) || argument == f64::NEG_INFINITY {
        return Err(outside(thread, NO_POLE, argument));
    }
    one(thread, arguments, libm::tgamma, NO_POLE)
}

fn log_gamma<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let argument = number(thread, arguments, 0)?;
    if is_pole(argument) {
        return Err(outside(thread, NO_POLE, argument));
    }
    let function = |argument| {
        if argument == 1.0 || argument == 2.0 {
            0.0
        } else {
            libm::lgamma(argument)
        }
    };
    one(thread, arguments, function, NO_POLE)
}

fn frexp<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let argument = number(thread, arguments, 0)?;
    let (mantissa, exponent) = if argument == 0.0 || !argument.is_finite() {
        (argument, 0)
    } else {
        libm::frexp(argument)
    };
    let parts = [
        float::from_f64(thread, mantissa),
        int::from_i64(thread, exponent.into()),
    ];
    tuple::from_values(thread, &parts)
}

fn ldexp<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mantissa = number(thread, arguments, 0)?;
    let exponent = arguments.get(thread, 1);
    let Some(exponent) = int::to_i64_clamped(thread, exponent) else {
        return Err(thread.raise(TYPE_ERROR, "Expected an int as second argument to ldexp."));
    };
    if mantissa == 0.0 || !mantissa.is_finite() {
        return Ok(float::from_f64(thread, mantissa));
    }
    let result = libm::ldexp(mantissa, exponent.clamp(-5000, 5000) as i32);
    if result.is_infinite() {
        return Err(range_error(thread));
    }
    Ok(float::from_f64(thread, result))
}

fn modf<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let argument = number(thread, arguments, 0)?;
    let whole = argument.trunc();
    let fraction = if argument.is_infinite() {
        0.0f64.copysign(argument)
    } else {
        (argument - whole).copysign(argument)
    };
    let parts = [
        float::from_f64(thread, fraction),
        float::from_f64(thread, whole),
    ];
    tuple::from_values(thread, &parts)
}

fn remainder<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (first, second) = (number(thread, arguments, 0)?, number(thread, arguments, 1)?);
    let is_undefined = first.is_infinite() || second == 0.0;
    if is_undefined && !first.is_nan() && !second.is_nan() {
        return Err(domain_error(thread));
    }
    Ok(float::from_f64(thread, libm::remainder(first, second)))
}

fn multiply_add<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let part = |index| number(thread, arguments, index);
    let (first, second, third) = (part(0)?, part(1)?, part(2)?);
    let result = first.mul_add(second, third);
    if result.is_finite() {
        return Ok(float::from_f64(thread, result));
    }
    let any_nan = first.is_nan() || second.is_nan() || third.is_nan();
    if result.is_nan() && !any_nan {
        return Err(thread.raise(VALUE_ERROR, "invalid operation in fma"));
    }
    if result.is_infinite() && first.is_finite() && second.is_finite() && third.is_finite() {
        return Err(thread.raise(OVERFLOW_ERROR, "overflow in fma"));
    }
    Ok(float::from_f64(thread, result))
}

fn next_after<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "nextafter", &[NAMES_ONLY, "steps"])?;
    let (mut from, to) = (number(thread, arguments, 0)?, number(thread, arguments, 1)?);
    let steps = match keyword(thread, arguments, "steps").filter(|steps| *steps != NONE) {
        None => 1,
        Some(steps) => match int::to_i64_clamped(thread, steps) {
            Some(steps) if steps >= 0 => steps,
            Some(_) => {
                let message = "steps must be a non-negative integer";
                return Err(thread.raise(VALUE_ERROR, message));
            }
            None => return Err(thread.raise(TYPE_ERROR, "steps must be an integer")),
        },
    };
    // Neighbours lie one apart in the order of their bits.
    let place = |number: f64| {
        let bits = number.to_bits() as i64;
        if bits < 0 {
            i64::MIN.wrapping_sub(bits)
        } else {
            bits
        }
    };
    if from == to && steps > 0 {
        // The sign of a zero is that of the second one.
        from = to;
    } else if !from.is_nan() && !to.is_nan() && steps > 0 {
        let (start, end) = (i128::from(place(from)), i128::from(place(to)));
        let steps = i128::from(steps);
        let reached = if start <= end {
            (start + steps).min(end)
        } else {
            (start - steps).max(end)
        } as i64;
        let bits = if reached < 0 {
            i64::MIN.wrapping_sub(reached)
        } else {
            reached
        };
        // A zero keeps the sign of the side from which it is reached.
        let reached = f64::from_bits(bits as u64);
        from = match reached == 0.0 {
            true => reached.copysign(from),
            false => reached,
        };
    } else if steps > 0 {
        from += to;
    }
    Ok(float::from_f64(thread, from))
}

fn ulp<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let argument = number(thread, arguments, 0)?.abs();
    if !argument.is_finite() {
        return Ok(float::from_f64(thread, argument));
    }
    let above = f64::from_bits(argument.to_bits() + 1);
    let distance = if above.is_infinite() {
        argument - f64::from_bits(argument.to_bits() - 1)
    } else {
        above - argument
    };
    Ok(float::from_f64(thread, distance))
}

fn is_close<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(
        thread,
        arguments,
        "isclose",
        &[NAMES_ONLY, "rel_tol", "abs_tol"],
    )?;
    let tolerance = |name, default| match keyword(thread, arguments, name) {
        Some(value) => real(thread, value),
        None => Ok(default),
    };
    let (relative, absolute) = (tolerance("rel_tol", 1e-9)?, tolerance("abs_tol", 0.0)?);
    if relative < 0.0 || absolute < 0.0 {
        return Err(thread.raise(VALUE_ERROR, "tolerances must be non-negative"));
    }
    let (first, second) = (number(thread, arguments, 0)?, number(thread, arguments, 1)?);
    if first == second {
        return Ok(TRUE);
    }
    if first.is_infinite() || second.is_infinite() {
        return Ok(FALSE);
    }
    let distance = (second - first).abs();
    let is_near = distance <= (relative * second).abs()
        || distance <= (relative * first).abs()
        || distance <= absolute;
    Ok(boolean(is_near))
}

pub(crate) fn whole(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<BigInt> {
    let value = arguments.get(thread, index);
    int::to_big(thread, value).ok_or_else(|| {
        let name = thread.type_name(value);
        let message = format!("'{name}' object cannot be interpreted as an integer");
        thread.raise(TYPE_ERROR, message)
    })
}

fn real(thread: &Thread, value: Value<'_>) -> Outcome<f64> {
    if let Some(number) = float::to_f64(thread, value) {
        return Ok(number);
    }
    let Some(big) = int::to_big(thread, value) else {
        let name = thread.type_name(value);
        return Err(thread.raise(TYPE_ERROR, format!("must be real number, not {name}")));
    };
    int::big_to_f64(&big)
        .ok_or_else(|| thread.raise(OVERFLOW_ERROR, "int too large to convert to float"))
}

/// The floats for the items of an iterable.
fn reals(thread: &mut Thread, iterable: Root) -> Outcome<Vec<f64>> {
    let mut numbers = Vec::new();
    iterate::for_each(thread, iterable, |thread, item| {
        let value = thread.get(item);
        let number = match is_builtin(thread, value) {
            true => real(thread, value)?,
            false => float::convert(thread, item, "must be real number")?,
        };
        host::push(thread, &mut numbers, number)?;
        Ok(true)
    })?;
    Ok(numbers)
}

fn items(thread: &mut Thread, iterable: Root) -> Outcome<Root> {
    iterate::to_list(thread, iterable)
}

fn values(thread: &Thread, list: Root) -> Vec<Value<'_>> {
    list::values(thread, thread.object_at(list))
}

fn distance<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let first = thread.root(arguments.get(thread, 0));
    let second = thread.root(arguments.get(thread, 1));
    let (first, second) = (reals(thread, first)?, reals(thread, second)?);
    if first.len() != second.len() {
        let message = "both points must have the same number of dimensions";
        return Err(thread.raise(VALUE_ERROR, message));
    }
    let mut differences = Vec::with_capacity(first.len());
    for (one, other) in first.into_iter().zip(second) {
        differences.push(one - other);
    }
    Ok(float::from_f64(thread, length_of(&differences)))
}

/// The length of a vector, without overflow of the squares and corrected by their rounding errors.
pub(crate) fn length_of(parts: &[f64]) -> f64 {
    if parts.iter().any(|part| part.is_infinite()) {
        return f64::INFINITY;
    }
    let largest = parts.iter().fold(0.0f64, |most, part| most.max(part.abs()));
    if parts.iter().any(|part| part.is_nan()) {
        return f64::NAN;
    }
    if largest == 0.0 || parts.len() == 1 {
        return largest;
    }
    let (_, exponent) = libm::frexp(largest);
    let scaled: Vec<f64> = parts
        .iter()
        .map(|part| libm::ldexp(*part, -exponent))
        .collect();
    // The sum begins with 1, no square is larger: so what an addition loses is found by two
    // subtractions. The errors of squares and those of sums are kept apart, as CPython keeps them.
    let (mut sum, mut lost_of_squares, mut lost_of_sums) = (1.0f64, 0.0f64, 0.0f64);
    let mut add_product = |left: f64, right: f64| {
        let product = left * right;
        lost_of_squares += left.mul_add(right, -product);
        let total = sum + product;
        lost_of_sums += (sum - total) + product;
        sum = total;
        sum - 1.0 + (lost_of_squares + lost_of_sums)
    };
    let squares = scaled.iter().fold(0.0, |_, part| add_product(*part, *part));
    let root = squares.sqrt();
    // One step of Newton's, with the exact square of the root.
    let correction = add_product(-root, root) / (2.0 * root);
    libm::ldexp(root + correction, exponent)
}

/// The sum without rounding: a list of parts that do not overlap.
fn exact_sum<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterable = thread.root(arguments.get(thread, 0));
    let all = reals(thread, iterable)?;
    let mut parts: Vec<f64> = Vec::new();
    let (mut special, mut infinities) = (0.0f64, 0.0f64);
    for mut number in all {
        if !number.is_finite() {
            if number.is_infinite() {
                infinities += number;
            }
            special += number;
            continue;
        }
        let mut kept = 0;
        for index in 0..parts.len() {
            let mut part = parts[index];
            if number.abs() < part.abs() {
                std::mem::swap(&mut number, &mut part);
            }
            let high = number + part;
            let low = part - (high - number);
            if low != 0.0 {
                parts[kept] = low;
                kept += 1;
            }
            number = high;
        }
        parts.truncate(kept);
        if number.is_infinite() {
            return Err(thread.raise(OVERFLOW_ERROR, "intermediate overflow in fsum"));
        }
        parts.push(number);
    }
    if special != 0.0 || special.is_nan() {
        if infinities.is_nan() {
            return Err(thread.raise(VALUE_ERROR, "-inf + inf in fsum"));
        }
        return Ok(float::from_f64(thread, special));
    }
    Ok(float::from_f64(thread, rounded_sum(&parts)))
}

/// The sum of such parts, rounded once, halves to even.
fn rounded_sum(parts: &[f64]) -> f64 {
    let mut rest = parts.iter().rev();
    let Some(mut high) = rest.next().copied() else {
        return 0.0;
    };
    let mut low = 0.0;
    for part in rest.by_ref() {
        let before = high;
        high = before + part;
        low = part - (high - before);
        if low != 0.0 {
            break;
        }
    }
    if let Some(next) = rest.next()
        && (low < 0.0 && *next < 0.0 || low > 0.0 && *next > 0.0)
    {
        let doubled = low * 2.0;
        let sum = high + doubled;
        if doubled == sum - high {
            high = sum;
        }
    }
    high
}

fn product<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "prod", &[NAMES_ONLY, "start"])?;
    let start = keyword(thread, arguments, "start").unwrap_or(Value::from_small(1));
    let mut result = thread.root(start);
    let iterable = thread.root(arguments.get(thread, 0));
    let all = items(thread, iterable)?;
    let count = values(thread, all).len();
    for index in 0..count {
        let list = thread.object_at(all);
        let item = list::get(thread, list, index as u64).unwrap_or(NONE);
        let item = thread.root(item);
        result = arithmetic::binary(thread, Operator::Multiply, result, item)?;
    }
    Ok(thread.get(result))
}

fn sum_of_products<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let first = thread.root(arguments.get(thread, 0));
    let second = thread.root(arguments.get(thread, 1));
    let (first, second) = (items(thread, first)?, items(thread, second)?);
    let count = values(thread, first).len();
    if count != values(thread, second).len() {
        return Err(thread.raise(VALUE_ERROR, "Inputs are not the same length"));
    }
    let mut sum = thread.root(Value::from_small(0));
    for index in 0..count {
        let at = |thread: &Thread, list: Root| {
            let list = thread.object_at(list);
            thread.root(list::get(thread, list, index as u64).unwrap_or(NONE))
        };
        let (one, other) = (at(thread, first), at(thread, second));
        let step = arithmetic::binary(thread, Operator::Multiply, one, other)?;
        sum = arithmetic::binary(thread, Operator::Add, sum, step)?;
    }
    Ok(thread.get(sum))
}
