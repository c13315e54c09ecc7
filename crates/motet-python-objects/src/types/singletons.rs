//! `NoneType` and similar types: classes with one instance each.

use crate::model::type_def::TypeDef;
use crate::types::prelude::*;
use crate::types::special_methods::{BOOL, EQUALITY, HASH, TEXT};

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

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    TypeDef::new("NoneType", CLASS_NONE)
        .layouts(&[])
        .constructor(NativeFunction::leaf("NoneType", 1, ANY, none).with_keywords())
        .methods(&[BOOL, TEXT, HASH, EQUALITY])
        .closed(),
    TypeDef::new("ellipsis", CLASS_ELLIPSIS)
        .layouts(&[])
        .constructor(NativeFunction::leaf("ellipsis", 1, ANY, ellipsis).with_keywords())
        .methods(&[TEXT, HASH])
        .closed(),
    TypeDef::new("NotImplementedType", CLASS_NOT_IMPLEMENTED)
        .layouts(&[])
        .constructor(
            NativeFunction::leaf("NotImplementedType", 1, ANY, not_implemented).with_keywords(),
        )
        .methods(&[TEXT, HASH])
        .closed(),
];
