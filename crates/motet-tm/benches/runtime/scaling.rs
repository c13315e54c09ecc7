//! The gain of two threads over one.

use std::hint::black_box;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use motet_tm::{CommitEngine, Mutator, Pinned, Runtime, Unwind, Value};

use crate::support::{
    ARRAY, ENGINES, Effort, Random, atomically, end, finish, gil, nodes, spin, start, stm,
    throughput,
};
use crate::table::Table;

const ACCOUNTS: usize = 100_000;
const READS: usize = 20;
/// With the reads and writes about a microsecond an operation.
const SPIN_STEPS: u32 = 40;

/// Data that threads do not share: nodes, and one array written in halves.
pub(crate) fn disjoint(table: &mut Table, effort: Effort) {
    for (engine, name) in ENGINES {
        let ratios = rounds(effort, || {
            let rate = |threads| disjoint_nodes(engine, threads, effort.duration);
            rate(2) / rate(1)
        });
        table.ratios(&format!("2 threads, disjoint nodes, {name}"), ratios);
        let ratios = rounds(effort, || {
            let rate = |threads| array_halves(engine, threads, effort.duration);
            rate(2) / rate(1)
        });
        table.ratios(&format!("2 threads, one array in halves, {name}"), ratios);
    }
}

fn rounds(effort: Effort, mut round: impl FnMut() -> f64) -> Vec<f64> {
    (0..effort.rounds).map(|_| round()).collect()
}

/// Each thread adds to nodes of its own: transactions of about 100 µs that write 10 nodes.
fn disjoint_nodes(engine: CommitEngine, threads: usize, duration: Duration) -> f64 {
    let runtime = stm(engine, 2);
    throughput(
        &runtime,
        threads,
        duration,
        |mutator, _| {
            let own = nodes(mutator, 4096);
            warm(mutator, &own);
            (own, Random(0x9e37))
        },
        |mutator, (own, random)| {
            let seed = random.0;
            atomically(mutator, |mutator| {
                random.0 = seed;
                for step in 0..100 {
                    let node = own[random.below(own.len())].object();
                    let number = mutator.read(node).get(1).as_integer().unwrap_or(0);
                    if step % 10 == 0 {
                        let more = Value::from_small(number as i32 + 1);
                        mutator.write(node)?.set(1, more);
                    }
                    spin(800);
                    mutator.safepoint()?;
                }
                Ok(())
            });
            1
        },
    )
}

/// Two threads fill the two halves of one array.
fn array_halves(engine: CommitEngine, threads: usize, duration: Duration) -> f64 {
    const LENGTH: u64 = 1 << 16;
    let runtime = stm(engine, 2);
    let mutator = start(&runtime);
    let zeros = vec![Value::from_small(0); LENGTH as usize];
    let array = mutator
        .allocate_pinned_array(ARRAY, 0, &zeros)
        .expect("room");
    finish(mutator);
    throughput(
        &runtime,
        threads,
        duration,
        |mutator, thread| {
            let half = LENGTH / 2 * thread as u64..LENGTH / 2 * (thread as u64 + 1);
            for index in half.clone().step_by(32) {
                atomically(mutator, |mutator| {
                    mutator.write_element(array.object(), index, Value::from_small(1))
                });
            }
            (half.start, half)
        },
        |mutator, (at, half)| {
            let first = *at;
            atomically(mutator, |mutator| {
                *at = first;
                for _ in 0..256 {
                    let index = half.start + (*at - half.start) % (LENGTH / 2);
                    let old = mutator.read_element(array.object(), index);
                    let number = old.as_integer().unwrap_or(0) as i32 & 0xffff;
                    let more = Value::from_small(number + 1);
                    mutator.write_element(array.object(), index, more)?;
                    spin(100);
                    *at += 1;
                }
                mutator.safepoint().map(|_| ())
            });
            1
        },
    )
}

/// Writes every 100th node once, so that the groups are private before the clock starts.
fn warm(mutator: &mut Mutator, nodes: &[Pinned]) {
    for node in nodes.iter().step_by(100) {
        atomically(mutator, |mutator| {
            mutator.write(node.object())?.set(2, Value::from_small(1));
            Ok(())
        });
    }
}

/// Transfers between accounts that all threads share: 20 reads, 2 writes, a microsecond of work.
/// The machine's speed drifts: short rounds, each with one thread before and after two.
pub(crate) fn bank(table: &mut Table, effort: Effort) {
    let effort = Effort {
        rounds: 2 * effort.rounds,
        duration: effort.duration / 3,
        ..effort
    };
    for batch in [1, 3, 10, 30] {
        for (engine, name) in ENGINES {
            let mut under_gil = Vec::new();
            let ratios = rounds(effort, || {
                let rate = |threads| bank_rate(&stm(engine, 2), threads, batch, effort.duration);
                let (before, two, after) = (rate(1), rate(2), rate(1));
                under_gil.push(two / bank_rate(&gil(), 1, batch, effort.duration));
                2.0 * two / (before + after)
            });
            let what = format!("{batch} operations a transaction, {name}");
            table.ratios(&format!("bank, 2 threads over 1, {what}"), ratios);
            table.ratios(&format!("  over 1 under the GIL, {what}"), under_gil);
        }
    }
}

fn bank_rate(runtime: &Arc<Runtime>, threads: usize, batch: u64, duration: Duration) -> f64 {
    let mutator = start(runtime);
    let accounts = nodes(&mutator, ACCOUNTS);
    finish(mutator);
    throughput(
        runtime,
        threads,
        duration,
        |mutator, thread| {
            warm(mutator, &accounts);
            Random(0x9e37 + thread as u64)
        },
        |mutator, random| {
            let seed = random.0;
            atomically(mutator, |mutator| {
                random.0 = seed;
                (0..batch).try_for_each(|_| transfer(mutator, &accounts, random))
            });
            batch
        },
    )
}

fn transfer(mutator: &mut Mutator, accounts: &[Pinned], random: &mut Random) -> Result<(), Unwind> {
    let mut sum = 0;
    for _ in 0..READS {
        let account = accounts[random.below(accounts.len())].object();
        sum += mutator.read(account).get(1).as_integer().unwrap_or(0);
        spin(SPIN_STEPS);
    }
    black_box(sum);
    for amount in [1, -1] {
        let account = accounts[random.below(accounts.len())].object();
        let balance = mutator.read(account).get(1).as_integer().unwrap_or(0);
        let balance = Value::from_small(balance as i32 + amount);
        mutator.write(account)?.set(1, balance);
    }
    mutator.safepoint().map(|_| ())
}

/// Another process that uses up one core, as long as this lives.
struct Hog(Child);

impl Hog {
    fn start() -> Hog {
        let program = std::env::current_exe().expect("this program has a path");
        Hog(Command::new(program)
            .arg("--hog")
            .spawn()
            .expect("the kernel starts a process"))
    }
}

impl Drop for Hog {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The work of the child process of [`Hog`], which ends with its parent at the latest.
pub(crate) fn hog() -> ! {
    pin_to(1);
    let parent = rustix::process::getppid();
    while rustix::process::getppid() == parent {
        spin(10_000_000);
    }
    std::process::exit(0);
}

fn pin_to(core: usize) {
    let mut cores = rustix::thread::CpuSet::new();
    cores.set(core);
    // On a machine with one core there is nothing to pin.
    let _ = rustix::thread::sched_setaffinity(None, &cores);
}

/// Beside a foreign process that hogs one core: throughput of two threads over that of two threads
/// that do the same work without transactions, all pinned.
pub(crate) fn beside_a_hog(table: &mut Table, effort: Effort) {
    let hog = Hog::start();
    let effort = Effort {
        duration: effort.duration * 5,
        ..effort
    };
    for (engine, name) in ENGINES {
        let ratios = rounds(effort, || {
            pinned_rate(Some(engine), effort.duration) / pinned_rate(None, effort.duration)
        });
        table.ratios(&format!("beside a hog, {name} over none"), ratios);
    }
    drop(hog);
}

/// Transactions of about 100 µs that write 10 of the thread's own nodes; or, without an engine, the
/// same work on an ordinary array.
fn pinned_rate(engine: Option<CommitEngine>, duration: Duration) -> f64 {
    let runtime = stm(engine.unwrap_or(CommitEngine::Log), 2);
    throughput(
        &runtime,
        2,
        duration,
        |mutator, thread| {
            pin_to(thread);
            let own = nodes(mutator, 1024);
            warm(mutator, &own);
            (own, vec![0u64; 4096])
        },
        |mutator, (own, plain)| {
            if engine.is_none() {
                end(mutator);
                without_transactions(plain);
                mutator.begin();
                return 1;
            }
            atomically(mutator, |mutator| {
                for step in 0..100 {
                    let node = own[step * 10].object();
                    let number = mutator.read(node).get(1).as_integer().unwrap_or(0);
                    if step % 10 == 0 {
                        let more = Value::from_small(number as i32 + 1);
                        mutator.write(node)?.set(1, more);
                    }
                    for _ in 0..20 {
                        spin(40);
                        if mutator.is_polled() {
                            mutator.safepoint()?;
                        }
                    }
                }
                Ok(())
            });
            1
        },
    )
}

fn without_transactions(plain: &mut [u64]) {
    for step in 0..100 {
        if step % 10 == 0 {
            plain[step * 40] += 1;
        } else {
            black_box(plain[step * 40]);
        }
        for _ in 0..20 {
            spin(40);
        }
    }
}

/// One thread runs long transactions that read everything, the other short ones that write: how
/// many of the long ones commit.
pub(crate) fn long_among_short(table: &mut Table, effort: Effort) {
    for (engine, name) in ENGINES {
        let runtime = stm(engine, 2);
        let mutator = start(&runtime);
        let shared = nodes(&mutator, 1000);
        finish(mutator);
        let done = AtomicBool::new(false);
        let (mut long, mut aborts) = (0u64, 0);
        let mut short = 0u64;
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let mut mutator = start(&runtime);
                let (mut random, mut commits) = (Random(0x9e37), 0u64);
                while !done.load(Ordering::Relaxed) {
                    let node = shared[random.below(shared.len())].object();
                    atomically(&mut mutator, |mutator| {
                        let number = mutator.read(node).get(1).as_integer().unwrap_or(0);
                        let more = Value::from_small(number as i32 + 1);
                        mutator.write(node)?.set(1, more);
                        spin(3000);
                        mutator.safepoint().map(|_| ())
                    });
                    commits += 1;
                }
                finish(mutator);
                commits
            });
            let mut mutator = start(&runtime);
            let began = Instant::now();
            while began.elapsed() < 10 * effort.duration {
                aborts += atomically(&mut mutator, |mutator| {
                    for node in &shared {
                        black_box(mutator.read(node.object()).get(1));
                        spin(1000);
                        mutator.safepoint()?;
                    }
                    Ok(())
                });
                long += 1;
            }
            finish(mutator);
            done.store(true, Ordering::Relaxed);
            short = writer.join().expect("ends");
        });
        table.figure(
            &format!("long transactions committed, {name}"),
            long as f64,
            "",
        );
        table.figure(&format!("  their aborts, {name}"), aborts as f64, "");
        table.figure(
            &format!("  short ones beside them, {name}"),
            short as f64,
            "",
        );
    }
}
