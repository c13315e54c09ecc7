//! `cargo xtask record`: the expected outputs of the test programs come from another Python, never
//! from a hand, since a hand writes what it believes.

use crate::workspace::{programs, refuse_options, root, shown, take_option, take_switch};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What is known of one run.
struct Recording {
    stdout: Vec<u8>,
    exit: i32,
    last_error_line: String,
}

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut names = arguments.to_vec();
    let python = take_option(&mut names, "--python")?.unwrap_or_else(|| "python3".to_string());
    let only_check = take_switch(&mut names, "--check");
    refuse_options(&names)?;
    let mut changed = 0;
    for program in programs("tests/programs") {
        let shown = shown(&program);
        if !names.is_empty() && !names.iter().any(|name| shown.contains(name.as_str())) {
            continue;
        }
        // Two runs with different hash seeds: what differs between them is no expected output.
        let recording = record(&python, &program, "0")?;
        let again = record(&python, &program, "4321")?;
        if recording.stdout != again.stdout {
            return Err(format!("{shown}: prints something else each time"));
        }
        if write(&program, &recording, only_check)? {
            changed += 1;
            println!(
                "{} {shown}",
                if only_check { "differs" } else { "recorded" }
            );
        }
    }
    match (only_check, changed) {
        (true, 1..) => Err(format!("{changed} programs differ")),
        (true, 0) => Ok(()),
        _ => {
            println!("{changed} changed");
            Ok(())
        }
    }
}

fn record(python: &str, program: &Path, hash_seed: &str) -> Result<Recording, String> {
    let output = Command::new(python)
        .arg(program.strip_prefix(root()).unwrap_or(program))
        .current_dir(root())
        .env("PYTHONPATH", root().join("tests/support"))
        .env("PYTHONHASHSEED", hash_seed)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{python}: {error}"))?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let exit = output.status.code();
    let exit = exit.ok_or_else(|| format!("{}: {}", shown(program), output.status))?;
    let last_error_line = errors.trim_end().lines().last().unwrap_or("").to_string();
    Ok(Recording {
        stdout: output.stdout,
        exit,
        last_error_line,
    })
}

/// Writes what is new, or only says whether anything is.
fn write(program: &Path, recording: &Recording, only_check: bool) -> Result<bool, String> {
    let exit = (recording.exit != 0).then(|| format!("{}\n", recording.exit).into_bytes());
    // Status 1 is an uncaught error; only the last line of its traceback is the same everywhere.
    let error =
        (recording.exit == 1).then(|| format!("{}\n", recording.last_error_line).into_bytes());
    let wanted = [
        ("out", Some(recording.stdout.clone())),
        ("exit", exit),
        ("err", error),
    ];
    let mut changed = false;
    for (extension, content) in wanted {
        let path = program.with_extension(extension);
        if fs::read(&path).ok() == content {
            continue;
        }
        changed = true;
        if only_check {
            continue;
        }
        let outcome = match content {
            Some(content) => fs::write(&path, content),
            None => fs::remove_file(&path),
        };
        outcome.map_err(|error| format!("{}: {error}", shown(&path)))?;
    }
    Ok(changed)
}
