//! A thread's segment: how it is taken and entered, how its transaction begins to count and ends.

use std::sync::atomic::{Ordering, fence};
use std::time::{Duration, Instant};

use crate::observe::WaitFor;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;
use crate::threads::scheduler::Awaited;
use crate::threads::segment::{Segment, SegmentState, lane};

/// A thread that waits longer than this for a segment asks those that have one to end their
/// transactions.
const WAIT_MAX: Duration = Duration::from_millis(2);

/// How long a thread may keep a segment that others wait for: to hand it over takes as long as to
/// wake a thread, many times what a transaction may take.
const KEPT: Duration = Duration::from_millis(1);

/// As [`WAIT_MAX`], in steps of waiting, under stepping: there the clock must not decide.
const WAIT_STEPS_MAX: u32 = 20;

/// The thread is at a border between operations, and may be stopped there.
pub(crate) fn enter_safe(mutator: &mut Mutator) {
    mutator.park_inside();
    let segment = mutator.segment();
    segment.transition(SegmentState::Running, SegmentState::Safe);
}

/// The thread goes on; waits while it is stopped. It must catch up before it reads.
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
pub(super) fn take_segment(mutator: &Mutator) -> usize {
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
    let take = || pool.try_take(mutator.thread, wanted, pick);
    if let Some(number) = take() {
        return number;
    }
    let mut taken = None;
    let since_ns = mutator.recorder.clock();
    let (since, mut steps) = (Instant::now(), 0);
    let (scheduler, thread) = (runtime.scheduler(), mutator.thread);
    scheduler.wait_for(Awaited::Segment, thread, || {
        taken = take();
        steps += 1;
        let has_waited = if runtime.is_stepped() {
            steps > WAIT_STEPS_MAX
        } else {
            since.elapsed() > WAIT_MAX
        };
        if taken.is_none() && has_waited {
            pool.private()
                .for_each(|(_, segment)| segment.request(lane::COMMIT_SOON));
        }
        taken.is_some()
    });
    mutator.record_wait(WaitFor::Segment, since_ns, 0);
    taken.expect("waited for it")
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

/// The transaction is over. The nursery is empty already.
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
    mutator.runtime.is_stepped() || cfg!(test) || had >= KEPT
}
