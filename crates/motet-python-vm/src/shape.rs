//! Shapes (hidden classes): which attribute of an instance lies in which slot.
//!
//! A shape is a class and an ordered list of attribute names; immutable but for the transitions
//! that lead to longer ones. The host word of an instance's header is the number of its shape, so
//! that one comparison tells class and slots. Built-in classes have one shape each, with the
//! class's number.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Mutex;

use motet_tm::LayoutId;

use crate::kinds::{CLASS_USER_FIRST, ClassNumber};
use crate::names;
use crate::symbol::{Symbol, SymbolMap};

/// Number of a shape.
pub(crate) type ShapeNumber = u32;

/// Hashes one symbol: its bits are mixed, no more.
#[derive(Default)]
struct SymbolHasher(u64);

impl Hasher for SymbolHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        // The low bits choose the place: the mixed ones are the high.
        self.0.rotate_left(32)
    }
}

/// A class and the names of the attributes that its instance has, in slot order.
pub(crate) struct Shape {
    pub(crate) class: ClassNumber,
    pub(crate) names: Vec<Symbol>,
    /// The shape without attributes that this one comes from; `None`: it is one itself.
    root: Option<ShapeNumber>,
    /// The slot of a dict that holds all further attributes: there is one since the program has
    /// asked for `__dict__`.
    pub(crate) dict_slot: Option<u32>,
    slots: HashMap<Symbol, u32, BuildHasherDefault<SymbolHasher>>,
    /// The shape with one more attribute, by that attribute.
    transitions: SymbolMap,
}

impl Shape {
    fn new(class: ClassNumber, names: Vec<Symbol>, root: Option<ShapeNumber>) -> Shape {
        let dict_slot = names.iter().position(|name| *name == names::DICT);
        let slots = names
            .iter()
            .enumerate()
            .map(|(slot, name)| (*name, slot as u32))
            .collect();
        Shape {
            class,
            names,
            root,
            dict_slot: dict_slot.map(|slot| slot as u32),
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
    /// Roots for instances that were made as another class's, by class and layout.
    adopted: Mutex<HashMap<(ClassNumber, LayoutId), ShapeNumber>>,
}

impl Shapes {
    pub(crate) fn new() -> Shapes {
        Shapes {
            shapes: boxcar::Vec::new(),
            adopted: Mutex::new(HashMap::new()),
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

    /// The shape without attributes that a shape comes from.
    pub(crate) fn root_of(&self, number: ShapeNumber) -> ShapeNumber {
        self.get(number).root.unwrap_or(number)
    }

    /// The shape of instances without attributes.
    pub(crate) fn root(&self, class: ClassNumber) -> ShapeNumber {
        self.add(Shape::new(class, Vec::new(), None))
    }

    /// The shape without attributes of instances of a class that have another class's layout. (A
    /// cache knows places by shape alone.)
    pub(crate) fn adopted_root(&self, class: ClassNumber, layout: LayoutId) -> ShapeNumber {
        let mut adopted = self.adopted.lock().expect("no panic under this lock");
        let root = adopted.entry((class, layout));
        *root.or_insert_with(|| self.root(class))
    }

    /// The shape with one more attribute.
    pub(crate) fn with(&self, number: ShapeNumber, name: Symbol) -> ShapeNumber {
        let shape = self.get(number);
        shape.transitions.get_or_insert(name, || {
            let mut names = shape.names.clone();
            names.push(name);
            self.add(Shape::new(shape.class, names, Some(self.root_of(number))))
        })
    }

    /// The shape with one attribute less: the later ones move down.
    pub(crate) fn without(&self, number: ShapeNumber, name: Symbol) -> ShapeNumber {
        let shape = self.get(number);
        let kept = shape.names.iter().filter(|kept| **kept != name);
        self.with_all(self.root_of(number), kept)
    }

    /// The shape with more attributes.
    pub(crate) fn with_all<'a>(
        &self,
        number: ShapeNumber,
        names: impl IntoIterator<Item = &'a Symbol>,
    ) -> ShapeNumber {
        let names = names.into_iter();
        names.fold(number, |shape, name| self.with(shape, *name))
    }
}
