//! The native modules by name: filling them, and which modules are part of the program.

use crate::filling::{functions, methods, set};
use crate::modules::MODULES;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;

/// Modules of the library that CPython has built in, and that use no native module of their own.
const OF_LIBRARY: &[&str] = &[
    "_abc",
    "_codecs",
    "_groups",
    "_locale",
    "_string",
    "_symtable",
    "_sysconfig",
    "_template",
    "_tokenize",
    "_tracemalloc",
    "_types",
    "_warnings",
    "atexit",
    "builtins",
    "faulthandler",
    "marshal",
    "pwd",
    "time",
];

/// The definitions of the native modules.
pub(crate) fn all() -> impl Iterator<Item = &'static ModuleDef> {
    MODULES.iter().copied().flatten()
}

fn find(name: &str) -> Option<&'static ModuleDef> {
    all().find(|module| module.name == name)
}

/// Whether a module is written in Rust.
pub fn is_native(name: &str) -> bool {
    find(name).is_some()
}

/// The names of the modules that are part of the machine.
pub fn native_names() -> impl Iterator<Item = &'static str> {
    let listed = all().flat_map(|module| module.listed_as);
    let native = all().map(|module| module.name);
    native.chain(listed.chain(OF_LIBRARY).copied())
}

/// Whether a module of a name is part of the machine.
pub fn is_known(name: &str) -> bool {
    native_names().any(|known| known == name)
}

/// Fills a native module; false if there is none of that name.
pub fn fill_native(thread: &Thread, module: &Module) -> Outcome<bool> {
    let Some(definition) = find(&module.name) else {
        return Ok(false);
    };
    for table in definition.methods {
        methods(thread, module, table)?;
    }
    for table in definition.functions {
        functions(thread, module, table)?;
    }
    for class in definition.shown {
        let name = thread.class_name(*class);
        set(thread, module, name, thread.class_object(*class))?;
    }
    if let Some(fill) = definition.fill {
        fill(thread, module)?;
    }
    Ok(true)
}

/// Checks all definitions at once.
///
/// # Panics
/// If they contradict each other: the tables are part of the program.
pub(crate) fn check() {
    let mut seen: Vec<&str> = Vec::new();
    for name in native_names() {
        assert!(!seen.contains(&name), "the module {name} is defined twice");
        seen.push(name);
    }
    for definition in all() {
        let module = definition.name;
        let mut seen: Vec<&str> = Vec::new();
        let tables = definition.functions.iter().chain(definition.methods);
        for function in tables.copied().flatten() {
            let name = function.name;
            assert!(!seen.contains(&name), "{module}.{name} is there twice");
            seen.push(name);
        }
    }
}
