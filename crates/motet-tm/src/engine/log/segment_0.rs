//! Segment 0 beside the log: how commits write to it, one after the other without a lock, and how
//! aborts read it.
//!
//! # Protocol
//!
//! A committer writes its entry to segment 0 after it has appended it and has let go the log's
//! lock. It *publishes* from before it appends until segment 0 has the entry. Others see that by
//! the number of the entry in the committer's position.
//!
//! ```text
//!   thread 1   | publishes 7 · appends 7 · lets the log's lock go · writes 7 to segment 0 |
//!   thread 2           | applies 7 · writes the same object · commits: waits · · · · · · ·|
//!              and then takes the differences
//! ```
//!
//! # Invariants
//!
//! - I-LOG-5, *writers of one place*: entries that change the same object or card are written to
//!   segment 0 in their order. The later committer has applied the earlier entry before it has
//!   written the place (else that entry dooms it), and waits for its publisher before it takes the
//!   differences, so before it appends.
//! - I-LOG-6, *differences*: those of a transaction that commits are right. While it takes them,
//!   only entries that it has not applied are written to segment 0. If such an entry changes a
//!   place that it has written, the differences may be wrong, and the entry dooms the transaction:
//!   it is in the log before a word of it is in segment 0, and is applied before the transaction
//!   commits, also if it seems to have changed nothing.
//! - I-LOG-7: a thread restores from segment 0 under the log's lock, when no other publishes: what
//!   it copies is the committed state as of the log's end. Its view may thus be newer in places
//!   than its position says; the entries between are applied before it begins again.

use std::sync::atomic::{Ordering, fence};

use crate::engine::copies;
use crate::engine::log::Log;
use crate::runtime::mutator::Mutator;

/// So many objects and cards are restored at once: others cannot commit meanwhile.
const RESTORED_AT_ONCE: usize = 1_024;

/// Some tens of microseconds, under injection.
const LINGERING_SPINS_MAX: usize = 1_000;

impl Log {
    /// From here on others know that this thread's entry with that number may be in the log, and
    /// not in segment 0.
    pub(super) fn begin_to_publish(&self, number: usize, log_bytes: u64) {
        let publishing = &self.positions[number].publishing_bytes;
        publishing.store(log_bytes, Ordering::Release);
    }

    /// Writes the entry that this thread has appended to segment 0.
    pub(super) fn write_to_segment_0(&self, mutator: &Mutator) {
        let number = mutator.heap.segment.get();
        let shared = mutator.runtime.shared_base();
        // A thread that sees a word of the entry there finds the entry in the log (I-LOG-6).
        fence(Ordering::Release);
        linger(mutator);
        self.place(number).entry().write_to_shared(shared);
        let publishing = &self.positions[number].publishing_bytes;
        publishing.store(0, Ordering::Release);
    }

    /// Waits until segment 0 has all entries that this thread has applied (I-LOG-5).
    pub(super) fn settle_segment_0(&self, mutator: &Mutator) {
        let applied = &self.positions[mutator.heap.segment.get()].applied_bytes;
        self.wait_for_publishers(mutator, applied.load(Ordering::Relaxed));
    }

    /// Waits until segment 0 has all entries of others up to `log_bytes`. Their threads are past
    /// the point of no return, so this takes as long as to write some words.
    fn wait_for_publishers(&self, mutator: &Mutator, log_bytes: u64) {
        let joined = self.joined.load(Ordering::Relaxed);
        let others = joined & !(1 << mutator.heap.segment.get());
        for (number, _) in mutator.runtime.pool().in_mask(others) {
            let publishing = &self.positions[number].publishing_bytes;
            let is_done = || {
                let entry_bytes = publishing.load(Ordering::Acquire);
                entry_bytes == 0 || entry_bytes > log_bytes
            };
            if !is_done() {
                let scheduler = mutator.runtime.scheduler();
                scheduler.wait_until(mutator.thread, is_done);
            }
        }
    }

    /// Undoes the writes to old objects (I-LOG-7).
    pub(super) fn restore_written(&self, mutator: &Mutator) {
        let transaction = mutator.heap.transaction.borrow();
        if self.is_alone(mutator) {
            copies::restore(mutator, &transaction.written);
            return;
        }
        for written in transaction.written.chunks(RESTORED_AT_ONCE) {
            let tail = self.lock_tail_of_abort(mutator);
            self.wait_for_publishers(mutator, u64::MAX);
            copies::restore(mutator, written);
            drop(tail);
        }
    }
}

/// Under injection the time between an entry and segment 0 is long, so that others come between.
fn linger(mutator: &Mutator) {
    if mutator.runtime.config().injection.linger {
        (0..mutator.random.below(LINGERING_SPINS_MAX)).for_each(|_| std::hint::spin_loop());
    }
}

/// Copies the writes to segment 0, while no other segment has joined.
pub(super) fn copy_to_segment_0(mutator: &Mutator) {
    let space = mutator.runtime.space();
    let shared = mutator.runtime.shared_base();
    let own = mutator.base();
    let own_bit = 1 << mutator.heap.segment.get();
    for target in &mutator.heap.transaction.borrow().written {
        let group = space.group_of(target.start);
        debug_assert!(
            space.private_in(group).load(Ordering::Relaxed) & own_bit != 0,
            "privatised before it is published"
        );
        own.copy_to(target.start, shared, target.start, target.bytes);
    }
}
