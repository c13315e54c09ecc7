//! ISO 2022: an escape sequence designates a charset to one of the places G0, G1 and G2; what
//! follows are codes of G0, between a shift out and a shift in those of G1, and behind `ESC N` one
//! character of G2.
//!
//! ```text
//!   ESC ( F      a charset of one byte to G0        ESC $ F  or  ESC $ ( F    of two bytes to G0
//!   ESC ) F      the same to G1                     ESC $ ) F                 of two bytes to G1
//!   ESC . F      the same to G2                     ESC & @ ESC $ B           JIS X 0208 of 1990
//! ```
//!
//! The state holds the mark of each place (`F`, with the highest bit for charsets of two bytes) and
//! flags, at the places where CPython has them.

use crate::codes::{Charset, Code, Codes, UNKNOWN, push};
use crate::{State, Stop};

/// A text begins in ASCII; an encoder has no use for G2.
pub(crate) fn initial(decodes: bool) -> State {
    [ASCII, ASCII, if decodes { ASCII } else { 0 }, 0, 0, 0, 0, 0]
}

const ASCII: u8 = b'B';
/// Of a mark: the charset's codes have two bytes.
const WIDE: u8 = 0x80;
/// The number of ASCII in codes; those of charsets are their places in the list.
const PLAIN: u8 = 255;

const ESCAPE: u8 = 0x1b;
const SHIFT_OUT: u8 = 0x0e;
const SHIFT_IN: u8 = 0x0f;
/// No escape sequence is longer.
const LONGEST: usize = 16;

/// Where the flags lie in the state.
const FLAGS: usize = 4;
/// The codes that follow belong to G1.
const SHIFTED: u8 = 1;
/// Behind an escape that begins no known sequence: what follows stands for itself, up to a
/// byte that would end one.
const PASSING: u8 = 2;

/// A charset as an encoding uses it.
pub(crate) struct Designated {
    pub(crate) mark: u8,
    /// 0 to 2 for G0 to G2.
    pub(crate) place: usize,
    pub(crate) charset: &'static Charset,
}

/// An encoding of ISO 2022.
pub(crate) struct Escaped {
    charsets: Vec<Designated>,
    /// The number of the charset, and the code in it.
    codes: Codes,
    /// Whether there are shifts; else their bytes stand for themselves.
    has_shifts: bool,
    has_second_place: bool,
}

impl Escaped {
    pub(crate) fn new(charsets: Vec<Designated>, exceptions: Vec<(u32, Code)>) -> Self {
        let mut codes = Codes::new();
        for character in 0..u32::from(WIDE) {
            let code = Code::of(&[character as u8]);
            codes.set(character, code.within(PLAIN));
        }
        for (number, designated) in charsets.iter().enumerate() {
            let charset = designated.charset;
            for (meaning, code) in charset.codes() {
                if meaning != UNKNOWN {
                    codes.note(meaning, code.within(number as u8), &charset.pairs);
                }
            }
        }
        for (character, code) in exceptions {
            codes.set(character, code);
        }
        Self {
            has_shifts: charsets.iter().any(|charset| charset.place == 1),
            has_second_place: charsets.iter().any(|charset| charset.place == 2),
            charsets,
            codes,
        }
    }

    fn marked(&self, mark: u8) -> Option<&'static Charset> {
        let mut found = self.charsets.iter().filter(|charset| charset.mark == mark);
        found.next().map(|found| found.charset)
    }

    fn is_of_second_place(&self, mark: u8) -> bool {
        let mut marked = self.charsets.iter().filter(|charset| charset.mark == mark);
        self.has_second_place && marked.all(|charset| charset.place == 2)
    }

    pub(crate) fn decode(&self, data: &[u8], state: &mut State, out: &mut String) -> (usize, Stop) {
        let mut place = 0;
        while place < data.len() {
            match self.decode_one(&data[place..], state, out) {
                Ok(length) => place += length,
                Err(stop) => return (place, stop),
            }
        }
        (place, Stop::End)
    }

    /// Reads one code or escape sequence; its length.
    fn decode_one(&self, data: &[u8], state: &mut State, out: &mut String) -> Result<usize, Stop> {
        let first = data[0];
        if state[FLAGS] & PASSING != 0 {
            out.push(char::from(first));
            if ends_escape(first) {
                state[FLAGS] &= !PASSING;
            }
            return Ok(1);
        }
        match first {
            ESCAPE => return self.escape(data, state, out),
            SHIFT_IN if self.has_shifts => state[FLAGS] &= !SHIFTED,
            SHIFT_OUT if self.has_shifts => state[FLAGS] |= SHIFTED,
            b'\n' => {
                state[FLAGS] &= !SHIFTED;
                out.push('\n');
            }
            0..b' ' => out.push(char::from(first)),
            WIDE.. => return Err(Stop::Illegal(1)),
            _ => {
                let mark = state[usize::from(state[FLAGS] & SHIFTED)];
                if mark == ASCII {
                    out.push(char::from(first));
                    return Ok(1);
                }
                let charset = self.marked(mark).ok_or(Stop::Illegal(1))?;
                let length = if charset.is_wide { 2 } else { 1 };
                let code = data.get(..length).ok_or(Stop::Incomplete)?;
                let meaning = charset.meaning(code);
                // (Charsets that belong to G2 have no meaning in another place, as in CPython.)
                let means = meaning != UNKNOWN
                    && !self.is_of_second_place(mark)
                    && push(meaning, &charset.pairs, out);
                return if means {
                    Ok(length)
                } else {
                    Err(Stop::Illegal(length))
                };
            }
        }
        Ok(1)
    }

    fn escape(&self, data: &[u8], state: &mut State, out: &mut String) -> Result<usize, Stop> {
        let second = data.get(1).ok_or(Stop::Incomplete)?;
        match second {
            b'(' | b')' | b'$' | b'.' | b'&' => self.designate(data, state),
            b'N' if self.has_second_place => {
                let third = data.get(2..3).ok_or(Stop::Incomplete)?;
                if state[2] == ASCII {
                    if third[0] >= WIDE {
                        return Err(Stop::Illegal(3));
                    }
                    out.push(char::from(third[0]));
                    return Ok(3);
                }
                let charset = self.marked(state[2]).ok_or(Stop::Illegal(3))?;
                let meaning = charset.meaning(third);
                let means = third[0] < WIDE && meaning != UNKNOWN;
                let means = means && push(meaning, &charset.pairs, out);
                if means { Ok(3) } else { Err(Stop::Illegal(3)) }
            }
            _ => {
                out.push(char::from(ESCAPE));
                state[FLAGS] |= PASSING;
                Ok(1)
            }
        }
    }

    /// Reads an escape sequence that designates a charset.
    fn designate(&self, data: &[u8], state: &mut State) -> Result<usize, Stop> {
        let mut end = 1;
        let length = loop {
            if end >= LONGEST {
                return Err(Stop::Illegal(1));
            }
            match data.get(end) {
                None => return Err(Stop::Incomplete),
                Some(last) if ends_escape(*last) => break end + 1,
                Some(b'&') if !self.has_shifts && data.get(end + 1) == Some(&b'@') => end += 2,
                Some(_) => end += 1,
            }
        };
        let illegal = Err(Stop::Illegal(length));
        let (mark, place) = match data[1..length] {
            [b'$', mark] => (mark | WIDE, 0),
            [b'(', mark] => (mark, 0),
            [b')', mark] => (mark, 1),
            [b'.', mark] if self.has_second_place => (mark, 2),
            [b'$', b'(', mark] => (mark | WIDE, 0),
            [b'$', b')', mark] => (mark | WIDE, 1),
            // (CPython does not look at what should be `&@`.)
            [_, _, ESCAPE, b'$', mark @ b'B'] if !self.has_shifts => (mark | WIDE, 0),
            _ => return illegal,
        };
        if mark != ASCII && self.marked(mark).is_none() {
            return illegal;
        }
        state[place] = mark;
        Ok(length)
    }

    pub(crate) fn encode(
        &self,
        characters: &[u32],
        state: &mut State,
        is_last: bool,
        out: &mut Vec<u8>,
    ) -> (usize, Stop) {
        let mut place = 0;
        while place < characters.len() {
            let Some((code, taken)) = self.codes.of_first(&characters[place..], is_last) else {
                return (place, Stop::Incomplete);
            };
            let Some((number, code)) = code.bytes().split_first() else {
                return (place, Stop::Illegal(1));
            };
            if *number == PLAIN {
                shift(state, false, out);
                if state[0] != ASCII {
                    begin(state, 0, ASCII, out);
                }
            } else {
                let designated = &self.charsets[usize::from(*number)];
                if designated.place == 0 {
                    shift(state, false, out);
                }
                if state[designated.place] != designated.mark {
                    begin(state, designated.place, designated.mark, out);
                }
                if designated.place == 1 {
                    shift(state, true, out);
                }
            }
            out.extend_from_slice(code);
            place += taken;
        }
        (place, Stop::End)
    }
}

/// Whether a byte is the last of an escape sequence.
fn ends_escape(byte: u8) -> bool {
    matches!(byte, b'@'..=b'Z')
}

/// Writes a shift, if the state is not shifted so.
fn shift(state: &mut State, out_of_ascii: bool, out: &mut Vec<u8>) {
    if out_of_ascii != (state[FLAGS] & SHIFTED != 0) {
        state[FLAGS] ^= SHIFTED;
        out.push(if out_of_ascii { SHIFT_OUT } else { SHIFT_IN });
    }
}

/// Writes an escape sequence that designates a charset.
fn begin(state: &mut State, place: usize, mark: u8, out: &mut Vec<u8>) {
    out.push(ESCAPE);
    let last = mark & !WIDE;
    if mark & WIDE != 0 {
        out.push(b'$');
    }
    if place == 1 {
        out.push(b')');
    } else if mark & WIDE == 0 || !matches!(last, b'@' | b'B') {
        out.push(b'(');
    }
    out.push(last);
    state[place] = mark;
}

pub(crate) fn finish(state: &mut State, out: &mut Vec<u8>) {
    shift(state, false, out);
    if state[0] != ASCII {
        begin(state, 0, ASCII, out);
    }
}
