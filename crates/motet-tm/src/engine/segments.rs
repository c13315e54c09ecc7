//! A thread's segment: how it is taken and entered, how its transaction begins to count and ends.

use std::sync::atomic::{Ordering, fence};
use std::time::Duration;

use crate::engine::publication::Participants;
use crate::observe::WaitFor;
use crate::runtime::Runtime;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;
use crate::threads::scheduler::LINE_SLEEP_MAX;
use crate::threads::segment::{Segment, SegmentState, lane};

/// How long a thread may keep a segment that others wait for, if the switch interval is not
/// shorter; then it is asked for the end of its transaction. More threads than segments share them.
/// (To hand a segment over takes as long as to wake a thread, many times as long as a transaction
/// may take.)
const KEPT: Duration = Duration::from_millis(2);
/// A thread that begins a transaction at this moment takes back that it was asked: it is asked
/// again after so long.
pub(super) const ASKED_AGAIN: Duration = Duration::from_millis(1);
/// For so long a thread waits at most for a segment that takes part already, if another is free.
const FOR_PARTICIPANT_MAX: Duration = Duration::from_millis(1);
/// As [`KEPT`], in steps of waiting, under stepping: there the clock must not decide.
const KEPT_STEPS: u32 = 20;
/// For so long a sole thread is not asked for its end by a thread that wants a segment.
const SOLE_NS_MIN: u64 = 50_000;

/// Notes that the thread is at a border between operations, and may be stopped there.
pub(crate) fn enter_safe(mutator: &mut Mutator) {
    mutator.park_inside();
    let segment = mutator.segment();
    segment.transition(SegmentState::Running, SegmentState::Safe);
}

/// Lets the thread go on; waits while it is stopped. It must catch up before it reads.
pub(crate) fn run_again(mutator: &Mutator) {
    enter_world(mutator, mutator.heap.segment.get());
    // Between `Running` and the look at the LOG lane: see `Log::apply_for`.
    fence(Ordering::SeqCst);
}

/// Makes the segment `Running`; waits while the world is stopped.
pub(super) fn enter_world(mutator: &Mutator, number: usize) {
    let runtime = &mutator.runtime;
    let (world, pool) = (runtime.world(), runtime.pool());
    if !world.try_enter(pool.get(number), number) {
        let since_ns = mutator.recorder.clock();
        world.enter(pool, runtime.scheduler(), mutator.thread, number);
        mutator.record_wait(WaitFor::Resume, since_ns, 0);
    }
    mutator.unpark();
}

/// Takes a free segment, the same as last time if it can; waits for one.
pub(crate) fn take_segment(mutator: &Mutator, participants: &Participants) -> usize {
    let taken = take_participant(mutator, participants);
    let number = taken.unwrap_or_else(|| take_any_segment(mutator));
    let now_ns = mutator.runtime.clock_ns();
    mutator.tenancy.since_ns.set(now_ns);
    let segment = mutator.runtime.pool().get(number);
    segment.since_ns.store(now_ns, Ordering::Relaxed);
    number
}

/// Takes a segment that takes part already. Another one would have to join, which stops the world,
/// and its private copies cost all committers. So a thread that finds none waits for one, as long
/// as joining takes: threads that pass the turn from one to the other, where each waits for the
/// next one, do with one segment.
fn take_participant(mutator: &Mutator, participants: &Participants) -> Option<usize> {
    let runtime = &mutator.runtime;
    if runtime.config().injection.segments {
        return None;
    }
    let (pool, wanted) = (runtime.pool(), mutator.tenancy.last.get());
    let take = || pool.try_take_of(participants.segments, wanted);
    let (taken, is_first) = (take(), participants.segments == 0);
    // (Where threads are stepped, and in the scripts of tests, the clock must not decide.)
    if taken.is_some() || is_first || !pool.has_free() || runtime.is_stepped() || cfg!(test) {
        return taken;
    }
    let since_ns = mutator.recorder.clock();
    let until_ns =
        runtime.clock_ns() + participants.joining.min(FOR_PARTICIPANT_MAX).as_nanos() as u64;
    let mut taken = None;
    runtime.scheduler().wait_until(mutator.thread, || {
        taken = take();
        taken.is_some() || pool.has_waiters() || runtime.clock_ns() >= until_ns
    });
    mutator.record_wait(WaitFor::Segment, since_ns, 0);
    taken
}

/// Takes a free segment, of those that take part or not; waits for one in line.
fn take_any_segment(mutator: &Mutator) -> usize {
    let runtime = &mutator.runtime;
    let pool = runtime.pool();
    let random = runtime.config().injection.segments;
    let wanted = if random {
        0
    } else {
        mutator.tenancy.last.get()
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
    match pool.try_take(thread, bell, wanted, pick) {
        Ok(number) => number,
        Err(before) => {
            let since_ns = mutator.recorder.clock();
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
            // The thread that is the first now watches the time, or finds another segment free.
            wake_first(runtime);
            mutator.record_wait(WaitFor::Segment, since_ns, 0);
            taken.expect("waited for it")
        }
    }
}

/// Returns how long a thread may sleep that waits for a segment, with so many before it. The first
/// in the queue asks for the end of transactions when the time has come.
fn wait_for_segment(runtime: &Runtime, before: usize, steps: u32) -> Duration {
    let pool = runtime.pool();
    if runtime.is_stepped() {
        if steps > KEPT_STEPS {
            pool.get(0).request(lane::COMMIT_SOON);
            pool.ask_for_ends(u64::MAX, 0);
        }
        return Duration::ZERO;
    }
    if before > 0 {
        return LINE_SLEEP_MAX;
    }
    if let Some(since_ns) = pool.sole_since_ns() {
        let had_ns = runtime.clock_ns().saturating_sub(since_ns);
        if had_ns < SOLE_NS_MIN {
            return Duration::from_nanos(SOLE_NS_MIN - had_ns);
        }
        pool.get(0).request(lane::COMMIT_SOON);
        return ASKED_AGAIN;
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
pub(crate) fn give_segment_back(runtime: &Runtime, number: usize) {
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
pub(super) fn next_read_version(mutator: &Mutator, segment: &Segment, number: usize) -> u16 {
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

/// Fails if the transaction is doomed.
pub(crate) fn check_doomed(mutator: &Mutator) -> Result<(), Unwind> {
    let segment = mutator.segment();
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

/// Closes the transaction, which is over. The nursery is empty already.
pub(crate) fn close(mutator: &Mutator) {
    mutator.heap.promoter.borrow_mut().commit();
    if !mutator.can_abort() {
        let number = mutator.heap.segment.get();
        let segment = mutator.runtime.pool().get(number);
        segment.inevitable.store(false, Ordering::SeqCst);
        mutator.runtime.world().give_back_inevitability(number);
    }
    end_serial(mutator);
}

pub(super) fn end_serial(mutator: &Mutator) {
    let segment = mutator.segment();
    let serial = segment.serial.fetch_add(1, Ordering::SeqCst) + 1;
    assert!(serial & 1 == 0, "even while no transaction is open");
    mutator.runtime.scheduler().ring();
}

/// Whether the thread has had its segment for long enough to give it to a thread that waits. Where
/// threads are stepped, and in the scripts of tests, the clock must not decide.
pub(super) fn has_had_segment(mutator: &Mutator) -> bool {
    let since_ns = mutator.tenancy.since_ns.get();
    let had = Duration::from_nanos(mutator.runtime.clock_ns().saturating_sub(since_ns));
    mutator.runtime.is_stepped() || cfg!(test) || had >= kept(&mutator.runtime)
}
