//! Which code is native in CPython: of which modules, functions and classes of the library.

use motet_python_bytecode::{Code, CodeKind};

use crate::model::native_owners;

/// Modules of the library that are native in CPython: tracebacks do not show their frames, and
/// their public functions do not bind to an instance.
const NATIVE_ELSEWHERE: &[&str] = &[
    "_abc",
    "_ast",
    "_asyncio",
    "_asyncio_state",
    "_blake2",
    "_bz2",
    "_codecs",
    "_collections",
    "_contextvars",
    "_csv",
    "_datetime",
    "_decimal",
    "_digest_classes",
    "_functools",
    "_io",
    "_json",
    "_kdf",
    "_lzma",
    "_md5",
    "_motet_array",
    "_motet_monitoring",
    "_opcode",
    "_operator",
    "_posix_more",
    "_posixsubprocess",
    "_pyio",
    "_random",
    "_sha1",
    "_sha2",
    "_sha3",
    "_socket",
    "_sqlite3",
    "_sqlite_base",
    "_sqlite_cursor",
    "_sqlite_hooks",
    "_sqlite_rows",
    "_sre",
    "_ssl_base",
    "_ssl_context",
    "_ssl_socket",
    "_string",
    "_struct",
    "_tokenize",
    "_warnings",
    "_zstd",
    "atexit",
    "binascii",
    "cmath",
    "errno",
    "faulthandler",
    "fcntl",
    "grp",
    "marshal",
    "mmap",
    "operator",
    "posix",
    "pwd",
    "pyexpat",
    "resource",
    "select",
    "stat",
    "syslog",
    "termios",
    "time",
    "unicodedata",
    "zlib",
];

/// Modules in which only some functions are native in CPython.
const NATIVE_FUNCTIONS_ELSEWHERE: &[(&str, &[&str])] = &[
    (
        "_codecs",
        &[
            "_encoder.<locals>.encode",
            "_decoder.<locals>.decode",
            "_wide.<locals>.decode",
            "_wide_with_order.<locals>.decode",
        ],
    ),
    ("_digest_classes", &["define.<locals>.make"]),
    ("_py_warnings", &["warn", "warn_explicit"]),
    ("asyncio/events", &["get_event_loop", "get_running_loop"]),
    ("asyncio/tasks", &["all_tasks", "current_task"]),
    (
        "heapq",
        &[
            "heapify",
            "heapify_max",
            "heappop",
            "heappop_max",
            "heappush",
            "heappush_max",
            "heappushpop",
            "heappushpop_max",
            "heapreplace",
            "heapreplace_max",
        ],
    ),
    ("locale", &["getencoding"]),
    ("_motet_unpickling", &["load", "loads"]),
    ("pickle", &["_dump", "_dumps"]),
    ("posixpath", &["normpath", "splitroot"]),
];

/// Classes that are native in CPython of modules that are not.
const NATIVE_CLASSES_ELSEWHERE: &[(&str, &[&str])] = &[
    ("_ctypes", &["Array", "CField", "Structure", "Union"]),
    ("_lsprof", &["Profiler"]),
    ("_motet_unpickling", &["Unpickler"]),
    ("_pickle", &["Pickler"]),
    ("_queue", &["SimpleQueue"]),
    ("functools", &["_PlaceholderType", "partial"]),
    ("pickle", &["PickleBuffer"]),
    ("zoneinfo/_zoneinfo", &["ZoneInfo"]),
];

/// The name of a module of the library, as a path, by the name of its file.
fn library_module(filename: &str) -> Option<&str> {
    filename.strip_prefix("/<stdlib>/")?.strip_suffix(".py")
}

/// Whether the classes of a file are native in CPython.
pub(super) fn has_native_classes(filename: &str) -> bool {
    stands_for_native(filename) || library_module(filename).is_some_and(native_owners::is_twin)
}

/// The class that is native in CPython and of which code is a method.
pub(super) fn native_class(code: &Code) -> Option<&str> {
    let (class, _) = code.qualified_name.split_once('.')?;
    is_native_class(&code.filename, class).then_some(class)
}

/// Whether a class of a file is native in CPython.
fn is_native_class(filename: &str, class: &str) -> bool {
    let is_listed = |module| {
        let found = NATIVE_CLASSES_ELSEWHERE.iter().find(|it| it.0 == module);
        found.is_some_and(|found| found.1.contains(&class))
    };
    // (CPython has `threading` and the import system in Python too.)
    let is_of_machine = || {
        let machine = filename.strip_prefix("<frozen ");
        machine.is_some_and(|name| !name.starts_with("importlib") && name != "threading>")
    };
    has_native_classes(filename)
        || library_module(filename).is_some_and(is_listed)
        || is_of_machine()
}

/// Whether a file is that of a module that is native in CPython.
pub(super) fn stands_for_native(filename: &str) -> bool {
    library_module(filename).is_some_and(|name| NATIVE_ELSEWHERE.contains(&name))
}

/// Whether code is that of a function that is native in CPython. (The private functions of such a
/// module may be methods of its classes.)
pub(super) fn is_native_elsewhere(code: &Code) -> bool {
    let name = &*code.qualified_name;
    let file = &*code.filename;
    // (CPython has the functions of `_pyio` in Python too.)
    let is_whole_module = file.starts_with("<frozen ")
        || stands_for_native(file) && library_module(file) != Some("_pyio");
    let in_mixed_module = || {
        let module = library_module(file)?;
        let found = NATIVE_FUNCTIONS_ELSEWHERE
            .iter()
            .find(|it| it.0 == module)?;
        Some(found.1.contains(&name))
    };
    code.kind == CodeKind::Function
        && (is_whole_module && !name.contains('.') && !name.starts_with('_')
            || in_mixed_module() == Some(true))
}
