//! Shapes (hidden classes): which attribute of an instance lies in which slot.
//!
//! A shape is a class and an ordered list of attribute names; immutable but for the transitions
//! that lead to longer and shorter ones. The host word of an instance's header is the number of its
//! shape, so that one comparison tells class and slots. Numbers below the first of the table are
//! the language's own: its built-in classes have one shape each.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use motet_tm::LayoutId;

use crate::symbol::{Symbol, SymbolMap};

/// Number of a class, which a language gives it.
pub type ClassNumber = u32;

/// Number of a shape.
pub type ShapeNumber = u32;

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

/// So many names are searched for in a long shape before it gets a map.
const SEARCHES_BEFORE_MAP: u32 = 4;

/// A class and the names of the attributes that its instance has, in slot order.
pub struct Shape {
    /// The class.
    pub class: ClassNumber,
    /// The names, in slot order.
    pub names: Vec<Symbol>,
    /// The shape without attributes that this one comes from; `None`: it is one itself.
    root: Option<ShapeNumber>,
    /// The slot of an object that holds all further attributes, if the shape has a slot of the
    /// table's name for that.
    pub rest_slot: Option<u32>,
    /// The slots by name, once the shape has been asked for some of them: those that instances only
    /// pass through on their way to longer ones make no map.
    slots: OnceLock<HashMap<Symbol, u32, BuildHasherDefault<SymbolHasher>>>,
    /// How many names were looked up without the map (Relaxed: it is a hint).
    searched: AtomicU32,
    /// The shape with one more attribute, by that attribute.
    transitions: SymbolMap,
    /// The shape with one attribute less, by that attribute, once an instance has lost one.
    shortened: OnceLock<Box<SymbolMap>>,
}

impl Shape {
    fn new(
        class: ClassNumber,
        names: Vec<Symbol>,
        root: Option<ShapeNumber>,
        rest: Option<Symbol>,
    ) -> Shape {
        let rest_slot = names.iter().position(|name| Some(*name) == rest);
        Shape {
            class,
            names,
            root,
            rest_slot: rest_slot.map(|slot| slot as u32),
            slots: OnceLock::new(),
            searched: AtomicU32::new(0),
            transitions: SymbolMap::new(),
            shortened: OnceLock::new(),
        }
    }

    /// The slot of an attribute.
    #[inline]
    pub fn slot(&self, name: Symbol) -> Option<u32> {
        if self.names.len() <= 8 {
            return self.search(name);
        }
        match self.slots.get() {
            Some(slots) => slots.get(&name).copied(),
            None => self.slot_without_map(name),
        }
    }

    fn search(&self, name: Symbol) -> Option<u32> {
        let found = self.names.iter().position(|known| *known == name);
        found.map(|slot| slot as u32)
    }

    #[cold]
    fn slot_without_map(&self, name: Symbol) -> Option<u32> {
        if self.searched.fetch_add(1, Ordering::Relaxed) < SEARCHES_BEFORE_MAP {
            return self.search(name);
        }
        let slots = self.names.iter().zip(0..).map(|(name, slot)| (*name, slot));
        let slots = self.slots.get_or_init(|| slots.collect());
        slots.get(&name).copied()
    }
}

/// All shapes that are not the language's own.
pub struct Shapes {
    /// The number of the first shape.
    first: ShapeNumber,
    /// The name of the slot for all further attributes.
    rest: Option<Symbol>,
    shapes: boxcar::Vec<Shape>,
    /// Roots for instances that were made as another class's, by class and layout.
    adopted: Mutex<HashMap<(ClassNumber, LayoutId), ShapeNumber>>,
}

impl Shapes {
    /// A table whose shapes are numbered from `first` on; an attribute called `rest` holds all
    /// attributes that have no slot.
    pub fn new(first: ShapeNumber, rest: Option<Symbol>) -> Shapes {
        Shapes {
            first,
            rest,
            shapes: boxcar::Vec::new(),
            adopted: Mutex::new(HashMap::new()),
        }
    }

    /// A shape by its number, which is not below the first.
    #[inline]
    pub fn get(&self, number: ShapeNumber) -> &Shape {
        debug_assert!(number >= self.first, "the shape is one of this table");
        &self.shapes[(number - self.first) as usize]
    }

    fn add(&self, shape: Shape) -> ShapeNumber {
        self.shapes.push(shape) as u32 + self.first
    }

    /// The shape without attributes that a shape comes from.
    pub fn root_of(&self, number: ShapeNumber) -> ShapeNumber {
        self.get(number).root.unwrap_or(number)
    }

    /// The shape of instances without attributes.
    pub fn root(&self, class: ClassNumber) -> ShapeNumber {
        self.add(Shape::new(class, Vec::new(), None, self.rest))
    }

    /// The shape without attributes of instances of a class that have another class's layout. (A
    /// cache knows places by shape alone.)
    pub fn adopted_root(&self, class: ClassNumber, layout: LayoutId) -> ShapeNumber {
        let mut adopted = self.adopted.lock().unwrap_or_else(PoisonError::into_inner);
        let root = adopted.entry((class, layout));
        *root.or_insert_with(|| self.root(class))
    }

    /// The shape with one more attribute.
    pub fn with(&self, number: ShapeNumber, name: Symbol) -> ShapeNumber {
        let shape = self.get(number);
        shape.transitions.get_or_insert(name, || {
            let mut names = shape.names.clone();
            debug_assert!(!names.contains(&name), "an attribute has one slot");
            names.push(name);
            let root = Some(self.root_of(number));
            self.add(Shape::new(shape.class, names, root, self.rest))
        })
    }

    /// Whether a number is that of the shape that has such attributes behind a root, in this order.
    pub fn is_of(
        &self,
        number: ShapeNumber,
        root: ShapeNumber,
        names: impl ExactSizeIterator<Item = Symbol>,
    ) -> bool {
        if number < self.first {
            return false;
        }
        let shape = self.get(number);
        shape.root == Some(root)
            && shape.names.len() == names.len()
            && shape.names.iter().copied().eq(names)
    }

    /// The shape with one attribute less: the later ones move down.
    pub fn without(&self, number: ShapeNumber, name: Symbol) -> ShapeNumber {
        let shape = self.get(number);
        let shortened = shape.shortened.get_or_init(Box::default);
        shortened.get_or_insert(name, || {
            let kept = shape.names.iter().filter(|kept| **kept != name);
            self.with_all(self.root_of(number), kept)
        })
    }

    /// The shape with more attributes.
    pub fn with_all<'a>(
        &self,
        number: ShapeNumber,
        names: impl IntoIterator<Item = &'a Symbol>,
    ) -> ShapeNumber {
        let names = names.into_iter();
        names.fold(number, |shape, name| self.with(shape, *name))
    }
}
