//! Looking attributes up: the machine's table of earlier results (`motet_vm::lookup_cache`), in
//! front of Python's walk along the order of lookup.

use crate::model::text;
use motet_tm::Value;
use motet_vm::lookup_cache::FROM_START;

pub use motet_vm::lookup_cache::Found;

use crate::model::layouts::ClassNumber;
use crate::model::native::Outcome;
use crate::model::thread::{Thread, allocated};
use motet_vm::symbol::Symbol;

impl Thread {
    /// The symbol of a text that a program has made. Names are never freed: a program that runs out
    /// of memory by them gets an error.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn intern(&self, text: &str) -> Outcome<Symbol> {
        let symbols = &self.machine().symbols;
        if let Some(known) = symbols.find(text) {
            return Ok(known);
        }
        allocated(self, self.check_room_to_pin(text.len() as u64))?;
        Ok(symbols.intern(self, text))
    }

    /// The symbol of a `str` object; none if it is something else.
    #[cfg_attr(not(handlers), allow(dead_code, reason = "only handlers look here"))]
    pub fn symbol_of_name(&self, name: Value<'_>) -> Option<Symbol> {
        self.symbol_of_object(name, || text::as_text(self, name))
    }

    /// Looks an attribute up on a class and its bases.
    #[inline]
    pub fn look_up(&self, class: ClassNumber, name: Symbol) -> Option<Found<'_>> {
        self.look_up_in_table(class, FROM_START, name, || self.walk(class, None, name))
    }

    /// As [`Thread::look_up`], only in the classes behind `after` (for `super()`).
    pub fn look_up_after(
        &self,
        class: ClassNumber,
        after: ClassNumber,
        name: Symbol,
    ) -> Option<Found<'_>> {
        self.look_up_in_table(class, after, name, || self.walk(class, Some(after), name))
    }
}
