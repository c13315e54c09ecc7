//! What the runtime's operations cost. Prints a table; ratios count, not times.
//!
//! `cargo bench -p motet-tm` measures; run as a test it does each measurement once, briefly.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use motet_tm::{
    Config, Control, GilMode, Layout, LayoutId, Mode, Mutator, Pinned, Runtime, Shape, StmMode,
    Value,
};

const NODE: LayoutId = LayoutId(0);

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

fn runtime(control: Control, segments: usize) -> Arc<Runtime> {
    let config = Config {
        control,
        segments,
        heap_bytes_max: 2 << 30,
        ..Config::default()
    };
    Runtime::new(config, layouts()).expect("maps")
}

fn start(runtime: &Arc<Runtime>) -> Mutator {
    let mut mutator = runtime.new_mutator().expect("maps");
    mutator.arrive();
    let first = mutator.stack.start();
    mutator.stack.set_frame(first, first.wrapping_add(8));
    mutator.begin();
    mutator
}

fn finish(mut mutator: Mutator) {
    while mutator.end().is_err() {
        mutator.roll_back();
    }
    mutator.depart();
}

fn nodes(mutator: &Mutator, count: usize) -> Vec<Pinned> {
    let fields = [Value::from_small(0); 3];
    (0..count)
        .map(|_| mutator.allocate_pinned(NODE, 0, &fields).expect("room"))
        .collect()
}

/// Nanoseconds per call of `body`, median of the rounds.
fn time(rounds: usize, calls: u32, mut body: impl FnMut()) -> f64 {
    let mut samples: Vec<f64> = (0..rounds)
        .map(|_| {
            let began = Instant::now();
            for _ in 0..calls {
                body();
            }
            began.elapsed().as_nanos() as f64 / f64::from(calls)
        })
        .collect();
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}

struct Bench {
    rounds: usize,
    scale: u32,
}

impl Bench {
    fn row(&self, name: &str, value: f64, unit: &str, base: Option<(f64, &str)>) {
        match base {
            Some((base, what)) => {
                println!(
                    "{name:<52}{value:>10.2} {unit:<3}{:>7.2} x {what}",
                    value / base
                );
            }
            None => println!("{name:<52}{value:>10.2} {unit}"),
        }
    }

    fn empty_transactions(&self) {
        let gil = runtime(Control::Gil, 1);
        let mut mutator = start(&gil);
        let hand_over = time(self.rounds, 1000 * self.scale, || {
            mutator.end().expect("never fails");
            mutator.begin();
        });
        finish(mutator);
        self.row("GIL let go and taken again", hand_over, "ns", None);
        let stm = runtime(Control::Stm, 2);
        let mut mutator = start(&stm);
        let empty = time(self.rounds, 1000 * self.scale, || {
            mutator.commit_and_begin().expect("alone");
        });
        self.row("empty transaction", empty, "ns", Some((hand_over, "GIL")));
        for count in [1, 10, 100, 1000] {
            let nodes = nodes(&mutator, count);
            let number = Value::from_small(1);
            let written = time(self.rounds, 20 * self.scale, || {
                for node in &nodes {
                    mutator.write(node.object()).expect("alone").set(1, number);
                }
                mutator.commit_and_begin().expect("alone");
            });
            self.row(
                &format!("transaction that writes {count}"),
                written,
                "ns",
                None,
            );
        }
        finish(mutator);
    }

    fn barriers(&self) {
        let stm = runtime(Control::Stm, 2);
        let mutator = start(&stm);
        let nodes = nodes(&mutator, 512);
        let plain = self.reads::<GilMode>(&mutator, &nodes);
        let marked = self.reads::<StmMode>(&mutator, &nodes);
        self.row("read without a barrier", plain, "ns", None);
        self.row(
            "read barrier, 16-bit marker",
            marked,
            "ns",
            Some((plain, "plain")),
        );
        let hoisted = time(self.rounds, 100 * self.scale, || {
            let reader = mutator.reader::<StmMode>();
            let mut sum = 0;
            for node in &nodes {
                sum += reader.read(node.object()).raw(1);
            }
            black_box(sum);
        }) / nodes.len() as f64;
        self.row(
            "the same in a loop with a reader",
            hoisted,
            "ns",
            Some((plain, "plain")),
        );
        for node in &nodes {
            mutator
                .write(node.object())
                .expect("alone")
                .set(1, Value::from_small(1));
        }
        let bare = time(self.rounds, 100 * self.scale, || {
            for (number, node) in nodes.iter().enumerate() {
                mutator.read_in::<GilMode>(black_box(node.object()));
                black_box(number);
            }
        }) / 512.0;
        let repeated = time(self.rounds, 100 * self.scale, || {
            for node in &nodes {
                let view = mutator.write(node.object()).expect("alone");
                view.set(1, black_box(Value::from_small(1)));
            }
        }) / 512.0;
        self.row(
            "write barrier, repeated (loop without: below)",
            repeated,
            "ns",
            None,
        );
        self.row("the same loop, touching nothing", bare, "ns", None);
        finish(mutator);
    }

    fn reads<M: Mode>(&self, mutator: &Mutator, nodes: &[Pinned]) -> f64 {
        time(self.rounds, 100 * self.scale, || {
            let mut sum = 0;
            for node in nodes {
                sum += mutator.read_in::<M>(node.object()).raw(1);
            }
            black_box(sum);
        }) / nodes.len() as f64
    }

    fn allocation(&self) {
        let stm = runtime(Control::Stm, 2);
        let mut mutator = start(&stm);
        let fields = [Value::from_small(0); 3];
        let allocated = time(self.rounds, 10 * self.scale, || {
            for _ in 0..1000 {
                black_box(mutator.allocate(NODE, 0, &fields));
            }
            mutator.collect_if_due();
        }) / 1000.0;
        let mut buffer = vec![0u64; 1 << 17];
        let bare = time(self.rounds, 10 * self.scale, || {
            let mut next = 0;
            for _ in 0..1000 {
                next = (next + 4) & ((1 << 17) - 1);
                buffer[next] = black_box(1);
                buffer[next + 1] = 0;
                buffer[next + 2] = 0;
                buffer[next + 3] = 0;
            }
        }) / 1000.0;
        self.row("bare bump of 32 bytes", bare, "ns", None);
        self.row(
            "allocation of 32 bytes",
            allocated,
            "ns",
            Some((bare, "bare")),
        );
        finish(mutator);
    }

    /// What the collector pays for layouts as data, and what a handle would cost builtins.
    fn collection(&self) {
        let stm = runtime(Control::Stm, 2);
        let mut mutator = start(&stm);
        let survivors = time(self.rounds, 10 * self.scale, || {
            let mut last = Value::special(0);
            for _ in 0..1000 {
                last = mutator
                    .allocate(NODE, 0, &[Value::from_small(1), last, last])
                    .value();
            }
            mutator.set_thread_root(0, last);
            mutator.commit_and_begin().expect("alone");
        }) / 1000.0;
        self.row(
            "allocate a node, promote it at commit",
            survivors,
            "ns",
            None,
        );
        mutator.set_thread_root(0, Value::special(0));
        let node = mutator.allocate(NODE, 0, &[Value::from_small(1); 3]);
        let direct = time(self.rounds, 100 * self.scale, || {
            for _ in 0..100 {
                black_box(mutator.read(black_box(node)).get(1));
            }
        }) / 100.0;
        let handled = time(self.rounds, 100 * self.scale, || {
            for _ in 0..100 {
                let root = mutator.root(black_box(node.value()));
                let node = mutator.get(root).as_object().expect("a node");
                black_box(mutator.read(node).get(1));
                mutator.truncate_roots(0);
            }
        }) / 100.0;
        self.row("use of a value held directly", direct, "ns", None);
        self.row(
            "use of a value through a handle",
            handled,
            "ns",
            Some((direct, "direct")),
        );
        finish(mutator);
    }

    fn first_write(&self) {
        let stm = runtime(Control::Stm, 2);
        let mut mutator = start(&stm);
        let nodes = nodes(&mutator, 2048 * 64);
        let began = Instant::now();
        let mut groups = 0;
        for node in nodes.iter().step_by(2048) {
            mutator
                .write(node.object())
                .expect("alone")
                .set(1, Value::from_small(1));
            groups += 1;
        }
        let cost = began.elapsed().as_nanos() as f64 / f64::from(groups);
        self.row("first write to a group of 64 KB", cost / 1000.0, "us", None);
        mutator.commit_and_begin().expect("alone");
        finish(mutator);
    }

    /// Throughput of two threads over one, on work of about `reads` reads and `writes` writes to
    /// nodes drawn from all (`shared`) or from the thread's own half.
    fn scaling(&self, name: &str, shared: bool, batch: u32) {
        let mut ratios: Vec<f64> = (0..self.rounds)
            .map(|_| {
                let one = self.throughput(1, shared, batch);
                let two = self.throughput(2, shared, batch);
                two / one
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        let (low, high) = (ratios[0], ratios[ratios.len() - 1]);
        println!(
            "{name:<52}{:>10.2} x   ({low:.2} to {high:.2})",
            ratios[ratios.len() / 2]
        );
    }

    fn throughput(&self, threads: usize, shared: bool, batch: u32) -> f64 {
        const NODES: usize = 100_000;
        let stm = runtime(Control::Stm, 2);
        let mutator = start(&stm);
        let nodes = Arc::new(nodes(&mutator, NODES));
        finish(mutator);
        let duration = Duration::from_millis(if self.rounds > 1 { 60 } else { 2 });
        let barrier = Arc::new(Barrier::new(threads));
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                let (stm, nodes, barrier) =
                    (Arc::clone(&stm), Arc::clone(&nodes), Arc::clone(&barrier));
                std::thread::spawn(move || {
                    let mut mutator = start(&stm);
                    let mut random = 0x9e37 + thread as u64;
                    let range = if shared {
                        0..NODES
                    } else {
                        half(thread, NODES)
                    };
                    warm(&mut mutator, &nodes[range.clone()]);
                    // A thread that blocks inside a transaction would hold up every commit.
                    while mutator.end().is_err() {
                        mutator.roll_back();
                    }
                    barrier.wait();
                    mutator.begin();
                    let began = Instant::now();
                    let mut operations = 0u64;
                    while began.elapsed() < duration {
                        operations += u64::from(batch);
                        run_batch(&mut mutator, &nodes[range.clone()], &mut random, batch);
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
    }
}

fn half(thread: usize, count: usize) -> std::ops::Range<usize> {
    if thread == 0 {
        0..count / 2
    } else {
        count / 2..count
    }
}

/// Writes every 100th node once, so that the groups are private before the clock starts.
fn warm(mutator: &mut Mutator, nodes: &[Pinned]) {
    for node in nodes.iter().step_by(100) {
        loop {
            let outcome = mutator
                .write(node.object())
                .map(|view| view.set(2, Value::from_small(1)));
            match outcome.and_then(|()| mutator.commit_and_begin()) {
                Ok(()) => break,
                Err(_) => mutator.roll_back(),
            }
        }
    }
}

/// `batch` operations of 20 reads, 2 writes and about a microsecond of work, as one transaction.
fn run_batch(mutator: &mut Mutator, nodes: &[Pinned], random: &mut u64, batch: u32) {
    let seed = *random;
    loop {
        *random = seed;
        let outcome = (0..batch).try_for_each(|_| {
            let mut sum = 0;
            for _ in 0..20 {
                sum += mutator
                    .read(pick(nodes, random).object())
                    .get(1)
                    .as_integer()
                    .unwrap_or(0);
                spin(40);
            }
            for _ in 0..2 {
                let node = pick(nodes, random);
                let number = Value::from_small((sum & 0xff) as i32);
                mutator.write(node.object())?.set(1, number);
            }
            mutator.safepoint().map(|_| ())
        });
        match outcome.and_then(|()| mutator.commit_and_begin()) {
            Ok(()) => return,
            Err(_) => mutator.roll_back(),
        }
    }
}

fn pick(nodes: &[Pinned], random: &mut u64) -> Pinned {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    nodes[(*random >> 20) as usize % nodes.len()]
}

/// Work that no compiler folds.
fn spin(count: u32) {
    let mut state = 1u64;
    for _ in 0..count {
        state = black_box((state ^ (state >> 7)).wrapping_mul(0x9e37_79b9));
    }
}

fn main() {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let bench = if is_bench {
        Bench {
            rounds: 9,
            scale: 100,
        }
    } else {
        Bench {
            rounds: 1,
            scale: 1,
        }
    };
    bench.empty_transactions();
    bench.barriers();
    bench.allocation();
    bench.collection();
    bench.first_write();
    bench.scaling("2 threads, disjoint halves, 10 operations", false, 10);
    bench.scaling("2 threads, 100,000 nodes, 1 operation (1 us)", true, 1);
    bench.scaling("2 threads, 100,000 nodes, 10 operations", true, 10);
    bench.scaling("2 threads, 100,000 nodes, 100 operations", true, 100);
}
