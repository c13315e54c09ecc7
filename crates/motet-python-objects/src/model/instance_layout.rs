//! How instances of programs' classes lie in the heap: which layout has how many slots, and the
//! value inside of an instance of a class below a built-in one.

use crate::model::exception;
use motet_tm::{LayoutId, Mutator, Object, Value};

use crate::model::layouts::*;

/// The place of the attributes of an object.
#[derive(Clone, Copy)]
pub struct Storage {
    /// The first slots lie in the object itself, from this word on …
    pub first: u64,
    /// … so many of them,
    pub inline: u64,
    /// … and the rest in the array that this word names (None: there is none yet).
    pub overflow: u64,
}

/// Word of the array of attributes that found no slot.
pub(crate) const INSTANCE_OVERFLOW: u64 = 1;
/// Word of the first slot.
pub(crate) const INSTANCE_FIRST: u64 = 2;
/// Room for so many attributes is made when an array of attributes is.
pub(crate) const OVERFLOW_LENGTH_MIN: u64 = 4;

/// The place of the attributes in objects of a layout, if they have any.
#[inline]
pub fn storage(layout: LayoutId) -> Option<Storage> {
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
    let boxed_slots = match layout {
        LAYOUT_BOXED_1 => 1,
        LAYOUT_BOXED_3 => 3,
        LAYOUT_BOXED_7 => 7,
        LAYOUT_BOXED_13 => 13,
        LAYOUT_EXCEPTION => {
            return Some(Storage {
                first: 0,
                inline: 0,
                overflow: exception::EXCEPTION_ATTRIBUTES,
            });
        }
        _ => return None,
    };
    Some(Storage {
        first: BOXED_VALUE + 1,
        inline: boxed_slots,
        overflow: INSTANCE_OVERFLOW,
    })
}

/// Word of the built-in value that an instance of a class below a built-in one stands for.
pub(crate) const BOXED_VALUE: u64 = 2;

/// Whether a layout is that of instances of classes below built-in ones.
#[inline]
pub(crate) fn is_boxed(layout: LayoutId) -> bool {
    matches!(
        layout,
        LAYOUT_BOXED_1 | LAYOUT_BOXED_3 | LAYOUT_BOXED_7 | LAYOUT_BOXED_13
    )
}

/// The built-in value that an instance of a class below a built-in one stands for.
#[inline]
pub fn boxed_value<'a>(mutator: &'a Mutator, object: Object<'a>) -> Option<Value<'a>> {
    is_boxed(mutator.layout_id(object)).then(|| mutator.read(object).get(BOXED_VALUE))
}

/// The value without the class that a program has put around it: a native that wants a `str` takes
/// this of an instance of a class below `str`.
#[inline]
pub fn plain<'a>(mutator: &'a Mutator, value: Value<'a>) -> Value<'a> {
    match value.as_object() {
        Some(object) => boxed_value(mutator, object).unwrap_or(value),
        None => value,
    }
}

/// No plain instance has more slots.
pub(crate) const SLOTS_MAX: u32 = 32;
/// No instance of a class below a built-in one has more slots.
pub(crate) const BOXED_SLOTS_MAX: u64 = 13;

/// The layout of instances that want so many slots, and how many it has.
#[inline]
pub(crate) fn layout_for(wanted: u32) -> (LayoutId, u32) {
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

/// The same of instances of classes below built-in ones.
#[inline]
pub(crate) fn boxed_layout_for(wanted: u32) -> (LayoutId, u64) {
    match wanted {
        0..=1 => (LAYOUT_BOXED_1, 1),
        2..=3 => (LAYOUT_BOXED_3, 3),
        4..=7 => (LAYOUT_BOXED_7, 7),
        _ => (LAYOUT_BOXED_13, 13),
    }
}
