//! `cargo xtask tidy`: the rules of the house that no compiler checks. Rules that only people check
//! are kept only as long as they check.

mod cycles;
mod dependencies;
mod modules;
mod ratchet;
mod scan;
mod structure;

use crate::workspace::{files_below, refuse_options, root, shown, take_switch};
use ratchet::{Kind, Ratchet};
use scan::Scanned;
use std::collections::BTreeSet;
use std::fs;

/// Longer files hide their parts.
const FILE_LINES: usize = 800;
/// Longer functions do more than one thing.
const FUNCTION_LINES: usize = 70;
/// The columns that fit on half a screen.
const COLUMNS: usize = 100;
/// Every file with `unsafe` in it, one per line, so that a review knows where to look.
const UNSAFE_FILES: &str = "docs/unsafe-files.txt";
const RATCHET: &str = "crates/xtask/tidy-ratchet.txt";

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut rest = arguments.to_vec();
    let shrink = take_switch(&mut rest, "--shrink");
    let reports = take_switch(&mut rest, "--report");
    refuse_options(&rest)?;
    if reports {
        return structure::report();
    }
    let complaints = check(shrink)?;
    if complaints.is_empty() {
        println!("tidy");
        return Ok(());
    }
    Err(format!(
        "{}\n{} complaints",
        complaints.join("\n"),
        complaints.len()
    ))
}

/// All complaints about the tree as it is.
fn check(shrink: bool) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    let mut ratchet = Ratchet::read(&root().join(RATCHET))?;
    let mut with_unsafe = BTreeSet::new();
    for path in files_below(&root().join("crates")) {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let name = shown(&path);
        let text = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
        let scanned = scan::scan(&text);
        check_text(&name, &text, &mut complaints);
        check_lengths(&name, &text, &scanned, &mut ratchet, &mut complaints);
        check_neutral(&name, &text, &mut complaints);
        if scanned.has_unsafe {
            with_unsafe.insert(name);
        }
    }
    complaints.extend(structure::check(&mut ratchet)?);
    complaints.extend(ratchet.finish(shrink)?);
    check_unsafe(&with_unsafe, &mut complaints);
    check_machine_paths(&mut complaints);
    complaints.extend(dependencies::check()?);
    Ok(complaints)
}

fn check_text(name: &str, text: &str, complaints: &mut Vec<String>) {
    if !text.starts_with("//!") {
        complaints.push(format!(
            "{name}: does not begin with //! and what the file is for"
        ));
    }
    let mut is_wide = false;
    for (index, line) in text.lines().enumerate() {
        // Tables read better in one line a row: between these two marks width does not count.
        is_wide = (is_wide || line.contains("// tidy: wide because"))
            && !line.contains("// tidy: end of wide");
        let columns = line.chars().count();
        if columns > COLUMNS && !is_wide {
            complaints.push(format!(
                "{name}:{}: {columns} columns, not {COLUMNS}",
                index + 1
            ));
        }
    }
}

fn check_lengths(
    name: &str,
    text: &str,
    scanned: &Scanned,
    ratchet: &mut Ratchet,
    complaints: &mut Vec<String>,
) {
    let lines = text.lines().count();
    complaints.extend(ratchet.measure(Kind::File, name, lines, FILE_LINES));
    for function in &scanned.functions {
        if !function.exempt {
            let name = format!("{name}::{}", function.name);
            complaints.extend(ratchet.measure(
                Kind::Function,
                &name,
                function.lines,
                FUNCTION_LINES,
            ));
        }
    }
}

/// The runtime and the machine above it serve any language, so they name none.
fn check_neutral(name: &str, text: &str, complaints: &mut Vec<String>) {
    let neutral = ["crates/motet-tm/src/", "crates/motet-vm/"];
    if !neutral.iter().any(|folder| name.starts_with(folder)) {
        return;
    }
    for (index, line) in text.lines().enumerate() {
        let line = line.to_lowercase();
        for language in ["python", "ruby"] {
            if line.contains(language) {
                let line = index + 1;
                complaints.push(format!(
                    "{name}:{line}: what serves any language must not know {language}"
                ));
            }
        }
    }
}

fn check_unsafe(with_unsafe: &BTreeSet<String>, complaints: &mut Vec<String>) {
    let listed = fs::read_to_string(root().join(UNSAFE_FILES)).unwrap_or_default();
    let listed: BTreeSet<String> = listed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_string)
        .collect();
    for name in with_unsafe.difference(&listed) {
        complaints.push(format!(
            "{name}: unsafe in a file that {UNSAFE_FILES} does not list"
        ));
    }
    for name in listed.difference(with_unsafe) {
        complaints.push(format!("{UNSAFE_FILES}: {name} has no unsafe any more"));
    }
}

/// A path of one person's machine means nothing on another.
fn check_machine_paths(complaints: &mut Vec<String>) {
    // In two parts each, so that this file does not accuse itself.
    let patterns: Vec<String> = [
        ("/wo", "rk"),
        ("/ro", "ot"),
        ("/ho", "me"),
        ("/tmp/tar", "get"),
    ]
    .map(|(first, second)| format!("{first}{second}"))
    .to_vec();
    for path in files_below(&root()) {
        // A file that is not text has no paths to read.
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for (index, line) in text.lines().enumerate() {
            for pattern in &patterns {
                if names_path(line, pattern) {
                    let name = shown(&path);
                    complaints.push(format!("{name}:{}: machine path {pattern}", index + 1));
                }
            }
        }
    }
}

/// Whether the pattern stands in the line as an absolute path of its own, not inside another path.
fn names_path(line: &str, pattern: &str) -> bool {
    line.match_indices(pattern).any(|(at, _)| {
        let inside = |c: char| c.is_alphanumeric() || "_.~*>}])-".contains(c);
        let before = line[..at].chars().next_back();
        let after = line[at + pattern.len()..].chars().next();
        !before.is_some_and(inside) && after.is_none_or(|c| c == '/' || c == '-' || c == '"')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_tidy() {
        let complaints = check(false).expect("tidy can read the tree");
        assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    }

    #[test]
    fn only_absolute_paths_are_machine_paths() {
        assert!(names_path("cd /srv/x", "/srv"));
        assert!(names_path("\"/srv\"", "/srv"));
        assert!(!names_path("net/srv/x", "/srv"));
        assert!(!names_path("/srvs", "/srv"));
    }
}
