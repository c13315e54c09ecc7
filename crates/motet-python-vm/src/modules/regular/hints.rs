//! Where a search may find a match: what the compiler of patterns has noted in front of the code.

use super::characters::{Codes, is_in_set, op};
use super::text::Text;

const IS_PREFIX: u32 = 1;
const IS_SET: u32 = 4;
/// Where the set begins that is noted.
const SET: usize = 5;
/// From so many bytes on it is worth while to look at each character of ASCII beforehand.
const LONG: usize = 512;

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
    /// A character of the set at this index; those of ASCII, a bit each, if it is worth while.
    Set(usize, Option<[u64; 2]>),
}

/// What is known of all matches.
pub(super) struct Hints {
    /// Where the code of the pattern begins.
    pub(super) first: usize,
    /// The least number of characters.
    least: usize,
    begin: Begin,
}

impl Hints {
    /// Reads them, for a text of such a length.
    pub(super) fn new<T: Text>(codes: Codes<'_>, length: usize) -> Hints {
        if codes.get(0) != op::INFO {
            return Hints {
                first: 0,
                least: 0,
                begin: begin_of_code(codes, 0),
            };
        }
        let first = codes.jump(1);
        let flags = codes.get(2);
        let begin = if flags & IS_PREFIX != 0 {
            prefix::<T>(codes)
        } else if flags & IS_SET != 0 {
            let is_long = length >= LONG;
            let bit = |code| u64::from(is_in_set(codes, SET, code)) << (code & 63);
            let bits = |codes: std::ops::Range<u32>| codes.map(bit).sum();
            Begin::Set(SET, is_long.then(|| [bits(0..64), bits(64..128)]))
        } else {
            begin_of_code(codes, first)
        };
        Hints {
            first,
            least: codes.get(3) as usize,
            begin,
        }
    }

    /// The first place from `from` on where a match may begin, of a search that began at `origin`.
    pub(super) fn candidate<T: Text>(
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
            Begin::Set(index, ascii) => {
                let mut place = from;
                while place <= last && place < end {
                    let (code, next) = text.read(place);
                    let is_found = match ascii {
                        Some(ascii) if code < 0x80 => {
                            ascii[code as usize >> 6] >> (code & 63) & 1 != 0
                        }
                        _ => is_in_set(codes, *index, code),
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
        Begin::Text
    } else {
        Begin::Any
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
            bytes.extend_from_slice(&crate::objects::string::encode_code(code).0);
        }
    }
    if bytes.is_empty() {
        Begin::Any
    } else {
        Begin::Prefix(bytes)
    }
}
