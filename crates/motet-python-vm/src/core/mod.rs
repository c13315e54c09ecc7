//! Natives of the object model itself: `object`, `type`, exceptions, descriptors, and the builtin
//! functions that work on attributes and classes.

pub(crate) mod async_generators;
pub(crate) mod cells;
pub(crate) mod coroutines;
pub(crate) mod descriptors;
pub(crate) mod exceptions;
pub(crate) mod functions;
pub(crate) mod generators;
pub(crate) mod generic;
pub(crate) mod getset;
pub(crate) mod initialisers;
pub(crate) mod objects;
pub(crate) mod proxy;
pub(crate) mod subclassing;

use crate::kinds::*;
use crate::machine::Machine;
use crate::names;
use crate::native::{NativeFunction, Receiver};
use crate::objects::iterators;
use crate::thread::Thread;

/// The methods of the classes of this module's parts. A class may appear several times.
const METHODS: &[(ClassNumber, &[NativeFunction])] = &[
    (CLASS_OBJECT, objects::OBJECT_METHODS),
    (CLASS_TYPE, objects::TYPE_METHODS),
    (CLASS_FUNCTION, objects::FUNCTION_METHODS),
    (CLASS_NATIVE_FUNCTION, objects::FUNCTION_METHODS),
    (CLASS_METHOD, objects::FUNCTION_METHODS),
    (CLASS_MODULE, objects::FUNCTION_METHODS),
    (CLASS_FUNCTION, objects::CALLABLE_METHODS),
    (CLASS_NATIVE_FUNCTION, objects::CALLABLE_METHODS),
    (CLASS_METHOD, objects::CALLABLE_METHODS),
    (CLASS_GENERATOR, generators::METHODS),
    (CLASS_GENERATOR, generators::ITERATOR_METHODS),
    (CLASS_COROUTINE, generators::METHODS),
    (CLASS_COROUTINE, coroutines::METHODS),
    (CLASS_COROUTINE_WRAPPER, coroutines::WRAPPER_METHODS),
    (CLASS_ANEXT_AWAITABLE, coroutines::NEXT_METHODS),
    (CLASS_ASYNC_GENERATOR, async_generators::METHODS),
    (CLASS_ASYNC_GENERATOR_SEND, async_generators::SEND_METHODS),
    (CLASS_ASYNC_GENERATOR_THROW, async_generators::THROW_METHODS),
    (CLASS_TYPE, generic::TYPE_OPERATORS),
    (CLASS_GENERIC_ALIAS, generic::ALIAS_METHODS),
    (CLASS_UNION, generic::UNION_METHODS),
    (CLASS_MAPPING_PROXY, proxy::METHODS),
    (CLASS_NAMESPACE_DICT, crate::namespace_dict::METHODS),
    (CLASS_PROPERTY, descriptors::PROPERTY_METHODS),
    (CLASS_STATIC_METHOD, descriptors::WRAPPER_METHODS),
    (CLASS_CLASS_METHOD, descriptors::WRAPPER_METHODS),
    (CLASS_FUNCTION, descriptors::FUNCTION_METHODS),
    (CLASS_MEMBER, descriptors::MEMBER_METHODS),
    (CLASS_GETSET, getset::METHODS),
    (CLASS_CELL, cells::METHODS),
    (crate::exception::BASE_EXCEPTION, exceptions::METHODS),
    (crate::exception::KEY_ERROR, exceptions::KEY_ERROR_METHODS),
    (crate::exception::OS_ERROR, exceptions::OS_ERROR_METHODS),
    (
        crate::exception::BASE_EXCEPTION_GROUP,
        crate::lazy::GROUP_METHODS,
    ),
    (
        crate::exception::SYNTAX_ERROR,
        exceptions::SYNTAX_ERROR_METHODS,
    ),
    (
        crate::exception::IMPORT_ERROR,
        exceptions::IMPORT_ERROR_METHODS,
    ),
    (CLASS_CODE, crate::code_object::CODE_METHODS),
    (CLASS_FRAME, crate::code_object::FRAME_METHODS),
];

/// Fills the namespaces of the built-in classes and of `builtins`.
pub(crate) fn install(thread: &Thread, machine: &Machine) {
    for (class, table) in METHODS {
        install_methods(thread, machine, *class, table);
    }
    let tables = crate::objects::method_tables()
        .into_iter()
        .chain(crate::modules::method_tables());
    for (class, table) in tables {
        install_methods(thread, machine, class, table);
    }
    for (class, getter) in crate::modules::properties() {
        install_getter(thread, machine, *class, *getter);
    }
    for (class, getters) in crate::objects::getters::GETTERS {
        for getter in *getters {
            install_getter(thread, machine, *class, *getter);
        }
    }
    for class in crate::objects::getters::UNHASHABLE {
        let namespace = &machine.classes.get(class).namespace;
        let set = namespace.define(thread, names::HASH, NONE);
        set.expect("nothing aborts while the machine is made");
    }
    install_special(thread, machine);
    getset::install(thread, machine);
    cells::install(thread, machine);
    crate::lazy::install(thread, machine);
    let others = crate::builtins::functions();
    let own = functions::FUNCTIONS.iter().chain(coroutines::FUNCTIONS);
    for function in own.chain(&others).chain(crate::dynamic::FUNCTIONS) {
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
        ("IOError", crate::exception::OS_ERROR),
        ("EnvironmentError", crate::exception::OS_ERROR),
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
    let new = machine.pin_native(thread, objects::NEW, false);
    crate::class::define(thread, object, names::NEW, new);
    for class in machine.classes.all() {
        let is_made = class.constructor.is_some()
            || matches!(class.number, CLASS_TYPE | crate::exception::BASE_EXCEPTION);
        if is_made && class.number != CLASS_OBJECT {
            let mut own = crate::modules::OWN_NEW.iter();
            let own = own.find(|(number, _)| *number == class.number);
            let function = own.map_or(subclassing::NEW, |(_, function)| *function);
            let new = machine.pin_bound(thread, function, class.object.value());
            crate::class::define(thread, class, names::NEW, new);
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
    crate::class::define(thread, machine.classes.get(class), name, property);
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
            && (crate::wrong_arguments::is_special(function.name) || class.number == CLASS_CODE)
            && !CLASS_METHODS.contains(&function.name);
        let native = machine.pin_native(thread, function, !is_static);
        if CLASS_METHODS.contains(&function.name) {
            let fields = [native.value(), NONE, NONE];
            let wrapper = thread
                .allocate_pinned(LAYOUT_SMALL, CLASS_CLASS_METHOD, &fields)
                .expect("memory for a builtin");
            crate::class::define(thread, class, name, wrapper);
        } else {
            crate::class::define(thread, class, name, native);
        }
    }
}

/// The constructors of built-in classes.
pub(crate) fn constructors() -> Vec<(ClassNumber, NativeFunction)> {
    let mut all = crate::objects::constructors();
    all.extend_from_slice(crate::builtins::iteration::CONSTRUCTORS);
    all.extend_from_slice(descriptors::CONSTRUCTORS);
    all.extend_from_slice(objects::CONSTRUCTORS);
    all.extend_from_slice(cells::CONSTRUCTORS);
    all.extend_from_slice(generic::CONSTRUCTORS);
    all.push((CLASS_MAPPING_PROXY, proxy::CONSTRUCTOR));
    all.extend(crate::modules::constructors());
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
