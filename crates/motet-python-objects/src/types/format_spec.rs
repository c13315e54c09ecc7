//! The format mini-language: `format(value, specification)`, f-strings, `str.format`.

use crate::model::surrogates;
use crate::types::host;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use rustpython_literal::float as literal;
use rustpython_literal::format::Case;

use crate::types::digits::{Digits, push_fixed};
use crate::types::prelude::*;
use crate::types::protocol::repr;
use crate::types::{complex, decimal, float, format_complex, int, string};
use motet_numbers::format_parse::{EMPTY, Specification};

pub use motet_numbers::format_parse::pad;

/// The text of a float by a specification; an unknown kind is the error.
pub(crate) fn float_text(number: f64, specification: &Specification) -> Result<String, char> {
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
            None if alternate => with_point(float::repr(magnitude)),
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
    if specification.no_negative_zero
        && number.is_finite()
        && !text.contains(|digit| ('1'..='9').contains(&digit))
    {
        negative = false;
    }
    let end = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    // Infinity and NaN have no digits to group.
    let mut rest = text.split_off(end);
    if let Some(separator) = specification.fraction_grouping {
        rest = grouped_fraction(&rest, separator);
    }
    if text.is_empty() {
        let plain = Specification {
            grouping: None,
            ..specification.clone()
        };
        return Ok(plain.assemble(negative, "", &rest, ""));
    }
    Ok(specification.assemble(negative, "", &text, &rest))
}

/// The text of a float with a point in it.
fn with_point(text: String) -> String {
    match text.find('e') {
        Some(at) if !text.contains('.') => format!("{}.{}", &text[..at], &text[at..]),
        _ => text,
    }
}

/// The text behind the whole part of a number, with the digits of its fraction in groups of three.
fn grouped_fraction(rest: &str, separator: char) -> String {
    let Some(fraction) = rest.strip_prefix('.') else {
        return rest.to_string();
    };
    let end = fraction
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(fraction.len());
    let (digits, after) = fraction.split_at(end);
    let mut out = String::from(".");
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index.is_multiple_of(3) {
            out.push(separator);
        }
        out.push(digit);
    }
    out.push_str(after);
    out
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
    value_error(thread, unknown_kind_message(kind, name))
}

/// The complaint about a kind that numbers of a type do not have.
pub(super) fn unknown_kind_message(kind: char, name: &str) -> String {
    let shown = match kind {
        '!'..='\x7f' => kind.to_string(),
        _ => format!("\\x{:x}", surrogates::code(kind)),
    };
    format!("Unknown format code '{shown}' for object of type '{name}'")
}

fn format_int(
    thread: &Thread,
    value: Value<'_>,
    specification: &Specification,
    name: &str,
) -> Outcome<String> {
    let number = int::to_big(thread, value).expect("the caller has found an int");
    match specification.kind {
        Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') => {
            let number = float::convert_leaf(thread, value)?.expect("the caller has found an int");
            float_text(number, specification).map_err(|kind| unknown_kind(thread, kind, name))
        }
        Some(kind) if !"bcdnoxX".contains(kind) => Err(unknown_kind(thread, kind, name)),
        _ if specification.precision.is_some() => {
            let message = "Precision not allowed in integer format specifier";
            Err(value_error(thread, message))
        }
        _ if specification.no_negative_zero => {
            let message = "Negative zero coercion (z) not allowed in integer format specifier";
            Err(value_error(thread, message))
        }
        Some('c') if specification.sign != '\0' => {
            let message = "Sign not allowed with integer format specifier 'c'";
            Err(value_error(thread, message))
        }
        Some('c') if specification.alternate => {
            let message = "Alternate form (#) not allowed with integer format specifier 'c'";
            Err(value_error(thread, message))
        }
        Some('c') => match number.to_u32().and_then(string::character) {
            Some(character) => Ok(specification.assemble(false, "", &character.to_string(), "")),
            None if number.to_i64().is_none() => {
                let message = "Python int too large to convert to C long";
                Err(overflow_error(thread, message))
            }
            None => Err(overflow_error(thread, "%c arg not in range(0x110000)")),
        },
        _ => int_text(&number, specification).map_err(|kind| unknown_kind(thread, kind, name)),
    }
}

fn format_str(
    thread: &Thread,
    text: &str,
    specification: &Specification,
    name: &str,
) -> Outcome<String> {
    if let Some(kind) = specification.kind.filter(|kind| *kind != 's') {
        return Err(unknown_kind(thread, kind, name));
    }
    let refused = match specification {
        Specification { sign: ' ', .. } => "Space not",
        Specification {
            sign: '+' | '-', ..
        } => "Sign not",
        Specification {
            no_negative_zero: true,
            ..
        } => "Negative zero coercion (z) not",
        Specification {
            alternate: true, ..
        } => "Alternate form (#) not",
        _ => "",
    };
    if !refused.is_empty() {
        let message = format!("{refused} allowed in string format specifier");
        return Err(value_error(thread, message));
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
    format_leaf_of(thread, value, specification, None)
}

/// [`format_leaf`] of the plain value of an object, whose class messages name.
fn format_leaf_of(
    thread: &Thread,
    value: Value<'_>,
    specification: &str,
    whole: Option<Value<'_>>,
) -> Outcome<Option<String>> {
    let kind = kind(thread, value);
    if !matches!(
        kind,
        CLASS_INT | CLASS_BOOL | CLASS_FLOAT | CLASS_STR | CLASS_COMPLEX
    ) {
        return Ok(None);
    }
    if specification.is_empty() {
        if let Some(text) =
            string::exact_string(thread, value).map(|object| string::text(thread, object))
        {
            return Ok(Some(text.to_string()));
        }
        return repr::scalar(thread, value);
    }
    let name = type_name(thread, whole.unwrap_or(value));
    let default = match kind {
        CLASS_STR => 's',
        CLASS_FLOAT | CLASS_COMPLEX => '\0',
        _ => 'd',
    };
    let parsed = match Specification::parse(specification, default, &name) {
        Ok(parsed) => parsed,
        Err(message) => return Err(value_error(thread, message)),
    };
    host::check_length(thread, parsed.width)?;
    // An `int` as such has no precision, and some kinds are unknown: other complaints.
    let is_float = match parsed.kind {
        Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') => kind != CLASS_STR,
        None | Some('n') => matches!(kind, CLASS_FLOAT | CLASS_COMPLEX),
        _ => false,
    };
    if let Some(digits) = parsed.precision.filter(|_| is_float) {
        if digits > i32::MAX as usize {
            return Err(value_error(thread, "precision too big"));
        }
        host::check_length(thread, digits)?;
    }
    match kind {
        CLASS_FLOAT => {
            let number = float::to_f64(thread, value).expect("the class says that it is a float");
            float_text(number, &parsed).map_err(|kind| unknown_kind(thread, kind, &name))
        }
        CLASS_COMPLEX => {
            let number = complex::as_complex(thread, value)
                .expect("the class says that it is a complex number");
            format_complex::text(number, &parsed, &name)
                .map_err(|message| value_error(thread, message))
        }
        CLASS_STR => format_str(
            thread,
            string::as_text(thread, value).expect("the class says that it is a str"),
            &parsed,
            &name,
        ),
        _ => format_int(thread, value, &parsed, &name),
    }
    .map(Some)
}

/// `format(value, specification)` as a string object.
///
/// # Errors
/// `TypeError`, `ValueError`; any exception of `__format__` and `__str__`.
pub fn format(thread: &mut Thread, value: Root, specification: Root) -> Outcome<Root> {
    format_of(thread, value, specification, None)
}

/// [`format`] of the plain value of an object, whose class messages name.
///
/// # Errors
/// As [`format`].
pub fn format_of(
    thread: &mut Thread,
    value: Root,
    specification: Root,
    whole: Option<Root>,
) -> Outcome<Root> {
    let Some(text) = string::as_text(thread, thread.get(specification)) else {
        let name = argument_type(thread, thread.get(specification));
        // The method of a class, which messages name, is called otherwise than the function.
        let what = match whole {
            Some(_) => "__format__() argument",
            None => "format() argument 2",
        };
        let message = format!("{what} must be str, not {name}");
        return Err(type_error(thread, message));
    };
    let object = whole.unwrap_or(value);
    if let Some(text) = usual(thread, thread.get(value), text)? {
        let is_itself = text == thread.get(value);
        return Ok(if is_itself { object } else { thread.root(text) });
    }
    let named = whole.map(|whole| thread.get(whole));
    if let Some(text) = format_leaf_of(thread, thread.get(value), text, named)? {
        // A text to which nothing is done stays the same object, whatever its class.
        let before = string::as_text(thread, thread.get(value));
        if before == Some(&text) {
            return Ok(object);
        }
        let text = string::new(thread, &text)?;
        return Ok(thread.root(text));
    }
    if let Some(text) = decimal::format(thread, thread.get(value), text.as_bytes())? {
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

/// The usual specifications: a sign only before negative numbers, a character of ASCII up to a
/// width of at most two digits, digits behind the point or characters at most, and a kind.
struct Usual {
    fill: char,
    /// Zeros stand between the sign and the digits.
    is_zero: bool,
    align: Option<u8>,
    width: usize,
    precision: Option<usize>,
    kind: Option<char>,
}

impl Usual {
    const EMPTY: Usual = Usual {
        fill: ' ',
        is_zero: false,
        align: None,
        width: 0,
        precision: None,
        kind: None,
    };

    /// `None` if the specification asks for anything else.
    fn parse(specification: &[u8]) -> Option<Usual> {
        let is_align = |byte: u8| matches!(byte, b'<' | b'>' | b'^');
        let (mut fill, align, mut rest) = match specification {
            [] => return None,
            [fill, align, rest @ ..] if fill.is_ascii() && is_align(*align) => {
                (char::from(*fill), Some(*align), rest)
            }
            [align, rest @ ..] if is_align(*align) => (' ', Some(*align), rest),
            rest => (' ', None, rest),
        };
        let is_zero = matches!(rest, [b'0', ..]);
        if is_zero {
            if align.is_some() {
                return None;
            }
            fill = '0';
            rest = &rest[1..];
        }
        let number = |rest: &mut &[u8]| -> usize {
            let mut number = 0;
            while let [digit @ b'0'..=b'9', after @ ..] = *rest {
                number = (number * 10 + usize::from(digit - b'0')).min(100);
                *rest = after;
            }
            number
        };
        let width = number(&mut rest);
        let mut precision = None;
        if let [b'.', after @ ..] = rest
            && after.first().is_some_and(u8::is_ascii_digit)
        {
            rest = after;
            precision = Some(number(&mut rest));
        }
        let kind = match rest {
            [] => None,
            [kind] => Some(char::from(*kind)),
            _ => return None,
        };
        let is_usual = width < 100 && precision.is_none_or(|precision| precision < 100);
        is_usual.then_some(Usual {
            fill,
            is_zero,
            align,
            width,
            precision,
            kind,
        })
    }

    /// Appends a number of ASCII, with its sign, filled up.
    fn fill_number(&self, text: &str, out: &mut String) {
        match text.strip_prefix('-') {
            Some(digits) if self.is_zero => {
                let missing = self.width.saturating_sub(text.len());
                out.push('-');
                out.extend(std::iter::repeat_n('0', missing));
                out.push_str(digits);
            }
            _ => self.fill(text, text.len(), b'>', out),
        }
    }

    /// Appends a text of so many characters, filled up.
    fn fill(&self, text: &str, length: usize, default: u8, out: &mut String) {
        let missing = self.width.saturating_sub(length);
        let left = match self.align.unwrap_or(default) {
            b'<' => 0,
            b'^' => missing / 2,
            _ => missing,
        };
        out.extend(std::iter::repeat_n(self.fill, left));
        out.push_str(text);
        out.extend(std::iter::repeat_n(self.fill, missing - left));
    }
}

/// What a usual specification makes of a value.
enum Formatted {
    /// It is another one, or the value is neither a small number nor a text.
    Other,
    /// The text as it is.
    Itself,
    /// What was appended.
    Appended,
}

/// Appends a small number or a text as a usual specification wants it.
fn append_usual(
    thread: &Thread,
    value: Value<'_>,
    specification: &str,
    out: &mut String,
) -> Formatted {
    let parse = || match specification {
        "" => Some(Usual::EMPTY),
        _ => Usual::parse(specification.as_bytes()),
    };
    if let Some(number) = value.as_integer() {
        let Some(usual) = parse().filter(|usual| usual.precision.is_none()) else {
            return Formatted::Other;
        };
        let digits = match usual.kind {
            None => Digits::of(number, 'd'),
            Some(kind @ ('d' | 'x' | 'X' | 'o' | 'b')) => Digits::of(number, kind),
            Some(_) => None,
        };
        return match digits {
            Some(digits) => {
                usual.fill_number(digits.text(), out);
                Formatted::Appended
            }
            None => Formatted::Other,
        };
    }
    if let Some(object) = string::exact_string(thread, value) {
        let usual = parse().filter(|usual| matches!(usual.kind, None | Some('s')));
        let Some(usual) = usual.filter(|usual| !usual.is_zero) else {
            return Formatted::Other;
        };
        let (mut text, mut length) = (
            string::text(thread, object),
            string::length(thread, object) as usize,
        );
        let kept = usual.precision.filter(|precision| *precision < length);
        match kept {
            None if usual.width <= length => return Formatted::Itself,
            None => {}
            Some(kept) => {
                let end = text.char_indices().nth(kept).map_or(text.len(), |it| it.0);
                (text, length) = (&text[..end], kept);
            }
        }
        usual.fill(text, length, b'<', out);
        return Formatted::Appended;
    }
    let number = float::exact_f64(thread, value).filter(|number| number.is_finite());
    let usual = number.and_then(|number| Some((number, parse()?)));
    match usual.filter(|(_, usual)| usual.kind == Some('f')) {
        Some((number, usual)) if usual.width == 0 => {
            push_fixed(number, usual.precision.unwrap_or(6), out);
            Formatted::Appended
        }
        Some((number, usual)) => {
            let mut text = String::with_capacity(32);
            push_fixed(number, usual.precision.unwrap_or(6), &mut text);
            usual.fill_number(&text, out);
            Formatted::Appended
        }
        None => Formatted::Other,
    }
}

/// A value as a usual specification wants it; `None` if [`append_usual`] has no answer.
fn usual<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    specification: &str,
) -> Outcome<Option<Value<'a>>> {
    let mut text = String::new();
    match append_usual(thread, value, specification, &mut text) {
        Formatted::Other => Ok(None),
        Formatted::Itself => Ok(Some(value)),
        Formatted::Appended => string::new(thread, &text).map(Some),
    }
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
    let plain = thread.get(converted);
    match append_usual(thread, plain, specification, out) {
        Formatted::Other => {}
        Formatted::Itself => {
            out.push_str(string::as_text(thread, plain).unwrap_or_default());
            thread.truncate_roots(mark);
            return Ok(());
        }
        Formatted::Appended => {
            thread.truncate_roots(mark);
            return Ok(());
        }
    }
    match format_leaf(thread, thread.get(converted), specification)? {
        Some(text) => out.push_str(&text),
        None => {
            let specification = string::new(thread, specification)?;
            let specification = thread.root(specification);
            let text = format(thread, converted, specification)?;
            out.push_str(
                string::as_text(thread, thread.get(text)).expect("the class says that it is a str"),
            );
        }
    }
    thread.truncate_roots(mark);
    Ok(())
}

/// The `!r`, `!s`, `!a` of templates.
///
/// # Errors
/// Any exception of `__repr__` and `__str__`.
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
        alternate,
        precision: Some(precision.unwrap_or(6)),
        kind: Some(kind),
        ..EMPTY
    };
    float_text(number, &specification).expect("the caller has chosen among the kinds of floats")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i64, text: &str) -> String {
        int_text(
            &BigInt::from(value),
            &Specification::parse(text, 'd', "int").expect(text),
        )
        .expect(text)
    }

    fn real(value: f64, text: &str) -> String {
        float_text(
            value,
            &Specification::parse(text, '\0', "float").expect(text),
        )
        .expect(text)
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
        assert_eq!(real(1234.56789, ",.5_f"), "1,234.567_89");
    }

    #[test]
    fn malformed_specifications_are_refused() {
        assert!(Specification::parse("5.f", 'd', "int").is_err());
        assert!(Specification::parse("xyz", 'd', "int").is_err());
        assert!(Specification::parse(",_", 'd', "int").is_err());
    }
}
