//! Fills the namespaces that programs see: those of the built-in classes, from their definitions,
//! and `builtins`.

use crate::modules::reduction::OTHER_COMPARISONS;
use crate::{native_modules, type_natives};
use motet_python_objects::classes::annotations;
use motet_python_objects::classes::generic;
use motet_python_objects::classes::getset;
use motet_python_objects::classes::subclassing;
use motet_python_objects::classes::wrong_arguments;
use motet_python_objects::model::class;
use motet_python_objects::model::class::{Class, InstanceKind};
use motet_python_objects::model::exception;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Machine;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Binding, NativeFunction, Receiver};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::model::type_def::{Property, TypeDef};
use motet_python_objects::types::iterators;
use motet_tm::Value;

/// The definitions of all built-in classes.
pub fn types() -> Vec<&'static TypeDef> {
    let layers = [
        motet_python_objects::types::TYPES,
        motet_python_objects::classes::TYPES,
        type_natives::TYPES,
    ];
    let of_modules = native_modules::all().flat_map(|module| module.types);
    let of_layers = layers.into_iter().flatten().copied().flatten();
    of_layers.chain(of_modules).collect()
}

/// Fills the namespaces of the built-in classes and of `builtins`.
pub fn install(thread: &Thread, machine: &Machine) {
    if cfg!(debug_assertions) {
        native_modules::check();
    }
    for class in machine.classes.all() {
        install_class(thread, machine, class);
    }
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
        set.expect("nothing aborts while the machine is made: it is the first transaction");
    }
    for class in machine.classes.all() {
        if class.definition.is_public() {
            let name = machine.symbols.intern(thread, &class.name);
            let set = machine.builtins.define(thread, name, class.object.value());
            set.expect("nothing aborts while the machine is made: it is the first transaction");
        }
    }
    for (name, value) in [
        ("NotImplemented", NOT_IMPLEMENTED),
        ("Ellipsis", ELLIPSIS),
        // No program can bind these three; `dir(builtins)` lists them.
        ("None", NONE),
        ("True", TRUE),
        ("False", FALSE),
        ("__debug__", boolean(machine.settings.optimise == 0)),
    ] {
        let name = machine.symbols.intern(thread, name);
        machine
            .builtins
            .define(thread, name, value)
            .expect("nothing aborts while the machine is made");
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
            .expect("nothing aborts while the machine is made");
    }
}

/// Fills the namespace of a class from its definition.
fn install_class(thread: &Thread, machine: &Machine, class: &Class) {
    let definition = class.definition;
    assert_eq!(
        definition.is_iterator(),
        iterators::is_iterator(class.number),
        "{}: iterators of other layers stand in `is_iterator`",
        class.name
    );
    for function in definition.methods.iter().copied().flatten() {
        install_method(thread, machine, class, *function);
    }
    install_other_comparisons(thread, machine, class);
    for getter in definition.getters.iter().copied().flatten() {
        install_getter(thread, machine, class, *getter);
    }
    for property in definition.properties {
        install_property(thread, machine, class, property);
    }
    getset::install(thread, machine, definition);
    if definition.is_parameterised() {
        install_method(thread, machine, class, generic::CLASS_GETITEM);
    }
    if definition.is_unhashable() {
        let set = class.namespace.define(thread, names::HASH, NONE);
        set.expect("nothing aborts while the machine is made: it is the first transaction");
    }
    install_new(thread, machine, class);
}

/// The comparisons that a type does not define beside `__eq__`: in CPython one slot has all six.
fn install_other_comparisons(thread: &Thread, machine: &Machine, class: &Class) {
    let defines = |name: &str| {
        let mut own = class.definition.methods.iter().copied().flatten();
        own.any(|function| function.name == name)
    };
    if class.number == CLASS_OBJECT || !defines("__eq__") {
        return;
    }
    for function in OTHER_COMPARISONS {
        if !defines(function.name) {
            install_method(thread, machine, class, *function);
        }
    }
}

/// Exceptions that have the `__new__` of their base in CPython, as all below them and below the
/// second row have.
const INHERITING_NEW: &[&str] = &[
    "AttributeError",
    "ImportError",
    "KeyError",
    "NameError",
    "StopIteration",
    "SyntaxError",
    "SystemExit",
];
const HANDING_NEW_DOWN: &[&str] = &["BaseExceptionGroup", "OSError"];

fn inherits_new(thread: &Thread, class: &Class) -> bool {
    class.mro.iter().any(|number| {
        let name = &*thread.class(*number).name;
        let is_below = *number != class.number;
        INHERITING_NEW.contains(&name) || is_below && HANDING_NEW_DOWN.contains(&name)
    })
}

/// `__new__` of a class that instances are made of.
fn install_new(thread: &Thread, machine: &Machine, class: &Class) {
    let definition = class.definition;
    let new = if class.number == CLASS_OBJECT {
        machine.pin_native(thread, type_natives::objects::NEW, false)
    } else if definition.constructor.is_some()
        || definition.is_made_by_new()
        || class.kind == InstanceKind::Exception && !inherits_new(thread, class)
    {
        let function = definition.new.unwrap_or(subclassing::NEW);
        machine.pin_bound(thread, function, class.object.value())
    } else {
        return;
    };
    class::define(thread, class, names::NEW, new);
}

/// An attribute of a built-in class: a property that a native function reads.
fn install_getter(thread: &Thread, machine: &Machine, class: &Class, mut getter: NativeFunction) {
    getter.plain_receiver = true;
    check_receiver(class, &mut getter);
    let get = machine.pin_native(thread, getter, false).value();
    define_property(thread, machine, class, getter.name, [get, NONE, NONE]);
}

/// An attribute of a built-in class that native functions read and write.
fn install_property(thread: &Thread, machine: &Machine, class: &Class, property: &Property) {
    let [get, set] = [property.get, property.set].map(|mut function| {
        check_receiver(class, &mut function);
        machine.pin_native(thread, function, false).value()
    });
    define_property(thread, machine, class, property.get.name, [get, set, set]);
}

/// Makes the callers of a property's function see to it that it gets an instance of the class: the
/// property may be taken out of the class and asked for the attribute of anything.
fn check_receiver(class: &Class, function: &mut NativeFunction) {
    function.receiver = Receiver::Instance(class.number);
    function.checked_receiver = class.number != CLASS_OBJECT;
}

fn define_property(
    thread: &Thread,
    machine: &Machine,
    class: &Class,
    name: &str,
    [get, set, delete]: [Value<'_>; 3],
) {
    let fields = [get, set, delete, UNBOUND, UNBOUND];
    let property = thread
        .allocate_pinned(LAYOUT_PROPERTY, CLASS_PROPERTY, &fields)
        .expect("builtins are made first, in an empty heap");
    let name = machine.symbols.intern(thread, name);
    class::define(thread, class, name, property);
}

fn install_method(thread: &Thread, machine: &Machine, class: &Class, mut function: NativeFunction) {
    let name = machine.symbols.intern(thread, function.name);
    let is_bound = function.binding != Binding::Nothing;
    function.plain_receiver =
        !function.of_whole && !matches!(class.number, CLASS_OBJECT | CLASS_TYPE);
    if is_bound {
        function.receiver = Receiver::Instance(class.number);
    } else {
        function.shown_of = Some(class.definition.name);
    }
    function.checked_receiver = function.binding == Binding::Instance
        && class.number != CLASS_OBJECT
        && (wrong_arguments::is_special(function.name) || class.definition.is_checked());
    let mut object = machine.pin_native(thread, function, is_bound);
    if function.binding == Binding::Class {
        let fields = [object.value(), NONE, NONE];
        object = thread
            .allocate_pinned(LAYOUT_SMALL, CLASS_CLASS_METHOD, &fields)
            .expect("builtins are made first, in an empty heap");
    }
    class::define(thread, class, name, object);
}
