//! `cargo xtask bench`: the programs of bench/skeleton under stm, gil and python3, taken in turns
//! so that the noise of a shared machine hits all of them alike.

use crate::statistics::{Summary, paired, summarise};
use crate::workspace::{
    output, programs, refuse_options, release_binary, root, take_option, take_switch,
};
use serde_json::{Map, Value, json};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// One way to run a program.
struct Contender {
    name: &'static str,
    command: PathBuf,
    options: &'static [&'static str],
    threads: usize,
}

/// The seconds of each contender, round by round, in the order of the contenders.
type Rounds = Vec<Vec<f64>>;

/// The comparisons: the title, a factor, and the names above and below the line.
const RATIOS: [(&str, f64, &str, &str); 3] = [
    (
        "python3 time / gil time (speed of the interpreter)",
        1.0,
        "python3",
        "gil",
    ),
    (
        "stm time / gil time (price of transactions)",
        1.0,
        "stm",
        "gil",
    ),
    (
        "2 threads stm / 1 thread gil (throughput)",
        2.0,
        "gil",
        "stm 2",
    ),
];

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut names = arguments.to_vec();
    let quick = take_switch(&mut names, "--quick");
    let record = take_switch(&mut names, "--record");
    let python = take_option(&mut names, "--python")?.unwrap_or_else(|| "python3".to_string());
    let rounds = match take_option(&mut names, "--rounds")? {
        Some(text) => text
            .parse()
            .map_err(|error| format!("--rounds {text}: {error}"))?,
        None => 7,
    };
    refuse_options(&names)?;
    let contenders = contenders(&release_binary()?, &python);
    let mut results = Map::new();
    for program in programs("bench/skeleton") {
        let stem = program
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !names.is_empty() && !names.contains(&stem) {
            continue;
        }
        let seconds = measure(&program, &contenders, rounds, quick)?;
        report(&stem, &contenders, &seconds);
        results.insert(stem, as_json(&contenders, &seconds));
    }
    if record {
        append(results, quick, rounds)?;
    }
    Ok(())
}

fn contenders(binary: &Path, python: &str) -> Vec<Contender> {
    let motet = |name, options, threads| {
        let command = binary.to_path_buf();
        Contender {
            name,
            command,
            options,
            threads,
        }
    };
    let mut all = vec![
        motet("stm", &["-X", "tm=stm"], 1),
        motet("stm 2", &["-X", "tm=stm"], 2),
        motet("gil", &["-X", "tm=gil"], 1),
    ];
    let silent = Command::new(python)
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if silent.is_ok_and(|status| status.success()) {
        all.push(Contender {
            name: "python3",
            command: python.into(),
            options: &[],
            threads: 1,
        });
    } else {
        println!("{python} is not here: measured without it");
    }
    all
}

fn measure(
    program: &Path,
    contenders: &[Contender],
    rounds: usize,
    quick: bool,
) -> Result<Rounds, String> {
    let mut seconds = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for (contender, seconds) in contenders.iter().zip(&mut seconds) {
            let mut command = Command::new(&contender.command);
            command.args(contender.options).arg(program);
            command.args(["--threads", &contender.threads.to_string()]);
            if quick {
                command.arg("--quick");
            }
            let printed = output(command.current_dir(root()).stdin(Stdio::null()))?;
            seconds.push(elapsed(&printed)?);
        }
    }
    Ok(seconds)
}

/// Every program ends with a line `elapsed SECONDS`.
fn elapsed(printed: &str) -> Result<f64, String> {
    let number = printed
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("elapsed "));
    let number = number.and_then(|number| number.trim().parse().ok());
    number.ok_or_else(|| format!("no elapsed time in {printed:?}"))
}

fn seconds_of<'a>(name: &str, contenders: &[Contender], seconds: &'a Rounds) -> Option<&'a [f64]> {
    let at = contenders
        .iter()
        .position(|contender| contender.name == name)?;
    seconds.get(at).map(Vec::as_slice)
}

fn report(stem: &str, contenders: &[Contender], seconds: &Rounds) {
    println!("\n{stem}");
    for (contender, seconds) in contenders.iter().zip(seconds) {
        if let Some(Summary {
            median,
            lowest,
            highest,
        }) = summarise(seconds)
        {
            let name = format!("{}, {} thread(s)", contender.name, contender.threads);
            println!("  {name:<24} {median:>8.3} s   ({lowest:.3} – {highest:.3})");
        }
    }
    for (title, factor, above, below) in RATIOS {
        if let Some(Summary {
            median,
            lowest,
            highest,
        }) = ratio(contenders, seconds, factor, above, below)
        {
            println!("  {title:<52} {median:>6.2}   ({lowest:.2} – {highest:.2})");
        }
    }
}

fn ratio(
    contenders: &[Contender],
    seconds: &Rounds,
    factor: f64,
    above: &str,
    below: &str,
) -> Option<Summary> {
    let above = seconds_of(above, contenders, seconds)?;
    let below = seconds_of(below, contenders, seconds)?;
    paired(factor, above, below)
}

fn as_json(contenders: &[Contender], seconds: &Rounds) -> Value {
    let mut medians = Map::new();
    for (contender, seconds) in contenders.iter().zip(seconds) {
        let median = summarise(seconds).map(|summary| summary.median);
        medians.insert(contender.name.to_string(), json!(median));
    }
    let mut ratios = Map::new();
    for (title, factor, above, below) in RATIOS {
        if let Some(all) = ratio(contenders, seconds, factor, above, below) {
            ratios.insert(
                title.to_string(),
                json!([all.median, all.lowest, all.highest]),
            );
        }
    }
    json!({ "seconds": medians, "ratios": ratios })
}

/// Adds one line for a recorded run, with all that is needed to judge it later.
fn append(results: Map<String, Value>, quick: bool, rounds: usize) -> Result<(), String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let commit = output(
        Command::new("git")
            .args(["rev-parse", "HEAD"])
            .current_dir(root()),
    );
    let line = json!({
        "unix_time": now.map_or(0, |since| since.as_secs()),
        "commit": commit.unwrap_or_default().trim(),
        "cores": std::thread::available_parallelism().map_or(0, usize::from),
        "architecture": std::env::consts::ARCH,
        "quick": quick,
        "rounds": rounds,
        "programs": results,
    });
    let path = root().join("bench/history.jsonl");
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| writeln!(file, "{line}"))
        .map_err(|error| format!("bench/history.jsonl: {error}"))
}
