//! The command line, and a run from its options to its report.

use std::cell::Cell;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use motet_python_vm::output;
use motet_python_vm::run::{self, Program};
use motet_python_vm::simulated::{YieldPoints, set_yield_points};
use motet_tm::Config;
use motet_tm::elision::{DynamicLength, Elision, LengthRule, Machine, Policy};
use serde_json::Value;

use crate::lengths;
use crate::machine::{Breakage, CORES_MAX, Conflicts, Preset, presets};
use crate::order::Order;
use crate::profile::{Profile, Removals};
use crate::report;
use crate::simulation::{Setting, Simulation};

/// The text that `-h` prints.
pub const HELP: &str = "\
usage: motet-sim [option] ... program.py [arg] ...
--machine NAME      zec12 (default), xeon-e3-1275v3, xeon-current
--tm HOW            gil, htm-1, htm-16, htm-256 (any number), htm-dynamic (default)
--cores N           hardware threads that the program may use (default: all)
--seed S            where all chance comes from (default 1)
--json FILE         write what happened there; -: to standard output, after the program's
--report            show what happened on standard error
--policy NAME       paper (default) or improved, or parts of it (see motet -X tm_htm)
--profile NAME      paper (default): costs and allocation of the interpreter that the paper
                    measured; motet: of this one
--yield-points SET  fine (default): the paper's; lines: at most one a line; coarse: where the
                    language says that threads switch
--keep-conflicts X  leave out a removal of conflicts: running-thread, free-lists, large-heap,
                    inline-caches, padded-threads, all; may be repeated
--no-learning       a processor that does not learn from overflows
--resident          all memory is there: no first access to a page aborts (stands behind --machine)
--cost NAME=CYCLES  another cost: begin, end, abort, transfer, memory, stream, lock, wake,
                    interrupt, spin, thread, thread-local (stands behind --machine)
--rejections N      how often a transaction rejects who wants one of its lines before it aborts;
                    0: it aborts at once (stands behind --machine)
--lengths FILE      begin with the lengths of the yield points that FILE holds, if there is one, and
                    write there what they are at the end
--record-order FILE write down in which order the stretches of the threads took effect
--follow-order FILE run them one after the other in that order, with the GIL, and fail where that
                    does not do the same operations
--window CYCLES     how far one core may run ahead of another (default 200)
--break PART        for tests: leave out a part of the conflict detection (readers, writer,
                    capacity)
-h, --help          print this message
";

/// How to run a program.
#[derive(Debug)]
pub struct Options {
    preset: Preset,
    control: String,
    cores: Option<usize>,
    seed: u64,
    json: Option<String>,
    lengths: Option<String>,
    record: Option<String>,
    follow: Option<String>,
    shows_report: bool,
    policy: Option<String>,
    profile: Profile,
    yield_points: YieldPoints,
    removals: Removals,
    window: u64,
    breakage: Breakage,
    program: String,
    arguments: Vec<String>,
}

/// The request of the command line.
#[derive(Debug)]
pub enum Request {
    /// To explain it.
    Help,
    /// To run a program.
    Run(Box<Options>),
}

/// How far one core may run ahead of another, in cycles.
const WINDOW_CYCLES: u64 = 200;

fn number<N: std::str::FromStr>(option: &str, value: &str) -> Result<N, String> {
    value
        .parse()
        .map_err(|_| format!("{option} wants a number, not '{value}'"))
}

/// Reads the arguments.
///
/// # Errors
/// The message for a wrong one.
pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut options = Options {
        preset: presets::ZEC12,
        control: "htm-dynamic".to_owned(),
        cores: None,
        seed: 1,
        json: None,
        lengths: None,
        record: None,
        follow: None,
        shows_report: false,
        policy: None,
        profile: Profile::PAPER,
        yield_points: YieldPoints::Fine,
        removals: Removals::ALL,
        window: WINDOW_CYCLES,
        breakage: Breakage::default(),
        program: String::new(),
        arguments: Vec::new(),
    };
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-h" | "--help" => return Ok(Request::Help),
            "--report" => options.shows_report = true,
            "--no-learning" => options.preset.learning = None,
            "--resident" => options.preset.has_page_faults = false,
            option if option.starts_with('-') => {
                let value = arguments.next();
                let value = value.ok_or_else(|| format!("{option} wants a value"))?;
                set(&mut options, option, value)?;
            }
            _ => {
                options.program = argument;
                options.arguments = arguments.by_ref().collect();
            }
        }
    }
    if options.program.is_empty() {
        return Err("which program? (motet-sim -h explains)".to_owned());
    }
    control(&options)?;
    Ok(Request::Run(Box::new(options)))
}

fn set(options: &mut Options, option: &str, value: String) -> Result<(), String> {
    let unknown = || format!("{option}: unknown: '{value}'");
    match option {
        "--machine" => {
            let learning = options.preset.learning.is_some() || options.preset.name == "zec12";
            options.preset = Preset::find(&value).ok_or_else(unknown)?;
            if !learning {
                options.preset.learning = None;
            }
        }
        "--tm" => options.control = value,
        "--cores" => options.cores = Some(number(option, &value)?),
        "--seed" => options.seed = number(option, &value)?,
        "--json" => options.json = Some(value),
        "--lengths" => options.lengths = Some(value),
        "--record-order" => options.record = Some(value),
        "--follow-order" => options.follow = Some(value),
        "--policy" => options.policy = Some(value),
        "--profile" => options.profile = Profile::find(&value).ok_or_else(unknown)?,
        "--yield-points" => {
            options.yield_points = match value.as_str() {
                "fine" => YieldPoints::Fine,
                "lines" => YieldPoints::Lines,
                "coarse" => YieldPoints::Coarse,
                _ => return Err(unknown()),
            };
        }
        "--keep-conflicts" => {
            if !options.removals.take_back(&value) {
                return Err(unknown());
            }
        }
        "--cost" => {
            let (name, cycles) = value.split_once('=').ok_or_else(unknown)?;
            if !options.preset.costs.set(name, number(option, cycles)?) {
                return Err(unknown());
            }
        }
        "--rejections" => {
            options.preset.conflicts = match number(option, &value)? {
                0 => Conflicts::RequesterWins,
                rejections => Conflicts::RejectThenAbort { rejections },
            };
        }
        "--window" => options.window = number(option, &value)?,
        "--break" => options.breakage = Breakage::parse(&value).ok_or_else(unknown)?,
        _ => return Err(format!("unknown option: {option}")),
    }
    Ok(())
}

/// Whether it is the GIL, and the policy else.
fn control(options: &Options) -> Result<(bool, Policy), String> {
    let machine = if options.preset.adjustment_threshold == Machine::Zec12.threshold() {
        Machine::Zec12
    } else {
        Machine::Xeon
    };
    let mut policy = match &options.policy {
        None => Policy::paper(machine),
        Some(text) => Policy::parse(text)?,
    };
    if let LengthRule::Dynamic(length) = &mut policy.length {
        length.threshold = DynamicLength::paper(machine).threshold;
    }
    match options.control.strip_prefix("htm-") {
        _ if options.control == "gil" => return Ok((true, policy)),
        // A run that follows an order may stop at each yield point.
        Some(_) if options.follow.is_some() => policy.length = LengthRule::Fixed(1),
        Some("dynamic") => {}
        Some(length) => {
            let length: u32 = number("--tm htm-", length)?;
            policy.length = LengthRule::Fixed(length.max(1));
        }
        None => {
            let control = &options.control;
            return Err(format!("--tm wants gil or htm-…, not '{control}'"));
        }
    }
    Ok((false, policy))
}

/// Runs a program and reports; the status of the process.
///
/// # Errors
/// The reason why it cannot be run, or the report not be written.
pub fn run(options: Options) -> Result<i32, String> {
    let (is_gil, policy) = control(&options)?;
    let threads = options.preset.threads().min(CORES_MAX);
    let cores = options.cores.unwrap_or(threads);
    if !(1..=threads).contains(&cores) {
        return Err(format!("--cores wants 1 to {threads} on this machine"));
    }
    let program = program_of(&options)?;
    let config = Config {
        // Some more than run at once, for those that lose their core.
        segments: (cores + 4).min(motet_tm::SEGMENTS_MAX),
        events: false,
        ..Config::default()
    };
    let nursery_end = config.nursery_end_bytes();
    let simulation = Simulation::new(Setting {
        preset: options.preset,
        profile: options.profile,
        cores,
        seed: options.seed,
        is_gil,
        elision: Elision::new(policy),
        removals: options.removals,
        breakage: options.breakage,
        window: options.window,
        nursery_end,
    });
    prepare(&options, simulation)?;
    set_yield_points(options.yield_points);
    let status = Rc::new(Cell::new(1));
    let its_status = Rc::clone(&status);
    simulation.run(Box::new(move || {
        its_status.set(run::run_simulated(program, config));
    }));
    let report =
        simulation.with_results(|results| report::json(results, &options.control, status.get()));
    hand_out(&options, simulation, &report)?;
    Ok(status.get())
}

fn read_order(file: &str) -> Result<Order, String> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| format!("can't read {file}: {error}"))?;
    Order::parse(&text).ok_or_else(|| format!("{file} holds no order of stretches"))
}

/// The program that is to run.
fn program_of(options: &Options) -> Result<Program, String> {
    let bytes = std::fs::read(&options.program)
        .map_err(|error| format!("can't read {}: {error}", options.program))?;
    let source = motet_python_vm::source_text::decode(bytes, &options.program);
    let source = source.map_err(|undecoded| undecoded.into_message())?;
    let absolute = std::path::absolute(&options.program);
    let filename = absolute.map_or_else(
        |_| options.program.clone(),
        |path| path.to_string_lossy().into_owned(),
    );
    Ok(Program {
        source,
        folder: Some(run::folder_of(Path::new(&options.program))),
        filename,
        arguments: std::iter::once(options.program.clone())
            .chain(options.arguments.iter().cloned())
            .collect(),
        disassemble: false,
        report: run::Report::None,
        settings: motet_python_vm::settings::Settings::default(),
    })
}

/// Gives the simulation the order and the lengths that the options name.
fn prepare(options: &Options, simulation: &Simulation) -> Result<(), String> {
    match (&options.record, &options.follow) {
        (Some(_), _) => simulation.set_order(Order::Recorded(Vec::new())),
        (None, Some(file)) => simulation.set_order(read_order(file)?),
        (None, None) => {}
    }
    if let Some(file) = &options.lengths {
        simulation.set_learned(lengths::read(file)?);
    }
    Ok(())
}

/// Writes the files that the options name.
fn hand_out(options: &Options, simulation: &Simulation, report: &Value) -> Result<(), String> {
    if let Some(file) = &options.lengths {
        let text = simulation.with_results(lengths::text);
        std::fs::write(file, text).map_err(|error| format!("can't write {file}: {error}"))?;
    }
    if let Some(file) = &options.record {
        let text = simulation.with_order(Order::text);
        std::fs::write(file, text).map_err(|error| format!("can't write {file}: {error}"))?;
    }
    if let Some(difference) = simulation.with_order(Order::difference) {
        return Err(format!("not as in the order to be followed: {difference}"));
    }
    if options.shows_report {
        output::report(report::text(report));
    }
    match options.json.as_deref() {
        Some("-") => writeln!(std::io::stdout(), "{report:#}")
            .map_err(|error| format!("can't write the report: {error}"))?,
        Some(file) => std::fs::write(file, format!("{report:#}\n"))
            .map_err(|error| format!("can't write {file}: {error}"))?,
        None => {}
    }
    Ok(())
}
