//! What a module's spec says for messages about something that the module lacks: the file that it
//! is of, and whether that file hides another module of the same name.

use std::path::Path;

use motet_tm::{Object, Value};

use crate::model::names;
use crate::model::text;
use crate::model::thread::Thread;
use crate::types::protocol::{iterate, truth};
use crate::types::{module, string};

/// The reason for which a module may be another one than the program wants.
#[derive(PartialEq)]
pub enum Hides {
    /// There is a module of this name in the library.
    Library,
    /// It lies beside the program.
    PerhapsAnother,
    /// Neither.
    Nothing,
}

/// The file that a module is of, as its spec tells.
#[must_use]
pub fn origin<'a>(thread: &'a Thread, module: Value<'a>) -> Option<&'a str> {
    let spec = spec(thread, module)?;
    let has_location = attribute(thread, spec, "_set_fileattr")?;
    let is_location = truth::truth_leaf(thread, has_location)?;
    let origin = attribute(thread, spec, "origin")?;
    text::as_text(thread, origin).filter(|_| is_location)
}

/// Whether the file that a module is of hides another module.
#[must_use]
pub fn hides(thread: &Thread, name: &str, origin: Option<&str>) -> Hides {
    let is_beside_program = origin.is_some_and(|origin| is_beside_program(thread, origin));
    match is_beside_program {
        true if module::exists(thread, name) => Hides::Library,
        true => Hides::PerhapsAnother,
        false => Hides::Nothing,
    }
}

/// What a message says of a module that hides another one, and that lacks something.
#[must_use]
pub fn advice(hides: &Hides, name: &str, origin: Option<&str>) -> String {
    let origin = string::repr_text(origin.unwrap_or("?"));
    let name = string::repr_text(name);
    match hides {
        Hides::Library => format!(
            "(consider renaming {origin} since it has the same name as the standard library module \
             named {name} and prevents importing that standard library module)"
        ),
        Hides::PerhapsAnother => format!(
            "(consider renaming {origin} if it has the same name as a library you intended to \
             import)"
        ),
        Hides::Nothing => String::new(),
    }
}

/// Whether a package is importing its module of this name now.
#[must_use]
pub fn is_importing(thread: &Thread, package: Value<'_>, name: &str) -> bool {
    let pending = spec(thread, package)
        .and_then(|spec| attribute(thread, spec, "_uninitialized_submodules"))
        .and_then(|pending| iterate::values_leaf(thread, pending))
        .unwrap_or_default();
    pending
        .into_iter()
        .any(|pending| text::as_text(thread, pending) == Some(name))
}

/// The error that a module lacks an attribute.
#[must_use]
pub fn missing_attribute(thread: &Thread, module: Value<'_>, text: &str) -> String {
    let namespace = module::namespace_of(thread, module);
    let text_of = |symbol| {
        let value = namespace.get(thread, symbol)?;
        text::as_text(thread, value)
    };
    let name = text_of(names::NAME);
    let shown = name.unwrap_or_else(|| module::module_name(thread, module));
    let origin = origin(thread, module);
    let hides = hides(thread, shown, origin);
    let is_initialising = module::is_initialising(thread, shown);
    if hides == Hides::Library || hides == Hides::PerhapsAnother && is_initialising {
        let advice = advice(&hides, shown, origin);
        return format!("module '{shown}' has no attribute '{text}' {advice}");
    }
    if !is_initialising {
        return match is_importing(thread, module, text) {
            true => format!(
                "cannot access submodule '{text}' of module '{shown}' \
                 (most likely due to a circular import)"
            ),
            false => format!("module '{shown}' has no attribute '{text}'"),
        };
    }
    let place = text_of(names::FILE).map_or(String::new(), |file| format!(" from '{file}'"));
    format!(
        "partially initialized module '{shown}'{place} has no attribute '{text}' \
         (most likely due to a circular import)"
    )
}

fn is_beside_program(thread: &Thread, origin: &str) -> bool {
    let Some(folder) = &thread.machine().folder else {
        return false;
    };
    let origin = Path::new(origin);
    let is_package = origin.file_name().is_some_and(|name| name == "__init__.py");
    let above = match is_package {
        true => origin.parent().and_then(Path::parent),
        false => origin.parent(),
    };
    let current = std::env::current_dir().ok();
    let folder = match folder.as_os_str().is_empty() {
        true => current.as_deref(),
        false => Some(folder.as_path()),
    };
    above.is_some() && above == folder
}

fn spec<'a>(thread: &'a Thread, module: Value<'a>) -> Option<Object<'a>> {
    let spec = module::namespace_of(thread, module).get(thread, names::SPEC)?;
    spec.as_object()
}

fn attribute<'a>(thread: &'a Thread, object: Object<'a>, name: &'static str) -> Option<Value<'a>> {
    thread.own_attribute(object, thread.known_symbol(name)?)
}
