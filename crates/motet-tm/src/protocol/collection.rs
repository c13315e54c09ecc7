//! Collections: when a thread collects, and how it brings all others to borders for a major one.
//!
//! # When
//!
//! A minor collection empties the thread's nursery, stops no other thread, and is due when the
//! nursery is used up. A major collection marks and sweeps the old space of all threads
//! (`gc/major.rs`); it is due at a border of any thread when enough is in use. Objects that a
//! transaction has promoted cannot be swept before its end, so a thread that finds a major
//! collection due first asks for commits, and waits for one as long as it can. One is due earlier
//! where no thread runs (`idle_collection.rs`).
//!
//! # Which threads are stopped where
//!
//! All other threads must be parked (`gc/parking.rs`), that is, at a border. A thread that waits in
//! the middle of an operation is not; if it can abort it gives way, else the collection is put off:
//! it lets all threads go on and is tried again later. So no thread ever waits for a thread that
//! waits for it.

use std::time::{Duration, Instant};

use crate::gc::major;
use crate::gc::minor::Purpose;
use crate::gc::sweep::Keep;
use crate::observe::EventKind;
use crate::runtime::mutator::Mutator;
use crate::threads::segment::{Segment, SegmentState, lane};

/// How long a collection waits for threads to come to a border before it is put off.
const PATIENCE: Duration = Duration::from_millis(5);
/// The same in attempts, for stepped threads and scripts.
const ATTEMPTS_MAX: u32 = 20;
/// How long the others have between two attempts, in steps of waiting.
const STEPS_BETWEEN_ATTEMPTS: u32 = if cfg!(test) { 1 } else { 300 };
/// More helpers would mostly wait for memory. A guess: two processors are all that was measured.
const MARKING_HELPERS_MAX: usize = 7;
/// A collection that was put off is tried again when so much more is in use.
const POSTPONED_BYTES: u64 = 4 << 20;

impl Mutator {
    /// Does a minor collection if one is due, and a major one if that is due then. The frame of the
    /// stack must be set.
    pub fn collect_if_due(&mut self) {
        if self.is_collection_due() {
            self.collect_minor(Purpose::Overflow);
            self.collect_major_if_due();
            self.request_finalizers();
        }
    }

    /// Does a minor and then a major collection, now. False if the latter had to be put off, since
    /// a thread waits in the middle of an operation. The frame of the stack must be set.
    pub fn collect_major(&mut self) -> bool {
        assert!(self.is_open(), "a collection is inside a transaction");
        self.collect_minor(Purpose::Overflow);
        self.collect_old(Keep::Used)
    }

    /// Does a major collection if one is due: at a border, after a minor one. If the heap limit is
    /// passed even so, the mutator is told ([`Mutator::take_out_of_memory`]); not again before more
    /// is in use, so that it can deal with that. Returns whether a collection was tried.
    pub(super) fn collect_major_if_due(&mut self) -> bool {
        let space = self.runtime.space();
        let is_due = space.filled_bytes() >= space.due_bytes();
        let has_promoted = self.heap.promoter.borrow().has_promoted();
        if !is_due || has_promoted && self.can_wait_for_commit() {
            return false;
        }
        self.collect_old(Keep::Used);
        self.judge_limit(has_promoted);
        true
    }

    /// Asks for commits, as a major collection is due and could sweep committed objects only.
    /// Returns whether it can be left for then.
    fn can_wait_for_commit(&self) -> bool {
        let space = self.runtime.space();
        for (_, segment) in self.runtime.pool().all() {
            segment.request(lane::COMMIT_SOON);
        }
        let (filled_bytes, due_bytes) = (space.filled_bytes(), space.due_bytes());
        let is_over_limit = space.is_limit_passed();
        let is_urgent = is_over_limit || filled_bytes >= due_bytes + due_bytes / 4;
        !is_urgent || space.used_bytes() < self.gc.let_off_until_bytes.get()
    }

    /// Decides, after a major collection, whether the heap limit is passed, and whether the host is
    /// told: not if the running transaction may pass it, as more can be swept at its end, and not
    /// if the host was refused memory, as it knows and deals with that.
    fn judge_limit(&self, has_promoted: bool) {
        let space = self.runtime.space();
        let is_over_limit = space.is_limit_passed();
        let mut let_off_until_bytes = 0;
        if is_over_limit && has_promoted {
            // The next collection is due at the end of the transaction. Until then a host that is
            // told now has as much as there is between two collections.
            let_off_until_bytes = space.used_bytes() + space.limit_step_bytes();
            space.set_due_bytes(0);
        }
        self.gc.let_off_until_bytes.set(let_off_until_bytes);
        let is_told = self.gc.is_told.take();
        let is_let_off = is_told || has_promoted && space.is_within_grace();
        self.gc.out_of_memory.set(is_over_limit && !is_let_off);
    }

    /// The major collection: all threads to borders, collect, let them go on. Returns whether it
    /// was done. `keep`: which private copies outlive it.
    pub(super) fn collect_old(&mut self, keep: Keep) -> bool {
        let runtime = self.runtime.clone();
        let major = runtime.major();
        let done = major.done_count();
        let has_events = self.recorder.has_events();
        let since_ns = has_events.then(|| self.recorder.clock());
        if !self.stop_at_borders() {
            runtime.space().put_off(POSTPONED_BYTES);
            self.recorder
                .count(|counters| &counters.majors_postponed, 1);
            return false;
        }
        // While this thread waited until it may stop the others, another may have done it.
        if major.done_count() == done {
            let began = Instant::now();
            let outcome = major.with_parked(|threads| {
                let helpers = self.marking_helpers();
                major::collect(runtime.heap(), threads, keep, helpers, |dying_bytes| {
                    self.set_next(dying_bytes);
                })
            });
            let outcome = outcome.expect("all threads are at borders");
            major.count_done();
            let took_ns = began.elapsed().as_nanos() as u64;
            self.recorder
                .count(|counters| &counters.major_collections, 1);
            self.recorder.count(|counters| &counters.major_ns, took_ns);
            self.recorder.count(
                |counters| &counters.reshared_groups,
                outcome.reshared_groups,
            );
            self.recorder
                .count(|counters| &counters.major_freed_bytes, outcome.freed_bytes);
            self.recorder
                .collection(EventKind::MajorCollection, since_ns);
        }
        runtime.engine().resume_others(self);
        self.unpark();
        true
    }

    /// How many threads are started to mark with this one: as many as there are other processors,
    /// since all threads of the program stand, if the heap is so large that the start pays.
    fn marking_helpers(&self) -> usize {
        let (config, space) = (self.runtime.config(), self.runtime.space());
        if cfg!(simulated) || space.filled_bytes() < config.marked_together_bytes_min {
            return 0;
        }
        (self.runtime.core_count() - 1).min(MARKING_HELPERS_MAX)
    }

    /// Decides when the next collection is due: when twice as much is filled, say, but well before
    /// the limit; and not before each thread that runs has taken as much as one is granted, since a
    /// collection stops them all. Where no thread runs one is due earlier. Objects that are only
    /// kept to be finalized do not count: the next collection frees them, and if they made it due
    /// later, it would find as many again and those that have died since, each time more.
    fn set_next(&self, dying_bytes: u64) {
        let (config, space) = (self.runtime.config(), self.runtime.space());
        let filled_bytes = space.filled_bytes();
        let living_bytes = filled_bytes.saturating_sub(dying_bytes);
        let grown_bytes = living_bytes / 100 * config.major_growth_percent.max(100);
        let room_bytes = space.limit_bytes().saturating_sub(space.used_bytes());
        let near_limit_bytes = filled_bytes + (room_bytes / 2).max(space.limit_step_bytes());
        let runners = self.threads_in_segments();
        let due_living_bytes = grown_bytes.max(config.major_bytes_min * runners);
        let due_bytes = (dying_bytes + due_living_bytes).min(near_limit_bytes);
        space.set_due_bytes(due_bytes);
        let has_found = self.runtime.heap().finalizers().has_ready();
        let idle_rule = self.runtime.major().idle_rule();
        idle_rule.collected(filled_bytes, due_bytes, has_found);
    }

    /// How many threads have a segment, this one among them. (A thread that is stopped between two
    /// transactions has its segment still.)
    pub(super) fn threads_in_segments(&self) -> u64 {
        let own = self.heap.segment.get();
        let segments = self.runtime.pool().private();
        let others = segments.filter(|(other, _)| *other != own);
        let has_thread = |segment: &Segment| segment.state() != SegmentState::Idle;
        1 + others.filter(|(_, segment)| has_thread(segment)).count() as u64
    }

    /// Stops all others, each at a border. False, and no thread is stopped, if that takes too long.
    /// On success this thread is parked too.
    fn stop_at_borders(&self) -> bool {
        let runtime = &self.runtime;
        runtime.major().wish();
        self.park_inside();
        let are_parked = self.try_to_stop_at_borders();
        runtime.major().give_up_wish();
        if !are_parked {
            self.unpark();
        }
        are_parked
    }

    fn try_to_stop_at_borders(&self) -> bool {
        let runtime = &self.runtime;
        let engine = runtime.engine();
        let began = Instant::now();
        for _ in 0..ATTEMPTS_MAX {
            engine.stop_others(self);
            if runtime.major().are_all_parked() {
                return true;
            }
            engine.resume_others(self);
            if began.elapsed() > PATIENCE {
                return false;
            }
            let mut steps = STEPS_BETWEEN_ATTEMPTS;
            runtime.scheduler().wait_until(self.thread, || {
                steps -= 1;
                steps == 0
            });
        }
        false
    }
}
