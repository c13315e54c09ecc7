//! Litmus tests for sequential consistency: short programs of two to four threads whose outcome
//! tells a total order of all transactions from weaker memory.
//!
//! The allowed outcomes are not written down but computed: every interleaving of the programs'
//! transactions is run on a plain array. An outcome that is not among those is a failure. Real
//! threads run each program some thousand times under every setting; stepped threads run it under
//! many seeds.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use motet_tm::{Mutator, Pinned, Unwind, Value};
use support::{
    Setting, alone, carded_array, give_up, number, pinned_nodes, run_threads, seeds, set_number,
    settings, transactional_engines,
};

/// A step of a transaction on the variables x (0) and y (1).
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Stores a number.
    Put(usize, i64),
    /// Tells the number.
    Get(usize),
    /// Adds one.
    Increment(usize),
    /// Stores 1 if the other variable holds 0.
    PutIfOtherIsZero(usize),
}

use Step::{Get, Increment, Put, PutIfOtherIsZero};

const X: usize = 0;
const Y: usize = 1;
const VARIABLES: usize = 2;

/// A program: for each thread its transactions, each of some steps.
struct Litmus {
    name: &'static str,
    threads: Vec<Vec<Vec<Step>>>,
    /// The outcome that weaker memory would show: the values read, thread by thread, then x and y.
    forbidden: Vec<i64>,
}

/// The values read, thread by thread, then the variables at the end.
type Outcome = Vec<i64>;

/// Makes each step a transaction of its own.
fn single(steps: &[Step]) -> Vec<Vec<Step>> {
    steps.iter().map(|step| vec![*step]).collect()
}

/// Makes all steps one transaction.
fn together(steps: &[Step]) -> Vec<Vec<Step>> {
    vec![steps.to_vec()]
}

fn litmus(name: &'static str, threads: Vec<Vec<Vec<Step>>>, forbidden: &[i64]) -> Litmus {
    Litmus {
        name,
        threads,
        forbidden: forbidden.to_vec(),
    }
}

fn all() -> Vec<Litmus> {
    let mut all = single_accesses();
    all.extend(whole_transactions());
    all
}

/// The classical ones: each access is a transaction.
fn single_accesses() -> Vec<Litmus> {
    vec![
        litmus(
            "store buffering",
            vec![single(&[Put(X, 1), Get(Y)]), single(&[Put(Y, 1), Get(X)])],
            &[0, 0, 1, 1],
        ),
        litmus(
            "message passing",
            vec![single(&[Put(X, 1), Put(Y, 1)]), single(&[Get(Y), Get(X)])],
            &[1, 0, 1, 1],
        ),
        litmus(
            "load buffering",
            vec![single(&[Get(X), Put(Y, 1)]), single(&[Get(Y), Put(X, 1)])],
            &[1, 1, 1, 1],
        ),
        litmus(
            "independent reads of independent writes",
            vec![
                single(&[Put(X, 1)]),
                single(&[Put(Y, 1)]),
                single(&[Get(X), Get(Y)]),
                single(&[Get(Y), Get(X)]),
            ],
            &[1, 0, 1, 0, 1, 1],
        ),
        litmus(
            "write to read causality",
            vec![
                single(&[Put(X, 1)]),
                single(&[Get(X), Put(Y, 1)]),
                single(&[Get(Y), Get(X)]),
            ],
            &[1, 1, 0, 1, 1],
        ),
        litmus(
            "coherence of two reads",
            vec![single(&[Put(X, 1)]), single(&[Get(X), Get(X)])],
            &[1, 0, 1, 0],
        ),
        litmus(
            "coherence of a write and a read",
            vec![single(&[Put(X, 1), Get(X)]), single(&[Put(X, 2)])],
            &[2, 1, 0],
        ),
        litmus(
            "two writes each",
            vec![
                single(&[Put(X, 1), Put(Y, 2)]),
                single(&[Put(Y, 1), Put(X, 2)]),
            ],
            &[1, 1],
        ),
        litmus(
            "read-modify-write",
            vec![single(&[Increment(X)]), single(&[Increment(X)])],
            &[1, 0],
        ),
    ]
}

/// Transactions of several accesses.
fn whole_transactions() -> Vec<Litmus> {
    let skew = |variable| together(&[PutIfOtherIsZero(variable)]);
    vec![
        litmus("write skew", vec![skew(X), skew(Y)], &[1, 1]),
        litmus(
            "a snapshot of two writes",
            vec![
                together(&[Put(X, 1), Put(Y, 1)]),
                together(&[Get(X), Get(Y)]),
            ],
            &[0, 1, 1, 1],
        ),
        litmus(
            "a transaction between two reads",
            vec![
                together(&[Get(X), Put(Y, 1), Get(X)]),
                single(&[Put(X, 1), Get(Y)]),
            ],
            &[0, 1, 0, 1, 1],
        ),
    ]
}

// ---- allowed outcomes

/// The variables of the model, and the values read so far by each thread.
#[derive(Clone)]
struct Model {
    variables: [i64; VARIABLES],
    read: Vec<Vec<i64>>,
}

impl Litmus {
    /// The outcomes of all interleavings.
    fn allowed(&self) -> BTreeSet<Outcome> {
        let model = Model {
            variables: [0; VARIABLES],
            read: vec![Vec::new(); self.threads.len()],
        };
        let mut outcomes = BTreeSet::new();
        self.interleave(&model, &mut vec![0; self.threads.len()], &mut outcomes);
        outcomes
    }

    fn interleave(&self, model: &Model, next: &mut Vec<usize>, outcomes: &mut BTreeSet<Outcome>) {
        let mut has_ended = true;
        for thread in 0..self.threads.len() {
            let Some(transaction) = self.threads[thread].get(next[thread]) else {
                continue;
            };
            has_ended = false;
            let mut model = model.clone();
            for step in transaction {
                model.run(thread, *step);
            }
            next[thread] += 1;
            self.interleave(&model, next, outcomes);
            next[thread] -= 1;
        }
        if has_ended {
            let mut outcome = model.read.concat();
            outcome.extend(model.variables);
            outcomes.insert(outcome);
        }
    }
}

impl Model {
    fn run(&mut self, thread: usize, step: Step) {
        match step {
            Put(variable, number) => self.variables[variable] = number,
            Get(variable) => self.read[thread].push(self.variables[variable]),
            Increment(variable) => self.variables[variable] += 1,
            PutIfOtherIsZero(variable) => {
                if self.variables[1 - variable] == 0 {
                    self.variables[variable] = 1;
                }
            }
        }
    }
}

// ---- real outcomes

/// The variables of all rounds.
enum Variables {
    Nodes(Arc<Vec<Pinned>>),
    /// Elements of one large array, each in a card of its own.
    Cards(Pinned),
}

impl Variables {
    fn new(runtime: &Arc<motet_tm::Runtime>, rounds: usize, cards: bool) -> Variables {
        let count = rounds * VARIABLES;
        if cards {
            Variables::Cards(carded_array(runtime, count as u64 * 32, 0))
        } else {
            Variables::Nodes(pinned_nodes(runtime, count, 0))
        }
    }

    fn get(&self, mutator: &Mutator, index: usize) -> i64 {
        match self {
            Variables::Nodes(nodes) => number(mutator, nodes[index]),
            Variables::Cards(holder) => {
                let array = mutator.read(holder.object()).get(2);
                let array = array.as_object().expect("the array");
                let element = mutator.read_element(array, index as u64 * 32);
                element.as_integer().expect("a number")
            }
        }
    }

    fn put(&self, mutator: &Mutator, index: usize, number: i64) -> Result<(), Unwind> {
        match self {
            Variables::Nodes(nodes) => set_number(mutator, nodes[index], number),
            Variables::Cards(holder) => {
                let array = mutator.read(holder.object()).get(2);
                let array = array.as_object().expect("the array");
                let number = Value::from_integer(number).expect("fits");
                mutator.write_element(array, index as u64 * 32, number)
            }
        }
    }
}

/// The state that the threads of a run share.
struct Run {
    variables: Variables,
    /// The threads that have come to a round, summed up over all rounds: they start it together.
    arrived: AtomicU64,
    /// The values that each thread read, by round and thread.
    read: Mutex<BTreeMap<(usize, u64), Vec<i64>>>,
}

/// Runs one transaction, again until it commits; returns the values that it read.
fn transact(
    mutator: &mut Mutator,
    run: &Run,
    round: usize,
    steps: &[Step],
    read: &mut Vec<i64>,
) -> Result<(), Unwind> {
    let at = |variable: usize| round * VARIABLES + variable;
    let variables = &run.variables;
    for step in steps {
        match *step {
            Put(variable, number) => variables.put(mutator, at(variable), number)?,
            Get(variable) => read.push(variables.get(mutator, at(variable))),
            Increment(variable) => {
                let number = variables.get(mutator, at(variable));
                mutator.safepoint()?;
                variables.put(mutator, at(variable), number + 1)?;
            }
            PutIfOtherIsZero(variable) => {
                let other = variables.get(mutator, at(1 - variable));
                mutator.safepoint()?;
                if other == 0 {
                    variables.put(mutator, at(variable), 1)?;
                }
            }
        }
        mutator.safepoint()?;
    }
    mutator.commit_and_begin()
}

fn run_thread(mutator: &mut Mutator, litmus: &Litmus, run: &Run, thread: u64, rounds: usize) {
    let count = litmus.threads.len() as u64;
    let mut all_read = Vec::new();
    for round in 0..rounds {
        while mutator.end().is_err() {
            mutator.roll_back();
        }
        run.arrived.fetch_add(1, Ordering::SeqCst);
        // A thread that sleeps until all have come must not sleep on for a millisecond.
        mutator.runtime().announce_change();
        let all = (round as u64 + 1) * count;
        mutator.wait_until(|| run.arrived.load(Ordering::SeqCst) >= all);
        mutator.begin();
        let mut read: Vec<i64> = Vec::new();
        for steps in &litmus.threads[thread as usize] {
            let before = read.len();
            while let Err(unwind) = transact(mutator, run, round, steps, &mut read) {
                assert_eq!(unwind, Unwind::Abort);
                read.truncate(before);
                mutator.roll_back();
            }
        }
        all_read.push(((round, thread), read));
    }
    let mut read = run.read.lock().expect("a failure ends the process");
    read.extend(all_read);
}

/// Runs a program so many times; how often each outcome was seen.
fn outcomes(
    litmus: &Arc<Litmus>,
    setting: &Setting,
    rounds: usize,
    cards: bool,
) -> BTreeMap<Outcome, usize> {
    let runtime = setting.runtime();
    let run = Arc::new(Run {
        variables: Variables::new(&runtime, rounds, cards),
        arrived: AtomicU64::new(0),
        read: Mutex::new(BTreeMap::new()),
    });
    let what = format!("{}, {}", litmus.name, setting.name);
    let shared = (Arc::clone(litmus), Arc::clone(&run));
    let threads = litmus.threads.len() as u64;
    run_threads(&what, &runtime, threads, move |mutator, thread| {
        run_thread(mutator, &shared.0, &shared.1, thread, rounds);
    });
    alone(&runtime, move |mutator| {
        let read = run.read.lock().expect("the threads have ended");
        let mut seen = BTreeMap::new();
        for round in 0..rounds {
            let mut outcome: Outcome = Vec::new();
            for thread in 0..threads {
                outcome.extend(&read[&(round, thread)]);
            }
            let finals = 0..VARIABLES;
            outcome.extend(finals.map(|v| run.variables.get(mutator, round * VARIABLES + v)));
            *seen.entry(outcome).or_insert(0) += 1;
        }
        seen
    })
}

/// Fails on an outcome that no interleaving has; how many different outcomes there were.
fn run_and_check(litmus: &Arc<Litmus>, setting: &Setting, rounds: usize, cards: bool) -> usize {
    let allowed = litmus.allowed();
    let seen = outcomes(litmus, setting, rounds, cards);
    for (outcome, times) in &seen {
        if !allowed.contains(outcome) {
            give_up(&format!(
                "FAILED: {}, {}: {outcome:?}, {times} times of {rounds}; allowed: {allowed:?}",
                litmus.name, setting.name
            ));
        }
    }
    seen.len()
}

#[test]
fn the_forbidden_outcomes_are_forbidden_and_something_else_is_allowed() {
    for litmus in all() {
        let allowed = litmus.allowed();
        let lengths: BTreeSet<usize> = allowed.iter().map(Vec::len).collect();
        let name = litmus.name;
        assert_eq!(lengths, BTreeSet::from([litmus.forbidden.len()]), "{name}");
        assert!(!allowed.contains(&litmus.forbidden), "{name}");
    }
}

#[test]
fn real_threads_show_only_what_an_interleaving_can_show() {
    for setting in settings() {
        let rounds = if setting.is_stepped() { 40 } else { 1_500 };
        for litmus in all().into_iter().map(Arc::new) {
            run_and_check(&litmus, &setting, rounds, false);
        }
    }
}

#[test]
fn cards_of_one_array_are_as_good_as_objects() {
    for setting in transactional_engines() {
        for litmus in all().into_iter().map(Arc::new) {
            run_and_check(&litmus, &setting, 1_500, true);
        }
    }
}

/// Real threads on few cores mostly run one after the other; a seed switches where it likes.
#[test]
fn seeds_show_many_outcomes_and_none_that_is_forbidden() {
    for engine in transactional_engines() {
        for litmus in all().into_iter().map(Arc::new) {
            let mut most = 0;
            for seed in seeds(12) {
                let setting = engine.with(&format!("MOTET_SEED={seed}"), |config| {
                    config.segments = 2 + seed as usize % 3;
                    config.stepping_seed = Some(seed);
                    config.injection.segments = seed % 4 == 3;
                });
                most = most.max(run_and_check(&litmus, &setting, 30, false));
            }
            let possible = litmus.allowed().len();
            assert!(
                possible == 1 || most > 1,
                "{}: always the same outcome",
                litmus.name
            );
        }
    }
}
