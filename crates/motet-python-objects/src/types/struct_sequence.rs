//! Instances of the library's struct sequences (`time.struct_time` and its like): tuples whose
//! items have names, and which have further fields that are no items. The classes are Python
//! (`_motet_sequence`); a native that fills one makes it here at once.

use crate::model::class::InstanceKind;
use crate::types::prelude::*;
use crate::types::tuple;

/// An instance of a class with the values of a tuple: the last ones become the fields of the names
/// `more`, those before are its items. None if the instances of the class are not tuples.
///
/// # Errors
/// `MemoryError`.
pub fn made<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    values: Value<'a>,
    more: &[&'static str],
) -> Outcome<Option<Value<'a>>> {
    let class = thread.class(class);
    let is_plain = class.metaclass.get() == CLASS_TYPE;
    if class.kind != InstanceKind::Builtin(CLASS_TUPLE) || !is_plain {
        return Ok(None);
    }
    let values = thread.tuple_items(values);
    let (items, rest) = values.split_at(values.len().saturating_sub(more.len()));
    let items = tuple::from_values(thread, items)?;
    let made = thread.new_boxed(class, items);
    let Some(object) = made.as_object() else {
        return Ok(None);
    };
    for (name, value) in more.iter().zip(rest) {
        thread.set_own_attribute(object, thread.symbol_of(name), *value)?;
    }
    Ok(Some(made))
}
