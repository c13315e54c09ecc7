//! The report of a run, as text and as JSON. Both hold only numbers of the simulation: the same in
//! each run with the same seed.

use std::fmt::Write as _;

use motet_python_vm::simulated::describe;
use serde_json::{Map, Value, json};

use crate::simulation::Results;

/// How many places are listed.
const SHOWN_MAX: usize = 12;

fn object<'a>(pairs: impl Iterator<Item = (&'a str, u64)>) -> Value {
    let map: Map<String, Value> = pairs
        .map(|(name, number)| (name.to_owned(), json!(number)))
        .collect();
    Value::Object(map)
}

/// The line of the program that a site stands for.
fn place(results: &Results<'_>, site: u64) -> String {
    let position = site
        .checked_sub(1)
        .and_then(|index| results.positions.get(index as usize));
    let text = describe(position.copied().unwrap_or(0));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sites whose transactions have lost most, by line.
fn sites(results: &Results<'_>) -> Vec<Value> {
    let mut sites: Vec<_> = results.accounts.used_sites().collect();
    sites.sort_by_key(|(site, account)| (std::cmp::Reverse(account.lost_cycles), *site));
    let lengths = results.setting.elision.lengths.snapshot();
    let shown = sites.into_iter().take(SHOWN_MAX);
    let shown = shown.map(|(site, account)| {
        let length = lengths.iter().find(|(known, _)| *known == site);
        json!({
            "place": place(results, site),
            "begins": account.begins,
            "aborts": object(account.aborts.iter().map(|(cause, n)| (cause.name(), *n))),
            "lost_cycles": account.lost_cycles,
            "length": length.map(|(_, length)| length.length),
        })
    });
    shown.collect()
}

/// The pairs of transactions of which one aborted the other.
fn pairs(results: &Results<'_>) -> Vec<Value> {
    let mut pairs: Vec<_> = results.accounts.pairs.iter().collect();
    pairs.sort_by_key(|(sites, count)| (std::cmp::Reverse(**count), **sites));
    let shown = pairs.into_iter().take(SHOWN_MAX);
    let shown = shown.map(|((victim, winner), count)| {
        json!({
            "aborted": place(results, *victim),
            "by": place(results, *winner),
            "aborts": count,
        })
    });
    shown.collect()
}

/// Yield points whose transactions are frequent, and how many of them have the shortest length
/// (facts A3).
fn lengths(results: &Results<'_>) -> Value {
    let snapshot = results.setting.elision.lengths.snapshot();
    let frequent = |site: &u64| {
        let account = results.accounts.sites.get(*site as usize);
        account.is_some_and(|account| account.begins >= FREQUENT_BEGINS)
    };
    let known: Vec<_> = snapshot.iter().filter(|(site, _)| frequent(site)).collect();
    let shortest = known.iter().filter(|(_, length)| length.length == 1);
    json!({ "frequent": known.len(), "of_length_1": shortest.count() })
}

/// A yield point is frequent from so many transactions on.
const FREQUENT_BEGINS: u64 = 100;

/// The whole report.
pub(crate) fn json(results: &Results<'_>, control: &str, status: i32) -> Value {
    let accounts = results.accounts;
    let setting = results.setting;
    let by_cause = |causes: &std::collections::BTreeMap<crate::machine::Cause, u64>| {
        object(causes.iter().map(|(cause, count)| (cause.name(), *count)))
    };
    let regions = |regions: &std::collections::BTreeMap<&'static str, u64>| {
        object(regions.iter().map(|(name, count)| (*name, *count)))
    };
    json!({
        "machine": setting.preset.name,
        "tm": control,
        "cores": setting.cores,
        "profile": setting.profile.name,
        "seed": setting.seed,
        "status": status,
        "cycles": results.total_cycles,
        "seconds": results.total_cycles as f64 / setting.preset.cycles_per_second as f64,
        "measured_cycles": accounts.clock_span.map(|(first, last)| last - first),
        "operations": accounts.operations,
        "yield_points": accounts.yield_points,
        "begins": accounts.begins,
        "commits": accounts.commits,
        "aborts": by_cause(&accounts.aborts),
        "abort_ratio": ratio(accounts.aborts.values().sum(), accounts.begins),
        "gil_acquisitions": accounts.gil_acquisitions,
        "gil_acquisitions_after": by_cause(&accounts.gil_after),
        "gil_acquisitions_after_conflicts_in": regions(&accounts.gil_after_regions),
        "conflicts_in": regions(&accounts.conflict_regions),
        "breakdown": object(results.cycles.parts().into_iter()),
        "software_conflicts": accounts.software_conflicts,
        "allocations": accounts.allocations,
        "refills": accounts.refills,
        "slots_taken": results.slots_taken,
        "collections": accounts.collections,
        "interrupts": accounts.interrupts,
        "lengths": lengths(results),
        "sites": sites(results),
        "pairs": pairs(results),
    })
}

fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// A screen of text from the JSON.
pub(crate) fn text(report: &Value) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = add_text(&mut out, report);
    out
}

fn add_text(out: &mut String, report: &Value) -> std::fmt::Result {
    let word = |key: &str| report[key].as_str().unwrap_or_default().to_owned();
    writeln!(
        out,
        "motet-sim: {}, {}, {} cores, profile {}, seed {}",
        word("machine"),
        word("tm"),
        report["cores"],
        word("profile"),
        report["seed"],
    )?;
    writeln!(
        out,
        "  {} cycles ({:.6} s), {} operations",
        report["cycles"],
        report["seconds"].as_f64().unwrap_or(0.0),
        report["operations"]
    )?;
    writeln!(
        out,
        "  {} begins, {} commits, {:.2} % aborted, GIL taken {} times",
        report["begins"],
        report["commits"],
        report["abort_ratio"].as_f64().unwrap_or(0.0) * 100.0,
        report["gil_acquisitions"],
    )?;
    add_shares(out, "aborts", &report["aborts"])?;
    add_shares(out, "cycles", &report["breakdown"])?;
    for site in report["sites"].as_array().into_iter().flatten() {
        if site["lost_cycles"].as_u64() == Some(0) {
            continue;
        }
        writeln!(
            out,
            "  lost {:>12} of {:>8} begins, length {:>4}: {}",
            site["lost_cycles"].as_u64().unwrap_or(0),
            site["begins"].as_u64().unwrap_or(0),
            site["length"].as_u64().unwrap_or(0),
            site["place"].as_str().unwrap_or_default()
        )?;
    }
    for pair in report["pairs"].as_array().into_iter().flatten() {
        writeln!(
            out,
            "  {:>8} times  {}  aborted by  {}",
            pair["aborts"].as_u64().unwrap_or(0),
            pair["aborted"].as_str().unwrap_or_default(),
            pair["by"].as_str().unwrap_or_default()
        )?;
    }
    Ok(())
}

/// The parts of a whole, in percent.
fn add_shares(out: &mut String, name: &str, parts: &Value) -> std::fmt::Result {
    let numbers = parts.as_object().into_iter().flatten();
    let numbers: Vec<(&String, u64)> = numbers
        .map(|(name, number)| (name, number.as_u64().unwrap_or(0)))
        .collect();
    let whole: u64 = numbers.iter().map(|(_, number)| number).sum();
    if whole == 0 {
        return Ok(());
    }
    write!(out, "  {name}:")?;
    for (part, number) in numbers.iter().filter(|(_, number)| *number > 0) {
        write!(out, " {part} {:.1} %", ratio(*number, whole) * 100.0)?;
    }
    writeln!(out)
}
