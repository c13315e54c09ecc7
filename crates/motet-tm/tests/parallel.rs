//! Real threads, under every injection: no lost update, no torn read, no lost object.

use std::sync::Arc;

use motet_tm::{
    CommitEngine, Config, Control, Injection, Layout, LayoutId, Mutator, Pinned, Runtime, Shape,
    Unwind, Value,
};

const NODE: LayoutId = LayoutId(0);
const ARRAY: LayoutId = LayoutId(1);

fn layouts() -> Vec<Layout> {
    vec![
        Layout {
            name: "node",
            shape: Shape::Fixed { words: 4 },
            mutable: true,
        },
        Layout {
            name: "array",
            shape: Shape::Array,
            mutable: true,
        },
    ]
}

/// The configurations that every test runs under.
fn configurations() -> Vec<Config> {
    let base = Config {
        segments: 2,
        heap_bytes_max: 512 << 20,
        nursery_bytes: 64 << 10,
        nursery_reserve_bytes: 16 << 20,
        ..Config::default()
    };
    let inject = |text: &str| Config {
        injection: Injection::parse(text).expect("good"),
        ..base.clone()
    };
    vec![
        base.clone(),
        Config {
            control: Control::Gil,
            ..base.clone()
        },
        stopping(base.clone()),
        inject("abort=0.05"),
        stopping(inject("abort=0.05")),
        inject("collect"),
        inject("segments"),
        inject("abort=0.05,collect,segments,seed=3"),
        stopping(inject("abort=0.05,collect,segments,seed=3")),
        Config {
            segments: 4,
            ..inject("abort=0.01")
        },
        stopping(Config {
            segments: 4,
            ..inject("abort=0.01")
        }),
        Config {
            nursery_bytes: 4096,
            ..base.clone()
        },
        Config {
            stepping_seed: Some(1),
            ..base.clone()
        },
        Config {
            stepping_seed: Some(2),
            ..inject("abort=0.05,collect")
        },
        stopping(Config {
            stepping_seed: Some(2),
            ..inject("abort=0.05,collect")
        }),
        Config {
            control: Control::Gil,
            stepping_seed: Some(3),
            ..base
        },
    ]
}

/// The same with the commit that stops all others.
fn stopping(config: Config) -> Config {
    Config {
        commit_engine: CommitEngine::StopTheWorld,
        ..config
    }
}

/// Begins the first transaction of a thread.
fn start(mutator: &mut Mutator) {
    mutator.arrive();
    let first = mutator.stack.start();
    mutator.stack.set_frame(first, first.wrapping_add(8));
    mutator.begin();
}

/// Runs `body` as one transaction, again until it commits.
fn transact(mutator: &mut Mutator, mut body: impl FnMut(&mut Mutator) -> Result<(), Unwind>) {
    loop {
        let outcome = body(mutator).and_then(|()| mutator.safepoint().map(|_| ()));
        match outcome.and_then(|()| mutator.commit_and_begin()) {
            Ok(()) => return,
            Err(Unwind::Abort) => mutator.roll_back(),
            Err(other) => panic!("nothing raises here: {other:?}"),
        }
    }
}

fn finish(mut mutator: Mutator) {
    while mutator.end().is_err() {
        mutator.roll_back();
    }
    mutator.depart();
}

/// A stepped thread that panics keeps the baton: the test would hang instead of failing.
struct EndOnPanic;

impl Drop for EndOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::exit(101);
        }
    }
}

/// Runs `count` threads, each with its number, to their end.
fn run_threads(
    runtime: &Arc<Runtime>,
    count: u64,
    body: impl Fn(&mut Mutator, u64) + Send + Sync + 'static,
) {
    let body = Arc::new(body);
    let threads: Vec<_> = (0..count)
        .map(|number| {
            let mut mutator = runtime.new_mutator().expect("maps");
            let body = Arc::clone(&body);
            std::thread::spawn(move || {
                let _guard = EndOnPanic;
                start(&mut mutator);
                body(&mut mutator, number);
                finish(mutator);
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("no assertion failed");
    }
}

/// Runs `body` as a thread of its own, before or after the others.
fn alone<T: Send + 'static>(
    runtime: &Arc<Runtime>,
    body: impl FnOnce(&mut Mutator) -> T + Send + 'static,
) -> T {
    let mut mutator = runtime.new_mutator().expect("maps");
    std::thread::spawn(move || {
        start(&mut mutator);
        let result = body(&mut mutator);
        finish(mutator);
        result
    })
    .join()
    .expect("no assertion failed")
}

fn pinned_array(runtime: &Arc<Runtime>, length: usize, number: i32) -> Pinned {
    alone(runtime, move |mutator| {
        let elements = vec![Value::from_small(number); length];
        mutator
            .allocate_pinned_array(ARRAY, 0, &elements)
            .expect("room")
    })
}

fn pinned_nodes(runtime: &Arc<Runtime>, count: usize, number: i32) -> Arc<Vec<Pinned>> {
    Arc::new(alone(runtime, move |mutator| {
        let fields = [
            Value::from_small(number),
            Value::special(0),
            Value::special(0),
        ];
        (0..count)
            .map(|_| mutator.allocate_pinned(NODE, 0, &fields).expect("room"))
            .collect()
    }))
}

fn number(mutator: &Mutator, node: Pinned) -> i64 {
    mutator
        .read(node.object())
        .get(1)
        .as_integer()
        .expect("a number")
}

fn set_number(mutator: &Mutator, node: Pinned, number: i64) -> Result<(), Unwind> {
    let number = Value::from_integer(number).expect("fits");
    mutator.write(node.object())?.set(1, number);
    Ok(())
}

/// A small random number generator of the test's own.
fn next_random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[test]
fn transfers_keep_the_sum_and_no_reader_sees_half_of_one() {
    const ACCOUNTS: usize = 16;
    for config in configurations() {
        let rounds = if config.stepping_seed.is_some() {
            150
        } else {
            2_000
        };
        let runtime = Runtime::new(config, layouts()).expect("maps");
        let accounts = pinned_nodes(&runtime, ACCOUNTS, 100);
        let shared = Arc::clone(&accounts);
        run_threads(&runtime, 3, move |mutator, thread| {
            let mut random = thread + 1;
            for round in 0..rounds {
                let (from, to) = (next_random(&mut random), next_random(&mut random));
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
    for config in configurations() {
        let stepped = config.stepping_seed.is_some();
        let rounds = if stepped { 20 } else { 200 };
        let runtime = Runtime::new(config, layouts()).expect("maps");
        let counter = pinned_nodes(&runtime, 1, 0);
        let shared = Arc::clone(&counter);
        run_threads(&runtime, 12, move |mutator, _| {
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

/// Threads put chains of new objects into slots of a shared array and check the chains of others.
#[test]
fn new_objects_are_whole_wherever_they_are_read() {
    const SLOTS: usize = 200;
    for config in configurations() {
        let rounds = if config.stepping_seed.is_some() {
            60
        } else {
            1_500
        };
        let runtime = Runtime::new(config, layouts()).expect("maps");
        let slots = pinned_array(&runtime, SLOTS, 0);
        run_threads(&runtime, 3, move |mutator, thread| {
            let mut random = thread + 77;
            for _ in 0..rounds {
                let (write, read) = (next_random(&mut random), next_random(&mut random));
                let length = next_random(&mut random) % 30;
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

/// Store buffering, the litmus test that tells sequential consistency from weaker orders: two
/// transactions each write one variable, two later ones read the other. Both reading 0 is
/// forbidden.
#[test]
fn store_buffering_never_shows_both_old_values() {
    for config in configurations() {
        let runtime = Runtime::new(config, layouts()).expect("maps");
        let rounds = if runtime.is_stepped() { 30 } else { 400 };
        for _ in 0..rounds {
            let variables = pinned_nodes(&runtime, 4, 0);
            let shared = Arc::clone(&variables);
            run_threads(&runtime, 2, move |mutator, thread| {
                let (mine, other) = (thread as usize, 1 - thread as usize);
                transact(mutator, |mutator| set_number(mutator, shared[mine], 1));
                transact(mutator, |mutator| {
                    let seen = number(mutator, shared[other]);
                    set_number(mutator, shared[2 + mine], seen)
                });
            });
            let seen = alone(&runtime, move |mutator| {
                (number(mutator, variables[2]), number(mutator, variables[3]))
            });
            assert_ne!(seen, (0, 0), "both threads saw the past");
        }
    }
}

/// A long transaction among many short ones that collide with it commits in the end.
#[test]
fn a_long_transaction_gets_through() {
    let config = configurations().swap_remove(0);
    let runtime = Runtime::new(config, layouts()).expect("maps");
    let nodes = pinned_nodes(&runtime, 64, 1);
    let done = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let busy = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let shared = Arc::clone(&nodes);
    run_threads(&runtime, 2, move |mutator, thread| {
        if thread == 0 {
            while !busy.load(std::sync::atomic::Ordering::SeqCst) {
                let _ = mutator.safepoint();
            }
            transact(mutator, |mutator| {
                let mut sum = 0;
                for node in shared.iter() {
                    sum += number(mutator, *node);
                    for _ in 0..5_000 {
                        std::hint::spin_loop();
                    }
                    mutator.safepoint()?;
                }
                set_number(mutator, shared[0], sum)
            });
            done.store(true, std::sync::atomic::Ordering::SeqCst);
        } else {
            let mut random = 5;
            while !done.load(std::sync::atomic::Ordering::SeqCst) {
                let index = next_random(&mut random) as usize % 64;
                transact(mutator, |mutator| {
                    set_number(mutator, shared[index], number(mutator, shared[index]) + 1)
                });
                busy.store(true, std::sync::atomic::Ordering::SeqCst);
            }
        }
    });
    assert!(runtime.statistics().aborts_total() > 0, "they did collide");
}
