//! The paper's commit: stop all others, check their read markers, publish (paper §4.8, §4.9,
//! §4.11).
//!
//! A running segment's own view is the committed state as of now, except for its own writes: a
//! commit that changes an object that it has read dooms it (I-TXN-1). Only a committer that has
//! stopped all others changes their views.

use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::contention::arbitration::{Contender, Loser, decide};
use crate::contention::hot_spots::Heat;
use crate::engine::copies;
use crate::engine::locks::{acquire, assert_locks_held, doom, give_way, release_locks};
use crate::engine::publication::Publication;
use crate::engine::segments::{begin_serial, check_doomed, close};
use crate::engine::writes::forget_marks;
use crate::heap::written::Written;
use crate::observe::WaitFor;
use crate::observe::statistics::AbortCause;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;
use crate::threads::segment::{Segment, SegmentState, lane};

/// The stop-the-world publication. Its state is in the runtime's world, pool and heap.
pub(crate) struct StopTheWorld;

/// A transaction that is to be doomed.
struct Loss {
    segment: usize,
    cause: AbortCause,
    /// The committer's position when it wrote the object that this one has read.
    position: u64,
}

/// Proof that no conflict forbids the commit, with the transactions that it dooms.
struct Validated {
    losers: Vec<Loss>,
}

impl Publication for StopTheWorld {
    fn join(&self, _: &mut Mutator) {}

    fn catch_up(&self, _: &Mutator) {}

    fn open(&self, _: &Mutator, segment: &Segment) {
        begin_serial(segment);
    }

    fn prepare_write(&self, mutator: &Mutator, target: Written, _: Heat) -> Result<u64, Unwind> {
        acquire(mutator, target)?;
        // Until now another transaction may have committed the object.
        check_doomed(mutator)?;
        Ok(1 << mutator.heap.segment.get())
    }

    /// The locks are still held, so segment 0 shows the objects as they were.
    fn restore(&self, mutator: &Mutator) {
        assert_locks_held(mutator);
        copies::restore(mutator, &mutator.heap.transaction.borrow().written);
        release_locks(mutator);
    }

    fn has_company(&self, mutator: &Mutator) -> bool {
        let own = mutator.heap.segment.get();
        let mut all = mutator.runtime.pool().private();
        all.any(|(number, segment)| number != own && segment.state() != SegmentState::Idle)
    }

    /// No other transaction commits while this thread runs, so only a contender for a lock can doom
    /// it now, and that one is ignored once the flag is up.
    fn settle_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        let segment = mutator.segment();
        segment.inevitable.store(true, Ordering::SeqCst);
        Ok(())
    }

    fn publish(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        stop(mutator);
        let validated = match check_doomed(mutator).and_then(|()| validate(mutator)) {
            Ok(validated) => validated,
            Err(unwind) => {
                resume(mutator);
                return Err(unwind);
            }
        };
        // ---- point of no return: from here on the transaction has happened.
        assert_locks_held(mutator);
        doom_losers(mutator, &validated);
        publish_written(mutator);
        release_locks(mutator);
        forget_marks(mutator);
        close(mutator);
        resume(mutator);
        Ok(())
    }
}

fn stop(mutator: &Mutator) {
    let runtime = &mutator.runtime;
    let began = Instant::now();
    // While it waits for its turn, others may collect.
    let (world, pool, number) = (runtime.world(), runtime.pool(), mutator.heap.segment.get());
    mutator.parked(|| world.stop(pool, runtime.scheduler(), mutator.thread, number));
    let waited_ns = began.elapsed().as_nanos() as u64;
    mutator
        .recorder
        .count(|counters| &counters.stop_ns, waited_ns);
    mutator.record_wait_of(WaitFor::Stop, waited_ns, 0);
}

fn resume(mutator: &Mutator) {
    mutator.runtime.world().resume(mutator.runtime.pool());
    mutator.runtime.scheduler().ring();
}

/// Looks for readers of the objects that this transaction has written. The world is stopped.
fn validate(mutator: &Mutator) -> Result<Validated, Unwind> {
    let runtime = &mutator.runtime;
    let number = mutator.heap.segment.get();
    let me = Contender::of(runtime.pool().get(number));
    let transaction = mutator.heap.transaction.borrow();
    let mut losers = Vec::new();
    for (other, segment) in runtime.pool().private() {
        if other == number || !segment.is_open() || segment.is_requested(lane::DOOMED) {
            continue;
        }
        let was_read = first_read(mutator, other, segment, &transaction.written);
        if transaction.dooms_all || was_read.is_some() {
            let position = was_read.map_or(mutator.position(), |written| written.position);
            if decide(me, Contender::of(segment), false) == Loser::Me {
                drop(transaction);
                mutator.blame_for_own(other, position, None);
                return Err(give_way(mutator, other, AbortCause::ReadWrite));
            }
            losers.push(Loss {
                segment: other,
                cause: AbortCause::ReadWrite,
                position,
            });
        }
    }
    Ok(Validated { losers })
}

/// The first written object or card that another transaction has read.
fn first_read<'a>(
    mutator: &Mutator,
    other: usize,
    segment: &Segment,
    written: &'a [Written],
) -> Option<&'a Written> {
    let version = segment.read_version.load(Ordering::Relaxed) as u16;
    let base = mutator.runtime.memory().base(other);
    let is_marked = |offset| base.marker(offset).load(Ordering::Relaxed) == version;
    written
        .iter()
        .find(|target| target.markers().places().any(is_marked))
}

/// The objects' flags were set again by the collection at commit, so copies are ready to be
/// written.
fn publish_written(mutator: &Mutator) {
    let space = mutator.runtime.space();
    for target in &mutator.heap.transaction.borrow().written {
        for (start, bytes) in space.parts(target.start, target.bytes) {
            copies::publish(mutator, start, bytes);
        }
    }
}

fn doom_losers(mutator: &Mutator, validated: &Validated) {
    for loss in &validated.losers {
        mutator.blame_me(loss.segment, loss.position, None);
        let segment = mutator.runtime.pool().get(loss.segment);
        doom(segment, loss.cause, mutator.heap.segment.get());
    }
}
