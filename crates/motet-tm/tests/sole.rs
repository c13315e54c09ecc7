//! The sole thread: a thread becomes it while no other runs, and ceases to be it for another.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use motet_tm::{Mutator, Pinned, Runtime};
use support::{alone, engines, number, pinned_nodes, run_threads, set_number, transact};

/// Runs a test under each engine that knows a sole thread: with the engine's name, a runtime, and a
/// node that its threads share.
fn under_each_engine(test: impl Fn(&str, &Arc<Runtime>, Pinned)) {
    for setting in engines().into_iter().filter(|setting| setting.config.sole) {
        let runtime = setting.runtime();
        let node = pinned_nodes(&runtime, 1, 0)[0];
        test(&setting.name, &runtime, node);
    }
}

/// The stages of `a_thread_is_sole_while_no_other_runs`.
const SOLE: u64 = 1;
const BESIDE: u64 = 2;
const DONE: u64 = 3;

fn add_one(mutator: &mut Mutator, node: Pinned) {
    transact(mutator, |mutator| {
        set_number(mutator, node, number(mutator, node) + 1)
    });
}

#[test]
fn a_thread_is_sole_while_no_other_runs() {
    under_each_engine(|name, runtime, node| {
        let (stage, added) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let count = Arc::clone(&added);
        run_threads(name, runtime, 2, move |mutator, thread| {
            let add = |mutator: &mut Mutator| {
                add_one(mutator, node);
                count.fetch_add(1, Ordering::SeqCst);
            };
            if thread == 0 {
                for (is_sole, next) in [(true, SOLE), (false, BESIDE), (true, DONE)] {
                    while mutator.is_sole() != is_sole {
                        add(mutator);
                    }
                    assert_eq!(
                        mutator.can_abort(),
                        !is_sole,
                        "only a transaction among others can abort"
                    );
                    stage.store(next, Ordering::SeqCst);
                    mutator.runtime().announce_change();
                }
            } else {
                mutator.end().expect("nothing was read");
                mutator.wait_until(|| stage.load(Ordering::SeqCst) >= SOLE);
                mutator.begin();
                while stage.load(Ordering::SeqCst) == SOLE {
                    add(mutator);
                }
            }
        });
        let found = alone(runtime, move |mutator| number(mutator, node));
        assert_eq!(found as u64, added.load(Ordering::SeqCst), "a lost update");
    });
}

/// A thread that refuses to be sole runs in transactions while there are other threads, and becomes
/// sole when there are none.
#[test]
fn a_thread_that_refuses_to_be_sole_is_not_while_there_are_others() {
    under_each_engine(|_, runtime, _| {
        let other = runtime.new_mutator().expect("maps");
        alone(runtime, |mutator| {
            assert!(mutator.is_sole());
            mutator.refuse_to_be_sole();
            mutator.end().expect("it is sole");
            mutator.begin();
            assert!(!mutator.is_sole());
        });
        drop(other);
        alone(runtime, |mutator| {
            mutator.refuse_to_be_sole();
            // (The loop ends, since there is no other thread.)
            while !mutator.is_sole() {
                transact(mutator, |_| Ok(()));
            }
        });
    });
}

/// How many turns in a row are to be sole.
const TURNS_IN_A_ROW: u64 = 20;

/// For how long a thread goes on beside the one that it has set free.
const GOES_ON: Duration = Duration::from_micros(80);

/// Threads that take turns are sole one after the other: none has to take a segment for its turn.
#[test]
fn threads_that_take_turns_are_sole_by_turns() {
    under_each_engine(|name, runtime, node| {
        let (turn, in_a_row) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let begun = Arc::new(AtomicU64::new(0));
        run_threads(name, runtime, 2, move |mutator, thread| {
            let is_over = || in_a_row.load(Ordering::SeqCst) >= TURNS_IN_A_ROW;
            while !is_over() {
                mutator.end().expect("a transaction that is empty");
                let is_own = || turn.load(Ordering::SeqCst) % 2 == thread;
                mutator.wait_until(|| is_own() || is_over());
                begun.store(turn.load(Ordering::SeqCst), Ordering::SeqCst);
                mutator.begin();
                add_one(mutator, node);
                let next = match mutator.is_sole() {
                    true => in_a_row.load(Ordering::SeqCst) + 1,
                    false => 0,
                };
                in_a_row.store(next, Ordering::SeqCst);
                let next_turn = turn.fetch_add(1, Ordering::SeqCst) + 1;
                mutator.runtime().announce_change();
                while begun.load(Ordering::SeqCst) < next_turn && !is_over() {
                    add_one(mutator, node);
                }
                let since = Instant::now();
                while since.elapsed() < GOES_ON {
                    add_one(mutator, node);
                }
            }
        });
    });
}

/// Longer than threads are sole that ask each other for the right before they part.
const LONG_TURN: Duration = Duration::from_millis(3);

/// How many turns in a row are to be as long. (Any one may be, where a thread wakes late.)
const LONG_TURNS_IN_A_ROW: u64 = 12;

/// Threads that collide all the time are serialised, and then sole by long turns.
#[test]
fn threads_that_collide_are_sole_by_turns() {
    under_each_engine(|name, runtime, node| {
        let added: Arc<[AtomicU64; 2]> = Arc::default();
        let in_a_row = Arc::new(AtomicU64::new(0));
        run_threads(name, runtime, 2, move |mutator, thread| {
            let (own, other) = (&added[thread as usize], &added[1 - thread as usize]);
            let (mut since, mut seen, mut took) = (Instant::now(), 0, Duration::ZERO);
            while in_a_row.load(Ordering::SeqCst) < LONG_TURNS_IN_A_ROW {
                // (How far a thread comes by turns is measured in yield points.)
                mutator.use_fuel();
                add_one(mutator, node);
                own.fetch_add(1, Ordering::SeqCst);
                let last_seen = std::mem::replace(&mut seen, other.load(Ordering::SeqCst));
                if !mutator.is_sole() {
                    in_a_row.store(0, Ordering::SeqCst);
                } else if seen != last_seen {
                    // The other thread has had a turn since this one's last.
                    match took >= LONG_TURN {
                        true => in_a_row.fetch_add(1, Ordering::SeqCst),
                        false => in_a_row.swap(0, Ordering::SeqCst),
                    };
                    since = Instant::now();
                }
                took = since.elapsed();
            }
        });
    });
}
