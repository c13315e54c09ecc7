//! Inline caches of attribute instructions: one atomic word a site, keyed by a shape number.
//!
//! ```text
//!  reading a slot   | shape (32) | 0 (24)         | word of the slot (8) |
//!  writing a slot   | shape (32) | new shape (24) | word of the slot (8) | new shape 0: as before
//!  calling a method | shape (32) | reference to the class's cell, shifted right by 4 (32)  |
//! ```
//!
//! A cache holds the result of a lookup on the *class*: it is read without a barrier, so a change
//! of the results of lookups must not pass it by. Binding a class attribute that was unbound,
//! unbinding one, or a change between plain values and descriptors is announced by
//! [`Thread::class_changed`]:
//!
//! 1. `pending_changes` grows, so that no thread fills a cache any more; then all caches are
//!    cleared. From now on every thread looks up, with barriers, each in its own snapshot.
//! 2. When the transaction commits, all others that run are doomed: their lookups are out of date.
//! 3. After the commit (or the abort) `pending_changes` shrinks.
//!
//! A transaction that has begun before the last change fills no cache either: it is doomed, but may
//! not know it yet (`model/lookup_cache.rs` counts the changes).
//!
//! Under a global lock (`Control::Gil`) the caches are cleared, and the change is over at once.
//!
//! To clear all caches is to clear those in a list of the caches filled since the last change:
//! programs that make many classes (enumerations) announce changes all the time, and have many
//! sites.
//!
//! A thread fills a cache under the lock of that list: it looks at `pending_changes` and at the
//! count of changes, puts the cache into the list if it was empty, and fills it. A change is
//! counted before it takes the lock to clear the caches in the list. So a cache is either in the
//! list that is cleared, or the thread that wants to fill it takes the lock later, sees the change
//! and does not fill it. (To fill the cache without the lock, and to clear it again if the change
//! shows up afterwards, leaves a moment in which a transaction that began after the change reads a
//! result that does not hold any more: `interleavings.rs` finds it.)

#![allow(unsafe_code, reason = "a cache holds the word of a pinned cell")]

use std::cell::Cell;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use motet_tm::{Object, Pinned, Value, Word};

use crate::shape::ShapeNumber;
use crate::sync::{AtomicU64, Mutex, MutexGuard};
use crate::thread::Thread;

/// An empty cache: no shape has this number.
pub const EMPTY: u64 = u64::MAX;

/// The cache word of a slot; `None` if the numbers are too large for it.
pub fn slot_entry(shape: ShapeNumber, new_shape: ShapeNumber, word: u64) -> Option<u64> {
    let fits = new_shape < 1 << 24 && word < 1 << 8;
    fits.then(|| u64::from(shape) << 32 | u64::from(new_shape) << 8 | word)
}

/// The cache word of a method's cell.
pub fn cell_entry(shape: ShapeNumber, cell: Pinned) -> Option<u64> {
    let word = cell.word().0 >> 4;
    (word < 1 << 32).then(|| u64::from(shape) << 32 | word)
}

/// The word of the cell that a method's cache names.
#[inline(always)]
pub const fn cached_word(cache: u64) -> Word {
    Word((cache & 0xffff_ffff) << 4 | 1)
}

/// The cache entry of a class's construction: making an instance is no more than allocating it
/// and calling the function in a cell.
pub fn construction_entry(cell: Pinned) -> u64 {
    cell_entry(1, cell).unwrap_or(NOT_SIMPLE)
}

/// A class whose construction takes more.
pub const NOT_SIMPLE: u64 = 0;

/// A class whose construction is no more than allocating an instance, and takes no arguments.
pub const BARE: u64 = 1;

/// The inline caches that are filled, and the changes that empty them: one for all threads.
pub struct Caches {
    /// How many running transactions have changed the results of lookups: while there are any, no
    /// thread fills a cache. SeqCst.
    pending_changes: AtomicU64,
    /// Counts the beginnings and the ends of such changes. SeqCst; see `model/lookup_cache.rs`.
    change_steps: AtomicU64,
    /// The caches that were filled since the last such change.
    filled: Mutex<Vec<&'static AtomicU64>>,
}

impl Default for Caches {
    fn default() -> Caches {
        Caches {
            pending_changes: AtomicU64::new(0),
            change_steps: AtomicU64::new(0),
            filled: Mutex::new(Vec::new()),
        }
    }
}

impl Caches {
    fn filled(&self) -> MutexGuard<'_, Vec<&'static AtomicU64>> {
        self.filled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many steps of changes there were.
    #[inline(always)]
    pub fn steps(&self) -> u64 {
        self.change_steps.load(Ordering::SeqCst)
    }

    /// Whether a running transaction has changed the results of lookups.
    pub fn is_change_pending(&self) -> bool {
        self.pending_changes.load(Ordering::SeqCst) != 0
    }

    /// Fills a cache, if no change is pending and `is_up_to_date` says so under the lock.
    pub fn fill(&self, cache: &'static AtomicU64, entry: u64, is_up_to_date: impl Fn() -> bool) {
        if self.is_change_pending() || !is_up_to_date() {
            return;
        }
        debug_assert_ne!(entry, EMPTY, "an entry is none that stands for no entry");
        let mut filled = self.filled();
        if self.is_change_pending() || !is_up_to_date() {
            return;
        }
        if cache.load(Ordering::SeqCst) == EMPTY {
            filled.push(cache);
        }
        cache.store(entry, Ordering::SeqCst);
    }

    /// Begins a change: all caches are emptied. It stays pending until [`Caches::end_changes`], if
    /// `stays_pending`.
    pub fn begin_change(&self, stays_pending: bool) {
        if stays_pending {
            self.pending_changes.fetch_add(1, Ordering::SeqCst);
        }
        self.count_step();
        for cache in self.filled().drain(..) {
            cache.store(EMPTY, Ordering::SeqCst);
        }
    }

    /// Ends so many changes that were pending.
    pub fn end_changes(&self, changes: u64) {
        // First, so that no transaction that has begun before finds that nothing is pending.
        self.count_step();
        let before = self.pending_changes.fetch_sub(changes, Ordering::SeqCst);
        debug_assert!(before >= changes, "what ends has begun");
    }

    /// Notes that results of lookups until now do not hold any more.
    pub fn count_step(&self) {
        self.change_steps.fetch_add(1, Ordering::SeqCst);
    }
}

/// The part of a thread that is about changes it has announced.
#[derive(Default)]
pub(crate) struct OwnChanges {
    /// How many of the pending changes are this transaction's.
    count: Cell<u64>,
}

impl Thread {
    /// Fills the cache of a site, if that is allowed now.
    pub fn fill_cache(&self, cache: &'static AtomicU64, entry: Option<u64>) {
        let Some(entry) = entry else { return };
        #[cfg(simulated)]
        if let Some(simulator) = motet_tm::simulation::simulator()
            && !self.vm().caches.is_change_pending()
            && self.is_up_to_date()
        {
            let address = std::ptr::from_ref(cache) as u64;
            simulator.access(motet_tm::simulation::Part::Cache, address, 8, true);
        }
        let caches = &self.vm().caches;
        caches.fill(cache, entry, || self.is_up_to_date());
    }

    /// The cell that the inline cache of a method names.
    #[inline(always)]
    pub fn cached_cell(&self, cache: u64) -> Option<Object<'_>> {
        // SAFETY: the cache holds the entry that `cell_entry` made of a pinned cell.
        unsafe { Value::from_register(cached_word(cache)) }.as_object()
    }

    /// Announces that the results of lookups on a class are going to change.
    #[cold]
    pub fn class_changed(&self) {
        let stays_pending = self.is_transactional();
        if stays_pending {
            self.changes.count.set(self.changes.count.get() + 1);
        }
        self.vm().caches.begin_change(stays_pending);
        self.doom_all_at_commit();
    }

    /// Whether this transaction has changed the results of lookups.
    pub(crate) fn has_class_changes(&self) -> bool {
        self.changes.count.get() > 0
    }

    /// The transaction that changed classes is over.
    pub(crate) fn class_changes_are_over(&self) {
        let changes = self.changes.count.take();
        if changes > 0 {
            self.vm().caches.end_changes(changes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_empties_what_was_filled_and_forbids_to_fill() {
        let caches = Caches::default();
        let cache: &'static AtomicU64 = Box::leak(Box::new(AtomicU64::new(EMPTY)));
        caches.fill(cache, 7, || true);
        assert_eq!(cache.load(Ordering::SeqCst), 7);
        caches.begin_change(true);
        assert_eq!(cache.load(Ordering::SeqCst), EMPTY);
        caches.fill(cache, 8, || true);
        assert_eq!(cache.load(Ordering::SeqCst), EMPTY, "a change is pending");
        caches.end_changes(1);
        caches.fill(cache, 9, || false);
        assert_eq!(cache.load(Ordering::SeqCst), EMPTY, "what was found is old");
        caches.fill(cache, 10, || true);
        assert_eq!(cache.load(Ordering::SeqCst), 10);
    }

    #[test]
    fn entries_hold_what_fits() {
        assert_eq!(slot_entry(1, 2, 3), Some(1 << 32 | 2 << 8 | 3));
        assert_eq!(slot_entry(1, 1 << 24, 3), None);
        assert_eq!(slot_entry(1, 0, 1 << 8), None);
    }
}
