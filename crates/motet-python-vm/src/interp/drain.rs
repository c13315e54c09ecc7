//! Loops of the machine's own over generators, for natives that take all items: one run of the
//! interpreter for the whole of a generator, and not one for each item.

use std::sync::Arc;

use motet_python_bytecode::{Code, Opcode, encode};
use motet_tm::Root;

use crate::call;
use crate::construct::internal_code;
use crate::kinds::*;
use crate::native::Outcome;
use crate::thread::Thread;

/// `for r2 in r1: r0.append(r2)`.
pub(crate) fn append_code() -> Arc<Code> {
    let body = encode::abc(Opcode::ListAppend, 0, 2, 0);
    internal_code(around(body), 3)
}

/// `for r2 in r1: r0.add(r2)`.
pub(crate) fn add_code() -> Arc<Code> {
    let body = encode::abc(Opcode::SetAdd, 0, 2, 0);
    internal_code(around(body), 3)
}

/// `for r2 in r1:` `if r2: return r3` (or `if not r2`); then `return r0`.
pub(crate) fn search_code(wanted: bool) -> Arc<Code> {
    let opcode = if wanted {
        Opcode::JumpIfTrue
    } else {
        Opcode::JumpIfFalse
    };
    let mut instructions = around(encode::asbx(opcode, 2, 3));
    instructions.push(encode::abc(Opcode::Return, 3, 0, 0));
    internal_code(instructions, 4)
}

/// A loop over `r1` around one instruction, which has the item in `r2`; then `return r0`.
fn around(body: u32) -> Vec<u32> {
    vec![
        encode::jump(Opcode::Jump, 1),
        body,
        encode::abc(Opcode::ForLoop, 2, 1, 0),
        // From behind the loop back to the body.
        -3i32 as u32,
        encode::abc(Opcode::Return, 0, 0, 0),
    ]
}

/// Whether an iterator is one that these loops are for.
pub(crate) fn is_drained(thread: &Thread, iterator: Root) -> bool {
    thread
        .object_of(thread.get(iterator), CLASS_GENERATOR)
        .is_some()
}

/// Appends what a generator yields to a list.
///
/// # Errors
/// What its body raises.
pub(crate) fn append_all(thread: &mut Thread, list: Root, generator: Root) -> Outcome<()> {
    let code = thread.machine().loops().append;
    call::run_internal(thread, code, &[list, generator]).map(|_| ())
}

/// Adds what a generator yields to a set.
///
/// # Errors
/// What its body, hashes and comparisons raise.
pub(crate) fn add_all(thread: &mut Thread, set: Root, generator: Root) -> Outcome<()> {
    let code = thread.machine().loops().add;
    call::run_internal(thread, code, &[set, generator]).map(|_| ())
}

/// Whether a generator yields anything that is true (or false).
///
/// # Errors
/// What its body and the truth of its items raise.
pub(crate) fn has(thread: &mut Thread, generator: Root, wanted: bool) -> Outcome<bool> {
    let loops = thread.machine().loops();
    let code = if wanted { loops.any } else { loops.all };
    let (no, yes) = (thread.root(FALSE), thread.root(TRUE));
    let found = call::run_internal(thread, code, &[no, generator, no, yes])?;
    Ok(thread.get(found) == TRUE)
}
