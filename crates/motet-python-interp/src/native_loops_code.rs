//! Loops of the machine's own over generators, for natives that take all items: one run of the
//! interpreter for the whole of a generator, and not one for each item.

use std::sync::Arc;

use motet_python_bytecode::{
    ARGUMENT_OFFSET, CALLABLE_OFFSET, Code, ExceptionRange, Opcode, encode,
};

use crate::calling::internal_code::internal_code;

/// `for r2 in r1: r0.append(r2)`.
pub fn append_code() -> Arc<Code> {
    let body = encode::abc(Opcode::ListAppend, 0, 2, 0);
    internal_code(around(body), 3)
}

/// `for r2 in r1: r0.add(r2)`.
pub fn add_code() -> Arc<Code> {
    let body = encode::abc(Opcode::SetAdd, 0, 2, 0);
    internal_code(around(body), 3)
}

/// `for r2 in r1:` `if r2: return r3` (or `if not r2`); then `return r0`.
pub fn search_code(wanted: bool) -> Arc<Code> {
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
pub fn map_code() -> Arc<Code> {
    with_results(&[encode::abc(Opcode::ListAppend, 0, CALL, 0)])
}

/// `for r2 in r1:` `if r3(r2): r0.append(r2)` (or `if not r3(r2)`); then `return r0`.
pub fn select_code(wanted: bool) -> Arc<Code> {
    let passes_over = if wanted {
        Opcode::JumpIfFalse
    } else {
        Opcode::JumpIfTrue
    };
    with_results(&[
        encode::asbx(passes_over, CALL, 1),
        encode::abc(Opcode::ListAppend, 0, 2, 0),
    ])
}

/// `for r2 in r1:` `if not r3(r2): return r0`, then `r0.append(r2)`; then `return r0`.
pub fn take_code() -> Arc<Code> {
    with_results(&[
        encode::asbx(Opcode::JumpIfTrue, CALL, 1),
        encode::abc(Opcode::Return, 0, 0, 0),
        encode::abc(Opcode::ListAppend, 0, 2, 0),
    ])
}

/// A loop over `r1` that calls `r3` with each item, which is in `r2`, and uses the result.
fn with_results(uses: &[u32]) -> Arc<Code> {
    let mut body = vec![
        encode::abc(Opcode::Move, CALLABLE, 3, 0),
        encode::abc(Opcode::Move, CALLABLE + 1, 2, 0),
        encode::abc(Opcode::Call, CALL, 1, 0),
    ];
    body.extend(uses);
    internal_code(around_all(&body), usize::from(CALLABLE) + 2)
}

/// `for r1 in r3:` hand `r0, r1, r2` to the native `r4`; then `return (r0, r1, r2, r3)`, where `r3`
/// is `r4` if all were taken.
pub fn step_code() -> Arc<Code> {
    steps(0)
}

/// The same for a native that sums.
pub fn sum_code() -> Arc<Code> {
    steps(SUMS)
}

/// Operand `c` of `Feed` where the native sums: immediate integers are added without it.
pub(crate) const SUMS: usize = 1;

fn steps(kind: usize) -> Arc<Code> {
    let mut instructions = around_steps(&[], kind);
    instructions.extend(STEPS_END);
    internal_code(instructions, 5)
}

/// The same, where the native gets the results of the function `r5` for the items. If that raises
/// an instance of `r6`, which is `StopIteration`, that is the end.
pub fn mapped_step_code() -> Arc<Code> {
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

/// The last instructions of a loop of steps.
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
    // An item that the native refuses: jumps over the loop's own instruction and the mark.
    instructions.extend([encode::abc(Opcode::Feed, 0, 4, kind as u8), 3]);
    let top_from_behind_the_loop = -2 - length;
    instructions.extend([
        encode::abc(Opcode::ForLoop, STEP_ITEM, 3, 0),
        top_from_behind_the_loop as u32,
    ]);
    instructions
}

/// The registers of a call that a loop makes, and of its callable.
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
