//! Parking: all that a major collection must know of a thread that does not run.
//!
//! A thread *parks* when it stops at a border between operations: then all that it holds on to is
//! in its frames, roots and sets. A thread that waits in the middle of an operation (for a lock
//! that another transaction owns, say) holds values in native variables: it does not park, and
//! there is no major collection while it waits (`protocol/collection.rs`).
//!
//! Invariant I-PARK-1: between a parking inside of a transaction and the return to running, the
//! thread's heap and stack stay where they are, and only the collector touches them, which only
//! reads them. (The thread is in a call that has borrowed its mutator: `Engine::enter_safe`, a
//! commit.)
//! Invariant I-PARK-2: outside of a transaction the mutator may move, its roots may change (but see
//! [`Parking::unpark`]), not its frames: hence the roots are copied, of the frames only the place.
#![allow(
    unsafe_code,
    reason = "the collector reads the heaps of threads that are parked"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::gc::thread_heap::ThreadHeap;
use crate::heap::groups::Kind;
use crate::heap::shared::SharedHeap;
use crate::object::value::Word;
use crate::threads::stack::{Frames, Stack};

/// The place of a thread.
enum Place {
    /// It runs, or waits in the middle of an operation.
    Away,
    /// It has no transaction; its roots are in `State::roots`.
    Outside(Frames),
    /// At a border inside of its transaction.
    Inside(*const ThreadHeap, *const Stack),
    /// Its mutator is no more.
    Gone,
}

// SAFETY: the pointers are only followed under I-PARK-1 and I-PARK-2.
unsafe impl Send for Place {}

struct State {
    place: Place,
    /// The roots of a thread that is [`Place::Outside`].
    roots: Vec<Word>,
}

/// The part of a mutator that the collector finds: shared by the thread and the runtime.
pub(crate) struct Parking {
    state: Mutex<State>,
}

/// A parking that cannot change meanwhile.
pub(crate) struct Held<'a>(MutexGuard<'a, State>);

/// A thread that is parked.
pub(crate) enum Parked<'a> {
    Outside(Frames, &'a [Word]),
    Inside(&'a ThreadHeap, &'a Stack),
}

impl Parking {
    /// The parking of a thread that has not begun to run.
    pub(crate) fn new() -> Parking {
        Parking {
            state: Mutex::new(State {
                place: Place::Gone,
                roots: Vec::new(),
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A collector that has panicked may have held it; it only reads.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The thread can neither go on nor go away while the result lives.
    pub(crate) fn hold(&self) -> Held<'_> {
        Held(self.lock())
    }

    /// The thread stops at a border inside of its transaction (I-PARK-1).
    pub(crate) fn park_inside(&self, heap: &ThreadHeap, stack: &Stack) {
        stack.clear_above_top();
        self.lock().place = Place::Inside(heap, stack);
    }

    /// Parks the thread outside of any transaction (I-PARK-2). Its stack is clear above the top.
    pub(crate) fn park_outside(&self, heap: &ThreadHeap, stack: &Stack) {
        let mut state = self.lock();
        state.roots.clear();
        state.roots.extend_from_slice(&heap.roots.stack.borrow());
        state.roots.extend(heap.roots.numbered_words());
        state.place = Place::Outside(stack.frames());
    }

    /// Ends the parking: the thread runs. No collection can be running: the thread holds the right
    /// to run.
    pub(crate) fn unpark(&self, shared: &SharedHeap, heap: &ThreadHeap) {
        let mut state = self.lock();
        if cfg!(debug_assertions) && matches!(state.place, Place::Outside(_)) {
            assert_no_new_roots(shared, heap, &state.roots);
        }
        state.place = Place::Away;
    }

    /// Ends the mutator's part: no collection looks at its frames after this.
    pub(crate) fn leave(&self) {
        let mut state = self.lock();
        state.place = Place::Gone;
        state.roots.clear();
    }
}

impl Held<'_> {
    /// The thread's state; `None` if it is not parked.
    pub(crate) fn parked(&self) -> Option<Parked<'_>> {
        match self.0.place {
            Place::Away => None,
            Place::Gone => Some(Parked::Outside(Frames::NONE, &[])),
            Place::Outside(frames) => Some(Parked::Outside(frames, &self.0.roots)),
            // SAFETY: I-PARK-1; the lock that `self` holds keeps the thread parked.
            Place::Inside(heap, stack) => unsafe { Some(Parked::Inside(&*heap, &*stack)) },
        }
    }
}

/// Outside of a transaction nothing can be read, so nothing can be rooted that was not before.
fn assert_no_new_roots(shared: &SharedHeap, heap: &ThreadHeap, parked: &[Word]) {
    let roots = heap.roots.stack.borrow();
    for root in roots.iter().copied().chain(heap.roots.numbered_words()) {
        let is_known = !root.is_reference() || parked.contains(&root) || {
            let space = shared.space();
            space.groups().kind(space.group_of(root.offset())) == Kind::Pinned
        };
        assert!(is_known, "a root was made outside of a transaction");
    }
}
