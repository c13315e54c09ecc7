//! From a text in JSON to values.

use motet_python_objects::model::exception;
use motet_python_objects::model::upcalls;
use std::collections::HashMap;
use std::ops::Range;

use crate::modules::json::{DEPTH_MAX, count, hook, new_string, no_string, too_deep};
use motet_python_objects::model::surrogates;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{dict, float, int, list, string, tuple};

/// Longer keys are not looked for among the earlier ones.
const KNOWN_KEY_BYTES_MAX: usize = 64;

/// The reason for refusing a text: a message and a place in bytes; or there is no value at a place;
/// or an exception is being raised already.
enum Fault {
    At(&'static str, usize),
    NoValue(usize),
    Raised(Unwind),
}

impl From<Unwind> for Fault {
    fn from(unwind: Unwind) -> Fault {
        Fault::Raised(unwind)
    }
}

/// The text between two quotes: a piece of the source, or a text made of it.
enum Piece {
    Plain(Range<usize>),
    Built(Vec<u8>),
}

/// The functions of the program that make objects and numbers.
struct Hooks {
    object: Option<Root>,
    pairs: Option<Root>,
    float: Option<Root>,
    integer: Option<Root>,
    constant: Option<Root>,
}

/// A text that is being read. It is looked up again for each step, since a hook may move it.
struct Reader {
    source: Root,
    /// The place where it was begun, and how many characters stand before that.
    start: (usize, u64),
    place: usize,
    is_strict: bool,
    hooks: Hooks,
    /// Items of the arrays and objects that are open.
    pending: Vec<Root>,
    /// Keys seen so far, with their places in `known_keys`: equal ones become one object.
    seen: HashMap<Vec<u8>, u64, foldhash::fast::RandomState>,
    known_keys: Option<Root>,
}

fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The end of the digits that begin at a place.
fn after_digits(bytes: &[u8], place: usize) -> usize {
    let rest = bytes.get(place..).unwrap_or_default();
    place + rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// The end of a number, and whether it is a whole one; `None` if there is none.
fn number_at(bytes: &[u8], start: usize) -> Option<(usize, bool)> {
    let first = start + usize::from(bytes[start] == b'-');
    let mut end = match bytes.get(first)? {
        b'0' => first + 1,
        b'1'..=b'9' => after_digits(bytes, first),
        _ => return None,
    };
    let mut is_whole = true;
    if bytes.get(end) == Some(&b'.') && after_digits(bytes, end + 1) > end + 1 {
        end = after_digits(bytes, end + 1);
        is_whole = false;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let digits = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if after_digits(bytes, digits) > digits {
            end = after_digits(bytes, digits);
            is_whole = false;
        }
    }
    Some((end, is_whole))
}

/// The number that four hexadecimal digits write.
fn four_digits(bytes: &[u8], start: usize) -> Option<u32> {
    let digits = bytes.get(start..start + 4)?;
    digits.iter().try_fold(0, |number, digit| {
        Some(number << 4 | char::from(*digit).to_digit(16)?)
    })
}

impl Reader {
    fn bytes<'a>(&self, thread: &'a Thread) -> &'a [u8] {
        let object = thread.get(self.source).as_object();
        string::utf8(thread, object.expect("the reader was made of a str"))
    }

    /// Skips white space in the source's bytes; returns the byte behind it.
    #[inline]
    fn skip(&mut self, bytes: &[u8]) -> Option<u8> {
        loop {
            match bytes.get(self.place) {
                Some(byte) if is_space(byte) => self.place += 1,
                other => return other.copied(),
            }
        }
    }

    /// Reads a value.
    fn value(&mut self, thread: &mut Thread, depth: usize) -> Result<Root, Fault> {
        let bytes = self.bytes(thread);
        let Some(first) = bytes.get(self.place) else {
            return Err(Fault::NoValue(self.place));
        };
        match first {
            b'"' => {
                self.place += 1;
                let piece = self.string(bytes)?;
                let text = self.text(thread, piece)?;
                Ok(thread.root(text))
            }
            b'{' | b'[' if depth > DEPTH_MAX => {
                let doing = match first {
                    b'{' => "decoding a JSON object from a unicode string",
                    _ => "decoding a JSON array from a unicode string",
                };
                Err(Fault::Raised(too_deep(thread, doing)))
            }
            b'{' => self.object(thread, depth),
            b'[' => self.array(thread, depth),
            b'n' => self.word(thread, "null", NONE),
            b't' => self.word(thread, "true", TRUE),
            b'f' => self.word(thread, "false", FALSE),
            b'N' => self.constant(thread, "NaN"),
            b'I' => self.constant(thread, "Infinity"),
            b'-' if self.is_at(bytes, "-Infinity") => self.constant(thread, "-Infinity"),
            b'-' | b'0'..=b'9' => self.number(thread),
            _ => Err(Fault::NoValue(self.place)),
        }
    }

    fn is_at(&self, bytes: &[u8], word: &str) -> bool {
        bytes[self.place..].starts_with(word.as_bytes())
    }

    /// Passes a word, which stands for a value.
    fn word(&mut self, thread: &Thread, word: &str, value: Value<'_>) -> Result<Root, Fault> {
        if !self.is_at(self.bytes(thread), word) {
            return Err(Fault::NoValue(self.place));
        }
        self.place += word.len();
        Ok(thread.root(value))
    }

    fn constant(&mut self, thread: &mut Thread, word: &str) -> Result<Root, Fault> {
        if !self.is_at(self.bytes(thread), word) {
            return Err(Fault::NoValue(self.place));
        }
        self.place += word.len();
        if let Some(hook) = self.hooks.constant {
            let word = thread.root(string::new(thread, word)?);
            return Ok(thread.call(hook, &[word])?);
        }
        let number = match word {
            "NaN" => f64::NAN,
            "Infinity" => f64::INFINITY,
            _ => f64::NEG_INFINITY,
        };
        Ok(thread.root(float::from_f64(thread, number)))
    }

    fn number(&mut self, thread: &mut Thread) -> Result<Root, Fault> {
        let start = self.place;
        let bytes = self.bytes(thread);
        let (end, is_whole) = number_at(bytes, start).ok_or(Fault::NoValue(start))?;
        self.place = end;
        let hook = match is_whole {
            true => self.hooks.integer,
            false => self.hooks.float,
        };
        let written = &bytes[start..end];
        if let Some(hook) = hook {
            let written = thread.root(string::of_bytes(thread, written, (end - start) as u64)?);
            return Ok(thread.call(hook, &[written])?);
        }
        let written =
            std::str::from_utf8(written).expect("number_at passes over ASCII digits only");
        let value = match written.parse() {
            _ if !is_whole => float::from_f64(
                thread,
                written
                    .parse()
                    .expect("number_at has read a number by the grammar of floats"),
            ),
            Ok(small) => int::from_i64(thread, small),
            Err(_) => int::parse_within_limit(thread, written, 10)?
                .expect("number_at passes over ASCII digits only"),
        };
        Ok(thread.root(value))
    }

    fn array(&mut self, thread: &mut Thread, depth: usize) -> Result<Root, Fault> {
        let (mark, first) = (thread.root_count(), self.pending.len());
        self.place += 1;
        if self.skip(self.bytes(thread)) == Some(b']') {
            self.place += 1;
            return Ok(thread.root(list::new(thread)?));
        }
        loop {
            let item = self.value(thread, depth + 1)?;
            self.pending.push(item);
            if self.is_last(thread, b']')? {
                break;
            }
        }
        let items = self.pending.drain(first..);
        let items: Vec<Value<'_>> = items.map(|root| thread.get(root)).collect();
        let made = list::from_values(thread, &items)?;
        thread.truncate_roots(mark);
        let made = thread.root(made);
        thread.collect_in_native()?;
        Ok(made)
    }

    /// Passes the mark behind an item: true if the item was the last one.
    fn is_last(&mut self, thread: &Thread, closing: u8) -> Result<bool, Fault> {
        let bytes = self.bytes(thread);
        match self.skip(bytes) {
            Some(byte) if byte == closing => {
                self.place += 1;
                return Ok(true);
            }
            Some(b',') => {}
            _ => return Err(Fault::At("Expecting ',' delimiter", self.place)),
        }
        let comma = self.place;
        self.place += 1;
        if self.skip(bytes) == Some(closing) {
            let message = match closing {
                b']' => "Illegal trailing comma before end of array",
                _ => "Illegal trailing comma before end of object",
            };
            return Err(Fault::At(message, comma));
        }
        Ok(false)
    }

    fn object(&mut self, thread: &mut Thread, depth: usize) -> Result<Root, Fault> {
        const NO_NAME: &str = "Expecting property name enclosed in double quotes";
        let (mark, first) = (thread.root_count(), self.pending.len());
        self.place += 1;
        let mut next = self.skip(self.bytes(thread));
        if next == Some(b'}') {
            self.place += 1;
            return Ok(self.made(thread, mark, first)?);
        }
        loop {
            if next != Some(b'"') {
                return Err(Fault::At(NO_NAME, self.place));
            }
            self.place += 1;
            let key = self.key(thread)?;
            self.pending.push(key);
            let bytes = self.bytes(thread);
            if self.skip(bytes) != Some(b':') {
                return Err(Fault::At("Expecting ':' delimiter", self.place));
            }
            self.place += 1;
            self.skip(bytes);
            let value = self.value(thread, depth + 1)?;
            self.pending.push(value);
            if self.is_last(thread, b'}')? {
                return Ok(self.made(thread, mark, first)?);
            }
            next = self.bytes(thread).get(self.place).copied();
        }
    }

    /// The key that ends at the next quote.
    fn key(&mut self, thread: &Thread) -> Result<Root, Fault> {
        let bytes = self.bytes(thread);
        let piece = self.string(bytes)?;
        let content = match &piece {
            Piece::Plain(range) => &bytes[range.clone()],
            Piece::Built(built) => built,
        };
        if content.len() > KNOWN_KEY_BYTES_MAX {
            return Ok(thread.root(self.text(thread, piece)?));
        }
        let known = thread.get(
            self.known_keys
                .expect("the list of keys is made with the reader"),
        );
        let known = known.known_object();
        if let Some(place) = self.seen.get(content) {
            let key = list::get(thread, known, *place)
                .expect("seen has places of the list, which only grows");
            return Ok(thread.root(key));
        }
        let key = new_string(thread, content)?;
        let place = list::length(thread, known);
        list::push(thread, known, key)?;
        self.seen.insert(content.to_vec(), place);
        Ok(thread.root(key))
    }

    /// The object whose keys and values are pending from `first` on, as the hooks make it.
    fn made(&mut self, thread: &mut Thread, mark: usize, first: usize) -> Outcome<Root> {
        let items = &self.pending[first..];
        let made = if let Some(hook) = self.hooks.pairs {
            let pairs = items.chunks(2).map(|pair| tuple::from_roots(thread, pair));
            let pairs = pairs.collect::<Outcome<Vec<_>>>()?;
            let pairs = thread.root(list::from_values(thread, &pairs)?);
            thread.call(hook, &[pairs])?
        } else {
            let made = dict::with_room(thread, CLASS_DICT, items.len() as u64 / 2)?;
            let object = made.known_object();
            for pair in items.chunks(2) {
                dict::set_leaf(thread, object, thread.get(pair[0]), thread.get(pair[1]))?;
            }
            let made = thread.root(made);
            match self.hooks.object {
                Some(hook) => thread.call(hook, &[made])?,
                None => made,
            }
        };
        self.pending.truncate(first);
        let made = thread.get(made);
        thread.truncate_roots(mark);
        let made = thread.root(made);
        thread.collect_in_native()?;
        Ok(made)
    }

    fn text<'a>(&self, thread: &'a Thread, piece: Piece) -> Outcome<Value<'a>> {
        match piece {
            Piece::Plain(range) => new_string(thread, &self.bytes(thread)[range]),
            Piece::Built(built) => new_string(thread, &built),
        }
    }

    /// The text up to the closing quote; the opening one is passed.
    fn string(&mut self, bytes: &[u8]) -> Result<Piece, Fault> {
        let start = self.place;
        let mut built = Vec::new();
        loop {
            let rest = &bytes[self.place..];
            let is_special = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
            let plain = rest.iter().position(is_special);
            let unterminated = Fault::At("Unterminated string starting at", start.wrapping_sub(1));
            let plain = plain.ok_or(unterminated)?;
            let end = self.place + plain;
            match bytes[end] {
                b'"' => {
                    self.place = end + 1;
                    if built.is_empty() {
                        return Ok(Piece::Plain(start..end));
                    }
                    built.extend_from_slice(&rest[..plain]);
                    return Ok(Piece::Built(built));
                }
                b'\\' => {
                    built.extend_from_slice(&rest[..plain]);
                    self.place = end + 1;
                    self.escape(bytes, start, &mut built)?;
                }
                _ if self.is_strict => {
                    return Err(Fault::At("Invalid control character at", end));
                }
                _ => {
                    built.extend_from_slice(&rest[..=plain]);
                    self.place = end + 1;
                }
            }
        }
    }

    /// Adds the character of an escape; the backslash is passed.
    fn escape(&mut self, bytes: &[u8], start: usize, built: &mut Vec<u8>) -> Result<(), Fault> {
        let backslash = self.place - 1;
        let unterminated = Fault::At("Unterminated string starting at", start.wrapping_sub(1));
        let letter = *bytes.get(self.place).ok_or(unterminated)?;
        self.place += 1;
        built.push(match letter {
            b'"' | b'\\' | b'/' => letter,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let invalid = Fault::At("Invalid \\uXXXX escape", self.place - 1);
                let mut code = four_digits(bytes, self.place).ok_or(invalid)?;
                self.place += 4;
                if (0xd800..0xdc00).contains(&code)
                    && bytes[self.place..].starts_with(b"\\u")
                    && let Some(low @ 0xdc00..0xe000) = four_digits(bytes, self.place + 2)
                {
                    code = 0x10000 + ((code - 0xd800) << 10 | (low - 0xdc00));
                    self.place += 6;
                }
                match char::from_u32(code) {
                    Some(character) => {
                        built.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                    None => {
                        surrogates::announce();
                        built.extend(surrogates::encode_code(code).0);
                    }
                }
                return Ok(());
            }
            _ => return Err(Fault::At("Invalid \\escape", backslash)),
        });
        Ok(())
    }

    /// The number of a character, in the whole text.
    fn character(&self, thread: &Thread, place: usize) -> Value<'static> {
        let (start, before) = self.start;
        if place.wrapping_add(1) <= start {
            // The quote that was passed, or the character in its place.
            return Value::from_integer(before as i64 - 1)
                .expect("lengths of texts are immediate integers");
        }
        let characters = before + count(&self.bytes(thread)[start..place]);
        int::from_length(characters)
    }

    /// (value, where it ends).
    fn answer<'a>(
        &self,
        thread: &'a mut Thread,
        result: Result<Root, Fault>,
    ) -> Outcome<Value<'a>> {
        let (message, place) = match result {
            Ok(value) => {
                let pair = [thread.get(value), self.character(thread, self.place)];
                return tuple::from_values(thread, &pair);
            }
            Err(Fault::Raised(unwind)) => return Err(unwind),
            Err(Fault::NoValue(place)) => {
                let place = self.character(thread, place);
                let class = exception::STOP_ITERATION;
                return Err(thread.raise_value(exception::new(thread, class, &[place])));
            }
            Err(Fault::At(message, place)) => (message, place),
        };
        let place = thread.root(self.character(thread, place));
        let message = thread.root(string::new(thread, message)?);
        let arguments = [message, self.source, place];
        let error = upcalls::call_python(thread, "json.decoder", "JSONDecodeError", &arguments)?;
        Err(thread.raise_value(thread.get(error)))
    }
}

/// The reader of arguments 0 (text), 1 (where to begin) and 2 (whether control characters are
/// refused). `None`: the text ends before.
fn reader(thread: &Thread, arguments: Arguments, hooks: Hooks) -> Outcome<Option<Reader>> {
    let value = arguments.get(thread, 0);
    let Some(source) = string::as_string(thread, value) else {
        return Err(no_string(thread, value));
    };
    let start = integer_argument(thread, arguments.get(thread, 1))?;
    let Ok(start) = u64::try_from(start) else {
        return Err(value_error(thread, "idx cannot be negative"));
    };
    if start > string::length(thread, source) {
        return Ok(None);
    }
    let place = if string::is_ascii(thread, source) {
        start as usize
    } else {
        let bytes = string::utf8(thread, source).iter().enumerate();
        let mut firsts = bytes.filter(|(_, byte)| **byte & 0xc0 != 0x80);
        let first = firsts.nth(start as usize).map(|(place, _)| place);
        first.unwrap_or(string::utf8(thread, source).len())
    };
    Ok(Some(Reader {
        source: thread.root(source.value()),
        start: (place, start),
        place,
        is_strict: arguments.get(thread, 2) != FALSE,
        hooks,
        pending: Vec::new(),
        seen: HashMap::default(),
        known_keys: None,
    }))
}

/// `scan(text, start, strict, object_hook, object_pairs_hook, parse_float, parse_int,
/// parse_constant)`: (value, end). None in place of a hook: the usual objects.
pub(crate) fn scan<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let hooks = Hooks {
        object: hook(thread, arguments.get(thread, 3)),
        pairs: hook(thread, arguments.get(thread, 4)),
        float: hook(thread, arguments.get(thread, 5)),
        integer: hook(thread, arguments.get(thread, 6)),
        constant: hook(thread, arguments.get(thread, 7)),
    };
    let Some(mut reader) = reader(thread, arguments, hooks)? else {
        let start = arguments.get(thread, 1);
        let class = exception::STOP_ITERATION;
        return Err(thread.raise_value(exception::new(thread, class, &[start])));
    };
    reader.known_keys = Some(thread.root(list::new(thread)?));
    let result = reader.value(thread, 0);
    reader.answer(thread, result)
}

/// `scan_string(text, start, strict)`: (string, end); its opening quote is passed.
pub(crate) fn scan_string<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let hooks = Hooks {
        object: None,
        pairs: None,
        float: None,
        integer: None,
        constant: None,
    };
    let reader = match int::to_i64(thread, arguments.get(thread, 1)) {
        Some(..0) => None,
        _ => reader(thread, arguments, hooks)?,
    };
    let Some(mut reader) = reader else {
        return Err(value_error(thread, "end is out of bounds"));
    };
    let result = match reader.string(reader.bytes(thread)) {
        Ok(piece) => Ok(thread.root(reader.text(thread, piece)?)),
        Err(fault) => Err(fault),
    };
    reader.answer(thread, result)
}
