//! Natives of `property`, `staticmethod`, `classmethod`.

use crate::classes::initialisers;
use crate::classes::missing_attribute;
use crate::classes::type_attributes;
use crate::model::class_names;
use crate::model::function;
use crate::model::instance_layout;
use crate::model::names;
use crate::model::text;
use crate::model::type_def::TypeDef;
use motet_tm::{Object, Root, Value};

use crate::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR};
use crate::model::function::*;
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome, Receiver};
use crate::model::thread::Thread;
use crate::types::protocol::repr;
use crate::types::string;
use crate::types::tables::{check_keywords, parameter};
use motet_vm::symbol::Symbol;

/// Methods of properties.
const PROPERTY_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__set_name__", 3, 3, name_property),
    NativeFunction::calling("__get__", 2, 3, get_property),
    NativeFunction::calling("__set__", 3, 3, set_property),
    NativeFunction::calling("__delete__", 2, 2, delete_property),
];

/// Methods of properties that make another one of the same class.
const COPYING_METHODS: &[NativeFunction] = &[
    NativeFunction::calling("getter", 2, 2, getter).of_whole(),
    NativeFunction::calling("setter", 2, 2, setter).of_whole(),
    NativeFunction::calling("deleter", 2, 2, deleter).of_whole(),
];

/// Methods of functions as descriptors.
pub const FUNCTION_METHODS: &[NativeFunction] =
    &[NativeFunction::leaf("__get__", 2, 3, get_function)];

/// Methods of `staticmethod` and `classmethod`.
pub const WRAPPER_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__get__", 2, 3, get_wrapped),
    NativeFunction::calling("__repr__", 1, 1, wrapper_text),
];

const WRAPPER_ATTRIBUTES: &[&str] = &["__func__", "__wrapped__"];

/// Methods of the descriptors of slots.
const MEMBER_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__get__", 2, 3, get_member),
    NativeFunction::leaf("__set__", 3, 3, set_member),
    NativeFunction::leaf("__delete__", 2, 2, delete_member),
    NativeFunction::leaf("__repr__", 1, 1, member_text),
];

/// The native that makes bound methods: the class is the first argument.
pub const NEW_METHOD: NativeFunction = NativeFunction::leaf("method", 3, 3, method);

fn property<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(new_property(thread, property_parts(thread, arguments)?))
}

/// A property of getter, setter, deleter and text.
pub(crate) fn new_property<'a>(thread: &'a Thread, parts: [Value<'_>; 4]) -> Value<'a> {
    let [get, set, delete, doc] = parts;
    let fields = [get, set, delete, doc, UNBOUND];
    thread
        .allocate(LAYOUT_PROPERTY, CLASS_PROPERTY, &fields)
        .value()
}

/// The parts of a property, from the arguments behind the first.
pub(crate) fn property_parts<'a>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Outcome<[Value<'a>; 4]> {
    let names = ["fget", "fset", "fdel", "doc"];
    check_keywords(thread, arguments, "property", &names)?;
    let part = |index: usize| parameter(thread, arguments, index + 1, names[index]);
    let [get, set, delete] = [0, 1, 2].map(|index| part(index).unwrap_or(NONE));
    let doc = part(3).unwrap_or(UNBOUND);
    let doc = if doc == NONE { UNBOUND } else { doc };
    Ok([get, set, delete, doc])
}

/// A copy of a property with another function in one word.
fn with(thread: &mut Thread, arguments: Arguments, word: u64) -> Outcome<Value<'_>> {
    let receiver = arguments.get(thread, 0);
    let class = thread.class_of(receiver);
    let plain = instance_layout::plain(thread, receiver);
    let Some(object) = thread.object_of(plain, CLASS_PROPERTY) else {
        return Err(thread.raise(TYPE_ERROR, "a property is needed"));
    };
    let view = thread.read(object);
    let part = |which| {
        if which == word {
            arguments.get(thread, 1)
        } else {
            view.get(which)
        }
    };
    // Another getter brings its own text.
    let fields = [
        part(PROPERTY_GET),
        part(PROPERTY_SET),
        part(PROPERTY_DELETE),
        view.get(PROPERTY_DOC),
        view.get(PROPERTY_NAME),
    ];
    if class >= CLASS_USER_FIRST {
        let given = [fields[0], fields[1], fields[2], fields[3]];
        let given = given.map(|part| thread.root(if part == UNBOUND { NONE } else { part }));
        let class = thread.root(thread.class_object(class));
        let made = thread.call(class, &given)?;
        return Ok(thread.get(made));
    }
    Ok(thread
        .allocate(LAYOUT_PROPERTY, CLASS_PROPERTY, &fields)
        .value())
}

fn getter<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    with(thread, arguments, PROPERTY_GET)
}

fn setter<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    with(thread, arguments, PROPERTY_SET)
}

fn deleter<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    with(thread, arguments, PROPERTY_DELETE)
}

/// The function in a word of a property, or the error that it has none.
fn accessor(thread: &Thread, arguments: Arguments, word: u64, what: &str) -> Outcome<Root> {
    let property = thread.object_of(arguments.get(thread, 0), CLASS_PROPERTY);
    let Some(property) = property else {
        return Err(thread.raise(TYPE_ERROR, "a property is needed"));
    };
    let function = thread.read(property).get(word);
    if function != NONE {
        return Ok(thread.root(function));
    }
    let receiver = arguments.get(thread, 1);
    if let Some(class) = owner_of_native(thread, thread.read(property).get(PROPERTY_GET))
        && !thread.is_instance(receiver, class)
    {
        let name = type_attributes::property_text(thread, property, names::NAME);
        let name = name
            .and_then(|name| text::as_text(thread, name))
            .unwrap_or("?");
        let (class, given) = (thread.told_name(class), thread.type_name(receiver));
        let message = format!(
            "descriptor '{name}' for '{class}' objects doesn't apply to a '{given}' object"
        );
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let message = lacks_accessor(thread, property, receiver, what);
    Err(thread.raise(ATTRIBUTE_ERROR, message))
}

/// The built-in class whose attribute a native reads.
fn owner_of_native(thread: &Thread, getter: Value<'_>) -> Option<ClassNumber> {
    let function = thread.object_of(getter, CLASS_NATIVE_FUNCTION)?;
    match thread.native_of(function).0.receiver {
        Receiver::Instance(class) => Some(class),
        _ => None,
    }
}

/// The error of a property that has no getter, setter or deleter.
pub(crate) fn lacks_accessor(
    thread: &Thread,
    property: Object<'_>,
    receiver: Value<'_>,
    what: &str,
) -> String {
    let (_, class) = class_names::shown(thread, thread.class_of(receiver));
    let name = type_attributes::property_text(thread, property, names::NAME);
    match name.map(|name| thread.root(name)) {
        Some(name) if text::as_text(thread, thread.get(name)).is_some() => {
            let name = text::as_text(thread, thread.get(name)).unwrap_or("?");
            format!("property '{name}' of '{class}' object has no {what}")
        }
        _ => format!("property of '{class}' object has no {what}"),
    }
}

/// Refuses a `__get__` that is told neither an instance nor a class.
///
/// # Errors
/// `TypeError`.
pub fn need_instance_or_class(thread: &Thread, arguments: Arguments) -> Outcome<()> {
    let is_given = |place| {
        arguments
            .optional(thread, place)
            .is_some_and(|it| it != NONE)
    };
    if is_given(1) || is_given(2) {
        return Ok(());
    }
    Err(thread.raise(TYPE_ERROR, "__get__(None, None) is invalid"))
}

fn get_property<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    need_instance_or_class(thread, arguments)?;
    if arguments.get(thread, 1) == NONE {
        return Ok(arguments.get(thread, 0));
    }
    let function = accessor(thread, arguments, PROPERTY_GET, "getter")?;
    let instance = thread.root(arguments.get(thread, 1));
    let value = thread.call(function, &[instance])?;
    Ok(thread.get(value))
}

fn set_property<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = accessor(thread, arguments, PROPERTY_SET, "setter")?;
    let instance = thread.root(arguments.get(thread, 1));
    let value = thread.root(arguments.get(thread, 2));
    thread.call(function, &[instance, value])?;
    Ok(NONE)
}

fn delete_property<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = accessor(thread, arguments, PROPERTY_DELETE, "deleter")?;
    let instance = thread.root(arguments.get(thread, 1));
    thread.call(function, &[instance])?;
    Ok(NONE)
}

/// `property.__set_name__`: the property gets its name when its class is made.
fn name_property<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if let Some(property) = thread.object_of(arguments.get(thread, 0), CLASS_PROPERTY) {
        thread
            .write(property)?
            .set(PROPERTY_NAME, arguments.get(thread, 2));
    }
    Ok(NONE)
}

fn get_function<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    need_instance_or_class(thread, arguments)?;
    let (function, instance) = (arguments.get(thread, 0), arguments.get(thread, 1));
    if instance == NONE {
        return Ok(function);
    }
    if let Some(native) = thread.object_of(function, CLASS_NATIVE_FUNCTION) {
        return Ok(thread.bind_native(native, instance));
    }
    if let Some(object) = thread.object_of(function, CLASS_FUNCTION)
        && !thread.binds(object)
    {
        return Ok(function);
    }
    Ok(thread.new_method(function, instance))
}

/// The text of a static or a class method, with that of the object in it.
fn wrapper_text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(wrapper) = arguments.get(thread, 0).as_object() else {
        return Ok(NONE);
    };
    let kind = match thread.host_of(wrapper) {
        CLASS_STATIC_METHOD => "staticmethod",
        _ => "classmethod",
    };
    let wrapped = thread.root(thread.read(wrapper).get(WRAPPED));
    let text = repr::repr_text(thread, wrapped)?;
    string::new(thread, &format!("<{kind}({text})>"))
}

fn get_wrapped<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    need_instance_or_class(thread, arguments)?;
    let (wrapper, instance) = (arguments.get(thread, 0), arguments.get(thread, 1));
    let Some(object) = wrapper.as_object() else {
        return Ok(wrapper);
    };
    let wrapped = thread.read(object).get(WRAPPED);
    if thread.host_of(object) == CLASS_STATIC_METHOD {
        return Ok(wrapped);
    }
    let owner = arguments.optional(thread, 2).filter(|owner| *owner != NONE);
    let owner = owner.unwrap_or_else(|| thread.class_object(thread.class_of(instance)));
    Ok(match thread.object_of(wrapped, CLASS_NATIVE_FUNCTION) {
        Some(native) => thread.bind_native(native, owner),
        None => thread.new_method(wrapped, owner),
    })
}

/// The name of the slot that the receiver describes, and the class whose instances have it.
fn described(thread: &Thread, arguments: Arguments) -> Outcome<(&str, ClassNumber)> {
    let Some(member) = thread.object_of(arguments.get(thread, 0), CLASS_MEMBER) else {
        return Err(thread.raise(TYPE_ERROR, "a member_descriptor is needed"));
    };
    let view = thread.read(member);
    let name = text::as_text(thread, view.get(MEMBER_NAME)).unwrap_or("?");
    let class = thread
        .class_number_of(view.get(MEMBER_CLASS))
        .expect("members are made with their class only");
    Ok((name, class))
}

/// The name of a slot, and the instance of which its descriptor reads or writes it.
fn member(thread: &Thread, arguments: Arguments) -> Outcome<(Symbol, Object<'_>)> {
    let (name, class) = described(thread, arguments)?;
    let value = arguments.get(thread, 1);
    let instance = value
        .as_object()
        .filter(|_| thread.is_instance(value, class));
    match instance {
        Some(instance) => {
            let name = thread.machine().symbols.intern(thread, name);
            Ok((name, instance))
        }
        None => {
            let (class, given) = (thread.told_name(class), thread.type_name(value));
            let message = format!(
                "descriptor '{name}' for '{class}' objects doesn't apply to a '{given}' object"
            );
            Err(thread.raise(TYPE_ERROR, message))
        }
    }
}

fn get_member<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    need_instance_or_class(thread, arguments)?;
    if arguments.get(thread, 1) == NONE {
        return Ok(arguments.get(thread, 0));
    }
    let (name, instance) = member(thread, arguments)?;
    match thread.own_attribute(instance, name) {
        Some(value) => Ok(value),
        None => Err(missing_attribute::missing(thread, instance.value(), name)),
    }
}

fn set_member<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (name, instance) = member(thread, arguments)?;
    thread.set_own_attribute(instance, name, arguments.get(thread, 2))?;
    Ok(NONE)
}

fn delete_member<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (name, instance) = member(thread, arguments)?;
    if thread.delete_own_attribute(instance, name)? {
        return Ok(NONE);
    }
    let text = thread.machine().symbols.text(name);
    Err(thread.raise(ATTRIBUTE_ERROR, text))
}

fn member_text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (name, class) = described(thread, arguments)?;
    let class = thread.class_name(class);
    string::new(thread, &format!("<member '{name}' of '{class}' objects>"))
}

/// `types.MethodType(function, instance)`.
fn method<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (function, receiver) = (arguments.get(thread, 1), arguments.get(thread, 2));
    if !function::is_callable(thread, function) {
        return Err(thread.raise(TYPE_ERROR, "first argument must be callable"));
    }
    if receiver == NONE {
        return Err(thread.raise(TYPE_ERROR, "instance must not be None"));
    }
    Ok(thread.new_method(function, receiver))
}

fn static_method<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(thread.new_small(CLASS_STATIC_METHOD, arguments.get(thread, 1), NONE, NONE))
}

fn class_method<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(thread.new_small(CLASS_CLASS_METHOD, arguments.get(thread, 1), NONE, NONE))
}

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    TypeDef::new("property", CLASS_PROPERTY)
        .checked()
        .layouts(&[LAYOUT_PROPERTY])
        .constructor(NativeFunction::leaf("property", 1, 5, property).with_keywords())
        .filled_by_init(|thread| Ok(new_property(thread, [NONE, NONE, NONE, UNBOUND])))
        .methods(&[PROPERTY_METHODS, COPYING_METHODS, initialisers::PROPERTY])
        .attributes(&["fget", "fset", "fdel", "__name__"])
        .public(),
    TypeDef::new("staticmethod", CLASS_STATIC_METHOD)
        .constructor(NativeFunction::leaf("staticmethod", 2, 2, static_method))
        .filled_by_init(|thread| Ok(thread.new_small(CLASS_STATIC_METHOD, NONE, NONE, NONE)))
        .methods(&[WRAPPER_METHODS, initialisers::WRAPPER])
        .attributes(WRAPPER_ATTRIBUTES)
        .with_dict()
        .parameterised()
        .public(),
    TypeDef::new("classmethod", CLASS_CLASS_METHOD)
        .constructor(NativeFunction::leaf("classmethod", 2, 2, class_method))
        .filled_by_init(|thread| Ok(thread.new_small(CLASS_CLASS_METHOD, NONE, NONE, NONE)))
        .methods(&[WRAPPER_METHODS, initialisers::WRAPPER])
        .attributes(WRAPPER_ATTRIBUTES)
        .with_dict()
        .parameterised()
        .public(),
    TypeDef::new("member_descriptor", CLASS_MEMBER)
        .methods(&[MEMBER_METHODS])
        .closed(),
];
