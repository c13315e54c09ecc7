//! Importing modules: the instructions' side.
//!
//! A module that is loaded is found here. A module that is not is imported by Python code
//! (`_frozen_importlib`, in the library), called as any function is: so an import is made of
//! ordinary transactions, and all the state that it changes (`sys.modules`, which thread imports
//! which module) lies in the heap.

use motet_python_objects::model::machine;
use motet_python_objects::model::text;
use motet_python_objects::types::exception_fields;
use motet_python_objects::types::module;
use motet_python_objects::types::module::find_module;
use motet_python_objects::types::module::is_initialising;
use motet_python_objects::types::module::modules_dict;
use motet_python_objects::types::module::owners;
use motet_python_objects::types::module::register;
use motet_python_objects::types::module::waits;
use motet_python_objects::types::module_origin;
use motet_python_objects::types::module_origin::Hides;
use motet_python_objects::types::namespace_dict;
use motet_python_objects::types::protocol::iterate;
use motet_python_objects::types::protocol::truth;
use motet_python_objects::types::syntax_error;
use motet_tm::{Root, Unwind, Value};

use motet_python_objects::classes::attribute;
use motet_python_objects::classes::globals;
use motet_python_objects::model::code;
use motet_python_objects::model::exception::{
    ATTRIBUTE_ERROR, IMPORT_ERROR, KEY_ERROR, TYPE_ERROR,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::namespace::{Namespace, bound, read_cell};
use motet_python_objects::model::native::{Arguments, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::string;
#[cfg(handlers)]
use motet_python_objects::types::{dict, tuple};
use motet_vm::symbol::Symbol;

/// The name of the module that imports others.
const IMPORTER: &str = "_frozen_importlib";

/// The answer of an import statement if no Python code is needed for it.
fn import_leaf<'a>(thread: &'a Thread, full: &str, names: bool, first: bool) -> Option<Value<'a>> {
    let module = find_module(thread, full)?;
    if module == NONE || is_initialising(thread, full) {
        return None;
    }
    if names {
        let object = module::as_module(thread, module)?;
        let namespace = module::namespace_of(thread, object.value());
        return namespace
            .get(thread, names::PATH)
            .is_none()
            .then_some(module);
    }
    match full.split_once('.') {
        Some((package, _)) if first => find_module(thread, package),
        _ => Some(module),
    }
}

/// The answer of an absolute import statement if no Python code is needed for it; the name is an
/// object already.
#[cfg(handlers)]
pub(crate) fn import_known<'a>(
    thread: &'a Thread,
    name: Value<'a>,
    from_list: Value<'a>,
) -> Option<Value<'a>> {
    let loaded = dict::get_leaf(thread, modules_dict(thread), name).ok()??;
    let module = loaded.filter(|module| *module != NONE)?;
    let running = dict::get_leaf(thread, owners(thread), name).ok()??;
    if running.is_some() {
        return None;
    }
    if from_list != NONE && truth::truth_leaf(thread, from_list)? {
        let object = module::as_module(thread, module)?;
        let namespace = module::namespace_of(thread, object.value());
        return is_all_there(thread, namespace, from_list).then_some(module);
    }
    match text::as_text(thread, name)?.split_once('.') {
        Some((package, _)) => find_module(thread, package),
        None => Some(module),
    }
}

/// The answer of a relative import statement, as of [`import_known`].
#[cfg(handlers)]
pub(crate) fn import_relative<'a>(
    thread: &'a Thread,
    name: Value<'a>,
    from_list: Value<'a>,
    level: usize,
) -> Option<Value<'a>> {
    let package = text::as_text(thread, globals::own_global(thread, names::PACKAGE)?)?;
    let mut above = package;
    for _ in 1..level {
        above = above.rsplit_once('.')?.0;
    }
    let name = text::as_text(thread, name)?;
    if above.is_empty() || name.is_empty() {
        return None;
    }
    let full = string::new(thread, &format!("{above}.{name}")).ok()?;
    import_known(thread, full, from_list)
}

/// Whether the names that are imported from a module are there: those of a package may be modules
/// that have yet to be imported.
#[cfg(handlers)]
fn is_all_there(thread: &Thread, namespace: &Namespace, from_list: Value<'_>) -> bool {
    if namespace.get(thread, names::PATH).is_none() {
        return true;
    }
    let Some(list) = tuple::as_tuple(thread, from_list) else {
        return false;
    };
    (0..tuple::length(thread, list)).all(|place| {
        let name = thread.symbol_of_name(tuple::get(thread, list, place));
        name.is_some_and(|name| namespace.get(thread, name).is_some())
    })
}

/// What `from module import name` takes out of a module, if it is one of its variables.
#[cfg(handlers)]
pub(crate) fn import_from_leaf<'a>(
    thread: &'a Thread,
    module: Value<'a>,
    name: Value<'a>,
) -> Option<Value<'a>> {
    thread.object_of(module, CLASS_MODULE)?;
    let name = thread.symbol_of_name(name)?;
    module::namespace_of(thread, module).get(thread, name)
}

/// The outcome of an import statement.
pub(crate) enum Import {
    /// This module.
    Module(Root),
    /// The result of this call.
    Call {
        function: Root,
        arguments: Vec<Root>,
    },
}

/// `import name`: the outermost package, or with a list of names the module itself.
///
/// # Errors
/// `ImportError` when a relative name leads out of all packages.
pub(crate) fn import(
    thread: &mut Thread,
    name: &str,
    from_list: Root,
    level: usize,
) -> Outcome<Import> {
    let full = if level == 0 {
        name.to_owned()
    } else {
        absolute(thread, name, level)?
    };
    let list = thread.get(from_list);
    let names = list != NONE && truth::truth_leaf(thread, list).unwrap_or(true);
    let first = !names && level == 0;
    if let Some(module) = import_leaf(thread, &full, names, first) {
        return Ok(Import::Module(thread.root(module)));
    }
    let function = importer_function(thread, "_import")?;
    let full = thread.root(string::new(thread, &full)?);
    let first = thread.root(boolean(first));
    Ok(Import::Call {
        function,
        arguments: vec![full, from_list, first],
    })
}

/// A function of the module that imports others.
///
/// # Errors
/// Any exception of loading it.
fn importer_function(thread: &mut Thread, name: &str) -> Outcome<Root> {
    let module = importer(thread)?;
    let symbol = thread.machine().symbols.intern(thread, name);
    let namespace = module::namespace_of(thread, thread.get(module));
    match namespace.get(thread, symbol) {
        Some(function) => Ok(thread.root(function)),
        // A program has deleted it.
        None => Err(thread.raise(IMPORT_ERROR, format!("{IMPORTER} has no {name}"))),
    }
}

/// The module that imports others, if it has been loaded. (A program may have put another one, or
/// none, into `sys.modules`.)
fn loaded_importer(thread: &Thread) -> Option<&'static machine::Module> {
    module::first_made(thread, IMPORTER, names::IMPORT)
}

fn importer(thread: &mut Thread) -> Outcome<Root> {
    if let Some(module) = loaded_importer(thread) {
        return Ok(thread.root(module.object.value()));
    }
    let machine = thread.machine();
    let natives = machine.new_module(thread, "_imp");
    (machine.upcalls.native_modules.fill)(thread, natives)?;
    let module = machine.new_module(thread, IMPORTER);
    let set = |name: &str, value: Value<'_>| {
        let symbol = machine.symbols.intern(thread, name);
        module.namespace.set(thread, symbol, value)
    };
    set("__name__", string::new(thread, IMPORTER)?)?;
    set("_imp", natives.object.value())?;
    set("modules", modules_dict(thread).value())?;
    set("_owners", owners(thread).value())?;
    set("_waits", waits(thread).value())?;
    let (path, _) = motet_python_library::locate(IMPORTER)
        .expect("the build script packs the importer into the library");
    let body = match motet_python_library::code_at(&path) {
        Some(code) => load_code(thread, module, &code, true)?,
        None => {
            let text = motet_python_library::text_at(&path)
                .expect("locate has found the path two lines above");
            load(thread, module, &text, &path, true)?
        }
    };
    let body = thread.root(body);
    // Only now: if memory ends while the code is loaded, the next import tries again.
    register(thread, "_imp", natives.object.value())?;
    register(thread, IMPORTER, module.object.value())?;
    thread.call(body, &[])?;
    // From here on `__import__` runs like any function: the native one is a call inside of a call,
    // in which no transaction can end.
    // One that the program has put there stays.
    if replaced_import(thread).is_none()
        && let Some(import) = module.namespace.get(thread, names::IMPORT)
    {
        machine.builtins.set(thread, names::IMPORT, import)?;
    }
    Ok(thread.root(module.object.value()))
}

/// Whether `__import__` is the machine's own.
#[cfg(handlers)]
pub(crate) fn has_own_import(thread: &Thread) -> bool {
    replaced_import(thread).is_none()
}

/// The object that a program has put in the place of `__import__`.
pub(crate) fn other_import(thread: &Thread) -> Option<Root> {
    replaced_import(thread).map(|found| thread.root(found))
}

fn replaced_import(thread: &Thread) -> Option<Value<'_>> {
    let found = thread.machine().builtins.get(thread, names::IMPORT)?;
    if let Some(native) = thread.object_of(found, CLASS_NATIVE_FUNCTION)
        && thread.native_of(native).0.name == "__import__"
    {
        return None;
    }
    // Before the importer is loaded, all but the native one is the program's.
    let own = loaded_importer(thread).and_then(|own| own.namespace.get(thread, names::IMPORT));
    (own != Some(found)).then_some(found)
}

/// The full name of a relative import.
fn absolute(thread: &mut Thread, name: &str, level: usize) -> Outcome<String> {
    let of_spec = match globals::own_global(thread, names::PACKAGE) {
        None | Some(NONE) => package_of_spec(thread)?,
        Some(_) => None,
    };
    let text = |symbol| {
        let value = globals::own_global(thread, symbol)?;
        text::as_text(thread, value).map(str::to_owned)
    };
    let package = match of_spec.or_else(|| text(names::PACKAGE)) {
        Some(package) => package,
        None => {
            let given = globals::own_global(thread, names::PACKAGE);
            if given.is_some_and(|given| given != NONE) {
                return Err(thread.raise(TYPE_ERROR, "package must be a string"));
            }
            let Some(own) = text(names::NAME) else {
                return Err(match globals::own_global(thread, names::NAME) {
                    Some(_) => thread.raise(TYPE_ERROR, "__name__ must be a string"),
                    None => thread.raise(KEY_ERROR, "'__name__' not in globals"),
                });
            };
            if globals::own_global(thread, names::PATH).is_some() {
                own
            } else {
                own.rsplit_once('.')
                    .map_or(String::new(), |(package, _)| package.to_owned())
            }
        }
    };
    if package.is_empty() {
        let message = "attempted relative import with no known parent package";
        return Err(thread.raise(IMPORT_ERROR, message));
    }
    let mut parts: Vec<&str> = package.split('.').collect();
    if level > parts.len() {
        let message = "attempted relative import beyond top-level package";
        return Err(thread.raise(IMPORT_ERROR, message));
    }
    parts.truncate(parts.len() + 1 - level);
    if !name.is_empty() {
        parts.push(name);
    }
    Ok(parts.join("."))
}

/// The package that the spec of the running code's module names.
fn package_of_spec(thread: &mut Thread) -> Outcome<Option<String>> {
    let spec = globals::own_global(thread, names::SPEC).filter(|spec| *spec != NONE);
    let Some(spec) = spec.map(|spec| thread.root(spec)) else {
        return Ok(None);
    };
    let parent = thread.intern("parent")?;
    let parent = attribute::get(thread, spec, parent)?;
    match text::as_text(thread, thread.get(parent)) {
        Some(package) => Ok(Some(package.to_owned())),
        None => Err(thread.raise(TYPE_ERROR, "__spec__.parent must be a string")),
    }
}

/// Compiles a module's body: a function without parameters.
///
/// # Errors
/// `SyntaxError`.
pub fn load<'a>(
    thread: &'a Thread,
    module: &'static machine::Module,
    text: &str,
    filename: &str,
    is_internal: bool,
) -> Outcome<Value<'a>> {
    let source = motet_python_compiler::compile_module(text, filename)
        .map_err(|error| syntax_error::raise(thread, &error))?;
    load_code(thread, module, &source, is_internal)
}

/// As [`load`], of code that is compiled already.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn load_code<'a>(
    thread: &'a Thread,
    module: &'static machine::Module,
    source: &std::sync::Arc<motet_python_bytecode::Code>,
    is_internal: bool,
) -> Outcome<Value<'a>> {
    code::check_room(thread, source)?;
    add_builtins(thread, module.namespace)?;
    let machine = thread.machine();
    let (_, code) = code::load(thread, machine, source, module.namespace, is_internal);
    if let Some(text) = &source.docstring {
        let text = string::new(thread, text)?;
        module.namespace.set(thread, names::DOC, text)?;
    }
    Ok(thread.new_function(code, NONE, NONE, NONE))
}

/// A module in whose variables code runs gets the dict of the builtins, if it has none.
///
/// # Errors
/// `MemoryError`, or an abort.
pub(crate) fn add_builtins(thread: &Thread, namespace: &'static Namespace) -> Outcome<()> {
    let builtins = thread.machine().builtins;
    if std::ptr::eq(namespace, builtins) || namespace.get(thread, names::BUILTINS).is_some() {
        return Ok(());
    }
    let builtins = namespace_dict::of(thread, builtins)?;
    namespace.set(thread, names::BUILTINS, builtins)
}

/// Imports a module that the machine itself needs.
///
/// # Errors
/// Any exception of importing.
pub fn import_module(thread: &mut Thread, name: &str) -> Outcome<Root> {
    let none = thread.root(NONE);
    match import(thread, name, none, 0)? {
        Import::Module(module) => Ok(module),
        Import::Call {
            function,
            arguments,
        } => thread.call(function, &arguments),
    }
}

/// `from module import name`.
///
/// # Errors
/// `ImportError`.
pub(crate) fn import_from(thread: &mut Thread, module: Root, name: &str) -> Outcome<Root> {
    let symbol = thread.intern(name)?;
    match attribute::get(thread, module, symbol) {
        Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => {}
        result => return result,
    }
    let own_name = module_text(thread, module, names::NAME)?;
    if let Some(own_name) = &own_name
        && let Some(value) = find_module(thread, &format!("{own_name}.{name}"))
    {
        return Ok(thread.root(value));
    }
    let shown = own_name.clone().unwrap_or("<unknown module name>".into());
    let place = module_text(thread, module, names::FILE)?;
    let file_text = place.clone();
    let is_partial = own_name.is_some_and(|name| is_initialising(thread, &name));
    let origin = origin_of(thread, module);
    let hides = module_origin::hides(thread, &shown, origin.as_deref());
    let message = match place {
        _ if hides == Hides::Library || hides == Hides::PerhapsAnother && is_partial => {
            let advice = module_origin::advice(&hides, &shown, origin.as_deref());
            format!("cannot import name '{name}' from '{shown}' {advice}")
        }
        Some(place) if is_partial => format!(
            "cannot import name '{name}' from partially initialized module '{shown}' \
             (most likely due to a circular import) ({place})"
        ),
        place => {
            let place = place.as_deref().unwrap_or("unknown location");
            format!("cannot import name '{name}' from '{shown}' ({place})")
        }
    };
    let text = |text: Option<&str>| text.map_or(NONE, |it| text::new_str(thread, it));
    let fields = [
        ("name", text(Some(&shown))),
        ("path", text(file_text.as_deref())),
        ("name_from", text(Some(name))),
    ];
    Err(exception_fields::raise(
        thread,
        IMPORT_ERROR,
        &message,
        &fields,
    ))
}

/// The file that a module is of, as its spec tells.
fn origin_of(thread: &Thread, module: Root) -> Option<String> {
    let module = module::as_module(thread, thread.get(module))?;
    module_origin::origin(thread, module.value()).map(str::to_owned)
}

fn module_text(
    thread: &mut Thread,
    module: Root,
    name: motet_vm::symbol::Symbol,
) -> Outcome<Option<String>> {
    match attribute::get(thread, module, name) {
        Ok(value) => Ok(text::as_text(thread, thread.get(value)).map(str::to_owned)),
        Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => Ok(None),
        Err(unwind) => Err(unwind),
    }
}

/// The names that `from module import *` binds, and their values.
///
/// # Errors
/// `AttributeError` when `__all__` contains a name that the module does not have.
pub(crate) fn public_names(thread: &mut Thread, module: Root) -> Outcome<Vec<(Symbol, Root)>> {
    let mut found = Vec::new();
    if let Some(all) = own_or_missing(thread, module, names::ALL)? {
        let all = iterate::to_list(thread, all)?;
        for name in names_in(thread, module, all, "Item", "__all__")? {
            // A module may make the values of these names when they are read.
            let value = attribute::get(thread, module, name)?;
            found.push((name, value));
        }
        return Ok(found);
    }
    let Some(source) = module::as_module(thread, thread.get(module)) else {
        return public_names_of_other(thread, module);
    };
    let source = module::namespace_of(thread, source.value());
    for (name, cell) in source.bound_names(thread) {
        if thread.machine().symbols.text(name).starts_with('_') {
            continue;
        }
        if let Some(value) = bound(read_cell(thread, cell)) {
            found.push((name, thread.root(value)));
        }
    }
    Ok(found)
}

/// The texts of a list, as names. The list is of the entries (`Item` or `Key`) of an attribute of a
/// module.
fn names_in(
    thread: &mut Thread,
    module: Root,
    list: Root,
    entry: &str,
    owner: &str,
) -> Outcome<Vec<Symbol>> {
    let values = iterate::values_leaf(thread, thread.get(list)).unwrap_or_default();
    let mut names = Vec::new();
    let mut other = None;
    for value in values {
        let Some(text) = text::as_text(thread, value) else {
            other = Some(thread.type_name(value).to_owned());
            break;
        };
        names.push(thread.intern(text)?);
    }
    let Some(given) = other else {
        return Ok(names);
    };
    let message = match module_text(thread, module, names::NAME)? {
        Some(name) => format!("{entry} in {name}.{owner} must be str, not {given}"),
        None => "module __name__ must be a string".to_owned(),
    };
    Err(thread.raise(TYPE_ERROR, message))
}

fn own_or_missing(thread: &mut Thread, module: Root, name: Symbol) -> Outcome<Option<Root>> {
    if let Some(module) = thread.object_of(thread.get(module), CLASS_MODULE) {
        let namespace = module::namespace_of(thread, module.value());
        if let Some(value) = namespace.get(thread, name) {
            return Ok(Some(thread.root(value)));
        }
    }
    match attribute::get(thread, module, name) {
        Ok(value) => Ok(Some(value)),
        Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => Ok(None),
        Err(unwind) => Err(unwind),
    }
}

/// The same for an object that a program has put in the place of a module.
fn public_names_of_other(thread: &mut Thread, object: Root) -> Outcome<Vec<(Symbol, Root)>> {
    let Some(dict) = own_or_missing(thread, object, names::DICT)? else {
        let message = "from-import-* object has no __dict__ and no __all__";
        return Err(thread.raise(IMPORT_ERROR, message));
    };
    let keys = iterate::to_list(thread, dict)?;
    let mut found = Vec::new();
    for name in names_in(thread, object, keys, "Key", "__dict__")? {
        if !thread.machine().symbols.text(name).starts_with('_') {
            let value = attribute::get(thread, object, name)?;
            found.push((name, value));
        }
    }
    Ok(found)
}

/// `__import__(name, globals, locals, fromlist, level)`.
///
/// # Errors
/// Any exception of importing.
pub fn builtin_import<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    use motet_python_objects::types::tables::{check_keywords, parameter};
    let known = ["name", "globals", "locals", "fromlist", "level"];
    check_keywords(thread, arguments, "__import__", &known)?;
    let name = parameter(thread, arguments, 0, "name");
    let name = name.and_then(|name| text::as_text(thread, name));
    let Some(name) = name.map(str::to_owned) else {
        return Err(thread.raise(TYPE_ERROR, "__import__() argument 1 must be str"));
    };
    let list = parameter(thread, arguments, 3, "fromlist").unwrap_or(NONE);
    let list = thread.root(list);
    let level = parameter(thread, arguments, 4, "level");
    if let Some(level) = level.filter(|level| level.as_integer() != Some(0)) {
        // Relative to the module whose variables are given, which need not be the caller's.
        let level = thread.root(level);
        let given =
            |name, place| thread.root(parameter(thread, arguments, place, name).unwrap_or(NONE));
        let (globals, locals) = (given("globals", 1), given("locals", 2));
        let name = thread.root(string::new(thread, &name)?);
        let function = importer_function(thread, "__import__")?;
        let module = thread.call(function, &[name, globals, locals, list, level])?;
        return Ok(thread.get(module));
    }
    match import(thread, &name, list, 0)? {
        Import::Module(module) => Ok(thread.get(module)),
        Import::Call {
            function,
            arguments,
        } => {
            let module = thread.call(function, &arguments)?;
            Ok(thread.get(module))
        }
    }
}
