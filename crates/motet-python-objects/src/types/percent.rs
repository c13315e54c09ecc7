//! `template % values`: formatting as C's printf does.

use crate::model::class_names;
use crate::types::format_spec::{pad, percent_float};
use crate::types::host;
use crate::types::prelude::*;
use crate::types::protocol::{item, repr};
use crate::types::{
    buffer, bytearray, bytes, float, index_arguments, int, percent_plain, string, tuple,
};

/// One `%…` of a template.
#[derive(Default)]
pub(super) struct Directive {
    pub(super) key: Option<String>,
    pub(super) left: bool,
    pub(super) zero: bool,
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) alternate: bool,
    pub(super) width: usize,
    pub(super) precision: Option<usize>,
}

impl Directive {
    /// Whether it takes a text as it is.
    pub(super) fn is_bare(&self) -> bool {
        self.width == 0 && self.precision.is_none()
    }
}

/// The values that are left for a template.
struct Values {
    all: Root,
    count: u64,
    next: u64,
    is_tuple: bool,
    in_bytes: bool,
}

impl Values {
    fn take(&mut self, thread: &Thread) -> Outcome<Root> {
        if self.next >= self.count {
            return Err(type_error(thread, "not enough arguments for format string"));
        }
        self.next += 1;
        if !self.is_tuple {
            return Ok(self.all);
        }
        let tuple = thread.object_at(self.all);
        Ok(thread.root(tuple::get(thread, tuple, self.next - 1)))
    }
}

/// `template % values` of texts.
///
/// # Errors
/// `TypeError`, `ValueError`, `KeyError`; any exception of `__str__` and other special methods.
pub fn format(thread: &mut Thread, template: Root, values: Root) -> Outcome<Root> {
    let parts = match string::as_text(thread, thread.get(template)) {
        Some(text) => percent_plain::parts(thread, text, thread.get(values))?,
        None => None,
    };
    if let Some((told, rest)) = parts {
        return percent_plain::join(thread, told, &rest);
    }
    let text = string::as_text(thread, thread.get(template))
        .expect("the caller has found a str")
        .to_string();
    let out = format_text(thread, &text, values, false)?;
    let result = string::new(thread, &out)?;
    Ok(thread.root(result))
}

/// `template % values` of `bytes` or `bytearray`.
///
/// # Errors
/// As [`format`].
pub fn format_bytes(thread: &mut Thread, template: Root, values: Root) -> Outcome<Root> {
    let content = buffer::required(thread, thread.get(template))?;
    // Each byte is a character, there and back.
    let text: String = content.iter().map(|byte| char::from(*byte)).collect();
    let out = format_text(thread, &text, values, true)?;
    let out: Vec<u8> = out
        .chars()
        .map(|character| u32::from(character) as u8)
        .collect();
    let is_array = bytearray::as_bytearray(thread, thread.get(template)).is_some();
    let result = if is_array {
        bytearray::new(thread, &out)?
    } else {
        bytes::new(thread, &out)?
    };
    Ok(thread.root(result))
}

/// Whether a value may be a mapping: then it need not be used up.
fn is_mapping(thread: &Thread, value: Value<'_>, in_bytes: bool) -> bool {
    match kind(thread, plain(thread, value)) {
        CLASS_TUPLE | CLASS_STR => false,
        CLASS_BYTES | CLASS_BYTEARRAY if in_bytes => false,
        CLASS_LIST | CLASS_DICT | CLASS_BYTES | CLASS_BYTEARRAY | CLASS_RANGE
        | CLASS_MEMORYVIEW | CLASS_MAPPING_PROXY => true,
        _ if is_builtin(thread, value) => false,
        _ => host::has_special(thread, thread.class_of(value), "__getitem__"),
    }
}

fn format_text(thread: &mut Thread, text: &str, values: Root, in_bytes: bool) -> Outcome<String> {
    let given = thread.get(values);
    let as_tuple = tuple::as_tuple(thread, given);
    let values = as_tuple.map_or(values, |tuple| thread.root(tuple.value()));
    let count = as_tuple.map_or(1, |tuple| tuple::length(thread, tuple));
    let is_mapping = is_mapping(thread, given, in_bytes);
    let mut left = Values {
        all: values,
        count,
        next: 0,
        is_tuple: as_tuple.is_some(),
        in_bytes,
    };
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < characters.len() {
        let character = characters[at];
        at += 1;
        if character != '%' {
            out.push(character);
            continue;
        }
        let mark = thread.root_count();
        if characters.get(at) == Some(&'%') {
            out.push('%');
            at += 1;
            continue;
        }
        if characters.get(at) == Some(&'(') && !is_mapping {
            return Err(type_error(thread, "format requires a mapping"));
        }
        let directive = parse(thread, &characters, &mut at, &mut left)?;
        let Some(kind) = characters.get(at).copied() else {
            return Err(value_error(thread, "incomplete format"));
        };
        at += 1;
        let value = match &directive.key {
            Some(key) => {
                let key = if in_bytes {
                    let key: Vec<u8> = key.chars().map(|digit| u32::from(digit) as u8).collect();
                    bytes::new(thread, &key)?
                } else {
                    string::new(thread, key)?
                };
                let key = thread.root(key);
                item::get_item(thread, values, key)?
            }
            None => left.take(thread)?,
        };
        if in_bytes && let Some(text) = bytes_part(thread, kind, value)? {
            push_cut(&directive, kind, text, &mut out);
        } else {
            let place = Place {
                index: at - 1,
                in_bytes,
                is_behind_number: (directive.width > 0 || directive.precision.is_some())
                    && characters[at - 2].is_ascii_digit(),
            };
            convert(thread, &directive, kind, value, place, &mut out)?;
        }
        thread.truncate_roots(mark);
    }
    if left.next < left.count && !is_mapping {
        let what = if in_bytes { "bytes" } else { "string" };
        let message = format!("not all arguments converted during {what} formatting");
        return Err(type_error(thread, message));
    }
    Ok(out)
}

/// The text of a value where a template of bytes differs from one of text.
fn bytes_part(thread: &mut Thread, kind: char, value: Root) -> Outcome<Option<String>> {
    let text = |content: &[u8]| -> Option<String> {
        Some(content.iter().map(|byte| char::from(*byte)).collect())
    };
    let given = thread.get(value);
    match kind {
        's' | 'b' => {
            if let Some(content) = buffer::content(thread, given) {
                return Ok(text(&content));
            }
            if !is_builtin(thread, given)
                && let Some(result) = thread.call_special(value, "__bytes__", &[])?
            {
                let result = thread.get(result);
                if let Some(object) = bytes::as_bytes(thread, result) {
                    return Ok(text(bytes::content(thread, object)));
                }
                let name = type_name(thread, result);
                let message = format!("__bytes__ returned non-bytes (type {name})");
                return Err(type_error(thread, message));
            }
            let name = type_name(thread, thread.get(value));
            let message = format!(
                "%b requires a bytes-like object, or an object that implements __bytes__, \
                 not '{name}'"
            );
            Err(type_error(thread, message))
        }
        'r' => Ok(Some(string::ascii_text(&repr::repr_text(thread, value)?))),
        'c' => {
            if int::is_int(thread, given) {
                let byte = int::to_i64(thread, given).and_then(|code| u8::try_from(code).ok());
                return match byte {
                    Some(byte) => Ok(text(&[byte])),
                    None => Err(overflow_error(thread, "%c arg not in range(256)")),
                };
            }
            if index_arguments::must_be_asked(thread, given) {
                let number = item::index(thread, value)?;
                return bytes_part(thread, 'c', number);
            }
            let kind = match self::kind(thread, plain(thread, given)) {
                CLASS_BYTES => Some("bytes"),
                CLASS_BYTEARRAY => Some("bytearray"),
                _ => None,
            };
            let content = kind.and_then(|_| buffer::content(thread, given));
            let what = match (content.as_deref(), kind) {
                (Some([byte]), _) => return Ok(text(&[*byte])),
                (Some(content), Some(kind)) => {
                    format!("a {kind} object of length {}", content.len())
                }
                _ => {
                    let (module, name) = class_names::shown(thread, thread.class_of(given));
                    class_names::in_module(module, name)
                }
            };
            let message =
                format!("%c requires an integer in range(256) or a single byte, not {what}");
            Err(type_error(thread, message))
        }
        _ => Ok(None),
    }
}

fn parse(
    thread: &Thread,
    characters: &[char],
    at: &mut usize,
    values: &mut Values,
) -> Outcome<Directive> {
    let mut directive = Directive::default();
    if characters.get(*at) == Some(&'(') {
        // Parentheses inside of the key come in pairs.
        let mut depth = 0;
        let length = characters[*at..].iter().position(|character| {
            match character {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(length) = length else {
            return Err(value_error(thread, "incomplete format key"));
        };
        directive.key = Some(characters[*at + 1..*at + length].iter().collect());
        *at += length + 1;
        // A mapping is used up as soon as one of its values is named.
        values.next = values.count;
    }
    while let Some(flag) = characters.get(*at) {
        match flag {
            '-' => directive.left = true,
            '0' => directive.zero = true,
            '+' => directive.plus = true,
            ' ' => directive.space = true,
            '#' => directive.alternate = true,
            _ => break,
        }
        *at += 1;
    }
    if let Some(width) = number(thread, characters, at, values, "width")? {
        directive.left |= width < 0;
        directive.width = width.unsigned_abs() as usize;
        host::check_length(thread, directive.width)?;
    }
    if characters.get(*at) == Some(&'.') {
        *at += 1;
        let precision = number(thread, characters, at, values, "precision")?.unwrap_or(0);
        if precision >= host::LONGEST as i64 {
            return Err(value_error(thread, too_big("precision", values)));
        }
        directive.precision = Some(precision.max(0) as usize);
    }
    if matches!(characters.get(*at), Some('h' | 'l' | 'L')) {
        *at += 1;
    }
    Ok(directive)
}

/// The complaint about a number in a template.
fn too_big(what: &str, values: &Values) -> String {
    match what {
        "precision" if values.in_bytes => "prec too big".to_string(),
        _ => format!("{what} too big"),
    }
}

fn number(
    thread: &Thread,
    characters: &[char],
    at: &mut usize,
    values: &mut Values,
    what: &str,
) -> Outcome<Option<i64>> {
    if characters.get(*at) == Some(&'*') {
        *at += 1;
        let value = values.take(thread)?;
        let (limit, kind) = match what {
            "width" => (i64::MAX, "ssize_t"),
            _ => (i64::from(i32::MAX), "int"),
        };
        return match int::to_i64(thread, thread.get(value)) {
            Some(number) if -limit <= number && number <= limit => Ok(Some(number)),
            Some(i64::MIN) if what == "width" => Err(overflow_error(thread, "width too big")),
            _ if int::is_int(thread, thread.get(value)) => {
                let message = format!("Python int too large to convert to C {kind}");
                Err(overflow_error(thread, message))
            }
            _ => Err(type_error(thread, "* wants int")),
        };
    }
    let mut number: Option<i64> = None;
    while let Some(digit) = characters
        .get(*at)
        .and_then(|character| character.to_digit(10))
    {
        let grown = number
            .unwrap_or(0)
            .checked_mul(10)
            .and_then(|number| number.checked_add(i64::from(digit)));
        let Some(grown) = grown else {
            return Err(value_error(thread, too_big(what, values)));
        };
        number = Some(grown);
        *at += 1;
    }
    Ok(number)
}

/// Where a directive stands.
#[derive(Clone, Copy)]
struct Place {
    index: usize,
    in_bytes: bool,
    /// Its kind stands directly behind its width or precision.
    is_behind_number: bool,
}

fn convert(
    thread: &mut Thread,
    directive: &Directive,
    kind: char,
    value: Root,
    place: Place,
    out: &mut String,
) -> Outcome<()> {
    let Place {
        index, in_bytes, ..
    } = place;
    let text = match kind {
        's' => {
            let mut text = String::new();
            repr::str_into(thread, value, &mut text)?;
            text
        }
        'r' => repr::repr_text(thread, value)?,
        'a' => string::ascii_text(&repr::repr_text(thread, value)?),
        'c' => character(thread, value)?,
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
            let digits = whole(thread, directive, kind, value)?;
            out.push_str(&signed(directive, digits, true));
            return Ok(());
        }
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => {
            let number = float_argument(thread, value, in_bytes)?;
            host::check_length(thread, directive.precision.unwrap_or(0))?;
            let text = percent_float(number, kind, directive.precision, directive.alternate);
            out.push_str(&signed(directive, text, true));
            return Ok(());
        }
        other => {
            let code = u32::from(other);
            // (Behind digits CPython reads a byte without a sign.)
            if in_bytes && code >= 0x80 && !place.is_behind_number {
                let message = "character argument not in range(0x110000)";
                return Err(overflow_error(thread, message));
            }
            let shown = match other {
                '\x1f'..='~' => other,
                _ if in_bytes => other,
                _ => '?',
            };
            let message =
                format!("unsupported format character '{shown}' ({code:#x}) at index {index}");
            return Err(value_error(thread, message));
        }
    };
    push_cut(directive, kind, text, out);
    Ok(())
}

/// Appends a text, cut to the precision and filled up to the width.
pub(super) fn push_cut(directive: &Directive, kind: char, text: String, out: &mut String) {
    let cut: String = match directive.precision {
        Some(precision) if kind != 'c' => text.chars().take(precision).collect(),
        _ => text,
    };
    let align = if directive.left { '<' } else { '>' };
    out.push_str(&pad(&cut, directive.width, ' ', align));
}

/// The float for `%f` and its like. (In a template of bytes any failure is the same complaint.)
fn float_argument(thread: &mut Thread, value: Root, in_bytes: bool) -> Outcome<f64> {
    match float::convert(thread, value, "must be real number") {
        Err(Unwind::Raise) if in_bytes => {
            thread.take_raised();
            let name = type_name(thread, thread.get(value));
            let message = format!("float argument required, not {name}");
            Err(type_error(thread, message))
        }
        number => number,
    }
}

fn character(thread: &mut Thread, value: Root) -> Outcome<String> {
    let given = thread.get(value);
    let is_text = string::as_string(thread, given).is_some();
    let value = match !is_text && index_arguments::has_number(thread, given) {
        true => item::index(thread, value)?,
        false => value,
    };
    let value = thread.get(value);
    if let Some(text) = string::as_text(thread, value) {
        if text.chars().count() == 1 {
            return Ok(text.to_string());
        }
    } else if let Some(code) = int::to_i64_clamped(thread, value) {
        let character = u32::try_from(code).ok().and_then(string::character);
        return match character {
            Some(character) => Ok(character.to_string()),
            None => Err(overflow_error(thread, "%c arg not in range(0x110000)")),
        };
    }
    let given_text = string::as_string(thread, value);
    let what = match given_text {
        Some(text) => format!("a string of length {}", string::length(thread, text)),
        None => type_name(thread, value),
    };
    Err(type_error(
        thread,
        format!("%c requires an int or a unicode character, not {what}"),
    ))
}

/// The digits of an integer, with a minus sign and a prefix.
fn whole(thread: &mut Thread, directive: &Directive, kind: char, value: Root) -> Outcome<String> {
    let is_decimal = matches!(kind, 'd' | 'i' | 'u');
    let given = thread.get(value);
    let number = match float::exact_f64(thread, given) {
        Some(number) if is_decimal => {
            let whole = int::from_f64(thread, number)?;
            int::to_big(thread, whole)
        }
        _ => int::to_big(thread, given),
    };
    let number = match number {
        Some(number) => number,
        None => {
            let name = type_name(thread, given);
            let what = if is_decimal {
                "a real number is required"
            } else {
                "an integer is required"
            };
            let message = format!("%{kind} format: {what}, not {name}");
            if is_builtin(thread, given) {
                return Err(type_error(thread, message));
            }
            whole_of(thread, value, is_decimal, &message)?
        }
    };
    let magnitude = number.magnitude();
    let (prefix, digits) = match kind {
        'x' => ("0x", magnitude.to_str_radix(16)),
        'X' => ("0X", magnitude.to_str_radix(16).to_uppercase()),
        'o' => ("0o", magnitude.to_str_radix(8)),
        _ => ("", magnitude.to_str_radix(10)),
    };
    let prefix = if directive.alternate { prefix } else { "" };
    let missing = directive
        .precision
        .unwrap_or(0)
        .saturating_sub(digits.len());
    host::check_length(thread, missing)?;
    let sign = if num_traits::Signed::is_negative(&number) {
        "-"
    } else {
        ""
    };
    Ok(format!("{sign}{prefix}{}{digits}", "0".repeat(missing)))
}

/// The integer that an object of a user's class stands for.
fn whole_of(
    thread: &mut Thread,
    value: Root,
    is_decimal: bool,
    message: &str,
) -> Outcome<num_bigint::BigInt> {
    let methods: &[&str] = if is_decimal {
        &["__int__", "__index__"]
    } else {
        &["__index__"]
    };
    for method in methods {
        if let Some(result) = thread.call_special(value, method, &[])?
            && let Some(number) = int::to_big(thread, thread.get(result))
        {
            return Ok(number);
        }
    }
    Err(type_error(thread, message))
}

/// Adds the sign that a directive asks for, and fills up.
pub(super) fn signed(directive: &Directive, text: String, may_fill: bool) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None if directive.plus => ("+", text.as_str()),
        None if directive.space => (" ", text.as_str()),
        None => ("", text.as_str()),
    };
    if directive.zero && !directive.left && may_fill {
        let has_prefix = ["0x", "0X", "0o"]
            .iter()
            .any(|prefix| digits.starts_with(prefix));
        let prefix_length = if directive.alternate && has_prefix {
            2
        } else {
            0
        };
        let (prefix, digits) = digits.split_at(prefix_length);
        let room = directive.width.saturating_sub(sign.len() + prefix_length);
        return format!("{sign}{prefix}{}", pad(digits, room, '0', '>'));
    }
    let align = if directive.left { '<' } else { '>' };
    pad(&format!("{sign}{digits}"), directive.width, ' ', align)
}
