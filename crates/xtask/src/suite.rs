//! `cargo xtask test`: everything that must pass before a change goes in, summed up in one last
//! line. `--quick` is the part of it that a change is tried with while it is made.

use crate::watch::Watch;
use crate::workspace::{
    cargo, files_below, programs, refuse_options, release_binary, root, run as run_command, shown,
    take_switch,
};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// The variants under which tests/programs are run, in groups, those that find most first; the test
/// harness knows the meaning of each name.
const VARIANT_GROUPS: [&str; 5] = [
    "stm,gil,all",
    "sole,seed1,htm-imagined,abort",
    "commit,major,collect",
    "htm-abort,htm-seed1,gil-all",
    "stop-abort,sole-major,beside",
];

/// The variants under which programs are run with assertions.
const CHECKED_VARIANTS: &str = "stm,beside,gil,stm-loop";

/// The packages whose own tests the daily loop runs.
const QUICK_PACKAGES: [&str; 4] = [
    "xtask",
    "motet-tm",
    "motet-python-bytecode",
    "motet-python-compiler",
];

/// How long the stress programs run, all together.
const STRESS_SECONDS: usize = 60;

/// More failures than these are not explained by a busy machine.
const SECOND_CHANCES: usize = 5;

/// How much of a test's failure is said again at the end.
const FAILURE_LINES: usize = 40;

/// No part takes longer, so a part that does hangs. (The longest ones take four minutes on two
/// processors, and twice that beside other work.)
const PART_LIMIT: Duration = Duration::from_secs(20 * 60);

/// A stress program looks at the clock only between its rounds, and the machine may be busy.
const STRESS_GRACE: Duration = Duration::from_secs(60);

/// When it all began.
static START: OnceLock<Instant> = OnceLock::new();

/// Prints the title of the next part, and the time that has passed.
fn heading(title: &str) {
    let seconds = START.get_or_init(Instant::now).elapsed().as_secs();
    println!("== {title} (after {}:{:02})", seconds / 60, seconds % 60);
}

/// The counts of checks by their result, and the messages of those that did not pass.
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
    let mut rest = arguments.to_vec();
    let is_quick = take_switch(&mut rest, "--quick");
    refuse_options(&rest)?;
    START.get_or_init(Instant::now);
    let mut tally = one_check("format", cargo().args(["fmt", "--all", "--check"]));
    tally.add(if is_quick { quick() } else { everything() });
    conclude(&tally)
}

/// Runs the three minutes of the daily loop: lints and the tests of the runtime and the
/// compiler while the interpreter is built, then all programs once.
fn quick() -> Tally {
    let (mut tally, binary) = side_by_side(
        || {
            let mut tally = lints("dev");
            let mut tests = cargo();
            tests.args(["test", "--quiet", "--no-fail-fast", "--lib", "--bins"]);
            tests.args(QUICK_PACKAGES.iter().flat_map(|name| ["--package", *name]));
            tally.add(counted("tests of the runtime and the compiler", &mut tests));
            tally
        },
        release_binary,
    );
    match binary {
        Ok(binary) => {
            let mut programs = cargo();
            programs.args(["test", "--package", "motet", "--test", "programs"]);
            tally.add(programs_under(&mut programs, &binary, "stm"));
        }
        Err(message) => tally.add(not_built("release", &message)),
    }
    tally
}

/// Runs everything. All that must be compiled is compiled first, on two cores: the compiler of one
/// crate at full optimisation uses one. Only then are tests run, some of which look at clocks.
fn everything() -> Tally {
    heading("builds");
    let (mut tally, (release, checked)) = side_by_side(
        || {
            let tally = lints("checked");
            let mut builds = vec![tests_with_assertions()];
            builds.extend(lock_free_packages().iter().map(|name| interleavings(name)));
            for mut tests in builds {
                // A test that does not compile fails again where it is run.
                _ = tests.arg("--no-run").status();
            }
            tally
        },
        || (release_binary(), tests_with_handlers()),
    );
    let with_assertions = "tests with debug assertions";
    tally.add(counted(with_assertions, &mut tests_with_assertions()));
    for package in lock_free_packages() {
        let title = format!("all interleavings of {package}");
        let mut tests = interleavings(&package);
        tally.add(counted(&title, tests.arg("interleavings")));
    }
    match checked {
        Ok(()) => tally.add(checked_tests()),
        Err(message) => tally.add(not_built("checked", &message)),
    }
    match release {
        Ok(binary) => tally.add(release_tests(&binary)),
        Err(message) => tally.add(not_built("release", &message)),
    }
    tally
}

/// Does two things at a time, one of which prints little.
fn side_by_side<B: Send>(
    here: impl FnOnce() -> Tally,
    beside: impl FnOnce() -> B + Send,
) -> (Tally, B) {
    thread::scope(|scope| {
        let beside = scope.spawn(beside);
        let here = here();
        let beside = beside.join();
        (here, beside.expect("builds are no reason to panic"))
    })
}

/// The lints, as the code is built under a profile: those that optimise have handlers.
fn lints(profile: &str) -> Tally {
    let mut clippy = cargo();
    clippy.args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--profile",
        profile,
    ]);
    clippy.args(["--quiet", "--", "-D", "warnings"]);
    one_check("lints", &mut clippy)
}

/// The tests of everything but the command; tidy itself is one of the tests of this crate.
fn tests_with_assertions() -> Command {
    let mut tests = cargo();
    tests.args(["test", "--workspace", "--no-fail-fast"]);
    tests.args(["--exclude", "motet"]);
    tests
}

/// The tests around the command, with assertions and handlers in it.
fn tests_of_command() -> Command {
    let mut tests = cargo();
    tests.args(["test", "--profile", "checked", "--package", "motet"]);
    tests.args(["--no-fail-fast", "--test", "*"]);
    tests
}

/// Builds the interpreter with assertions and handlers, and the tests around it. (Both by one
/// command: cargo builds the interpreter's crates anew where the features of others differ, as they
/// do with and without the tests.)
fn tests_with_handlers() -> Result<(), String> {
    run_command(tests_of_command().arg("--no-run"))
}

/// The packages with protocols that a model checker tries.
fn lock_free_packages() -> Vec<String> {
    let files = files_below(&root().join("crates"));
    let models = files.iter().map(|file| shown(file));
    let folders = models.filter_map(|file| {
        let folder = file.strip_suffix("/src/interleavings.rs")?;
        Some(folder.strip_prefix("crates/")?.to_string())
    });
    folders.collect()
}

/// The lock-free parts under a model checker: another configuration of the runtime, so in a target
/// directory of its own.
fn interleavings(package: &str) -> Command {
    let mut command = cargo();
    command.env("RUSTFLAGS", "--cfg loom");
    command.args(["test", "--package", package, "--lib"]);
    command.arg("--target-dir").arg(root().join("target/loom"));
    command
}

fn not_built(profile: &str, message: &str) -> Tally {
    eprintln!("{message}");
    Tally::failed(format!("{profile} build"))
}

/// Runs the tests with assertions, handlers and optimisation together: of the command, and the
/// programs in both loops.
fn checked_tests() -> Tally {
    let mut tests = tests_of_command();
    tests.env("MOTET_TEST_VARIANTS", CHECKED_VARIANTS);
    let title = format!("the command, with assertions, and programs under {CHECKED_VARIANTS}");
    with_second_chance(counted(&title, &mut tests))
}

/// Checks that handlers jump in the build that users get. (That they do with assertions is one of
/// the tests of the command.)
fn handlers(binary: &Path) -> Tally {
    let mut tests = of_command("handlers");
    tests.env("MOTET_TEST_BINARY", binary);
    counted("handlers", &mut tests)
}

/// Checks that the counts that guide the build still fit most of the code.
fn guidance(binary: &Path) -> Tally {
    let mut tests = of_command("guidance");
    tests.env("MOTET_TEST_BINARY", binary);
    counted("guidance", &mut tests)
}

/// One of the tests around the command.
pub(crate) fn of_command(test: &str) -> Command {
    let mut tests = cargo();
    tests.args(["test", "--profile", "checked", "--package", "motet"]);
    tests.args(["--test", test]);
    tests
}

/// Runs the tests of the interpreter as its users get it.
fn release_tests(binary: &Path) -> Tally {
    let mut benchmarks = of_command("bench_programs");
    benchmarks.env("MOTET_TEST_BINARY", binary);
    let mut tally = counted("benchmark programs, tiny", &mut benchmarks);
    tally.add(handlers(binary));
    tally.add(guidance(binary));
    tally.add(stress(binary));
    tally.add(attacks(binary));
    tally.add(conformance(binary));
    let mut hanging: Vec<String> = Vec::new();
    for variants in VARIANT_GROUPS {
        let mut programs = of_command("programs");
        programs.arg("--");
        programs.args(hanging.iter().flat_map(|name| ["--skip", name.as_str()]));
        let group = programs_under(&mut programs, binary, variants);
        hanging.extend(hung_programs(&group.told));
        tally.add(group);
    }
    tally
}

/// The programs that were stopped because their time was up. One that hangs under all variants
/// would take an hour, so it is not run under those that come later: it has failed.
fn hung_programs(told: &[String]) -> Vec<String> {
    let mut programs = Vec::new();
    let mut test = None;
    for line in told {
        test = failed(line).or(test);
        let title = test.as_deref().and_then(|test| test.split_once("::"));
        if let Some((_, program)) = title
            && line.starts_with("killed after ")
        {
            programs.push(program.to_string());
        }
    }
    programs
}

fn programs_under(tests: &mut Command, binary: &Path, variants: &str) -> Tally {
    tests.env("MOTET_TEST_BINARY", binary);
    tests.env("MOTET_TEST_VARIANTS", variants);
    counted(&format!("programs under {variants}"), tests)
}

/// Lists the checks that did not pass, and prints the one line that counts last.
fn conclude(tally: &Tally) -> Result<(), String> {
    heading("the end");
    if !tally.told.is_empty() {
        println!("== what failed, or passed only when it was run again");
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

/// A part of each kind of attack, the same each time.
fn attacks(binary: &Path) -> Tally {
    heading("attacks");
    match crate::attack::judge(binary) {
        Ok(kinds) => kinds
            .into_iter()
            .fold(Tally::default(), |mut tally, (kind, held)| {
                tally.add(match held {
                    true => Tally::of(true),
                    false => Tally::failed(format!("attack: {kind}; see target/attack")),
                });
                tally
            }),
        Err(message) => Tally::failed(format!("attack: {message}")),
    }
}

/// Runs CPython's own tests, as far as they are here.
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

/// Runs tests, shows their output, and sums their `test result:` lines.
fn counted(title: &str, command: &mut Command) -> Tally {
    heading(title);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            return Tally::failed(format!("{title}: {command:?}: {error}"));
        }
    };
    let watch = Watch::begin(&child, PART_LIMIT);
    let complaints = child.stderr.take().expect("the errors were asked for");
    let complaints = thread::spawn(move || last_complaints(complaints));
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
    if watch.end() {
        let minutes = PART_LIMIT.as_secs() / 60;
        tally.add(Tally::failed(format!(
            "{title}: killed after {minutes} minutes"
        )));
    }
    let complaints = complaints.join().unwrap_or_default();
    // A crate that does not compile has no test that could fail; tests that crash count nothing.
    if !succeeded && tally.failed == 0 {
        tally.add(Tally::failed(format!("{title}: {command:?}")));
        tally.told.extend(complaints);
    }
    tally
}

/// Passes a command's errors on as they come. Returns the last ones without what cargo says of its
/// progress: the compiler's message, or the panic and the signal by which tests ended.
fn last_complaints(errors: impl Read) -> VecDeque<String> {
    const PROGRESS: [&str; 6] = [
        "Compiling",
        "Running",
        "Finished",
        "Doc-tests",
        "Executable",
        "Blocking",
    ];
    let mut last = VecDeque::new();
    for line in BufReader::new(errors).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        eprintln!("{line}");
        let first_word = line.split_whitespace().next().unwrap_or_default();
        if first_word.is_empty() || PROGRESS.contains(&first_word) {
            continue;
        }
        if last.len() == FAILURE_LINES {
            last.pop_front();
        }
        last.push_back(line.into_owned());
    }
    last
}

/// Runs a few failed tests of the command twice more, alone: they watch processes, pipes and
/// terminals on a machine that may be busy. Not where the interpreter crashed.
fn with_second_chance(tested: Tally) -> Tally {
    let crashed = tested.told.iter().any(|line| is_crash(line));
    let names: Vec<String> = tested.told.iter().filter_map(|line| failed(line)).collect();
    if crashed || tested.failed != names.len() || names.is_empty() || names.len() > SECOND_CHANCES {
        return tested;
    }
    let passes_again = names.iter().all(|name| {
        let mut test = tests_of_command();
        test.env("MOTET_TEST_VARIANTS", CHECKED_VARIANTS);
        test.args(["--", "--exact", name]);
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

/// The message of a test that passed only when it was run again.
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

/// Whether a stress program says `passed` and ends successfully before its time is up: a program
/// that hangs has failed, and so has one that ends well without having run.
fn ends_well(command: &mut Command, limit: Duration) -> bool {
    let Ok(child) = command.stdout(Stdio::piped()).spawn() else {
        return false;
    };
    let watch = Watch::begin(&child, limit);
    let Ok(output) = child.wait_with_output() else {
        return false;
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    println!("{}", printed.trim_end());
    if watch.end() {
        println!("killed after {} seconds", limit.as_secs());
    }
    output.status.success() && printed.trim_end().ends_with("passed")
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
    fn tests_that_crash_say_how() {
        let mut command = Command::new("sh");
        let script = "echo '   Running tests' >&2; echo 'signal: 11' >&2; exit 101";
        let tally = counted("tests", command.args(["-c", script]));
        assert_eq!(tally.failed, 1);
        assert_eq!(tally.told[1..], ["signal: 11"]);
    }

    #[test]
    fn stress_programs_must_say_that_they_passed_in_time() {
        let ends = |text: &str, limit: Duration| {
            let mut command = Command::new("sh");
            ends_well(command.args(["-c", text]), limit)
        };
        let (long, short) = (Duration::from_secs(60), Duration::from_millis(100));
        assert!(ends("echo 5 rounds passed", long));
        assert!(!ends("echo 5 rounds", long));
        assert!(!ends("echo passed; exit 1", long));
        assert!(!ends("echo passed; sleep 4444; true", short));
    }

    #[test]
    fn programs_that_were_killed_are_found() {
        let told = [
            "---- abort::a/wrong ----",
            "output differs from line 3:",
            "UNSTEADY abort::a/slow: killed after 60 seconds",
            "---- abort::a/hangs ----",
            "killed after 180 seconds",
        ];
        assert_eq!(hung_programs(&told.map(String::from)), ["a/hangs"]);
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
