//! Loops of the machine's own over generators, for natives that take all items: one run of the
//! interpreter for the whole of a generator, and not one for each item.

use std::sync::Arc;

use motet_python_bytecode::{Code, Opcode, encode};
use motet_tm::{Pinned, Root};

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

/// `for r2 in r1: r0.append(r3(r2))`; then `return r0`.
pub(crate) fn map_code() -> Arc<Code> {
    let body = [
        encode::abc(Opcode::Move, CALLABLE, 3, 0),
        encode::abc(Opcode::Move, CALLABLE + 1, 2, 0),
        encode::abc(Opcode::Call, CALL, 1, 0),
        encode::abc(Opcode::ListAppend, 0, CALL, 0),
    ];
    internal_code(around_all(&body), usize::from(CALLABLE) + 2)
}

/// `for r2 in r1:` `if not r3(r0, r2): return r2`; then `return r3`.
pub(crate) fn step_code() -> Arc<Code> {
    let mut instructions = around_all(&[
        encode::abc(Opcode::Move, CALLABLE, 3, 0),
        encode::abc(Opcode::Move, CALLABLE + 1, 0, 0),
        encode::abc(Opcode::Move, CALLABLE + 2, 2, 0),
        encode::abc(Opcode::Call, CALL, 2, 0),
        // Over the loop's own instruction and its return.
        encode::asbx(Opcode::JumpIfFalse, CALL, 3),
    ]);
    let end = instructions.last_mut().expect("a return");
    *end = encode::abc(Opcode::Return, 3, 0, 0);
    instructions.push(encode::abc(Opcode::Return, 2, 0, 0));
    internal_code(instructions, usize::from(CALLABLE) + 3)
}

/// The registers of a call that a loop makes, and of what it calls.
const CALL: u8 = 4;
const CALLABLE: u8 = CALL + motet_python_bytecode::CALLABLE_OFFSET;

/// A loop over `r1` around one instruction, which has the item in `r2`; then `return r0`.
fn around(body: u32) -> Vec<u32> {
    around_all(&[body])
}

/// [`around`] several instructions.
fn around_all(body: &[u32]) -> Vec<u32> {
    let length = body.len() as i32;
    let mut instructions = vec![encode::jump(Opcode::Jump, length)];
    instructions.extend_from_slice(body);
    instructions.push(encode::abc(Opcode::ForLoop, 2, 1, 0));
    // From behind the loop back to the body.
    instructions.push((-2 - length) as u32);
    instructions.push(encode::abc(Opcode::Return, 0, 0, 0));
    instructions
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

/// Hands what a generator yields to a native of the machine's own, with a state, until that
/// answers false: the item that it has refused. None at the end of the generator.
///
/// # Errors
/// What the body and the native raise.
pub(crate) fn each(
    thread: &mut Thread,
    generator: Root,
    state: Root,
    step: Pinned,
) -> Outcome<Option<Root>> {
    let code = thread.machine().loops().step;
    let (nothing, native) = (thread.root(NONE), thread.root(step.value()));
    let last = call::run_internal(thread, code, &[state, generator, nothing, native])?;
    // No program has the native, so that no generator yields it.
    Ok((thread.get(last) != step.value()).then_some(last))
}

/// Appends to a list what a function makes of each item of an iterator.
///
/// # Errors
/// What the function raises.
pub(crate) fn map_all(
    thread: &mut Thread,
    list: Root,
    iterator: Root,
    function: Root,
) -> Outcome<()> {
    let code = thread.machine().loops().map;
    let nothing = thread.root(NONE);
    call::run_internal(thread, code, &[list, iterator, nothing, function]).map(|_| ())
}
