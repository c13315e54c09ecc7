//! Methods of `object` that the library asks for: comparisons without a result, and how an object
//! is taken apart, for `copy` and `pickle`. The library takes objects apart (`_motet_object`); the
//! natives here hand over to it.

use crate::modules::pickling::{instances, parts};
use motet_python_objects::model::upcalls;
use motet_python_objects::types::protocol::truth;
use motet_tm::Value;

use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::iterators;

/// The methods of `object`.
pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__reduce_ex__", 2, 2, reduce_by_protocol),
    NativeFunction::calling("__reduce__", 1, 1, reduce),
    NativeFunction::calling("__getstate__", 1, 1, state),
    NativeFunction::calling("__ne__", 2, 2, not_equal),
    NativeFunction::leaf("__lt__", 2, 2, unknown),
    NativeFunction::leaf("__le__", 2, 2, unknown),
    NativeFunction::leaf("__gt__", 2, 2, unknown),
    NativeFunction::leaf("__ge__", 2, 2, unknown),
    NativeFunction::leaf("__subclasshook__", 1, 2, unknown).of_class(),
];

/// What CPython's types have that fill their slot of comparisons for equality alone.
pub(crate) const OTHER_COMPARISONS: &[NativeFunction] = &[
    NativeFunction::calling("__ne__", 2, 2, not_equal),
    NativeFunction::leaf("__lt__", 2, 2, unknown),
    NativeFunction::leaf("__le__", 2, 2, unknown),
    NativeFunction::leaf("__gt__", 2, 2, unknown),
    NativeFunction::leaf("__ge__", 2, 2, unknown),
];

fn unknown<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(NOT_IMPLEMENTED)
}

/// The opposite of `__eq__`.
fn not_equal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let receiver = thread.root(arguments.get(thread, 0));
    let other = thread.root(arguments.get(thread, 1));
    match thread.call_special(receiver, "__eq__", &[other])? {
        Some(equal) if thread.get(equal) != NOT_IMPLEMENTED => {
            let equal = truth::truth(thread, equal)?;
            Ok(boolean(!equal))
        }
        _ => Ok(NOT_IMPLEMENTED),
    }
}

fn hand_over<'a>(thread: &'a mut Thread, arguments: Arguments, name: &str) -> Outcome<Value<'a>> {
    upcalls::delegate(thread, arguments, "_motet_object", name)
}

fn reduce_by_protocol<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let protocol = arguments.get(thread, 1).as_integer();
    if protocol.is_some_and(|protocol| protocol >= 2) {
        let reduced = instances::reduced(thread, arguments.get(thread, 0))?;
        if let Some(reduced) = reduced.map(|reduced| thread.root(reduced)) {
            return Ok(thread.get(reduced));
        }
        let own = thread.root(arguments.get(thread, 0));
        if let Some(reduced) = parts::reduced_by_parts(thread, own)? {
            return Ok(thread.get(reduced));
        }
    }
    hand_over(thread, arguments, "reduce_ex")
}

fn reduce<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    hand_over(thread, arguments, "reduce")
}

fn state<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    hand_over(thread, arguments, "getstate")
}

/// `_motet._iterator_parts`: a copy of a built-in iterator as it stands, and its three words
/// (see `objects::iterators`); `None` for any other object.
pub(crate) fn iterator_parts<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(iterator) = arguments.get(thread, 0).as_object() else {
        return Ok(NONE);
    };
    let kind = thread.host_of(iterator);
    if !iterators::is_plain(kind) {
        return Ok(NONE);
    }
    let view = thread.read(iterator);
    let words = [1, 2, 3].map(|word| view.get(word));
    let copy = iterators::new(thread, kind, words[0], words[1], words[2]);
    Ok(thread.new_tuple(&[copy, words[0], words[1], words[2]]))
}
