//! The same programs on every engine, with the order of the commits given in advance: then all
//! results are given too, and every engine must come to them, as the model does.
//!
//! Each thread runs its transactions ahead, beside the others', and waits inside of each for its
//! turn to commit. If it must not wait there any longer it rolls back, and runs it again at its
//! turn. So the engines conflict and abort as they like; the committed results stay the same.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use motet_tm::{Due, Injection, Mutator, Pinned, Unwind};

use crate::ledger::{Attempt, Ledger, compare_graphs};
use crate::machine;
use crate::oracle::{Registers, Seen, Value};
use crate::program::{Operation, REGISTERS, ROOTS, random_transaction};
use crate::support::{Random, Setting, alone, engines, give_up, pinned_nodes, run_threads, seeds};

const THREADS: usize = 3;
/// How many safepoints a transaction waits inside for its turn.
const PATIENCE: u32 = 40;

/// Transactions in the order of their commits, each with its thread.
type Schedule = Vec<(usize, Vec<Operation>)>;

fn random_schedule(random: &mut Random) -> Schedule {
    let mut unique: i32 = 0;
    (0..5 + random.below(30))
        .map(|_| {
            let thread = random.below(THREADS);
            (thread, random_transaction(random, &mut unique))
        })
        .collect()
}

/// Runs a thread's transactions of a schedule.
struct Worker<'a> {
    schedule: &'a Schedule,
    /// How many transactions of the schedule have committed.
    turn: &'a AtomicUsize,
    roots: &'a [Pinned],
    transactional: bool,
    /// The place in the schedule of the transaction at hand.
    place: usize,
    seen: Vec<Seen>,
}

impl Worker<'_> {
    /// Returns the observations of the transaction.
    fn run(&mut self, mutator: &mut Mutator) -> Vec<Seen> {
        // A thread that runs ahead must be able to give up; a tired transaction begins inevitable.
        if !mutator.can_abort() {
            self.wait_outside(mutator);
        }
        loop {
            self.seen.clear();
            let outcome = self.attempt(mutator);
            match outcome.and_then(|is_done| {
                if is_done {
                    mutator.end()?;
                }
                Ok(is_done)
            }) {
                Ok(true) => break,
                Ok(false) => {
                    mutator.roll_back_and_end();
                    mutator.wait_until(|| self.is_my_turn());
                    mutator.begin();
                }
                Err(Unwind::Abort) => {
                    mutator.roll_back();
                    if self.transactional && !mutator.can_abort() {
                        self.wait_outside(mutator);
                    }
                }
                Err(other) => panic!("nothing raises here: {other:?}"),
            }
        }
        self.turn.fetch_add(1, Ordering::SeqCst);
        mutator.runtime().announce_change();
        mutator.begin();
        std::mem::take(&mut self.seen)
    }

    /// False: must not wait inside for its turn any longer.
    fn attempt(&mut self, mutator: &mut Mutator) -> Result<bool, Unwind> {
        let schedule = self.schedule;
        for operation in &schedule[self.place].1 {
            let is_last_chance = matches!(operation, Operation::BecomeInevitable);
            if is_last_chance && !self.wait_inside(mutator)? {
                return Ok(false);
            }
            let seen = machine::execute(mutator, self.roots, operation)?;
            self.seen.push(seen);
            if let Operation::Safepoints(times) = operation {
                for _ in 0..*times {
                    mutator.safepoint()?;
                }
            }
        }
        self.wait_inside(mutator)
    }

    fn wait_inside(&self, mutator: &mut Mutator) -> Result<bool, Unwind> {
        for _ in 0..PATIENCE {
            if self.is_my_turn() {
                return Ok(true);
            }
            std::thread::yield_now();
            if mutator.safepoint()? == Due::Commit {
                break;
            }
        }
        Ok(self.is_my_turn())
    }

    fn wait_outside(&self, mutator: &mut Mutator) {
        if self.is_my_turn() {
            return;
        }
        mutator.end().expect("nothing was read");
        mutator.wait_until(|| self.is_my_turn());
        mutator.begin();
    }

    fn is_my_turn(&self) -> bool {
        self.turn.load(Ordering::SeqCst) == self.place
    }
}

/// The observations of each transaction of the schedule, in its order, on one engine.
fn run_schedule(what: &str, setting: &Setting, schedule: &Arc<Schedule>) -> Vec<Vec<Seen>> {
    let runtime = setting.runtime();
    let roots = pinned_nodes(&runtime, ROOTS, 0);
    {
        let roots = Arc::clone(&roots);
        alone(&runtime, move |mutator| machine::set_up(mutator, &roots));
    }
    let told = Arc::new(Mutex::new(vec![Vec::new(); schedule.len()]));
    let shared = (Arc::clone(schedule), Arc::clone(&told), Arc::clone(&roots));
    let turn = AtomicUsize::new(0);
    let transactional = setting.is_transactional();
    run_threads(what, &runtime, THREADS as u64, move |mutator, thread| {
        machine::clear_registers(mutator);
        let mut worker = Worker {
            schedule: &shared.0,
            turn: &turn,
            roots: &shared.2,
            transactional,
            place: 0,
            seen: Vec::new(),
        };
        for (place, (whose, _)) in shared.0.iter().enumerate() {
            if *whose as u64 == thread {
                worker.place = place;
                let seen = worker.run(mutator);
                shared.1.lock().expect("nobody fails with it")[place] = seen;
            }
        }
    });
    let (outcome, told) = {
        let mut told = told.lock().expect("nobody fails with it");
        (replay(schedule, &told), std::mem::take(&mut *told))
    };
    let outcome = outcome.and_then(|ledger| {
        alone(&runtime, move |mutator| {
            compare_graphs(mutator, &roots, ledger.last())
        })
    });
    if let Err(complaint) = outcome {
        give_up(&format!("FAILED: {what}: {complaint}"));
    }
    told
}

/// The schedule in the model.
fn replay(schedule: &Schedule, told: &[Vec<Seen>]) -> Result<Ledger, String> {
    let mut ledger = Ledger::new();
    let mut registers: [Registers; THREADS] = [[Value::Number(0); REGISTERS]; THREADS];
    let mut first = [0; THREADS];
    for ((thread, operations), seen) in schedule.iter().zip(told) {
        let attempt = Attempt {
            thread: *thread as u64,
            first: first[*thread],
            operations,
            seen,
            begun_at: ledger.commits(),
        };
        ledger.commit(&attempt, &mut registers[*thread])?;
        first[*thread] += operations.len();
    }
    Ok(ledger)
}

/// Identities are places in the heap: any number may stand for one.
fn comparable(told: Vec<Vec<Seen>>) -> Vec<Vec<Seen>> {
    let hide = |seen| match seen {
        Seen::Identity(_) => Seen::Done,
        other => other,
    };
    told.into_iter()
        .map(|seen| seen.into_iter().map(hide).collect())
        .collect()
}

#[test]
fn every_engine_comes_to_the_same_results() {
    for seed in seeds(200) {
        let mut random = Random::new(seed);
        let schedule = Arc::new(random_schedule(&mut random));
        let injection = Injection {
            abort_probability: random.pick(&[0.0, 0.02]),
            collect: random.below(3) == 0,
            commit: random.below(4) == 0,
            major_safepoints: random.pick(&[0, 0, 2]),
            segments: random.below(3) == 0,
            turns: random.below(4) == 0,
            linger: random.below(2) == 0,
            sole: random.below(2) == 0,
            seed,
        };
        let segments = 1 + random.below(3);
        let stepping_seed = random.pick(&[None, Some(seed)]);
        let mut results = Vec::new();
        for engine in engines() {
            let setting = engine.with(&format!("seed {seed}"), |config| {
                config.segments = segments;
                config.heap_bytes_max = 64 << 20;
                config.nursery_bytes = 4096;
                config.stepping_seed = stepping_seed;
                config.injection = injection;
                config.gil_interval_us = 100;
            });
            let what = format!("differential, MOTET_SEED={seed}, {}", setting.name);
            let told = run_schedule(&what, &setting, &schedule);
            results.push((setting.name, comparable(told)));
        }
        for pair in results.windows(2) {
            assert_eq!(pair[0].1, pair[1].1, "{} against {}", pair[0].0, pair[1].0);
        }
    }
}
