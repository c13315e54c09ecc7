//! The steps of calls of natives, apart from the handlers (`native_call_handlers.rs`): a handler
//! that called such code itself would save registers for it.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{Unwind, Value};

use super::handler_support::{Pc, Registers, Step, load, store, to_loop};
use crate::calling::call;
use crate::calling::construct::plain_exception;
use motet_python_objects::model::class::Class;
use motet_python_objects::model::instance_layout;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{
    Arguments, Call, Entered, NativeCode, NativeFunction, Receiver,
};
use motet_python_objects::model::thread::{HEADER_RESULT, Thread};
use motet_python_objects::types::{call_loops, index_arguments};

/// A call of a native, for functions that are inlined: others take its parts one by one, since a
/// handler that has the address of a structure in its frame loses its jump.
#[derive(Clone, Copy)]
pub(super) struct NativeCall {
    pub(super) header: Registers,
    pub(super) count: usize,
    pub(super) returns: Pc,
}

/// Tries the shortcut of a native; returns whether that was enough.
///
/// # Safety
/// The contract of the handlers; the call lies above the frame.
#[inline(never)]
pub(super) unsafe fn quick_step(
    thread: &Thread,
    native: &NativeFunction,
    header: Registers,
    count: usize,
) -> bool {
    // SAFETY: as above.
    unsafe {
        let argument = |place: usize| match place < count {
            true => load(header, FRAME_HEADER_WORDS + place),
            false => UNBOUND,
        };
        let receiver = argument(0);
        let inside = match native.plain_receiver && count > 0 {
            true => value_inside(thread, receiver),
            false => None,
        };
        let arguments = [inside.unwrap_or(receiver), argument(1), argument(2)];
        let result = native.quick.and_then(|quick| quick(thread, arguments));
        let Some(result) = result else {
            return false;
        };
        let is_itself = inside == Some(result) && call::is_mutable(thread, result);
        store(
            header,
            HEADER_RESULT,
            if is_itself { receiver } else { result },
        );
        true
    }
}

/// The built-in value inside of an instance of a class below a built-in one.
#[inline]
fn value_inside<'a>(thread: &'a Thread, receiver: Value<'a>) -> Option<Value<'a>> {
    let object = receiver.as_object()?;
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    instance_layout::boxed_value(thread, object)
}

/// Calls a native that wants a built-in value on an instance of a class below that value's, as
/// `call::call_native` does.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame, and the thread knows that.
#[inline(never)]
pub(super) unsafe fn call_on_value_inside(
    thread: &Thread,
    native: &NativeFunction,
    header: Registers,
    count: usize,
) -> Step {
    // SAFETY: the contract of the handlers.
    unsafe {
        let receiver = load(header, FRAME_HEADER_WORDS);
        let Some(value) = value_inside(thread, receiver) else {
            return Step::Whole;
        };
        if native.checked_receiver && native.receiver != Receiver::Instance(thread.class_of(value))
        {
            return Step::Whole;
        }
        if !native.index_places.is_empty() && must_ask(thread, native, header, count) {
            return Step::Whole;
        }
        let mark = thread.root_count();
        let kept = thread.root(receiver);
        store(header, FRAME_HEADER_WORDS, value);
        let is_done = match native.code {
            NativeCode::Leaf(_) => call_leaf(thread, native, header, count),
            _ => {
                let own = &mut *motet_vm::handlers::own(thread);
                own.announce_frame();
                call_to_end(own, native, header, count)
            }
        };
        if is_done {
            let value = load(header, FRAME_HEADER_WORDS);
            let is_itself = load(header, HEADER_RESULT) == value;
            if is_itself && call::is_mutable(thread, value) {
                store(header, HEADER_RESULT, thread.get(kept));
            }
        }
        // The operation may run again: it must find its registers as they were.
        store(header, FRAME_HEADER_WORDS, thread.get(kept));
        thread.truncate_roots(mark);
        if is_done { Step::Done } else { Step::Failed }
    }
}

/// Whether the receiver may be an instance of a class below a built-in one.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(super) unsafe fn may_be_boxed(thread: &Thread, call: NativeCall) -> bool {
    // SAFETY: the first argument lies in the frame.
    let receiver = unsafe { load(call.header, FRAME_HEADER_WORDS) };
    let host = receiver.as_object().map(|object| thread.host_of(object));
    let is_whole = |host| host >= CLASS_USER_FIRST || host == CLASS_NAMESPACE_DICT;
    call.count > 0 && host.is_some_and(is_whole)
}

/// Whether the receiver is an instance of the class that a native is a method of.
///
/// # Safety
/// The contract of the handlers.
#[inline(never)]
pub(super) unsafe fn is_of_its_class(
    thread: &Thread,
    native: &NativeFunction,
    header: Registers,
    count: usize,
) -> bool {
    // SAFETY: the first argument lies in the frame.
    let receiver = unsafe { load(header, FRAME_HEADER_WORDS) };
    let Receiver::Instance(wanted) = native.receiver else {
        return false;
    };
    let class = thread.class_of(receiver);
    // (The dict of a namespace is below `dict`, but has methods of its own.)
    let is_of_program = class >= CLASS_USER_FIRST;
    count > 0 && (class == wanted || is_of_program && thread.is_subclass(class, wanted))
}

/// Whether `__index__` of a class of the program must be asked before the call.
#[inline(never)]
pub(super) fn must_ask(
    thread: &Thread,
    native: &NativeFunction,
    header: Registers,
    count: usize,
) -> bool {
    let arguments = arguments(thread, header, count);
    index_arguments::any_must_be_asked(thread, native, arguments)
}

/// The arguments of a call.
fn arguments(thread: &Thread, header: Registers, count: usize) -> Arguments {
    Arguments {
        start: (thread.index_of(header) + FRAME_HEADER_WORDS) as u32,
        count: count as u32,
        keywords: 0,
    }
}

/// Calls a leaf; false if it has failed.
///
/// # Safety
/// The contract of the handlers; the call lies above the frame.
#[inline(never)]
pub(super) unsafe fn call_leaf(
    thread: &Thread,
    native: &NativeFunction,
    header: Registers,
    count: usize,
) -> bool {
    let NativeCode::Leaf(code) = native.code else {
        return false;
    };
    debug_assert!(native.takes(count), "the arity was looked at");
    let mark = thread.root_count();
    let result = code(thread, arguments(thread, header, count));
    match result {
        Ok(value) => {
            // SAFETY: the header lies in the stack.
            unsafe { *header.add(HEADER_RESULT) = value.word() };
            thread.truncate_roots(mark);
            true
        }
        Err(unwind) => {
            thread.fail(unwind);
            false
        }
    }
}

/// Calls a native that may call back; false if it has failed, or if a loop takes its place, whose
/// frame is the current one then: [`after_undone`].
///
/// # Safety
/// As [`call_leaf`]; no other reference to the thread is in use.
#[inline(never)]
pub(super) unsafe fn call_calling(
    thread: *mut Thread,
    native: &NativeFunction,
    header: Registers,
    count: usize,
) -> bool {
    // SAFETY: the pointer comes from a mutable reference, which no other code uses now.
    let thread = unsafe { &mut *thread };
    thread.announce_frame();
    if let Some(looping) = native.kind_of_loop() {
        let call = Call {
            header: thread.index_of(header),
            count,
            names: &[],
            returns: thread.next(),
        };
        match call_loops::enter(thread, looping, call) {
            Ok(false) => {}
            Ok(true) => return false,
            Err(unwind) => {
                thread.fail(unwind);
                return false;
            }
        }
    }
    // SAFETY: as here.
    unsafe { call_to_end(thread, native, header, count) }
}

/// Where execution goes on after a native that has put no result in its place: in the loop that
/// takes its place, or in the driver, which looks at what it has failed with.
#[inline(never)]
pub(super) fn after_undone(thread: &Thread) -> (Pc, Registers) {
    let goes_on = match thread.has_failed() {
        true => to_loop(),
        false => thread.next(),
    };
    (goes_on, thread.registers())
}

/// Calls a native that may call back, and no loop in its place; false if it has failed. The frame
/// was announced.
///
/// # Safety
/// As [`call_leaf`].
#[inline(always)]
unsafe fn call_to_end(
    thread: &mut Thread,
    native: &NativeFunction,
    header: Registers,
    count: usize,
) -> bool {
    let NativeCode::Calling(code, _) = native.code else {
        return false;
    };
    debug_assert!(native.takes(count), "the arity was looked at");
    let mark = thread.root_count();
    let arguments = arguments(thread, header, count);
    let top = thread.top_index();
    thread.set_top_index(top.max(arguments.start as usize + count));
    let result = code(thread, arguments).map(Value::word);
    thread.set_top_index(top);
    match result {
        Ok(word) => {
            // SAFETY: the header lies in the stack.
            unsafe { *header.add(HEADER_RESULT) = word };
            thread.truncate_roots(mark);
            true
        }
        Err(unwind) => {
            thread.fail(unwind);
            false
        }
    }
}

/// Calls a native that decides for itself which call is made; none if it has failed.
///
/// # Safety
/// As [`call_calling`].
#[inline(never)]
pub(super) unsafe fn call_entering(
    thread: *mut Thread,
    native: &NativeFunction,
    header: Registers,
    count: usize,
    returns: Pc,
) -> Option<Entered> {
    // SAFETY: the pointer comes from a mutable reference, which no other code uses now.
    let thread = unsafe { &mut *thread };
    let NativeCode::Entering(code) = native.code else {
        return None;
    };
    thread.announce_frame();
    let mark = thread.root_count();
    let call = Call {
        header: thread.index_of(header),
        count,
        names: &[],
        returns,
    };
    let entered = crate::calling::call::enter_through(thread, call, code.0);
    let entered = match entered {
        Ok(Entered::Raising) => Err(Unwind::Raise),
        entered => entered,
    };
    thread.truncate_roots(mark);
    entered.map_err(|unwind| thread.fail(unwind)).ok()
}

/// Makes an exception, if that is no more than keeping its arguments; returns whether it was made.
#[inline(never)]
pub(super) fn exception_step(
    thread: &Thread,
    class: &Class,
    header: Registers,
    count: usize,
) -> bool {
    let first = thread.index_of(header) + FRAME_HEADER_WORDS;
    let Some(made) = plain_exception(thread, class, thread.stack_values(first, count)) else {
        return false;
    };
    thread.set_stack_value(thread.index_of(header) + HEADER_RESULT, made);
    true
}
