//! Programs on simulated machines: they print the same output as elsewhere, a seed replays a run to
//! the cycle, and the machine sees the events that it should see.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const MACHINES: [&str; 3] = ["zec12", "xeon-e3-1275v3", "xeon-current"];
const CONTROLS: [&str; 5] = ["gil", "htm-1", "htm-16", "htm-256", "htm-dynamic"];

fn own_program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(name)
}

/// Runs a program; returns its output and the report.
fn run(program: &Path, options: &[&str]) -> (String, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_motet-sim"))
        .args(options)
        .args(["--json", "-"])
        .arg(program)
        .output()
        .expect("the simulator runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{options:?}: {errors}");
    let text = String::from_utf8(output.stdout).expect("text");
    let start = text.rfind("\n{\n").map_or(0, |place| place + 1);
    let report = serde_json::from_str(&text[start..]).expect("one object at the end");
    (text[..start].to_owned(), report)
}

fn sum(parts: &Value) -> u64 {
    let numbers = parts.as_object().expect("an object").values();
    numbers
        .map(|number| number.as_u64().expect("a count"))
        .sum()
}

#[test]
fn all_controls_on_all_machines_print_the_same() {
    let expected = [
        ("counters.py", "360 360 [7140, 7140, 7140] 180.0 21\n"),
        ("large_writes.py", "[16800, 19200]\n"),
        (
            "handover.py",
            "True [-1, 60, 30, 20, -1, 60, 30, 20, -1, 60, 30, 20] True\n",
        ),
    ];
    for (program, output) in expected {
        for machine in MACHINES {
            // The last machine is as the one before, but for its sizes.
            let controls = match machine {
                "xeon-current" => &CONTROLS[4..],
                _ => &CONTROLS[..],
            };
            for control in controls {
                let options = ["--machine", machine, "--tm", control, "--cores", "4"];
                let (printed, report) = run(&own_program(program), &options);
                assert_eq!(printed, output, "{program} {options:?}");
                assert!(report["cycles"].as_u64() > Some(0));
                assert!(report["gil_acquisitions"].as_u64() > Some(0));
            }
        }
    }
}

#[test]
fn a_seed_replays_a_run_to_the_cycle_and_seeds_differ() {
    let options = |seed| ["--tm", "htm-16", "--cores", "3", "--seed", seed];
    let program = own_program("counters.py");
    let first = run(&program, &options("7"));
    assert_eq!(first, run(&program, &options("7")));
    let other = run(&program, &options("8"));
    assert_eq!(first.0, other.0);
    assert_ne!(first.1["cycles"], other.1["cycles"]);
}

#[test]
fn the_machine_sees_every_conflict_that_the_software_sees() {
    for machine in MACHINES {
        for control in ["htm-1", "htm-16"] {
            let options = ["--machine", machine, "--tm", control, "--cores", "4"];
            let (_, report) = run(&own_program("counters.py"), &options);
            let conflicts = &report["aborts"]["read_conflict"];
            assert!(conflicts.as_u64() > Some(0), "{options:?}");
            assert_eq!(report["software_conflicts"], 0, "{options:?}");
        }
    }
}

/// Breaks a part of the conflict detection by hand, which then misses its conflicts.
#[test]
fn a_machine_that_misses_conflicts_is_found_out() {
    let options = ["--tm", "htm-16", "--cores", "4"];
    let broken = |part| {
        let options = [&options[..], &["--break", part]].concat();
        let (printed, report) = run(&own_program("counters.py"), &options);
        assert!(printed.starts_with("360 360 "), "software still sees them");
        report
    };
    let (_, whole) = run(&own_program("counters.py"), &options);
    assert!(whole["aborts"]["read_conflict"].as_u64() > Some(0));
    let without_readers = broken("readers");
    // The software may see a conflict that the machine has missed: as a conflict of the read set.
    let missed = without_readers["software_conflicts"].as_u64();
    let seen = without_readers["aborts"]["read_conflict"].as_u64();
    assert_eq!(seen.unwrap_or(0), missed.expect("a count"));
    // Most that is written was read before, so the readers' part sees these too.
    assert!(whole["aborts"]["write_conflict"].as_u64() > Some(0));
    assert_eq!(broken("writer")["aborts"]["write_conflict"], Value::Null);
}

#[test]
fn what_does_not_fit_overflows() {
    let options = ["--resident", "--tm", "htm-256", "--cores", "2"];
    let overflows = |options: &[&str]| {
        let (_, report) = run(&own_program("large_writes.py"), options);
        report["aborts"]["write_capacity"].as_u64().unwrap_or(0)
    };
    assert!(overflows(&options) > 0);
    let broken = [&options[..], &["--break", "capacity"]].concat();
    assert_eq!(overflows(&broken), 0);
}

/// A list is refilled while others run: a transaction that has read the head of the global list and
/// finds it written by another has a conflict of its read set (facts A5, A6). An abort gives back
/// the slots that the transaction has taken.
#[test]
fn free_lists_are_refilled_in_transactions() {
    // To follow the links takes long here, so that others come in between.
    let options = ["--resident", "--cores", "8", "--cost", "stream=2000"];
    let run = |control| {
        let options = [&options[..], &["--tm", control]].concat();
        run(&own_program("floats.py"), &options).1
    };
    let count = |report: &Value, name: &str| report[name].as_u64().unwrap_or(0);
    let (serial, elided) = (run("gil"), run("htm-16"));
    let in_allocator = count(&elided["conflicts_in"], "allocator and other globals");
    assert!(in_allocator > 100, "{in_allocator}");
    let aborts = &elided["aborts"];
    let of_reads = count(aborts, "read_conflict");
    assert!(of_reads > count(aborts, "write_conflict"), "{aborts}");
    // Attempts were repeated, but nothing was taken twice, up to a list of each thread.
    assert!(count(&elided, "refills") > count(&serial, "refills") + in_allocator / 2);
    let (needed, taken) = (count(&serial, "slots_taken"), count(&elided, "slots_taken"));
    assert!(
        taken >= needed - 8 * 256 && taken <= needed + 8 * 256,
        "{needed} {taken}"
    );
}

#[test]
fn what_is_counted_adds_up() {
    let options = ["--tm", "htm-16", "--cores", "4"];
    let (_, report) = run(&own_program("counters.py"), &options);
    let begins = report["begins"].as_u64().expect("a count");
    let commits = report["commits"].as_u64().expect("a count");
    let aborts = sum(&report["aborts"]);
    assert_eq!(begins, commits + aborts, "each transaction ends once");
    // No cycle is counted twice: four cores cannot use more than they have, but for threads that
    // sleep (the main thread waits for the others).
    let used =
        sum(&report["breakdown"]) - report["breakdown"]["blocked"].as_u64().expect("a count");
    assert!(used <= 5 * report["cycles"].as_u64().expect("a count"));
}

#[test]
fn wrong_options_are_refused() {
    for options in [
        &["--machine", "abacus"][..],
        &["--tm", "stm"],
        &["--cores", "13"],
        &["--rejections", "many"],
        &["--keep-conflicts", "nothing"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_motet-sim"))
            .args(options)
            .arg(own_program("counters.py"))
            .output()
            .expect("the simulator runs");
        assert_eq!(output.status.code(), Some(2), "{options:?}");
    }
}
