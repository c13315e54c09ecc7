//! Attributes: the generic operations.

use super::family::operations;
use motet_python_bytecode::encode::{a, b};
use motet_python_objects::classes::attribute;
use motet_python_objects::classes::attribute_set;
use motet_python_objects::classes::type_attributes;
use motet_python_objects::model::code::Site;
use motet_python_objects::model::instance_layout::storage;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::lookup_cache::SiteKind;
use motet_python_objects::model::names;
use motet_python_objects::model::namespace::read_cell;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::module;
use motet_tm::{Object, Pinned, Value};
use motet_vm::inline_cache::{cell_entry, slot_entry};
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
    let receiver = thread.register(b);
    let class = thread.class_of(receiver);
    if !thread.has_own_getattribute(class)
        && let attribute::Attribute::Value(value) = attribute::find(thread, receiver, site.name)
    {
        fill_get(thread, site, receiver, class, value);
        thread.set_register(a, value);
        return Ok(());
    }
    let receiver = thread.root_register(b);
    let value = attribute::get(thread, receiver, site.name)?;
    thread.set_register(a, thread.get(value));
    Ok(())
}

/// Fills the caches if the attribute lies in a slot of the instance, or in a cell of its class, of
/// the class that the receiver is, or of a module.
fn fill_get(
    thread: &Thread,
    site: &'static Site,
    receiver: Value<'_>,
    class: ClassNumber,
    value: Value<'_>,
) {
    let Some(object) = receiver.as_object() else {
        return;
    };
    if thread.host_of(object) == CLASS_MODULE {
        return note_variable(thread, receiver, site.name, value);
    }
    if let Some(number) = thread.class_number_of(receiver) {
        if class == CLASS_TYPE
            && !type_attributes::is_class_attribute(site.name)
            && thread.look_up(CLASS_TYPE, site.name).is_none()
            && let Some(found) = thread.look_up(number, site.name)
            && (is_plain_value(thread, value) || thread.object_of(value, CLASS_FUNCTION).is_some())
        {
            let key = Some(i64::from(number));
            let cell = Some(found.cell);
            note_cell(thread, SiteKind::OwnValue, key, site.name, cell, value);
        }
        return;
    }
    let on_class = thread.look_up(class, site.name);
    // What was found must be what the slot holds: a data descriptor of the class goes first.
    if on_class.is_some_and(|found| attribute::is_data_descriptor(thread, found.value)) {
        return;
    }
    let shape = thread.read(object).host();
    if let Some(word) = inline_word(thread, object, site.name) {
        if thread.read(object).get(word) == value {
            let entry = slot_entry(shape, 0, word);
            thread.fill_cache(&site.cache, entry);
            if let Some(entry) = entry {
                thread.note_site(SiteKind::Slot, shape, site.name, entry);
            }
        }
        return;
    }
    if shape >= CLASS_USER_FIRST
        && thread.own_attribute(object, site.name).is_none()
        && thread
            .machine()
            .classes
            .shapes
            .get(shape)
            .rest_slot
            .is_none()
        && let Some(found) = on_class
        && is_plain_value(thread, value)
    {
        let (key, cell) = (Some(i64::from(shape)), Some(found.cell));
        note_cell(thread, SiteKind::ClassValue, key, site.name, cell, value);
    }
}

/// Keeps in which cell a variable of a module was found, if the receiver is one.
pub(crate) fn note_variable(thread: &Thread, receiver: Value<'_>, name: Symbol, value: Value<'_>) {
    if let Some(module) = thread.object_of(receiver, CLASS_MODULE) {
        let cell = module::namespace_of(thread, receiver).find(name);
        let number = thread.read(module).get(1).as_integer();
        note_cell(thread, SiteKind::Variable, number, name, cell, value);
    }
}

/// Whether a value in a class stays as it is when it is reached through an instance, whatever that
/// is: a change to one that does not is announced.
fn is_plain_value(thread: &Thread, value: Value<'_>) -> bool {
    match value.as_object() {
        None => true,
        Some(object) => matches!(
            thread.host_of(object),
            CLASS_INT
                | CLASS_FLOAT
                | CLASS_STR
                | CLASS_BYTES
                | CLASS_LIST
                | CLASS_DICT
                | CLASS_TUPLE
                | CLASS_SET
                | CLASS_FROZENSET
        ),
    }
}

/// Keeps in which cell an attribute was found.
fn note_cell(
    thread: &Thread,
    kind: SiteKind,
    key: Option<i64>,
    name: Symbol,
    cell: Option<Pinned>,
    value: Value<'_>,
) {
    if let Some(key) = key
        && let Some(cell) = cell
        && read_cell(thread, cell) == value
        && let Some(entry) = cell_entry(key as u32, cell)
    {
        thread.note_site(kind, key as u32, name, entry);
    }
}

/// The word of an object that holds an attribute, if it lies in a slot of the object itself.
fn inline_word(thread: &Thread, object: Object<'_>, name: Symbol) -> Option<u64> {
    let shape = thread.read(object).host();
    if shape < CLASS_USER_FIRST {
        return None;
    }
    let storage = storage(thread.layout_id(object))?;
    let slot = u64::from(thread.machine().classes.shapes.get(shape).slot(name)?);
    (slot < storage.inline).then_some(storage.first + slot)
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
    let class = thread.class_of_object(object);
    if class < CLASS_USER_FIRST || !thread.has_attributes(object) {
        return Ok(false);
    }
    let hook = thread.look_up(class, names::SETATTR);
    if hook.is_some_and(|found| found.class != CLASS_OBJECT) {
        return Ok(false);
    }
    let on_class = thread.look_up(class, site.name);
    if on_class.is_some_and(|found| attribute::is_data_descriptor(thread, found.value)) {
        return Ok(false);
    }
    if !thread.class(class).has_dict && !thread.is_slot(class, site.name) {
        return Ok(false);
    }
    if site.name == names::CLASS || site.name == names::DICT {
        return Ok(false);
    }
    if thread.is_exception(object.value()) {
        return Ok(false);
    }
    let stored = thread.set_own_attribute(object, site.name, thread.register(b))?;
    if let Some((slot, before, after)) = stored
        && let Some(storage) = storage(thread.layout_id(object))
        && slot < storage.inline
    {
        let new_shape = if before == after { 0 } else { after };
        let entry = slot_entry(before, new_shape, storage.first + slot);
        thread.fill_cache(&site.cache, entry);
        if let Some(entry) = entry {
            thread.note_site(SiteKind::Store, before, site.name, entry);
        }
    }
    Ok(true)
}

pub(crate) fn delete_attribute(thread: &mut Thread, a: u8) -> Outcome<()> {
    let name = site(thread).name;
    let receiver = thread.root_register(a);
    attribute_set::set(thread, receiver, name, None)
}
