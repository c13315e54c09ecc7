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

/// The test modules, a line each: `NAME [judged] [limit=SECONDS]`, or `NAME left out: REASON`.
/// `judged` says that no test case that passes may be lost.
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
    /// Whether one run is enough for the table, without a look for what is unsteady.
    once: bool,
    /// The modules that are named, else all of the list, or its judged ones.
    named: Vec<String>,
    judged: bool,
}

/// A line of the list.
struct Entry {
    module: String,
    is_judged: bool,
    /// How long it may run, if it needs another limit than all.
    limit: Option<Duration>,
    /// The reason why it is not run.
    left_out: Option<String>,
}

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let request = request(arguments)?;
    let Some(source) = Source::find() else {
        println!("{}", source::NONE_HERE);
        return Ok(());
    };
    println!("tests of {} ({})", source.folder.display(), source.version);
    let list = List::read()?;
    let modules = list.wanted(&source, &request);
    let runs = run_all(&source, &list, &modules, &request.how, request.jobs, None);
    if request.record {
        return record(&source, &request, &list, &modules, runs);
    }
    let table = Table::read(&source)?;
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
    let table = Table::read(&source)?;
    let list = List::read()?;
    let mut modules = list.judged(&source);
    let all = modules.len();
    modules.retain(|module| table.is_of_this_source(module, &source));
    println!(
        "conformance: tests of {}: {} modules are judged, {} have other tests than the table",
        source.version,
        modules.len(),
        all - modules.len()
    );
    let how = How {
        interpreter: binary.to_path_buf(),
        options: Vec::new(),
        busy: false,
        limit: LIMIT_OF_JUDGED,
    };
    let end = Instant::now() + BUDGET;
    let runs = run_all(&source, &list, &modules, &how, default_jobs(), Some(end));
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
    let once = take_switch(&mut rest, "--once");
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
        once,
        named: rest,
        judged,
    })
}

/// The list of test modules.
struct List(Vec<Entry>);

impl List {
    fn read() -> Result<List, String> {
        let path = root().join(MODULES);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{MODULES}: {error}"))?;
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.map(entry).collect::<Result<_, _>>().map(List)
    }

    /// The modules that a request asks for, as far as this version of the tests has them.
    fn wanted(&self, source: &Source, request: &Request) -> Vec<String> {
        if !request.named.is_empty() {
            return request.named.clone();
        }
        if request.judged {
            return self.judged(source);
        }
        let runs = |entry: &&Entry| entry.left_out.is_none() && source.has(&entry.module);
        let entries = self.0.iter().filter(runs);
        entries.map(|entry| entry.module.clone()).collect()
    }

    fn judged(&self, source: &Source) -> Vec<String> {
        let is_here = |entry: &&Entry| entry.is_judged && source.has(&entry.module);
        let entries = self.0.iter().filter(is_here);
        entries.map(|entry| entry.module.clone()).collect()
    }

    /// The limit of a module's own.
    fn limit(&self, module: &str) -> Option<Duration> {
        let mut entries = self.0.iter();
        entries.find(|entry| entry.module == module)?.limit
    }
}

/// Reads a line of the list.
fn entry(line: &str) -> Result<Entry, String> {
    let (module, rest) = line.split_once(' ').unwrap_or((line, ""));
    let mut entry = Entry {
        module: module.to_owned(),
        is_judged: false,
        limit: None,
        left_out: rest.strip_prefix("left out: ").map(str::to_owned),
    };
    if entry.left_out.is_some() {
        return Ok(entry);
    }
    for word in rest.split_whitespace() {
        let seconds = word.strip_prefix("limit=").and_then(|it| it.parse().ok());
        match (word, seconds) {
            ("judged", _) => entry.is_judged = true,
            (_, Some(seconds)) => entry.limit = Some(Duration::from_secs(seconds)),
            _ => return Err(format!("{MODULES}: {line}")),
        }
    }
    Ok(entry)
}

/// Runs modules, several at a time; the runs come in the order of the modules.
/// When the time is up, no further one is started.
fn run_all(
    source: &Source,
    list: &List,
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
                    let limit = list.limit(name).unwrap_or(how.limit).max(how.limit);
                    let how = How {
                        limit,
                        ..how.clone()
                    };
                    let run = module::run(source, name, &how);
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

/// Runs everything a second time (unless once is enough) and writes the table: a test case whose
/// results differ is unsteady.
fn record(
    source: &Source,
    request: &Request,
    list: &List,
    modules: &[String],
    first: Vec<Run>,
) -> Result<(), String> {
    let reasons = Reasons::read()?;
    let mut table = Table::read(source)?;
    let again = match request.once {
        true => None,
        false => Some(run_all(
            source,
            list,
            modules,
            &request.how,
            request.jobs,
            None,
        )),
    };
    let second = again.as_ref().unwrap_or(&first);
    for (first, second) in first.iter().zip(second) {
        table.put(source, &reasons, first, second);
    }
    for entry in &list.0 {
        if let Some(why) = &entry.left_out
            && source.has(&entry.module)
        {
            table.leave_out(source, &entry.module, why);
        }
    }
    table.write()?;
    summary(second);
    Ok(())
}

/// The folder for the files that runs leave behind.
fn scratch() -> PathBuf {
    root().join("target").join("conformance")
}
