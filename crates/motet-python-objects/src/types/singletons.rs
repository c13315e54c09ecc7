//! The constructors of `NoneType` and its like: classes with one instance each.

use crate::types::prelude::*;

fn only_instance(
    thread: &Thread,
    arguments: Arguments,
    value: Value<'static>,
) -> Outcome<Value<'static>> {
    if arguments.len() + arguments.keyword_count() == 1 {
        return Ok(value);
    }
    let name = type_name(thread, value);
    Err(type_error(thread, format!("{name} takes no arguments")))
}

fn none(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    only_instance(thread, arguments, NONE)
}

fn ellipsis(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    only_instance(thread, arguments, ELLIPSIS)
}

fn not_implemented(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    only_instance(thread, arguments, NOT_IMPLEMENTED)
}

const ANY: u8 = u8::MAX;

/// The constructors.
pub const CONSTRUCTORS: &[(ClassNumber, NativeFunction)] = &[
    (
        CLASS_NONE,
        NativeFunction::leaf("NoneType", 1, ANY, none).with_keywords(),
    ),
    (
        CLASS_ELLIPSIS,
        NativeFunction::leaf("ellipsis", 1, ANY, ellipsis).with_keywords(),
    ),
    (
        CLASS_NOT_IMPLEMENTED,
        NativeFunction::leaf("NotImplementedType", 1, ANY, not_implemented).with_keywords(),
    ),
];
