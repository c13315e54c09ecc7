//! The cost that recording events adds to a transaction.

use motet_tm::{CommitEngine, Mutator, Pinned, Value};

use crate::support::{ENGINES, Effort, finish, median, nodes, spin, start, time, with_events};
use crate::table::Table;

/// On against off in short turns, so that a busy machine disturbs both alike; the median of the
/// differences.
pub(crate) fn events(table: &mut Table, effort: Effort) {
    let ten_us = (10_000.0 / (time(effort, 100, || spin(1000)) / 1000.0)) as u32;
    for (engine, name) in ENGINES {
        for (work, spins, writes, calls) in [
            ("empty", 0, 0, 200),
            ("10 writes", 0, 10, 50),
            ("10 us, 2 writes", ten_us, 2, 5),
        ] {
            let (added, off) = added(engine, effort, calls, spins, writes);
            let name = format!("events add to a transaction, {work}, {name}");
            table.cost(&name, added, "ns", off, "of it");
        }
    }
}

fn added(
    engine: CommitEngine,
    effort: Effort,
    calls: u32,
    spins: u32,
    writes: usize,
) -> (f64, f64) {
    let new = |is_on| {
        let mutator = start(&with_events(engine, is_on));
        let nodes = nodes(&mutator, writes);
        (mutator, nodes)
    };
    let (mut off, mut on) = (new(false), new(true));
    let turn = Effort {
        rounds: 1,
        ..effort
    };
    let run = |(mutator, nodes): &mut (Mutator, Vec<Pinned>)| {
        time(turn, calls, || {
            for node in &*nodes {
                let view = mutator.write(node.object()).expect("alone");
                view.set(1, Value::from_small(1));
            }
            spin(spins);
            mutator.commit_and_begin().expect("alone");
        })
    };
    let turns: Vec<_> = (0..40 * effort.rounds)
        .map(|_| (run(&mut off), run(&mut on)))
        .collect();
    finish(off.0);
    finish(on.0);
    let added = median(turns.iter().map(|(off, on)| on - off).collect());
    (added, median(turns.iter().map(|(off, _)| *off).collect()))
}
