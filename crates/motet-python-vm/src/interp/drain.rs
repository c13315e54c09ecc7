//! Loops of the machine's own over generators, for natives that take all items: one run of the
//! interpreter for the whole of a generator, and not one for each item.

use std::sync::Arc;

use motet_python_bytecode::{
    ARGUMENT_OFFSET, CALLABLE_OFFSET, Code, ExceptionRange, Opcode, encode,
};
use motet_tm::{Pinned, Root, Unwind};

use crate::call;
use crate::construct::internal_code;
use crate::exception::STOP_ITERATION;
use crate::kinds::*;
use crate::native::Outcome;
use crate::objects::tuple;
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

/// `for r1 in r3:` hand `r0, r1, r2` to the native `r4`; then `return (r0, r1, r2, r3)`, where `r3`
/// is `r4` if all were taken.
pub(crate) fn step_code() -> Arc<Code> {
    steps(0)
}

/// The same for a native that sums.
pub(crate) fn sum_code() -> Arc<Code> {
    steps(SUMS)
}

/// Operand `c` of `Feed` where the native sums: integers at hand are added without it.
pub(super) const SUMS: usize = 1;

fn steps(kind: usize) -> Arc<Code> {
    let mut instructions = around_steps(&[], kind);
    instructions.extend(STEPS_END);
    internal_code(instructions, 5)
}

/// The same, where what is handed over is what the function `r5` makes of each item. If that raises
/// an instance of `r6`, which is `StopIteration`, that is the end.
pub(crate) fn mapped_step_code() -> Arc<Code> {
    const STOP: u8 = 6;
    const RAISED: u8 = 7;
    const IS_STOP: u8 = 8;
    const MADE: u8 = 9;
    let call = 3;
    let call_function = [
        encode::abc(Opcode::Move, MADE + CALLABLE_OFFSET, 5, 0),
        encode::abc(Opcode::Move, MADE + ARGUMENT_OFFSET, STEP_ITEM, 0),
        encode::abc(Opcode::Call, MADE, 1, 0),
        encode::abc(Opcode::Move, STEP_ITEM, MADE, 0),
    ];
    let mut instructions = around_steps(&call_function, 0);
    instructions.extend(STEPS_END);
    let handler = instructions.len() as u32;
    instructions.extend([
        encode::abc(Opcode::ExceptionMatches, IS_STOP, RAISED, STOP),
        encode::asbx(Opcode::JumpIfTrue, IS_STOP, 1),
        encode::abc(Opcode::Reraise, RAISED, 0, 0),
    ]);
    instructions.extend(STEPS_END);
    let code = internal_code(instructions, usize::from(MADE + ARGUMENT_OFFSET) + 1);
    let mut code = Arc::unwrap_or_clone(code);
    code.exception_table.push(ExceptionRange {
        start: call,
        end: call + 1,
        target: handler,
        register: RAISED,
    });
    Arc::new(code)
}

/// The register of the item in a loop of steps.
const STEP_ITEM: u8 = 1;

/// What a loop of steps ends with.
const STEPS_END: [u32; 3] = [
    encode::abc(Opcode::Move, 3, 4, 0),
    encode::abc(Opcode::BuildTuple, 0, 0, 4),
    encode::abc(Opcode::Return, 0, 0, 0),
];

/// A loop of steps, with something in front of each.
fn around_steps(before: &[u32], kind: usize) -> Vec<u32> {
    let length = before.len() as i32 + 2;
    // Enter at the bottom, where the first item is fetched.
    let mut instructions = vec![encode::jump(Opcode::Jump, length)];
    instructions.extend_from_slice(before);
    // Refused: over the loop's own instruction and the mark.
    instructions.extend([encode::abc(Opcode::Feed, 0, 4, kind as u8), 3]);
    let top_from_behind_the_loop = -2 - length;
    instructions.extend([
        encode::abc(Opcode::ForLoop, STEP_ITEM, 3, 0),
        top_from_behind_the_loop as u32,
    ]);
    instructions
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

/// Whether [`feed`] is for an iterator.
pub(crate) fn is_fed(thread: &Thread, iterator: Root) -> bool {
    is_drained(thread, iterator)
        || thread
            .object_of(thread.get(iterator), CLASS_MAP)
            .is_some_and(|map| crate::objects::iterators::mapped(thread, map).is_some())
}

/// Whether an iterator is one that these loops are for.
pub(crate) fn is_drained(thread: &Thread, iterator: Root) -> bool {
    thread
        .object_of(thread.get(iterator), CLASS_GENERATOR)
        .is_some()
}

/// The function and the source of a `map` with one source.
fn mapped(thread: &Thread, iterator: Root) -> Option<(Root, Root)> {
    let map = thread.object_of(thread.get(iterator), CLASS_MAP)?;
    let (function, source) = crate::objects::iterators::mapped(thread, map)?;
    Some((thread.root(function), thread.root(source)))
}

/// Appends what a generator yields to a list.
///
/// # Errors
/// What its body raises.
pub(crate) fn append_all(thread: &mut Thread, list: Root, generator: Root) -> Outcome<()> {
    let code = thread.machine().loops().append;
    call::run_internal(thread, code, &[list, generator]).map(|_| ())
}

/// Appends what a `map` yields to a list, if it is one with one source.
///
/// # Errors
/// What its function and source raise.
pub(crate) fn append_mapped(thread: &mut Thread, list: Root, map: Root) -> Outcome<bool> {
    let Some((function, source)) = mapped(thread, map) else {
        return Ok(false);
    };
    match map_all(thread, list, source, function) {
        // A function that raises this ends the iteration.
        Err(Unwind::Raise) if thread.take_exception_of(STOP_ITERATION) => Ok(true),
        outcome => outcome.map(|()| true),
    }
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

/// What a loop of steps has come to.
pub(crate) struct Fed {
    /// What the native has made of the state.
    pub(crate) state: Root,
    /// And of what goes with it.
    pub(crate) further: Root,
    /// The item that it has refused. None at the end of the iterator.
    pub(crate) refused: Option<Root>,
}

/// Hands what an iterator yields to a leaf native of the machine's own, one item after the other,
/// until that answers false. It gets a state, the item, and what goes with the state, and may
/// change the first and the last where they lie.
///
/// # Errors
/// What the iterator (and the function of a `map`) and the native raise.
pub(crate) fn feed(
    thread: &mut Thread,
    iterator: Root,
    (state, further): (Root, Root),
    step: Pinned,
) -> Outcome<Fed> {
    let (nothing, native) = (thread.root(NONE), thread.root(step.value()));
    let last = match mapped(thread, iterator) {
        Some((function, source)) => {
            let code = thread.machine().loops().mapped_step;
            let stop = thread.root(thread.class_object(STOP_ITERATION));
            let values = [state, nothing, further, source, native, function, stop];
            call::run_internal(thread, code, &values)?
        }
        None => {
            let loops = thread.machine().loops();
            let code = if step == loops.sum_step {
                loops.sum
            } else {
                loops.step
            };
            let values = [state, nothing, further, iterator, native];
            call::run_internal(thread, code, &values)?
        }
    };
    let last = thread.get(last).as_object().expect("a tuple");
    let part = |place| thread.root(tuple::get(thread, last, place));
    // No program has the native, so that no iterator is it.
    let is_end = tuple::get(thread, last, 3) == step.value();
    Ok(Fed {
        state: part(0),
        further: part(2),
        refused: (!is_end).then(|| part(1)),
    })
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
    feed(thread, generator, (state, state), step).map(|fed| fed.refused)
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
