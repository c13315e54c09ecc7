//! Dicts and sets in the making: only one operation knows the table, so it is filled without
//! barriers, and the counts become an object at the end.

use crate::types::dict;
use crate::types::dict::Found;
use crate::types::dict_table::*;
use crate::types::prelude::*;

/// A dict or set that no other code knows yet.
pub struct Builder<'a> {
    thread: &'a Thread,
    class: ClassNumber,
    /// None as long as there is no entry.
    table: Option<NewTable<'a>>,
    used: u64,
    room: u64,
}

impl<'a> Builder<'a> {
    /// Of a class, without entries.
    pub fn new(thread: &'a Thread, class: ClassNumber) -> Builder<'a> {
        Builder {
            thread,
            class,
            table: None,
            used: 0,
            room: 0,
        }
    }

    /// Of a class, with room for so many entries.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn with_room(thread: &'a Thread, class: ClassNumber, room: u64) -> Outcome<Builder<'a>> {
        let mut builder = Builder::new(thread, class);
        if room > 0 {
            let table = new_table(thread, slots_for(room), width_of(class))?;
            builder.room = table.room(thread);
            builder.table = Some(table);
        }
        Ok(builder)
    }

    /// With the entries of a dict or set of the same kind, and room for `more`.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn copy(
        thread: &'a Thread,
        class: ClassNumber,
        of: Object<'a>,
        more: u64,
    ) -> Outcome<Builder<'a>> {
        let (live, places) = dict::extent(thread, of);
        let table = new_table(thread, slots_for(live + more), width_of(class))?;
        table.take_over(thread, dict::table(thread, of), live, places, 0);
        Ok(Builder {
            thread,
            class,
            room: table.room(thread),
            table: Some(table),
            used: live,
        })
    }

    /// Gives the entries another table, with room for more.
    #[inline(never)]
    fn grow(&mut self) -> Outcome<()> {
        let width = width_of(self.class);
        let table = new_table(self.thread, slots_after(self.used, width), width)?;
        if let Some(full) = &self.table {
            table.take_over(self.thread, full.table, self.used, 0..self.used, 0);
        }
        self.room = table.room(self.thread);
        self.table = Some(table);
        Ok(())
    }

    /// Adds a key that is not there.
    ///
    /// # Errors
    /// `MemoryError`.
    #[inline]
    pub fn push(&mut self, key: Value<'a>, hash: i64, value: Value<'a>) -> Outcome<()> {
        self.push_folded(key, folded(hash), value)
    }

    /// [`Builder::push`] of a key whose folded hash is known.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub(crate) fn push_folded(
        &mut self,
        key: Value<'a>,
        hash: u64,
        value: Value<'a>,
    ) -> Outcome<()> {
        if self.used == self.room {
            self.grow()?;
        }
        let table = self
            .table
            .as_ref()
            .expect("grow has made a table if there was none");
        let slot = table.free_slot(self.thread, hash);
        table.put(slot, hash, self.used, [key, value]);
        self.used += 1;
        Ok(())
    }

    /// Stores the value of a key, or the item of a set; false if Python code must be asked.
    ///
    /// # Errors
    /// `TypeError` for a key that has no hash; `MemoryError`; `RecursionError` from comparing
    /// nested keys.
    #[inline]
    pub fn set(&mut self, key: Value<'a>, value: Value<'a>) -> Outcome<bool> {
        let Some(hash) = dict::new_key_hash_leaf(self.thread, self.class, key)? else {
            return Ok(false);
        };
        self.set_folded(key, folded(hash), value)
    }

    /// [`Builder::set`] of a key whose folded hash is known.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub(crate) fn set_folded(
        &mut self,
        key: Value<'a>,
        hash: u64,
        value: Value<'a>,
    ) -> Outcome<bool> {
        if let Some(table) = &self.table {
            match table.find(self.thread, key, hash)? {
                Found::Entry(entry) => {
                    table.set_value(entry, value);
                    return Ok(true);
                }
                Found::Ask(_) => return Ok(false),
                Found::Missing(slot) if self.used < self.room => {
                    table.put(slot, hash, self.used, [key, value]);
                    self.used += 1;
                    return Ok(true);
                }
                Found::Missing(_) => {}
            }
        }
        self.push_folded(key, hash, value)?;
        Ok(true)
    }

    /// The dict or set with some more entries; none if one of them is none, or Python code must be
    /// asked.
    ///
    /// # Errors
    /// As [`Builder::set`].
    pub fn fill(
        mut self,
        entries: impl IntoIterator<Item = Option<(Value<'a>, Value<'a>)>>,
    ) -> Outcome<Option<Value<'a>>> {
        for entry in entries {
            let Some((key, value)) = entry else {
                return Ok(None);
            };
            if !self.set(key, value)? {
                return Ok(None);
            }
        }
        self.finish().map(Some)
    }

    /// The dict or set that was built.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn finish(self) -> Outcome<Value<'a>> {
        match self.table {
            None => dict::with_room(self.thread, self.class, 0),
            Some(table) => Ok(dict::with_entries(
                self.thread,
                self.class,
                table.table,
                self.used,
            )),
        }
    }
}
