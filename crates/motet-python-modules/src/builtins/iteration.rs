//! Built-in functions and classes around iterators: `iter`, `next`, `enumerate`, `zip`, `map` …

use motet_python_objects::model::function;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome, Resume};
use motet_python_objects::types::int;
use motet_python_objects::types::int_methods;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::{call_unblocked, item, iterate, truth};
use motet_python_objects::types::tables::{check_keywords, keyword, parameter};
use motet_python_objects::types::{host, iterators, tuple};

fn iter<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if let Some(sentinel) = arguments.optional(thread, 1) {
        let function = arguments.get(thread, 0);
        if !function::is_callable(thread, function) {
            return Err(type_error(thread, "iter(v, w): v must be callable"));
        }
        return Ok(iterators::new(
            thread,
            CLASS_CALLABLE_ITERATOR,
            function,
            sentinel,
            NONE,
        ));
    }
    let source = thread.root(arguments.get(thread, 0));
    let iterator = iterate::iter(thread, source)?;
    Ok(thread.get(iterator))
}

fn next<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterator = thread.root(arguments.get(thread, 0));
    let Some(default) = arguments.optional(thread, 1) else {
        let value = iterate::next_or_raise(thread, iterator)?;
        return Ok(thread.get(value));
    };
    let default = thread.root(default);
    let value = iterate::next(thread, iterator)?.unwrap_or(default);
    Ok(thread.get(value))
}

fn make_enumerate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "enumerate", &["iterable", "start"])?;
    let Some(source) = parameter(thread, arguments, 1, "iterable") else {
        let message = "enumerate() missing required argument 'iterable'";
        return Err(type_error(thread, message));
    };
    let source = thread.root(source);
    let start = parameter(thread, arguments, 2, "start").unwrap_or(Value::from_small(0));
    let start = thread.root(start);
    let start = item::index(thread, start)?;
    let start = int_methods::plain_root(thread, start);
    let iterator = iterate::iter(thread, source)?;
    let (iterator, start) = (thread.get(iterator), thread.get(start));
    Ok(iterators::new(
        thread,
        CLASS_ENUMERATE,
        iterator,
        start,
        NONE,
    ))
}

/// Iterators over the arguments from `first` on, in a tuple.
fn iterators_of(
    thread: &mut Thread,
    arguments: Arguments,
    first: usize,
    zip: bool,
) -> Outcome<Root> {
    let mut all = Vec::with_capacity(arguments.len() - first);
    for index in first..arguments.len() {
        let source = thread.root(arguments.get(thread, index));
        if zip && !iterate::is_iterable(thread, source) {
            let name = type_name(thread, thread.get(source));
            return Err(type_error(
                thread,
                format!("'{name}' object is not iterable"),
            ));
        }
        all.push(iterate::iter(thread, source)?);
    }
    let tuple = tuple::from_roots(thread, &all)?;
    Ok(thread.root(tuple))
}

fn make_zip<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "zip", &["strict"])?;
    let strict = match keyword(thread, arguments, "strict") {
        Some(strict) => {
            let strict = thread.root(strict);
            truth::truth(thread, strict)?
        }
        None => false,
    };
    let sources = iterators_of(thread, arguments, 1, true)?;
    Ok(iterators::new(
        thread,
        CLASS_ZIP,
        thread.get(sources),
        boolean(strict),
        NONE,
    ))
}

fn make_map<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if arguments.len() < 3 {
        return Err(type_error(
            thread,
            "map() must have at least two arguments.",
        ));
    }
    check_keywords(thread, arguments, "map", &["strict"])?;
    let strict = match keyword(thread, arguments, "strict") {
        Some(strict) => {
            let strict = thread.root(strict);
            truth::truth(thread, strict)?
        }
        None => false,
    };
    let sources = iterators_of(thread, arguments, 2, false)?;
    let function = arguments.get(thread, 1);
    Ok(iterators::new(
        thread,
        CLASS_MAP,
        thread.get(sources),
        function,
        boolean(strict),
    ))
}

fn make_filter<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = thread.root(arguments.get(thread, 2));
    let iterator = iterate::iter(thread, source)?;
    let function = arguments.get(thread, 1);
    Ok(iterators::new(
        thread,
        CLASS_FILTER,
        thread.get(iterator),
        function,
        NONE,
    ))
}

fn make_reversed<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = thread.root(arguments.get(thread, 1));
    if is_builtin(thread, thread.get(source)) {
        if let Some(iterator) = iterators::reversed_leaf(thread, thread.get(source)) {
            let iterator = thread.root(iterator);
            return Ok(thread.get(iterator));
        }
    } else {
        let called = call_unblocked(thread, source, "__reversed__", &[])?;
        if let Some(Some(result)) = called {
            return Ok(thread.get(result));
        }
        let class = thread.class_of(thread.get(source));
        if called.is_none()
            && host::has_special(thread, class, "__getitem__")
            && host::has_special(thread, class, "__len__")
        {
            let length = int::from_length(truth::length(thread, source)?);
            let source = thread.get(source);
            return Ok(iterators::new(thread, CLASS_REVERSED, source, length, NONE));
        }
    }
    let name = type_name(thread, thread.get(source));
    Err(type_error(
        thread,
        format!("'{name}' object is not reversible"),
    ))
}

/// The constructors of the iterators' classes.
pub const CONSTRUCTORS: &[(ClassNumber, NativeFunction)] = &[
    (
        CLASS_ENUMERATE,
        NativeFunction::calling("enumerate", 1, 3, make_enumerate).with_keywords(),
    ),
    (
        CLASS_ZIP,
        NativeFunction::calling("zip", 1, u8::MAX, make_zip).with_keywords(),
    ),
    (
        CLASS_MAP,
        NativeFunction::calling("map", 1, u8::MAX, make_map).with_keywords(),
    ),
    (
        CLASS_FILTER,
        NativeFunction::calling("filter", 3, 3, make_filter),
    ),
    (
        CLASS_REVERSED,
        NativeFunction::calling("reversed", 2, 2, make_reversed),
    ),
];

/// The functions of this module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("iter", 1, 2, iter),
    NativeFunction::resuming("next", 1, 2, Resume::Next, next),
];
