//! The paper's commit: stop all others, check their read markers, publish (paper §4.8, §4.9,
//! §4.11).
//!
//! # What is where
//!
//! Segment 0 always shows the committed state. A transaction writes old objects in its segment's
//! private copy of the group, after taking the object's global write lock; so whoever holds the
//! lock may copy the object from segment 0 (abort), and while the world is stopped the committer
//! may copy it to everybody (commit). A running segment's own view is the committed state as of
//! now, except what it has written itself: a commit that changes what it has read dooms it
//! (I-TXN-1).
//!
//! # Promotion beside privatising
//!
//! A minor collection writes survivors into groups of the old space through segment 0, without
//! stopping anybody. Another thread may privatise such a group at the same moment and copy half of
//! an object. Nobody can reach that object before its transaction commits; so the committer, with
//! the world stopped, copies whatever it has promoted into groups that are private anywhere to
//! those private copies. A commit that has nothing else to publish may skip the stop only if no
//! such group is private: the privatiser sets its bit before it copies, the promoter looks at the
//! bits after it has written, with a fence on both sides, so one of them sees the other.
//!
//! # Who wins
//!
//! Inevitable wins over all. Else an older transaction that has been aborted before wins (it keeps
//! its age over attempts, so it gets through in the end); else the one that commits, respectively
//! the one that wrote first. The loser lets the winner finish before it tries again.

use std::sync::atomic::{Ordering, fence};
use std::time::{Duration, Instant};

use super::Engine;
use crate::collector::{Purpose, collect_minor};
use crate::heap::space::PromotedRange;
use crate::layout::{FLAG_OVERFLOW, FLAG_WRITE_BARRIER};
use crate::mutator::Mutator;
use crate::segment::{Segment, SegmentState, lane};
use crate::statistics::AbortCause;
use crate::transaction::{CARD_REMEMBERED, GaveWayTo, PATIENCE, Written};
use crate::unwind::Unwind;
use crate::value::Offset;

/// The stop-the-world engine. Its state is in the runtime's world, pool and heap.
pub(crate) struct StopTheWorld;

/// A thread that waits longer than this for a segment asks those that have one to end their
/// transactions: more threads than segments take turns.
const TURN: Duration = Duration::from_millis(2);

/// Proof that no conflict forbids the commit, and whom it dooms.
struct Validated {
    losers: Vec<(usize, AbortCause)>,
}

impl Engine for StopTheWorld {
    fn enter(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
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
        let take = || pool.try_take(mutator.thread, wanted, pick);
        let number = take().unwrap_or_else(|| {
            let mut taken = None;
            let since = Instant::now();
            runtime.scheduler().wait_until(mutator.thread, || {
                taken = take();
                if taken.is_none() && since.elapsed() > TURN {
                    pool.private()
                        .for_each(|(_, segment)| segment.request(lane::COMMIT_SOON));
                }
                taken.is_some()
            });
            taken.expect("waited for it")
        });
        runtime
            .world()
            .enter(pool, runtime.scheduler(), mutator.thread, number);
        mutator.use_segment(number);
        mutator.last_segment.set(number);
    }

    fn leave(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        let number = mutator.segment.replace(0);
        let segment = runtime.pool().get(number);
        assert!(!segment.is_open(), "no transaction is open");
        segment.transition(SegmentState::Running, SegmentState::Idle);
        runtime.pool().give_back(number);
        runtime.scheduler().ring();
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
        segment.clear(lane::COMMIT_SOON | lane::DOOMED);
        segment.doom_cause.store(0, Ordering::Relaxed);
        let serial = segment.serial.fetch_add(1, Ordering::SeqCst) + 1;
        assert!(serial & 1 == 1, "odd while a transaction is open");
        drop(transaction);
        mutator.reset_nursery();
    }

    fn must_let_go(&self, mutator: &Mutator) -> bool {
        mutator.runtime.config().injection.segments || mutator.runtime.pool().has_waiters()
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
        inject_abort(mutator)?;
        if header.has(FLAG_OVERFLOW) && start == object {
            make_private(mutator, object, mutator.size_bytes_at(object));
            let mut transaction = mutator.transaction.borrow_mut();
            transaction.modified_overflow.push(object);
            transaction.remembered.push(object);
        } else {
            acquire(mutator, Written { start, bytes })?;
            if start != object {
                remember_card(mutator, Written { start, bytes });
                return Ok(());
            }
            mutator.transaction.borrow_mut().remembered.push(object);
        }
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
        check_doomed(mutator)
    }

    fn become_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        let runtime = mutator.runtime.clone();
        let segment = runtime.pool().get(mutator.segment.get());
        let mut taken = false;
        self.enter_safe(mutator);
        runtime.scheduler().wait_until(mutator.thread, || {
            taken = !segment.is_requested(lane::DOOMED) && runtime.world().try_take_inevitability();
            taken || segment.is_requested(lane::DOOMED)
        });
        self.leave_safe(mutator);
        // Running again: nobody commits, so nobody but a contender for a lock can doom us now, and
        // that one is ignored once the flag is up.
        if segment.is_requested(lane::DOOMED) {
            if taken {
                runtime.world().give_back_inevitability();
            }
            return Err(Unwind::Abort);
        }
        assert!(taken, "the wait ended for one of two reasons");
        segment.inevitable.store(true, Ordering::SeqCst);
        Ok(())
    }

    /// The commit protocol (paper §4.9).
    fn commit(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        assert!(mutator.is_running());
        check_doomed(mutator)?;
        collect_minor(mutator, Purpose::Commit);
        clear_overflow_flags(mutator);
        if !needs_stop(mutator) {
            mutator.count(|counters| &counters.commits_without_stop, 1);
            close(mutator);
            return Ok(());
        }
        stop(mutator);
        let validated = match check_doomed(mutator).and_then(|()| validate(mutator)) {
            Ok(validated) => validated,
            Err(unwind) => {
                resume(mutator);
                return Err(unwind);
            }
        };
        // ---- point of no return: from here on the transaction has happened.
        doom_losers(mutator, &validated);
        publish_promoted(mutator);
        publish_modified_overflow(mutator);
        publish_written(mutator);
        close(mutator);
        resume(mutator);
        Ok(())
    }

    /// The abort protocol (paper §4.8).
    fn abort(&self, mutator: &mut Mutator) {
        assert!(
            mutator.can_abort(),
            "an inevitable transaction does not abort"
        );
        note_cause(mutator);
        restore_written(mutator);
        restore_modified_overflow(mutator);
        mutator.promoter.borrow_mut().abort();
        let mut transaction = mutator.transaction.borrow_mut();
        transaction.clear();
        transaction.attempts += 1;
        drop(transaction);
        mutator.reset_nursery();
        end_serial(mutator);
    }

    fn enter_safe(&self, mutator: &mut Mutator) {
        let segment = mutator.runtime.pool().get(mutator.segment.get());
        segment.transition(SegmentState::Running, SegmentState::Safe);
    }

    fn leave_safe(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        let (pool, scheduler) = (runtime.pool(), runtime.scheduler());
        runtime
            .world()
            .enter(pool, scheduler, mutator.thread, mutator.segment.get());
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

fn check_doomed(mutator: &Mutator) -> Result<(), Unwind> {
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

fn stop(mutator: &Mutator) {
    let runtime = &mutator.runtime;
    let began = Instant::now();
    runtime.world().stop(
        runtime.pool(),
        runtime.scheduler(),
        mutator.thread,
        mutator.segment.get(),
    );
    mutator.count(
        |counters| &counters.stop_ns,
        began.elapsed().as_nanos() as u64,
    );
}

fn resume(mutator: &Mutator) {
    mutator.runtime.world().resume(mutator.runtime.pool());
    mutator.runtime.scheduler().ring();
}

// ---- conflicts

/// Who gives way when two transactions collide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loser {
    Me,
    Other,
}

/// What contention looks at; a pure value, so that the policy is a pure function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contender {
    inevitable: bool,
    age: u64,
    attempts: u32,
}

impl Contender {
    fn of(segment: &Segment) -> Contender {
        Contender {
            inevitable: segment.inevitable.load(Ordering::SeqCst),
            age: segment.age.load(Ordering::Relaxed),
            attempts: segment.attempts.load(Ordering::Relaxed),
        }
    }

    /// Never true both ways: among the aborted the older, else the aborted one.
    fn outranks(self, other: Contender) -> bool {
        self.attempts > 0 && (self.age < other.age || other.attempts == 0)
    }
}

/// The policy: see "Who wins". `other_wins_ties`: the other came first.
pub(crate) fn decide(me: Contender, other: Contender, other_wins_ties: bool) -> Loser {
    assert!(
        !(me.inevitable && other.inevitable),
        "at most one transaction is inevitable"
    );
    if me.inevitable {
        Loser::Other
    } else if other.inevitable || other.outranks(me) {
        Loser::Me
    } else if me.outranks(other) || !other_wins_ties {
        Loser::Other
    } else {
        Loser::Me
    }
}

fn doom(segment: &Segment, cause: AbortCause, by: usize) {
    segment.doom_cause.store(cause as u32, Ordering::Relaxed);
    segment.doomed_by.store(by as u32, Ordering::Relaxed);
    segment.request(lane::DOOMED);
}

fn give_way(mutator: &Mutator, to: usize, cause: AbortCause) -> Unwind {
    let winner = mutator.runtime.pool().get(to);
    let cause = if winner.inevitable.load(Ordering::SeqCst) {
        AbortCause::Inevitable
    } else {
        cause
    };
    mutator.doom_self(cause);
    let serial = winner.serial.load(Ordering::Acquire);
    // Somebody waits for the winner now: it should not go on for longer than it must.
    winner.request(lane::COMMIT_SOON);
    mutator.transaction.borrow_mut().gave_way_to = Some(GaveWayTo {
        segment: to,
        serial,
    });
    Unwind::Abort
}

fn inject_abort(mutator: &Mutator) -> Result<(), Unwind> {
    let probability = mutator.runtime.config().injection.abort_probability;
    if mutator.can_abort() && mutator.random.chance(probability) {
        mutator.doom_self(AbortCause::Injected);
        return Err(Unwind::Abort);
    }
    Ok(())
}

fn remember_card(mutator: &Mutator, card: Written) {
    let lock = mutator.runtime.memory().lock(card.start);
    debug_assert_eq!(
        usize::from(lock.load(Ordering::Relaxed)),
        mutator.segment.get()
    );
    lock.store(mutator.card_mark(), Ordering::Relaxed);
    mutator.transaction.borrow_mut().cards.push(card);
}

/// The segment that owns a lock that holds `word`.
fn owner_of(word: u8) -> usize {
    usize::from(word & !CARD_REMEMBERED)
}

/// Takes the global write lock of an object or card, unless this transaction has it already.
fn acquire(mutator: &Mutator, target: Written) -> Result<(), Unwind> {
    let runtime = &mutator.runtime;
    let number = mutator.segment.get();
    let lock = runtime.memory().lock(target.start);
    loop {
        match lock.compare_exchange(0, number as u8, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => break,
            Err(word) if owner_of(word) == number => return Ok(()),
            Err(word) => contend(mutator, owner_of(word), target.start)?,
        }
    }
    mutator.transaction.borrow_mut().written.push(target);
    make_private(mutator, target.start, target.bytes);
    mutator.count(|counters| &counters.write_locks, 1);
    // A write is a read too: whoever commits this object first dooms us.
    let marker = mutator.base.get().marker(target.start);
    marker.store(mutator.read_version.get(), Ordering::Relaxed);
    Ok(())
}

/// Somebody else owns the lock at `start`: gives way, or dooms the owner and waits until it lets
/// go.
#[cold]
fn contend(mutator: &Mutator, owner: usize, start: Offset) -> Result<(), Unwind> {
    let runtime = &mutator.runtime;
    let mine = runtime.pool().get(mutator.segment.get());
    let other = runtime.pool().get(owner);
    if decide(Contender::of(mine), Contender::of(other), true) == Loser::Me {
        return Err(give_way(mutator, owner, AbortCause::WriteWrite));
    }
    doom(other, AbortCause::WriteWrite, mutator.segment.get());
    mine.transition(SegmentState::Running, SegmentState::Safe);
    let lock = runtime.memory().lock(start);
    let mut patience = PATIENCE;
    runtime.scheduler().wait_until(mutator.thread, || {
        patience -= 1;
        let is_owned = owner_of(lock.load(Ordering::SeqCst)) == owner;
        !is_owned || mine.is_requested(lane::DOOMED) || patience == 0
    });
    let (pool, scheduler) = (runtime.pool(), runtime.scheduler());
    runtime
        .world()
        .enter(pool, scheduler, mutator.thread, mutator.segment.get());
    if patience == 0 && mutator.can_abort() {
        return Err(give_way(mutator, owner, AbortCause::WriteWrite));
    }
    check_doomed(mutator)
}

/// Looks for readers of what this transaction has written. The world is stopped.
fn validate(mutator: &Mutator) -> Result<Validated, Unwind> {
    let runtime = &mutator.runtime;
    let number = mutator.segment.get();
    let me = Contender::of(runtime.pool().get(number));
    let transaction = mutator.transaction.borrow();
    let mut losers = Vec::new();
    for (other, segment) in runtime.pool().private() {
        if other == number || !segment.is_open() || segment.is_requested(lane::DOOMED) {
            continue;
        }
        if transaction.dooms_all || has_read(mutator, other, segment, &transaction.written) {
            if decide(me, Contender::of(segment), false) == Loser::Me {
                drop(transaction);
                return Err(give_way(mutator, other, AbortCause::ReadWrite));
            }
            losers.push((other, AbortCause::ReadWrite));
        }
    }
    Ok(Validated { losers })
}

fn has_read(mutator: &Mutator, other: usize, segment: &Segment, written: &[Written]) -> bool {
    let version = segment.read_version.load(Ordering::Relaxed) as u16;
    let base = mutator.runtime.memory().base(other);
    written
        .iter()
        .any(|target| base.marker(target.start).load(Ordering::Relaxed) == version)
}

// ---- copies

/// Gives the segment its own copy of the groups that a range touches.
fn make_private(mutator: &Mutator, start: Offset, bytes: u64) {
    let runtime = &mutator.runtime;
    let space = runtime.space();
    let number = mutator.segment.get();
    for group in space.groups_of(start, bytes) {
        let mask = space.private_in(group);
        if mask.load(Ordering::Relaxed) & (1 << number) != 0 {
            continue;
        }
        let guard = runtime.pinned().lock_privatising();
        mask.fetch_or(1 << number, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        let group_start = space.group_start(group);
        runtime
            .memory()
            .privatise(number, group_start, crate::heap::GROUP_BYTES);
        drop(guard);
        mutator.count(|counters| &counters.privatised_groups, 1);
    }
}

/// Whether the commit has anything to tell others; see "Promotion beside privatising".
fn needs_stop(mutator: &Mutator) -> bool {
    if !mutator.transaction.borrow().has_nothing_to_publish() {
        return true;
    }
    fence(Ordering::SeqCst);
    let space = mutator.runtime.space();
    mutator.promoter.borrow().ranges().any(|range| {
        space
            .groups_of(range.start, range.end.0 - range.start.0)
            .any(|group| space.private_in(group).load(Ordering::SeqCst) != 0)
    })
}

/// Copies a range from one view to segment 0 (unless it is there) and to the private copies of all
/// other segments. The committing segment's own copy is never overwritten.
fn publish(mutator: &Mutator, from: usize, start: Offset, bytes: u64) {
    let runtime = &mutator.runtime;
    let memory = runtime.memory();
    let source = memory.base(from);
    let mut at = start;
    let end = Offset(start.0 + bytes);
    for group in runtime.space().groups_of(start, bytes) {
        let group_end = runtime.space().group_start(group).0 + crate::heap::GROUP_BYTES;
        let part = group_end.min(end.0) - at.0;
        if from != 0 {
            source.copy_to(at, memory.base(0), at, part);
        }
        let own = 1 << mutator.segment.get();
        let mut mask = runtime.space().private_in(group).load(Ordering::Acquire) & !own;
        while mask != 0 {
            let other = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            source.copy_to(at, memory.base(other), at, part);
        }
        at = Offset(at.0 + part);
    }
}

/// What was promoted lies in segment 0. A private copy that this segment made later contains it and
/// perhaps newer writes, which `publish_modified_overflow` publishes.
fn publish_promoted(mutator: &Mutator) {
    let ranges: Vec<PromotedRange> = mutator.promoter.borrow().ranges().collect();
    for range in ranges {
        publish(mutator, 0, range.start, range.end.0 - range.start.0);
    }
}

/// What this transaction made is old from now on: in segment 0 and in its own private copy.
fn clear_overflow_flags(mutator: &Mutator) {
    let shared = mutator.runtime.shared_base();
    for offset in &mutator.transaction.borrow().overflow {
        let own = mutator.old_view(*offset);
        own.set_header(*offset, own.header(*offset).without(FLAG_OVERFLOW));
        shared.set_header(*offset, shared.header(*offset).without(FLAG_OVERFLOW));
    }
}

fn publish_modified_overflow(mutator: &Mutator) {
    for offset in &mutator.transaction.borrow().modified_overflow {
        publish(
            mutator,
            mutator.segment.get(),
            *offset,
            mutator.size_bytes_at(*offset),
        );
    }
}

/// The objects' flags were set again by the collection at commit, so copies are ready to be
/// written.
fn publish_written(mutator: &Mutator) {
    let memory = mutator.runtime.memory();
    for target in &mutator.transaction.borrow().written {
        publish(mutator, mutator.segment.get(), target.start, target.bytes);
        memory.lock(target.start).store(0, Ordering::Release);
    }
}

fn doom_losers(mutator: &Mutator, validated: &Validated) {
    for (loser, cause) in &validated.losers {
        doom(
            mutator.runtime.pool().get(*loser),
            *cause,
            mutator.segment.get(),
        );
    }
}

/// The transaction is over. The nursery is empty already.
fn close(mutator: &Mutator) {
    mutator.promoter.borrow_mut().commit();
    if !mutator.can_abort() {
        let segment = mutator.runtime.pool().get(mutator.segment.get());
        segment.inevitable.store(false, Ordering::SeqCst);
        mutator.runtime.world().give_back_inevitability();
    }
    end_serial(mutator);
}

fn end_serial(mutator: &Mutator) {
    let segment = mutator.runtime.pool().get(mutator.segment.get());
    let serial = segment.serial.fetch_add(1, Ordering::SeqCst) + 1;
    assert!(serial & 1 == 0, "even while no transaction is open");
    mutator.runtime.scheduler().ring();
}

// ---- abort

fn note_cause(mutator: &Mutator) {
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
        let serial = mutator
            .runtime
            .pool()
            .get(by)
            .serial
            .load(Ordering::Acquire);
        if cause == AbortCause::WriteWrite {
            mutator.transaction.borrow_mut().gave_way_to = Some(GaveWayTo {
                segment: by,
                serial,
            });
        }
    }
}

fn restore_written(mutator: &Mutator) {
    let memory = mutator.runtime.memory();
    let own = mutator.base.get();
    for target in &mutator.transaction.borrow().written {
        memory
            .base(0)
            .copy_to(target.start, own, target.start, target.bytes);
        memory.lock(target.start).store(0, Ordering::Release);
    }
}

/// Their memory will be used again: what segment 0 shows there must be what this view shows.
fn restore_modified_overflow(mutator: &Mutator) {
    let own = mutator.base.get();
    let shared = mutator.runtime.shared_base();
    for offset in &mutator.transaction.borrow().modified_overflow {
        shared.copy_to(*offset, own, *offset, mutator.size_bytes_at(*offset));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contender(age: u64, attempts: u32) -> Contender {
        Contender {
            inevitable: false,
            age,
            attempts,
        }
    }

    #[test]
    fn the_inevitable_wins_over_all() {
        let inevitable = Contender {
            inevitable: true,
            age: 9,
            attempts: 0,
        };
        assert_eq!(decide(inevitable, contender(1, 5), true), Loser::Other);
        assert_eq!(decide(contender(1, 5), inevitable, false), Loser::Me);
    }

    #[test]
    fn without_aborts_the_first_or_the_committer_wins() {
        assert_eq!(
            decide(contender(2, 0), contender(1, 0), false),
            Loser::Other
        );
        assert_eq!(decide(contender(1, 0), contender(2, 0), true), Loser::Me);
    }

    #[test]
    fn among_the_aborted_the_oldest_wins_from_both_sides() {
        let (old, young) = (contender(1, 1), contender(2, 7));
        for ties in [false, true] {
            assert_eq!(decide(old, young, ties), Loser::Other);
            assert_eq!(decide(young, old, ties), Loser::Me);
        }
    }

    #[test]
    fn an_aborted_one_wins_over_a_fresh_one() {
        for ties in [false, true] {
            assert_eq!(decide(contender(5, 1), contender(1, 0), ties), Loser::Other);
            assert_eq!(decide(contender(1, 0), contender(5, 1), ties), Loser::Me);
        }
    }
}
