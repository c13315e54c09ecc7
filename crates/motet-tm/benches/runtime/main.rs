//! The costs and gains of the runtime. Prints a table; ratios count, not times.
//!
//! `cargo bench -p motet-tm` measures everything; `-- NAME` only the sections whose name contains
//! that; `-- --record FILE` appends the rows to a history. Run as a test it does each measurement
//! once, briefly.

mod events;
mod memory;
mod scaling;
mod single;
mod support;
mod table;

use std::path::Path;
use std::time::Duration;

use support::Effort;
use table::Table;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("--hog") => scaling::hog(),
        Some("--memory") => return memory::measure(&arguments[1..]),
        _ => {}
    }
    let is_bench = arguments.iter().any(|argument| argument == "--bench");
    let record = arguments.iter().position(|argument| argument == "--record");
    let history = record.and_then(|place| arguments.get(place + 1));
    let filter = arguments
        .iter()
        .find(|argument| !argument.starts_with("--") && Some(*argument) != history);
    let effort = if is_bench {
        Effort {
            rounds: 9,
            scale: 20,
            duration: Duration::from_millis(150),
        }
    } else {
        Effort {
            rounds: 1,
            scale: 1,
            duration: Duration::from_millis(2),
        }
    };
    let table = measure(filter.cloned().unwrap_or_default(), effort);
    if let Some(history) = history {
        table
            .append_to(Path::new(history))
            .expect("the history can be written");
    }
}

fn measure(filter: String, effort: Effort) -> Table {
    let mut table = Table::new(filter);
    if table.section("transactions") {
        single::transactions(&mut table, effort);
    }
    if table.section("events") {
        events::events(&mut table, effort);
    }
    if table.section("barriers") {
        single::barriers(&mut table, effort);
    }
    if table.section("allocation") {
        single::allocation(&mut table, effort);
        single::collection(&mut table, effort);
    }
    if table.section("first write") {
        single::first_write(&mut table);
    }
    if table.section("disjoint") {
        scaling::disjoint(&mut table, effort);
    }
    if table.section("bank") {
        scaling::bank(&mut table, effort);
    }
    if table.section("hog") {
        scaling::beside_a_hog(&mut table, effort);
    }
    if table.section("long among short") {
        scaling::long_among_short(&mut table, effort);
    }
    if table.section("memory") {
        memory::memory(&mut table);
    }
    table
}
