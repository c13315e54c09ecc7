//! `cargo xtask demo`: the purpose of this project, in one line.

use crate::statistics::summarise;
use crate::workspace::{output, refuse_options, release_binary, root};
use std::path::Path;
use std::process::Command;

const ROUNDS: usize = 3;

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    refuse_options(arguments)?;
    let binary = release_binary()?;
    println!("examples/two_threads.py, an ordinary program with two threads:");
    let mut seconds = [Vec::new(), Vec::new()];
    // Taken in turns, so that a busy moment of the machine hits both.
    for _ in 0..ROUNDS {
        for (mode, seconds) in ["gil", "stm"].into_iter().zip(&mut seconds) {
            let printed = example(&binary, mode)?;
            println!("  {mode}: {}", printed.trim_end());
            seconds.push(last_number(&printed)?);
        }
    }
    let [gil, stm] = seconds.map(|seconds| summarise(&seconds).map_or(0.0, |all| all.median));
    println!(
        "one lock (gil) {gil:.2} s, transactions (stm) {stm:.2} s: {:.2} times as fast",
        gil / stm
    );
    Ok(())
}

fn example(binary: &Path, mode: &str) -> Result<String, String> {
    let mut command = Command::new(binary);
    command.args(["-X", &format!("tm={mode}"), "examples/two_threads.py"]);
    output(command.current_dir(root()))
}

/// The example ends its line with `… in 1.23 seconds`.
fn last_number(printed: &str) -> Result<f64, String> {
    let number = printed
        .split_whitespace()
        .rev()
        .find_map(|word| word.parse().ok());
    number.ok_or_else(|| format!("no time in {printed:?}"))
}
