//! The error that an attribute is missing.

use motet_tm::{Unwind, Value};
use motet_vm::symbol::Symbol;

use crate::classes::descriptors;
use crate::classes::library_receivers;
use crate::model::class_names;
use crate::model::exception::ATTRIBUTE_ERROR;
use crate::model::function::PROPERTY_GET;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::text;
use crate::model::thread::Thread;
use crate::types::exception_fields;
use crate::types::module;
use crate::types::module_origin;

/// The error that an attribute is missing.
#[cold]
pub(crate) fn missing(thread: &Thread, receiver: Value<'_>, name: Symbol) -> Unwind {
    if let Some(refused) = library_receivers::refused(thread, receiver) {
        return refused;
    }
    let text = thread.machine().symbols.text(name);
    if let Some(class) = thread.class_number_of(receiver) {
        if name == names::ABSTRACT_METHODS {
            return thread.raise(ATTRIBUTE_ERROR, text);
        }
        let class = class_names::name(thread, class, names::NAME);
        let class = text::as_text(thread, class).unwrap_or("?");
        let message = format!("type object '{class}' has no attribute '{text}'");
        return missing_with(thread, receiver, name, &message);
    }
    let class = thread.class_of(receiver);
    let message = match class {
        _ if module::as_module(thread, receiver).is_some() => {
            module_origin::missing_attribute(thread, receiver, text)
        }
        _ if thread.is_subclass(class, CLASS_MODULE) => {
            let shown = receiver
                .as_object()
                .and_then(|whole| thread.own_attribute(whole, names::NAME))
                .and_then(|name| text::as_text(thread, name));
            match shown {
                Some(shown) => format!("module '{shown}' has no attribute '{text}'"),
                None => format!("module has no attribute '{text}'"),
            }
        }
        _ => {
            let found = thread.look_up(class, name);
            let type_name = thread.type_name(receiver);
            let property = found.and_then(|found| thread.object_of(found.value, CLASS_PROPERTY));
            match property {
                Some(property) if thread.read(property).get(PROPERTY_GET) == NONE => {
                    descriptors::lacks_accessor(thread, property, receiver, "getter")
                }
                _ => format!("'{type_name}' object has no attribute '{text}'"),
            }
        }
    };
    missing_with(thread, receiver, name, &message)
}

/// Raises `AttributeError` with the receiver and the name of the attribute.
fn missing_with(thread: &Thread, receiver: Value<'_>, name: Symbol, message: &str) -> Unwind {
    let name = thread.machine().symbols.object(name).value();
    let fields = [("name", name), ("obj", receiver)];
    exception_fields::raise(thread, ATTRIBUTE_ERROR, message, &fields)
}
