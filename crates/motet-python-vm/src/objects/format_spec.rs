//! The format mini-language: `format(value, specification)`, f-strings, `str.format`.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use rustpython_literal::float as literal;
use rustpython_literal::format::Case;

use super::prelude::*;
use super::protocol::repr;
use super::{float, int, string};

/// A specification taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    fill: char,
    align: Option<char>,
    sign: char,
    no_negative_zero: bool,
    alternate: bool,
    width: usize,
    grouping: Option<char>,
    precision: Option<usize>,
    kind: Option<char>,
}

const ALIGNMENTS: &str = "<>=^";

impl Specification {
    /// Reads a specification; `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Specification> {
        let characters: Vec<char> = text.chars().collect();
        let mut at = 0;
        let peek = |at: usize| characters.get(at).copied();
        let mut result = Specification {
            fill: ' ',
            align: None,
            sign: '-',
            no_negative_zero: false,
            alternate: false,
            width: 0,
            grouping: None,
            precision: None,
            kind: None,
        };
        if peek(1).is_some_and(|align| ALIGNMENTS.contains(align)) {
            (result.fill, result.align) = (characters[0], peek(1));
            at = 2;
        } else if peek(0).is_some_and(|align| ALIGNMENTS.contains(align)) {
            result.align = peek(0);
            at = 1;
        }
        let filled = at == 2;
        if let Some(sign @ ('+' | '-' | ' ')) = peek(at) {
            result.sign = sign;
            at += 1;
        }
        if peek(at) == Some('z') {
            result.no_negative_zero = true;
            at += 1;
        }
        if peek(at) == Some('#') {
            result.alternate = true;
            at += 1;
        }
        if peek(at) == Some('0') && !filled {
            result.fill = '0';
            result.align = result.align.or(Some('0'));
            at += 1;
        }
        let number = |at: &mut usize| -> Option<Option<usize>> {
            let start = *at;
            while peek(*at).is_some_and(|digit| digit.is_ascii_digit()) {
                *at += 1;
            }
            let digits: String = characters[start..*at].iter().collect();
            if digits.is_empty() {
                Some(None)
            } else {
                Some(Some(digits.parse().ok()?))
            }
        };
        result.width = number(&mut at)?.unwrap_or(0);
        if let Some(grouping @ (',' | '_')) = peek(at) {
            result.grouping = Some(grouping);
            at += 1;
        }
        if peek(at) == Some('.') {
            at += 1;
            result.precision = Some(number(&mut at)??);
        }
        result.kind = peek(at);
        (at + 1 >= characters.len()).then_some(result)
    }

    /// Fills a text up to the width.
    fn pad(&self, text: &str, default: char) -> String {
        let align = match self.align {
            // A width that begins with 0 aligns texts to the left.
            Some('0') => default,
            Some(align) => align,
            None => default,
        };
        pad(text, self.width, self.fill, align)
    }

    /// Puts a number together: sign, prefix, whole part with its groups, what follows it.
    fn assemble(&self, negative: bool, prefix: &str, whole: &str, rest: &str) -> String {
        let sign = match (negative, self.sign) {
            (true, _) => "-",
            (false, '+') => "+",
            (false, ' ') => " ",
            _ => "",
        };
        let between = matches!(self.align, Some('=' | '0'));
        let taken = sign.len() + prefix.len() + rest.chars().count();
        let digits_room = if between {
            self.width.saturating_sub(taken)
        } else {
            0
        };
        let whole = match self.grouping {
            Some(separator) => {
                let size = if matches!(self.kind, Some('b' | 'o' | 'x' | 'X')) {
                    4
                } else {
                    3
                };
                let zeros = if self.fill == '0' { digits_room } else { 0 };
                group(whole, separator, size, zeros)
            }
            None => whole.to_string(),
        };
        if between {
            let missing = digits_room.saturating_sub(whole.chars().count());
            let fill: String = std::iter::repeat_n(self.fill, missing).collect();
            return format!("{sign}{prefix}{fill}{whole}{rest}");
        }
        self.pad(&format!("{sign}{prefix}{whole}{rest}"), '>')
    }
}

/// A text filled up to a width: `<`, `>` or `^`.
pub fn pad(text: &str, width: usize, fill: char, align: char) -> String {
    let missing = width.saturating_sub(text.chars().count());
    let left = match align {
        '<' => 0,
        '^' => missing / 2,
        _ => missing,
    };
    let mut out: String = std::iter::repeat_n(fill, left).collect();
    out.push_str(text);
    out.extend(std::iter::repeat_n(fill, missing - left));
    out
}

/// Digits in groups, with zeros in front until they are at least `room` long.
fn group(digits: &str, separator: char, size: usize, room: usize) -> String {
    let mut digits = digits.to_string();
    let length = |count: usize| count + count.saturating_sub(1) / size;
    while length(digits.len()) < room {
        digits.insert(0, '0');
    }
    let mut out = String::with_capacity(length(digits.len()));
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(size) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}

/// The text of a float by a specification; an unknown kind is the error.
fn float_text(number: f64, specification: &Specification) -> Result<String, char> {
    let kind = specification.kind;
    let alternate = specification.alternate;
    let precision = specification.precision.unwrap_or(6);
    let case = match kind {
        Some('E' | 'F' | 'G') => Case::Upper,
        _ => Case::Lower,
    };
    let magnitude = number.abs();
    let mut text = match kind {
        Some('f' | 'F') => literal::format_fixed(precision, magnitude, case, alternate),
        Some('e' | 'E') => literal::format_exponent(precision, magnitude, case, alternate),
        Some('g' | 'G' | 'n') => {
            literal::format_general(precision.max(1), magnitude, case, alternate, false)
        }
        Some('%') => {
            let text = literal::format_fixed(precision, magnitude * 100.0, case, alternate);
            format!("{text}%")
        }
        None => match specification.precision {
            None => float::repr(magnitude),
            Some(precision) => {
                let general =
                    literal::format_general(precision.max(1), magnitude, case, alternate, true);
                let is_whole = general.chars().all(|digit| digit.is_ascii_digit());
                if is_whole {
                    format!("{general}.0")
                } else {
                    general
                }
            }
        },
        Some(other) => return Err(other),
    };
    let mut negative = number.is_sign_negative() && !number.is_nan();
    if specification.no_negative_zero && !text.contains(|digit| ('1'..='9').contains(&digit)) {
        negative = false;
    }
    let end = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    // Infinity and NaN have no digits to group.
    let rest = text.split_off(end);
    if text.is_empty() {
        let plain = Specification {
            grouping: None,
            ..specification.clone()
        };
        return Ok(plain.assemble(negative, "", &rest, ""));
    }
    Ok(specification.assemble(negative, "", &text, &rest))
}

/// The text of an `int` by a specification; an unknown kind is the error.
fn int_text(number: &BigInt, specification: &Specification) -> Result<String, char> {
    let magnitude = number.magnitude();
    let (prefix, digits) = match specification.kind {
        None | Some('d' | 'n') => ("", magnitude.to_str_radix(10)),
        Some('b') => ("0b", magnitude.to_str_radix(2)),
        Some('o') => ("0o", magnitude.to_str_radix(8)),
        Some('x') => ("0x", magnitude.to_str_radix(16)),
        Some('X') => ("0X", magnitude.to_str_radix(16).to_uppercase()),
        Some(other) => return Err(other),
    };
    let prefix = if specification.alternate { prefix } else { "" };
    Ok(specification.assemble(number.is_negative(), prefix, &digits, ""))
}

#[cold]
fn unknown_kind(thread: &Thread, kind: char, name: &str) -> Unwind {
    value_error(
        thread,
        format!("Unknown format code '{kind}' for object of type '{name}'"),
    )
}

fn format_int(thread: &Thread, value: Value<'_>, specification: &Specification) -> Outcome<String> {
    let name = type_name(thread, value);
    let number = int::to_big(thread, value).expect("an int");
    match specification.kind {
        Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') => {
            let number = float::convert_leaf(thread, value)?.expect("an int");
            float_text(number, specification).map_err(|kind| unknown_kind(thread, kind, &name))
        }
        _ if specification.precision.is_some() => Err(value_error(
            thread,
            "Precision not allowed in integer format specifier",
        )),
        Some('c') => match number.to_u32().and_then(char::from_u32) {
            Some(character) => Ok(specification.pad(&character.to_string(), '<')),
            None => Err(overflow_error(thread, "%c arg not in range(0x110000)")),
        },
        _ => int_text(&number, specification).map_err(|kind| unknown_kind(thread, kind, &name)),
    }
}

fn format_str(thread: &Thread, text: &str, specification: &Specification) -> Outcome<String> {
    if let Some(kind) = specification.kind.filter(|kind| *kind != 's') {
        return Err(unknown_kind(thread, kind, "str"));
    }
    if specification.sign != '-' {
        return Err(value_error(
            thread,
            "Sign not allowed in string format specifier",
        ));
    }
    if specification.align == Some('=') {
        let message = "'=' alignment not allowed in string format specifier";
        return Err(value_error(thread, message));
    }
    let cut: String = match specification.precision {
        Some(precision) => text.chars().take(precision).collect(),
        None => text.to_string(),
    };
    Ok(specification.pad(&cut, '<'))
}

/// The text of a number or string by a specification; `None` for other values.
///
/// # Errors
/// `ValueError` for a specification that does not fit.
pub fn format_leaf(
    thread: &Thread,
    value: Value<'_>,
    specification: &str,
) -> Outcome<Option<String>> {
    let kind = kind(thread, value);
    if !matches!(kind, CLASS_INT | CLASS_BOOL | CLASS_FLOAT | CLASS_STR) {
        return Ok(None);
    }
    if specification.is_empty() {
        if let Some(text) = string::as_text(thread, value) {
            return Ok(Some(text.to_string()));
        }
        return repr::scalar(thread, value);
    }
    let name = type_name(thread, value);
    let Some(parsed) = Specification::parse(specification) else {
        let message =
            format!("Invalid format specifier '{specification}' for object of type '{name}'");
        return Err(value_error(thread, message));
    };
    match kind {
        CLASS_FLOAT => {
            let number = float::to_f64(thread, value).expect("a float");
            float_text(number, &parsed).map_err(|kind| unknown_kind(thread, kind, &name))
        }
        CLASS_STR => format_str(
            thread,
            string::as_text(thread, value).expect("a str"),
            &parsed,
        ),
        _ => format_int(thread, value, &parsed),
    }
    .map(Some)
}

/// `format(value, specification)` as a string object.
///
/// # Errors
/// `TypeError`, `ValueError`; what `__format__` and `__str__` raise.
pub fn format(thread: &mut Thread, value: Root, specification: Root) -> Outcome<Root> {
    let Some(text) = string::as_text(thread, thread.get(specification)) else {
        let name = type_name(thread, thread.get(specification));
        return Err(type_error(
            thread,
            format!("format() argument 2 must be str, not {name}"),
        ));
    };
    if let Some(text) = format_leaf(thread, thread.get(value), text)? {
        let text = string::new(thread, &text)?;
        return Ok(thread.root(text));
    }
    let is_empty = text.is_empty();
    let kind = kind(thread, thread.get(value));
    if (kind >= CLASS_USER_FIRST || kind == CLASS_OBJECT)
        && let Some(result) = thread.call_special(value, "__format__", &[specification])?
    {
        if string::as_string(thread, thread.get(result)).is_none() {
            let name = type_name(thread, thread.get(result));
            let message = format!("__format__ must return a str, not {name}");
            return Err(type_error(thread, message));
        }
        return Ok(result);
    }
    if !is_empty {
        let name = type_name(thread, thread.get(value));
        let message = format!("unsupported format string passed to {name}.__format__");
        return Err(type_error(thread, message));
    }
    repr::str_of(thread, value)
}

/// Appends a value converted (`r`, `s`, `a` or nothing) and formatted: for templates.
///
/// # Errors
/// As [`format`].
pub fn format_into(
    thread: &mut Thread,
    value: Root,
    conversion: Option<char>,
    specification: &str,
    out: &mut String,
) -> Outcome<()> {
    let mark = thread.root_count();
    let converted = convert(thread, value, conversion)?;
    match format_leaf(thread, thread.get(converted), specification)? {
        Some(text) => out.push_str(&text),
        None => {
            let specification = string::new(thread, specification)?;
            let specification = thread.root(specification);
            let text = format(thread, converted, specification)?;
            out.push_str(string::as_text(thread, thread.get(text)).expect("a str"));
        }
    }
    thread.truncate_roots(mark);
    Ok(())
}

/// The `!r`, `!s`, `!a` of templates.
///
/// # Errors
/// What `__repr__` and `__str__` raise.
pub fn convert(thread: &mut Thread, value: Root, conversion: Option<char>) -> Outcome<Root> {
    match conversion {
        Some('r') => repr::repr(thread, value),
        Some('s') => repr::str_of(thread, value),
        Some('a') => repr::ascii(thread, value),
        _ => Ok(value),
    }
}

/// The text of a float with fixed kind and precision: for `%` formatting.
pub fn percent_float(number: f64, kind: char, precision: Option<usize>, alternate: bool) -> String {
    let specification = Specification {
        fill: ' ',
        align: None,
        sign: '-',
        no_negative_zero: false,
        alternate,
        width: 0,
        grouping: None,
        precision: Some(precision.unwrap_or(6)),
        kind: Some(kind),
    };
    float_text(number, &specification).expect("a kind of float")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i64, text: &str) -> String {
        int_text(
            &BigInt::from(value),
            &Specification::parse(text).expect(text),
        )
        .expect(text)
    }

    fn real(value: f64, text: &str) -> String {
        float_text(value, &Specification::parse(text).expect(text)).expect(text)
    }

    #[test]
    fn integers_are_formatted_as_python_does() {
        assert_eq!(number(12345, ","), "12,345");
        assert_eq!(number(-7, "08d"), "-0000007");
        assert_eq!(number(255, "#x"), "0xff");
        assert_eq!(number(7, "*>10"), "*********7");
        assert_eq!(number(1234, "010,"), "00,001,234");
        assert_eq!(number(-5, "=+7"), "-     5");
        assert_eq!(number(5, "^7"), "   5   ");
        assert_eq!(number(65535, "_b"), "1111_1111_1111_1111");
    }

    #[test]
    fn floats_are_formatted_as_python_does() {
        assert_eq!(real(123456.789, ",.2f"), "123,456.79");
        assert_eq!(real(-2.5, "010.2f"), "-000002.50");
        assert_eq!(real(1e10, "g"), "1e+10");
        assert_eq!(real(0.0, "e"), "0.000000e+00");
        assert_eq!(real(0.256, ".1%"), "25.6%");
        assert_eq!(real(3.0, ".3"), "3.0");
        assert_eq!(real(f64::INFINITY, "6.2f"), "   inf");
        assert_eq!(real(0.00001234, "g"), "1.234e-05");
        assert_eq!(real(-0.0, "z.1f"), "0.0");
    }

    #[test]
    fn malformed_specifications_are_refused() {
        assert_eq!(Specification::parse("5.f"), None);
        assert_eq!(Specification::parse("xyz"), None);
    }
}
