//! `template % values` by common directives: a key in brackets, the flags `-` and `0`, a width, a
//! precision. Values of built-in types are formatted at once; those whose classes tell their texts
//! are asked when the whole template is known to be of this kind, so that none is asked twice.

use super::percent::{Directive, push_cut, signed};
use crate::types::digits::{Digits, push_fixed};
use crate::types::format_spec::percent_float;
use crate::types::prelude::*;
use crate::types::protocol::repr;
use crate::types::{dict, float, string, tuple};

/// A value whose class tells its text, and the text that stands before it.
pub(super) struct Told {
    before: String,
    value: Root,
    directive: Directive,
    kind: char,
}

/// The parts of a template whose directives are common ones: values whose classes tell their texts,
/// and what follows them; `None` for other templates, and for errors.
pub(super) fn parts(
    thread: &Thread,
    template: &str,
    values: Value<'_>,
) -> Outcome<Option<(Vec<Told>, String)>> {
    let mut told = Vec::new();
    let rest = walk_plain(thread, template, values, |directive, kind, value, out| {
        let is_told = matches!(kind, 's' | 'r');
        if is_told {
            told.push(Told {
                before: std::mem::take(out),
                value: thread.root(value),
                directive,
                kind,
            });
        }
        is_told
    })?;
    Ok(rest.map(|rest| (told, rest)))
}

/// Asks the values of a template for their texts.
pub(super) fn join(thread: &mut Thread, told: Vec<Told>, rest: &str) -> Outcome<Root> {
    let mut out = String::new();
    for part in told {
        out.push_str(&part.before);
        let start = out.len();
        match part.kind {
            's' => repr::str_into(thread, part.value, &mut out)?,
            _ => repr::repr_into(thread, part.value, &mut out)?,
        }
        if !part.directive.is_bare() {
            let text = out.split_off(start);
            push_cut(&part.directive, part.kind, text, &mut out);
        }
    }
    out.push_str(rest);
    let made = string::new(thread, &out)?;
    Ok(thread.root(made))
}

/// [`format`] where each directive is a common one for a string or a number that is exactly of the
/// built-in type; `None` for anything else, and for errors.
///
/// # Errors
/// `MemoryError`.
pub fn format_plain<'a>(
    thread: &'a Thread,
    template: &str,
    values: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    // The template need not be read for an instance of a program's class, which is not plain. (One
    // of a class below `tuple` or `dict` would be, and is rare.)
    let is_instance = |value| kind(thread, value) >= CLASS_USER_FIRST;
    let has_instance = match exact(thread, values, CLASS_TUPLE) {
        None => is_instance(values),
        Some(tuple) => {
            (0..tuple::length(thread, tuple)).any(|at| is_instance(tuple::get(thread, tuple, at)))
        }
    };
    if has_instance {
        return Ok(None);
    }
    match walk_plain(thread, template, values, |_, _, _, _| false)? {
        Some(text) => string::new(thread, &text).map(Some),
        None => Ok(None),
    }
}

/// Formats by common directives: gives the text, or what is behind the last value that `other` has
/// taken. That gets the values that are not plain, and the text before them.
fn walk_plain<'a>(
    thread: &'a Thread,
    template: &str,
    values: Value<'a>,
    mut other: impl FnMut(Directive, char, Value<'a>, &mut String) -> bool,
) -> Outcome<Option<String>> {
    let tuple = tuple::as_tuple(thread, values);
    let dict = exact(thread, values, CLASS_DICT);
    let count = tuple.map_or(1, |tuple| tuple::length(thread, tuple));
    let mut next = 0;
    let mut out = String::with_capacity(template.len() + 16 * count as usize);
    let mut rest = template;
    while let Some(place) = memchr::memchr(b'%', rest.as_bytes()) {
        out.push_str(&rest[..place]);
        rest = &rest[place + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        let (key, directive) = match (rest.strip_prefix('('), dict) {
            (Some(text), Some(dict)) => match named_value(thread, dict, text)? {
                Some((value, after)) => (Some(value), after),
                None => return Ok(None),
            },
            _ => (None, rest),
        };
        let Some((directive, kind, after)) = parse_plain(directive) else {
            return Ok(None);
        };
        let value = match key {
            // A mapping is used up as soon as one of its values is named.
            Some(value) => {
                next = count;
                value
            }
            None if next >= count => return Ok(None),
            None => {
                next += 1;
                tuple.map_or(values, |tuple| tuple::get(thread, tuple, next - 1))
            }
        };
        rest = after;
        if !convert_plain(thread, &directive, kind, value, &mut out)
            && !other(directive, kind, value, &mut out)
        {
            return Ok(None);
        }
    }
    // A value that is no tuple may be a mapping, which need not be used up: none of these is.
    if next < count {
        return Ok(None);
    }
    out.push_str(rest);
    Ok(Some(out))
}

/// The value of the dict that a key in brackets names, and the text behind them; `None` if the
/// dict has none, or the key has brackets itself.
fn named_value<'a, 't>(
    thread: &'a Thread,
    dict: Object<'a>,
    text: &'t str,
) -> Outcome<Option<(Value<'a>, &'t str)>> {
    let Some((key, after)) = text.split_once(')') else {
        return Ok(None);
    };
    if key.contains('(') {
        return Ok(None);
    }
    // Keys are mostly names of attributes or of variables, whose texts exist already.
    let symbols = &thread.machine().symbols;
    let key = match symbols.find(key) {
        Some(symbol) => symbols.object(symbol).value(),
        None => string::new(thread, key)?,
    };
    let found = dict::get_leaf(thread, dict, key)?.flatten();
    Ok(found.map(|value| (value, after)))
}

/// A directive without key, stars and rare flags: it, its kind, and the rest of the text.
fn parse_plain(text: &str) -> Option<(Directive, char, &str)> {
    /// Wider ones are too rare to be worth it.
    const WIDTH_MAX: usize = 1000;
    let bytes = text.as_bytes();
    let mut directive = Directive::default();
    let mut at = 0;
    loop {
        match bytes.get(at)? {
            b'-' => directive.left = true,
            b'0' => directive.zero = true,
            _ => break,
        }
        at += 1;
    }
    let digits = |at: &mut usize| {
        let mut number = 0;
        while let Some(digit @ b'0'..=b'9') = bytes.get(*at) {
            number = (number * 10 + usize::from(digit - b'0')).min(WIDTH_MAX + 1);
            *at += 1;
        }
        number
    };
    directive.width = digits(&mut at);
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        directive.precision = Some(digits(&mut at));
    }
    let is_narrow = directive.width.max(directive.precision.unwrap_or(0)) <= WIDTH_MAX;
    let kind = *bytes.get(at).filter(|kind| kind.is_ascii() && is_narrow)?;
    Some((directive, char::from(kind), &text[at + 1..]))
}

/// Appends a plain value as a directive formats it; false if the value is none, or the kind is
/// rare.
fn convert_plain(
    thread: &Thread,
    directive: &Directive,
    kind: char,
    value: Value<'_>,
    out: &mut String,
) -> bool {
    let start = out.len();
    match kind {
        's' | 'r' | 'a' => {
            if !push_plain(thread, kind, value, out) {
                return false;
            }
            if !directive.is_bare() {
                let text = out.split_off(start);
                push_cut(directive, kind, text, out);
            }
            return true;
        }
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' if directive.precision.is_none() => {
            let whole = value
                .as_integer()
                .or_else(|| truncated(thread, kind, value));
            let digits = whole.and_then(|number| Digits::of(number, kind));
            match digits {
                Some(digits) => out.push_str(digits.text()),
                None => return false,
            }
        }
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => match float::exact_f64(thread, value) {
            Some(number) if number.is_finite() && matches!(kind, 'f' | 'F') => {
                push_fixed(number, directive.precision.unwrap_or(6), out);
            }
            Some(number) => out.push_str(&percent_float(number, kind, directive.precision, false)),
            None => return false,
        },
        _ => return false,
    }
    // All of it is ASCII.
    if out.len() - start < directive.width {
        let text = out.split_off(start);
        out.push_str(&signed(directive, text, true));
    }
    true
}

/// The whole part of a float, where a directive for decimal numbers takes that.
fn truncated(thread: &Thread, kind: char, value: Value<'_>) -> Option<i64> {
    /// Whole parts beyond this are too rare to be worth it.
    const WHOLE_MAX: f64 = 1e15;
    let number = float::exact_f64(thread, value)?;
    let is_taken = matches!(kind, 'd' | 'i' | 'u') && number.abs() < WHOLE_MAX;
    is_taken.then_some(number as i64)
}

/// Appends `str`, `repr` or `ascii` of a text, a number or a constant; false if it is none.
fn push_plain(thread: &Thread, kind: char, value: Value<'_>, out: &mut String) -> bool {
    if let Some(object) = string::exact_string(thread, value) {
        match kind {
            's' => out.push_str(string::text(thread, object)),
            'r' => string::push_repr(string::text(thread, object), out),
            _ => return false,
        }
    } else if let Some(number) = value.as_integer() {
        out.push_str(
            Digits::of(number, 'd')
                .expect("d is a kind of integers")
                .text(),
        );
    } else if let Some(number) = float::exact_f64(thread, value) {
        out.push_str(&float::repr(number));
    } else {
        match value {
            _ if value == NONE => out.push_str("None"),
            _ if value == TRUE => out.push_str("True"),
            _ if value == FALSE => out.push_str("False"),
            _ => return false,
        }
    }
    true
}
