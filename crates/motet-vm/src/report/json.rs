//! The report as one JSON object, for a program that compares many runs.
//!
//! Names and units are meant to stay: times are nanoseconds, summed over threads unless a name says
//! otherwise. Counters are exact; times and lines leave out the events that `lost_events` counts.

use std::time::Duration;

use motet_tm::{AbortCause, CommitEngine, Control, Summary, WaitFor};
use serde_json::{Map, Value, json};

use super::{LinePair, Lines, Places, SHOWN_MAX, pairs_by_line};

/// Everything, as one object.
pub(super) fn object(places: &dyn Places, summary: &Summary, elapsed: Duration) -> Value {
    let runtime = places.runtime();
    let config = runtime.config();
    let statistics = runtime.statistics();
    let mut lines = Lines::new(places);
    let pairs = pairs_by_line(&mut lines, summary);
    let serial_ns: u64 = summary.serial.iter().map(|place| place.serial_ns).sum();
    json!({
        "control": match config.control {
            Control::Gil => "gil",
            Control::Stm => "stm",
            Control::Htm => "htm",
        },
        "commit": match config.commit_engine {
            CommitEngine::Log => "log",
            CommitEngine::StopTheWorld => "stop",
        },
        "segments": config.segments,
        "elapsed_ns": nanoseconds(elapsed),
        "commits": statistics.commits,
        "commits_unpublished": statistics.commits_unpublished,
        "aborts": by_name(AbortCause::ALL.map(AbortCause::name), &statistics.aborts),
        "committed_ns": summary.committed_ns,
        "aborted_ns": summary.lost_ns,
        "waited_ns": by_name(WaitFor::ALL.map(WaitFor::name), &summary.waited_ns),
        "inevitable": statistics.inevitable,
        "sole_stretches": statistics.sole_stretches,
        "serial_ns": serial_ns,
        "gil_handovers": statistics.gil_handovers,
        "minor_collections": statistics.minor_collections,
        "promoted_bytes": statistics.promoted_bytes,
        "major_collections": statistics.major_collections,
        "major_ns": statistics.major_ns,
        "collected_ns": summary.collected_ns,
        "old_space_bytes": runtime.old_space_bytes(),
        "collisions": pairs.iter().take(SHOWN_MAX).map(collision).collect::<Vec<_>>(),
        "lost_events": summary.lost_events,
    })
}

fn nanoseconds(duration: Duration) -> u64 {
    duration.as_nanos().try_into().unwrap_or(u64::MAX)
}

fn by_name<const N: usize>(names: [&str; N], numbers: &[u64]) -> Map<String, Value> {
    let pairs = names.into_iter().zip(numbers);
    pairs
        .map(|(name, number)| (name.to_owned(), json!(number)))
        .collect()
}

fn collision(pair: &LinePair) -> Value {
    let names = pair.causes.iter().map(|(cause, _)| cause.name());
    let mut causes: Vec<&str> = names.collect();
    causes.sort_unstable();
    causes.dedup();
    json!({
        "loser": pair.lines[0],
        "winner": pair.lines[1],
        "kind": pair.kind,
        "causes": causes,
        "aborts": pair.aborts,
        "lost_ns": pair.lost_ns,
    })
}
