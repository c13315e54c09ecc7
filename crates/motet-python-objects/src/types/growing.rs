//! Strings that programs make piece by piece (`text += piece`): each is the first so many bytes of
//! a buffer with room for more, so that appending to the longest of them copies only the piece.
//!
//! A program cannot tell such a string from another one; `text.rs` finds its bytes.

use crate::model::text::WORD_BUFFER;
use crate::model::text::{HEAD_BYTES, WORD_CHARACTERS, WORD_LENGTH, text_bytes};
use crate::types::prelude::*;

/// Texts shorter than this are copied instead.
const LENGTH_MIN: usize = 1000;
/// A buffer has room for half as much again, up to so many bytes.
const ROOM_MAX: u64 = 8 << 20;

/// `string + added`, which has so many characters, if that is worth a buffer.
#[inline]
pub(crate) fn concat<'a>(
    thread: &'a Thread,
    string: Object<'a>,
    added: &[u8],
    characters: u64,
) -> Option<Value<'a>> {
    let text = text_bytes(thread, string);
    if text.len() < LENGTH_MIN || added.len() > text.len() {
        return None;
    }
    append(thread, string, text, added, characters)
}

#[inline(never)]
fn append<'a>(
    thread: &'a Thread,
    string: Object<'a>,
    text: &[u8],
    added: &[u8],
    characters: u64,
) -> Option<Value<'a>> {
    let used = text.len() as u64;
    let length = used + added.len() as u64;
    let in_place = (thread.layout_id(string) == LAYOUT_STR_GROWN)
        .then(|| thread.read_immutable(string).get(WORD_BUFFER).as_object())
        .flatten()
        .filter(|buffer| thread.append_to_buffer(*buffer, used, added));
    let buffer = match in_place {
        Some(buffer) => buffer,
        None => {
            let capacity = length + (length / 2).min(ROOM_MAX);
            let parts = [text, added];
            let made = thread.allocate_buffer(LAYOUT_TEXT_BUFFER, CLASS_OBJECT, capacity, &parts);
            // Without memory for more than the text, the text alone may still find some.
            made.ok()?
        }
    };
    let grown = thread.allocate_filled(LAYOUT_STR_GROWN, CLASS_STR, 6, NONE);
    grown.set_raw(WORD_LENGTH, (HEAD_BYTES + length) << 1);
    grown.set_raw(2, 0);
    grown.set_raw(WORD_CHARACTERS, characters << 1);
    grown.set(WORD_BUFFER, buffer.value());
    Some(grown.object().value())
}
