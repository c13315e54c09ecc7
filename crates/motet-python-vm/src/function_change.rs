//! Assignments to what makes a function: its defaults, its names, its type parameters.

use motet_tm::{Object, Value};

use crate::exception::{ATTRIBUTE_ERROR, TYPE_ERROR};
use crate::kinds::*;
use crate::names;
use crate::native::Outcome;
use crate::objects::{dict, tuple};
use crate::symbol::Symbol;
use crate::thread::Thread;

/// Sets (or deletes) one of the attributes that lie in words of the function; false if it is none.
///
/// # Errors
/// `TypeError` for what it may not become, `AttributeError` for what cannot be set.
pub(crate) fn assign(
    thread: &Thread,
    function: Object<'_>,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    let text = thread.machine().symbols.text(name);
    match text {
        // Frames and suspended generators find their code by the function.
        "__code__" => {
            let message = "__code__ of a function cannot be replaced yet";
            return Err(thread.raise(ATTRIBUTE_ERROR, message));
        }
        "__closure__" | "__globals__" | "__builtins__" => {
            return Err(thread.raise(ATTRIBUTE_ERROR, "readonly attribute"));
        }
        "__type_params__" => {
            let Some(parameters) = value.filter(|value| tuple::as_tuple(thread, *value).is_some())
            else {
                let message = "__type_params__ must be set to a tuple";
                return Err(thread.raise(TYPE_ERROR, message));
            };
            crate::lazy::replace_type_parameters(thread, function, parameters)?;
        }
        _ => {
            let Some(word) = crate::special::function_word(name) else {
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

/// Why a word may not become a value.
fn refused(thread: &Thread, name: Symbol, value: Option<Value<'_>>) -> Option<&'static str> {
    let given = value.filter(|value| *value != NONE);
    let is_text = value.is_some_and(|value| crate::text::as_text(thread, value).is_some());
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
