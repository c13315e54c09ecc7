//! The imagined machine, for processors without hardware transactions: it runs one transaction at
//! a time, to its end.
//!
//! A thread that ends a transaction mostly begins the next before a sleeping thread is awake. So a
//! thread that has waited for a switch interval claims the machine: until it has run, no other
//! thread gets in. (Under a seed the scheduler decides which thread is next, and nobody claims.)
//!
//! ```text
//!            claim, after an interval             the claimant looks
//!   free or running ──────────────▶ claimed, running ─── end ──▶ claimed, free ──▶ running
//! ```

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::runtime::Runtime;
use crate::support::ThreadNumber;

const NOBODY: u64 = u64::MAX;

/// The machine, which one thread has at a time.
pub(crate) struct ImaginedMachine {
    /// The thread whose transaction runs, or that has taken the lock; [`NOBODY`]. Writers: takers
    /// by compare-and-swap, the holder. SeqCst.
    runner: AtomicU64,
    /// The thread that is to run next; [`NOBODY`]. Writers: a thread that has waited long, by
    /// compare-and-swap; that thread when it runs. Relaxed: a thread that reads an old value runs
    /// once more.
    claimant: AtomicU64,
}

impl ImaginedMachine {
    pub(crate) fn new() -> ImaginedMachine {
        ImaginedMachine {
            runner: AtomicU64::new(NOBODY),
            claimant: AtomicU64::new(NOBODY),
        }
    }

    pub(crate) fn is_run_by(&self, thread: ThreadNumber) -> bool {
        self.runner.load(Ordering::SeqCst) == thread
    }

    /// Waits until the machine runs this thread; `look` is called after each look in vain.
    pub(crate) fn wait(&self, runtime: &Runtime, thread: ThreadNumber, look: impl Fn()) {
        let interval = runtime.switch_interval();
        let since = Instant::now();
        runtime.scheduler().wait_until(thread, || {
            let is_taken = self.try_take(thread);
            if !is_taken {
                if !runtime.is_stepped() && since.elapsed() >= interval {
                    self.claim(thread);
                }
                look();
            }
            is_taken
        });
    }

    fn try_take(&self, thread: ThreadNumber) -> bool {
        let claimant = self.claimant.load(Ordering::Relaxed);
        if claimant != NOBODY && claimant != thread {
            return false;
        }
        let taken =
            self.runner
                .compare_exchange(NOBODY, thread, Ordering::SeqCst, Ordering::Relaxed);
        if taken.is_ok() && claimant == thread {
            self.claimant.store(NOBODY, Ordering::Relaxed);
        }
        taken.is_ok()
    }

    fn claim(&self, thread: ThreadNumber) {
        // (If another thread has claimed it, that one comes first.)
        let _ =
            self.claimant
                .compare_exchange(NOBODY, thread, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The thread lets the next one run.
    pub(crate) fn let_go(&self, thread: ThreadNumber) {
        let was = self.runner.swap(NOBODY, Ordering::SeqCst);
        assert_eq!(was, thread, "the thread that runs alone lets others run");
    }

    /// The threads that wait are no more.
    pub(crate) fn forget_claimant(&self) {
        self.claimant.store(NOBODY, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claimant_is_the_next_to_run() {
        let machine = ImaginedMachine::new();
        assert!(machine.try_take(1));
        assert!(!machine.try_take(2));
        machine.let_go(1);
        assert!(machine.try_take(1), "nobody has claimed it");
        machine.claim(2);
        machine.claim(3);
        machine.let_go(1);
        assert!(!machine.try_take(1));
        assert!(!machine.try_take(3), "the first claim counts");
        assert!(machine.try_take(2));
        machine.let_go(2);
        assert!(machine.try_take(3), "a claim ends when its thread runs");
        machine.claim(1);
        machine.let_go(3);
        machine.forget_claimant();
        assert!(machine.try_take(2));
    }
}
