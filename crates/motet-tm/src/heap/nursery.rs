//! A thread's nursery: its part of the view, and how much of it is used.

use std::cell::Cell;

use crate::heap::memory::NULL_BYTES;

/// The last part of the reserve: requests that can be refused leave it to the small objects that a
/// host makes when one was refused.
pub(crate) const ROOM_FOR_ERRORS_BYTES: u64 = 64 << 10;

/// The bounds of a thread's nursery, as offsets in its view.
///
/// ```text
///   start        next           limit                 stop            view_end
///   | allocated  | free until a  | reserve: allocation | of others,    | old space
///   |            | collection is | goes on, but a      | in a view     |
///   |            | due           | collection is due   | that is shared|
/// ```
pub(crate) struct Nursery {
    /// The place of the next object.
    pub(crate) next: Cell<u64>,
    /// The end of the range that may be allocated before a collection is due.
    pub(crate) limit: Cell<u64>,
    pub(crate) start: Cell<u64>,
    /// The end of the thread's reserve.
    pub(crate) stop: Cell<u64>,
    /// The end of all nurseries of the view, where the old space begins.
    pub(crate) view_end: u64,
}

impl Nursery {
    /// An empty nursery that has all of the view's, up to `view_end`.
    pub(crate) fn new(view_end: u64) -> Nursery {
        Nursery {
            next: Cell::new(NULL_BYTES),
            limit: Cell::new(NULL_BYTES),
            start: Cell::new(NULL_BYTES),
            stop: Cell::new(view_end),
            view_end,
        }
    }

    /// Moves the nursery, which is empty, to the part of the view that belongs to a number from 1
    /// on, `reserve` bytes each.
    pub(crate) fn move_to_part(&self, number: usize, reserve: u64) {
        debug_assert_eq!(self.used_bytes(), 0, "only an empty nursery moves");
        let start = NULL_BYTES + (number as u64 - 1) * reserve;
        assert!(
            start + reserve <= self.view_end,
            "the part lies in the view"
        );
        self.start.set(start);
        self.stop.set(start + reserve);
        self.next.set(start);
        self.limit.set(start);
    }

    pub(crate) fn used_bytes(&self) -> u64 {
        self.next.get() - self.start.get()
    }

    /// Empties the nursery; a collection is due again when `soft_bytes` are used.
    pub(crate) fn reset(&self, soft_bytes: u64) {
        self.next.set(self.start.get());
        self.limit.set(self.start.get() + soft_bytes);
    }

    /// Lets allocation go on up to `limit`, as far as the reserve reaches without its last part.
    pub(crate) fn raise_limit(&self, limit: u64) {
        debug_assert!(limit >= self.limit.get(), "a limit is only raised");
        let most = self.stop.get().saturating_sub(ROOM_FOR_ERRORS_BYTES);
        self.limit.set(limit.min(most).max(self.limit.get()));
    }
}
