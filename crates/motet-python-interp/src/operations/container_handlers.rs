//! Items, and building containers and texts: the handlers.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`; these handlers may call
//! functions, none of which collects.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_tm::{GilMode, Object, Value};

use super::containers;
use super::handler_support::*;
use super::operator_trampoline::*;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::item;
use motet_python_objects::types::{list, set, string, tuple};

#[inline(never)]
fn get_item_step(thread: &Thread, word: u32) -> Step {
    let (container, key) = (
        thread.register(b(word) as u8),
        thread.register(c(word) as u8),
    );
    put(thread, word, item::get_item_leaf(thread, container, key))
}

#[inline(never)]
fn set_item_step(thread: &Thread, word: u32) -> Step {
    let (container, key) = (
        thread.register(a(word) as u8),
        thread.register(b(word) as u8),
    );
    let value = thread.register(c(word) as u8);
    finish(thread, item::set_item_leaf(thread, container, key, value))
}

#[inline(never)]
fn delete_item_step(thread: &Thread, word: u32) -> Step {
    let (container, key) = (
        thread.register(a(word) as u8),
        thread.register(b(word) as u8),
    );
    finish(thread, item::delete_item_leaf(thread, container, key))
}

#[inline(never)]
fn list_append_step(thread: &Thread, word: u32) -> Step {
    let done = containers::list_append(thread, a(word) as u8, b(word) as u8);
    finish(thread, done.map(|()| true))
}

#[inline(never)]
fn set_add_step(thread: &Thread, word: u32) -> Step {
    let done = containers::set_add_leaf(thread, a(word) as u8, b(word) as u8);
    finish(thread, done)
}

#[inline(never)]
fn dict_set_step(thread: &Thread, word: u32) -> Step {
    let (dict, key, value) = (a(word) as u8, b(word) as u8, c(word) as u8);
    finish(thread, containers::dict_set_leaf(thread, dict, key, value))
}

#[inline(never)]
fn list_extend_step(thread: &Thread, word: u32) -> Step {
    let done = containers::list_extend_leaf(thread, a(word) as u8, b(word) as u8);
    finish(thread, done)
}

#[inline(never)]
fn dict_update_step(thread: &Thread, word: u32) -> Step {
    let done = containers::dict_update_leaf(thread, a(word) as u8, b(word) as u8);
    finish(thread, done)
}

#[inline(never)]
fn build_dict_step(thread: &Thread, word: u32) -> Step {
    let (a, b, count) = (a(word) as u8, b(word) as u8, c(word) as u8);
    finish(thread, containers::build_dict_leaf(thread, a, b, count))
}

#[inline(never)]
fn build_set_step(thread: &Thread, word: u32) -> Step {
    let items = thread.registers_from(b(word) as u8, c(word) as u8);
    let items = items.iter().copied();
    put(thread, word, set::of_items_leaf(thread, CLASS_SET, items))
}

#[inline(never)]
fn build_slice_step(thread: &Thread, word: u32) -> Step {
    containers::build_slice(thread, a(word) as u8, b(word) as u8);
    Step::Done
}

#[inline(never)]
fn build_list_step(thread: &Thread, word: u32) -> Step {
    let items = thread.registers_from(b(word) as u8, c(word) as u8);
    put(thread, word, list::from_values(thread, items).map(Some))
}

#[inline(never)]
fn build_tuple_step(thread: &Thread, word: u32) -> Step {
    let items = thread.registers_from(b(word) as u8, c(word) as u8);
    put(thread, word, tuple::from_values(thread, items).map(Some))
}

#[inline(never)]
fn build_string_step(thread: &Thread, word: u32) -> Step {
    let parts = thread.registers_from(b(word) as u8, c(word) as u8);
    put(thread, word, string::join_all(thread, parts).map(Some))
}

#[inline(never)]
fn format_value_step(thread: &Thread, word: u32) -> Step {
    let (a, b, how) = (a(word) as u8, b(word) as u8, c(word) as u8);
    finish(thread, containers::format_leaf(thread, a, b, how))
}

#[inline(never)]
fn list_to_tuple_step(thread: &Thread, word: u32) -> Step {
    let made = containers::list_to_tuple(thread, a(word) as u8, b(word) as u8);
    finish(thread, made.map(|()| true))
}

handled! {
    GetItem => get_item;
    SetItem => set_item;
    DeleteItem => delete_item;
    BuildList => build_list;
    BuildTuple => build_tuple;
    BuildSet => build_set;
    BuildDict => build_dict;
    BuildString => build_string;
    BuildSlice => build_slice;
    FormatValue => format_value;
    ListAppend => list_append;
    ListExtend => list_extend;
    ListToTuple => list_to_tuple;
    SetAdd => set_add;
    DictSet => dict_set;
    DictUpdate => dict_update;
    DictMerge => dict_update;
}

leaves! {
    get_item_leaf = get_item_step else get_item_special;
    set_item_leaf = set_item_step else set_item_special;
    delete_item = delete_item_step else delete_item_special;
    list_append_leaf = list_append_step;
    set_add = set_add_step;
    dict_set = dict_set_step;
    list_extend = list_extend_step;
    dict_update = dict_update_step;
    build_set = build_set_step;
    build_dict = build_dict_step;
    build_slice = build_slice_step;
    build_list = build_list_step;
    build_tuple = build_tuple_step;
    build_string = build_string_step;
    format_value = format_value_step else format_special;
    list_to_tuple = list_to_tuple_step;
}

handlers! {
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
}

/// The place at which `SetItem` stores: the array of a list, and the index in it.
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
