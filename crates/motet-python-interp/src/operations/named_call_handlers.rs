//! Calls with keyword arguments of what is no function of the program: natives, classes that
//! natives make instances of, objects with a `__call__`. The handlers.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`; these handlers may call
//! functions.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{Unwind, Word};

use super::bound_call_handlers::{BoundCall, enter_bound};
use super::call_handlers::go_on;
use super::construction_handlers::{enter_init, new_of_program};
use super::found_method::NOT_FOUND;
use super::handler_support::*;
use super::native_call_handlers::{callable_of, cover_receiver, put_receiver, take_receiver_back};
use super::native_steps::NativeCall;
use super::operator_trampoline::{ClassCall, enter_new};
use crate::calling::call;
use motet_python_objects::model::function::{NATIVE_SELF, NativeBinding};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Call, Entered, NativeCode, NativeFunction};
use motet_python_objects::model::short_call;
use motet_python_objects::model::thread::{HEADER_CALLABLE, Thread};
use motet_vm::symbol::Symbol;

handlers! {
    call_keywords_native<M>(pc, registers, thread, word) else call_keywords_object {
        let names = code(registers).constant_name_lists[*pc.add(1) as usize].as_ref()?;
        let call = (registers.add(a(word)), b(word), &names[..]);
        call_native_by_names::<M>(thread, call, pc, registers)
    }

    call_loaded_keywords<M>(pc, registers, thread, word) else call_loaded_keywords_native {
        let header = registers.add(a(word));
        let function = object_of(thread, load(header, HEADER_CALLABLE), CLASS_FUNCTION)?;
        if load(header, FRAME_HEADER_WORDS) == UNBOUND {
            return None;
        }
        let names = code(registers).constant_name_lists[*pc.add(1) as usize].as_ref()?;
        let (count, returns) = (b(word) + 1, pc.add(2));
        let call = BoundCall { header, count, names, pc, returns };
        enter_bound::<M>(thread, function, call, registers)
    }

    call_loaded_keywords_native<M>(pc, registers, thread, word) else call_loaded_keywords_covering {
        let header = registers.add(a(word));
        if load(header, FRAME_HEADER_WORDS) == UNBOUND {
            return None;
        }
        let names = code(registers).constant_name_lists[*pc.add(1) as usize].as_ref()?;
        let call = (header, b(word) + 1, &names[..]);
        call_native_by_names::<M>(thread, call, pc, registers)
    }

    call_loaded_keywords_covering<M>(pc, registers, thread, word) {
        let header = registers.add(a(word));
        if load(header, FRAME_HEADER_WORDS) != UNBOUND {
            return None;
        }
        let names = code(registers).constant_name_lists[*pc.add(1) as usize].as_ref()?;
        let call = NativeCall { header, count: b(word), returns: pc.add(2) };
        let covered = cover_receiver(thread, call);
        let made = call_by_names::<M>(thread, names, call, pc, registers, word);
        covered.settle(thread, call, made.is_some());
        made
    }

    call_keywords_object<M>(pc, registers, thread, word) {
        let names = code(registers).constant_name_lists[*pc.add(1) as usize].as_ref()?;
        let header = registers.add(a(word));
        let object = load(header, HEADER_CALLABLE).as_object()?;
        let (callable, receiver) = callable_of(thread, object);
        if callable == NOT_FOUND {
            return None;
        }
        let function = object_of(thread, callable, CLASS_FUNCTION)?;
        let (count, returns) = (b(word), pc.add(2));
        let first = header.add(FRAME_HEADER_WORDS);
        if first.wrapping_add(count + 1) > thread.stack.soft_end() {
            return None;
        }
        put_receiver(header, count, callable, receiver);
        let call = BoundCall { header, count: count + 1, names, pc, returns };
        let bound = enter_bound::<M>(thread, function, call, registers);
        if bound.is_none() {
            take_receiver_back(header, count, object.value());
        }
        bound
    }
}

/// Calls a function, a class or a native whose arguments lie as those of a `CallKeywords`.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(always)]
unsafe fn call_by_names<M: FastMode>(
    thread: &Thread,
    names: &[Symbol],
    call: NativeCall,
    pc: Pc,
    registers: Registers,
    word: u32,
) -> Option<(Pc, Registers)> {
    let NativeCall {
        header,
        count,
        returns,
    } = call;
    // SAFETY: as said.
    unsafe {
        let object = load(header, HEADER_CALLABLE).as_object()?;
        if thread.host_of(object) == CLASS_FUNCTION {
            let call = BoundCall {
                header,
                count,
                names,
                pc,
                returns,
            };
            return enter_bound::<M>(thread, object, call, registers);
        }
        if thread.layout_id(object) == LAYOUT_CLASS {
            let number = thread.class_number_of(object.value())?;
            let of_init = (header, count, names);
            let made = enter_init::<M>(thread, number, of_init, (pc, returns), registers);
            if made.is_some() {
                return made;
            }
            if let Some(function) = new_of_program(thread, object) {
                let kind = ClassCall::Named(names);
                return enter_new::<M>(thread, function, kind, pc, registers, word);
            }
        }
        call_native_by_names::<M>(thread, (header, count, names), pc, registers)
    }
}

/// Calls a native, or what comes to one, at an instruction of two words.
///
/// # Safety
/// The contract of the handlers; the call, of so many arguments, lies in the frame.
#[inline(always)]
unsafe fn call_native_by_names<M: FastMode>(
    thread: &Thread,
    (header, count, names): (Registers, usize, &[Symbol]),
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    if must_yield::<M>(thread) {
        return None;
    }
    // SAFETY: as said.
    unsafe {
        begin(thread, pc, registers, 2);
        let own = motet_vm::handlers::own(thread);
        match named_step(own, header, count, names) {
            Step::Done => {
                let target = go_on::<M>(thread, pc, pc.add(2), registers)?;
                behind_native::<M>(thread, target)
            }
            Step::Yes => behind_native::<M>(thread, (thread.next(), thread.registers())),
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }
}

/// The native that a call comes to, and the value that it gets before the arguments: of a native
/// that is bound, and of a class.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(always)]
unsafe fn target(
    thread: &Thread,
    header: Registers,
) -> Option<(&'static NativeFunction, Option<Word>)> {
    // SAFETY: as said.
    let object = unsafe { load(header, HEADER_CALLABLE) }.as_object()?;
    if thread.host_of(object) == CLASS_NATIVE_FUNCTION {
        let (native, binding) = thread.native_of(object);
        let receiver = match binding {
            NativeBinding::Bound => Some(thread.read(object).get(NATIVE_SELF).word()),
            _ => None,
        };
        return Some((native, receiver));
    }
    if let Some(number) = thread.class_number_of(object.value()) {
        let native = thread.constructor_of(number)?;
        return Some((native, Some(object.value().word())));
    }
    let (native, receiver) = short_call::callable_of(thread, object)?;
    let native = object_of(thread, native, CLASS_NATIVE_FUNCTION)?;
    Some((thread.native_of(native).0, Some(receiver.word())))
}

/// Calls a native whose last arguments have names: `Yes` if it has entered a frame. What is wrong
/// with the arguments is told by the same code as for all calls of natives.
///
/// # Safety
/// The thread's own pointer, while nothing else uses it; the call lies in the current frame.
#[inline(never)]
unsafe fn named_step(
    thread: *mut Thread,
    header: Registers,
    count: usize,
    names: &[Symbol],
) -> Step {
    // SAFETY: as said; room for one more argument is looked at.
    unsafe {
        let thread = &mut *thread;
        let Some((native, receiver)) = target(thread, header) else {
            return Step::Whole;
        };
        let is_refused = match native.code {
            NativeCode::Leaf(_) | NativeCode::Calling(..) => false,
            NativeCode::Entering(_) => {
                let positional = count + usize::from(receiver.is_some()) - names.len();
                native.checked_receiver || !native.takes(positional)
            }
            NativeCode::Resuming(..) => true,
        };
        let first = header.add(FRAME_HEADER_WORDS);
        if is_refused || first.wrapping_add(count + 1) > thread.stack.soft_end() {
            return Step::Whole;
        }
        if let Some(receiver) = receiver {
            std::ptr::copy(first, first.add(1), count);
            *first = receiver;
        }
        let all = count + usize::from(receiver.is_some());
        let made = Call {
            header: thread.index_of(header),
            count: all,
            names,
            returns: thread.next(),
        };
        thread.announce_frame();
        let mark = thread.root_count();
        let result = match native.code {
            NativeCode::Entering(code) => call::enter_through(thread, made, code.0),
            _ => call::enter_loop_or_call(thread, made, native),
        };
        thread.truncate_roots(mark);
        let unwind = match result {
            Ok(Entered::Done) => return Step::Done,
            Ok(Entered::Frame) => return Step::Yes,
            Ok(Entered::Raising) => Unwind::Raise,
            Err(unwind) => unwind,
        };
        if receiver.is_some() {
            // The operation may run again: it must find its registers as they were.
            std::ptr::copy(first.add(1), first, count);
        }
        failed(thread, unwind)
    }
}
