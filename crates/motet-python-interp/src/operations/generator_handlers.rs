//! The handlers of making, resuming, suspending and ending generators: the cases of `generators.rs`
//! in which no exception is being handled and the generator was written in this transaction
//! already.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::{FRAME_HEADER_WORDS, Opcode, encode};
use motet_python_objects::classes::generator;
use motet_tm::{ReadView, Value};

use super::handler_support::Handler;
use super::handler_support::begin as begin_operation;
use super::handler_support::handled;
use super::handler_support::{FastMode, Pc, Registers, push_header};
use super::handler_support::{
    Step, a, b, c, code, failed, get, handlers, load, must_yield, object_of, or_leave, set, store,
    to_loop,
};
use super::iteration_handlers::for_leaf;
use motet_python_objects::classes::generator::*;
use motet_python_objects::model::code::LoadedCode;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Next, Resume};
use motet_python_objects::model::thread::{
    HEADER_CALLABLE, HEADER_REGISTERS, HEADER_RESULT, HEADER_RETURN, ROOT_HANDLED,
    ROOT_HANDLED_OUTSIDE, Thread,
};
use motet_python_objects::types::protocol::iterate;

handled! {
    MakeGenerator => make_generator;
    Yield => yield_value;
    YieldFrom => yield_delegated;
    Send => send;
    EndGenerator => end_generator;
    GetYieldFromIter => get_yield_from_iter;
}

handlers! {
    for_generator<M>(pc, registers, thread, word) else for_leaf {
        let generator = get(registers, b(word));
        let entry = entry_above(State::InFor, pc, registers);
        resume::<M>(thread, generator, NONE, entry, registers)
    }

    send<M>(pc, registers, thread, word) else send_leaf {
        let generator = get(registers, b(word));
        let class = thread.host_of(generator.as_object()?);
        if !matches!(class, CLASS_GENERATOR | CLASS_COROUTINE) {
            return None;
        }
        let sent = get(registers, a(word));
        let entry = entry_above(State::InSend, pc, registers);
        resume::<M>(thread, generator, sent, entry, registers)
    }

    send_leaf<M>(pc, registers, thread, word) {
        if get(registers, a(word)) != NONE || must_yield::<M>(thread) {
            return None;
        }
        begin_operation(thread, pc, registers, 2);
        match delegate_step(thread, word) {
            Step::Yes => Some((pc.add(2), registers)),
            Step::Done => Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers)),
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }

    make_generator<M>(pc, registers, thread, _word) {
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        if caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.return_limit() {
            return None;
        }
        thread.set_registers(registers);
        thread.set_next(pc.add(1));
        *header.add(HEADER_RESULT) = new_generator_step(thread).word();
        Some((or_leave(returns), caller))
    }

    end_generator<M>(_pc, registers, thread, word) {
        end(thread, get(registers, a(word)), registers)
    }

    get_yield_from_iter<M>(pc, registers, thread, word) {
        let iterable = object_of(thread, get(registers, b(word)), CLASS_GENERATOR)?;
        set(registers, a(word), iterable.value());
        Some((pc.add(1), registers))
    }

    yield_value<M>(pc, registers, thread, word) {
        suspend(thread, get(registers, b(word)), pc, registers, word)
    }

    yield_delegated<M>(pc, registers, thread, word) {
        suspend(thread, get(registers, a(word)), pc, registers, word)
    }
}

/// Whether neither the caller nor the generator handles an exception.
#[inline(always)]
fn is_calm(thread: &Thread, fields: ReadView<'_>) -> bool {
    thread.thread_root(ROOT_HANDLED) == NONE
        && fields.get(GENERATOR_HANDLED) == NONE
        && fields.get(GENERATOR_CALLER_HANDLED) == NONE
        && fields.get(GENERATOR_CALLER_OUTSIDE) == NONE
}

/// The next item of an iterator that `yield from` delegates to, if that takes no call: yes if there
/// is one; at the end the result of `yield from` is None.
#[inline(never)]
fn delegate_step(thread: &Thread, word: u32) -> Step {
    let register = a(word) as u8;
    match iterate::next_leaf(thread, thread.register(b(word) as u8)) {
        Ok(Next::Item(value)) => {
            thread.set_register(register, value);
            Step::Yes
        }
        Ok(Next::End) => {
            thread.set_register(register, NONE);
            Step::Done
        }
        Ok(Next::Call) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

#[inline(never)]
fn new_generator_step(thread: &Thread) -> Value<'_> {
    generator::new(thread)
}

/// Whether an instruction suspends a generator.
fn suspends(word: u32) -> bool {
    matches!(
        encode::opcode(word),
        Some(Opcode::Yield | Opcode::YieldFrom)
    )
}

/// Whether an instruction of two words resumes a generator.
fn resumes(word: u32) -> bool {
    matches!(encode::opcode(word), Some(Opcode::ForLoop | Opcode::Send))
}

/// The header of the frame of a generator that goes on, and how the frame returns.
#[derive(Clone, Copy)]
struct Entry {
    how: State,
    header: Registers,
    returns: Pc,
}

/// Behind the frame of the caller, at an instruction of two words.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn entry_above(how: State, pc: Pc, registers: Registers) -> Entry {
    // SAFETY: the caller's frame ends there; another instruction follows.
    unsafe {
        Entry {
            how,
            header: registers.wrapping_add(code(registers).register_count as usize),
            returns: pc.add(2),
        }
    }
}

/// A call of `next` or of the method `send`, with so many arguments.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame of `registers`, or behind it.
#[inline(always)]
pub(crate) unsafe fn resume_call<M: FastMode>(
    thread: &Thread,
    how: Resume,
    (header, count, returns): (Registers, usize, Pc),
    registers: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: as above.
    unsafe {
        let generator = load(header, FRAME_HEADER_WORDS);
        let class = thread.host_of(generator.as_object()?);
        let sent = match how {
            Resume::Next if count == 1 && class == CLASS_GENERATOR => NONE,
            Resume::Send if count == 2 && matches!(class, CLASS_GENERATOR | CLASS_COROUTINE) => {
                load(header, FRAME_HEADER_WORDS + 1)
            }
            _ => return None,
        };
        let how = State::InCall;
        let entry = Entry {
            how,
            header,
            returns,
        };
        resume::<M>(thread, generator, sent, entry, registers)
    }
}

/// Goes on with a generator that is suspended at a `yield` or `await`, or begins its body.
///
/// # Safety
/// The contract of the handlers; the entry's header lies in the frame of `registers`, or behind it.
#[inline(always)]
unsafe fn resume<M: FastMode>(
    thread: &Thread,
    generator: Value<'_>,
    sent: Value<'_>,
    entry: Entry,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    let view = thread.write_open(generator.as_object()?)?;
    let fields = view.read();
    let state = fields.get(GENERATOR_STATE);
    let begins = state == State::Created.value() && sent == NONE;
    if !begins && state != State::Suspended.value()
        || !is_calm(thread, fields)
        || thread.thread_root(ROOT_HANDLED_OUTSIDE) != NONE
    {
        return None;
    }
    // SAFETY: the word is the address of the generator's code, which lives for ever; the caller's
    // frame ends at `header`, and the generator's is checked to lie below the stack's soft end. Its
    // instruction follows a `Yield` or `YieldFrom`, that was verified to keep registers it has; one
    // that has not begun keeps its parameters.
    unsafe {
        let callee = &*(fields.raw(GENERATOR_CODE) as *const LoadedCode);
        let header = entry.header;
        let frame = header.wrapping_add(FRAME_HEADER_WORDS);
        if frame.wrapping_add(callee.register_count as usize) > thread.stack.soft_end()
            || must_yield::<M>(thread)
        {
            return None;
        }
        let go_on = fields.raw(GENERATOR_INSTRUCTION) as Pc;
        let suspended = *go_on.sub(1);
        let kept = if begins {
            callee.source.parameters.in_registers()
        } else {
            c(suspended)
        };
        debug_assert!(kept <= callee.register_count as usize);
        debug_assert!(
            begins || suspends(suspended),
            "it goes on behind what suspends it"
        );
        for register in 0..kept {
            let value = fields.get(GENERATOR_REGISTERS + register as u64);
            *frame.add(register) = value.word();
        }
        if begins {
            begin(thread, generator.as_object()?, callee);
        } else {
            store(frame, a(suspended), sent);
        }
        *header.add(HEADER_RESULT) = generator.word();
        push_header(header, callee, entry.returns, registers);
        *header.add(HEADER_CALLABLE) = fields.get(GENERATOR_FUNCTION).word();
        view.set(GENERATOR_STATE, entry.how.value());
        Some((go_on, frame))
    }
}

/// Ends the generator whose frame is the current one, if a loop or `yield from` has resumed it.
///
/// # Safety
/// The contract of the handlers; the frame is a generator's.
#[inline(always)]
unsafe fn end(thread: &Thread, result: Value<'_>, registers: Registers) -> Option<(Pc, Registers)> {
    // SAFETY: I-FRAME-1; the result word of a generator's frame is the generator. It was resumed by
    // an instruction of two words before the return address, unless its state says otherwise.
    unsafe {
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        if caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.return_limit() {
            return None;
        }
        let view = thread.write_open(load(header, HEADER_RESULT).as_object()?)?;
        let state = view.read().get(GENERATOR_STATE);
        let in_for = state == State::InFor.value();
        if !is_calm(thread, view.read()) || !in_for && state != State::InSend.value() {
            return None;
        }
        view.set(GENERATOR_STATE, State::Finished.value());
        view.set(GENERATOR_FUNCTION, NONE);
        for register in 0..u64::from(*code(registers).kept_registers) {
            view.set(GENERATOR_REGISTERS + register, NONE);
        }
        debug_assert!(resumes(*returns.sub(2)), "by a loop or `yield from`");
        if in_for {
            return Some((returns, caller));
        }
        set(caller, a(*returns.sub(2)), result);
        let distance = *returns.sub(1) as i32;
        Some((returns.offset(distance as isize), caller))
    }
}

/// Suspends the generator whose frame is the current one, with a value.
///
/// # Safety
/// The contract of the handlers; the frame is a generator's.
#[inline(always)]
unsafe fn suspend(
    thread: &Thread,
    value: Value<'_>,
    pc: Pc,
    registers: Registers,
    word: u32,
) -> Option<(Pc, Registers)> {
    // SAFETY: I-FRAME-1; the result word of a generator's frame is the generator. It was resumed by
    // an instruction of two words before the return address, unless by a call.
    unsafe {
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        if caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.return_limit() {
            return None;
        }
        let view = thread.write_open(load(header, HEADER_RESULT).as_object()?)?;
        let fields = view.read();
        let state = fields.get(GENERATOR_STATE);
        if !is_calm(thread, fields) || state == State::InAsync.value() {
            return None;
        }
        for register in 0..c(word) {
            view.set(
                GENERATOR_REGISTERS + register as u64,
                get(registers, register),
            );
        }
        view.set_raw(GENERATOR_INSTRUCTION, pc.add(1) as u64);
        view.set(GENERATOR_STATE, State::Suspended.value());
        let is_resumed_here = state == State::InFor.value() || state == State::InSend.value();
        debug_assert!(!is_resumed_here || resumes(*returns.sub(2)));
        if state == State::InFor.value() {
            set(caller, a(*returns.sub(2)), value);
            let distance = *returns.sub(1) as i32;
            return Some((returns.offset(distance as isize), caller));
        }
        if state == State::InSend.value() {
            set(caller, a(*returns.sub(2)), value);
            return Some((returns, caller));
        }
        store(header, HEADER_RESULT, value);
        Some((or_leave(returns), caller))
    }
}
