//! Loaded code: a code object with its constants in the heap and its names linked to cells.
//!
//! Immutable once made but for the inline caches, and never freed, so that frames may point to it.
//!
//! Most functions of a program are never called. So the body of code within other code is loaded
//! when the code first runs: its first word is `LoadBody`, until that has loaded the rest and gives
//! its place to the first instruction of the body (decision 57).
//!
//! ```text
//!   prepared: head and names; LoadBody, 0, 0 …  ── LoadBody ──▶  loaded: constants, links, sites;
//!                                                               the instructions
//! ```
//!
//! Several threads may come to `LoadBody` at once: one loads (`LoadedCode::body`), the others wait,
//! as briefly as for any table of names. Nothing of it is undone if the transaction aborts.
//!
//! What the interpreter reads while code runs lies together: an arena holds all that one source
//! text is loaded to, and is made as large as that. Instructions, constants, links and sites that
//! were allocated one by one lay between names and positions, which only errors and tools read
//! (decision 52).

use crate::model::surrogates;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{Arc, OnceLock};

use bumpalo::Bump;
use motet_python_bytecode::encode::{self, Instruction};
use motet_python_bytecode::{
    Code, CodeKind, Constant, ExceptionRange, Opcode, Parameters, SURROGATE_MARK,
};
use motet_tm::{Mutator, Pinned, Value, Word};
use motet_vm::CodeHead;
use motet_vm::code::Words;
use num_bigint::BigInt;

use crate::model::late::{FirstLoad, Late};
use crate::model::layouts::*;
use crate::model::machine::Machine;
use crate::model::namespace::Namespace;
use crate::model::native::Outcome;
use crate::model::native_elsewhere::{
    has_native_classes, is_native_elsewhere, native_class, stands_for_native,
};
use crate::model::native_owners;
use crate::model::text;
use crate::model::thread::Thread;
use crate::model::thread::allocated;
use motet_vm::inline_cache::EMPTY;
use motet_vm::symbol::Symbol;

/// Offsets of code as programs see them (`co_lines`, `f_lasti`, `co_code`, events) count so many
/// for each word.
pub const OFFSETS_PER_WORD: usize = 2;

/// A global variable that code names.
pub struct GlobalLink {
    /// The module's variable.
    pub cell: Pinned,
    /// The builtin of that name.
    pub builtin: Option<Pinned>,
    /// The name that the instruction looks up.
    pub name: Symbol,
    /// The name as an object.
    pub key: Pinned,
    /// Of globals in a dict: the entry at which the name, or that of the builtins, was found last.
    /// It is only a hint, which each reader checks (Relaxed).
    pub place: AtomicU32,
}

/// An attribute instruction's name and inline cache (`inline_cache.rs` describes its content).
pub struct Site {
    /// The inline cache, one atomic word (see `inline_cache`).
    pub cache: AtomicU64,
    /// The name that the instruction looks up.
    pub name: Symbol,
}

/// A code object, ready to run.
///
/// The first fields are read by every call and instruction.
#[repr(C)]
pub struct LoadedCode {
    pub(crate) head: CodeHead,
    /// The constants, as pinned or immediate values.
    pub constants: Late<&'static [Word]>,
    /// The cells of the global names, in the order of the code's table of names.
    pub globals: Late<&'static [GlobalLink]>,
    /// The sites of attribute instructions, by their extension words.
    pub sites: Late<&'static [Site]>,
    /// How many registers a suspended frame keeps at most.
    pub kept_registers: Late<u32>,
    /// The names of the parameters, in order.
    pub parameter_names: &'static [Symbol],
    /// The names of `k[x]` where it is a `str`, for the instructions that look names up.
    pub constant_names: Late<&'static [Option<Symbol>]>,
    /// The names in `k[x]` where it is a tuple of `str`: those of a call's keyword arguments.
    pub constant_name_lists: Late<&'static [Option<&'static [Symbol]>]>,
    /// The number of the free variable `__class__`, if there is one.
    pub class_cell: Option<u32>,
    /// The namespace of the global names.
    pub namespace: &'static Namespace,
    /// The code as the compiler has made it.
    pub source: Arc<Code>,
    /// Its global variables lie in the dict of its function's globals, not in the namespace.
    pub globals_in_dict: bool,
    /// Not shown in tracebacks: code of the virtual machine itself.
    pub is_internal: bool,
    /// Leaves no entry in tracebacks: internal code, and code that is native in CPython.
    pub(crate) is_untraced: bool,
    /// Its functions are native in CPython: reached through an instance, they do not bind to it.
    pub is_native_elsewhere: bool,
    /// It belongs to a module whose classes are native in CPython.
    pub has_native_owner: bool,
    /// It is a method of a class that is native in CPython.
    pub is_native_method: bool,
    /// Set once the body is loaded.
    body: OnceLock<()>,
    /// The docstring, once a program has asked for it.
    doc: OnceLock<Option<Pinned>>,
    /// Name and qualified name of its functions, once one was made.
    pub(crate) names: OnceLock<[Pinned; 2]>,
    /// The object that programs see, once one has asked for it.
    pub(crate) shown: OnceLock<Pinned>,
    /// The name of the file, once a program has asked for it.
    pub(crate) file_name: OnceLock<Pinned>,
    /// The names of its variables, once a program has asked for them and there was room.
    pub(crate) variable_names: OnceLock<Option<Pinned>>,
    /// The registers that hold cells from the beginning on, once they were asked for.
    pub(crate) cell_registers: OnceLock<Box<[u8]>>,
    /// Its generators may be awaited (`types.coroutine`): set before another thread knows the code.
    pub is_awaitable: AtomicBool,
}

impl Deref for LoadedCode {
    type Target = CodeHead;
    #[inline(always)]
    fn deref(&self) -> &CodeHead {
        &self.head
    }
}

impl LoadedCode {
    /// Its parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.source.parameters
    }

    /// Name and qualified name of its functions.
    pub(crate) fn names(&self, mutator: &Mutator, machine: &Machine) -> [Pinned; 2] {
        *self.names.get_or_init(|| {
            let symbols = &machine.symbols;
            [&self.source.name, &self.source.qualified_name]
                .map(|name| symbols.object(symbols.intern(mutator, name)))
        })
    }

    /// The name of its file.
    pub(crate) fn file_name(&self, mutator: &Mutator, machine: &Machine) -> Pinned {
        *self.file_name.get_or_init(|| {
            let symbols = &machine.symbols;
            symbols.object(symbols.intern(mutator, &self.source.filename))
        })
    }

    /// Whether the body is loaded.
    pub fn is_loaded(&self) -> bool {
        self.body.get().is_some()
    }

    /// Loads the body, if that is to be done.
    ///
    /// # Errors
    /// Why it cannot be loaded, now or ever.
    pub fn load_body(&self, thread: &Thread) -> Result<(), Unloaded> {
        if self.is_loaded() {
            return Ok(());
        }
        if self.source.is_damaged() {
            return Err(Unloaded::Damaged);
        }
        let bytes = pinned_bytes(&self.source);
        thread
            .check_room_to_pin(bytes)
            .map_err(|_| Unloaded::NoRoom)?;
        let loader = Loader {
            mutator: thread,
            machine: thread.machine(),
            namespace: self.namespace,
            globals_in_dict: self.globals_in_dict,
            is_internal: self.is_internal,
            arena: LATE_ARENA.with(|arena| *arena),
        };
        loader.load_body(self);
        Ok(())
    }

    /// The docstring as an object: the same for all functions of the code.
    pub(crate) fn doc<'a>(&self, thread: &'a Thread) -> Value<'a> {
        let pin = || {
            let text = self.source.docstring.as_deref()?;
            let has_room = thread.check_room_to_pin(text.len() as u64).is_ok();
            has_room.then(|| text::pin_str(thread, text))
        };
        match (self.doc.get_or_init(pin), &self.source.docstring) {
            (Some(doc), _) => doc.value(),
            (None, Some(text)) => text::new_str(thread, text),
            (None, None) => NONE,
        }
    }

    /// A constant that is a nested code object.
    pub fn nested(&self, machine: &Machine, index: usize) -> &'static LoadedCode {
        machine.code((self.constants[index].0 >> 1) as usize)
    }

    /// The line of an instruction word.
    pub fn line(&self, index: usize) -> u32 {
        self.source
            .positions
            .get(index)
            .map_or(0, |position| position.line)
    }

    /// Where the exceptions of the instruction at `index` go to, if this code handles them.
    #[inline]
    pub fn handler_of(&self, index: usize) -> Option<&ExceptionRange> {
        let covers =
            |range: &&ExceptionRange| (range.start as usize..range.end as usize).contains(&index);
        match self.is_loaded() {
            true => self.source.exception_table.iter().find(covers),
            false => None,
        }
    }

    /// The line of the word at `index`, if tracers hear that it begins there.
    pub fn begun_line(&self, index: usize) -> Option<u32> {
        let position = self.source.positions.get(index);
        position
            .filter(|position| position.begins_line())
            .map(|position| position.line)
    }
}

/// Why the body of code is not loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unloaded {
    /// Another program has packed it, and it cannot run.
    Damaged,
    /// There is no room for its constants.
    NoRoom,
}

thread_local! {
    /// Where the bodies lie that a thread loads late: functions that are called one after the other
    /// lie side by side.
    static LATE_ARENA: &'static Bump = Box::leak(Box::new(Bump::new()));
}

/// How many arguments are bound where they lie; `u32::MAX` if there are other parameters, or a
/// register for the namespace.
fn simple_arguments(code: &Code) -> u32 {
    let parameters = &code.parameters;
    let is_simple = parameters.keyword_only == 0
        && !parameters.has_varargs
        && !parameters.has_varkeywords
        && parameters.spilled() == 0
        && !code.kind.has_namespace();
    match is_simple {
        true => u32::try_from(parameters.positional).unwrap_or(u32::MAX),
        false => u32::MAX,
    }
}

/// The instructions of code that was compiled, or that the verifier has accepted.
pub(crate) fn instructions(code: &Code) -> impl Iterator<Item = Instruction> + '_ {
    let words = &code.instructions;
    let mut index = 0;
    std::iter::from_fn(move || {
        (index < words.len()).then(|| {
            let instruction = Instruction::decode(words, index)
                .expect("the verifier has decoded all instructions");
            index = instruction.next() as usize;
            instruction
        })
    })
}

/// How many registers the instructions that suspend keep, and how many hold parameters.
fn kept_registers(code: &Code) -> u32 {
    let parameters = code.parameters.in_registers() as u32;
    if code.generator.is_none() {
        return parameters;
    }
    let suspends = |it: &Instruction| matches!(it.opcode, Opcode::Yield | Opcode::YieldFrom);
    let kept = instructions(code).filter(suspends).map(|it| it.c().into());
    kept.fold(parameters, u32::max)
}

fn class_cell(code: &Code) -> Option<u32> {
    let mut names = code.free_names.iter();
    names
        .position(|name| &**name == "__class__")
        .map(|index| index as u32)
}

/// Loads code: links it to a module's variables.
pub fn load(
    mutator: &Mutator,
    machine: &'static Machine,
    source: &Arc<Code>,
    namespace: &'static Namespace,
    is_internal: bool,
) -> (usize, &'static LoadedCode) {
    let loader = Loader {
        mutator,
        machine,
        namespace,
        globals_in_dict: false,
        is_internal,
        arena: new_arena(source),
    };
    loader.load_all(source)
}

/// Loads code for global variables that lie in a dict, whichever that is.
pub(crate) fn load_for_dicts(
    mutator: &Mutator,
    machine: &'static Machine,
    source: &Arc<Code>,
) -> &'static LoadedCode {
    let loader = Loader {
        mutator,
        machine,
        namespace: machine.no_namespace,
        globals_in_dict: true,
        is_internal: false,
        arena: new_arena(source),
    };
    loader.load_all(source).1
}

/// An arena with room for all that code and the code within it is loaded to.
fn new_arena(source: &Code) -> &'static Bump {
    Box::leak(Box::new(Bump::with_capacity(loaded_bytes(source))))
}

/// What is lost at the borders of the pieces of one code: four of them begin at any multiple of 4.
const BORDER_BYTES: usize = 4 * 4;

/// How many bytes of an arena code takes at most, with that within it, whose bodies come later.
fn loaded_bytes(source: &Code) -> usize {
    let constant = |constant: &Constant| {
        let own = size_of::<Word>()
            + size_of::<Option<Symbol>>()
            + size_of::<Option<&'static [Symbol]>>();
        own + match constant {
            Constant::Code(code) => prepared_bytes(code),
            Constant::Tuple(items) => size_of::<Symbol>() * items.len() + BORDER_BYTES,
            _ => 0,
        }
    };
    if !can_be_loaded(source) {
        return prepared_bytes(source);
    }
    prepared_bytes(source)
        + source.constants.iter().map(constant).sum::<usize>()
        + size_of::<GlobalLink>() * source.global_names.len()
        + size_of::<Site>() * source.attribute_sites.len()
}

/// How many bytes of an arena code takes at most without its body.
fn prepared_bytes(source: &Code) -> usize {
    size_of::<LoadedCode>()
        + BORDER_BYTES
        + size_of::<u32>() * source.word_count()
        + size_of::<Symbol>() * source.parameters.names.len()
}

/// Whether the body is there and sound.
fn can_be_loaded(source: &Code) -> bool {
    source.is_open() && !source.is_damaged()
}

/// The operation for code whose global variables lie in a dict.
fn of_dict(opcode: Opcode) -> Opcode {
    match opcode {
        Opcode::LoadGlobal => Opcode::LoadDictGlobal,
        Opcode::StoreGlobal => Opcode::StoreDictGlobal,
        Opcode::DeleteGlobal => Opcode::DeleteDictGlobal,
        other => other,
    }
}

/// The instructions of code whose global variables lie in a dict.
fn with_dict_globals(words: &[u32]) -> Vec<u32> {
    let mut words = words.to_vec();
    let mut index = 0;
    while index < words.len() {
        let opcode = Opcode::ALL[usize::from(words[index] as u8)];
        words[index] = match opcode {
            Opcode::Wide => encode::abc(
                Opcode::Wide,
                encode::a(words[index]),
                of_dict(Opcode::ALL[usize::from(encode::b(words[index]))]) as u8,
                0,
            ),
            other => words[index] & !0xff | of_dict(other) as u32,
        };
        index += opcode.form().words();
    }
    words
}

/// Refuses code if there is no memory for its constants and names, which are never freed.
///
/// # Errors
/// `MemoryError`.
pub fn check_room(thread: &Thread, source: &Code) -> Outcome<()> {
    allocated(thread, thread.check_room_to_pin(pinned_bytes(source)))
}

/// About how many bytes of a code object are pinned with it.
fn pinned_bytes(source: &Code) -> u64 {
    let length = |names: &[Box<str>]| names.iter().map(|name| name.len() as u64).sum::<u64>();
    let head = length(&source.parameters.names);
    if !source.is_open() {
        return head;
    }
    let constants = source.constants.iter().map(constant_bytes).sum::<u64>();
    head + length(&source.global_names) + length(&source.attribute_sites) + constants
}

fn constant_bytes(constant: &Constant) -> u64 {
    match constant {
        Constant::Str(text) | Constant::BigInt(text) => text.len() as u64,
        Constant::Bytes(bytes) => bytes.len() as u64,
        Constant::Tuple(items) => items.iter().map(|item| 8 + constant_bytes(item)).sum(),
        Constant::Code(code) => code.parameters.names.iter().map(|it| it.len() as u64).sum(),
        _ => 0,
    }
}

/// A constant, which was made by a loader.
fn pinned<E: std::fmt::Debug>(made: Result<Pinned, E>) -> Value<'static> {
    made.expect("all that loads asks for room to pin first")
        .value()
}

struct Loader<'a> {
    mutator: &'a Mutator,
    machine: &'static Machine,
    namespace: &'static Namespace,
    globals_in_dict: bool,
    is_internal: bool,
    /// Where the code lies.
    arena: &'static Bump,
}

impl Loader<'_> {
    fn intern(&self, text: &str) -> Symbol {
        self.machine.symbols.intern(self.mutator, text)
    }

    /// The variables of a module lie in the order in which its own statements bind them first, not
    /// in that in which functions name them: `globals()` shows them so.
    fn make_cells_in_order(&self, code: &Code) {
        if code.kind != CodeKind::Module {
            return;
        }
        for instruction in instructions(code) {
            if instruction.opcode == Opcode::StoreGlobal {
                let name = &code.global_names[instruction.bx() as usize];
                self.namespace.cell(self.mutator, self.intern(name));
            }
        }
    }

    /// Loads the code for which the arena was made.
    fn load_all(&self, source: &Arc<Code>) -> (usize, &'static LoadedCode) {
        let before = self.arena.allocated_bytes();
        let loaded = self.prepare(source);
        if can_be_loaded(source) {
            self.load_body(loaded.1);
        }
        debug_assert_eq!(
            self.arena.allocated_bytes(),
            before,
            "the arena is large enough"
        );
        loaded
    }

    /// Makes code without its body.
    fn prepare(&self, source: &Arc<Code>) -> (usize, &'static LoadedCode) {
        let has_native_owner = has_native_classes(&source.filename);
        let other = has_native_owner.then(|| native_owners::without_names(source));
        let source = other.as_ref().and_then(Option::as_ref).unwrap_or(source);
        let parameters = &source.parameters;
        let arena = self.arena;
        let words = arena.alloc_slice_fill_with(source.word_count(), |_| AtomicU32::new(0));
        *words[0].get_mut() = Opcode::LoadBody as u32;
        let head = CodeHead {
            instructions: Words::new(words),
            register_count: source.register_count.into(),
            simple_arguments: simple_arguments(source),
        };
        let parameter_names = parameters.names.iter().map(|name| self.intern(name));
        let loaded = LoadedCode {
            head,
            constants: Late::default(),
            globals: Late::default(),
            sites: Late::default(),
            kept_registers: Late::default(),
            parameter_names: arena.alloc_slice_fill_iter(parameter_names),
            constant_names: Late::default(),
            constant_name_lists: Late::default(),
            class_cell: class_cell(source),
            namespace: self.namespace,
            globals_in_dict: self.globals_in_dict,
            source: Arc::clone(source),
            is_internal: self.is_internal,
            is_untraced: self.is_internal || stands_for_native(&source.filename),
            is_native_elsewhere: is_native_elsewhere(source),
            has_native_owner,
            is_native_method: native_class(source).is_some(),
            body: OnceLock::new(),
            doc: OnceLock::new(),
            names: OnceLock::new(),
            shown: OnceLock::new(),
            file_name: OnceLock::new(),
            variable_names: OnceLock::new(),
            cell_registers: OnceLock::new(),
            is_awaitable: AtomicBool::new(false),
        };
        self.machine.add_code(arena.alloc(loaded))
    }

    /// Loads the body, unless another thread has. Its source can be loaded, and there is room.
    fn load_body(&self, code: &LoadedCode) {
        code.body.get_or_init(|| {
            let (source, arena) = (&*code.source, self.arena);
            self.make_cells_in_order(source);
            // The code within lies before what this one has more.
            let constants: Vec<Word> = source
                .constants
                .iter()
                .map(|it| self.constant(it))
                .collect();
            let sites = source.attribute_sites.iter().map(|name| Site {
                cache: AtomicU64::new(EMPTY),
                name: self.intern(name),
            });
            let globals = source.global_names.iter().map(|name| self.link(name));
            let names = source.constants.iter().map(|it| self.short_name(it));
            let name_lists = source.constants.iter().map(|it| self.name_list(it));
            let first = FirstLoad::new(&code.body);
            code.constants
                .fill(arena.alloc_slice_copy(&constants), &first);
            code.globals
                .fill(arena.alloc_slice_fill_iter(globals), &first);
            code.sites.fill(arena.alloc_slice_fill_iter(sites), &first);
            code.kept_registers.fill(kept_registers(source), &first);
            code.constant_names
                .fill(arena.alloc_slice_fill_iter(names), &first);
            code.constant_name_lists
                .fill(arena.alloc_slice_fill_iter(name_lists), &first);
            match self.globals_in_dict {
                true => code
                    .instructions
                    .fill(&with_dict_globals(&source.instructions)),
                false => code.instructions.fill(&source.instructions),
            }
        });
    }

    /// The symbol of a constant that may be a name.
    fn short_name(&self, constant: &Constant) -> Option<Symbol> {
        match constant {
            Constant::Str(text) if text.contains(SURROGATE_MARK) => None,
            Constant::Str(text) if text.len() <= NAME_BYTES_MAX => Some(self.intern(text)),
            _ => None,
        }
    }

    /// The symbols of a constant that may be a tuple of names.
    fn name_list(&self, constant: &Constant) -> Option<&'static [Symbol]> {
        let Constant::Tuple(items) = constant else {
            return None;
        };
        let names = items.iter().map(|item| self.short_name(item));
        let names: Vec<Symbol> = names.collect::<Option<_>>()?;
        Some(self.arena.alloc_slice_copy(&names))
    }

    fn link(&self, name: &str) -> GlobalLink {
        let name = self.intern(name);
        let builtin = self.machine.builtins.find(name);
        GlobalLink {
            cell: self.namespace.cell(self.mutator, name),
            builtin,
            name,
            key: self.machine.symbols.object(name),
            place: AtomicU32::new(0),
        }
    }

    fn constant(&self, constant: &Constant) -> Word {
        match constant {
            // A number, so that it looks like no reference.
            Constant::Code(code) => Word::integer(self.prepare(code).0 as i64),
            _ => self.value(constant).word(),
        }
    }

    fn value(&self, constant: &Constant) -> Value<'static> {
        match constant {
            Constant::None | Constant::Code(_) => NONE,
            Constant::Bool(truth) => boolean(*truth),
            Constant::Ellipsis => ELLIPSIS,
            Constant::Int(number) => match Value::from_integer(*number) {
                Some(value) => value,
                None => self.big(&BigInt::from(*number)),
            },
            Constant::BigInt(digits) => self.big(
                &digits
                    .parse()
                    .expect("the verifier has seen that these are digits"),
            ),
            Constant::Float(number) if number.to_bits() == 0 => self.machine.zero.value(),
            Constant::Float(number) => match Value::from_float(*number) {
                Some(value) => value,
                None => self.raw(LAYOUT_FLOAT, CLASS_FLOAT, &[number.to_bits()], &[]),
            },
            Constant::Complex(imaginary) => {
                let parts = [0f64.to_bits(), imaginary.to_bits()];
                self.raw(LAYOUT_FLOAT, CLASS_COMPLEX, &parts, &[])
            }
            Constant::Str(text) if text.contains(SURROGATE_MARK) => {
                surrogates::announce();
                text::pin_str(self.mutator, &text.replace(SURROGATE_MARK, "")).value()
            }
            Constant::Str(text) if text.len() <= NAME_BYTES_MAX => {
                self.machine.symbols.object(self.intern(text)).value()
            }
            Constant::Str(text) => text::pin_str(self.mutator, text).value(),
            Constant::Bytes(bytes) => match self.machine.shared_bytes(bytes) {
                Some(shared) => shared,
                None => self.raw(LAYOUT_BYTES, CLASS_BYTES, &[0], bytes),
            },
            Constant::Tuple(items) if items.is_empty() => self.machine.empty_tuple.value(),
            Constant::Tuple(items) => {
                let items: Vec<Value<'_>> = items.iter().map(|item| self.value(item)).collect();
                let made = self
                    .mutator
                    .allocate_pinned_array(LAYOUT_TUPLE, CLASS_TUPLE, &items);
                pinned(made)
            }
        }
    }

    fn big(&self, number: &BigInt) -> Value<'static> {
        let (sign, limbs) = number.to_u64_digits();
        let mut words = vec![u64::from(sign == num_bigint::Sign::Minus)];
        words.extend(limbs);
        self.raw(LAYOUT_BIG_INTEGER, CLASS_INT, &words, &[])
    }

    /// A raw object: words, then bytes.
    fn raw(
        &self,
        layout: motet_tm::LayoutId,
        class: ClassNumber,
        words: &[u64],
        bytes: &[u8],
    ) -> Value<'static> {
        let size = 8 * words.len() as u64 + bytes.len() as u64;
        let made = self
            .mutator
            .allocate_pinned_raw(layout, class, size, |fresh| {
                for (index, word) in words.iter().enumerate() {
                    fresh.set_raw(2 + index as u64, *word);
                }
                let first = 2 + words.len() as u64;
                fresh
                    .bytes_mut(first, bytes.len() as u64)
                    .copy_from_slice(bytes);
            });
        pinned(made)
    }
}

/// Longer strings are hardly names.
const NAME_BYTES_MAX: usize = 48;

/// Word of a code object with the address of the code.
pub(crate) const CODE_ADDRESS: u64 = 1;

impl LoadedCode {
    /// Whether code does the same at the same lines, wherever its file is.
    pub(crate) fn is_equal(&self, other: &LoadedCode) -> bool {
        let (one, other) = (&self.source, &other.source);
        Arc::ptr_eq(one, other) || {
            let mut moved = (**one).clone();
            moved.filename = other.filename.clone();
            moved == **other
        }
    }

    /// The class that is native in CPython and of which the code is a method.
    pub(crate) fn native_class(&self) -> Option<&str> {
        native_class(&self.source)
    }

    /// The hash of code: equal code has the same.
    pub(crate) fn hash(&self) -> i64 {
        let source = &self.source;
        let mut hasher = DefaultHasher::new();
        (&source.name, source.first_line, &source.instructions).hash(&mut hasher);
        (hasher.finish() >> 2) as i64
    }
}
