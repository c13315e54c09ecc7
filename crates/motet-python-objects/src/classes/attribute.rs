//! Reading attributes: instance, class, module, `super`.
//!
//! [`find`] is the leaf: it decides, without running Python code, how the attribute is read.
//! [`get`] reads it.

use crate::classes::generic;
use crate::classes::getset;
use crate::classes::missing_attribute::missing;
use crate::classes::type_attributes;
use crate::types::dict;
use crate::types::module;
use std::sync::atomic::Ordering;

use motet_tm::{Object, Root, Unwind, Value};

use crate::classes::behind;
use crate::classes::weak::{is_proxy, unwrapped};
use crate::model::exception::ATTRIBUTE_ERROR;
use crate::model::function::*;
use crate::model::layouts::*;
use crate::model::lookup_cache::Found;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use motet_vm::inline_cache::EMPTY;
use motet_vm::symbol::Symbol;

/// The outcome of looking an attribute up.
pub enum Attribute<'a> {
    /// This value.
    Value(Value<'a>),
    /// The result of a call.
    Call {
        /// The callable.
        callable: Value<'a>,
        /// Its arguments.
        arguments: GetterArguments<'a>,
    },
    /// There is none (`__getattr__` was not asked).
    Missing,
}

/// The one or three arguments of a getter: no memory is asked for at each read of a property.
pub struct GetterArguments<'a> {
    values: [Value<'a>; 3],
    count: usize,
}

impl<'a> GetterArguments<'a> {
    fn one(receiver: Value<'a>) -> GetterArguments<'a> {
        let values = [receiver, NONE, NONE];
        GetterArguments { values, count: 1 }
    }

    fn three(values: [Value<'a>; 3]) -> GetterArguments<'a> {
        GetterArguments { values, count: 3 }
    }

    /// As roots, over which the thread may collect; how many of them there are.
    fn rooted(&self, thread: &Thread) -> ([Root; 3], usize) {
        (self.values.map(|value| thread.root(value)), self.count)
    }
}

impl<'a> std::ops::Deref for GetterArguments<'a> {
    type Target = [Value<'a>];

    fn deref(&self) -> &[Value<'a>] {
        &self.values[..self.count]
    }
}

/// The callable of a method call, and whether the receiver goes before the arguments.
pub enum Method<'a> {
    /// Call this with the receiver as first argument. The cell is the class's.
    Function {
        /// The function as it was found on the class.
        function: Value<'a>,
        /// The cell that holds the value.
        cell: motet_tm::Pinned,
    },
    /// Call this with the arguments alone.
    Plain(Value<'a>),
    /// Call this with `receiver`, another value than the one before the dot, as first argument.
    Bound {
        /// The function as it was found on the class.
        function: Value<'a>,
        /// The object that the function is bound to.
        receiver: Value<'a>,
    },
    /// Ask [`get`].
    Other,
}

/// Looks for an attribute.
pub fn find<'a>(thread: &'a Thread, receiver: Value<'a>, name: Symbol) -> Attribute<'a> {
    if let Some(class) = thread.class_number_of(receiver) {
        return find_on_class(thread, receiver, class, name);
    }
    let class = thread.class_of(receiver);
    match class {
        CLASS_WEAK_PROXY | CLASS_WEAK_CALLABLE_PROXY => return Attribute::Missing,
        CLASS_MODULE => return find_on_module(thread, receiver, name),
        CLASS_SUPER if name != names::CLASS => return find_on_super(thread, receiver, name),
        _ => {}
    }
    find_on_instance(thread, receiver, class, name)
}

fn find_on_instance<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    class: ClassNumber,
    name: Symbol,
) -> Attribute<'a> {
    let found = thread.look_up(class, name);
    if let Some(found) = &found
        && is_data_descriptor(thread, found.value)
    {
        let bound = bind(thread, found.value, receiver, class);
        // One without `__get__` only stores: an attribute of the instance goes before it.
        if matches!(&bound, Attribute::Value(value) if *value == found.value)
            && let Some(object) = receiver.as_object()
            && let Some(own) = thread.own_attribute(object, name)
        {
            return Attribute::Value(own);
        }
        return bound;
    }
    if let Some(object) = receiver.as_object() {
        if let Some(value) = thread.own_attribute(object, name) {
            return Attribute::Value(value);
        }
        if class >= CLASS_USER_FIRST
            && module::is_module(thread, object)
            && let Some(value) = module::namespace_of(thread, receiver).get(thread, name)
        {
            return Attribute::Value(value);
        }
        if let Some(value) = function_attribute(thread, object, name) {
            return Attribute::Value(value);
        }
    }
    if let Some(found) = found {
        return bind(thread, found.value, receiver, class);
    }
    match type_attributes::instance_attribute(thread, receiver, class, name) {
        Some(value) => Attribute::Value(value),
        None => Attribute::Missing,
    }
}

/// Attributes that a program has given to a function, or to a static or class method.
fn function_attribute<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let attributes = type_attributes::given_attributes(thread, object)?;
    let name = thread.machine().symbols.object(name).value();
    dict::get_leaf(thread, attributes, name).ok()??
}

fn find_on_module<'a>(thread: &'a Thread, module: Value<'a>, name: Symbol) -> Attribute<'a> {
    let namespace = module::namespace_of(thread, module);
    if let Some(value) = namespace.get(thread, name) {
        return Attribute::Value(value);
    }
    find_on_instance(thread, module, CLASS_MODULE, name)
}

fn find_on_super<'a>(thread: &'a Thread, receiver: Value<'a>, name: Symbol) -> Attribute<'a> {
    match found_by_super(thread, receiver.known_object(), name) {
        // On a class (in a class method or `__new__`) functions stay as they are.
        Some((found, instance, class)) if thread.class_number_of(instance) == Some(class) => {
            bind_to_class(thread, found.value, class)
        }
        Some((found, instance, class)) => bind(thread, found.value, instance, class),
        None => find_on_instance(thread, receiver, CLASS_SUPER, name),
    }
}

/// What a `super` object finds behind its class, the instance that it binds to, and the class of
/// that. An unbound one finds nothing, and none finds `__class__`.
fn found_by_super<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    name: Symbol,
) -> Option<(Found<'a>, Value<'a>, ClassNumber)> {
    if name == names::CLASS {
        return None;
    }
    let view = thread.read(object);
    let class = view.get(SUPER_CLASS).as_integer()? as ClassNumber;
    let after = view.get(SUPER_AFTER).known_integer() as ClassNumber;
    let found = thread.look_up_after(class, after, name)?;
    Some((found, view.get(SUPER_SELF), class))
}

/// Whether a `super` object finds an attribute behind its class: others are its own.
pub fn is_found_by_super(thread: &Thread, object: Object<'_>, name: Symbol) -> bool {
    found_by_super(thread, object, name).is_some()
}

fn find_on_class<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    class: ClassNumber,
    name: Symbol,
) -> Attribute<'a> {
    let metaclass = thread.class_of(receiver);
    let on_metaclass = thread.look_up(metaclass, name);
    // A property of a program's metaclass hides what `type` has under the name.
    let hides = |found: &Found<'_>| {
        found.class >= CLASS_USER_FIRST && is_data_descriptor(thread, found.value)
    };
    if !on_metaclass.as_ref().is_some_and(hides)
        && let Some(value) = type_attributes::class_attribute(thread, class, name)
    {
        return match name {
            // A descriptor may stand in the place of the text.
            names::DOC => bind_to_class(thread, value, class),
            _ => Attribute::Value(value),
        };
    }
    let described = on_metaclass
        .as_ref()
        .filter(|found| is_data_descriptor(thread, found.value));
    if let Some(found) = described {
        let bound = bind(thread, found.value, receiver, metaclass);
        // As in instances: one without `__get__` only stores.
        if !matches!(&bound, Attribute::Value(value) if *value == found.value)
            || thread.look_up(class, name).is_none()
        {
            return bound;
        }
    }
    if let Some(found) = thread.look_up(class, name)
        // Abstract methods are never inherited.
        && (name != names::ABSTRACT_METHODS || found.class == class)
    {
        return bind_to_class(thread, found.value, class);
    }
    match on_metaclass {
        Some(found) => bind(thread, found.value, receiver, metaclass),
        // A class that was not made with parameters has none.
        None if thread.machine().symbols.text(name) == "__type_params__" => {
            Attribute::Value(thread.new_tuple(&[]))
        }
        None => Attribute::Missing,
    }
}

/// Whether a value in a class goes before the attributes of the instance.
pub fn is_data_descriptor(thread: &Thread, value: Value<'_>) -> bool {
    let class = match value.as_object() {
        Some(object) => thread.class_of_object(object),
        None => return false,
    };
    matches!(class, CLASS_PROPERTY | CLASS_GETSET)
        || class >= CLASS_USER_FIRST
            && (thread.look_up(class, names::SET).is_some()
                || thread.look_up(class, names::DELETE).is_some())
}

/// The attribute that a value in a class becomes when it is reached through an instance.
fn bind<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    receiver: Value<'a>,
    class: ClassNumber,
) -> Attribute<'a> {
    let Some(object) = value.as_object() else {
        return Attribute::Value(value);
    };
    let view = || thread.read(object);
    match thread.class_of_object(object) {
        CLASS_FUNCTION if thread.binds(object) => {
            Attribute::Value(thread.new_method(value, receiver))
        }
        CLASS_NATIVE_FUNCTION => match thread.native_of(object).1 {
            NativeBinding::Method => Attribute::Value(thread.bind_native(object, receiver)),
            _ => Attribute::Value(value),
        },
        CLASS_STATIC_METHOD => Attribute::Value(view().get(WRAPPED)),
        CLASS_CLASS_METHOD => bind_class_method(thread, view().get(WRAPPED), class),
        CLASS_MEMBER => match member_value(thread, object, receiver) {
            Some(value) => Attribute::Value(value),
            None => Attribute::Missing,
        },
        CLASS_GETSET => match getset::value(thread, object, receiver) {
            Some(value) => Attribute::Value(value),
            None => Attribute::Missing,
        },
        CLASS_PROPERTY => {
            let getter = view().get(PROPERTY_GET);
            if getter == NONE {
                return Attribute::Missing;
            }
            if let Some(value) = by_short_cut(thread, getter, receiver) {
                return Attribute::Value(value);
            }
            Attribute::Call {
                callable: getter,
                arguments: GetterArguments::one(receiver),
            }
        }
        user if user >= CLASS_USER_FIRST => match thread.look_up(user, names::GET) {
            Some(getter) => Attribute::Call {
                callable: getter.value,
                arguments: GetterArguments::three([value, receiver, thread.class_object(class)]),
            },
            None => Attribute::Value(value),
        },
        // One that is unbound is a descriptor.
        CLASS_SUPER if view().get(SUPER_SELF) == UNBOUND => {
            match thread.look_up(CLASS_SUPER, names::GET) {
                Some(getter) => Attribute::Call {
                    callable: getter.value,
                    arguments: GetterArguments::three([value, receiver, NONE]),
                },
                None => Attribute::Value(value),
            }
        }
        _ => Attribute::Value(value),
    }
}

/// The answer of the short cut of a native that is a property's getter, if it has one.
pub fn by_short_cut<'a>(
    thread: &'a Thread,
    getter: Value<'a>,
    receiver: Value<'a>,
) -> Option<Value<'a>> {
    let object = thread.object_of(getter, CLASS_NATIVE_FUNCTION)?;
    let (native, binding) = thread.native_of(object);
    let quick = native.quick?;
    let takes = |count| native.least <= count && count <= native.most;
    match binding {
        NativeBinding::Bound if takes(2) => {
            let own = thread.read(object).get(NATIVE_SELF);
            quick(thread, [own, receiver, UNBOUND])
        }
        NativeBinding::Bound => None,
        _ if takes(1) => quick(thread, [receiver, UNBOUND, UNBOUND]),
        _ => None,
    }
}

/// The answer of the short cut of a native that a class has as a hook (`__getattribute__`,
/// `__setattr__`), if it has one. The first argument is the instance.
pub fn hook_by_short_cut<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    hook: Symbol,
    arguments: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let found = thread.look_up(class, hook)?;
    let object = thread.object_of(found.value, CLASS_NATIVE_FUNCTION)?;
    let (native, binding) = thread.native_of(object);
    let count = arguments.iter().filter(|it| **it != UNBOUND).count();
    let is_taken = (usize::from(native.least)..=usize::from(native.most)).contains(&count);
    let quick = native
        .quick
        .filter(|_| is_taken && binding == NativeBinding::Method)?;
    quick(thread, arguments)
}

/// The value in a slot of an instance.
pub(crate) fn member_value<'a>(
    thread: &'a Thread,
    member: Object<'a>,
    receiver: Value<'a>,
) -> Option<Value<'a>> {
    let name = thread.symbol_of_name(thread.read(member).get(MEMBER_NAME))?;
    thread.own_attribute(receiver.as_object()?, name)
}

fn bind_class_method<'a>(
    thread: &'a Thread,
    function: Value<'a>,
    class: ClassNumber,
) -> Attribute<'a> {
    let receiver = thread.class_object(class);
    match thread.object_of(function, CLASS_NATIVE_FUNCTION) {
        Some(native) => Attribute::Value(thread.bind_native(native, receiver)),
        None => Attribute::Value(thread.new_method(function, receiver)),
    }
}

/// The attribute that a value in a class becomes when it is reached through the class.
fn bind_to_class<'a>(thread: &'a Thread, value: Value<'a>, class: ClassNumber) -> Attribute<'a> {
    let Some(object) = value.as_object() else {
        return Attribute::Value(value);
    };
    match thread.class_of_object(object) {
        CLASS_STATIC_METHOD => Attribute::Value(thread.read(object).get(WRAPPED)),
        CLASS_CLASS_METHOD => bind_class_method(thread, thread.read(object).get(WRAPPED), class),
        user if user >= CLASS_USER_FIRST => match thread.look_up(user, names::GET) {
            Some(getter) => Attribute::Call {
                callable: getter.value,
                arguments: GetterArguments::three([value, NONE, thread.class_object(class)]),
            },
            None => Attribute::Value(value),
        },
        _ => Attribute::Value(value),
    }
}

/// Looks for the callable of `receiver.name(…)`, without making a bound method.
pub fn find_method<'a>(thread: &'a Thread, receiver: Value<'a>, name: Symbol) -> Method<'a> {
    if let Some(object) = receiver.as_object() {
        match thread.host_of(object) {
            CLASS_MODULE => {
                let namespace = module::namespace_of(thread, receiver);
                return match namespace.get(thread, name) {
                    Some(value) => Method::Plain(value),
                    None => Method::Other,
                };
            }
            CLASS_SUPER => return find_method_on_super(thread, object, name),
            CLASS_FUNCTION | CLASS_GENERIC_ALIAS | CLASS_WEAK_PROXY | CLASS_WEAK_CALLABLE_PROXY => {
                return Method::Other;
            }
            _ if module::is_module(thread, object) => return Method::Other,
            _ => {}
        }
        if let Some(class) = thread.class_number_of(receiver) {
            return find_method_on_class(thread, receiver, class, name);
        }
    }
    let class = thread.class_of(receiver);
    if thread.has_own_getattribute(class) {
        return Method::Other;
    }
    let found = thread.look_up(class, name);
    if let Some(found) = &found
        && is_data_descriptor(thread, found.value)
    {
        return Method::Other;
    }
    if let Some(value) = receiver
        .as_object()
        .and_then(|object| thread.own_attribute(object, name))
    {
        return Method::Plain(value);
    }
    let Some(found) = found else {
        return Method::Other;
    };
    let Some(object) = found.value.as_object() else {
        return Method::Plain(found.value);
    };
    let wrapped = || thread.read(object).get(WRAPPED);
    match thread.host_of(object) {
        CLASS_STATIC_METHOD => return Method::Plain(wrapped()),
        CLASS_CLASS_METHOD if thread.is_function(wrapped()) => {
            return Method::Bound {
                function: wrapped(),
                receiver: thread.class_object(class),
            };
        }
        _ if binds_as_function(thread, object) => {
            return Method::Bound {
                function: found.value,
                receiver,
            };
        }
        _ if binds_to_nothing(thread, object) => return Method::Plain(found.value),
        _ if !thread.is_function(found.value) => return Method::Other,
        _ => {}
    }
    Method::Function {
        function: found.value,
        cell: found.cell,
    }
}

/// Whether a value of a class has a `__get__` that binds as functions do: that of `lru_cache`.
fn binds_as_function(thread: &Thread, value: Object<'_>) -> bool {
    let class = thread.class_of_object(value);
    let get = || {
        let get = thread.look_up(class, names::GET)?;
        thread.object_of(get.value, CLASS_NATIVE_FUNCTION)
    };
    class >= CLASS_USER_FIRST && get().is_some_and(|get| thread.native_of(get).0.binds)
}

/// Whether an object is a class of no metaclass of its own: classes hold it as a plain value.
fn binds_to_nothing(thread: &Thread, object: Object<'_>) -> bool {
    thread.layout_id(object) == LAYOUT_CLASS && thread.class_of_object(object) == CLASS_TYPE
}

/// The callable of `super().name(…)`.
fn find_method_on_super<'a>(thread: &'a Thread, object: Object<'a>, name: Symbol) -> Method<'a> {
    let Some((found, receiver, class)) = found_by_super(thread, object, name) else {
        return Method::Other;
    };
    match thread.class_number_of(receiver) {
        // In a class method or `__new__` functions stay as they are.
        Some(number) if number == class => method_of_class(thread, found.value, receiver),
        None if thread.is_function(found.value) => Method::Bound {
            function: found.value,
            receiver,
        },
        _ => Method::Other,
    }
}

/// The callable of `C.name(…)`, where C is a class.
fn find_method_on_class<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    class: ClassNumber,
    name: Symbol,
) -> Method<'a> {
    let metaclass = thread.class(class).metaclass.get();
    let on_metaclass = thread.look_up(metaclass, name);
    if type_attributes::is_class_attribute(name)
        || on_metaclass.is_some_and(|found| is_data_descriptor(thread, found.value))
        || metaclass != CLASS_TYPE && thread.has_own_getattribute(metaclass)
    {
        return Method::Other;
    }
    match thread.look_up(class, name) {
        Some(found) => method_of_class(thread, found.value, receiver),
        // A method of the metaclass. (No cell is told: what a site keeps holds for all classes of
        // the metaclass, and another one may have an attribute of this name.)
        None => match on_metaclass {
            Some(found) if is_bound_function(thread, found.value) => Method::Bound {
                function: found.value,
                receiver,
            },
            _ => Method::Other,
        },
    }
}

/// Whether a value of a class is a program's function that a read through an instance binds.
pub fn is_bound_function(thread: &Thread, value: Value<'_>) -> bool {
    let function = thread.object_of(value, CLASS_FUNCTION);
    function.is_some_and(|function| thread.binds(function))
}

/// The callable of a method that was found on a class (`receiver`) or above it.
fn method_of_class<'a>(thread: &'a Thread, found: Value<'a>, receiver: Value<'a>) -> Method<'a> {
    let Some(object) = found.as_object() else {
        return Method::Other;
    };
    let wrapped = || thread.read(object).get(WRAPPED);
    match thread.host_of(object) {
        CLASS_FUNCTION | CLASS_NATIVE_FUNCTION => Method::Plain(found),
        CLASS_STATIC_METHOD => Method::Plain(wrapped()),
        CLASS_CLASS_METHOD if thread.is_function(wrapped()) => Method::Bound {
            function: wrapped(),
            receiver,
        },
        _ if binds_to_nothing(thread, object) => Method::Plain(found),
        _ => Method::Other,
    }
}

impl Thread {
    /// Whether calling a class of this metaclass calls a method that a program has defined.
    pub fn has_call_of_program(&self, metaclass: ClassNumber) -> bool {
        metaclass != CLASS_TYPE
            && self
                .look_up(metaclass, names::CALL)
                .is_some_and(|found| found.class >= CLASS_USER_FIRST)
    }

    /// Whether a class has a `__getattribute__` of its own.
    pub fn has_own_getattribute(&self, class: ClassNumber) -> bool {
        if class < CLASS_USER_FIRST {
            return false;
        }
        let cache = &self.class(class).caches.own_getattribute;
        let known = cache.load(Ordering::Relaxed);
        if known != EMPTY {
            return known != 0;
        }
        let found = self.look_up(class, names::GETATTRIBUTE);
        let is_own = found.is_some_and(|found| found.class != CLASS_OBJECT);
        self.fill_cache(cache, Some(u64::from(is_own)));
        is_own
    }
}

/// Reads an attribute: the value of `receiver.name`.
///
/// # Errors
/// `AttributeError`, and exceptions of Python code.
pub fn get(thread: &mut Thread, receiver: Root, name: Symbol) -> Outcome<Root> {
    let class = thread.class_of(thread.get(receiver));
    let outcome = if thread.has_own_getattribute(class) {
        get_by_own(thread, receiver, name).map(Some)
    } else {
        find_and_get(thread, receiver, name)
    };
    match or_getattr(thread, receiver, name, outcome)? {
        Some(value) => Ok(value),
        None => Err(missing(thread, thread.get(receiver), name)),
    }
}

/// As [`get`]; none instead of an `AttributeError`, which is not even made where it can be known
/// before.
///
/// # Errors
/// The exception of Python code.
pub fn get_optional(thread: &mut Thread, receiver: Root, name: Symbol) -> Outcome<Option<Root>> {
    let class = thread.class_of(thread.get(receiver));
    let outcome = if thread.has_own_getattribute(class) {
        get_by_own(thread, receiver, name).map(Some)
    } else {
        find_and_get(thread, receiver, name)
    };
    match or_getattr(thread, receiver, name, outcome) {
        Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => Ok(None),
        outcome => outcome,
    }
}

/// Asks a `__getattribute__` that a program has defined.
fn get_by_own(thread: &mut Thread, receiver: Root, name: Symbol) -> Outcome<Root> {
    let text = thread.root(thread.machine().symbols.object(name).value());
    let result = thread.call_special(receiver, "__getattribute__", &[text])?;
    Ok(result.expect("look_up has found the method in the same class"))
}

/// Reads an attribute as `object.__getattribute__` does.
///
/// # Errors
/// As [`get`].
pub fn get_plainly(thread: &mut Thread, receiver: Root, name: Symbol) -> Outcome<Root> {
    match find_and_get(thread, receiver, name)? {
        Some(value) => Ok(value),
        None => Err(missing(thread, thread.get(receiver), name)),
    }
}

/// As [`get_plainly`]; none where there is no such attribute.
fn find_and_get(thread: &mut Thread, receiver: Root, name: Symbol) -> Outcome<Option<Root>> {
    if name == names::DICT
        && let Some(dict) = type_attributes::dict_of(thread, thread.get(receiver))?
    {
        return Ok(Some(thread.root(dict)));
    }
    if let Some(origin) = generic::forwarded(thread, thread.get(receiver), name) {
        let origin = thread.root(origin);
        return get(thread, origin, name).map(Some);
    }
    if is_proxy(thread, thread.get(receiver)) {
        let target = thread.root(unwrapped(thread, thread.get(receiver))?);
        if name == names::CLASS {
            let class = thread.class_of(thread.get(target));
            return Ok(Some(thread.root(thread.class_object(class))));
        }
        return get(thread, target, name).map(Some);
    }
    let (callable, arguments) = match find(thread, thread.get(receiver), name) {
        Attribute::Value(value) => return Ok(Some(thread.root(value))),
        Attribute::Missing => return behind::find_behind(thread, receiver, name),
        Attribute::Call {
            callable,
            arguments,
        } => (thread.root(callable), arguments.rooted(thread)),
    };
    let (arguments, count) = arguments;
    thread.call(callable, &arguments[..count]).map(Some)
}

/// Reads an attribute of the receiver's class, bound to it, as special methods are read.
pub fn get_from_class(thread: &mut Thread, receiver: Root, name: Symbol) -> Outcome<Root> {
    let (callable, arguments) = {
        let value = thread.get(receiver);
        let class = thread.class_of(value);
        let attribute = match thread.look_up(class, name) {
            Some(found) => bind(thread, found.value, value, class),
            None => Attribute::Missing,
        };
        match attribute {
            Attribute::Value(value) => return Ok(thread.root(value)),
            Attribute::Missing => return Err(missing(thread, value, name)),
            Attribute::Call {
                callable,
                arguments,
            } => (thread.root(callable), arguments.rooted(thread)),
        }
    };
    let (arguments, count) = arguments;
    thread.call(callable, &arguments[..count])
}

/// Asks `__getattr__` if the attribute is missing, or there was an `AttributeError`.
fn or_getattr(
    thread: &mut Thread,
    receiver: Root,
    name: Symbol,
    outcome: Outcome<Option<Root>>,
) -> Outcome<Option<Root>> {
    if matches!(outcome, Ok(Some(_)) | Err(Unwind::Abort | Unwind::Wait)) {
        return outcome;
    }
    let class = thread.class_of(thread.get(receiver));
    let mut outcome = outcome;
    if module::as_module(thread, thread.get(receiver)).is_some() {
        outcome = or_module_getattr(thread, receiver, name, outcome);
        let is_over = matches!(outcome, Ok(Some(_)) | Err(Unwind::Abort | Unwind::Wait));
        if class == CLASS_MODULE || is_over {
            return outcome;
        }
    }
    if class < CLASS_USER_FIRST || thread.look_up(class, names::GETATTR).is_none() {
        return outcome;
    }
    if outcome.is_err() && !thread.take_exception_of(ATTRIBUTE_ERROR) {
        return outcome;
    }
    let text = thread.root(thread.machine().symbols.object(name).value());
    let result = thread.call_special(receiver, "__getattr__", &[text])?;
    Ok(Some(
        result.expect("look_up has found the method in the same class"),
    ))
}

/// Asks the function `__getattr__` of a module, if it has one, where the look-up has found nothing.
fn or_module_getattr(
    thread: &mut Thread,
    module: Root,
    name: Symbol,
    outcome: Outcome<Option<Root>>,
) -> Outcome<Option<Root>> {
    let namespace = module::namespace_of(thread, thread.get(module));
    let Some(function) = namespace.get(thread, names::GETATTR) else {
        return outcome;
    };
    let function = thread.root(function);
    if outcome.is_err() && !thread.take_exception_of(ATTRIBUTE_ERROR) {
        return outcome;
    }
    let text = thread.root(thread.machine().symbols.object(name).value());
    thread.call(function, &[text]).map(Some)
}
