//! From values to texts in JSON.

use motet_python_objects::model::class_names;
use motet_python_objects::types::exception_fields;
use std::io::Write as _;

use crate::modules::json::{DEPTH_MAX, count, no_string, too_deep};
use motet_python_objects::types::host::get_attribute;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::{iterate, repr};
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{dict, float, int, list, sort, string, tuple};

/// How texts are quoted.
#[derive(Clone, Copy, PartialEq)]
enum Quoting {
    /// With escapes for all that is not ASCII.
    Ascii,
    /// With escapes where they must be.
    Plain,
    /// As a function of the program quotes them.
    Asked(Root),
}

/// The output, and the settings of writing.
struct Writer {
    out: Vec<u8>,
    quoting: Quoting,
    /// The indentation of one level.
    indent: Option<Vec<u8>>,
    after_key: Vec<u8>,
    after_item: Vec<u8>,
    default: Root,
    is_sorted: bool,
    skips_keys: bool,
    allows_nan: bool,
    looks_for_circles: bool,
    /// The present depth of indentation.
    level: usize,
    /// Open containers, and objects for which the program has given others.
    open: Vec<Root>,
}

/// The code point that begins a text, and how many bytes it takes.
fn first_code(bytes: &[u8]) -> (u32, usize) {
    let more = |index: usize| u32::from(bytes[index] & 0x3f);
    let first = u32::from(bytes[0]);
    match first {
        0xf0.. => {
            let code = (first & 7) << 18 | more(1) << 12 | more(2) << 6 | more(3);
            (code, 4)
        }
        0xe0.. => ((first & 15) << 12 | more(1) << 6 | more(2), 3),
        0x80.. => ((first & 31) << 6 | more(1), 2),
        _ => (first, 1),
    }
}

/// Writes a text in quotes.
fn write_quoted(out: &mut Vec<u8>, text: &[u8], is_ascii: bool) {
    out.push(b'"');
    let mut rest = text;
    let is_special = |byte: &u8| match byte {
        b'"' | b'\\' | ..0x20 => true,
        0x7f.. => is_ascii,
        _ => false,
    };
    while let Some(plain) = rest.iter().position(is_special) {
        out.extend_from_slice(&rest[..plain]);
        let (code, length) = first_code(&rest[plain..]);
        rest = &rest[plain + length..];
        let escape: &[u8] = match code {
            0x22 => b"\\\"",
            0x5c => b"\\\\",
            0x0a => b"\\n",
            0x0d => b"\\r",
            0x09 => b"\\t",
            0x08 => b"\\b",
            0x0c => b"\\f",
            _ => {
                write_code(out, code);
                continue;
            }
        };
        out.extend_from_slice(escape);
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

fn write_code(out: &mut Vec<u8>, code: u32) {
    let written = match code {
        0x10000.. => {
            let rest = code - 0x10000;
            let (high, low) = (0xd800 + (rest >> 10), 0xdc00 + (rest & 0x3ff));
            write!(out, "\\u{high:04x}\\u{low:04x}")
        }
        _ => write!(out, "\\u{code:04x}"),
    };
    written.expect("writing to memory gives no errors");
}

/// `quote(text, ascii)`.
pub(crate) fn quote<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let Some(text) = string::as_string(thread, value) else {
        return Err(no_string(thread, value));
    };
    let text = string::utf8(thread, text);
    let mut out = Vec::with_capacity(text.len() + 2);
    write_quoted(&mut out, text, arguments.get(thread, 1) == TRUE);
    string::of_bytes(thread, &out, count(&out))
}

/// The module and the name of the class of a value, for notes.
fn full_name(thread: &Thread, value: Value<'_>) -> String {
    match class_names::shown(thread, thread.class_of(value)) {
        ("builtins", name) => name.to_owned(),
        (module, name) => format!("{module}.{name}"),
    }
}

impl Writer {
    /// Writes a value without parts; false if it was none, or was not written completely.
    fn scalar(&mut self, thread: &Thread, value: Value<'_>) -> Outcome<bool> {
        match value {
            NONE => self.out.extend_from_slice(b"null"),
            TRUE => self.out.extend_from_slice(b"true"),
            FALSE => self.out.extend_from_slice(b"false"),
            _ => {
                if let Some(text) = string::as_string(thread, value) {
                    let is_ascii = match self.quoting {
                        Quoting::Asked(_) => return Ok(false),
                        quoting => quoting == Quoting::Ascii,
                    };
                    write_quoted(&mut self.out, string::utf8(thread, text), is_ascii);
                } else if let Some(small) = value.as_integer() {
                    write!(self.out, "{small}").expect("writing to memory gives no errors");
                } else if int::is_int(thread, value) {
                    let text = int::text(thread, plain(thread, value))?;
                    self.out.extend_from_slice(text.as_bytes());
                } else if let Some(number) = float::to_f64(thread, value) {
                    if !number.is_finite() && !self.allows_nan {
                        return Ok(false);
                    }
                    self.out.extend_from_slice(shown(number).as_bytes());
                } else {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Writes a value.
    fn value(&mut self, thread: &mut Thread, value: Root, depth: usize) -> Outcome<()> {
        if self.scalar(thread, thread.get(value))? {
            return Ok(());
        }
        let given = thread.get(value);
        if string::as_string(thread, given).is_some() {
            return self.ask(thread, value);
        }
        if float::to_f64(thread, given).is_some() {
            let shown = repr::repr_text(thread, value)?;
            let message = format!("Out of range float values are not JSON compliant: {shown}");
            return Err(value_error(thread, message));
        }
        let is_list = list::as_list(thread, given).is_some();
        if is_list || tuple::as_tuple(thread, given).is_some() {
            return self.items(thread, value, depth);
        }
        if dict::as_dict(thread, given).is_some() {
            return self.pairs(thread, value, depth);
        }
        self.enter(thread, value, depth)?;
        let other = thread.call(self.default, &[value])?;
        if let Err(unwind) = self.value(thread, other, depth + 1) {
            if unwind == Unwind::Raise {
                let note = format!(
                    "when serializing {} object",
                    full_name(thread, thread.get(value))
                );
                exception_fields::add_note_to_raised(thread, &note)?;
            }
            return Err(unwind);
        }
        self.open.pop();
        Ok(())
    }

    /// Writes a text as a function of the program quotes it.
    fn ask(&mut self, thread: &mut Thread, text: Root) -> Outcome<()> {
        let quoted = match self.quoting {
            Quoting::Asked(function) => thread.call(function, &[text])?,
            quoting => {
                let text = string::as_string(thread, thread.get(text))
                    .expect("the caller has found a str");
                let text = string::utf8(thread, text);
                write_quoted(&mut self.out, text, quoting == Quoting::Ascii);
                return Ok(());
            }
        };
        let quoted = thread.get(quoted);
        let Some(text) = string::as_string(thread, quoted) else {
            let name = type_name(thread, quoted);
            let message = format!("encoder() must return a string, not {name}");
            return Err(type_error(thread, message));
        };
        self.out.extend_from_slice(string::utf8(thread, text));
        Ok(())
    }

    /// Enters an object that has parts.
    fn enter(&mut self, thread: &Thread, value: Root, depth: usize) -> Outcome<()> {
        let object = thread.get(value);
        if self.looks_for_circles && self.open.iter().any(|root| thread.get(*root) == object) {
            return Err(value_error(thread, "Circular reference detected"));
        }
        if depth > DEPTH_MAX {
            return Err(too_deep(thread, "encoding a JSON object"));
        }
        self.open.push(value);
        Ok(())
    }

    fn new_line(&mut self) {
        if let Some(indent) = &self.indent {
            self.out.push(b'\n');
            for _ in 0..self.level {
                self.out.extend_from_slice(indent);
            }
        }
    }

    /// Writes the text before an item.
    fn separate(&mut self, is_first: bool) {
        if !is_first {
            self.out.extend_from_slice(&self.after_item);
        }
        self.new_line();
    }

    fn items(&mut self, thread: &mut Thread, value: Root, depth: usize) -> Outcome<()> {
        let given = thread.get(value);
        let is_exact = [CLASS_LIST, CLASS_TUPLE].contains(&thread.class_of(given));
        // The iterator of a class below `list` decides which items there are.
        let source = if is_exact {
            value
        } else {
            iterate::to_list(thread, value)?
        };
        let item = |thread: &Thread, place: u64| -> Option<Root> {
            let value = thread.get(source);
            let item = match list::as_list(thread, value) {
                Some(items) => list::get(thread, items, place),
                None => {
                    let items = tuple::as_tuple(thread, value)
                        .expect("what is no list here is a tuple: the caller has looked");
                    let is_inside = place < tuple::length(thread, items);
                    is_inside.then(|| tuple::get(thread, items, place))
                }
            };
            item.map(|item| thread.root(item))
        };
        let mark = thread.root_count();
        if item(thread, 0).is_none() {
            self.out.extend_from_slice(b"[]");
            return Ok(());
        }
        thread.truncate_roots(mark);
        self.enter(thread, value, depth)?;
        self.out.push(b'[');
        self.level += 1;
        let mut place = 0;
        while let Some(root) = item(thread, place) {
            self.separate(place == 0);
            if let Err(unwind) = self.value(thread, root, depth + 1) {
                if unwind == Unwind::Raise {
                    let name = full_name(thread, thread.get(value));
                    let note = format!("when serializing {name} item {place}");
                    exception_fields::add_note_to_raised(thread, &note)?;
                }
                return Err(unwind);
            }
            thread.truncate_roots(mark);
            place += 1;
        }
        self.open.pop();
        self.level -= 1;
        self.new_line();
        self.out.push(b']');
        Ok(())
    }

    /// The source of the pairs of a dict: the dict itself, or a list of them.
    fn source(&self, thread: &mut Thread, value: Root) -> Outcome<Option<Root>> {
        let given = thread.get(value);
        let exact = exact(thread, given, CLASS_DICT);
        let Some(table) = exact else {
            let method = get_attribute(thread, value, "items")?;
            let items = thread.call(method, &[])?;
            let items = iterate::to_list(thread, items)?;
            if self.is_sorted {
                sort::sort(thread, items, None, false)?;
            }
            return Ok(Some(items));
        };
        if !self.is_sorted {
            return Ok(None);
        }
        let mut entries = dict::entries(thread, table);
        let is_text = |key: Value<'_>| string::exact_string(thread, key).is_some();
        let are_texts = entries.iter().all(|(key, _)| is_text(*key));
        if are_texts {
            entries.sort_by(|(a, _), (b, _)| key_text(thread, *a).cmp(key_text(thread, *b)));
        }
        let pairs = entries
            .iter()
            .map(|(key, item)| tuple::from_values(thread, &[*key, *item]));
        let pairs = pairs.collect::<Outcome<Vec<_>>>()?;
        let pairs = thread.root(list::from_values(thread, &pairs)?);
        if !are_texts {
            sort::sort(thread, pairs, None, false)?;
        }
        Ok(Some(pairs))
    }

    fn pairs(&mut self, thread: &mut Thread, value: Root, depth: usize) -> Outcome<()> {
        let table = dict::as_dict(thread, thread.get(value)).expect("the caller has found a dict");
        if dict::length(thread, table) == 0 {
            self.out.extend_from_slice(b"{}");
            return Ok(());
        }
        self.enter(thread, value, depth)?;
        self.out.push(b'{');
        self.level += 1;
        let source = self.source(thread, value)?;
        let mark = thread.root_count();
        let mut is_first = true;
        let mut place = 0;
        while let Some(pair) = pair(thread, value, source, place)? {
            place += 1;
            let Some((key, item)) = pair else { continue };
            let end = self.out.len();
            self.separate(is_first);
            if !self.key(thread, key)? {
                self.out.truncate(end);
                continue;
            }
            is_first = false;
            self.out.extend_from_slice(&self.after_key);
            if let Err(unwind) = self.value(thread, item, depth + 1) {
                if unwind == Unwind::Raise {
                    let name = full_name(thread, thread.get(value));
                    let key = repr::leaf_text(thread, thread.get(key));
                    let note = format!("when serializing {name} item {key}");
                    exception_fields::add_note_to_raised(thread, &note)?;
                }
                return Err(unwind);
            }
            thread.truncate_roots(mark);
        }
        self.open.pop();
        self.level -= 1;
        if !is_first {
            self.new_line();
        }
        self.out.push(b'}');
        Ok(())
    }

    /// Writes a key; false if it is left out.
    fn key(&mut self, thread: &mut Thread, key: Root) -> Outcome<bool> {
        let value = thread.get(key);
        if string::as_string(thread, value).is_some() {
            self.ask(thread, key)?;
            return Ok(true);
        }
        let is_number = int::is_int(thread, value) || float::to_f64(thread, value).is_some();
        if is_number || matches!(value, NONE | TRUE | FALSE) {
            // The texts of numbers and words need no escapes.
            if self.quoting == Quoting::Ascii || self.quoting == Quoting::Plain {
                self.out.push(b'"');
                self.value(thread, key, 0)?;
                self.out.push(b'"');
            } else {
                let start = self.out.len();
                self.value(thread, key, 0)?;
                let text = string::of_bytes(thread, &self.out[start..], count(&self.out[start..]));
                let text = thread.root(text?);
                self.out.truncate(start);
                self.ask(thread, text)?;
            }
            return Ok(true);
        }
        if self.skips_keys {
            return Ok(false);
        }
        let name = type_name(thread, value);
        let message = format!("keys must be str, int, float, bool or None, not {name}");
        Err(type_error(thread, message))
    }
}

fn key_text<'a>(thread: &'a Thread, key: Value<'a>) -> &'a [u8] {
    string::utf8(thread, key.known_object())
}

/// A pair of a dict, by its place there or in the list of them; nothing inside if it is free.
fn pair(
    thread: &Thread,
    value: Root,
    source: Option<Root>,
    place: u64,
) -> Outcome<Option<Option<(Root, Root)>>> {
    let root = |value| thread.root(value);
    let Some(source) = source else {
        let table = dict::as_dict(thread, thread.get(value)).expect("the caller has found a dict");
        if place >= dict::used(thread, table) {
            return Ok(None);
        }
        let entry = dict::entry_at(thread, table, place);
        return Ok(Some(entry.map(|(key, item)| (root(key), root(item)))));
    };
    let pairs = list::as_list(thread, thread.get(source)).expect("to_list has made the source");
    let Some(pair) = list::get(thread, pairs, place) else {
        return Ok(None);
    };
    match tuple::as_tuple(thread, pair) {
        Some(pair) if tuple::length(thread, pair) == 2 => {
            let (key, item) = (tuple::get(thread, pair, 0), tuple::get(thread, pair, 1));
            Ok(Some(Some((root(key), root(item)))))
        }
        _ => Err(value_error(thread, "items must return 2-tuples")),
    }
}

/// How a float is written.
fn shown(number: f64) -> String {
    match number {
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        _ if number.is_nan() => "NaN".to_owned(),
        _ => float::repr(number),
    }
}

/// `encode(value, level, settings)`: the text. The settings are: whether circles are looked for,
/// default, how to quote (True: ASCII, False: plain, or a function), indent, the texts after a key
/// and after an item, sort_keys, skipkeys, allow_nan.
pub(crate) fn encode<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let level = integer_argument(thread, arguments.get(thread, 1))?;
    let settings = thread.tuple_items(arguments.get(thread, 2));
    let [
        circles,
        default,
        quoting,
        indent,
        after_key,
        after_item,
        flags @ ..,
    ] = &settings[..]
    else {
        return Err(type_error(thread, "nine settings are needed"));
    };
    let &[is_sorted, skips_keys, allows_nan] = flags else {
        return Err(type_error(thread, "nine settings are needed"));
    };
    let text = |value: Value<'_>| match string::as_string(thread, value) {
        Some(text) => Ok(string::utf8(thread, text).to_vec()),
        None => {
            let name = type_name(thread, value);
            Err(type_error(thread, format!("str is needed, not {name}")))
        }
    };
    let mut writer = Writer {
        out: Vec::new(),
        quoting: match *quoting {
            TRUE => Quoting::Ascii,
            FALSE => Quoting::Plain,
            function => Quoting::Asked(thread.root(function)),
        },
        indent: match *indent {
            NONE => None,
            indent => Some(text(indent)?),
        },
        after_key: text(*after_key)?,
        after_item: text(*after_item)?,
        default: thread.root(*default),
        is_sorted: is_sorted == TRUE,
        skips_keys: skips_keys == TRUE,
        allows_nan: allows_nan == TRUE,
        looks_for_circles: *circles == TRUE,
        level: level.max(0) as usize,
        open: Vec::new(),
    };
    writer.value(thread, value, 0)?;
    string::of_bytes(thread, &writer.out, count(&writer.out))
}
