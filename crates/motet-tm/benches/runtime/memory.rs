//! Resident size of one, two and four segments over the same heap. Each figure is that of a process
//! of its own.

use std::process::Command;

use motet_tm::{CommitEngine, Value};

use crate::support::{ENGINES, atomically, end, nodes, start, stm};
use crate::table::Table;

/// 32 MB of nodes.
const NODES: usize = 1 << 20;

/// What is done to the heap before it is measured.
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

/// What the child process does: each segment reads all and writes some; prints megabytes.
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
    use_heap(engine, segments, step);
    println!("{:.1}", resident_mb());
}

fn use_heap(engine: CommitEngine, segments: usize, step: usize) {
    let runtime = stm(engine, segments);
    let mut first = start(&runtime);
    let nodes = nodes(&first, NODES);
    end(&mut first);
    // A thread for each segment, all with an open transaction at once, so that all are used.
    let mut mutators: Vec<_> = (0..segments).map(|_| start(&runtime)).collect();
    for mutator in &mut mutators {
        end(mutator);
    }
    for mutator in &mut mutators {
        mutator.begin();
        for node in &nodes {
            std::hint::black_box(mutator.read(node.object()).get(1));
        }
        for node in nodes.iter().step_by(step) {
            atomically(mutator, |mutator| {
                mutator.write(node.object())?.set(1, Value::from_small(1));
                Ok(())
            });
        }
        end(mutator);
    }
}

fn resident_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/statm").expect("this is Linux");
    let pages = status.split_whitespace().nth(1).expect("resident pages");
    pages.parse::<f64>().expect("a number") * 4096.0 / 1e6
}
