//! What both engines of software transactional memory share: segments, locks, abort, and the order
//! of a commit. How a commit becomes everybody's is the [`Publication`].
//!
//! # What is where
//!
//! Segment 0 always shows the committed state. A transaction writes old objects in its segment's
//! private copy of the group, after taking the object's global write lock; so whoever holds the
//! lock may copy the object from segment 0 (abort), and to it (commit).
//!
//! # Who wins
//!
//! See `contention.rs`.

use std::sync::atomic::{Ordering, fence};
use std::time::Duration;

use super::Engine;
use super::contention::{acquire, inject_abort, remember_card};
use super::copies::{self, Touched};
use crate::collector::{Purpose, collect_minor};
use crate::events::WaitFor;
use crate::layout::{FLAG_OVERFLOW, FLAG_WRITE_BARRIER};
use crate::mutator::Mutator;
use crate::runtime::Runtime;
use crate::schedule::LINE_SLEEP_MAX;
use crate::segment::{Segment, SegmentState, lane};
use crate::statistics::AbortCause;
use crate::transaction::{GaveWayTo, Written};
use crate::unwind::Unwind;
use crate::value::Offset;

/// For so long a thread may keep a segment that others wait for, if the switch interval is not
/// shorter; then it is asked for the end of its transaction. More threads than segments take turns.
/// (To hand a segment over takes as long as to wake a thread, many times what a transaction may
/// take.)
const KEPT: Duration = Duration::from_millis(2);
/// A thread that begins a transaction at this moment takes back that it was asked: it is asked
/// again after so long.
const ASKED_AGAIN: Duration = Duration::from_millis(1);
/// As [`KEPT`], in steps of waiting, under stepping: there the clock must not decide.
const KEPT_STEPS: u32 = 20;

/// How a commit becomes everybody's: what the two engines differ in.
pub(crate) trait Publication: Send + Sync {
    /// The thread has entered its segment: makes it take part if it does not yet.
    fn join(&self, mutator: &mut Mutator);
    /// Brings the view of the thread's segment up to date, and dooms its transaction if that
    /// changes what it has read. Nothing to do where commits stop everybody.
    fn catch_up(&self, mutator: &Mutator);
    /// As [`Publication::catch_up`], while no transaction is open; opens it: on return the snapshot
    /// is fixed.
    fn open(&self, mutator: &Mutator, segment: &Segment);
    /// Brings the views of all segments up to date: the world is stopped, for a major collection.
    /// Nothing to do where commits stop everybody.
    fn settle_all(&self, _: &Mutator) {}
    /// In which segments a group gets private copies before this one writes to it, as a mask.
    fn privatised_with(&self, mutator: &Mutator) -> u64;
    /// Raises the flag of the segment after which nobody dooms it. The thread has the runtime's
    /// inevitability.
    fn settle_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind>;
    /// Publishes what the transaction has written to objects that others know, and ends it; or
    /// finds that it cannot commit. The nursery is empty, what was promoted is in place.
    fn publish(&self, mutator: &mut Mutator) -> Result<(), Unwind>;
}

/// Software transactional memory, with one of the two publications.
pub(crate) struct Stm<P>(pub(crate) P);

impl<P: Publication> Engine for Stm<P> {
    fn enter(&self, mutator: &mut Mutator) {
        let number = take_segment(mutator);
        let runtime = mutator.runtime.clone();
        let segment = runtime.pool().get(number);
        segment.thread.store(mutator.thread, Ordering::Relaxed);
        enter_world(mutator, number);
        mutator.use_segment(number);
        mutator.last_segment.set(number);
        self.0.join(mutator);
    }

    fn leave(&self, mutator: &mut Mutator) {
        // What ended or undid the transaction has cleared the stack above its top.
        mutator.park_outside_cleared();
        let runtime = mutator.runtime.clone();
        let number = mutator.segment.replace(0);
        let segment = runtime.pool().get(number);
        assert!(!segment.is_open(), "no transaction is open");
        segment.transition(SegmentState::Running, SegmentState::Idle);
        give_segment_back(&runtime, number);
    }

    fn open(&self, mutator: &mut Mutator) {
        assert!(mutator.is_running());
        let number = mutator.segment.get();
        let segment = mutator.runtime.pool().get(number);
        let version = next_read_version(mutator, segment, number);
        mutator.read_version.set(version);
        let mut transaction = mutator.transaction.borrow_mut();
        if transaction.age == 0 {
            transaction.age = mutator.runtime.draw_age();
        }
        segment.age.store(transaction.age, Ordering::Relaxed);
        segment
            .attempts
            .store(transaction.attempts, Ordering::Relaxed);
        segment
            .has_turn
            .store(mutator.has_turn.get(), Ordering::Relaxed);
        segment.clear(lane::COMMIT_SOON | lane::DOOMED);
        drop(transaction);
        self.0.open(mutator, segment);
        assert!(segment.is_open());
        mutator.reset_nursery();
    }

    fn must_let_go(&self, mutator: &Mutator) -> bool {
        let runtime = &mutator.runtime;
        let has_waiters = || runtime.pool().has_waiters();
        runtime.config().injection.segments
            || has_waiters() && mutator.has_had_segment(kept(runtime))
    }

    /// Listing 4 of the paper.
    fn write_slow(
        &self,
        mutator: &Mutator,
        object: Offset,
        start: Offset,
        bytes: u64,
    ) -> Result<(), Unwind> {
        let header = mutator.base.get().header(object);
        let target = Written {
            start,
            bytes,
            position: mutator.position_of_write(header),
            is_card: start != object,
        };
        inject_abort(mutator)?;
        let is_overflow = header.has(FLAG_OVERFLOW);
        let wanted = if is_overflow {
            // Nobody else knows it before its commit copies it to all views.
            1 << mutator.segment.get()
        } else {
            self.0.privatised_with(mutator)
        };
        let touched = Touched {
            object,
            start,
            bytes,
        };
        if is_overflow && start == object {
            copies::make_private(mutator, wanted, touched);
        } else if acquire(mutator, &self.0, target)? {
            copies::make_private(mutator, wanted, touched);
            // Until now somebody else may have committed the object.
            self.0.catch_up(mutator);
            check_doomed(mutator)?;
        }
        if start != object {
            remember_card(mutator, target);
            return Ok(());
        }
        mutator.transaction.borrow_mut().remembered.push(object);
        let base = mutator.base.get();
        base.set_header(object, base.header(object).without(FLAG_WRITE_BARRIER));
        Ok(())
    }

    fn safepoint(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        let runtime = mutator.runtime.clone();
        let segment = runtime.pool().get(mutator.segment.get());
        if segment.is_requested(lane::STOP) {
            self.enter_safe(mutator);
            self.leave_safe(mutator);
        }
        self.0.catch_up(mutator);
        check_doomed(mutator)
    }

    fn become_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        let runtime = mutator.runtime.clone();
        let number = mutator.segment.get();
        let segment = runtime.pool().get(number);
        let mut taken = false;
        let since_ns = mutator.event_clock();
        let holder = runtime.world().inevitable();
        self.enter_safe(mutator);
        let waits_since_ns = mutator.event_clock();
        runtime.scheduler().wait_until(mutator.thread, || {
            taken = !segment.is_requested(lane::DOOMED)
                && runtime.world().try_take_inevitability(number);
            taken || segment.is_requested(lane::DOOMED)
        });
        mutator.record_wait(WaitFor::Inevitability, waits_since_ns, holder.unwrap_or(0));
        self.leave_safe(mutator);
        let settled = check_doomed(mutator).and_then(|()| self.0.settle_inevitable(mutator));
        if settled.is_err() && taken {
            runtime.world().give_back_inevitability(number);
        }
        if settled.is_ok() {
            mutator.record_inevitable(since_ns);
        }
        settled
    }

    /// The commit protocol (paper §4.9).
    fn commit(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        assert!(mutator.is_running());
        check_doomed(mutator)?;
        collect_minor(mutator, Purpose::Commit);
        copies::settle_promotions(mutator);
        if mutator.transaction.borrow().has_nothing_to_publish() {
            mutator.count(|counters| &counters.commits_unpublished, 1);
            close(mutator);
            return Ok(());
        }
        self.0.publish(mutator)
    }

    /// The abort protocol (paper §4.8).
    fn abort(&self, mutator: &mut Mutator) {
        assert!(
            mutator.can_abort(),
            "an inevitable transaction does not abort"
        );
        let cause = note_cause(mutator);
        copies::restore_written(mutator);
        release_locks(mutator);
        mutator.promoter.borrow_mut().abort();
        let mut transaction = mutator.transaction.borrow_mut();
        transaction.clear();
        transaction.attempts += 1;
        drop(transaction);
        mutator.reset_nursery();
        mutator.record_abort(cause);
        end_serial(mutator);
    }

    fn enter_safe(&self, mutator: &mut Mutator) {
        enter_safe(mutator);
    }

    fn leave_safe(&self, mutator: &mut Mutator) {
        run_again(mutator);
        self.0.catch_up(mutator);
    }

    fn stop_others(&self, mutator: &Mutator) {
        let runtime = &mutator.runtime;
        let (pool, scheduler) = (runtime.pool(), runtime.scheduler());
        runtime
            .world()
            .stop(pool, scheduler, mutator.thread, mutator.segment.get());
        self.0.settle_all(mutator);
    }

    fn resume_others(&self, mutator: &Mutator) {
        mutator.runtime.world().resume(mutator.runtime.pool());
        mutator.runtime.scheduler().ring();
    }
}

/// The thread is at a border between operations, and may be stopped there.
pub(crate) fn enter_safe(mutator: &mut Mutator) {
    mutator.park_inside();
    let segment = mutator.runtime.pool().get(mutator.segment.get());
    segment.transition(SegmentState::Running, SegmentState::Safe);
}

/// The thread goes on; waits while it is stopped. It must catch up before it reads.
pub(crate) fn run_again(mutator: &Mutator) {
    enter_world(mutator, mutator.segment.get());
    // Between `Running` and the look at the LOG lane: see `Log::apply_for`.
    fence(Ordering::SeqCst);
}

/// Makes the segment `Running`; waits while the world is stopped.
fn enter_world(mutator: &Mutator, number: usize) {
    let runtime = &mutator.runtime;
    let (world, pool) = (runtime.world(), runtime.pool());
    if !world.try_enter(pool.get(number), number) {
        let since_ns = mutator.event_clock();
        world.enter(pool, runtime.scheduler(), mutator.thread, number);
        mutator.record_wait(WaitFor::Resume, since_ns, 0);
    }
    mutator.unpark();
}

/// Takes a free segment, the same as last time if it can; waits for one.
pub(super) fn take_segment(mutator: &Mutator) -> usize {
    let runtime = &mutator.runtime;
    let pool = runtime.pool();
    let random = runtime.config().injection.segments;
    let wanted = if random {
        0
    } else {
        mutator.last_segment.get()
    };
    let pick = |count| {
        if random {
            mutator.random.below(count)
        } else {
            count - 1
        }
    };
    let (scheduler, thread) = (runtime.scheduler(), mutator.thread);
    let bell = &mutator.bell;
    let number = match pool.try_take(thread, bell, wanted, pick) {
        Ok(number) => number,
        Err(before) => {
            let since_ns = mutator.event_clock();
            let (mut taken, mut steps) = (None, 0);
            scheduler.wait_in_line(bell, thread, before > 0, || {
                steps += 1;
                match pool.try_take(thread, bell, wanted, pick) {
                    Ok(number) => {
                        taken = Some(number);
                        None
                    }
                    Err(before) => Some(wait_for_segment(runtime, before, steps)),
                }
            });
            // Whoever is the first now watches the time, or finds another segment free.
            wake_first(runtime);
            mutator.record_wait(WaitFor::Segment, since_ns, 0);
            taken.expect("waited for it")
        }
    };
    let now_ns = mutator.clock_ns();
    mutator.segment_since_ns.set(now_ns);
    pool.get(number).since_ns.store(now_ns, Ordering::Relaxed);
    number
}

/// A thread waits for a segment, with so many before it: how long it may sleep. The first in the
/// queue asks for the end of transactions when the time has come.
fn wait_for_segment(runtime: &Runtime, before: usize, steps: u32) -> Duration {
    let pool = runtime.pool();
    if runtime.is_stepped() {
        if steps > KEPT_STEPS {
            pool.ask_for_ends(u64::MAX, 0);
        }
        return Duration::ZERO;
    }
    if before > 0 {
        return LINE_SLEEP_MAX;
    }
    let kept_ns = kept(runtime).as_nanos() as u64;
    let next_ns = pool.ask_for_ends(runtime.clock_ns(), kept_ns);
    next_ns
        .map_or(ASKED_AGAIN, Duration::from_nanos)
        .min(ASKED_AGAIN)
}

fn kept(runtime: &Runtime) -> Duration {
    KEPT.min(Duration::from_micros(runtime.switch_interval_us()))
}

/// Gives a segment back that has no transaction.
pub(super) fn give_segment_back(runtime: &Runtime, number: usize) {
    runtime.pool().give_back(number);
    wake_first(runtime);
    runtime.scheduler().ring();
}

/// Wakes the first in the queue for a segment.
fn wake_first(runtime: &Runtime) {
    if let Some(bell) = runtime.pool().first_bell() {
        runtime.scheduler().ring_one(&bell);
    }
}

/// The next read version of a segment; clears its markers when the versions are used up (after
/// 65,535 transactions, so that the cost does not count).
fn next_read_version(mutator: &Mutator, segment: &Segment, number: usize) -> u16 {
    let mut version = segment.read_version.load(Ordering::Relaxed) + 1;
    if version > u32::from(u16::MAX) {
        mutator.runtime.memory().clear_markers(number);
        version = 1;
    }
    segment.read_version.store(version, Ordering::Relaxed);
    version as u16
}

/// Begins the count of a transaction: from here on it can be doomed.
pub(crate) fn begin_serial(segment: &Segment) {
    let serial = segment.serial.fetch_add(1, Ordering::SeqCst) + 1;
    assert!(serial & 1 == 1, "odd while a transaction is open");
}

pub(crate) fn check_doomed(mutator: &Mutator) -> Result<(), Unwind> {
    let segment = mutator.runtime.pool().get(mutator.segment.get());
    if !segment.is_requested(lane::DOOMED) {
        return Ok(());
    }
    if mutator.can_abort() {
        return Err(Unwind::Abort);
    }
    // A contender for a lock doomed the transaction before it was inevitable, or an earlier one in
    // this segment; it waits for the lock, which this transaction gives back when it commits.
    segment.clear(lane::DOOMED);
    Ok(())
}

/// Gives the write locks back: what they stood for is in segment 0 (commit) or undone (abort).
pub(crate) fn release_locks(mutator: &Mutator) {
    let memory = mutator.runtime.memory();
    for target in &mutator.transaction.borrow().written {
        memory.lock(target.start).store(0, Ordering::Release);
    }
}

/// The transaction is over. The nursery is empty already.
pub(crate) fn close(mutator: &Mutator) {
    mutator.promoter.borrow_mut().commit();
    if !mutator.can_abort() {
        let number = mutator.segment.get();
        let segment = mutator.runtime.pool().get(number);
        segment.inevitable.store(false, Ordering::SeqCst);
        mutator.runtime.world().give_back_inevitability(number);
    }
    end_serial(mutator);
}

fn end_serial(mutator: &Mutator) {
    let segment = mutator.runtime.pool().get(mutator.segment.get());
    let serial = segment.serial.fetch_add(1, Ordering::SeqCst) + 1;
    assert!(serial & 1 == 0, "even while no transaction is open");
    mutator.runtime.scheduler().ring();
}

fn note_cause(mutator: &Mutator) -> AbortCause {
    let segment = mutator.runtime.pool().get(mutator.segment.get());
    let cause = AbortCause::from_number(segment.doom_cause.load(Ordering::Relaxed));
    let index = AbortCause::ALL
        .iter()
        .position(|known| *known == cause)
        .expect("listed");
    mutator.count(|counters| &counters.aborts[index], 1);
    let by = segment.doomed_by.swap(0, Ordering::Relaxed) as usize;
    if by != 0 && mutator.transaction.borrow().gave_way_to.is_none() {
        // The winner has committed already (read-write) or is about to go on (write-write).
        if cause == AbortCause::WriteWrite {
            let winner = GaveWayTo::of(by, mutator.runtime.pool().get(by));
            mutator.transaction.borrow_mut().gave_way_to = Some(winner);
        }
    }
    cause
}
