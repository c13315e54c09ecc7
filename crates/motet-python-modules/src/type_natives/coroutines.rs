//! Natives of coroutines; `aiter` and `anext`.

use motet_python_objects::classes::attribute;
use motet_python_objects::model::type_def::TypeDef;
use motet_tm::{Root, Unwind, Value};

use motet_python_interp::operations::coroutines::awaitable_iterator;
use motet_python_objects::classes::generator::raise_stop;
use motet_python_objects::model::exception::{STOP_ASYNC_ITERATION, TYPE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::host::has_special;
use motet_python_objects::types::protocol::iterate;

use crate::type_natives::generators;
use crate::type_natives::generators::thrown_by;

/// The methods that a coroutine has beside those of a generator.
const METHODS: &[NativeFunction] = &[NativeFunction::leaf("__await__", 1, 1, wrap)];

/// Methods of the iterator over a coroutine that `__await__` gives.
const WRAPPER_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__iter__", 1, 1, identity),
    NativeFunction::calling("__next__", 1, 1, wrapper_next),
    NativeFunction::calling("send", 2, 2, wrapper_send),
    NativeFunction::calling("throw", 2, 4, wrapper_throw),
    NativeFunction::calling("close", 1, 1, wrapper_close),
];

/// Methods of the result of `anext` with a default.
const NEXT_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__iter__", 1, 1, identity),
    NativeFunction::leaf("__await__", 1, 1, identity),
    NativeFunction::calling("__next__", 1, 1, default_next),
    NativeFunction::calling("send", 2, 2, default_send),
    NativeFunction::calling("throw", 1, u8::MAX, default_throw),
    NativeFunction::calling("close", 1, 1, default_close),
];

/// Builtin functions.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("aiter", 1, 1, aiter),
    NativeFunction::calling("anext", 1, 2, anext),
];

/// Word of a wrapper: the coroutine.
const WRAPPED: u64 = 1;

/// Words of the result of `anext` with a default: the awaited object, the default, the iterator by
/// which it is awaited once that has begun.
const NEXT_AWAITED: u64 = 1;
const NEXT_DEFAULT: u64 = 2;
const NEXT_ITERATOR: u64 = 3;

/// Argument 0 itself.
pub(crate) fn identity<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(arguments.get(thread, 0))
}

fn wrap<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let coroutine = arguments.get(thread, 0);
    if thread.class_of(coroutine) != CLASS_COROUTINE {
        return Err(thread.raise(TYPE_ERROR, "a coroutine is needed"));
    }
    Ok(thread.new_small(CLASS_COROUTINE_WRAPPER, coroutine, NONE, NONE))
}

/// A field of the receiver, which must be of a class.
pub(crate) fn field(
    thread: &Thread,
    arguments: Arguments,
    class: ClassNumber,
    word: u64,
) -> Outcome<Root> {
    match thread.object_of(arguments.get(thread, 0), class) {
        Some(object) => Ok(thread.root(thread.read(object).get(word))),
        None => {
            let (wanted, name) = (
                thread.class_name(class),
                thread.type_name(arguments.get(thread, 0)),
            );
            let message = format!("'{wanted}' object is needed, not '{name}'");
            Err(thread.raise(TYPE_ERROR, message))
        }
    }
}

fn coroutine_of(thread: &Thread, arguments: Arguments) -> Outcome<Root> {
    field(thread, arguments, CLASS_COROUTINE_WRAPPER, WRAPPED)
}

fn wrapper_next<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let coroutine = coroutine_of(thread, arguments)?;
    let nothing = thread.root(NONE);
    let value = generators::send(thread, coroutine, nothing)?;
    Ok(thread.get(value))
}

fn wrapper_send<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let coroutine = coroutine_of(thread, arguments)?;
    let sent = thread.root(arguments.get(thread, 1));
    let value = generators::send(thread, coroutine, sent)?;
    Ok(thread.get(value))
}

fn wrapper_throw<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let coroutine = coroutine_of(thread, arguments)?;
    let exception = thrown_by(thread, arguments)?;
    let value = generators::throw(thread, coroutine, exception)?;
    Ok(thread.get(value))
}

fn wrapper_close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let coroutine = coroutine_of(thread, arguments)?;
    let value = motet_python_interp::calling::generators::close(thread, coroutine)?;
    Ok(thread.get(value))
}

fn aiter<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let Some(iterator) = thread.call_special(value, "__aiter__", &[])? else {
        let name = thread.type_name(thread.get(value));
        let message = format!("'{name}' object is not an async iterable");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let class = thread.class_of(thread.get(iterator));
    if !has_special(thread, class, "__anext__") {
        let name = thread.type_name(thread.get(iterator));
        let message = format!("aiter() returned not an async iterator of type '{name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    Ok(thread.get(iterator))
}

fn anext<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterator = thread.root(arguments.get(thread, 0));
    let Some(awaited) = thread.call_special(iterator, "__anext__", &[])? else {
        let name = thread.type_name(thread.get(iterator));
        let message = format!("'{name}' object is not an async iterator");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    match arguments.optional(thread, 1) {
        None => Ok(thread.get(awaited)),
        Some(default) => {
            let awaited = thread.get(awaited);
            Ok(thread.new_small(CLASS_ANEXT_AWAITABLE, awaited, default, NONE))
        }
    }
}

/// The iterator by which the item is awaited.
fn iterator_of(thread: &mut Thread, arguments: Arguments) -> Outcome<Root> {
    let known = field(thread, arguments, CLASS_ANEXT_AWAITABLE, NEXT_ITERATOR)?;
    if thread.get(known) != NONE {
        return Ok(known);
    }
    let awaited = field(thread, arguments, CLASS_ANEXT_AWAITABLE, NEXT_AWAITED)?;
    let Some(iterator) = awaitable_iterator(thread, awaited)? else {
        let name = thread.type_name(thread.get(awaited));
        let message = format!("'{name}' object can't be awaited");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let object = arguments.get(thread, 0).known_object();
    thread
        .write(object)?
        .set(NEXT_ITERATOR, thread.get(iterator));
    Ok(iterator)
}

/// The value for an iterator's answer: the end of the items means the default.
fn or_default<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    answer: Outcome<Root>,
) -> Outcome<Value<'a>> {
    match answer {
        Err(Unwind::Raise) if thread.take_exception_of(STOP_ASYNC_ITERATION) => {
            let default = field(thread, arguments, CLASS_ANEXT_AWAITABLE, NEXT_DEFAULT)?;
            Err(raise_stop(thread, thread.get(default)))
        }
        answer => {
            let value = answer?;
            Ok(thread.get(value))
        }
    }
}

/// Calls a method of an iterator.
fn call(
    thread: &mut Thread,
    iterator: Root,
    name: &'static str,
    arguments: &[Root],
) -> Outcome<Root> {
    let name = thread.symbol_of(name);
    let method = attribute::get(thread, iterator, name)?;
    thread.call(method, arguments)
}

fn default_next<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterator = iterator_of(thread, arguments)?;
    let answer = if is_coroutine(thread, iterator) {
        let nothing = thread.root(NONE);
        generators::send(thread, iterator, nothing)
    } else {
        iterate::next_or_raise(thread, iterator)
    };
    or_default(thread, arguments, answer)
}

fn is_coroutine(thread: &Thread, iterator: Root) -> bool {
    thread.class_of(thread.get(iterator)) == CLASS_COROUTINE
}

fn default_send<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterator = iterator_of(thread, arguments)?;
    let sent = thread.root(arguments.get(thread, 1));
    let answer = if is_coroutine(thread, iterator) {
        generators::send(thread, iterator, sent)
    } else {
        call(thread, iterator, "send", &[sent])
    };
    or_default(thread, arguments, answer)
}

fn default_throw<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterator = iterator_of(thread, arguments)?;
    let given = generators::given_behind_receiver(thread, arguments);
    let answer = call(thread, iterator, "throw", &given);
    or_default(thread, arguments, answer)
}

fn default_close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterator = iterator_of(thread, arguments)?;
    let value = call(thread, iterator, "close", &[])?;
    Ok(thread.get(value))
}

/// The definitions.
pub(crate) const TYPES: &[TypeDef] = &[
    TypeDef::new("coroutine", CLASS_COROUTINE)
        .layouts(GENERATOR_LAYOUTS)
        .methods(&[generators::METHODS, METHODS])
        .attributes(&["__name__", "__qualname__", "cr_running", "cr_suspended"])
        .closed()
        .parameterised()
        .weakly_referenced(),
    TypeDef::new("coroutine_wrapper", CLASS_COROUTINE_WRAPPER)
        .methods(&[WRAPPER_METHODS])
        .closed(),
    TypeDef::new("anext_awaitable", CLASS_ANEXT_AWAITABLE)
        .methods(&[NEXT_METHODS])
        .closed(),
];
