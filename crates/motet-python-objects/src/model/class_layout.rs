//! The consequences of a class's bases and `__slots__` for its instances: the built-in value that
//! they stand for, whether they have a `__dict__`, which attributes are slots.
//!
//! A slot is an attribute of the instance like any other (its place comes from the shape); two
//! things make it a slot: the descriptor in the class, and that `__dict__` does not show it.

use crate::model::layouts::*;
use crate::model::names;
use crate::model::thread::Thread;
use motet_vm::symbol::Symbol;

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

    /// Whether instances of a class can be given an attribute as a slot: the slot's descriptor is
    /// still in the class.
    pub fn has_slot(&self, class: ClassNumber, name: Symbol) -> bool {
        let describes = |value| self.object_of(value, CLASS_MEMBER).is_some();
        self.is_slot(class, name)
            && (name == names::WEAK_LINKS
                || (self.look_up(class, name)).is_some_and(|found| describes(found.value)))
    }

    /// Tells, as [`Thread::is_slot`] does, of many attributes of instances of one class.
    pub(crate) fn slots_of(&self, class: ClassNumber) -> impl Fn(Symbol) -> bool {
        let mro = &self.class(class).mro;
        let has_slots = mro.iter().any(|class| !self.class(*class).slots.is_empty());
        move |name| name == names::WEAK_LINKS || has_slots && self.is_slot(class, name)
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
