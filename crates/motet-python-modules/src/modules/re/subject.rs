//! The object that a text lies in: a string, or bytes (a copy, for other bytes-like objects), and
//! its parts as objects.

use motet_python_objects::model::upcalls;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{buffer, bytes, string, text_places};
use motet_regex::characters::Codes;
use motet_regex::engine::{Engine, Step};
use motet_regex::text::{Narrow, Wide, count_characters};

/// A text in its object.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) object: Object<'a>,
    pub(crate) content: &'a [u8],
    pub(crate) is_string: bool,
    /// Whether a character is a byte.
    pub(crate) is_narrow: bool,
}

impl<'a> Subject<'a> {
    /// The text in a string or bytes object.
    pub(crate) fn of(thread: &'a Thread, value: Value<'a>) -> Subject<'a> {
        let object = value.known_object();
        if thread.host_of(object) == CLASS_STR {
            return Subject {
                object,
                content: string::utf8(thread, object),
                is_string: true,
                is_narrow: string::is_ascii(thread, object),
            };
        }
        Subject {
            object,
            content: bytes::content(thread, object),
            is_string: false,
            is_narrow: true,
        }
    }

    /// How many characters it has.
    pub(crate) fn length(&self, thread: &Thread) -> usize {
        if self.is_narrow {
            self.content.len()
        } else {
            string::length(thread, self.object) as usize
        }
    }

    /// The place of a character.
    pub(crate) fn place_of(&self, thread: &Thread, character: usize) -> usize {
        if self.is_narrow {
            return character.min(self.content.len());
        }
        text_places::place_in(thread, self.object, character as u64)
    }

    /// How many characters lie between two places.
    pub(crate) fn count(&self, start: usize, end: usize) -> usize {
        if self.is_narrow {
            end - start
        } else {
            count_characters(&self.content[start..end])
        }
    }

    /// Lets a matcher work.
    pub(crate) fn advance(&self, engine: &mut Engine, codes: Codes<'_>) -> Step {
        if self.is_narrow {
            engine.advance(Narrow(self.content), codes)
        } else {
            engine.advance(Wide(self.content), codes)
        }
    }

    /// A part as an object.
    pub(crate) fn part(
        &self,
        thread: &'a Thread,
        (start, end): (usize, usize),
    ) -> Outcome<Value<'a>> {
        if end - start == self.content.len() {
            return Ok(self.object.value());
        }
        let content = &self.content[start..end];
        if !self.is_string {
            return bytes::new(thread, content);
        }
        match content {
            [byte] => Ok(string::of_ascii(thread, *byte)),
            _ => string::of_bytes(thread, content, self.count(start, end) as u64),
        }
    }
}

/// The object that the text of an argument lies in.
///
/// # Errors
/// `TypeError` for an object without text, or with one of another kind than the pattern's (`None`:
/// of any).
pub(crate) fn subject_of(
    thread: &mut Thread,
    value: Root,
    is_text_pattern: Option<bool>,
) -> Outcome<Root> {
    let given = thread.get(value);
    if let Some(object) = string::as_string(thread, given) {
        if is_text_pattern == Some(false) {
            let message = "cannot use a bytes pattern on a string-like object";
            return Err(type_error(thread, message));
        }
        return Ok(thread.root(object.value()));
    }
    let subject = if let Some(object) = bytes::as_bytes(thread, given) {
        thread.root(object.value())
    } else if let Some(content) = buffer::content(thread, given) {
        let copy = bytes::new(thread, &content)?;
        thread.root(copy)
    } else {
        upcalls::call_python(thread, "_sre", "_content", &[value])?
    };
    if is_text_pattern == Some(true) {
        let message = "cannot use a string pattern on a bytes-like object";
        return Err(type_error(thread, message));
    }
    Ok(subject)
}
