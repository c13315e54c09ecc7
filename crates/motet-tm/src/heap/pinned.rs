//! Pinned objects: they never move and never go away, and all threads know them at once.

use std::sync::{Mutex, MutexGuard};

use crate::heap::promoter::Promoter;
use crate::object::value::Offset;

/// Allocation of objects that never move and never go away, shared by all threads.
///
/// Its lock is also held by a thread that privatises a group: so a pinned object is complete in
/// every view when the lock is let go, and an ordinary old object from then on.
pub(crate) struct PinnedAllocator {
    state: Mutex<PinnedState>,
}

/// The state that the lock of the [`PinnedAllocator`] guards.
pub(crate) struct PinnedState {
    pub(crate) promoter: Promoter,
    /// All pinned objects: roots of the major collection.
    pub(crate) objects: Vec<Offset>,
}

impl PinnedAllocator {
    pub(crate) fn new() -> PinnedAllocator {
        PinnedAllocator {
            state: Mutex::new(PinnedState {
                promoter: Promoter::of_pinned(),
                objects: Vec::new(),
            }),
        }
    }

    /// Nobody allocates pinned objects while the guard lives.
    pub(crate) fn lock_privatising(&self) -> MutexGuard<'_, PinnedState> {
        self.state.lock().expect("no panic under this lock")
    }
}
