//! `cargo xtask optimised`: the interpreter as its users should run it.
//!
//! The compiler lays out code and inlines by what was run: it builds an interpreter that counts,
//! runs programs with it, and builds again with the counts (decision 23). The programs are those of
//! `tests/programs`, and the sets `interpreter` and `library` of `bench` as far as they need no
//! packages.

use crate::workspace::{self, cargo, files_below, output, programs, refuse_options, root, shown};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// With a target named, flags for the compiler reach neither build scripts nor macros.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Programs of these folders make processes, which write their counts while others do.
const LEFT_OUT: &[&str] = &["tests/programs/system/", "tests/programs/net/"];

const MODES: [&str; 2] = ["gil", "stm"];

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    refuse_options(arguments)?;
    let folder = root().join("target").join("optimised");
    let merger = merger()?;
    let counts = folder.join("counts");
    empty(&counts)?;
    println!("== an interpreter that counts");
    let counting = build(
        &folder.join("counting"),
        &format!("-Cprofile-generate={}", counts.display()),
    )?;
    println!("== programs to count");
    exercise(&counting, &counts)?;
    let profile = merge(&merger, &counts, &folder)?;
    println!("== the interpreter");
    let built = build(
        &folder.join("build"),
        &format!("-Cprofile-use={}", profile.display()),
    )?;
    let binary = folder.join("motet");
    fs::copy(&built, &binary).map_err(|error| format!("{}: {error}", binary.display()))?;
    println!("== programs to check it");
    check(&binary)?;
    println!("{}", shown(&binary));
    Ok(())
}

/// Runs programs with what was built. The compiler does not promise that handlers end in tail
/// calls: where one does not, millions of operations overflow the stack.
fn check(binary: &Path) -> Result<(), String> {
    for program in programs_of("interpreter") {
        for mode in MODES {
            output(
                Command::new(binary)
                    .args(["-X", &format!("tm={mode}")])
                    .arg(&program)
                    .args(["--size", "S"]),
            )?;
        }
    }
    Ok(())
}

/// The programs of a set of `bench`, without the modules that they share.
fn programs_of(set: &str) -> Vec<PathBuf> {
    let mut all = programs(&format!("bench/{set}"));
    all.retain(|program| !shown(program).contains("/support/"));
    all
}

/// LLVM's tool that merges counts, which comes with the compiler as a component.
fn merger() -> Result<PathBuf, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = output(Command::new(rustc).args(["--print", "sysroot"]))?;
    let tool = Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(TARGET)
        .join("bin/llvm-profdata");
    if !tool.exists() {
        workspace::run(Command::new("rustup").args(["component", "add", "llvm-tools"]))?;
    }
    if tool.exists() {
        Ok(tool)
    } else {
        Err("the component llvm-tools brings no llvm-profdata".to_string())
    }
}

fn empty(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Builds the interpreter with a flag more, in a folder of its own.
fn build(folder: &Path, flag: &str) -> Result<PathBuf, String> {
    workspace::run(
        cargo()
            .env("RUSTFLAGS", flag)
            // The profile of the program says what to inline.
            .env("CARGO_PROFILE_RELEASE_LTO", "thin")
            .args(["build", "--release", "--package", "motet"])
            .args(["--target", TARGET, "--target-dir"])
            .arg(folder),
    )?;
    Ok(folder.join(TARGET).join("release/motet"))
}

/// Runs the programs, as many at once as there are cores.
fn exercise(binary: &Path, counts: &Path) -> Result<(), String> {
    let mut all = programs("tests/programs");
    all.retain(|program| {
        let name = shown(program);
        !LEFT_OUT.iter().any(|folder| name.starts_with(folder))
    });
    for set in ["interpreter", "library"] {
        all.extend(programs_of(set));
    }
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        let worker = || {
            while let Some(program) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                for mode in MODES {
                    exercise_with(binary, counts, program, mode)?;
                }
            }
            Ok(())
        };
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        let mut ends = workers.into_iter().map(|worker| worker.join());
        ends.try_for_each(|end| end.expect("a worker does not panic"))
    })
}

/// Runs one program. Whether it succeeds is no matter: some end with an exception on purpose.
fn exercise_with(binary: &Path, counts: &Path, program: &Path, mode: &str) -> Result<(), String> {
    let folder = program.parent().expect("a program lies in a folder");
    Command::new(binary)
        .args(["-X", &format!("tm={mode}")])
        .arg(program)
        // The size of the programs of `bench`: each counts about as much as another.
        .args(["--size", "S"])
        // Four files that all processes add to, in place of one for each process.
        .env("LLVM_PROFILE_FILE", counts.join("%4m.profraw"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map(drop)
        .map_err(|error| format!("{}: {error}", shown(program)))
}

fn merge(merger: &Path, counts: &Path, folder: &Path) -> Result<PathBuf, String> {
    let files = files_below(counts);
    let profile = folder.join("motet.profdata");
    // A program that was killed may have left a file that cannot be read.
    workspace::run(
        Command::new(merger)
            .args(["merge", "--sparse", "--failure-mode=all", "-o"])
            .arg(&profile)
            .args(files),
    )?;
    Ok(profile)
}
