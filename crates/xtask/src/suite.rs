//! `cargo xtask test`: everything that must pass before a change goes in, summed up in one last
//! line.

use crate::workspace::{cargo, programs, refuse_options, release_binary, root, shown};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// All that tests/programs are run under, in groups, what finds most first; the test harness knows
/// what each name means.
const VARIANT_GROUPS: [&str; 6] = [
    "stm,gil,all",
    "seed1,htm-imagined,abort,collect",
    "commit,stop,major",
    "htm-abort,htm-seed1,gil-collect",
    "stop-abort,segments,gil-major",
    "seed2,seed3",
];

/// On a machine so slow that this has passed, the groups of variants that are left are not begun,
/// and the end says so.
const TIME_FOR_ALL: Duration = Duration::from_secs(35 * 60);

/// How long the stress programs run, all together.
const STRESS_SECONDS: usize = 60;

/// More failures than these are not explained by a busy machine.
const SECOND_CHANCES: usize = 5;

/// How much of a test's failure is said again at the end.
const FAILURE_LINES: usize = 40;

/// A stress program looks at the clock only between its rounds, and the machine may be busy.
const STRESS_GRACE: Duration = Duration::from_secs(60);

/// When it all began.
static START: OnceLock<Instant> = OnceLock::new();

/// Says what comes next, and how long it took to get here.
fn heading(title: &str) {
    let seconds = START.get_or_init(Instant::now).elapsed().as_secs();
    println!("== {title} (after {}:{:02})", seconds / 60, seconds % 60);
}

/// How many checks went which way, and what those that did not pass have said.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tally {
    passed: usize,
    failed: usize,
    /// Tests that failed on a busy machine and passed when they were run again.
    unsteady: usize,
    /// The lines to be repeated at the end.
    told: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.unsteady += other.unsteady;
        self.told.extend(other.told);
    }

    fn of(passed: bool) -> Tally {
        Tally {
            passed: usize::from(passed),
            failed: usize::from(!passed),
            ..Tally::default()
        }
    }

    fn failed(title: String) -> Tally {
        Tally {
            failed: 1,
            told: vec![title],
            ..Tally::default()
        }
    }
}

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    refuse_options(arguments)?;
    let start = *START.get_or_init(Instant::now);
    let mut tally = Tally::default();
    tally.add(one_check(
        "format",
        cargo().args(["fmt", "--all", "--check"]),
    ));
    let clippy = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--quiet",
        "--",
        "-D",
        "warnings",
    ];
    tally.add(one_check("lints", cargo().args(clippy)));
    tally.add(tests_with_assertions());
    tally.add(counted("all interleavings", &mut interleavings()));
    match release_binary() {
        Ok(binary) => tally.add(release_tests(&binary, start)),
        Err(message) => {
            eprintln!("{message}");
            tally.add(Tally::failed("release build".to_string()));
        }
    }
    conclude(&tally)
}

/// What is tried with the interpreter as its users get it.
fn release_tests(binary: &Path, start: Instant) -> Tally {
    let mut benchmarks = cargo();
    benchmarks.args(["test", "--package", "motet", "--test", "bench_programs"]);
    benchmarks.env("MOTET_TEST_BINARY", binary);
    let mut tally = counted("benchmark programs, tiny", &mut benchmarks);
    // Only release builds have the interpreter's fast halves.
    let mut handlers = cargo();
    handlers.args(["test", "--package", "motet", "--test", "handlers"]);
    handlers.env("MOTET_TEST_BINARY", binary);
    tally.add(counted("fast halves", &mut handlers));
    tally.add(stress(binary));
    tally.add(conformance(binary));
    for variants in VARIANT_GROUPS {
        let title = format!("programs under {variants}");
        if start.elapsed() > TIME_FOR_ALL {
            println!("== {title}: left out, the time was up");
            tally.told.push(format!("LEFT OUT {title}"));
            continue;
        }
        let mut suite = cargo();
        suite.args(["test", "--package", "motet", "--test", "programs"]);
        suite.env("MOTET_TEST_BINARY", binary);
        suite.env("MOTET_TEST_VARIANTS", variants);
        tally.add(counted(&title, &mut suite));
    }
    tally
}

/// Says what did not pass, and the one line that counts, which stays the last.
fn conclude(tally: &Tally) -> Result<(), String> {
    heading("the end");
    if !tally.told.is_empty() {
        println!("== what failed, passed only when it was run again, or was left out");
    }
    for line in &tally.told {
        println!("{line}");
    }
    let unsteady = match tally.unsteady {
        0 => String::new(),
        count => format!(" ({count} only when run again)"),
    };
    println!("{} passed{unsteady}, {} failed", tally.passed, tally.failed);
    // The counting line stays the last: no message after it.
    if tally.failed > 0 {
        std::process::exit(1);
    }
    Ok(())
}

/// `cargo test` of everything; tidy itself is one of the tests of this crate.
fn tests_with_assertions() -> Tally {
    let mut tests = cargo();
    tests.args(["test", "--workspace", "--no-fail-fast"]);
    tests.args(["--exclude", "motet"]);
    let mut tally = counted("tests with debug assertions", &mut tests);
    let mut tests = cargo();
    tests.args(["test", "--package", "motet", "--no-fail-fast"]);
    let tested = counted("the command, with debug assertions", &mut tests);
    tally.add(with_second_chance(tested));
    tally
}

/// The lock-free parts under a model checker: another configuration of the runtime, so in a target
/// directory of its own.
fn interleavings() -> Command {
    let mut command = cargo();
    command.env("RUSTFLAGS", "--cfg loom");
    command.args(["test", "--package", "motet-tm", "--lib"]);
    command.arg("--target-dir").arg(root().join("target/loom"));
    command.arg("interleavings");
    command
}

/// CPython's own tests, as far as they are here.
fn conformance(binary: &Path) -> Tally {
    heading("conformance");
    match crate::conformance::judge(binary) {
        Ok((passed, failed)) => Tally {
            passed,
            failed,
            ..Tally::default()
        },
        Err(message) => Tally::failed(format!("conformance: {message}")),
    }
}

fn one_check(title: &str, command: &mut Command) -> Tally {
    heading(title);
    let passed = command.status().is_ok_and(|status| status.success());
    if passed {
        return Tally::of(true);
    }
    Tally::failed(format!("{title}: {command:?}"))
}

/// Runs tests, shows what they print, and sums their `test result:` lines.
fn counted(title: &str, command: &mut Command) -> Tally {
    heading(title);
    let mut child = match command.stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => {
            return Tally::failed(format!("{title}: {command:?}: {error}"));
        }
    };
    let mut tally = Tally::default();
    let mut said = 0;
    let stdout = child.stdout.take().expect("the output was asked for");
    for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        if let Some(counts) = counts(&line) {
            tally.add(counts);
        }
        if let Some(test) = unsteady(&line) {
            tally.unsteady += 1;
            tally.told.push(test.to_string());
        }
        collect_failure(&line, &mut said, &mut tally.told);
    }
    let succeeded = child.wait().is_ok_and(|status| status.success());
    // What does not compile has no test that could fail.
    if !succeeded && tally.failed == 0 {
        tally.add(Tally::failed(format!("{title}: {command:?}")));
    }
    tally
}

/// The command's tests watch processes, pipes and terminals on a machine that may be busy: a few
/// that failed may show twice more that they pass, alone. Not where the interpreter crashed.
fn with_second_chance(tested: Tally) -> Tally {
    let crashed = tested.told.iter().any(|line| is_crash(line));
    let names: Vec<String> = tested.told.iter().filter_map(|line| failed(line)).collect();
    if crashed || tested.failed != names.len() || names.is_empty() || names.len() > SECOND_CHANCES {
        return tested;
    }
    let passes_again = names.iter().all(|name| {
        let mut test = cargo();
        test.args(["test", "--package", "motet", "--no-fail-fast", "--"]);
        test.args(["--exact", name]);
        (0..2).all(|_| {
            let again = counted(&format!("again: {name}"), &mut test);
            again.failed == 0 && again.passed > 0
        })
    });
    if !passes_again {
        return tested;
    }
    Tally {
        passed: tested.passed + names.len(),
        failed: 0,
        unsteady: tested.unsteady + names.len(),
        told: tested.told,
    }
}

/// The name in a harness' heading of a failure: `---- NAME stdout ----` or `---- NAME ----`.
fn failed(line: &str) -> Option<String> {
    let inside = line.strip_prefix("---- ")?.strip_suffix("----")?.trim();
    Some(inside.strip_suffix(" stdout").unwrap_or(inside).to_string())
}

/// Whether a line tells of a panic of the interpreter, not of the test that watched it.
fn is_crash(line: &str) -> bool {
    line.contains("panicked at")
        && !line.contains("crates/motet/tests/")
        && line.contains("crates/motet-")
}

/// What a test says that passed only when it was run again.
fn unsteady(line: &str) -> Option<&str> {
    // The harness may have begun a line of its own.
    line.find("UNSTEADY ").map(|start| &line[start..])
}

/// The blocks `---- NAME ----` in which a harness tells failures: their first lines are repeated.
fn collect_failure(line: &str, lines_left: &mut usize, told: &mut Vec<String>) {
    if line.starts_with("---- ") && line.ends_with("----") {
        *lines_left = FAILURE_LINES;
    } else if line == "failures:" || line.starts_with("test result: ") {
        *lines_left = 0;
    }
    if *lines_left > 0 {
        *lines_left -= 1;
        told.push(line.to_string());
    }
}

/// Reads `test result: ok. 12 passed; 0 failed; …`.
fn counts(line: &str) -> Option<Tally> {
    let result = line.strip_prefix("test result: ")?;
    let number_before = |word: &str| {
        let before = &result[..result.find(word)?];
        before.split_whitespace().last()?.parse().ok()
    };
    Some(Tally {
        passed: number_before(" passed")?,
        failed: number_before(" failed")?,
        ..Tally::default()
    })
}

fn stress(binary: &Path) -> Tally {
    heading("stress");
    let programs = programs("tests/stress");
    let ways = [
        vec!["-X", "tm=stm"],
        vec!["-X", "tm=stm", "-X", "tm_inject=abort=0.01,segments,turns"],
        vec!["-X", "tm=stm", "-X", "tm_commit=stop"],
    ];
    let seconds = (STRESS_SECONDS / (programs.len() * ways.len()).max(1)).max(1);
    let limit = Duration::from_secs(seconds as u64) * 5 + STRESS_GRACE;
    let seconds = seconds.to_string();
    let mut tally = Tally::default();
    for program in &programs {
        for way in &ways {
            let mut command = Command::new(binary);
            command.args(way).arg(program).args(["--seconds", &seconds]);
            command.current_dir(root()).stdin(Stdio::null());
            let title = format!("stress {} {}", shown(program), way.join(" "));
            heading(&title);
            tally.add(if ends_well(&mut command, limit) {
                Tally::of(true)
            } else {
                Tally::failed(format!("{title}: {command:?}"))
            });
        }
    }
    tally
}

/// Whether a stress program says `passed` and ends successfully before its time is up: what hangs
/// has failed, and so has what ends well without having run.
fn ends_well(command: &mut Command, limit: Duration) -> bool {
    let Ok(mut child) = command.stdout(Stdio::piped()).spawn() else {
        return false;
    };
    let start = Instant::now();
    while start.elapsed() < limit {
        match child.try_wait() {
            // The few lines that it prints fit into the pipe, so that it never waits for us.
            Ok(Some(status)) => {
                let output = child.wait_with_output();
                let printed = output.map(|output| output.stdout).unwrap_or_default();
                let printed = String::from_utf8_lossy(&printed).into_owned();
                println!("{}", printed.trim_end());
                return status.success() && printed.trim_end().ends_with("passed");
            }
            Ok(None) => thread::sleep(Duration::from_millis(20)),
            Err(_) => break,
        }
    }
    println!("killed after {} seconds", limit.as_secs());
    // It may have ended in the meantime: that is still too late.
    let _ = child.kill();
    let _ = child.wait();
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_are_counted() {
        let line = "test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured";
        assert_eq!(
            counts(line),
            Some(Tally {
                passed: 12,
                failed: 3,
                ..Tally::default()
            })
        );
        assert_eq!(counts("running 5 tests"), None);
    }

    #[test]
    fn failures_are_collected_and_unsteady_tests_seen() {
        let mut told = Vec::new();
        let mut left = 0;
        for line in [
            "noise",
            "---- a::b ----",
            "why",
            "",
            "failures:",
            "    a::b",
        ] {
            collect_failure(line, &mut left, &mut told);
        }
        assert_eq!(told, ["---- a::b ----", "why", ""]);
        assert_eq!(unsteady("test x ... UNSTEADY x: y"), Some("UNSTEADY x: y"));
        assert_eq!(unsteady("test x ... ok"), None);
        assert_eq!(failed("---- a::b stdout ----").as_deref(), Some("a::b"));
        assert_eq!(failed("---- stm::a/b ----").as_deref(), Some("stm::a/b"));
        assert!(is_crash(
            "thread panicked at crates/motet-tm/src/world.rs:1:2:"
        ));
        assert!(!is_crash("panicked at crates/motet/tests/programs.rs:1:2:"));
    }
}
