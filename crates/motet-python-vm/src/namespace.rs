//! Namespaces of modules and classes: names to cells.
//!
//! The table is native, append-only and known to all threads at once; what a variable *holds* lies
//! in a pinned cell in the heap, so that reading and binding it is part of the transaction. One
//! cell a name: two globals never conflict.

use std::sync::OnceLock;

use motet_tm::{Mutator, Pinned, Unwind, Value};

use crate::kinds::{LAYOUT_CELL, UNBOUND};
use crate::symbol::{Symbol, SymbolMap};

/// The word of a cell that holds the value.
pub(crate) const CELL_VALUE: u64 = 1;

/// Names and their cells.
pub(crate) struct Namespace {
    numbers: SymbolMap,
    /// In the order of first binding.
    cells: boxcar::Vec<(Symbol, Pinned)>,
    /// The cell of `__name__`, which each new function reads, once it was found.
    module_name: OnceLock<Pinned>,
    /// Its dict, if a program has asked for it.
    pub(crate) dict: DictObject,
}

impl Namespace {
    pub(crate) fn new() -> Namespace {
        Namespace {
            numbers: SymbolMap::new(),
            cells: boxcar::Vec::new(),
            module_name: OnceLock::new(),
            dict: OnceLock::new(),
        }
    }

    /// The cell of a name, if the name was ever bound or asked for.
    #[inline]
    pub(crate) fn find(&self, symbol: Symbol) -> Option<Pinned> {
        Some(self.cells[self.numbers.get(symbol)? as usize].1)
    }

    /// The cell of a name; makes an unbound one if need be.
    pub(crate) fn cell(&self, mutator: &Mutator, symbol: Symbol) -> Pinned {
        self.cell_holding(mutator, symbol, UNBOUND)
    }

    fn cell_holding(&self, mutator: &Mutator, symbol: Symbol, initial: Value<'_>) -> Pinned {
        let number = self.numbers.get_or_insert(symbol, || {
            let cell = mutator
                .allocate_pinned(LAYOUT_CELL, crate::kinds::CLASS_CELL, &[initial])
                .expect("memory for a variable");
            self.cells.push((symbol, cell)) as u32
        });
        self.cells[number as usize].1
    }

    /// Binds a name to an immediate or pinned value while nobody else knows the namespace. A new
    /// variable is born bound: writing to it would give its page to the transaction, and the next
    /// pinned object would need another page.
    pub(crate) fn define(
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

    /// What a name is bound to.
    #[inline]
    pub(crate) fn get<'a>(&self, mutator: &'a Mutator, symbol: Symbol) -> Option<Value<'a>> {
        bound(read_cell(mutator, self.find(symbol)?))
    }

    /// What `__name__` is bound to.
    pub(crate) fn module_name<'a>(&self, mutator: &'a Mutator) -> Option<Value<'a>> {
        let cell = match self.module_name.get() {
            Some(cell) => *cell,
            None => {
                let cell = self.find(crate::names::NAME)?;
                *self.module_name.get_or_init(|| cell)
            }
        };
        bound(read_cell(mutator, cell))
    }

    /// Binds a name.
    pub(crate) fn set(
        &self,
        mutator: &Mutator,
        symbol: Symbol,
        value: Value<'_>,
    ) -> Result<(), Unwind> {
        write_cell(mutator, self.cell(mutator, symbol), value)
    }

    /// The names that are bound now, in the order of their first binding.
    pub(crate) fn bound_names(&self, mutator: &Mutator) -> Vec<(Symbol, Pinned)> {
        self.cells
            .iter()
            .map(|(_, entry)| *entry)
            .filter(|(name, cell)| !is_hidden(*name) && read_cell(mutator, *cell) != UNBOUND)
            .collect()
    }
}

/// Whether a variable is the machine's own.
fn is_hidden(name: Symbol) -> bool {
    matches!(
        name,
        crate::names::CHANGED_NAME | crate::names::CHANGED_QUALNAME | crate::names::PATTERN_FLAGS
    )
}

/// The value of a cell, or the mark of one without.
#[inline]
pub(crate) fn read_cell(mutator: &Mutator, cell: Pinned) -> Value<'_> {
    mutator.read(cell.object()).get(CELL_VALUE)
}

/// Changes the value of a cell.
#[inline]
pub(crate) fn write_cell(mutator: &Mutator, cell: Pinned, value: Value<'_>) -> Result<(), Unwind> {
    mutator.write(cell.object())?.set(CELL_VALUE, value);
    Ok(())
}

/// The value, unless it is the mark of a variable without one.
#[inline]
pub(crate) fn bound(value: Value<'_>) -> Option<Value<'_>> {
    if value == UNBOUND { None } else { Some(value) }
}

/// The object of a namespace, once it was asked for.
pub(crate) type DictObject = OnceLock<Pinned>;
