//! Lone surrogates in texts.
//!
//! A string object may hold them, encoded in three bytes each as UTF-8 would if it did. Rust's
//! texts may not; there each is replaced by a *stand-in*, a character of the last private use area,
//! and a text that goes back into an object has its stand-ins replaced again. All this is done only
//! after a program has made a surrogate: in such a program the 2048 stand-ins themselves, which
//! have no other meaning, are not available. Counting, indexing, joining and comparing work on the
//! bytes and never see a stand-in.

pub use motet_python_bytecode::encode_surrogate as encode_code;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

/// The first surrogate, and how many there are.
const FIRST: u32 = 0xd800;
const COUNT: u32 = 0x800;
/// The character that stands for the first surrogate.
const STAND_IN: u32 = motet_python_bytecode::FIRST_STAND_IN as u32;
/// The first byte of every stand-in, which hardly any other character begins with.
const STAND_IN_FIRST_BYTE: u8 = 0xf4;

/// Whether there was ever a surrogate. Set before the first stand-in is made, never cleared.
/// Relaxed: a thread that sees a stand-in of another thread has synchronised with it.
static SEEN: AtomicBool = AtomicBool::new(false);

/// Notes that there are surrogates from here on.
pub fn announce() {
    SEEN.store(true, Ordering::Relaxed);
}

/// Whether there may be surrogates: while this is false, each string object holds valid UTF-8
/// (I-STR-2).
pub fn may_exist() -> bool {
    SEEN.load(Ordering::Relaxed)
}

fn is_stand_in(character: char) -> bool {
    (STAND_IN..STAND_IN + COUNT).contains(&u32::from(character))
}

/// Whether a text holds stand-ins.
pub fn occur_in(text: &str) -> bool {
    SEEN.load(Ordering::Relaxed)
        && memchr::memchr(STAND_IN_FIRST_BYTE, text.as_bytes()).is_some()
        && text.contains(is_stand_in)
}

/// The code point that a character of a text stands for.
pub fn code(character: char) -> u32 {
    if is_stand_in(character) && SEEN.load(Ordering::Relaxed) {
        u32::from(character) - STAND_IN + FIRST
    } else {
        u32::from(character)
    }
}

/// The character of a text that stands for a code point; `None` if there is none.
pub fn character(code: u32) -> Option<char> {
    if (FIRST..FIRST + COUNT).contains(&code) {
        announce();
        return char::from_u32(code - FIRST + STAND_IN);
    }
    char::from_u32(code)
}

/// A text as string objects hold it.
pub fn stored(text: &str) -> Cow<'_, [u8]> {
    if !occur_in(text) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    for character in text.chars() {
        if is_stand_in(character) {
            out.extend_from_slice(&encode_code(code(character)).0);
        } else {
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Cow::Owned(out)
}

/// The text that a string object holds.
pub fn text_of(stored: &[u8]) -> String {
    let mut out = String::with_capacity(stored.len() + 8);
    let mut rest = stored;
    while !rest.is_empty() {
        let error = match std::str::from_utf8(rest) {
            Ok(text) => {
                out.push_str(text);
                break;
            }
            Err(error) => error,
        };
        let (valid, after) = rest.split_at(error.valid_up_to());
        out.push_str(std::str::from_utf8(valid).expect("valid_up_to ends what is UTF-8"));
        let (surrogate, after) = after.split_at(3);
        let code = u32::from(surrogate[0] & 0xf) << 12
            | u32::from(surrogate[1] & 0x3f) << 6
            | u32::from(surrogate[2] & 0x3f);
        out.push(character(code).expect("three bytes that are not UTF-8 encode a surrogate here"));
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surrogates_go_there_and_back() {
        let low = character(0xdc80).expect("a stand-in");
        let text = format!("a{low}é");
        let bytes = stored(&text).into_owned();
        assert_eq!(bytes, b"a\xed\xb2\x80\xc3\xa9");
        assert_eq!(text_of(&bytes), text);
        let first = char::from_u32(STAND_IN).expect("a character");
        assert_eq!(first.to_string().as_bytes()[0], STAND_IN_FIRST_BYTE);
        assert_eq!((code(low), code('é')), (0xdc80, 0xe9));
    }
}
