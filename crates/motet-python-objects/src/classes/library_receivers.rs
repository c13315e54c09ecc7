//! Receivers of methods of the library that are native in CPython, where a value that is no
//! instance of the class is refused before the method runs. Here the method runs: what it misses
//! in its receiver, and the error of a type or an attribute that ends it, is told as that refusal.
//! (A check at each call would slow all of them down.)

use crate::model::class::class_number;
use crate::model::class_names;
use crate::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR};
use crate::model::layouts::{CLASS_CELL, CLASS_CLASS_METHOD, CLASS_STATIC_METHOD};
use crate::model::native_owners::{no_class, refusal};
use crate::model::thread::Thread;
use motet_tm::{Unwind, Value};
use motet_vm::namespace::read_cell;

/// The error that the running method is to raise when its receiver lacks an attribute, because
/// that is no instance of the method's class; none in all other cases.
#[cold]
pub(crate) fn refused(thread: &Thread, receiver: Value<'_>) -> Option<Unwind> {
    if !thread.has_frame() || thread.code().parameters().names.is_empty() {
        return None;
    }
    (thread.register(0) == receiver).then(|| of_running(thread, receiver))?
}

/// Puts the refusal in the place of the error that leaves the running method, if that error comes
/// of a receiver that is no instance of the method's class.
#[cold]
pub fn refuse_instead(thread: &Thread) {
    let code = thread.code();
    let is_plain = code.source.generator.is_none() && !code.parameters().names.is_empty();
    let raised = thread.class_of(thread.raised());
    if !is_plain || !matches!(raised, TYPE_ERROR | ATTRIBUTE_ERROR) {
        return;
    }
    let receiver = thread.register(0);
    // A variable of an inner function lies in a cell.
    if thread.class_of(receiver) != CLASS_CELL {
        // What is raised lies in the thread; the mark of it is on its way already.
        let _ = of_running(thread, receiver);
    }
}

fn of_running(thread: &Thread, receiver: Value<'_>) -> Option<Unwind> {
    let code = thread.code();
    let owner = code.native_class()?;
    let symbols = &thread.machine().symbols;
    let cell = code.namespace.find(symbols.find(owner)?)?;
    let class = class_number(thread, read_cell(thread, cell))?;
    let (_, name) = code.source.qualified_name.split_once('.')?;
    let method = thread.look_up(class, symbols.find(name)?)?.value;
    if name == "__new__" && class_number(thread, receiver).is_none() {
        let message = no_class(thread.told_name(class), Some(thread.type_name(receiver)));
        return Some(thread.raise(TYPE_ERROR, message));
    }
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
