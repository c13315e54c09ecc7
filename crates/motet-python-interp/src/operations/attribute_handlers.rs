//! Attributes: the handlers, for sites that see one shape, many shapes, class variables, module
//! variables, properties. The entries that they use are described in `site_caches.rs`.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use std::sync::atomic::Ordering;

use motet_tm::{Object, Value};

use super::attributes::{self, Found};
use super::handler_support::*;
use super::operator_trampoline::{TO_TWO, enter_method};
use super::site_caches::known;
use motet_python_objects::model::class::InstanceKind;
use motet_python_objects::model::code::Site;
use motet_python_objects::model::function::PROPERTY_GET;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::thread::Thread;
use motet_vm::symbol::Symbol;

handled! {
    GetAttribute => get_attribute;
    SetAttribute => set_attribute;
}

handlers! {
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
        // First: an object that is open for writing needs no read marker.
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

    get_attribute_of_many<M>(pc, registers, thread, word) else get_attribute_of_cell {
        let object = get(registers, b(word)).as_object()?;
        let site = site(pc, registers);
        let view = thread.read_in::<M>(object);
        let known = known::slot(thread, site, view.host())?;
        set(registers, a(word), view.get(known & 0xff));
        Some((pc.add(2), registers))
    }

    get_attribute_of_cell<M>(pc, registers, thread, word) else get_property {
        let object = get(registers, b(word)).as_object()?;
        let name = site(pc, registers).name;
        let value = known::cell_attribute::<M>(thread, object, name)?;
        set(registers, a(word), value);
        Some((pc.add(2), registers))
    }

    set_attribute_of_many<M>(pc, registers, thread, word) {
        let object = get(registers, a(word)).as_object()?;
        let site = site(pc, registers);
        let shape = thread.read_in::<M>(object).host();
        let known = known::store(thread, site, shape)?;
        thread.set_position(pc as u64);
        let view = thread.write(object).ok()?;
        view.set(known & 0xff, get(registers, b(word)));
        let shape = (known as u32) >> 8;
        if shape != 0 {
            view.set_host(shape);
        }
        Some((pc.add(2), registers))
    }

    get_property<M>(pc, registers, thread, word) else get_found {
        let receiver = get(registers, b(word));
        let function = getter(thread, receiver, site(pc, registers).name)?;
        enter_method::<M, 1>(thread, function, [receiver], TO_TWO, pc.add(2), registers)
    }

    get_found<M>(pc, registers, thread, word) {
        begin(thread, pc, registers, 2);
        let site = site(pc, registers);
        match get_found_step(thread, site, word) {
            Step::Done => Some((pc.add(2), registers)),
            Step::Yes => {
                let receiver = get(registers, b(word));
                let function = getattr_function(thread, receiver)?;
                let name = thread.machine().symbols.object(site.name).value();
                let arguments = [receiver, name];
                enter_method::<M, 2>(thread, function, arguments, TO_TWO, pc.add(2), registers)
            }
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }
}

/// Reads an attribute that is found without calling anything: a bound method, an attribute of a
/// built-in object, an attribute without a slot. Yes if there is none, and a `__getattr__` of the
/// program's is to be called.
#[inline(never)]
fn get_found_step(thread: &Thread, site: &'static Site, word: u32) -> Step {
    let (a, b) = (a(word) as u8, b(word) as u8);
    match attributes::get_found(thread, site, a, b) {
        Ok(Found::Done) => Step::Done,
        Ok(Found::Missing) if getattr_function(thread, thread.register(b)).is_some() => Step::Yes,
        Ok(Found::Missing | Found::Other) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

/// The `__getattr__` of the class of a plain instance, if it is a function.
#[inline(never)]
fn getattr_function<'a>(thread: &'a Thread, receiver: Value<'a>) -> Option<Object<'a>> {
    let class = thread.class_of(receiver);
    let is_plain = class >= CLASS_USER_FIRST
        && thread.class(class).kind == InstanceKind::Plain
        && thread.class_number_of(receiver).is_none();
    if !is_plain {
        return None;
    }
    let found = thread.look_up(class, names::GETATTR)?;
    object_of(thread, found.value, CLASS_FUNCTION).filter(|function| thread.binds(*function))
}

/// The getter of a property of an instance, if reading the attribute is no more than calling it.
#[inline(never)]
fn getter<'a>(thread: &'a Thread, receiver: Value<'a>, name: Symbol) -> Option<Object<'a>> {
    let object = receiver.as_object()?;
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    let class = thread.class_of_object(object);
    let found = thread.look_up(class, name)?;
    let property = object_of(thread, found.value, CLASS_PROPERTY)?;
    let is_plain = class >= CLASS_USER_FIRST
        && thread.class_number_of(receiver).is_none()
        && !thread.has_own_getattribute(class)
        && thread.look_up(class, names::GETATTR).is_none()
        && name != names::DICT
        && name != names::CLASS;
    if !is_plain {
        return None;
    }
    object_of(
        thread,
        thread.read(property).get(PROPERTY_GET),
        CLASS_FUNCTION,
    )
}
