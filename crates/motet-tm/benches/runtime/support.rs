//! The parts that the measurements share: runtimes, threads, clocks, work.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use motet_tm::{
    CommitEngine, Config, Control, Layout, LayoutId, Mutator, Pinned, Runtime, Shape, Unwind, Value,
};

/// Four words: header and three values.
pub(crate) const NODE: LayoutId = LayoutId(0);
/// An array of values.
pub(crate) const ARRAY: LayoutId = LayoutId(1);

/// How many rounds, and how long each is.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// Rounds, of which the median counts.
    pub(crate) rounds: usize,
    /// Calls in a round, in multiples of those of a test run.
    pub(crate) scale: u32,
    /// Length of a measurement of throughput.
    pub(crate) duration: Duration,
}

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

/// A runtime under the GIL.
pub(crate) fn gil() -> Arc<Runtime> {
    make(Config {
        control: Control::Gil,
        ..config()
    })
}

/// A transactional runtime that records events or does not.
pub(crate) fn with_events(commit_engine: CommitEngine, events: bool) -> Arc<Runtime> {
    make(Config {
        commit_engine,
        events,
        segments: 2,
        ..config()
    })
}

/// A transactional runtime.
pub(crate) fn stm(commit_engine: CommitEngine, segments: usize) -> Arc<Runtime> {
    make(Config {
        commit_engine,
        segments,
        ..config()
    })
}

fn config() -> Config {
    Config {
        heap_bytes_max: 2 << 30,
        ..Config::default()
    }
}

fn make(config: Config) -> Arc<Runtime> {
    Runtime::new(config, layouts()).expect("maps")
}

/// Both engines with their names.
pub(crate) const ENGINES: [(CommitEngine, &str); 2] = [
    (CommitEngine::Log, "log"),
    (CommitEngine::StopTheWorld, "stop"),
];

/// A mutator with an open transaction.
pub(crate) fn start(runtime: &Arc<Runtime>) -> Mutator {
    let mut mutator = runtime.new_mutator().expect("maps");
    mutator.arrive();
    let first = mutator.stack.start();
    mutator.stack.set_frame(first, first.wrapping_add(8));
    mutator.begin();
    mutator
}

/// Ends the last transaction of a thread.
pub(crate) fn finish(mut mutator: Mutator) {
    end(&mut mutator);
    mutator.depart();
}

/// Ends a transaction, whose work must be repeatable.
pub(crate) fn end(mutator: &mut Mutator) {
    while mutator.end().is_err() {
        mutator.roll_back();
    }
}

/// Nodes that all threads know.
pub(crate) fn nodes(mutator: &Mutator, count: usize) -> Vec<Pinned> {
    let fields = [Value::from_small(0); 3];
    (0..count)
        .map(|_| mutator.allocate_pinned(NODE, 0, &fields).expect("room"))
        .collect()
}

/// Runs `body` as one transaction, again until it commits. Returns how often it aborted.
pub(crate) fn atomically(
    mutator: &mut Mutator,
    mut body: impl FnMut(&mut Mutator) -> Result<(), Unwind>,
) -> u64 {
    let mut aborts = 0;
    while body(mutator)
        .and_then(|()| mutator.commit_and_begin())
        .is_err()
    {
        mutator.roll_back();
        aborts += 1;
    }
    aborts
}

/// Nanoseconds per call of `body`, median of the rounds.
pub(crate) fn time(effort: Effort, calls: u32, mut body: impl FnMut()) -> f64 {
    let calls = calls * effort.scale;
    let samples = (0..effort.rounds)
        .map(|_| {
            let began = Instant::now();
            for _ in 0..calls {
                body();
            }
            began.elapsed().as_nanos() as f64 / f64::from(calls)
        })
        .collect();
    median(samples)
}

/// The middle of the samples.
pub(crate) fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

/// Operations a second of `threads` threads that each call `operation` on their own mutator until
/// the time is over. `prepare` runs before the clock starts.
pub(crate) fn throughput<S>(
    runtime: &Arc<Runtime>,
    threads: usize,
    duration: Duration,
    prepare: impl Fn(&mut Mutator, usize) -> S + Sync,
    operation: impl Fn(&mut Mutator, &mut S) -> u64 + Sync,
) -> f64 {
    let barrier = Barrier::new(threads);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                let (barrier, prepare, operation) = (&barrier, &prepare, &operation);
                scope.spawn(move || {
                    let mut mutator = start(runtime);
                    let mut state = prepare(&mut mutator, thread);
                    // A thread that blocks inside a transaction would hold others up.
                    end(&mut mutator);
                    barrier.wait();
                    mutator.begin();
                    let began = Instant::now();
                    let mut operations = 0;
                    while began.elapsed() < duration {
                        operations += operation(&mut mutator, &mut state);
                    }
                    let rate = operations as f64 / began.elapsed().as_secs_f64();
                    finish(mutator);
                    rate
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("ends"))
            .sum()
    })
}

/// Waits without holding others up.
pub(crate) fn wait_for(mutator: &mut Mutator, count: &AtomicUsize, wanted: usize) {
    while count.load(Ordering::SeqCst) < wanted {
        atomically(mutator, |mutator| mutator.safepoint().map(|_| ()));
        std::thread::yield_now();
    }
}

/// Runs an empty transaction in each segment, all at once: from then on all take part in commits.
pub(crate) fn use_all_segments(runtime: &Arc<Runtime>, segments: usize) {
    let arrived = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..segments {
            scope.spawn(|| {
                let mut mutator = start(runtime);
                arrived.fetch_add(1, Ordering::SeqCst);
                wait_for(&mut mutator, &arrived, segments);
                finish(mutator);
            });
        }
    });
}

/// A random number generator of one thread.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % bound
    }
}

/// Work that no compiler folds: about a nanosecond a step.
pub(crate) fn spin(steps: u32) {
    let mut state = 1u64;
    for _ in 0..steps {
        state = black_box((state ^ (state >> 7)).wrapping_mul(0x9e37_79b9));
    }
}
