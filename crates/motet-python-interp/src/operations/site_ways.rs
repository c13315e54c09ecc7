//! Ways to attributes that lie neither in a slot of the instance itself nor as a plain value in a
//! cell of its class: what a look-up has found out once, so that later ones go there straight. They
//! lie in the threads' tables (`motet_vm::lookup_cache`), keyed by the name and the shape of the
//! instance, or the type of an object of a built-in type.
//!
//! ```text
//!  reading   | way (8) | 0 (24)         | cell of the class, or place in the instance (32) |
//!  computed  | way (8) | 0 (24)         | number of the built-in type (32) |
//!  storing   | way (8) | new shape (24) | cell of the class, or place in the instance (32) |
//!  behind    | way (8) | word of the dict (24) | cell of the class (32) |
//!  place     | index in the array (24) | word of the array, or of the dict (8) |
//! ```
//!
//! A shape tells the class, the layout and the names of the attributes that have slots. So a way
//! holds for all instances of a shape until a change of classes is announced. A function in a cell
//! that becomes another is not announced, therefore each use looks at the value of the cell again.

use motet_python_objects::classes::attribute;
use motet_python_objects::classes::frame_object;
use motet_python_objects::model::code::Site;
use motet_python_objects::model::function::{NativeBinding, PROPERTY_GET};
use motet_python_objects::model::instance_layout::{self, storage};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::thread::Thread;
use motet_tm::{Object, Pinned, Value};
use motet_vm::lookup_cache::Found;
use motet_vm::shape::ShapeNumber;
use motet_vm::symbol::Symbol;

use super::site_caches::{SiteKind, has_dict, note};

/// A way to an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Way {
    /// A slot in the array of attributes that found no place in the object itself.
    Far = 1,
    /// The dict in which all attributes of the instance lie that have no slot.
    Dict,
    /// A function of the class: reading binds it.
    Method,
    /// A property whose function is the program's.
    Property,
    /// A property whose native has a shortcut: the field of a named tuple.
    Native,
    /// `__class__`, which no class of the instance defines.
    Class,
    /// A function of the class, unless the dict of the instance has the name: reading binds it.
    MethodBehindDict,
    /// A plain value of the class, unless the dict of the instance has the name.
    ValueBehindDict,
    /// An attribute of a built-in type that its objects compute; keyed by the type, of exceptions
    /// by the shape.
    Computed,
    /// `__dict__` of an instance whose own attributes lie in a dict.
    OwnDict,
    /// A native of the class: reading binds it. Keyed as `Computed`.
    NativeMethod,
    /// A static or class method of the class, unless the dict of the instance has the name: calling
    /// it calls the function that it wraps.
    #[cfg(handlers)]
    Wrapped,
}

const WAY_SHIFT: u32 = 56;
const SHAPE_BITS: u32 = 24;
const ARRAY_BITS: u32 = 8;

/// The entry of a way; `None` if the numbers are too large for it.
fn entry(way: Way, new_shape: ShapeNumber, low: u64) -> Option<u64> {
    let fits = new_shape < 1 << SHAPE_BITS && low < 1 << 32;
    fits.then(|| (way as u64) << WAY_SHIFT | u64::from(new_shape) << 32 | low)
}

/// The entry of a way to the value of a cell, behind the dict in a word of the instance if that is
/// not 0.
fn entry_of_cell(way: Way, dict: u32, cell: Pinned) -> Option<u64> {
    entry(way, dict, cell.word().0 >> 4)
}

/// The entry of a way to an index of the array, or to the dict, that a word of the object names.
fn entry_of_place(way: Way, new_shape: ShapeNumber, array: u64, index: u64) -> Option<u64> {
    let fits = array < 1 << ARRAY_BITS && index < 1 << (32 - ARRAY_BITS);
    let low = index << ARRAY_BITS | array;
    fits.then(|| entry(way, new_shape, low)).flatten()
}

/// Keeps the way to an attribute of the instance itself that does not lie in the object.
pub(super) fn note_far_read(thread: &Thread, site: &Site, object: Object<'_>) {
    let shape = thread.read(object).host();
    if shape < CLASS_USER_FIRST {
        return;
    }
    let Some(storage) = storage(thread.layout_id(object)) else {
        return;
    };
    let known = thread.machine().classes.shapes.get(shape);
    let way = match (known.slot(site.name), known.rest_slot) {
        (Some(slot), _) if u64::from(slot) >= storage.inline => {
            let index = u64::from(slot) - storage.inline;
            entry_of_place(Way::Far, 0, storage.overflow, index)
        }
        (None, Some(rest)) if u64::from(rest) < storage.inline => {
            entry_of_place(Way::Dict, 0, storage.first + u64::from(rest), 0)
        }
        _ => None,
    };
    note(thread, SiteKind::ReadWay, shape, site.name, way);
}

/// Keeps that an attribute of instances of this shape is a method of their class.
pub(super) fn note_method_read(thread: &Thread, site: &Site, shape: ShapeNumber, found: Found<'_>) {
    let way = if attribute::is_bound_function(thread, found.value) {
        Way::Method
    } else if is_native_method(thread, found.value) {
        Way::NativeMethod
    } else {
        return;
    };
    let entry = entry_of_cell(way, 0, found.cell);
    note(thread, SiteKind::ReadWay, shape, site.name, entry);
}

/// Keeps that an attribute of objects of a built-in type is a native of the type.
pub(super) fn note_native_read(thread: &Thread, site: &Site, object: Object<'_>, found: Found<'_>) {
    let kind = thread.host_of(object);
    let has_others = matches!(
        kind,
        CLASS_FUNCTION | CLASS_STATIC_METHOD | CLASS_CLASS_METHOD | CLASS_TYPE | CLASS_SUPER
    );
    let is_plain = kind < CLASS_USER_FIRST && kind == thread.class_of_object(object);
    if is_plain && !has_others && is_native_method(thread, found.value) {
        let entry = entry_of_cell(Way::NativeMethod, 0, found.cell);
        note(thread, SiteKind::ReadWay, kind, site.name, entry);
    }
}

/// Whether a value of a class is a native that reading it from an instance binds.
fn is_native_method(thread: &Thread, value: Value<'_>) -> bool {
    let native = thread.object_of(value, CLASS_NATIVE_FUNCTION);
    native.is_some_and(|native| thread.native_of(native).1 == NativeBinding::Method)
}

/// Keeps that instances of this shape have their class as `__class__`.
pub(super) fn note_class_read(thread: &Thread, site: &Site, shape: ShapeNumber) {
    note(
        thread,
        SiteKind::ReadWay,
        shape,
        site.name,
        entry(Way::Class, 0, 0),
    );
}

/// Keeps the cell of the class that holds an attribute of an instance whose own attributes lie in a
/// dict, which does not have the name.
pub(super) fn note_behind_dict(
    thread: &Thread,
    name: Symbol,
    object: Object<'_>,
    cell: Pinned,
    way: Way,
) {
    let shape = thread.read(object).host();
    let rest = thread.machine().classes.shapes.get(shape).rest_slot;
    let Some((rest, storage)) = rest.zip(storage(thread.layout_id(object))) else {
        return;
    };
    if u64::from(rest) < storage.inline {
        let word = storage.first + u64::from(rest);
        let entry = entry_of_cell(way, word as u32, cell);
        note(thread, SiteKind::ReadWay, shape, name, entry);
    }
}

/// Keeps that an attribute of an instance, which does not have it itself, is a static or class
/// method of its class.
#[cfg(handlers)]
pub(super) fn note_wrapped(thread: &Thread, name: Symbol, object: Object<'_>) {
    let shape = thread.host_of(object);
    if shape < CLASS_USER_FIRST || thread.layout_id(object) == LAYOUT_CLASS {
        return;
    }
    let Some(found) = thread.look_up(thread.class_of_object(object), name) else {
        return;
    };
    let wrapper = found.value.as_object().map(|value| thread.host_of(value));
    if !matches!(wrapper, Some(CLASS_STATIC_METHOD | CLASS_CLASS_METHOD)) {
        return;
    }
    if has_dict(thread, object) {
        return note_behind_dict(thread, name, object, found.cell, Way::Wrapped);
    }
    let entry = entry_of_cell(Way::Wrapped, 0, found.cell);
    note(thread, SiteKind::ReadWay, shape, name, entry);
}

/// Keeps the way to an attribute that a data descriptor of the class was found to be.
pub(super) fn note_descriptor_read(
    thread: &Thread,
    site: &Site,
    object: Object<'_>,
    found: Found<'_>,
) {
    match thread.host_of(found.value.known_object()) {
        CLASS_PROPERTY => note_property_read(thread, site, object, found),
        CLASS_GETSET if site.name == names::DICT => note_dict_read(thread, site, object),
        CLASS_GETSET if thread.layout_id(object) == LAYOUT_EXCEPTION => {
            let is_built_in = found.class < CLASS_USER_FIRST;
            if is_built_in && site.name != names::WEAK_REFERENCE {
                note_exception_read(thread, site, object, thread.class_of_object(object));
            }
        }
        CLASS_GETSET => note_computed_read(thread, site, object, found),
        _ => {}
    }
}

/// Keeps that an attribute of an object of a built-in type is one that the object computes: a
/// frame's code, a method's function; also of an object of a class below `property`.
fn note_computed_read(thread: &Thread, site: &Site, object: Object<'_>, found: Found<'_>) {
    let kind = thread.host_of(object);
    let is_built_in = kind < CLASS_USER_FIRST && kind == thread.class_of_object(object);
    let is_below_property = || {
        let inside = instance_layout::boxed_value(thread, object);
        let inside = inside.and_then(|inside| thread.object_of(inside, CLASS_PROPERTY));
        inside.is_some() && found.class == CLASS_PROPERTY && site.name != names::DOC
    };
    let is_plain = (is_built_in || is_below_property())
        && kind != CLASS_TYPE
        && found.class != CLASS_TYPE
        && !matches!(site.name, names::WEAK_REFERENCE | names::CLASS)
        && !frame_object::is_on_stack(thread.machine().symbols.text(site.name));
    if is_plain {
        let entry = entry(Way::Computed, 0, u64::from(found.class));
        note(thread, SiteKind::ReadWay, kind, site.name, entry);
    }
}

/// Keeps that an attribute is one that exceptions compute: the arguments, the value of a
/// `StopIteration`. The caller has found that neither the class nor the instance has the name, or
/// that a built-in class describes it, and that stays so for all of the shape, unless attributes
/// lie in a dict.
pub(super) fn note_exception_read(
    thread: &Thread,
    site: &Site,
    object: Object<'_>,
    class: ClassNumber,
) {
    let shape = thread.host_of(object);
    if thread.layout_id(object) == LAYOUT_EXCEPTION && !has_dict(thread, object) {
        let entry = entry(Way::Computed, 0, u64::from(class));
        note(thread, SiteKind::ReadWay, shape, site.name, entry);
    }
}

/// Keeps that `__dict__` of instances of this shape is the dict in which their attributes lie.
fn note_dict_read(thread: &Thread, site: &Site, object: Object<'_>) {
    let shape = thread.host_of(object);
    if shape < CLASS_USER_FIRST {
        return;
    }
    let rest = thread.machine().classes.shapes.get(shape).rest_slot;
    let storage = storage(thread.layout_id(object));
    if let Some((rest, storage)) = rest.zip(storage)
        && u64::from(rest) < storage.inline
        && thread.class(thread.class_of_object(object)).has_dict
    {
        let word = storage.first + u64::from(rest);
        let entry = entry_of_place(Way::OwnDict, 0, word, 0);
        note(thread, SiteKind::ReadWay, shape, site.name, entry);
    }
}

/// Keeps that an attribute of an instance is the property of its class that was found: only where
/// reading it is no more than calling the property's function or native.
pub(super) fn note_property_read(
    thread: &Thread,
    site: &Site,
    object: Object<'_>,
    found: Found<'_>,
) {
    let shape = thread.read(object).host();
    if shape < CLASS_USER_FIRST || thread.layout_id(object) == LAYOUT_CLASS {
        return;
    }
    let Some(property) = thread.object_of(found.value, CLASS_PROPERTY) else {
        return;
    };
    let getter = thread.read(property).get(PROPERTY_GET);
    let way = match getter.as_object().map(|getter| thread.host_of(getter)) {
        Some(CLASS_FUNCTION) => Way::Property,
        Some(CLASS_NATIVE_FUNCTION) => Way::Native,
        _ => return,
    };
    let entry = entry_of_cell(way, 0, found.cell);
    note(thread, SiteKind::ReadWay, shape, site.name, entry);
}

/// Keeps the way by which an attribute was stored, if the object itself has no slot for it: the
/// slot and the shapes before and after, or none for an attribute in the instance's dict.
pub(super) fn note_far_store(
    thread: &Thread,
    site: &Site,
    object: Object<'_>,
    stored: Option<(u64, ShapeNumber, ShapeNumber)>,
) {
    let Some(storage) = storage(thread.layout_id(object)) else {
        return;
    };
    let (shape, way) = match stored {
        Some((slot, before, after)) if slot >= storage.inline => {
            let new_shape = if before == after { 0 } else { after };
            let index = slot - storage.inline;
            let way = entry_of_place(Way::Far, new_shape, storage.overflow, index);
            (before, way)
        }
        Some(_) => return,
        None => {
            let shape = thread.read(object).host();
            let rest = thread.machine().classes.shapes.get(shape).rest_slot;
            match rest.map(u64::from) {
                Some(rest) if rest < storage.inline => {
                    let way = entry_of_place(Way::Dict, 0, storage.first + rest, 0);
                    (shape, way)
                }
                _ => return,
            }
        }
    };
    note(thread, SiteKind::StoreWay, shape, site.name, way);
}

/// Keeps that storing an attribute of an instance is calling the function of a property.
#[cfg(handlers)]
pub(super) fn note_property_store(
    thread: &Thread,
    site: &Site,
    shape: ShapeNumber,
    found: Found<'_>,
) {
    let way = entry_of_cell(Way::Property, 0, found.cell);
    note(thread, SiteKind::StoreWay, shape, site.name, way);
}

/// The use of the entries by handlers.
#[cfg(handlers)]
pub(crate) mod known {
    use super::*;
    use crate::operations::handler_support::{FastMode, Step, finish, object_of};
    use crate::operations::site_caches::known::cell_value;
    use motet_python_objects::classes::attribute;
    use motet_python_objects::model::function::{PROPERTY_SET, WRAPPED};
    use motet_python_objects::types::instance;
    use motet_tm::Value;

    /// The way to read an attribute of instances of a shape.
    #[inline(always)]
    pub(crate) fn to_read(thread: &Thread, shape: ShapeNumber, name: Symbol) -> Option<u64> {
        thread.known_site(SiteKind::ReadWay as u32, shape, name)
    }

    /// The way to store an attribute of instances of a shape.
    #[inline(always)]
    pub(crate) fn to_store(thread: &Thread, shape: ShapeNumber, name: Symbol) -> Option<u64> {
        thread.known_site(SiteKind::StoreWay as u32, shape, name)
    }

    /// Whether an entry is one of this way.
    #[inline(always)]
    pub(crate) fn is(entry: u64, way: Way) -> bool {
        entry >> WAY_SHIFT == way as u64
    }

    /// The built-in type that computes the attribute of a way.
    #[inline(always)]
    pub(crate) fn owner(entry: u64) -> ClassNumber {
        entry as u32
    }

    /// The shape that an instance gets; 0: it keeps its own.
    #[inline(always)]
    pub(crate) fn new_shape(entry: u64) -> ShapeNumber {
        (entry >> 32) as u32 & ((1 << SHAPE_BITS) - 1)
    }

    /// The array, or the dict, of an instance that an entry names.
    #[inline(always)]
    pub(crate) fn container<'a, M: FastMode>(
        thread: &'a Thread,
        object: Object<'a>,
        entry: u64,
    ) -> Option<Object<'a>> {
        let word = entry & ((1 << ARRAY_BITS) - 1);
        thread.read_in::<M>(object).get(word).as_object()
    }

    /// The index in the array that an entry names.
    #[inline(always)]
    pub(crate) fn index(entry: u64) -> u64 {
        entry << 32 >> (32 + ARRAY_BITS)
    }

    /// Whether a name is missing in the dict of an instance that an entry names.
    #[inline(always)]
    pub(crate) fn is_behind_dict<M: FastMode>(
        thread: &Thread,
        object: Object<'_>,
        entry: u64,
        name: Symbol,
    ) -> bool {
        let word = u64::from(new_shape(entry));
        let dict = thread.read_in::<M>(object).get(word).as_object();
        dict.is_some_and(|dict| lacks(thread, dict, name))
    }

    #[inline(never)]
    fn lacks(thread: &Thread, dict: Object<'_>, name: Symbol) -> bool {
        thread.host_of(dict) == CLASS_DICT
            && instance::attribute_in_dict(thread, dict, name).is_none()
    }

    /// The value of an attribute in the dict of an instance.
    #[inline(never)]
    pub(crate) fn in_dict<'a>(
        thread: &'a Thread,
        dict: Object<'a>,
        name: Symbol,
    ) -> Option<Value<'a>> {
        if thread.host_of(dict) != CLASS_DICT {
            return None;
        }
        instance::attribute_in_dict(thread, dict, name)
    }

    /// Stores an attribute into the dict of an instance.
    #[inline(never)]
    pub(crate) fn store_in_dict(
        thread: &Thread,
        dict: Object<'_>,
        name: Symbol,
        value: Value<'_>,
    ) -> Step {
        if thread.host_of(dict) != CLASS_DICT {
            return Step::Whole;
        }
        let done = instance::set_in_dict(thread, dict, name, value);
        finish(thread, done.map(|()| true))
    }

    /// The value of the class's cell that an entry names.
    #[inline(always)]
    pub(crate) fn value_of_class<M: FastMode>(thread: &Thread, entry: u64) -> Option<Value<'_>> {
        cell_value::<M>(thread, entry & 0xffff_ffff)
    }

    /// The function that a class's cell holds, for a method.
    #[inline(always)]
    pub(crate) fn method<M: FastMode>(thread: &Thread, entry: u64) -> Option<Value<'_>> {
        let value = value_of_class::<M>(thread, entry)?;
        let function = object_of(thread, value, CLASS_FUNCTION)?;
        thread.binds(function).then_some(value)
    }

    /// The function that a static or class method of an instance's class wraps, and whether it is
    /// called with the class.
    pub(crate) fn wrapped<'a, M: FastMode>(
        thread: &'a Thread,
        object: Object<'a>,
        name: Symbol,
    ) -> Option<(Value<'a>, bool)> {
        let shape = thread.host_of(object);
        if shape < CLASS_USER_FIRST {
            return None;
        }
        let entry = to_read(thread, shape, name).filter(|entry| is(*entry, Way::Wrapped))?;
        if new_shape(entry) != 0 && !is_behind_dict::<M>(thread, object, entry, name) {
            return None;
        }
        let wrapper = value_of_class::<M>(thread, entry)?.as_object()?;
        let function = thread.read_in::<M>(wrapper).get(WRAPPED);
        match thread.host_of(wrapper) {
            CLASS_STATIC_METHOD => Some((function, false)),
            CLASS_CLASS_METHOD if thread.is_function(function) => Some((function, true)),
            _ => None,
        }
    }

    /// The native that a class's cell holds, for a method.
    #[inline(always)]
    pub(crate) fn native_method<M: FastMode>(thread: &Thread, entry: u64) -> Option<Object<'_>> {
        let value = value_of_class::<M>(thread, entry)?;
        let native = object_of(thread, value, CLASS_NATIVE_FUNCTION)?;
        (thread.native_of(native).1 == NativeBinding::Method).then_some(native)
    }

    /// The function that the property in a class's cell calls to read an attribute.
    #[inline(always)]
    pub(crate) fn getter<M: FastMode>(thread: &Thread, entry: u64) -> Option<Object<'_>> {
        property_function::<M>(thread, entry, PROPERTY_GET)
    }

    /// The function that the property in a class's cell calls to store an attribute.
    #[inline(always)]
    pub(crate) fn setter<M: FastMode>(thread: &Thread, entry: u64) -> Option<Object<'_>> {
        property_function::<M>(thread, entry, PROPERTY_SET)
    }

    #[inline(always)]
    fn property_function<M: FastMode>(
        thread: &Thread,
        entry: u64,
        word: u64,
    ) -> Option<Object<'_>> {
        let value = value_of_class::<M>(thread, entry)?;
        let property = object_of(thread, value, CLASS_PROPERTY)?;
        let function = thread.read_in::<M>(property).get(word);
        object_of(thread, function, CLASS_FUNCTION)
    }

    /// The answer of the native of the property in a class's cell.
    #[inline(never)]
    pub(crate) fn by_native<'a, M: FastMode>(
        thread: &'a Thread,
        entry: u64,
        receiver: Value<'a>,
    ) -> Option<Value<'a>> {
        let value = value_of_class::<M>(thread, entry)?;
        let property = object_of(thread, value, CLASS_PROPERTY)?;
        let getter = thread.read_in::<M>(property).get(PROPERTY_GET);
        attribute::by_short_cut(thread, getter, receiver)
    }
}
