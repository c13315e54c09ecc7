//! `_imp`: the machine's functions for `_frozen_importlib`.

use motet_python_objects::classes::code_object;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::names;
use motet_python_objects::model::text;
use motet_python_objects::types::host;
use motet_python_objects::types::list;
use motet_python_objects::types::module;
use motet_python_objects::types::protocol::hash;
use motet_python_objects::types::syntax_error;
use std::hash::Hasher;
use std::path::Path;

use siphasher::sip::SipHasher13;

use motet_python_compiler::Options;
use motet_tm::Value;

use super::posix::files::current_folder;
use super::posix::system_error;
use motet_python_interp::code_cache;
use motet_python_objects::model::exception::{IMPORT_ERROR, TYPE_ERROR, UNICODE_DECODE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, dict, string, tuple};
use motet_vm::waiting::IMPORT_KEY;

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("own", 1, 1, own),
    NativeFunction::leaf("disown", 1, 1, disown),
    NativeFunction::leaf("path", 0, 0, path),
    NativeFunction::leaf("current_folder", 0, 0, current_folder),
    NativeFunction::leaf("is_builtin", 1, 1, is_builtin),
    NativeFunction::calling("fill_builtin", 1, 1, fill_builtin),
    NativeFunction::leaf("is_own", 1, 1, is_own),
    NativeFunction::leaf("find_in", 2, 2, find_in),
    NativeFunction::leaf("is_folder", 1, 1, is_folder),
    NativeFunction::leaf("is_file", 1, 1, is_file),
    NativeFunction::calling("load_source", 2, 3, load_source),
    NativeFunction::leaf("source_text", 1, 1, source_text),
    NativeFunction::leaf("file_content", 1, 1, file_content),
    NativeFunction::leaf("is_frozen", 1, 1, is_frozen),
    NativeFunction::leaf("is_frozen_package", 1, 1, no_frozen_object),
    NativeFunction::leaf("find_frozen", 1, 1, nothing),
    NativeFunction::leaf("get_frozen_object", 1, 2, no_frozen_object),
    NativeFunction::leaf("init_frozen", 1, 1, no_frozen_object),
    NativeFunction::leaf("extension_suffixes", 0, 0, no_suffixes),
    NativeFunction::leaf("_override_frozen_modules_for_tests", 1, 1, nothing),
    NativeFunction::leaf("pip_wheel", 0, 0, pip_wheel),
    NativeFunction::leaf("source_hash", 2, 2, source_hash),
    NativeFunction::leaf("sealed_code", 1, 1, sealed_code),
    NativeFunction::leaf("lock_held", 0, 0, nothing),
    NativeFunction::leaf("acquire_lock", 0, 0, nothing),
    NativeFunction::leaf("release_lock", 0, 0, nothing),
];

fn nothing<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(NONE)
}

/// No module is frozen: all that are part of the machine are sources.
fn is_frozen<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(FALSE)
}

fn no_frozen_object<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = text(thread, arguments, 0)?;
    let message = format!("No such frozen object named {name}");
    Err(thread.raise(IMPORT_ERROR, message))
}

fn no_suffixes<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    list::new(thread)
}

fn text(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<&str> {
    text::as_text(thread, arguments.get(thread, index))
        .ok_or_else(|| thread.raise(TYPE_ERROR, "a str is needed"))
}

/// The value of a key that is a `str` or an `int`.
fn get<'a>(
    thread: &'a Thread,
    dict: motet_tm::Object<'a>,
    key: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    Ok(dict::get_leaf(thread, dict, key)?.flatten())
}

/// The number of the running thread.
fn this_thread(thread: &Thread) -> Value<'static> {
    Value::from_integer(thread.ident() as i64)
        .expect("numbers of 32 bits and threads are immediate")
}

/// Makes the running thread the one that imports a module. 1: it is that thread now; 0: it was
/// already; -1: the importing thread waits for this one, so that the module must be taken as it is.
fn own<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = arguments.get(thread, 0);
    let (owners, waits) = (module::owners(thread), module::waits(thread));
    let me = this_thread(thread);
    let Some(owner) = get(thread, owners, name)? else {
        dict::set_leaf(thread, owners, name, me)?;
        delete(thread, waits, me)?;
        return Ok(Value::from_small(1));
    };
    if owner == me {
        return Ok(Value::from_small(0));
    }
    let mut holder = owner;
    while let Some(wanted) = get(thread, waits, holder)? {
        match get(thread, owners, wanted)? {
            Some(next) if next == me => {
                delete(thread, waits, me)?;
                return Ok(Value::from_small(-1));
            }
            Some(next) if next != holder => holder = next,
            _ => break,
        }
    }
    if get(thread, waits, me)?.is_none() {
        // The transaction ends before the wait, and commits this with it; so others see which
        // thread waits.
        dict::set_leaf(thread, waits, me, name)?;
        thread.wake_at_commit(IMPORT_KEY);
    }
    Err(thread.wait_for(IMPORT_KEY, None))
}

fn delete(thread: &Thread, dict: motet_tm::Object<'_>, key: Value<'_>) -> Outcome<()> {
    let hash = hash::hash_leaf(thread, key)?;
    if let Some(hash) = hash
        && let dict::Found::Entry(entry) = dict::find(thread, dict, key, hash)?
    {
        dict::delete_at(thread, dict, entry)?;
    }
    Ok(())
}

/// Whether the running thread imports a module now.
fn is_own<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let owner = get(thread, module::owners(thread), arguments.get(thread, 0))?;
    Ok(boolean(owner == Some(this_thread(thread))))
}

fn disown<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delete(thread, module::owners(thread), arguments.get(thread, 0))?;
    thread.wake_at_commit(IMPORT_KEY);
    Ok(NONE)
}

fn path<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(module::path(thread).value())
}

fn is_builtin<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = text(thread, arguments, 0)?;
    let natives = &thread.machine().upcalls.native_modules;
    Ok(boolean(
        (natives.is_native)(name)
            || motet_python_library::machine_source(name).is_some()
            || (natives.is_known)(name) && motet_python_library::contains(name),
    ))
}

/// `source_hash(key, source)`: eight bytes, the same in every run.
fn source_hash<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let key = integer_argument(thread, arguments.get(thread, 0))?;
    let content = buffer::required(thread, arguments.get(thread, 1))?;
    let mut hasher = SipHasher13::new_with_keys(key as u64, 0);
    hasher.write(&content);
    bytes::new(thread, &hasher.finish().to_le_bytes())
}

/// The code object of bytes that its `co_exceptiontable` gave, or None.
fn sealed_code<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let content = buffer::required(thread, arguments.get(thread, 0))?.to_vec();
    let code = code_object::from_sealed(thread, &content)?;
    Ok(code.unwrap_or(NONE))
}

/// The module that is the first argument.
fn module_argument(thread: &Thread, arguments: Arguments) -> Outcome<&'static Module> {
    let given = arguments.get(thread, 0);
    match module::as_module(thread, given) {
        Some(module) => Ok(module::module_of(thread, module.value())),
        None => {
            let message = format!("a module is needed, not {}", thread.type_name(given));
            Err(thread.raise(TYPE_ERROR, message))
        }
    }
}

/// Fills a module of the machine; returns the function that is its body if it is written in Python.
fn fill_builtin<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let module = module_argument(thread, arguments)?;
    if (thread.machine().upcalls.native_modules.fill)(thread, module)? {
        return Ok(NONE);
    }
    if let Some(text) = motet_python_library::machine_source(&module.name) {
        if let Some(code) = motet_python_library::code_of_machine(&module.name) {
            return motet_python_interp::import::load_code(thread, module, &code, true);
        }
        let filename = format!("<frozen {}>", module.name);
        return motet_python_interp::import::load(thread, module, text, &filename, true);
    }
    // Shown as CPython shows its modules in C.
    if (thread.machine().upcalls.native_modules.is_known)(&module.name)
        && let Some((path, _)) = motet_python_library::locate(&module.name)
    {
        return load_file(thread, module, &path, false);
    }
    let message = format!("no built-in module named {}", module.name);
    Err(thread.raise(IMPORT_ERROR, message))
}

/// The file of a module in a folder: its file and 0, the file of a package and 1, a folder without
/// `__init__.py` and 2, or None.
fn find_in<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let folder = text(thread, arguments, 0)?;
    // No file has a name that is no text.
    let Some(name) = text::as_text(thread, arguments.get(thread, 1)) else {
        return Ok(NONE);
    };
    let Some((filename, kind)) = found(folder, name) else {
        return Ok(NONE);
    };
    let filename = string::new(thread, &filename)?;
    tuple::from_values(thread, &[filename, Value::from_small(kind)])
}

fn is_folder<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let folder = text(thread, arguments, 0)?;
    let is_library = folder.starts_with(motet_python_library::FOLDER);
    Ok(boolean(is_library || Path::new(folder).is_dir()))
}

fn is_file<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(boolean(Path::new(text(thread, arguments, 0)?).is_file()))
}

/// A module in a folder: its file, and 0 for a file of source, 1 for a package's initialiser, 2 for
/// a folder without one, 3 and 4 for files of code where there is no source.
fn found(folder: &str, name: &str) -> Option<(String, i32)> {
    let library = motet_python_library::FOLDER;
    if let Some(rest) = folder.strip_prefix(library) {
        let package = rest.trim_start_matches('/').replace('/', ".");
        let full = if package.is_empty() {
            name.to_owned()
        } else {
            format!("{package}.{name}")
        };
        let (path, is_package) = motet_python_library::locate(&full)?;
        return Some((path, i32::from(is_package)));
    }
    let folder = if folder.is_empty() { "." } else { folder };
    let package = Path::new(folder).join(name);
    let initialiser = package.join("__init__.py");
    if initialiser.is_file() {
        return Some((initialiser.to_string_lossy().into_owned(), 1));
    }
    let file = Path::new(folder).join(format!("{name}.py"));
    if file.is_file() {
        return Some((file.to_string_lossy().into_owned(), 0));
    }
    let is_folder = package.is_dir();
    let code = Path::new(folder).join(format!("{name}.pyc"));
    for (file, kind) in [(package.join("__init__.pyc"), 4), (code, 3)] {
        if (is_folder || kind == 3) && file.is_file() {
            return Some((file.to_string_lossy().into_owned(), kind));
        }
    }
    is_folder.then(|| (package.to_string_lossy().into_owned(), 2))
}

fn content(thread: &Thread, path: &str) -> Outcome<Vec<u8>> {
    if let Some(text) = motet_python_library::text_at(path) {
        return Ok(text.into_bytes());
    }
    std::fs::read(path).map_err(|error| {
        let about = text::new_str(thread, path);
        system_error(thread, error.raw_os_error().unwrap_or(0), &[about])
    })
}

fn source(thread: &Thread, path: &str) -> Outcome<String> {
    String::from_utf8(content(thread, path)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[place];
        let message =
            format!("'utf-8' codec can't decode byte {byte:#x} in position {place}: {path}");
        thread.raise(UNICODE_DECODE_ERROR, message)
    })
}

/// The function that is a module's body.
fn load_source<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let module = module_argument(thread, arguments)?;
    let path = text(thread, arguments, 1)?.to_owned();
    let is_internal = arguments.len() > 2 && arguments.get(thread, 2) == TRUE;
    load_file(thread, module, &path, is_internal)
}

fn load_file<'a>(
    thread: &'a mut Thread,
    module: &'static Module,
    path: &str,
    is_internal: bool,
) -> Outcome<Value<'a>> {
    // Code that was compiled beforehand has its assertions and docstrings.
    let machine = thread.machine();
    let settings = &machine.settings;
    let is_plain = settings.optimise == 0;
    let prefix = settings.code_folder.as_deref();
    if is_plain && let Some(code) = motet_python_library::code_at(path) {
        return motet_python_interp::import::load_code(thread, module, &code, is_internal);
    }
    let is_file = is_plain && !path.starts_with(motet_python_library::FOLDER);
    if is_file && let Some(code) = code_cache::find(path, prefix) {
        return motet_python_interp::import::load_code(thread, module, &code, is_internal);
    }
    let keeps = is_file && !settings.dont_write_bytecode;
    let header = keeps.then(|| code_cache::header(path)).flatten();
    let content = content(thread, path)?;
    let text = motet_python_interp::exec_eval::source_of_bytes(thread, &content)?;
    host::check_compiler_memory(thread, &text, host::CODE_BYTES_PER_BYTE)?;
    let (code, warnings) = motet_python_compiler::compile_warning(&text, path, Options::default())
        .map_err(|error| syntax_error::raise(thread, &error))?;
    if !path.starts_with(motet_python_library::FOLDER) {
        syntax_error::warn(thread, &warnings)?;
    }
    if let Some(header) = header {
        code_cache::keep(path, prefix, header, &code);
    }
    motet_python_interp::import::load_code(thread, module, &code, is_internal)
}

fn source_text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let path = text(thread, arguments, 0)?;
    string::new(thread, &source(thread, path)?)
}

fn file_content<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let path = text(thread, arguments, 0)?;
    bytes::new(thread, &content(thread, path)?)
}

/// The name and the content of pip's wheel.
fn pip_wheel<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let (name, content) = motet_python_library::PIP;
    let parts = [string::new(thread, name)?, bytes::new(thread, content)?];
    tuple::from_values(thread, &parts)
}

/// Makes a module object: `types.ModuleType(name, doc)`.
fn make_module<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    use motet_python_objects::types::tables::{check_keywords, parameter};
    check_keywords(thread, arguments, "module", &["name", "doc"])?;
    let given = arguments.len() + arguments.keyword_count() - 1;
    if given > 2 {
        let message = format!("module() takes at most 2 arguments ({given} given)");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let Some(name) = parameter(thread, arguments, 1, "name") else {
        let message = "module() missing required argument 'name' (pos 1)";
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let Some(text) = text::as_text(thread, name) else {
        let given = thread.type_name(name);
        let message = format!("module() argument 'name' must be str, not {given}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let doc = parameter(thread, arguments, 2, "doc").unwrap_or(NONE);
    let module = thread.machine().new_module(thread, text);
    for (symbol, value) in [
        (names::NAME, name),
        (names::DOC, doc),
        (names::PACKAGE, NONE),
        (names::LOADER, NONE),
        (names::SPEC, NONE),
    ] {
        module.namespace.set(thread, symbol, value)?;
    }
    Ok(module.object.value())
}

/// The rest of `_imp`.
fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    let magic = i64::from(motet_python_interp::code_cache::magic());
    let magic = Value::from_integer(magic).expect("numbers of 32 bits and threads are immediate");
    crate::filling::set(thread, module, "pyc_magic_number_token", magic)?;
    let default = string::new(thread, "default")?;
    crate::filling::set(thread, module, "check_hash_based_pycs", default)
}

/// The native that makes modules: the class is the first argument.
pub(crate) const NEW_MODULE: NativeFunction =
    NativeFunction::leaf("module", 1, 3, make_module).with_keywords();

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_imp")
    .functions(&[FUNCTIONS, &[super::weak_module::COLLECT]])
    .filled_by(fill)];
