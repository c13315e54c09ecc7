//! Attributes: the generic operations.

use super::family::operations;
use super::site_caches;
use super::site_ways;
use crate::calling::generators::header_above;
use motet_python_bytecode::ARGUMENT_OFFSET;
use motet_python_bytecode::encode::{a, b};
use motet_python_objects::classes::attribute;
use motet_python_objects::classes::{attribute_set, type_attributes};
use motet_python_objects::model::code::Site;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Arguments, NativeCode, Outcome, Receiver};
use motet_python_objects::model::thread::Thread;
use motet_tm::{Object, Value};
use motet_vm::symbol::Symbol;

operations! {
    GetAttribute => |thread, word| get_attribute(thread, a(word), b(word));
    SetAttribute => |thread, word| set_attribute(thread, a(word), b(word));
    DeleteAttribute => |thread, word| delete_attribute(thread, a(word));
}

fn site(thread: &Thread) -> &'static Site {
    &thread.code().sites[thread.extension() as usize]
}

pub(crate) fn get_attribute(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let site = site(thread);
    // Handlers have tried just this.
    let is_tried = cfg!(handlers) && !thread.vm().plain_loop();
    if !is_tried && get_found(thread, site, a, b)? == Found::Done {
        return Ok(());
    }
    let receiver = thread.root_register(b);
    let value = attribute::get(thread, receiver, site.name)?;
    thread.set_register(a, thread.get(value));
    Ok(())
}

/// The outcome of [`get_found`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    /// The attribute is in its register.
    Done,
    /// There is no such attribute, unless a `__getattr__` makes it.
    Missing,
    /// More must be asked.
    Other,
}

/// Whether nothing but the look-up knows of attributes of a name.
fn name_is_plain(name: Symbol) -> bool {
    !matches!(name, names::DICT | names::CLASS)
}

/// Reads an attribute that is found without calling Python code, and keeps where it was found.
///
/// # Errors
/// What a native raises that computes it.
pub(crate) fn get_found(thread: &Thread, site: &'static Site, a: u8, b: u8) -> Outcome<Found> {
    let receiver = thread.register(b);
    let class = thread.class_of(receiver);
    if thread.has_own_getattribute(class) {
        let name = thread.machine().symbols.object(site.name).value();
        let arguments = [receiver, name, UNBOUND];
        let found = attribute::hook_by_short_cut(thread, class, names::GETATTRIBUTE, arguments);
        return Ok(match found {
            Some(value) => {
                thread.set_register(a, value);
                Found::Done
            }
            None => Found::Other,
        });
    }
    match attribute::find(thread, receiver, site.name) {
        attribute::Attribute::Value(value) => {
            site_caches::note_read(thread, site, receiver, class, value);
            thread.set_register(a, value);
            Ok(Found::Done)
        }
        attribute::Attribute::Call {
            callable,
            arguments,
        } => {
            site_caches::note_field_read(thread, site, receiver, callable);
            Ok(match get_by_leaf(thread, a, callable, &arguments)? {
                true => Found::Done,
                false => Found::Other,
            })
        }
        attribute::Attribute::Missing if name_is_plain(site.name) => Ok(Found::Missing),
        attribute::Attribute::Missing => Ok(Found::Other),
    }
}

/// Lets a native that can call nothing compute an attribute; false if it is none.
fn get_by_leaf(
    thread: &Thread,
    a: u8,
    getter: Value<'_>,
    arguments: &[Value<'_>],
) -> Outcome<bool> {
    let native = thread.object_of(getter, CLASS_NATIVE_FUNCTION);
    let native = native.and_then(|native| thread.unbound_native(native));
    let (Some(native), [receiver]) = (native, arguments) else {
        return Ok(false);
    };
    let NativeCode::Leaf(code) = native.code else {
        return Ok(false);
    };
    let class = thread.class_of(*receiver);
    let is_of_its_class = match native.receiver {
        Receiver::Instance(wanted) if native.checked_receiver => {
            class == wanted || thread.is_subclass(class, wanted)
        }
        _ => true,
    };
    // (A `__getattr__` would be asked after an `AttributeError`.)
    let is_plain = class < CLASS_USER_FIRST
        || !native.plain_receiver && thread.look_up(class, names::GETATTR).is_none();
    if !is_plain || !is_of_its_class || (native.least, native.most) != (1, 1) {
        return Ok(false);
    }
    let first = header_above(thread) + usize::from(ARGUMENT_OFFSET);
    thread.need_stack(first + 1)?;
    thread.set_stack_value(first, *receiver);
    crate::effects::called();
    let mark = thread.root_count();
    let arguments = Arguments {
        start: first as u32,
        count: 1,
        keywords: 0,
    };
    let value = code(thread, arguments)?;
    thread.set_register(a, value);
    thread.truncate_roots(mark);
    Ok(true)
}

pub(crate) fn set_attribute(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let site = site(thread);
    if set_in_slot(thread, site, a, b)? {
        return Ok(());
    }
    let (receiver, value) = (thread.root_register(a), thread.root_register(b));
    attribute_set::set(thread, receiver, site.name, Some(value))
}

/// Sets an attribute of a plain instance, and fills the cache. False if it is anything else.
fn set_in_slot(thread: &Thread, site: &'static Site, a: u8, b: u8) -> Outcome<bool> {
    let Some(object) = thread.register(a).as_object() else {
        return Ok(false);
    };
    if let Some(word) = site_caches::stored_field(thread, site, object) {
        thread.write(object)?.set(word, thread.register(b));
        return Ok(true);
    }
    let class = thread.class_of_object(object);
    if class < CLASS_USER_FIRST || !thread.has_attributes(object) {
        return Ok(false);
    }
    let hook = thread.look_up(class, names::SETATTR);
    if hook.is_some_and(|found| found.class != CLASS_OBJECT) {
        let name = thread.machine().symbols.object(site.name).value();
        let arguments = [object.value(), name, thread.register(b)];
        let stored = attribute::hook_by_short_cut(thread, class, names::SETATTR, arguments);
        return Ok(stored.is_some());
    }
    if !lies_in_instance(thread, object, class, site.name) {
        return Ok(false);
    }
    let stored = thread.set_own_attribute(object, site.name, thread.register(b))?;
    if let Some((slot, before, after)) = stored {
        site_caches::note_store(thread, site, object, slot, (before, after));
    }
    site_ways::note_far_store(thread, site, object, stored);
    Ok(true)
}

/// Whether an attribute that is stored lies in the instance itself, unless the class has a
/// `__setattr__`.
pub(super) fn lies_in_instance(
    thread: &Thread,
    object: Object<'_>,
    class: ClassNumber,
    name: Symbol,
) -> bool {
    let on_class = thread.look_up(class, name);
    let is_described =
        on_class.is_some_and(|found| attribute::is_data_descriptor(thread, found.value));
    let has_room = thread.class(class).has_dict || thread.has_slot(class, name);
    let lies_in_exception = || {
        thread.is_exception(object.value())
            && type_attributes::lies_in_exception(thread, class, name)
    };
    !is_described && has_room && name_is_plain(name) && !lies_in_exception()
}

pub(crate) fn delete_attribute(thread: &mut Thread, a: u8) -> Outcome<()> {
    let name = site(thread).name;
    let receiver = thread.root_register(a);
    attribute_set::set(thread, receiver, name, None)
}
