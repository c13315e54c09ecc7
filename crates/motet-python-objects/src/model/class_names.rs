//! The names of a class as a program sees them: it may change them, while messages of the machine
//! keep the ones that the class was made with.

use crate::model::class::{Class, InstanceKind};
use crate::model::class_names;
use crate::model::namespace::read_cell;
use crate::model::text;
use motet_tm::{Unwind, Value};

use crate::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR};
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use motet_vm::symbol::Symbol;

/// The variable of the namespace in which a changed name lies.
fn changed_name(name: Symbol) -> Option<Symbol> {
    match name {
        names::NAME => Some(names::CHANGED_NAME),
        names::QUALNAME => Some(names::CHANGED_QUALNAME),
        _ => None,
    }
}

/// `__name__` or `__qualname__` of a class.
pub fn name<'a>(thread: &'a Thread, number: ClassNumber, which: Symbol) -> Value<'a> {
    let class = thread.class(number);
    let changed = changed_name(which).and_then(|name| class.namespace.get(thread, name));
    changed.unwrap_or_else(|| {
        let symbol = match which {
            names::NAME => *class
                .caches
                .name_symbol
                .get_or_init(|| thread.symbol_of(&class.name)),
            _ => thread.symbol_of(&class.qualified_name),
        };
        thread.machine().symbols.object(symbol).value()
    })
}

/// Module and qualified name, as `repr` shows them.
pub fn shown(thread: &Thread, number: ClassNumber) -> (&str, &str) {
    let class = thread.class(number);
    let module = match class.namespace.get(thread, names::MODULE) {
        Some(module) if number >= CLASS_USER_FIRST => text::as_text(thread, module),
        _ => None,
    };
    let name = name(thread, number, names::QUALNAME);
    let name = text::as_text(thread, name).unwrap_or(&class.qualified_name);
    (module.unwrap_or(&class.module), name)
}

/// A name of a class behind that of its module, if this is another than `builtins` and `__main__`.
pub fn in_module(module: &str, name: &str) -> String {
    match module {
        "builtins" | "__main__" => name.to_owned(),
        _ => format!("{module}.{name}"),
    }
}

/// The name by which messages tell a class: with the module if the class is native in CPython,
/// whose types have such names from the start. (Its exceptions are made as a program makes them.)
pub(crate) fn told(thread: &Thread, number: ClassNumber) -> Box<str> {
    let class = thread.class(number);
    let is_native = match number < CLASS_USER_FIRST {
        true => true,
        false => class.kind != InstanceKind::Exception && is_native_elsewhere(thread, class),
    };
    match shown(thread, number) {
        (module, name) if is_native && module != "builtins" => format!("{module}.{name}").into(),
        _ => class.name.clone(),
    }
}

/// Whether a class of the library is native in CPython: one of its methods tells.
pub fn is_native_elsewhere(thread: &Thread, class: &Class) -> bool {
    let cells = class.namespace.bound_names(thread);
    cells.into_iter().any(|(_, cell)| {
        let value = read_cell(thread, cell);
        let function = thread.object_of(value, CLASS_FUNCTION);
        function.is_some_and(|function| {
            let code = thread.function_code(function);
            code.native_class() == Some(&class.name)
        })
    })
}

/// Sets the names that a class has for itself, and refuses to set attributes of a class that are
/// fixed; false if the attribute is none of these.
///
/// # Errors
/// `TypeError` for a value that the attribute cannot have, and `AttributeError` for a fixed
/// attribute.
pub(crate) fn assign(
    thread: &Thread,
    number: ClassNumber,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    let class = thread.class(number);
    if number < CLASS_USER_FIRST {
        return Ok(false);
    }
    let text = thread.machine().symbols.text(name);
    if let Some(variable) = changed_name(name) {
        let own = text::as_text(thread, class_names::name(thread, number, names::NAME));
        let own = own.unwrap_or(&class.name);
        let Some(value) = value else {
            let message = format!("cannot delete '{text}' attribute of type '{own}'");
            return Err(thread.raise(TYPE_ERROR, message));
        };
        if text::as_text(thread, value).is_none() {
            let given = thread.type_name(value);
            let message = format!("can only assign string to {own}.{text}, not '{given}'");
            return Err(thread.raise(TYPE_ERROR, message));
        }
        class.namespace.set(thread, variable, value)?;
        return Ok(true);
    }
    match name {
        names::CLASS => Err(fixed(thread, &class.name, text)),
        names::MRO | names::DICT | names::BASE => {
            let message = format!("attribute '{text}' of 'type' objects is not writable");
            Err(thread.raise(ATTRIBUTE_ERROR, message))
        }
        _ => Ok(false),
    }
}

fn fixed(thread: &Thread, class: &str, what: &str) -> Unwind {
    let message = format!("{what} of class '{class}' cannot be changed: it is fixed here");
    thread.raise(TYPE_ERROR, message)
}
