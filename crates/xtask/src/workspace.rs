//! The paths of the workspace, and how other programs are run.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder that holds the workspace's `Cargo.toml`.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().and_then(Path::parent);
    root.expect("xtask lives two folders below the root")
        .to_path_buf()
}

/// The cargo that runs us, so that a chosen toolchain stays chosen.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Cargo's data about the workspace and all its dependencies.
pub(crate) fn metadata() -> Result<Value, String> {
    let output = cargo()
        .args(["metadata", "--format-version", "1"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err("cargo metadata failed".to_string());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// Builds the interpreter as its users get it and says where it is.
pub(crate) fn release_binary() -> Result<PathBuf, String> {
    run(cargo().args(["build", "--release", "--package", "motet"]))?;
    let metadata = metadata()?;
    let target = metadata["target_directory"]
        .as_str()
        .ok_or("no target folder")?;
    Ok(Path::new(target)
        .join("release")
        .join(format!("motet{}", std::env::consts::EXE_SUFFIX)))
}

/// Runs a command with our own input and output; an unsuccessful end is an error.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let status = command
        .status()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{command:?} ended with {status}"))
    }
}

/// Runs a command and returns its output; an unsuccessful end is an error.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "{command:?} ended with {}\n{text}{errors}",
        output.status
    ))
}

/// All files below a folder, sorted, without build products and version control.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name();
            // In a linked work tree it is a file.
            if name == ".git" {
                continue;
            }
            if path.is_dir() {
                if name != "target" && name != "__pycache__" {
                    pending.push(path);
                }
            } else if name != ".git" {
                // In a second worktree `.git` is a file, with a path of this machine.
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The Python programs directly or indirectly below a folder of the workspace.
pub(crate) fn programs(folder: &str) -> Vec<PathBuf> {
    let mut files = files_below(&root().join(folder));
    files.retain(|file| file.extension().is_some_and(|extension| extension == "py"));
    files
}

/// A path as it is written in messages: from the root, with forward slashes.
pub(crate) fn shown(path: &Path) -> String {
    let root = root();
    let inside = path.strip_prefix(&root).unwrap_or(path);
    inside.to_string_lossy().replace('\\', "/")
}

/// Takes `NAME VALUE` out of the arguments.
pub(crate) fn take_option(
    arguments: &mut Vec<String>,
    name: &str,
) -> Result<Option<String>, String> {
    let Some(at) = arguments.iter().position(|argument| argument == name) else {
        return Ok(None);
    };
    if at + 1 >= arguments.len() {
        return Err(format!("{name} needs a value"));
    }
    arguments.remove(at);
    Ok(Some(arguments.remove(at)))
}

/// Takes the switch `NAME` out of the arguments.
pub(crate) fn take_switch(arguments: &mut Vec<String>, name: &str) -> bool {
    let before = arguments.len();
    arguments.retain(|argument| argument != name);
    arguments.len() != before
}

/// Refuses options that no command has taken.
pub(crate) fn refuse_options(arguments: &[String]) -> Result<(), String> {
    match arguments.iter().find(|argument| argument.starts_with('-')) {
        Some(unknown) => Err(format!("unknown option {unknown}")),
        None => Ok(()),
    }
}
