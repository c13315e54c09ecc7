//! `cargo xtask guide`: counts what programs run, for release builds.
//!
//! ```text
//!   interpreter that counts ──▶ programs ──▶ guide/motet.profdata ──▶ each release build
//!   (target/guide)                           guide/compiler            (.cargo/rustc)
//! ```
//!
//! The compiler inlines and lays out code by the counts (decision 69). The programs are those of
//! `tests/programs`, the sets `interpreter` and `library` of `bench` as far as they need no
//! packages, and the tasks of `bench` if their packages are there or can be fetched.

use crate::suite;
use crate::workspace::{self, cargo, files_below, output, programs, refuse_options, root, shown};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The target whose tools merge counts.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Programs of these folders make processes, which write their counts while others do.
const LEFT_OUT: &[&str] = &["tests/programs/system/", "tests/programs/net/"];

const MODES: [&str; 2] = ["gil", "stm"];

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    refuse_options(arguments)?;
    let folder = root().join("target").join("guide");
    let merger = merger()?;
    let counts = folder.join("counts");
    println!("== an interpreter that counts");
    let counting = build(&folder.join("counting"), &counts)?;
    // What the build scripts of our crates ran is no program.
    empty(&counts)?;
    println!("== programs to count");
    exercise(&counting, &counts)?;
    exercise_tasks(&counting, &counts)?;
    merge(&merger, &counts)?;
    println!("== the interpreter");
    let binary = workspace::release_binary()?;
    println!("== programs to check it");
    check(&binary)?;
    println!("== whether handlers jump");
    // (A program overflows the stack only if it comes to such a handler often enough.)
    let mut handlers = suite::of_command("handlers");
    output(handlers.env("MOTET_TEST_BINARY", &binary))?;
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
    let sysroot = output(Command::new(compiler()).args(["--print", "sysroot"]))?;
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

/// Builds the interpreter that counts. Its crates have the names of a plain release build: they are
/// part of the names of functions.
fn build(folder: &Path, counts: &Path) -> Result<PathBuf, String> {
    workspace::run(
        cargo()
            .env("MOTET_COUNTS", counts)
            .args(["build", "--release", "--package", "motet", "--target-dir"])
            .arg(folder),
    )?;
    Ok(folder.join("release/motet"))
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
        .env("LLVM_PROFILE_FILE", count_files(counts))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map(drop)
        .map_err(|error| format!("{}: {error}", shown(program)))
}

/// Runs the tasks of `bench`, under one mode in the place of CPython and under the other.
fn exercise_tasks(binary: &Path, counts: &Path) -> Result<(), String> {
    let shown_binary = binary.to_string_lossy();
    let mut tasks = Command::new(root().join("bench/tasks/run"));
    tasks.args(["--motet", &shown_binary, "--on", MODES[0]]);
    tasks.args(["--python", &format!("{shown_binary} -X tm={}", MODES[1])]);
    tasks.env("LLVM_PROFILE_FILE", count_files(counts));
    tasks.stdout(Stdio::null());
    match tasks.status() {
        Ok(status) if status.success() => {}
        Ok(_) => println!("some tasks did not run: their packages are missing, or they failed"),
        Err(error) => return Err(format!("bench/tasks/run: {error}")),
    }
    Ok(())
}

/// Four files that all processes add to, in place of one for each process.
fn count_files(counts: &Path) -> PathBuf {
    counts.join("%4m.profraw")
}

/// Keeps the counts, and which compiler they are for.
fn merge(merger: &Path, counts: &Path) -> Result<(), String> {
    let guide = root().join("guide");
    // A program that was killed may have left a file that cannot be read.
    workspace::run(
        Command::new(merger)
            .args(["merge", "--sparse", "--failure-mode=all", "-o"])
            .arg(guide.join("motet.profdata"))
            .args(files_below(counts)),
    )?;
    let version = output(Command::new(compiler()).arg("-vV"))?;
    let mut lines = version.lines();
    let commit = lines
        .find_map(|line| line.strip_prefix("commit-hash: "))
        .ok_or("the compiler does not tell its version")?;
    let path = guide.join("compiler");
    fs::write(&path, format!("{commit}\n")).map_err(|error| format!("{}: {error}", shown(&path)))
}

fn compiler() -> std::ffi::OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// The arguments that `.cargo/rustc` passes on to a compiler with a version.
    fn passed_on(commit: &str, arguments: &[&str], counts: Option<&str>) -> Vec<String> {
        let name = format!("motet-guide-{}-{commit}", std::process::id());
        let fake = std::env::temp_dir().join(name);
        let script = format!(
            "#!/bin/sh\nif [ \"$*\" = -vV ]; then echo 'commit-hash: {commit}'; exit; fi\n\
             for argument; do echo \"$argument\"; done\n"
        );
        fs::write(&fake, script).expect("a compiler for the test");
        fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).expect("it can be run");
        let mut wrapper = Command::new(root().join(".cargo/rustc"));
        wrapper.arg(&fake).args(arguments);
        wrapper.env_remove("MOTET_COUNTS");
        wrapper.envs(counts.map(|folder| ("MOTET_COUNTS", folder)));
        let lines = output(&mut wrapper).expect("the compiler runs");
        fs::remove_file(&fake).expect("it was there");
        lines.lines().map(str::to_owned).collect()
    }

    #[test]
    fn release_builds_of_our_crates_are_guided() {
        let known = fs::read_to_string(root().join("guide/compiler")).expect("the version");
        let known = known.trim();
        let ours = [
            "--crate-name",
            "motet_tm",
            "--out-dir",
            "/a/release/deps",
            "-C",
            "lto=fat",
        ];
        let (last, others) = {
            let mut lines = passed_on(known, &ours, None);
            (lines.pop().expect("a flag more"), lines)
        };
        assert_eq!(others[..ours.len()], ours);
        let file = last.strip_prefix("-Cprofile-use=").expect("the counts");
        assert!(Path::new(file).exists(), "{file}");
        // Names of functions differ between versions.
        assert_eq!(passed_on("0", &ours, None), ours);
        let debug = [
            "--crate-name",
            "motet_tm",
            "--out-dir",
            "/a/debug/deps",
            "a b",
        ];
        assert_eq!(passed_on(known, &debug, None), debug);
        let foreign = ["--crate-name", "libc", "--out-dir", "/a/release/deps"];
        assert_eq!(passed_on(known, &foreign, None), foreign);
        let counting = passed_on("0", &ours, Some("/counts"));
        assert_eq!(counting[..5], ours[..5]);
        assert_eq!(counting[5..], ["lto=thin", "-Cprofile-generate=/counts"]);
    }
}
