//! Attributes that natives read and change by name, in the common cases: those that take no call.

use motet_python_objects::classes::{attribute, behind, generator, type_attributes};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::module;
use motet_tm::Value;
use motet_vm::symbol::Symbol;

use super::site_caches::{SiteKind, is_known_missing, note_missing, store_known};

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

/// `setattr(receiver, name, value)`, where an operation has stored an attribute of the name before
/// into a slot of an instance of this shape, and the instance is open for writing.
pub fn quick_set_attribute<'a>(
    thread: &'a Thread,
    [receiver, name, value]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let name = thread.symbol_of_name(name)?;
    let view = thread.write_open(receiver.as_object()?)?;
    let shape = view.read().host();
    let entry = thread.known_site(SiteKind::Store as u32, shape, name)?;
    store_known(&view, entry, value);
    Some(NONE)
}
