//! Conflicts: write locks, and who gives way.
//!
//! # Who wins
//!
//! Inevitable wins over all, then who has the turn (`turns.rs`). Else an older transaction that has
//! been aborted before wins (it keeps its age over attempts, so it gets through in the end); else
//! the one that commits, respectively the one that wrote first. The loser lets the winner finish
//! before it tries again.

use std::sync::atomic::Ordering;

use crate::engine::stm::{Publication, check_doomed, run_again};
use crate::heap::written::{CARD_REMEMBERED, Written};
use crate::observe::WaitFor;
use crate::observe::statistics::AbortCause;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;
use crate::threads::segment::{Segment, SegmentState, lane};
use crate::txn::transaction::{GaveWayTo, PATIENCE};

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
    /// Whether it is its thread's turn (`turns.rs`): one at a time has it.
    has_turn: bool,
    age: u64,
    attempts: u32,
}

impl Contender {
    pub(crate) fn of(segment: &Segment) -> Contender {
        Contender {
            inevitable: segment.inevitable.load(Ordering::SeqCst),
            has_turn: segment.has_turn.load(Ordering::Relaxed),
            age: segment.age.load(Ordering::Relaxed),
            attempts: segment.attempts.load(Ordering::Relaxed),
        }
    }

    /// Never true both ways: who has the turn; among the aborted the older, else the aborted one.
    pub(crate) fn outranks(self, other: Contender) -> bool {
        if self.has_turn != other.has_turn {
            return self.has_turn;
        }
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

pub(crate) fn doom(segment: &Segment, cause: AbortCause, by: usize) {
    segment.doom_cause.store(cause as u32, Ordering::Relaxed);
    segment.doomed_by.store(by as u32, Ordering::Relaxed);
    segment.request(lane::DOOMED);
}

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
    mutator.transaction.borrow_mut().gave_way_to = Some(winner_now);
    Unwind::Abort
}

pub(crate) fn inject_abort(mutator: &Mutator) -> Result<(), Unwind> {
    let probability = mutator.runtime.config().injection.abort_probability;
    if probability > 0.0 && mutator.can_abort() && mutator.random.chance(probability) {
        mutator.doom_self(AbortCause::Injected);
        return Err(Unwind::Abort);
    }
    Ok(())
}

pub(crate) fn remember_card(mutator: &Mutator, card: Written) {
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

/// Takes the global write lock of an object or card. Whether it is new: false if this transaction
/// has it already.
pub(crate) fn acquire(
    mutator: &Mutator,
    publication: &impl Publication,
    target: Written,
) -> Result<bool, Unwind> {
    mutator.note_write(target.start, target.position);
    let runtime = &mutator.runtime;
    let number = mutator.segment.get();
    let lock = runtime.memory().lock(target.start);
    loop {
        match lock.compare_exchange(0, number as u8, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => break,
            Err(word) if owner_of(word) == number => return Ok(false),
            Err(word) => contend(mutator, publication, owner_of(word), target)?,
        }
    }
    mutator.note_place(target.start);
    mutator.transaction.borrow_mut().written.push(target);
    mutator.count(|counters| &counters.write_locks, 1);
    Ok(true)
}

/// Somebody else owns the lock of `target`: gives way, or dooms the owner and waits until it lets
/// go.
#[cold]
fn contend(
    mutator: &Mutator,
    publication: &impl Publication,
    owner: usize,
    target: Written,
) -> Result<(), Unwind> {
    let (start, position) = (target.start, target.position);
    let runtime = &mutator.runtime;
    let mine = runtime.pool().get(mutator.segment.get());
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
    let since_ns = mutator.event_clock();
    mutator.blame_me(owner, position, Some(start));
    doom(other, AbortCause::WriteWrite, mutator.segment.get());
    mine.transition(SegmentState::Running, SegmentState::Safe);
    let lock = runtime.memory().lock(start);
    let mut patience = PATIENCE;
    // This thread holds values in native variables: a collection cannot run until it gives way.
    let hinders_collection = || mutator.can_abort() && runtime.major().is_wanted();
    runtime.scheduler().wait_until(mutator.thread, || {
        patience -= 1;
        let is_owned = owner_of(lock.load(Ordering::SeqCst)) == owner;
        !is_owned || mine.is_requested(lane::DOOMED) || patience == 0 || hinders_collection()
    });
    mutator.record_wait(WaitFor::Lock, since_ns, owner);
    let gives_up = patience == 0 || hinders_collection();
    run_again(mutator);
    publication.catch_up(mutator);
    if gives_up && mutator.can_abort() {
        return Err(give_way());
    }
    check_doomed(mutator)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contender(age: u64, attempts: u32) -> Contender {
        Contender {
            inevitable: false,
            has_turn: false,
            age,
            attempts,
        }
    }

    #[test]
    fn who_has_the_turn_wins_over_all_but_the_inevitable() {
        let turn = Contender {
            has_turn: true,
            ..contender(9, 0)
        };
        for ties in [false, true] {
            assert_eq!(decide(turn, contender(1, 5), ties), Loser::Other);
            assert_eq!(decide(contender(1, 5), turn, ties), Loser::Me);
        }
        let inevitable = Contender {
            inevitable: true,
            ..contender(8, 0)
        };
        assert_eq!(decide(turn, inevitable, false), Loser::Me);
    }

    #[test]
    fn the_inevitable_wins_over_all() {
        let inevitable = Contender {
            inevitable: true,
            has_turn: false,
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
