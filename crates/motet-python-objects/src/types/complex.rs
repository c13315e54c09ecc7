//! Complex numbers: a raw object of two floats, and the operations on them.
//!
//! Operations with one real operand leave the other's imaginary part alone (as Python 3.14 has
//! them): a real number is not one with an imaginary part of 0.

use crate::model::class_names;
use crate::types::host;
use crate::types::int_methods;
use crate::types::prelude::*;
use crate::types::protocol::operator::{Operator, Unary};
use crate::types::string;
use crate::types::{float, int, number, string_predicates};

const REAL: u64 = 2;
const IMAGINARY: u64 = 3;
/// Powers with a whole exponent up to this are products.
const PRODUCT_EXPONENT_MAX: f64 = 100.0;
/// CPython's multiplier for the hash of the imaginary part.
const HASH_IMAGINARY: u64 = 1_000_003;

/// A complex number out of its object.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Complex {
    /// The real part.
    pub real: f64,
    /// The imaginary part.
    pub imaginary: f64,
}

impl Complex {
    /// A number from its parts.
    pub const fn new(real: f64, imaginary: f64) -> Complex {
        Complex { real, imaginary }
    }

    fn times(self, other: Complex) -> Complex {
        let product = self.plain_product(other);
        match product.is_undefined() {
            true => self.infinite_product(other).unwrap_or(product),
            false => product,
        }
    }

    fn plain_product(self, other: Complex) -> Complex {
        Complex::new(
            self.real * other.real - self.imaginary * other.imaginary,
            self.real * other.imaginary + self.imaginary * other.real,
        )
    }

    /// The product of numbers one of which is infinite, or whose partial products overflow, where
    /// the plain formula says "not a number" of both parts (C11, annex G.5.1).
    fn infinite_product(self, other: Complex) -> Option<Complex> {
        let (mut a, mut b) = (self, other);
        let has_infinite_operand = a.is_infinite() || b.is_infinite();
        if a.is_infinite() {
            (a, b) = (a.direction(), b.with_zeros_for_nan());
        }
        if b.is_infinite() {
            (a, b) = (a.with_zeros_for_nan(), b.direction());
        }
        if !has_infinite_operand {
            let partial = [
                a.real * b.real,
                a.imaginary * b.imaginary,
                a.real * b.imaginary,
                a.imaginary * b.real,
            ];
            if !partial.iter().any(|product| product.is_infinite()) {
                return None;
            }
            (a, b) = (a.with_zeros_for_nan(), b.with_zeros_for_nan());
        }
        Some(a.plain_product(b).scaled(f64::INFINITY))
    }

    /// Whether both parts are "not a number".
    fn is_undefined(self) -> bool {
        self.real.is_nan() && self.imaginary.is_nan()
    }

    fn is_infinite(self) -> bool {
        self.real.is_infinite() || self.imaginary.is_infinite()
    }

    /// Where an infinite number lies: 1 for an infinite part, 0 for another, each with its sign.
    fn direction(self) -> Complex {
        let part = |part: f64| f64::from(u8::from(part.is_infinite())).copysign(part);
        Complex::new(part(self.real), part(self.imaginary))
    }

    /// The number with zeros of the same sign for parts that are "not a number".
    fn with_zeros_for_nan(self) -> Complex {
        let part = |part: f64| match part.is_nan() {
            true => 0f64.copysign(part),
            false => part,
        };
        Complex::new(part(self.real), part(self.imaginary))
    }

    fn scaled(self, factor: f64) -> Complex {
        Complex::new(factor * self.real, factor * self.imaginary)
    }

    fn conjugate(self) -> Complex {
        Complex::new(self.real, -self.imaginary)
    }

    /// Whether it is not 0.
    pub fn is_true(self) -> bool {
        !self.is_zero()
    }

    fn is_zero(self) -> bool {
        self.real == 0.0 && self.imaginary == 0.0
    }

    fn is_finite(self) -> bool {
        self.real.is_finite() && self.imaginary.is_finite()
    }

    /// The quotient; `None` for a divisor of 0.
    fn divided_by(self, other: Complex) -> Option<Complex> {
        if other.is_zero() {
            return None;
        }
        let quotient = self.plain_quotient(other);
        if !quotient.is_undefined() {
            return Some(quotient);
        }
        // Infinities and zeros that the plain formula does not find (C11, annex G.5.2).
        let product = |a: Complex, b: Complex| a.plain_product(b.conjugate());
        if self.is_infinite() && other.is_finite() {
            return Some(product(self.direction(), other).scaled(f64::INFINITY));
        }
        if other.is_infinite() && self.is_finite() {
            return Some(product(self, other.direction()).scaled(0.0));
        }
        Some(quotient)
    }

    /// The quotient of a divisor that is not 0, by Smith's method.
    fn plain_quotient(self, other: Complex) -> Complex {
        let (a, b) = (self, other);
        if b.real.abs() >= b.imaginary.abs() {
            let ratio = b.imaginary / b.real;
            let bottom = b.real + b.imaginary * ratio;
            return Complex::new(
                (a.real + a.imaginary * ratio) / bottom,
                (a.imaginary - a.real * ratio) / bottom,
            );
        }
        if b.imaginary.abs() >= b.real.abs() {
            let ratio = b.real / b.imaginary;
            let bottom = b.real * ratio + b.imaginary;
            return Complex::new(
                (a.real * ratio + a.imaginary) / bottom,
                (a.imaginary * ratio - a.real) / bottom,
            );
        }
        Complex::new(f64::NAN, f64::NAN)
    }

    /// The quotient of a real number and this one; `None` where this is 0.
    fn divides(self, real: f64) -> Option<Complex> {
        if self.is_zero() {
            return None;
        }
        let quotient = self.plain_quotient_of_real(real);
        if quotient.is_undefined() && real.is_finite() && self.is_infinite() {
            let direction = self.direction();
            let quotient = Complex::new(real * direction.real, -real * direction.imaginary);
            return Some(quotient.scaled(0.0));
        }
        Some(quotient)
    }

    /// `real` divided by this number, which is not 0: Smith's method without an imaginary part.
    fn plain_quotient_of_real(self, real: f64) -> Complex {
        let b = self;
        if b.real.abs() >= b.imaginary.abs() {
            let ratio = b.imaginary / b.real;
            let bottom = b.real + b.imaginary * ratio;
            return Complex::new(real / bottom, (-real * ratio) / bottom);
        }
        if b.imaginary.abs() >= b.real.abs() {
            let ratio = b.real / b.imaginary;
            let bottom = b.real * ratio + b.imaginary;
            return Complex::new((real * ratio) / bottom, -real / bottom);
        }
        Complex::new(f64::NAN, f64::NAN)
    }

    fn power_of(self, exponent: u32) -> Complex {
        let mut result = Complex::new(1.0, 0.0);
        let mut square = self;
        let mut left = exponent;
        while left > 0 {
            if left & 1 == 1 {
                result = result.times(square);
            }
            square = square.times(square);
            left >>= 1;
        }
        result
    }
}

/// Makes a complex number.
pub fn from_parts(thread: &Thread, number: Complex) -> Value<'_> {
    let object = thread
        .allocate_raw(LAYOUT_FLOAT, CLASS_COMPLEX, 16)
        .expect("small objects lie in the reserve of the nursery");
    object.set_raw(REAL, number.real.to_bits());
    object.set_raw(IMAGINARY, number.imaginary.to_bits());
    object.object().value()
}

/// The number of a `complex`.
pub fn as_complex(thread: &Thread, value: Value<'_>) -> Option<Complex> {
    let object = value
        .as_object()
        .filter(|object| thread.host_of(*object) == CLASS_COMPLEX)?;
    let view = thread.read_immutable(object);
    Some(Complex::new(
        f64::from_bits(view.raw(REAL)),
        f64::from_bits(view.raw(IMAGINARY)),
    ))
}

/// An operand: complex, or a real number.
#[derive(Clone, Copy)]
enum Operand {
    Real(f64),
    Complex(Complex),
}

impl Operand {
    fn whole(self) -> Complex {
        match self {
            Operand::Real(real) => Complex::new(real, 0.0),
            Operand::Complex(number) => number,
        }
    }
}

fn operand(thread: &Thread, value: Value<'_>) -> Outcome<Option<Operand>> {
    if let Some(number) = as_complex(thread, value) {
        return Ok(Some(Operand::Complex(number)));
    }
    // Only the class knows how an instance of a class below a number uses an operator.
    match is_builtin(thread, value) {
        true => Ok(float::convert_leaf(thread, value)?.map(Operand::Real)),
        false => Ok(None),
    }
}

/// `a operator b` if one of them is complex and the other a number; else `None`.
///
/// # Errors
/// `ZeroDivisionError`, `OverflowError`.
pub fn binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if as_complex(thread, a).is_none() && as_complex(thread, b).is_none() {
        return Ok(None);
    }
    let known = matches!(
        operator,
        Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::TrueDivide
            | Operator::Power
    );
    if !known {
        return Ok(None);
    }
    let (Some(a), Some(b)) = (operand(thread, a)?, operand(thread, b)?) else {
        return Ok(None);
    };
    let result = match operator {
        Operator::Add => add(a, b),
        Operator::Subtract => subtract(a, b),
        Operator::Multiply => multiply(a, b),
        Operator::TrueDivide => divide(thread, a, b)?,
        _ => power(thread, a.whole(), b.whole())?,
    };
    Ok(Some(from_parts(thread, result)))
}

fn add(a: Operand, b: Operand) -> Complex {
    match (a, b) {
        (Operand::Real(real), Operand::Complex(c)) | (Operand::Complex(c), Operand::Real(real)) => {
            Complex::new(c.real + real, c.imaginary)
        }
        _ => {
            let (a, b) = (a.whole(), b.whole());
            Complex::new(a.real + b.real, a.imaginary + b.imaginary)
        }
    }
}

fn subtract(a: Operand, b: Operand) -> Complex {
    match (a, b) {
        (Operand::Real(a), Operand::Complex(b)) => Complex::new(a - b.real, -b.imaginary),
        (Operand::Complex(a), Operand::Real(b)) => Complex::new(a.real - b, a.imaginary),
        _ => {
            let (a, b) = (a.whole(), b.whole());
            Complex::new(a.real - b.real, a.imaginary - b.imaginary)
        }
    }
}

fn multiply(a: Operand, b: Operand) -> Complex {
    match (a, b) {
        (Operand::Real(real), Operand::Complex(c)) | (Operand::Complex(c), Operand::Real(real)) => {
            Complex::new(c.real * real, c.imaginary * real)
        }
        _ => a.whole().times(b.whole()),
    }
}

fn divide(thread: &Thread, a: Operand, b: Operand) -> Outcome<Complex> {
    let quotient = match (a, b) {
        (Operand::Complex(a), Operand::Real(b)) if b != 0.0 => {
            Some(Complex::new(a.real / b, a.imaginary / b))
        }
        (Operand::Real(a), Operand::Complex(b)) => b.divides(a),
        _ => a.whole().divided_by(b.whole()),
    };
    quotient.ok_or_else(|| zero_division(thread, "division by zero"))
}

/// `base ** exponent`.
///
/// # Errors
/// `ZeroDivisionError`, `OverflowError`.
pub fn power(thread: &Thread, base: Complex, exponent: Complex) -> Outcome<Complex> {
    let is_whole = exponent.imaginary == 0.0 && exponent.real == exponent.real.floor();
    let result = if is_whole && exponent.real.abs() <= PRODUCT_EXPONENT_MAX {
        let product = base.power_of(exponent.real.abs() as u32);
        if exponent.real > 0.0 {
            Some(product)
        } else {
            Complex::new(1.0, 0.0).divided_by(product)
        }
    } else {
        general_power(base, exponent)
    };
    let Some(result) = result else {
        return Err(zero_division(thread, "zero to a negative or complex power"));
    };
    if result.real.is_infinite() || result.imaginary.is_infinite() {
        return Err(overflow_error(thread, "complex exponentiation"));
    }
    Ok(result)
}

fn general_power(base: Complex, exponent: Complex) -> Option<Complex> {
    if exponent.is_zero() {
        return Some(Complex::new(1.0, 0.0));
    }
    if base.is_zero() {
        let defined = exponent.imaginary == 0.0 && exponent.real >= 0.0;
        return defined.then_some(Complex::new(0.0, 0.0));
    }
    let size = base.real.hypot(base.imaginary);
    let angle = base.imaginary.atan2(base.real);
    let mut length = size.powf(exponent.real);
    let mut phase = angle * exponent.real;
    if exponent.imaginary != 0.0 {
        length /= (angle * exponent.imaginary).exp();
        phase += exponent.imaginary * size.ln();
    }
    Some(Complex::new(length * phase.cos(), length * phase.sin()))
}

/// A unary operator of a complex number.
pub fn unary(thread: &Thread, operator: Unary, number: Complex) -> Option<Value<'_>> {
    match operator {
        Unary::Negate => Some(from_parts(
            thread,
            Complex::new(-number.real, -number.imaginary),
        )),
        Unary::Positive => Some(from_parts(thread, number)),
        Unary::Invert => None,
    }
}

/// `abs(number)`.
///
/// # Errors
/// `OverflowError`.
pub fn absolute(thread: &Thread, number: Complex) -> Outcome<Value<'_>> {
    let size = number.real.hypot(number.imaginary);
    if size.is_infinite() && number.is_finite() {
        return Err(overflow_error(thread, "absolute value too large"));
    }
    Ok(float::from_f64(thread, size))
}

/// Whether two numbers are equal, if one of them is complex.
pub fn equal(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Option<bool> {
    let (number, other, other_value) = match (as_complex(thread, a), as_complex(thread, b)) {
        (None, None) => return None,
        (Some(number), other) => (number, other, b),
        (None, Some(number)) => (number, None, a),
    };
    if let Some(other) = other {
        return Some(number == other);
    }
    let real = float::from_f64(thread, number.real);
    let order = number::compare(thread, real, other_value)?;
    Some(number.imaginary == 0.0 && order == Some(std::cmp::Ordering::Equal))
}

/// The hash: that of the real part, if there is nothing else.
pub fn hash(number: Complex) -> i64 {
    let imaginary = (float::hash(number.imaginary) as u64).wrapping_mul(HASH_IMAGINARY);
    let hash = (float::hash(number.real) as u64).wrapping_add(imaginary) as i64;
    if hash == -1 { -2 } else { hash }
}

/// A part as it stands in the text of a number: no point without a fraction.
fn part_text(part: f64) -> String {
    let text = float::repr(part);
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_string(),
        None => text,
    }
}

/// As `repr` shows it.
pub fn repr(number: Complex) -> String {
    let imaginary = part_text(number.imaginary);
    if number.real == 0.0 && number.real.is_sign_positive() {
        return format!("{imaginary}j");
    }
    let sign = if imaginary.starts_with('-') { "" } else { "+" };
    format!("({}{sign}{imaginary}j)", part_text(number.real))
}

/// The end of the first float of a text; 0 if there is none.
fn float_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    for word in ["infinity", "inf", "nan"] {
        let found = bytes.get(at..at + word.len());
        if found.is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes())) {
            return at + word.len();
        }
    }
    let digits = |at: &mut usize| {
        let start = *at;
        while bytes
            .get(*at)
            .is_some_and(|byte| byte.is_ascii_digit() || *byte == b'_')
        {
            *at += 1;
        }
        *at > start
    };
    let mut any = digits(&mut at);
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        any |= digits(&mut at);
    }
    if !any {
        return 0;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let mut after = at + 1;
        after += usize::from(matches!(bytes.get(after), Some(b'+' | b'-')));
        if digits(&mut after) {
            at = after;
        }
    }
    at
}

/// Reads the text of a complex number as `complex(text)` does.
pub fn parse(text: &str) -> Option<Complex> {
    let space = string::is_space_of_numbers;
    let plain: String = text.chars().map(string_predicates::in_ascii).collect();
    let text = plain.trim_matches(space);
    let text = match text.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')')?.trim_matches(space),
        None => text,
    };
    let (first, rest) = text.split_at(float_end(text));
    if !first.is_empty() && rest.is_empty() {
        return Some(Complex::new(float::parse(first)?, 0.0));
    }
    // A lone sign before `j` stands for 1.
    let unit = |text: &str| match text {
        "" | "+" => Some(1.0),
        "-" => Some(-1.0),
        _ => float::parse(text),
    };
    let is_unit = |rest: &str| matches!(rest, "j" | "J");
    if is_unit(rest) {
        return Some(Complex::new(0.0, unit(first)?));
    }
    if first.is_empty() {
        let (sign, rest) = text.split_at_checked(1)?;
        let signed = matches!(sign, "+" | "-") && is_unit(rest);
        return signed.then(|| Complex::new(0.0, if sign == "-" { -1.0 } else { 1.0 }));
    }
    if !rest.starts_with(['+', '-']) {
        return None;
    }
    let end = float_end(rest).max(1);
    let (second, rest) = rest.split_at(end);
    is_unit(rest).then_some(())?;
    Some(Complex::new(float::parse(first)?, unit(second)?))
}

/// The number that a value stands for as an argument of `complex()`: the result of `__complex__`,
/// `__float__` or `__index__`.
///
/// # Errors
/// `TypeError` with `message` and the name of the type; any exception of the special methods.
pub fn convert(thread: &mut Thread, value: Root, message: &str, is_part: bool) -> Outcome<Complex> {
    if let Some(number) = as_complex(thread, thread.get(value)) {
        return Ok(number);
    }
    if !is_builtin(thread, thread.get(value))
        && let Some(result) = thread.call_special(value, "__complex__", &[])?
    {
        let name = type_name(thread, thread.get(result));
        let what = format!("__complex__ returned non-complex (type {name})");
        if is_builtin(thread, thread.get(result)) {
            let number = as_complex(thread, thread.get(result));
            return number.ok_or_else(|| type_error(thread, what));
        }
        let Some(number) = as_complex(thread, plain(thread, thread.get(result))) else {
            return Err(type_error(thread, what));
        };
        int_methods::warn_of_subclass(thread, &what, "complex")?;
        return Ok(number);
    }
    let given = thread.get(value);
    let class = thread.class_of(given);
    let is_number = float::to_f64(thread, given).is_some()
        || int::is_int(thread, given)
        || !is_builtin(thread, given)
            && (host::has_special(thread, class, "__float__")
                || host::has_special(thread, class, "__index__"));
    if !is_number {
        let (module, name) = class_names::shown(thread, thread.shown_class_of(given));
        let name = class_names::in_module(module, name);
        return Err(type_error(thread, format!("{message}, not {name}")));
    }
    // A part asks an instance of a class below `float` for its number too; the whole takes the
    // float inside.
    if is_part
        && !is_builtin(thread, given)
        && let Some(number) = float::asked(thread, value)?
    {
        return Ok(Complex::new(number, 0.0));
    }
    let number = float::convert(thread, value, "must be real number")?;
    Ok(Complex::new(number, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written_as_python_does() {
        let number = Complex::new;
        assert_eq!(parse(" ( 1+2j ) "), Some(number(1.0, 2.0)));
        assert_eq!(parse("-1.5e3-j"), Some(number(-1500.0, -1.0)));
        assert_eq!(parse("j"), Some(number(0.0, 1.0)));
        assert_eq!(parse("-J"), Some(number(0.0, -1.0)));
        assert_eq!(parse("3_0"), Some(number(30.0, 0.0)));
        assert_eq!(
            (parse(""), parse("1+"), parse("1+2"), parse("1 + 2j")),
            (None, None, None, None)
        );
        assert_eq!(repr(number(0.0, 2.0)), "2j");
        assert_eq!(repr(number(-0.0, -2.5)), "(-0-2.5j)");
        assert_eq!(repr(number(1e20, f64::INFINITY)), "(1e+20+infj)");
    }
}
