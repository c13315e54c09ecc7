//! Programs of the suite on a simulated machine: they print the output that is recorded beside
//! them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs programs of `tests/programs`, and compares.
fn compare(names: &[&str], options: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    for name in names {
        let file = |extension: &str| -> PathBuf { root.join(name).with_extension(extension) };
        let output = Command::new(env!("CARGO_BIN_EXE_motet-sim"))
            .args(["--cores", "4"])
            .args(options)
            .arg(file("py"))
            .stdin(Stdio::null())
            .output()
            .expect("the simulator runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        let printed = String::from_utf8_lossy(&output.stdout);
        let expected = std::fs::read_to_string(file("out")).expect("recorded output");
        assert_eq!(printed, expected, "{name} {options:?}: {errors}");
    }
}

#[test]
fn threads_with_the_paper_s_yield_points() {
    let names = [
        "threads/barrier",
        "threads/condition",
        "threads/events",
        "threads/lock",
        "threads/ping_pong",
        "threads/producer_consumer",
        "threads/semaphores",
        "threads/thread_locals",
    ];
    compare(&names, &["--tm", "htm-dynamic"]);
}

#[test]
fn what_the_gil_guarantees_with_the_language_s_own_yield_points() {
    // With the paper's they do not hold: threads switch in the middle of a step.
    let names = [
        "gil_guarantees/augmented_items",
        "gil_guarantees/list_append",
        "gil_guarantees/shared_iterators",
    ];
    let options = ["--yield-points", "coarse", "--machine", "xeon-e3-1275v3"];
    compare(&names, &[&options[..], &["--tm", "htm-16"]].concat());
}
