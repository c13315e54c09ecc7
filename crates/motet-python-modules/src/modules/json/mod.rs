//! `_json_core`: texts in JSON from and to values, in one pass each. Hooks of the program are
//! called from there. `_json` (in the library) gives this the face of the module of CPython.
//!
//! All work is on the bytes of string objects: UTF-8, in which a lone surrogate may stand too.

pub mod read;
pub mod write;

use motet_python_objects::model::exception;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::native::NativeFunction;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::string;

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("scan", 8, 8, read::scan),
    NativeFunction::calling("scan_string", 3, 3, read::scan_string),
    NativeFunction::calling("encode", 3, 3, write::encode),
    NativeFunction::leaf("quote", 2, 2, write::quote),
];

/// How deep values may nest: as deep as the native stack surely carries.
const DEPTH_MAX: usize = 4000;

/// How many characters stand in a piece of a string object.
fn count(bytes: &[u8]) -> u64 {
    if bytes.is_ascii() {
        return bytes.len() as u64;
    }
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64
}

/// Makes a string object of a piece of others.
fn new_string<'a>(thread: &'a Thread, bytes: &[u8]) -> Outcome<Value<'a>> {
    match bytes {
        [byte] => Ok(string::of_ascii(thread, *byte)),
        _ => string::of_bytes(thread, bytes, count(bytes)),
    }
}

/// An argument that is a hook, if it is not None.
fn hook(thread: &Thread, value: Value<'_>) -> Option<Root> {
    (value != NONE).then(|| thread.root(value))
}

#[cold]
fn no_string(thread: &Thread, value: Value<'_>) -> Unwind {
    let name = type_name(thread, value);
    let message = format!("first argument must be a string, not {name}");
    type_error(thread, message)
}

#[cold]
fn too_deep(thread: &Thread, doing: &str) -> Unwind {
    let message = format!("maximum recursion depth exceeded while {doing}");
    thread.raise(exception::RECURSION_ERROR, message)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_json_core")
    .functions(&[FUNCTIONS])
    .listed_as(&["_json"])];
