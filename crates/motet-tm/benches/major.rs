//! The cost of a major collection, and the memory that it gives back. Prints a table.
//!
//! `cargo bench -p motet-tm --bench major` measures; run as a test it does it once, small.

use std::sync::Arc;
use std::time::Instant;

use motet_tm::{Config, Control, Layout, LayoutId, Mutator, Runtime, Shape, Value};

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

fn start(runtime: &Arc<Runtime>) -> Mutator {
    let mut mutator = runtime.new_mutator().expect("maps");
    let first = mutator.stack.start();
    mutator.stack.set_frame(first, first.wrapping_add(8));
    mutator.begin();
    mutator
}

/// Fills thread root 0 with an array of `count` nodes, committed.
fn fill(mutator: &mut Mutator, count: u64) {
    let nothing = Value::special(0);
    let array = mutator.allocate_array(ARRAY, 0, count, nothing);
    let array = array.expect("room").object().value();
    mutator.set_thread_root(0, array);
    mutator.commit_and_begin().expect("alone");
    for index in 0..count {
        let node = mutator.allocate(NODE, 0, &[Value::from_small(1), nothing, nothing]);
        let array = mutator.thread_root(0).as_object().expect("an array");
        mutator
            .write_element(array, index, node.value())
            .expect("alone");
        if index % 10_000 == 0 {
            mutator.commit_and_begin().expect("alone");
        }
    }
    mutator.commit_and_begin().expect("alone");
}

/// Writes every node, so that all groups are private.
fn write_all(mutator: &mut Mutator, count: u64) {
    for index in 0..count {
        let array = mutator.thread_root(0).as_object().expect("an array");
        let node = mutator.read_element(array, index).as_object();
        let view = mutator.write(node.expect("a node")).expect("alone");
        view.set(1, Value::from_small(2));
        if index % 10_000 == 0 {
            mutator.commit_and_begin().expect("alone");
        }
    }
    mutator.commit_and_begin().expect("alone");
}

/// Changes the order of the nodes in the array, so that those that follow each other lie anywhere.
fn scatter(mutator: &mut Mutator, count: u64) {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for index in 1..count {
        // (The xorshift of Marsaglia: any order will do that no processor foresees.)
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let array = mutator.thread_root(0).as_object().expect("an array");
        let other = seed % index;
        let (first, second) = (
            mutator.read_element(array, index),
            mutator.read_element(array, other),
        );
        mutator.write_element(array, index, second).expect("alone");
        mutator.write_element(array, other, first).expect("alone");
        if index % 10_000 == 0 {
            mutator.commit_and_begin().expect("alone");
        }
    }
    mutator.commit_and_begin().expect("alone");
}

/// Megabytes that the process has in memory.
fn resident_mb() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    (pages.unwrap_or(0u64) * 4096) >> 20
}

fn timed(mutator: &mut Mutator) -> f64 {
    let start = Instant::now();
    assert!(mutator.collect_major());
    start.elapsed().as_secs_f64() * 1e3
}

fn measure(control: Control, count: u64) {
    let config = Config {
        control,
        segments: 2,
        heap_bytes_max: 4 << 30,
        major_bytes_min: 4 << 30,
        ..Config::default()
    };
    let runtime = Runtime::new(config, layouts()).expect("maps");
    let empty_mb = resident_mb();
    let mut mutator = start(&runtime);
    fill(&mut mutator, count);
    let live_mb = (count * 40) as f64 / 1e6;
    let first_ms = timed(&mut mutator);
    let (again_ms, full_mb) = (timed(&mut mutator), resident_mb());
    scatter(&mut mutator, count);
    let scattered_ms = timed(&mut mutator);
    write_all(&mut mutator, count);
    let private_mb = resident_mb();
    let before = runtime.statistics().reshared_groups;
    let share_ms = timed(&mut mutator);
    let groups = runtime.statistics().reshared_groups - before;
    let shared_mb = resident_mb();
    mutator.set_thread_root(0, Value::special(0));
    mutator.commit_and_begin().expect("alone");
    let drop_ms = timed(&mut mutator);
    println!(
        "{control:?}: {live_mb:.0} MB live: {first_ms:.2} ms, again {again_ms:.2} ms \
         ({:.3} ms/MB), scattered {scattered_ms:.2} ms; {groups} groups shared again \
         {share_ms:.2} ms ({:.2} us each); all dead \
         {drop_ms:.2} ms",
        again_ms / live_mb,
        (share_ms - scattered_ms) * 1e3 / (groups.max(1)) as f64
    );
    println!(
        "    resident MB: empty {empty_mb}, filled {full_mb}, all written {private_mb}, shared \
         again {shared_mb}, all dead {}",
        resident_mb()
    );
    mutator.end().expect("alone");
}

fn main() {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let counts: &[u64] = if is_bench {
        &[100_000, 1_000_000, 5_000_000]
    } else {
        &[1_000]
    };
    for control in [Control::Stm, Control::Gil] {
        for count in counts {
            measure(control, *count);
        }
    }
}
