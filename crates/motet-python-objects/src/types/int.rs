//! Integers: immediate when they fit 63 bits, else boxes of 64-bit limbs.

use crate::types::float;
use crate::types::string;
use crate::types::string_predicates;

use motet_tm::{INTEGER_MAX, INTEGER_MIN};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::types::prelude::*;

/// Word of a big integer that holds its sign.
const SIGN: u64 = 2;
/// Word of its first limb.
const LIMBS: u64 = 3;
/// Shifts and powers whose result would be larger than this many bits are refused.
const BITS_MAX: u64 = 1 << 33;

/// The limit of decimal texts, in digits.
fn digits_max() -> usize {
    match motet_python_compiler::digits_limit() {
        0 => usize::MAX,
        limit => limit,
    }
}

/// Whether a value is an `int` (a `bool` is one) or stands for one.
#[inline]
pub fn is_int(thread: &Thread, value: Value<'_>) -> bool {
    matches!(kind(thread, plain(thread, value)), CLASS_INT | CLASS_BOOL)
}

/// The integer of a machine number.
#[inline]
pub fn from_i64(thread: &Thread, number: i64) -> Value<'_> {
    match Value::from_integer(number) {
        Some(value) => value,
        None => box_limbs(thread, number < 0, &[number.unsigned_abs()]),
    }
}

/// The integer of a number of 128 bits.
pub fn from_i128(thread: &Thread, number: i128) -> Value<'_> {
    match i64::try_from(number) {
        Ok(number) => from_i64(thread, number),
        Err(_) => {
            let magnitude = number.unsigned_abs();
            let limbs = [magnitude as u64, (magnitude >> 64) as u64];
            let used = if limbs[1] == 0 { 1 } else { 2 };
            box_limbs(thread, number < 0, &limbs[..used])
        }
    }
}

/// The integer of an unsigned machine number.
pub fn from_u64(thread: &Thread, number: u64) -> Value<'_> {
    match i64::try_from(number) {
        Ok(number) => from_i64(thread, number),
        Err(_) => box_limbs(thread, false, &[number]),
    }
}

/// The integer of a length, which always fits.
#[inline]
pub fn from_length(length: u64) -> Value<'static> {
    Value::from_integer(length as i64).expect("lengths are below the bytes of a heap, 2**46")
}

/// Whether a boxed integer is negative, and the bytes of its limbs, the lowest first; the highest
/// limb is not 0.
#[inline]
pub fn sign_and_limbs<'a>(thread: &'a Thread, object: Object<'a>) -> (bool, &'a [u8]) {
    let view = thread.read_immutable(object);
    (view.raw(SIGN) != 0, view.bytes(LIMBS, view.length() - 8))
}

/// The integer of some limbs, the highest of which is not 0.
pub fn from_limbs<'a>(thread: &'a Thread, negative: bool, limbs: &[u64]) -> Value<'a> {
    let small = match limbs {
        [] => Some(0),
        [limb] => i64::try_from(*limb).ok(),
        _ => None,
    };
    let small = small.map(|small| if negative { -small } else { small });
    match small.and_then(Value::from_integer) {
        Some(value) => value,
        None => box_limbs(thread, negative, limbs),
    }
}

fn box_limbs<'a>(thread: &'a Thread, negative: bool, limbs: &[u64]) -> Value<'a> {
    let bytes = 8 * (1 + limbs.len() as u64);
    let box_ = thread
        .allocate_raw(LAYOUT_BIG_INTEGER, CLASS_INT, bytes)
        .expect("small objects lie in the reserve of the nursery");
    fill(&box_, negative, limbs);
    box_.object().value()
}

fn fill(box_: &motet_tm::Fresh<'_>, negative: bool, limbs: &[u64]) {
    box_.set_raw(SIGN, u64::from(negative));
    for (index, limb) in limbs.iter().enumerate() {
        box_.set_raw(LIMBS + index as u64, *limb);
    }
}

/// The integer of a big number, immediate if it fits.
///
/// # Errors
/// `MemoryError`.
pub fn from_big<'a>(thread: &'a Thread, number: &BigInt) -> Outcome<Value<'a>> {
    if let Some(small) = number.to_i64()
        && (INTEGER_MIN..=INTEGER_MAX).contains(&small)
    {
        return Ok(from_i64(thread, small));
    }
    let (sign, limbs) = number.to_u64_digits();
    let bytes = 8 * (1 + limbs.len() as u64);
    let box_ = allocated(
        thread,
        thread.allocate_raw(LAYOUT_BIG_INTEGER, CLASS_INT, bytes),
    )?;
    fill(&box_, sign == Sign::Minus, &limbs);
    Ok(box_.object().value())
}

/// The number of an immediate integer or a boolean.
#[inline]
pub fn small(value: Value<'_>) -> Option<i64> {
    value.as_integer().or_else(|| match value.as_special() {
        Some(1) => Some(0),
        Some(2) => Some(1),
        _ => None,
    })
}

/// The number of any `int`, instances of classes below it included.
pub fn to_big(thread: &Thread, value: Value<'_>) -> Option<BigInt> {
    let value = plain(thread, value);
    if let Some(small) = small(value) {
        return Some(BigInt::from(small));
    }
    let object = value
        .as_object()
        .filter(|object| thread.host_of(*object) == CLASS_INT)?;
    Some(unbox(thread, object))
}

fn unbox(thread: &Thread, object: Object<'_>) -> BigInt {
    let view = thread.read_immutable(object);
    let limbs = view.length() / 8 - 1;
    let mut digits = Vec::with_capacity(2 * limbs as usize);
    for index in 0..limbs {
        let limb = view.raw(LIMBS + index);
        digits.push(limb as u32);
        digits.push((limb >> 32) as u32);
    }
    let sign = if view.raw(SIGN) == 0 {
        Sign::Plus
    } else {
        Sign::Minus
    };
    BigInt::from_biguint(sign, BigUint::new(digits))
}

/// The number of any `int`, if it fits a machine word.
#[inline]
pub fn to_i64(thread: &Thread, value: Value<'_>) -> Option<i64> {
    if let Some(small) = small(value) {
        return Some(small);
    }
    if let Some(object) = thread.object_of(value, CLASS_INT) {
        let (negative, limbs) = sign_and_limbs(thread, object);
        let limb = i128::from(u64::from_le_bytes(limbs.try_into().ok()?));
        return i64::try_from(if negative { -limb } else { limb }).ok();
    }
    to_big(thread, value)?.to_i64()
}

/// The number of any `int`, if it fits 128 bits.
pub fn to_i128(thread: &Thread, value: Value<'_>) -> Option<i128> {
    small(value)
        .map(i128::from)
        .or_else(|| to_big(thread, value)?.to_i128())
}

/// The number of any `int`, cut to the limits of a machine word: for slices.
pub fn to_i64_clamped(thread: &Thread, value: Value<'_>) -> Option<i64> {
    if let Some(small) = small(value) {
        return Some(small);
    }
    let big = to_big(thread, value)?;
    let limit = if big.is_negative() {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(big.to_i64().unwrap_or(limit))
}

/// The decimal text of a big number.
///
/// # Errors
/// `ValueError` for more digits than CPython converts.
pub fn decimal(thread: &Thread, number: &BigInt) -> Outcome<String> {
    // Below this many bits there cannot be too many digits: no need to count them.
    let limit = digits_max();
    let too_long = |thread: &Thread| {
        let message = format!(
            "Exceeds the limit ({limit} digits) for integer string conversion; \
             use sys.set_int_max_str_digits() to increase the limit"
        );
        value_error(thread, message)
    };
    if number.bits() as usize / 4 > limit {
        return Err(too_long(thread));
    }
    if number.bits() as usize > limit.saturating_mul(3) {
        let text = number.magnitude().to_str_radix(10);
        if text.len() > limit {
            return Err(too_long(thread));
        }
        return Ok(if number.is_negative() {
            format!("-{text}")
        } else {
            text
        });
    }
    Ok(number.to_string())
}

/// The decimal text of an `int` that is no `bool`.
///
/// # Errors
/// As [`decimal`].
pub fn text(thread: &Thread, value: Value<'_>) -> Outcome<String> {
    match small(value) {
        Some(small) => Ok(small.to_string()),
        None => decimal(
            thread,
            &to_big(thread, value).expect("each caller passes an int"),
        ),
    }
}

/// The digits of a literal: sign, prefix and underscores are understood as `int(text, base)` does.
/// `None` if it is malformed.
pub fn parse(text: &str, base: u32) -> Option<BigInt> {
    let text = text.trim_matches(string::is_space_of_numbers);
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (base, digits, prefixed) = strip_prefix(digits, base);
    let digits = if prefixed {
        digits.strip_prefix('_').unwrap_or(digits)
    } else {
        digits
    };
    let mut plain = Vec::with_capacity(digits.len());
    let mut after_digit = false;
    for character in digits.chars() {
        if character == '_' {
            if !after_digit {
                return None;
            }
            after_digit = false;
        } else {
            plain.push(digit_value(character, base)? as u8);
            after_digit = true;
        }
    }
    if !after_digit {
        return None;
    }
    let implicit_zero = base == 0;
    let base = if implicit_zero { 10 } else { base };
    if implicit_zero && plain.len() > 1 && plain[0] == 0 && plain.iter().any(|digit| *digit != 0) {
        return None;
    }
    let number = BigUint::from_radix_be(&plain, base)?;
    Some(BigInt::from_biguint(
        if negative { Sign::Minus } else { Sign::Plus },
        number,
    ))
}

/// The number that a short text of digits of a base alone stands for, with or without a `-`; none
/// for other texts, and for base 0.
pub fn parse_small(text: &str, base: u32) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    // As many digits as fit into a word, whatever they are.
    let digits_max = if base <= 10 { 18 } else { 12 };
    if digits.is_empty() || digits.len() > digits_max || base < 2 {
        return None;
    }
    let number = digits.bytes().try_fold(0i64, |number, digit| {
        let digit = char::from(digit).to_digit(base)?;
        Some(number * i64::from(base) + i64::from(digit))
    })?;
    Some(if negative { -number } else { number })
}

fn digit_value(character: char, base: u32) -> Option<u32> {
    let base = if base == 0 { 10 } else { base };
    character
        .to_digit(base)
        .or_else(|| string_predicates::decimal_digit(character).filter(|digit| *digit < base))
}

fn strip_prefix(digits: &str, base: u32) -> (u32, &str, bool) {
    for (prefix, meant) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        let head = digits.get(..2);
        if head.is_some_and(|head| head.eq_ignore_ascii_case(prefix))
            && (base == 0 || base == meant)
        {
            return (meant, &digits[2..], true);
        }
    }
    (base, digits, false)
}

/// `int(text, base)`; none if the text is no number.
///
/// # Errors
/// `ValueError` for a text that is too long.
pub fn parse_within_limit<'a>(
    thread: &'a Thread,
    text: &str,
    base: u32,
) -> Outcome<Option<Value<'a>>> {
    let limit = digits_max();
    if text.len() > limit && !base.is_power_of_two() {
        let digits = text
            .chars()
            .filter(|character| character.is_ascii_digit())
            .count();
        if digits > limit {
            return Err(value_error(
                thread,
                format!(
                    "Exceeds the limit ({limit} digits) for integer string conversion: value has \
                     {digits} digits; use sys.set_int_max_str_digits() to increase the limit"
                ),
            ));
        }
    }
    match parse(text, base) {
        Some(number) => from_big(thread, &number).map(Some),
        None => Ok(None),
    }
}

/// The integer part of a float.
///
/// # Errors
/// `OverflowError` for an infinity, `ValueError` for NaN.
pub fn from_f64(thread: &Thread, number: f64) -> Outcome<Value<'_>> {
    if number.is_nan() {
        return Err(value_error(thread, "cannot convert float NaN to integer"));
    }
    if number.is_infinite() {
        return Err(overflow_error(
            thread,
            "cannot convert float infinity to integer",
        ));
    }
    let whole = number.trunc();
    if whole.abs() < 4e18 {
        return Ok(from_i64(thread, whole as i64));
    }
    from_big(thread, &big_from_f64(whole))
}

/// The exact value of a finite float without a fraction.
pub fn big_from_f64(whole: f64) -> BigInt {
    num_traits::FromPrimitive::from_f64(whole).expect("the callers have refused NaN and infinities")
}

/// `number << count`.
///
/// # Errors
/// `ValueError` for a negative count, `OverflowError` for a result that no memory holds.
pub fn shift_left<'a>(thread: &'a Thread, number: &BigInt, count: &BigInt) -> Outcome<Value<'a>> {
    if count.is_negative() {
        return Err(value_error(thread, "negative shift count"));
    }
    if number.is_zero() {
        return Ok(from_i64(thread, 0));
    }
    match count
        .to_u64()
        .filter(|count| number.bits().saturating_add(*count) < BITS_MAX)
    {
        Some(count) => from_big(thread, &(number << count)),
        None if *count < BigInt::from(i64::MAX) => Err(thread.no_memory()),
        None => Err(overflow_error(thread, "too many digits in integer")),
    }
}

/// `number >> count`, rounding down.
///
/// # Errors
/// `ValueError` for a negative count.
pub fn shift_right<'a>(thread: &'a Thread, number: &BigInt, count: &BigInt) -> Outcome<Value<'a>> {
    if count.is_negative() {
        return Err(value_error(thread, "negative shift count"));
    }
    match count.to_u64() {
        Some(count) => from_big(thread, &(number >> count)),
        None => Ok(from_i64(thread, if number.is_negative() { -1 } else { 0 })),
    }
}

/// `base ** exponent` for an exponent that is not negative.
///
/// # Errors
/// `OverflowError` for a result that no memory holds.
pub fn power<'a>(thread: &'a Thread, base: &BigInt, exponent: &BigInt) -> Outcome<Value<'a>> {
    let parity_only = base.magnitude().bits() <= 1;
    if parity_only {
        let number = match (base.to_i64(), exponent.is_zero(), exponent.is_odd()) {
            (_, true, _) | (Some(1), _, _) | (Some(-1), _, false) => 1,
            (Some(0), _, _) => 0,
            _ => -1,
        };
        return Ok(from_i64(thread, number));
    }
    let fits = |count: &u32| base.bits().saturating_mul(u64::from(*count)) < BITS_MAX;
    match exponent.to_u32().filter(fits) {
        Some(count) => from_big(thread, &base.pow(count)),
        None => Err(overflow_error(thread, "too many digits in integer")),
    }
}

/// `pow(base, exponent, modulus)` of machine numbers: an exponent that is not negative, a modulus
/// above 0.
pub fn power_modulo_small(base: i64, exponent: u64, modulus: u64) -> u64 {
    let wide = u128::from(modulus);
    // The product of two rests is below 2**128.
    let times = |a: u64, b: u64| match a.checked_mul(b) {
        Some(product) => product % modulus,
        None => (u128::from(a) * u128::from(b) % wide) as u64,
    };
    let mut square = i128::from(base).rem_euclid(i128::from(modulus)) as u64;
    let (mut result, mut left) = (1 % modulus, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        left >>= 1;
    }
    result
}

/// `pow(base, exponent, modulus)`.
///
/// # Errors
/// `ValueError` for a modulus of 0 or a base that has no inverse.
pub fn power_modulo<'a>(
    thread: &'a Thread,
    base: &BigInt,
    exponent: &BigInt,
    modulus: &BigInt,
) -> Outcome<Value<'a>> {
    if modulus.is_zero() {
        return Err(value_error(thread, "pow() 3rd argument cannot be 0"));
    }
    if exponent.is_negative() {
        return match base.mod_floor(modulus).modinv(modulus) {
            Some(inverse) => from_big(thread, &inverse.modpow(&-exponent, modulus)),
            None => Err(value_error(
                thread,
                "base is not invertible for the given modulus",
            )),
        };
    }
    from_big(thread, &base.modpow(exponent, modulus))
}

/// The float nearest to a big number, ties to even; `None` if it is too large.
pub fn big_to_f64(number: &BigInt) -> Option<f64> {
    let bits = number.bits();
    if bits <= 64 {
        let magnitude = number
            .magnitude()
            .to_u64()
            .expect("the condition or the shift leaves 64 bits") as f64;
        return Some(if number.is_negative() {
            -magnitude
        } else {
            magnitude
        });
    }
    // The top 64 bits, the last of them set if anything below is not zero: rounding the rest off
    // is then as exact as rounding the whole.
    let cut = bits - 64;
    let top = (number.magnitude() >> cut)
        .to_u64()
        .expect("the condition or the shift leaves 64 bits");
    let sticky = number
        .magnitude()
        .trailing_zeros()
        .is_some_and(|zeros| zeros < cut);
    let mantissa = (top | u64::from(sticky)) as f64;
    if cut > 1024 {
        return None;
    }
    let magnitude = float::scale(mantissa, cut as i32);
    let magnitude = if number.is_negative() {
        -magnitude
    } else {
        magnitude
    };
    magnitude.is_finite().then_some(magnitude)
}

/// The quotient of two big numbers as the nearest float; `None` if it is too large.
pub fn true_divide(dividend: &BigInt, divisor: &BigInt) -> Option<f64> {
    let exact = 1u64 << 53;
    let (top, bottom) = (dividend.magnitude(), divisor.magnitude());
    if let (Some(a), Some(b)) = (top.to_u64(), bottom.to_u64())
        && a <= exact
        && b <= exact
    {
        let quotient = a as f64 / b as f64;
        let negative = dividend.is_negative() != divisor.is_negative();
        return Some(if negative { -quotient } else { quotient });
    }
    if dividend.is_zero() {
        return Some(if divisor.is_negative() { -0.0 } else { 0.0 });
    }
    // Scaled so that the quotient has 65 or 66 bits; a remainder makes it odd.
    let shift = 65 - (dividend.bits() as i64 - divisor.bits() as i64);
    // A result among the denormals keeps fewer bits: let the scaling round once only.
    let shift = shift.min(1076);
    let (quotient, rest) = if shift >= 0 {
        (top << shift as u64).div_rem(bottom)
    } else {
        top.div_rem(&(bottom << (-shift) as u64))
    };
    let rounded = (quotient << 1u32) | BigUint::from(u8::from(!rest.is_zero()));
    let negative = dividend.is_negative() != divisor.is_negative();
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    scale_exact(&BigInt::from_biguint(sign, rounded), -(shift + 1))
}

/// `number * 2**exponent` as the nearest float, rounded once; `None` if it is too large.
fn scale_exact(number: &BigInt, exponent: i64) -> Option<f64> {
    let bits = number.bits() as i64;
    // The weight of the lowest bit that the result can hold.
    let lowest = (bits + exponent - 53).max(-1074);
    let cut = lowest - exponent;
    let (mut mantissa, exponent) = if cut > 0 {
        let magnitude = number.magnitude();
        let kept = magnitude >> cut as u64;
        let rest = magnitude - (&kept << cut as u64);
        let half = BigUint::from(1u8) << (cut as u64 - 1);
        let up = rest > half || (rest == half && kept.is_odd());
        (kept + u32::from(up), lowest)
    } else {
        (number.magnitude().clone(), exponent)
    };
    if mantissa.is_zero() {
        mantissa = BigUint::ZERO;
    }
    let magnitude = float::scale(mantissa.to_f64()?, exponent.try_into().ok()?);
    let result = if number.is_negative() {
        -magnitude
    } else {
        magnitude
    };
    result.is_finite().then_some(result)
}

/// The hash of a big number: its value modulo 2**61 - 1, as CPython's.
pub fn hash_big(number: &BigInt) -> i64 {
    let modulus = BigUint::from((1u64 << 61) - 1);
    let rest = (number.magnitude() % modulus)
        .to_i64()
        .expect("the rest is below the modulus of 61 bits");
    let hash = if number.is_negative() { -rest } else { rest };
    if hash == -1 { -2 } else { hash }
}

/// The hash of a machine number.
#[inline]
pub fn hash_small(number: i64) -> i64 {
    const MODULUS: u64 = (1 << 61) - 1;
    let magnitude = number.unsigned_abs();
    let rest = match magnitude < MODULUS {
        true => magnitude,
        false => magnitude % MODULUS,
    } as i64;
    let hash = if number < 0 { -rest } else { rest };
    if hash == -1 { -2 } else { hash }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn big(text: &str) -> BigInt {
        parse(text, 10).expect("digits")
    }

    #[test]
    fn literals_are_read_as_python_reads_them() {
        for (text, base, number) in [
            (" -7 ", 10, -7),
            ("0b11", 0, 3),
            ("1_000", 10, 1000),
            ("ff", 16, 255),
            ("0", 0, 0),
        ] {
            assert_eq!(parse(text, base), Some(BigInt::from(number)), "{text}");
        }
        for (text, base) in [
            ("", 10),
            ("1__0", 10),
            ("_1", 10),
            ("12x", 10),
            ("012", 0),
            ("-", 10),
        ] {
            assert_eq!(parse(text, base), None, "{text}");
        }
    }

    #[test]
    fn division_of_big_numbers_rounds_once() {
        let ten_power = |exponent: u32| BigInt::from(10).pow(exponent);
        assert_eq!(true_divide(&ten_power(40), &ten_power(39)), Some(10.0));
        assert_eq!(true_divide(&BigInt::from(1), &ten_power(320)), Some(1e-320));
        assert_eq!(true_divide(&ten_power(400), &BigInt::from(3)), None);
        assert_eq!(
            true_divide(&-ten_power(30), &BigInt::from(7)),
            Some(-1e30 / 7.0)
        );
        assert_eq!(big_to_f64(&big("100000000000000000000000")), Some(1e23));
        assert_eq!(
            big_to_f64(&((BigInt::from(1) << 53u32) + 1)),
            Some(9007199254740992.0)
        );
    }

    #[test]
    fn hashes_are_modulo_a_mersenne_prime() {
        assert_eq!(hash_small(-1), -2);
        assert_eq!(hash_big(&((BigInt::from(1) << 61u32) - 1)), 0);
        assert_eq!(hash_big(&(BigInt::from(1) << 61u32)), hash_small(1));
    }
}
