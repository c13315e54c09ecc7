//! Attributes of instances: slots inline, the rest in an array.

use motet_tm::{LayoutId, Object, Value};

use crate::class::{Class, InstanceKind};
use crate::kinds::*;
use crate::native::Outcome;
use crate::shape::ShapeNumber;
use crate::symbol::Symbol;
use crate::thread::Thread;

/// Where the attributes of an object lie.
#[derive(Clone, Copy)]
pub(crate) struct Storage {
    /// The first slots lie in the object itself, from this word on …
    pub(crate) first: u64,
    /// … so many of them,
    pub(crate) inline: u64,
    /// … and the rest in the array that this word names (None: there is none yet).
    pub(crate) overflow: u64,
}

/// Word of the array of attributes that found no slot.
const INSTANCE_OVERFLOW: u64 = 1;
/// Word of the first slot.
pub(crate) const INSTANCE_FIRST: u64 = 2;
/// Room for so many attributes is made when an array of attributes is.
const OVERFLOW_LENGTH_MIN: u64 = 4;

/// Where objects of a layout keep their attributes, if they have any.
#[inline]
pub(crate) fn storage(layout: LayoutId) -> Option<Storage> {
    let slots = match layout {
        LAYOUT_INSTANCE_2 => 2,
        LAYOUT_INSTANCE_4 => 4,
        LAYOUT_INSTANCE_6 => 6,
        LAYOUT_INSTANCE_8 => 8,
        LAYOUT_INSTANCE_12 => 12,
        LAYOUT_INSTANCE_16 => 16,
        LAYOUT_INSTANCE_32 => 32,
        _ => 0,
    };
    if slots > 0 {
        return Some(Storage {
            first: INSTANCE_FIRST,
            inline: slots,
            overflow: INSTANCE_OVERFLOW,
        });
    }
    let overflow = match layout {
        LAYOUT_EXCEPTION => crate::exception::EXCEPTION_ATTRIBUTES,
        LAYOUT_LIST | LAYOUT_DICT => 3,
        _ => return None,
    };
    Some(Storage {
        first: 0,
        inline: 0,
        overflow,
    })
}

/// The layout of instances that want so many slots, and how many it has.
#[inline]
fn layout_for(wanted: u32) -> (LayoutId, u32) {
    match wanted {
        0..=2 => (LAYOUT_INSTANCE_2, 2),
        3..=4 => (LAYOUT_INSTANCE_4, 4),
        5..=6 => (LAYOUT_INSTANCE_6, 6),
        7..=8 => (LAYOUT_INSTANCE_8, 8),
        9..=12 => (LAYOUT_INSTANCE_12, 12),
        13..=16 => (LAYOUT_INSTANCE_16, 16),
        _ => (LAYOUT_INSTANCE_32, 32),
    }
}

impl Thread {
    /// Makes an instance without attributes of a class that has plain instances.
    pub(crate) fn new_instance(&self, class: &Class) -> Value<'_> {
        debug_assert!(class.kind == InstanceKind::Plain);
        let (layout, slots) = layout_for(class.slots_wanted);
        let words = INSTANCE_FIRST + u64::from(slots);
        self.allocate_filled(layout, class.root_shape, words, NONE)
            .object()
            .value()
    }

    /// The value of an attribute of the instance itself.
    pub(crate) fn own_attribute<'a>(
        &'a self,
        object: Object<'a>,
        name: Symbol,
    ) -> Option<Value<'a>> {
        let view = self.read(object);
        let shape = view.host();
        if shape < CLASS_USER_FIRST {
            return None;
        }
        let slot = self.machine().classes.shapes.get(shape).slot(name)?;
        Some(self.read_slot(object, u64::from(slot)))
    }

    fn read_slot<'a>(&'a self, object: Object<'a>, slot: u64) -> Value<'a> {
        let storage = storage(self.layout_id(object)).expect("what has a slot has storage");
        let view = self.read(object);
        if slot < storage.inline {
            return view.get(storage.first + slot);
        }
        let array = view
            .get(storage.overflow)
            .as_object()
            .expect("a slot has its place");
        self.read_element(array, slot - storage.inline)
    }

    fn write_slot(&self, object: Object<'_>, slot: u64, value: Value<'_>) -> Outcome<()> {
        let storage = storage(self.layout_id(object)).expect("what has a slot has storage");
        if slot < storage.inline {
            self.write(object)?.set(storage.first + slot, value);
            return Ok(());
        }
        let index = slot - storage.inline;
        let array = self.read(object).get(storage.overflow).as_object();
        let length = array.map_or(0, |array| self.array_length(array));
        if index < length {
            return self.write_element(array.expect("it has a length"), index, value);
        }
        let larger = self
            .allocate_array(LAYOUT_ARRAY, 0, (length * 2).max(OVERFLOW_LENGTH_MIN), NONE)
            .map_err(|_| self.raise(crate::exception::MEMORY_ERROR, ""))?;
        for index in 0..length {
            let array = array.expect("it has a length");
            larger.set(2 + index, self.read_element(array, index));
        }
        larger.set(2 + index, value);
        self.write(object)?
            .set(storage.overflow, larger.object().value());
        Ok(())
    }

    /// Whether instances of a class have attributes of their own.
    pub(crate) fn has_attributes(&self, object: Object<'_>) -> bool {
        self.host_of(object) >= CLASS_USER_FIRST && storage(self.layout_id(object)).is_some()
    }

    /// Sets an attribute of the instance itself. Returns the slot and the shapes before and after.
    pub(crate) fn set_own_attribute(
        &self,
        object: Object<'_>,
        name: Symbol,
        value: Value<'_>,
    ) -> Outcome<(u64, ShapeNumber, ShapeNumber)> {
        let shapes = &self.machine().classes.shapes;
        let before = self.read(object).host();
        if let Some(slot) = shapes.get(before).slot(name) {
            self.write_slot(object, slot.into(), value)?;
            return Ok((slot.into(), before, before));
        }
        let after = shapes.with(before, name);
        let slot = shapes.get(before).names.len() as u64;
        self.write_slot(object, slot, value)?;
        self.write(object)?.set_host(after);
        Ok((slot, before, after))
    }

    /// Deletes an attribute of the instance itself; false if there is none.
    pub(crate) fn delete_own_attribute(&self, object: Object<'_>, name: Symbol) -> Outcome<bool> {
        let shapes = &self.machine().classes.shapes;
        let before = self.read(object).host();
        let shape = shapes.get(before);
        let Some(slot) = shape.slot(name) else {
            return Ok(false);
        };
        let count = shape.names.len() as u64;
        for moved in u64::from(slot) + 1..count {
            let value = self.read_slot(object, moved);
            self.write_slot(object, moved - 1, value)?;
        }
        self.write_slot(object, count - 1, NONE)?;
        let root = self.class(shape.class).root_shape;
        self.write(object)?
            .set_host(shapes.without(root, before, name));
        Ok(true)
    }

    /// The attributes of the instance itself, in the order of their making.
    pub(crate) fn own_attributes<'a>(&'a self, object: Object<'a>) -> Vec<(Symbol, Value<'a>)> {
        let shape = self.read(object).host();
        if shape < CLASS_USER_FIRST {
            return Vec::new();
        }
        let names = &self.machine().classes.shapes.get(shape).names;
        let slots = names.iter().enumerate();
        slots
            .map(|(slot, name)| (*name, self.read_slot(object, slot as u64)))
            .collect()
    }
}
