//! Built-in functions around iterators: `iter`, `next`.

use motet_python_objects::model::function;
use motet_python_objects::model::native::{
    Arguments, NativeFunction, Next, Outcome, Resume, Special,
};
use motet_python_objects::types::iterators;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::iterate;

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

/// `next` of an iterator over a built-in container, which fails before it moves on if it fails.
fn quick_next<'a>(thread: &'a Thread, [iterator, default, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let iterator = iterator.as_object()?;
    let is_over_container = matches!(
        thread.host_of(iterator),
        CLASS_LIST_ITERATOR
            | CLASS_TUPLE_ITERATOR
            | CLASS_RANGE_ITERATOR
            | CLASS_STR_ITERATOR
            | CLASS_STR_ASCII_ITERATOR
            | CLASS_BYTES_ITERATOR
            | CLASS_DICT_KEY_ITERATOR
            | CLASS_DICT_VALUE_ITERATOR
            | CLASS_SET_ITERATOR
    );
    if !is_over_container {
        return None;
    }
    match iterators::next_leaf(thread, iterator).ok()? {
        Next::Item(value) => Some(value),
        Next::End if default != UNBOUND => Some(default),
        Next::End | Next::Call => None,
    }
}

/// The functions of this module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("iter", 1, 2, iter).asking(Special::Iterator),
    NativeFunction::resuming("next", 1, 2, Resume::Next, next)
        .asking(Special::Next)
        .with_quick(quick_next),
];
