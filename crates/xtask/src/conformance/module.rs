//! One test module in a process of its own, with a limit of time, and its report.

use super::source::Source;
use crate::watch::{self, kill};
use crate::workspace::root;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The reason of a module, or of a test case, that has taken too long.
pub(super) const OUT_OF_TIME: &str = "longer than";

/// How modules are run.
#[derive(Clone)]
pub(super) struct How {
    pub(super) interpreter: PathBuf,
    /// Options of the interpreter.
    pub(super) options: Vec<String>,
    /// Whether two threads compute beside the tests.
    pub(super) busy: bool,
    pub(super) limit: Duration,
}

/// How a test case ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    Passed,
    Skipped,
    /// Everything else: `failed`, `error` or `not run`, and the message.
    Bad(String, String),
}

/// The results of one run of a module.
pub(super) struct Run {
    pub(super) module: String,
    pub(super) cases: BTreeMap<String, Outcome>,
    /// The reason why the module as a whole could not be run or did not come to its end.
    pub(super) trouble: Option<String>,
    /// The words with which the module has skipped itself.
    pub(super) note: Option<String>,
    /// The number of tests when none could be listed.
    estimate: usize,
    seconds: f64,
}

impl Run {
    pub(super) fn tests(&self) -> usize {
        match self.cases.is_empty() && self.trouble.is_some() {
            true => self.estimate,
            false => self.cases.len(),
        }
    }

    fn count(&self, outcome: &Outcome) -> usize {
        self.cases.values().filter(|case| *case == outcome).count()
    }

    pub(super) fn passed(&self) -> usize {
        self.count(&Outcome::Passed)
    }

    pub(super) fn skipped(&self) -> usize {
        self.count(&Outcome::Skipped)
    }

    /// The test cases that did not pass, with the reasons, a line each.
    fn failures(&self) -> String {
        let bad = self.cases.iter().filter_map(|(case, outcome)| {
            let Outcome::Bad(kind, why) = outcome else {
                return None;
            };
            Some(format!("{}\t{case}\t{kind}\t{why}\n", self.module))
        });
        let trouble = self.trouble.iter();
        let trouble = trouble.map(|why| format!("{}\t(module)\t\t{why}\n", self.module));
        trouble.chain(bad).collect()
    }

    /// The line that is printed at once.
    pub(super) fn line(&self) -> String {
        let (tests, passed, skipped) = (self.tests(), self.passed(), self.skipped());
        let trouble = self.trouble.as_deref().unwrap_or("");
        let bad = tests - passed - skipped;
        let (module, seconds) = (&self.module, self.seconds);
        format!("{module}: {tests} tests, {skipped} skipped, {bad} bad, {seconds:.1} s {trouble}")
    }
}

/// Runs a module.
pub(super) fn run(source: &Source, module: &str, how: &How) -> Run {
    let start = Instant::now();
    // Several may run at a time, also of one module.
    let unique = format!(
        "{module}-{}-{:?}",
        std::process::id(),
        thread::current().id()
    );
    let folder = super::scratch().join(unique.replace(['(', ')'], ""));
    let outcome = start_and_wait(source, module, how, &folder);
    let report = fs::read(folder.join("report")).unwrap_or_default();
    let report = String::from_utf8_lossy(&report);
    let mut run = read_report(module, &report, outcome.err());
    run.estimate = source.methods(module);
    run.seconds = start.elapsed().as_secs_f64();
    // Its output stays, for a closer look; the rest goes.
    let _ = fs::copy(
        folder.join("output"),
        super::scratch().join(format!("{module}.out")),
    );
    let told = super::scratch().join(format!("{module}.bad"));
    let _ = fs::write(told, run.failures());
    let _ = fs::remove_dir_all(&folder);
    run
}

fn start_and_wait(source: &Source, module: &str, how: &How, folder: &Path) -> Result<(), String> {
    let shown = |error: std::io::Error| format!("{}: {error}", folder.display());
    let work = folder.join("work");
    fs::create_dir_all(&work).map_err(shown)?;
    let output = File::create(folder.join("output")).map_err(shown)?;
    let errors = output.try_clone().map_err(shown)?;
    let mut command = Command::new(install(source, &how.interpreter, folder).map_err(shown)?);
    command.args(&how.options);
    command.arg(root().join("tests/conformance/driver.py"));
    if how.busy {
        command.arg("--busy");
    }
    command.arg(&source.folder).arg(module);
    command.arg(folder.join("report"));
    command.current_dir(&work).env("TMPDIR", &work);
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    for name in ["PYTHONPATH", "PYTHONSTARTUP", "PYTHONWARNINGS"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::null()).stdout(output).stderr(errors);
    // A group of its own, so that processes that a test starts end with it.
    command.process_group(0);
    let mut child = command
        .spawn()
        .map_err(|error| format!("{}: {error}", how.interpreter.display()))?;
    let outcome = wait(&mut child, how.limit);
    kill([format!("-{}", child.id())]);
    outcome
}

/// Installs the interpreter below `folder`, with the package `test` among its packages: processes
/// that a test starts find the package even if they ignore the environment. Returns the program.
fn install(source: &Source, interpreter: &Path, folder: &Path) -> std::io::Result<PathBuf> {
    let prefix = folder.join("installed");
    let packages = prefix.join("lib/motet3.14/site-packages");
    fs::create_dir_all(&packages)?;
    symlink(&source.folder, packages.join("test"))?;
    let programs = prefix.join("bin");
    fs::create_dir_all(&programs)?;
    let program = programs.join("motet");
    // A symbolic link would be followed to the folder that the interpreter was built in.
    if fs::hard_link(interpreter, &program).is_err() {
        fs::copy(interpreter, &program)?;
    }
    Ok(program)
}

/// Waits for the end; all but success is an error in words.
fn wait(child: &mut Child, limit: Duration) -> Result<(), String> {
    match watch::wait(child, limit) {
        Ok(Some(status)) if status.success() => Ok(()),
        Ok(Some(status)) => Err(format!("ended with {status}")),
        Ok(None) => Err(format!("{OUT_OF_TIME} {} seconds", limit.as_secs())),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads the lines of `driver.py`.
fn read_report(module: &str, report: &str, mut trouble: Option<String>) -> Run {
    let mut cases = BTreeMap::new();
    let mut planned = Vec::new();
    let (mut fixture, mut note, mut ended) = (None, None, false);
    for line in report.lines() {
        let Ok(line) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let text = |name: &str| line[name].as_str().map(str::to_owned);
        if let Some(plan) = line["plan"].as_array() {
            let names = plan.iter().filter_map(Value::as_str);
            planned.extend(names.map(str::to_owned));
            trouble = text("broken").or(trouble);
            note = text("skipped").map(|why| format!("skips itself: {why}"));
        } else if let Some(case) = text("case") {
            let outcome = match text("outcome").as_deref() {
                Some("passed") => Outcome::Passed,
                Some("skipped") => Outcome::Skipped,
                other => {
                    let other = other.unwrap_or("error").to_owned();
                    Outcome::Bad(other, text("why").unwrap_or_default())
                }
            };
            cases.insert(case, outcome);
        } else if line["end"].as_bool() == Some(true) {
            ended = true;
        } else {
            fixture = text("why").or(fixture);
        }
    }
    if ended && !planned.is_empty() {
        // A thread that is left over may end the process badly; the tests have been run.
        trouble = None;
    }
    let why = trouble.clone().or(fixture).unwrap_or_default();
    for case in planned {
        let not_run = || Outcome::Bad("not run".to_owned(), why.clone());
        cases.entry(case).or_insert_with(not_run);
    }
    Run {
        module: module.to_owned(),
        cases,
        trouble,
        note,
        estimate: 0,
        seconds: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_crash_leaves_unsaid_was_not_run() {
        let report = r#"{"plan": ["A.a", "A.b", "A.c"]}
            {"case": "A.a", "outcome": "passed", "why": ""}
            {"case": "A.b", "outcome": "failed", "why": "1 != 2"}"#;
        let run = read_report("test_x", report, Some("ended with signal".to_owned()));
        assert_eq!((run.tests(), run.passed()), (3, 1));
        let not_run = Outcome::Bad("not run".into(), "ended with signal".into());
        assert_eq!(run.cases["A.c"], not_run);
    }

    #[test]
    fn an_end_that_was_told_is_no_trouble() {
        let report = r#"{"plan": ["A.a"]}
            {"case": "A.a", "outcome": "skipped", "why": "no"}
            {"end": true}"#;
        let run = read_report("test_x", report, Some("killed".to_owned()));
        assert_eq!((run.skipped(), run.trouble), (1, None));
    }
}
