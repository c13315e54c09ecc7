//! Attributes that methods, and static and class methods, have from the callable behind them: those
//! that are not found without a call. (Others: `type_attributes.rs`.)

use crate::classes::{attribute, type_attributes};
use crate::model::function::*;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use motet_tm::{Root, Value};
use motet_vm::symbol::Symbol;

/// The callable behind a method, or behind a static or class method, that is asked for an attribute
/// which was not found without a call.
pub fn callable_behind<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let object = receiver.as_object()?;
    match thread.class_of_object(object) {
        CLASS_METHOD => Some(thread.read(object).get(METHOD_FUNCTION)),
        CLASS_STATIC_METHOD | CLASS_CLASS_METHOD
            if type_attributes::is_taken_over(thread, name) =>
        {
            Some(thread.read(object).get(WRAPPED))
        }
        _ => None,
    }
}

/// An attribute that a method has from its callable, which may have to compute it, and those that
/// all objects have.
pub(crate) fn find_behind(
    thread: &mut Thread,
    receiver: Root,
    name: Symbol,
) -> Outcome<Option<Root>> {
    let value = thread.get(receiver);
    let class = thread.class_of(value);
    if let Some(callable) = callable_behind(thread, value, name) {
        let callable = thread.root(callable);
        if class == CLASS_METHOD {
            return attribute::get(thread, callable, name).map(Some);
        }
        if let Some(found) = attribute::get_optional(thread, callable, name)? {
            return Ok(Some(found));
        }
    }
    let is_wrapper = matches!(class, CLASS_STATIC_METHOD | CLASS_CLASS_METHOD);
    Ok(match name {
        names::DOC => Some(thread.root(NONE)),
        _ if is_wrapper && thread.machine().symbols.text(name) == "__isabstractmethod__" => {
            Some(thread.root(FALSE))
        }
        _ => None,
    })
}
