//! Generic forms: raising and handling exceptions, imports.

use super::family::{index, operations};
use motet_python_bytecode::encode::{a, b, c};
use motet_python_bytecode::{ARGUMENT_OFFSET, CodeKind};
use motet_python_objects::classes::globals;
use motet_python_objects::model::exception;
use motet_python_objects::model::text;
use motet_python_objects::types::namespace_dict;
use motet_python_objects::types::tuple;
use motet_tm::{Root, Unwind, Value};

use crate::calling::construct::plain_exception;
use crate::calling::generators::makes_no_exception;
use crate::import::Import;
use motet_python_objects::model::exception::*;
use motet_python_objects::model::exception_classes::SYSTEM_ERROR;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::{HEADER_CALLABLE, ROOT_HANDLED, ROOT_RAISED, Thread};
use motet_python_objects::types::protocol::{item, repr};

operations! {
    Raise => |thread, word| raise(thread, a(word), None);
    RaiseFrom => |thread, word| raise(thread, a(word), Some(b(word)));
    Reraise => |thread, word| reraise(thread, a(word));
    RaiseCurrent => |thread, _| raise_current(thread);
    EnterHandler => |thread, word| enter_handler(thread, a(word));
    LeaveHandler => |thread, word| leave_handler(thread, a(word));
    ExceptionMatches => |thread, word| matches(thread, a(word), b(word), c(word));
    LoadAssertionError => |thread, word| load_assertion_error(thread, a(word));
    ImportName => |thread, word| import_name(thread, a(word), index(word));
    ImportFrom => |thread, word| import_from(thread, a(word), b(word));
    ImportStar => |thread, word| import_star(thread, a(word));
}

/// The exception that a raised value stands for: itself, or an instance of a class.
fn made(thread: &mut Thread, register: u8, what: &str) -> Outcome<Root> {
    // The register may be that of a variable: it stays as it is.
    let given = thread.root(thread.register(register));
    let value = thread.get(given);
    if thread.is_exception(value) {
        return Ok(given);
    }
    let class = thread.class_number_of(value);
    if let Some(class) = class.filter(|class| thread.is_subclass(*class, BASE_EXCEPTION)) {
        if let Some(made) = plain_exception(thread, thread.class(class), &[]) {
            return Ok(thread.root(made));
        }
        let instance = thread.call(given, &[])?;
        if thread.is_exception(thread.get(instance)) {
            return Ok(instance);
        }
        let class = repr::repr_text(thread, given)?;
        let made = thread.shown_class_of(thread.get(instance));
        let made = thread.root(thread.class_object(made));
        let made = repr::repr_text(thread, made)?;
        return Err(thread.raise(TYPE_ERROR, makes_no_exception(&class, &made)));
    }
    Err(thread.raise(TYPE_ERROR, format!("{what} must derive from BaseException")))
}

pub(crate) fn raise(thread: &mut Thread, a: u8, cause: Option<u8>) -> Outcome<()> {
    let exception = made(thread, a, "exceptions")?;
    if let Some(cause) = cause {
        let cause = match thread.register(cause) {
            NONE => thread.root(NONE),
            _ => made(thread, cause, "exception causes")?,
        };
        let object = as_exception(thread, thread.get(exception))
            .expect("made has refused what is no exception");
        let view = thread.write(object)?;
        view.set(EXCEPTION_CAUSE, thread.get(cause));
        view.set(EXCEPTION_SUPPRESS, TRUE);
    }
    Err(thread.raise_value(thread.get(exception)))
}

/// Refuses a register that holds no exception: the compiler puts one there, but code that comes
/// from a file may be any that the verifier accepts, and it does not know what a call has given.
fn check_exception(thread: &Thread, register: u8) -> Outcome<()> {
    if thread.is_exception(thread.register(register)) {
        return Ok(());
    }
    Err(thread.raise(SYSTEM_ERROR, "code handles what is no exception"))
}

pub(crate) fn reraise(thread: &Thread, a: u8) -> Outcome<()> {
    check_exception(thread, a)?;
    thread.keeps_traceback.set(true);
    thread.set_thread_root(ROOT_RAISED, thread.register(a));
    Err(Unwind::Raise)
}

pub(crate) fn raise_current(thread: &Thread) -> Outcome<()> {
    let handled = exception::handled(thread);
    if handled == NONE {
        return Err(thread.raise(RUNTIME_ERROR, "No active exception to reraise"));
    }
    thread.keeps_traceback.set(true);
    thread.set_thread_root(ROOT_RAISED, handled);
    Err(Unwind::Raise)
}

pub(crate) fn enter_handler(thread: &Thread, a: u8) -> Outcome<()> {
    check_exception(thread, a)?;
    thread.set_register(a + 1, thread.thread_root(ROOT_HANDLED));
    thread.set_thread_root(ROOT_HANDLED, thread.register(a));
    Ok(())
}

pub(crate) fn leave_handler(thread: &Thread, a: u8) -> Outcome<()> {
    if thread.register(a + 1) != NONE {
        check_exception(thread, a + 1)?;
    }
    thread.set_thread_root(ROOT_HANDLED, thread.register(a + 1));
    Ok(())
}

pub(crate) fn matches(thread: &Thread, a: u8, b: u8, c: u8) -> Outcome<()> {
    let class = thread.class_of(thread.register(b));
    let found = is_one_of(thread, class, thread.register(c))?;
    thread.set_register(a, boolean(found));
    Ok(())
}

/// Whether a class is one of those that a handler names: a class, or a tuple of such.
fn is_one_of(thread: &Thread, class: ClassNumber, wanted: Value<'_>) -> Outcome<bool> {
    let caught = |wanted| {
        let number = thread.class_number_of(wanted);
        number.filter(|number| thread.is_subclass(*number, BASE_EXCEPTION))
    };
    if let Some(wanted) = caught(wanted) {
        return Ok(thread.is_subclass(class, wanted));
    }
    if let Some(all) = tuple::as_tuple(thread, wanted) {
        let count = tuple::length(thread, all);
        let mut found = false;
        let mut are_classes = true;
        for place in 0..count {
            let wanted = caught(tuple::get(thread, all, place));
            are_classes &= wanted.is_some();
            found |= wanted.is_some_and(|wanted| thread.is_subclass(class, wanted));
        }
        if are_classes {
            return Ok(found);
        }
    }
    let message = "catching classes that do not inherit from BaseException is not allowed";
    Err(thread.raise(TYPE_ERROR, message))
}

/// Words from the first register of the statement's call to the list of names and to the level.
const FROM_LIST: u8 = ARGUMENT_OFFSET + 3;
const LEVEL: u8 = ARGUMENT_OFFSET + 4;

/// The answer of an import statement, if the module is there and nothing runs for it.
#[cfg(handlers)]
pub(crate) fn import_name_leaf(thread: &Thread, a: u8, constant: usize) -> Option<Value<'_>> {
    let name = thread.constant(constant);
    let list = thread.register(a + FROM_LIST);
    let level = usize::try_from(thread.register(a + LEVEL).as_integer()?).ok()?;
    if !crate::import::has_own_import(thread) {
        return None;
    }
    match level {
        0 => crate::import::import_known(thread, name, list),
        _ => crate::import::import_relative(thread, name, list, level),
    }
}

pub(crate) fn import_name(thread: &mut Thread, a: u8, constant: usize) -> Outcome<()> {
    let name = thread.root(thread.constant(constant));
    if let Some(function) = crate::import::other_import(thread) {
        let globals = namespace_dict::of(thread, thread.code().namespace)?;
        let first = a + ARGUMENT_OFFSET;
        thread.set_register(a + HEADER_CALLABLE as u8, thread.get(function));
        thread.set_register(first, thread.get(name));
        thread.set_register(first + 1, globals);
        thread.set_register(first + 2, NONE);
        return super::calls::call(thread, a, 5);
    }
    let text = text::as_text(thread, thread.get(name))
        .expect("the verifier has seen a name in this constant");
    let text = text.to_owned();
    let list = thread.root_register(a + FROM_LIST);
    let level = thread.register(a + LEVEL).as_integer().unwrap_or(0) as usize;
    match crate::import::import(thread, &text, list, level)? {
        Import::Module(module) => {
            thread.set_register(a, thread.get(module));
            thread.reach_yield_point();
            Ok(())
        }
        Import::Call {
            function,
            arguments,
        } => {
            thread.set_register(a + HEADER_CALLABLE as u8, thread.get(function));
            for (index, argument) in arguments.iter().enumerate() {
                let register = a + ARGUMENT_OFFSET + index as u8;
                thread.set_register(register, thread.get(*argument));
            }
            super::calls::call(thread, a, arguments.len() as u8)
        }
    }
}

pub(crate) fn import_from(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let name = text::as_text(thread, thread.register(b + 1))
        .expect("the verifier has seen a name in this constant")
        .to_owned();
    let module = thread.root_register(b);
    let value = crate::import::import_from(thread, module, &name)?;
    thread.set_register(a, thread.get(value));
    Ok(())
}

pub(crate) fn import_star(thread: &mut Thread, a: u8) -> Outcome<()> {
    let module = thread.root_register(a);
    let found = crate::import::public_names(thread, module)?;
    // The names of code that `exec` runs lie in the mapping of register 0, or in the globals.
    let is_dynamic = thread.code().source.kind == CodeKind::Dynamic;
    let namespace = thread.root(if is_dynamic { thread.register(0) } else { NONE });
    let is_global = thread.get(namespace) == NONE;
    for (name, value) in found {
        if is_global {
            globals::set_global(thread, name, value)?;
        } else {
            let key = thread.root(thread.machine().symbols.object(name).value());
            item::set_item(thread, namespace, key, value)?;
        }
    }
    Ok(())
}

fn load_assertion_error(thread: &Thread, a: u8) {
    thread.set_register(a, thread.class_object(exception::ASSERTION_ERROR));
}
