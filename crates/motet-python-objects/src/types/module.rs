//! Modules: their objects and namespaces, and the state that all imports share (`sys.modules`, and
//! which thread imports which module). How a module comes to be imported is `import.rs`, above.

use motet_tm::{Object, Pinned, Value};
use motet_vm::symbol::Symbol;

use crate::model::layouts::{CLASS_MODULE, CLASS_USER_FIRST, LAYOUT_SMALL};
use crate::model::machine::{Machine, Module};
use crate::model::names;
use crate::model::namespace::{Namespace, read_cell, write_cell};
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::{dict, list, string};

/// Word of a module object that holds the module's number.
const MODULE_NUMBER: u64 = 1;

/// Whether an object is a module: of the class of modules, or of a class below it that a program
/// has assigned to `__class__`. (An instance that such a class has made is laid out differently.)
pub fn is_module(thread: &Thread, object: Object<'_>) -> bool {
    let host = thread.host_of(object);
    host == CLASS_MODULE || host >= CLASS_USER_FIRST && thread.layout_id(object) == LAYOUT_SMALL
}

/// The module that a value is.
pub fn as_module<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    value
        .as_object()
        .filter(|object| is_module(thread, *object))
}

/// The module that a module object stands for.
pub fn module_of(thread: &Thread, value: Value<'_>) -> &'static Module {
    let object = value.known_object();
    let number = thread.read(object).get(MODULE_NUMBER).known_integer();
    &thread.machine().modules[number as usize]
}

/// A module without a name or variables, which `__init__` fills. It also lies inside of an instance
/// of a class below that of modules, which keeps its variables itself.
///
/// # Errors
/// None; the type is that of all functions that make an empty instance.
pub fn nameless(thread: &Thread) -> Outcome<Value<'_>> {
    Ok(thread.machine().new_module(thread, "?").object.value())
}

/// The namespace of a module object.
pub fn namespace_of(thread: &Thread, value: Value<'_>) -> &'static Namespace {
    module_of(thread, value).namespace
}

/// The name of a module object.
pub fn module_name(thread: &Thread, value: Value<'_>) -> &'static str {
    &module_of(thread, value).name
}

fn content(thread: &Thread, cell: Pinned) -> Object<'_> {
    read_cell(thread, cell).known_object()
}

/// `sys.modules`.
pub fn modules_dict(thread: &Thread) -> Object<'_> {
    content(thread, thread.machine().imports.modules)
}

/// The dict of imports: the thread that imports a module, by the module's name.
pub fn owners(thread: &Thread) -> Object<'_> {
    content(thread, thread.machine().imports.owners)
}

/// The dict of waits: the module that a thread waits for, by the thread.
pub fn waits(thread: &Thread) -> Object<'_> {
    content(thread, thread.machine().imports.waits)
}

/// The list that `sys.path` is at first.
pub fn path(thread: &Thread) -> Object<'_> {
    content(thread, thread.machine().imports.path)
}

/// Fills the cells of a new machine.
///
/// # Errors
/// `MemoryError`.
pub fn set_up(thread: &Thread, machine: &Machine) -> Outcome<()> {
    let cells = &machine.imports;
    for cell in [cells.modules, cells.owners, cells.waits] {
        write_cell(thread, cell, dict::new(thread)?)?;
    }
    let mut folders = Vec::new();
    for folder in &machine.settings.search_path {
        folders.push(string::new(thread, folder)?);
    }
    folders.push(string::new(thread, motet_python_library::FOLDER)?);
    write_cell(thread, cells.path, list::from_values(thread, &folders)?)?;
    let builtins = machine.new_module_on(thread, "builtins", machine.builtins);
    let name = string::new(thread, "builtins")?;
    builtins.namespace.set(thread, names::NAME, name)?;
    register(thread, "builtins", builtins.object.value())
}

/// Puts the program's folder first in `sys.path`.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn add_program_folder(thread: &Thread) -> Outcome<()> {
    let Some(folder) = &thread.machine().folder else {
        return Ok(());
    };
    let folder = string::new(thread, &folder.to_string_lossy())?;
    list::replace(thread, path(thread), 0, 0, &[folder])
}

/// The value in `sys.modules` under a name.
pub fn find_module<'a>(thread: &'a Thread, name: &str) -> Option<Value<'a>> {
    let key = string::new(thread, name).ok()?;
    dict::get_leaf(thread, modules_dict(thread), key).ok()??
}

/// The value in `sys.modules` under a name, if it is a module: a program may have put anything
/// there.
pub fn find_true_module<'a>(thread: &'a Thread, name: &str) -> Option<Value<'a>> {
    find_module(thread, name).filter(|value| as_module(thread, *value).is_some())
}

/// The first module of a name that was made and has a variable, whatever `sys.modules` says.
pub fn first_made(thread: &Thread, name: &str, variable: Symbol) -> Option<&'static Module> {
    let mut modules = thread.machine().modules.iter().map(|(_, module)| module);
    modules.find(|module| &*module.name == name && module.namespace.get(thread, variable).is_some())
}

/// Puts a module into `sys.modules`.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn register(thread: &Thread, name: &str, module: Value<'_>) -> Outcome<()> {
    let key = string::new(thread, name)?;
    dict::set_leaf(thread, modules_dict(thread), key, module)?;
    Ok(())
}

/// Whether some thread is running the body of a module.
pub fn is_initialising(thread: &Thread, name: &str) -> bool {
    let Ok(key) = string::new(thread, name) else {
        return false;
    };
    matches!(
        dict::get_leaf(thread, owners(thread), key),
        Ok(Some(Some(_)))
    )
}

/// Whether the machine or the library has a module of a name.
pub(crate) fn exists(thread: &Thread, name: &str) -> bool {
    motet_python_library::contains(name) || (thread.machine().upcalls.native_modules.is_known)(name)
}
