//! The contention state of one thread.

use std::cell::Cell;

use crate::contention::hot_spots::{CutLength, HotWrites};
use crate::contention::length::LengthControl;
use crate::contention::throttle::Throttle;

/// A thread's knowledge of its conflicts, and whether it runs serialised.
pub(crate) struct ThreadContention {
    pub(crate) throttle: Throttle,
    /// How long transactions are while the thread runs freely …
    pub(crate) free_length: LengthControl,
    /// … and while it has the serial right.
    serial_length: LengthControl,
    /// How long they may go on after they have written a hot place.
    pub(crate) cut_length: CutLength,
    pub(crate) hot_writes: HotWrites,
    /// For how long the open transaction has waited for others that write the same.
    waited_ns: Cell<u64>,
    /// Whether the thread has the serial right: see `serialisation.rs`.
    pub(crate) has_serial_right: Cell<bool>,
    /// The time since which it has that right.
    pub(crate) serial_right_since_ns: Cell<u64>,
}

impl ThreadContention {
    pub(crate) fn new() -> ThreadContention {
        ThreadContention {
            throttle: Throttle::new(),
            free_length: LengthControl::new(),
            serial_length: LengthControl::new(),
            cut_length: CutLength::new(),
            hot_writes: HotWrites::default(),
            waited_ns: Cell::new(0),
            has_serial_right: Cell::new(false),
            serial_right_since_ns: Cell::new(0),
        }
    }

    /// The control of the lengths that are in use now.
    pub(crate) fn length(&mut self) -> &mut LengthControl {
        if self.has_serial_right.get() {
            &mut self.serial_length
        } else {
            &mut self.free_length
        }
    }

    /// The open transaction has waited for one that writes the same.
    pub(crate) fn note_wait(&self, waited_ns: u64) {
        self.waited_ns.set(self.waited_ns.get() + waited_ns);
    }

    /// The transaction is undone: all that it has done is lost, its waits among it.
    pub(crate) fn forget_waits(&self) {
        self.waited_ns.set(0);
    }

    /// The transaction that has run for `spent_ns` has committed: for how much of it has it waited?
    pub(crate) fn take_waited_ns(&self, spent_ns: u64) -> u64 {
        // (Under stepping the one is counted in yield points, the other by the clock.)
        self.waited_ns.take().min(spent_ns)
    }

    /// Whether the thread conflicts, and has passed at least half of its transaction's length: then
    /// it does well to end the transaction after a critical section.
    pub(crate) fn ends_after_sections(&self, passed: u64) -> bool {
        !self.has_serial_right.get()
            && self.free_length.is_cautious()
            && 2 * passed >= self.free_length.length() as u64
    }
}
