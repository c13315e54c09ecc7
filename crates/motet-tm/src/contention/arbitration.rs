//! Arbitration: which of two transactions gives way when they conflict. Pure functions.
//!
//! An inevitable transaction wins over all others, then the one whose thread has the serial right
//! (`serialisation.rs`). Else an older transaction that has been aborted before wins: it keeps its
//! age over its attempts, so that it gets through in the end. Else the one wins that commits, or of
//! two that write the one that wrote first. The loser lets the winner finish before it tries again.

use std::sync::atomic::Ordering;

use crate::threads::segment::Segment;

/// How many steps of waiting an aborted transaction grants the one that it gave way to, and a
/// contender the owner of a lock that it has doomed: up to a second. (Scripts cannot wait.)
pub(crate) const PATIENCE: u32 = if cfg!(test) { 3 } else { 2_000 };

/// As [`PATIENCE`], under stepping: there each step of waiting is a switch of threads.
pub(crate) const PATIENCE_STEPPED: u32 = 20;

/// The transaction of two in conflict that gives way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loser {
    Me,
    Other,
}

/// The properties of a transaction that decide a conflict; a pure value, so that the policy is a
/// pure function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contender {
    inevitable: bool,
    /// Whether its thread has the serial right (`serialisation.rs`): one at a time has it.
    has_serial_right: bool,
    age: u64,
    attempts: u32,
}

impl Contender {
    pub(crate) fn of(segment: &Segment) -> Contender {
        Contender {
            inevitable: segment.inevitable.load(Ordering::SeqCst),
            has_serial_right: segment.has_serial_right.load(Ordering::Relaxed),
            age: segment.age.load(Ordering::Relaxed),
            attempts: segment.attempts.load(Ordering::Relaxed),
        }
    }

    /// Whether the transaction goes before another, whichever came first: a serialised one goes
    /// before others, an aborted one before those that have not aborted, and of two aborted ones
    /// the older. Never true in both directions.
    pub(crate) fn outranks(self, other: Contender) -> bool {
        if self.has_serial_right != other.has_serial_right {
            return self.has_serial_right;
        }
        self.attempts > 0 && (self.age < other.age || other.attempts == 0)
    }
}

/// The policy, as the head of this file says. `other_wins_ties`: the other came first.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn contender(age: u64, attempts: u32) -> Contender {
        Contender {
            inevitable: false,
            has_serial_right: false,
            age,
            attempts,
        }
    }

    #[test]
    fn the_serialised_wins_over_all_but_the_inevitable() {
        let serial = Contender {
            has_serial_right: true,
            ..contender(9, 0)
        };
        for ties in [false, true] {
            assert_eq!(decide(serial, contender(1, 5), ties), Loser::Other);
            assert_eq!(decide(contender(1, 5), serial, ties), Loser::Me);
        }
        let inevitable = Contender {
            inevitable: true,
            ..contender(8, 0)
        };
        assert_eq!(decide(serial, inevitable, false), Loser::Me);
    }

    #[test]
    fn the_inevitable_wins_over_all() {
        let inevitable = Contender {
            inevitable: true,
            has_serial_right: false,
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
