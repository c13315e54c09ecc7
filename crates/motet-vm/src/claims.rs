//! Claims: locks that a transaction has taken without writing them.
//!
//! A section that begins and ends within one transaction need not write its lock: the transaction
//! *claims* it. That reads the lock, so a commit of a thread that really holds it dooms the
//! transaction, and remembers in the thread how often it is held. Nobody else sees that: other
//! transactions claim the same lock at the same time, and whether their sections have got in each
//! other's way shows in the objects that these have read and written. As each transaction happens
//! at one moment, the sections happen one after the other.
//!
//! ```text
//!            acquire: lock free                 release: claimed
//!   Free ─────────────────────────▶ Claimed ─────────────────────▶ Free
//!    ▲                                 │ settle: the transaction ends in the section
//!    │      release                    ▼
//!    └────────────────────────────── Held (written: others see it)
//! ```
//!
//! Invariant: no transaction ends with a claim. [`Claims::settle`] writes all of them, before the
//! end, or undoes the transaction; an abort forgets them. So a thread that waits, sleeps, blocks or
//! is waited for holds its locks really.
//!
//! # When claiming does not pay
//!
//! Where a section outlasts its transaction, all transactions that have claimed the lock are undone
//! when the first of them settles; where sections write the same things, one of two is undone each
//! time. To take the lock really then costs less. A lock learns this: each of these events makes it
//! *hot* for so many takings, which write it. The next one after these tries again.
//!
//! A transaction that lets go of a hot lock ends soon: the objects that the section has written
//! stand in other threads' way until then, and the code that follows may be long and go through
//! native code, within which few transactions end.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU8, Ordering};

use motet_tm::{Mutator, Object, Unwind, Value};

use crate::waiting::Key;

/// Word of a lock: the holder's identification; 0: none.
pub(crate) const LOCK_HOLDER: u64 = 1;
/// Word of a lock: how often it is held.
pub(crate) const LOCK_COUNT: u64 = 2;
/// Word of a lock: its key in the waiting room. It never changes.
pub(crate) const LOCK_KEY: u64 = 3;

/// A thread that holds so many claims takes further locks really: claims are searched one by one.
const CLAIMS_MAX: usize = 16;
/// How many locks are told apart; two that are not only make each other hot.
const ENTRIES: usize = 1_024;
/// How many takings are real after a transaction has ended in the section of a claimed lock.
const HEAT_OF_SETTLING: u8 = 16;
/// How many are after a transaction with a claim was undone.
const HEAT_OF_ABORT: u8 = 4;

/// The claims of a thread's transaction: how often each lock is held. The runtime keeps the locks
/// themselves for the transaction, at the same places.
#[derive(Default)]
pub(crate) struct Claims {
    counts: RefCell<Vec<i64>>,
}

/// How hot locks are.
pub(crate) struct LockHeat {
    /// By key. Writers and readers: threads that take locks. Relaxed, and updates may be lost: it
    /// only saves time.
    entries: Box<[AtomicU8]>,
}

impl LockHeat {
    pub(crate) fn new() -> LockHeat {
        LockHeat {
            entries: (0..ENTRIES).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    fn entry(&self, key: Key) -> &AtomicU8 {
        // Fibonacci hashing: the upper bits of the product are mixed best.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.entries[(mixed >> (64 - ENTRIES.trailing_zeros())) as usize]
    }

    /// Makes a lock hotter.
    pub(crate) fn heat(&self, key: Key, heat: u8) {
        let entry = self.entry(key);
        let now = entry.load(Ordering::Relaxed);
        entry.store(now.saturating_add(heat), Ordering::Relaxed);
    }

    pub(crate) fn is_hot(&self, key: Key) -> bool {
        self.entry(key).load(Ordering::Relaxed) > 0
    }

    /// Counts a taking; whether it is to be real.
    pub(crate) fn take(&self, key: Key) -> bool {
        let entry = self.entry(key);
        let heat = entry.load(Ordering::Relaxed);
        if heat > 0 {
            entry.store(heat - 1, Ordering::Relaxed);
        }
        heat > 0
    }
}

/// Writes the holder of a lock, and how often it holds it.
///
/// # Errors
/// An abort.
pub(crate) fn set_state(
    mutator: &Mutator,
    lock: Object<'_>,
    holder: i64,
    count: i64,
) -> Result<(), Unwind> {
    let view = mutator.write(lock)?;
    let number =
        |number| Value::from_integer(number).expect("holders and counts are far below 62 bits");
    view.set(LOCK_HOLDER, number(holder));
    view.set(LOCK_COUNT, number(count));
    Ok(())
}

fn key(mutator: &Mutator, lock: Object<'_>) -> Key {
    let key = mutator.read(lock).get(LOCK_KEY).as_integer();
    key.unwrap_or(0) as Key
}

impl Claims {
    /// Forgets the claims of a transaction that is undone.
    pub(crate) fn forget(&self) {
        self.counts.borrow_mut().clear();
    }

    fn is_empty(&self) -> bool {
        self.counts.borrow().is_empty()
    }

    fn place_of(&self, mutator: &Mutator, lock: Object<'_>) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        mutator.place_of_kept(lock.value())
    }

    /// How often this transaction holds a lock that it has claimed; 0: it has not.
    #[inline]
    pub(crate) fn count_of(&self, mutator: &Mutator, lock: Object<'_>) -> i64 {
        let place = self.place_of(mutator, lock);
        place.map_or(0, |place| self.counts.borrow()[place])
    }

    /// Claims a lock that no thread holds, so often. False: it is to be taken really.
    pub(crate) fn add(
        &self,
        mutator: &Mutator,
        lock: Object<'_>,
        (key, count): (Key, i64),
        heat: &LockHeat,
    ) -> bool {
        // (A lock that the transaction may write without a barrier costs nothing to write.)
        let mut counts = self.counts.borrow_mut();
        let is_free_to_write = mutator.write_open(lock).is_some();
        if is_free_to_write || counts.len() >= CLAIMS_MAX || heat.take(key) {
            return false;
        }
        mutator.keep(lock.value());
        counts.push(count);
        true
    }

    /// Changes how often a lock is held, if it is claimed: whether it is. The claim is gone when
    /// the lock is held no more.
    pub(crate) fn change(&self, mutator: &Mutator, lock: Object<'_>, by: i64) -> bool {
        let place = self.place_of(mutator, lock);
        if let Some(place) = place {
            self.change_at(mutator, place, by);
        }
        place.is_some()
    }

    fn change_at(&self, mutator: &Mutator, place: usize, by: i64) {
        let mut counts = self.counts.borrow_mut();
        counts[place] += by;
        debug_assert!(counts[place] >= 0, "let go of no more often than taken");
        if counts[place] <= 0 {
            counts.remove(place);
            mutator.forget_kept(place);
        }
    }

    /// Takes the locks really that the transaction has claimed, for a holder: it ends.
    ///
    /// # Errors
    /// An abort; never where the transaction is inevitable.
    #[inline]
    pub(crate) fn settle(
        &self,
        mutator: &Mutator,
        heat: &LockHeat,
        holder: u64,
    ) -> Result<(), Unwind> {
        if self.is_empty() {
            return Ok(());
        }
        self.settle_all(mutator, heat, holder)
    }

    #[cold]
    fn settle_all(&self, mutator: &Mutator, heat: &LockHeat, holder: u64) -> Result<(), Unwind> {
        while !self.is_empty() {
            let count = self.counts.borrow()[0];
            if let Some(lock) = mutator.kept(0).as_object() {
                set_state(mutator, lock, holder as i64, count)?;
                heat.heat(key(mutator, lock), HEAT_OF_SETTLING);
            }
            self.change_at(mutator, 0, -count);
        }
        Ok(())
    }

    /// The transaction is going to be undone: its claims may be why.
    pub(crate) fn note_abort(&self, mutator: &Mutator, heat: &LockHeat) {
        for place in 0..self.counts.borrow().len() {
            if let Some(lock) = mutator.kept(place).as_object() {
                heat.heat(key(mutator, lock), HEAT_OF_ABORT);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hot_lock_is_taken_really_so_many_times_and_then_tried_again() {
        let heat = LockHeat::new();
        assert!(!heat.take(1));
        heat.heat(1, HEAT_OF_SETTLING);
        assert!(heat.is_hot(1) && !heat.take(2), "another lock");
        let real = (0..1_000).filter(|_| heat.take(1)).count();
        assert_eq!(real, usize::from(HEAT_OF_SETTLING));
        assert!(!heat.is_hot(1));
    }
}
