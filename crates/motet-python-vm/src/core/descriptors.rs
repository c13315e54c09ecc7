//! Natives of `property`, `staticmethod`, `classmethod`.

use motet_tm::Value;

use crate::exception::TYPE_ERROR;
use crate::function::*;
use crate::kinds::*;
use crate::native::{Arguments, NativeFunction, Outcome};
use crate::thread::Thread;

/// Methods of properties.
pub(super) const PROPERTY_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("getter", 2, 2, getter),
    NativeFunction::leaf("setter", 2, 2, setter),
    NativeFunction::leaf("deleter", 2, 2, deleter),
];

/// Constructors: the class is the first argument.
pub(super) const CONSTRUCTORS: &[(ClassNumber, NativeFunction)] = &[
    (
        CLASS_PROPERTY,
        NativeFunction::leaf("property", 1, 5, property).with_keywords(),
    ),
    (
        CLASS_STATIC_METHOD,
        NativeFunction::leaf("staticmethod", 2, 2, static_method),
    ),
    (
        CLASS_CLASS_METHOD,
        NativeFunction::leaf("classmethod", 2, 2, class_method),
    ),
];

fn property<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let part = |index| arguments.optional(thread, index).unwrap_or(NONE);
    let mut parts = [part(1), part(2), part(3)];
    for index in 0..arguments.keyword_count() {
        let value = arguments.keyword_value(thread, index);
        match thread.keyword_name(index) {
            "fget" => parts[0] = value,
            "fset" => parts[1] = value,
            "fdel" => parts[2] = value,
            "doc" => {}
            name => {
                let message = format!("property() got an unexpected keyword argument '{name}'");
                return Err(thread.raise(TYPE_ERROR, message));
            }
        }
    }
    let [get, set, delete] = parts;
    Ok(thread.new_small(CLASS_PROPERTY, get, set, delete))
}

/// A copy of a property with another function in one word.
fn with(thread: &Thread, arguments: Arguments, word: u64) -> Outcome<Value<'_>> {
    let Some(object) = thread.object_of(arguments.get(thread, 0), CLASS_PROPERTY) else {
        return Err(thread.raise(TYPE_ERROR, "a property is needed"));
    };
    let view = thread.read(object);
    let part = |which| {
        if which == word {
            arguments.get(thread, 1)
        } else {
            view.get(which)
        }
    };
    Ok(thread.new_small(
        CLASS_PROPERTY,
        part(PROPERTY_GET),
        part(PROPERTY_SET),
        part(PROPERTY_DELETE),
    ))
}

fn getter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    with(thread, arguments, PROPERTY_GET)
}

fn setter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    with(thread, arguments, PROPERTY_SET)
}

fn deleter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    with(thread, arguments, PROPERTY_DELETE)
}

fn static_method<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(thread.new_small(CLASS_STATIC_METHOD, arguments.get(thread, 1), NONE, NONE))
}

fn class_method<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(thread.new_small(CLASS_CLASS_METHOD, arguments.get(thread, 1), NONE, NONE))
}
