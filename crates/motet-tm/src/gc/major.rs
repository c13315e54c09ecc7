//! The major collection proper: marks and sweeps the old space of all threads, which are parked.
//! Objects do not move. Private copies that no segment needs any more go back to the shared page,
//! free memory goes back to the system (paper §4.5; DESIGN "Garbage collection").
//!
//! When a collection is due, and how all threads are brought to borders, is
//! `protocol/collection.rs`.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::gc::idle_rule::IdleRule;
use crate::gc::mark::Marker;
use crate::gc::marks::Marks;
use crate::gc::parking::{Held, Parked, Parking};
use crate::gc::sweep::{self, Keep};
#[cfg(debug_assertions)]
use crate::gc::verify;
use crate::heap::shared::SharedHeap;

/// The state that major collections share.
#[derive(Default)]
pub(crate) struct Major {
    /// The parkings of all mutators.
    parkings: Mutex<Vec<Arc<Parking>>>,
    /// How many threads want to collect: a thread that waits in the middle of an operation gives
    /// way. Writers: those threads. SeqCst.
    wanted: AtomicU32,
    /// How many collections there were. Writer: the collecting thread with the world stopped.
    done: AtomicU64,
    /// When a collection is due while no thread runs.
    idle_rule: IdleRule,
}

impl Major {
    /// Registers a mutator that was made.
    pub(crate) fn register(&self, parking: &Arc<Parking>) {
        self.parkings().push(Arc::clone(parking));
    }

    /// Removes a mutator that goes away.
    pub(crate) fn deregister(&self, parking: &Arc<Parking>) {
        let mut parkings = self.parkings();
        let before = parkings.len();
        parkings.retain(|known| !Arc::ptr_eq(known, parking));
        debug_assert_eq!(parkings.len() + 1, before, "registered exactly once");
    }

    /// Locks the mutators: none is made or goes away while the guard lives.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.parkings()
    }

    /// Forgets all mutators but this one, after a fork.
    pub(crate) fn keep_only(&self, parking: &Arc<Parking>) {
        self.parkings().retain(|known| Arc::ptr_eq(known, parking));
    }

    /// Whether a thread wants to collect.
    pub(crate) fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::SeqCst) > 0
    }

    /// Tells the others that this thread wants to collect, until [`Major::give_up_wish`].
    pub(crate) fn wish(&self) {
        self.wanted.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn give_up_wish(&self) {
        let before = self.wanted.fetch_sub(1, Ordering::SeqCst);
        debug_assert!(before > 0, "a wish is given up once");
    }

    /// How many collections there were.
    pub(crate) fn done_count(&self) -> u64 {
        self.done.load(Ordering::SeqCst)
    }

    pub(crate) fn count_done(&self) {
        self.done.fetch_add(1, Ordering::SeqCst);
    }

    /// When a collection is due while no thread runs.
    pub(crate) fn idle_rule(&self) -> &IdleRule {
        &self.idle_rule
    }

    pub(crate) fn are_all_parked(&self) -> bool {
        self.parkings()
            .iter()
            .all(|parking| parking.hold().parked().is_some())
    }

    /// Runs `task` with all threads, which cannot go on meanwhile; `None` if one is not parked.
    pub(crate) fn with_parked<T>(&self, task: impl FnOnce(&[Parked<'_>]) -> T) -> Option<T> {
        let parkings = self.parkings().clone();
        let held: Vec<Held<'_>> = parkings.iter().map(|parking| parking.hold()).collect();
        let threads: Option<Vec<Parked<'_>>> = held.iter().map(Held::parked).collect();
        threads.map(|threads| task(&threads))
    }

    fn parkings(&self) -> MutexGuard<'_, Vec<Arc<Parking>>> {
        self.parkings.lock().expect("no panic under this lock")
    }
}

/// The counts of a collection's work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) reshared_groups: u64,
    pub(crate) freed_bytes: u64,
}

/// The collection: all threads are parked, all views are settled. `set_next` decides when the next
/// one is due, by the bytes in use after the sweep, and how many of these are objects that are only
/// kept to be finalized. `keep`: which private copies outlive it. `helpers`: how many threads may
/// be started to mark with this one.
pub(crate) fn collect(
    heap: &SharedHeap,
    threads: &[Parked<'_>],
    keep: Keep,
    helpers: usize,
    set_next: impl FnOnce(u64),
) -> Outcome {
    let groups = heap.space().groups().lock().next();
    let marks = Marks::new(heap.memory().extent().nursery_end, groups, helpers > 0);
    let mut marker = Marker::new(heap, &marks);
    marker.mark_all(threads, helpers);
    let dying_bytes = marker.settle_weak_and_finalizers();
    // (Each has its groups back in an instant. A segment in which no thread runs for long would
    // keep them from being swept, and from being shared again.)
    heap.resting().retire(heap.space());
    let reshared_groups = sweep::share_again(heap, threads, groups, keep);
    let freed_bytes = sweep::sweep(heap, &marks);
    #[cfg(debug_assertions)]
    verify::verify(heap, &marks, threads);
    set_next(dying_bytes);
    sweep::give_back(heap);
    Outcome {
        reshared_groups,
        freed_bytes,
    }
}
