//! The built-in modules: natives, and Python sources that are part of the program.

use motet_python_objects::classes::generic;
use motet_python_objects::types::iterators;
use motet_tm::Value;

use crate::filling::{functions, methods, set};

use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::native::{NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{decimal, deque, itertools};

/// Fills a module with what it has of the machine.
type Fill = fn(&Thread, &Module) -> Outcome<()>;

/// The modules that are written in Rust, by name.
const NATIVE: &[(&str, Fill)] = &[
    ("_ast_core", |thread, module| {
        functions(thread, module, crate::modules::ast::FUNCTIONS)
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
        functions(thread, module, crate::modules::bisection::FUNCTIONS)
    }),
    ("_binascii_core", |thread, module| {
        functions(thread, module, crate::modules::compression::TEXT_FUNCTIONS)
    }),
    ("_containers_core", |thread, module| {
        methods(thread, module, crate::modules::containers::METHODS)?;
        methods(thread, module, crate::modules::containers::ORDERED_METHODS)?;
        functions(thread, module, crate::modules::containers::FUNCTIONS)
    }),
    ("_csv_core", |thread, module| {
        functions(thread, module, crate::modules::csv::FUNCTIONS)
    }),
    ("_datetime_core", |thread, module| {
        methods(thread, module, crate::modules::datetime::METHODS)?;
        functions(thread, module, crate::modules::datetime::FUNCTIONS)
    }),
    ("_decimal_core", |thread, module| {
        decimal::announce(thread);
        methods(thread, module, decimal::methods::METHODS)?;
        functions(thread, module, decimal::methods::FUNCTIONS)
    }),
    ("_digests", |thread, module| {
        functions(thread, module, crate::modules::digests::FUNCTIONS)
    }),
    ("_dis_core", |thread, module| {
        functions(thread, module, crate::modules::disassembly::FUNCTIONS)
    }),
    ("_functools_core", |thread, module| {
        methods(thread, module, crate::modules::functools::METHODS)?;
        functions(thread, module, crate::modules::functools::FUNCTIONS)
    }),
    ("_imp", |thread, module| {
        functions(thread, module, crate::modules::import_module::FUNCTIONS)?;
        let magic = i64::from(motet_python_interp::code_cache::magic());
        let magic = Value::from_integer(magic).expect("a small number");
        set(thread, module, "pyc_magic_number_token", magic)
    }),
    ("_io_core", |thread, module| {
        functions(thread, module, crate::builtins::library::WRAPPING_FUNCTIONS)?;
        methods(thread, module, crate::modules::io_module::METHODS)?;
        functions(thread, module, crate::modules::io_module::STREAM_FUNCTIONS)?;
        functions(thread, module, crate::modules::io_module::FUNCTIONS)
    }),
    ("_json_core", |thread, module| {
        functions(thread, module, crate::modules::json::FUNCTIONS)
    }),
    ("_motet", crate::modules::motet::fill),
    ("_pickle_core", |thread, module| {
        functions(thread, module, crate::modules::pickling::FUNCTIONS)
    }),
    ("_posix_core", crate::modules::posix::fill),
    ("_random_core", |thread, module| {
        methods(thread, module, crate::modules::random::METHODS)?;
        functions(thread, module, crate::modules::random::FUNCTIONS)
    }),
    ("_sre_core", crate::modules::re::fill),
    ("_struct_core", |thread, module| {
        functions(thread, module, crate::modules::struct_module::FUNCTIONS)
    }),
    ("_sys", crate::modules::system::fill),
    ("_typing_core", |thread, module| {
        functions(thread, module, generic::MODULE_FUNCTIONS)
    }),
    ("_unicode_core", crate::modules::unicode::fill),
    ("_zlib_core", |thread, module| {
        functions(thread, module, crate::modules::compression::FUNCTIONS)
    }),
    ("itertools", fill_itertools),
    ("_signal", crate::modules::signal_module::fill),
    ("_threads", crate::modules::thread_module::fill),
    ("math", crate::modules::math::fill),
    ("_weakref", crate::modules::weak_module::fill),
    ("gc", crate::modules::weak_module::fill_gc),
    ("_time_core", |thread, module| {
        functions(thread, module, crate::modules::time::FUNCTIONS)?;
        functions(thread, module, crate::modules::posix::CALENDAR)
    }),
];

/// Whether a module is written in Rust.
pub fn is_native(name: &str) -> bool {
    NATIVE.iter().any(|(native, _)| *native == name)
}

/// The names of the modules that are part of the machine.
pub fn native_names() -> impl Iterator<Item = &'static str> {
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
pub fn is_known(name: &str) -> bool {
    native_names().any(|known| known == name)
}

/// Fills a native module; false if there is none of that name.
pub fn fill_native(thread: &Thread, module: &Module) -> Outcome<bool> {
    let Some((_, fill)) = NATIVE.iter().find(|(name, _)| **name == *module.name) else {
        return Ok(false);
    };
    fill(thread, module)?;
    Ok(true)
}

/// Constructors of the classes that modules here bring with them.
pub(crate) fn constructors() -> Vec<(ClassNumber, NativeFunction)> {
    let mut all = crate::modules::import_module::CONSTRUCTORS.to_vec();
    all.extend(itertools::constructors());
    all.extend_from_slice(deque::CONSTRUCTORS);
    all.extend_from_slice(crate::modules::re::CONSTRUCTORS);
    all.extend_from_slice(crate::modules::weak_module::CONSTRUCTORS);
    all.extend_from_slice(crate::modules::thread_module::CONSTRUCTORS);
    all
}

/// Methods of the classes that modules here bring with them.
pub(crate) fn method_tables() -> Vec<(ClassNumber, &'static [NativeFunction])> {
    let mut all = itertools::method_tables();
    all.push((CLASS_DEQUE, deque::METHODS));
    all.extend_from_slice(crate::modules::re::METHODS);
    all.push((
        crate::modules::reduction::CLASS,
        crate::modules::reduction::METHODS,
    ));
    all.push((CLASS_DEQUE_ITERATOR, iterators::METHODS));
    all.extend([
        (CLASS_LOCK, crate::modules::thread_module::LOCK_METHODS),
        (CLASS_RLOCK, crate::modules::thread_module::RLOCK_METHODS),
        (CLASS_ATOMIC, crate::modules::motet::ATOMIC_METHODS),
        (
            CLASS_WEAK_REFERENCE,
            crate::modules::weak_module::REFERENCE_METHODS,
        ),
        (CLASS_WEAK_PROXY, crate::modules::weak_module::PROXY_METHODS),
        (
            CLASS_WEAK_CALLABLE_PROXY,
            crate::modules::weak_module::PROXY_METHODS,
        ),
        (
            CLASS_WEAK_CALLABLE_PROXY,
            crate::modules::weak_module::CALLABLE_METHODS,
        ),
        (CLASS_FILE, crate::modules::system::FILE_METHODS),
    ]);
    all
}

/// Properties of the classes that modules here bring with them: class and getter.
pub(crate) fn properties() -> impl Iterator<Item = &'static (ClassNumber, NativeFunction)> {
    const DEQUE: &[(ClassNumber, NativeFunction)] = &[(CLASS_DEQUE, deque::MAXLEN)];
    let others = DEQUE.iter().chain(crate::modules::re::PROPERTIES);
    others.chain(crate::modules::system::FILE_PROPERTIES)
}

/// `__new__` of classes that make whole instances of the classes below them.
pub(crate) const OWN_NEW: &[(ClassNumber, NativeFunction)] = &[(
    CLASS_WEAK_REFERENCE,
    crate::modules::weak_module::REFERENCE_NEW,
)];

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
