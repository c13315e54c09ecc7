//! Every program under tests/programs, under every way to run it, must print the output of CPython.
//!
//! One test per program and variant. `MOTET_TEST_VARIANTS` chooses the variants (a comma list),
//! `MOTET_TEST_BINARY` another interpreter than the one just built, and the usual arguments of
//! `cargo test` choose programs: `cargo test --test programs -- stm::atomic`.
//!
//! A run that was stopped because its time was up has one more chance, one that printed other text
//! has two, alone of its kind: a machine that is busy with others must not refuse a change. When
//! they pass, the test is *unsteady*: it says so, and `cargo xtask test` repeats it at the end and
//! counts it. No second chance is given to failures that a busy machine cannot explain: to a crash,
//! and to the topics whose programs look for lost updates and halves of operations.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use support::process::{Ended, run_to_end};
use support::{programs_below, root, title_below};

const PROGRAMS: &str = "tests/programs";

/// A way to run the interpreter: its name, the options, and how much slower it may be.
struct Variant {
    name: &'static str,
    options: &'static [&'static str],
    slowness: u32,
    /// Without the interpreter's handlers: each operation in its generic form.
    in_plain_loop: bool,
}

const fn plain(name: &'static str, options: &'static [&'static str]) -> Variant {
    Variant {
        name,
        options,
        slowness: 1,
        in_plain_loop: false,
    }
}

const fn plain_loop(name: &'static str, options: &'static [&'static str]) -> Variant {
    Variant {
        name,
        options,
        slowness: 3,
        in_plain_loop: true,
    }
}

const fn injected(name: &'static str, options: &'static [&'static str]) -> Variant {
    Variant {
        name,
        options,
        slowness: 3,
        in_plain_loop: false,
    }
}

/// The injections carry a seed, so that a failure can be repeated.
const VARIANTS: [Variant; 26] = [
    plain("stm", &["-X", "tm=stm"]),
    plain("gil", &["-X", "tm=gil"]),
    // Under stm a thread that runs alone is sole. So most of these programs run in transactions
    // only where that is ruled out, as it is where faults are injected or threads stepped.
    plain("beside", &["-X", "tm=stm", "-X", "tm_sole=no"]),
    injected(
        "sole",
        &["-X", "tm=stm", "-X", "tm_inject=sole,commit,seed=1"],
    ),
    injected(
        "sole-major",
        &["-X", "tm=stm", "-X", "tm_inject=sole,major=2000,seed=2"],
    ),
    plain_loop("stm-loop", &["-X", "tm=stm", "-X", "tm_sole=no"]),
    plain_loop("gil-loop", &["-X", "tm=gil"]),
    plain("stop", &["-X", "tm=stm", "-X", "tm_commit=stop"]),
    injected(
        "stop-abort",
        &[
            "-X",
            "tm=stm",
            "-X",
            "tm_commit=stop",
            "-X",
            "tm_inject=abort=0.02,segments,seed=2",
        ],
    ),
    injected(
        "abort",
        &["-X", "tm=stm", "-X", "tm_inject=abort=0.02,seed=1"],
    ),
    injected("collect", &["-X", "tm=stm", "-X", "tm_inject=collect"]),
    injected("commit", &["-X", "tm=stm", "-X", "tm_inject=commit"]),
    injected(
        "segments",
        &["-X", "tm=stm", "-X", "tm_inject=segments,seed=1"],
    ),
    injected(
        "all",
        &[
            "-X",
            "tm=stm",
            "-X",
            "tm_inject=abort=0.02,collect,commit,segments,seed=1",
        ],
    ),
    injected(
        "major",
        &["-X", "tm=stm", "-X", "tm_inject=major=2000,segments,seed=1"],
    ),
    injected("gil-major", &["-X", "tm=gil", "-X", "tm_inject=major=2000"]),
    injected("gil-collect", &["-X", "tm=gil", "-X", "tm_inject=collect"]),
    injected(
        "gil-all",
        &["-X", "tm=gil", "-X", "tm_inject=collect,major=2000"],
    ),
    plain("htm-imagined", &["-X", "tm=htm-imagined"]),
    injected(
        "htm-abort",
        &[
            "-X",
            "tm=htm-imagined",
            "-X",
            "tm_inject=abort=0.4,collect,segments,major=2000,seed=1",
        ],
    ),
    injected("htm-seed1", &["-X", "tm=htm-imagined", "-X", "tm_seed=1"]),
    // These two need a processor that has them.
    plain("htm", &["-X", "tm=htm"]),
    injected(
        "htm-major",
        &["-X", "tm=htm", "-X", "tm_inject=major=2000,segments,seed=1"],
    ),
    injected("seed1", &["-X", "tm=stm", "-X", "tm_seed=1"]),
    injected("seed2", &["-X", "tm=stm", "-X", "tm_seed=2"]),
    injected("seed3", &["-X", "tm=stm", "-X", "tm_seed=3"]),
];

const DEFAULT_VARIANTS: &str = "stm,gil";

/// The variants of programs with the line [`LONG`].
const VARIANTS_OF_LONG: [&str; 5] = ["stm", "beside", "gil", "all", "gil-all"];

/// The time limit of a program of this suite in a plain variant, with much room for a busy machine.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// How often a wrong output that a busy machine may explain is tried again; all must pass.
const MORE_CHANCES: usize = 2;

/// Topics whose programs fail when an update was lost or half of an operation was seen: there one
/// failure is enough.
const NO_SECOND_CHANCE: [&str; 3] = ["atomic/", "gil_guarantees/", "threads/"];

/// One failing run at a time has its further chances.
static ALONE: Mutex<()> = Mutex::new(());

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    let threads = arguments.test_threads.unwrap_or(concurrent_programs());
    arguments.test_threads = Some(threads);
    let trials = match trials() {
        Ok(trials) => trials,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// How many programs run at a time unless the command line tells it: two for each processor. Many
/// programs wait for clocks, processes or each other; with one for each processor, a third of the
/// machine's time was idle.
fn concurrent_programs() -> usize {
    2 * std::thread::available_parallelism().map_or(1, |it| it.get())
}

fn trials() -> Result<Vec<Trial>, String> {
    let chosen = std::env::var("MOTET_TEST_VARIANTS");
    let chosen = chosen.unwrap_or_else(|_| DEFAULT_VARIANTS.to_string());
    let programs = programs_below(PROGRAMS);
    if programs.is_empty() {
        return Err("no programs under tests/programs".to_string());
    }
    // Without a binary that is named, the programs run in the one of this profile.
    let has_assertions = cfg!(debug_assertions) && std::env::var("MOTET_TEST_BINARY").is_err();
    let mut trials = Vec::new();
    for name in chosen.split(',').map(str::trim) {
        let variant = VARIANTS.iter().find(|variant| variant.name == name);
        let variant = variant.ok_or_else(|| format!("MOTET_TEST_VARIANTS: unknown {name:?}"))?;
        for program in &programs {
            let is_stepped = variant.options.iter().any(|it| it.starts_with("tm_seed="));
            let is_collected = variant.options.iter().any(|it| it.contains("collect"));
            let is_committed = variant.options.iter().any(|it| {
                it.starts_with("tm_inject=") && it.contains("commit") && !it.contains("abort")
            });
            if has_assertions && has_line(program, SLOW_WITH_ASSERTIONS)
                || is_stepped && has_line(program, NOT_STEPPED)
                || is_collected && has_line(program, DYING_YOUNG)
                || is_committed && has_line(program, DYING_UNCOMMITTED)
                || name.starts_with("htm") && has_line(program, NOT_ELIDED)
                || !VARIANTS_OF_LONG.contains(&name) && has_line(program, LONG)
            {
                continue;
            }
            let program = program.clone();
            let title = format!("{name}::{}", title_below(PROGRAMS, &program));
            trials.push(Trial::test(title, move || check(&program, variant)));
        }
    }
    Ok(trials)
}

/// A program with this line fills the heap: with assertions each major collection verifies it.
const SLOW_WITH_ASSERTIONS: &str = "# too slow with assertions";

/// A program with this line has a callback of native code that looks again and again for what
/// another thread does. A thread that elides the lock does not let others run there.
const NOT_ELIDED: &str = "# not with the lock elided";

/// A program with this line computes for seconds, and what it computes does not depend on which
/// faults are injected: it runs under a few variants.
const LONG: &str = "# long";

/// A program with this line waits for other processes, which the stepping of its threads knows
/// nothing of.
const NOT_STEPPED: &str = "# not stepped";

/// A program with this line lets objects die young, which none does where each allocation collects:
/// then all grow old while they are made.
const DYING_YOUNG: &str = "# not with collections everywhere";

/// A program with this line counts objects that die young. Where each yield point commits, they are
/// committed while they live, so that only major collections find them dead, and the next one may
/// be due after the program has counted.
const DYING_UNCOMMITTED: &str = "# not with commits everywhere";

fn has_line(program: &Path, wanted: &str) -> bool {
    let text = std::fs::read_to_string(program).unwrap_or_default();
    text.lines().any(|line| line == wanted)
}

/// Why a run failed.
struct Complaint {
    text: String,
    /// A busy machine explains neither a crash nor a lost update.
    is_final: bool,
    /// Its time, or that of a process that it had started, was up: each further chance may take
    /// as long.
    is_late: bool,
}

impl<E: std::fmt::Display> From<E> for Complaint {
    fn from(error: E) -> Complaint {
        Complaint {
            text: error.to_string(),
            is_final: true,
            is_late: false,
        }
    }
}

fn check(program: &Path, variant: &Variant) -> Result<(), Failed> {
    let Err(first) = attempt(program, variant) else {
        return Ok(());
    };
    if first.is_final {
        return Err(first.text.into());
    }
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let chances = if first.is_late { 1 } else { MORE_CHANCES };
    for _ in 0..chances {
        attempt(program, variant).map_err(|again| {
            format!("{}\nand when it was run again: {}", first.text, again.text)
        })?;
    }
    let title = title_below(PROGRAMS, program);
    // On one line, which `cargo xtask test` finds.
    let text = first.text.replace('\n', " | ");
    println!("UNSTEADY {}::{title}: {text}", variant.name);
    Ok(())
}

fn attempt(program: &Path, variant: &Variant) -> Result<(), Complaint> {
    let read = |extension: &str| fs::read_to_string(program.with_extension(extension)).ok();
    let expected = read("out").ok_or("no expected output: cargo xtask record")?;
    let expected_exit: i32 = match read("exit") {
        Some(text) => text.trim().parse()?,
        None => 0,
    };
    let binary = std::env::var("MOTET_TEST_BINARY");
    let binary = binary.unwrap_or_else(|_| env!("CARGO_BIN_EXE_motet").to_string());
    let shown = program.strip_prefix(root()).unwrap_or(program);
    let mut command = command(&binary, shown, variant);
    let limit = TIME_LIMIT * variant.slowness;
    let outcome = run_to_end(&mut command, limit)?;
    let mut complaints = Vec::new();
    match outcome.status {
        None => complaints.push(format!("killed after {} seconds", limit.as_secs())),
        Some(status) if status.code() != Some(expected_exit) => {
            complaints.push(format!("ended with {status}, not with {expected_exit}"));
        }
        Some(_) => {}
    }
    for line in &outcome.left {
        complaints.push(format!(
            "a process that it has started does not end: {line}"
        ));
    }
    if outcome.stdout != expected {
        complaints.push(difference(&expected, &outcome.stdout));
    }
    // Recorded texts hold no path of a machine.
    let found = outcome
        .stderr
        .replace(&format!("{}/", root().display()), "");
    if let Some(errors) = read("stderr")
        && found != errors
    {
        let shown = difference(&errors, &found);
        complaints.push(format!("errors: {shown}"));
    }
    if let Some(line) = read("err") {
        let last = outcome.stderr.trim_end().lines().last().unwrap_or("");
        if last != line.trim_end() {
            complaints.push(format!(
                "last line of the errors: {last}\n  not: {}",
                line.trim_end()
            ));
        }
    }
    if complaints.is_empty() {
        return Ok(());
    }
    complaints.push(format!("errors:\n{}", indent_end(&outcome.stderr)));
    complaints.push(format!(
        "{binary} {} {}",
        variant.options.join(" "),
        shown.display()
    ));
    Err(Complaint {
        text: complaints.join("\n"),
        is_final: is_final(program, &outcome),
        is_late: outcome.status.is_none() || !outcome.left.is_empty(),
    })
}

/// The command that runs a program in a variant.
fn command(binary: &str, program: &Path, variant: &Variant) -> Command {
    let mut command = Command::new(binary);
    command
        .args(variant.options)
        .arg(program)
        .current_dir(root());
    // The caller's settings would make another variant of this one.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let chooses = ["MOTET_TM", "MOTET_INTERPRETER", "PYTHON"];
        if chooses.iter().any(|start| text.starts_with(start)) {
            command.env_remove(name);
        }
    }
    if variant.in_plain_loop {
        command.env("MOTET_INTERPRETER", "loop");
    }
    // Nothing is left behind in the tree.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Whether one failure is enough. A run that this test has stopped is never final: that takes two
/// more runs.
fn is_final(program: &Path, outcome: &Ended) -> bool {
    let title = title_below(PROGRAMS, program);
    let looks_for_losses = NO_SECOND_CHANCE
        .iter()
        .any(|topic| title.starts_with(topic));
    outcome.status.is_some() && (looks_for_losses || has_crashed(outcome))
}

/// Whether the interpreter itself failed: ended by a signal, or by a panic.
fn has_crashed(outcome: &Ended) -> bool {
    let by_signal = outcome.status.is_some_and(|status| status.code().is_none());
    by_signal || outcome.stderr.contains("panicked at")
}

/// The first lines that differ, with a few of the lines around them.
fn difference(expected: &str, found: &str) -> String {
    const AROUND: usize = 3;
    let wanted: Vec<&str> = expected.lines().collect();
    let got: Vec<&str> = found.lines().collect();
    let same = wanted
        .iter()
        .zip(&got)
        .take_while(|(wanted, got)| wanted == got)
        .count();
    let mut text = format!("output differs from line {}:", same + 1);
    let from = same.saturating_sub(AROUND);
    let marked = wanted[from..same]
        .iter()
        .map(|line| (' ', line))
        .chain(wanted[same..].iter().take(AROUND).map(|line| ('-', line)))
        .chain(got[same..].iter().take(AROUND).map(|line| ('+', line)));
    for (mark, line) in marked {
        let shown: String = line.chars().take(300).collect();
        text.push_str(&format!("\n  {mark} {shown}"));
    }
    if wanted == got {
        text.push_str(" only in how the lines end");
    } else {
        let (wanted, got) = (wanted.len(), got.len());
        text.push_str(&format!("\n  {got} lines, {wanted} expected"));
    }
    text
}

/// The end of an error output, which is where the reason stands.
fn indent_end(errors: &str) -> String {
    let lines: Vec<&str> = errors.lines().collect();
    let from = lines.len().saturating_sub(15);
    lines[from..]
        .iter()
        .map(|line| format!("  {line}"))
        .collect::<Vec<_>>()
        .join("\n")
}
