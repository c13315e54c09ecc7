//! Code objects as bytes and back: for code that is compiled once and kept.
//!
//! Numbers are written in groups of seven bits, texts and lists with their lengths in front. Bytes
//! that another build has packed are not understood: a store of them must keep builds apart.
//!
//! ```text
//!   file name │ head │ words │ length │ body: … constants … │
//!                                                └─ head │ words │ length │ body │ of code within
//! ```
//!
//! The length lets a reader go over a body. One that [`unpack_lazily`] has gone over is unpacked
//! when a program looks at it ([`PackedBody`]), from the same bytes, which live as long.

use std::ops::Range;
use std::sync::Arc;

use crate::code::{
    Body, Code, CodeKind, Constant, ExceptionRange, GeneratorKind, LazyBody, Opener, PackedBody,
    Parameters, Position,
};
use crate::verify::verify;

/// The bytes of a code object.
pub fn pack(code: &Code) -> Vec<u8> {
    let mut packer = Packer { bytes: Vec::new() };
    packer.text(&code.filename);
    packer.code(code);
    packer.bytes
}

/// The code object of bytes that [`pack`] made; `None` if they are something else.
pub fn unpack(bytes: &[u8]) -> Option<Arc<Code>> {
    Unpacker::new(bytes, None).whole()
}

/// As [`unpack`], from a place in the bytes on; but the code within the outermost keeps its bodies
/// packed. Unless the bytes are trusted, each is verified as it is unpacked, and the outermost
/// here; one that is refused makes its code [damaged](Code::is_damaged).
pub fn unpack_lazily(bytes: Vec<u8>, start: usize, is_trusted: bool) -> Option<Arc<Code>> {
    let bytes = Arc::new(bytes);
    let store = Store {
        bytes: &bytes,
        open: match is_trusted {
            true => open_trusted,
            false => open_verified,
        },
    };
    let unpacker = Unpacker {
        place: start,
        ..Unpacker::new(&bytes, Some(store))
    };
    let code = unpacker.whole()?;
    (is_trusted || verify(&code).is_ok()).then_some(code)
}

/// Unpacks a body that was packed by this program.
fn open_trusted(packed: &PackedBody, code: &Code) -> Option<Body> {
    let store = Store {
        bytes: &packed.bytes,
        open: packed.open,
    };
    let mut unpacker = Unpacker {
        place: packed.range.start,
        depth: packed.depth,
        ..Unpacker::new(&packed.bytes, Some(store))
    };
    let place = Place {
        word_count: packed.word_count,
        range: packed.range.clone(),
    };
    unpacker.body(&code.filename, &place)
}

/// Unpacks a body that may come from another program.
fn open_verified(packed: &PackedBody, code: &Code) -> Option<Body> {
    let body = open_trusted(packed, code)?;
    let mut whole = code.clone();
    whole.body = body.into();
    verify(&whole).ok()?;
    whole.body.into_body()
}

/// Where a body lies, and its size once it is loaded.
struct Place {
    word_count: usize,
    range: Range<usize>,
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
        self.number(code.register_count.into());
        self.texts(&code.free_names);
        self.texts(&code.self_attributes);
        self.number(code.instructions.len() as u64);
        let mut body = Packer { bytes: Vec::new() };
        body.body(code);
        self.raw(&body.bytes);
    }

    fn body(&mut self, code: &Code) {
        for word in &code.instructions {
            self.bytes.extend_from_slice(&word.to_le_bytes());
        }
        self.number(code.constants.len() as u64);
        for constant in &code.constants {
            self.constant(constant);
        }
        for texts in [
            &code.global_names,
            &code.attribute_sites,
            &code.local_names,
            &code.spilled_names,
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
    /// Where bodies within may stay packed.
    store: Option<Store<'a>>,
}

/// Bytes that may be kept.
#[derive(Clone, Copy)]
struct Store<'a> {
    bytes: &'a Arc<Vec<u8>>,
    open: Opener,
}

/// How deep constants may lie in each other: those that the compiler makes are less deep.
const DEPTH_MAX: usize = 500;

impl<'a> Unpacker<'a> {
    fn new(bytes: &'a [u8], store: Option<Store<'a>>) -> Unpacker<'a> {
        Unpacker {
            bytes,
            place: 0,
            depth: 0,
            store,
        }
    }

    /// The outermost code, which ends with the bytes.
    fn whole(mut self) -> Option<Arc<Code>> {
        let filename: Arc<str> = Arc::from(self.text()?);
        let (mut code, place) = self.head(&filename)?;
        code.body = self.body(&filename, &place)?.into();
        (self.place == self.bytes.len()).then(|| Arc::new(code))
    }

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

    /// Code within other code.
    fn code(&mut self, filename: &Arc<str>) -> Option<Arc<Code>> {
        let (mut code, place) = self.head(filename)?;
        code.body = match self.store {
            None => self.body(filename, &place)?.into(),
            Some(_) if !code.has_sound_head() => return None,
            Some(store) => {
                self.place = place.range.end;
                LazyBody::packed(PackedBody {
                    bytes: Arc::clone(store.bytes),
                    range: place.range,
                    word_count: place.word_count,
                    depth: self.depth,
                    open: store.open,
                })
            }
        };
        Some(Arc::new(code))
    }

    /// Code without its body, and where that lies: from here on.
    fn head(&mut self, filename: &Arc<str>) -> Option<(Code, Place)> {
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
        let register_count = u16::try_from(self.number()?).ok()?;
        let free_names = self.texts()?;
        let self_attributes = self.texts()?;
        let word_count = self.length()?;
        let length = self.length()?;
        let range = self.place..self.place + length;
        if word_count == 0 || word_count.checked_mul(size_of::<u32>())? > length {
            return None;
        }
        let code = Code {
            name,
            qualified_name,
            filename: Arc::clone(filename),
            first_line,
            kind,
            generator,
            parameters,
            register_count,
            free_names,
            self_attributes,
            annotations_are_texts,
            body: LazyBody::from(Body::default()),
        };
        Some((code, Place { word_count, range }))
    }

    /// The body that lies here. (Its fields are made in the order in which they were packed.)
    fn body(&mut self, filename: &Arc<str>, place: &Place) -> Option<Body> {
        let body = Body {
            instructions: self.instructions(place.word_count)?,
            constants: self.list(|unpacker| unpacker.constant(filename))?,
            global_names: self.texts()?,
            attribute_sites: self.texts()?,
            local_names: self.texts()?,
            spilled_names: self.texts()?,
            exception_table: self.list(Unpacker::exception_range)?,
            positions: self.positions()?,
            docstring: match self.byte()? {
                0 => None,
                _ => Some(self.text()?.into()),
            },
        };
        (self.place == place.range.end).then_some(body)
    }

    fn exception_range(&mut self) -> Option<ExceptionRange> {
        Some(ExceptionRange {
            start: self.small()?,
            end: self.small()?,
            target: self.small()?,
            register: u8::try_from(self.number()?).ok()?,
        })
    }

    fn instructions(&mut self, count: usize) -> Option<Vec<u32>> {
        let end = self
            .place
            .checked_add(count.checked_mul(size_of::<u32>())?)?;
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
    use crate::encode;
    use crate::ops::Opcode;

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
            register_count: 300,
            free_names: vec!["outer".into()],
            self_attributes: vec!["x".into()],
            annotations_are_texts: true,
            body: Body {
                instructions: vec![7, u32::MAX, 1 << 31],
                constants: vec![
                    Constant::Int(i64::MIN),
                    Constant::Int(-1),
                    Constant::BigInt("-12345678901234567890".into()),
                    Constant::Float(-0.0),
                    Constant::Complex(2.5),
                    Constant::Str("é\u{10fffe}".into()),
                    Constant::Bytes([0, 255].into()),
                    Constant::Tuple(
                        [Constant::None, Constant::Bool(true), Constant::Ellipsis].into(),
                    ),
                ],
                global_names: vec!["print".into()],
                attribute_sites: vec!["x".into()],
                local_names: vec!["self".into()],
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
            }
            .into(),
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

    /// A module with a function, as bytes; the function is sound.
    fn module_with_function() -> (Code, Vec<u8>) {
        let words = |opcode| vec![encode::abc(opcode, 0, 0, 0)];
        let function = Code {
            name: "f".into(),
            qualified_name: "f".into(),
            kind: CodeKind::Function,
            generator: None,
            parameters: Parameters {
                positional: 1,
                names: vec!["x".into()],
                ..Parameters::default()
            },
            register_count: 9,
            body: Body {
                instructions: words(Opcode::Return),
                local_names: vec!["x".into()],
                positions: vec![Position::default()],
                docstring: Some("the text of f".into()),
                ..Body::default()
            }
            .into(),
            ..sample()
        };
        let mut module = Code {
            kind: CodeKind::Module,
            parameters: Parameters::default(),
            free_names: Vec::new(),
            ..function.clone()
        };
        module.instructions = vec![
            encode::abx(Opcode::LoadConst, 0, 0),
            encode::abc(Opcode::Return, 0, 0, 0),
        ];
        module.positions = vec![Position::default(); 2];
        module.local_names.clear();
        module.constants = vec![Constant::None, Constant::Code(Arc::new(function))];
        let bytes = pack(&module);
        (module, bytes)
    }

    fn function_of(module: &Code) -> &Code {
        match &module.constants[1] {
            Constant::Code(code) => code,
            other => panic!("the test has put code there, not {other:?}"),
        }
    }

    #[test]
    fn bodies_stay_packed_until_they_are_looked_at() {
        let (module, bytes) = module_with_function();
        let start = 3;
        let kept = [&[9; 3], bytes.as_slice()].concat();
        for is_trusted in [false, true] {
            let lazy = unpack_lazily(kept.clone(), start, is_trusted).expect("sound code");
            let function = function_of(&lazy);
            assert!(lazy.is_open() && !function.is_open());
            assert_eq!((&*function.name, function.word_count()), ("f", 1));
            let copy = function.clone();
            assert_eq!(function.docstring.as_deref(), Some("the text of f"));
            assert!(function.is_open() && !function.is_damaged());
            assert!(!copy.is_open() && copy == *function_of(&module));
            assert_eq!(*lazy, module);
        }
    }

    #[test]
    fn a_body_that_the_verifier_refuses_is_replaced() {
        let (module, bytes) = module_with_function();
        let place = bytes
            .windows(4)
            .rposition(|word| word == function_of(&module).instructions[0].to_le_bytes())
            .expect("the word of the function");
        let mut changed = bytes.clone();
        // A register that the frame does not have.
        changed[place + 1] = 200;
        let lazy = unpack_lazily(changed.clone(), 0, false).expect("the module is sound");
        let function = function_of(&lazy);
        assert!(function.is_damaged());
        assert_eq!(function.local_names, ["x".into()]);
        assert!(function.instructions.is_empty());
        // All bytes of the body, one by one: no panic.
        for place in place..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0xff;
            if let Some(lazy) = unpack_lazily(changed, 0, false) {
                let _ = function_of(&lazy).is_damaged();
            }
        }
    }

    #[test]
    fn a_head_that_no_call_could_fill_is_refused() {
        let (mut module, _) = module_with_function();
        let mut function = function_of(&module).clone();
        function.parameters.positional = 2;
        module.constants[1] = Constant::Code(Arc::new(function));
        assert!(unpack_lazily(pack(&module), 0, false).is_none());
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
