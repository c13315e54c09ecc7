//! A compiled function, class body or module, as plain data: no heap, no thread, no runtime.

use std::fmt;
use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, OnceLock};

use crate::ops::{LOCALS_IN_REGISTERS, REGISTERS_MAX};

/// Stands before a string constant with lone surrogates: twice a code point that is no character,
/// which no program's text has side by side. It may stand anywhere in the text, where parts were
/// joined.
pub const SURROGATE_MARK: &str = "\u{10fffe}\u{10fffe}";
/// The character that stands for U+D800 in such a constant; the others follow.
pub const FIRST_STAND_IN: char = '\u{10f000}';

/// One constant of a code object.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// `...`
    Ellipsis,
    /// An integer that fits 64 bits.
    Int(i64),
    /// A larger integer, in decimal digits (with a leading `-` if negative).
    BigInt(Box<str>),
    /// A float. Compared by bits, so that `0.0` and `-0.0` stay apart.
    Float(f64),
    /// The imaginary part of a complex literal.
    Complex(f64),
    /// A string. If it holds [`SURROGATE_MARK`], stand-ins are surrogates.
    Str(Box<str>),
    /// A bytes literal.
    Bytes(Box<[u8]>),
    /// A tuple of constants.
    Tuple(Box<[Constant]>),
    /// A nested code object.
    Code(Arc<Code>),
}

/// The parameters of a function. Registers `0..` hold them in this order: positional-only,
/// positional-or-keyword, keyword-only, `*args`, `**kwargs` (the last two only if present). If
/// there are more than [`LOCALS_IN_REGISTERS`], the register behind so many holds a tuple of the
/// others, which `ExtendClosure` puts into cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// How many are positional-only.
    pub positional_only: usize,
    /// How many take a positional argument (positional-only ones included).
    pub positional: usize,
    /// How many are keyword-only.
    pub keyword_only: usize,
    /// Whether there is `*args`.
    pub has_varargs: bool,
    /// Whether there is `**kwargs`.
    pub has_varkeywords: bool,
    /// The names of all of them, in register order.
    pub names: Vec<Box<str>>,
}

impl Parameters {
    /// How many stay in registers while the function runs.
    pub fn in_registers(&self) -> usize {
        self.names.len().min(LOCALS_IN_REGISTERS)
    }

    /// How many live in cells: the first of [`Code::spilled_names`].
    pub fn spilled(&self) -> usize {
        self.names.len() - self.in_registers()
    }

    /// How many registers hold arguments when a call begins.
    pub fn filled_registers(&self) -> usize {
        self.in_registers() + usize::from(self.spilled() > 0)
    }
}

/// One range of the exception table: an exception raised at an instruction whose first word lies in
/// `start..end` continues at `target`, with the exception in register `register`.
/// Inner ranges stand before outer ones; the first match counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExceptionRange {
    /// Index of the first word covered.
    pub start: u32,
    /// Index of the first word not covered any more.
    pub end: u32,
    /// Index of the word where the handler begins.
    pub target: u32,
    /// The register that receives the exception.
    pub register: u8,
}

/// A span of source text: lines count from 1, columns from 0 in UTF-8 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// First line.
    pub line: u32,
    /// Last line; 0 for what stands nowhere in the source: the return at the end of a body. Its
    /// first line is that of the statement before it then.
    pub end_line: u32,
    /// Column where it begins.
    pub column: u32,
    /// Column after its end.
    pub end_column: u32,
}

impl Position {
    /// Whether tracers hear that a line begins here.
    pub fn begins_line(self) -> bool {
        self.line != 0 && self.end_line != 0
    }
}

/// The kind of a code object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// A module: its names are global variables.
    Module,
    /// The code that `exec` or `eval` gets: register 0 is the mapping of its local names, or None
    /// if they are the global ones.
    Dynamic,
    /// A lazily evaluated annotation, bound or default: a function whose register 0 is its
    /// parameter, and then the namespace of the class body around it, if there is one.
    Annotation,
    /// A class body: register 0 is its namespace.
    ClassBody,
    /// A function, lambda or comprehension.
    Function,
}

impl CodeKind {
    /// Whether register 0 holds the mapping of the local names.
    pub fn has_namespace(self) -> bool {
        matches!(self, Self::ClassBody | Self::Dynamic)
    }
}

/// The object that a call gives, when that is not the result of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneratorKind {
    /// A generator: the body has a `yield`, or is a generator expression.
    Generator,
    /// A coroutine: `async def`.
    Coroutine,
    /// An asynchronous generator: `async def` with a `yield`.
    AsyncGenerator,
}

/// A compiled function, class body or module. Immutable once made, shared by all threads.
///
/// The fields are what a function needs to be made, and to be called up to its first instruction.
/// The rest is its [`Body`], to which the code dereferences: that of code that was kept packed is
/// unpacked when it is first looked at, since most functions of a program are never called.
#[derive(Clone, Debug)]
pub struct Code {
    /// `__name__` of the function or class; `<module>`, `<lambda>`, `<listcomp>`.
    pub name: Box<str>,
    /// `__qualname__`.
    pub qualified_name: Box<str>,
    /// The file it comes from.
    pub filename: Arc<str>,
    /// The line where it begins: of a decorated definition that of its first decorator.
    pub first_line: u32,
    /// Its kind.
    pub kind: CodeKind,
    /// Whether a call makes a generator (or its like): then the code begins with `MakeGenerator`.
    pub generator: Option<GeneratorKind>,
    /// Its parameters.
    pub parameters: Parameters,
    /// How many registers its frame uses, headers of its calls included.
    pub register_count: u16,
    /// The names of the closure's cells, in the order of the closure tuple.
    pub free_names: Vec<Box<str>>,
    /// Names of attributes that the code stores into its first parameter (`self.x = …`), without
    /// repetition: a hint for how many slots an instance will need.
    pub self_attributes: Vec<Box<str>>,
    /// Whether `from __future__ import annotations` holds for the source: what this code compiles
    /// inherits it.
    pub annotations_are_texts: bool,
    /// The rest.
    pub body: LazyBody,
}

/// What a code object needs when it runs, or when a tool looks into it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// The instruction words.
    pub instructions: Vec<u32>,
    /// The constants that `k[x]` names.
    pub constants: Vec<Constant>,
    /// The global variables that `LoadGlobal` and its like name.
    pub global_names: Vec<Box<str>>,
    /// For each attribute instruction its own entry: the attribute's name. A loader puts an inline
    /// cache beside each.
    pub attribute_sites: Vec<Box<str>>,
    /// The names of the local variables that live in registers `0..` (parameters first).
    pub local_names: Vec<Box<str>>,
    /// The names of the local variables for which there are no registers, parameters first. Their
    /// cells follow those of `free_names` in the closure, once `ExtendClosure` has run.
    pub spilled_names: Vec<Box<str>>,
    /// The exception table.
    pub exception_table: Vec<ExceptionRange>,
    /// For each instruction word its place in the source.
    pub positions: Vec<Position>,
    /// The docstring, if there is one.
    pub docstring: Option<Box<str>>,
}

/// A body that may be packed still.
///
/// Threads may unpack it at once: one does, and the others wait for that, which takes no lock and
/// calls nothing.
#[derive(Clone, Debug)]
pub struct LazyBody {
    body: OnceLock<Body>,
    packed: Option<PackedBody>,
}

/// A body that is packed still.
#[derive(Clone)]
pub(crate) struct PackedBody {
    /// The bytes that it lies in.
    pub(crate) bytes: Arc<Vec<u8>>,
    pub(crate) range: Range<usize>,
    /// How many instruction words it has.
    pub(crate) word_count: usize,
    /// In how many constants the code lies.
    pub(crate) depth: usize,
    pub(crate) open: Opener,
}

/// Unpacks the body of some code; `None` if the bytes are something else than what was packed.
pub(crate) type Opener = fn(&PackedBody, &Code) -> Option<Body>;

impl fmt::Debug for PackedBody {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "packed body at {:?}", self.range)
    }
}

impl LazyBody {
    pub(crate) fn packed(packed: PackedBody) -> LazyBody {
        LazyBody {
            body: OnceLock::new(),
            packed: Some(packed),
        }
    }

    /// The body, if it is there.
    pub(crate) fn into_body(self) -> Option<Body> {
        self.body.into_inner()
    }
}

impl From<Body> for LazyBody {
    fn from(body: Body) -> LazyBody {
        LazyBody {
            body: body.into(),
            packed: None,
        }
    }
}

impl Deref for Code {
    type Target = Body;
    #[inline]
    fn deref(&self) -> &Body {
        let packed = &self.body.packed;
        self.body.body.get_or_init(|| {
            let body = packed
                .as_ref()
                .and_then(|packed| (packed.open)(packed, self));
            body.unwrap_or_else(|| self.stand_in())
        })
    }
}

impl DerefMut for Code {
    fn deref_mut(&mut self) -> &mut Body {
        let _: &Body = self;
        let body = self.body.body.get_mut();
        body.expect("a body that was looked at is there")
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        let head = |code: &Code| {
            (
                code.first_line,
                code.kind,
                code.generator,
                code.register_count,
                code.annotations_are_texts,
            )
        };
        head(self) == head(other)
            && self.name == other.name
            && self.qualified_name == other.qualified_name
            && self.filename == other.filename
            && self.parameters == other.parameters
            && self.free_names == other.free_names
            && self.self_attributes == other.self_attributes
            && **self == **other
    }
}

impl Code {
    /// Whether the body is there: it has been compiled, or looked at.
    pub fn is_open(&self) -> bool {
        self.body.body.get().is_some()
    }

    /// How many instruction words there are. (Known of a packed body, too.)
    pub fn word_count(&self) -> usize {
        match &self.body.packed {
            Some(packed) => packed.word_count,
            None => self.instructions.len(),
        }
    }

    /// Whether the body is one that [`pack`](crate::pack) has not made, or not for this code: then
    /// it has been replaced by one that does nothing, and the code must not run.
    pub fn is_damaged(&self) -> bool {
        self.word_count() != self.instructions.len()
    }

    /// Whether a call can make a frame and fill it with arguments, as the head has it.
    pub(crate) fn has_sound_head(&self) -> bool {
        let parameters = &self.parameters;
        let rest = usize::from(parameters.has_varargs) + usize::from(parameters.has_varkeywords);
        let count = parameters
            .positional
            .saturating_add(parameters.keyword_only);
        let count = count.saturating_add(rest);
        let registers = usize::from(self.register_count);
        // A module, class body or code of `exec` is given its namespace, and nothing else.
        let takes_any = matches!(self.kind, CodeKind::Function | CodeKind::Annotation);
        parameters.positional_only <= parameters.positional
            && count == parameters.names.len()
            && (count == 0 || takes_any)
            && parameters.filled_registers() <= registers
            && registers <= REGISTERS_MAX
            && !(self.kind.has_namespace() && registers == 0)
    }

    /// A body in the place of one that could not be unpacked: tools see code without an instruction
    /// that could run.
    fn stand_in(&self) -> Body {
        let (local, spilled) = self
            .parameters
            .names
            .split_at(self.parameters.in_registers());
        Body {
            local_names: local.to_vec(),
            spilled_names: spilled.to_vec(),
            ..Body::default()
        }
    }

    /// The name of a cell of the closure of a running function.
    pub fn closure_name(&self, index: usize) -> Option<&str> {
        let free = self.free_names.len();
        let name = match index.checked_sub(free) {
            None => self.free_names.get(index),
            Some(index) => self.spilled_names.get(index),
        };
        name.map(|name| &**name)
    }
}

/// The three bytes of a surrogate (or of another code point of that size).
pub fn encode_surrogate(code: u32) -> ([u8; 3], usize) {
    let bytes = [
        0xe0 | (code >> 12) as u8,
        0x80 | (code >> 6 & 0x3f) as u8,
        0x80 | (code & 0x3f) as u8,
    ];
    (bytes, 3)
}
