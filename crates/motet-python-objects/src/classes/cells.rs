//! Cells and functions as programs make and change them: `types.CellType`, `types.FunctionType`.

use crate::model::text;
use crate::model::type_def::{Property, TypeDef};
use crate::types::namespace_dict;
use crate::types::special_methods::comparison_methods;
use std::sync::Arc;

use motet_tm::{Object, Value};

use crate::classes::code_object;
use crate::classes::globals;
use crate::classes::globals::Globals;
use crate::model::exception::{TYPE_ERROR, VALUE_ERROR};
use crate::model::function::*;
use crate::model::layouts::*;
use crate::model::namespace::{CELL_VALUE, bound};
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::types::protocol::compare;
use crate::types::protocol::operator::Comparison;
use crate::types::tables::{check_keywords, parameter};
use crate::types::{dict, string, tuple};

/// The native that makes functions: the class is the first argument.
pub const NEW_FUNCTION: NativeFunction =
    NativeFunction::leaf("function", 1, 7, new_function).with_keywords();

/// Methods of cells.
const METHODS: &[NativeFunction] = &[NativeFunction::leaf("__repr__", 1, 1, text)];

comparison_methods!(compared, EQUALITY, ORDER);

/// `cell_contents`, which can be set and deleted.
const CONTENTS: Property = Property {
    get: NativeFunction::leaf("cell_contents", 1, 1, content),
    set: NativeFunction::leaf("cell_contents", 1, 2, set_content),
};

fn new_cell<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let content = arguments.optional(thread, 1).unwrap_or(UNBOUND);
    Ok(thread.allocate(LAYOUT_CELL, CLASS_CELL, &[content]).value())
}

fn cell<'a>(thread: &'a Thread, arguments: Arguments, index: usize) -> Option<Object<'a>> {
    thread.object_of(arguments.get(thread, index), CLASS_CELL)
}

fn receiver<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
    cell(thread, arguments, 0).ok_or_else(|| thread.raise(TYPE_ERROR, "a cell is needed"))
}

fn content<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let cell = receiver(thread, arguments)?;
    bound(thread.read(cell).get(CELL_VALUE))
        .ok_or_else(|| thread.raise(VALUE_ERROR, "Cell is empty"))
}

fn set_content<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let cell = receiver(thread, arguments)?;
    let value = arguments.optional(thread, 1).unwrap_or(UNBOUND);
    thread.write(cell)?.set(CELL_VALUE, value);
    Ok(NONE)
}

fn text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let cell = receiver(thread, arguments)?;
    let identity = thread.identity(cell);
    let shown = match bound(thread.read(cell).get(CELL_VALUE)) {
        None => "empty".to_owned(),
        Some(value) => {
            let identity = value
                .as_object()
                .map_or(0, |object| thread.identity(object));
            format!("{} object at {identity:#x}", thread.type_name(value))
        }
    };
    string::new(thread, &format!("<cell at {identity:#x}: {shown}>"))
}

/// Compares the contents of two cells; an empty one goes before every other.
fn compared<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    how: Comparison,
) -> Outcome<Value<'a>> {
    let (Some(left), Some(right)) = (cell(thread, arguments, 0), cell(thread, arguments, 1)) else {
        return Ok(NOT_IMPLEMENTED);
    };
    let left = bound(thread.read(left).get(CELL_VALUE));
    let right = bound(thread.read(right).get(CELL_VALUE));
    let (left, right) = match (left, right) {
        (Some(left), Some(right)) => (thread.root(left), thread.root(right)),
        (left, right) => {
            let rank = |value: Option<Value<'_>>| {
                let rank = i32::from(value.is_some());
                thread.root(Value::from_small(rank))
            };
            (rank(left), rank(right))
        }
    };
    let result = compare::compare(thread, how, left, right)?;
    Ok(thread.get(result))
}

/// `FunctionType(code, globals, name, argdefs, closure, kwdefaults)`.
fn new_function<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let names = [
        "code",
        "globals",
        "name",
        "argdefs",
        "closure",
        "kwdefaults",
    ];
    check_keywords(thread, arguments, "function", &names)?;
    let given = |index: usize| parameter(thread, arguments, index + 1, names[index]);
    let optional = |index: usize| given(index).filter(|value| *value != NONE);
    for (index, name) in names.iter().enumerate().take(2) {
        if given(index).is_none() {
            let message = format!(
                "function() missing required argument '{name}' (pos {})",
                index + 1
            );
            return Err(thread.raise(TYPE_ERROR, message));
        }
    }
    let wrong = |index: usize, wanted: &str| {
        let given = given(index).map_or("NoneType", |value| thread.type_name(value));
        let message = format!(
            "function() argument '{}' must be {wanted}, not {given}",
            names[index]
        );
        thread.raise(TYPE_ERROR, message)
    };
    let Some(code) = given(0).and_then(|value| code_object::code_of(thread, value)) else {
        return Err(wrong(0, "code"));
    };
    let dict = given(1).expect("a call without this argument was refused above");
    let globals = match namespace_dict::namespace_of(thread, dict) {
        Some(namespace) => Globals::Module(namespace),
        None if dict::as_dict(thread, dict).is_some() => Globals::Dict(thread.root(dict)),
        None => return Err(wrong(1, "dict")),
    };
    let type_error = |message: &str| thread.raise(TYPE_ERROR, message);
    let is_tuple = |value| tuple::as_tuple(thread, value).is_some();
    let name = optional(2);
    if name.is_some_and(|name| text::as_text(thread, name).is_none()) {
        return Err(type_error("arg 3 (name) must be None or string"));
    }
    if optional(3).is_some_and(|defaults| !is_tuple(defaults)) {
        return Err(type_error("arg 4 (defaults) must be None or tuple"));
    }
    if optional(5).is_some_and(|defaults| dict::as_dict(thread, defaults).is_none()) {
        return Err(type_error("arg 6 (kwdefaults) must be None or dict"));
    }
    check_closure(
        thread,
        optional(4),
        code.source.free_names.len(),
        &code.source.name,
    )?;
    let part = |index: usize| optional(index).unwrap_or(NONE);
    let linked = globals::link(thread, &Arc::clone(&code.source), globals)?;
    let globals = match globals {
        Globals::Module(_) => NONE,
        Globals::Dict(dict) => thread.get(dict),
    };
    let made = thread.new_function_in(linked, part(3), part(5), part(4), globals);
    if let Some(name) = name {
        let object = made.known_object();
        thread.write(object)?.set(FUNCTION_NAME, name);
    }
    Ok(made)
}

/// Refuses a closure that is not as many cells as the code has free variables.
fn check_closure(
    thread: &Thread,
    closure: Option<Value<'_>>,
    wanted: usize,
    name: &str,
) -> Outcome<()> {
    let Some(closure) = closure else {
        if wanted > 0 {
            return Err(thread.raise(TYPE_ERROR, "arg 5 (closure) must be tuple"));
        }
        return Ok(());
    };
    if tuple::as_tuple(thread, closure).is_none() {
        let message = if wanted > 0 {
            "arg 5 (closure) must be tuple"
        } else {
            "arg 5 (closure) must be None or tuple"
        };
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let cells = thread.tuple_items(closure);
    if cells.len() != wanted {
        let given = cells.len();
        let message = format!("{name} requires closure of length {wanted}, not {given}");
        return Err(thread.raise(VALUE_ERROR, message));
    }
    for cell in cells {
        if thread.object_of(cell, CLASS_CELL).is_none() {
            let given = thread.type_name(cell);
            let message = format!("arg 5 (closure) expected cell, found {given}");
            return Err(thread.raise(TYPE_ERROR, message));
        }
    }
    Ok(())
}

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("cell", CLASS_CELL)
    .layouts(&[LAYOUT_CELL])
    .constructor(NativeFunction::leaf("cell", 1, 2, new_cell))
    .methods(&[METHODS, EQUALITY, ORDER])
    .properties(&[CONTENTS])
    .closed()];
