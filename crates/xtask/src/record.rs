//! `cargo xtask record`: the expected outputs of the test programs come from another Python, never
//! from a hand, since a hand writes its beliefs.

use crate::workspace::{programs, refuse_options, root, shown, take_option, take_switch};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The first line of a program that the recording Python is too old for: its output was worked out
/// from the language's reference.
const BY_HAND: &str = "# expected output written by hand: needs 3.14";

/// The first line of a program whose whole error output is compared, not its last line alone.
const WHOLE_ERRORS: &str = "# the whole error output counts";

/// The result of one run.
struct Recording {
    stdout: Vec<u8>,
    exit: i32,
    errors: String,
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
        let source = fs::read_to_string(&program).map_err(|error| format!("{shown}: {error}"))?;
        let first_line = source.lines().next().unwrap_or("").trim_end();
        if first_line == BY_HAND {
            continue;
        }
        // Two runs with different hash seeds: a difference between them is no expected output.
        let recording = record(&python, &program, "0")?;
        let again = record(&python, &program, "4321")?;
        if recording.stdout != again.stdout {
            return Err(format!("{shown}: prints something else each time"));
        }
        let whole_errors = first_line == WHOLE_ERRORS;
        if write(&program, &recording, whole_errors, only_check)? {
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
        .env("PYTHONPATH", root().join("python"))
        .env("PYTHONHASHSEED", hash_seed)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{python}: {error}"))?;
    // No path of this machine goes into the recording.
    let folder = format!("{}/", root().display());
    let errors = String::from_utf8_lossy(&output.stderr).replace(&folder, "");
    let exit = output.status.code();
    let exit = exit.ok_or_else(|| format!("{}: {}", shown(program), output.status))?;
    Ok(Recording {
        stdout: output.stdout,
        exit,
        errors,
    })
}

/// Writes the files that are new, or only says whether there are any.
fn write(
    program: &Path,
    recording: &Recording,
    whole_errors: bool,
    only_check: bool,
) -> Result<bool, String> {
    let exit = (recording.exit != 0).then(|| format!("{}\n", recording.exit).into_bytes());
    // Status 1 is an uncaught error; only the last line of its traceback is the same everywhere.
    let last_error_line = recording.errors.trim_end().lines().last().unwrap_or("");
    let error = (recording.exit == 1).then(|| format!("{last_error_line}\n").into_bytes());
    let stderr = whole_errors.then(|| recording.errors.clone().into_bytes());
    let wanted = [
        ("out", Some(recording.stdout.clone())),
        ("exit", exit),
        ("err", error),
        ("stderr", stderr),
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
