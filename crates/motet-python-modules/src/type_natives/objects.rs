//! Natives of `object`, `type`, functions.

use crate::modules::{import_module, reduction};
use motet_python_objects::classes::instantiation;
use motet_python_objects::classes::shown_class;
use motet_python_objects::classes::subclassing;
use motet_python_objects::classes::{annotations, cells, descriptors, generic, initialisers};
use motet_python_objects::model::class_names;
use motet_python_objects::model::native;
use motet_python_objects::model::text;
use motet_python_objects::model::type_def::TypeDef;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::dict;
use motet_python_objects::types::module;
use motet_tm::Value;

use crate::type_natives::supers;
use motet_python_interp::calling::call as calls;
use motet_python_interp::operations::read_by_name::{quick_set_unhooked, set_unhooked_leaf};
use motet_python_objects::classes::{attribute, attribute_set};
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::function::*;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{
    Arguments, Call, Entered, NativeFunction, Outcome, Receiver,
};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::host::argument_type;
use motet_python_objects::types::protocol::compare;
use motet_python_objects::types::protocol::repr;
use motet_python_objects::types::size;
use motet_python_objects::types::{int, list, string};
use motet_vm::symbol::Symbol;

/// Methods of every object.
const OBJECT_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__init__", 1, u8::MAX, init).with_keywords(),
    NativeFunction::leaf("__repr__", 1, 1, repr_object),
    NativeFunction::calling("__str__", 1, 1, str_object),
    NativeFunction::calling("__format__", 2, 2, format_object),
    NativeFunction::leaf("__eq__", 2, 2, equal),
    NativeFunction::leaf("__hash__", 1, 1, hash),
    NativeFunction::calling("__getattribute__", 2, 2, getattribute),
    NativeFunction::calling("__setattr__", 3, 3, setattr).with_quick(quick_set_unhooked),
    NativeFunction::calling("__delattr__", 2, 2, delattr),
    NativeFunction::leaf("__init_subclass__", 1, u8::MAX, init_subclass)
        .with_keywords()
        .of_class(),
    NativeFunction::calling("__dir__", 1, 1, dir_object),
    NativeFunction::leaf("__sizeof__", 1, 1, |thread, arguments| {
        let bytes = size::size_bytes(thread, arguments.get(thread, 0));
        Ok(int::from_length(bytes))
    }),
];

/// The equality of callables.
const EQUALITY: &[NativeFunction] = &[NativeFunction::leaf("__eq__", 2, 2, equal_callable)];

fn equal_callable<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [a, b] = [0, 1].map(|index| arguments.get(thread, index));
    let is_alike = thread.class_of(a) == thread.class_of(b);
    let equal = if is_alike {
        compare::equal_leaf(thread, a, b)?
    } else {
        None
    };
    Ok(equal.map_or(NOT_IMPLEMENTED, boolean))
}

/// `object.__new__`.
pub(crate) const NEW: NativeFunction =
    NativeFunction::calling("__new__", 0, u8::MAX, new).with_keywords();

/// Methods of classes.
const TYPE_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__repr__", 1, 1, repr_class),
    NativeFunction::entering("__call__", call_class),
    NativeFunction::leaf("mro", 1, 1, mro),
    NativeFunction::leaf("__subclasses__", 1, 1, subclasses),
    NativeFunction::leaf("__instancecheck__", 2, 2, instance_check),
    NativeFunction::leaf("__subclasscheck__", 2, 2, subclass_check),
    NativeFunction::leaf("__init__", 1, u8::MAX, init_class).with_keywords(),
    NativeFunction::leaf("__prepare__", 1, u8::MAX, prepare)
        .with_keywords()
        .of_class(),
];

/// Methods of functions.
const FUNCTION_METHODS: &[NativeFunction] =
    &[NativeFunction::calling("__repr__", 1, 1, repr_function)];

/// Methods of modules: they look at the attributes of an instance of a class below too.
const MODULE_METHODS: &[NativeFunction] =
    &[NativeFunction::calling("__repr__", 1, 1, repr_module).of_whole()];

/// The call itself can be read as an attribute.
const CALLABLE_METHODS: &[NativeFunction] =
    &[NativeFunction::calling("__call__", 1, u8::MAX, call_callable).with_keywords()];

/// Whether a class has no `__new__`, not even that of `object`: iterators, views, functions.
fn is_made_by_functions(number: ClassNumber) -> bool {
    number < CLASS_USER_FIRST && number != CLASS_OBJECT
}

/// `object.__init__`: a class that defines neither `__new__` nor `__init__` takes no arguments.
fn init<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if arguments.len() + arguments.keyword_count() == 1 {
        return Ok(NONE);
    }
    let number = thread.class_of(arguments.get(thread, 0));
    let is_own = |name| {
        let found = thread.look_up(number, name);
        found.is_some_and(|found| found.class != CLASS_OBJECT)
    };
    let what = if is_own(names::INIT) {
        "object".to_owned()
    } else if is_own(names::NEW) || is_made_by_functions(number) {
        return Ok(NONE);
    } else {
        thread.class_name(number).to_owned()
    };
    let message =
        format!("{what}.__init__() takes exactly one argument (the instance to initialize)");
    Err(thread.raise(TYPE_ERROR, message))
}

fn init_subclass<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if arguments.len() + arguments.keyword_count() == 1 {
        return Ok(NONE);
    }
    let class = thread.class_number_of(arguments.get(thread, 0));
    let name = class.map_or("object", |class| &thread.class(class).qualified_name);
    let what = if arguments.keyword_count() > 0 {
        "takes no keyword arguments".to_owned()
    } else {
        format!("takes no arguments ({} given)", arguments.len() - 1)
    };
    Err(thread.raise(TYPE_ERROR, format!("{name}.__init_subclass__() {what}")))
}

/// The text of an object whose class does not define one.
fn default_text(thread: &Thread, value: Value<'_>) -> String {
    let (module, name) = class_names::shown(thread, thread.class_of(value));
    let identity = value
        .as_object()
        .map_or(0, |object| thread.identity(object));
    if module == "builtins" {
        return format!("<{name} object at {identity:#x}>");
    }
    format!("<{module}.{name} object at {identity:#x}>")
}

fn repr_object<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    string::new(thread, &default_text(thread, arguments.get(thread, 0)))
}

fn str_object<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let text = repr::repr(thread, value)?;
    Ok(thread.get(text))
}

/// `object.__format__`: no specification but the empty one.
fn format_object<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let specification = arguments.get(thread, 1);
    let value = thread.root(arguments.get(thread, 0));
    match text::as_text(thread, specification) {
        Some("") => {
            let text = repr::str_of(thread, value)?;
            Ok(thread.get(text))
        }
        Some(_) => {
            let name = thread.type_name(thread.get(value));
            let message = format!("unsupported format string passed to {name}.__format__");
            Err(thread.raise(TYPE_ERROR, message))
        }
        None => {
            let name = argument_type(thread, specification);
            let message = format!("__format__() argument must be str, not {name}");
            Err(thread.raise(TYPE_ERROR, message))
        }
    }
}

fn equal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let same = arguments.get(thread, 0) == arguments.get(thread, 1);
    Ok(if same { TRUE } else { NOT_IMPLEMENTED })
}

fn hash<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let identity = value
        .as_object()
        .map_or(0, |object| thread.identity(object));
    Ok(Value::from_integer((identity >> 4) as i64)
        .expect("identities are offsets in a heap of 46 bits"))
}

/// The symbol of an argument that must be an attribute's name.
pub(crate) fn name_argument(
    thread: &Thread,
    arguments: Arguments,
    index: usize,
) -> Outcome<Symbol> {
    let value = arguments.get(thread, index);
    if let Some(known) = thread.symbol_of_name(value) {
        return Ok(known);
    }
    match text::as_text(thread, value) {
        Some(text) => thread.intern(text),
        None => {
            let name = thread.type_name(value);
            let message = format!("attribute name must be string, not '{name}'");
            Err(thread.raise(TYPE_ERROR, message))
        }
    }
}

fn getattribute<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = name_argument(thread, arguments, 1)?;
    let receiver = thread.root(arguments.get(thread, 0));
    let value = attribute::get_plainly(thread, receiver, name)?;
    Ok(thread.get(value))
}

fn setattr<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = name_argument(thread, arguments, 1)?;
    let (receiver, value) = (arguments.get(thread, 0), arguments.get(thread, 2));
    if set_unhooked_leaf(thread, receiver, name, value)? {
        return Ok(NONE);
    }
    let (receiver, value) = (thread.root(receiver), thread.root(value));
    attribute_set::set_plainly(thread, receiver, name, Some(value))?;
    Ok(NONE)
}

fn delattr<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = name_argument(thread, arguments, 1)?;
    let receiver = thread.root(arguments.get(thread, 0));
    attribute_set::set_plainly(thread, receiver, name, None)?;
    Ok(NONE)
}

fn dir_object<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    if let Some(module) = module::as_module(thread, value) {
        let symbol = thread.machine().symbols.intern(thread, "__dir__");
        let own = module::namespace_of(thread, module.value()).get(thread, symbol);
        if let Some(function) = own.map(|function| thread.root(function)) {
            let told = thread.call(function, &[])?;
            return Ok(thread.get(told));
        }
    }
    let value = arguments.get(thread, 0);
    let names = crate::type_natives::functions::names_of(thread, value);
    let names: Vec<Value<'_>> = names
        .iter()
        .map(|name| thread.machine().symbols.object(*name).value())
        .collect();
    list::from_values(thread, &names)
}

/// `object.__new__(class)`.
fn new<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let wanted = arguments.optional(thread, 0);
    let class = subclassing::wanted_class(thread, CLASS_OBJECT, wanted)?;
    if arguments.len() + arguments.keyword_count() > 1 {
        let is_own = |name| {
            let found = thread.look_up(class.number, name);
            found.is_some_and(|found| found.class != CLASS_OBJECT)
        };
        if is_own(names::NEW) {
            let message = "object.__new__() takes exactly one argument (the type to instantiate)";
            return Err(thread.raise(TYPE_ERROR, message));
        }
        if !is_own(names::INIT) {
            return Err(instantiation::takes_no_arguments(thread, class));
        }
    }
    instantiation::refuse_abstract(thread, class)?;
    let instance = thread.new_instance(class);
    thread.enable_del(class, instance);
    Ok(instance)
}

fn class_argument(thread: &Thread, arguments: Arguments) -> Outcome<ClassNumber> {
    thread
        .class_number_of(arguments.get(thread, 0))
        .ok_or_else(|| thread.raise(TYPE_ERROR, "a class is needed"))
}

fn repr_class<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = class_argument(thread, arguments)?;
    let (module, name) = class_names::shown(thread, number);
    let text = if module == "builtins" {
        format!("<class '{name}'>")
    } else {
        format!("<class '{module}.{name}'>")
    };
    string::new(thread, &text)
}

/// `type.__call__`: the call of the class, without the `__call__` of its metaclass.
fn call_class(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let class = thread.stack_value(call.first());
    if thread.class_number_of(class).is_none() {
        return Err(thread.raise(TYPE_ERROR, "a class is needed"));
    }
    let header = (
        thread.root(thread.stack_value(call.callable())),
        thread.root(class),
    );
    let other = calls::replace_receiver(thread, call, class, std::iter::empty())?;
    thread.plain_construction.set(true);
    calls::enter_instead(thread, call, other, header, 0)
}

fn call_callable<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let callable = thread.root(arguments.get(thread, 0));
    let (roots, keywords) = native::roots_from(thread, arguments, 1);
    let result = upcalls::call_with_names(thread, callable, &roots, &keywords)?;
    Ok(thread.get(result))
}

fn mro<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.class(class_argument(thread, arguments)?);
    let classes: Vec<Value<'_>> = class
        .mro
        .iter()
        .map(|number| thread.class_object(*number))
        .collect();
    list::from_values(thread, &classes)
}

fn subclasses<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = class_argument(thread, arguments)?;
    let classes: Vec<Value<'_>> = thread
        .machine()
        .classes
        .all()
        .filter(|class| class.bases.contains(&number))
        // A class that an aborted transaction has made has no variables.
        .filter(|class| {
            class.number < CLASS_USER_FIRST || class.namespace.get(thread, names::MODULE).is_some()
        })
        .map(|class| class.object.value())
        .collect();
    list::from_values(thread, &classes)
}

fn instance_check<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = class_argument(thread, arguments)?;
    Ok(boolean(
        thread.is_instance(arguments.get(thread, 1), number),
    ))
}

fn subclass_check<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = class_argument(thread, arguments)?;
    match thread.class_number_of(arguments.get(thread, 1)) {
        Some(class) => Ok(boolean(thread.is_subclass(class, number))),
        None => Err(thread.raise(TYPE_ERROR, "issubclass() arg 1 must be a class")),
    }
}

/// `type.__init__`: all is done by `__new__`.
fn init_class<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match arguments.len() {
        2 | 4 => Ok(NONE),
        _ => Err(thread.raise(TYPE_ERROR, "type.__init__() takes 1 or 3 arguments")),
    }
}

fn prepare<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    dict::new(thread)
}

fn repr_module<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    upcalls::delegate(thread, arguments, "_frozen_importlib", "_module_repr")
}

fn repr_function<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let object = value.known_object();
    let identity = thread.identity(object);
    let name_of = |thread: &Thread, function: Value<'_>| -> String {
        match thread.object_of(function, CLASS_FUNCTION) {
            Some(function) => {
                let name = thread.read(function).get(FUNCTION_QUALIFIED_NAME);
                text::as_text(thread, name).unwrap_or("?").to_owned()
            }
            None => "?".to_owned(),
        }
    };
    let text = match thread.class_of(value) {
        CLASS_FUNCTION if !thread.binds(object) => {
            format!("<built-in function {}>", name_of(thread, value))
        }
        CLASS_FUNCTION => format!("<function {} at {identity:#x}>", name_of(thread, value)),
        CLASS_NATIVE_FUNCTION => {
            let (function, binding) = thread.native_of(object);
            match binding {
                NativeBinding::Bound => {
                    let receiver = thread.read(object).get(NATIVE_SELF);
                    let type_name = thread.told_name(thread.class_of(receiver));
                    let identity = receiver
                        .as_object()
                        .map_or(0, |object| thread.identity(object));
                    let name = function.name;
                    if thread.shown_class_of(value) == CLASS_METHOD_WRAPPER {
                        format!("<method-wrapper '{name}' of {type_name} object at {identity:#x}>")
                    } else {
                        format!("<built-in method {name} of {type_name} object at {identity:#x}>")
                    }
                }
                NativeBinding::Method => match (function.receiver, function.shown_of) {
                    (Receiver::Instance(_), _) | (_, Some(_)) => {
                        let class = match (function.shown_of, function.receiver) {
                            (None, Receiver::Instance(class)) => thread.told_name(class),
                            (shown, _) => shown.unwrap_or("?"),
                        };
                        let kind = if shown_class::is_slot(function) {
                            "slot wrapper"
                        } else {
                            "method"
                        };
                        format!("<{kind} '{}' of '{class}' objects>", function.name)
                    }
                    _ => format!("<built-in function {}>", function.name),
                },
                NativeBinding::Function => format!("<built-in function {}>", function.name),
            }
        }
        _ => {
            let view = thread.read(object);
            let name = name_of(thread, view.get(METHOD_FUNCTION));
            let receiver = thread.root(view.get(METHOD_SELF));
            let receiver = repr::repr_text(thread, receiver)?;
            format!("<bound method {name} of {receiver}>")
        }
    };
    string::new(thread, &text)
}

/// The names that a program finds on each class of descriptors of natives.
const DESCRIPTOR_ATTRIBUTES: &[&str] = &[
    "__name__",
    "__qualname__",
    "__objclass__",
    "__text_signature__",
];

/// The definitions.
pub(crate) const TYPES: &[TypeDef] = &[
    TypeDef::new("object", CLASS_OBJECT)
        .layouts(&[])
        .methods(&[OBJECT_METHODS, reduction::METHODS])
        .public(),
    TypeDef::new("type", CLASS_TYPE)
        .layouts(&[LAYOUT_CLASS])
        .methods(&[TYPE_METHODS, generic::TYPE_OPERATORS])
        .properties(annotations::OF_CLASSES)
        .attributes(&[
            "__name__",
            "__qualname__",
            "__bases__",
            "__base__",
            "__mro__",
            "__module__",
            "__dict__",
            "__doc__",
            "__abstractmethods__",
            "__flags__",
            "__text_signature__",
        ])
        .public()
        .with_dict()
        .weakly_referenced()
        .parameterised()
        .made_by_new(),
    TypeDef::new("function", CLASS_FUNCTION)
        .layouts(&[LAYOUT_FUNCTION])
        .constructor(cells::NEW_FUNCTION)
        .methods(&[
            FUNCTION_METHODS,
            CALLABLE_METHODS,
            descriptors::FUNCTION_METHODS,
        ])
        .properties(annotations::OF_FUNCTIONS)
        .attributes(&[
            "__name__",
            "__qualname__",
            "__defaults__",
            "__kwdefaults__",
            "__closure__",
            "__code__",
            "__globals__",
            "__builtins__",
            "__type_params__",
            "__dict__",
        ])
        .closed()
        .with_dict()
        .weakly_referenced(),
    TypeDef::new("builtin_function_or_method", CLASS_NATIVE_FUNCTION)
        .methods(&[FUNCTION_METHODS, CALLABLE_METHODS, EQUALITY])
        .attributes(&["__name__", "__qualname__", "__self__", "__text_signature__"])
        .closed()
        .weakly_referenced(),
    // No object in the heap is of the next four: see `classes/shown_class.rs`.
    TypeDef::new("method_descriptor", CLASS_METHOD_DESCRIPTOR)
        .methods(&[descriptors::FUNCTION_METHODS, CALLABLE_METHODS])
        .attributes(DESCRIPTOR_ATTRIBUTES)
        .closed(),
    TypeDef::new("wrapper_descriptor", CLASS_WRAPPER_DESCRIPTOR)
        .methods(&[descriptors::FUNCTION_METHODS, CALLABLE_METHODS])
        .attributes(DESCRIPTOR_ATTRIBUTES)
        .closed(),
    TypeDef::new("method-wrapper", CLASS_METHOD_WRAPPER)
        .methods(&[CALLABLE_METHODS, EQUALITY])
        .attributes(&[
            "__name__",
            "__qualname__",
            "__objclass__",
            "__self__",
            "__text_signature__",
        ])
        .closed(),
    TypeDef::new("classmethod_descriptor", CLASS_CLASS_METHOD_DESCRIPTOR)
        .methods(&[descriptors::WRAPPER_METHODS, CALLABLE_METHODS])
        .attributes(DESCRIPTOR_ATTRIBUTES)
        .closed(),
    TypeDef::new("method", CLASS_METHOD)
        .constructor(descriptors::NEW_METHOD)
        .methods(&[FUNCTION_METHODS, CALLABLE_METHODS, EQUALITY])
        .attributes(&["__func__", "__self__"])
        .closed()
        .weakly_referenced(),
    TypeDef::new("module", CLASS_MODULE)
        .constructor(import_module::NEW_MODULE)
        .filled_by_init(module::nameless)
        .methods(&[MODULE_METHODS, initialisers::MODULE])
        .properties(annotations::OF_MODULES)
        .attributes(&["__dict__"])
        .with_dict()
        .weakly_referenced(),
    TypeDef::new("super", CLASS_SUPER)
        .constructor(supers::CONSTRUCTOR)
        .filled_by_init(supers::empty)
        .methods(&[supers::METHODS])
        .getters(&[supers::GETTERS])
        .public(),
    TypeDef::new("Thread", CLASS_THREAD),
    TypeDef::new("SimpleNamespace", CLASS_NAMESPACE)
        .in_module("types")
        .with_dict(),
];
