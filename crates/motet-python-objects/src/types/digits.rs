//! The digits of machine numbers, written where they stand: for formats and texts of numbers.

use crate::types::string;
use std::fmt::Write;

/// Room for a number of 64 bits in base 2, and its sign.
const ROOM: usize = 65;

/// A number in digits, with a minus sign if it is negative.
pub(crate) struct Digits {
    buffer: [u8; ROOM],
    first: usize,
}

impl Digits {
    /// The digits that a kind of format asks for; `None` if it is no kind of whole numbers.
    pub(crate) fn of(number: i64, kind: char) -> Option<Digits> {
        let bits = match kind {
            'd' | 'i' | 'u' => 0,
            'x' | 'X' => 4,
            'o' => 3,
            'b' => 1,
            _ => return None,
        };
        let letters: &[u8; 16] = match kind {
            'X' => b"0123456789ABCDEF",
            _ => b"0123456789abcdef",
        };
        let mut buffer = [0; ROOM];
        let mut first = ROOM;
        let mut rest = number.unsigned_abs();
        if bits == 0 {
            first = string::write_digits(rest, &mut buffer);
        } else {
            loop {
                first -= 1;
                buffer[first] = letters[(rest & ((1 << bits) - 1)) as usize];
                rest >>= bits;
                if rest == 0 {
                    break;
                }
            }
        }
        if number < 0 {
            first -= 1;
            buffer[first] = b'-';
        }
        Some(Digits { buffer, first })
    }

    /// Sign and digits.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.buffer[self.first..])
            .expect("digits are ASCII bytes and so UTF-8")
    }
}

/// Appends a finite float with so many digits behind the point.
pub(crate) fn push_fixed(number: f64, precision: usize, out: &mut String) {
    match scaled(number.abs(), precision) {
        Some((whole, fraction)) => {
            if number.is_sign_negative() {
                out.push('-');
            }
            push_number(whole, 1, out);
            if precision > 0 {
                out.push('.');
                push_number(fraction, precision, out);
            }
        }
        None => write!(out, "{number:.precision$}").expect("writing to a String gives no errors"),
    }
}

/// Appends a number of at least so many digits.
fn push_number(number: u64, least: usize, out: &mut String) {
    let mut digits = [b'0'; string::DIGITS_MAX];
    let first = string::write_digits(number, &mut digits);
    let first = first.min(digits.len() - least);
    out.push_str(
        std::str::from_utf8(&digits[first..]).expect("digits are ASCII bytes and so UTF-8"),
    );
}

/// A positive number as the digits before the point and those behind it, rounded to so many digits,
/// half to even: exactly, since the number is a whole one divided by a power of two. `None` for a
/// number that is too large, too small or too precise for 128 bits.
fn scaled(number: f64, precision: usize) -> Option<(u64, u64)> {
    const PRECISION_MAX: usize = 12;
    const FRACTION_BITS: u32 = 52;
    let bits = number.to_bits();
    let exponent = (bits >> FRACTION_BITS) as u32;
    let mantissa = bits & ((1 << FRACTION_BITS) - 1) | u64::from(exponent > 0) << FRACTION_BITS;
    // The number is the mantissa divided by two to the power of this.
    let shift = (1023 + FRACTION_BITS).checked_sub(exponent.max(1))?;
    if precision > PRECISION_MAX || shift > 120 {
        return None;
    }
    let unit = 10u128.pow(precision as u32);
    let product = u128::from(mantissa) * unit;
    let (quotient, rest) = (product >> shift, product & ((1 << shift) - 1));
    let twice = rest << 1;
    let goes_up = twice > 1 << shift || twice == 1 << shift && quotient & 1 == 1;
    let rounded = quotient + u128::from(goes_up);
    Some(((rounded / unit) as u64, (rounded % unit) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: i64, kind: char) -> String {
        Digits::of(number, kind).expect("a kind").text().to_string()
    }

    #[test]
    fn numbers_in_all_bases() {
        assert_eq!(text(0, 'd'), "0");
        assert_eq!(text(i64::MIN, 'd'), "-9223372036854775808");
        assert_eq!(text(-255, 'x'), "-ff");
        assert_eq!(text(48_879, 'X'), "BEEF");
        assert_eq!(text(8, 'o'), "10");
        assert_eq!(text(i64::MIN, 'b'), format!("-1{}", "0".repeat(63)));
        assert!(Digits::of(1, 'f').is_none());
    }

    #[test]
    fn fixed_as_the_library_writes_it() {
        let mut state = 1u64;
        for round in 0..20_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let number = match round % 4 {
                // Any number of bits; halves; numbers of a usual size; whole ones.
                0 => f64::from_bits(state),
                1 => (state >> 44) as f64 / 64.0,
                2 => (state >> 20) as f64 / 1e9,
                _ => (state >> 11) as f64,
            };
            let precision = (state >> 58) as usize % 15;
            if number.is_finite() {
                let mut out = String::new();
                push_fixed(number, precision, &mut out);
                assert_eq!(out, format!("{number:.precision$}"));
            }
        }
    }

    #[test]
    fn fixed_as_c_writes_it() {
        for (number, precision, wanted) in [
            (2.675, 2, "2.67"),
            (0.5, 0, "0"),
            (1.5, 0, "2"),
            (-0.001, 2, "-0.00"),
            (-0.0, 1, "-0.0"),
            (1e22, 1, "10000000000000000000000.0"),
        ] {
            let mut out = String::new();
            push_fixed(number, precision, &mut out);
            assert_eq!(out, wanted);
        }
    }
}
