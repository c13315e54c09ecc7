//! Code objects as programs see them.

use crate::classes::globals;
use crate::classes::monitoring;
use crate::model::exception_classes::DEPRECATION_WARNING;
use crate::model::text;
use crate::model::type_def::{Property, TypeDef};
use crate::model::upcalls;
use crate::types::protocol::compare;
use std::collections::HashSet;
use std::sync::atomic::Ordering;

use motet_python_bytecode::encode::Instruction;
use motet_python_bytecode::{Code, CodeKind, GeneratorKind, Opcode, seal, unseal};
use motet_tm::{Object, Pinned, Value, Word};

use crate::model::code::{CODE_ADDRESS, LoadedCode, OFFSETS_PER_WORD, instructions};
use crate::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR, VALUE_ERROR};
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::types::{bytes, int, iterators, string, tuple};

/// Bits of `co_flags`.
const FLAG_OPTIMIZED: i64 = 0x1;
const FLAG_NEW_LOCALS: i64 = 0x2;
const FLAG_VARARGS: i64 = 0x4;
const FLAG_VARKEYWORDS: i64 = 0x8;
const FLAG_NESTED: i64 = 0x10;
const FLAG_ITERABLE_COROUTINE: i64 = 0x100;
const FLAG_DOCSTRING: i64 = 0x0400_0000;
/// `from __future__ import annotations`, as `compile(flags=…)` takes it too.
pub const FLAG_ANNOTATIONS: i64 = 0x0100_0000;

/// Methods of code objects.
const CODE_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__repr__", 1, 1, repr_code),
    NativeFunction::leaf("__eq__", 2, 2, equal),
    NativeFunction::leaf("__hash__", 1, 1, hash),
    NativeFunction::leaf("co_lines", 1, 1, lines),
    NativeFunction::leaf("co_positions", 1, 1, positions),
    NativeFunction::leaf("co_branches", 1, 1, branches),
    NativeFunction::leaf("replace", 1, 1, replace).with_keywords(),
];

/// The object of code.
pub fn object<'a>(thread: &'a Thread, code: &'static LoadedCode) -> Value<'a> {
    code.shown
        .get_or_init(|| shared_object(thread, code))
        .value()
}

/// The one object of all that one source was loaded to.
fn shared_object(thread: &Thread, code: &'static LoadedCode) -> Pinned {
    let key = std::sync::Arc::as_ptr(&code.source).addr();
    let mut objects = thread
        .machine()
        .code_objects
        .lock()
        .expect("nothing that may panic runs under this lock");
    *objects.entry(key).or_insert_with(|| {
        let address = Value::immediate(Word(std::ptr::from_ref(code) as u64));
        thread
            .allocate_pinned(LAYOUT_SMALL, CLASS_CODE, &[address, NONE, NONE])
            .expect("small pinned objects have room behind the limit of the heap")
    })
}

/// The code of a code object.
pub fn code_of(thread: &Thread, value: Value<'_>) -> Option<&'static LoadedCode> {
    let object = thread.object_of(value, CLASS_CODE)?;
    Some(thread.code_at(thread.read(object).raw(CODE_ADDRESS)))
}

/// The instructions of an opcode.
fn instructions_of(code: &LoadedCode, opcode: Opcode) -> impl Iterator<Item = Instruction> {
    instructions(&code.source).filter(move |instruction| instruction.opcode == opcode)
}

/// The registers that hold cells from the beginning on: variables that closures share.
pub(crate) fn cell_registers(code: &LoadedCode) -> &[u8] {
    code.cell_registers.get_or_init(|| {
        let made = instructions_of(code, Opcode::MakeCell);
        made.map(Instruction::a).collect()
    })
}

/// The local variables without registers: those that closures share, or the parameters and those
/// that none shares.
fn spilled_names(code: &LoadedCode, are_shared: bool) -> impl Iterator<Item = &str> {
    let free = code.source.free_names.len();
    let shared: HashSet<usize> = match code.source.spilled_names.is_empty() {
        true => HashSet::new(),
        false => instructions_of(code, Opcode::LoadClosure)
            .map(|instruction| instruction.bx() as usize)
            .collect(),
    };
    let parameters = code.source.parameters.spilled();
    let names = code.source.spilled_names.iter().enumerate();
    names
        .filter(move |(index, _)| match shared.contains(&(free + index)) {
            is_shared if are_shared => is_shared,
            is_shared => !is_shared || *index < parameters,
        })
        .map(|(_, name)| &**name)
}

fn texts<'a>(thread: &'a Thread, texts: impl Iterator<Item = &'a str>) -> Option<Value<'a>> {
    let symbols = &thread.machine().symbols;
    let texts: Vec<Value<'_>> = texts
        .map(|text| symbols.object(symbols.intern(thread, text)).value())
        .collect();
    tuple::from_values(thread, &texts).ok()
}

/// The names of the variables: one tuple, as signatures are made of it again and again.
fn variable_names<'a>(thread: &'a Thread, code: &'a LoadedCode) -> Option<Value<'a>> {
    let names = || visible_locals(code).into_iter();
    let kept = code.variable_names.get_or_init(|| {
        let symbols = &thread.machine().symbols;
        let objects: Vec<Value<'_>> = names()
            .map(|name| symbols.object(symbols.intern(thread, name)).value())
            .collect();
        let made = thread.allocate_pinned_array(LAYOUT_TUPLE, CLASS_TUPLE, &objects);
        made.ok()
    });
    match kept {
        Some(kept) => Some(kept.value()),
        None => texts(thread, names()),
    }
}

pub(crate) fn number(value: usize) -> Value<'static> {
    Value::from_integer(value as i64).expect("sizes of code are below those of files")
}

/// The names of variables that closures share.
fn cell_names(code: &LoadedCode) -> Vec<&str> {
    let locals = &code.source.local_names;
    let mut names: Vec<&str> = cell_registers(code)
        .iter()
        .filter_map(|register| locals.get(usize::from(*register)))
        .map(|name| &**name)
        .chain(spilled_names(code, true))
        .collect();
    names.sort_unstable();
    names
}

fn flags(code: &LoadedCode) -> i64 {
    let source = &code.source;
    let parameters = &source.parameters;
    let bit = |is_set: bool, bit: i64| if is_set { bit } else { 0 };
    let is_function = matches!(source.kind, CodeKind::Function | CodeKind::Annotation);
    let is_nested = source.qualified_name.contains("<locals>");
    bit(is_function, FLAG_OPTIMIZED | FLAG_NEW_LOCALS)
        | bit(parameters.has_varargs, FLAG_VARARGS)
        | bit(parameters.has_varkeywords, FLAG_VARKEYWORDS)
        | bit(is_nested && is_function, FLAG_NESTED)
        | bit(is_function && source.docstring.is_some(), FLAG_DOCSTRING)
        | bit(source.annotations_are_texts, FLAG_ANNOTATIONS)
        | match source.generator {
            None => 0,
            Some(GeneratorKind::Generator) if code.is_awaitable.load(Ordering::Relaxed) => {
                0x20 | FLAG_ITERABLE_COROUTINE
            }
            Some(GeneratorKind::Generator) => 0x20,
            Some(GeneratorKind::Coroutine) => 0x80,
            Some(GeneratorKind::AsyncGenerator) => 0x200,
        }
}

/// The constants of code that are values of the program, code objects included.
fn constants<'a>(thread: &'a Thread, code: &'static LoadedCode) -> Option<Value<'a>> {
    if code.load_body(thread).is_err() {
        return tuple::from_values(thread, &[]).ok();
    }
    let machine = thread.machine();
    // The docstring of a function is the first, as its flag says.
    let is_function = matches!(code.source.kind, CodeKind::Function);
    let has_docstring = is_function && code.source.docstring.is_some();
    let docstring = has_docstring.then(|| code.doc(thread));
    let values = code
        .source
        .constants
        .iter()
        .enumerate()
        .map(|(index, constant)| match constant {
            motet_python_bytecode::Constant::Code(_) => object(thread, code.nested(machine, index)),
            _ => thread.constant_of(code, index),
        });
    let values: Vec<Value<'_>> = docstring.into_iter().chain(values).collect();
    tuple::from_values(thread, &values).ok()
}

/// An attribute of a code object.
pub(crate) fn code_attribute<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    name: &str,
) -> Option<Value<'a>> {
    let code = thread.code_at(thread.read(object).raw(CODE_ADDRESS));
    let source = &code.source;
    let parameters = &source.parameters;
    let count = |count: usize| Some(number(count));
    match name {
        "co_name" => Some(code.names(thread, thread.machine())[0].value()),
        "co_qualname" => Some(code.names(thread, thread.machine())[1].value()),
        "co_filename" => Some(code.file_name(thread, thread.machine()).value()),
        "co_firstlineno" => Some(number(code.source.first_line as usize)),
        "co_argcount" => count(parameters.positional),
        "co_posonlyargcount" => count(parameters.positional_only),
        "co_kwonlyargcount" => count(parameters.keyword_only),
        "co_nlocals" => Some(number(visible_locals(code).len())),
        "co_varnames" => variable_names(thread, code),
        "co_cellvars" => texts(thread, cell_names(code).into_iter()),
        "co_freevars" => texts(thread, source.free_names.iter().map(|name| &**name)),
        "co_names" => {
            let sites = source.attribute_sites.iter();
            let mut all: Vec<&str> = source.global_names.iter().map(|name| &**name).collect();
            for name in sites {
                if !all.contains(&&**name) {
                    all.push(name);
                }
            }
            texts(thread, all.into_iter())
        }
        "co_flags" => Some(int::from_i64(thread, flags(code))),
        "co_stacksize" => Some(number(source.register_count.into())),
        "co_consts" => constants(thread, code),
        "co_linetable" => bytes::new(thread, &line_table(code)).ok(),
        "co_exceptiontable" => bytes::new(thread, &seal(source)).ok(),
        "co_code" => bytes::new(thread, &shown_code(code)).ok(),
        _ => None,
    }
}

/// The instructions as programs see them: two bytes for each word, as offsets count, the operation
/// and its first operand, and zeros for the words behind the first. All operations that leave a
/// frame for good have one number, and so have those that suspend it, as in CPython's code: tracers
/// look for these.
fn shown_code(code: &LoadedCode) -> Vec<u8> {
    let mut shown = vec![0; OFFSETS_PER_WORD * code.source.instructions.len()];
    for instruction in instructions(&code.source) {
        let opcode = match instruction.opcode {
            Opcode::ReturnInstance | Opcode::EndGenerator => Opcode::Return,
            Opcode::YieldFrom => Opcode::Yield,
            other => other,
        };
        let place = OFFSETS_PER_WORD * instruction.index as usize;
        let operand = code.source.instructions[instruction.index as usize] >> 8;
        shown[place..place + 2].copy_from_slice(&[opcode as u8, operand as u8]);
    }
    shown
}

/// A number in groups of six bits, the least first; a bit says that more follow.
fn push_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x40 {
        out.push(0x40 | (number & 0x3f) as u8);
        number >>= 6;
    }
    out.push(number as u8);
}

/// `co_linetable`: for each stretch of up to eight instruction words of one place its line (from
/// the line before), last line and columns, in the long form of CPython's format.
fn line_table(code: &LoadedCode) -> Vec<u8> {
    let mut out = Vec::new();
    let mut line_before = i64::from(code.source.first_line);
    let positions = &code.source.positions;
    let mut start = 0;
    while start < positions.len() {
        let place = positions[start];
        let same = positions[start..].iter().take(8);
        let count = same.take_while(|other| **other == place).count();
        out.push(0xf0 | (count - 1) as u8);
        let delta = i64::from(place.line) - line_before;
        let signed = delta.unsigned_abs() << 1 | u64::from(delta < 0);
        push_number(&mut out, signed as u32);
        push_number(&mut out, place.end_line.saturating_sub(place.line));
        push_number(&mut out, place.column + 1);
        push_number(&mut out, place.end_column + 1);
        line_before = place.line.into();
        start += count;
    }
    out
}

/// The local variables that are not shared with closures (parameters in any case).
fn visible_locals(code: &LoadedCode) -> Vec<&str> {
    let cells = cell_registers(code);
    let parameters = code.source.parameters.names.len();
    let locals = &code.source.local_names;
    // Variables of comprehensions may have the name of another.
    let is_first = |index: usize| !locals[..index].contains(&locals[index]);
    let names = locals.iter().enumerate();
    names
        .filter(|(index, _)| *index < parameters || !cells.contains(&(*index as u8)))
        .filter(|(index, name)| is_first(*index) && name.as_ref() != ".")
        .map(|(_, name)| &**name)
        .chain(spilled_names(code, false))
        .collect()
}

fn equal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let one = receiver(thread, arguments);
    let other = code_of(thread, arguments.get(thread, 1));
    Ok(other.map_or(NOT_IMPLEMENTED, |other| boolean(one.is_equal(other))))
}

fn hash<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(int::from_i64(thread, receiver(thread, arguments).hash()))
}

/// `co_lnotab`: steps of bytes and lines, each at most a byte (that of lines is signed).
fn line_steps(code: &LoadedCode) -> Vec<u8> {
    let mut out = Vec::new();
    let mut line = i64::from(code.source.first_line);
    let mut bytes = 0;
    for (index, place) in code.source.positions.iter().enumerate() {
        let mut step = i64::from(place.line) - line;
        if step == 0 || place.line == 0 {
            continue;
        }
        let mut distance = OFFSETS_PER_WORD * index - bytes;
        while distance > 255 {
            out.extend([255, 0]);
            distance -= 255;
        }
        while !(-128..128).contains(&step) {
            let part = step.clamp(-128, 127);
            out.extend([distance as u8, part as i8 as u8]);
            step -= part;
            distance = 0;
        }
        out.extend([distance as u8, step as i8 as u8]);
        line = place.line.into();
        bytes = OFFSETS_PER_WORD * index;
    }
    out
}

fn receiver(thread: &Thread, arguments: Arguments) -> &'static LoadedCode {
    code_of(thread, arguments.get(thread, 0)).expect("the receiver is checked: the class says so")
}

fn repr_code<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let code = receiver(thread, arguments);
    let identity = arguments
        .get(thread, 0)
        .as_object()
        .map_or(0, |object| thread.identity(object));
    let (name, file) = (&code.source.name, &code.source.filename);
    let line = code.source.first_line;
    let text = format!("<code object {name} at {identity:#x}, file \"{file}\", line {line}>");
    string::new(thread, &text)
}

/// `(start, end, line)` of each stretch of instructions of one line; words count as two bytes.
fn lines<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let code = receiver(thread, arguments);
    let mut rows = Vec::new();
    let mut start = 0;
    let count = code.source.positions.len();
    for index in 1..=count {
        if index < count && code.line(index) == code.line(start) {
            continue;
        }
        let row = [
            number(OFFSETS_PER_WORD * start),
            number(OFFSETS_PER_WORD * index),
            number(code.line(start) as usize),
        ];
        rows.push(tuple::from_values(thread, &row)?);
        start = index;
    }
    if matches!(code.source.kind, CodeKind::Function | CodeKind::ClassBody) {
        // The line of the definition, at which calls are told of (`tracing.rs`): CPython has an
        // instruction there, we have a place behind all others.
        let (end, line) = (OFFSETS_PER_WORD * count, code.source.first_line);
        let row = [end, end + OFFSETS_PER_WORD, line as usize].map(number);
        rows.push(tuple::from_values(thread, &row)?);
    }
    iterators::over_rows(thread, CLASS_LINE_ITERATOR, &rows)
}

/// `(offset, left, right)` of each conditional jump.
fn branches<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let code = receiver(thread, arguments);
    let mut rows = Vec::new();
    for instruction in instructions(&code.source) {
        if let Some((left, right)) = monitoring::branch(instruction) {
            let places = [instruction.index as usize, left, right];
            let row = places.map(|place| number(OFFSETS_PER_WORD * place));
            rows.push(tuple::from_values(thread, &row)?);
        }
    }
    iterators::over_rows(thread, CLASS_LINE_ITERATOR, &rows)
}

fn positions<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let code = receiver(thread, arguments);
    let mut rows = Vec::new();
    for position in &code.source.positions {
        let row = [
            position.line,
            position.end_line.max(position.line),
            position.column,
            position.end_column,
        ];
        rows.push(tuple::from_values(
            thread,
            &row.map(|it| number(it as usize)),
        )?);
    }
    iterators::over_rows(thread, CLASS_POSITIONS_ITERATOR, &rows)
}

/// `code.replace(co_name=…)`: the names, the first line and whether a generator may be awaited can
/// be replaced.
fn replace<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let code = receiver(thread, arguments);
    let mut source = (*code.source).clone();
    let mut is_awaitable = code.is_awaitable.load(Ordering::Relaxed);
    let object = arguments.get(thread, 0).known_object();
    for index in 0..arguments.keyword_count() {
        let value = arguments.keyword_value(thread, index);
        let name = thread.keyword_name(index);
        if name == "co_flags" && can_have_flags(code, value.as_integer()) {
            let wanted = value.as_integer().unwrap_or(0);
            is_awaitable = wanted & FLAG_ITERABLE_COROUTINE != 0;
        } else if !rename(thread, &mut source, name, value)
            && !is_unchanged(thread, object, name, value)?
        {
            let message = format!("replacing '{name}' is not supported yet");
            return Err(thread.raise(VALUE_ERROR, message));
        }
    }
    unlinked(thread, source, is_awaitable)
}

/// Sets what does not change how code runs: its names and its first line. Tells whether it is that.
fn rename(thread: &Thread, source: &mut Code, name: &str, value: Value<'_>) -> bool {
    match (name, text::as_text(thread, value)) {
        ("co_name", Some(text)) => source.name = text.into(),
        ("co_qualname", Some(text)) => source.qualified_name = text.into(),
        ("co_filename", Some(text)) => source.filename = text.into(),
        ("co_firstlineno", _) => {
            let wanted = value.as_integer().unwrap_or(1);
            let shift = wanted - i64::from(source.first_line);
            source.first_line = wanted.max(0) as u32;
            for position in &mut source.positions {
                position.line = (i64::from(position.line) + shift).max(0) as u32;
                if position.end_line != 0 {
                    position.end_line = (i64::from(position.end_line) + shift).max(1) as u32;
                }
            }
        }
        _ => return false,
    }
    true
}

/// The object of code that belongs to no globals yet.
fn unlinked(thread: &Thread, source: Code, is_awaitable: bool) -> Outcome<Value<'_>> {
    let globals = globals::Globals::Dict(thread.root(NONE));
    let code = globals::link(thread, &std::sync::Arc::new(source), globals)?;
    code.is_awaitable.store(is_awaitable, Ordering::Relaxed);
    Ok(object(thread, code))
}

/// The code object of bytes that `co_exceptiontable` gave; None if they are something else.
///
/// # Errors
/// `MemoryError`.
pub fn from_sealed<'a>(thread: &'a Thread, bytes: &[u8]) -> Outcome<Option<Value<'a>>> {
    let Some(source) = unseal(bytes) else {
        return Ok(None);
    };
    unlinked(thread, (*source).clone(), false).map(Some)
}

/// The arguments of `types.CodeType`, in their order.
const CONSTRUCTED_OF: &[&str] = &[
    "co_argcount",
    "co_posonlyargcount",
    "co_kwonlyargcount",
    "co_nlocals",
    "co_stacksize",
    "co_flags",
    "co_code",
    "co_consts",
    "co_names",
    "co_varnames",
    "co_filename",
    "co_name",
    "co_qualname",
    "co_firstlineno",
    "co_linetable",
    "co_exceptiontable",
    "co_freevars",
    "co_cellvars",
];
/// Of these, the first ones are numbers; and which others matter by themselves.
const NUMBERS: usize = 6;
const FIRST_LINE: usize = 13;
const SEALED: usize = 15;

/// `types.CodeType(…)`, of the parts of a code object: the table of exceptions holds all of it
/// here, so that the other parts must be those of the same code, but for names, first line and
/// constants that are code.
fn construct<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = |index: usize| {
        let is_given = (index + 1) < arguments.count as usize;
        is_given.then(|| arguments.get(thread, index + 1))
    };
    for index in (0..NUMBERS).chain([FIRST_LINE]) {
        if given(index).is_some_and(|value| value.as_integer().is_none()) {
            let kind = thread.type_name(arguments.get(thread, index + 1));
            let message = format!("'{kind}' object cannot be interpreted as an integer");
            return Err(thread.raise(TYPE_ERROR, message));
        }
    }
    let sealed = given(SEALED).and_then(|value| bytes::as_bytes(thread, value));
    let source = sealed.and_then(|sealed| unseal(bytes::content(thread, sealed)));
    let Some(source) = source else {
        let message = "code: the exception table is not that of a code object of this machine";
        return Err(thread.raise(VALUE_ERROR, message));
    };
    let plain = unlinked(thread, (*source).clone(), false)?;
    let Some(object) = plain.as_object() else {
        return Ok(plain);
    };
    let loaded = thread.code_at(thread.read(object).raw(CODE_ADDRESS));
    let mut source = (*source).clone();
    let mut is_awaitable = false;
    for (index, name) in CONSTRUCTED_OF.iter().enumerate() {
        let Some(value) = given(index) else {
            continue;
        };
        if *name == "co_flags" && can_have_flags(loaded, value.as_integer()) {
            is_awaitable = value.as_integer().unwrap_or(0) & FLAG_ITERABLE_COROUTINE != 0;
        } else if !rename(thread, &mut source, name, value)
            && !matches!(*name, "co_linetable" | "co_exceptiontable")
            && !is_unchanged(thread, object, name, value)?
        {
            let message = format!("code: '{name}' is not that of the exception table");
            return Err(thread.raise(VALUE_ERROR, message));
        }
    }
    unlinked(thread, source, is_awaitable)
}

/// Whether an argument of `replace` is the value that the code has already.
fn is_unchanged(thread: &Thread, code: Object<'_>, name: &str, value: Value<'_>) -> Outcome<bool> {
    match code_attribute(thread, code, name) {
        Some(own) => is_same(thread, own, value),
        None => Ok(false),
    }
}

/// Whether two values are the same object, or constants that are equal and of one class.
fn is_same(thread: &Thread, one: Value<'_>, other: Value<'_>) -> Outcome<bool> {
    if let (Some(one), Some(other)) = (code_of(thread, one), code_of(thread, other)) {
        // Names and lines may have been replaced.
        return Ok(one.source.instructions == other.source.instructions);
    }
    let parts = |value| tuple::as_tuple(thread, value).map(|_| thread.tuple_items(value));
    if let (Some(own), Some(given)) = (parts(one), parts(other)) {
        if own.len() != given.len() {
            return Ok(false);
        }
        for (own, given) in own.into_iter().zip(given) {
            if !is_same(thread, own, given)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    if one == other {
        return Ok(true);
    }
    let is_alike = thread.class_of(one) == thread.class_of(other);
    Ok(is_alike && compare::equal_leaf(thread, one, other)? == Some(true))
}

/// Whether code can have these flags: its own, but for the one that makes a generator awaitable.
fn can_have_flags(code: &LoadedCode, wanted: Option<i64>) -> bool {
    let others = |flags: i64| flags & !FLAG_ITERABLE_COROUTINE;
    let is_generator = code.source.generator == Some(GeneratorKind::Generator);
    wanted.is_some_and(|wanted| {
        others(wanted) == others(flags(code)) && (is_generator || wanted == others(wanted))
    })
}

/// The attributes of code.
const CODE: &[&str] = &[
    "co_argcount",
    "co_cellvars",
    "co_code",
    "co_consts",
    "co_exceptiontable",
    "co_filename",
    "co_firstlineno",
    "co_flags",
    "co_freevars",
    "co_kwonlyargcount",
    "co_linetable",
    "co_name",
    "co_names",
    "co_nlocals",
    "co_posonlyargcount",
    "co_qualname",
    "co_stacksize",
    "co_varnames",
];

/// `co_lnotab`, which is out of date.
const LINE_STEPS: Property = Property {
    get: NativeFunction::calling("co_lnotab", 1, 1, old_lines),
    set: NativeFunction::leaf("co_lnotab", 1, 2, keep_old_lines),
};

fn old_lines<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let code = thread.root(arguments.get(thread, 0));
    let message = "co_lnotab is deprecated, use co_lines instead.";
    upcalls::warn(thread, DEPRECATION_WARNING, message)?;
    match code_of(thread, thread.get(code)) {
        Some(code) => bytes::new(thread, &line_steps(code)),
        None => Ok(NONE),
    }
}

fn keep_old_lines(thread: &Thread, _arguments: Arguments) -> Outcome<Value<'_>> {
    let message = "attribute 'co_lnotab' of 'code' objects is not writable";
    Err(thread.raise(ATTRIBUTE_ERROR, message))
}

/// The definitions.
pub const TYPES: &[TypeDef] = &[TypeDef::new("code", CLASS_CODE)
    .constructor(NativeFunction::leaf("code", 17, 19, construct))
    .methods(&[CODE_METHODS])
    .attributes(CODE)
    .properties(&[LINE_STEPS])
    .closed()
    .weakly_referenced()
    .checked()];
