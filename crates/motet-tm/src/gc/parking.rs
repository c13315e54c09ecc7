//! Parking: what a major collection must know of a thread that does not run.
//!
//! A thread *parks* when it stops at a border between operations: then all that it holds on to is
//! in its frames, roots and sets. A thread that waits in the middle of an operation (for a lock
//! that another transaction owns, say) holds values in native variables: it does not park, and
//! there is no major collection while it waits (`major/mod.rs`).
//!
//! Invariant I-PARK-1: between a parking inside of a transaction and the return to running, the
//! mutator stays where it is and nobody touches it but the collector, who only reads it. (The
//! thread is in a call that has borrowed it: `Engine::enter_safe`, a commit.)
//! Invariant I-PARK-2: outside of a transaction the mutator may move, its roots may change (but see
//! `unpark`), not its frames: hence the roots are copied, of the frames only the place.
#![allow(
    unsafe_code,
    reason = "the collector reads the mutators of threads that are parked"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::heap::groups::Kind;
use crate::object::value::Word;
use crate::runtime::mutator::Mutator;
use crate::threads::stack::Frames;

/// Where a thread is.
enum Place {
    /// It runs, or waits in the middle of an operation.
    Away,
    /// It has no transaction; its roots are in `Parking::roots`.
    Outside(Frames),
    /// At a border inside of its transaction.
    Inside(*const Mutator),
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
    Inside(&'a Mutator),
}

impl Parking {
    /// Of a thread that has not begun to run.
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

    /// The thread can neither go on nor go away while this lives.
    pub(crate) fn hold(&self) -> Held<'_> {
        Held(self.lock())
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
            Place::Inside(mutator) => Some(Parked::Inside(unsafe { &*mutator })),
        }
    }
}

impl Mutator {
    /// The thread stops at a border inside of its transaction (I-PARK-1).
    pub(crate) fn park_inside(&self) {
        self.stack.clear_above_top();
        self.parking.lock().place = Place::Inside(self);
    }

    /// Waits at a border, where others may collect meanwhile.
    pub(crate) fn parked<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.park_inside();
        let result = wait();
        self.unpark();
        result
    }

    /// The thread has no transaction any more (I-PARK-2).
    pub(crate) fn park_outside(&self) {
        self.stack.clear_above_top();
        self.park_outside_cleared();
    }

    /// As [`Mutator::park_outside`], where the stack was cleared just now.
    pub(crate) fn park_outside_cleared(&self) {
        let mut state = self.parking.lock();
        state.roots.clear();
        state.roots.extend_from_slice(&self.roots.borrow());
        let thread_roots = self.thread_roots.iter().map(|root| root.get());
        state.roots.extend(thread_roots);
        state.place = Place::Outside(self.stack.frames());
    }

    /// The thread runs. Nobody can be collecting: it holds the right to run.
    pub(crate) fn unpark(&self) {
        let mut state = self.parking.lock();
        if cfg!(debug_assertions) && matches!(state.place, Place::Outside(_)) {
            self.assert_no_new_roots(&state.roots);
        }
        state.place = Place::Away;
    }

    /// Outside of a transaction nothing can be read, so nothing can be rooted that was not before.
    fn assert_no_new_roots(&self, parked: &[Word]) {
        let roots = self.roots.borrow();
        let thread_roots = self.thread_roots.iter().map(|root| root.get());
        for root in roots.iter().copied().chain(thread_roots) {
            let is_known = !root.is_reference() || parked.contains(&root) || {
                let space = self.runtime.space();
                space.groups().kind(space.group_of(root.offset())) == Kind::Pinned
            };
            assert!(is_known, "a root was made outside of a transaction");
        }
    }

    /// The mutator goes away: nobody looks at its frames after this.
    pub(crate) fn leave_parking(&self) {
        let mut state = self.parking.lock();
        state.place = Place::Gone;
        state.roots.clear();
    }
}
