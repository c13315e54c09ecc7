//! `_sre_core`: matching of compiled regular expressions. `_sre` (in the library, Python) makes
//! patterns and matches of it.
//!
//! A match comes as a tuple of numbers: the last group that was closed (or -1), then begin and end
//! of the whole and of each group (-1 where it took no part), in characters.

use motet_tm::Value;
use rustpython_sre_engine::string::{lower_ascii, lower_unicode, upper_unicode};
use rustpython_sre_engine::{MAXGROUPS, MAXREPEAT, Request, SRE_MAGIC, SearchIter, State};
use rustpython_sre_engine::{StrDrive, StringCursor};

use crate::exception::{OVERFLOW_ERROR, TYPE_ERROR};
use crate::kinds::*;
use crate::machine::Module;
use crate::native::{Arguments, NativeFunction, Outcome};
use crate::objects::tables::integer_argument;
use crate::objects::{bytes, int, list, string, tuple};
use crate::thread::Thread;

const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("pack", 1, 1, pack),
    NativeFunction::leaf("find", 6, 6, find),
    NativeFunction::leaf("find_all", 6, 6, find_all),
    NativeFunction::leaf("ascii_iscased", 1, 1, is_cased_ascii),
    NativeFunction::leaf("unicode_iscased", 1, 1, is_cased_unicode),
    NativeFunction::leaf("ascii_tolower", 1, 1, to_lower_ascii),
    NativeFunction::leaf("unicode_tolower", 1, 1, to_lower_unicode),
];

/// Fills the module.
pub(super) fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    super::functions(thread, module, FUNCTIONS)?;
    for (name, number) in [
        ("MAGIC", SRE_MAGIC),
        ("CODESIZE", 4),
        ("MAXREPEAT", MAXREPEAT),
        ("MAXGROUPS", MAXGROUPS),
    ] {
        super::set(thread, module, name, int::from_length(number as u64))?;
    }
    Ok(())
}

/// The code of a pattern, a list of numbers, as bytes.
fn pack<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(codes) = list::as_list(thread, arguments.get(thread, 0)) else {
        return Err(thread.raise(TYPE_ERROR, "code must be a list"));
    };
    let mut packed = Vec::new();
    for code in list::values(thread, codes) {
        let number = integer_argument(thread, code)?;
        let Ok(number) = u32::try_from(number) else {
            let message = "regular expression code size limit exceeded";
            return Err(thread.raise(OVERFLOW_ERROR, message));
        };
        packed.extend_from_slice(&number.to_le_bytes());
    }
    bytes::new(thread, &packed)
}

/// A text that knows how many characters it has, and where they are if it is ASCII: so that a call
/// does not count from the text's begin each time.
#[derive(Clone, Copy)]
struct Subject<'a> {
    text: &'a str,
    characters: usize,
}

impl Subject<'_> {
    fn is_ascii(&self) -> bool {
        self.characters == self.text.len()
    }
}

impl StrDrive for Subject<'_> {
    fn count(&self) -> usize {
        self.characters
    }

    fn create_cursor(&self, n: usize) -> StringCursor {
        if !self.is_ascii() {
            return self.text.create_cursor(n);
        }
        let mut cursor = (&self.text[n..]).create_cursor(0);
        cursor.position = n;
        cursor
    }

    fn adjust_cursor(&self, cursor: &mut StringCursor, n: usize) {
        if self.is_ascii() {
            *cursor = self.create_cursor(n);
        } else {
            self.text.adjust_cursor(cursor, n);
        }
    }

    fn advance(cursor: &mut StringCursor) -> u32 {
        <&str>::advance(cursor)
    }

    fn peek(cursor: &StringCursor) -> u32 {
        <&str>::peek(cursor)
    }

    fn skip(cursor: &mut StringCursor, n: usize) {
        <&str>::skip(cursor, n);
    }

    fn back_advance(cursor: &mut StringCursor) -> u32 {
        <&str>::back_advance(cursor)
    }

    fn back_peek(cursor: &StringCursor) -> u32 {
        <&str>::back_peek(cursor)
    }

    fn back_skip(cursor: &mut StringCursor, n: usize) {
        <&str>::back_skip(cursor, n);
    }
}

/// What a call is about: code, subject, from where to where, how many groups there are.
struct Task<'a> {
    codes: Vec<u32>,
    subject: std::borrow::Cow<'a, str>,
    characters: usize,
    start: usize,
    end: usize,
    groups: usize,
}

impl<'a> Task<'a> {
    fn new(thread: &'a Thread, arguments: Arguments) -> Outcome<Task<'a>> {
        let Some(packed) = bytes::as_bytes(thread, arguments.get(thread, 0)) else {
            return Err(thread.raise(TYPE_ERROR, "packed code is needed"));
        };
        let codes = bytes::content(thread, packed)
            .as_chunks::<4>()
            .0
            .iter()
            .map(|code| u32::from_le_bytes(*code))
            .collect();
        let place = |index| -> Outcome<usize> {
            Ok(integer_argument(thread, arguments.get(thread, index))?.max(0) as usize)
        };
        let subject = arguments.get(thread, 1);
        let (subject, characters) = if let Some(object) = string::as_string(thread, subject) {
            let characters = string::length(thread, object) as usize;
            (string::text(thread, object).into(), characters)
        } else if let Some(content) = bytes::as_bytes(thread, subject) {
            // Each byte as the character of its number: the places are the same.
            let content = bytes::content(thread, content);
            let ascii = std::str::from_utf8(content).ok();
            let text = match ascii.filter(|text| text.is_ascii()) {
                Some(text) => text.into(),
                None => content
                    .iter()
                    .map(|byte| char::from(*byte))
                    .collect::<String>()
                    .into(),
            };
            (text, content.len())
        } else {
            return Err(thread.raise(TYPE_ERROR, "str or bytes are needed"));
        };
        Ok(Task {
            codes,
            subject,
            characters,
            start: place(2)?,
            end: place(3)?,
            groups: place(5)?,
        })
    }

    fn request(&self, is_full: bool) -> Request<'_, Subject<'_>> {
        let subject = Subject {
            text: &self.subject,
            characters: self.characters,
        };
        Request::new(subject, self.start, self.end, &self.codes, is_full)
    }

    fn found<'b>(&self, thread: &'b Thread, state: &State) -> Outcome<Value<'b>> {
        let mut numbers = Vec::with_capacity(3 + 2 * self.groups);
        numbers.push(int::from_i64(thread, state.marks.last_index() as i64));
        numbers.push(int::from_length(state.start as u64));
        numbers.push(int::from_length(state.cursor.position as u64));
        for group in 0..self.groups {
            let (start, end) = state.marks.get(group);
            let place = |place: usize| int::from_length(place as u64);
            match (start.into_option(), end.into_option()) {
                (Some(start), Some(end)) => numbers.extend([place(start), place(end)]),
                _ => numbers.extend([Value::from_small(-1), Value::from_small(-1)]),
            }
        }
        tuple::from_values(thread, &numbers)
    }
}

/// `find(code, subject, start, end, how, groups)`: how is 0 to search, 1 to match at `start`, 2 to
/// match all from there to `end`.
fn find<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let task = Task::new(thread, arguments)?;
    let how = integer_argument(thread, arguments.get(thread, 4))?;
    let request = task.request(how == 2);
    let mut state = State::default();
    state.reset(&request, request.start);
    let is_found = if how == 0 {
        state.search(request)
    } else {
        state.py_match(&request)
    };
    if is_found {
        task.found(thread, &state)
    } else {
        Ok(NONE)
    }
}

/// `find_all(code, subject, start, end, most, groups)`: a list of the matches, at most so many if
/// that is not 0.
fn find_all<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let task = Task::new(thread, arguments)?;
    let most = integer_argument(thread, arguments.get(thread, 4))?.max(0) as usize;
    let mut search = SearchIter {
        req: task.request(false),
        state: State::default(),
    };
    let mut all = Vec::new();
    while search.next().is_some() {
        all.push(task.found(thread, &search.state)?);
        if all.len() == most {
            break;
        }
    }
    list::from_values(thread, &all)
}

fn character(thread: &Thread, arguments: Arguments) -> Outcome<u32> {
    Ok(integer_argument(thread, arguments.get(thread, 0))? as u32)
}

fn is_cased_ascii<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = u8::try_from(character(thread, arguments)?);
    Ok(boolean(
        character.is_ok_and(|character| character.is_ascii_alphabetic()),
    ))
}

fn is_cased_unicode<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments)?;
    let is_cased = lower_unicode(character) != character || upper_unicode(character) != character;
    Ok(boolean(is_cased))
}

fn to_lower_ascii<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let lower = lower_ascii(character(thread, arguments)?);
    Ok(int::from_length(lower.into()))
}

fn to_lower_unicode<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let lower = lower_unicode(character(thread, arguments)?);
    Ok(int::from_length(lower.into()))
}
