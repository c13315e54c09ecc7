//! Shapes (hidden classes): which attribute of an instance lies in which slot.
//!
//! A shape is a class and an ordered list of attribute names; immutable but for the transitions
//! that lead to longer ones. The host word of an instance's header is the number of its shape, so
//! that one comparison tells class and slots. Built-in classes have one shape each, with the
//! class's number.

use std::collections::HashMap;

use crate::kinds::{CLASS_USER_FIRST, ClassNumber};
use crate::symbol::{Symbol, SymbolMap};

/// Number of a shape.
pub(crate) type ShapeNumber = u32;

/// A class and the names of the attributes that its instance has, in slot order.
pub(crate) struct Shape {
    pub(crate) class: ClassNumber,
    pub(crate) names: Vec<Symbol>,
    slots: HashMap<Symbol, u32>,
    /// The shape with one more attribute, by that attribute.
    transitions: SymbolMap,
}

impl Shape {
    fn new(class: ClassNumber, names: Vec<Symbol>) -> Shape {
        let slots = names
            .iter()
            .enumerate()
            .map(|(slot, name)| (*name, slot as u32))
            .collect();
        Shape {
            class,
            names,
            slots,
            transitions: SymbolMap::new(),
        }
    }

    /// The slot of an attribute.
    #[inline]
    pub(crate) fn slot(&self, name: Symbol) -> Option<u32> {
        if self.names.len() <= 8 {
            let found = self.names.iter().position(|known| *known == name);
            return found.map(|slot| slot as u32);
        }
        self.slots.get(&name).copied()
    }
}

/// All shapes of user classes.
pub(crate) struct Shapes {
    shapes: boxcar::Vec<Shape>,
}

impl Shapes {
    pub(crate) fn new() -> Shapes {
        Shapes {
            shapes: boxcar::Vec::new(),
        }
    }

    /// A user class's shape.
    #[inline]
    pub(crate) fn get(&self, number: ShapeNumber) -> &Shape {
        &self.shapes[(number - CLASS_USER_FIRST) as usize]
    }

    fn add(&self, shape: Shape) -> ShapeNumber {
        self.shapes.push(shape) as u32 + CLASS_USER_FIRST
    }

    /// The shape of instances without attributes.
    pub(crate) fn root(&self, class: ClassNumber) -> ShapeNumber {
        self.add(Shape::new(class, Vec::new()))
    }

    /// The shape with one more attribute.
    pub(crate) fn with(&self, number: ShapeNumber, name: Symbol) -> ShapeNumber {
        let shape = self.get(number);
        shape.transitions.get_or_insert(name, || {
            let mut names = shape.names.clone();
            names.push(name);
            self.add(Shape::new(shape.class, names))
        })
    }

    /// The shape with one attribute less: the later ones move down.
    pub(crate) fn without(
        &self,
        root: ShapeNumber,
        number: ShapeNumber,
        name: Symbol,
    ) -> ShapeNumber {
        let names = &self.get(number).names;
        let kept = names.iter().filter(|kept| **kept != name);
        kept.fold(root, |shape, kept| self.with(shape, *kept))
    }
}
