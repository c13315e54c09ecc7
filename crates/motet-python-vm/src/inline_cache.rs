//! Inline caches of attribute instructions: one atomic word a site, keyed by a shape number.
//!
//! ```text
//!  GetAttribute   | shape (32) | 0 (24)         | word of the slot (8) |
//!  SetAttribute   | shape (32) | new shape (24) | word of the slot (8) |   new shape 0: as before
//!  CallMethod     | shape (32) | reference to the class's cell, shifted right by 4 (32)  |
//! ```
//!
//! A cache says what lookup on the *class* has found: it is read without a barrier, so a change of
//! what lookups find must not pass it by. Binding a class attribute that was unbound, unbinding
//! one, or a change between plain values and descriptors is announced by [`Thread::class_changed`]:
//!
//! 1. `pending_changes` grows, so that nobody fills a cache any more; then all caches are cleared.
//!    From now on everybody looks up, with barriers, each in its own snapshot.
//! 2. When the transaction commits, all others that run are doomed: what they found is out of date.
//! 3. After the commit (or the abort) `pending_changes` shrinks.
//!
//! What was found by a transaction that has begun before the last change fills no cache either:
//! it is doomed, but may not know it yet (`lookup_cache.rs` counts the changes).
//!
//! Under the lock of `-X tm=gil` the caches are cleared, and the change is over at once.
//!
//! To clear all caches is to clear those in a list of what has been filled since the last change:
//! programs that make many classes (enumerations) announce changes all the time, and have many
//! sites.
//!
//! A thread puts a cache that is empty into the list, fills it, and then looks at `pending_changes`
//! and at the count of changes (all SeqCst, the list under its lock). The change is counted before
//! the list is taken. So either the cache is in the list that is taken, and is cleared; or what is
//! looked at last shows the change, and the thread clears the cache itself. It does both where it
//! fills the cache after that was cleared, or finds it full between the taking and the clearing.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::shape::ShapeNumber;
use crate::thread::Thread;
use motet_tm::{Pinned, Word};

/// An empty cache: no shape has this number.
pub(crate) const EMPTY: u64 = u64::MAX;

/// The cache word of a slot; `None` if the numbers are too large for it.
pub(crate) fn slot_entry(shape: ShapeNumber, new_shape: ShapeNumber, word: u64) -> Option<u64> {
    let fits = new_shape < 1 << 24 && word < 1 << 8;
    fits.then(|| u64::from(shape) << 32 | u64::from(new_shape) << 8 | word)
}

/// The cache word of a method's cell.
pub(crate) fn cell_entry(shape: ShapeNumber, cell: Pinned) -> Option<u64> {
    let word = cell.word().0 >> 4;
    (word < 1 << 32).then(|| u64::from(shape) << 32 | word)
}

/// The word of the cell that a method's cache names.
#[inline(always)]
pub(crate) const fn cached_word(cache: u64) -> Word {
    Word((cache & 0xffff_ffff) << 4 | 1)
}

/// What a class's cache of its construction says: making an instance is no more than allocating it
/// and calling the function in a cell.
pub(crate) fn construction_entry(cell: Option<Pinned>) -> u64 {
    cell.and_then(|cell| cell_entry(1, cell))
        .unwrap_or(NOT_SIMPLE)
}

/// A class whose construction takes more.
pub(crate) const NOT_SIMPLE: u64 = 0;

impl Thread {
    /// Fills the cache of a site, if that is allowed now.
    pub(crate) fn fill_cache(&self, cache: &'static AtomicU64, entry: Option<u64>) {
        let classes = &self.machine().classes;
        let pending = &classes.pending_changes;
        let Some(entry) = entry else { return };
        if pending.load(Ordering::SeqCst) != 0 || !self.is_up_to_date() {
            return;
        }
        #[cfg(simulated)]
        crate::simulated_hooks::cache_filled(cache);
        if cache.load(Ordering::SeqCst) == EMPTY {
            classes.filled_caches().push(cache);
        }
        cache.store(entry, Ordering::SeqCst);
        if pending.load(Ordering::SeqCst) != 0 || !self.is_up_to_date() {
            cache.store(EMPTY, Ordering::SeqCst);
        }
    }

    /// What lookups on a class find is going to change.
    #[cold]
    pub(crate) fn class_changed(&self) {
        let machine = self.machine();
        if self.is_transactional {
            let pending = &machine.classes.pending_changes;
            pending.fetch_add(1, Ordering::SeqCst);
            self.class_changes.set(self.class_changes.get() + 1);
        }
        machine.classes.change_steps.fetch_add(1, Ordering::SeqCst);
        let filled = std::mem::take(&mut *machine.classes.filled_caches());
        for cache in filled {
            cache.store(EMPTY, Ordering::SeqCst);
        }
        self.doom_all_at_commit();
    }

    /// The transaction that changed classes is over.
    pub(crate) fn class_changes_are_over(&self) {
        let changes = self.class_changes.take();
        if changes > 0 {
            let classes = &self.machine().classes;
            // First, so that nobody who has begun before finds that nothing is pending.
            classes.change_steps.fetch_add(1, Ordering::SeqCst);
            classes.pending_changes.fetch_sub(changes, Ordering::SeqCst);
        }
    }
}
