//! `_dis_core`: the parts of a code object, for the library's `dis`. An offset counts two for each
//! word, as `co_positions` and `f_lasti` do.

use motet_python_bytecode::{Opcode, listing};
use motet_python_objects::model::module_def::ModuleDef;

use motet_python_objects::classes::code_object::code_of;
use motet_python_objects::model::code::{LoadedCode, OFFSETS_PER_WORD};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{int, list, string, tuple};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("instructions", 1, 1, instructions),
    NativeFunction::leaf("exceptions", 1, 1, exceptions),
    NativeFunction::leaf("opcodes", 0, 0, opcodes),
];

fn offset(word: impl Into<i64>) -> Value<'static> {
    int::from_length(word.into() as u64 * OFFSETS_PER_WORD as u64)
}

fn code(thread: &Thread, arguments: Arguments) -> Outcome<&'static LoadedCode> {
    let given = arguments.get(thread, 0);
    code_of(thread, given).ok_or_else(|| type_error(thread, "a code object is needed"))
}

/// `instructions(code)`: a list of tuples: offset, offset of the next one, number of the operation,
/// its name, the operands as text, the offset that it jumps to or None.
fn instructions<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let code = code(thread, arguments)?;
    let mut rows = Vec::new();
    for (instruction, operands) in listing(&code.source) {
        let row = [
            offset(instruction.index),
            offset(instruction.next()),
            int::from_length(instruction.opcode as u64),
            string::new(thread, instruction.opcode.name())?,
            string::new(thread, &operands)?,
            instruction.jump_target().map_or(NONE, offset),
        ];
        rows.push(tuple::from_values(thread, &row)?);
    }
    list::from_values(thread, &rows)
}

/// `exceptions(code)`: a list of tuples: start, end and target of each stretch whose exceptions are
/// handled.
fn exceptions<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let code = code(thread, arguments)?;
    let mut rows = Vec::new();
    for range in &code.source.exception_table {
        let row = [range.start, range.end, range.target].map(offset);
        rows.push(tuple::from_values(thread, &row)?);
    }
    list::from_values(thread, &rows)
}

/// `opcodes()`: the names of all operations, by number.
fn opcodes<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let names = Opcode::ALL.iter().map(|it| string::new(thread, it.name()));
    let names: Vec<Value<'a>> = names.collect::<Outcome<_>>()?;
    tuple::from_values(thread, &names)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_dis_core")
    .functions(&[FUNCTIONS])
    .listed_as(&["_opcode"])];
