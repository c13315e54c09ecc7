//! Assignments to what makes a function: its code, its defaults, its names.

use std::sync::Arc;

use motet_tm::{Object, Value, Word};

use crate::code_object;
use crate::dynamic::{self, Globals};
use crate::exception::{ATTRIBUTE_ERROR, TYPE_ERROR, VALUE_ERROR};
use crate::function::*;
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
        "__code__" => assign_code(thread, function, value)?,
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

/// `function.__code__ = code`: the function's globals stay, and so does its closure.
fn assign_code(thread: &Thread, function: Object<'_>, value: Option<Value<'_>>) -> Outcome<()> {
    let code = value.and_then(|value| code_object::code_of(thread, value));
    let Some(code) = code else {
        return Err(thread.raise(TYPE_ERROR, "__code__ must be set to a code object"));
    };
    let old = thread.function_code(function);
    let (has, wants) = (old.source.free_names.len(), code.source.free_names.len());
    if has != wants {
        let name = thread.read(function).get(FUNCTION_NAME);
        let name = crate::text::as_text(thread, name).unwrap_or("?");
        let message = format!("{name}() requires a code object with {has} free vars, not {wants}");
        return Err(thread.raise(VALUE_ERROR, message));
    }
    let globals = if old.globals_in_dict {
        Globals::Dict(thread.root(thread.read(function).get(FUNCTION_GLOBALS)))
    } else {
        Globals::Module(old.namespace)
    };
    let linked = dynamic::link(thread, &Arc::clone(&code.source), globals);
    let address = Value::immediate(Word(std::ptr::from_ref(linked) as u64));
    thread.write(function)?.set(FUNCTION_CODE, address);
    Ok(())
}
