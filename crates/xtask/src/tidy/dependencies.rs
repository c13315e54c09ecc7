//! The permitted uses among crates, and the licences under which others' code comes in.

use crate::workspace::{files_below, metadata, shown};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The direction of dependencies: the runtime knows no language, the bytecode knows no other crate.
const MAY_USE: [(&str, &[&str]); 25] = [
    (
        "motet",
        &[
            "motet-python-vm",
            "motet-python-compiler",
            "motet-python-bytecode",
            "motet-vm",
            "motet-tm",
        ],
    ),
    (
        "motet-python-vm",
        &[
            "motet-python-modules",
            "motet-python-interp",
            "motet-python-objects",
            "motet-python-library",
            "motet-python-compiler",
            "motet-python-bytecode",
            "motet-vm",
            "motet-tm",
        ],
    ),
    (
        "motet-python-modules",
        &[
            "motet-charsets",
            "motet-coders",
            "motet-python-interp",
            "motet-python-objects",
            "motet-regex",
            "motet-sqlite",
            "motet-tls",
            "motet-python-library",
            "motet-python-compiler",
            "motet-python-bytecode",
            "motet-vm",
            "motet-tm",
        ],
    ),
    (
        "motet-python-interp",
        &[
            "motet-python-objects",
            "motet-python-library",
            "motet-python-compiler",
            "motet-python-bytecode",
            "motet-vm",
            "motet-tm",
        ],
    ),
    (
        "motet-python-objects",
        &[
            "motet-numbers",
            "motet-python-library",
            "motet-python-compiler",
            "motet-python-bytecode",
            "motet-vm",
            "motet-tm",
        ],
    ),
    ("motet-regex", &["motet-python-bytecode"]),
    ("motet-charsets", &[]),
    ("motet-coders", &[]),
    ("motet-sqlite", &[]),
    ("motet-tls", &[]),
    ("motet-numbers", &[]),
    (
        "motet-python-library",
        &["motet-python-compiler", "motet-python-bytecode"],
    ),
    ("motet-python-compiler", &["motet-python-bytecode"]),
    ("motet-python-bytecode", &[]),
    ("motet-vm", &["motet-tm"]),
    ("motet-tm", &[]),
    ("motet-tm-capi", &["motet-tm"]),
    ("xtask", &[]),
    (
        "motet-sim",
        &["motet-python-vm-simulated", "motet-tm-simulated"],
    ),
    (
        "motet-python-vm-simulated",
        &[
            "motet-python-modules-simulated",
            "motet-python-interp-simulated",
            "motet-python-objects-simulated",
            "motet-python-library",
            "motet-python-compiler",
            "motet-python-bytecode",
            "motet-vm-simulated",
            "motet-tm-simulated",
        ],
    ),
    (
        "motet-python-modules-simulated",
        &[
            "motet-charsets",
            "motet-coders",
            "motet-python-interp-simulated",
            "motet-python-objects-simulated",
            "motet-regex",
            "motet-sqlite",
            "motet-tls",
            "motet-python-library",
            "motet-python-compiler",
            "motet-python-bytecode",
            "motet-vm-simulated",
            "motet-tm-simulated",
        ],
    ),
    (
        "motet-python-interp-simulated",
        &[
            "motet-python-objects-simulated",
            "motet-python-library",
            "motet-python-compiler",
            "motet-python-bytecode",
            "motet-vm-simulated",
            "motet-tm-simulated",
        ],
    ),
    (
        "motet-python-objects-simulated",
        &[
            "motet-numbers",
            "motet-python-library",
            "motet-python-compiler",
            "motet-python-bytecode",
            "motet-vm-simulated",
            "motet-tm-simulated",
        ],
    ),
    ("motet-vm-simulated", &["motet-tm-simulated"]),
    ("motet-tm-simulated", &[]),
];

/// Licences that ask for no more than a notice.
const LICENCES: [&str; 16] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "bzip2-1.0.6",
    "CC0-1.0",
    "ISC",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
    "0BSD",
];

/// Packages that say under which licence they are in a file only.
const LICENCE_IN_FILE: [(&str, &str); 1] = [
    // CPython's library, of which we take the sources: a permissive licence.
    ("rustpython-pylib", "PSF-2.0"),
];

/// All complaints.
pub(super) fn check() -> Result<Vec<String>, String> {
    let metadata = metadata()?;
    let members = strings(&metadata["workspace_members"]);
    let mut complaints = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        let id = package["id"].as_str().unwrap_or_default();
        if members.contains(&id) {
            complaints.extend(wrong_directions(name, package));
            complaints.extend(tests_never_run(name, package));
        }
        let licence = package["license"].as_str().unwrap_or("none");
        if LICENCE_IN_FILE.iter().any(|(known, _)| *known == name) {
            continue;
        }
        if !is_allowed(licence) {
            complaints.push(format!(
                "dependency {name}: licence {licence} is not on our list"
            ));
        }
    }
    Ok(complaints)
}

fn strings(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn wrong_directions(name: &str, package: &Value) -> Vec<String> {
    let Some((_, allowed)) = MAY_USE.iter().find(|(member, _)| *member == name) else {
        return vec![format!("crate {name}: say in tidy what it may use")];
    };
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    dependencies
        .filter(|dependency| dependency["path"].is_string())
        .filter_map(|dependency| dependency["name"].as_str())
        .filter(|used| !allowed.contains(used))
        .map(|used| format!("crate {name} must not use {used}"))
        .collect()
}

/// Tests in sources whose crate says that there are none, so that they would never run. (A crate
/// that compiles the sources of another one leaves their tests to that.)
fn tests_never_run(name: &str, package: &Value) -> Vec<String> {
    let folder = Path::new(package["manifest_path"].as_str().unwrap_or_default()).parent();
    let mut complaints = Vec::new();
    for target in package["targets"].as_array().into_iter().flatten() {
        let source = Path::new(target["src_path"].as_str().unwrap_or_default());
        let (Some(folder), Some(sources)) = (folder, source.parent()) else {
            continue;
        };
        let is_own = source
            .strip_prefix(folder)
            .is_ok_and(|inside| !inside.starts_with(".."));
        let of_crate = target["kind"].as_array().into_iter().flatten();
        let mut kinds = of_crate.filter_map(Value::as_str);
        if !is_own || !kinds.any(|kind| matches!(kind, "lib" | "bin" | "rlib")) {
            continue;
        }
        let has_tests = target["test"] != false;
        let has_doc_tests = target["doctest"] != false;
        for path in files_below(sources) {
            let text = fs::read_to_string(&path).unwrap_or_default();
            if !has_tests && text.contains("#[test]\n") {
                complaints.push(format!(
                    "crate {name}: `test = false`, tests in {}",
                    shown(&path)
                ));
            }
            if !has_doc_tests && has_doc_test(&text) {
                complaints.push(format!(
                    "crate {name}: `doctest = false`, code in the docs of {}",
                    shown(&path)
                ));
            }
        }
    }
    complaints
}

/// Whether code stands in doc comments. (The fences of diagrams say `text`.)
fn has_doc_test(text: &str) -> bool {
    let is_doc = |line: &&str| line.starts_with("///") || line.starts_with("//!");
    let docs = text.lines().map(str::trim_start).filter(is_doc);
    let fences = docs.filter_map(|line| line[3..].trim_start().strip_prefix("```"));
    fences.step_by(2).any(|language| language != "text")
}

/// Whether an SPDX expression leaves a way of allowed licences only.
fn is_allowed(expression: &str) -> bool {
    // Old packages write a slash for OR.
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    either(&words, &mut at) && at == words.len()
}

fn either(words: &[&str], at: &mut usize) -> bool {
    let mut allowed = both(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        // Read on even when the answer is known: the words have to be passed.
        let right = both(words, at);
        allowed = allowed || right;
    }
    allowed
}

fn both(words: &[&str], at: &mut usize) -> bool {
    let mut allowed = single(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        let right = single(words, at);
        allowed = allowed && right;
    }
    allowed
}

fn single(words: &[&str], at: &mut usize) -> bool {
    let Some(&word) = words.get(*at) else {
        return false;
    };
    *at += 1;
    if word == "(" {
        let allowed = either(words, at);
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return allowed && closed;
    }
    if words.get(*at) == Some(&"WITH") {
        let exception = words.get(*at + 1).copied().unwrap_or_default();
        *at += 2;
        return LICENCES.contains(&format!("{word} WITH {exception}").as_str());
    }
    LICENCES.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_in_docs_are_no_tests() {
        let diagram = "//! Text.\n//! ```text\n//! a\n//! ```\nfn f() {}\n";
        assert!(!has_doc_test(diagram));
        let example = "    /// ```\n    /// f();\n    /// ```\n";
        assert!(has_doc_test(example));
        assert!(has_doc_test(&format!("{diagram}{example}")));
    }

    #[test]
    fn licences_with_an_allowed_way_pass() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        ] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in [
            "LGPL-3.0-only",
            "MIT AND GPL-3.0",
            "none",
            "",
            "(MIT",
            "MPL-2.0",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }
}
