//! The built-in modules: natives, and Python sources that are part of the program.

mod bisection;
mod blake2;
mod caching;
mod calendar;
mod compression;
mod containers;
mod csv;
mod digests;
mod disassembly;
mod import_module;
pub(crate) mod io_module;
mod json;
mod maths;
mod more_maths;
mod motet;
mod pickling;
pub(crate) mod posix;
mod random;
mod reduction;
mod regular;
mod signal_module;
mod structure;
mod support;
mod system;
mod thread_module;
mod time;
mod trees;
mod unicode;
pub(crate) mod weak_module;

use motet_tm::Value;

use crate::kinds::*;
use crate::machine::Module;
use crate::native::{NativeFunction, Outcome};
use crate::objects::{decimal, deque, itertools};
use crate::thread::Thread;

/// Fills a module with what it has of the machine.
type Fill = fn(&Thread, &Module) -> Outcome<()>;

/// The modules that are written in Rust, by name.
const NATIVE: &[(&str, Fill)] = &[
    ("_ast_core", |thread, module| {
        functions(thread, module, trees::FUNCTIONS)
    }),
    ("_deque", |thread, module| {
        for (name, class) in [
            ("deque", CLASS_DEQUE),
            ("_deque_iterator", CLASS_DEQUE_ITERATOR),
        ] {
            set(thread, module, name, thread.class_object(class))?;
        }
        Ok(())
    }),
    ("_bisect", |thread, module| {
        functions(thread, module, bisection::FUNCTIONS)
    }),
    ("_binascii_core", |thread, module| {
        functions(thread, module, compression::TEXT_FUNCTIONS)
    }),
    ("_containers_core", |thread, module| {
        methods(thread, module, containers::METHODS)?;
        methods(thread, module, containers::ORDERED_METHODS)?;
        functions(thread, module, containers::FUNCTIONS)
    }),
    ("_csv_core", |thread, module| {
        functions(thread, module, csv::FUNCTIONS)
    }),
    ("_datetime_core", |thread, module| {
        methods(thread, module, calendar::METHODS)?;
        functions(thread, module, calendar::FUNCTIONS)
    }),
    ("_decimal_core", |thread, module| {
        decimal::announce(thread);
        methods(thread, module, decimal::METHODS)?;
        functions(thread, module, decimal::FUNCTIONS)
    }),
    ("_digests", |thread, module| {
        functions(thread, module, digests::FUNCTIONS)
    }),
    ("_dis_core", |thread, module| {
        functions(thread, module, disassembly::FUNCTIONS)
    }),
    ("_functools_core", |thread, module| {
        methods(thread, module, caching::METHODS)?;
        functions(thread, module, caching::FUNCTIONS)
    }),
    ("_imp", |thread, module| {
        functions(thread, module, import_module::FUNCTIONS)?;
        let magic = i64::from(crate::code_cache::magic());
        let magic = Value::from_integer(magic).expect("a small number");
        set(thread, module, "pyc_magic_number_token", magic)
    }),
    ("_io_core", |thread, module| {
        functions(thread, module, crate::builtins::library::WRAPPING_FUNCTIONS)?;
        methods(thread, module, io_module::METHODS)?;
        functions(thread, module, io_module::STREAM_FUNCTIONS)?;
        functions(thread, module, io_module::FUNCTIONS)
    }),
    ("_json_core", |thread, module| {
        functions(thread, module, json::FUNCTIONS)
    }),
    ("_motet", motet::fill),
    ("_pickle_core", |thread, module| {
        functions(thread, module, pickling::FUNCTIONS)
    }),
    ("_posix_core", posix::fill),
    ("_random_core", |thread, module| {
        methods(thread, module, random::METHODS)?;
        functions(thread, module, random::FUNCTIONS)
    }),
    ("_sre_core", regular::fill),
    ("_struct_core", |thread, module| {
        functions(thread, module, structure::FUNCTIONS)
    }),
    ("_sys", system::fill),
    ("_typing_core", |thread, module| {
        functions(thread, module, crate::core::generic::MODULE_FUNCTIONS)
    }),
    ("_unicode_core", unicode::fill),
    ("_zlib_core", |thread, module| {
        functions(thread, module, compression::FUNCTIONS)
    }),
    ("itertools", fill_itertools),
    ("_signal", signal_module::fill),
    ("_threads", thread_module::fill),
    ("math", maths::fill),
    ("_weakref", weak_module::fill),
    ("gc", weak_module::fill_gc),
    ("_time_core", |thread, module| {
        functions(thread, module, time::FUNCTIONS)?;
        functions(thread, module, posix::CALENDAR)
    }),
];

/// Whether a module is written in Rust.
pub(crate) fn is_native(name: &str) -> bool {
    NATIVE.iter().any(|(native, _)| *native == name)
}

/// The names of the modules that are part of the machine.
pub(crate) fn native_names() -> impl Iterator<Item = &'static str> {
    // Modules of the library among them that CPython writes in C.
    let others = [
        "_abc",
        "_ast",
        "_blake2",
        "_collections",
        "_csv",
        "_datetime",
        "_decimal",
        "_functools",
        "_io",
        "_json",
        "_md5",
        "_opcode",
        "_operator",
        "_random",
        "_sha1",
        "_sha2",
        "_sha3",
        "_sre",
        "_string",
        "_struct",
        "_thread",
        "_tokenize",
        "_types",
        "atexit",
        "binascii",
        "builtins",
        "errno",
        "motet",
        "posix",
        "signal",
        "sys",
        "threading",
        "unicodedata",
        "_groups",
        "_template",
        "_typing",
        "zlib",
    ];
    NATIVE.iter().map(|(name, _)| *name).chain(others)
}

/// Whether a module of a name is part of the machine.
pub(crate) fn is_known(name: &str) -> bool {
    native_names().any(|known| known == name)
}

/// Fills a native module; false if there is none of that name.
pub(crate) fn fill_native(thread: &Thread, module: &Module) -> Outcome<bool> {
    let Some((_, fill)) = NATIVE.iter().find(|(name, _)| **name == *module.name) else {
        return Ok(false);
    };
    fill(thread, module)?;
    Ok(true)
}

/// Constructors of the classes that modules here bring with them.
pub(crate) fn constructors() -> Vec<(ClassNumber, NativeFunction)> {
    let mut all = import_module::CONSTRUCTORS.to_vec();
    all.extend(itertools::constructors());
    all.extend_from_slice(deque::CONSTRUCTORS);
    all.extend_from_slice(regular::CONSTRUCTORS);
    all.extend_from_slice(weak_module::CONSTRUCTORS);
    all.extend_from_slice(thread_module::CONSTRUCTORS);
    all
}

/// Methods of the classes that modules here bring with them.
pub(crate) fn method_tables() -> Vec<(ClassNumber, &'static [NativeFunction])> {
    let mut all = itertools::method_tables();
    all.push((CLASS_DEQUE, deque::METHODS));
    all.extend_from_slice(regular::METHODS);
    all.push((reduction::CLASS, reduction::METHODS));
    all.push((CLASS_DEQUE_ITERATOR, crate::objects::iterators::METHODS));
    all.extend([
        (CLASS_LOCK, thread_module::LOCK_METHODS),
        (CLASS_RLOCK, thread_module::RLOCK_METHODS),
        (CLASS_ATOMIC, motet::ATOMIC_METHODS),
        (CLASS_WEAK_REFERENCE, weak_module::REFERENCE_METHODS),
        (CLASS_WEAK_PROXY, weak_module::PROXY_METHODS),
        (CLASS_WEAK_CALLABLE_PROXY, weak_module::PROXY_METHODS),
        (CLASS_WEAK_CALLABLE_PROXY, weak_module::CALLABLE_METHODS),
        (CLASS_FILE, system::FILE_METHODS),
    ]);
    all
}

/// Properties of the classes that modules here bring with them: class and getter.
pub(crate) fn properties() -> impl Iterator<Item = &'static (ClassNumber, NativeFunction)> {
    const DEQUE: &[(ClassNumber, NativeFunction)] = &[(CLASS_DEQUE, deque::MAXLEN)];
    let others = DEQUE.iter().chain(regular::PROPERTIES);
    others.chain(system::FILE_PROPERTIES)
}

fn functions(thread: &Thread, module: &Module, table: &[NativeFunction]) -> Outcome<()> {
    for function in table {
        let machine = thread.machine();
        let native = machine.pin_function(thread, *function, module.object.value());
        let name = thread.machine().symbols.intern(thread, function.name);
        module.namespace.define(thread, name, native.value())?;
    }
    Ok(())
}

/// Defines functions that bind where a class of the library has them.
fn methods(thread: &Thread, module: &Module, table: &[NativeFunction]) -> Outcome<()> {
    for function in table {
        let native = thread.machine().pin_native(thread, *function, true);
        set(thread, module, function.name, native.value())?;
    }
    Ok(())
}

fn set(thread: &Thread, module: &Module, name: &str, value: Value<'_>) -> Outcome<()> {
    let name = thread.machine().symbols.intern(thread, name);
    module.namespace.set(thread, name, value)
}

/// `__new__` of classes that make whole instances of the classes below them.
pub(crate) const OWN_NEW: &[(ClassNumber, NativeFunction)] =
    &[(CLASS_WEAK_REFERENCE, weak_module::REFERENCE_NEW)];

/// Fills `itertools`.
fn fill_itertools(thread: &Thread, module: &Module) -> Outcome<()> {
    for number in CLASS_COUNT..=CLASS_TEE {
        if number != CLASS_GROUPER && number != CLASS_TEE {
            let name = thread.class_name(number);
            set(thread, module, name, thread.class_object(number))?;
        }
    }
    set(thread, module, "_tee", thread.class_object(CLASS_TEE))?;
    functions(thread, module, itertools::teeing::FUNCTIONS)
}
