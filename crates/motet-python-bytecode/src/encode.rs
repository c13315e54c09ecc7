//! Building and taking apart instruction words: the one place that knows where in a word each
//! operand lies, and which registers an instruction touches.

use crate::ops::{ARGUMENT_OFFSET, Form, Opcode};

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
    /// Its operation.
    pub opcode: Opcode,
    /// Its first word.
    pub word: u32,
    /// Its second word; 0 if its form has none.
    pub extension: u32,
}

/// Why the words at an index are no instruction.
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
        Ok(Instruction {
            index: index as u32,
            opcode,
            word,
            extension,
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
    pub const fn bx(self) -> u16 {
        bx(self.word)
    }

    /// Index of the first word after it.
    pub fn next(self) -> u32 {
        self.index + self.opcode.form().words() as u32
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

    /// Where it jumps to, if it is a jump. May lie outside of the code if that is broken.
    pub fn jump_target(self) -> Option<i64> {
        let distance = self.jump_distance()?;
        Some(i64::from(self.next()) + i64::from(distance))
    }

    /// The registers it touches, as spans of (first register, how many). A span may be empty.
    pub fn register_spans(self) -> [(u32, u32); 3] {
        let (a, b, c) = (self.a().into(), self.b().into(), self.c().into());
        let argument = u32::from(ARGUMENT_OFFSET);
        let none = (0, 0);
        match self.opcode {
            Opcode::Call | Opcode::CallKeywords => [(a, argument + b), none, none],
            Opcode::CallMethod => [(a, argument + 1 + b), none, none],
            Opcode::CallSpread => [(a, argument + 2), none, none],
            Opcode::MakeFunction => [(a, 4), none, none],
            Opcode::ImportName => [(a, argument + 5), none, none],
            Opcode::ImportFrom => [(a, 1), (b, 2), none],
            Opcode::BuildList | Opcode::BuildTuple | Opcode::BuildSet | Opcode::BuildString => {
                [(a, 1), (b, c), none]
            }
            Opcode::BuildDict => [(a, 1), (b, 2 * c), none],
            Opcode::BuildSlice | Opcode::MatchClass => [(a, 1), (b, 3), none],
            Opcode::FormatValue => [(a, 1), (b, 1 + (c >> 2 & 1)), none],
            Opcode::Unpack | Opcode::UnpackItem => [(a, c), (b, 1), none],
            Opcode::Feed => [(a, 3), (b, 1), none],
            Opcode::Yield | Opcode::YieldFrom => [(a, 1), (b, 1), (0, c)],
            Opcode::UnpackStar => [(a, (c + 1).saturating_add(self.extension)), (b, 1), none],
            Opcode::EnterHandler | Opcode::LeaveHandler => [(a, 2), none, none],
            Opcode::DeleteGlobal | Opcode::DeleteFree | Opcode::DeleteDictGlobal => {
                [none, none, none]
            }
            // The namespace of a class body is always register 0.
            Opcode::LoadName | Opcode::StoreName | Opcode::LoadNameOrFree => [(a, 1), (0, 1), none],
            Opcode::DeleteName => [(0, 1), none, none],
            Opcode::DeleteAttribute => [(a, 1), none, none],
            _ => self.form_spans(),
        }
    }

    /// The registers that the operand form alone tells.
    fn form_spans(self) -> [(u32, u32); 3] {
        let (a, b, c) = (self.a().into(), self.b().into(), self.c().into());
        let none = (0, 0);
        match self.opcode.form() {
            Form::None | Form::Jump => [none, none, none],
            Form::A
            | Form::An
            | Form::ABx
            | Form::AsBx
            | Form::AJump
            | Form::Ai8Jump2
            | Form::AnSite
            | Form::AnnConst => [(a, 1), none, none],
            Form::AB | Form::ABi8 | Form::ABn | Form::ABJump2 | Form::ABSite | Form::ABnn => {
                [(a, 1), (b, 1), none]
            }
            Form::ABC => [(a, 1), (b, 1), (c, 1)],
        }
    }
}

/// Which table an index operand points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// `Code::constants`.
    Constants,
    /// `Code::global_names`.
    Globals,
    /// `Code::attribute_sites`.
    AttributeSites,
    /// `Code::free_names`.
    Closure,
}

impl Instruction {
    /// The table entry that the instruction names, if it names one.
    pub fn table_entry(self) -> Option<(Table, u32)> {
        let table = match self.opcode {
            Opcode::LoadGlobal
            | Opcode::StoreGlobal
            | Opcode::DeleteGlobal
            | Opcode::LoadDictGlobal
            | Opcode::StoreDictGlobal
            | Opcode::DeleteDictGlobal => Table::Globals,
            Opcode::LoadClosure | Opcode::LoadFree | Opcode::StoreFree | Opcode::DeleteFree => {
                Table::Closure
            }
            _ => match self.opcode.form() {
                Form::ABx => Table::Constants,
                Form::AnnConst => return Some((Table::Constants, self.extension)),
                Form::ABSite | Form::AnSite => {
                    return Some((Table::AttributeSites, self.extension));
                }
                _ => return None,
            },
        };
        Some((table, self.bx().into()))
    }
}

impl Opcode {
    /// Whether it is a jump that goes backward (and is a yield point).
    pub const fn jumps_backward(self) -> bool {
        let name = self.name().as_bytes();
        let is_loop = name[0] == b'L' && name[1] == b'o' && name[2] == b'o' && name[3] == b'p';
        is_loop || matches!(self, Opcode::ForLoop)
    }

    /// Whether control never goes on to the instruction after it.
    pub const fn ends_flow(self) -> bool {
        matches!(
            self,
            Opcode::Jump
                | Opcode::Loop
                | Opcode::Return
                | Opcode::ReturnInstance
                | Opcode::EndGenerator
                | Opcode::Raise
                | Opcode::RaiseFrom
                | Opcode::Reraise
                | Opcode::RaiseCurrent
        )
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
    fn direction_follows_from_the_name() {
        assert!(Opcode::Loop.jumps_backward());
        assert!(Opcode::LoopIfLessInt.jumps_backward());
        assert!(Opcode::ForLoop.jumps_backward());
        assert!(!Opcode::JumpUnlessLess.jumps_backward());
        assert!(!Opcode::LoadConst.jumps_backward());
    }
}
