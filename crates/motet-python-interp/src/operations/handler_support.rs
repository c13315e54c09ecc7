//! Definitions shared by the handlers of all families: the modes that they are compiled for, the
//! code and the sites of a frame, the entry of a function, operations that call a leaf. The
//! sequence of handlers, their limits, and the contract that their `SAFETY` comments cite are
//! described in `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{Object, Value};

pub use motet_vm::handlers::{
    Dispatch, LEAVE, PAUSE, Pc, Registers, a, b, behind_native, c, generic, get, handlers,
    is_register, leave, load, must_yield, object_of, or_leave, pause, push_header, read_own, set,
    store, to_loop,
};
pub use motet_vm::numbers::*;

use motet_python_objects::model::code::{LoadedCode, Site};
use motet_python_objects::model::function::FUNCTION_CODE;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::{HEADER_CODE, Thread};

pub(crate) type Handler = motet_vm::handlers::Handler<Thread>;

/// The handlers of `ForLoop` by the kind of the iterator, but for ranges.
pub(crate) type Loops = [Handler; LOOP_KINDS];
/// How many kinds of iterators may have a handler of their own.
pub(crate) const LOOP_KINDS: usize = 64;

/// The set of handlers of this crate.
pub(crate) struct HandlerSet;

/// A mode that the handlers are compiled for.
pub(crate) trait FastMode: Dispatch<Thread, HandlerSet> {
    /// The handlers of loops by the kind of their iterators.
    const LOOPS: &'static Loops;
}

/// The code of the frame.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(crate) unsafe fn code<'a>(registers: Registers) -> &'a LoadedCode {
    // SAFETY: I-FRAME-1.
    unsafe {
        let code = (*registers.sub(FRAME_HEADER_WORDS - HEADER_CODE)).0 as *const LoadedCode;
        debug_assert!(!code.is_null() && code.is_aligned());
        &*code
    }
}

/// An attribute site of the code.
///
/// # Safety
/// The contract of the handlers, at an instruction whose extension is a site.
#[inline(always)]
pub(crate) unsafe fn site<'a>(pc: Pc, registers: Registers) -> &'a Site {
    // SAFETY: the verifier has checked the index.
    unsafe {
        let index = *pc.add(1) as usize;
        let sites = &code(registers).sites;
        debug_assert!(index < sites.len());
        &*sites.as_ptr().add(index)
    }
}

/// A call of a Python function whose arguments lie in place: its frame.
///
/// # Safety
/// The contract of the handlers; `header` is the register where the call begins.
#[inline(always)]
pub(crate) unsafe fn enter<M: FastMode>(
    thread: &Thread,
    function: Object<'_>,
    arguments: u32,
    header: Registers,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: word 1 of a function is the address of its code.
    let code = unsafe { &*(thread.read_in::<M>(function).raw(FUNCTION_CODE) as *const LoadedCode) };
    if code.simple_arguments != arguments {
        return None;
    }
    let registers = header.wrapping_add(FRAME_HEADER_WORDS);
    if registers.wrapping_add(code.register_count as usize) > thread.stack.soft_end()
        || must_yield::<M>(thread)
    {
        return None;
    }
    debug_assert!(
        header >= caller,
        "a call begins in the caller's frame, or behind it"
    );
    debug_assert!(arguments <= code.register_count, "arguments are registers");
    // SAFETY: the header lies in the caller's frame.
    unsafe { push_header(header, code, returns, caller) };
    Some((code.instructions.as_ptr(), registers))
}

/// The outcome of a leaf.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Step {
    /// It is done; of a question: no.
    Done,
    /// The answer is yes.
    Yes,
    /// The generic operation must run.
    Whole,
    /// It has failed; the thread knows how.
    Failed,
}

/// Begins an operation of so many words that calls a leaf.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(crate) unsafe fn begin(thread: &Thread, pc: Pc, registers: Registers, words: usize) {
    debug_assert!(
        words == 1 || words == 2,
        "an instruction has one or two words"
    );
    // SAFETY: I-FRAME-3: another instruction follows.
    thread.set_next(unsafe { pc.add(words) });
    thread.set_registers(registers);
    thread.set_pc(pc);
}

#[cold]
pub(crate) fn failed(thread: &Thread, unwind: motet_tm::Unwind) -> Step {
    thread.fail(unwind);
    Step::Failed
}

/// Puts the result of an operation into register `a`.
#[inline(always)]
pub(crate) fn put(thread: &Thread, word: u32, result: Outcome<Option<Value<'_>>>) -> Step {
    match result {
        Ok(Some(value)) => {
            thread.set_register(a(word) as u8, value);
            Step::Done
        }
        Ok(None) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

#[inline(always)]
pub(crate) fn answer(thread: &Thread, result: Outcome<Option<bool>>) -> Step {
    match result {
        Ok(Some(true)) => Step::Yes,
        Ok(Some(false)) => Step::Done,
        Ok(None) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

#[inline(always)]
pub(crate) fn finish(thread: &Thread, result: Outcome<bool>) -> Step {
    match result {
        Ok(true) => Step::Done,
        Ok(false) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

/// Declares handlers of operations of one word that are done by a leaf.
macro_rules! leaves {
    ($($name:ident = $step:ident $(else $otherwise:ident)?;)*) => {
        handlers! {
            $($name<M>(pc, registers, thread, word) $(else $otherwise)? {
                begin(thread, pc, registers, 1);
                match $step(thread, word) {
                    Step::Done | Step::Yes => Some((pc.add(1), registers)),
                    Step::Whole => None,
                    Step::Failed => Some((to_loop(), registers)),
                }
            })*
        }
    };
}
pub(crate) use leaves;

/// Declares which handlers the operations of a family have: the rest run in their generic form.
macro_rules! handled {
    ($($opcode:ident => $handler:ident $(<$($parameter:tt),*>)?;)*) => {
        /// Enters the family's handlers into the table of a mode.
        pub(super) const fn fill<M: FastMode>(table: &mut [Handler; 256]) {
            $(
                table[motet_python_bytecode::Opcode::$opcode as usize] =
                    $handler::<M $(, $($parameter),*)?>;
            )*
        }
    };
}
pub(crate) use handled;
