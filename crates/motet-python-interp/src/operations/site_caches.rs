//! The entries of the caches of attribute sites: for each kind of entry its key, when it is noted,
//! and how handlers use it. Inline caches and the threads' tables behind them are
//! `motet_vm::inline_cache` and `motet_vm::lookup_cache`; both refuse entries while a change of
//! classes is pending.
//!
//! A new kind is a variant of [`SiteKind`], a condition in the `note_…` function of its operation,
//! and a case in the function of [`known`] that the handlers of the operation call.

use std::sync::atomic::Ordering;

use super::site_ways::{self, Way};
use motet_python_objects::classes::attribute;
use motet_python_objects::classes::type_attributes;
use motet_python_objects::model::class::InstanceKind;
use motet_python_objects::model::code::Site;
use motet_python_objects::model::function::PROPERTY_SET;
use motet_python_objects::model::instance_layout::storage;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::namespace::{CELL_VALUE, bound, read_cell};
use motet_python_objects::model::native::Receiver;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::module;
use motet_tm::AnyMode;
use motet_tm::{Object, Pinned, Value, WriteView};
use motet_vm::inline_cache::{cell_entry, slot_entry};
use motet_vm::lookup_cache::Found;
use motet_vm::symbol::Symbol;

/// The use of a site: entries of different kinds do not meet.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum SiteKind {
    /// Reading a slot of an instance; keyed by shape.
    Slot = 1,
    /// Changing a slot of an instance; keyed by shape.
    Store,
    /// Calling a method; keyed by shape.
    Method,
    /// Reading an attribute of an instance that its class holds as a plain value; keyed by shape.
    ClassValue,
    /// Reading an attribute of a class that is found on it as a plain value or function; keyed by
    /// the class's number.
    OwnValue,
    /// Reading a variable of a module; keyed by the module's number.
    Variable,
    /// Reading an attribute of an instance in another way; keyed by shape. See `site_ways.rs`.
    ReadWay,
    /// Changing an attribute of an instance in another way; keyed by shape.
    StoreWay,
    /// Reading an attribute that is not there, which asks no code of the program; keyed by shape,
    /// or by the class of a built-in value.
    Missing,
    /// Changing a slot of an instance by `object.__setattr__`, which asks no other `__setattr__`;
    /// keyed by shape.
    StoreUnhooked,
}

/// Keeps the result of a look-up for sites of a name that see this key, if that is allowed now.
pub(super) fn note(thread: &Thread, kind: SiteKind, key: u32, name: Symbol, entry: Option<u64>) {
    if let Some(entry) = entry {
        let is_way = matches!(kind, SiteKind::ReadWay | SiteKind::StoreWay);
        debug_assert!(
            is_way || entry >> 32 == u64::from(key),
            "an entry of an inline cache begins with its key"
        );
        thread.note_site(kind as u32, key, name, entry);
    }
}

/// Fills the cache of a site, and keeps the entry for other sites of its name that see this shape.
fn keep(thread: &Thread, site: &'static Site, kind: SiteKind, shape: u32, entry: Option<u64>) {
    thread.fill_cache(&site.cache, entry);
    note(thread, kind, shape, site.name, entry);
}

/// Fills the caches if the attribute lies in a slot of the instance, or in a cell of its class, of
/// the class that the receiver is, or of a module.
pub(crate) fn note_read(
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
    if thread.class_number_of(receiver).is_some() {
        return note_own_value(thread, receiver, site.name, value);
    }
    // The variables of a module hide the attributes of its class.
    if module::is_module(thread, object) {
        return;
    }
    let on_class = thread.look_up(class, site.name);
    // The value found must be the one in the slot: a data descriptor of the class goes first.
    if let Some(found) = on_class
        && attribute::is_data_descriptor(thread, found.value)
    {
        return site_ways::note_descriptor_read(thread, site, object, found);
    }
    let shape = thread.shape_in::<AnyMode>(object);
    if let Some(word) = inline_word(thread, object, site.name) {
        if thread.read(object).get(word) == value {
            keep(
                thread,
                site,
                SiteKind::Slot,
                shape,
                slot_entry(shape, 0, word),
            );
        }
        return;
    }
    // (What objects of built-in types compute are descriptors of their types.)
    if shape < CLASS_USER_FIRST {
        if let Some(found) = on_class {
            site_ways::note_native_read(thread, site, object, found);
        }
        return;
    }
    if thread.own_attribute(object, site.name).is_some() {
        return site_ways::note_far_read(thread, site, object);
    }
    match on_class {
        Some(found) => note_value_of_class(thread, site, object, found),
        None if site.name == names::CLASS && value == thread.class_object(class) => {
            site_ways::note_class_read(thread, site, shape);
        }
        None => site_ways::note_exception_read(thread, site, object, class),
    }
}

/// The word that a native of an attribute reads or writes of a receiver of the native's own class,
/// if that is all it does.
fn field_of(thread: &Thread, receiver: Value<'_>, native: Value<'_>) -> Option<(u32, u64)> {
    let native = thread.object_of(native, CLASS_NATIVE_FUNCTION)?;
    let native = thread.unbound_native(native)?;
    let shape = thread.host_of(receiver.as_object()?);
    match (native.field, native.receiver) {
        (Some(word), Receiver::Instance(class)) if class == shape => Some((shape, word.into())),
        _ => None,
    }
}

/// Fills the caches if the native that reads an attribute does no more than to read a word of the
/// receiver. (No attribute of a built-in class ever becomes another.)
pub(crate) fn note_field_read(
    thread: &Thread,
    site: &'static Site,
    receiver: Value<'_>,
    native: Value<'_>,
) {
    if let Some((shape, word)) = field_of(thread, receiver, native) {
        keep(
            thread,
            site,
            SiteKind::Slot,
            shape,
            slot_entry(shape, 0, word),
        );
    }
}

/// The word of a built-in object into which a site stores an attribute, if its class says that this
/// is all there is to it; the caches are filled.
pub(crate) fn stored_field(
    thread: &Thread,
    site: &'static Site,
    receiver: Object<'_>,
) -> Option<u64> {
    let class = thread.host_of(receiver);
    if !(CLASS_MODULES_FIRST..CLASS_USER_FIRST).contains(&class) {
        return None;
    }
    let found = thread.look_up(class, site.name)?;
    let property = thread.object_of(found.value, CLASS_PROPERTY)?;
    let setter = thread.read(property).get(PROPERTY_SET);
    let (shape, word) = field_of(thread, receiver.value(), setter)?;
    keep(
        thread,
        site,
        SiteKind::Store,
        shape,
        slot_entry(shape, 0, word),
    );
    Some(word)
}

/// Keeps where the class of an instance holds an attribute that the instance itself does not have.
fn note_value_of_class(thread: &Thread, site: &'static Site, object: Object<'_>, found: Found<'_>) {
    let shape = thread.shape_in::<AnyMode>(object);
    let is_plain = is_plain_value(thread, found.value);
    if has_dict(thread, object) {
        let way = match is_plain {
            true => Way::ValueBehindDict,
            false if attribute::is_bound_function(thread, found.value) => Way::MethodBehindDict,
            false => return,
        };
        return site_ways::note_behind_dict(thread, site.name, object, found.cell, way);
    }
    if !is_plain {
        return site_ways::note_method_read(thread, site, shape, found);
    }
    let (key, cell) = (Some(i64::from(shape)), Some(found.cell));
    note_cell(
        thread,
        SiteKind::ClassValue,
        key,
        site.name,
        cell,
        found.value,
    );
}

/// Fills the caches after an instance's attribute was stored into one of its slots: the shape
/// before and after.
pub(crate) fn note_store(
    thread: &Thread,
    site: &'static Site,
    object: Object<'_>,
    slot: u64,
    (before, after): (u32, u32),
) {
    let entry = store_entry(thread, object, slot, (before, after));
    keep(thread, site, SiteKind::Store, before, entry);
}

/// The entry for storing an attribute into a slot of an instance, if the slot lies in the object.
fn store_entry(
    thread: &Thread,
    object: Object<'_>,
    slot: u64,
    (before, after): (u32, u32),
) -> Option<u64> {
    let storage = storage(thread.layout_id(object)).filter(|storage| slot < storage.inline)?;
    let new_shape = if before == after { 0 } else { after };
    slot_entry(before, new_shape, storage.first + slot)
}

/// Keeps for natives that store an attribute by name how one was stored into a slot.
pub(super) fn note_named_store(
    thread: &Thread,
    kind: SiteKind,
    name: Symbol,
    object: Object<'_>,
    (slot, before, after): (u64, u32, u32),
) {
    let entry = store_entry(thread, object, slot, (before, after));
    note(thread, kind, before, name, entry);
}

/// Fills the caches after a method was found in a cell of the receiver's class.
pub(crate) fn note_method(thread: &Thread, site: &'static Site, receiver: Value<'_>, cell: Pinned) {
    let Some(object) = receiver.as_object() else {
        return;
    };
    if has_dict(thread, object) {
        if attribute::is_bound_function(thread, read_cell(thread, cell)) {
            let way = Way::MethodBehindDict;
            site_ways::note_behind_dict(thread, site.name, object, cell, way);
        }
        return;
    }
    let shape = thread.shape_in::<AnyMode>(object);
    keep(
        thread,
        site,
        SiteKind::Method,
        shape,
        cell_entry(shape, cell),
    );
}

/// Fills the cache of a site that looks a method up on the class alone, whatever attributes the
/// receiver has of its own.
pub(crate) fn note_special(
    thread: &Thread,
    site: &'static Site,
    receiver: Value<'_>,
    cell: Pinned,
) {
    if let Some(object) = receiver.as_object() {
        let shape = thread.shape_in::<AnyMode>(object);
        thread.fill_cache(&site.cache, cell_entry(shape, cell));
    }
}

/// Keeps the cell in which a variable of a module was found, if the receiver is a module.
pub(crate) fn note_variable(thread: &Thread, receiver: Value<'_>, name: Symbol, value: Value<'_>) {
    if let Some(module) = thread.object_of(receiver, CLASS_MODULE) {
        let cell = module::namespace_of(thread, receiver).find(name);
        let number = thread.read(module).get(1).as_integer();
        note_cell(thread, SiteKind::Variable, number, name, cell, value);
    }
}

/// Keeps the cell of an attribute that was found on the class that the receiver is, as a plain
/// value or a function; the class of the class has no such attribute.
pub(super) fn note_own_value(thread: &Thread, receiver: Value<'_>, name: Symbol, value: Value<'_>) {
    if let Some(number) = thread.class_number_of(receiver)
        && !type_attributes::is_class_attribute(name)
        && name != names::ABSTRACT_METHODS
        && thread.look_up(thread.class_of(receiver), name).is_none()
        && let Some(found) = thread.look_up(number, name)
        && (is_plain_value(thread, value) || thread.object_of(value, CLASS_FUNCTION).is_some())
    {
        let key = Some(i64::from(number));
        let cell = Some(found.cell);
        note_cell(thread, SiteKind::OwnValue, key, name, cell, value);
    }
}

/// Keeps where a callable was found that is called as it is: in a module, on the class that the
/// receiver is, in a slot of an instance, or on the class of that. The caller knows that no class
/// says otherwise.
#[cfg(handlers)]
pub(super) fn note_callable(thread: &Thread, receiver: Value<'_>, name: Symbol, value: Value<'_>) {
    let Some(object) = receiver.as_object() else {
        return;
    };
    if thread.host_of(object) == CLASS_MODULE {
        return note_variable(thread, receiver, name, value);
    }
    if thread.class_number_of(receiver).is_some() {
        return note_own_value(thread, receiver, name, value);
    }
    let shape = thread.shape_in::<AnyMode>(object);
    if let Some(word) = inline_word(thread, object, name) {
        if thread.read(object).get(word) == value {
            let entry = slot_entry(shape, 0, word);
            note(thread, SiteKind::Slot, shape, name, entry);
        }
    } else if shape >= CLASS_USER_FIRST
        && !has_dict(thread, object)
        && thread.own_attribute(object, name).is_none()
        && is_plain_value(thread, value)
        && let Some(found) = thread.look_up(thread.class_of_object(object), name)
    {
        let (key, cell) = (Some(i64::from(shape)), Some(found.cell));
        note_cell(thread, SiteKind::ClassValue, key, name, cell, value);
    } else if thread.own_attribute(object, name).is_none() {
        site_ways::note_wrapped(thread, name, object);
    }
}

/// Whether a value in a class stays as it is when it is reached through any instance: a change to
/// one that does not is announced.
fn is_plain_value(thread: &Thread, value: Value<'_>) -> bool {
    match value.as_object() {
        None => true,
        Some(object) => {
            is_plain_instance(thread, object)
                || is_plain_class(thread, object)
                || is_of_plain_type(thread, object)
                || binds_to_nothing(thread, object)
        }
    }
}

/// Whether an object is of another built-in type whose values bind to nothing, and that classes
/// hold: compiled patterns, above all.
fn binds_to_nothing(thread: &Thread, object: Object<'_>) -> bool {
    matches!(
        thread.host_of(object),
        CLASS_PATTERN
            | CLASS_MAPPING_PROXY
            | CLASS_COMPLEX
            | CLASS_RANGE
            | CLASS_BYTEARRAY
            | CLASS_DEQUE
            | CLASS_ARRAY
            | CLASS_LOCK
            | CLASS_RLOCK
    )
}

/// Whether an object is of a built-in type itself whose values bind to nothing and have no
/// attributes of their own.
fn is_of_plain_type(thread: &Thread, object: Object<'_>) -> bool {
    matches!(
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
    )
}

/// Whether an object is an instance of a program's class that is no descriptor (a member of an
/// enumeration): a change that makes the class one is announced.
fn is_plain_instance(thread: &Thread, object: Object<'_>) -> bool {
    if thread.host_of(object) < CLASS_USER_FIRST || thread.layout_id(object) == LAYOUT_CLASS {
        return false;
    }
    let class = thread.class_of_object(object);
    class >= CLASS_USER_FIRST && binds_not(thread, class)
}

/// Whether an object is a class whose metaclass makes it no descriptor: another metaclass, and a
/// change that makes the metaclass one, are announced.
fn is_plain_class(thread: &Thread, object: Object<'_>) -> bool {
    if thread.layout_id(object) != LAYOUT_CLASS {
        return false;
    }
    let metaclass = thread.class_of_object(object);
    metaclass == CLASS_TYPE || metaclass >= CLASS_USER_FIRST && binds_not(thread, metaclass)
}

/// Whether the values of a class are no descriptors.
fn binds_not(thread: &Thread, class: ClassNumber) -> bool {
    let mut hooks = [names::GET, names::SET, names::DELETE].into_iter();
    hooks.all(|hook| thread.look_up(class, hook).is_none())
}

/// What tells whether an attribute of a value is missing: the shape, or the class of an immediate.
#[inline]
fn key_of_missing(thread: &Thread, receiver: Value<'_>) -> u32 {
    match receiver.as_object() {
        Some(object) => thread.shape_in::<AnyMode>(object),
        None => thread.class_of(receiver),
    }
}

/// Keeps that a value has no attribute of a name, if all values of its shape, or of its built-in
/// class, lack it. The caller knows that reading it asks no code of the program.
pub(super) fn note_missing(thread: &Thread, receiver: Value<'_>, name: Symbol) {
    let key = key_of_missing(thread, receiver);
    let lacks_all = match receiver.as_object() {
        Some(object) if key >= CLASS_USER_FIRST => {
            let class = thread.class_of_object(object);
            let shape = thread.machine().classes.shapes.get(key);
            thread.class(class).kind == InstanceKind::Plain
                && thread.layout_id(object) != LAYOUT_CLASS
                && !module::is_module(thread, object)
                && !has_dict(thread, object)
                && shape.slot(name).is_none()
        }
        Some(object) => is_of_plain_type(thread, object),
        None => true,
    };
    if lacks_all && thread.look_up(thread.class_of(receiver), name).is_none() {
        let entry = Some(u64::from(key) << 32);
        note(thread, SiteKind::Missing, key, name, entry);
    }
}

/// Whether it is known that a value has no attribute of a name, and that no code of the program is
/// asked for it.
#[inline]
pub(super) fn is_known_missing(thread: &Thread, receiver: Value<'_>, name: Symbol) -> bool {
    let key = key_of_missing(thread, receiver);
    let known = thread.known_site(SiteKind::Missing as u32, key, name);
    known.is_some()
}

/// Stores a value into the slot that an entry of a cache names.
#[inline(always)]
pub(super) fn store_known(view: &WriteView<'_>, entry: u64, value: Value<'_>) {
    view.set(entry & 0xff, value);
    let shape = (entry as u32) >> 8;
    if shape != 0 {
        view.set_host(shape);
    }
}

/// Keeps the cell in which an attribute was found.
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
    {
        let key = key as u32;
        note(thread, kind, key, name, cell_entry(key, cell));
    }
}

/// The word of an object that holds an attribute, if it lies in a slot of the object itself.
fn inline_word(thread: &Thread, object: Object<'_>, name: Symbol) -> Option<u64> {
    let shape = thread.shape_in::<AnyMode>(object);
    if shape < CLASS_USER_FIRST {
        return None;
    }
    let storage = storage(thread.layout_id(object))?;
    let slot = u64::from(thread.machine().classes.shapes.get(shape).slot(name)?);
    (slot < storage.inline).then_some(storage.first + slot)
}

/// Whether the attributes of an instance lie in a dict: then its shape does not tell which
/// attributes there are.
pub(super) fn has_dict(thread: &Thread, object: Object<'_>) -> bool {
    let shape = thread.shape_in::<AnyMode>(object);
    shape >= CLASS_USER_FIRST
        && thread
            .machine()
            .classes
            .shapes
            .get(shape)
            .rest_slot
            .is_some()
}

/// The method that the inline cache of a site gives for a receiver.
pub(crate) fn cached_method<'a>(
    thread: &'a Thread,
    site: &Site,
    receiver: Value<'a>,
) -> Option<Value<'a>> {
    let object = receiver.as_object()?;
    let cache = site.cache.load(Ordering::Relaxed);
    if u64::from(thread.shape_in::<AnyMode>(object)) != cache >> 32 {
        return None;
    }
    bound(thread.read(thread.cached_cell(cache)?).get(CELL_VALUE))
}

/// The content of the caches, for handlers.
#[cfg(handlers)]
pub(crate) mod known {
    use super::*;
    use crate::operations::handler_support::FastMode;
    use motet_vm::inline_cache::EMPTY;

    /// The entry for sites of a name that see this key: a word as inline caches hold it.
    #[inline(always)]
    fn entry(thread: &Thread, kind: SiteKind, key: u32, name: Symbol) -> Option<u64> {
        thread.known_site(kind as u32, key, name)
    }

    /// The slot of a site's attribute in instances of a shape.
    #[inline(always)]
    pub(crate) fn slot(thread: &Thread, site: &'static Site, shape: u32) -> Option<u64> {
        let known = entry(thread, SiteKind::Slot, shape, site.name)?;
        fill_empty(thread, site, known);
        Some(known)
    }

    /// The word of instances of a shape that holds an attribute of this name.
    #[inline(always)]
    pub(crate) fn own_slot(thread: &Thread, name: Symbol, shape: u32) -> Option<u64> {
        Some(entry(thread, SiteKind::Slot, shape, name)? & 0xff)
    }

    /// The slot into which a site stores for instances of a shape, and the shape that they get.
    #[inline(always)]
    pub(crate) fn store(thread: &Thread, site: &'static Site, shape: u32) -> Option<u64> {
        let known = entry(thread, SiteKind::Store, shape, site.name)?;
        fill_empty(thread, site, known);
        Some(known)
    }

    /// The cell of the method that a site calls on instances of a shape.
    #[inline(always)]
    pub(crate) fn method(thread: &Thread, site: &'static Site, shape: u32) -> Option<u64> {
        entry(thread, SiteKind::Method, shape, site.name)
    }

    /// The value of a module's variable that is called.
    #[inline(always)]
    pub(crate) fn variable<M: FastMode>(
        thread: &Thread,
        name: Symbol,
        number: u32,
    ) -> Option<Value<'_>> {
        cell_value::<M>(thread, entry(thread, SiteKind::Variable, number, name)?)
    }

    /// Fills the cache of a site that has seen nothing yet with the entry for its name.
    #[inline(always)]
    pub(crate) fn fill_empty(thread: &Thread, site: &'static Site, known: u64) {
        if site.cache.load(Ordering::Relaxed) == EMPTY {
            thread.fill_cache(&site.cache, Some(known));
        }
    }

    /// An attribute that lies in a cell: of the object's class, of the class that it is, or of a
    /// module.
    #[inline(always)]
    pub(crate) fn cell_attribute<'a, M: FastMode>(
        thread: &'a Thread,
        object: Object<'a>,
        name: Symbol,
    ) -> Option<Value<'a>> {
        let view = thread.read_in::<M>(object);
        let host = view.host();
        if host == CLASS_MODULE {
            variable::<M>(thread, name, view.get(1).as_integer()? as u32)
        } else if thread.layout_id(object) == LAYOUT_CLASS {
            own_value::<M>(thread, object, name)
        } else {
            class_value::<M>(thread, name, host)
        }
    }

    /// The plain value that instances of a shape find on their class.
    #[inline(always)]
    pub(crate) fn class_value<M: FastMode>(
        thread: &Thread,
        name: Symbol,
        shape: u32,
    ) -> Option<Value<'_>> {
        cell_value::<M>(thread, entry(thread, SiteKind::ClassValue, shape, name)?)
    }

    /// The value or function that an attribute of a class is, found on the class as it is.
    #[inline(always)]
    pub(crate) fn own_value<'a, M: FastMode>(
        thread: &'a Thread,
        class: Object<'a>,
        name: Symbol,
    ) -> Option<Value<'a>> {
        let number = thread.read_in::<M>(class).get(1).as_integer()? as u32;
        cell_value::<M>(thread, entry(thread, SiteKind::OwnValue, number, name)?)
    }

    /// A callable that gets no receiver: in a slot of an instance, on the class of that, or on the
    /// class that the receiver is.
    #[inline(always)]
    pub(crate) fn own_callable<'a, M: FastMode>(
        thread: &'a Thread,
        receiver: Object<'a>,
        name: Symbol,
    ) -> Option<Value<'a>> {
        if thread.layout_id(receiver) == LAYOUT_CLASS {
            return own_value::<M>(thread, receiver, name);
        }
        let view = thread.read_in::<M>(receiver);
        if view.host() < CLASS_USER_FIRST {
            return None;
        }
        match own_slot(thread, name, view.host()) {
            Some(slot) => Some(view.get(slot)),
            None => class_value::<M>(thread, name, view.host()),
        }
    }

    /// The value of the cell that an entry of a cache names.
    #[inline(always)]
    pub(crate) fn cell_value<M: FastMode>(thread: &Thread, entry: u64) -> Option<Value<'_>> {
        let cell = thread.cached_cell(entry)?;
        let value = thread.read_in::<M>(cell).get(CELL_VALUE);
        if value == UNBOUND { None } else { Some(value) }
    }
}
