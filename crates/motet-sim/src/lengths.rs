//! The lengths that yield points have learned, kept from one run of a program for the next: a
//! simulated run is so short that most of it would be learning.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use motet_python_vm::simulated::identify;
use motet_tm::elision::YieldPointLength;

use crate::simulation::Results;

/// One yield point a line: its length, how many transactions have begun and aborted in its period,
/// and its identification.
pub(crate) fn text(results: &Results<'_>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (site, known) in results.setting.elision.lengths.snapshot() {
        let index = site.checked_sub(1);
        let position = index.and_then(|index| results.positions.get(index as usize));
        if let Some(position) = position {
            let mut line = String::new();
            // Writing to a string cannot fail.
            let _ = write!(
                line,
                "{} {} {} {}",
                known.length,
                known.begun,
                known.aborted,
                identify(*position)
            );
            lines.push(line);
        }
    }
    lines.sort();
    lines.join("\n") + "\n"
}

/// Reads a file that [`text`] has written; nothing if there is no such file.
///
/// # Errors
/// The fault of the file.
pub(crate) fn read(file: &str) -> Result<HashMap<String, YieldPointLength>, String> {
    if !Path::new(file).exists() {
        return Ok(HashMap::new());
    }
    let content = std::fs::read_to_string(file);
    let content = content.map_err(|error| format!("can't read {file}: {error}"))?;
    content
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| parse(line).ok_or_else(|| format!("{file}: not a length: {line}")))
        .collect()
}

fn parse(line: &str) -> Option<(String, YieldPointLength)> {
    let mut words = line.splitn(4, ' ');
    let known = YieldPointLength {
        length: words.next()?.parse().ok()?,
        begun: words.next()?.parse().ok()?,
        aborted: words.next()?.parse().ok()?,
    };
    Some((words.next()?.to_owned(), known))
}
