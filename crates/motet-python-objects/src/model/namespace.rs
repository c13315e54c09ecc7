//! Python's namespaces: those of the machine (`motet_vm::namespace`), with the parts that only
//! Python has.

pub use motet_vm::namespace::{CELL_VALUE, Namespace, bound, read_cell, write_cell};
use motet_vm::namespace::{CellKind, NamespaceKind};

use motet_tm::Pinned;

use crate::model::layouts::{CLASS_CELL, LAYOUT_CELL, UNBOUND};
use crate::model::names;
use crate::model::thread::Thread;

/// How cells lie in the heap.
pub(crate) const CELLS: CellKind = CellKind {
    layout: LAYOUT_CELL,
    host: CLASS_CELL,
};

static KIND: NamespaceKind = NamespaceKind {
    cells: CELLS,
    name: names::NAME,
    hidden: &[
        names::CHANGED_NAME,
        names::CHANGED_QUALNAME,
        names::PATTERN_FLAGS,
    ],
};

/// A cell for what all threads share and no program can name; unbound at first.
pub(crate) fn pinned_cell(thread: &Thread) -> Pinned {
    thread
        .allocate_pinned(LAYOUT_CELL, CLASS_CELL, &[UNBOUND])
        .expect("small pinned objects have room behind the limit of the heap")
}

/// A namespace without variables.
pub fn empty() -> Namespace {
    Namespace::new(&KIND)
}
