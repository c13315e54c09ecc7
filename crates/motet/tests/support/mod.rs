//! Definitions that the tests of the command share: the places and the titles of programs, and how
//! a process is watched.
#![allow(dead_code, reason = "each test program uses a part of this")]

pub(crate) mod process;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the whole workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().and_then(Path::parent);
    root.expect("this crate lives two folders below the root")
        .to_path_buf()
}

/// All programs below a folder of the workspace, in order, without the contents of folders called
/// `support`.
pub(crate) fn programs_below(folder: &str) -> Vec<PathBuf> {
    let mut programs = Vec::new();
    let mut pending = vec![root().join(folder)];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "support") {
                    pending.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "py") {
                programs.push(path);
            }
        }
    }
    programs.sort();
    programs
}

/// The title of a program: its path below the folder, without the ending.
pub(crate) fn title_below(folder: &str, program: &Path) -> String {
    let inside = program.strip_prefix(root().join(folder));
    let inside = inside.unwrap_or(program).with_extension("");
    inside.to_string_lossy().replace('\\', "/")
}
