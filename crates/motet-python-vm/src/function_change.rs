//! Assignments to what makes a function: its defaults, its names, its type parameters.

use std::sync::atomic::Ordering;

use motet_tm::{Object, Value};

use crate::exception::{ATTRIBUTE_ERROR, TYPE_ERROR};
use crate::function::FUNCTION_CODE;
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

/// Gives a function other code: only what `replace` has made of its own. Frames and suspended
/// generators find their code by the function, so all that they have noted must fit the new one.
fn replace_code(thread: &Thread, function: Object<'_>, value: Option<Value<'_>>) -> Outcome<()> {
    let Some(new) = value.and_then(|value| crate::code_object::code_of(thread, value)) else {
        return Err(thread.raise(TYPE_ERROR, "__code__ must be set to a code object"));
    };
    let old = thread.code_at(thread.read(function).raw(FUNCTION_CODE));
    let (a, b) = (&old.source, &new.source);
    let runs_alike = a.instructions == b.instructions
        && a.register_count == b.register_count
        && a.exception_table == b.exception_table
        && a.constants.len() == b.constants.len()
        && a.global_names == b.global_names
        && a.attribute_sites == b.attribute_sites
        && a.free_names == b.free_names
        && a.positions.len() == b.positions.len()
        && a.generator == b.generator;
    if !runs_alike || old.globals_in_dict {
        let message = "__code__ of a function cannot be replaced by code of another yet";
        return Err(thread.raise(ATTRIBUTE_ERROR, message));
    }
    let globals = crate::dynamic::Globals::Module(old.namespace);
    let linked = crate::dynamic::link(thread, b, globals);
    let is_awaitable = new.is_awaitable.load(Ordering::Relaxed);
    linked.is_awaitable.store(is_awaitable, Ordering::Relaxed);
    let address = std::ptr::from_ref(linked) as u64;
    thread.write(function)?.set_raw(FUNCTION_CODE, address);
    Ok(())
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
