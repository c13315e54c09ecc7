//! Assignments to the parts of a function: its defaults, its names, its type parameters.

use crate::classes::annotations;
use crate::classes::code_object;
use crate::classes::globals;
use crate::classes::type_attributes;
use crate::model::text;
use std::sync::atomic::Ordering;

use motet_tm::{Object, Value};

use crate::classes::globals::Globals;
use crate::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR, VALUE_ERROR};
use crate::model::function::{
    FUNCTION_CLOSURE, FUNCTION_CODE, FUNCTION_DOC, FUNCTION_GLOBALS, FUNCTION_NAME,
};
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::{dict, tuple};
use motet_vm::symbol::Symbol;

/// Sets (or deletes) one of the attributes that lie in words of the function; false if it is none.
///
/// # Errors
/// `TypeError` for a value that the attribute cannot have, `AttributeError` for an attribute that
/// cannot be set.
pub(crate) fn assign(
    thread: &Thread,
    function: Object<'_>,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    let text = thread.machine().symbols.text(name);
    match text {
        "__code__" => replace_code(thread, function, value)?,
        "__closure__" | "__globals__" | "__builtins__" => {
            return Err(thread.raise(ATTRIBUTE_ERROR, "readonly attribute"));
        }
        "__type_params__" => {
            let Some(parameters) = value.filter(|value| tuple::as_tuple(thread, *value).is_some())
            else {
                let message = "__type_params__ must be set to a tuple";
                return Err(thread.raise(TYPE_ERROR, message));
            };
            annotations::replace_type_parameters(thread, function, parameters)?;
        }
        _ => {
            let Some(word) = type_attributes::function_word(name) else {
                return Ok(false);
            };
            if let Some(message) = refused(thread, name, value) {
                return Err(thread.raise(TYPE_ERROR, message));
            }
            thread.write(function)?.set(word, value.unwrap_or(NONE));
        }
    }
    Ok(true)
}

/// Gives a function other code, which finds its global variables where the function's are. Frames
/// and generators that were begun before go on with the code that they have.
fn replace_code(thread: &Thread, function: Object<'_>, value: Option<Value<'_>>) -> Outcome<()> {
    let Some(new) = value.and_then(|value| code_object::code_of(thread, value)) else {
        return Err(thread.raise(TYPE_ERROR, "__code__ must be set to a code object"));
    };
    let fields = thread.read(function);
    let closure = tuple::as_tuple(thread, fields.get(FUNCTION_CLOSURE));
    let cells = closure.map_or(0, |closure| tuple::length(thread, closure));
    let free = new.source.free_names.len() as u64;
    if free != cells {
        let name = text::as_text(thread, fields.get(FUNCTION_NAME)).unwrap_or("function");
        let message = format!("{name}() requires a code object with {cells} free vars, not {free}");
        return Err(thread.raise(VALUE_ERROR, message));
    }
    let old = thread.code_at(fields.raw(FUNCTION_CODE));
    let globals = match old.globals_in_dict {
        true => Globals::Dict(thread.root(fields.get(FUNCTION_GLOBALS))),
        false => Globals::Module(old.namespace),
    };
    if fields.get(FUNCTION_DOC) == UNBOUND {
        thread.write(function)?.set(FUNCTION_DOC, old.doc(thread));
    }
    let linked = globals::link(thread, &new.source, globals)?;
    let is_awaitable = new.is_awaitable.load(Ordering::Relaxed);
    linked.is_awaitable.store(is_awaitable, Ordering::Relaxed);
    let address = std::ptr::from_ref(linked) as u64;
    thread.write(function)?.set_raw(FUNCTION_CODE, address);
    Ok(())
}

/// The reason why a word of a function may not have a value.
fn refused(thread: &Thread, name: Symbol, value: Option<Value<'_>>) -> Option<&'static str> {
    let given = value.filter(|value| *value != NONE);
    let is_text = value.is_some_and(|value| text::as_text(thread, value).is_some());
    match name {
        names::NAME if !is_text => Some("__name__ must be set to a string object"),
        names::QUALNAME if !is_text => Some("__qualname__ must be set to a string object"),
        names::DEFAULTS if given.is_some_and(|it| tuple::as_tuple(thread, it).is_none()) => {
            Some("__defaults__ must be set to a tuple object")
        }
        names::KEYWORD_DEFAULTS if given.is_some_and(|it| dict::as_dict(thread, it).is_none()) => {
            Some("__kwdefaults__ must be set to a dict object")
        }
        _ => None,
    }
}
