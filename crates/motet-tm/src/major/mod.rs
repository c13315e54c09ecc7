//! The major collection: marks and sweeps the old space of all threads, with the world stopped.
//! Objects do not move. Private copies that nobody needs any more go back to the shared page, free
//! memory goes back to the system (paper §4.5; DESIGN "Garbage collection").
//!
//! # When
//!
//! At a border of any thread, when enough is in use: see [`collect_if_due`]. What a transaction has
//! promoted before its end cannot be swept, so a collection that is due first asks for commits, and
//! waits for one as long as it can.
//!
//! # Who is stopped where
//!
//! All other threads must be parked (`parking.rs`), that is, at a border. A thread that waits in
//! the middle of an operation is not; if it can abort it gives way, else the collection is put
//! off: it lets everybody go on and is tried again later. So nobody ever waits for a thread that
//! waits for him.

mod mark;
mod sweep;
#[cfg(debug_assertions)]
mod verify;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::collector::{Purpose, collect_minor};
use crate::events::EventKind;
use crate::mutator::Mutator;
use crate::parking::{Held, Parked, Parking};
use crate::runtime::Runtime;
use crate::segment::{Segment, SegmentState, lane};

/// How long a collection waits for threads to come to a border before it is put off.
const PATIENCE: Duration = Duration::from_millis(5);
/// The same in attempts, for stepped threads and scripts.
const ATTEMPTS_MAX: u32 = 20;
/// How long the others have between two attempts, in steps of waiting.
const STEPS_BETWEEN_ATTEMPTS: u32 = if cfg!(test) { 1 } else { 300 };
/// As [`limit_step_bytes`], in heaps that are not tiny.
const NEAR_LIMIT_STEP_BYTES: u64 = 1 << 20;
/// A collection that was put off is tried again when so much more is in use.
const POSTPONED_BYTES: u64 = 4 << 20;

/// What major collections share.
#[derive(Default)]
pub(crate) struct Major {
    /// The parkings of all mutators.
    parkings: Mutex<Vec<Arc<Parking>>>,
    /// How many threads want to collect: who waits in the middle of an operation gives way.
    /// Writers: those threads. SeqCst.
    wanted: AtomicU32,
    /// How many there were. Writer: the collecting thread with the world stopped.
    done: AtomicU64,
}

impl Major {
    /// A mutator was made.
    pub(crate) fn register(&self, parking: &Arc<Parking>) {
        self.parkings().push(Arc::clone(parking));
    }

    /// A mutator goes away.
    pub(crate) fn deregister(&self, parking: &Arc<Parking>) {
        self.parkings().retain(|known| !Arc::ptr_eq(known, parking));
    }

    /// Whether a thread wants to collect.
    pub(crate) fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::SeqCst) > 0
    }

    fn parkings(&self) -> MutexGuard<'_, Vec<Arc<Parking>>> {
        self.parkings.lock().expect("no panic under this lock")
    }
}

impl Mutator {
    /// Does a minor and then a major collection, now. False if the latter had to be put off, since
    /// a thread waits in the middle of an operation. The frame of the stack must be set.
    pub fn collect_major(&mut self) -> bool {
        assert!(self.is_open(), "a collection is inside a transaction");
        collect_minor(self, Purpose::Overflow);
        collect(self)
    }
}

/// Does a major collection if one is due: at a border, after a minor one. If the heap limit is
/// passed even so, the mutator is told ([`Mutator::take_out_of_memory`]); not again before more is
/// in use, so that it can deal with that. Whether a collection was tried.
pub(crate) fn collect_if_due(mutator: &mut Mutator) -> bool {
    let space = mutator.runtime.space();
    let (used_bytes, due_bytes) = (space.used_bytes(), space.due_bytes());
    if used_bytes < due_bytes {
        return false;
    }
    let runtime = Arc::clone(&mutator.runtime);
    let has_promoted = mutator.promoter.borrow().has_promoted();
    if has_promoted {
        // All that can be swept is what was committed.
        for (_, segment) in runtime.pool().all() {
            segment.request(lane::COMMIT_SOON);
        }
        let is_over_limit = space.would_pass_limit(0);
        let is_urgent = is_over_limit || used_bytes >= due_bytes + due_bytes / 4;
        if !is_urgent || used_bytes < mutator.let_off_until_bytes.get() {
            return false;
        }
    }
    collect(mutator);
    let space = runtime.space();
    let is_over_limit = space.would_pass_limit(0);
    let mut let_off_until_bytes = 0;
    if is_over_limit && has_promoted {
        // At the end of the transaction more can be swept: again then. Until then whoever is told
        // now has as much as there is between two collections.
        let_off_until_bytes = space.used_bytes() + limit_step_bytes(&runtime);
        space.set_due_bytes(0);
    }
    mutator.let_off_until_bytes.set(let_off_until_bytes);
    // Who was refused memory knows, and deals with that: not told twice.
    let is_told = mutator.is_told.take();
    let is_let_off = is_told || has_promoted && space.is_within_grace();
    mutator.out_of_memory.set(is_over_limit && !is_let_off);
    true
}

/// Near the limit a collection is due when so much more is in use.
pub(crate) fn limit_step_bytes(runtime: &Runtime) -> u64 {
    NEAR_LIMIT_STEP_BYTES.min(runtime.space().limit_bytes() / 16)
}

/// The major collection. Whether it was done.
fn collect(mutator: &mut Mutator) -> bool {
    let runtime = Arc::clone(&mutator.runtime);
    let (major, engine) = (runtime.major(), runtime.engine());
    let done = major.done.load(Ordering::SeqCst);
    let since_ns = mutator.events.is_some().then(|| mutator.event_clock());
    if !stop_at_borders(mutator) {
        runtime.space().put_off(POSTPONED_BYTES);
        mutator.count(|counters| &counters.majors_postponed, 1);
        return false;
    }
    // While this thread waited for its turn, another may have done it.
    if major.done.load(Ordering::SeqCst) == done {
        let began = Instant::now();
        let parkings = major.parkings().clone();
        let held: Vec<Held<'_>> = parkings.iter().map(|parking| parking.hold()).collect();
        let threads: Vec<_> = held.iter().map(|held| held.parked()).collect();
        let threads: Option<Vec<Parked<'_>>> = threads.into_iter().collect();
        collect_stopped(mutator, &threads.expect("all threads are at borders"));
        major.done.fetch_add(1, Ordering::SeqCst);
        let took_ns = began.elapsed().as_nanos() as u64;
        mutator.count(|counters| &counters.major_collections, 1);
        mutator.count(|counters| &counters.major_ns, took_ns);
        mutator.record_collection(EventKind::MajorCollection, since_ns);
    }
    engine.resume_others(mutator);
    mutator.unpark();
    true
}

/// The collection proper: all threads are parked, all views are settled.
fn collect_stopped(mutator: &Mutator, threads: &[Parked<'_>]) {
    let runtime = &mutator.runtime;
    let groups = runtime.space().groups().lock().next();
    let mut marker = mark::Marker::new(runtime, groups);
    marker.mark_all(threads);
    marker.settle_weak_and_finalizers();
    let marks = marker.into_marks();
    let shared = sweep::share_again(runtime, threads, groups);
    let freed_bytes = sweep::sweep(runtime, &marks);
    #[cfg(debug_assertions)]
    verify::verify(runtime, &marks, threads);
    set_next(mutator);
    sweep::give_back(runtime);
    mutator.count(|counters| &counters.reshared_groups, shared);
    mutator.count(|counters| &counters.major_freed_bytes, freed_bytes);
}

/// When the next one is due: when twice as much is in use, say, but well before the limit; and not
/// before each thread that runs has taken as much as one is granted: a collection stops them all.
fn set_next(mutator: &Mutator) {
    let (runtime, own) = (&mutator.runtime, mutator.segment.get());
    let (config, space) = (runtime.config(), runtime.space());
    let used_bytes = space.used_bytes();
    let grown_bytes = used_bytes / 100 * config.major_growth_percent.max(100);
    let room_bytes = space.limit_bytes().saturating_sub(used_bytes);
    let near_limit_bytes = used_bytes + (room_bytes / 2).max(limit_step_bytes(runtime));
    let others = runtime.pool().private().filter(|(other, _)| *other != own);
    // (Who is stopped between two transactions has its segment still.)
    let has_thread = |segment: &Segment| segment.state() != SegmentState::Idle;
    let runners = 1 + others.filter(|(_, segment)| has_thread(segment)).count() as u64;
    let due_bytes = grown_bytes
        .max(config.major_bytes_min * runners)
        .min(near_limit_bytes);
    space.set_due_bytes(due_bytes);
}

/// Takes away the private copies that no open transaction needs, if all other threads are at
/// borders. The world is stopped, all views are settled, this thread has no transaction open.
pub(crate) fn share_again(mutator: &Mutator) {
    let runtime = &mutator.runtime;
    let parkings = runtime.major().parkings().clone();
    mutator.park_outside();
    let held: Vec<Held<'_>> = parkings.iter().map(|parking| parking.hold()).collect();
    let threads: Option<Vec<Parked<'_>>> = held.iter().map(|held| held.parked()).collect();
    if let Some(threads) = threads {
        let groups = runtime.space().groups().lock().next();
        let shared = sweep::share_again(runtime, &threads, groups);
        mutator.count(|counters| &counters.reshared_groups, shared);
    }
    drop(held);
    mutator.unpark();
}

/// Takes all private copies of a segment away. The world is stopped, the segment is idle, and its
/// view is settled.
pub(crate) fn share_segment_again(mutator: &Mutator, number: usize) {
    let runtime = &mutator.runtime;
    let groups = runtime.space().groups().lock().next();
    // Pinned objects are initialised in all views under this lock.
    let guard = runtime.pinned().lock_privatising();
    let shared = sweep::share_segment_again(runtime, number, groups, |_| true);
    drop(guard);
    mutator.count(|counters| &counters.reshared_groups, shared);
}

/// Stops all others, each at a border. False, and nobody is stopped, if that takes too long.
/// On success this thread is parked too.
fn stop_at_borders(mutator: &Mutator) -> bool {
    let runtime = &mutator.runtime;
    let (major, engine) = (runtime.major(), runtime.engine());
    let began = Instant::now();
    let mut attempts = 0;
    major.wanted.fetch_add(1, Ordering::SeqCst);
    mutator.park_inside();
    let are_parked = loop {
        engine.stop_others(mutator);
        if are_all_parked(major) {
            break true;
        }
        engine.resume_others(mutator);
        attempts += 1;
        if attempts >= ATTEMPTS_MAX || began.elapsed() > PATIENCE {
            break false;
        }
        let mut steps = STEPS_BETWEEN_ATTEMPTS;
        runtime.scheduler().wait_until(mutator.thread, || {
            steps -= 1;
            steps == 0
        });
    };
    major.wanted.fetch_sub(1, Ordering::SeqCst);
    if !are_parked {
        mutator.unpark();
    }
    are_parked
}

fn are_all_parked(major: &Major) -> bool {
    let parkings = major.parkings();
    parkings
        .iter()
        .all(|parking| parking.hold().parked().is_some())
}
