//! The report: one screen at the end of the program that says where time was lost, by line.
//!
//! The runtime's counters are exact. The pairs of transactions in conflict come from its events,
//! which each thread keeps in a ring: while the program runs, a thread of the system drains them.
//! The same as numbers for other programs: `report/json.rs`. The language knows the lines of the
//! program ([`Places`]).

mod json;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use motet_tm::elision::{ElisionCounts, Fallback, HardwareCause};
use motet_tm::{
    AbortCause, CommitEngine, Control, Runtime, Statistics, Summary, Totals, WaitFor,
    host_written_at, place_of,
};

/// Names the places and objects of the runtime's events: implemented by a language's machine.
pub trait Places {
    /// The runtime.
    fn runtime(&self) -> &Arc<Runtime>;

    /// The file and the line of the instruction at an address, if it is one of the program.
    fn line_at(&self, address: u64) -> Option<(String, u32)>;

    /// The text of a file.
    fn source(&self, file: &str) -> Option<String>;

    /// The name of the kind of objects with this host word.
    fn kind_of(&self, host: u32) -> String;
}

use crate::output;

/// How often events are drained.
const DRAIN_INTERVAL: Duration = Duration::from_millis(5);
/// How many pairs of lines, and how many lines that serialised, are shown.
const SHOWN_MAX: usize = 8;
/// Source text is cut after so many characters.
const TEXT_CHARACTERS_MAX: usize = 60;

/// Adds up events while they happen.
pub struct Collector {
    totals: Arc<Mutex<Totals>>,
    ends: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

fn drain(runtime: &Runtime, totals: &Mutex<Totals>) {
    let log = runtime.drain_events();
    let mut totals = totals
        .lock()
        .expect("nothing that may panic runs under this lock");
    totals.add(&log.threads);
}

impl Collector {
    /// Begins to drain the runtime's events.
    pub fn start(runtime: &Arc<Runtime>) -> Collector {
        let totals = Arc::new(Mutex::new(Totals::default()));
        let ends = Arc::new(AtomicBool::new(false));
        let (runtime, its_totals, its_end) =
            (Arc::clone(runtime), Arc::clone(&totals), Arc::clone(&ends));
        let thread = std::thread::Builder::new()
            .name("statistics".into())
            .spawn(move || {
                while !its_end.load(Ordering::Relaxed) {
                    drain(&runtime, &its_totals);
                    std::thread::park_timeout(DRAIN_INTERVAL);
                }
            });
        Collector {
            totals,
            ends,
            thread: thread.ok(),
        }
    }

    /// Everything that has happened: the program has ended.
    pub fn finish(self, runtime: &Runtime) -> Summary {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread {
            thread.thread().unpark();
            // If it has panicked, its totals are still there.
            let _ = thread.join();
        }
        drain(runtime, &self.totals);
        let totals = self
            .totals
            .lock()
            .expect("nothing that may panic runs under this lock");
        totals.summary(usize::MAX)
    }
}

/// A pair of lines that conflicted.
struct LinePair {
    lines: [String; 2],
    kind: String,
    causes: Vec<(AbortCause, u64)>,
    aborts: u64,
    lost_ns: u64,
}

/// Names places in the program.
struct Lines<'a> {
    places: &'a dyn Places,
    files: HashMap<String, Option<String>>,
    known: HashMap<u64, String>,
}

/// `file:line  text` of a position.
pub fn name_of(places: &dyn Places, position: u64) -> String {
    Lines::new(places).name(position)
}

impl<'a> Lines<'a> {
    fn new(places: &'a dyn Places) -> Lines<'a> {
        Lines {
            places,
            files: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// `file:line  text` of a position.
    fn name(&mut self, position: u64) -> String {
        let place = place_of(position);
        if let Some(known) = self.known.get(&place) {
            return known.clone();
        }
        let named = self.find(place);
        self.known.insert(place, named.clone());
        named
    }

    fn find(&mut self, place: u64) -> String {
        if place == 0 {
            return "(the start of the machine)".to_owned();
        }
        let Some((filename, line)) = self.places.line_at(place) else {
            return "(outside of the program's lines)".to_owned();
        };
        let short = filename.rsplit('/').next().unwrap_or(&filename);
        let text = self.text(&filename, line);
        format!("{:<24} {text}", format!("{short}:{line}"))
            .trim_end()
            .to_owned()
    }

    fn text(&mut self, filename: &str, line: u32) -> String {
        let content = self
            .files
            .entry(filename.to_owned())
            .or_insert_with_key(|filename| self.places.source(filename));
        let text = content
            .as_ref()
            .and_then(|content| content.lines().nth((line as usize).checked_sub(1)?));
        let text = text.unwrap_or("").trim();
        text.chars().take(TEXT_CHARACTERS_MAX).collect()
    }
}

fn pairs_by_line(lines: &mut Lines<'_>, summary: &Summary) -> Vec<LinePair> {
    let mut pairs: Vec<LinePair> = Vec::new();
    let mut places: HashMap<([String; 2], String), usize> = HashMap::new();
    for pair in &summary.pairs {
        if matches!(pair.cause, AbortCause::Injected | AbortCause::Wait) {
            continue;
        }
        let written = host_written_at(pair.position).or(host_written_at(pair.other_position));
        let kind = written.map_or("object".to_owned(), |host| lines.places.kind_of(host));
        let names = [lines.name(pair.position), lines.name(pair.other_position)];
        let index = *places
            .entry((names.clone(), kind.clone()))
            .or_insert_with(|| {
                pairs.push(LinePair {
                    lines: names,
                    kind,
                    causes: Vec::new(),
                    aborts: 0,
                    lost_ns: 0,
                });
                pairs.len() - 1
            });
        let line = &mut pairs[index];
        line.aborts += pair.aborts;
        line.lost_ns += pair.lost_ns;
        line.causes.push((pair.cause, pair.aborts));
    }
    pairs.sort_by_key(|pair| std::cmp::Reverse((pair.lost_ns, pair.aborts)));
    pairs
}

fn seconds(ns: u64) -> String {
    match ns {
        0..1_000_000 => format!("{:.1} µs", ns as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} ms", ns as f64 / 1e6),
        _ => format!("{:.2} s", ns as f64 / 1e9),
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}

/// The kind of report about transactions at the end of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Report {
    /// Nothing: then nothing is gathered either.
    #[default]
    None,
    /// A screen for people, on the error output.
    Screen,
    /// One JSON object, into this file.
    Json(PathBuf),
}

impl Report {
    /// Tells it.
    pub fn show(&self, places: &dyn Places, summary: &Summary, elapsed: Duration) {
        match self {
            Report::None => {}
            Report::Screen => output::report(text(places, summary, elapsed)),
            Report::Json(path) => {
                let object = json::object(places, summary, elapsed);
                if let Err(error) = std::fs::write(path, format!("{object}\n")) {
                    let path = path.display();
                    output::report(format_args!(
                        "motet: statistics cannot be written to '{path}': {error}\n"
                    ));
                }
            }
        }
    }
}

/// The screen.
fn text(places: &dyn Places, summary: &Summary, elapsed: Duration) -> String {
    let runtime = places.runtime();
    let statistics = runtime.statistics();
    let mut lines = Lines::new(places);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = add_totals(&mut out, runtime, &statistics, summary, elapsed);
    let _ = add_elision(&mut out, runtime, &statistics.elision);
    let _ = add_waits(&mut out, summary, &statistics);
    let _ = add_collections(&mut out, runtime, &statistics);
    let _ = add_serial(&mut out, &mut lines, &statistics, summary, elapsed);
    let pairs = pairs_by_line(&mut lines, summary);
    let _ = add_pairs(&mut out, &pairs, summary);
    out
}

fn add_totals(
    out: &mut String,
    runtime: &Runtime,
    statistics: &Statistics,
    summary: &Summary,
    elapsed: Duration,
) -> std::fmt::Result {
    let config = runtime.config();
    let control = match (config.control, config.commit_engine) {
        (Control::Gil, _) => "gil".to_owned(),
        (Control::Htm, _) => format!("htm, {} at once", config.segments),
        (Control::Stm, engine) => {
            let how = match engine {
                CommitEngine::Log => "log",
                CommitEngine::StopTheWorld => "stop",
            };
            format!("stm, {} at once, commit={how}", config.segments)
        }
    };
    writeln!(out, "motet: {:.3} s ({control})", elapsed.as_secs_f64())?;
    let aborts = statistics.aborts_total();
    writeln!(
        out,
        "transactions  {} committed ({} with nothing to publish), {aborts} aborted ({})",
        statistics.commits,
        statistics.commits_unpublished,
        percent(aborts, statistics.commits + aborts),
    )?;
    if statistics.sole_stretches > 0 {
        let count = statistics.sole_stretches;
        writeln!(
            out,
            "sole          {count} times a thread began to run alone, as under gil"
        )?;
    }
    writeln!(
        out,
        "time          {} in those that committed, {} lost in those that aborted ({})",
        seconds(summary.committed_ns),
        seconds(summary.lost_ns),
        percent(summary.lost_ns, summary.committed_ns + summary.lost_ns),
    )?;
    let causes = AbortCause::ALL.iter().zip(statistics.aborts);
    let causes: Vec<String> = causes
        .filter(|(_, count)| *count > 0)
        .map(|(cause, count)| format!("{} {count}", cause.name()))
        .collect();
    if !causes.is_empty() {
        writeln!(out, "aborts        {}", causes.join(", "))?;
    }
    Ok(())
}

/// Adds how hardware transactions have ended, and why the lock was taken.
fn add_elision(out: &mut String, runtime: &Runtime, counts: &ElisionCounts) -> std::fmt::Result {
    if runtime.config().control != Control::Htm {
        return Ok(());
    }
    let listed = |names: Vec<&str>, counts: &[u64]| {
        let named = names.iter().zip(counts).filter(|(_, count)| **count > 0);
        let named: Vec<_> = named
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        named.join(", ")
    };
    let aborts: u64 = counts.aborts.iter().sum();
    let causes = HardwareCause::ALL.map(HardwareCause::name).to_vec();
    writeln!(
        out,
        "hardware      {} begun, {} committed, {aborts} aborted ({}): {}",
        counts.begins,
        counts.commits,
        percent(aborts, counts.begins),
        listed(causes, &counts.aborts),
    )?;
    let reasons = Fallback::ALL.map(Fallback::name).to_vec();
    writeln!(
        out,
        "lock          taken {} times: {}",
        counts.acquisitions.iter().sum::<u64>(),
        listed(reasons, &counts.acquisitions),
    )?;
    let lengths = runtime.elision().lengths.snapshot();
    let shortest = lengths.iter().filter(|(_, place)| place.length == 1);
    writeln!(
        out,
        "lengths       of {} yield points, {} at the shortest",
        lengths.len(),
        shortest.count(),
    )
}

fn add_waits(out: &mut String, summary: &Summary, statistics: &Statistics) -> std::fmt::Result {
    let waits: Vec<String> = WaitFor::ALL
        .iter()
        .filter(|what| summary.waited_ns[**what as usize] > 0)
        .map(|what| {
            let name = match what {
                WaitFor::Host => "locks, sleep and I/O",
                WaitFor::Segment => "a free segment",
                WaitFor::Lock => "a write lock",
                WaitFor::Winner => "the winner of a collision",
                WaitFor::Turn => "its turn",
                other => other.name(),
            };
            format!("{name} {}", seconds(summary.waited_ns[*what as usize]))
        })
        .collect();
    if !waits.is_empty() {
        writeln!(out, "waits         {}", waits.join(", "))?;
    }
    if statistics.turns > 0 {
        let turns = statistics.turns;
        writeln!(
            out,
            "turns         {turns} taken by threads that kept colliding"
        )?;
    }
    if statistics.gil_handovers > 0 {
        writeln!(
            out,
            "GIL           handed over {} times",
            statistics.gil_handovers
        )?;
    }
    Ok(())
}

fn add_collections(
    out: &mut String,
    runtime: &Runtime,
    statistics: &Statistics,
) -> std::fmt::Result {
    writeln!(
        out,
        "collections   {} minor, {} KB promoted; {} major, {}; old space {} KB",
        statistics.minor_collections,
        statistics.promoted_bytes >> 10,
        statistics.major_collections,
        seconds(statistics.major_ns),
        runtime.old_space_bytes() >> 10,
    )
}

fn add_serial(
    out: &mut String,
    lines: &mut Lines<'_>,
    statistics: &Statistics,
    summary: &Summary,
    elapsed: Duration,
) -> std::fmt::Result {
    let total_ns: u64 = summary.serial.iter().map(|place| place.serial_ns).sum();
    writeln!(
        out,
        "serialised    {} ({} of the run) by {} inevitable transactions",
        seconds(total_ns),
        percent(total_ns, elapsed.as_nanos() as u64),
        statistics.inevitable,
    )?;
    let mut by_line: Vec<(String, u64, u64)> = Vec::new();
    for place in &summary.serial {
        let name = lines.name(place.position);
        match by_line.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, count, ns)) => {
                *count += place.count;
                *ns += place.serial_ns;
            }
            None => by_line.push((name, place.count, place.serial_ns)),
        }
    }
    by_line.sort_by_key(|(_, _, ns)| std::cmp::Reverse(*ns));
    for (name, count, ns) in by_line.iter().take(SHOWN_MAX) {
        writeln!(out, "  {:>9} {count:>8} times  {name}", seconds(*ns))?;
    }
    Ok(())
}

fn add_pairs(out: &mut String, pairs: &[LinePair], summary: &Summary) -> std::fmt::Result {
    if pairs.is_empty() {
        return writeln!(out, "collisions    none");
    }
    writeln!(
        out,
        "collisions    worst first: time lost, aborts, what; the loser's line, the winner's"
    )?;
    for pair in pairs.iter().take(SHOWN_MAX) {
        let mut causes: Vec<&str> = pair.causes.iter().map(|(cause, _)| cause.name()).collect();
        causes.sort_unstable();
        causes.dedup();
        writeln!(
            out,
            "  {:>9} {:>8} times  {}, {}",
            seconds(pair.lost_ns),
            pair.aborts,
            pair.kind,
            causes.join(" and "),
        )?;
        writeln!(out, "            {}", pair.lines[0])?;
        if pair.lines[0] == pair.lines[1] {
            writeln!(out, "    against the same line in another thread")?;
        } else {
            writeln!(out, "    against {}", pair.lines[1])?;
        }
    }
    if pairs.len() > SHOWN_MAX {
        let rest = &pairs[SHOWN_MAX..];
        let lost_ns = rest.iter().map(|pair| pair.lost_ns).sum();
        writeln!(
            out,
            "  {:>9} in {} other pairs",
            seconds(lost_ns),
            rest.len()
        )?;
    }
    if summary.lost_events > 0 {
        let lost = summary.lost_events;
        writeln!(
            out,
            "(times and lines leave out {lost} events that came too fast to be kept)"
        )?;
    }
    Ok(())
}
