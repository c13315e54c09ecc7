//! What codes mean, codes for characters, and how both are read from the file of tables.

use std::collections::HashMap;

/// A code without meaning.
pub(crate) const UNKNOWN: u32 = 0;
/// From here on: a pair of characters.
pub(crate) const FIRST_PAIR: u32 = 0x11_0000;
/// A code without meaning, whose error is told of two bytes.
pub(crate) const LONG_ERROR: u32 = 0xff_fffe;
/// A byte that begins a longer code.
pub(crate) const LEAD: u32 = 0xff_ffff;

/// How many characters a row of second bytes has.
pub(crate) const ROW: usize = 224;
/// The size of a charset: so many rows of as many columns.
pub(crate) const SIDE: usize = 94;

/// The first bytes and the second bytes that rows begin with.
pub(crate) const FIRST_LEAD: usize = 0x80;
pub(crate) const FIRST_TRAIL: usize = 0x20;

/// A charset of ISO 2022.
pub(crate) struct Charset {
    pub(crate) is_wide: bool,
    pub(crate) meanings: Vec<u32>,
    pub(crate) pairs: Vec<[u32; 2]>,
}

impl Charset {
    pub(crate) fn size(is_wide: bool) -> usize {
        if is_wide { SIDE * SIDE } else { 96 }
    }

    /// What one or two bytes mean.
    pub(crate) fn meaning(&self, code: &[u8]) -> u32 {
        let place = |byte: u8, first: u8| usize::from(byte.wrapping_sub(first));
        let index = match code {
            [only] => Some(place(*only, 0x20)),
            [first, second] => {
                let column = place(*second, 0x21);
                (column < SIDE).then(|| place(*first, 0x21) * SIDE + column)
            }
            _ => None,
        };
        let meaning = index.and_then(|index| self.meanings.get(index));
        meaning.copied().unwrap_or(UNKNOWN)
    }

    /// Each code with its meaning.
    pub(crate) fn codes(&self) -> impl Iterator<Item = (u32, Code)> {
        let is_wide = self.is_wide;
        let entries = self.meanings.iter().enumerate();
        entries.map(move |(index, meaning)| {
            let code = if is_wide {
                Code::of(&[(index / SIDE) as u8 + 0x21, (index % SIDE) as u8 + 0x21])
            } else {
                Code::of(&[index as u8 + 0x20])
            };
            (*meaning, code)
        })
    }
}

/// Up to four bytes: how many, and which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    length: u8,
    bytes: [u8; 4],
}

impl Code {
    pub(crate) const NONE: Self = Self {
        length: 0,
        bytes: [0; 4],
    };

    pub(crate) fn of(code: &[u8]) -> Self {
        let mut bytes = [0; 4];
        bytes[..code.len()].copy_from_slice(code);
        Self {
            length: code.len() as u8,
            bytes,
        }
    }

    /// The code with another byte in front: the number of a charset.
    pub(crate) fn within(self, number: u8) -> Self {
        let mut whole = vec![number];
        whole.extend_from_slice(self.bytes());
        Self::of(&whole)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

/// The codes of characters and of pairs of characters.
pub(crate) struct Codes {
    /// Pages of 256 characters each.
    pages: Vec<Option<Box<[Code; 256]>>>,
    pairs: HashMap<[u32; 2], Code>,
    /// The first characters of the pairs.
    firsts: Vec<u32>,
}

impl Codes {
    pub(crate) fn new() -> Self {
        Self {
            pages: vec![None; 0x1100],
            pairs: HashMap::new(),
            firsts: Vec::new(),
        }
    }

    /// Notes a code for what it means, if there is none yet.
    pub(crate) fn note(&mut self, meaning: u32, code: Code, pairs: &[[u32; 2]]) {
        if meaning >= FIRST_PAIR {
            if let Some(pair) = pairs.get((meaning - FIRST_PAIR) as usize) {
                self.pairs.entry(*pair).or_insert(code);
                if !self.firsts.contains(&pair[0]) {
                    self.firsts.push(pair[0]);
                }
            }
        } else if self.of(meaning) == Code::NONE {
            self.set(meaning, code);
        }
    }

    pub(crate) fn set(&mut self, character: u32, code: Code) {
        let page = &mut self.pages[(character >> 8) as usize];
        let page = page.get_or_insert_with(|| Box::new([Code::NONE; 256]));
        page[(character & 255) as usize] = code;
    }

    pub(crate) fn of(&self, character: u32) -> Code {
        let page = self.pages.get((character >> 8) as usize);
        let page = page.and_then(Option::as_ref);
        page.map_or(Code::NONE, |page| page[(character & 255) as usize])
    }

    /// The code of the first character or of the first two, and how many characters it stands for;
    /// nothing if the first could be the first of a pair and more may come.
    pub(crate) fn of_first(&self, characters: &[u32], is_last: bool) -> Option<(Code, usize)> {
        let first = characters[0];
        if !self.firsts.contains(&first) {
            return Some((self.of(first), 1));
        }
        match characters.get(1) {
            Some(second) => match self.pairs.get(&[first, *second]) {
                Some(code) => Some((*code, 2)),
                None => Some((self.of(first), 1)),
            },
            None if is_last => Some((self.of(first), 1)),
            None => None,
        }
    }
}

/// Appends what a code means; whether it means anything.
pub(crate) fn push(meaning: u32, pairs: &[[u32; 2]], out: &mut String) -> bool {
    if let Some(character) = char::from_u32(meaning) {
        out.push(character);
        return true;
    }
    let pair = meaning.checked_sub(FIRST_PAIR);
    let Some(pair) = pair.and_then(|place| pairs.get(place as usize)) else {
        return false;
    };
    out.extend(pair.iter().filter_map(|code| char::from_u32(*code)));
    true
}

/// A place in the file.
pub(crate) struct Reader<'a> {
    content: &'a [u8],
    pub(crate) place: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn at(content: &'a [u8], place: usize) -> Self {
        Self { content, place }
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        let taken = &self.content[self.place..self.place + length];
        self.place += length;
        taken
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    pub(crate) fn short(&mut self) -> u32 {
        let bytes = self.take(2);
        u32::from(bytes[0]) | u32::from(bytes[1]) << 8
    }

    pub(crate) fn word(&mut self) -> u32 {
        self.short() | self.short() << 16
    }

    pub(crate) fn name(&mut self) -> String {
        let name = self.take(16);
        let name = name.split(|byte| *byte == 0).next().unwrap_or(name);
        String::from_utf8_lossy(name).into_owned()
    }

    fn sized(&mut self) -> &'a [u8] {
        let length = self.byte();
        self.take(length.into())
    }

    fn characters(&mut self) -> Vec<u32> {
        let text = String::from_utf8_lossy(self.sized());
        text.chars().map(u32::from).collect()
    }

    pub(crate) fn meanings(&mut self, count: usize) -> Vec<u32> {
        let low = self.take(2 * count).chunks_exact(2);
        let high = self.take(count).iter();
        let both = low.zip(high);
        both.map(|(low, high)| u32::from(low[0]) | u32::from(low[1]) << 8 | u32::from(*high) << 16)
            .collect()
    }

    pub(crate) fn pairs(&mut self) -> Vec<[u32; 2]> {
        let pairs = (0..self.short()).map(|_| {
            let pair = self.characters();
            [pair[0], pair[1]]
        });
        pairs.collect()
    }

    /// Characters with their codes.
    pub(crate) fn exceptions(&mut self) -> Vec<(u32, Code)> {
        let exceptions = (0..self.short()).map(|_| {
            let character = self.characters()[0];
            (character, Code::of(self.sized()))
        });
        exceptions.collect()
    }
}

/// What two bytes mean.
pub(crate) fn row_meaning(rows: &[u32], first: u8, second: u8) -> u32 {
    let column = usize::from(second).wrapping_sub(FIRST_TRAIL);
    if column >= ROW {
        return UNKNOWN;
    }
    rows[(usize::from(first) - FIRST_LEAD) * ROW + column]
}
