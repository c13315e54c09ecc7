//! Marked objects that have not been traced: the list of each thread, and where the lists of
//! several threads meet.
//!
//! A thread that has no objects waits here, on a condition of the pool, and not in the scheduler:
//! threads that mark are no threads of the program, and are never stepped.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::heap::memory::Base;
use crate::object::value::Offset;

/// So many objects are fetched ahead while others are traced (decision 67).
const AHEAD: usize = 32;

/// A thread that has fewer objects shares none: the others would be done with them at once.
const SHARED_FROM: usize = 64;
/// So many objects are given to the others at once at most.
const SHARED_MAX: usize = 4096;

/// The objects of one thread: a stack, and in front of it a short queue of objects that the
/// processor fetches into its caches meanwhile. Without the queue a marking mostly waits for
/// memory, since the next object is seldom near the last one.
pub(crate) struct Gray {
    stack: Vec<Offset>,
    /// The queue, a ring.
    fetched: [Offset; AHEAD],
    /// The place of the first object in the ring.
    first: usize,
    /// How many objects are in the ring.
    count: usize,
}

impl Default for Gray {
    fn default() -> Gray {
        Gray {
            stack: Vec::new(),
            fetched: [Offset(0); AHEAD],
            first: 0,
            count: 0,
        }
    }
}

impl Gray {
    #[inline]
    pub(crate) fn push(&mut self, offset: Offset) {
        self.stack.push(offset);
    }

    /// An object to trace, which was fetched from `view`; `None` if there is none.
    #[inline]
    pub(crate) fn pop(&mut self, view: Base) -> Option<Offset> {
        while let Some(coming) = self.stack.pop() {
            view.fetch_to_read(coming);
            if self.count == AHEAD {
                let next = std::mem::replace(&mut self.fetched[self.first], coming);
                self.first = (self.first + 1) % AHEAD;
                return Some(next);
            }
            self.fetched[(self.first + self.count) % AHEAD] = coming;
            self.count += 1;
        }
        if self.count == 0 {
            return None;
        }
        let next = self.fetched[self.first];
        self.first = (self.first + 1) % AHEAD;
        self.count -= 1;
        Some(next)
    }

    /// Gives half of the objects to threads that have none, if these are many.
    #[cold]
    pub(crate) fn share(&mut self, pool: &Pool) {
        let length = self.stack.len();
        if length >= SHARED_FROM {
            let kept = length - (length / 2).min(SHARED_MAX);
            pool.give(self.stack.split_off(kept));
        }
    }

    /// Goes on with objects of the pool.
    pub(crate) fn refill(&mut self, objects: Vec<Offset>) {
        debug_assert!(self.stack.is_empty() && self.count == 0, "nothing is lost");
        self.stack = objects;
    }
}

struct State {
    /// Objects that were given and not taken.
    given: Vec<Vec<Offset>>,
    /// How many threads trace, or wait for objects.
    members: usize,
    /// How many of them wait.
    waiting: usize,
}

impl State {
    /// Whether no member has an object any more: nothing will be given again.
    fn is_over(&self) -> bool {
        self.given.is_empty() && self.waiting == self.members
    }
}

/// Where threads that trace together give each other objects.
pub(crate) struct Pool {
    state: Mutex<State>,
    /// Told when objects are given, and when all is over.
    changed: Condvar,
    /// How many lists the waiting threads lack: `waiting` less what was given. A hint, which
    /// members read at each object and write under the lock of the state. Relaxed.
    wanted: AtomicUsize,
}

impl Pool {
    /// A pool of so many threads.
    pub(crate) fn new(members: usize) -> Pool {
        Pool {
            state: Mutex::new(State {
                given: Vec::new(),
                members,
                waiting: 0,
            }),
            changed: Condvar::new(),
            // Threads that are just starting have no objects.
            wanted: AtomicUsize::new(members - 1),
        }
    }

    /// A member that never came.
    pub(crate) fn leave(&self) {
        let mut state = self.state();
        state.members -= 1;
        self.note(&state);
    }

    /// Whether another thread would take objects.
    #[inline]
    pub(crate) fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    fn give(&self, objects: Vec<Offset>) {
        let mut state = self.state();
        state.given.push(objects);
        self.note(&state);
        drop(state);
        self.changed.notify_one();
    }

    /// Waits for objects of another thread; `None` once no thread has any.
    pub(crate) fn take(&self) -> Option<Vec<Offset>> {
        let mut state = self.state();
        state.waiting += 1;
        loop {
            if let Some(objects) = state.given.pop() {
                state.waiting -= 1;
                self.note(&state);
                return Some(objects);
            }
            if state.is_over() {
                drop(state);
                self.changed.notify_all();
                return None;
            }
            self.note(&state);
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn note(&self, state: &State) {
        let wanted = state.waiting.saturating_sub(state.given.len());
        self.wanted.store(wanted, Ordering::Relaxed);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_is_over_when_all_its_members_wait() {
        let pool = Pool::new(3);
        assert!(pool.is_wanted(), "two members are yet to come");
        pool.leave();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                let mut taken = 0;
                while let Some(objects) = pool.take() {
                    taken += objects.len();
                }
                taken
            });
            let mut gray = Gray::default();
            (0..SHARED_FROM as u64).for_each(|number| gray.push(Offset(number)));
            gray.share(&pool);
            gray.stack.truncate(SHARED_FROM - 1);
            gray.share(&pool);
            let mut left = gray.stack.len();
            while let Some(objects) = pool.take() {
                left += objects.len();
            }
            let taken = other.join().expect("it does not panic");
            assert_eq!(left + taken, SHARED_FROM);
        });
    }
}
