//! Encodings whose codes stand for themselves, without a state.

use crate::Stop;
use crate::codes::{
    Code, Codes, FIRST_LEAD, FIRST_TRAIL, LEAD, LONG_ERROR, ROW, Reader, SIDE, UNKNOWN, push,
    row_meaning,
};
use crate::syllables;

/// What is reckoned beside the tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Nothing,
    /// Codes of four bytes for all characters without a shorter one (gb18030).
    FourBytes,
    /// Syllables that are put together of three letters (EUC-KR).
    Syllables,
}

/// An encoding's tables.
pub(crate) struct Multibyte {
    /// What one byte means.
    singles: Vec<u32>,
    /// What two bytes mean: a row for each first byte from 0x80 on, from 0x20 on.
    rows: Vec<u32>,
    /// What two bytes from 0xa1 on mean behind 0x8f.
    longer: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    codes: Codes,
    beside: Beside,
    /// The codes of four bytes: first code, first character, length.
    runs: Vec<[u32; 3]>,
}

const LONGER: u8 = 0x8f;
const FIRST_LONGER: usize = 0xa1;

impl Multibyte {
    pub(crate) fn skip(reader: &mut Reader<'_>) {
        reader.place += 3 * (256 + FIRST_LEAD * ROW);
        if reader.byte() != 0 {
            reader.place += 3 * SIDE * SIDE;
        }
        reader.pairs();
        reader.exceptions();
    }

    pub(crate) fn read(name: &str, reader: &mut Reader<'_>, runs: &[[u32; 3]]) -> Self {
        let singles = reader.meanings(256);
        let mut rows = Vec::new();
        for _ in FIRST_LEAD..256 {
            rows.extend(reader.meanings(ROW));
        }
        let mut longer = Vec::new();
        if reader.byte() != 0 {
            for _ in 0..SIDE {
                longer.extend(reader.meanings(SIDE));
            }
        }
        let pairs = reader.pairs();
        let mut made = Self {
            singles,
            rows,
            longer,
            pairs,
            codes: Codes::new(),
            beside: match name {
                "gb18030" => Beside::FourBytes,
                "euc_kr" => Beside::Syllables,
                _ => Beside::Nothing,
            },
            runs: runs.to_vec(),
        };
        made.note_codes();
        for (character, code) in reader.exceptions() {
            made.codes.set(character, code);
        }
        made
    }

    /// Notes the codes of all characters, the shorter ones first.
    fn note_codes(&mut self) {
        let Self {
            singles,
            rows,
            longer,
            pairs,
            codes,
            ..
        } = self;
        let means = |meaning: u32| ![UNKNOWN, LONG_ERROR, LEAD].contains(&meaning);
        for (byte, meaning) in singles.iter().enumerate() {
            if byte == 0 || means(*meaning) {
                codes.note(*meaning, Code::of(&[byte as u8]), pairs);
            }
        }
        for (index, meaning) in rows.iter().enumerate() {
            if means(*meaning) {
                let (lead, trail) = (FIRST_LEAD + index / ROW, FIRST_TRAIL + index % ROW);
                codes.note(*meaning, Code::of(&[lead as u8, trail as u8]), pairs);
            }
        }
        for (index, meaning) in longer.iter().enumerate() {
            if means(*meaning) {
                let (second, third) = (FIRST_LONGER + index / SIDE, FIRST_LONGER + index % SIDE);
                let code = Code::of(&[LONGER, second as u8, third as u8]);
                codes.note(*meaning, code, pairs);
            }
        }
    }

    /// What two bytes mean.
    pub(crate) fn meaning(&self, first: u8, second: u8) -> u32 {
        row_meaning(&self.rows, first, second)
    }

    pub(crate) fn code(&self, character: u32) -> Code {
        self.codes.of(character)
    }

    pub(crate) fn decode(&self, data: &[u8], out: &mut String) -> (usize, Stop) {
        let mut place = 0;
        while let Some(first) = data.get(place) {
            if *first < 0x80 && self.singles[usize::from(*first)] == u32::from(*first) {
                out.push(char::from(*first));
                place += 1;
                continue;
            }
            match self.decode_one(&data[place..], out) {
                Ok(length) => place += length,
                Err(stop) => return (place, stop),
            }
        }
        (place, Stop::End)
    }

    /// Appends the character of the first code; the code's length.
    fn decode_one(&self, data: &[u8], out: &mut String) -> Result<usize, Stop> {
        let single = self.singles[usize::from(data[0])];
        if single != LEAD {
            let means = (single != UNKNOWN || data[0] == 0) && push(single, &self.pairs, out);
            return if means { Ok(1) } else { Err(Stop::Illegal(1)) };
        }
        let [first, second, rest @ ..] = data else {
            return Err(Stop::Incomplete);
        };
        if self.beside == Beside::FourBytes && second.is_ascii_digit() {
            return decode_four(&self.runs, data, out);
        }
        if self.beside == Beside::Syllables && [*first, *second] == syllables::FILLER {
            return syllables::decode(data, &self.rows, out);
        }
        let (meaning, length) = if *first == LONGER && !self.longer.is_empty() {
            let third = rest.first().ok_or(Stop::Incomplete)?;
            (self.longer_meaning(*second, *third), 3)
        } else {
            (row_meaning(&self.rows, *first, *second), 2)
        };
        if meaning == LONG_ERROR {
            return Err(Stop::Illegal(2));
        }
        let means = meaning != UNKNOWN && push(meaning, &self.pairs, out);
        if means {
            Ok(length)
        } else {
            Err(Stop::Illegal(1))
        }
    }

    fn longer_meaning(&self, second: u8, third: u8) -> u32 {
        let place = |byte: u8| usize::from(byte).wrapping_sub(FIRST_LONGER);
        let (row, column) = (place(second), place(third));
        if row >= SIDE || column >= SIDE {
            return UNKNOWN;
        }
        self.longer[row * SIDE + column]
    }

    pub(crate) fn encode(
        &self,
        characters: &[u32],
        is_last: bool,
        out: &mut Vec<u8>,
    ) -> (usize, Stop) {
        let mut place = 0;
        while place < characters.len() {
            let Some((code, taken)) = self.codes.of_first(&characters[place..], is_last) else {
                return (place, Stop::Incomplete);
            };
            if code != Code::NONE {
                out.extend_from_slice(code.bytes());
            } else if !self.encode_beside(characters[place], out) {
                return (place, Stop::Illegal(1));
            }
            place += taken;
        }
        (place, Stop::End)
    }

    fn encode_beside(&self, character: u32, out: &mut Vec<u8>) -> bool {
        match self.beside {
            Beside::Nothing => false,
            Beside::FourBytes => encode_four(&self.runs, character, out),
            Beside::Syllables => syllables::encode(character, out),
        }
    }
}

/// A code of four bytes is a number: 126 × 10 × 126 × 10 of them follow each other.
fn decode_four(runs: &[[u32; 3]], data: &[u8], out: &mut String) -> Result<usize, Stop> {
    let [first, second, third, fourth, ..] = data else {
        return Err(Stop::Incomplete);
    };
    let is_code =
        matches!(first, 0x81..=0xfe) && matches!(third, 0x81..=0xfe) && fourth.is_ascii_digit();
    if !is_code {
        return Err(Stop::Illegal(1));
    }
    let digit = |byte: &u8, first: u8| u32::from(byte - first);
    let number = (digit(first, 0x81) * 10 + digit(second, b'0')) * 126 + digit(third, 0x81);
    let number = number * 10 + digit(fourth, b'0');
    let run = runs
        .iter()
        .find(|run| (run[0]..run[0] + run[2]).contains(&number));
    let character = run.and_then(|run| char::from_u32(run[1] + number - run[0]));
    out.push(character.ok_or(Stop::Illegal(1))?);
    Ok(4)
}

fn encode_four(runs: &[[u32; 3]], character: u32, out: &mut Vec<u8>) -> bool {
    let mut found = runs
        .iter()
        .filter(|run| (run[1]..run[1] + run[2]).contains(&character));
    let Some(run) = found.next() else {
        return false;
    };
    let number = run[0] + character - run[1];
    let (rest, fourth) = (number / 10, number % 10);
    let (rest, third) = (rest / 126, rest % 126);
    let (first, second) = (rest / 10, rest % 10);
    let bytes = [0x81 + first, 0x30 + second, 0x81 + third, 0x30 + fourth];
    out.extend(bytes.map(|byte| byte as u8));
    true
}
