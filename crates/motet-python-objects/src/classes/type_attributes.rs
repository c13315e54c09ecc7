//! Attributes that lie in no slot: `__class__`, `__name__`, `args` and others.

use crate::classes::annotations;
use crate::classes::code_object;
use crate::classes::frame_object;
use crate::classes::function_change;
use crate::classes::generator;
use crate::classes::generic;
use crate::classes::getset;
use crate::classes::globals;
use crate::classes::signatures;
use crate::classes::weak;
use crate::classes::wrong_arguments;
use crate::model::class;
use crate::model::class_names;
use crate::model::instance_layout;
use crate::model::text;
use crate::types::exception_fields;
use crate::types::instance;
use crate::types::module;
use crate::types::namespace_dict;
use crate::types::protocol::iterate;
use motet_tm::{Object, Value};

use crate::classes::attribute;
use crate::classes::attribute::Attribute;
use crate::model::exception::*;
use crate::model::function::*;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::{NativeFunction, Outcome, Receiver};
use crate::model::thread::Thread;
use crate::types::{dict, slice, tuple};
use motet_vm::symbol::Symbol;

fn text<'a>(thread: &'a Thread, name: &str) -> Value<'a> {
    let symbols = &thread.machine().symbols;
    symbols.object(symbols.intern(thread, name)).value()
}

/// The dict of an object's attributes, if it has one: a live one.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn dict_of<'a>(thread: &'a Thread, receiver: Value<'a>) -> Outcome<Option<Value<'a>>> {
    if getset::has_dict_of_its_own(thread, thread.class_of(receiver)) {
        return Ok(None);
    }
    hidden_dict_of(thread, receiver)
}

/// As [`dict_of`], also where the class has another attribute of the name: what a descriptor of
/// `__dict__` gives that a program has taken from a base.
///
/// # Errors
/// As [`dict_of`].
pub(crate) fn hidden_dict_of<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(object) = receiver.as_object() else {
        return Ok(None);
    };
    if let Some(class) = thread.class_number_of(receiver) {
        let _ = class;
        let proxy = thread.new_small(CLASS_MAPPING_PROXY, receiver, NONE, NONE);
        return Ok(Some(proxy));
    }
    let class = thread.class_of_object(object);
    if module::is_module(thread, object) {
        let namespace = module::namespace_of(thread, receiver);
        return namespace_dict::of(thread, namespace).map(Some);
    }
    if class == CLASS_FUNCTION {
        return function_dict(thread, object).map(|dict| Some(dict.value()));
    }
    if matches!(class, CLASS_STATIC_METHOD | CLASS_CLASS_METHOD) {
        return wrapper_dict(thread, object).map(|dict| Some(dict.value()));
    }
    if class < CLASS_EXCEPTIONS_FIRST
        || !thread.class(class).has_dict
        || !thread.has_attributes(object)
    {
        return Ok(None);
    }
    thread.instance_dict(object).map(Some)
}

/// The dict of a function's attributes.
fn function_dict<'a>(thread: &'a Thread, function: Object<'a>) -> Outcome<Object<'a>> {
    if let Some(attributes) = thread.read(function).get(FUNCTION_ATTRIBUTES).as_object() {
        return Ok(attributes);
    }
    let made = dict::new(thread)?;
    thread.write(function)?.set(FUNCTION_ATTRIBUTES, made);
    Ok(made.known_object())
}

/// The dict of a static or class method's attributes: at first those that it has taken over from
/// the callable that it wraps.
fn wrapper_dict<'a>(thread: &'a Thread, wrapper: Object<'a>) -> Outcome<Object<'a>> {
    let view = thread.read(wrapper);
    if let Some(attributes) = view.get(WRAPPER_ATTRIBUTES).as_object() {
        return Ok(attributes);
    }
    let wrapped = view.get(WRAPPED);
    let made = dict::new(thread)?;
    let attributes = made.known_object();
    for name in [names::MODULE, names::NAME, names::QUALNAME, names::DOC] {
        if let Attribute::Value(value) = attribute::find(thread, wrapped, name) {
            instance::set_in_dict(thread, attributes, name, value)?;
        }
    }
    thread.write(wrapper)?.set(WRAPPER_ATTRIBUTES, made);
    Ok(attributes)
}

/// The dict of the attributes that a program has set on a function, or on a static or class method.
pub(crate) fn given_attributes<'a>(thread: &'a Thread, object: Object<'a>) -> Option<Object<'a>> {
    let word = match thread.host_of(object) {
        CLASS_FUNCTION => FUNCTION_ATTRIBUTES,
        CLASS_STATIC_METHOD | CLASS_CLASS_METHOD => WRAPPER_ATTRIBUTES,
        _ => return None,
    };
    thread.read(object).get(word).as_object()
}

/// The attributes that every instance has, and those of objects of built-in classes.
pub fn instance_attribute<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    class: ClassNumber,
    name: Symbol,
) -> Option<Value<'a>> {
    if name == names::CLASS {
        let shown = match class {
            CLASS_NATIVE_FUNCTION | CLASS_CLASS_METHOD | CLASS_FUNCTION => {
                thread.shown_class_of(receiver)
            }
            _ => class,
        };
        return Some(thread.class_object(shown));
    }
    let Some(object) = receiver.as_object() else {
        return (name == names::DOC).then_some(NONE);
    };
    if let Some(plain) = instance_layout::boxed_value(thread, object) {
        return instance_attribute(thread, plain, thread.class_of(plain), name);
    }
    match class {
        CLASS_FUNCTION => function_attribute(thread, object, name),
        CLASS_NATIVE_FUNCTION => native_attribute(thread, object, name),
        CLASS_METHOD => method_attribute(thread, object, name),
        CLASS_GENERATOR | CLASS_COROUTINE | CLASS_ASYNC_GENERATOR => {
            generator::attribute(thread, object, name)
        }
        CLASS_CODE => {
            code_object::code_attribute(thread, object, thread.machine().symbols.text(name))
        }
        CLASS_FRAME => {
            frame_object::frame_attribute(thread, object, thread.machine().symbols.text(name))
        }
        CLASS_TRACEBACK => {
            frame_object::traceback_attribute(thread, object, thread.machine().symbols.text(name))
        }
        CLASS_MEMBER | CLASS_GETSET => member_attribute(thread, object, name),
        CLASS_WEAK_REFERENCE => {
            weak::attribute(thread, object, thread.machine().symbols.text(name))
        }
        CLASS_GENERIC_ALIAS | CLASS_UNION => generic::attribute(thread, object, name),
        CLASS_PROPERTY if matches!(name, names::DOC | names::NAME) => {
            property_text(thread, object, name)
        }
        CLASS_PROPERTY => {
            let word = match name {
                names::FGET => PROPERTY_GET,
                names::FSET => PROPERTY_SET,
                names::FDEL => PROPERTY_DELETE,
                _ => return abstract_property(thread, object, name),
            };
            Some(thread.read(object).get(word))
        }
        CLASS_STATIC_METHOD | CLASS_CLASS_METHOD
            if matches!(name, names::FUNC | names::WRAPPED) =>
        {
            Some(thread.read(object).get(WRAPPED))
        }
        CLASS_STATIC_METHOD | CLASS_CLASS_METHOD => wrapped_attribute(thread, object, name),
        CLASS_RANGE => range_attribute(thread, object, name),
        CLASS_SLICE if name == names::DOC => Some(NONE),
        CLASS_SLICE => slice::attribute(thread, object, thread.machine().symbols.text(name)),
        _ if thread.layout_id(object) == LAYOUT_EXCEPTION => {
            exception_attribute(thread, object, name)
        }
        _ if name == names::DOC => Some(NONE),
        _ => None,
    }
}

fn range_attribute<'a>(thread: &'a Thread, object: Object<'a>, name: Symbol) -> Option<Value<'a>> {
    let word = match thread.machine().symbols.text(name) {
        "start" => 1,
        "stop" => 2,
        "step" => 3,
        _ => return (name == names::DOC).then_some(NONE),
    };
    Some(thread.read(object).get(word))
}

/// The attributes that a static or class method takes over from the callable that it wraps.
fn wrapped_attribute<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let wrapped = thread.read(object).get(WRAPPED);
    if is_taken_over(thread, name) {
        return plainly_found(thread, wrapped, name);
    }
    match thread.machine().symbols.text(name) {
        "__objclass__" => {
            let (class, _) = thread.owner_of_class_method(object)?;
            Some(thread.class_object(class))
        }
        _ => None,
    }
}

/// `property.__isabstractmethod__`: whether one of its functions is abstract.
fn abstract_property<'a>(
    thread: &'a Thread,
    property: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    if thread.machine().symbols.text(name) != "__isabstractmethod__" {
        return None;
    }
    let is_abstract = [PROPERTY_GET, PROPERTY_SET, PROPERTY_DELETE].map(|word| {
        let function = thread.read(property).get(word);
        matches!(attribute::find(thread, function, name), Attribute::Value(value) if value == TRUE)
    });
    Some(boolean(is_abstract.contains(&true)))
}

/// The text or the name of a property: its own, or else its getter's.
pub(crate) fn property_text<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let view = thread.read(object);
    let (word, absent) = match name {
        names::DOC => (PROPERTY_DOC, Some(NONE)),
        _ => (PROPERTY_NAME, None),
    };
    let own = view.get(word);
    if own != UNBOUND {
        return Some(own);
    }
    match attribute::find(thread, view.get(PROPERTY_GET), name) {
        Attribute::Value(value) => Some(value),
        _ => absent,
    }
}

fn member_attribute<'a>(thread: &'a Thread, object: Object<'a>, name: Symbol) -> Option<Value<'a>> {
    let view = thread.read(object);
    let class = thread.class_number_of(view.get(MEMBER_CLASS))?;
    Some(match name {
        names::NAME => view.get(MEMBER_NAME),
        names::QUALNAME => {
            let own = text::as_text(thread, view.get(MEMBER_NAME))?;
            text(
                thread,
                &format!("{}.{own}", thread.class(class).qualified_name),
            )
        }
        names::OBJECT_CLASS => view.get(MEMBER_CLASS),
        names::DOC => view.get(MEMBER_DOC),
        _ => return None,
    })
}

/// The word of a function that holds an attribute.
pub(crate) fn function_word(name: Symbol) -> Option<u64> {
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
    let code = || thread.function_code(object);
    if let Some(word) = function_word(name) {
        let value = thread.read(object).get(word);
        let is_late = word == FUNCTION_DOC && value == UNBOUND;
        return Some(if is_late { code().doc(thread) } else { value });
    }
    if name == names::SELF && !thread.binds(object) {
        let module = thread.read(object).get(FUNCTION_MODULE);
        return text::as_text(thread, module).and_then(|name| module::find_module(thread, name));
    }
    match thread.machine().symbols.text(name) {
        "__code__" => Some(code_object::object(thread, code())),
        "__globals__" => frame_object::globals_of(thread, object.value(), code()),
        "__type_params__" => Some(annotations::type_parameters(thread, object)),
        "__builtins__" => {
            let globals = frame_object::globals_of(thread, object.value(), code())?;
            globals::builtins_of(thread, globals).ok()
        }
        _ => None,
    }
}

fn native_attribute<'a>(thread: &'a Thread, object: Object<'a>, name: Symbol) -> Option<Value<'a>> {
    let (function, binding) = thread.native_of(object);
    let owner = thread.read(object).get(NATIVE_SELF);
    if let Some(behind) = thread.object_of(owner, CLASS_FUNCTION)
        && binding == NativeBinding::Function
    {
        return match name {
            names::WRAPPED => Some(owner),
            names::SELF => Some(NONE),
            _ => function_attribute(thread, behind, name).filter(|_| {
                matches!(
                    name,
                    names::NAME | names::QUALNAME | names::DOC | names::MODULE
                )
            }),
        };
    }
    match name {
        names::NAME => Some(text(thread, function.name)),
        names::QUALNAME => Some(qualified_name(thread, object)),
        names::DOC => Some(NONE),
        names::TEXT_SIGNATURE => Some(signature(thread, object)),
        names::SELF if is_object_new(function) && owner == NONE => {
            Some(thread.class_object(CLASS_OBJECT))
        }
        names::SELF if binding == NativeBinding::Function && owner == NONE => {
            let is_of_module = function.shown_of.is_none();
            let module = is_of_module.then(|| module::find_module(thread, "builtins"));
            Some(module.flatten().unwrap_or(NONE))
        }
        names::SELF if binding != NativeBinding::Method => Some(owner),
        // The descriptors of methods do not know it.
        names::MODULE if thread.shown_class_of_native(object) != CLASS_NATIVE_FUNCTION => None,
        names::MODULE => Some(match binding {
            _ if function.shown_of.is_some() || is_object_new(function) => NONE,
            NativeBinding::Function if owner == NONE => match function.receiver {
                // It reads or writes an attribute of a class.
                Receiver::Instance(class) => text(thread, &thread.class(class).module),
                _ => text(thread, "builtins"),
            },
            NativeBinding::Function => {
                let module = module::module_name(thread, owner);
                text(thread, wrong_arguments::shown_module(module))
            }
            _ => NONE,
        }),
        // Unbound methods are descriptors, functions are none; both have one class in the heap, so
        // this is no attribute of that class.
        names::GET if binding == NativeBinding::Method => {
            let getter = thread.look_up(CLASS_FUNCTION, names::GET)?.value;
            let getter = thread.object_of(getter, CLASS_NATIVE_FUNCTION)?;
            Some(thread.bind_native(getter, object.value()))
        }
        _ => match function.receiver {
            Receiver::Instance(class)
                if thread.shown_class_of(object.value()) != CLASS_NATIVE_FUNCTION
                    && thread.machine().symbols.text(name) == "__objclass__" =>
            {
                Some(thread.class_object(class))
            }
            _ => None,
        },
    }
}

/// How a native is called.
fn signature<'a>(thread: &'a Thread, native: Object<'a>) -> Value<'a> {
    let function = thread.native_of(native).0;
    let owner = thread.read(native).get(NATIVE_SELF);
    let found = match (function.receiver, module::as_module(thread, owner)) {
        (Receiver::None, Some(module)) if function.shown_of.is_none() => {
            let module = module::module_name(thread, module.value());
            signatures::of_module(module, function.name)
        }
        (Receiver::Instance(class), _) => {
            signatures::find(&format!("{}.{}", thread.class_name(class), function.name))
        }
        _ => text::as_text(thread, qualified_name(thread, native)).and_then(signatures::find),
    };
    found.map_or(NONE, |found| text(thread, found))
}

/// Whether a native is `object.__new__`, which is bound to nothing.
fn is_object_new(function: &NativeFunction) -> bool {
    function.name == "__new__" && function.receiver == Receiver::None
}

/// A native's name, behind that of the class that has it. What is bound tells the class of what it
/// is bound to, but for slots.
fn qualified_name<'a>(thread: &'a Thread, native: Object<'a>) -> Value<'a> {
    let (function, binding) = thread.native_of(native);
    let owner = thread.read(native).get(NATIVE_SELF);
    let is_bound = binding == NativeBinding::Bound;
    let is_wrapper = thread.shown_class_of_native(native) == CLASS_METHOD_WRAPPER;
    let class = match function.receiver {
        _ if is_bound && !is_wrapper && module::as_module(thread, owner).is_none() => {
            let of = thread.class_number_of(owner);
            Some(
                &*thread
                    .class(of.unwrap_or_else(|| thread.class_of(owner)))
                    .qualified_name,
            )
        }
        _ if let Some(class) = function.shown_of => class.rsplit('.').next(),
        Receiver::Instance(class) => Some(thread.class_name(class)),
        Receiver::Class => thread
            .class_number_of(owner)
            .map(|class| thread.class_name(class)),
        Receiver::None if is_object_new(function) => Some("object"),
        Receiver::None => None,
    };
    match class {
        Some(class) => text(thread, &format!("{class}.{}", function.name)),
        None => text(thread, function.name),
    }
}

fn method_attribute<'a>(thread: &'a Thread, object: Object<'a>, name: Symbol) -> Option<Value<'a>> {
    let view = thread.read(object);
    match name {
        names::SELF => Some(view.get(METHOD_SELF)),
        names::FUNC => Some(view.get(METHOD_FUNCTION)),
        _ => plainly_found(thread, view.get(METHOD_FUNCTION), name),
    }
}

/// An attribute of a callable that is there without a call.
fn plainly_found<'a>(thread: &'a Thread, callable: Value<'a>, name: Symbol) -> Option<Value<'a>> {
    if thread.has_own_getattribute(thread.class_of(callable)) {
        return None;
    }
    match attribute::find(thread, callable, name) {
        Attribute::Value(value) => Some(value),
        _ => None,
    }
}

/// Whether a static or class method has an attribute from the callable that it wraps.
pub(crate) fn is_taken_over(thread: &Thread, name: Symbol) -> bool {
    matches!(
        name,
        names::MODULE | names::NAME | names::QUALNAME | names::DOC
    ) || matches!(
        thread.machine().symbols.text(name),
        "__annotations__" | "__annotate__" | "__isabstractmethod__" | "__type_params__"
    )
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
    if let Some(value) = exception_fields::get(thread, object, text) {
        return Some(value);
    }
    match name {
        names::DOC => Some(NONE),
        _ => None,
    }
}

/// Refuses a value that cannot become one of the attributes that all exceptions have.
pub(crate) fn check_exception_word(thread: &Thread, name: Symbol, value: Value<'_>) -> Outcome<()> {
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

/// Whether [`class_attribute`] may know an attribute of this name.
pub fn is_class_attribute(name: Symbol) -> bool {
    matches!(
        name,
        names::NAME
            | names::QUALNAME
            | names::BASE
            | names::MODULE
            | names::MRO
            | names::BASES
            | names::CLASS
            | names::DOC
    )
}

/// The attributes that every class has.
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
        names::NAME | names::QUALNAME => class_names::name(thread, number, name),
        names::BASE if number == CLASS_OBJECT => NONE,
        names::BASE => thread.class_object(base_of(thread, class)),
        names::MODULE if number < CLASS_USER_FIRST => text(thread, &class.module),
        names::MRO => classes(&class.mro),
        names::BASES if number == CLASS_OBJECT => classes(&[]),
        names::BASES => classes(&class.bases),
        names::CLASS => thread.class_object(class.metaclass.get()),
        names::DOC => class.namespace.get(thread, names::DOC).unwrap_or(NONE),
        _ => return None,
    })
}

/// The base that an instance's layout comes from.
fn base_of(thread: &Thread, class: &class::Class) -> ClassNumber {
    let mut bases = class.bases.iter().copied();
    let found = bases.find(|base| {
        let solid = thread.class(*base).solid;
        solid == class.solid || class.solid == class.number && solid != CLASS_OBJECT
    });
    found.unwrap_or(class.bases[0])
}

/// Sets (or deletes) an attribute that lies in no slot; false if the attribute is none of these.
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
    if matches!(class, CLASS_STATIC_METHOD | CLASS_CLASS_METHOD) {
        return set_wrapper_attribute(thread, object, class, name, value);
    }
    if generator::is_generator_class(class) {
        return generator::set_attribute(thread, object, name, value);
    }
    if class == CLASS_FRAME {
        let name = thread.machine().symbols.text(name);
        return frame_object::set_frame_attribute(thread, object, name, value);
    }
    if class == CLASS_TRACEBACK {
        let name = thread.machine().symbols.text(name);
        return frame_object::set_traceback_attribute(thread, object, name, value);
    }
    if class == CLASS_PROPERTY
        && let word @ (PROPERTY_DOC | PROPERTY_NAME) = match name {
            names::DOC => PROPERTY_DOC,
            names::NAME => PROPERTY_NAME,
            _ => 0,
        }
    {
        thread.write(object)?.set(word, value.unwrap_or(UNBOUND));
        return Ok(true);
    }
    if thread.layout_id(object) == LAYOUT_EXCEPTION {
        return set_exception_attribute(thread, object, class, name, value);
    }
    Ok(false)
}

/// Whether an attribute of exceptions of a class lies beside their own attributes: then storing it
/// is more than filling a slot.
pub fn lies_in_exception(thread: &Thread, class: ClassNumber, name: Symbol) -> bool {
    let text = thread.machine().symbols.text(name);
    exception_word(name).is_some() || exception_fields::is_field(thread, class, text)
}

/// Sets (or deletes) what lies in an exception beside its own attributes.
fn set_exception_attribute(
    thread: &Thread,
    object: Object<'_>,
    class: ClassNumber,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    // What a class of the program has under this name hides the field.
    let found = thread.look_up(class, name);
    if found.is_some_and(|found| found.class >= CLASS_USER_FIRST) {
        return Ok(false);
    }
    let text = thread.machine().symbols.text(name);
    let new = value.unwrap_or(NONE);
    exception_fields::refuse_fixed(thread, class, text)?;
    if exception_fields::set(thread, object, text, new)? {
        return Ok(true);
    }
    let Some(word) = exception_word(name) else {
        return Ok(false);
    };
    let Some(value) = value else {
        let message = match text {
            "__suppress_context__" => "can't delete numeric/char attribute".to_owned(),
            _ => format!("{text} may not be deleted"),
        };
        return Err(thread.raise(TYPE_ERROR, message));
    };
    check_exception_word(thread, name, value)?;
    let value = match name {
        names::ARGS if tuple::as_tuple(thread, value).is_none() => {
            let values = iterate::values_leaf(thread, value);
            let Some(values) = values else {
                let given = thread.type_name(value);
                let message = format!("'{given}' object is not iterable");
                return Err(thread.raise(TYPE_ERROR, message));
            };
            thread.new_tuple(&values)
        }
        _ => value,
    };
    let view = thread.write(object)?;
    view.set(word, value);
    if name == names::CAUSE {
        view.set(EXCEPTION_SUPPRESS, TRUE);
    }
    Ok(true)
}

fn set_wrapper_attribute(
    thread: &Thread,
    object: Object<'_>,
    class: ClassNumber,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    let on_class = thread.look_up(class, name);
    let is_fixed = on_class.is_some_and(|found| thread.class_of(found.value) == CLASS_GETSET);
    if is_fixed || thread.machine().symbols.text(name) == "__isabstractmethod__" {
        return Ok(false);
    }
    let attributes = wrapper_dict(thread, object)?;
    match value {
        Some(value) => instance::set_in_dict(thread, attributes, name, value).map(|()| true),
        None => instance::delete_in_dict(thread, attributes, name),
    }
}

fn set_function_attribute(
    thread: &Thread,
    object: Object<'_>,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    if function_change::assign(thread, object, name, value)? {
        return Ok(true);
    }
    let attributes = function_dict(thread, object)?;
    match value {
        Some(value) => {
            instance::set_in_dict(thread, attributes, name, value)?;
            Ok(true)
        }
        None => instance::delete_in_dict(thread, attributes, name),
    }
}
