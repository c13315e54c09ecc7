//! Compiles a large body of real Python: the standard library of the Python in the path, if there
//! is one, or the directory that `MOTET_COMPILE_DIRECTORY` names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use motet_python_bytecode::verify;
use motet_python_compiler::compile_module;

mod support;

fn directory() -> Option<PathBuf> {
    if let Some(directory) = std::env::var_os("MOTET_COMPILE_DIRECTORY") {
        return Some(directory.into());
    }
    let program = "import sysconfig; print(sysconfig.get_paths()['stdlib'])";
    let output = Command::new("python3")
        .args(["-c", program])
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_dir().then_some(path)
}

fn python_files(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        // Directories of tests hold files that are broken on purpose.
        let is_test = ["test", "tests", "site-packages", "lib2to3"]
            .iter()
            .any(|name| path.ends_with(name));
        if path.is_dir() && !is_test {
            python_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "py") {
            files.push(path);
        }
    }
}

#[test]
fn real_programs_compile() {
    let Some(directory) = directory() else {
        return;
    };
    let mut files = Vec::new();
    python_files(&directory, &mut files);
    let mut unexpected = Vec::new();
    let mut compiled = 0;
    for path in &files {
        let Ok(source) = fs::read_to_string(path) else {
            continue;
        };
        match compile_module(&source, &path.to_string_lossy()) {
            Ok(code) => {
                verify(&code).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                support::check_initialized(&code);
                compiled += 1;
            }
            Err(error) if error.message.contains("not supported yet") => {}
            Err(error) => unexpected.push(error.to_string()),
        }
    }
    eprintln!("{compiled} of {} files compiled", files.len());
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}
