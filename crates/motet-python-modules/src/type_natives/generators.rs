//! Natives of generators: `send`, `throw`, `close`, and their attributes.

use motet_python_interp::calling::generators::thrown;
use motet_python_objects::model::text;
use motet_python_objects::model::type_def::TypeDef;
use motet_tm::{Object, Root, Value};

use motet_python_interp::calling::generators as operations;
use motet_python_interp::calling::generators::Resumed;
use motet_python_objects::classes::generator::*;
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome, Resume};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::string;

/// Methods of generators and coroutines.
pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::resuming("send", 2, 2, Resume::Send, method_send),
    NativeFunction::resuming("throw", 2, 4, Resume::Throw, method_throw),
    NativeFunction::calling("close", 1, 1, method_close),
    NativeFunction::leaf("__repr__", 1, 1, method_repr),
];

/// The methods that make a generator an iterator.
const ITERATOR_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__iter__", 1, 1, method_iter),
    NativeFunction::resuming("__next__", 1, 1, Resume::Next, method_next),
];

/// The receiver: a suspended frame of any kind.
pub(crate) fn receiver<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
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

/// Sends a value to a generator; returns the next value that it yields.
///
/// # Errors
/// `StopIteration` with its result at its end; any exception of the body.
pub fn send(thread: &mut Thread, generator: Root, sent: Root) -> Outcome<Root> {
    let object = thread.object_at(generator);
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

/// Raises an exception where a generator stands; returns the next value that it yields.
///
/// # Errors
/// As [`send`].
pub(crate) fn throw(thread: &mut Thread, generator: Root, exception: Root) -> Outcome<Root> {
    let object = thread.object_at(generator);
    if state(thread, object) == State::Finished {
        check_reuse(thread, object)?;
    }
    let resumed = operations::throw_here(thread, generator, exception)?;
    yielded(thread, resumed)
}

/// The exception that the arguments of a method `throw` stand for.
///
/// # Errors
/// As [`thrown`].
pub(crate) fn thrown_by(thread: &mut Thread, arguments: Arguments) -> Outcome<Root> {
    let given = given_behind_receiver(thread, arguments);
    thrown(thread, &given, "throw")
}

/// The arguments behind the receiver.
pub(crate) fn given_behind_receiver(thread: &Thread, arguments: Arguments) -> Vec<Root> {
    (1..arguments.len())
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect()
}

fn method_close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let generator = thread.root(receiver(thread, arguments)?.value());
    let value = operations::close(thread, generator)?;
    Ok(thread.get(value))
}

pub(crate) fn method_repr<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let generator = receiver(thread, arguments)?;
    let kind = thread.class_name(thread.host_of(generator));
    let name = thread.read(generator).get(GENERATOR_QUALIFIED_NAME);
    let name = text::as_text(thread, name).unwrap_or("?");
    let identity = thread.identity(generator);
    string::new(thread, &format!("<{kind} object {name} at {identity:#x}>"))
}

/// The definition.
pub(crate) const TYPES: &[TypeDef] = &[TypeDef::new("generator", CLASS_GENERATOR)
    .layouts(GENERATOR_LAYOUTS)
    .methods(&[METHODS, ITERATOR_METHODS])
    .attributes(&["__name__", "__qualname__", "gi_running", "gi_suspended"])
    .closed()
    .parameterised()
    .weakly_referenced()
    .iterator()];
