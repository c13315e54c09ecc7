//! Natives of `object`, `type`, functions.

use motet_tm::Value;

use crate::class::InstanceKind;
use crate::exception::TYPE_ERROR;
use crate::function::*;
use crate::kinds::*;
use crate::native::{Arguments, NativeFunction, Outcome};
use crate::objects::protocol::repr;
use crate::objects::{list, string};
use crate::symbol::Symbol;
use crate::thread::Thread;
use crate::{attribute, attribute_set};

/// Methods of every object.
pub(super) const OBJECT_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__init__", 1, u8::MAX, init).with_keywords(),
    NativeFunction::leaf("__repr__", 1, 1, repr_object),
    NativeFunction::calling("__str__", 1, 1, str_object),
    NativeFunction::leaf("__eq__", 2, 2, equal),
    NativeFunction::leaf("__hash__", 1, 1, hash),
    NativeFunction::calling("__getattribute__", 2, 2, getattribute),
    NativeFunction::calling("__setattr__", 3, 3, setattr),
    NativeFunction::calling("__delattr__", 2, 2, delattr),
    NativeFunction::leaf("__init_subclass__", 1, 1, init),
    NativeFunction::calling("__dir__", 1, 1, dir_object),
];

/// `object.__new__`, which serves all classes.
pub(super) const NEW: NativeFunction =
    NativeFunction::calling("__new__", 1, u8::MAX, new).with_keywords();

/// Methods of classes.
pub(super) const TYPE_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__repr__", 1, 1, repr_class),
    NativeFunction::calling("__call__", 1, u8::MAX, call_class).with_keywords(),
    NativeFunction::leaf("mro", 1, 1, mro),
    NativeFunction::leaf("__subclasses__", 1, 1, subclasses),
    NativeFunction::leaf("__instancecheck__", 2, 2, instance_check),
];

/// Methods of functions and modules.
pub(super) const FUNCTION_METHODS: &[NativeFunction] =
    &[NativeFunction::calling("__repr__", 1, 1, repr_function)];

/// Constructors of the classes here.
pub(super) const CONSTRUCTORS: &[(ClassNumber, NativeFunction)] = &[(
    CLASS_SUPER,
    NativeFunction::leaf("super", 1, 3, super::functions::make_super),
)];

fn init<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(NONE)
}

/// The text of an object whose class says nothing about it.
fn default_text(thread: &Thread, value: Value<'_>) -> String {
    let class = thread.class(thread.class_of(value));
    let identity = value
        .as_object()
        .map_or(0, |object| thread.identity(object));
    if class.module.as_ref() == "builtins" {
        return format!("<{} object at {identity:#x}>", class.qualified_name);
    }
    format!(
        "<{}.{} object at {identity:#x}>",
        class.module, class.qualified_name
    )
}

fn repr_object<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    string::new(thread, &default_text(thread, arguments.get(thread, 0)))
}

fn str_object<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let text = repr::repr(thread, value)?;
    Ok(thread.get(text))
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
    Ok(Value::from_integer((identity >> 4) as i64).expect("an offset is small"))
}

/// The symbol of an argument that must be an attribute's name.
pub(super) fn name_argument(
    thread: &Thread,
    arguments: Arguments,
    index: usize,
) -> Outcome<Symbol> {
    let value = arguments.get(thread, index);
    match crate::text::as_text(thread, value) {
        Some(text) => Ok(thread.machine().symbols.intern(thread, text)),
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
    let receiver = thread.root(arguments.get(thread, 0));
    let value = thread.root(arguments.get(thread, 2));
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
    let names = super::functions::names_of(thread, value);
    let names: Vec<Value<'_>> = names
        .iter()
        .map(|name| thread.machine().symbols.object(*name).value())
        .collect();
    list::from_values(thread, &names)
}

fn new<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(number) = thread.class_number_of(arguments.get(thread, 0)) else {
        return Err(thread.raise(TYPE_ERROR, "object.__new__(X): X is not a type object"));
    };
    let class = thread.class(number);
    let rest = 1..arguments.len();
    match class.kind {
        InstanceKind::Plain => Ok(thread.new_instance(class)),
        InstanceKind::Exception => {
            let rest: Vec<Value<'_>> = rest.map(|index| arguments.get(thread, index)).collect();
            crate::exception_fields::construct(thread, number, &rest)
        }
        InstanceKind::Builtin(CLASS_TYPE) => {
            let mut roots: Vec<_> = rest
                .map(|index| thread.root(arguments.get(thread, index)))
                .collect();
            if roots.len() != 3 {
                return Err(thread.raise(TYPE_ERROR, "type.__new__() takes exactly 3 arguments"));
            }
            let mut keywords = Vec::new();
            for index in 0..arguments.keyword_count() {
                let name = thread.keyword_name(index).to_owned();
                keywords.push(thread.machine().symbols.intern(thread, &name));
                roots.push(thread.root(arguments.keyword_value(thread, index)));
            }
            let class = crate::build_class::new_class(thread, number, &roots, &keywords)?;
            Ok(thread.get(class))
        }
        InstanceKind::Builtin(base) => {
            let callable = thread.root(thread.class_object(base));
            let rest: Vec<_> = rest
                .map(|index| thread.root(arguments.get(thread, index)))
                .collect();
            let made = crate::call::call_with_names(thread, callable, &rest, &[])?;
            if number != base {
                crate::construct::adopt(thread, made, class, base)?;
            }
            Ok(thread.get(made))
        }
    }
}

fn class_argument(thread: &Thread, arguments: Arguments) -> Outcome<ClassNumber> {
    thread
        .class_number_of(arguments.get(thread, 0))
        .ok_or_else(|| thread.raise(TYPE_ERROR, "a class is needed"))
}

fn repr_class<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.class(class_argument(thread, arguments)?);
    let name = &class.qualified_name;
    let text = if class.module.as_ref() == "builtins" {
        format!("<class '{name}'>")
    } else {
        format!("<class '{}.{name}'>", class.module)
    };
    string::new(thread, &text)
}

fn call_class<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = class_argument(thread, arguments)?;
    let positional = 1..arguments.len();
    let mut roots: Vec<_> = positional
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect();
    let mut keywords = Vec::new();
    for index in 0..arguments.keyword_count() {
        let name = thread.keyword_name(index).to_owned();
        keywords.push(thread.machine().symbols.intern(thread, &name));
        roots.push(thread.root(arguments.keyword_value(thread, index)));
    }
    let made = crate::call::construct_from_native(thread, number, &roots, &keywords)?;
    Ok(thread.get(made))
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

fn repr_function<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let object = value.as_object().expect("a function is an object");
    let identity = thread.identity(object);
    let name_of = |thread: &Thread, function: Value<'_>| -> String {
        match thread.object_of(function, CLASS_FUNCTION) {
            Some(function) => {
                let name = thread.read(function).get(FUNCTION_QUALIFIED_NAME);
                crate::text::as_text(thread, name).unwrap_or("?").to_owned()
            }
            None => "?".to_owned(),
        }
    };
    let text = match thread.class_of(value) {
        CLASS_FUNCTION => format!("<function {} at {identity:#x}>", name_of(thread, value)),
        CLASS_NATIVE_FUNCTION => {
            let (function, binding) = thread.native_of(object);
            match binding {
                NativeBinding::Bound => {
                    let receiver = thread.read(object).get(NATIVE_SELF);
                    let type_name = thread.type_name(receiver);
                    let identity = receiver
                        .as_object()
                        .map_or(0, |object| thread.identity(object));
                    let name = function.name;
                    format!("<built-in method {name} of {type_name} object at {identity:#x}>")
                }
                _ => format!("<built-in function {}>", function.name),
            }
        }
        CLASS_MODULE => {
            let name = crate::modules::module_name(thread, value);
            let namespace = crate::modules::namespace_of(thread, value);
            let file = namespace.get(thread, crate::names::FILE);
            match file.and_then(|file| crate::text::as_text(thread, file)) {
                Some(file) => format!("<module '{name}' from '{file}'>"),
                None if namespace.get(thread, crate::names::PATH).is_some() => {
                    format!("<module '{name}' (namespace)>")
                }
                None if crate::modules::native_names().any(|native| native == name) => {
                    format!("<module '{name}' (built-in)>")
                }
                None => format!("<module '{name}'>"),
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
