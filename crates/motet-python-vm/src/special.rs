//! Attributes that lie in no slot: `__class__`, `__name__`, `args` and their like.

use motet_tm::{Object, Value};

use crate::attribute::{self, Attribute};
use crate::exception::*;
use crate::function::*;
use crate::kinds::*;
use crate::names;
use crate::native::Outcome;
use crate::objects::{dict, slice, tuple};
use crate::symbol::Symbol;
use crate::thread::Thread;

fn text<'a>(thread: &'a Thread, name: &str) -> Value<'a> {
    let symbols = &thread.machine().symbols;
    symbols.object(symbols.intern(thread, name)).value()
}

/// A dict of names and values.
fn dict_of<'a>(thread: &'a Thread, entries: &[(Symbol, Value<'a>)]) -> Option<Value<'a>> {
    let made = dict::new(thread).ok()?;
    for (name, value) in entries {
        let key = thread.machine().symbols.object(*name).value();
        dict::set_leaf(thread, made.as_object()?, key, *value).ok()?;
    }
    Some(made)
}

/// What every instance has, and what objects of built-in classes have.
pub(crate) fn instance_attribute<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    class: ClassNumber,
    name: Symbol,
) -> Option<Value<'a>> {
    if name == names::CLASS {
        return Some(thread.class_object(class));
    }
    let object = receiver.as_object()?;
    match class {
        CLASS_FUNCTION => function_attribute(thread, object, name),
        CLASS_NATIVE_FUNCTION => native_attribute(thread, object, name),
        CLASS_METHOD => method_attribute(thread, object, name),
        CLASS_GENERATOR | CLASS_COROUTINE | CLASS_ASYNC_GENERATOR => {
            crate::core::generators::attribute(thread, object, name)
        }
        CLASS_CODE => {
            crate::code_object::code_attribute(thread, object, thread.machine().symbols.text(name))
        }
        CLASS_FRAME => {
            crate::code_object::frame_attribute(thread, object, thread.machine().symbols.text(name))
        }
        CLASS_TRACEBACK => crate::code_object::traceback_attribute(
            thread,
            object,
            thread.machine().symbols.text(name),
        ),
        CLASS_MODULE if name == names::DICT => {
            namespace_dict(thread, crate::modules::namespace_of(thread, receiver))
        }
        CLASS_PROPERTY => {
            let word = match name {
                names::FGET => PROPERTY_GET,
                names::FSET => PROPERTY_SET,
                names::FDEL => PROPERTY_DELETE,
                _ => return None,
            };
            Some(thread.read(object).get(word))
        }
        CLASS_STATIC_METHOD | CLASS_CLASS_METHOD
            if matches!(name, names::FUNC | names::WRAPPED) =>
        {
            Some(thread.read(object).get(WRAPPED))
        }
        CLASS_RANGE => {
            let word = match thread.machine().symbols.text(name) {
                "start" => 1,
                "stop" => 2,
                "step" => 3,
                _ => return None,
            };
            Some(thread.read(object).get(word))
        }
        CLASS_SLICE => slice::attribute(thread, object, thread.machine().symbols.text(name)),
        _ if thread.layout_id(object) == LAYOUT_EXCEPTION => {
            exception_attribute(thread, object, name)
        }
        _ if name == names::DICT && thread.has_attributes(object) => {
            dict_of(thread, &thread.own_attributes(object))
        }
        _ if name == names::DOC => Some(NONE),
        _ => None,
    }
}

/// The bound names of a module or class as a dict.
pub(crate) fn namespace_dict<'a>(
    thread: &'a Thread,
    namespace: &crate::namespace::Namespace,
) -> Option<Value<'a>> {
    let entries: Vec<(Symbol, Value<'_>)> = namespace
        .bound_names(thread)
        .into_iter()
        .map(|(name, cell)| (name, crate::namespace::read_cell(thread, cell)))
        .collect();
    dict_of(thread, &entries)
}

/// The word of a function that holds an attribute.
fn function_word(name: Symbol) -> Option<u64> {
    Some(match name {
        names::NAME => FUNCTION_NAME,
        names::QUALNAME => FUNCTION_QUALIFIED_NAME,
        names::DEFAULTS => FUNCTION_DEFAULTS,
        names::KEYWORD_DEFAULTS => FUNCTION_KEYWORD_DEFAULTS,
        names::DOC => FUNCTION_DOC,
        names::MODULE => FUNCTION_MODULE,
        names::CLOSURE => FUNCTION_CLOSURE,
        _ => return None,
    })
}

fn function_attribute<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    if let Some(word) = function_word(name) {
        return Some(thread.read(object).get(word));
    }
    if name == names::DICT {
        let attributes = thread.read(object).get(FUNCTION_ATTRIBUTES);
        return if attributes == NONE {
            dict::new(thread).ok()
        } else {
            Some(attributes)
        };
    }
    let code = || thread.function_code(object);
    match thread.machine().symbols.text(name) {
        "__code__" => Some(crate::code_object::object(thread, code())),
        "__globals__" => crate::code_object::globals_of(thread, object.value(), code()),
        "__type_params__" => Some(crate::lazy::type_parameters(thread, object)),
        "__builtins__" => namespace_dict(thread, thread.machine().builtins),
        _ => None,
    }
}

fn native_attribute<'a>(thread: &'a Thread, object: Object<'a>, name: Symbol) -> Option<Value<'a>> {
    let (function, binding) = thread.native_of(object);
    match name {
        names::NAME | names::QUALNAME => Some(text(thread, function.name)),
        names::SELF if binding == NativeBinding::Bound => {
            Some(thread.read(object).get(NATIVE_SELF))
        }
        names::DOC | names::SELF => Some(NONE),
        names::MODULE => Some(text(thread, "builtins")),
        _ => None,
    }
}

fn method_attribute<'a>(thread: &'a Thread, object: Object<'a>, name: Symbol) -> Option<Value<'a>> {
    let view = thread.read(object);
    match name {
        names::SELF => Some(view.get(METHOD_SELF)),
        names::FUNC => Some(view.get(METHOD_FUNCTION)),
        _ => match attribute::find(thread, view.get(METHOD_FUNCTION), name) {
            Attribute::Value(value) => Some(value),
            _ => None,
        },
    }
}

fn exception_attribute<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let view = thread.read(object);
    if let Some(word) = exception_word(name) {
        return Some(view.get(word));
    }
    let text = thread.machine().symbols.text(name);
    if let Some(value) = crate::exception_fields::get(thread, object, text) {
        return Some(value);
    }
    match name {
        names::DICT => dict_of(thread, &thread.own_attributes(object)),
        names::DOC => Some(NONE),
        _ => None,
    }
}

/// Refuses what may not become one of the attributes that all exceptions have.
fn check_exception_word(thread: &Thread, name: Symbol, value: Value<'_>) -> Outcome<()> {
    let class = thread.class_of(value);
    let message = match name {
        names::TRACEBACK if value != NONE && class != CLASS_TRACEBACK => {
            "__traceback__ must be a traceback or None"
        }
        names::CAUSE if value != NONE && !thread.is_exception(value) => {
            "exception cause must be None or derive from BaseException"
        }
        names::CONTEXT if value != NONE && !thread.is_exception(value) => {
            "exception context must be None or derive from BaseException"
        }
        names::SUPPRESS_CONTEXT if class != CLASS_BOOL => "attribute value type must be bool",
        _ => return Ok(()),
    };
    Err(thread.raise(TYPE_ERROR, message))
}

fn exception_word(name: Symbol) -> Option<u64> {
    Some(match name {
        names::ARGS => EXCEPTION_ARGS,
        names::CAUSE => EXCEPTION_CAUSE,
        names::CONTEXT => EXCEPTION_CONTEXT,
        names::SUPPRESS_CONTEXT => EXCEPTION_SUPPRESS,
        names::TRACEBACK => EXCEPTION_TRACEBACK,
        _ => return None,
    })
}

/// What every class has.
pub(crate) fn class_attribute<'a>(
    thread: &'a Thread,
    number: ClassNumber,
    name: Symbol,
) -> Option<Value<'a>> {
    let class = thread.class(number);
    let classes = |numbers: &[ClassNumber]| -> Value<'a> {
        let objects: Vec<Value<'_>> = numbers
            .iter()
            .map(|number| thread.class_object(*number))
            .collect();
        thread.new_tuple(&objects)
    };
    Some(match name {
        names::NAME => text(thread, &class.name),
        names::QUALNAME => text(thread, &class.qualified_name),
        names::MODULE if number < CLASS_USER_FIRST => text(thread, &class.module),
        names::MRO => classes(&class.mro),
        names::BASES if number == CLASS_OBJECT => classes(&[]),
        names::BASES => classes(&class.bases),
        names::CLASS => thread.class_object(class.metaclass),
        names::DICT => return namespace_dict(thread, &class.namespace),
        names::DOC => class.namespace.get(thread, names::DOC).unwrap_or(NONE),
        _ => return None,
    })
}

/// Sets (or deletes) what lies in no slot; false if the attribute is none of these.
pub(crate) fn set_instance_attribute(
    thread: &Thread,
    object: Object<'_>,
    class: ClassNumber,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    if class == CLASS_FUNCTION {
        return set_function_attribute(thread, object, name, value);
    }
    if crate::generator::is_generator_class(class) {
        return crate::core::generators::set_attribute(thread, object, name, value);
    }
    if thread.layout_id(object) == LAYOUT_EXCEPTION {
        let text = thread.machine().symbols.text(name);
        let new = value.unwrap_or(NONE);
        if crate::exception_fields::set(thread, object, text, new)? {
            return Ok(true);
        }
        let (Some(word), Some(value)) = (exception_word(name), value) else {
            return Ok(false);
        };
        check_exception_word(thread, name, value)?;
        if name == names::ARGS && tuple::as_tuple(thread, value).is_none() {
            return Ok(false);
        }
        let view = thread.write(object)?;
        view.set(word, value);
        if name == names::CAUSE {
            view.set(EXCEPTION_SUPPRESS, TRUE);
        }
        return Ok(true);
    }
    if name == names::CLASS {
        let message = "__class__ assignment is not supported yet";
        return Err(thread.raise(TYPE_ERROR, message));
    }
    Ok(false)
}

fn set_function_attribute(
    thread: &Thread,
    object: Object<'_>,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    if let Some(word) = function_word(name) {
        thread.write(object)?.set(word, value.unwrap_or(NONE));
        return Ok(true);
    }
    let attributes = match thread.read(object).get(FUNCTION_ATTRIBUTES).as_object() {
        Some(attributes) => attributes,
        None => {
            let made = dict::new(thread)?;
            thread.write(object)?.set(FUNCTION_ATTRIBUTES, made);
            made.as_object().expect("a dict")
        }
    };
    let key = thread.machine().symbols.object(name).value();
    match value {
        Some(value) => {
            dict::set_leaf(thread, attributes, key, value)?;
        }
        None => {
            let hash = crate::objects::protocol::hash::hash_leaf(thread, key)?.unwrap_or(0);
            match dict::find(thread, attributes, key, hash)? {
                dict::Found::Entry(entry) => dict::delete_at(thread, attributes, entry)?,
                _ => return Ok(false),
            }
        }
    }
    Ok(true)
}
