//! The classes that a program sees of natives. All native functions are of one class in the heap,
//! so that a call has one thing to compare; a program is told by which way it has got one, as in
//! CPython: `str.join` is a `method_descriptor`, `int.__add__` a `wrapper_descriptor`,
//! `(1).__add__` a `method-wrapper`, `dict.__dict__['fromkeys']` a `classmethod_descriptor`.
//! A function of the library is shown as a native where CPython has one.
//! `type`, `__class__`, `isinstance` and messages ask here; the look-up of attributes does not.

use motet_tm::{Object, Value};

use crate::model::function::{NativeBinding, WRAPPED};
use crate::model::layouts::*;
use crate::model::native::{NativeFunction, Receiver};
use crate::model::thread::Thread;

/// The special methods that are slots in CPython, without underscores; the others are methods.
/// Sorted.
const SLOTS: &[&str] = &[
    "abs",
    "add",
    "aiter",
    "and",
    "anext",
    "await",
    "bool",
    "buffer",
    "call",
    "contains",
    "del",
    "delattr",
    "delete",
    "delitem",
    "divmod",
    "eq",
    "float",
    "floordiv",
    "ge",
    "get",
    "getattr",
    "getattribute",
    "getitem",
    "gt",
    "hash",
    "iadd",
    "iand",
    "ifloordiv",
    "ilshift",
    "imatmul",
    "imod",
    "imul",
    "index",
    "init",
    "int",
    "invert",
    "ior",
    "ipow",
    "irshift",
    "isub",
    "iter",
    "itruediv",
    "ixor",
    "le",
    "len",
    "lshift",
    "lt",
    "matmul",
    "mod",
    "mul",
    "ne",
    "neg",
    "next",
    "or",
    "pos",
    "pow",
    "radd",
    "rand",
    "rdivmod",
    "release_buffer",
    "repr",
    "rfloordiv",
    "rlshift",
    "rmatmul",
    "rmod",
    "rmul",
    "ror",
    "rpow",
    "rrshift",
    "rshift",
    "rsub",
    "rtruediv",
    "rxor",
    "set",
    "setattr",
    "setitem",
    "str",
    "sub",
    "truediv",
    "xor",
];

/// Whether a native is a slot of its class in CPython.
pub fn is_slot(function: &NativeFunction) -> bool {
    let name = function.name.strip_prefix("__");
    let Some(name) = name.and_then(|name| name.strip_suffix("__")) else {
        return false;
    };
    // These have a method beside the slot.
    let has_method = match function.receiver {
        Receiver::Instance(CLASS_LIST) => name == "getitem",
        Receiver::Instance(CLASS_DICT) => matches!(name, "getitem" | "contains"),
        Receiver::Instance(CLASS_SET | CLASS_FROZENSET) => name == "contains",
        _ => false,
    };
    !has_method && SLOTS.binary_search(&name).is_ok()
}

/// Whether a program sees another class of values of this one, at least of some: see
/// [`Thread::shown_class_of`].
#[inline]
pub const fn differs(class: ClassNumber) -> bool {
    matches!(
        class,
        CLASS_NAMESPACE_DICT | CLASS_NATIVE_FUNCTION | CLASS_CLASS_METHOD | CLASS_FUNCTION
    )
}

impl Thread {
    /// The class of a value, as a program sees it.
    #[inline]
    pub fn shown_class_of(&self, value: Value<'_>) -> ClassNumber {
        let class = self.class_of(value);
        match (class, value.as_object()) {
            (CLASS_NAMESPACE_DICT, _) => CLASS_DICT,
            (CLASS_NATIVE_FUNCTION, Some(native)) => self.shown_class_of_native(native),
            (CLASS_FUNCTION, Some(function)) if !self.binds(function) => CLASS_NATIVE_FUNCTION,
            (CLASS_CLASS_METHOD, Some(method)) => self.shown_class_of_class_method(method),
            _ => class,
        }
    }

    /// The class of a native, as a program sees it.
    pub(crate) fn shown_class_of_native(&self, native: Object<'_>) -> ClassNumber {
        let (function, binding) = self.native_of(native);
        let is_method =
            matches!(function.receiver, Receiver::Instance(_)) || function.shown_of.is_some();
        match binding {
            NativeBinding::Method if is_method && is_slot(function) => CLASS_WRAPPER_DESCRIPTOR,
            NativeBinding::Method if is_method => CLASS_METHOD_DESCRIPTOR,
            NativeBinding::Bound if is_method && is_slot(function) => CLASS_METHOD_WRAPPER,
            _ => CLASS_NATIVE_FUNCTION,
        }
    }

    fn shown_class_of_class_method(&self, method: Object<'_>) -> ClassNumber {
        match self.owner_of_class_method(method) {
            Some(_) => CLASS_CLASS_METHOD_DESCRIPTOR,
            None => CLASS_CLASS_METHOD,
        }
    }

    /// The built-in class that a native class method is of, and the native.
    pub fn owner_of_class_method(
        &self,
        method: Object<'_>,
    ) -> Option<(ClassNumber, &'static NativeFunction)> {
        let native = self.object_of(self.read(method).get(WRAPPED), CLASS_NATIVE_FUNCTION)?;
        let function = self.native_of(native).0;
        match function.receiver {
            Receiver::Instance(class) => Some((class, function)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SLOTS;

    #[test]
    fn the_slots_are_sorted() {
        assert!(SLOTS.is_sorted());
    }
}
