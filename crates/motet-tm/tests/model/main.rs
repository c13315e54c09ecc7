//! The model test: random programs of several threads on the runtime, against a sequential model.
//!
//! One seed decides the engine, the faults, the programs, and, because threads are stepped, the
//! interleaving. A failure names its seed; `MOTET_SEED=N` replays it, `MOTET_SEEDS=N` tries more.
//! `differential.rs` runs programs whose order of commits is given in advance on every engine.

mod differential;
mod ledger;
mod machine;
mod oracle;
mod program;
#[path = "../support/mod.rs"]
mod support;

use std::sync::{Arc, Mutex};

use ledger::{Attempt, Event, Ledger, compare_graphs};
use motet_tm::{Due, Injection, Mutator, Pinned, Unwind};
use oracle::{Registers, Seen, Value};
use program::{Operation, REGISTERS, ROOTS, random_program};
use support::{Random, Setting, alone, engines, give_up, pinned_nodes, run_threads, seeds};

/// Everything that a seed decides.
struct Case {
    seed: u64,
    setting: Setting,
    programs: Vec<Vec<Operation>>,
}

impl Case {
    fn new(seed: u64) -> Case {
        let mut random = Random::new(seed);
        let engines = engines();
        let engine = &engines[seed as usize % engines.len()];
        let threads = 2 + random.below(3);
        let setting = engine.with(&format!("seed {seed}"), |config| {
            config.segments = 1 + random.below(4);
            config.heap_bytes_max = 64 << 20;
            config.nursery_bytes = random.pick(&[256, 4096, 64 << 10]);
            config.stepping_seed = Some(seed);
            config.injection = Injection {
                abort_probability: random.pick(&[0.0, 0.0, 0.01, 0.1]),
                collect: random.below(4) == 0,
                commit: random.below(4) == 0,
                major_safepoints: random.pick(&[0, 0, 1, 5]),
                segments: random.below(4) == 0,
                turns: random.below(4) == 0,
                linger: false,
                sole: random.below(2) == 0,
                seed,
            };
        });
        let length = 10 + random.below(40);
        let programs = (0..threads)
            .map(|thread| random_program(&mut random, thread, length))
            .collect();
        Case {
            seed,
            setting,
            programs,
        }
    }

    /// Whether nothing waits between a commit and the begin of the next transaction, so that the
    /// order in which commits are told is the order of the commits.
    fn commits_and_begins_at_once(&self) -> bool {
        let config = &self.setting.config;
        self.setting.is_transactional()
            && !config.sole
            && !config.injection.segments
            && !config.injection.turns
            && self.programs.len() <= config.segments
    }
}

/// A thread of a case at work.
struct Worker<'a> {
    case: &'a Case,
    ledger: &'a Mutex<Ledger>,
    roots: &'a [Pinned],
    thread: u64,
    registers: Registers,
    /// First operation of the transaction, and the next to run.
    first: usize,
    next: usize,
    seen: Vec<Seen>,
    begun_at: usize,
}

impl Worker<'_> {
    fn run(&mut self, mutator: &mut Mutator) {
        machine::clear_registers(mutator);
        self.begun(mutator);
        while self.first < self.program().len() {
            let outcome = self.run_transaction(mutator);
            match outcome.and_then(|()| self.commit(mutator)) {
                Ok(()) => {}
                Err(Unwind::Abort) => self.abort(mutator),
                Err(other) => panic!("nothing raises here: {other:?}"),
            }
            self.begun(mutator);
        }
    }

    fn program(&self) -> &[Operation] {
        &self.case.programs[self.thread as usize]
    }

    fn begun(&mut self, mutator: &Mutator) {
        assert!(mutator.is_open());
        let commits = self.ledger().commits();
        self.begun_at = commits;
        self.next = self.first;
        self.seen.clear();
    }

    fn ledger(&self) -> std::sync::MutexGuard<'_, Ledger> {
        self.ledger.lock().expect("a failure ends the process")
    }

    /// Runs operations up to a yield point at which the transaction shall end.
    fn run_transaction(&mut self, mutator: &mut Mutator) -> Result<(), Unwind> {
        while self.next < self.program().len() {
            let operation = self.program()[self.next].clone();
            let seen = machine::execute(mutator, self.roots, &operation)?;
            self.seen.push(seen);
            self.next += 1;
            match operation {
                Operation::Commit => return Ok(()),
                Operation::Safepoints(times) => {
                    for _ in 0..times {
                        mutator.safepoint()?;
                    }
                }
                Operation::YieldPoints(times) => {
                    for _ in 0..times {
                        if mutator.safepoint()? == Due::Commit {
                            return Ok(());
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn commit(&mut self, mutator: &mut Mutator) -> Result<(), Unwind> {
        if !self.case.setting.is_transactional() {
            // Nobody else runs before the lock is let go, and nothing fails.
            self.committed();
            return mutator.commit_and_begin();
        }
        if self.case.commits_and_begins_at_once() {
            mutator.commit_and_begin()?;
            self.committed();
        } else {
            mutator.end()?;
            self.committed();
            mutator.begin();
        }
        Ok(())
    }

    fn attempt(&self) -> Attempt<'_> {
        Attempt {
            thread: self.thread,
            first: self.first,
            operations: &self.program()[self.first..self.first + self.seen.len()],
            seen: &self.seen,
            begun_at: self.begun_at,
        }
    }

    fn committed(&mut self) {
        let mut registers = self.registers;
        let outcome = self.ledger().commit(&self.attempt(), &mut registers);
        outcome.unwrap_or_else(|complaint| panic!("{complaint}"));
        self.registers = registers;
        self.first = self.next;
    }

    fn abort(&mut self, mutator: &mut Mutator) {
        let outcome = self.ledger().abort(&self.attempt(), &self.registers);
        outcome.unwrap_or_else(|complaint| panic!("{complaint}"));
        assert!(mutator.can_abort(), "an inevitable transaction aborts");
        mutator.roll_back();
    }
}

/// Runs the case of a seed; returns the events, in their order.
fn run_case(seed: u64) -> Vec<Event> {
    let case = Arc::new(Case::new(seed));
    let what = format!("model, MOTET_SEED={seed} ({:?})", case.setting.config);
    let runtime = case.setting.runtime();
    let roots = pinned_nodes(&runtime, ROOTS, 0);
    let ledger = Arc::new(Mutex::new(Ledger::new()));
    {
        let roots = Arc::clone(&roots);
        alone(&runtime, move |mutator| machine::set_up(mutator, &roots));
    }
    let shared = (Arc::clone(&case), Arc::clone(&ledger), Arc::clone(&roots));
    let threads = case.programs.len() as u64;
    run_threads(&what, &runtime, threads, move |mutator, thread| {
        let mut worker = Worker {
            case: &shared.0,
            ledger: &shared.1,
            roots: &shared.2,
            thread,
            registers: [Value::Number(0); REGISTERS],
            first: 0,
            next: 0,
            seen: Vec::new(),
            begun_at: 0,
        };
        worker.run(mutator);
    });
    let checked = Arc::clone(&ledger);
    let outcome = alone(&runtime, move |mutator| {
        let ledger = checked.lock().expect("nobody fails with it");
        compare_graphs(mutator, &roots, ledger.last())
    });
    if let Err(complaint) = outcome {
        give_up(&format!("FAILED: {what}: at the end: {complaint}"));
    }
    if support::is_replay() {
        println!("seed {}: {:#?}", case.seed, runtime.statistics());
    }
    std::mem::take(&mut ledger.lock().expect("nobody fails with it").events)
}

#[test]
fn random_programs_equal_a_sequential_model() {
    let mut commits = 0;
    let mut aborts = 0;
    for seed in seeds(400) {
        for event in run_case(seed) {
            *(if event.has_committed() {
                &mut commits
            } else {
                &mut aborts
            }) += 1;
        }
    }
    println!("{commits} commits, {aborts} aborts");
    assert!(
        support::is_replay() || aborts > commits / 100,
        "the programs do collide"
    );
}

/// Without this a seed would be no use.
#[test]
fn a_seed_replays_its_run() {
    for seed in seeds(40) {
        assert_eq!(run_case(seed), run_case(seed), "seed {seed}");
    }
}
