//! Attributes of instances: slots inline, the rest in an array.

use crate::model::class::{Class, InstanceKind};
use crate::model::exception;
use crate::model::instance_layout::BOXED_VALUE;
use crate::model::instance_layout::INSTANCE_FIRST;
use crate::model::instance_layout::OVERFLOW_LENGTH_MIN;
use crate::model::instance_layout::boxed_layout_for;
use crate::model::instance_layout::layout_for;
use crate::model::instance_layout::{BOXED_SLOTS_MAX, SLOTS_MAX};
use crate::model::instance_layout::{Storage, storage};
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::text;
use crate::model::thread::Thread;
use crate::types::dict;
use crate::types::dict_builder::Builder;
use crate::types::protocol::hash;
use motet_tm::{Object, Value};
use motet_vm::shape::ShapeNumber;
use motet_vm::symbol::Symbol;

/// Where instances outgrow their slots, later ones have room for so many attributes more.
const WIDENED_BY: u32 = 3;

/// An instance with more attributes keeps them in its dict. A shape lists all names before its own
/// and lives for ever, so many attributes would cost memory by the square of their number.
const SHAPED_ATTRIBUTES_MAX: usize = 256;

/// An instance with more attributes keeps them in its dict when one is deleted: the names behind
/// that one need a shape each that the program will hardly use again.
const SHAPED_WHERE_DELETED_MAX: usize = 32;

impl Thread {
    /// Makes an instance without attributes of a class that has plain instances.
    pub fn new_instance(&self, class: &Class) -> Value<'_> {
        debug_assert!(class.kind == InstanceKind::Plain);
        let (root, wanted) = class.instances.get();
        let (layout, slots) = layout_for(wanted);
        let words = INSTANCE_FIRST + u64::from(slots);
        self.allocate_filled(layout, root, words, NONE)
            .object()
            .value()
    }

    /// Makes an instance with such attributes, in this order, of a class that has plain instances.
    ///
    /// # Errors
    /// An abort.
    pub fn new_filled_instance(
        &self,
        class: &Class,
        fields: &[(Symbol, Value<'_>)],
    ) -> Outcome<Value<'_>> {
        let (root, wanted) = class.instances.get();
        let (layout, slots) = layout_for(wanted);
        let words = INSTANCE_FIRST + u64::from(slots);
        if fields.len() > slots as usize {
            let made = self.allocate_filled(layout, root, words, NONE).object();
            for (name, value) in fields {
                self.set_own_attribute(made, *name, *value)?;
            }
            return Ok(made.value());
        }
        let names = fields.iter().map(|(name, _)| *name);
        let shapes = &self.machine().classes.shapes;
        let known = class.instances.filled();
        let shape = if shapes.is_of(known, root, names.clone()) {
            known
        } else {
            let shape = names.fold(root, |shape, name| shapes.with(shape, name));
            class.instances.note_filled(shape);
            shape
        };
        let made = self.allocate_filled(layout, shape, words, NONE);
        for (place, (_, value)) in (INSTANCE_FIRST..).zip(fields) {
            made.set(place, *value);
        }
        Ok(made.object().value())
    }

    /// The values of some attributes of the instance itself; none if it has not all of them. Fast
    /// where they are its first ones.
    pub fn first_attributes<'a, const COUNT: usize>(
        &'a self,
        object: Object<'a>,
        names: &[Symbol; COUNT],
    ) -> Option<[Value<'a>; COUNT]> {
        let mut values = [NONE; COUNT];
        let view = self.read(object);
        if view.host() < CLASS_USER_FIRST {
            return None;
        }
        let shape = self.machine().classes.shapes.get(view.host());
        let storage = storage(self.layout_id(object));
        let storage = storage.filter(|storage| COUNT as u64 <= storage.inline);
        if let Some(storage) = storage.filter(|_| shape.names.starts_with(names)) {
            for (place, value) in (storage.first..).zip(&mut values) {
                *value = view.get(place);
            }
            return Some(values);
        }
        for (name, value) in names.iter().zip(&mut values) {
            *value = self.own_attribute(object, *name)?;
        }
        Some(values)
    }

    /// Makes an instance of a class below a built-in one, around a value of that.
    pub fn new_boxed(&self, class: &Class, value: Value<'_>) -> Value<'_> {
        let (root, wanted) = class.instances.get();
        let (layout, slots) = boxed_layout_for(wanted);
        let words = BOXED_VALUE + 1 + slots;
        let boxed = self.allocate_filled(layout, root, words, NONE);
        boxed.set(BOXED_VALUE, value);
        boxed.object().value()
    }

    /// The value of an attribute of the instance itself.
    pub fn own_attribute<'a>(&'a self, object: Object<'a>, name: Symbol) -> Option<Value<'a>> {
        let view = self.read(object);
        let shape = view.host();
        if shape < CLASS_USER_FIRST {
            return None;
        }
        let shape = self.machine().classes.shapes.get(shape);
        if let Some(slot) = shape.slot(name) {
            return Some(self.read_slot(object, u64::from(slot)));
        }
        let dict = self.read_slot(object, u64::from(shape.rest_slot?));
        let dict =
            dict::as_dict(self, dict).expect("the slot of an instance's dict holds only dicts");
        attribute_in_dict(self, dict, name)
    }

    fn storage_of(&self, object: Object<'_>) -> Storage {
        storage(self.layout_id(object)).expect("only layouts with storage have shapes with slots")
    }

    /// The value of a slot of an instance; `UNBOUND` if it has none.
    pub fn read_slot<'a>(&'a self, object: Object<'a>, slot: u64) -> Value<'a> {
        let storage = self.storage_of(object);
        let view = self.read(object);
        if slot < storage.inline {
            return view.get(storage.first + slot);
        }
        let array = view.get(storage.overflow).known_object();
        self.read_element(array, slot - storage.inline)
    }

    fn write_slot(&self, object: Object<'_>, slot: u64, value: Value<'_>) -> Outcome<()> {
        let storage = self.storage_of(object);
        if slot < storage.inline {
            self.write(object)?.set(storage.first + slot, value);
            return Ok(());
        }
        let index = slot - storage.inline;
        let array = self.read(object).get(storage.overflow).as_object();
        let length = array.map_or(0, |array| self.array_length(array));
        if index < length {
            return self.write_element(
                array.expect("only an array has a length above the index"),
                index,
                value,
            );
        }
        if length == 0 {
            self.widen(object, slot);
        }
        let larger = self
            .allocate_array(LAYOUT_ARRAY, 0, (length * 2).max(OVERFLOW_LENGTH_MIN), NONE)
            .map_err(|_| self.raise(exception::MEMORY_ERROR, ""))?;
        for index in 0..length {
            let array = array.expect("only an array has a length above the index");
            larger.set(2 + index, self.read_element(array, index));
        }
        larger.set(2 + index, value);
        self.write(object)?
            .set(storage.overflow, larger.object().value());
        Ok(())
    }

    /// An instance has outgrown its slots: if more of its class have, later ones get more slots.
    #[cold]
    fn widen(&self, object: Object<'_>, slot: u64) {
        let class = self.class(self.class_of_object(object));
        let more = slot as u32 + 1 + WIDENED_BY;
        let (wider, is_wider) = match class.kind {
            InstanceKind::Plain => {
                let before = layout_for(class.instances.slots()).1;
                (layout_for(more).0, more.min(SLOTS_MAX) > before)
            }
            InstanceKind::Builtin(_) => {
                let before = boxed_layout_for(class.instances.slots()).1;
                (
                    boxed_layout_for(more).0,
                    u64::from(more).min(BOXED_SLOTS_MAX) > before,
                )
            }
            InstanceKind::Exception => return,
        };
        if is_wider && class.instances.count_outgrown() {
            let shapes = &self.machine().classes.shapes;
            let root = shapes.adopted_root(class.number, wider);
            class.instances.widen(root, more);
        }
    }

    /// Whether an object has room for attributes of its own.
    pub fn has_attributes(&self, object: Object<'_>) -> bool {
        self.host_of(object) >= CLASS_USER_FIRST && storage(self.layout_id(object)).is_some()
    }

    /// Sets an attribute of the instance itself. Returns the slot and the shapes before and after;
    /// `None` if it lies in a dict.
    pub fn set_own_attribute(
        &self,
        object: Object<'_>,
        name: Symbol,
        value: Value<'_>,
    ) -> Outcome<Option<(u64, ShapeNumber, ShapeNumber)>> {
        let shapes = &self.machine().classes.shapes;
        let before = self.read(object).host();
        let shape = shapes.get(before);
        if let Some(slot) = shape.slot(name) {
            self.write_slot(object, slot.into(), value)?;
            return Ok(Some((slot.into(), before, before)));
        }
        if let Some(dict) = shape.rest_slot
            && !self.is_slot(shape.class, name)
        {
            let dict = self.read_slot(object, dict.into());
            let dict =
                dict::as_dict(self, dict).expect("the slot of an instance's dict holds only dicts");
            set_in_dict(self, dict, name, value)?;
            return Ok(None);
        }
        if shape.names.len() >= SHAPED_ATTRIBUTES_MAX && !self.is_slot(shape.class, name) {
            self.instance_dict(object)?;
            return self.set_own_attribute(object, name, value);
        }
        let after = shapes.with(before, name);
        let slot = shape.names.len() as u64;
        self.write_slot(object, slot, value)?;
        self.write(object)?.set_host(after);
        Ok(Some((slot, before, after)))
    }

    /// Sets an attribute that the instance has in a word of its own, if no barrier stands in the
    /// way; whether it was done.
    pub fn set_attribute_open(&self, object: Object<'_>, name: Symbol, value: Value<'_>) -> bool {
        let shape = self.machine().classes.shapes.get(self.read(object).host());
        let storage = self.storage_of(object);
        let slot = shape.slot(name).map(u64::from);
        let slot = slot.filter(|slot| *slot < storage.inline);
        match slot.zip(self.write_open(object)) {
            Some((slot, view)) => {
                view.set(storage.first + slot, value);
                true
            }
            None => false,
        }
    }

    /// Deletes an attribute of the instance itself; false if there is none.
    pub fn delete_own_attribute(&self, object: Object<'_>, name: Symbol) -> Outcome<bool> {
        let shapes = &self.machine().classes.shapes;
        let before = self.read(object).host();
        let shape = shapes.get(before);
        let Some(slot) = shape.slot(name) else {
            let Some(dict) = shape.rest_slot else {
                return Ok(false);
            };
            let dict = self.read_slot(object, dict.into());
            let dict =
                dict::as_dict(self, dict).expect("the slot of an instance's dict holds only dicts");
            return delete_in_dict(self, dict, name);
        };
        let is_long = shape.names.len() > SHAPED_WHERE_DELETED_MAX && shape.rest_slot.is_none();
        if is_long && !self.is_slot(shape.class, name) {
            self.instance_dict(object)?;
            return self.delete_own_attribute(object, name);
        }
        let count = shape.names.len() as u64;
        for moved in u64::from(slot) + 1..count {
            let value = self.read_slot(object, moved);
            self.write_slot(object, moved - 1, value)?;
        }
        self.write_slot(object, count - 1, NONE)?;
        self.write(object)?.set_host(shapes.without(before, name));
        Ok(true)
    }

    /// The attributes of the instance itself that are no slots of its class, in the order of their
    /// making.
    pub fn own_attributes<'a>(&'a self, object: Object<'a>) -> Vec<(Symbol, Value<'a>)> {
        let shape = self.read(object).host();
        if shape < CLASS_USER_FIRST {
            return Vec::new();
        }
        let shape = self.machine().classes.shapes.get(shape);
        if let Some(slot) = shape.rest_slot {
            let dict = self.read_slot(object, slot.into());
            let dict =
                dict::as_dict(self, dict).expect("the slot of an instance's dict holds only dicts");
            let symbols = &self.machine().symbols;
            return dict::entries(self, dict)
                .into_iter()
                .filter_map(|(key, value)| {
                    let text = text::as_text(self, key)?;
                    Some((symbols.intern(self, text), value))
                })
                .collect();
        }
        let is_slot = self.slots_of(shape.class);
        let slots = shape.names.iter().enumerate();
        slots
            .filter(|(_, name)| !is_slot(*name))
            .map(|(slot, name)| (name, self.read_slot(object, slot as u64)))
            .collect()
    }

    /// The dict of an instance's attributes: from its first use on they lie there.
    pub fn instance_dict<'a>(&'a self, object: Object<'a>) -> Outcome<Value<'a>> {
        let shape = self.read(object).host();
        let shape = self.machine().classes.shapes.get(shape);
        if let Some(slot) = shape.rest_slot {
            return Ok(self.read_slot(object, slot.into()));
        }
        // Code that asks for the dict often adds to it. (An object without attributes gets an
        // empty one.)
        let count = shape.names.len() as u64;
        let room = if count == 0 { 0 } else { count + 1 };
        let mut builder = Builder::with_room(self, CLASS_DICT, room)?;
        let is_slot = self.slots_of(shape.class);
        for (slot, name) in shape.names.iter().enumerate() {
            if !is_slot(name) {
                let key = self.machine().symbols.object(name).value();
                let hash = hash_of_name(self, key)?;
                builder.push(key, hash, self.read_slot(object, slot as u64))?;
            }
        }
        let made = builder.finish()?;
        self.set_instance_dict(object, made)?;
        Ok(made)
    }

    /// Gives an instance another dict of attributes.
    pub fn set_instance_dict(&self, object: Object<'_>, dict: Value<'_>) -> Outcome<()> {
        let shapes = &self.machine().classes.shapes;
        let before = self.read(object).host();
        let shape = shapes.get(before);
        if let Some(slot) = shape.rest_slot {
            return self.write_slot(object, slot.into(), dict);
        }
        let mut names = Vec::new();
        let mut values = Vec::new();
        let is_slot = self.slots_of(shape.class);
        for (slot, name) in shape.names.iter().enumerate() {
            if is_slot(name) {
                names.push(name);
                values.push(self.read_slot(object, slot as u64));
            }
        }
        names.push(names::DICT);
        values.push(dict);
        let count = shape.names.len().max(values.len()) as u64;
        let value = |slot: u64| values.get(slot as usize).copied().unwrap_or(NONE);
        let storage = self.storage_of(object);
        for slot in storage.inline..count {
            self.write_slot(object, slot, value(slot))?;
        }
        let after = shapes.with_all(shapes.root_of(before), names);
        let view = self.write(object)?;
        for slot in 0..count.min(storage.inline) {
            view.set(storage.first + slot, value(slot));
        }
        view.set_host(after);
        Ok(())
    }

    /// Makes an instance one of another class that is laid out alike.
    pub fn change_class(&self, object: Object<'_>, class: &Class) -> Outcome<()> {
        let shapes = &self.machine().classes.shapes;
        let shape = shapes.get(self.read(object).host());
        let layout = self.layout_id(object);
        let (root, wanted) = class.instances.get();
        let usual = match class.kind {
            InstanceKind::Plain => layout_for(wanted).0,
            InstanceKind::Builtin(_) => boxed_layout_for(wanted).0,
            InstanceKind::Exception => layout,
        };
        let root = if usual == layout {
            root
        } else {
            shapes.adopted_root(class.number, layout)
        };
        let after = shapes.with_all(root, shape.names.iter());
        self.write(object)?.set_host(after);
        Ok(())
    }
}

/// The entry of a name in a dict, if comparing keys takes calls.
fn entry_of_text(thread: &Thread, dict: Object<'_>, name: Symbol) -> Option<u64> {
    let text = thread.machine().symbols.text(name);
    (0..dict::used(thread, dict)).find(|entry| {
        let key = dict::entry_at(thread, dict, *entry);
        key.is_some_and(|(key, _)| text::as_text(thread, key) == Some(text))
    })
}

/// The attribute of a name in an instance's dict.
pub fn attribute_in_dict<'a>(
    thread: &'a Thread,
    dict: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let key = thread.machine().symbols.object(name).value();
    match dict::get_leaf(thread, dict, key) {
        Ok(Some(found)) => found,
        _ => {
            let entry = entry_of_text(thread, dict, name)?;
            Some(dict::value_at(thread, dict, entry))
        }
    }
}

fn hash_of_name(thread: &Thread, name: Value<'_>) -> Outcome<i64> {
    Ok(hash::hash_leaf(thread, name)?.expect("a str has a hash without a call"))
}

/// Sets an attribute in an instance's dict.
///
/// # Errors
/// Exhausted memory; an abort.
pub fn set_in_dict(
    thread: &Thread,
    dict: Object<'_>,
    name: Symbol,
    value: Value<'_>,
) -> Outcome<()> {
    let key = thread.machine().symbols.object(name).value();
    if dict::set_leaf(thread, dict, key, value)? {
        return Ok(());
    }
    match entry_of_text(thread, dict, name) {
        Some(entry) => dict::set_value_at(thread, dict, entry, value),
        None => {
            let hash = hash_of_name(thread, key)?;
            dict::insert_new(thread, dict, key, hash, value)
        }
    }
}

/// Deletes an attribute in an instance's dict; false if there is none.
pub(crate) fn delete_in_dict(thread: &Thread, dict: Object<'_>, name: Symbol) -> Outcome<bool> {
    let key = thread.machine().symbols.object(name).value();
    let hash = hash::hash_leaf(thread, key)?.expect("a str has a hash without a call");
    let entry = match dict::find(thread, dict, key, hash)? {
        dict::Found::Entry(entry) => Some(entry),
        dict::Found::Missing(_) => None,
        dict::Found::Ask(_) => entry_of_text(thread, dict, name),
    };
    match entry {
        Some(entry) => dict::delete_at(thread, dict, entry).map(|()| true),
        None => Ok(false),
    }
}
