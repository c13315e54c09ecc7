//! The structure of the workspace: cycles between crates, between the folders of a crate and
//! between its files; how densely code is explained and checked; how often it may panic.

use std::collections::BTreeMap;
use std::fs;

use super::cycles::Graph;
use super::modules::Crate;
use super::ratchet::{Kind, Ratchet};
use super::scan::{self, Checks};
use crate::workspace::{files_below, metadata, root, shown};

/// The counts of a crate.
#[derive(Default)]
struct Counted {
    lines: usize,
    comments: usize,
    /// Outside of tests.
    checks: Checks,
    /// Those of tests among them.
    all_assertions: usize,
    /// The largest cycle of its files.
    largest_cycle: usize,
    /// Where it may panic and does not say why it never does.
    unreasoned: Vec<String>,
    /// How many of its top-level folders and files stand in cycles.
    folders_in_cycles: Vec<String>,
}

/// The crates in which a panic ends the user's program; the runtime's are part of its contract, and
/// the others are tools.
fn counts_panics(name: &str) -> bool {
    !["motet-tm", "motet-sim", "xtask"]
        .iter()
        .any(|other| name.starts_with(other))
}

/// All complaints.
pub(super) fn check(ratchet: &mut Ratchet) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    let mut panics = 0;
    for (name, counted) in crates()? {
        let folders = &counted.folders_in_cycles;
        let path = format!("crates/{name}");
        let complaint = ratchet.measure(Kind::Cycle, &path, folders.len(), 0);
        complaints.extend(complaint.map(|complaint| format!("{complaint}: {folders:?}")));
        if counts_panics(&name) {
            panics += counted.checks.panics;
            complaints.extend(counted.unreasoned);
        }
    }
    complaints.extend(ratchet.measure(Kind::Panics, "crates", panics, 0));
    let crates = between_crates()?;
    let complaint = ratchet.measure(Kind::Cycle, "crates", crates.in_cycles(), 0);
    complaints.extend(complaint.map(|complaint| format!("{complaint}: {:?}", crates.cycles())));
    Ok(complaints)
}

/// Prints the numbers.
pub(super) fn report() -> Result<(), String> {
    println!(
        "{:28} {:>7} {:>9} {:>11} {:>11} {:>14} {:>7}",
        "crate", "lines", "comments", "assertions", "with tests", "largest cycle", "panics"
    );
    println!(
        "{:28} {:>7} {:>9} {:>11} {:>11} {:>14} {:>7}",
        "", "", "%", "per 1,000", "per 1,000", "of files", ""
    );
    let mut total = Counted::default();
    for (name, counted) in crates()? {
        row(&name, &counted);
        total.lines += counted.lines;
        total.comments += counted.comments;
        total.checks.assertions += counted.checks.assertions;
        total.checks.panics += counted.checks.panics;
        total.all_assertions += counted.all_assertions;
        total.largest_cycle = total.largest_cycle.max(counted.largest_cycle);
        total.folders_in_cycles.extend(counted.folders_in_cycles);
    }
    row("all", &total);
    println!(
        "in cycles: {} folders and files at the top of a crate, {} crates {:?}",
        total.folders_in_cycles.len(),
        between_crates()?.in_cycles(),
        between_crates()?.cycles(),
    );
    Ok(())
}

fn row(name: &str, counted: &Counted) {
    let share = |part: usize, of: usize| part as f64 * of as f64 / counted.lines.max(1) as f64;
    println!(
        "{name:28} {:>7} {:>9.1} {:>11.1} {:>11.1} {:>14} {:>7}",
        counted.lines,
        share(counted.comments, 100),
        share(counted.checks.assertions, 1000),
        share(counted.all_assertions, 1000),
        counted.largest_cycle,
        counted.checks.panics,
    );
}

/// Counts each crate's `src/`, by the name of its folder.
fn crates() -> Result<BTreeMap<String, Counted>, String> {
    let mut read: BTreeMap<String, (Counted, Crate)> = BTreeMap::new();
    for path in files_below(&root().join("crates")) {
        let name = shown(&path);
        let inside = name.strip_prefix("crates/").unwrap_or(&name);
        let Some((name, file)) = inside.split_once("/src/") else {
            continue;
        };
        if !file.ends_with(".rs") || name.contains('/') {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| format!("{inside}: {error}"))?;
        let (counted, modules) = read.entry(name.to_string()).or_default();
        counted.lines += text.lines().count();
        let is_comment = |line: &&str| line.trim_start().starts_with("//");
        counted.comments += text.lines().filter(is_comment).count();
        let is_test = file.split('/').any(|part| part.starts_with("tests"));
        counted.all_assertions += scan::checks(&scan::blank(&text)).assertions;
        if !is_test {
            let checks = scan::checks(&scan::without_tests(&text).0);
            counted.checks.panics += checks.panics;
            counted.checks.assertions += checks.assertions;
            let places = scan::unreasoned(&text).into_iter();
            counted.unreasoned.extend(places.map(|line| {
                format!("crates/{inside}:{line}: may panic, and no reason says why it never does")
            }));
        }
        modules.add(file, &text);
    }
    let counted = read.into_iter().map(|(name, (mut counted, modules))| {
        let files = modules.graph();
        counted.largest_cycle = files.cycles().first().map_or(0, |cycle| cycle.len());
        let folders = files.grouped(|file| file.split('/').next().unwrap_or(file).to_string());
        let in_cycles = folders.cycles().into_iter().flatten();
        counted.folders_in_cycles = in_cycles.map(str::to_string).collect();
        (name, counted)
    });
    Ok(counted.collect())
}

/// The uses among crates: by their manifests, and by the paths in their build scripts, manifests
/// and sources that lead into the folder of another one.
fn between_crates() -> Result<Graph, String> {
    let metadata = metadata()?;
    let mut graph = Graph::default();
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let local: Vec<_> = packages
        .filter(|package| package["source"].is_null())
        .collect();
    let names: Vec<&str> = local
        .iter()
        .filter_map(|package| package["name"].as_str())
        .collect();
    for package in &local {
        let name = package["name"].as_str().unwrap_or_default();
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = dependency["name"].as_str().unwrap_or_default();
            if dependency["kind"] != "dev" && names.contains(&used) {
                graph.add(name, used);
            }
        }
        let folder = root().join("crates").join(name);
        for path in files_below(&folder) {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let is_script = path.file_name().is_some_and(|name| name == "build.rs");
            if path.extension().is_some_and(|extension| extension == "rs") {
                for used in reached_by_path(&text, &names, is_script) {
                    graph.add(name, used);
                }
            }
        }
    }
    Ok(graph)
}

/// The crates into whose folders a text's paths lead. A build script may also name them from the
/// root of the workspace.
fn reached_by_path<'a>(text: &str, names: &[&'a str], is_script: bool) -> Vec<&'a str> {
    let leads_to = |name: &&&str| {
        let from_root = format!("crates/{name}/");
        text.contains(&format!("../{name}/")) || is_script && text.contains(&from_root)
    };
    names.iter().filter(leads_to).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_into_other_crates_are_seen() {
        let names = ["motet-a", "motet-b"];
        let found = |text: &str, is_script| reached_by_path(text, &names, is_script);
        assert_eq!(
            found("include!(\"../../motet-b/src/x.rs\")", false),
            ["motet-b"]
        );
        assert_eq!(found("join(\"crates/motet-a/src\")", true), ["motet-a"]);
        assert!(found("join(\"crates/motet-a/src\")", false).is_empty());
        assert!(found("\"../motet-abc/src\"", true).is_empty());
    }
}
