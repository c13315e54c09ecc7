//! The results of lookups on classes: a small table of each thread, in front of the language's
//! walk along the order of lookup.
//!
//! An entry says in which cell an attribute of a class lies, or that there is none; the value is
//! always read from the cell, with its barrier. Changes of *which* cell that is make entries
//! stale, so they are announced ([`Thread::class_changed`]). The machine counts
//! the steps of announcements (one when a change begins, one when it is over), and an entry holds
//! for the count at which it was made. It is made only if
//!
//! - no change is pending, and
//! - the transaction has begun at the same count: its snapshot is not older than the last change.
//!
//! A thread that sleeps or has ended lends its tables out ([`FreeTables`]), and a thread whose
//! transaction has begun without tables takes some. So a thread that waits keeps no tables, and a
//! new thread begins with what others have looked up. What the tables hold is as true for the
//! thread that takes them, if the count of steps is still that from before its snapshot: no entry
//! is newer.

use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use motet_tm::{Pinned, Value};

use crate::namespace::{CELL_VALUE, bound};
use crate::shape::ClassNumber;
use crate::symbol::Symbol;
use crate::thread::Thread;
use crate::values::UNBOUND;

/// How many entries a thread has for lookups on classes. A request of a server on SQLAlchemy and
/// Flask asks for more than a thousand different ones.
const ENTRIES: usize = 4096;
/// How many entries it has for sites.
const SITES: usize = 4096;
/// How many symbols of texts it knows.
const SYMBOLS: usize = 512;
/// How many tables are kept that no thread has.
const FREE_TABLES_MAX: usize = 16;
/// In place of the class behind which a lookup begins: it begins with the first.
pub const FROM_START: ClassNumber = ClassNumber::MAX;

/// The result of a lookup.
#[derive(Clone, Copy)]
pub struct Found<'a> {
    /// The class that has the attribute.
    pub class: ClassNumber,
    /// The attribute's cell.
    pub cell: Pinned,
    /// The cell's present value.
    pub value: Value<'a>,
}

/// One answer.
#[derive(Clone, Copy, Default)]
struct Entry {
    class: ClassNumber,
    after: ClassNumber,
    name: u32,
    /// The class that has the attribute.
    found: ClassNumber,
    /// The count of steps, and one: 0 is no entry.
    made_at: u64,
    /// None: there is no such attribute.
    cell: Option<Pinned>,
}

/// The inline cache that a site of any code would have, had it seen only this shape.
#[derive(Clone, Copy, Default)]
struct SiteEntry {
    key: u32,
    name: u32,
    kind: u32,
    /// As in [`Entry`].
    made_at: u64,
    word: u64,
}

/// What is known of lookups: 276 KB, or nothing (`default`: all four are empty).
#[derive(Default)]
struct Tables {
    entries: Box<[Cell<Entry>]>,
    sites: Box<[Cell<SiteEntry>]>,
    /// Symbols of texts of the machine, by the addresses of those, which are for ever.
    symbols: Box<[Cell<(usize, usize, Symbol)>]>,
    /// Symbols of the objects that symbols have, by their words: they never move or go away.
    /// An empty place has the word of a value that no program has. (The integer 0 is the word 0.)
    objects: Box<[Cell<(u64, Symbol)>]>,
}

impl Tables {
    /// Tables without an entry.
    fn blank() -> Tables {
        Tables {
            entries: vec![Cell::new(Entry::default()); ENTRIES].into_boxed_slice(),
            sites: vec![Cell::new(SiteEntry::default()); SITES].into_boxed_slice(),
            symbols: vec![Cell::new((0, 0, Symbol(0))); SYMBOLS].into_boxed_slice(),
            objects: vec![Cell::new((UNBOUND.word().0, Symbol(0))); SYMBOLS].into_boxed_slice(),
        }
    }

    fn are_there(&self) -> bool {
        !self.entries.is_empty()
    }
}

/// Tables that no thread has at the moment, the last ones that were lent out last.
#[derive(Default)]
pub(crate) struct FreeTables(Mutex<Vec<Tables>>);

impl FreeTables {
    /// Keeps other threads away, for a fork.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Tables>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread's tables.
#[derive(Default)]
pub(crate) struct LookupCache {
    /// Not there before the thread's first transaction begins, and while the thread sleeps.
    tables: Tables,
    /// The count of steps when the transaction began.
    steps_at_begin: Cell<u64>,
}

impl LookupCache {
    /// A transaction begins at this count of steps.
    pub(crate) fn begin_at(&self, steps: u64) {
        self.steps_at_begin.set(steps);
    }

    #[inline(always)]
    fn entry(&self, class: ClassNumber, after: ClassNumber, name: Symbol) -> &Cell<Entry> {
        let mixed = (class.wrapping_add(after.wrapping_mul(31)))
            .wrapping_mul(0x9e37_79b1)
            .wrapping_add(name.0.wrapping_mul(0x85eb_ca6b));
        &self.tables.entries[(mixed >> 16) as usize % ENTRIES]
    }
}

#[inline(always)]
fn site_place(kind: u32, key: u32, name: Symbol) -> usize {
    let mixed = key
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add((name.0 * 16 + kind).wrapping_mul(0x85eb_ca6b));
    (mixed >> 16) as usize % SITES
}

impl Thread {
    /// Makes sure that the thread has tables, when a transaction has begun: not before, since the
    /// thread may wait for its segment. Free ones hold what was found until now; that may be newer
    /// than the transaction's snapshot, and then the thread gets new ones.
    #[inline]
    pub(crate) fn take_lookup_tables(&mut self) {
        if !self.lookups.tables.are_there() {
            self.lookups.tables = self.find_tables();
        }
    }

    #[cold]
    fn find_tables(&self) -> Tables {
        self.free_tables().unwrap_or_else(Tables::blank)
    }

    /// Tables that were lent out, if the transaction may use them.
    fn free_tables(&self) -> Option<Tables> {
        let mut free = self.vm().free_tables.lock();
        // (The look comes behind the lock: no tables come in between.)
        if self.is_up_to_date() {
            free.pop()
        } else {
            None
        }
    }

    /// Lends the thread's tables to others: outside of transactions, before a sleep or the end.
    pub(crate) fn lend_lookup_tables(&mut self) {
        let tables = std::mem::take(&mut self.lookups.tables);
        let mut free = self.vm().free_tables.lock();
        if tables.are_there() && free.len() < FREE_TABLES_MAX {
            free.push(tables);
        }
    }

    /// The word that inline caches of sites of this name hold for this key, if it is known. `kind`
    /// is the number of the sites' purpose, below 16 and not 0: entries of different kinds do
    /// not meet.
    #[inline(always)]
    pub fn known_site(&self, kind: u32, key: u32, name: Symbol) -> Option<u64> {
        let entry = self.lookups.tables.sites[site_place(kind, key, name)].get();
        let is_it = entry.key == key
            && entry.name == name.0
            && entry.kind == kind
            && entry.made_at == self.class_change_steps() + 1;
        if is_it { Some(entry.word) } else { None }
    }

    /// Keeps the result of this operation's lookup, if that is allowed now.
    pub fn note_site(&self, kind: u32, key: u32, name: Symbol, word: u64) {
        debug_assert!((1..16).contains(&kind), "the number of a kind of site");
        let steps = self.class_change_steps();
        if self.is_sure(steps) {
            self.lookups.tables.sites[site_place(kind, key, name)].set(SiteEntry {
                key,
                name: name.0,
                kind,
                made_at: steps + 1,
                word,
            });
        }
    }

    /// Whether the transaction has begun after the last change of classes.
    pub fn is_up_to_date(&self) -> bool {
        !self.is_transactional() || self.lookups.steps_at_begin.get() == self.class_change_steps()
    }

    /// Forgets the results of lookups on a class that no other thread knows yet.
    pub fn forget_lookups(&self) {
        self.vm().caches.count_step();
    }

    /// Whether results that the transaction finds now hold for this count of steps.
    fn is_sure(&self, steps: u64) -> bool {
        !self.vm().caches.is_change_pending()
            && self.is_up_to_date()
            && self.class_change_steps() == steps
    }

    /// The symbol of an object of a text; none if it is something else, or if the text has no
    /// symbol yet: a new one is rather made where the lack of room for it can be told. `text` is
    /// the object's text.
    #[inline(always)]
    pub fn symbol_of_object<'a>(
        &'a self,
        object: Value<'a>,
        text: impl FnOnce() -> Option<&'a str>,
    ) -> Option<Symbol> {
        let word = object.word().0;
        let place = &self.lookups.tables.objects[(word >> 4) as usize % SYMBOLS];
        let known = place.get();
        if known.0 == word {
            return Some(known.1);
        }
        let symbols = &self.vm().symbols;
        let symbol = symbols.find(text()?)?;
        if symbols.object(symbol).value() == object {
            place.set((word, symbol));
        }
        Some(symbol)
    }

    /// As [`Self::symbol_of`], where a caller goes on with `?`.
    pub fn known_symbol(&self, text: &'static str) -> Option<Symbol> {
        Some(self.symbol_of(text))
    }

    /// The symbol of a text of the machine's own.
    #[inline]
    pub fn symbol_of(&self, text: &'static str) -> Symbol {
        let (address, length) = (text.as_ptr() as usize, text.len());
        let place = (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % SYMBOLS;
        let known = self.lookups.tables.symbols[place].get();
        if known.0 == address && known.1 == length {
            return known.2;
        }
        self.symbol_beside(text, place)
    }

    /// The symbol of a text that does not lie in its first place.
    #[inline(never)]
    fn symbol_beside(&self, text: &'static str, place: usize) -> Symbol {
        let (address, length) = (text.as_ptr() as usize, text.len());
        let symbols = &self.lookups.tables.symbols;
        let known = symbols[place ^ 1].get();
        if known.0 == address && known.1 == length {
            return known.2;
        }
        // Interned even if no program has named it yet, so that it is looked for once only.
        let symbol = self.vm().symbols.intern(self, text);
        // With one place for each, two texts that meet would push each other out at each use.
        symbols[place ^ 1].set(symbols[place].get());
        symbols[place].set((address, length, symbol));
        symbol
    }

    /// How many steps of class changes there were: to be kept before a transaction begins, which
    /// then reads nothing older.
    #[inline(always)]
    pub fn class_change_steps(&self) -> u64 {
        self.vm().caches.steps()
    }

    /// Looks an attribute up: in the classes behind `after` in the order of lookup of `class`, or
    /// in all of them ([`FROM_START`]). `walk` finds it if the table does not know: the language's
    /// way along the classes. `None`: the attribute is not there, or is unbound.
    #[inline(always)]
    pub fn look_up_in_table<'a>(
        &'a self,
        class: ClassNumber,
        after: ClassNumber,
        name: Symbol,
        walk: impl FnOnce() -> Option<Found<'a>>,
    ) -> Option<Found<'a>> {
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
        self.look_up_slowly((class, after, name), steps, walk)
    }

    #[inline(never)]
    fn look_up_slowly<'a>(
        &'a self,
        (class, after, name): (ClassNumber, ClassNumber, Symbol),
        steps: u64,
        walk: impl FnOnce() -> Option<Found<'a>>,
    ) -> Option<Found<'a>> {
        let found = walk();
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
