//! Constants, registers and variables: the handlers.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{GilMode, Object, Value};

use super::handler_support::*;
use super::variables;
use motet_python_objects::classes::globals;
use motet_python_objects::model::code::GlobalLink;
use motet_python_objects::model::function::{FUNCTION_CLOSURE, FUNCTION_GLOBALS};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::namespace::CELL_VALUE;
use motet_python_objects::model::thread::{HEADER_CALLABLE, Thread};

handled! {
    Nop => nop;
    Move => move_register;
    LoadConst => load_constant;
    LoadInt => load_int;
    Unbind => unbind;
    CheckBound => check_bound;
    LoadGlobal => load_global;
    StoreGlobal => store_global;
    LoadDictGlobal => load_dict_global;
    MakeCell => make_cell;
    LoadCell => load_cell;
    StoreCell => store_cell;
    LoadClosure => load_closure;
    LoadFree => load_free;
    StoreFree => store_free;
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

    load_dict_global<M>(pc, registers, thread, word) {
        let link = global_link(registers, word);
        // A function keeps its globals, so no read marker is needed.
        let callable = load(registers.sub(FRAME_HEADER_WORDS), HEADER_CALLABLE).as_object()?;
        let dict = thread.read_in::<GilMode>(callable).get(FUNCTION_GLOBALS);
        let value = dict_global(thread, dict, link)?;
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
}

leaves! {
    make_cell = make_cell_step;
    load_closure = load_closure_step;
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

/// Cell `index` of the closure of the function that runs.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn closure_cell(thread: &Thread, registers: Registers, index: u64) -> Option<Object<'_>> {
    // SAFETY: I-FRAME-1: the callable lies in the header.
    let callable = unsafe { load(registers.sub(FRAME_HEADER_WORDS), HEADER_CALLABLE) };
    // A function keeps its closure, and tuples never change, so no read markers are needed.
    let closure = thread
        .read_in::<GilMode>(callable.as_object()?)
        .get(FUNCTION_CLOSURE)
        .as_object()?;
    debug_assert!(
        index < thread.array_length(closure),
        "the closure fits the code"
    );
    thread
        .read_element_in::<GilMode>(closure, index)
        .as_object()
}

/// The value of a global name in code whose globals are a dict, apart from the handler.
#[inline(never)]
fn dict_global<'a>(thread: &'a Thread, dict: Value<'a>, link: &GlobalLink) -> Option<Value<'a>> {
    globals::linked_global(thread, dict, link)
}

#[inline(never)]
fn make_cell_step(thread: &Thread, word: u32) -> Step {
    variables::make_cell(thread, a(word) as u8);
    Step::Done
}

#[inline(never)]
fn load_closure_step(thread: &Thread, word: u32) -> Step {
    variables::load_closure(thread, a(word) as u8, (word >> 16) as usize);
    Step::Done
}
