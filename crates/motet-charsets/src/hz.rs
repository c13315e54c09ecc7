//! HZ: ASCII in which `~{` and `~}` enclose codes of GB 2312 with the highest bits left out.

use crate::codes::{UNKNOWN, push};
use crate::multibyte::Multibyte;
use crate::{State, Stop};

const ASCII: u8 = 0;
const CHINESE: u8 = 1;
const HIGH: u8 = 0x80;

pub(crate) fn decode(
    table: &Multibyte,
    data: &[u8],
    state: &mut State,
    out: &mut String,
) -> (usize, Stop) {
    let mut place = 0;
    while let Some(first) = data.get(place) {
        let second = data.get(place + 1);
        if *first == b'~' {
            let Some(second) = second else {
                return (place, Stop::Incomplete);
            };
            match (state[0], *second) {
                (ASCII, b'~') => out.push('~'),
                (ASCII, b'{') => state[0] = CHINESE,
                (ASCII, b'\n') => {}
                (CHINESE, b'}') => state[0] = ASCII,
                _ => return (place, Stop::Illegal(1)),
            }
            place += 2;
        } else if *first >= HIGH {
            return (place, Stop::Illegal(1));
        } else if state[0] == ASCII {
            out.push(char::from(*first));
            place += 1;
        } else {
            let Some(second) = second else {
                return (place, Stop::Incomplete);
            };
            let meaning = table.meaning(first | HIGH, second ^ HIGH);
            if meaning == UNKNOWN || !push(meaning, &[], out) {
                return (place, Stop::Illegal(1));
            }
            place += 2;
        }
    }
    (place, Stop::End)
}

pub(crate) fn encode(
    table: &Multibyte,
    characters: &[u32],
    state: &mut State,
    out: &mut Vec<u8>,
) -> (usize, Stop) {
    for (place, character) in characters.iter().enumerate() {
        if let Ok(byte @ 0..HIGH) = u8::try_from(*character) {
            finish(state, out);
            out.push(byte);
            if byte == b'~' {
                out.push(b'~');
            }
            continue;
        }
        let code = table.code(*character);
        let [first, second] = code.bytes() else {
            return (place, Stop::Illegal(1));
        };
        if state[0] == ASCII {
            out.extend(b"~{");
            state[0] = CHINESE;
        }
        out.extend([first & !HIGH, second & !HIGH]);
    }
    (characters.len(), Stop::End)
}

pub(crate) fn finish(state: &mut State, out: &mut Vec<u8>) {
    if state[0] != ASCII {
        out.extend(b"~}");
        state[0] = ASCII;
    }
}
