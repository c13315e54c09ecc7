//! Resident size of one, two and four segments over the same heap. Each figure is that of a process
//! of its own.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use motet_tm::{CommitEngine, Mutator, Pinned, Value};

use crate::support::{ENGINES, atomically, finish, nodes, start, stm, wait_for};
use crate::table::Table;

/// 32 MB of nodes.
const NODES: usize = 1 << 20;

/// The uses of the heap before it is measured.
const USES: [(&str, usize); 3] = [
    ("read only", usize::MAX),
    ("every second group written", 4096),
    ("all groups written", 2048),
];

/// All figures.
pub(crate) fn memory(table: &mut Table) {
    let program = std::env::current_exe().expect("this program has a path");
    for (_, engine) in ENGINES {
        for segments in [1, 2, 4] {
            for (name, _) in USES {
                let segments_text = segments.to_string();
                let output = Command::new(&program)
                    .args(["--memory", engine, &segments_text, name])
                    .output()
                    .expect("the kernel starts a process");
                let text = String::from_utf8_lossy(&output.stdout);
                let resident_mb = text.trim().parse().expect("a number");
                let row = format!("32 MB in {segments} segments, {name}, {engine}");
                table.figure(&row, resident_mb, "MB");
            }
        }
    }
}

/// The work of the child process: each segment reads all and writes some; prints megabytes.
pub(crate) fn measure(arguments: &[String]) {
    let [engine, segments, name] = arguments else {
        panic!("--memory ENGINE SEGMENTS USE");
    };
    let segments: usize = segments.parse().expect("a number");
    let (engine, _) = ENGINES
        .into_iter()
        .find(|(_, known)| known == engine)
        .expect("an engine");
    let (_, step) = USES
        .into_iter()
        .find(|(known, _)| known == name)
        .expect("a use");
    println!("{:.1}", resident_after(engine, segments, step));
}

/// As many threads as segments, all with an open transaction at once, so that each has its own.
fn resident_after(engine: CommitEngine, segments: usize, step: usize) -> f64 {
    let runtime = stm(engine, segments);
    let first = start(&runtime);
    let nodes = nodes(&first, NODES);
    finish(first);
    let (arrived, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..segments {
            scope.spawn(|| {
                let mut mutator = start(&runtime);
                arrived.fetch_add(1, Ordering::SeqCst);
                wait_for(&mut mutator, &arrived, segments);
                use_heap(&mut mutator, &nodes, step);
                done.fetch_add(1, Ordering::SeqCst);
                wait_for(&mut mutator, &done, segments);
                finish(mutator);
            });
        }
    });
    resident_mb()
}

fn use_heap(mutator: &mut Mutator, nodes: &[Pinned], step: usize) {
    for (index, node) in nodes.iter().enumerate() {
        std::hint::black_box(mutator.read(node.object()).get(1));
        if index % 1024 == 0 {
            atomically(mutator, |mutator| mutator.safepoint().map(|_| ()));
        }
    }
    for node in nodes.iter().step_by(step) {
        atomically(mutator, |mutator| {
            mutator.safepoint()?;
            mutator.write(node.object())?.set(1, Value::from_small(1));
            Ok(())
        });
    }
}

/// The proportional set size: a page that several segments map counts once.
fn resident_mb() -> f64 {
    let rollup = std::fs::read_to_string("/proc/self/smaps_rollup").expect("this is Linux");
    let pages = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kilobytes = pages.and_then(|text| text.split_whitespace().next());
    let kilobytes = kilobytes.and_then(|text| text.parse::<f64>().ok());
    kilobytes.expect("a number of kilobytes") * 1024.0 / 1e6
}
