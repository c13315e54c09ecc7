//! `_charsets_core`: the encodings of East Asia, the native half of `_multibytecodec`.
//!
//! A call reads as far as it can: to the end, or to what has no meaning, so that the library's half
//! asks the handler of errors. "ignore" and "replace" are done here.

use motet_charsets::{Encoding, State, Stop};

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::surrogates;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, int, string, tuple};

/// The functions of the module. `decode` and `encode` return what they have made, how much they
/// have read, how much of the rest is an error (0: none, -1: it is not whole), and the state.
const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("initial", 2, 2, initial),
    NativeFunction::leaf("decode", 5, 5, decode),
    NativeFunction::leaf("encode", 6, 6, encode),
    NativeFunction::leaf("finish", 2, 2, finish),
];

/// So many characters are looked at in one go.
const PIECE: usize = 256;

/// What is done with what has no meaning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    Stop,
    Ignore,
    Replace,
}

fn errors(thread: &Thread, value: Value<'_>) -> Errors {
    match string::as_text(thread, value) {
        Some("ignore") => Errors::Ignore,
        Some("replace") => Errors::Replace,
        _ => Errors::Stop,
    }
}

fn encoding(thread: &Thread, arguments: Arguments) -> Outcome<Encoding> {
    let name = string::as_text(thread, arguments.get(thread, 0));
    let encoding = name.and_then(Encoding::named);
    encoding.ok_or_else(|| value_error(thread, "no such codec is supported."))
}

fn state(thread: &Thread, value: Value<'_>) -> Outcome<State> {
    let state = buffer::required(thread, value)?;
    let state = State::try_from(&*state);
    state.map_err(|_| type_error(thread, "a state has eight bytes"))
}

/// Where to begin, within a length.
fn start(thread: &Thread, value: Value<'_>, length: usize) -> Outcome<usize> {
    let start = integer_argument(thread, value)?;
    Ok(usize::try_from(start).map_or(length, |start| start.min(length)))
}

/// `initial(name, decodes)`: the state at the beginning of a text.
fn initial<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let decodes = arguments.get(thread, 1) == TRUE;
    bytes::new(thread, &encoding(thread, arguments)?.initial(decodes))
}

/// The four parts of an answer.
fn answer<'a>(
    thread: &'a Thread,
    made: Value<'a>,
    read: usize,
    stop: Stop,
    state: &State,
) -> Outcome<Value<'a>> {
    let error = match stop {
        Stop::End => 0,
        Stop::Illegal(length) => length as i64,
        Stop::Incomplete => -1,
    };
    let parts = [
        made,
        int::from_length(read as u64),
        int::from_i64(thread, error),
        bytes::new(thread, state)?,
    ];
    tuple::from_values(thread, &parts)
}

/// `decode(name, data, start, state, errors)`.
fn decode<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let encoding = encoding(thread, arguments)?;
    let data = buffer::required(thread, arguments.get(thread, 1))?;
    let mut place = start(thread, arguments.get(thread, 2), data.len())?;
    let mut state = state(thread, arguments.get(thread, 3))?;
    let errors = errors(thread, arguments.get(thread, 4));
    let mut out = String::new();
    let stop = loop {
        let (read, stop) = encoding.decode(&data[place..], &mut state, &mut out);
        place += read;
        match stop {
            Stop::Illegal(length) if errors != Errors::Stop => {
                place = (place + length).min(data.len());
                if errors == Errors::Replace {
                    out.push(char::REPLACEMENT_CHARACTER);
                }
            }
            stop => break stop,
        }
    };
    answer(thread, string::new(thread, &out)?, place, stop, &state)
}

/// `encode(name, text, start, state, is_last, errors)`.
fn encode<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let encoding = encoding(thread, arguments)?;
    let text = string::as_text(thread, arguments.get(thread, 1));
    let text = text.ok_or_else(|| type_error(thread, "only a text can be encoded"))?;
    let mut place = start(thread, arguments.get(thread, 2), text.len())?;
    let mut state = state(thread, arguments.get(thread, 3))?;
    let is_last = arguments.get(thread, 4) == TRUE;
    let errors = errors(thread, arguments.get(thread, 5));
    let rest = &text[string::byte_of(text, place as u64)..];
    let mut characters = rest.chars().map(surrogates::code).peekable();
    let (mut piece, mut out) = (Vec::new(), Vec::new());
    let stop = loop {
        let missing = PIECE.saturating_sub(piece.len());
        piece.extend(characters.by_ref().take(missing));
        let ends = characters.peek().is_none();
        let (read, stop) = encoding.encode(&piece, &mut state, ends && is_last, &mut out);
        place += read;
        piece.drain(..read);
        match stop {
            Stop::Illegal(length) if errors != Errors::Stop => {
                piece.drain(..length);
                place += length;
                if errors == Errors::Replace {
                    let (_, stop) = encoding.encode(&[b'?'.into()], &mut state, true, &mut out);
                    if stop != Stop::End {
                        out.push(b'?');
                    }
                }
            }
            Stop::End | Stop::Incomplete if !ends => {}
            stop => break stop,
        }
    };
    answer(thread, bytes::new(thread, &out)?, place, stop, &state)
}

/// `finish(name, state)`: what ends a text, and the state after it.
fn finish<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let encoding = encoding(thread, arguments)?;
    let mut state = state(thread, arguments.get(thread, 1))?;
    let mut out = Vec::new();
    encoding.finish(&mut state, &mut out);
    let parts = [bytes::new(thread, &out)?, bytes::new(thread, &state)?];
    tuple::from_values(thread, &parts)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] =
    &[ModuleDef::new("_charsets_core").functions(&[FUNCTIONS])];
