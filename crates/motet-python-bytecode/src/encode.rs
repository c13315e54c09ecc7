//! Building and taking apart instruction words: the one place that knows where in a word each
//! operand lies, and which registers an instruction touches.

use crate::description::{Count, Form, Place, Span, Table};
use crate::ops::Opcode;

/// A word of the forms None, A, AB, ABC and their like: three byte operands.
pub const fn abc(opcode: Opcode, a: u8, b: u8, c: u8) -> u32 {
    opcode as u32 | (a as u32) << 8 | (b as u32) << 16 | (c as u32) << 24
}

/// A word of form ABx.
pub const fn abx(opcode: Opcode, a: u8, bx: u16) -> u32 {
    opcode as u32 | (a as u32) << 8 | (bx as u32) << 16
}

/// A word of the forms AsBx and AJump.
pub const fn asbx(opcode: Opcode, a: u8, sbx: i16) -> u32 {
    abx(opcode, a, sbx as u16)
}

/// The largest distance a word of form Jump can express.
pub const JUMP_MAX: i32 = (1 << 23) - 1;

/// A word of form Jump. `distance` must lie within ±[`JUMP_MAX`].
pub const fn jump(opcode: Opcode, distance: i32) -> u32 {
    opcode as u32 | (distance as u32) << 8
}

/// The opcode of a word, if its number is one.
pub fn opcode(word: u32) -> Option<Opcode> {
    Opcode::from_number(word as u8)
}

/// Operand `a`.
pub const fn a(word: u32) -> u8 {
    (word >> 8) as u8
}

/// Operand `b`.
pub const fn b(word: u32) -> u8 {
    (word >> 16) as u8
}

/// Operand `c`.
pub const fn c(word: u32) -> u8 {
    (word >> 24) as u8
}

/// Operand `bx`, 16 bits without sign.
pub const fn bx(word: u32) -> u16 {
    (word >> 16) as u16
}

/// The operation that a `Wide` stands for: one whose index names an entry of a table.
pub fn wide(word: u32) -> Option<Opcode> {
    let opcode = Opcode::from_number(b(word))?;
    let description = opcode.description();
    let is_indexed = description.form == Form::ABx && description.table.is_some();
    is_indexed.then_some(opcode)
}

/// Operand `sbx`, 16 bits with sign.
pub const fn sbx(word: u32) -> i16 {
    (word >> 16) as i16
}

/// Operand `sj`, 24 bits with sign.
pub const fn sj(word: u32) -> i32 {
    (word as i32) >> 8
}

/// One instruction taken from a sequence of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Index of its first word.
    pub index: u32,
    /// Its operation: of a `Wide` the one that it stands for.
    pub opcode: Opcode,
    /// Its first word.
    pub word: u32,
    /// Its second word; 0 if it has none.
    pub extension: u32,
    /// Whether it is a `Wide`.
    is_wide: bool,
}

/// The reason why the words at an index are no instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// No opcode has this number.
    UnknownOpcode(u8),
    /// The extension of the last instruction is missing.
    MissingExtension,
}

impl Instruction {
    /// Reads the instruction that begins at `index`, which must be inside of `words`.
    pub fn decode(words: &[u32], index: usize) -> Result<Instruction, DecodeError> {
        let word = words[index];
        let opcode = opcode(word).ok_or(DecodeError::UnknownOpcode(word as u8))?;
        let extension = match opcode.form().words() {
            1 => 0,
            _ => *words.get(index + 1).ok_or(DecodeError::MissingExtension)?,
        };
        let is_wide = opcode == Opcode::Wide;
        let opcode = match is_wide {
            true => wide(word).ok_or(DecodeError::UnknownOpcode(b(word)))?,
            false => opcode,
        };
        Ok(Instruction {
            index: index as u32,
            opcode,
            word,
            extension,
            is_wide,
        })
    }

    /// Operand `a`.
    pub const fn a(self) -> u8 {
        a(self.word)
    }

    /// Operand `b`.
    pub const fn b(self) -> u8 {
        b(self.word)
    }

    /// Operand `c`.
    pub const fn c(self) -> u8 {
        c(self.word)
    }

    /// Operand `bx`.
    pub const fn bx(self) -> u32 {
        match self.is_wide {
            true => self.extension,
            false => bx(self.word) as u32,
        }
    }

    /// Index of the first word after it.
    pub fn next(self) -> u32 {
        let words = match self.is_wide {
            true => Form::Wide.words(),
            false => self.opcode.form().words(),
        };
        self.index + words as u32
    }

    /// How far it jumps, if it is a jump: words from [`Instruction::next`] on.
    pub fn jump_distance(self) -> Option<i32> {
        match self.opcode.form() {
            Form::Jump => Some(sj(self.word)),
            Form::AJump => Some(i32::from(sbx(self.word))),
            Form::ABJump2 | Form::Ai8Jump2 => Some(self.extension as i32),
            _ => None,
        }
    }

    /// The target of the instruction, if it is a jump. May lie outside of the code if that is
    /// broken.
    pub fn jump_target(self) -> Option<i64> {
        let distance = self.jump_distance()?;
        Some(i64::from(self.next()) + i64::from(distance))
    }

    /// The start of a span.
    pub fn register(self, place: Place) -> u32 {
        match place {
            Place::A => self.a().into(),
            Place::B => self.b().into(),
            Place::C => self.c().into(),
            Place::Zero => 0,
        }
    }

    /// How many registers a span has.
    fn count(self, count: Count) -> u32 {
        let (b, c) = (u32::from(self.b()), u32::from(self.c()));
        match count {
            Count::Fixed(count) => count.into(),
            Count::PlusB(more) => b + u32::from(more),
            Count::PlusC(more) => c + u32::from(more),
            Count::PlusCExtension(more) => (c + u32::from(more)).saturating_add(self.extension),
            Count::TwiceC => 2 * c,
            Count::FormatParts => 1 + (c >> 2 & 1),
        }
    }

    /// The registers it touches: the first of each span, how many, and how they are touched. A span
    /// may be empty.
    pub fn touched(self) -> impl Iterator<Item = (u32, u32, Span)> {
        let spans = self.opcode.description().spans.iter();
        spans.map(move |span| (self.register(span.first), self.count(span.count), *span))
    }

    /// The registers it touches, as spans of (first register, how many). A span may be empty.
    pub fn register_spans(self) -> [(u32, u32); 3] {
        let mut spans = [(0, 0); 3];
        for (place, (first, count, _)) in spans.iter_mut().zip(self.touched()) {
            *place = (first, count);
        }
        spans
    }

    /// The table entry that the instruction names, if it names one.
    pub fn table_entry(self) -> Option<(Table, u32)> {
        let description = self.opcode.description();
        let index = match description.form {
            Form::ABx => self.bx(),
            _ => self.extension,
        };
        description.table.map(|table| (table, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_survive_a_round_trip() {
        let word = abc(Opcode::Add, 1, 200, 255);
        assert_eq!(opcode(word), Some(Opcode::Add));
        assert_eq!((a(word), b(word), c(word)), (1, 200, 255));
        let word = abx(Opcode::LoadConst, 7, 0xfffe);
        assert_eq!((a(word), bx(word)), (7, 0xfffe));
        let word = asbx(Opcode::LoadInt, 9, -32768);
        assert_eq!((a(word), sbx(word)), (9, -32768));
        for distance in [0, 1, -1, JUMP_MAX, -JUMP_MAX] {
            assert_eq!(sj(jump(Opcode::Jump, distance)), distance);
        }
    }

    #[test]
    fn the_name_tells_the_direction() {
        for opcode in Opcode::ALL {
            let is_loop = opcode.name().starts_with("Loop") || *opcode == Opcode::ForLoop;
            assert_eq!(opcode.jumps_backward(), is_loop, "{opcode:?}");
            let is_augmented = opcode.name().starts_with("Inplace");
            assert_eq!(
                opcode.description().is_augmented,
                is_augmented,
                "{opcode:?}"
            );
            assert!(opcode.description().spans.len() <= 3, "{opcode:?}");
        }
    }
}
