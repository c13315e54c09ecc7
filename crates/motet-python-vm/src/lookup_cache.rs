//! What lookups on classes have found: a small table of each thread, in front of the walk along the
//! order of lookup.
//!
//! An entry says in which cell an attribute of a class lies, or that there is none; the value is
//! always read from the cell, with its barrier. What must not pass an entry by is a change of
//! *which* cell that is, and those are announced ([`Thread::class_changed`]). The machine counts
//! the steps of announcements (`Classes::change_steps`: one when a change begins, one when it is
//! over), and an entry holds for the count at which it was made. It is made only if
//!
//! - no change is pending, and
//! - the transaction has begun at the same count: its snapshot is not older than the last change.

use std::cell::Cell;
use std::sync::atomic::Ordering;

use motet_tm::{Pinned, Value};

use crate::class::Found;
use crate::kinds::ClassNumber;
use crate::namespace::{CELL_VALUE, bound};
use crate::symbol::Symbol;
use crate::thread::Thread;

/// How many entries a thread has.
const ENTRIES: usize = 512;
/// How many symbols of texts it knows.
const SYMBOLS: usize = 512;
/// In place of the class behind which a lookup begins: it begins with the first.
const FROM_START: u32 = u32::MAX;

/// One answer.
#[derive(Clone, Copy, Default)]
struct Entry {
    class: ClassNumber,
    after: u32,
    name: u32,
    /// The class that has the attribute.
    found: ClassNumber,
    /// The count of steps, and one: 0 is no entry.
    made_at: u64,
    /// None: there is no such attribute.
    cell: Option<Pinned>,
}

/// What a site is for: entries of different kinds do not meet.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum SiteKind {
    /// Reading a slot of an instance; keyed by shape.
    Slot = 1,
    /// Changing a slot of an instance; keyed by shape.
    Store,
    /// Calling a method; keyed by shape.
    Method,
    /// Reading an attribute of an instance that its class holds as a plain value; keyed by shape.
    ClassValue,
    /// Reading an attribute of a class that is found on it as a plain value or function; keyed by
    /// the class's number.
    OwnValue,
    /// Reading a variable of a module; keyed by the module's number.
    Variable,
}

/// What a site of any code would have in its inline cache, had it seen only this shape.
#[cfg_attr(
    not(handlers),
    allow(dead_code, reason = "only the fast halves look here")
)]
#[derive(Clone, Copy, Default)]
struct SiteEntry {
    key: u32,
    name: u32,
    kind: u32,
    /// As in [`Entry`].
    made_at: u64,
    word: u64,
}

/// A thread's table.
pub(crate) struct LookupCache {
    entries: Box<[Cell<Entry>]>,
    sites: Box<[Cell<SiteEntry>]>,
    /// Symbols of texts of the machine, by the addresses of those, which are for ever.
    symbols: Box<[Cell<(usize, usize, Symbol)>]>,
    /// Symbols of the `str` objects that symbols have, by their words: they never move or go away.
    objects: Box<[Cell<(u64, Symbol)>]>,
    /// The count of steps when the transaction began.
    pub(crate) steps_at_begin: Cell<u64>,
}

impl LookupCache {
    pub(crate) fn new() -> LookupCache {
        LookupCache {
            entries: vec![Cell::new(Entry::default()); ENTRIES].into_boxed_slice(),
            sites: vec![Cell::new(SiteEntry::default()); ENTRIES].into_boxed_slice(),
            symbols: vec![Cell::new((0, 0, Symbol(0))); SYMBOLS].into_boxed_slice(),
            objects: vec![Cell::new((0, Symbol(0))); SYMBOLS].into_boxed_slice(),
            steps_at_begin: Cell::new(0),
        }
    }

    #[inline(always)]
    fn entry(&self, class: ClassNumber, after: u32, name: Symbol) -> &Cell<Entry> {
        let mixed = (class.wrapping_add(after.wrapping_mul(31)))
            .wrapping_mul(0x9e37_79b1)
            .wrapping_add(name.0.wrapping_mul(0x85eb_ca6b));
        &self.entries[(mixed >> 16) as usize % ENTRIES]
    }
}

#[inline(always)]
fn site_place(kind: SiteKind, key: u32, name: Symbol) -> usize {
    let mixed = key
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add((name.0 * 8 + kind as u32).wrapping_mul(0x85eb_ca6b));
    (mixed >> 16) as usize % ENTRIES
}

impl Thread {
    /// What is known for sites of a name that see this key: a word as inline caches hold it.
    #[cfg_attr(
        not(handlers),
        allow(dead_code, reason = "only the fast halves look here")
    )]
    #[inline(always)]
    pub(crate) fn known_site(&self, kind: SiteKind, key: u32, name: Symbol) -> Option<u64> {
        let entry = self.lookups.sites[site_place(kind, key, name)].get();
        let is_it = entry.key == key
            && entry.name == name.0
            && entry.kind == kind as u32
            && entry.made_at == self.class_change_steps() + 1;
        if is_it { Some(entry.word) } else { None }
    }

    /// Keeps what was found in this operation, if that is allowed now.
    pub(crate) fn note_site(&self, kind: SiteKind, key: u32, name: Symbol, word: u64) {
        let steps = self.class_change_steps();
        if self.is_sure(steps) {
            self.lookups.sites[site_place(kind, key, name)].set(SiteEntry {
                key,
                name: name.0,
                kind: kind as u32,
                made_at: steps + 1,
                word,
            });
        }
    }

    /// Whether the transaction has begun after the last change of classes.
    pub(crate) fn is_up_to_date(&self) -> bool {
        !self.is_transactional || self.lookups.steps_at_begin.get() == self.class_change_steps()
    }

    /// What was found on a class that nobody else knows yet is out of date.
    pub(crate) fn forget_lookups(&self) {
        let steps = &self.machine().classes.change_steps;
        steps.fetch_add(1, Ordering::SeqCst);
    }

    /// Whether what the transaction finds now holds for this count of steps.
    fn is_sure(&self, steps: u64) -> bool {
        let classes = &self.machine().classes;
        classes.pending_changes.load(Ordering::SeqCst) == 0
            && self.is_up_to_date()
            && self.class_change_steps() == steps
    }

    /// The symbol of a `str` object; none if it is something else.
    #[cfg_attr(
        not(handlers),
        allow(dead_code, reason = "only the fast halves look here")
    )]
    pub(crate) fn symbol_of_name(&self, name: Value<'_>) -> Option<Symbol> {
        let word = name.word().0;
        let place = &self.lookups.objects[(word >> 4) as usize % SYMBOLS];
        let known = place.get();
        if known.0 == word {
            return Some(known.1);
        }
        let text = crate::text::as_text(self, name)?;
        let symbols = &self.machine().symbols;
        // A new name is rather made where the lack of room for it can be told.
        let symbol = symbols.find(text)?;
        if symbols.object(symbol).value() == name {
            place.set((word, symbol));
        }
        Some(symbol)
    }

    /// The symbol of a text of the machine's own.
    pub(crate) fn known_symbol(&self, text: &'static str) -> Option<Symbol> {
        let (address, length) = (text.as_ptr() as usize, text.len());
        let place = &self.lookups.symbols[(address >> 2 ^ address >> 9) % SYMBOLS];
        let known = place.get();
        if known.0 == address && known.1 == length {
            return Some(known.2);
        }
        // Interned even if no program has named it yet, so that it is looked for once only.
        let symbol = self.machine().symbols.intern(self, text);
        place.set((address, length, symbol));
        Some(symbol)
    }

    /// How many steps of class changes there were: to be kept before a transaction begins, which
    /// then reads nothing older.
    pub(crate) fn class_change_steps(&self) -> u64 {
        self.machine().classes.change_steps.load(Ordering::SeqCst)
    }

    /// Looks an attribute up on a class and what it inherits from.
    #[inline]
    pub(crate) fn look_up(&self, class: ClassNumber, name: Symbol) -> Option<Found<'_>> {
        self.look_up_from(class, FROM_START, name)
    }

    /// As [`Thread::look_up`], only in the classes behind `after` (for `super()`).
    pub(crate) fn look_up_after(
        &self,
        class: ClassNumber,
        after: ClassNumber,
        name: Symbol,
    ) -> Option<Found<'_>> {
        self.look_up_from(class, after, name)
    }

    #[inline]
    fn look_up_from(&self, class: ClassNumber, after: u32, name: Symbol) -> Option<Found<'_>> {
        let steps = self.class_change_steps();
        let entry = self.lookups.entry(class, after, name).get();
        let is_answer = entry.class == class
            && entry.name == name.0
            && entry.after == after
            && entry.made_at == steps + 1;
        if is_answer {
            let cell = entry.cell?;
            if let Some(value) = bound(self.read(cell.object()).get(CELL_VALUE)) {
                return Some(Found {
                    class: entry.found,
                    cell,
                    value,
                });
            }
        }
        self.look_up_slowly(class, after, name, steps)
    }

    #[inline(never)]
    fn look_up_slowly(
        &self,
        class: ClassNumber,
        after: u32,
        name: Symbol,
        steps: u64,
    ) -> Option<Found<'_>> {
        let found = self.walk(class, (after != FROM_START).then_some(after), name);
        if self.is_sure(steps) {
            self.lookups.entry(class, after, name).set(Entry {
                class,
                after,
                name: name.0,
                found: found.map_or(0, |found| found.class),
                made_at: steps + 1,
                cell: found.map(|found| found.cell),
            });
        }
        found
    }
}
