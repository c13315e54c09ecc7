//! Every program under bench/programs, interpreter and micro at its tiny size: it must say that it
//! has verified its result, with one thread, with two, and with three, which do not divide the work
//! evenly.
//!
//! With the interpreter just built that is two threads, plainly and under injections;
//! `MOTET_TEST_BINARY` names another one, and then all ways are tried, also `python3` (or
//! `MOTET_TEST_PYTHON`): the programs are meant to run unchanged on both. The usual arguments of
//! `cargo test` choose: `cargo test --test bench_programs -- npb`.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};
use std::time::Duration;
use support::process::{Ended, run_to_end};
use support::{programs_below, root, title_below};

const FOLDERS: [&str; 3] = ["bench/programs", "bench/interpreter", "bench/micro"];

/// A way to run a program.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    options: &'static [&'static str],
    threads: u32,
    /// Also when only the interpreter that was just built is tried.
    always: bool,
}

const fn way(name: &'static str, options: &'static [&'static str], threads: u32) -> Way {
    Way {
        name,
        options,
        threads,
        always: false,
    }
}

const fn always(way: Way) -> Way {
    Way {
        always: true,
        ..way
    }
}

const INJECTIONS: &str = "tm_inject=abort=0.02,collect,commit,segments,seed=1";

/// The first name is that of another interpreter.
const PYTHON: &str = "python";

const WAYS: [Way; 6] = [
    way(PYTHON, &[], 2),
    way("stm-1", &["-X", "tm=stm"], 1),
    always(way("stm-2", &["-X", "tm=stm"], 2)),
    way("stm-3", &["-X", "tm=stm"], 3),
    way("gil-2", &["-X", "tm=gil"], 2),
    always(way("injected-2", &["-X", "tm=stm", "-X", INJECTIONS], 2)),
];

/// Far more time than any of them takes, also under injections in a debug build.
const TIME_LIMIT: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = vec![Trial::test(
        "a_wrong_result_is_told",
        a_wrong_result_is_told,
    )];
    let all = std::env::var_os("MOTET_TEST_BINARY").is_some();
    for folder in FOLDERS {
        let programs = programs_below(folder);
        if programs.is_empty() {
            eprintln!("no programs under {folder}");
            return ExitCode::FAILURE;
        }
        // The small ones are alike: two ways and another Python suffice.
        let is_whole = folder == FOLDERS[0];
        let is_tried = |way: &&Way| way.always || all && (is_whole || way.name == PYTHON);
        for way in WAYS.iter().filter(is_tried) {
            for program in &programs {
                let program = program.clone();
                let title = format!("{}::{}", way.name, title_below("bench", &program));
                trials.push(Trial::test(title, move || check(&program, way)));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn binary() -> String {
    let binary = std::env::var("MOTET_TEST_BINARY");
    binary.unwrap_or_else(|_| env!("CARGO_BIN_EXE_motet").to_string())
}

fn check(program: &Path, way: &Way) -> Result<(), Failed> {
    let mut command = if way.name == PYTHON {
        let python = std::env::var("MOTET_TEST_PYTHON").unwrap_or_else(|_| "python3".to_string());
        let mut command = Command::new(python);
        // The folder of `motet` for a Python that has a lock around everything.
        command.env("PYTHONPATH", root().join("python"));
        command
    } else {
        Command::new(binary())
    };
    let threads = way.threads.to_string();
    command.args(way.options).arg(program);
    command.args(["--size", "T", "--threads", &threads]);
    let (ended, status) = run(&mut command)?;
    let printed = ended.stdout;
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    let expected = format!("{name} size=T threads={threads} verified time=");
    let last = printed.lines().last().unwrap_or("");
    let succeeded = status.success() && last.starts_with(&expected) && last.ends_with(" s");
    if succeeded {
        return Ok(());
    }
    let errors = ended.stderr;
    Err(format!("{command:?}: {status}\n{printed}{errors}").into())
}

/// Runs a command to its end; one that hangs is killed, and has failed.
fn run(command: &mut Command) -> Result<(Ended, ExitStatus), Failed> {
    for name in [
        "MOTET_TM",
        "MOTET_TM_INJECT",
        "MOTET_TM_SEED",
        "MOTET_TM_SEGMENTS",
    ] {
        command.env_remove(name);
    }
    let ended = run_to_end(command, TIME_LIMIT)?;
    let Some(status) = ended.status else {
        let seconds = TIME_LIMIT.as_secs();
        return Err(format!("{command:?}: killed after {seconds} seconds").into());
    };
    if !ended.left.is_empty() {
        return Err(format!("{command:?}: left behind: {}", ended.left.join(", ")).into());
    }
    Ok((ended, status))
}

/// All programs rely on this: `check` with a wrong result makes a program end with 1 and give the
/// reason.
fn a_wrong_result_is_told() -> Result<(), Failed> {
    const PROGRAM: &str = "\
from support.options import Benchmark
benchmark = Benchmark('wrong', 'About.', {'T': 5, 'S': 6})
benchmark.start()
benchmark.stop()
benchmark.equal('two', 1 + 1, 2)
benchmark.equal('the size', benchmark.problem, 6)
benchmark.equal('another', 7, 8)
benchmark.finish()
";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong_result");
    fs::create_dir_all(folder.join("support"))?;
    for name in ["__init__.py", "options.py"] {
        let support = root().join("bench/programs/support").join(name);
        fs::copy(support, folder.join("support").join(name))?;
    }
    let program = folder.join("wrong.py");
    fs::write(&program, PROGRAM)?;
    let expected: [(&[&str], i32, &str); 4] = [
        (&["--size", "T"], 1, "FAILED: the size is 5, not 6"),
        (
            &["--size=S", "--threads=4"],
            1,
            "wrong size=S threads=4 FAILED: another is 7, not 8",
        ),
        (&["--threads", "0"], 2, "not a number of threads: 0"),
        (&["--help"], 0, "--threads N"),
    ];
    for (arguments, code, text) in expected {
        let (ended, status) = run(Command::new(binary()).arg(&program).args(arguments))?;
        let printed = ended.stdout + &ended.stderr;
        if status.code() != Some(code) || !printed.contains(text) {
            return Err(format!("{arguments:?}: {status}\n{printed}").into());
        }
    }
    Ok(())
}
