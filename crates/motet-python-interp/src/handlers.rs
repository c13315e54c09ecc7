//! Handlers of the hot operations: their common cases. How handlers follow one another, what they
//! may do, and the contract that their `SAFETY` comments cite stand in `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use std::sync::atomic::Ordering;

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{GilMode, HtmMode, Object, StmMode, Value, Word};

pub use motet_vm::handlers::{
    Dispatch, LEAVE, PAUSE, Pc, Registers, a, b, c, generic, get, handlers, is_register, leave,
    load, must_yield, object_of, or_leave, pause, push_header, read_own, set, store, to_loop,
};
pub use motet_vm::numbers::*;

use crate::attribute_handlers::*;
use crate::builtin_handlers::*;
use crate::iteration_handlers::Loops;
use crate::native_shortcut_handlers::{call_quick, call_quick_method};
use motet_python_objects::model::code::{GlobalLink, LoadedCode, Site};
use motet_python_objects::model::function::{FUNCTION_CLOSURE, FUNCTION_CODE};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::namespace::CELL_VALUE;
use motet_python_objects::model::thread::{
    HEADER_CALLABLE, HEADER_CODE, HEADER_REGISTERS, HEADER_RESULT, HEADER_RETURN, Thread,
};

pub(crate) type Handler = motet_vm::handlers::Handler<Thread>;

/// The set of handlers of this crate.
pub(crate) struct HandlerSet;

/// A mode that the handlers are compiled for.
pub(crate) trait FastMode: Dispatch<Thread, HandlerSet> {
    /// The handlers of loops by the kind of their iterators.
    const LOOPS: &'static Loops;
}

macro_rules! modes {
    ($($mode:ident)*) => {
        $(
            impl Dispatch<Thread, HandlerSet> for $mode {
                const TABLE: &'static [Handler; 256] = &crate::handler_table::table::<$mode>();
            }

            impl FastMode for $mode {
                const LOOPS: &'static Loops = &crate::iteration_handlers::loops::<$mode>();
            }
        )*
    };
}

modes!(GilMode HtmMode StmMode);

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

/// The global variable that an instruction names.
///
/// # Safety
/// The contract of the handlers, at an instruction with the index of a global variable.
#[inline(always)]
unsafe fn global_link<'a>(registers: Registers, word: u32) -> &'a GlobalLink {
    // SAFETY: the verifier has checked the index.
    unsafe {
        let (globals, index) = (&code(registers).globals, (word >> 16) as usize);
        debug_assert!(index < globals.len());
        &*globals.as_ptr().add(index)
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
    // SAFETY: the header lies in the caller's frame.
    unsafe { push_header(header, code, returns, caller) };
    Some((code.instructions.as_ptr(), registers))
}

handlers! {
    nop<M>(pc, registers, _thread, _word) {
        Some((pc.add(1), registers))
    }

    move_register<M>(pc, registers, _thread, word) {
        set(registers, a(word), get(registers, b(word)));
        Some((pc.add(1), registers))
    }

    load_constant<M>(pc, registers, _thread, word) {
        let (constants, index) = (&code(registers).constants, (word >> 16) as usize);
        debug_assert!(index < constants.len() && is_register(registers, a(word)));
        *registers.add(a(word)) = *constants.as_ptr().add(index);
        Some((pc.add(1), registers))
    }

    load_int<M>(pc, registers, _thread, word) {
        set(registers, a(word), Value::from_small((word as i32) >> 16));
        Some((pc.add(1), registers))
    }

    unbind<M>(pc, registers, _thread, word) {
        set(registers, a(word), UNBOUND);
        Some((pc.add(1), registers))
    }

    check_bound<M>(pc, registers, _thread, word) {
        if get(registers, a(word)) == UNBOUND {
            return None;
        }
        Some((pc.add(1), registers))
    }

    load_global<M>(pc, registers, thread, word) {
        let link = global_link(registers, word);
        let mut value = thread.read_in::<M>(link.cell.object()).get(CELL_VALUE);
        if value == UNBOUND {
            value = thread.read_in::<M>(link.builtin?.object()).get(CELL_VALUE);
            if value == UNBOUND {
                return None;
            }
        }
        set(registers, a(word), value);
        Some((pc.add(1), registers))
    }

    store_global<M>(pc, registers, thread, word) {
        let link = global_link(registers, word);
        let view = thread.write_open(link.cell.object())?;
        view.set(CELL_VALUE, get(registers, a(word)));
        Some((pc.add(1), registers))
    }

    load_cell<M>(pc, registers, thread, word) {
        let cell = get(registers, b(word)).as_object()?;
        let value = read_own::<M>(thread, cell).get(CELL_VALUE);
        if value == UNBOUND {
            return None;
        }
        set(registers, a(word), value);
        Some((pc.add(1), registers))
    }

    store_cell<M>(pc, registers, thread, word) {
        let cell = get(registers, a(word)).as_object()?;
        thread.write_open(cell)?.set(CELL_VALUE, get(registers, b(word)));
        Some((pc.add(1), registers))
    }

    load_free<M>(pc, registers, thread, word) {
        let cell = closure_cell(thread, registers, (word >> 16) as u64)?;
        let value = read_own::<M>(thread, cell).get(CELL_VALUE);
        if value == UNBOUND {
            return None;
        }
        set(registers, a(word), value);
        Some((pc.add(1), registers))
    }

    store_free<M>(pc, registers, thread, word) {
        let cell = closure_cell(thread, registers, (word >> 16) as u64)?;
        thread.write_open(cell)?.set(CELL_VALUE, get(registers, a(word)));
        Some((pc.add(1), registers))
    }

    binary<M, const OP: u8>(pc, registers, _thread, word) else binary_leaf<OP> {
        let result = arithmetic::<OP>(get(registers, b(word)), get(registers, c(word)))?;
        set(registers, a(word), result);
        Some((pc.add(1), registers))
    }

    binary_small<M, const OP: u8>(pc, registers, _thread, word) else binary_small_leaf<OP> {
        let right = Value::from_small((word as i32) >> 24);
        let result = arithmetic::<OP>(get(registers, b(word)), right)?;
        set(registers, a(word), result);
        Some((pc.add(1), registers))
    }

    negate<M>(pc, registers, _thread, word) {
        let value = get(registers, b(word));
        let result = match value.as_float() {
            Some(number) => Value::from_float(-number)?,
            None => Value::from_integer(-value.as_integer()?)?,
        };
        set(registers, a(word), result);
        Some((pc.add(1), registers))
    }

    not<M>(pc, registers, _thread, word) else not_leaf {
        let truth = truth(get(registers, b(word)))?;
        set(registers, a(word), boolean(!truth));
        Some((pc.add(1), registers))
    }

    compare_values<M, const C: u8>(pc, registers, _thread, word) else compare_leaf<C> {
        let holds = compare::<C>(get(registers, b(word)), get(registers, c(word)))?;
        set(registers, a(word), boolean(holds));
        Some((pc.add(1), registers))
    }

    is<M, const WANTED: bool>(pc, registers, _thread, word) {
        let same = get(registers, b(word)) == get(registers, c(word));
        set(registers, a(word), boolean(same == WANTED));
        Some((pc.add(1), registers))
    }

    jump<M>(pc, registers, _thread, word) {
        Some((pc.offset(1 + ((word as i32) >> 8) as isize), registers))
    }

    loop_back<M>(pc, registers, thread, word) {
        if must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(1 + ((word as i32) >> 8) as isize), registers))
    }

    jump_if<M, const WANTED: bool, const BACK: bool>(pc, registers, thread, word)
    else jump_if_leaf<WANTED, BACK> {
        if truth(get(registers, a(word)))? != WANTED {
            return Some((pc.add(1), registers));
        }
        if BACK && must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(1 + ((word as i32) >> 16) as isize), registers))
    }

    jump_if_none<M, const WANTED: bool>(pc, registers, _thread, word) {
        if (get(registers, a(word)) == NONE) != WANTED {
            return Some((pc.add(1), registers));
        }
        Some((pc.offset(1 + ((word as i32) >> 16) as isize), registers))
    }

    jump_compare<M, const C: u8, const WANTED: bool, const BACK: bool, const SMALL: bool>
    (pc, registers, thread, word) else jump_compare_leaf<C, WANTED, BACK, SMALL> {
        let right = if SMALL {
            Value::from_small(i32::from(b(word) as u8 as i8))
        } else {
            get(registers, b(word))
        };
        if compare::<C>(get(registers, a(word)), right)? != WANTED {
            return Some((pc.add(2), registers));
        }
        if BACK && must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers))
    }

    unpack<M>(pc, registers, thread, word) else unpack_leaf {
        let tuple = object_of(thread, get(registers, b(word)), CLASS_TUPLE)?;
        let count = c(word);
        if thread.array_length(tuple) != count as u64 {
            return None;
        }
        for place in 0..count {
            let item = thread.read_element_in::<GilMode>(tuple, place as u64);
            set(registers, a(word) + place, item);
        }
        Some((pc.add(1), registers))
    }

    list_append<M>(pc, registers, thread, word) else list_append_leaf {
        let list = object_of(thread, get(registers, a(word)), CLASS_LIST)?;
        let view = thread.write_open(list)?;
        let fields = view.read();
        let (items, length) = (fields.get(1).as_object()?, fields.get(2).as_integer()?);
        if length as u64 >= thread.array_length(items)
            || !thread.write_element_open(items, length as u64, get(registers, b(word)))
        {
            return None;
        }
        view.set(2, Value::from_integer(length + 1)?);
        Some((pc.add(1), registers))
    }

    get_attribute<M>(pc, registers, thread, word) else get_attribute_of_many {
        let object = get(registers, b(word)).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        let view = read_own::<M>(thread, object);
        if u64::from(view.host()) != cache >> 32 {
            return None;
        }
        set(registers, a(word), view.get(cache & 0xff));
        Some((pc.add(2), registers))
    }

    set_attribute<M>(pc, registers, thread, word) else set_attribute_of_many {
        let object = get(registers, a(word)).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        // First: what is open for writing needs no mark of having been read.
        let view = thread.write_open(object)?;
        if u64::from(view.read().host()) != cache >> 32 {
            return None;
        }
        view.set(cache & 0xff, get(registers, b(word)));
        let shape = (cache as u32) >> 8;
        if shape != 0 {
            view.set_host(shape);
        }
        Some((pc.add(2), registers))
    }

    get_item<M>(pc, registers, thread, word) else get_item_leaf {
        let container = get(registers, b(word)).as_object()?;
        let index = get(registers, c(word));
        let item = match thread.host_of(container) {
            CLASS_LIST => {
                let view = read_own::<M>(thread, container);
                let place = place(index, view.get(2).as_integer()? as u64)?;
                thread.read_element_in::<M>(view.get(1).as_object()?, place)
            }
            CLASS_TUPLE => {
                let place = place(index, thread.array_length(container))?;
                thread.read_element_in::<GilMode>(container, place)
            }
            _ => return None,
        };
        set(registers, a(word), item);
        Some((pc.add(1), registers))
    }

    set_item<M>(pc, registers, thread, word) else set_item_of_card {
        let (items, place) = item_place::<M>(thread, registers, word)?;
        if !thread.write_element_open(items, place, get(registers, c(word))) {
            return None;
        }
        Some((pc.add(1), registers))
    }

    set_item_of_card<M>(pc, registers, thread, word) else set_item_leaf {
        let (items, place) = item_place::<M>(thread, registers, word)?;
        thread.set_position(pc as u64);
        thread.write_element(items, place, get(registers, c(word))).ok()?;
        Some((pc.add(1), registers))
    }

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
        if u64::from(thread.read_in::<M>(receiver).host()) != cache >> 32 {
            return None;
        }
        let cell = Value::from_register(Word((cache & 0xffff_ffff) << 4 | 1)).as_object()?;
        let function = thread.read_in::<M>(cell).get(CELL_VALUE);
        let object = object_of(thread, function, CLASS_FUNCTION)?;
        let count = b(word) as u32 + 1;
        let entered = enter::<M>(thread, object, count, header, pc.add(2), registers)?;
        store(header, HEADER_CALLABLE, function);
        Some(entered)
    }

    return_value<M>(pc, registers, thread, word) {
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        let _ = pc;
        if caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.low_water() {
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
            || caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.low_water()
        {
            return None;
        }
        store(header, HEADER_RESULT, get(registers, a(word)));
        Some((or_leave(returns), caller))
    }
}

/// Where `SetItem` stores: the array of a list, and the place in it.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn item_place<'a, M: FastMode>(
    thread: &'a Thread,
    registers: Registers,
    word: u32,
) -> Option<(Object<'a>, u64)> {
    // SAFETY: the contract of the handlers.
    let (container, index) = unsafe { (get(registers, a(word)), get(registers, b(word))) };
    let list = object_of(thread, container, CLASS_LIST)?;
    let view = read_own::<M>(thread, list);
    let place = place(index, view.get(2).as_integer()? as u64)?;
    Some((view.get(1).as_object()?, place))
}

/// Cell `index` of the closure of the function that runs.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn closure_cell(thread: &Thread, registers: Registers, index: u64) -> Option<Object<'_>> {
    // SAFETY: I-FRAME-1: the callable lies in the header.
    let callable = unsafe { load(registers.sub(FRAME_HEADER_WORDS), HEADER_CALLABLE) };
    // A function keeps its closure, and tuples never change: no marks.
    let closure = thread
        .read_in::<GilMode>(callable.as_object()?)
        .get(FUNCTION_CLOSURE)
        .as_object()?;
    thread
        .read_element_in::<GilMode>(closure, index)
        .as_object()
}
