//! `print`.

use crate::native::{Arguments, NativeFunction, Outcome};
use crate::objects::host::get_attribute;
use crate::objects::prelude::*;
use crate::objects::protocol::{repr, truth};
use crate::objects::string;
use crate::objects::tables::{check_keywords, keyword};
use crate::output::{self, Stream};

/// The text of `sep` or `end`.
fn option(thread: &Thread, arguments: Arguments, name: &str, default: &str) -> Outcome<String> {
    match keyword(thread, arguments, name).filter(|value| *value != NONE) {
        None => Ok(default.to_string()),
        Some(value) => match string::as_text(thread, value) {
            Some(text) => Ok(text.to_string()),
            None => {
                let given = type_name(thread, value);
                let message = format!("{name} must be None or a string, not {given}");
                Err(type_error(thread, message))
            }
        },
    }
}

fn print<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "print", &["sep", "end", "file", "flush"])?;
    let separator = option(thread, arguments, "sep", " ")?;
    let end = option(thread, arguments, "end", "\n")?;
    let file = keyword(thread, arguments, "file").filter(|file| *file != NONE);
    let file = file.map(|file| thread.root(file));
    let flush = keyword(thread, arguments, "flush").map(|flush| thread.root(flush));
    // The whole text first: what a `__str__` prints comes before it, and an error leaves nothing.
    let mut text = String::new();
    for index in 0..arguments.len() {
        if index > 0 {
            text.push_str(&separator);
        }
        let mark = thread.root_count();
        let value = thread.root(arguments.get(thread, index));
        repr::str_into(thread, value, &mut text)?;
        thread.truncate_roots(mark);
    }
    text.push_str(&end);
    let flush = match flush {
        Some(flush) => truth::truth(thread, flush)?,
        None => false,
    };
    let stream = match file {
        None => Stream::Out,
        Some(file) => match stream_of(thread, thread.get(file)) {
            Some(stream) => stream,
            None => {
                let write = get_attribute(thread, file, "write")?;
                let value = thread.root(string::new(thread, &text)?);
                thread.call(write, &[value])?;
                return Ok(NONE);
            }
        },
    };
    output::write(thread, stream, &text)?;
    if flush {
        output::flush(thread, stream)?;
    }
    Ok(NONE)
}

/// The stream that a file object stands for: word 1 is 1 for stdout and 2 for stderr.
pub fn stream_of(thread: &Thread, file: Value<'_>) -> Option<Stream> {
    let object = file
        .as_object()
        .filter(|object| thread.host_of(*object) == CLASS_FILE)?;
    match thread.read(object).get(1).as_integer() {
        Some(1) => Some(Stream::Out),
        Some(2) => Some(Stream::Error),
        _ => None,
    }
}

/// The functions of this module.
pub const FUNCTIONS: &[NativeFunction] =
    &[NativeFunction::calling("print", 0, u8::MAX, print).with_keywords()];
