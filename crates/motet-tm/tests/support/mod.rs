//! The parts that the runtime's test programs share: the engines and settings that every test runs
//! under, threads that cannot hang or fail in silence, and the two ways to run operations as
//! transactions.
//!
//! A new commit engine is one line in [`engines`]; a new fault is one line in [`settings`].
//! `MOTET_SEED=N` replays one seed of a seeded test, `MOTET_SEEDS=N` tries that many.
#![allow(dead_code, reason = "each test program uses a part of this")]

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use motet_tm::{
    CommitEngine, Config, Control, Due, Hardware, Injection, Layout, LayoutId, Mutator, Pinned,
    Runtime, Shape, Unwind, Value,
};

/// Objects of three fields: words 1 to 3.
pub(crate) const NODE: LayoutId = LayoutId(0);
/// Arrays of values.
pub(crate) const ARRAY: LayoutId = LayoutId(1);
/// Immutable bytes.
pub(crate) const RAW: LayoutId = LayoutId(2);

/// A run that has taken so long hangs.
const HANG: Duration = Duration::from_secs(120);

pub(crate) fn layouts() -> Vec<Layout> {
    let layout = |name, shape, mutable| Layout {
        name,
        shape,
        mutable,
    };
    vec![
        layout("node", Shape::Fixed { words: 4 }, true),
        layout("array", Shape::Array, true),
        layout("raw", Shape::Raw, false),
    ]
}

/// A configuration with the name that a failure is reported under.
#[derive(Clone)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) config: Config,
}

impl Setting {
    fn new(name: &str, config: Config) -> Setting {
        Setting {
            name: name.to_string(),
            config,
        }
    }

    /// The same, changed.
    pub(crate) fn with(&self, name: &str, change: impl FnOnce(&mut Config)) -> Setting {
        let mut changed = self.clone();
        changed.name = format!("{}, {name}", self.name);
        change(&mut changed.config);
        changed
    }

    pub(crate) fn runtime(&self) -> Arc<Runtime> {
        Runtime::new(self.config.clone(), layouts()).expect("maps")
    }

    pub(crate) fn is_transactional(&self) -> bool {
        self.config.control == Control::Stm
    }

    pub(crate) fn is_stepped(&self) -> bool {
        self.config.stepping_seed.is_some()
    }
}

/// Every engine, without faults.
pub(crate) fn engines() -> Vec<Setting> {
    let base = Config {
        commit_engine: CommitEngine::StopTheWorld,
        segments: 2,
        heap_bytes_max: 512 << 20,
        nursery_bytes: 64 << 10,
        nursery_reserve_bytes: 16 << 20,
        ..Config::default()
    };
    let gil = Config {
        control: Control::Gil,
        gil_interval_us: 500,
        ..base.clone()
    };
    let htm = Config {
        control: Control::Htm,
        hardware: Hardware::Imagined,
        gil_interval_us: 500,
        ..base.clone()
    };
    let log = Config {
        commit_engine: CommitEngine::Log,
        marked_together_bytes_min: 0,
        ..base.clone()
    };
    let sole = Config {
        sole: true,
        ..log.clone()
    };
    vec![
        Setting::new("stop-the-world", base),
        Setting::new("log", log),
        Setting::new("sole", sole),
        Setting::new("gil", gil),
        Setting::new("htm-imagined", htm),
    ]
}

/// The engines under which threads run in parallel.
pub(crate) fn transactional_engines() -> Vec<Setting> {
    let mut engines = engines();
    engines.retain(Setting::is_transactional);
    engines
}

/// The engines under which no thread is ever sole: each transaction can abort when it begins, and
/// another thread can run before it ends.
pub(crate) fn engines_beside_others() -> Vec<Setting> {
    let mut engines = transactional_engines();
    engines.retain(|setting| !setting.config.sole);
    engines
}

/// Every engine under every fault that it knows.
///
/// `MOTET_SETTING=TEXT` keeps those whose name contains the text: to look for a rare failure.
pub(crate) fn settings() -> Vec<Setting> {
    let wanted = std::env::var("MOTET_SETTING").unwrap_or_default();
    let all = engines().into_iter().flat_map(|engine| variations(&engine));
    all.filter(|setting| setting.name.contains(&wanted))
        .collect()
}

fn variations(engine: &Setting) -> Vec<Setting> {
    let inject = |text: &str| {
        let injection = Injection::parse(text).expect("good");
        engine.with(text, |config| config.injection = injection)
    };
    let step = |setting: Setting, seed: u64| {
        setting.with(&format!("stepping seed {seed}"), |config| {
            config.stepping_seed = Some(seed);
        })
    };
    let mut all = vec![
        engine.clone(),
        inject("collect"),
        inject("commit"),
        inject("major=5"),
        engine.with("nursery of 4 KB", |config| config.nursery_bytes = 4096),
        step(engine.clone(), 1),
    ];
    if engine.config.control == Control::Htm {
        all.push(inject("abort=0.5,segments"));
        let short = motet_tm::elision::Policy::parse("paper,length=1").expect("good");
        all.push(engine.with("length 1", |config| config.elision = short));
        all.push(engine.with("4 segments", |config| config.segments = 4));
        all.push(step(inject("abort=0.3,collect"), 2));
    }
    if engine.config.sole {
        all.push(inject("sole"));
        all.push(inject("sole,commit"));
        all.push(inject("sole,abort=0.05,collect"));
        all.push(step(inject("sole,commit"), 5));
        all.push(step(inject("sole,major=3"), 6));
    }
    if engine.is_transactional() {
        let four = |setting: Setting| setting.with("4 segments", |config| config.segments = 4);
        all.push(inject("abort=0.05"));
        all.push(inject("segments"));
        all.push(inject("turns"));
        all.push(inject("linger"));
        all.push(inject("abort=0.05,linger"));
        all.push(inject("abort=0.05,collect,commit,segments,seed=3"));
        all.push(inject("abort=0.05,collect,major=3,segments,seed=4"));
        all.push(step(four(inject("abort=0.02,major=2")), 4));
        all.push(four(inject("abort=0.01")));
        all.push(step(inject("abort=0.05,collect"), 2));
        all.push(step(four(inject("segments")), 3));
    }
    all
}

// ---- seeds

/// A small random number generator of the tests' own.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }

    /// One of several.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// The seeds to try: the one that `MOTET_SEED` names, or as many as `MOTET_SEEDS` says, or `usual`.
pub(crate) fn seeds(usual: u64) -> std::ops::Range<u64> {
    let number = |name: &str| {
        let text = std::env::var(name).ok()?;
        Some(text.parse::<u64>().expect("a seed is a number"))
    };
    match (number("MOTET_SEED"), number("MOTET_SEEDS")) {
        (Some(seed), _) => seed..seed + 1,
        (None, Some(count)) => 0..count,
        (None, None) => 0..usual,
    }
}

/// Whether one seed is replayed, so that the run should report its steps.
pub(crate) fn is_replay() -> bool {
    std::env::var_os("MOTET_SEED").is_some()
}

// ---- threads

/// Reports on the standard error behind the test harness's back, and ends the process: after a
/// failure in one thread others may wait for it for ever.
pub(crate) fn give_up(text: &str) -> ! {
    // Not by a macro: the harness would catch the text and lose it when the process ends.
    let _ = writeln!(std::io::stderr(), "\n{text}");
    std::process::exit(101);
}

fn message_of(payload: &(dyn std::any::Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("a panic")
}

/// Runs `count` threads, each with its number, to their end. A panic in one of them, or a run that
/// hangs, ends the process with a message that names `what`.
pub(crate) fn run_threads(
    what: &str,
    runtime: &Arc<Runtime>,
    count: u64,
    body: impl Fn(&mut Mutator, u64) + Send + Sync + 'static,
) {
    let body = Arc::new(body);
    let (ended, ends) = mpsc::channel();
    // All are made before one runs: else a stepped run depends on how fast they are made.
    let mutators: Vec<_> = (0..count)
        .map(|_| runtime.new_mutator().expect("maps"))
        .collect();
    let threads: Vec<_> = (0..count)
        .zip(mutators)
        .map(|(number, mut mutator)| {
            let (body, ended) = (Arc::clone(&body), ended.clone());
            let what = what.to_string();
            std::thread::spawn(move || {
                let outcome = catch_unwind(AssertUnwindSafe(|| {
                    start(&mut mutator);
                    body(&mut mutator, number);
                    finish(mutator);
                }));
                if let Err(payload) = outcome {
                    let message = message_of(&*payload);
                    give_up(&format!("FAILED: {what}: thread {number}: {message}"));
                }
                let _ = ended.send(());
            })
        })
        .collect();
    for _ in 0..count {
        if ends.recv_timeout(HANG).is_err() {
            give_up(&format!("FAILED: {what}: hangs"));
        }
    }
    for thread in threads {
        thread.join().expect("it has ended");
    }
}

/// Runs `body` as a thread of its own, before or after the others.
pub(crate) fn alone<T: Send + 'static>(
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

/// Begins the first transaction of a thread.
fn start(mutator: &mut Mutator) {
    mutator.arrive();
    let first = mutator.stack.start();
    mutator.stack.set_frame(first, first.wrapping_add(8));
    mutator.begin();
}

/// Ends the last one.
fn finish(mut mutator: Mutator) {
    if mutator.is_open() {
        while mutator.end().is_err() {
            mutator.roll_back();
        }
    }
    mutator.depart();
}

// ---- transactions

/// Runs `body` as one transaction, again until it commits.
pub(crate) fn transact(
    mutator: &mut Mutator,
    mut body: impl FnMut(&mut Mutator) -> Result<(), Unwind>,
) {
    loop {
        let outcome = body(mutator).and_then(|()| mutator.safepoint().map(|_| ()));
        match outcome.and_then(|()| mutator.commit_and_begin()) {
            Ok(()) => return,
            Err(Unwind::Abort) => mutator.roll_back(),
            Err(other) => panic!("nothing raises here: {other:?}"),
        }
    }
}

/// Runs operations `0..count` as a language would: each is indivisible, there is a yield point
/// after each, and a transaction covers as many as the runtime lets it. After an abort the
/// operations since the begin are run again: an operation may depend on its number and on the heap,
/// on nothing else.
pub(crate) fn run_operations(
    mutator: &mut Mutator,
    count: u64,
    mut operation: impl FnMut(&mut Mutator, u64) -> Result<(), Unwind>,
) {
    let (mut begin, mut next) = (0, 0);
    transact(mutator, |_| Ok(()));
    while next < count {
        let due = operation(mutator, next).and_then(|()| mutator.safepoint());
        let outcome = match due {
            Ok(Due::Nothing) if next + 1 < count => Ok(false),
            Ok(_) => mutator.commit_and_begin().map(|()| true),
            Err(unwind) => Err(unwind),
        };
        match outcome {
            Ok(has_committed) => {
                next += 1;
                begin = if has_committed { next } else { begin };
            }
            Err(Unwind::Abort) => {
                mutator.roll_back();
                next = begin;
            }
            Err(other) => panic!("nothing raises here: {other:?}"),
        }
    }
}

// ---- objects

pub(crate) fn pinned_array(runtime: &Arc<Runtime>, length: usize, number: i32) -> Pinned {
    alone(runtime, move |mutator| {
        let elements = vec![Value::from_small(number); length];
        mutator
            .allocate_pinned_array(ARRAY, 0, &elements)
            .expect("room")
    })
}

/// Nodes that all threads know: a number, and two fields that hold nothing.
pub(crate) fn pinned_nodes(runtime: &Arc<Runtime>, count: usize, number: i32) -> Arc<Vec<Pinned>> {
    Arc::new(alone(runtime, move |mutator| {
        let nothing = Value::special(0);
        let fields = [Value::from_small(number), nothing, nothing];
        (0..count)
            .map(|_| mutator.allocate_pinned(NODE, 0, &fields).expect("room"))
            .collect()
    }))
}

/// A node that all threads know, whose word 2 refers to a large array (which has cards).
pub(crate) fn carded_array(runtime: &Arc<Runtime>, length: u64, number: i32) -> Pinned {
    let holder = pinned_nodes(runtime, 1, 0)[0];
    alone(runtime, move |mutator| {
        transact(mutator, |mutator| {
            let fill = Value::from_small(number);
            let array = mutator
                .allocate_array(ARRAY, 0, length, fill)
                .expect("room");
            let view = mutator.write(holder.object())?;
            view.set(2, array.object().value());
            Ok(())
        });
    });
    holder
}

pub(crate) fn number(mutator: &Mutator, node: Pinned) -> i64 {
    let value = mutator.read(node.object()).get(1);
    value.as_integer().expect("a number")
}

pub(crate) fn set_number(mutator: &Mutator, node: Pinned, number: i64) -> Result<(), Unwind> {
    let number = Value::from_integer(number).expect("fits");
    mutator.write(node.object())?.set(1, number);
    Ok(())
}
