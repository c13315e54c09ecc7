//! Namespaces of modules and classes: names to cells.
//!
//! The table is native, append-only and known to all threads at once; the *value* of a variable
//! lies in a pinned cell in the heap, so that reading and binding it is part of the transaction.
//! One cell a name: two globals never conflict.

use std::sync::OnceLock;

use motet_tm::{LayoutId, Mutator, Pinned, Unwind, Value};

use crate::growing::Growing;
use crate::symbol::{Symbol, SymbolMap};
use crate::values::UNBOUND;

/// The word of a cell that holds the value.
pub const CELL_VALUE: u64 = 1;

/// How cells of variables lie in the heap: objects of at least one field.
#[derive(Clone, Copy, Debug)]
pub struct CellKind {
    /// Their layout.
    pub layout: LayoutId,
    /// Their host word.
    pub host: u32,
}

/// The properties that a language's namespaces have in common.
#[derive(Debug)]
pub struct NamespaceKind {
    /// How their cells lie in the heap.
    pub cells: CellKind,
    /// The variable that holds a namespace's own name.
    pub name: Symbol,
    /// Variables that no program sees.
    pub hidden: &'static [Symbol],
}

/// Names and their cells.
pub struct Namespace {
    kind: &'static NamespaceKind,
    numbers: SymbolMap,
    /// In the order of first binding.
    cells: Growing<(Symbol, Pinned), 8>,
    /// The cell of the namespace's own name, which each new function reads, once it was found.
    own_name: OnceLock<Pinned>,
    /// The object through which programs see the namespace as a table, once one has asked for it.
    pub object: OnceLock<Pinned>,
}

impl Namespace {
    /// A namespace without variables.
    pub fn new(kind: &'static NamespaceKind) -> Namespace {
        Namespace {
            kind,
            numbers: SymbolMap::new(),
            cells: Growing::new(),
            own_name: OnceLock::new(),
            object: OnceLock::new(),
        }
    }

    /// The cell of a name, if the name was ever bound or asked for.
    #[inline]
    pub fn find(&self, symbol: Symbol) -> Option<Pinned> {
        Some(self.cells.get(self.numbers.get(symbol)? as usize)?.1)
    }

    /// The cell of a name; makes an unbound one if need be.
    pub fn cell(&self, mutator: &Mutator, symbol: Symbol) -> Pinned {
        self.cell_holding(mutator, symbol, UNBOUND)
    }

    fn cell_holding(&self, mutator: &Mutator, symbol: Symbol, initial: Value<'_>) -> Pinned {
        let number = self.numbers.get_or_insert(symbol, || {
            let CellKind { layout, host } = self.kind.cells;
            let cell = mutator
                .allocate_pinned(layout, host, &[initial])
                .expect("small pinned objects have room behind the limit of the heap");
            self.cells.push((symbol, cell)) as u32
        });
        self.cells.at(number as usize).1
    }

    /// Binds a name to an immediate or pinned value while no other thread knows the namespace. A
    /// new variable is born bound: writing to it would give its page to the transaction, and the
    /// next pinned object would need another page.
    ///
    /// # Errors
    /// An abort.
    pub fn define(
        &self,
        mutator: &Mutator,
        symbol: Symbol,
        value: Value<'_>,
    ) -> Result<(), Unwind> {
        let cell = self.cell_holding(mutator, symbol, value);
        if read_cell(mutator, cell) == value {
            return Ok(());
        }
        write_cell(mutator, cell, value)
    }

    /// The value that a name is bound to.
    #[inline]
    pub fn get<'a>(&self, mutator: &'a Mutator, symbol: Symbol) -> Option<Value<'a>> {
        bound(read_cell(mutator, self.find(symbol)?))
    }

    /// The value that the namespace's own name is bound to.
    pub fn own_name<'a>(&self, mutator: &'a Mutator) -> Option<Value<'a>> {
        let cell = match self.own_name.get() {
            Some(cell) => *cell,
            None => {
                let cell = self.find(self.kind.name)?;
                *self.own_name.get_or_init(|| cell)
            }
        };
        bound(read_cell(mutator, cell))
    }

    /// Binds a name.
    ///
    /// # Errors
    /// An abort.
    pub fn set(&self, mutator: &Mutator, symbol: Symbol, value: Value<'_>) -> Result<(), Unwind> {
        write_cell(mutator, self.cell(mutator, symbol), value)
    }

    /// The names that are bound now, in the order of their first binding.
    pub fn bound_names(&self, mutator: &Mutator) -> Vec<(Symbol, Pinned)> {
        self.cells
            .iter()
            .copied()
            .filter(|(name, cell)| {
                !self.kind.hidden.contains(name) && read_cell(mutator, *cell) != UNBOUND
            })
            .collect()
    }
}

/// The value of a cell, or the mark of one without.
#[inline]
pub fn read_cell(mutator: &Mutator, cell: Pinned) -> Value<'_> {
    mutator.read(cell.object()).get(CELL_VALUE)
}

/// Changes the value of a cell.
///
/// # Errors
/// An abort.
#[inline]
pub fn write_cell(mutator: &Mutator, cell: Pinned, value: Value<'_>) -> Result<(), Unwind> {
    mutator.write(cell.object())?.set(CELL_VALUE, value);
    Ok(())
}

/// The value, unless it is the mark of a variable without one.
#[inline]
pub fn bound(value: Value<'_>) -> Option<Value<'_>> {
    if value == UNBOUND { None } else { Some(value) }
}
