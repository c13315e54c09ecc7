//! Real threads, under every injection: no lost update, no torn read, no lost object.

mod support;

use std::sync::Arc;

use motet_tm::{Mutator, Pinned, Unwind, Value};
use support::{
    NODE, Random, alone, engines_beside_others, number, pinned_array, pinned_nodes, run_threads,
    set_number, settings, transact,
};

#[test]
fn transfers_keep_the_sum_and_no_reader_sees_half_of_one() {
    const ACCOUNTS: usize = 16;
    for setting in settings() {
        let rounds = if setting.is_stepped() { 150 } else { 2_000 };
        let runtime = setting.runtime();
        let accounts = pinned_nodes(&runtime, ACCOUNTS, 100);
        let shared = Arc::clone(&accounts);
        run_threads(&setting.name, &runtime, 3, move |mutator, thread| {
            let mut random = Random::new(thread);
            for round in 0..rounds {
                let (from, to) = (random.next(), random.next());
                let (from, to) = (from as usize % ACCOUNTS, to as usize % ACCOUNTS);
                transact(mutator, |mutator| {
                    if round % 10 == 0 {
                        let sum: i64 = shared.iter().map(|node| number(mutator, *node)).sum();
                        assert_eq!(sum, 100 * ACCOUNTS as i64, "a torn read");
                        mutator.safepoint()?;
                    }
                    let amount = number(mutator, shared[from]).min(5);
                    set_number(
                        mutator,
                        shared[from],
                        number(mutator, shared[from]) - amount,
                    )?;
                    mutator.safepoint()?;
                    set_number(mutator, shared[to], number(mutator, shared[to]) + amount)
                });
            }
        });
        let sum: i64 = alone(&runtime, move |mutator| {
            accounts.iter().map(|node| number(mutator, *node)).sum()
        });
        assert_eq!(sum, 100 * ACCOUNTS as i64, "a lost update");
    }
}

#[test]
fn one_counter_loses_nothing_among_many_threads_on_few_segments() {
    for setting in settings() {
        let stepped = setting.is_stepped();
        let rounds = if stepped { 20 } else { 200 };
        let runtime = setting.runtime();
        let counter = pinned_nodes(&runtime, 1, 0);
        let shared = Arc::clone(&counter);
        run_threads(&setting.name, &runtime, 12, move |mutator, _| {
            for _ in 0..rounds {
                transact(mutator, |mutator| {
                    set_number(mutator, shared[0], number(mutator, shared[0]) + 1)
                });
            }
        });
        let count = alone(&runtime, move |mutator| number(mutator, counter[0]));
        assert_eq!(count, 12 * rounds);
    }
}

/// The write barrier comes before the read: a thread that waits there for the writer before has not
/// read the counter, and must see what that one has written.
#[test]
fn a_counter_that_is_opened_before_it_is_read_loses_nothing() {
    for setting in settings() {
        let rounds = if setting.is_stepped() { 60 } else { 3_000 };
        let runtime = setting.runtime();
        let counters = pinned_nodes(&runtime, 2, 0);
        let shared = Arc::clone(&counters);
        run_threads(&setting.name, &runtime, 3, move |mutator, _| {
            for round in 0..rounds {
                transact(mutator, |mutator| {
                    // Now the one first, now the other: two threads may want both.
                    for place in [round % 2, 1 - round % 2] {
                        let counter = shared[place];
                        mutator.write(counter.object())?;
                        set_number(mutator, counter, number(mutator, counter) + 1)?;
                        mutator.safepoint()?;
                    }
                    Ok(())
                });
            }
        });
        for place in 0..2 {
            let shared = Arc::clone(&counters);
            let count = alone(&runtime, move |mutator| number(mutator, shared[place]));
            assert_eq!(count, 3 * rounds as i64, "a lost update");
        }
    }
}

/// Threads put chains of new objects into slots of a shared array and check the chains of others.
#[test]
fn new_objects_are_whole_wherever_they_are_read() {
    const SLOTS: usize = 200;
    for setting in settings() {
        let rounds = if setting.is_stepped() { 60 } else { 1_500 };
        let runtime = setting.runtime();
        let slots = pinned_array(&runtime, SLOTS, 0);
        run_threads(&setting.name, &runtime, 3, move |mutator, thread| {
            let mut random = Random::new(thread + 77);
            for _ in 0..rounds {
                let (write, read) = (random.next(), random.next());
                let length = random.next() % 30;
                transact(mutator, |mutator| {
                    let chain = chain(mutator, length as i32)?;
                    let chain = mutator.get(chain);
                    mutator.write_element(slots.object(), write % SLOTS as u64, chain)?;
                    check_chain(mutator, slots, read % SLOTS as u64)
                });
            }
        });
    }
}

/// A chain of nodes numbered `length`, …, 1, made with a safepoint in the middle.
fn chain(mutator: &mut Mutator, length: i32) -> Result<motet_tm::Root, Unwind> {
    mutator.truncate_roots(0);
    let root = mutator.root(Value::special(0));
    for number in 1..=length {
        let fields = [
            Value::from_small(number),
            mutator.get(root),
            Value::from_small(0),
        ];
        let node = mutator.allocate(NODE, 0, &fields).value();
        mutator.set_root(root, node);
        if number == length / 2 {
            mutator.safepoint()?;
        }
    }
    Ok(root)
}

/// Checks the chain in a slot, and writes into each of its nodes.
fn check_chain(mutator: &Mutator, slots: Pinned, slot: u64) -> Result<(), Unwind> {
    let mut next = mutator.read_element(slots.object(), slot);
    let mut expected = None;
    while let Some(node) = next.as_object() {
        let view = mutator.read(node);
        let number = view.get(1).as_integer().expect("a number");
        assert!(
            expected.is_none_or(|expected| number == expected),
            "a broken chain"
        );
        expected = Some(number - 1);
        next = view.get(2);
        let visits = view.get(3).as_integer().expect("a number");
        mutator
            .write(node)?
            .set(3, Value::from_integer(visits + 1).expect("fits"));
    }
    assert!(
        expected.is_none_or(|expected| expected == 0),
        "a chain cut short"
    );
    Ok(())
}

/// A long transaction among many short ones that conflict with it commits in the end.
#[test]
fn a_long_transaction_gets_through() {
    for setting in engines_beside_others() {
        let runtime = setting.runtime();
        let nodes = pinned_nodes(&runtime, 64, 1);
        let done = Arc::new(std::sync::atomic::AtomicBool::new(false));
        // How many short ones there were.
        let turns = Arc::new(std::sync::atomic::AtomicU64::new(0));
        let shared = Arc::clone(&nodes);
        run_threads(&setting.name, &runtime, 2, move |mutator, thread| {
            if thread == 0 {
                while turns.load(std::sync::atomic::Ordering::SeqCst) == 0 {
                    let _ = mutator.safepoint();
                }
                let mut looks_left = 20_000;
                transact(mutator, |mutator| {
                    let mut sum = 0;
                    for node in shared.iter() {
                        sum += number(mutator, *node);
                        for _ in 0..5_000 {
                            std::hint::spin_loop();
                        }
                        mutator.safepoint()?;
                    }
                    // At first it lets short ones write what this one has read: two turns, since
                    // the commit of the first that is counted may have come before the reads.
                    let wanted = turns.load(std::sync::atomic::Ordering::SeqCst) + 2;
                    let mut looks = std::mem::take(&mut looks_left);
                    while looks > 0 && turns.load(std::sync::atomic::Ordering::SeqCst) < wanted {
                        mutator.safepoint()?;
                        std::thread::yield_now();
                        looks -= 1;
                    }
                    set_number(mutator, shared[0], sum)
                });
                done.store(true, std::sync::atomic::Ordering::SeqCst);
            } else {
                let mut random = Random::new(5);
                while !done.load(std::sync::atomic::Ordering::SeqCst) {
                    let index = random.next() as usize % 64;
                    transact(mutator, |mutator| {
                        set_number(mutator, shared[index], number(mutator, shared[index]) + 1)
                    });
                    turns.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                }
            }
        });
        assert!(runtime.statistics().aborts_total() > 0, "they did collide");
    }
}
