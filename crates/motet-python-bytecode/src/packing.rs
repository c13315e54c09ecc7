//! Code objects as bytes and back: for code that is compiled once and kept.
//!
//! Numbers are written in groups of seven bits, texts and lists with their lengths in front. Bytes
//! that another build has packed are not understood: a store of them must keep builds apart.

use std::sync::Arc;

use crate::code::{Code, CodeKind, Constant, ExceptionRange, GeneratorKind, Parameters, Position};

/// The bytes of a code object.
pub fn pack(code: &Code) -> Vec<u8> {
    let mut packer = Packer { bytes: Vec::new() };
    packer.text(&code.filename);
    packer.code(code);
    packer.bytes
}

/// The code object of bytes that [`pack`] made; `None` if they are something else.
pub fn unpack(bytes: &[u8]) -> Option<Arc<Code>> {
    let mut unpacker = Unpacker {
        bytes,
        place: 0,
        depth: 0,
    };
    let filename: Arc<str> = Arc::from(unpacker.text()?);
    let code = unpacker.code(&filename)?;
    (unpacker.place == bytes.len()).then_some(code)
}

struct Packer {
    bytes: Vec<u8>,
}

impl Packer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// A number that is small whether it is negative or not.
    fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) {
        self.raw(text.as_bytes());
    }

    fn texts(&mut self, texts: &[Box<str>]) {
        self.number(texts.len() as u64);
        for text in texts {
            self.text(text);
        }
    }

    fn code(&mut self, code: &Code) {
        self.text(&code.name);
        self.text(&code.qualified_name);
        let kind = match code.kind {
            CodeKind::Module => 0,
            CodeKind::Dynamic => 1,
            CodeKind::Annotation => 2,
            CodeKind::ClassBody => 3,
            CodeKind::Function => 4,
        };
        let generator = match code.generator {
            None => 0,
            Some(GeneratorKind::Generator) => 1,
            Some(GeneratorKind::Coroutine) => 2,
            Some(GeneratorKind::AsyncGenerator) => 3,
        };
        let are_texts = u8::from(code.annotations_are_texts);
        self.bytes.extend([kind, generator, are_texts]);
        self.number(code.first_line.into());
        let parameters = &code.parameters;
        for count in [
            parameters.positional_only,
            parameters.positional,
            parameters.keyword_only,
        ] {
            self.number(count as u64);
        }
        self.bytes.extend([
            u8::from(parameters.has_varargs),
            u8::from(parameters.has_varkeywords),
        ]);
        self.texts(&parameters.names);
        self.number(code.instructions.len() as u64);
        for word in &code.instructions {
            self.bytes.extend_from_slice(&word.to_le_bytes());
        }
        self.number(code.register_count.into());
        self.number(code.constants.len() as u64);
        for constant in &code.constants {
            self.constant(constant);
        }
        for texts in [
            &code.global_names,
            &code.attribute_sites,
            &code.local_names,
            &code.free_names,
            &code.spilled_names,
            &code.self_attributes,
        ] {
            self.texts(texts);
        }
        self.number(code.exception_table.len() as u64);
        for range in &code.exception_table {
            for number in [range.start, range.end, range.target, range.register.into()] {
                self.number(number.into());
            }
        }
        self.positions(&code.positions);
        self.bytes.push(u8::from(code.docstring.is_some()));
        if let Some(text) = &code.docstring {
            self.text(text);
        }
    }

    /// Each by its difference from the one before.
    fn positions(&mut self, positions: &[Position]) {
        self.number(positions.len() as u64);
        let mut last = Position::default();
        for position in positions {
            self.signed(i64::from(position.line) - i64::from(last.line));
            self.signed(i64::from(position.end_line) - i64::from(position.line));
            self.signed(i64::from(position.column) - i64::from(last.column));
            self.signed(i64::from(position.end_column) - i64::from(position.column));
            last = *position;
        }
    }

    fn constant(&mut self, constant: &Constant) {
        match constant {
            Constant::None => self.bytes.push(0),
            Constant::Bool(truth) => self.bytes.extend([1, u8::from(*truth)]),
            Constant::Ellipsis => self.bytes.push(2),
            Constant::Int(number) => {
                self.bytes.push(3);
                self.signed(*number);
            }
            Constant::BigInt(digits) => {
                self.bytes.push(4);
                self.text(digits);
            }
            Constant::Float(number) => {
                self.bytes.push(5);
                self.bytes
                    .extend_from_slice(&number.to_bits().to_le_bytes());
            }
            Constant::Complex(number) => {
                self.bytes.push(6);
                self.bytes
                    .extend_from_slice(&number.to_bits().to_le_bytes());
            }
            Constant::Str(text) => {
                self.bytes.push(7);
                self.text(text);
            }
            Constant::Bytes(bytes) => {
                self.bytes.push(8);
                self.raw(bytes);
            }
            Constant::Tuple(items) => {
                self.bytes.push(9);
                self.number(items.len() as u64);
                for item in items {
                    self.constant(item);
                }
            }
            Constant::Code(code) => {
                self.bytes.push(10);
                self.code(code);
            }
        }
    }
}

struct Unpacker<'a> {
    bytes: &'a [u8],
    place: usize,
    /// In how many constants the one that is read now lies.
    depth: usize,
}

/// How deep constants may lie in each other: those that the compiler makes are less deep.
const DEPTH_MAX: usize = 500;

impl<'a> Unpacker<'a> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.place)?;
        self.place += 1;
        Some(byte)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A length, which cannot be more than the rest.
    fn length(&mut self) -> Option<usize> {
        let length = usize::try_from(self.number()?).ok()?;
        (length <= self.bytes.len() - self.place).then_some(length)
    }

    fn raw(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        let start = self.place;
        self.place += length;
        Some(&self.bytes[start..self.place])
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.raw()?).ok()
    }

    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.length()?;
        let mut all = Vec::with_capacity(length);
        for _ in 0..length {
            all.push(item(self)?);
        }
        Some(all)
    }

    fn texts(&mut self) -> Option<Vec<Box<str>>> {
        self.list(|unpacker| unpacker.text().map(Box::from))
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn eight(&mut self) -> Option<u64> {
        let end = self.place.checked_add(8)?;
        let bytes = self.bytes.get(self.place..end)?;
        self.place = end;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    fn code(&mut self, filename: &Arc<str>) -> Option<Arc<Code>> {
        let name = self.text()?.into();
        let qualified_name = self.text()?.into();
        let kind = match self.byte()? {
            0 => CodeKind::Module,
            1 => CodeKind::Dynamic,
            2 => CodeKind::Annotation,
            3 => CodeKind::ClassBody,
            4 => CodeKind::Function,
            _ => return None,
        };
        let generator = match self.byte()? {
            0 => None,
            1 => Some(GeneratorKind::Generator),
            2 => Some(GeneratorKind::Coroutine),
            3 => Some(GeneratorKind::AsyncGenerator),
            _ => return None,
        };
        let annotations_are_texts = self.byte()? != 0;
        let first_line = self.small()?;
        let parameters = Parameters {
            positional_only: self.small()? as usize,
            positional: self.small()? as usize,
            keyword_only: self.small()? as usize,
            has_varargs: self.byte()? != 0,
            has_varkeywords: self.byte()? != 0,
            names: self.texts()?,
        };
        let instructions = self.instructions()?;
        let register_count = u16::try_from(self.number()?).ok()?;
        let constants = self.list(|unpacker| unpacker.constant(filename))?;
        let global_names = self.texts()?;
        let attribute_sites = self.texts()?;
        let local_names = self.texts()?;
        let free_names = self.texts()?;
        let spilled_names = self.texts()?;
        let self_attributes = self.texts()?;
        let exception_table = self.list(Unpacker::exception_range)?;
        let positions = self.positions()?;
        let docstring = match self.byte()? {
            0 => None,
            _ => Some(self.text()?.into()),
        };
        Some(Arc::new(Code {
            name,
            qualified_name,
            filename: Arc::clone(filename),
            first_line,
            kind,
            generator,
            parameters,
            instructions,
            register_count,
            constants,
            global_names,
            attribute_sites,
            local_names,
            free_names,
            spilled_names,
            exception_table,
            positions,
            docstring,
            self_attributes,
            annotations_are_texts,
        }))
    }

    fn exception_range(&mut self) -> Option<ExceptionRange> {
        Some(ExceptionRange {
            start: self.small()?,
            end: self.small()?,
            target: self.small()?,
            register: u8::try_from(self.number()?).ok()?,
        })
    }

    fn instructions(&mut self) -> Option<Vec<u32>> {
        let length = self.length()?;
        let end = self.place.checked_add(length.checked_mul(4)?)?;
        let words = self.bytes.get(self.place..end)?.as_chunks::<4>().0;
        self.place = end;
        Some(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    fn positions(&mut self) -> Option<Vec<Position>> {
        let length = self.length()?;
        let mut all = Vec::with_capacity(length);
        let mut last = Position::default();
        let moved = |start: u32, distance: i64| {
            let place = i64::from(start).checked_add(distance)?;
            u32::try_from(place).ok()
        };
        for _ in 0..length {
            let line = moved(last.line, self.signed()?)?;
            let end_line = moved(line, self.signed()?)?;
            let column = moved(last.column, self.signed()?)?;
            let end_column = moved(column, self.signed()?)?;
            last = Position {
                line,
                end_line,
                column,
                end_column,
            };
            all.push(last);
        }
        Some(all)
    }

    fn constant(&mut self, filename: &Arc<str>) -> Option<Constant> {
        if self.depth >= DEPTH_MAX {
            return None;
        }
        self.depth += 1;
        let constant = self.constant_inside(filename);
        self.depth -= 1;
        constant
    }

    fn constant_inside(&mut self, filename: &Arc<str>) -> Option<Constant> {
        Some(match self.byte()? {
            0 => Constant::None,
            1 => Constant::Bool(self.byte()? != 0),
            2 => Constant::Ellipsis,
            3 => Constant::Int(self.signed()?),
            4 => Constant::BigInt(self.text()?.into()),
            5 => Constant::Float(f64::from_bits(self.eight()?)),
            6 => Constant::Complex(f64::from_bits(self.eight()?)),
            7 => Constant::Str(self.text()?.into()),
            8 => Constant::Bytes(self.raw()?.into()),
            9 => {
                let items = self.list(|unpacker| unpacker.constant(filename))?;
                Constant::Tuple(items.into())
            }
            10 => Constant::Code(self.code(filename)?),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Code {
        Code {
            name: "f".into(),
            qualified_name: "C.f".into(),
            filename: Arc::from("a.py"),
            first_line: 9,
            kind: CodeKind::Function,
            generator: Some(GeneratorKind::Coroutine),
            parameters: Parameters {
                positional: 2,
                has_varkeywords: true,
                names: vec!["self".into(), "x".into(), "rest".into()],
                ..Parameters::default()
            },
            instructions: vec![7, u32::MAX, 1 << 31],
            register_count: 300,
            constants: vec![
                Constant::Int(i64::MIN),
                Constant::Int(-1),
                Constant::BigInt("-12345678901234567890".into()),
                Constant::Float(-0.0),
                Constant::Complex(2.5),
                Constant::Str("é\u{10fffe}".into()),
                Constant::Bytes([0, 255].into()),
                Constant::Tuple([Constant::None, Constant::Bool(true), Constant::Ellipsis].into()),
            ],
            global_names: vec!["print".into()],
            attribute_sites: vec!["x".into()],
            local_names: vec!["self".into()],
            free_names: vec!["outer".into()],
            spilled_names: vec!["late".into()],
            exception_table: vec![ExceptionRange {
                start: 0,
                end: 2,
                target: 2,
                register: 9,
            }],
            positions: vec![
                Position {
                    line: 10,
                    end_line: 12,
                    column: 80,
                    end_column: 3,
                },
                Position {
                    line: 3,
                    end_line: 3,
                    column: 0,
                    end_column: 1,
                },
            ],
            docstring: Some("text".into()),
            self_attributes: vec!["x".into()],
            annotations_are_texts: true,
        }
    }

    #[test]
    fn code_comes_back_as_it_was() {
        let inner = sample();
        let mut outer = sample();
        outer.constants.push(Constant::Code(Arc::new(inner)));
        outer.docstring = None;
        let bytes = pack(&outer);
        assert_eq!(unpack(&bytes).as_deref(), Some(&outer));
    }

    #[test]
    fn what_is_no_code_is_refused() {
        let bytes = pack(&sample());
        for length in 0..bytes.len() {
            assert!(unpack(&bytes[..length]).is_none(), "{length}");
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert!(unpack(&longer).is_none());
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0xff;
            // It may be other code, but never a panic or endless memory.
            let _ = unpack(&changed);
        }
    }
}
