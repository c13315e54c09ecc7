//! Natives of generators: `send`, `throw`, `close`, and what their attributes say.

use motet_tm::{Object, Root, Value};

use crate::exception::{BASE_EXCEPTION, TYPE_ERROR};
use crate::generator::*;
use crate::interp::generators::{self as operations, Resumed, raise_stop};
use crate::kinds::*;
use crate::names;
use crate::native::{Arguments, NativeFunction, Outcome, Resume};
use crate::objects::{string, tuple};
use crate::symbol::Symbol;
use crate::thread::Thread;

/// Methods of generators and coroutines.
pub(super) const METHODS: &[NativeFunction] = &[
    NativeFunction::resuming("send", 2, 2, Resume::Send, method_send),
    NativeFunction::resuming("throw", 2, 4, Resume::Throw, method_throw),
    NativeFunction::calling("close", 1, 1, method_close),
    NativeFunction::leaf("__repr__", 1, 1, method_repr),
];

/// What makes a generator an iterator.
pub(super) const ITERATOR_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__iter__", 1, 1, method_iter),
    NativeFunction::resuming("__next__", 1, 1, Resume::Next, method_next),
];

/// The receiver: a suspended frame of any kind.
pub(super) fn receiver<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    let class = thread.class_of(value);
    match value.as_object() {
        Some(object) if is_generator_class(class) => Ok(object),
        _ => {
            let name = thread.type_name(value);
            let message = format!("a generator is needed, not '{name}'");
            Err(thread.raise(TYPE_ERROR, message))
        }
    }
}

/// Sends a value to a generator: what it yields.
///
/// # Errors
/// `StopIteration` with its result at its end; what the body raises.
pub(crate) fn send(thread: &mut Thread, generator: Root, sent: Root) -> Outcome<Root> {
    let object = thread.get(generator).as_object().expect("a generator");
    if state(thread, object) == State::Finished {
        check_reuse(thread, object)?;
        return Err(raise_stop(thread, NONE));
    }
    let resumed = operations::resume_here(thread, generator, Some(sent))?;
    yielded(thread, resumed)
}

fn yielded(thread: &Thread, resumed: Resumed) -> Outcome<Root> {
    match resumed {
        Resumed::Yielded(value) => Ok(value),
        Resumed::Returned(value) => Err(raise_stop(thread, thread.get(value))),
    }
}

fn method_iter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(receiver(thread, arguments)?.value())
}

fn method_next<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let generator = thread.root(receiver(thread, arguments)?.value());
    let nothing = thread.root(NONE);
    let value = send(thread, generator, nothing)?;
    Ok(thread.get(value))
}

fn method_send<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let generator = thread.root(receiver(thread, arguments)?.value());
    let sent = thread.root(arguments.get(thread, 1));
    let value = send(thread, generator, sent)?;
    Ok(thread.get(value))
}

fn method_throw<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let generator = thread.root(receiver(thread, arguments)?.value());
    let exception = thrown_by(thread, arguments)?;
    let value = throw(thread, generator, exception)?;
    Ok(thread.get(value))
}

/// Raises an exception where a generator stands: what it yields then.
///
/// # Errors
/// As [`send`].
pub(crate) fn throw(thread: &mut Thread, generator: Root, exception: Root) -> Outcome<Root> {
    let object = thread.get(generator).as_object().expect("a generator");
    if state(thread, object) == State::Finished {
        check_reuse(thread, object)?;
    }
    let resumed = operations::throw_here(thread, generator, exception)?;
    yielded(thread, resumed)
}

/// The exception that the arguments of a method `throw` mean.
///
/// # Errors
/// As [`thrown`].
pub(crate) fn thrown_by(thread: &mut Thread, arguments: Arguments) -> Outcome<Root> {
    let given: Vec<Root> = (1..arguments.len())
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect();
    thrown(thread, &given)
}

/// The exception that the arguments of `throw` mean: one, or a class, a value and a traceback.
///
/// # Errors
/// `TypeError` if they mean none; what the class raises.
pub(crate) fn thrown(thread: &mut Thread, given: &[Root]) -> Outcome<Root> {
    let kind = given[0];
    let traceback = given.get(2).map_or(NONE, |root| thread.get(*root));
    if traceback != NONE && thread.class_of(traceback) != CLASS_TRACEBACK {
        let message = "throw() third argument must be a traceback object";
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let value = given.get(1).copied();
    let value = value.filter(|value| thread.get(*value) != NONE);
    let exception = if thread.is_exception(thread.get(kind)) {
        if value.is_some() {
            let message = "instance exception may not have a separate value";
            return Err(thread.raise(TYPE_ERROR, message));
        }
        kind
    } else {
        made(thread, kind, value)?
    };
    if let Some(traceback) = given.get(2).filter(|root| thread.get(**root) != NONE) {
        let object = crate::exception::as_exception(thread, thread.get(exception));
        let view = thread.write(object.expect("an exception"))?;
        let traceback = thread.get(*traceback);
        view.set(crate::exception::EXCEPTION_TRACEBACK, traceback);
    }
    Ok(exception)
}

/// The exception of a class and a value.
fn made(thread: &mut Thread, class: Root, value: Option<Root>) -> Outcome<Root> {
    let number = thread.class_number_of(thread.get(class));
    let Some(number) = number.filter(|number| thread.is_subclass(*number, BASE_EXCEPTION)) else {
        let name = thread.type_name(thread.get(class));
        let message = format!(
            "exceptions must be classes or instances deriving from BaseException, not {name}"
        );
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let arguments = match value {
        None => Vec::new(),
        Some(value) if thread.is_instance(thread.get(value), number) => return Ok(value),
        Some(value) => match tuple::as_tuple(thread, thread.get(value)) {
            Some(items) => tuple::values(thread, items)
                .into_iter()
                .map(|item| thread.root(item))
                .collect(),
            None => vec![value],
        },
    };
    let made = thread.call(class, &arguments)?;
    if thread.is_exception(thread.get(made)) {
        return Ok(made);
    }
    let (class, name) = (
        thread.class_name(number),
        thread.type_name(thread.get(made)),
    );
    let message = format!(
        "calling <class '{class}'> should have returned an instance of BaseException, not {name}"
    );
    Err(thread.raise(TYPE_ERROR, message))
}

fn method_close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let generator = thread.root(receiver(thread, arguments)?.value());
    let value = operations::close(thread, generator)?;
    Ok(thread.get(value))
}

pub(super) fn method_repr<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let generator = receiver(thread, arguments)?;
    let kind = thread.class_name(thread.host_of(generator));
    let name = thread.read(generator).get(GENERATOR_QUALIFIED_NAME);
    let name = crate::text::as_text(thread, name).unwrap_or("?");
    let identity = thread.identity(generator);
    string::new(thread, &format!("<{kind} object {name} at {identity:#x}>"))
}

/// An attribute of a suspended frame, by its name without the prefix that tells the kind.
pub(crate) fn attribute<'a>(
    thread: &'a Thread,
    generator: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    match name {
        names::NAME => return Some(thread.read(generator).get(GENERATOR_NAME)),
        names::QUALNAME => return Some(thread.read(generator).get(GENERATOR_QUALIFIED_NAME)),
        names::DOC => return Some(NONE),
        _ => {}
    }
    let (prefix, delegate_name) = match thread.host_of(generator) {
        CLASS_GENERATOR => ("gi_", "yieldfrom"),
        CLASS_COROUTINE => ("cr_", "await"),
        _ => ("ag_", "await"),
    };
    let text = thread.machine().symbols.text(name).strip_prefix(prefix)?;
    let state = state(thread, generator);
    match text {
        "running" if prefix == "ag_" => Some(boolean(async_state(thread, generator).is_busy)),
        "running" => Some(boolean(state.is_running())),
        "code" => Some(crate::code_object::object(thread, code(thread, generator))),
        "frame" => frame(thread, generator).ok(),
        "suspended" => Some(boolean(state == State::Suspended)),
        // Where coroutines are made is not tracked.
        "origin" if prefix == "cr_" => Some(NONE),
        _ if text == delegate_name => Some(delegate(thread, generator).unwrap_or(NONE)),
        _ => None,
    }
}

/// Sets an attribute of a suspended frame; false if it has none of that name.
///
/// # Errors
/// `TypeError` if a name is not a string; an abort.
pub(crate) fn set_attribute(
    thread: &Thread,
    generator: Object<'_>,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    let (word, text) = match name {
        names::NAME => (GENERATOR_NAME, "__name__"),
        names::QUALNAME => (GENERATOR_QUALIFIED_NAME, "__qualname__"),
        _ => return Ok(false),
    };
    match value.filter(|value| crate::text::as_text(thread, *value).is_some()) {
        Some(value) => {
            thread.write(generator)?.set(word, value);
            Ok(true)
        }
        None => Err(thread.raise(TYPE_ERROR, format!("{text} must be set to a string object"))),
    }
}
