//! Making and reading `str` objects where the builtin type's own module is not needed.

use crate::model::instance_layout;
use crate::model::layouts;
use motet_tm::{Fresh, Mutator, Object, Pinned, Value};

use crate::model::layouts::{LAYOUT_STR, LAYOUT_STR_GROWN};
use crate::model::surrogates::{stored, text_of};

/// Bytes behind word 1 before the characters: the cached hash and the number of characters.
pub(crate) const HEAD_BYTES: u64 = 16;
/// The word with the number of bytes behind it.
pub(crate) const WORD_LENGTH: u64 = 1;
/// The word with the number of characters, as an immediate integer.
pub(crate) const WORD_CHARACTERS: u64 = 3;
/// The first word of the characters.
const FIRST: u64 = 4;

fn fill(fresh: &mut Fresh<'_>, text: &str) {
    fresh.set_raw(WORD_CHARACTERS, (text.chars().count() as u64) << 1);
    let stored = stored(text);
    fresh
        .bytes_mut(FIRST, stored.len() as u64)
        .copy_from_slice(&stored);
}

/// A new `str`.
pub fn new_str<'a>(mutator: &'a Mutator, text: &str) -> Value<'a> {
    let bytes = HEAD_BYTES + stored(text).len() as u64;
    let mut fresh = mutator
        .allocate_raw(LAYOUT_STR, layouts::CLASS_STR, bytes)
        .unwrap_or_else(|_| panic!("no memory for a string of {} bytes", text.len()));
    fill(&mut fresh, text);
    fresh.object().value()
}

/// A `str` that never goes away.
pub fn pin_str(mutator: &Mutator, text: &str) -> Pinned {
    let bytes = HEAD_BYTES + stored(text).len() as u64;
    mutator
        .allocate_pinned_raw(LAYOUT_STR, layouts::CLASS_STR, bytes, |fresh| {
            fill(fresh, text)
        })
        .expect("the caller has asked for room to pin")
}

/// The bytes of an object that is known to be a `str`.
#[inline]
pub(crate) fn text_bytes<'a>(mutator: &'a Mutator, string: Object<'a>) -> &'a [u8] {
    let view = mutator.read_immutable(string);
    let length = view.length() - HEAD_BYTES;
    if mutator.layout_id(string) == LAYOUT_STR {
        return view.bytes(FIRST, length);
    }
    bytes_in_buffer(mutator, string, length)
}

#[inline(never)]
fn bytes_in_buffer<'a>(mutator: &'a Mutator, string: Object<'a>, length: u64) -> &'a [u8] {
    let buffer = mutator.read_immutable(string).get(WORD_BUFFER);
    mutator.buffer_bytes(buffer.known_object(), length)
}

/// The text of an object that is known to be a `str`, with stand-ins for lone surrogates.
fn object_text<'a>(mutator: &'a Mutator, object: Object<'a>) -> &'a str {
    let bytes = text_bytes(mutator, object);
    std::str::from_utf8(bytes).unwrap_or_else(|_| with_stand_ins(mutator, bytes))
}

/// The text of the bytes of a string with lone surrogates: a copy in the nursery.
#[cold]
pub(crate) fn with_stand_ins<'a>(mutator: &'a Mutator, bytes: &[u8]) -> &'a str {
    let text = text_of(bytes);
    let mut fresh = mutator
        .allocate_raw(
            LAYOUT_STR,
            layouts::CLASS_STR,
            HEAD_BYTES + text.len() as u64,
        )
        .unwrap_or_else(|_| panic!("no memory for a string of {} bytes", text.len()));
    fresh.set_raw(WORD_CHARACTERS, (text.chars().count() as u64) << 1);
    fresh
        .bytes_mut(FIRST, text.len() as u64)
        .copy_from_slice(text.as_bytes());
    std::str::from_utf8(text_bytes(mutator, fresh.object()))
        .expect("its bytes were copied from a text")
}

/// The text of a value, if it is a `str` (or of a class below it).
pub fn as_text<'a>(mutator: &'a Mutator, value: Value<'a>) -> Option<&'a str> {
    let object = instance_layout::plain(mutator, value).as_object()?;
    matches!(mutator.layout_id(object), LAYOUT_STR | LAYOUT_STR_GROWN)
        .then(|| object_text(mutator, object))
}

/// The word that refers to the buffer.
pub(crate) const WORD_BUFFER: u64 = 4;
