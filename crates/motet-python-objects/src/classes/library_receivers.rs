//! Receivers of methods of the library that are native in CPython, where a value that is no
//! instance of the class is refused before the method runs. Here the method runs: what it misses
//! in its receiver is told as that refusal. (A check at each call would slow all of them down.)

use crate::model::class::class_number;
use crate::model::class_names;
use crate::model::exception::TYPE_ERROR;
use crate::model::layouts::{CLASS_CLASS_METHOD, CLASS_STATIC_METHOD};
use crate::model::native_owners::fills_slot;
use crate::model::thread::Thread;
use motet_tm::{Unwind, Value};
use motet_vm::namespace::read_cell;

/// The refusal of a receiver by a method that fills a slot of CPython's type, or does not.
pub fn refusal(with_module: &str, name: &str, given: &str) -> String {
    match fills_slot(name) {
        true => format!(
            "descriptor '{name}' requires a '{with_module}' object but received a '{given}'"
        ),
        false => format!(
            "descriptor '{name}' for '{with_module}' objects doesn't apply to a '{given}' object"
        ),
    }
}

/// The error that the running method is to raise when its receiver lacks an attribute, because
/// that is no instance of the method's class; none in all other cases.
#[cold]
pub(crate) fn refused(thread: &Thread, receiver: Value<'_>) -> Option<Unwind> {
    if !thread.has_frame() || thread.code().parameters().names.is_empty() {
        return None;
    }
    let code = thread.code();
    let owner = code.native_class()?;
    if thread.register(0) != receiver {
        return None;
    }
    let symbols = &thread.machine().symbols;
    let cell = code.namespace.find(symbols.find(owner)?)?;
    let class = class_number(thread, read_cell(thread, cell))?;
    let (_, name) = code.source.qualified_name.split_once('.')?;
    let method = thread.look_up(class, symbols.find(name)?)?.value;
    let is_of_class = matches!(
        thread.class_of(method),
        CLASS_STATIC_METHOD | CLASS_CLASS_METHOD
    );
    if is_of_class || name == "__new__" || thread.is_instance(receiver, class) {
        return None;
    }
    let (module, shown) = class_names::shown(thread, class);
    let message = refusal(
        &format!("{module}.{shown}"),
        name,
        thread.type_name(receiver),
    );
    Some(thread.raise(TYPE_ERROR, message))
}
