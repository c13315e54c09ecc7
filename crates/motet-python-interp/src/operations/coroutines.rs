//! Generic forms: `await`, `async for` and `async with`, and the methods of objects that they call.

use super::family::operations;
use motet_python_bytecode::encode::{a, b, c};
use motet_python_objects::model::exception;
use std::sync::atomic::Ordering;

use motet_tm::{Object, Root, Unwind};

use motet_python_objects::classes::generator;
use motet_python_objects::model::exception::{RUNTIME_ERROR, STOP_ASYNC_ITERATION, TYPE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::{ROOT_RAISED, Thread};
use motet_python_objects::types::host::has_special;
use motet_python_objects::types::iterators;

operations! {
    GetAwaitable => |thread, word| get_awaitable(thread, a(word), b(word), c(word));
    GetAsyncIter => |thread, word| get_async_iter(thread, a(word), b(word));
    GetAsyncNext => |thread, word| get_async_next(thread, a(word), b(word));
    EndAsyncFor => |thread, word| end_async_for(thread, a(word));
}

pub(crate) fn get_awaitable(thread: &mut Thread, a: u8, b: u8, what: u8) -> Outcome<()> {
    let value = thread.register(b);
    if thread.class_of(value) == CLASS_COROUTINE {
        let object = value.known_object();
        if generator::delegate(thread, object).is_some() {
            let message = "coroutine is being awaited already";
            return Err(thread.raise(RUNTIME_ERROR, message));
        }
        thread.set_register(a, value);
        return Ok(());
    }
    let value = thread.root(value);
    let Some(iterator) = awaitable_iterator(thread, value)? else {
        let name = thread.type_name(thread.get(value));
        let from = |method: &str| {
            format!(
                "'async with' received an object from {method} that does not implement \
                 __await__: {name}"
            )
        };
        let message = match what {
            1 => from("__aenter__"),
            2 => from("__aexit__"),
            _ => format!("'{name}' object can't be awaited"),
        };
        return Err(thread.raise(TYPE_ERROR, message));
    };
    thread.set_register(a, thread.get(iterator));
    Ok(())
}

/// The iterator by which an object is awaited; none if it cannot be awaited.
///
/// # Errors
/// Any exception of `__await__`; `TypeError` if it gives no iterator.
pub fn awaitable_iterator(thread: &mut Thread, value: Root) -> Outcome<Option<Root>> {
    if thread.class_of(thread.get(value)) == CLASS_COROUTINE {
        return Ok(Some(value));
    }
    if is_awaitable_generator(thread, value) {
        return Ok(Some(value));
    }
    let Some(iterator) = thread.call_special(value, "__await__", &[])? else {
        return Ok(None);
    };
    let class = thread.class_of(thread.get(iterator));
    if class == CLASS_COROUTINE || is_awaitable_generator(thread, iterator) {
        return Err(thread.raise(TYPE_ERROR, "__await__() returned a coroutine"));
    }
    if !iterators::is_iterator(class) && !has_special(thread, class, "__next__") {
        let name = thread.type_name(thread.get(iterator));
        let message = format!("__await__() returned non-iterator of type '{name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    Ok(Some(iterator))
}

/// Whether an object is a generator that `types.coroutine` has marked.
fn is_awaitable_generator(thread: &Thread, value: Root) -> bool {
    let generator = thread.object_of(thread.get(value), CLASS_GENERATOR);
    generator.is_some_and(|generator| {
        let code = generator::code(thread, generator);
        code.is_awaitable.load(Ordering::Relaxed)
    })
}

pub(crate) fn get_async_iter(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let value = thread.root_register(b);
    if thread.class_of(thread.get(value)) == CLASS_ASYNC_GENERATOR {
        thread.set_register(a, thread.get(value));
        return Ok(());
    }
    let Some(iterator) = thread.call_special(value, "__aiter__", &[])? else {
        let name = thread.type_name(thread.get(value));
        let message = format!("'async for' requires an object with __aiter__ method, got {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let class = thread.class_of(thread.get(iterator));
    if !has_special(thread, class, "__anext__") {
        let name = thread.type_name(thread.get(iterator));
        let message = format!(
            "'async for' received an object from __aiter__ that does not implement __anext__: \
             {name}"
        );
        return Err(thread.raise(TYPE_ERROR, message));
    }
    thread.set_register(a, thread.get(iterator));
    Ok(())
}

pub(crate) fn get_async_next(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let value = thread.register(b);
    if thread.class_of(value) == CLASS_ASYNC_GENERATOR {
        let generator = thread.root(value);
        generator::tell_hooks(thread, generator)?;
        if let Some(object) = thread.get(generator).as_object() {
            begin_async_next(thread, object)?;
        }
        thread.set_register(a, thread.get(generator));
        return Ok(());
    }
    let iterator = thread.root(value);
    let Some(next) = thread.call_special(iterator, "__anext__", &[])? else {
        let name = thread.type_name(thread.get(iterator));
        let message = format!("'async for' requires an iterator with __anext__ method, got {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    match awaitable_iterator(thread, next) {
        Ok(Some(awaited)) => {
            thread.set_register(a, thread.get(awaited));
            Ok(())
        }
        Ok(None) => Err(invalid_next(thread, next, None)),
        Err(Unwind::Raise) => {
            let cause = thread.root(thread.take_raised());
            Err(invalid_next(thread, next, Some(cause)))
        }
        Err(unwind) => Err(unwind),
    }
}

/// The next item of an asynchronous generator is about to be awaited: by `Send` on itself.
fn begin_async_next(thread: &Thread, object: Object<'_>) -> Outcome<()> {
    let state = generator::async_state(thread, object);
    if state.is_busy {
        let message = "anext(): asynchronous generator is already running";
        return Err(thread.raise(RUNTIME_ERROR, message));
    }
    let is_busy = true;
    let state = generator::AsyncState { is_busy, ..state };
    generator::set_async_state(thread, object, state)
}

/// The error that `__anext__` has returned an object that cannot be awaited.
#[cold]
fn invalid_next(thread: &Thread, next: Root, cause: Option<Root>) -> Unwind {
    let name = thread.type_name(thread.get(next));
    let message = format!("'async for' received an invalid object from __anext__: {name}");
    let unwind = thread.raise(TYPE_ERROR, message);
    let raised = thread.thread_root(ROOT_RAISED);
    if let (Some(cause), Some(object)) = (cause, exception::as_exception(thread, raised)) {
        let view = thread
            .write(object)
            .expect("an object of this transaction can be written");
        view.set(exception::EXCEPTION_CAUSE, thread.get(cause));
        view.set(exception::EXCEPTION_CONTEXT, thread.get(cause));
        view.set(exception::EXCEPTION_SUPPRESS, TRUE);
    }
    unwind
}

pub(crate) fn end_async_for(thread: &Thread, a: u8) -> Outcome<()> {
    if thread.is_instance(thread.register(a), STOP_ASYNC_ITERATION) {
        return Ok(());
    }
    super::statements::reraise(thread, a)
}
