//! `cargo xtask conformance`: CPython's own test modules as judge. Each runs in a process of its
//! own through `tests/conformance/driver.py`; the result is compared with the committed table,
//! or written to it.

mod module;
mod source;
mod table;

use crate::workspace::{refuse_options, release_binary, root, take_option, take_switch};
use module::{How, Run};
use source::Source;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use table::{Reasons, Table};

/// The modules that are run when none is named; a second word `judged` says that no test case that
/// passes may be lost.
const MODULES: &str = "tests/conformance/modules.txt";

/// How long a module may run.
const LIMIT: Duration = Duration::from_secs(180);

/// How long `cargo xtask test` goes on starting modules, and how long each may run there.
const BUDGET: Duration = Duration::from_secs(200);
const LIMIT_OF_JUDGED: Duration = Duration::from_secs(60);

/// How often in a row a test case must fail there to be lost.
const ATTEMPTS: usize = 3;

/// The request of the command line.
struct Request {
    how: How,
    jobs: usize,
    record: bool,
    modules: Vec<String>,
}

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let request = request(arguments)?;
    let Some(source) = Source::find() else {
        println!("{}", source::NONE_HERE);
        return Ok(());
    };
    println!("tests of {}", source.folder.display());
    let runs = run_all(&source, &request.modules, &request.how, request.jobs, None);
    if request.record {
        return record(&source, &request, runs);
    }
    let table = Table::read()?;
    let lost = compare(&source, &table, &runs, &request.how);
    summary(&runs);
    match lost {
        0 => Ok(()),
        _ => Err(format!("{lost} test cases do not pass any more")),
    }
}

/// Judges the modules for `cargo xtask test`: how many kept all that they had, how many did not.
pub(crate) fn judge(binary: &Path) -> Result<(usize, usize), String> {
    let Some(source) = Source::find() else {
        println!("{}", source::NONE_HERE);
        return Ok((0, 0));
    };
    let table = Table::read()?;
    let mut modules = listed(true)?;
    modules.retain(|module| {
        let same = table.is_of_this_source(module, &source);
        if !same {
            println!("{module}: not judged: other tests than those of the table");
        }
        same
    });
    let how = How {
        interpreter: binary.to_path_buf(),
        options: Vec::new(),
        busy: false,
        limit: LIMIT_OF_JUDGED,
    };
    let end = Instant::now() + BUDGET;
    let runs = run_all(&source, &modules, &how, default_jobs(), Some(end));
    let left_out = modules.len() - runs.len();
    if left_out > 0 {
        println!("{left_out} modules left out: the machine is slow");
    }
    let mut failed = 0;
    for run in &runs {
        failed += usize::from(is_lost(&source, &table, run, &how, end + BUDGET));
    }
    Ok((runs.len() - failed, failed))
}

/// Whether a judged module has lost a test case: it fails each time, also alone. A run that did not
/// end in time says more about the machine than about the interpreter.
fn is_lost(source: &Source, table: &Table, run: &Run, how: &How, end: Instant) -> bool {
    let fails = |run: &Run| -> Vec<(String, String)> {
        let mut lost = table.lost(run);
        lost.retain(|(_, why)| !why.contains(module::OUT_OF_TIME));
        lost
    };
    let mut lost = fails(run);
    for _ in 1..ATTEMPTS {
        if lost.is_empty() {
            return false;
        }
        if Instant::now() > end {
            println!("{}: not judged: the time is up", run.module);
            return false;
        }
        println!("{}: once more, alone", run.module);
        let again = fails(&module::run(source, &run.module, how));
        lost.retain(|(case, _)| again.iter().any(|(other, _)| other == case));
    }
    for (case, why) in &lost {
        println!("LOST {} {case}: {why}", run.module);
    }
    !lost.is_empty()
}

fn default_jobs() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn request(arguments: &[String]) -> Result<Request, String> {
    let mut rest = arguments.to_vec();
    let record = take_switch(&mut rest, "--record");
    let busy = take_switch(&mut rest, "--busy");
    let judged = take_switch(&mut rest, "--judged");
    let interpreter = take_option(&mut rest, "--interpreter")?;
    let jobs = take_option(&mut rest, "--jobs")?;
    let limit = take_option(&mut rest, "--limit")?;
    let options = take_option(&mut rest, "--option")?.unwrap_or_default();
    refuse_options(&rest)?;
    let number = |text: String| text.parse().map_err(|_| format!("no number: {text}"));
    let interpreter = match interpreter {
        Some(path) => std::path::absolute(&path).map_err(|error| format!("{path}: {error}"))?,
        None => release_binary()?,
    };
    let limit = limit.map(number).transpose()?;
    Ok(Request {
        how: How {
            interpreter,
            options: options.split_whitespace().map(str::to_owned).collect(),
            busy,
            limit: limit.map_or(LIMIT, |seconds| Duration::from_secs(seconds as u64)),
        },
        jobs: jobs.map(number).transpose()?.unwrap_or_else(default_jobs),
        record,
        modules: match rest.is_empty() {
            true => listed(judged)?,
            false => rest,
        },
    })
}

/// The modules of the list; all, or those that are judged.
fn listed(only_judged: bool) -> Result<Vec<String>, String> {
    let path = root().join(MODULES);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{MODULES}: {error}"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let module = words.next()?;
            let is_judged = words.next() == Some("judged");
            (is_judged || !only_judged).then(|| module.to_owned())
        })
        .collect())
}

/// Runs modules, several at a time; the runs come in the order of the modules.
/// When the time is up, no further one is started.
fn run_all(
    source: &Source,
    modules: &[String],
    how: &How,
    jobs: usize,
    end: Option<Instant>,
) -> Vec<Run> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    if end.is_some_and(|end| Instant::now() > end) {
                        return;
                    }
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(name) = modules.get(index) else {
                        return;
                    };
                    let run = module::run(source, name, how);
                    println!("{}", run.line());
                    done.lock().expect("nobody panics").push((index, run));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("nobody panics");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, run)| run).collect()
}

/// Reports the test cases that do not pass any more, and counts them. A module that seems to have
/// lost some is run once more alone, since a loaded machine is no reason.
fn compare(source: &Source, table: &Table, runs: &[Run], how: &How) -> usize {
    let mut count = 0;
    for run in runs {
        if !table.is_of_this_source(&run.module, source) {
            continue;
        }
        let mut lost = table.lost(run);
        if !lost.is_empty() {
            let patient = How {
                limit: how.limit * 3,
                ..how.clone()
            };
            let again = module::run(source, &run.module, &patient);
            let still = table.lost(&again);
            lost.retain(|(case, _)| still.iter().any(|(other, _)| other == case));
        }
        for (case, why) in &lost {
            println!("LOST {} {case}: {why}", run.module);
        }
        count += lost.len();
    }
    count
}

fn summary(runs: &[Run]) {
    let tests: usize = runs.iter().map(Run::tests).sum();
    let passed: usize = runs.iter().map(Run::passed).sum();
    let skipped: usize = runs.iter().map(Run::skipped).sum();
    let run = (tests - skipped).max(1);
    let percent = 100.0 * passed as f64 / run as f64;
    let modules = runs.len();
    println!(
        "{modules} modules, {tests} tests, {skipped} skipped, {passed} passed \
         ({percent:.1} % of those not skipped)"
    );
}

/// Runs everything a second time and writes the table: a test case whose results differ is
/// unsteady.
fn record(source: &Source, request: &Request, first: Vec<Run>) -> Result<(), String> {
    let (modules, how) = (&request.modules, &request.how);
    let second = run_all(source, modules, how, request.jobs, None);
    let reasons = Reasons::read()?;
    let mut table = Table::read()?;
    for (first, second) in first.iter().zip(&second) {
        table.put(source, &reasons, first, second);
    }
    table.write()?;
    summary(&second);
    Ok(())
}

/// The folder for the files that runs leave behind.
fn scratch() -> PathBuf {
    root().join("target").join("conformance")
}
