//! Write locks: how they are taken and given back, and the case that two transactions want the
//! same one. Where commits stop all threads, a transaction takes the lock of all that it writes; in
//! a log of very hot places alone. There a transaction that has not read the place waits for the
//! owner's commit first. Otherwise `contention/arbitration.rs` decides which of the two
//! transactions gives way.

use std::sync::atomic::Ordering;

use crate::contention::arbitration::{Contender, Loser, PATIENCE, decide};
use crate::engine::segments::{check_doomed, run_again};
use crate::heap::written::Written;
use crate::object::value::Offset;
use crate::observe::WaitFor;
use crate::observe::statistics::AbortCause;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;
use crate::threads::segment::{Segment, SegmentState, lane};
use crate::txn::transaction::GaveWayTo;

/// How often a transaction looks whether the one has ended that has the write lock of a very hot
/// place: for some microseconds, as long as a commit takes and what comes before it.
const OWNER_LOOKS_MAX: u32 = if cfg!(test) { 3 } else { 400 };

/// Dooms the transaction of a segment; the thread of segment `by` wins.
pub(crate) fn doom(segment: &Segment, cause: AbortCause, by: usize) {
    segment.doom_cause.store(cause as u32, Ordering::Relaxed);
    segment.doomed_by.store(by as u32, Ordering::Relaxed);
    segment.request(lane::DOOMED);
}

/// Aborts this transaction, which lets that of segment `to` finish before it tries again.
pub(crate) fn give_way(mutator: &Mutator, to: usize, cause: AbortCause) -> Unwind {
    let winner = mutator.runtime.pool().get(to);
    let cause = if winner.inevitable.load(Ordering::SeqCst) {
        AbortCause::Inevitable
    } else {
        cause
    };
    mutator.doom_self(cause);
    let winner_now = GaveWayTo::of(to, winner);
    // Somebody waits for the winner now: it should not go on for longer than it must.
    winner.request(lane::COMMIT_SOON);
    mutator.heap.transaction.borrow_mut().gave_way_to = Some(winner_now);
    Unwind::Abort
}

/// Takes the global write lock of an object or card that this transaction has not written.
pub(crate) fn acquire(mutator: &Mutator, target: Written) -> Result<(), Unwind> {
    let number = mutator.heap.segment.get();
    let lock = mutator.runtime.memory().lock(target.start);
    while let Err(owner) =
        lock.compare_exchange(0, number as u8, Ordering::AcqRel, Ordering::Acquire)
    {
        contend(mutator, usize::from(owner), target)?;
    }
    let mut transaction = mutator.heap.transaction.borrow_mut();
    transaction.locked.push(target.start);
    drop(transaction);
    Ok(())
}

/// Waits for the write lock of a very hot place, if another transaction has it and this one has not
/// read the place: when the owner has committed, its entry changes nothing that this transaction
/// knows, so that it need not abort. For a while only, and never with a lock of its own: two
/// transactions that wait for each other would both wait in vain.
///
/// If the lock is still owned on return, or this transaction is doomed, [`acquire`] finds that.
#[inline]
pub(crate) fn wait_for_owner(mutator: &Mutator, target: Written) {
    let lock = mutator.runtime.memory().lock(target.start);
    let owner = lock.load(Ordering::Relaxed);
    if owner != 0 && may_wait_for_owner(mutator, target) {
        wait_for(mutator, usize::from(owner), target.start);
    }
}

pub(crate) fn may_wait_for_owner(mutator: &Mutator, target: Written) -> bool {
    let version = mutator.heap.read_version.get();
    let markers = mutator.heap.markers.get();
    let is_read = |place| markers.of(place).load(Ordering::Relaxed) == version;
    let has_locks = !mutator.heap.transaction.borrow().locked.is_empty();
    mutator.can_abort() && !has_locks && !target.markers().places().any(is_read)
}

#[cold]
fn wait_for(mutator: &Mutator, owner: usize, start: Offset) {
    let runtime = &mutator.runtime;
    // It stays very hot while others come for it.
    runtime.hot_spots().collided(start);
    runtime.pool().get(owner).request(lane::COMMIT_SOON);
    let since_ns = runtime.clock_ns();
    wait_while_owned(mutator, owner, start, OWNER_LOOKS_MAX);
    let waited_ns = runtime.clock_ns().saturating_sub(since_ns);
    mutator.contention.note_wait(waited_ns);
}

/// Waits until the owner lets the write lock of a place go, or this transaction is doomed; for so
/// many looks at most. The segment is `Safe` meanwhile. Returns whether the wait was given up: its
/// looks are used up, or a collection waits for this thread, which holds values in native
/// variables.
fn wait_while_owned(mutator: &Mutator, owner: usize, start: Offset, mut looks: u32) -> bool {
    let runtime = &mutator.runtime;
    let (lock, mine) = (runtime.memory().lock(start), mutator.segment());
    let since_ns = mutator.recorder.clock();
    mine.transition(SegmentState::Running, SegmentState::Safe);
    let hinders_collection = || mutator.can_abort() && runtime.major().is_wanted();
    runtime.scheduler().wait_until(mutator.thread, || {
        looks -= 1;
        let is_owned = usize::from(lock.load(Ordering::SeqCst)) == owner;
        !is_owned || mine.is_requested(lane::DOOMED) || looks == 0 || hinders_collection()
    });
    mutator.record_wait(WaitFor::Lock, since_ns, owner);
    let gives_up = looks == 0 || hinders_collection();
    run_again(mutator);
    gives_up
}

/// Contends with another owner for the lock of `target`: gives way, or dooms the owner and waits
/// until it lets go.
#[cold]
fn contend(mutator: &Mutator, owner: usize, target: Written) -> Result<(), Unwind> {
    let (start, position) = (target.start, target.position);
    let runtime = &mutator.runtime;
    let mine = runtime.pool().get(mutator.heap.segment.get());
    let other = runtime.pool().get(owner);
    runtime.hot_spots().collided(start);
    let give_way = || {
        let owners = Some(other.write_positions.find(start));
        mutator.blame_for_own(owner, position, owners);
        give_way(mutator, owner, AbortCause::WriteWrite)
    };
    if decide(Contender::of(mine), Contender::of(other), true) == Loser::Me {
        return Err(give_way());
    }
    mutator.blame_me(owner, position, Some(start));
    doom(other, AbortCause::WriteWrite, mutator.heap.segment.get());
    let gives_up = wait_while_owned(mutator, owner, start, PATIENCE);
    if gives_up && mutator.can_abort() {
        return Err(give_way());
    }
    check_doomed(mutator)
}

/// Gives the write locks back: the writes under them are in segment 0 (commit) or undone (abort).
pub(crate) fn release_locks(mutator: &Mutator) {
    let memory = mutator.runtime.memory();
    for start in mutator.heap.transaction.borrow_mut().locked.drain(..) {
        memory.lock(start).store(0, Ordering::Release);
    }
}

/// Where commits stop all threads, a transaction holds the locks of all that it has written until
/// that is published or undone.
pub(super) fn assert_locks_held(mutator: &Mutator) {
    if cfg!(debug_assertions) {
        let (memory, own) = (mutator.runtime.memory(), mutator.heap.segment.get());
        for target in &mutator.heap.transaction.borrow().written {
            let word = memory.lock(target.start).load(Ordering::Relaxed);
            assert_eq!(usize::from(word), own, "the lock of {:?}", target.start);
        }
    }
}
