//! Natives of the object model itself: `object`, `type`, exceptions, descriptors, and the builtin
//! functions that work on attributes and classes.

use motet_python_objects::classes::annotations;
use motet_python_objects::classes::cells;
use motet_python_objects::classes::code_object;
use motet_python_objects::classes::descriptors;
use motet_python_objects::classes::exceptions;
use motet_python_objects::classes::generic;
use motet_python_objects::classes::getset;
use motet_python_objects::classes::initialisers;
use motet_python_objects::classes::proxy;
use motet_python_objects::classes::subclassing;
use motet_python_objects::classes::wrong_arguments;
use motet_python_objects::model::class;
use motet_python_objects::model::exception;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Machine;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{NativeFunction, Receiver};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::getters;
use motet_python_objects::types::iterators;
use motet_python_objects::types::namespace_dict;

/// The methods of the classes of this module's parts. A class may appear several times.
pub(crate) const METHODS: &[(ClassNumber, &[NativeFunction])] = &[
    (CLASS_OBJECT, crate::type_natives::objects::OBJECT_METHODS),
    (CLASS_TYPE, crate::type_natives::objects::TYPE_METHODS),
    (
        CLASS_FUNCTION,
        crate::type_natives::objects::FUNCTION_METHODS,
    ),
    (
        CLASS_NATIVE_FUNCTION,
        crate::type_natives::objects::FUNCTION_METHODS,
    ),
    (CLASS_METHOD, crate::type_natives::objects::FUNCTION_METHODS),
    (CLASS_MODULE, crate::type_natives::objects::FUNCTION_METHODS),
    (
        CLASS_FUNCTION,
        crate::type_natives::objects::CALLABLE_METHODS,
    ),
    (
        CLASS_NATIVE_FUNCTION,
        crate::type_natives::objects::CALLABLE_METHODS,
    ),
    (CLASS_METHOD, crate::type_natives::objects::CALLABLE_METHODS),
    (CLASS_GENERATOR, crate::type_natives::generators::METHODS),
    (
        CLASS_GENERATOR,
        crate::type_natives::generators::ITERATOR_METHODS,
    ),
    (CLASS_COROUTINE, crate::type_natives::generators::METHODS),
    (CLASS_COROUTINE, crate::type_natives::coroutines::METHODS),
    (
        CLASS_COROUTINE_WRAPPER,
        crate::type_natives::coroutines::WRAPPER_METHODS,
    ),
    (
        CLASS_ANEXT_AWAITABLE,
        crate::type_natives::coroutines::NEXT_METHODS,
    ),
    (
        CLASS_ASYNC_GENERATOR,
        crate::type_natives::async_generators::METHODS,
    ),
    (
        CLASS_ASYNC_GENERATOR_SEND,
        crate::type_natives::async_generators::SEND_METHODS,
    ),
    (
        CLASS_ASYNC_GENERATOR_THROW,
        crate::type_natives::async_generators::THROW_METHODS,
    ),
    (CLASS_TYPE, generic::TYPE_OPERATORS),
    (CLASS_GENERIC_ALIAS, generic::ALIAS_METHODS),
    (CLASS_UNION, generic::UNION_METHODS),
    (CLASS_MAPPING_PROXY, proxy::METHODS),
    (CLASS_NAMESPACE_DICT, namespace_dict::METHODS),
    (CLASS_PROPERTY, descriptors::PROPERTY_METHODS),
    (CLASS_STATIC_METHOD, descriptors::WRAPPER_METHODS),
    (CLASS_CLASS_METHOD, descriptors::WRAPPER_METHODS),
    (CLASS_FUNCTION, descriptors::FUNCTION_METHODS),
    (CLASS_MEMBER, descriptors::MEMBER_METHODS),
    (CLASS_GETSET, getset::METHODS),
    (CLASS_CELL, cells::METHODS),
    (exception::BASE_EXCEPTION, exceptions::METHODS),
    (exception::KEY_ERROR, exceptions::KEY_ERROR_METHODS),
    (exception::OS_ERROR, exceptions::OS_ERROR_METHODS),
    (exception::BASE_EXCEPTION_GROUP, annotations::GROUP_METHODS),
    (exception::SYNTAX_ERROR, exceptions::SYNTAX_ERROR_METHODS),
    (exception::IMPORT_ERROR, exceptions::IMPORT_ERROR_METHODS),
    (CLASS_CODE, code_object::CODE_METHODS),
    (CLASS_FRAME, code_object::FRAME_METHODS),
];

/// Fills the namespaces of the built-in classes and of `builtins`.
pub fn install(thread: &Thread, machine: &Machine) {
    for (class, table) in METHODS {
        install_methods(thread, machine, *class, table);
    }
    let tables = motet_python_objects::types::method_tables()
        .into_iter()
        .chain(crate::native_modules::method_tables());
    for (class, table) in tables {
        install_methods(thread, machine, class, table);
    }
    for (class, getter) in crate::native_modules::properties() {
        install_getter(thread, machine, *class, *getter);
    }
    for (class, getters) in getters::GETTERS {
        for getter in *getters {
            install_getter(thread, machine, *class, *getter);
        }
    }
    for class in getters::UNHASHABLE {
        let namespace = &machine.classes.get(class).namespace;
        let set = namespace.define(thread, names::HASH, NONE);
        set.expect("nothing aborts while the machine is made");
    }
    install_special(thread, machine);
    getset::install(thread, machine);
    cells::install(thread, machine);
    annotations::install(thread, machine);
    let others = crate::builtins::functions();
    let own = crate::type_natives::functions::FUNCTIONS
        .iter()
        .chain(crate::type_natives::coroutines::FUNCTIONS);
    for function in own
        .chain(&others)
        .chain(motet_python_interp::exec_eval::FUNCTIONS)
    {
        let name = machine.symbols.intern(thread, function.name);
        let native = machine.pin_native(thread, *function, false);
        let set = machine.builtins.define(thread, name, native.value());
        set.expect("nothing aborts while the machine is made");
    }
    for class in machine.classes.all() {
        if is_public(class.number) {
            let name = machine.symbols.intern(thread, &class.name);
            let set = machine.builtins.define(thread, name, class.object.value());
            set.expect("nothing aborts while the machine is made");
        }
    }
    for (name, value) in [
        ("NotImplemented", NOT_IMPLEMENTED),
        ("Ellipsis", ELLIPSIS),
        ("__debug__", boolean(machine.settings.optimise == 0)),
    ] {
        let name = machine.symbols.intern(thread, name);
        machine
            .builtins
            .define(thread, name, value)
            .expect("as above");
    }
    for (alias, number) in [
        ("IOError", exception::OS_ERROR),
        ("EnvironmentError", exception::OS_ERROR),
    ] {
        let name = machine.symbols.intern(thread, alias);
        let class = machine.classes.get(number).object.value();
        machine
            .builtins
            .define(thread, name, class)
            .expect("as above");
    }
}

/// What the classes have beside their tables of methods.
fn install_special(thread: &Thread, machine: &Machine) {
    for (class, function) in subclassing::INITIALISERS {
        install_methods(thread, machine, *class, &[*function]);
    }
    let of_whole = subclassing::OF_WHOLE.iter();
    for (class, function) in of_whole.chain(initialisers::OF_WHOLE) {
        install_as_is(thread, machine, *class, function);
    }
    for function in descriptors::COPYING_METHODS {
        install_as_is(thread, machine, CLASS_PROPERTY, function);
    }
    for class in generic::PARAMETERISED {
        install_as_is(thread, machine, *class, &generic::CLASS_GETITEM);
    }
    for class in machine.classes.all() {
        if class.constructor.is_some() && iterators::is_iterator(class.number) {
            install_as_is(thread, machine, class.number, &iterators::ITER);
        }
    }
    install_new(thread, machine);
    for class in UNHASHABLE {
        let namespace = &machine.classes.get(*class).namespace;
        let set = namespace.define(thread, names::HASH, NONE);
        set.expect("nothing aborts while the machine is made");
    }
}

/// Built-in classes whose instances have no hash.
const UNHASHABLE: &[ClassNumber] = &[
    CLASS_LIST,
    CLASS_DICT,
    CLASS_SET,
    CLASS_BYTEARRAY,
    CLASS_DEQUE,
    CLASS_NAMESPACE_DICT,
];

/// `__new__` of the classes that instances are made of.
fn install_new(thread: &Thread, machine: &Machine) {
    let object = machine.classes.get(CLASS_OBJECT);
    let new = machine.pin_native(thread, crate::type_natives::objects::NEW, false);
    class::define(thread, object, names::NEW, new);
    for class in machine.classes.all() {
        let is_made = class.constructor.is_some()
            || matches!(class.number, CLASS_TYPE | exception::BASE_EXCEPTION);
        if is_made && class.number != CLASS_OBJECT {
            let mut own = crate::native_modules::OWN_NEW.iter();
            let own = own.find(|(number, _)| *number == class.number);
            let function = own.map_or(subclassing::NEW, |(_, function)| *function);
            let new = machine.pin_bound(thread, function, class.object.value());
            class::define(thread, class, names::NEW, new);
        }
    }
}

/// Native methods that belong to the class, not to its instances.
const CLASS_METHODS: &[&str] = &[
    "from_iterable",
    "fromkeys",
    "fromhex",
    "__getformat__",
    "from_bytes",
    "from_number",
    "__init_subclass__",
    "__subclasshook__",
    "__class_getitem__",
    "__prepare__",
];
/// Native functions in a class that are not bound at all.
const STATIC_METHODS: &[&str] = &["maketrans"];

/// An attribute of a built-in class: a property that a native function reads.
fn install_getter(thread: &Thread, machine: &Machine, class: ClassNumber, getter: NativeFunction) {
    let name = machine.symbols.intern(thread, getter.name);
    let mut getter = getter;
    getter.plain_receiver = true;
    let native = machine.pin_native(thread, getter, true);
    let fields = [native.value(), NONE, NONE, UNBOUND, UNBOUND];
    let property = thread
        .allocate_pinned(LAYOUT_PROPERTY, CLASS_PROPERTY, &fields)
        .expect("memory for a builtin");
    class::define(thread, machine.classes.get(class), name, property);
}

fn install_methods(
    thread: &Thread,
    machine: &Machine,
    class: ClassNumber,
    table: &[NativeFunction],
) {
    let is_whole = |function: &NativeFunction| {
        let mut whole = subclassing::OF_WHOLE.iter();
        whole.any(|(of, other)| *of == class && other.name == function.name)
    };
    for function in table.iter().filter(|function| !is_whole(function)) {
        let mut function = *function;
        function.plain_receiver = !matches!(class, CLASS_OBJECT | CLASS_TYPE);
        install_as_is(thread, machine, class, &function);
    }
}

fn install_as_is(
    thread: &Thread,
    machine: &Machine,
    class: ClassNumber,
    function: &NativeFunction,
) {
    let class = machine.classes.get(class);
    {
        let name = machine.symbols.intern(thread, function.name);
        let is_static = STATIC_METHODS.contains(&function.name);
        let mut function = *function;
        if !is_static {
            function.receiver = Receiver::Instance(class.number);
        }
        function.checked_receiver = !is_static
            && class.number != CLASS_OBJECT
            && (wrong_arguments::is_special(function.name) || class.number == CLASS_CODE)
            && !CLASS_METHODS.contains(&function.name);
        let native = machine.pin_native(thread, function, !is_static);
        if CLASS_METHODS.contains(&function.name) {
            let fields = [native.value(), NONE, NONE];
            let wrapper = thread
                .allocate_pinned(LAYOUT_SMALL, CLASS_CLASS_METHOD, &fields)
                .expect("memory for a builtin");
            class::define(thread, class, name, wrapper);
        } else {
            class::define(thread, class, name, native);
        }
    }
}

/// The constructors of built-in classes.
pub fn constructors() -> Vec<(ClassNumber, NativeFunction)> {
    let mut all = motet_python_objects::types::constructors();
    all.extend_from_slice(crate::builtins::iteration::CONSTRUCTORS);
    all.extend_from_slice(descriptors::CONSTRUCTORS);
    all.extend_from_slice(crate::type_natives::objects::CONSTRUCTORS);
    all.extend_from_slice(cells::CONSTRUCTORS);
    all.extend_from_slice(generic::CONSTRUCTORS);
    all.push((CLASS_MAPPING_PROXY, proxy::CONSTRUCTOR));
    all.extend(crate::native_modules::constructors());
    for (_, constructor) in &mut all {
        constructor.receiver = Receiver::Class;
    }
    all
}

/// Whether a built-in class is known by its name everywhere.
fn is_public(number: ClassNumber) -> bool {
    matches!(
        number,
        CLASS_OBJECT
            | CLASS_TYPE
            | CLASS_INT
            | CLASS_BOOL
            | CLASS_FLOAT
            | CLASS_STR
            | CLASS_BYTES
            | CLASS_BYTEARRAY
            | CLASS_MEMORYVIEW
            | CLASS_COMPLEX
            | CLASS_TUPLE
            | CLASS_LIST
            | CLASS_DICT
            | CLASS_SET
            | CLASS_FROZENSET
            | CLASS_SLICE
            | CLASS_RANGE
            | CLASS_ENUMERATE
            | CLASS_ZIP
            | CLASS_MAP
            | CLASS_FILTER
            | CLASS_REVERSED
            | CLASS_PROPERTY
            | CLASS_STATIC_METHOD
            | CLASS_CLASS_METHOD
            | CLASS_SUPER
            | CLASS_EXCEPTIONS_FIRST..CLASS_MODULES_FIRST
    )
}
