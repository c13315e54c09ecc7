//! Importing modules.
//!
//! A module is registered natively, so that all threads find the same one; its body must then not
//! be undone: the transaction that imports is inevitable. Another thread that asks for the module
//! before that has committed waits.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use motet_tm::{Root, Unwind, Value};

use crate::exception::{IMPORT_ERROR, MODULE_NOT_FOUND_ERROR, SYNTAX_ERROR, TYPE_ERROR};
use crate::kinds::*;
use crate::machine::Module;
use crate::names;
use crate::namespace::bound;
use crate::native::{Arguments, Outcome};
use crate::objects::{list, string};
use crate::thread::{Thread, WaitRequest};
use crate::{attribute, code, modules};

/// Whose import of a module is going on: the thread's identification; 0 when it has committed.
pub(crate) struct ImportState(AtomicU64);

impl ImportState {
    pub(crate) fn of(ident: u64) -> ImportState {
        ImportState(AtomicU64::new(ident))
    }

    pub(crate) fn finish(&self) {
        self.0.store(0, Ordering::SeqCst);
    }

    fn is_others(&self, ident: u64) -> bool {
        let importer = self.0.load(Ordering::SeqCst);
        importer != 0 && importer != ident
    }
}

/// `import name`: the module, or with a list of names to take from it the last of a dotted name.
///
/// # Errors
/// `ImportError`, and what the module's body raises.
pub(crate) fn import_name(
    thread: &mut Thread,
    name: &str,
    has_list: bool,
    level: usize,
) -> Outcome<Root> {
    let full = if level == 0 {
        name.to_owned()
    } else {
        absolute(thread, name, level)?
    };
    let mut parent: Option<Root> = None;
    let mut first = None;
    let mut path = String::new();
    for part in full.split('.') {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(part);
        let module = import_one(thread, &path, parent)?;
        if let Some(parent) = parent {
            let symbol = thread.machine().symbols.intern(thread, part);
            let namespace = modules::namespace_of(thread, thread.get(parent));
            if namespace.get(thread, symbol) != Some(thread.get(module)) {
                namespace.set(thread, symbol, thread.get(module))?;
            }
        }
        first.get_or_insert(module);
        parent = Some(module);
    }
    let last = parent.expect("a name has a part");
    Ok(if has_list || level > 0 && name.is_empty() {
        last
    } else {
        first.unwrap_or(last)
    })
}

/// The full name of a relative import.
fn absolute(thread: &Thread, name: &str, level: usize) -> Outcome<String> {
    let namespace = thread.code().namespace;
    let text = |symbol| {
        let value = namespace.get(thread, symbol)?;
        crate::text::as_text(thread, value).map(str::to_owned)
    };
    let own = text(names::NAME).unwrap_or_default();
    let is_package = namespace.get(thread, names::PATH).is_some();
    let mut parts: Vec<&str> = own.split('.').collect();
    let up = if is_package { level - 1 } else { level };
    if own == "__main__" || up >= parts.len() + usize::from(is_package) || parts.len() <= up {
        let message = "attempted relative import with no known parent package";
        return Err(thread.raise(IMPORT_ERROR, message));
    }
    parts.truncate(parts.len() - up);
    if !name.is_empty() {
        parts.push(name);
    }
    Ok(parts.join("."))
}

/// The module of a full name whose parent (if it has one) is imported.
fn import_one(thread: &mut Thread, full: &str, parent: Option<Root>) -> Outcome<Root> {
    let machine = thread.machine();
    if let Some(module) = machine.find_module(full) {
        if module.state.is_others(thread.ident) {
            thread.wait_request.set(Some(WaitRequest::Change(None)));
            return Err(Unwind::Wait);
        }
        return Ok(thread.root(module.object.value()));
    }
    let found = find(thread, full, parent)?;
    thread.become_inevitable()?;
    let module = machine.new_module(thread, full, thread.ident);
    if module.state.is_others(thread.ident) {
        return import_one(thread, full, parent);
    }
    thread.imported.borrow_mut().push(module);
    thread.wake_waiters_at_commit();
    match fill(thread, module, found) {
        Ok(()) => Ok(thread.root(module.object.value())),
        Err(unwind) => {
            machine.forget_module(full);
            Err(unwind)
        }
    }
}

/// Where the code of a module is.
enum Found {
    Native,
    Source {
        text: &'static str,
    },
    File {
        path: PathBuf,
        package: Option<PathBuf>,
    },
}

const NATIVE: &[&str] = &["builtins", "_sys", "_thread", "_motet", "time", "math"];

fn find(thread: &Thread, full: &str, parent: Option<Root>) -> Outcome<Found> {
    if NATIVE.contains(&full) {
        return Ok(Found::Native);
    }
    if let Some(text) = modules::source(full) {
        return Ok(Found::Source { text });
    }
    let mut folders: Vec<PathBuf> = Vec::new();
    let last = full.rsplit('.').next().unwrap_or(full);
    match parent {
        None => folders.extend(thread.machine().folder.clone()),
        Some(parent) => {
            let namespace = modules::namespace_of(thread, thread.get(parent));
            let path = namespace
                .get(thread, names::PATH)
                .and_then(Value::as_object);
            let Some(path) = path else {
                let name = modules::module_name(thread, thread.get(parent));
                let message = format!("No module named '{full}'; '{name}' is not a package");
                return Err(thread.raise(MODULE_NOT_FOUND_ERROR, message));
            };
            for folder in list::values(thread, path) {
                folders.extend(crate::text::as_text(thread, folder).map(PathBuf::from));
            }
        }
    }
    for folder in folders {
        let package = folder.join(last);
        let initialiser = package.join("__init__.py");
        if initialiser.is_file() {
            return Ok(Found::File {
                path: initialiser,
                package: Some(package),
            });
        }
        let path = folder.join(format!("{last}.py"));
        if path.is_file() {
            return Ok(Found::File {
                path,
                package: None,
            });
        }
    }
    Err(thread.raise(MODULE_NOT_FOUND_ERROR, format!("No module named '{full}'")))
}

fn fill(thread: &mut Thread, module: &'static Module, found: Found) -> Outcome<()> {
    let name = string::new(thread, &module.name)?;
    module.namespace.set(thread, names::NAME, name)?;
    module.namespace.set(thread, names::DOC, NONE)?;
    match found {
        Found::Native => {
            modules::fill_native(thread, module)?;
            Ok(())
        }
        Found::Source { text } => {
            let filename = format!("<frozen {}>", module.name);
            run_body(thread, module, text, &filename, true)
        }
        Found::File { path, package } => {
            let text = std::fs::read_to_string(&path).map_err(|error| {
                let message = format!("cannot read '{}': {error}", path.display());
                thread.raise(IMPORT_ERROR, message)
            })?;
            set_text(thread, module, names::FILE, &path)?;
            if let Some(package) = package {
                let folder = string::new(thread, &package.to_string_lossy())?;
                let folders = list::from_values(thread, &[folder])?;
                module.namespace.set(thread, names::PATH, folders)?;
            }
            run_body(thread, module, &text, &path.to_string_lossy(), false)
        }
    }
}

fn set_text(
    thread: &Thread,
    module: &Module,
    name: crate::symbol::Symbol,
    path: &Path,
) -> Outcome<()> {
    module
        .namespace
        .set(thread, name, string::new(thread, &path.to_string_lossy())?)
}

fn run_body(
    thread: &mut Thread,
    module: &'static Module,
    text: &str,
    filename: &str,
    is_internal: bool,
) -> Outcome<()> {
    let source = motet_python_compiler::compile_module(text, filename)
        .map_err(|error| thread.raise(SYNTAX_ERROR, error.to_string()))?;
    let (_, code) = code::load(
        thread,
        thread.machine(),
        &source,
        module.namespace,
        is_internal,
    );
    let function = thread.root(thread.new_function(code, NONE, NONE, NONE));
    thread.call(function, &[])?;
    Ok(())
}

/// `from module import name`.
///
/// # Errors
/// `ImportError`.
pub(crate) fn import_from(thread: &mut Thread, module: Root, name: &str) -> Outcome<Root> {
    let symbol = thread.machine().symbols.intern(thread, name);
    if thread.class_of(thread.get(module)) != CLASS_MODULE {
        return attribute::get(thread, module, symbol);
    }
    let namespace = modules::namespace_of(thread, thread.get(module));
    if let Some(value) = namespace.get(thread, symbol) {
        return Ok(thread.root(value));
    }
    let module_name = modules::module_name(thread, thread.get(module));
    if namespace.get(thread, names::PATH).is_some() {
        match import_one(thread, &format!("{module_name}.{name}"), Some(module)) {
            Err(Unwind::Raise) if thread.take_exception_of(MODULE_NOT_FOUND_ERROR) => {}
            imported => return imported,
        }
    }
    let file = namespace.get(thread, names::FILE);
    let place = file.and_then(|file| crate::text::as_text(thread, file));
    let place = place.unwrap_or("unknown location");
    let message = format!("cannot import name '{name}' from '{module_name}' ({place})");
    Err(thread.raise(IMPORT_ERROR, message))
}

/// `from module import *`.
///
/// # Errors
/// `AttributeError` when `__all__` names what is not there.
pub(crate) fn import_star(thread: &Thread, module: Value<'_>) -> Outcome<()> {
    let source = modules::namespace_of(thread, module);
    let target = thread.code().namespace;
    if let Some(all) = source.get(thread, names::ALL) {
        let all = crate::objects::protocol::iterate::values_leaf(thread, all).unwrap_or_default();
        for name in all {
            let Some(text) = crate::text::as_text(thread, name) else {
                continue;
            };
            let symbol = thread.machine().symbols.intern(thread, text);
            match source.get(thread, symbol) {
                Some(value) => target.set(thread, symbol, value)?,
                None => return Err(attribute::missing(thread, module, symbol)),
            }
        }
        return Ok(());
    }
    for (name, cell) in source.bound_names(thread) {
        if thread.machine().symbols.text(name).starts_with('_') {
            continue;
        }
        if let Some(value) = bound(crate::namespace::read_cell(thread, cell)) {
            target.set(thread, name, value)?;
        }
    }
    Ok(())
}

/// `__import__(name, globals, locals, fromlist, level)`.
///
/// # Errors
/// As [`import_name`].
pub(crate) fn builtin_import<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
) -> Outcome<Value<'a>> {
    let Some(name) = crate::text::as_text(thread, arguments.get(thread, 0)).map(str::to_owned)
    else {
        return Err(thread.raise(TYPE_ERROR, "__import__() argument 1 must be str"));
    };
    let has_list = arguments.optional(thread, 3).is_some_and(|list| {
        crate::objects::protocol::truth::truth_leaf(thread, list).unwrap_or(true)
    });
    let level = arguments
        .optional(thread, 4)
        .and_then(Value::as_integer)
        .unwrap_or(0);
    let module = import_name(thread, &name, has_list, level.max(0) as usize)?;
    Ok(thread.get(module))
}
