//! Commit.
//!
//! # The order of a commit
//!
//!  1. The host, if it has output to publish, takes its gate.
//!  2. A doomed transaction fails here (`engine/stm.rs`).
//!  3. The nursery is emptied (`gc/minor.rs`); survivors are copied to all views
//!     (`engine/copies.rs`).
//!  4. *Validate*: the transaction's writes are compared with the reads of others
//!     (`Publication::publish`).
//!     **Point of no return**: from here on the transaction has happened, and nothing can fail.
//!  5. *Publish*: its writes become visible to all; then its write locks, if it has any, and its
//!     inevitability if it has that, are given back (there).
//!  6. The length control and the throttle are told (`serialisation.rs`).
//!  7. Finalizers that it enabled are registered, those that it found due are ready
//!     (`heap/finalizers.rs`).
//!  8. Its sets and its checkpoint are forgotten.
//!  9. Threads that wait for a change are woken, if it said that it made one.
//! 10. A major collection runs, if one is due (`collection.rs`).
//! 11. The host publishes its output, while the thread still has the right to run.
//! 12. If others wait: the right to run is given back, then the serial right.
//! 13. The host's commit hooks run, while the thread has no right (`txn/hooks.rs`).
//! 14. The serial right is taken again, if the thread is serialised, then the right to run.
//! 15. The next transaction is opened (`begin.rs`).
//! 16. The host starts threads and wakes sleepers.
//!
//! Steps 12 to 14 are left out while no thread waits and there are no hooks. An end before a wait
//! ([`Mutator::end`]) has no steps 14 and 15; behind step 10 it may collect since no thread runs
//! (`idle_collection.rs`).

use std::sync::atomic::Ordering;

use crate::config::Control;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;

/// A commit that has happened.
struct Committed {
    at_ns: u64,
    /// Whether that is now: nothing that takes long has happened since.
    is_now: bool,
}

impl Mutator {
    /// Ends the transaction and begins the next: at a yield point.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction cannot commit; call [`Mutator::roll_back`].
    ///
    /// # Panics
    /// When an atomic region is open.
    pub fn commit_and_begin(&mut self) -> Result<(), Unwind> {
        self.commit_and_begin_after(|| {})
    }

    /// As [`Mutator::commit_and_begin`]; `then` runs between the two, before the thread waits for
    /// anything: for acts for which others wait while they have the right to run.
    ///
    /// # Errors
    /// As there; `then` has not run.
    pub fn commit_and_begin_after(&mut self, then: impl FnOnce()) -> Result<(), Unwind> {
        let committed = self.commit()?;
        then();
        let has_waited = self.let_others_run(committed.at_ns);
        let is_now = committed.is_now && !has_waited;
        self.open(is_now.then_some(committed.at_ns));
        Ok(())
    }

    /// Ends the transaction; the thread must not touch the heap until [`Mutator::begin`].
    ///
    /// # Errors
    /// As [`Mutator::commit_and_begin`].
    ///
    /// # Panics
    /// When an atomic region is open.
    pub fn end(&mut self) -> Result<(), Unwind> {
        let committed = self.commit()?;
        self.collect_if_idle(committed.at_ns);
        self.runtime.clone().engine().leave(self);
        self.return_serial_right();
        if !self.hooks.is_empty() {
            self.hooks.run_committed();
        }
        debug_assert!(!self.is_open(), "the right to run was given back");
        Ok(())
    }

    /// Steps 2 to 10.
    fn commit(&mut self) -> Result<Committed, Unwind> {
        assert!(!self.is_atomic(), "an atomic region is one transaction");
        let since_ns = self.runtime.clock_ns();
        self.runtime.clone().engine().commit(self)?;
        // ---- point of no return, passed inside of the engine: nothing below can fail.
        self.assert_settled();
        let at_ns = self.runtime.clock_ns();
        self.account_commit(since_ns, at_ns);
        self.learn_from_cut(since_ns);
        self.settle_commit();
        self.recorder.commit(at_ns);
        let has_collected = self.collect_major_if_due();
        Ok(Committed {
            at_ns,
            is_now: !has_collected,
        })
    }

    /// A transaction that was cut short, since it wrote a hot place, has ended: in time?
    fn learn_from_cut(&self, now_ns: u64) {
        if let Some(cut_at_ns) = self.budget.cut_at_ns()
            && !self.deferral.is_owed.get()
        {
            // (Where threads are stepped the clock must not decide.)
            let is_stepped = self.runtime.is_stepped();
            let after_ns = now_ns.saturating_sub(cut_at_ns);
            let after_ns = if is_stepped { 0 } else { after_ns };
            self.contention.cut_length.ended(after_ns);
        }
    }

    /// Steps 7 to 9.
    fn settle_commit(&mut self) {
        let mut transaction = self.heap.transaction.borrow_mut();
        let finalizers = self.runtime.heap().finalizers();
        finalizers.commit(&mut transaction.finalizers);
        // (Under the lock and in hardware the set of what was written is not kept.)
        let may_have_written = !transaction.written.is_empty() || self.control() != Control::Stm;
        let is_change = may_have_written && !transaction.is_no_change;
        let is_watched = is_change && self.runtime.has_watchers();
        let wakes_waiters = transaction.wakes_waiters || is_watched;
        transaction.committed();
        drop(transaction);
        self.forget_checkpoint();
        self.recorder.count(|counters| &counters.commits, 1);
        let mut promoter = self.heap.promoter.borrow_mut();
        promoter.release_filled(self.runtime.space());
        drop(promoter);
        if wakes_waiters {
            self.runtime.announce_change();
        }
    }

    /// I-TXN-3: after a commit and after an abort the nursery is empty, no write lock is held
    /// and no place has a write mark.
    pub(super) fn assert_settled(&self) {
        assert_eq!(self.heap.nursery.used_bytes(), 0, "I-TXN-3: the nursery");
        if cfg!(debug_assertions) && self.heap.is_transactional() {
            let (memory, own) = (self.runtime.memory(), self.heap.segment.get());
            for target in &self.heap.transaction.borrow().written {
                let owner = memory.lock(target.start).load(Ordering::Relaxed);
                assert_ne!(usize::from(owner), own, "I-TXN-3: a write lock");
                let mark = memory
                    .write_marks(own)
                    .of(target.start)
                    .load(Ordering::Relaxed);
                assert_eq!(mark, 0, "I-TXN-3: a write mark");
            }
        }
    }

    /// Forgets the checkpoint: objects that were live at the begin need not live on.
    pub(super) fn forget_checkpoint(&mut self) {
        self.stack.forget_checkpoint();
        self.heap.roots.forget_checkpoint();
    }

    /// Steps 12 to 14: gives the right to run back between two transactions, if a thread waits for
    /// it or a hook is to run. Returns whether it did.
    fn let_others_run(&mut self, now_ns: u64) -> bool {
        let runtime = self.runtime.clone();
        let has_hooks = !self.hooks.is_empty();
        let changes_right = self.must_change_serial_right(now_ns);
        if !has_hooks && !changes_right && !runtime.engine().must_let_go(self) {
            return false;
        }
        runtime.engine().leave(self);
        if has_hooks || changes_right {
            // (A hook may wait for another thread.)
            self.return_serial_right();
        }
        if has_hooks {
            self.hooks.run_committed();
        }
        self.take_serial_right();
        runtime.engine().enter(self);
        true
    }
}
