//! Attributes that natives read and change by name, in the common cases: those that take no call.

use motet_python_objects::classes::{attribute, behind, generator, type_attributes};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::module;
use motet_tm::Value;
use motet_vm::symbol::Symbol;

use super::attributes::lies_in_instance;
use super::site_caches::{SiteKind, is_known_missing, note_missing, note_named_store, store_known};

/// An attribute in a known slot of the receiver: for natives that read it by name.
#[inline]
pub fn in_known_slot<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let view = thread.read(receiver.as_object()?);
    let entry = thread.known_site(SiteKind::Slot as u32, view.host(), name)?;
    Some(view.get(entry & 0xff))
}

/// An attribute, where finding it, or finding that there is none, takes no call; the outer `None`
/// if it takes one.
pub fn find_leaf<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: Symbol,
) -> Option<Option<Value<'a>>> {
    if is_known_missing(thread, receiver, name) {
        return Some(None);
    }
    let class = thread.class_of(receiver);
    let stands_for_another = matches!(
        class,
        CLASS_GENERIC_ALIAS | CLASS_WEAK_PROXY | CLASS_WEAK_CALLABLE_PROXY
    );
    let looks_at_stack =
        matches!(class, CLASS_FRAME | CLASS_TRACEBACK) || generator::is_generator_class(class);
    if looks_at_stack
        || stands_for_another
        || name == names::CLASS
        || thread.has_own_getattribute(class)
    {
        return None;
    }
    if name == names::DICT {
        return type_attributes::dict_of(thread, receiver).ok()?.map(Some);
    }
    match attribute::find(thread, receiver, name) {
        attribute::Attribute::Value(value) => Some(Some(value)),
        attribute::Attribute::Missing
            if thread.look_up(class, names::GETATTR).is_none()
                && name != names::DOC
                && behind::callable_behind(thread, receiver, name).is_none()
                && module::as_module(thread, receiver).is_none() =>
        {
            note_missing(thread, receiver, name);
            Some(None)
        }
        _ => None,
    }
}

/// `getattr(receiver, name, default)`, where that takes no call.
pub fn quick_get_attribute<'a>(
    thread: &'a Thread,
    [receiver, name, default]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let name = thread.symbol_of_name(name)?;
    if let Some(value) = in_known_slot(thread, receiver, name) {
        return Some(value);
    }
    match find_leaf(thread, receiver, name)? {
        Some(value) => Some(value),
        None if default != UNBOUND => Some(default),
        None => None,
    }
}

/// `setattr(receiver, name, value)`, where an attribute of the name was stored before into a slot
/// of an instance of this shape, and the instance is open for writing.
pub fn quick_set_attribute<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    store_by_entry(thread, SiteKind::Store, arguments)
}

/// `object.__setattr__(receiver, name, value)`, as [`quick_set_attribute`].
pub fn quick_set_unhooked<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    store_by_entry(thread, SiteKind::StoreUnhooked, arguments)
}

fn store_by_entry<'a>(
    thread: &'a Thread,
    kind: SiteKind,
    [receiver, name, value]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let name = thread.symbol_of_name(name)?;
    let view = thread.write_open(receiver.as_object()?)?;
    let shape = view.read().host();
    let entry = thread.known_site(kind as u32, shape, name)?;
    store_known(&view, entry, value);
    Some(NONE)
}

/// Stores an attribute of an instance that lies in the instance itself, as `setattr` does, and
/// keeps how; false if more must be asked.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn set_leaf(
    thread: &Thread,
    receiver: Value<'_>,
    name: Symbol,
    value: Value<'_>,
) -> Outcome<bool> {
    let hook = thread.look_up(thread.class_of(receiver), names::SETATTR);
    if hook.is_none_or(|hook| hook.class != CLASS_OBJECT) {
        return Ok(false);
    }
    store_and_keep(thread, SiteKind::Store, (receiver, name, value))
}

/// As [`set_leaf`], but as `object.__setattr__` does.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn set_unhooked_leaf(
    thread: &Thread,
    receiver: Value<'_>,
    name: Symbol,
    value: Value<'_>,
) -> Outcome<bool> {
    store_and_keep(thread, SiteKind::StoreUnhooked, (receiver, name, value))
}

fn store_and_keep(
    thread: &Thread,
    kind: SiteKind,
    (receiver, name, value): (Value<'_>, Symbol, Value<'_>),
) -> Outcome<bool> {
    let Some(object) = receiver.as_object() else {
        return Ok(false);
    };
    let class = thread.class_of_object(object);
    let is_plain = class >= CLASS_USER_FIRST && thread.has_attributes(object);
    if !is_plain || !lies_in_instance(thread, object, class, name) {
        return Ok(false);
    }
    if let Some(stored) = thread.set_own_attribute(object, name, value)? {
        note_named_store(thread, kind, name, object, stored);
    }
    Ok(true)
}
