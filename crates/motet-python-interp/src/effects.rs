//! Checks the effects that the op table declares against those of the operations, in builds with
//! assertions: a compiler of machine code trusts the table.
//!
//! A declaration is about the effects of the operation itself. The functions that it calls may have
//! any effect, and an exception is made by allocating; so an operation that has called or raised is
//! not checked further. Read barriers exist in transactions alone.

use std::cell::Cell;

use motet_python_bytecode::Opcode;
use motet_python_bytecode::encode::Instruction;
use motet_tm::{Unwind, Word};

use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;

thread_local! {
    /// How often this thread of the system has entered native functions and loops.
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

/// Something is called: a native function, or a loop of operations.
#[inline(always)]
pub(crate) fn called() {
    if cfg!(all(debug_assertions, not(simulated))) {
        CALLS.set(CALLS.get() + 1);
    }
}

/// The state at the begin of an operation.
pub struct Before {
    opcode: Opcode,
    calls: u64,
    registers: *mut Word,
    was_at_yield_point: bool,
    /// The values in the registers of the frame.
    held: Vec<u64>,
    instruction: Instruction,
}

/// An operation begins.
pub fn begin(thread: &Thread, opcode: Opcode) -> Before {
    motet_tm::observe();
    let extension = match opcode.form().words() {
        1 => 0,
        _ => thread.extension(),
    };
    let instruction = Instruction::decode(&[thread.word(), extension], 0)
        .expect("the verifier has decoded all instructions");
    Before {
        opcode: instruction.opcode,
        calls: CALLS.get(),
        registers: thread.registers(),
        was_at_yield_point: thread.is_at_yield_point(),
        held: held(thread, count_of_registers(thread)),
        instruction,
    }
}

fn count_of_registers(thread: &Thread) -> usize {
    thread.code().register_count as usize
}

/// The words of the first registers of the frame.
fn held(thread: &Thread, count: usize) -> Vec<u64> {
    let first = thread.registers_index();
    let word = |index| thread.stack_value(index).word().0;
    (first..first + count).map(word).collect()
}

/// Asserts that an operation has changed no register but those that the table says it writes.
fn check_registers(thread: &Thread, before: &Before) {
    let now = held(thread, before.held.len());
    let clobbered = match before.opcode.description().clobbers_above {
        true => usize::from(before.instruction.a()),
        false => usize::MAX,
    };
    let written = |register: usize| {
        let mut touched = before.instruction.touched();
        register >= clobbered
            || touched.any(|(first, count, span)| {
                span.is_written && (first..first + count).contains(&(register as u32))
            })
    };
    for (register, (earlier, now)) in before.held.iter().zip(&now).enumerate() {
        let name = before.opcode.name();
        let is_same = earlier == now;
        assert!(is_same || written(register), "{name} changes r{register}");
    }
}

/// An operation has ended.
pub(crate) fn check(thread: &Thread, before: &Before, outcome: Outcome<()>) {
    let observed = motet_tm::observe();
    let effects = before.opcode.effects();
    let check = |declared: bool, happened: bool, what: &str| {
        let name = before.opcode.name();
        assert!(declared || !happened, "{name} {what}: see the op table");
    };
    let has_called = CALLS.get() != before.calls || thread.registers() > before.registers;
    check(effects.calls, has_called, "calls");
    check(effects.raises, outcome == Err(Unwind::Raise), "raises");
    check(effects.calls, outcome == Err(Unwind::Wait), "waits");
    // A transaction learns at a write that it is doomed.
    let may_abort = effects.writes || effects.calls;
    check(may_abort, outcome == Err(Unwind::Abort), "aborts");
    let yields = thread.is_at_yield_point() && !before.was_at_yield_point;
    check(effects.yields, yields, "yields");
    if has_called || outcome.is_err() {
        return;
    }
    // A long native may collect; then the objects that registers refer to have moved.
    if thread.registers() == before.registers && observed.collections == 0 {
        check_registers(thread, before);
    }
    check(effects.allocates, observed.allocations > 0, "allocates");
    check(effects.reads, observed.reads > 0, "reads");
    check(effects.writes, observed.writes > 0, "writes");
}
