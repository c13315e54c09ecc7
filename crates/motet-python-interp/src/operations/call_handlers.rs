//! Calls and returns: the handlers. Calls of functions; of natives that have a native shortcut
//! (`QuickFunction`), such as `append` and `pop` of a list; of methods at sites that see many
//! shapes. They call only the shortcut, and so they save hardly a register; all other calls they
//! leave to `native_call_handlers.rs`.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use std::sync::atomic::Ordering;

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{GilMode, Object, Value};

use super::calls::{self, ATTRIBUTE};
use super::found_method::{NO_RECEIVER, NOT_FOUND, SAME_RECEIVER, find};
use super::handler_support::*;
use super::native_call_handlers::{
    call_found_method, call_loaded_any, call_native, call_native_method, taken_apart,
};
use super::site_caches::known;
use super::site_ways::Way;
use super::site_ways::known as ways;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::namespace::CELL_VALUE;
use motet_python_objects::model::native::QuickFunction;
use motet_python_objects::model::thread::{
    HEADER_CALLABLE, HEADER_REGISTERS, HEADER_RESULT, HEADER_RETURN, Thread,
};
use motet_vm::inline_cache::{EMPTY, cached_word};
use motet_vm::symbol::Symbol;

handled! {
    Call => call;
    CallMethod => call_method;
    LoadMethod => load_method;
    CallLoaded => call_loaded;
    Return => return_value;
    ReturnInstance => return_instance;
    MakeFunction => make_function;
}

handlers! {
    call<M>(pc, registers, thread, word) else call_quick {
        let header = registers.add(a(word));
        let callable = load(header, HEADER_CALLABLE);
        let function = object_of(thread, callable, CLASS_FUNCTION)?;
        enter::<M>(thread, function, b(word) as u32, header, pc.add(1), registers)
    }

    call_method<M>(pc, registers, thread, word) else call_quick_method {
        let header = registers.add(a(word));
        let receiver = load(header, FRAME_HEADER_WORDS).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        if u64::from(thread.shape_in::<M>(receiver)) != cache >> 32 {
            return None;
        }
        let cell = Value::from_register(cached_word(cache)).as_object()?;
        let function = thread.read_in::<M>(cell).get(CELL_VALUE);
        enter_method_found::<M>(thread, function, header, pc, registers)
    }

    load_method<M>(pc, registers, thread, word) else load_method_of_many {
        let receiver = get(registers, a(word) + 1).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        if u64::from(thread.shape_in::<M>(receiver)) != cache >> 32 {
            return None;
        }
        let cell = Value::from_register(cached_word(cache)).as_object()?;
        let function = thread.read_in::<M>(cell).get(CELL_VALUE);
        if function == UNBOUND {
            return None;
        }
        set(registers, a(word), function);
        Some((pc.add(2), registers))
    }

    load_method_of_many<M>(pc, registers, thread, word) else load_own_function {
        let receiver = get(registers, a(word) + 1).as_object()?;
        let site = site(pc, registers);
        let shape = thread.shape_in::<M>(receiver);
        if shape == CLASS_MODULE {
            if b(word) != usize::from(ATTRIBUTE) {
                return None;
            }
            let number = thread.read_in::<M>(receiver).get(1).as_integer()? as u32;
            let function = known::variable::<M>(thread, site.name, number)?;
            let parts = taken_apart::<M>(thread, function);
            let (function, receiver) = parts.unwrap_or((function, UNBOUND));
            set(registers, a(word), function);
            set(registers, a(word) + 1, receiver);
            return Some((pc.add(2), registers));
        }
        let known = known::method(thread, site, shape)?;
        known::fill_empty(thread, site, known);
        set(registers, a(word), known::cell_value::<M>(thread, known)?);
        Some((pc.add(2), registers))
    }

    load_own_function<M>(pc, registers, thread, word) else load_method_behind_dict {
        let receiver = get(registers, a(word) + 1).as_object()?;
        if b(word) != usize::from(ATTRIBUTE) {
            return None;
        }
        let function = known::own_callable::<M>(thread, receiver, site(pc, registers).name)?;
        let parts = taken_apart::<M>(thread, function);
        let (function, receiver) = parts.unwrap_or((function, UNBOUND));
        set(registers, a(word), function);
        set(registers, a(word) + 1, receiver);
        Some((pc.add(2), registers))
    }

    load_method_behind_dict<M>(pc, registers, thread, word) else load_method_found {
        let receiver = get(registers, a(word) + 1).as_object()?;
        if b(word) != usize::from(ATTRIBUTE) {
            return None;
        }
        let function = method_behind_dict::<M>(thread, receiver, site(pc, registers).name)?;
        set(registers, a(word), function);
        Some((pc.add(2), registers))
    }

    load_method_found<M>(pc, registers, thread, word) {
        if b(word) != usize::from(ATTRIBUTE) {
            return None;
        }
        let receiver = get(registers, a(word) + 1);
        let (function, kind) = find::<M>(thread, receiver, site(pc, registers).name);
        if function == NOT_FOUND {
            return None;
        }
        let (function, receiver) = match kind {
            // The generic operation caches its look-up on an object.
            SAME_RECEIVER if receiver.as_object().is_some() => return None,
            SAME_RECEIVER => (function, receiver),
            NO_RECEIVER => {
                taken_apart::<M>(thread, function).unwrap_or((function, UNBOUND))
            }
            other => (function, other),
        };
        set(registers, a(word), function);
        set(registers, a(word) + 1, receiver);
        Some((pc.add(2), registers))
    }

    call_loaded<M>(pc, registers, thread, word) else call_loaded_quick {
        let header = registers.add(a(word));
        let function = object_of(thread, load(header, HEADER_CALLABLE), CLASS_FUNCTION)?;
        if load(header, FRAME_HEADER_WORDS) == UNBOUND {
            return None;
        }
        let count = b(word) as u32 + 1;
        enter::<M>(thread, function, count, header, pc.add(1), registers)
    }

    return_value<M>(pc, registers, thread, word) {
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        let _ = pc;
        if caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.return_limit() {
            return None;
        }
        store(header, HEADER_RESULT, get(registers, a(word)));
        Some((or_leave(returns), caller))
    }

    return_instance<M>(pc, registers, thread, word) {
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        let _ = pc;
        if get(registers, a(word) + 1) != NONE
            || caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.return_limit()
        {
            return None;
        }
        store(header, HEADER_RESULT, get(registers, a(word)));
        Some((or_leave(returns), caller))
    }

    call_quick<M>(pc, registers, thread, word) else call_native {
        let header = registers.add(a(word));
        let native = object_of(thread, load(header, HEADER_CALLABLE), CLASS_NATIVE_FUNCTION)?;
        let result = short_cut(thread, native, header, b(word))?;
        store(header, HEADER_RESULT, result);
        go_on::<M>(thread, pc, pc.add(1), registers)
    }

    call_loaded_quick<M>(pc, registers, thread, word) else call_loaded_any {
        let header = registers.add(a(word));
        let native = object_of(thread, load(header, HEADER_CALLABLE), CLASS_NATIVE_FUNCTION)?;
        // The arguments begin behind the place of the receiver if there is none.
        let result = match load(header, FRAME_HEADER_WORDS) {
            UNBOUND => short_cut(thread, native, header.add(1), b(word))?,
            _ => short_cut(thread, native, header, b(word) + 1)?,
        };
        store(header, HEADER_RESULT, result);
        go_on::<M>(thread, pc, pc.add(1), registers)
    }

    call_quick_method<M>(pc, registers, thread, word) else call_method_of_many {
        let header = registers.add(a(word));
        let receiver = load(header, FRAME_HEADER_WORDS).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        // The handler before has marked the receiver, and the cell.
        if u64::from(thread.read_in::<GilMode>(receiver).host()) != cache >> 32 {
            return None;
        }
        let cell = Value::from_register(cached_word(cache)).as_object()?;
        let function = thread.read_in::<GilMode>(cell).get(CELL_VALUE);
        let native = object_of(thread, function, CLASS_NATIVE_FUNCTION)?;
        let result = short_cut(thread, native, header, b(word) + 1)?;
        store(header, HEADER_RESULT, result);
        go_on::<M>(thread, pc, pc.add(2), registers)
    }

    call_method_of_many<M>(pc, registers, thread, word) else call_native_method {
        let header = registers.add(a(word));
        let receiver = load(header, FRAME_HEADER_WORDS).as_object()?;
        let site = site(pc, registers);
        // The handler before has marked the receiver. An empty cache is filled by the code that
        // calls functions.
        let shape = thread.read_in::<GilMode>(receiver).host();
        if shape == CLASS_MODULE || site.cache.load(Ordering::Relaxed) == EMPTY {
            return None;
        }
        let known = known::method(thread, site, shape)?;
        let function = known::cell_value::<M>(thread, known)?;
        enter_method_found::<M>(thread, function, header, pc, registers)
    }

    call_method_behind_dict<M>(pc, registers, thread, word) else call_found_method {
        let header = registers.add(a(word));
        let receiver = load(header, FRAME_HEADER_WORDS).as_object()?;
        let function = method_behind_dict::<M>(thread, receiver, site(pc, registers).name)?;
        enter_method_found::<M>(thread, function, header, pc, registers)
    }
}

/// Enters the method that a `CallMethod` has found, if it is a function; the receiver and the
/// arguments lie in place.
///
/// # Safety
/// The contract of the handlers, at a `CallMethod`.
#[inline(always)]
unsafe fn enter_method_found<M: FastMode>(
    thread: &Thread,
    function: Value<'_>,
    header: Registers,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: as said.
    unsafe {
        let object = object_of(thread, function, CLASS_FUNCTION)?;
        let count = b(*pc) as u32 + 1;
        let entered = enter::<M>(thread, object, count, header, pc.add(2), registers)?;
        store(header, HEADER_CALLABLE, function);
        Some(entered)
    }
}

/// The method of an instance whose own attributes lie in a dict, which lacks the name.
#[inline(always)]
fn method_behind_dict<'a, M: FastMode>(
    thread: &'a Thread,
    receiver: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let way = ways::to_read(thread, thread.shape_in::<M>(receiver), name)?;
    let is_method = ways::is(way, Way::MethodBehindDict)
        && ways::is_behind_dict::<M>(thread, receiver, way, name);
    if is_method {
        ways::method::<M>(thread, way)
    } else {
        None
    }
}

/// The result of a native's shortcut for a call of so many arguments.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(always)]
unsafe fn short_cut<'a>(
    thread: &'a Thread,
    native: Object<'a>,
    header: Registers,
    count: usize,
) -> Option<Value<'a>> {
    let native = thread.unbound_native(native)?;
    let quick = native.quick?;
    if !native.takes(count) || count > 3 {
        return None;
    }
    let argument = |place: usize| match place < count {
        // SAFETY: the contract of the handlers.
        true => unsafe { load(header, FRAME_HEADER_WORDS + place) },
        false => UNBOUND,
    };
    short_cut_step(quick, thread, argument(0), argument(1), argument(2))
}

/// The call stands apart from the handlers: those must not look as if they called the next one.
#[inline(never)]
fn short_cut_step<'a>(
    quick: QuickFunction,
    thread: &'a Thread,
    first: Value<'a>,
    second: Value<'a>,
    third: Value<'a>,
) -> Option<Value<'a>> {
    quick(thread, [first, second, third])
}

/// After the call: to the next operation, or to the loop if there is something to do.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(super) unsafe fn go_on<M: FastMode>(
    thread: &Thread,
    pc: Pc,
    returns: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    if must_yield::<M>(thread) {
        thread.set_registers(registers);
        thread.set_next(returns);
        thread.set_pc(pc);
        thread.reach_yield_point();
        return Some((to_loop(), registers));
    }
    Some((returns, registers))
}

leaves! {
    make_function = make_function_step;
}

#[inline(never)]
fn make_function_step(thread: &Thread, word: u32) -> Step {
    let made = calls::make_function(thread, a(word) as u8, (word >> 16) as usize);
    finish(thread, made.map(|()| true))
}
