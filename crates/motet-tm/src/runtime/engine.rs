//! The engine, which keeps the threads apart. One trait, so that commit protocols can be tried
//! against each other with the same tests and benchmarks. The engines are in `engine/`.
//!
//! Invariants that every engine keeps:
//! - I-TXN-1: between `open` and `commit`/`abort`, all that the transaction has read stays as it
//!   was, or the transaction is doomed before its next safepoint returns.
//! - I-TXN-2: `commit` returns `Ok` only if the transaction takes effect at one instant for all
//!   others; on `Err` nothing of it is visible to anyone.
//! - I-TXN-3: after `commit` and after `abort` the nursery is empty, no write lock is held and no
//!   place has a write mark.
//! - I-TXN-4: an inevitable transaction is never doomed.

use crate::object::value::Offset;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;

/// The engine, which keeps the threads apart.
pub(crate) trait Engine: Send + Sync {
    /// Gets the right to run: a segment, or the GIL. Waits.
    fn enter(&self, mutator: &mut Mutator);
    /// Gives it back. No transaction is open.
    fn leave(&self, mutator: &mut Mutator);
    /// Begins a transaction on the snapshot of now.
    fn open(&self, mutator: &mut Mutator);
    /// Whether others wait for the right to run, so that it should be given back between
    /// transactions.
    fn must_let_go(&self, mutator: &Mutator) -> bool;
    /// First write to the object at `object` since the last collection, of which the `bytes` bytes
    /// from `start` on (all of it, or one card) are to be written.
    fn write_slow(
        &self,
        mutator: &Mutator,
        object: Offset,
        start: Offset,
        bytes: u64,
    ) -> Result<(), Unwind>;
    /// Answers the poll word.
    fn safepoint(&self, mutator: &mut Mutator) -> Result<(), Unwind>;
    /// Makes sure that the transaction cannot abort any more.
    fn become_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind>;
    /// Whether threads that run beside this one may have to wait for its transaction's end.
    fn has_company(&self, _: &Mutator) -> bool {
        false
    }
    /// Makes the transaction's effects visible to all.
    fn commit(&self, mutator: &mut Mutator) -> Result<(), Unwind>;
    /// Undoes the transaction's effects.
    fn abort(&self, mutator: &mut Mutator);
    /// Prepares the thread to block inside of its transaction.
    fn enter_safe(&self, mutator: &mut Mutator);
    /// Stops all other threads that run, for a major collection, and brings all views up to date.
    /// This thread is parked: while it waits until it may stop them, others may do the same.
    fn stop_others(&self, mutator: &Mutator);
    /// Lets them go on.
    fn resume_others(&self, mutator: &Mutator);
    /// Forgets all threads but the calling one, after a fork.
    fn keep_only(&self) {}
    /// Ends [`Engine::enter_safe`]: the thread is back.
    fn leave_safe(&self, mutator: &mut Mutator);
}
