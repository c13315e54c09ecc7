//! `str.format`: templates with replacement fields.

use crate::model::upcalls;
use crate::types::format_spec;
use crate::types::prelude::*;
use crate::types::protocol::item;
use crate::types::string_methods;
use crate::types::{int, string};
use motet_vm::symbol::Symbol;

/// The values that fill a template.
struct Fields {
    positional: Vec<Root>,
    named: Vec<(Symbol, Root)>,
    mapping: Option<Root>,
    /// Number of the next field without a name; `None` once fields were numbered by hand.
    next: Option<usize>,
    numbered: bool,
}

/// Room for what usual fields become.
const FIELDS_BYTES: usize = 32;

/// `template.format(*arguments, **keywords)`.
///
/// # Errors
/// `ValueError` for a malformed template, `IndexError` and `KeyError` for missing fields; any
/// exception of formatting.
pub fn format<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let template = string_methods::receiver(thread, arguments, "format")?.to_string();
    let named = (0..arguments.keyword_count())
        .map(|index| {
            let value = arguments.keyword_value(thread, index);
            (thread.keyword_symbol(index), thread.root(value))
        })
        .collect();
    let positional = (1..arguments.len())
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect();
    let mut fields = Fields {
        positional,
        named,
        mapping: None,
        next: Some(0),
        numbered: false,
    };
    let mut out = String::with_capacity(template.len() + FIELDS_BYTES);
    fill(thread, &template, &mut fields, 2, &mut out)?;
    string::new(thread, &out)
}

/// `template.format_map(mapping)`.
///
/// # Errors
/// As [`format`].
pub fn format_map<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let template = string_methods::receiver(thread, arguments, "format_map")?.to_string();
    let mapping = Some(thread.root(arguments.get(thread, 1)));
    let mut fields = Fields {
        positional: Vec::new(),
        named: Vec::new(),
        mapping,
        next: Some(0),
        numbered: false,
    };
    let mut out = String::new();
    fill(thread, &template, &mut fields, 2, &mut out)?;
    string::new(thread, &out)
}

fn fill(
    thread: &mut Thread,
    template: &str,
    fields: &mut Fields,
    depth: u32,
    out: &mut String,
) -> Outcome<()> {
    if depth == 0 {
        return Err(value_error(thread, "Max string recursion exceeded"));
    }
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            out.push_str(brace);
            rest = after;
        } else if brace == "}" {
            return Err(value_error(
                thread,
                "Single '}' encountered in format string",
            ));
        } else {
            let Some(end) = field_end(rest) else {
                return Err(value_error(thread, unclosed_message(rest)));
            };
            replace(thread, &rest[..end], fields, depth, out)?;
            rest = &rest[end + 1..];
        }
    }
    out.push_str(rest);
    Ok(())
}

/// The complaint about a field that no brace closes: it tells what is missing.
fn unclosed_message(field: &str) -> &'static str {
    if field.is_empty() {
        return "Single '{' encountered in format string";
    }
    let mut characters = field.chars();
    while let Some(character) = characters.next() {
        match character {
            '{' => return "unexpected '{' in field name",
            '[' => while characters.next().is_some_and(|character| character != ']') {},
            ':' => return "unmatched '{' in format spec",
            '!' => {
                return match (characters.next(), characters.next()) {
                    (None, _) => "end of string while looking for conversion specifier",
                    (_, None | Some(':')) => "unmatched '{' in format spec",
                    _ => "expected ':' after conversion specifier",
                };
            }
            _ => {}
        }
    }
    "expected '}' before end of string"
}

/// The place of the brace that closes a field.
fn field_end(text: &str) -> Option<usize> {
    let (mut depth, mut in_brackets) = (0, false);
    for (at, character) in text.char_indices() {
        match character {
            '[' if depth == 0 => in_brackets = true,
            ']' => in_brackets = false,
            '{' if !in_brackets => depth += 1,
            '}' if !in_brackets && depth == 0 => return Some(at),
            '}' if !in_brackets => depth -= 1,
            _ => {}
        }
    }
    None
}

fn replace(
    thread: &mut Thread,
    field: &str,
    fields: &mut Fields,
    depth: u32,
    out: &mut String,
) -> Outcome<()> {
    let mark = thread.root_count();
    let mut in_brackets = false;
    let split = field.find(|character| {
        match character {
            '[' => in_brackets = true,
            ']' => in_brackets = false,
            _ => {}
        }
        !in_brackets && (character == '!' || character == ':')
    });
    let (name, tail) = field.split_at(split.unwrap_or(field.len()));
    if has_open_brace(name) {
        return Err(value_error(thread, "unexpected '{' in field name"));
    }
    let mut conversion = None;
    let mut specification = tail.strip_prefix(':').unwrap_or("");
    if let Some(converted) = tail.strip_prefix('!') {
        let mut characters = converted.chars();
        conversion = characters.next();
        if conversion.is_none() {
            return Err(value_error(thread, "unmatched '{' in format spec"));
        }
        let after = characters.as_str();
        match after.strip_prefix(':') {
            Some(text) => specification = text,
            None if after.is_empty() => {}
            None => {
                return Err(value_error(
                    thread,
                    "expected ':' after conversion specifier",
                ));
            }
        }
    }
    let value = look_up(thread, name, fields)?;
    if let Some(other) = conversion.filter(|it| !matches!(it, 'r' | 's' | 'a')) {
        let message = format!("Unknown conversion specifier {other}");
        return Err(value_error(thread, message));
    }
    let mut filled = String::new();
    if specification.contains(['{', '}']) {
        fill(thread, specification, fields, depth - 1, &mut filled)?;
        specification = &filled;
    }
    format_spec::format_into(thread, value, conversion, specification, out)?;
    thread.truncate_roots(mark);
    Ok(())
}

/// Whether a brace stands in the name of a field, outside of brackets.
fn has_open_brace(name: &str) -> bool {
    let mut in_brackets = false;
    name.chars().any(|character| {
        match character {
            '[' => in_brackets = true,
            ']' => in_brackets = false,
            _ => {}
        }
        character == '{' && !in_brackets
    })
}

fn look_up(thread: &mut Thread, name: &str, fields: &mut Fields) -> Outcome<Root> {
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(end);
    let mut value = first_part(thread, first, fields)?;
    while !rest.is_empty() {
        if let Some(tail) = rest.strip_prefix('.') {
            let end = tail.find(['.', '[']).unwrap_or(tail.len());
            if end == 0 {
                return Err(value_error(thread, "Empty attribute in format string"));
            }
            let name = thread.machine().symbols.intern(thread, &tail[..end]);
            value = upcalls::get_attribute(thread, value, name)?;
            rest = &tail[end..];
        } else if let Some(tail) = rest.strip_prefix('[') {
            let Some(end) = tail.find(']') else {
                return Err(value_error(thread, "Missing ']' in format string"));
            };
            if end == 0 {
                return Err(value_error(thread, "Empty attribute in format string"));
            }
            refuse_too_long(thread, &tail[..end])?;
            let key = match tail[..end].parse::<i64>() {
                Ok(index) if index >= 0 => int::from_i64(thread, index),
                _ => string::new(thread, &tail[..end])?,
            };
            let key = thread.root(key);
            value = item::get_item(thread, value, key)?;
            rest = &tail[end + 1..];
        } else {
            let message = "Only '.' or '[' may follow ']' in format field specifier";
            return Err(value_error(thread, message));
        }
    }
    Ok(value)
}

/// Refuses a number that is too long to be the place of anything.
fn refuse_too_long(thread: &Thread, name: &str) -> Outcome<()> {
    let is_number = !name.is_empty() && name.bytes().all(|it| it.is_ascii_digit());
    if is_number && name.parse::<i64>().is_err() {
        return Err(value_error(
            thread,
            "Too many decimal digits in format string",
        ));
    }
    Ok(())
}

fn first_part(thread: &mut Thread, name: &str, fields: &mut Fields) -> Outcome<Root> {
    let index = if name.is_empty() {
        if fields.numbered {
            let message = "cannot switch from manual field specification to automatic field \
                           numbering";
            return Err(value_error(thread, message));
        }
        let index = fields.next.unwrap_or(0);
        fields.next = Some(index + 1);
        Some(index)
    } else {
        refuse_too_long(thread, name)?;
        let index = name.parse::<usize>().ok();
        if index.is_some() {
            if fields.next.is_some_and(|next| next > 0) {
                let message = "cannot switch from automatic field numbering to manual field \
                               specification";
                return Err(value_error(thread, message));
            }
            fields.numbered = true;
        }
        index
    };
    if let Some(index) = index {
        if fields.mapping.is_some() {
            return Err(value_error(
                thread,
                "Format string contains positional fields",
            ));
        }
        return fields.positional.get(index).copied().ok_or_else(|| {
            let message =
                format!("Replacement index {index} out of range for positional args tuple");
            index_error(thread, message)
        });
    }
    if let Some(mapping) = fields.mapping {
        let key = string::new(thread, name)?;
        let key = thread.root(key);
        return item::get_item(thread, mapping, key);
    }
    let symbols = &thread.machine().symbols;
    let named = &mut fields.named.iter();
    match named.find(|(known, _)| symbols.text(*known) == name) {
        Some((_, value)) => Ok(*value),
        None => {
            let key = string::new(thread, name)?;
            Err(key_error(thread, key))
        }
    }
}
