//! Claims: locks that a transaction has taken without writing them.
//!
//! A section that begins and ends within one transaction need not write its lock: the transaction
//! *claims* it. That reads the lock, so a commit of a thread that really holds it dooms the
//! transaction, and remembers in the thread how often it is held. Nobody else sees that: other
//! transactions claim the same lock at the same time, and whether their sections have got in each
//! other's way is found out by what these have read and written. As each transaction happens at one
//! moment, the sections happen one after the other.
//!
//! ```text
//!            acquire: lock free                 release: claimed
//!   Free ─────────────────────────▶ Claimed ─────────────────────▶ Free
//!    ▲                                 │ settle: the transaction ends in the section
//!    │      release                    ▼
//!    └────────────────────────────── Held (written: others see it)
//! ```
//!
//! Invariant: no transaction ends with a claim. [`settle`] writes all of them, before the end, or
//! undoes the transaction; an abort forgets them. So a thread that waits, sleeps, blocks or is
//! waited for holds its locks really.
//!
//! # When claiming does not pay
//!
//! Where a section outlasts its transaction, all who have claimed the lock are undone when the first
//! of them settles; where sections write the same things, one of two is undone each time. To take
//! the lock really then costs less. A lock learns this: each of these events makes it *hot* for so
//! many takings, which write it. The next one after these tries again.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU8, Ordering};

use motet_tm::Object;

use crate::language::Outcome;
use crate::locks;
use crate::thread::Thread;
use crate::waiting::Key;

/// A thread that holds so many claims takes further locks really: claims are searched one by one.
const CLAIMS_MAX: usize = 16;
/// How many locks are told apart; two that are not only make each other hot.
const ENTRIES: usize = 1_024;
/// How many takings are real after a transaction has ended in the section of a claimed lock.
const HEAT_OF_SETTLING: u8 = 16;
/// How many are after a transaction with a claim was undone.
const HEAT_OF_ABORT: u8 = 4;

/// The claims of a thread's transaction: how often each lock is held. The locks themselves are what
/// the runtime keeps for the transaction, at the same places.
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

    fn heat(&self, key: Key, heat: u8) {
        let entry = self.entry(key);
        let now = entry.load(Ordering::Relaxed);
        entry.store(now.saturating_add(heat), Ordering::Relaxed);
    }

    /// Counts a taking; whether it is to be real.
    fn is_hot(&self, key: Key) -> bool {
        let entry = self.entry(key);
        let heat = entry.load(Ordering::Relaxed);
        if heat > 0 {
            entry.store(heat - 1, Ordering::Relaxed);
        }
        heat > 0
    }
}

impl Claims {
    /// The transaction is undone.
    pub(crate) fn forget(&self) {
        self.counts.borrow_mut().clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.counts.borrow().is_empty()
    }
}

/// How often this transaction holds a lock that it has claimed; 0: it has not.
#[inline]
pub(crate) fn count_of(thread: &Thread, lock: Object<'_>) -> i64 {
    place_of(thread, lock).map_or(0, |place| thread.claims.counts.borrow()[place])
}

fn place_of(thread: &Thread, lock: Object<'_>) -> Option<usize> {
    if thread.claims.is_empty() {
        return None;
    }
    thread.place_of_kept(lock.value())
}

fn claimed(thread: &Thread, place: usize) -> Object<'_> {
    let lock = thread.kept(place).as_object();
    lock.expect("what is kept for claims are locks")
}

/// Claims a lock that nobody holds. False: it is to be taken really.
pub(crate) fn claim(thread: &Thread, lock: Object<'_>, key: Key, count: i64) -> bool {
    let is_simulated = cfg!(simulated);
    // (What the transaction may write without a barrier, it writes at no cost.)
    if !thread.is_transactional() || is_simulated || thread.write_open(lock).is_some() {
        return false;
    }
    let mut counts = thread.claims.counts.borrow_mut();
    if counts.len() >= CLAIMS_MAX || thread.vm().lock_heat.is_hot(key) {
        return false;
    }
    thread.keep(lock.value());
    counts.push(count);
    true
}

/// Changes how often a lock is held, if it is claimed: whether it is.
pub(crate) fn change(thread: &Thread, lock: Object<'_>, by: i64) -> bool {
    let Some(place) = place_of(thread, lock) else {
        return false;
    };
    let mut counts = thread.claims.counts.borrow_mut();
    counts[place] += by;
    debug_assert!(counts[place] >= 0, "let go of no more often than taken");
    if counts[place] <= 0 {
        counts.remove(place);
        thread.forget_kept(place);
    }
    true
}

/// Takes the locks really that the transaction has claimed: it ends.
///
/// # Errors
/// An abort; never where the transaction is inevitable.
#[inline]
pub(crate) fn settle(thread: &Thread) -> Outcome<()> {
    if thread.claims.is_empty() {
        return Ok(());
    }
    settle_all(thread)
}

#[cold]
fn settle_all(thread: &Thread) -> Outcome<()> {
    while !thread.claims.is_empty() {
        let lock = claimed(thread, 0);
        let count = thread.claims.counts.borrow()[0];
        let key = locks::take_really(thread, lock, count)?;
        thread.vm().lock_heat.heat(key, HEAT_OF_SETTLING);
        thread.claims.counts.borrow_mut().remove(0);
        thread.forget_kept(0);
    }
    Ok(())
}

/// The transaction is going to be undone: its claims may be why.
pub(crate) fn aborted(thread: &Thread) {
    for place in 0..thread.claims.counts.borrow().len() {
        let key = locks::key(thread, claimed(thread, place));
        thread.vm().lock_heat.heat(key, HEAT_OF_ABORT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hot_lock_is_taken_really_so_many_times_and_then_tried_again() {
        let heat = LockHeat::new();
        assert!(!heat.is_hot(1));
        heat.heat(1, HEAT_OF_SETTLING);
        assert!(!heat.is_hot(2), "another lock");
        let real = (0..1_000).filter(|_| heat.is_hot(1)).count();
        assert_eq!(real, usize::from(HEAT_OF_SETTLING));
    }
}
