//! What the bases and `__slots__` of a class say about its instances: which built-in value they
//! stand for, whether they have a `__dict__`, which attributes are slots.
//!
//! A slot is an attribute of the instance like any other (its place comes from the shape); what
//! makes it one is the descriptor in the class, and that `__dict__` does not show it.

use crate::model::layouts::*;
use crate::model::names;
use crate::model::thread::Thread;
use motet_vm::symbol::Symbol;

/// Exception classes whose instances CPython lays out as `Exception`'s: bases of any others.
fn is_solid_exception(number: ClassNumber) -> bool {
    use crate::model::exception::*;
    matches!(
        number,
        BASE_EXCEPTION
            | OS_ERROR
            | STOP_ITERATION
            | SYSTEM_EXIT
            | IMPORT_ERROR
            | SYNTAX_ERROR
            | NAME_ERROR
            | ATTRIBUTE_ERROR
            | UNICODE_ENCODE_ERROR
            | UNICODE_DECODE_ERROR
            | UNICODE_TRANSLATE_ERROR
    )
}

/// The nearest class at or above a built-in one that has a layout of its own.
pub(crate) fn solid_builtin(number: ClassNumber, base: Option<ClassNumber>) -> ClassNumber {
    let is_solid = match number {
        CLASS_BOOL => false,
        CLASS_EXCEPTIONS_FIRST..CLASS_MODULES_FIRST => is_solid_exception(number),
        _ => true,
    };
    match base {
        Some(base) if !is_solid => base,
        _ => number,
    }
}

/// Whether instances of a built-in class have a `__dict__`.
pub(crate) fn builtin_has_dict(number: ClassNumber) -> bool {
    matches!(
        number,
        CLASS_TYPE | CLASS_FUNCTION | CLASS_MODULE | CLASS_NAMESPACE | CLASS_EXCEPTIONS_FIRST
            ..CLASS_MODULES_FIRST
    )
}

/// Whether there may be weak references to instances of a built-in class.
pub(crate) fn builtin_has_weak_references(number: ClassNumber) -> bool {
    matches!(
        number,
        CLASS_TYPE
            | CLASS_FUNCTION
            | CLASS_NATIVE_FUNCTION
            | CLASS_METHOD
            | CLASS_MODULE
            | CLASS_SET
            | CLASS_FROZENSET
            | CLASS_CODE
            | CLASS_LOCK
            | CLASS_RLOCK
            | CLASS_FILE
            | CLASS_GENERIC_ALIAS
            | CLASS_UNION
            | CLASS_GENERATOR
            | CLASS_COROUTINE
            | CLASS_ASYNC_GENERATOR
            | CLASS_DEQUE
            | CLASS_MEMORYVIEW
            | CLASS_PATTERN
    )
}

impl Thread {
    /// Whether an attribute of instances of a class is a slot: `__dict__` does not show it.
    pub fn is_slot(&self, class: ClassNumber, name: Symbol) -> bool {
        if name == names::WEAK_LINKS {
            return true;
        }
        let mro = &self.class(class).mro;
        mro.iter()
            .any(|class| self.class(*class).slots.contains(&name))
    }

    /// Whether an instance of one class can become one of another.
    pub fn is_laid_out_alike(&self, a: ClassNumber, b: ClassNumber) -> bool {
        let slots = |class: ClassNumber| -> Vec<Symbol> {
            let mro = &self.class(class).mro;
            mro.iter()
                .flat_map(|class| self.class(*class).slots.clone())
                .collect()
        };
        let (first, second) = (self.class(a), self.class(b));
        first.kind == second.kind
            && first.has_dict == second.has_dict
            && first.has_weak_references == second.has_weak_references
            && slots(a) == slots(b)
    }
}
