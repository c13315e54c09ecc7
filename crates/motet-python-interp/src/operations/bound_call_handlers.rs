//! The handlers of calls whose arguments must be bound first: defaults, keyword arguments, `*`
//! and `**` on either side. The frame is entered without a generic operation.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`; these handlers may call
//! functions.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{Object, Value};

use super::call_handlers::go_on;
use super::construction_handlers::{
    call_keywords_class, call_spread_new, init_of_program, init_step,
};
use super::handler_support::Handler;
use super::handler_support::handled;
use super::handler_support::{FastMode, Pc, Registers, push_header};
use super::handler_support::{a, b, code, handlers, load, must_yield, object_of, store, to_loop};
use super::named_call_handlers::call_loaded_keywords;
use motet_python_objects::model::code::LoadedCode;
use motet_python_objects::model::function::{FUNCTION_CODE, METHOD_FUNCTION, METHOD_SELF};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Call;
use motet_python_objects::model::short_call;
use motet_python_objects::model::thread::{HEADER_CALLABLE, HEADER_RESULT, Thread};
use motet_python_objects::types::{dict, list, tuple};
use motet_vm::symbol::Symbol;

handled! {
    CallKeywords => call_keywords;
    CallLoadedKeywords => call_loaded_keywords;
    CallSpread => call_spread;
}

/// A call whose arguments lie behind its header, the last of them named.
#[derive(Clone, Copy)]
pub(crate) struct BoundCall<'a> {
    pub(crate) header: Registers,
    pub(crate) count: usize,
    pub(crate) names: &'a [Symbol],
    pub(crate) pc: Pc,
    pub(crate) returns: Pc,
}

/// Binds the arguments of a call to a function's parameters and enters its frame. Gives up before
/// it changes anything; when binding raises, it leaves for the loop.
///
/// # Safety
/// The contract of the handlers; the header lies in the frame of `registers`, or behind it.
#[inline(always)]
pub(crate) unsafe fn enter_bound<M: FastMode>(
    thread: &Thread,
    function: Object<'_>,
    call: BoundCall<'_>,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: word 1 of a function is the address of its code.
    let callee =
        unsafe { &*(thread.read_in::<M>(function).raw(FUNCTION_CODE) as *const LoadedCode) };
    let header = call.header;
    let frame = header.wrapping_add(FRAME_HEADER_WORDS);
    let words = call.count.max(callee.register_count as usize);
    if frame.wrapping_add(words) > thread.stack.soft_end() || must_yield::<M>(thread) {
        return None;
    }
    thread.set_registers(registers);
    thread.set_next(call.returns);
    thread.set_pc(call.pc);
    if !bind(thread, callee, function, header, call.count, call.names) {
        return Some((to_loop(), registers));
    }
    // SAFETY: the header lies below the stack's soft end.
    unsafe { Some(push(callee, header, call.returns, registers)) }
}

/// Makes the header of a frame whose arguments are in place.
///
/// # Safety
/// The contract of the handlers; there is room for the frame.
#[inline(always)]
unsafe fn push(
    callee: &'static LoadedCode,
    header: Registers,
    returns: Pc,
    registers: Registers,
) -> (Pc, Registers) {
    debug_assert!(
        header >= registers,
        "a call begins in the caller's frame, or behind it"
    );
    // SAFETY: as above.
    let frame = unsafe { push_header(header, callee, returns, registers) };
    (callee.instructions.as_ptr(), frame)
}

/// Puts the arguments into the parameters' registers; false if it has failed. (It takes no
/// structure: that would lie on the native stack, and the handler would lose its jump.)
#[inline(never)]
pub(super) fn bind(
    thread: &Thread,
    callee: &'static LoadedCode,
    function: Object<'_>,
    header: Registers,
    count: usize,
    names: &[Symbol],
) -> bool {
    debug_assert!(names.len() <= count, "named arguments are arguments");
    let call = Call {
        header: thread.index_of(header),
        count,
        names,
        returns: std::ptr::null(),
    };
    match crate::calling::arguments::bind(thread, callee, function, call) {
        Ok(()) => true,
        Err(unwind) => {
            thread.fail(unwind);
            false
        }
    }
}

/// The function of a call, and the value that a method puts before its arguments.
#[inline(always)]
fn target<'a>(thread: &'a Thread, callable: Object<'a>) -> Option<(Object<'a>, Option<Value<'a>>)> {
    match thread.host_of(callable) {
        CLASS_FUNCTION => Some((callable, None)),
        CLASS_METHOD => {
            let view = thread.read(callable);
            let function = object_of(thread, view.get(METHOD_FUNCTION), CLASS_FUNCTION)?;
            Some((function, Some(view.get(METHOD_SELF))))
        }
        _ => None,
    }
}

/// Enters a function, or the function of a method.
///
/// # Safety
/// As [`enter_bound`].
#[inline(always)]
unsafe fn enter_target<M: FastMode>(
    thread: &Thread,
    call: BoundCall<'_>,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: the contract of the handlers; room for one more argument is looked at.
    unsafe {
        let callable = load(call.header, HEADER_CALLABLE);
        let (function, receiver) = target(thread, callable.as_object()?)?;
        let Some(receiver) = receiver else {
            return enter_bound::<M>(thread, function, call, registers);
        };
        let first = call.header.add(FRAME_HEADER_WORDS);
        if first.wrapping_add(call.count + 1) > thread.stack.soft_end() {
            return None;
        }
        std::ptr::copy(first, first.add(1), call.count);
        store(first, 0, receiver);
        store(call.header, HEADER_CALLABLE, function.value());
        let bound = BoundCall {
            count: call.count + 1,
            ..call
        };
        let entered = enter_bound::<M>(thread, function, bound, registers);
        if entered.is_none() {
            // The operation runs again: it must find its registers as they were.
            std::ptr::copy(first.add(1), first, call.count);
            store(call.header, HEADER_CALLABLE, callable);
        }
        entered
    }
}

/// Names of so many keyword arguments are collected without memory of their own.
pub(super) const NAMES: usize = 16;

/// Takes the arguments of a call out of the list (or tuple) and the dict that lie in place of the
/// first two. Returns how many there are, and how many of them are named. If it gives up, nothing
/// is changed.
#[inline(never)]
pub(super) fn spread(
    thread: &Thread,
    header: Registers,
    names: &mut [Symbol; NAMES],
) -> Option<(usize, usize)> {
    let first = thread.index_of(header) + FRAME_HEADER_WORDS;
    let sequence = thread.stack_value(first).as_object()?;
    let keywords = thread.stack_value(first + 1);
    let (items, count) = match thread.host_of(sequence) {
        CLASS_LIST => list::items(thread, sequence),
        CLASS_TUPLE => (sequence, tuple::length(thread, sequence)),
        _ => return None,
    };
    let mut named = 0;
    let keywords = match keywords {
        NONE => None,
        keywords => Some(object_of(thread, keywords, CLASS_DICT)?),
    };
    if let Some(keywords) = keywords {
        for key in dict::keys(thread, keywords) {
            *names.get_mut(named)? = thread.symbol_of_name(key)?;
            named += 1;
        }
    }
    let count = count as usize;
    if thread.pointer_to(first + count + named + 1) > thread.stack.soft_end() {
        return None;
    }
    for (place, value) in (first..).zip(thread.read_elements(items, 0, count as u64)) {
        thread.set_stack_value(place, value);
    }
    if let Some(keywords) = keywords {
        let values = dict::live_values(thread, keywords);
        for (place, value) in (first + count..first + count + named).zip(values) {
            thread.set_stack_value(place, value);
        }
    }
    debug_assert!(named <= names.len());
    Some((count + named, named))
}

/// The outcome of a call with `*` and `**`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spread {
    /// The function's arguments are bound; it lies in the header.
    Bound,
    /// The frames of an instance and of its `__init__` are entered; the thread knows where they
    /// begin.
    Initialising,
    /// A native's shortcut has answered; the result lies in the header.
    Done,
    /// The generic operation must run: nothing was changed.
    Whole,
    /// It has failed; the thread knows how.
    Failed,
}

/// Spreads the arguments of a call and binds them.
///
/// # Safety
/// The contract of the handlers; the header lies in the current frame.
#[inline(never)]
unsafe fn spread_step(thread: &Thread, header: Registers) -> Spread {
    // SAFETY: the header and the two registers behind it lie in the frame; `spread` looks at the
    // room for the arguments and one more, and the room for the frame is looked at here.
    unsafe {
        let (callable, first) = (
            load(header, HEADER_CALLABLE),
            header.add(FRAME_HEADER_WORDS),
        );
        let (sequence, keywords) = (load(first, 0), load(first, 1));
        let Some((function, receiver)) = callable
            .as_object()
            .and_then(|callable| target(thread, callable).or_else(|| by_call(thread, callable)))
        else {
            if let Some(number) = plain_class(thread, callable) {
                return spread_init(thread, number, header);
            }
            return spread_shortly(thread, header);
        };
        let mut names = [Symbol(0); NAMES];
        let Some((count, named)) = spread(thread, header, &mut names) else {
            return Spread::Whole;
        };
        let callee = code_of(thread, function);
        let total = count + usize::from(receiver.is_some());
        let words = total.max(callee.register_count as usize);
        if first.wrapping_add(words) > thread.stack.soft_end() {
            store(first, 0, sequence);
            store(first, 1, keywords);
            return Spread::Whole;
        }
        if let Some(receiver) = receiver {
            std::ptr::copy(first, first.add(1), count);
            store(first, 0, receiver);
            store(header, HEADER_CALLABLE, function.value());
        }
        if bind(thread, callee, function, header, total, &names[..named]) {
            Spread::Bound
        } else {
            Spread::Failed
        }
    }
}

/// As [`target`] of an object whose class has a `__call__`.
fn by_call<'a>(
    thread: &'a Thread,
    callable: Object<'a>,
) -> Option<(Object<'a>, Option<Value<'a>>)> {
    let (function, receiver) = short_call::callable_of(thread, callable)?;
    Some((object_of(thread, function, CLASS_FUNCTION)?, Some(receiver)))
}

/// The class that is called, if its instances need no more than its `__init__`.
fn plain_class(thread: &Thread, callable: Value<'_>) -> Option<ClassNumber> {
    let number = thread.class_number_of(callable)?;
    init_of_program(thread, thread.class(number)).map(|_| number)
}

/// Spreads the arguments of a call of a class, makes an instance, and enters its `__init__`.
///
/// # Safety
/// As [`spread_step`].
unsafe fn spread_init(thread: &Thread, number: ClassNumber, header: Registers) -> Spread {
    // SAFETY: as there.
    unsafe {
        let first = header.add(FRAME_HEADER_WORDS);
        let (sequence, keywords) = (load(first, 0), load(first, 1));
        let mut names = [Symbol(0); NAMES];
        let Some((count, named)) = spread(thread, header, &mut names) else {
            return Spread::Whole;
        };
        let begin = init_step(thread, number, header, count, &names[..named]);
        if begin.is_null() {
            store(first, 0, sequence);
            store(first, 1, keywords);
            return Spread::Whole;
        }
        if begin == to_loop() {
            return Spread::Failed;
        }
        thread.set_next(begin);
        Spread::Initialising
    }
}

/// Hands the arguments of a call, if they have no names, to the shortcut of a native.
///
/// # Safety
/// As [`spread_step`].
unsafe fn spread_shortly(thread: &Thread, header: Registers) -> Spread {
    // SAFETY: as there.
    let (callable, sequence, keywords) = unsafe {
        let first = header.add(FRAME_HEADER_WORDS);
        let callable = load(header, HEADER_CALLABLE);
        (callable, load(first, 0), load(first, 1))
    };
    let has_names = keywords != NONE
        && object_of(thread, keywords, CLASS_DICT)
            .is_none_or(|keywords| dict::length(thread, keywords) > 0);
    let answer = || {
        let sequence = sequence.as_object()?;
        let (items, count) = match thread.host_of(sequence) {
            CLASS_LIST => list::items(thread, sequence),
            CLASS_TUPLE => (sequence, tuple::length(thread, sequence)),
            _ => return None,
        };
        let mut arguments = [UNBOUND; 3];
        let arguments = arguments.get_mut(..count as usize)?;
        for (place, value) in arguments
            .iter_mut()
            .zip(thread.read_elements(items, 0, count))
        {
            *place = value;
        }
        short_call::call_shortly(thread, callable, arguments)
    };
    if has_names {
        return Spread::Whole;
    }
    let Some(result) = answer() else {
        return Spread::Whole;
    };
    // SAFETY: the header lies in the frame.
    unsafe { store(header, HEADER_RESULT, result) };
    Spread::Done
}

/// The code of a function.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn code_of(thread: &Thread, function: Object<'_>) -> &'static LoadedCode {
    // SAFETY: word 1 of a function is the address of its code.
    unsafe { &*(thread.read(function).raw(FUNCTION_CODE) as *const LoadedCode) }
}

handlers! {
    call_keywords<M>(pc, registers, thread, word) else call_keywords_class {
        let list = &*code(registers).constant_name_lists.as_ptr().add(*pc.add(1) as usize);
        let call = BoundCall {
            header: registers.add(a(word)),
            count: b(word),
            names: list.as_ref()?,
            pc,
            returns: pc.add(2),
        };
        enter_target::<M>(thread, call, registers)
    }

    call_spread<M>(pc, registers, thread, word) else call_spread_new {
        if must_yield::<M>(thread) {
            return None;
        }
        let header = registers.add(a(word));
        let returns = pc.add(1);
        thread.set_registers(registers);
        thread.set_next(returns);
        thread.set_pc(pc);
        match spread_step(thread, header) {
            Spread::Bound => {
                let function = load(header, HEADER_CALLABLE).as_object()?;
                Some(push(code_of(thread, function), header, returns, registers))
            }
            Spread::Initialising => {
                Some((thread.next(), header.wrapping_add(2 * FRAME_HEADER_WORDS + 1)))
            }
            Spread::Done => go_on::<M>(thread, pc, returns, registers),
            Spread::Whole => None,
            Spread::Failed => Some((to_loop(), registers)),
        }
    }
}
