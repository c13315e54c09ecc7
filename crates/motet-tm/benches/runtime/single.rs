//! The costs of the operations of one thread.

use std::cell::Cell;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use motet_tm::{CommitEngine, GilMode, Mode, Mutator, Object, Pinned, StmMode, Value};

use crate::support::{
    ENGINES, Effort, NODE, atomically, finish, gil, nodes, start, stm, time, use_all_segments,
};
use crate::table::Table;

/// Begin and commit, by the kind of writes and by the number of segments.
pub(crate) fn transactions(table: &mut Table, effort: Effort) {
    let runtime = gil();
    let mut mutator = start(&runtime);
    let hand_over = time(effort, 1000, || {
        mutator.end().expect("never fails");
        mutator.begin();
    });
    finish(mutator);
    table.figure("GIL let go and taken again", hand_over, "ns");
    for (engine, name) in ENGINES {
        let runtime = stm(engine, 2);
        let mut mutator = start(&runtime);
        let empty = time(effort, 1000, || {
            mutator.commit_and_begin().expect("alone");
        });
        table.cost(
            &format!("empty transaction, {name}"),
            empty,
            "ns",
            hand_over,
            "GIL",
        );
        finish(mutator);
    }
    for (engine, name) in ENGINES {
        for segments in [1, 2, 4, 8] {
            for count in [1, 10, 100, 1000] {
                let runtime = stm(engine, segments);
                use_all_segments(&runtime, segments);
                let mut mutator = start(&runtime);
                let nodes = nodes(&mutator, count);
                let number = Value::from_small(1);
                let calls = 2000 / count as u32;
                let written = time(effort, calls.max(20), || {
                    atomically(&mut mutator, |mutator| {
                        for node in &nodes {
                            mutator.write(node.object())?.set(1, number);
                        }
                        Ok(())
                    });
                });
                finish(mutator);
                table.figure(
                    &format!("transaction that writes {count}, {name}, {segments} segments"),
                    written,
                    "ns",
                );
            }
        }
    }
}

/// Barriers in loops over objects in cache.
pub(crate) fn barriers(table: &mut Table, effort: Effort) {
    for (count, cache) in [(512, "L1"), (8192, "L2")] {
        let runtime = stm(CommitEngine::Log, 2);
        let mutator = start(&runtime);
        let nodes = nodes(&mutator, count);
        let plain = reads::<GilMode>(&mutator, &nodes, effort);
        let marked = reads::<StmMode>(&mutator, &nodes, effort);
        table.figure(&format!("read without a barrier, {cache}"), plain, "ns");
        table.cost(
            &format!("read barrier, {cache}"),
            marked,
            "ns",
            plain,
            "plain",
        );
        link(&mutator, &nodes);
        let plain = chase::<GilMode>(&mutator, &nodes, effort);
        let marked = chase::<StmMode>(&mutator, &nodes, effort);
        table.figure(
            &format!("follow references, no barrier, {cache}"),
            plain,
            "ns",
        );
        table.cost(
            &format!("follow references, read barrier, {cache}"),
            marked,
            "ns",
            plain,
            "plain",
        );
        finish(mutator);
    }
    writes(table, effort);
}

fn reads<M: Mode>(mutator: &Mutator, nodes: &[Pinned], effort: Effort) -> f64 {
    time(effort, 51_200 / nodes.len() as u32, || {
        let reader = mutator.reader::<M>();
        let mut sum = 0;
        for node in nodes {
            sum += reader.read(node.object()).raw(1);
        }
        black_box(sum);
    }) / nodes.len() as f64
}

/// Links the nodes to a ring in an order that no prefetcher guesses.
fn link(mutator: &Mutator, nodes: &[Pinned]) {
    let count = nodes.len();
    // A step that has no factor in common with the count, a power of two, visits all.
    let step = count / 2 + 37;
    for index in 0..count {
        let next = nodes[(index + step) % count].value();
        let view = mutator.write(nodes[index].object()).expect("alone");
        view.set(2, next);
    }
}

fn chase<M: Mode>(mutator: &Mutator, nodes: &[Pinned], effort: Effort) -> f64 {
    time(effort, 51_200 / nodes.len() as u32, || {
        let reader = mutator.reader::<M>();
        let mut at: Object<'_> = nodes[0].object();
        for _ in 0..nodes.len() {
            at = reader.read(at).get(2).as_object().expect("a ring");
        }
        black_box(at);
    }) / nodes.len() as f64
}

fn writes(table: &mut Table, effort: Effort) {
    let runtime = stm(CommitEngine::Log, 2);
    let mutator = start(&runtime);
    let nodes = nodes(&mutator, 512);
    let number = Value::from_small(1);
    let views: Vec<_> = nodes
        .iter()
        .map(|node| mutator.write(node.object()).expect("alone"))
        .collect();
    let plain = time(effort, 100, || {
        for view in &views {
            view.set(1, black_box(number));
        }
    }) / 512.0;
    let repeated = time(effort, 100, || {
        for node in &nodes {
            let view = mutator.write(node.object()).expect("alone");
            view.set(1, black_box(number));
        }
    }) / 512.0;
    table.figure("store through a view that is held", plain, "ns");
    table.cost("write barrier, repeated", repeated, "ns", plain, "plain");
    finish(mutator);
}

/// Allocation against a bare bump pointer with the same check and the same stores.
pub(crate) fn allocation(table: &mut Table, effort: Effort) {
    const BYTES: usize = 1 << 20;
    let runtime = stm(CommitEngine::Log, 2);
    let mut mutator = start(&runtime);
    let fields = [Value::from_small(0); 3];
    let memory: Vec<AtomicU64> = (0..BYTES / 8).map(|_| AtomicU64::new(0)).collect();
    let next = Cell::new(0);
    let bare = time(effort, 10, || {
        bump_thousand(&memory, &next, black_box(&[1, 0, 0]));
    }) / 1000.0;
    let allocated = time(effort, 10, || {
        allocate_thousand(&mutator, black_box(&fields));
        mutator.collect_if_due();
    }) / 1000.0;
    table.figure("bare bump of 32 bytes", bare, "ns");
    table.cost("allocation of 32 bytes", allocated, "ns", bare, "bare");
    finish(mutator);
}

/// A bare bump pointer that starts again at the end of its memory.
#[inline(never)]
fn bump_thousand(memory: &[AtomicU64], next: &Cell<usize>, fields: &[u64; 3]) {
    for _ in 0..1000 {
        let start = next.get();
        let Some([header, object @ ..]) = memory.get(start..start + 4) else {
            next.set(0);
            continue;
        };
        next.set(start + 4);
        header.store(0, Ordering::Relaxed);
        for (word, field) in object.iter().zip(fields) {
            word.store(*field, Ordering::Relaxed);
        }
        black_box(header);
    }
}

/// A function of its own, so that its machine code is easily found.
#[inline(never)]
fn allocate_thousand(mutator: &Mutator, fields: &[Value<'_>; 3]) {
    for _ in 0..1000 {
        black_box(mutator.allocate(NODE, 0, fields));
    }
}

/// The cost of survivors, and that of a handle for the language's native code.
pub(crate) fn collection(table: &mut Table, effort: Effort) {
    let runtime = stm(CommitEngine::Log, 2);
    let mut mutator = start(&runtime);
    let survivors = time(effort, 10, || {
        let mut last = Value::special(0);
        for _ in 0..1000 {
            last = mutator
                .allocate(NODE, 0, &[Value::from_small(1), last, last])
                .value();
        }
        mutator.set_thread_root(0, last);
        mutator.commit_and_begin().expect("alone");
    }) / 1000.0;
    table.figure("allocate a node, promote it at commit", survivors, "ns");
    mutator.set_thread_root(0, Value::special(0));
    let node = mutator.allocate(NODE, 0, &[Value::from_small(1); 3]);
    let direct = time(effort, 100, || {
        for _ in 0..100 {
            black_box(mutator.read(black_box(node)).get(1));
        }
    }) / 100.0;
    let handled = time(effort, 100, || {
        for _ in 0..100 {
            let root = mutator.root(black_box(node.value()));
            let node = mutator.get(root).as_object().expect("a node");
            black_box(mutator.read(node).get(1));
            mutator.truncate_roots(0);
        }
    }) / 100.0;
    table.figure("use of a value held directly", direct, "ns");
    table.cost(
        "use of a value by a handle",
        handled,
        "ns",
        direct,
        "direct",
    );
    finish(mutator);
}

/// The first write to a group gives segments copies of 64 KB.
pub(crate) fn first_write(table: &mut Table) {
    const NODES_A_GROUP: usize = 2048;
    for (engine, name) in ENGINES {
        for segments in [2, 4, 8] {
            let runtime = stm(engine, segments);
            use_all_segments(&runtime, segments);
            let mut mutator = start(&runtime);
            let nodes = nodes(&mutator, NODES_A_GROUP * 64);
            let began = std::time::Instant::now();
            for node in nodes.iter().step_by(NODES_A_GROUP) {
                let view = mutator.write(node.object()).expect("alone");
                view.set(1, Value::from_small(1));
            }
            let cost_us = began.elapsed().as_secs_f64() * 1e6 / 64.0;
            table.figure(
                &format!("first write to 64 KB, {name}, {segments} segments"),
                cost_us,
                "us",
            );
            mutator.commit_and_begin().expect("alone");
            finish(mutator);
        }
    }
}
