//! Batches of generated cases, and the answers that an interpreter gives to them.

use crate::workspace::{output, root};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A batch that takes longer hangs.
const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The unit of times in `/proc` on Linux.
const TICKS_PER_SECOND: u64 = 100;

/// The line before the answers of a case.
const CASE: &str = "== ";

/// Behind this stands the message of an exception.
const MESSAGE: &str = " | ";

/// Ways to run a batch: name, options of the interpreter, whether the plain loop runs it.
pub(super) type Ways = &'static [(&'static str, &'static [&'static str], bool)];

/// How bad a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    /// The exception is the same, its message is not.
    Message,
    Result,
    /// The process has ended otherwise, or not at all.
    Crash,
}

/// The text of a batch, or of one of its cases.
pub(super) fn generate(
    python: &str,
    kind: &str,
    seed: &str,
    count: u32,
    case: Option<u32>,
) -> Result<String, String> {
    let mut command = Command::new(python);
    command.arg(root().join("tests/attack/generate.py"));
    command.args([kind, seed, &count.to_string()]);
    command.args(case.map(|case| case.to_string()));
    command.env("PYTHONHASHSEED", "0");
    output(&mut command)
}

/// The lines that each case has printed, and how the process ended.
pub(super) struct Answers {
    cases: BTreeMap<u32, Vec<String>>,
    exit: Option<i32>,
}

impl Answers {
    /// The answers of an interpreter to a batch.
    pub(super) fn of(interpreter: &Path, options: &[&str], is_loop: bool, batch: &Path) -> Answers {
        let mut command = Command::new(interpreter);
        command.args(options).arg(batch).env("PYTHONHASHSEED", "0");
        if is_loop {
            command.env("MOTET_INTERPRETER", "loop");
        }
        let (text, exit) = run(&mut command);
        let mut cases: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        let mut lines = cases.entry(0).or_default();
        for line in text.lines() {
            match line.strip_prefix(CASE).map(str::parse) {
                Some(Ok(case)) => lines = cases.entry(case).or_default(),
                _ => lines.push(line.to_owned()),
            }
        }
        Answers { cases, exit }
    }

    /// Whether the batch came to its end.
    pub(super) fn is_whole(&self) -> bool {
        self.exit == Some(0)
    }

    /// The cases that another run has answered alike.
    pub(super) fn steady(mut self, again: &Answers) -> Answers {
        let is_alike = |case: &u32, lines: &mut Vec<String>| again.cases.get(case) == Some(lines);
        self.cases.retain(is_alike);
        self
    }

    /// How many lines there are.
    pub(super) fn count(&self) -> u64 {
        self.cases.values().map(|lines| lines.len() as u64).sum()
    }

    /// The cases whose answers differ, each with its worst difference.
    pub(super) fn differences(&self, given: &Answers) -> Vec<(u32, Severity)> {
        let mut found = Vec::new();
        for (case, expected) in &self.cases {
            let lines = given.cases.get(case).map_or(&[][..], Vec::as_slice);
            if expected.as_slice() == lines {
                continue;
            }
            let ends_here = given.cases.keys().next_back() == Some(case);
            let severity = if given.exit != self.exit && ends_here {
                Severity::Crash
            } else {
                worst(expected, lines)
            };
            // Cases behind a crash have not run.
            if severity == Severity::Crash || given.cases.contains_key(case) {
                found.push((*case, severity));
            }
        }
        if found.is_empty() && given.exit != self.exit {
            found.push((
                self.cases.keys().next_back().copied().unwrap_or(0),
                Severity::Crash,
            ));
        }
        found
    }
}

fn worst(expected: &[String], given: &[String]) -> Severity {
    let head = |line: &String| line.split(MESSAGE).next().map(str::to_owned);
    let is_like = expected.len() == given.len()
        && expected
            .iter()
            .zip(given)
            .all(|(expected, given)| expected == given || head(expected) == head(given));
    if is_like {
        Severity::Message
    } else {
        Severity::Result
    }
}

/// Whether a program that has run for longer than the limit had not as much of a processor: on a
/// busy machine it may wait for one. What sleeps is ended after ten times the limit.
fn has_time(process: u32, start: Instant) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let used = |field: usize| fields.split_whitespace().nth(field)?.parse::<u64>().ok();
    let (user, system) = (used(11).unwrap_or(u64::MAX), used(12).unwrap_or(0));
    let ticks = user.saturating_add(system);
    ticks < TICKS_PER_SECOND * TIME_LIMIT.as_secs() && start.elapsed() < 10 * TIME_LIMIT
}

/// Runs a command: its output, and its exit code unless a signal or we have ended it.
fn run(command: &mut Command) -> (String, Option<i32>) {
    let folder = std::env::temp_dir();
    let child = command
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        return (String::new(), None);
    };
    let stdout = child.stdout.take().expect("the output was asked for");
    let reader = std::thread::spawn(move || std::io::read_to_string(stdout).unwrap_or_default());
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if start.elapsed() < TIME_LIMIT || has_time(child.id(), start) => {
                std::thread::sleep(Duration::from_millis(2));
            }
            _ => break None,
        }
    };
    if status.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let text = reader.join().unwrap_or_default();
    (text, status.and_then(|status| status.code()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(cases: &[(u32, &[&str])], exit: i32) -> Answers {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        Answers {
            cases: cases
                .iter()
                .map(|(case, given)| (*case, lines(given)))
                .collect(),
            exit: Some(exit),
        }
    }

    #[test]
    fn differences_are_weighed() {
        let expected = answers(&[(0, &["a", "E | one"]), (1, &["b"]), (2, &["c"])], 0);
        let message = answers(&[(0, &["a", "E | two"]), (1, &["b"]), (2, &["c"])], 0);
        assert_eq!(expected.differences(&message), [(0, Severity::Message)]);
        let result = answers(&[(0, &["a", "F | one"]), (1, &[]), (2, &["c"])], 0);
        let both = [(0, Severity::Result), (1, Severity::Result)];
        assert_eq!(expected.differences(&result), both);
        let crash = answers(&[(0, &["a", "E | one"]), (1, &[])], 134);
        assert_eq!(expected.differences(&crash), [(1, Severity::Crash)]);
        let at_the_end = answers(&[(0, &["a", "E | one"]), (1, &["b"]), (2, &["c"])], 134);
        assert_eq!(expected.differences(&at_the_end), [(2, Severity::Crash)]);
        assert!(expected.differences(&expected).is_empty());
        assert_eq!(expected.steady(&message).cases.len(), 2);
    }
}
