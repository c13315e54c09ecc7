//! Shapes (hidden classes): which attribute of an instance lies in which slot.
//!
//! A shape is a class and an ordered list of attribute names; immutable but for the transitions
//! that lead to longer and shorter ones. The host word of an instance's header is the number of its
//! shape, so that one comparison tells class and slots. Numbers below the first of the table are
//! the language's own: its built-in classes have one shape each.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use motet_tm::LayoutId;

use crate::symbol::{Symbol, SymbolMap};

/// Number of a class, which a language gives it.
pub type ClassNumber = u32;

/// Number of a shape.
pub type ShapeNumber = u32;

/// The names of a shape and of the shapes that grow out of it, each by one more name: they share
/// them, as an instance of ten thousand attributes has had ten thousand shapes.
#[derive(Default)]
struct Row {
    /// The names, in slot order; written under the lock of the count.
    names: boxcar::Vec<Symbol>,
    /// The slots by name; written under that lock too, behind the name.
    slots: SymbolMap,
    count: Mutex<usize>,
}

/// So many names of a shape lie in it, too: they are compared at once.
const FEW: usize = 8;

/// The names of a shape: the first so many of a row.
pub struct Names {
    row: Arc<Row>,
    count: usize,
    /// The first names; [`NO_NAME`] behind the last.
    few: [Symbol; FEW],
}

/// No name of any attribute.
const NO_NAME: Symbol = Symbol(u32::MAX);

impl Names {
    fn none() -> Names {
        Names {
            row: Arc::default(),
            count: 0,
            few: [NO_NAME; FEW],
        }
    }

    /// These and one more: in the same row if it ends with these, else in a row of its own.
    fn with(&self, name: Symbol) -> Names {
        let mut count = self
            .row
            .count
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if *count != self.count {
            drop(count);
            let copy = Names::none();
            let copy = self.iter().fold(copy, |copy, name| copy.with(name));
            return copy.with(name);
        }
        let slot = *count as u32;
        self.row.names.push(name);
        self.row.slots.get_or_insert(name, || slot);
        *count += 1;
        let mut few = self.few;
        if let Some(place) = few.get_mut(self.count) {
            *place = name;
        }
        Names {
            row: Arc::clone(&self.row),
            count: *count,
            few,
        }
    }

    /// How many there are.
    #[inline]
    #[allow(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.count
    }

    /// All of them, in slot order.
    pub fn iter(&self) -> impl Iterator<Item = Symbol> {
        (0..self.count).map(|slot| self.row.names[slot])
    }

    /// Whether the first of them are these.
    pub fn starts_with(&self, names: &[Symbol]) -> bool {
        names.len() <= self.count && self.iter().zip(names).all(|(own, name)| own == *name)
    }

    #[inline]
    fn slot(&self, name: Symbol) -> Option<u32> {
        let places = self.few.iter().enumerate();
        let found = places.fold(0, |found, (place, own)| {
            found | (u32::from(*own == name) << place)
        });
        if found != 0 {
            return Some(found.trailing_zeros());
        }
        if self.count <= FEW {
            return None;
        }
        let slot = self.row.slots.get(name)?;
        ((slot as usize) < self.count).then_some(slot)
    }
}

/// A class and the names of the attributes that its instance has, in slot order.
pub struct Shape {
    /// The class.
    pub class: ClassNumber,
    /// The names, in slot order.
    pub names: Names,
    /// The shape without attributes that this one comes from; `None`: it is one itself.
    root: Option<ShapeNumber>,
    /// The slot of an object that holds all further attributes, if the shape has a slot of the
    /// table's name for that.
    pub rest_slot: Option<u32>,
    /// The shape with one more attribute, by that attribute.
    transitions: SymbolMap,
    /// The shape with one attribute less, by that attribute, once an instance has lost one.
    shortened: OnceLock<Box<SymbolMap>>,
}

impl Shape {
    /// The slot of an attribute.
    #[inline]
    pub fn slot(&self, name: Symbol) -> Option<u32> {
        self.names.slot(name)
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
        self.add(Shape {
            class,
            names: Names::none(),
            root: None,
            rest_slot: None,
            transitions: SymbolMap::new(),
            shortened: OnceLock::new(),
        })
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
            debug_assert!(shape.slot(name).is_none(), "an attribute has one slot");
            let names = shape.names.with(name);
            let own = (Some(name) == self.rest).then(|| names.len() as u32 - 1);
            self.add(Shape {
                class: shape.class,
                names,
                root: Some(self.root_of(number)),
                rest_slot: shape.rest_slot.or(own),
                transitions: SymbolMap::new(),
                shortened: OnceLock::new(),
            })
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
        shape.root == Some(root) && shape.names.len() == names.len() && shape.names.iter().eq(names)
    }

    /// The shape with one attribute less: the later ones move down.
    pub fn without(&self, number: ShapeNumber, name: Symbol) -> ShapeNumber {
        let shape = self.get(number);
        let shortened = shape.shortened.get_or_init(Box::default);
        shortened.get_or_insert(name, || {
            let kept = shape.names.iter().filter(|kept| *kept != name);
            self.with_all(self.root_of(number), kept)
        })
    }

    /// The shape with more attributes.
    pub fn with_all(
        &self,
        number: ShapeNumber,
        names: impl IntoIterator<Item = Symbol>,
    ) -> ShapeNumber {
        let names = names.into_iter();
        names.fold(number, |shape, name| self.with(shape, name))
    }
}
