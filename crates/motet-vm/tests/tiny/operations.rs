//! The operations of the tiny language, in their generic forms.

use std::time::Duration;

use motet_tm::{Unwind, Word};
use motet_vm::frames::{FRAME_HEADER_WORDS, HEADER_CALLABLE, HEADER_RESULT};
use motet_vm::handlers::{a, b, c};
use motet_vm::locks::{self, Patience, ReleaseError};
use motet_vm::namespace::{read_cell, write_cell};
use motet_vm::output::{self, Stream};
use motet_vm::threads::{StartError, request_start};
use motet_vm::values::{NONE, boolean};
use motet_vm::waits::WaitRequest;
use motet_vm::{Language, Outcome, driver, numbers};

use super::{DONE, JOIN_KEY, LAYOUT_CELL, Source, Thread, WRONG, integer};

macro_rules! operations {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => {
        /// The operations; each has the operands a, b and c, of 8 bits each.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(crate) enum Op {
            $($(#[doc = $doc])* $name,)*
        }

        const ALL: &[Op] = &[$(Op::$name,)*];
    };
}

operations! {
    /// Register a is the number b.
    Load;
    /// Register a is register b.
    Move;
    /// a = b + c.
    Add;
    /// a = b < c.
    Less;
    /// Go back by b instructions if register a is true: a yield point.
    LoopIf;
    /// Register a is global variable b.
    ReadGlobal;
    /// Global variable b is register a.
    WriteGlobal;
    /// Take lock b.
    Take;
    /// Let go of lock b.
    Drop;
    /// Print register a and a line's end.
    Print;
    /// Start a thread that runs code b with register a.
    Start;
    /// Wait until register a threads have ended.
    Join;
    /// An atomic region begins.
    EnterAtomic;
    /// It ends: a yield point.
    LeaveAtomic;
    /// Call the code whose number is in register a + 4 with register a + 5; the result goes to
    /// register a.
    Call;
    /// As `Call`, from native code.
    CallNative;
    /// Return register a.
    Return;
    /// Raise register a.
    Raise;
    /// Make objects that nothing refers to, one with a finalizer.
    Allocate;
    /// Sleep b milliseconds.
    Sleep;
}

/// An instruction.
pub(crate) fn word(op: Op, a: u8, b: u8, c: u8) -> u32 {
    u32::from_le_bytes([op as u8, a, b, c])
}

/// The code of a thread's first frame: one call.
pub(crate) fn entry() -> Source {
    Source {
        instructions: vec![word(Op::Call, 0, 0, 0), word(Op::Return, 0, 0, 0)],
        registers: FRAME_HEADER_WORDS as u32 + 1,
        handlers: Vec::new(),
    }
}

/// Runs the operation at the thread's `next`.
pub(crate) fn run(thread: &mut Thread) -> Outcome<()> {
    let word = thread.next_word();
    let op = ALL[usize::from(word as u8)];
    thread.begin_instruction(word, 1);
    let (first, second, third) = (a(word) as u8, b(word), c(word) as u8);
    match op {
        Op::Load => thread.set_register(first, integer(second as i64)),
        Op::Move => thread.set_register(first, thread.register(second as u8)),
        Op::Add => {
            let (left, right) = (thread.register(second as u8), thread.register(third));
            let sum = numbers::arithmetic::<{ numbers::ADD }>(left, right);
            thread.set_register(first, sum.ok_or_else(|| thread.raise(WRONG))?);
        }
        Op::Less => {
            let (left, right) = (thread.register(second as u8), thread.register(third));
            let less = numbers::compare::<{ numbers::LESS }>(left, right);
            let less = less.ok_or_else(|| thread.raise(WRONG))?;
            thread.set_register(first, boolean(less));
        }
        Op::LoopIf => {
            if numbers::truth(thread.register(first)) == Some(true) {
                thread.jump(-(second as i32) - 1);
                thread.reach_yield_point();
            }
        }
        Op::ReadGlobal => {
            thread.set_register(first, read_cell(thread, thread.cell(second)));
        }
        Op::WriteGlobal => write_cell(thread, thread.cell(second), thread.register(first))?,
        Op::Take => {
            let lock = thread.lock(second).object();
            let is_taken = locks::acquire(thread, lock, false, 1, Patience::Unlimited)?;
            assert!(is_taken, "patience is unlimited");
        }
        Op::Drop => drop_lock(thread, second)?,
        Op::Print => {
            let number = thread.register(first).as_integer();
            let text = format!("{}\n", number.ok_or_else(|| thread.raise(WRONG))?);
            output::write(thread, Stream::Out, &text)?;
        }
        Op::Start => start(thread, second, first)?,
        Op::Join => {
            let wanted = thread.register(first).as_integer().unwrap_or(0);
            if thread.global(DONE) < wanted {
                return Err(thread.wait_for(JOIN_KEY, None));
            }
            thread.stop_waiting(true);
        }
        Op::EnterAtomic => thread.enter_atomic(),
        Op::LeaveAtomic => {
            thread.leave_atomic();
            thread.reach_yield_point();
        }
        Op::Call => enter(thread, first)?,
        Op::CallNative => call_native(thread, first)?,
        Op::Return => leave(thread, first),
        Op::Raise => {
            thread.set_thread_root(super::ROOT_RAISED, thread.register(first));
            return Err(Unwind::Raise);
        }
        Op::Allocate => {
            let object = thread.allocate(LAYOUT_CELL, 0, &[NONE]);
            thread.allocate(LAYOUT_CELL, 0, &[object.value()]);
            thread.enable_finalizer(object);
        }
        Op::Sleep => sleep(thread, second as u64)?,
    }
    Ok(())
}

fn drop_lock(thread: &Thread, number: usize) -> Outcome<()> {
    match locks::release(thread, thread.lock(number).object(), false, 1) {
        Ok(()) => Ok(()),
        Err(ReleaseError::Unwind(unwind)) => Err(unwind),
        Err(ReleaseError::NotOwned | ReleaseError::NotHeld) => Err(thread.raise(WRONG)),
    }
}

fn start(thread: &Thread, code: usize, register: u8) -> Outcome<()> {
    let argument = thread.register(register).as_integer().unwrap_or(0);
    let both = integer((code as i64) << 16 | argument);
    let ident = thread.vm().threads.new_ident();
    match request_start(thread, both, ident) {
        Ok(()) => Ok(()),
        Err(StartError::Unwind(unwind)) => Err(unwind),
        Err(StartError::Refused | StartError::OutOfMemory) => Err(thread.raise(WRONG)),
    }
}

fn sleep(thread: &Thread, milliseconds: u64) -> Outcome<()> {
    let duration = Duration::from_millis(milliseconds);
    let deadline = thread.deadline_in(Some(duration)).expect("a time");
    if motet_vm::clock::now() >= deadline {
        thread.stop_waiting(true);
        return Ok(());
    }
    thread.request_wait(WaitRequest::Until(deadline));
    Err(Unwind::Wait)
}

/// Enters the frame of a call that is laid out from a register on.
fn enter(thread: &mut Thread, register: u8) -> Outcome<()> {
    let header = thread.registers_index() + usize::from(register);
    enter_at(thread, header, thread.next())
}

fn enter_at(thread: &mut Thread, header: usize, returns: *const u32) -> Outcome<()> {
    let Some(code) = thread.code_of(thread.stack_value(header + HEADER_CALLABLE)) else {
        return Err(thread.raise(WRONG));
    };
    let first = header + FRAME_HEADER_WORDS;
    let end = first + code.head.register_count as usize;
    if !thread.reserve_stack(end) {
        return Err(thread.raise_too_deep());
    }
    thread.set_stack_word(header + HEADER_RESULT, Word(0));
    // One argument; words of a frame are values.
    for index in first + 1..end {
        thread.set_stack_value(index, NONE);
    }
    thread.push_frame(header, code, returns);
    thread.reach_yield_point();
    Ok(())
}

fn leave(thread: &mut Thread, register: u8) {
    let result = thread.register(register).word();
    let header = thread.registers_index() - FRAME_HEADER_WORDS;
    let returns = thread.pop_frame();
    thread.set_stack_word(header + HEADER_RESULT, result);
    thread.set_next(returns);
}

/// Native code that calls back, in a loop of its own: it cannot be begun again in its middle.
fn call_native(thread: &mut Thread, register: u8) -> Outcome<()> {
    let laid_out = thread.registers_index() + usize::from(register);
    let header = thread.top_index();
    let first = header + FRAME_HEADER_WORDS;
    if !thread.reserve_stack(first + 1) {
        return Err(thread.raise_too_deep());
    }
    for word in 0..HEADER_CALLABLE {
        thread.set_stack_word(header + word, Word(0));
    }
    let callable = thread.stack_value(laid_out + HEADER_CALLABLE);
    thread.set_stack_value(header + HEADER_CALLABLE, callable);
    let argument = thread.stack_value(laid_out + FRAME_HEADER_WORDS);
    thread.set_stack_value(first, argument);
    thread.set_top_index(first + 1);
    let result = driver::run_nested(thread, |thread| {
        enter_at(thread, header, std::ptr::null())?;
        driver::run(thread)
    });
    thread.set_top_index(header);
    if let Err(unwind) = result {
        thread.note_nested(unwind);
        return Err(unwind);
    }
    thread.set_register(register, thread.stack_value(header + HEADER_RESULT));
    Ok(())
}
