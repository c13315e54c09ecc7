//! The sets of a transaction, and its other private state.

use std::sync::atomic::Ordering;

use crate::heap::finalizers::FinalizerChanges;
use crate::heap::written::Written;
use crate::object::value::Offset;
use crate::threads::segment::Segment;

/// The transaction that an aborted one gave way to, and should wait for before it tries again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GaveWayTo {
    pub(crate) segment: usize,
    pub(crate) serial: u64,
}

impl GaveWayTo {
    /// The transaction that runs in a segment now.
    pub(crate) fn of(number: usize, segment: &Segment) -> GaveWayTo {
        GaveWayTo {
            segment: number,
            serial: segment.serial.load(Ordering::Acquire),
        }
    }

    /// Whether the transaction still runs in its segment. (If none ran there, it had ended
    /// already: to wait would be to wait for the one that comes next.)
    pub(crate) fn runs_in(self, segment: &Segment) -> bool {
        self.serial & 1 == 1 && segment.serial.load(Ordering::Acquire) == self.serial
    }
}

/// The sets of a transaction.
#[derive(Default)]
pub(crate) struct Transaction {
    /// Exactly the old objects and cards that this transaction has written: those whose write mark
    /// has [`WRITTEN`](crate::heap::written::WRITTEN). Where commits stop all threads, it owns
    /// their write locks.
    pub(crate) written: Vec<Written>,
    /// Exactly the places whose write lock this transaction owns.
    pub(crate) locked: Vec<Offset>,
    /// Contains every old object that was written since the last minor collection: they may refer
    /// to young objects.
    pub(crate) remembered: Vec<Offset>,
    /// Exactly the cards that were written since the last collection: those whose write mark has
    /// [`CARD_REMEMBERED`](crate::heap::written::CARD_REMEMBERED) set.
    pub(crate) cards: Vec<Written>,
    /// Exactly the mutable old objects that this transaction made, in minor collections before its
    /// end. (Not used under the GIL.)
    pub(crate) overflow: Vec<Offset>,
    pub(crate) finalizers: FinalizerChanges,
    /// Age of the transaction: drawn when it begins again for the first time, 0 before. Kept over
    /// attempts.
    pub(crate) age: u64,
    /// How many attempts have aborted.
    pub(crate) attempts: u32,
    /// Set when this transaction gave way.
    pub(crate) gave_way_to: Option<GaveWayTo>,
    /// Whether the transaction holds the runtime's one inevitability.
    pub(crate) is_inevitable: bool,
    /// Whether its length was used up.
    pub(crate) used_up: bool,
    /// Whether a thread waits for a change of this transaction (a lock let go).
    pub(crate) wakes_waiters: bool,
    /// Whether the host says that it changes nothing that a watcher waits for. Stays over commits.
    pub(crate) is_no_change: bool,
    /// Whether all others must start again when this one commits.
    pub(crate) dooms_all: bool,
}

impl Transaction {
    /// Forgets the sets, not the age. (The finalizers are dealt with by then.)
    fn clear(&mut self) {
        debug_assert!(self.locked.is_empty(), "I-TXN-3: a write lock");
        self.written.clear();
        self.remembered.clear();
        self.cards.clear();
        self.overflow.clear();
        self.is_inevitable = false;
        self.used_up = false;
        self.wakes_waiters = false;
        self.dooms_all = false;
    }

    /// Clears the sets after a commit: the next transaction is not another attempt.
    pub(crate) fn committed(&mut self) {
        self.clear();
        self.age = 0;
        self.attempts = 0;
    }

    /// Clears the sets after an abort: the next transaction is another attempt.
    pub(crate) fn aborted(&mut self) {
        self.clear();
        self.attempts += 1;
        self.is_no_change = false;
    }

    /// What the transaction has written at a place.
    pub(crate) fn written_at(&self, place: Offset) -> Option<&Written> {
        let mut written = self.written.iter();
        written.find(|target| (target.start.0..target.start.0 + target.bytes).contains(&place.0))
    }

    pub(crate) fn has_nothing_to_publish(&self) -> bool {
        self.written.is_empty() && !self.dooms_all
    }
}
