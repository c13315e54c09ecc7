//! Jumps and `not` on objects whose `__bool__` or `__len__` is the program's: it runs as a frame
//! above the trampoline (`operator_trampoline.rs`).
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::Opcode;
use motet_tm::{Object, Value, Word};

use super::handler_support::*;
use super::operator_trampoline::{BOOL, LENGTH, begin_decision, enter_method, go_back, method};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::truth;

/// Enters the method that says whether an object counts as true.
///
/// # Safety
/// As [`enter_method`].
#[inline(always)]
pub(super) unsafe fn enter_truth<M: FastMode>(
    thread: &Thread,
    value: Value<'_>,
    returns: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: as here.
    unsafe {
        if let Some(function) = method(thread, value, names::BOOL) {
            return enter_method::<M, 1>(thread, function, [value], BOOL, returns, registers);
        }
        let function = length_method(thread, value)?;
        enter_method::<M, 1>(thread, function, [value], LENGTH, returns, registers)
    }
}

/// The `__len__` of a plain instance whose class has no `__bool__`.
#[inline(never)]
fn length_method<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    let function = method(thread, value, names::LEN)?;
    let has_bool = thread
        .look_up(thread.class_of(value), names::BOOL)
        .is_some();
    (!has_bool).then_some(function)
}

/// `__bool__` or `__len__` has returned, for a jump or a `not`.
///
/// # Safety
/// The contract of the handlers; `returns` lies behind the caller's instruction, of one word.
#[inline(always)]
pub(super) unsafe fn after_truth(
    thread: &Thread,
    result: Value<'_>,
    form: u8,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    let is_length = form == LENGTH;
    let known = match result.as_integer() {
        Some(length) if is_length && length >= 0 => Some(length != 0),
        _ if !is_length && (result == TRUE || result == FALSE) => Some(result == TRUE),
        _ => None,
    };
    // SAFETY: the instruction before `returns` is the caller's; its operands name its registers.
    unsafe {
        let word = *returns.sub(1);
        let holds = match known {
            Some(holds) => holds,
            None => {
                go_back(thread, returns, 1, caller);
                let own = motet_vm::handlers::own(thread);
                match decide_truth(own, result.word(), is_length) {
                    Step::Failed => return Some((to_loop(), caller)),
                    step => step == Step::Yes,
                }
            }
        };
        let opcode = word as u8;
        if opcode == Opcode::Not as u8 {
            set(caller, a(word), boolean(!holds));
            return Some((returns, caller));
        }
        let wanted = opcode == Opcode::JumpIfTrue as u8 || opcode == Opcode::LoopIfTrue as u8;
        if holds != wanted {
            return Some((returns, caller));
        }
        Some((returns.offset(((word as i32) >> 16) as isize), caller))
    }
}

/// The truth that an uncommon result of `__bool__` or `__len__` says.
///
/// # Safety
/// The thread's own pointer, while nothing else uses it; the word is a value of a register.
#[cold]
#[inline(never)]
unsafe fn decide_truth(thread: *mut Thread, result: Word, is_length: bool) -> Step {
    // SAFETY: as above.
    let (thread, [result]) = unsafe { begin_decision(thread, [result]) };
    let mark = thread.root_count();
    let truth = truth::truth_of_result(thread, result, is_length);
    thread.truncate_roots(mark - 1);
    answer(thread, truth.map(Some))
}
