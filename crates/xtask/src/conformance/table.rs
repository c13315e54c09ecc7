//! The committed table: of each module how many tests there are, and of each test case that does
//! not pass, why.

use super::module::{Outcome, Run};
use super::source::Source;
use crate::workspace::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

/// The folder of the tables: one folder for each version of the tests.
const RESULTS: &str = "tests/conformance/results";
const MODULES: &str = "modules.tsv";
const FAILURES: &str = "failures.tsv";
/// The table from words in the message of a failure to the reason.
const REASONS: &str = "tests/conformance/reasons.tsv";

/// The reason of a failure that no line of the reasons knows.
const UNKNOWN: &str = "open";

/// The mark of a test case that ends differently from time to time.
const UNSTEADY: &str = "unsteady";

/// The line of a module.
struct Row {
    fingerprint: String,
    tests: usize,
    passed: usize,
    skipped: usize,
    /// Why there are no test cases: what the module said as it skipped itself, or why it is left
    /// out.
    note: String,
}

/// The line of a test case that does not pass.
struct Failure {
    outcome: String,
    reason: String,
    why: String,
}

/// The table.
pub(super) struct Table {
    /// The folder of its files.
    folder: String,
    modules: BTreeMap<String, Row>,
    failures: BTreeMap<(String, String), Failure>,
}

impl Table {
    /// The committed one of this version of the tests; empty where there is none yet.
    pub(super) fn read(source: &Source) -> Result<Table, String> {
        let folder = format!("{RESULTS}/{}", source.version);
        let mut table = Table {
            folder: folder.clone(),
            modules: BTreeMap::new(),
            failures: BTreeMap::new(),
        };
        for cells in rows(&format!("{folder}/{MODULES}"))? {
            let [module, fingerprint, tests, passed, skipped, note] = &cells[..] else {
                return Err(format!("{MODULES}: {cells:?}"));
            };
            let number = |text: &String| text.parse().map_err(|_| format!("{MODULES}: {text}"));
            let row = Row {
                fingerprint: fingerprint.clone(),
                tests: number(tests)?,
                passed: number(passed)?,
                skipped: number(skipped)?,
                note: note.clone(),
            };
            table.modules.insert(module.clone(), row);
        }
        for cells in rows(&format!("{folder}/{FAILURES}"))? {
            let [module, case, outcome, reason, why] = &cells[..] else {
                return Err(format!("{FAILURES}: {cells:?}"));
            };
            let failure = Failure {
                outcome: outcome.clone(),
                reason: reason.clone(),
                why: why.clone(),
            };
            let key = (module.clone(), case.clone());
            table.failures.insert(key, failure);
        }
        Ok(table)
    }

    /// Whether the table was made from the very tests that are here.
    pub(super) fn is_of_this_source(&self, module: &str, source: &Source) -> bool {
        let here = format!("{:016x}", source.fingerprint(module));
        self.modules
            .get(module)
            .is_some_and(|row| row.fingerprint == here)
    }

    /// The test cases that pass in the table and not in a run, and the messages.
    pub(super) fn lost(&self, run: &Run) -> Vec<(String, String)> {
        let is_known = |case: &str| {
            let key = (run.module.clone(), case.to_owned());
            self.failures.contains_key(&key)
        };
        if run.cases.is_empty()
            && let Some(trouble) = &run.trouble
        {
            let had = self.modules.get(&run.module).map_or(0, |row| row.passed);
            return match had {
                0 => Vec::new(),
                _ => vec![("(module)".to_owned(), trouble.clone())],
            };
        }
        let bad = run
            .cases
            .iter()
            .filter_map(|(case, outcome)| match outcome {
                Outcome::Bad(kind, why) if !is_known(case) => {
                    Some((case.clone(), format!("{kind}: {why}")))
                }
                _ => None,
            });
        bad.collect()
    }

    /// Replaces the rows of a module by the results of two runs.
    pub(super) fn put(&mut self, source: &Source, reasons: &Reasons, first: &Run, second: &Run) {
        let module = &second.module;
        self.failures.retain(|(of, _), _| of != module);
        let mut unsteady = 0;
        let names: BTreeSet<&String> = first.cases.keys().chain(second.cases.keys()).collect();
        for case in names {
            let (one, two) = (first.cases.get(case), second.cases.get(case));
            let ends_well = |outcome: Option<&Outcome>| !matches!(outcome, Some(Outcome::Bad(..)));
            let bad = [two, one].into_iter().flatten();
            let bad = bad.filter_map(|outcome| match outcome {
                Outcome::Bad(kind, why) => Some((kind, why)),
                _ => None,
            });
            let Some((kind, why)) = bad.into_iter().next() else {
                continue;
            };
            let differs = ends_well(one) != ends_well(two);
            unsteady += usize::from(differs && two == Some(&Outcome::Passed));
            let reason = reasons.of(module, case, why);
            let failure = Failure {
                outcome: if differs { UNSTEADY } else { kind }.to_owned(),
                reason: reason.to_owned(),
                why: clean(why),
            };
            self.failures
                .insert((module.clone(), case.clone()), failure);
        }
        if let (true, Some(trouble)) = (second.cases.is_empty(), &second.trouble) {
            let failure = Failure {
                outcome: "not run".to_owned(),
                reason: reasons.of(module, "(module)", trouble).to_owned(),
                why: clean(trouble),
            };
            let key = (module.clone(), "(module)".to_owned());
            self.failures.insert(key, failure);
        }
        let row = Row {
            fingerprint: format!("{:016x}", source.fingerprint(module)),
            tests: second.tests(),
            passed: second.passed() - unsteady,
            skipped: second.skipped(),
            note: clean(second.note.as_deref().unwrap_or("")),
        };
        self.modules.insert(module.clone(), row);
    }

    /// Notes of a module that is not run.
    pub(super) fn leave_out(&mut self, source: &Source, module: &str, why: &str) {
        self.failures.retain(|(of, _), _| of != module);
        let row = Row {
            fingerprint: format!("{:016x}", source.fingerprint(module)),
            tests: 0,
            passed: 0,
            skipped: 0,
            note: format!("left out: {why}"),
        };
        self.modules.insert(module.to_owned(), row);
    }

    /// Writes both files and the summary.
    pub(super) fn write(&self) -> Result<(), String> {
        let mut modules =
            String::from("# module\tfingerprint of its source\ttests\tpassed\tskipped\tnote\n");
        for (module, row) in &self.modules {
            let Row {
                fingerprint,
                tests,
                passed,
                skipped,
                note,
            } = row;
            let _ = writeln!(
                modules,
                "{module}\t{fingerprint}\t{tests}\t{passed}\t{skipped}\t{note}"
            );
        }
        let mut failures = String::from("# module\ttest case\toutcome\treason\twhat was said\n");
        for ((module, case), failure) in &self.failures {
            let Failure {
                outcome,
                reason,
                why,
            } = failure;
            let _ = writeln!(failures, "{module}\t{case}\t{outcome}\t{reason}\t{why}");
        }
        let put = |name: &str, text: String| {
            let path = root().join(&self.folder).join(name);
            let folder = path.parent().expect("a folder");
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&path, text))
                .map_err(|error| format!("{name}: {error}"))
        };
        put(MODULES, modules)?;
        put(FAILURES, failures)?;
        println!("{}", self.by_reason());
        Ok(())
    }

    /// How many failures there are for each reason.
    fn by_reason(&self) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for failure in self.failures.values() {
            *counts.entry(&failure.reason).or_default() += 1;
        }
        let (mut tests, mut passed, mut skipped) = (0, 0, 0);
        for row in self.modules.values() {
            tests += row.tests;
            passed += row.passed;
            skipped += row.skipped;
        }
        let mut text = format!(
            "table: {} modules, {tests} tests, {skipped} skipped, {passed} passed",
            self.modules.len()
        );
        for (reason, count) in counts {
            let _ = write!(text, "\n{count:6} {reason}");
        }
        text
    }
}

/// The rows of a file: lines of cells between tabs.
fn rows(name: &str) -> Result<Vec<Vec<String>>, String> {
    let path = root().join(name);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let lines = text.lines();
    let lines = lines.filter(|line| !line.starts_with('#') && !line.is_empty());
    Ok(lines
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect())
}

/// A message without the words that differ from machine to machine and from run to run.
fn clean(why: &str) -> String {
    let words = why.split_whitespace().map(|word| {
        let has_address = word.contains("0x");
        let is_path = word.trim_start_matches(['\'', '"', '(']).starts_with('/');
        match has_address || is_path {
            true => "…".to_owned(),
            false => without_paths(word),
        }
    });
    let text: Vec<String> = words.collect();
    text.join(" ").chars().take(160).collect()
}

/// A word with `…` for each absolute path of at least two parts in it.
fn without_paths(word: &str) -> String {
    let (mut text, mut rest) = (String::new(), word);
    while let Some(at) = rest.find('/') {
        let (before, path) = rest.split_at(at);
        let end = path.find(|it| "'\"()[]{}<>=:,;".contains(it));
        let (path, behind) = path.split_at(end.unwrap_or(path.len()));
        let begins = before.is_empty() && text.is_empty()
            || before.ends_with(|it| "'\"([{<=:,!".contains(it));
        let is_path = begins && path.len() > 1 && path[1..].contains('/');
        text.push_str(before);
        text.push_str(if is_path { "…" } else { path });
        rest = behind;
    }
    text + rest
}

/// The rules that say which failure has which reason.
pub(super) struct Reasons(Vec<[String; 4]>);

impl Reasons {
    /// Reads the rules: module, part of the test case's name, part of the message (`*`: any), the
    /// reason. The first that fits counts.
    pub(super) fn read() -> Result<Reasons, String> {
        let rows = rows(REASONS)?.into_iter().map(|cells| {
            let shown = cells.join(" | ");
            let cells: Result<[String; 4], _> = cells.try_into();
            cells.map_err(|_| format!("{REASONS}: {shown}"))
        });
        rows.collect::<Result<_, _>>().map(Reasons)
    }

    fn of(&self, module: &str, case: &str, why: &str) -> &str {
        let fits = |rule: &str, text: &str| rule == "*" || text.contains(rule);
        let found = self.0.iter().find(|[of, part, said, _]| {
            (of == "*" || of == module) && fits(part, case) && fits(said, why)
        });
        found.map_or(UNKNOWN, |[.., reason]| reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_names_no_machine() {
        let why = "OSError: no '/srv/x' for <a at 0x7f>  here";
        assert_eq!(clean(why), "OSError: no … for <a at … here");
        let why = "command line: ['/srv/x/motet', '-c', b'a/b'] 1/2 file=/srv/y/z.py:3";
        let told = "command line: ['…', '-c', b'a/b'] 1/2 file=…:3";
        assert_eq!(clean(why), told);
        assert_eq!(clean("b'#!/usr/bin/x' is told"), "b'#!…' is told");
    }

    #[test]
    fn the_first_rule_that_fits_gives_the_reason() {
        let rule = |cells: [&str; 4]| cells.map(str::to_owned);
        let reasons = Reasons(vec![
            rule(["test_a", "*", "weak", "references"]),
            rule(["*", "gc", "*", "collector"]),
        ]);
        assert_eq!(reasons.of("test_a", "A.a", "a weak one"), "references");
        assert_eq!(reasons.of("test_b", "A.gc", "a weak one"), "collector");
        assert_eq!(reasons.of("test_b", "A.a", "?"), UNKNOWN);
    }
}
