//! Assignments to `__class__` and `__dict__` of an object.

use crate::classes::getset;
use crate::model::instance_layout;
use motet_tm::Value;

use crate::model::exception::TYPE_ERROR;
use crate::model::function::FUNCTION_ATTRIBUTES;
use crate::model::layouts::*;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::dict;

/// `receiver.__class__ = value`.
///
/// # Errors
/// `TypeError` if the classes are not laid out alike.
pub(crate) fn assign_class(
    thread: &Thread,
    receiver: Value<'_>,
    value: Option<Value<'_>>,
) -> Outcome<()> {
    let Some(value) = value else {
        return Err(thread.raise(TYPE_ERROR, "can't delete __class__ attribute"));
    };
    let Some(wanted) = thread.class_number_of(value) else {
        let name = thread.type_name(value);
        let message = format!("__class__ must be set to a class, not '{name}' object");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let old = thread.class_of(receiver);
    if old == wanted {
        return Ok(());
    }
    let object = receiver.as_object().filter(|_| {
        old >= CLASS_USER_FIRST
            && wanted >= CLASS_USER_FIRST
            && thread.class_number_of(receiver).is_none()
    });
    let Some(object) = object else {
        let message =
            "__class__ assignment only supported for mutable types or ModuleType subclasses";
        return Err(thread.raise(TYPE_ERROR, message));
    };
    if !thread.is_laid_out_alike(old, wanted) {
        let (new, old) = (thread.class_name(wanted), thread.class_name(old));
        let message = format!("__class__ assignment: '{new}' object layout differs from '{old}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    thread.change_class(object, thread.class(wanted))
}

/// `receiver.__dict__ = value`; false if the receiver has none that can be changed.
///
/// # Errors
/// `TypeError` if the value is no dict.
pub(crate) fn assign_dict(
    thread: &Thread,
    receiver: Value<'_>,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    let class = thread.class_of(receiver);
    let is_function = class == CLASS_FUNCTION;
    let has_own = class >= CLASS_EXCEPTIONS_FIRST
        && thread.class(class).has_dict
        && !getset::has_dict_of_its_own(thread, class);
    let Some(object) = receiver
        .as_object()
        .filter(|object| is_function || has_own && thread.has_attributes(*object))
    else {
        return Ok(false);
    };
    let value = match value {
        None if is_function => {
            return Err(thread.raise(TYPE_ERROR, "cannot delete __dict__"));
        }
        None => dict::new(thread)?,
        Some(value) if dict::as_dict(thread, value).is_some() => value,
        Some(value) => {
            let name = thread.type_name(value);
            let message = format!("__dict__ must be set to a dictionary, not a '{name}'");
            return Err(thread.raise(TYPE_ERROR, message));
        }
    };
    if is_function {
        let plain = instance_layout::plain(thread, value);
        thread.write(object)?.set(FUNCTION_ATTRIBUTES, plain);
    } else {
        thread.set_instance_dict(object, value)?;
    }
    Ok(true)
}
