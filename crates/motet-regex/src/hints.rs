//! The places at which a search may find a match: the hints that the compiler of patterns has noted
//! in front of the code.

use crate::characters::{Ascii, Codes, ascii_of_set, is_in_set, op, takes};
use crate::text::Text;

const IS_PREFIX: u32 = 1;
const IS_SET: u32 = 4;
/// The start of the set that is noted.
const SET: usize = 5;

/// How the begin of a match looks.
enum Begin {
    /// Nothing is known.
    Any,
    /// It is at the begin of the text.
    Text,
    /// These bytes.
    Prefix(Vec<u8>),
    /// Nothing of this text: it has no such characters.
    Nowhere,
    /// One of these characters, or one that is not of ASCII.
    First(Ascii),
    /// A character of the set at this index; which ones of ASCII.
    Set(usize, Ascii),
}

/// The known properties of all matches.
pub(crate) struct Hints {
    /// The start of the code of the pattern.
    pub(crate) first: usize,
    /// The least number of characters.
    least: usize,
    begin: Begin,
}

impl Hints {
    /// Reads them; how a match begins only for a search.
    pub(crate) fn new<T: Text>(codes: Codes<'_>, is_search: bool) -> Hints {
        let has_info = codes.get(0) == op::INFO;
        let first = if has_info { codes.jump(1) } else { 0 };
        let flags = if has_info { codes.get(2) } else { 0 };
        let begin = if !is_search {
            Begin::Any
        } else if flags & IS_PREFIX != 0 {
            prefix::<T>(codes)
        } else if flags & IS_SET != 0 {
            Begin::Set(SET, ascii_of_set(codes, SET))
        } else {
            begin_of_code(codes, first)
        };
        Hints {
            first,
            least: if has_info { codes.get(3) as usize } else { 0 },
            begin,
        }
    }

    /// The first place from `from` on where a match may begin, of a search that began at `origin`.
    pub(crate) fn candidate<T: Text>(
        &self,
        text: T,
        codes: Codes<'_>,
        (origin, from, end): (usize, usize, usize),
    ) -> Option<usize> {
        if from > end || end - from < self.least {
            return None;
        }
        let last = end - self.least;
        match &self.begin {
            Begin::Any => Some(from),
            Begin::Nowhere => None,
            Begin::Text => (from == origin).then_some(from),
            Begin::Prefix(prefix) => {
                let stretch = &text.bytes()[from..end];
                let found = match prefix.as_slice() {
                    [byte] => memchr::memchr(*byte, stretch),
                    prefix => memchr::memmem::find(stretch, prefix),
                };
                found.map(|found| from + found)
            }
            Begin::First(ascii) => {
                let stretch = &text.bytes()[from..end];
                // The bytes that go on with a character stand behind one that is found before.
                let may_begin = |byte: &u8| *byte >= 0x80 || ascii.has(u32::from(*byte));
                let found = stretch.iter().position(may_begin);
                found.map(|found| from + found)
            }
            Begin::Set(index, ascii) => {
                let mut place = from;
                while place <= last && place < end {
                    let (code, next) = text.read(place);
                    let is_found = if code < 0x80 {
                        ascii.has(code)
                    } else {
                        is_in_set(codes, *index, code)
                    };
                    if is_found {
                        return Some(place);
                    }
                    place = next;
                }
                None
            }
        }
    }
}

fn begin_of_code(codes: Codes<'_>, first: usize) -> Begin {
    if codes.get(first) == op::AT && matches!(codes.get(first + 1), 0 | 2) {
        return Begin::Text;
    }
    let mut steps = STEPS_MAX;
    first_of(codes, first, &mut steps).map_or(Begin::Any, Begin::First)
}

/// So many operations are looked at to learn how a match begins.
const STEPS_MAX: u32 = 64;

/// The characters of ASCII that code from an index on may begin with; none if it may match without
/// any character, or if that is not easily told.
fn first_of(codes: Codes<'_>, index: usize, steps: &mut u32) -> Option<Ascii> {
    let mut index = index;
    let mut all = Ascii::NONE;
    loop {
        *steps = steps.checked_sub(1)?;
        match codes.get(index) {
            op::MARK => index += 2,
            op::JUMP => index = codes.jump(index + 1),
            op::LITERAL | op::IN => return Some(all.or(ascii_of_one(codes, index)?)),
            op::REPEAT_ONE | op::MIN_REPEAT_ONE | op::POSSESSIVE_REPEAT_ONE => {
                all = all.or(ascii_of_one(codes, index + 4)?);
                if codes.get(index + 2) > 0 {
                    return Some(all);
                }
                index = codes.jump(index + 1);
            }
            op::REPEAT if codes.get(index + 2) > 0 => index += 4,
            op::BRANCH => {
                let mut cell = index + 1;
                while codes.get(cell) != 0 {
                    all = all.or(first_of(codes, cell + 1, steps)?);
                    cell = codes.jump(cell);
                }
                return Some(all);
            }
            _ => return None,
        }
    }
}

/// Whether a match that is to begin at a place, and may go to `end`, fails at the first character,
/// as far as that is easily told: then no matcher has to be made.
pub fn fails_at_once(codes: Codes<'_>, content: &[u8], (place, end): (usize, usize)) -> bool {
    let first = if codes.get(0) == op::INFO {
        codes.jump(1)
    } else {
        0
    };
    let next = content[..end].get(place).copied();
    // A first byte of a longer character is not looked at.
    let is_known = next.is_none_or(|byte| byte.is_ascii());
    is_known && fails_with(codes, first, next, &mut { STEPS_MAX })
}

/// As [`fails_at_once`], of code from an index on; `next` is the next character, if there is one.
fn fails_with(codes: Codes<'_>, index: usize, next: Option<u8>, steps: &mut u32) -> bool {
    let mut index = index;
    loop {
        let Some(left) = steps.checked_sub(1) else {
            return false;
        };
        *steps = left;
        match codes.get(index) {
            op::MARK | op::AT | op::ATOMIC_GROUP => index += 2,
            op::JUMP | op::ASSERT | op::ASSERT_NOT => index = codes.jump(index + 1),
            op::LITERAL | op::IN => return refuses(codes, index, next),
            op::REPEAT_ONE | op::MIN_REPEAT_ONE | op::POSSESSIVE_REPEAT_ONE
                if codes.get(index + 2) > 0 =>
            {
                let is_plain = matches!(codes.get(index + 4), op::LITERAL | op::IN);
                return is_plain && refuses(codes, index + 4, next);
            }
            op::REPEAT if codes.get(index + 2) > 0 => index += 4,
            op::BRANCH => {
                let mut cell = index + 1;
                while codes.get(cell) != 0 {
                    if !fails_with(codes, cell + 1, next, steps) {
                        return false;
                    }
                    cell = codes.jump(cell);
                }
                return true;
            }
            _ => return false,
        }
    }
}

/// Whether an operation that takes one character does not take this one.
fn refuses(codes: Codes<'_>, index: usize, next: Option<u8>) -> bool {
    !next.is_some_and(|byte| takes(codes, index, u32::from(byte)))
}

/// The characters of ASCII that an operation takes which takes one; none if it is a rare one.
fn ascii_of_one(codes: Codes<'_>, index: usize) -> Option<Ascii> {
    match codes.get(index) {
        op::LITERAL => {
            let code = codes.get(index + 1);
            Some(Ascii::between(code, code))
        }
        op::IN => Some(ascii_of_set(codes, index + 2)),
        _ => None,
    }
}

/// The literal that all matches begin with, as bytes of such a text.
fn prefix<T: Text>(codes: Codes<'_>) -> Begin {
    let count = codes.get(5) as usize;
    let mut bytes = Vec::with_capacity(count);
    for code in (7..7 + count).map(|index| codes.get(index)) {
        if T::IS_NARROW {
            let Ok(byte) = u8::try_from(code) else {
                return Begin::Nowhere;
            };
            bytes.push(byte);
        } else if let Some(character) = char::from_u32(code) {
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        } else {
            bytes.extend_from_slice(&motet_python_bytecode::encode_surrogate(code).0);
        }
    }
    if bytes.is_empty() {
        Begin::Any
    } else {
        Begin::Prefix(bytes)
    }
}
