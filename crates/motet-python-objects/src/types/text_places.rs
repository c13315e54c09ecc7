//! Where a character of a text that is not ASCII lies. The bytes in front of it would have to be
//! counted; programs walk along long texts (scanners, lexers), so a thread keeps one character of
//! the long text that was last asked, and counts from there, or from the nearer end.
//!
//! The text and the place are roots of the thread, [`ROOT_TEXT`] and [`ROOT_TEXT_PLACE`]: a
//! collection that moves the text moves the root, and an abort takes both back to what they were
//! when the transaction began.

use crate::model::thread::{ROOT_TEXT, ROOT_TEXT_PLACE};
use crate::types::prelude::*;
use crate::types::string;

/// Texts of so many bytes are counted from the start: that takes as long as to look up a place.
const SHORT_BYTES: usize = 256;
/// Bytes that are counted at once.
const STRETCH: usize = 64;
/// The bits of a kept place that say the byte; those above say the character.
const BYTE_BITS: u32 = 32;
/// Texts with more characters keep no place: it would not fit into an immediate integer.
const CHARACTERS_MAX: u64 = 1 << 30;

fn is_first(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

fn characters_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| is_first(**byte)).count()
}

/// The byte at which character `index` of a string begins; the end of its bytes if it has fewer.
pub fn place_in(thread: &Thread, string: Object<'_>, index: u64) -> usize {
    let bytes = string::utf8(thread, string);
    let length = string::length(thread, string);
    if index >= length {
        return bytes.len();
    }
    if string::is_ascii(thread, string) {
        return index as usize;
    }
    if bytes.len() <= SHORT_BYTES || length > CHARACTERS_MAX || bytes.len() >> BYTE_BITS != 0 {
        return place_behind(bytes, index);
    }
    let (character, byte) = match thread.thread_root(ROOT_TEXT) == string.value() {
        true => {
            let kept = thread.thread_root(ROOT_TEXT_PLACE).known_integer() as u64;
            (kept >> BYTE_BITS, (kept & ((1 << BYTE_BITS) - 1)) as usize)
        }
        false => {
            thread.set_thread_root(ROOT_TEXT, string.value());
            (0, 0)
        }
    };
    let place = match index.checked_sub(character) {
        Some(distance) if distance <= length - index => {
            byte + place_behind(&bytes[byte..], distance)
        }
        Some(_) => place_before(bytes, length - index),
        None if index < character - index => place_behind(bytes, index),
        None => place_before(&bytes[..byte], character - index),
    };
    let kept = index << BYTE_BITS | place as u64;
    match Value::from_integer(kept as i64) {
        Some(kept) => thread.set_thread_root(ROOT_TEXT_PLACE, kept),
        None => thread.set_thread_root(ROOT_TEXT, NONE),
    }
    place
}

/// Where `count` characters from character `first` on begin and end: the string has so many.
#[inline]
pub(crate) fn range_in(
    thread: &Thread,
    string: Object<'_>,
    first: u64,
    count: u64,
) -> (usize, usize) {
    let bytes = string::utf8(thread, string);
    let is_short = bytes.len() <= SHORT_BYTES;
    let start = match is_short {
        true => place_behind(bytes, first),
        false => place_in(thread, string, first),
    };
    let end = match is_short || count <= STRETCH as u64 {
        true => start + place_behind(&bytes[start..], count),
        false => place_in(thread, string, first + count),
    };
    (start, end)
}

/// As [`place_in`], in the text of the string: that of one with lone surrogates is not its bytes.
pub fn place_in_text(thread: &Thread, string: Object<'_>, text: &str, index: u64) -> usize {
    match std::ptr::eq(text.as_bytes(), string::utf8(thread, string)) {
        true => place_in(thread, string, index),
        false => string::byte_of(text, index),
    }
}

/// The place behind so many characters, surrogates included; the end if there are fewer.
pub(crate) fn place_behind(bytes: &[u8], count: u64) -> usize {
    let (mut place, mut left) = (0, count as usize);
    while let Some(stretch) = bytes.get(place..place + STRETCH) {
        let characters = characters_in(stretch);
        if characters > left {
            break;
        }
        left -= characters;
        place += STRETCH;
    }
    let mut rest = bytes[place..].iter().enumerate();
    let found = rest.find(|(_, byte)| {
        let is_behind = is_first(**byte) && left == 0;
        left -= usize::from(is_first(**byte) && left > 0);
        is_behind
    });
    found.map_or(bytes.len(), |(distance, _)| place + distance)
}

/// The place in front of the last so many characters; the start if there are fewer.
fn place_before(bytes: &[u8], count: u64) -> usize {
    let (mut place, mut left) = (bytes.len(), count as usize);
    while left > 0 && place > 0 {
        if place > STRETCH {
            let characters = characters_in(&bytes[place - STRETCH..place]);
            if characters < left {
                left -= characters;
                place -= STRETCH;
                continue;
            }
        }
        place -= 1;
        left -= usize::from(is_first(bytes[place]));
    }
    place
}

#[cfg(test)]
mod tests {
    use super::{characters_in, place_before, place_behind};

    #[test]
    fn places_from_both_ends_agree() {
        let text: String = ["aé", "中", "\u{10348}b", "z"].concat().repeat(60);
        let bytes = text.as_bytes();
        let length = characters_in(bytes) as u64;
        for (index, (byte, _)) in text.char_indices().enumerate() {
            assert_eq!(place_behind(bytes, index as u64), byte);
            assert_eq!(place_before(bytes, length - index as u64), byte);
        }
        assert_eq!(place_behind(bytes, length + 5), bytes.len());
        assert_eq!(place_before(bytes, 0), bytes.len());
        assert_eq!(place_before(bytes, length + 5), 0);
    }
}
