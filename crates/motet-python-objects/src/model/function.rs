//! Functions, methods, and the objects that wrap functions in classes: how they lie in the heap.

use crate::model::function;
use crate::model::instance_layout;
use crate::model::names;
use motet_tm::{GilMode, Object, Root, Value};

use crate::model::code::LoadedCode;
use crate::model::layouts::*;
use crate::model::native::NativeFunction;
use crate::model::thread::Thread;

/// Words of a function.
pub const FUNCTION_CODE: u64 = 1;
/// Word of a function: the tuple of defaults, or None.
pub const FUNCTION_DEFAULTS: u64 = 2;
/// Word of a function: the dict of keyword-only defaults, or None.
pub const FUNCTION_KEYWORD_DEFAULTS: u64 = 3;
/// Word of a function: the tuple of its free variables' cells, or None.
pub const FUNCTION_CLOSURE: u64 = 4;
/// Word of a function: `__name__`.
pub const FUNCTION_NAME: u64 = 5;
/// Word of a function: `__qualname__`.
pub const FUNCTION_QUALIFIED_NAME: u64 = 6;
/// A dict of further attributes, or None.
pub const FUNCTION_ATTRIBUTES: u64 = 7;
/// Word of a function: `__doc__`; unbound if it is the docstring of the code.
pub const FUNCTION_DOC: u64 = 8;
/// Word of a function: `__module__`.
pub const FUNCTION_MODULE: u64 = 9;
/// The dict of globals of code that `exec` ran in one, else None.
pub const FUNCTION_GLOBALS: u64 = 10;
/// An object for attributes that few functions have (see [`EXTRA_ANNOTATE`] and on), or None.
pub const FUNCTION_EXTRA: u64 = 11;
/// How many words a function has behind its header.
pub const FUNCTION_FIELDS: usize = 11;

/// Word of that object: the function that evaluates the annotations.
pub const EXTRA_ANNOTATE: u64 = 1;
/// Word of that object: the dict of annotations, once they are evaluated.
pub const EXTRA_ANNOTATIONS: u64 = 2;
/// Word of that object: the tuple of type parameters.
pub const EXTRA_TYPE_PARAMETERS: u64 = 3;

/// Words of a bound method.
pub const METHOD_FUNCTION: u64 = 1;
/// Word of a bound method: the receiver.
pub const METHOD_SELF: u64 = 2;

/// Words of a native function: the address of its native, the object that it is bound to, and a
/// [`NativeBinding`].
pub const NATIVE_NUMBER: u64 = 1;
/// Word of a native function: its module or receiver.
pub const NATIVE_SELF: u64 = 2;
/// Word of a native function: how it binds to a receiver.
pub const NATIVE_BINDING: u64 = 3;

/// Words of a property.
pub const PROPERTY_GET: u64 = 1;
/// Word of a property: the setter, or None.
pub const PROPERTY_SET: u64 = 2;
/// Word of a property: the deleter, or None.
pub const PROPERTY_DELETE: u64 = 3;
/// Its text; unbound: that of the getter.
pub const PROPERTY_DOC: u64 = 4;
/// Its name; unbound: that of the getter.
pub const PROPERTY_NAME: u64 = 5;

/// Words of the descriptor of a slot: its name, its class, its text.
pub const MEMBER_NAME: u64 = 1;
/// Word of a member descriptor: the class that it belongs to.
pub const MEMBER_CLASS: u64 = 2;
/// Word of a member descriptor: `__doc__`.
pub const MEMBER_DOC: u64 = 3;

/// Word of a static or class method.
pub const WRAPPED: u64 = 1;
/// Word of a static or class method: the dict of its attributes, once it is asked for, or None.
pub const WRAPPER_ATTRIBUTES: u64 = 2;

/// Words of a `super` object: behind which class to look (or None), the instance (or class, or
/// UNBOUND), its class (or None).
pub const SUPER_AFTER: u64 = 1;
/// Word of a `super` object: the receiver.
pub const SUPER_SELF: u64 = 2;
/// Word of a `super` object: the class of the receiver.
pub const SUPER_CLASS: u64 = 3;

/// Whether a native function takes the object on which it is found as its first argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeBinding {
    /// A function: never bound.
    Function,
    /// A method that is to be bound.
    Method,
    /// A method that is bound.
    Bound,
}

impl Thread {
    /// The object of a value, if its class is the built-in one of a number.
    #[inline]
    pub fn object_of<'a>(&self, value: Value<'a>, class: ClassNumber) -> Option<Object<'a>> {
        debug_assert!(
            class < CLASS_USER_FIRST,
            "classes of programs have other shapes"
        );
        let object = value.as_object()?;
        if self.host_of(object) != class {
            return None;
        }
        debug_assert!(
            self.is_laid_out_as(object, class),
            "{}",
            self.class_name(class)
        );
        Some(object)
    }

    /// The code of a function.
    #[inline]
    pub fn function_code(&self, function: Object<'_>) -> &'static LoadedCode {
        self.code_at(self.read(function).raw(FUNCTION_CODE))
    }

    /// Whether a function that is found on a class takes the instance as its first argument. The
    /// functions of modules that CPython has in C do not.
    pub fn binds(&self, function: Object<'_>) -> bool {
        !self.function_code(function).is_native_elsewhere
    }

    /// Binds a function to the value that will be its first argument.
    pub fn new_method(&self, function: Value<'_>, receiver: Value<'_>) -> Value<'_> {
        self.new_small(CLASS_METHOD, function, receiver, NONE)
    }

    /// An object of up to three fields.
    pub fn new_small<'a>(
        &'a self,
        class: u32,
        first: Value<'_>,
        second: Value<'_>,
        third: Value<'_>,
    ) -> Value<'a> {
        debug_assert!(
            class >= CLASS_USER_FIRST
                || matches!(self.class(class).definition.layouts, [] | [LAYOUT_SMALL]),
            "{} is laid out otherwise",
            self.class_name(class)
        );
        self.allocate(LAYOUT_SMALL, class, &[first, second, third])
            .value()
    }

    /// The native and the binding of a native function object.
    #[inline]
    pub fn native_of(&self, object: Object<'_>) -> (&'static NativeFunction, NativeBinding) {
        let view = self.read(object);
        let number = view.get(NATIVE_NUMBER).known_integer();
        let binding = match view.get(NATIVE_BINDING) {
            FALSE => NativeBinding::Function,
            TRUE => NativeBinding::Method,
            _ => NativeBinding::Bound,
        };
        (self.native_at(number), binding)
    }

    /// Whether a value of a class is a function that a read through an instance binds to it.
    pub fn is_function(&self, value: Value<'_>) -> bool {
        let Some(object) = value.as_object() else {
            return false;
        };
        match self.host_of(object) {
            CLASS_FUNCTION => self.binds(object),
            CLASS_NATIVE_FUNCTION => self.native_of(object).1 == NativeBinding::Method,
            _ => false,
        }
    }

    /// The native that a native function object names, unless it is bound to something. Such
    /// objects never change, so they need no read marker.
    #[cfg_attr(
        not(handlers),
        allow(dead_code, reason = "only the fast halves look here")
    )]
    #[inline(always)]
    pub fn unbound_native(&self, object: Object<'_>) -> Option<&'static NativeFunction> {
        let view = self.read_in::<GilMode>(object);
        let is_bound = !matches!(view.get(NATIVE_BINDING), FALSE | TRUE);
        if is_bound {
            return None;
        }
        Some(self.native_at(view.get(NATIVE_NUMBER).as_integer()?))
    }

    /// Binds a native method.
    pub fn bind_native(&self, object: Object<'_>, receiver: Value<'_>) -> Value<'_> {
        let number = self.read(object).get(NATIVE_NUMBER);
        self.new_small(CLASS_NATIVE_FUNCTION, number, receiver, ELLIPSIS)
    }

    /// What a bound method binds, and the receiver: two bound methods are equal if both are the
    /// same. `None` for all other values.
    pub fn bound_parts<'a>(&'a self, value: Value<'a>) -> Option<[Value<'a>; 2]> {
        let object = value.as_object()?;
        let words = match self.host_of(object) {
            CLASS_METHOD => [METHOD_FUNCTION, METHOD_SELF],
            CLASS_NATIVE_FUNCTION if self.native_of(object).1 == NativeBinding::Bound => {
                [NATIVE_NUMBER, NATIVE_SELF]
            }
            _ => return None,
        };
        let view = self.read(object);
        Some(words.map(|word| view.get(word)))
    }

    /// A tuple.
    pub fn new_tuple(&self, items: &[Value<'_>]) -> Value<'_> {
        if items.is_empty() {
            return self.machine().empty_tuple.value();
        }
        let tuple = self
            .allocate_array(LAYOUT_TUPLE, CLASS_TUPLE, items.len() as u64, NONE)
            .unwrap_or_else(|_| panic!("no memory for a tuple of {}", items.len()));
        for (index, item) in items.iter().enumerate() {
            tuple.set(2 + index as u64, *item);
        }
        tuple.object().value()
    }

    /// The items of a value that is known to be a tuple.
    pub fn tuple_items<'a>(&'a self, tuple: Value<'a>) -> Vec<Value<'a>> {
        let tuple = instance_layout::plain(self, tuple);
        let Some(tuple) = self.object_of(tuple, CLASS_TUPLE) else {
            return Vec::new();
        };
        let view = self.read_immutable(tuple);
        (0..view.length())
            .map(|index| view.get(TUPLE_FIRST + index))
            .collect()
    }
}

/// Whether a value can be called.
pub fn is_callable(thread: &Thread, value: Value<'_>) -> bool {
    let class = thread.class_of(value);
    let is_function = matches!(
        class,
        CLASS_FUNCTION | CLASS_NATIVE_FUNCTION | CLASS_METHOD | CLASS_STATIC_METHOD
    );
    is_function
        || thread.class_number_of(value).is_some()
        || thread.look_up(class, names::CALL).is_some()
}

/// The function inside of a static method.
pub fn unwrap_static(thread: &Thread, value: Root) -> Root {
    match thread.object_of(thread.get(value), CLASS_STATIC_METHOD) {
        Some(wrapper) => thread.root(thread.read(wrapper).get(function::WRAPPED)),
        None => value,
    }
}
