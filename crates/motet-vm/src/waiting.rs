//! The waiting room: threads that sleep until a lock is let go.
//!
//! A lock's state lies in the heap; its list of waiting threads is native, for a wait is outside of
//! any transaction. Each lock has a *key*. A thread that finds a lock held ends its transaction,
//! signs in under the key, and *looks again* in a new transaction before it sleeps. A thread that
//! has let go of the lock wakes one of the key's sleepers after its commit. One of the two sees the
//! other: either the second look is after the commit, or the commit is after the signing in (a
//! sequentially consistent fence on both sides).
//!
//! One sleeper is woken for one release: a thousand threads that wait for one lock do not all wake
//! each time. So the thread that was woken must either take the lock or pass the waking on
//! ([`WaitingRoom::leave`]).

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use crate::sync::{AtomicBool, AtomicUsize, Mutex, MutexGuard, fence, thread};

/// The name of the event that a thread waits for.
pub type Key = u64;

/// Keys from here on wake all their sleepers at once.
const WAKES_ALL_FIRST: Key = 1 << 62;
/// The key of imports: each thread that waits for a module looks whether it is there.
pub const IMPORT_KEY: Key = WAKES_ALL_FIRST;

/// A model checker keeps each of them in mind.
const BUCKETS: usize = if cfg!(loom) { 1 } else { 512 };

/// A thread that waits, or is about to.
pub struct Waiter {
    key: Key,
    thread: thread::Thread,
    /// Set by the thread that wakes it, after taking it off its list.
    woken: AtomicBool,
}

impl Waiter {
    /// Whether it waits for this key.
    pub fn is_for(&self, key: Key) -> bool {
        self.key == key
    }

    /// Whether a waking has come: it was meant for this waiter alone.
    pub fn is_woken(&self) -> bool {
        self.woken.load(Ordering::SeqCst)
    }
}

#[derive(Default)]
#[repr(align(128))]
struct Bucket {
    /// Length of the queue: read by threads that let go, without the lock. SeqCst.
    count: AtomicUsize,
    /// In the order of their coming.
    queue: Mutex<VecDeque<Arc<Waiter>>>,
}

impl Bucket {
    fn queue(&self) -> MutexGuard<'_, VecDeque<Arc<Waiter>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The waiting threads, by key.
pub struct WaitingRoom {
    buckets: Vec<Bucket>,
}

impl Default for WaitingRoom {
    fn default() -> WaitingRoom {
        WaitingRoom::new()
    }
}

impl WaitingRoom {
    /// A room in which no thread waits.
    pub fn new() -> WaitingRoom {
        WaitingRoom {
            buckets: (0..BUCKETS).map(|_| Bucket::default()).collect(),
        }
    }

    fn bucket(&self, key: Key) -> &Bucket {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        &self.buckets[mixed as usize % BUCKETS]
    }

    /// Locks all queues: no thread comes, goes or is woken while the guards live.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.buckets.iter().map(Bucket::queue).collect::<Vec<_>>()
    }

    /// The threads that wait are no more.
    pub(crate) fn clear(&self) {
        for bucket in &self.buckets {
            let mut queue = bucket.queue();
            queue.clear();
            bucket.count.store(0, Ordering::SeqCst);
        }
    }

    /// The calling thread is going to wait: after this it must look again.
    pub fn sign_in(&self, key: Key) -> Arc<Waiter> {
        let waiter = Arc::new(Waiter {
            key,
            thread: thread::current(),
            woken: AtomicBool::new(false),
        });
        let bucket = self.bucket(key);
        let mut queue = bucket.queue();
        queue.push_back(Arc::clone(&waiter));
        bucket.count.store(queue.len(), Ordering::SeqCst);
        debug_assert!(!queue.is_empty(), "the waiter is on its list");
        drop(queue);
        fence(Ordering::SeqCst);
        waiter
    }

    /// Ends the wait of the thread. `has_got`: the wait was successful; else a waking that
    /// came meanwhile is another's.
    pub fn leave(&self, waiter: &Arc<Waiter>, has_got: bool) {
        let bucket = self.bucket(waiter.key);
        let mut queue = bucket.queue();
        let place = queue.iter().position(|other| Arc::ptr_eq(other, waiter));
        if let Some(place) = place {
            queue.remove(place);
            bucket.count.store(queue.len(), Ordering::SeqCst);
        }
        drop(queue);
        if place.is_none() && !has_got {
            self.wake(waiter.key);
        }
    }

    /// Whether a thread may wait for a key. To be asked after the write that makes the wait over.
    pub fn may_have_waiters(&self, key: Key) -> bool {
        fence(Ordering::SeqCst);
        self.bucket(key).count.load(Ordering::SeqCst) != 0
    }

    /// Wakes the thread that has waited longest for a key.
    pub fn wake(&self, key: Key) {
        if !self.may_have_waiters(key) {
            return;
        }
        let bucket = self.bucket(key);
        let mut queue = bucket.queue();
        while let Some(place) = queue.iter().position(|waiter| waiter.is_for(key)) {
            let waiter = queue
                .remove(place)
                .expect("position has found it there under the same lock");
            bucket.count.store(queue.len(), Ordering::SeqCst);
            debug_assert!(!waiter.is_woken(), "a waiter is woken once");
            waiter.woken.store(true, Ordering::SeqCst);
            waiter.thread.unpark();
            #[cfg(simulated)]
            motet_tm::simulation::ring();
            if key < WAKES_ALL_FIRST {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_woken_in_the_order_of_coming_and_a_waking_is_passed_on() {
        let room = WaitingRoom::new();
        let waiters: Vec<_> = (0..3).map(|_| room.sign_in(7)).collect();
        let woken = |number: usize| waiters[number].is_woken();
        room.wake(8);
        assert!(!woken(0));
        room.wake(7);
        assert!(woken(0) && !woken(1));
        room.leave(&waiters[0], false);
        assert!(woken(1) && !woken(2), "passed on");
        room.leave(&waiters[1], true);
        assert!(!woken(2), "used");
        room.leave(&waiters[2], false);
        assert!(!room.may_have_waiters(7));
    }

    #[test]
    fn imports_wake_everybody() {
        let room = WaitingRoom::new();
        let waiters: Vec<_> = (0..3).map(|_| room.sign_in(IMPORT_KEY)).collect();
        room.wake(IMPORT_KEY);
        assert!(waiters.iter().all(|waiter| waiter.is_woken()));
    }
}
