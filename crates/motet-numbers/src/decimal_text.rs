//! Texts of decimal numbers: read, written, formatted. Knows no objects.

use crate::decimal_digits::{Finite, Made, Rounding, rescaled};
use crate::decimal_limbs::Digits;

/// Exponents of more digits are another's business.
const EXPONENT_DIGITS_MAX: usize = 17;

/// The number that a text is, as it is: nothing is rounded. None if it is not plain.
pub fn parse(text: &[u8]) -> Option<Made> {
    let text = text.trim_ascii();
    let (negative, text) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    let mantissa_end = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
    let (mantissa, exponent) = match mantissa_end {
        Some(end) => (&text[..end], exponent_of(&text[end + 1..])?),
        None => (text, 0),
    };
    let point = mantissa.iter().position(|byte| *byte == b'.');
    let (whole, fraction) = match point {
        Some(point) => (&mantissa[..point], &mantissa[point + 1..]),
        None => (mantissa, &mantissa[..0]),
    };
    let is_number = |digits: &[u8]| digits.iter().all(u8::is_ascii_digit);
    if whole.len() + fraction.len() == 0 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let exponent = exponent - fraction.len() as i64;
    let zeros = |part: &[u8]| part.iter().take_while(|digit| **digit == b'0').count();
    let whole_zeros = zeros(whole);
    let digits = if whole_zeros < whole.len() {
        Digits::joined(&whole[whole_zeros..], fraction)
    } else {
        let fraction = &fraction[zeros(fraction)..];
        Digits::joined(if fraction.is_empty() { b"0" } else { b"" }, fraction)
    };
    Some(Made {
        negative,
        digits,
        exponent,
    })
}

fn exponent_of(text: &[u8]) -> Option<i64> {
    let (is_negative, digits) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    let is_plain = (1..=EXPONENT_DIGITS_MAX).contains(&digits.len());
    if !is_plain || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = digits
        .iter()
        .fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    Some(if is_negative { -number } else { number })
}

/// Appends digits with the point at a place, which may lie outside of them.
fn push_digits(text: &mut String, digits: &str, place: i64) {
    let count = digits.len() as i64;
    if place <= 0 {
        text.push_str("0.");
        text.extend(std::iter::repeat_n('0', -place as usize));
        text.push_str(digits);
    } else if place >= count {
        text.push_str(digits);
        text.extend(std::iter::repeat_n('0', (place - count) as usize));
    } else {
        let (whole, fraction) = digits.split_at(place as usize);
        text.push_str(whole);
        text.push('.');
        text.push_str(fraction);
    }
}

fn digits_text<'a>(number: &Finite<'a>) -> &'a str {
    std::str::from_utf8(number.digits).expect("digits are ASCII bytes and so UTF-8")
}

/// The text of a number, with an exponent of 10 where it is very large or small.
pub fn scientific(number: &Finite<'_>, is_capital: bool) -> String {
    let mut text = String::with_capacity(number.digits.len() + 8);
    if number.negative {
        text.push('-');
    }
    push_scientific(&mut text, number, is_capital);
    text
}

fn push_scientific(text: &mut String, number: &Finite<'_>, is_capital: bool) {
    let digits = digits_text(number);
    let place = number.exponent + digits.len() as i64;
    if number.exponent <= 0 && place > -6 {
        return push_digits(text, digits, place);
    }
    push_digits(text, digits, 1);
    if place != 1 {
        let letter = if is_capital { 'E' } else { 'e' };
        text.push_str(&format!("{letter}{:+}", place - 1));
    }
}

/// A format specification, as far as it is common.
struct Spec {
    fill: char,
    align: u8,
    sign: u8,
    is_zero_padded: bool,
    width: usize,
    separator: Option<u8>,
    precision: Option<u16>,
    /// `f`, `%` or nothing.
    kind: u8,
}

/// Widths and precisions above this are another's business.
const WIDTH_MAX: usize = 999;

fn take_number(text: &mut &[u8]) -> Option<usize> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(count);
    *text = rest;
    let number = digits
        .iter()
        .take(4)
        .fold(0, |sum, digit| sum * 10 + usize::from(digit - b'0'));
    (count > 0 && number <= WIDTH_MAX).then_some(number)
}

fn take_one(text: &mut &[u8], wanted: &[u8]) -> Option<u8> {
    let (first, rest) = text.split_first()?;
    if !wanted.contains(first) {
        return None;
    }
    *text = rest;
    Some(*first)
}

impl Spec {
    fn parse(mut text: &[u8]) -> Option<Spec> {
        const ALIGNS: &[u8] = b"<>=^";
        let (mut fill, mut align) = (b' ', b'>');
        let is_aligned = match text {
            [given, how, rest @ ..] if ALIGNS.contains(how) => {
                (fill, align, text) = (*given, *how, rest);
                true
            }
            [how, rest @ ..] if ALIGNS.contains(how) => {
                (align, text) = (*how, rest);
                true
            }
            _ => false,
        };
        let sign = take_one(&mut text, b"+- ").unwrap_or(b'-');
        let is_zero_padded = take_one(&mut text, b"0").is_some();
        let width = match text.first() {
            Some(byte) if byte.is_ascii_digit() => take_number(&mut text)?,
            _ => 0,
        };
        let separator = take_one(&mut text, b",_");
        let precision = match take_one(&mut text, b".") {
            Some(_) => Some(take_number(&mut text)? as u16),
            None => None,
        };
        let kind = take_one(&mut text, b"fF%")
            .unwrap_or(0)
            .to_ascii_lowercase();
        let is_common = text.is_empty()
            && fill.is_ascii()
            && !(is_zero_padded && (is_aligned || separator.is_some()))
            && (kind != 0 || precision.is_none());
        is_common.then_some(Spec {
            fill: char::from(fill),
            align,
            sign,
            is_zero_padded,
            width,
            separator,
            precision,
            kind,
        })
    }

    /// Puts sign and padding around the digits.
    fn aligned(&self, negative: bool, mut body: String) -> String {
        let sign = match (negative, self.sign) {
            (true, _) => "-",
            (false, b'+') => "+",
            (false, b' ') => " ",
            _ => "",
        };
        let missing = self.width.saturating_sub(sign.len() + body.len());
        if self.is_zero_padded {
            body.insert_str(0, &"0".repeat(missing));
            return format!("{sign}{body}");
        }
        let padding = |count: usize| String::from(self.fill).repeat(count);
        match self.align {
            b'<' => format!("{sign}{body}{}", padding(missing)),
            b'=' => format!("{sign}{}{body}", padding(missing)),
            b'^' => {
                let half = missing / 2;
                format!("{}{sign}{body}{}", padding(half), padding(missing - half))
            }
            _ => format!("{}{sign}{body}", padding(missing)),
        }
    }
}

/// Puts a separator before each three digits of the whole part.
fn separated(body: &str, separator: u8) -> String {
    let end = body.bytes().position(|byte| !byte.is_ascii_digit());
    let (whole, rest) = body.split_at(end.unwrap_or(body.len()));
    let mut text = String::with_capacity(body.len() * 4 / 3 + 1);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            text.push(char::from(separator));
        }
        text.push(digit);
    }
    text + rest
}

/// A number by a format specification; none if that is not a common one.
pub fn format(
    number: Finite<'_>,
    spec: &[u8],
    rounding: Rounding,
    is_capital: bool,
) -> Option<String> {
    let spec = Spec::parse(spec)?;
    let mut body = String::new();
    if spec.kind == 0 {
        push_scientific(&mut body, &number, is_capital);
    } else {
        let shift = if spec.kind == b'%' { 2 } else { 0 };
        let shifted = Finite {
            exponent: number.exponent + shift,
            ..number
        };
        let wanted = match spec.precision {
            Some(precision) => -i64::from(precision),
            None if shifted.is_zero() => shifted.exponent.min(0),
            None => shifted.exponent,
        };
        let made = rescaled(shifted, wanted, rounding)?.0;
        let made = made.as_finite();
        let place = made.exponent + made.digits.len() as i64;
        if made.exponent > crate::decimal_digits::DIGITS_MAX {
            return None;
        }
        push_digits(&mut body, digits_text(&made), place);
        if spec.kind == b'%' {
            body.push('%');
        }
    }
    if let Some(separator) = spec.separator {
        body = separated(&body, separator);
    }
    Some(spec.aligned(number.negative, body))
}
