//! The table that the benchmark prints, and the history that it keeps.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// Rows, printed as they come.
pub(crate) struct Table {
    rows: Vec<Row>,
    /// Only sections whose name contains this are measured.
    filter: String,
}

struct Row {
    name: String,
    value: f64,
    unit: &'static str,
    ratio: Option<f64>,
}

impl Table {
    /// An empty table.
    pub(crate) fn new(filter: String) -> Table {
        Table {
            rows: Vec::new(),
            filter,
        }
    }

    /// Whether a section is wanted; prints its title.
    pub(crate) fn section(&self, title: &str) -> bool {
        let wanted = title.contains(&self.filter);
        if wanted {
            println!("-- {title}");
        }
        wanted
    }

    /// A figure without a comparison.
    pub(crate) fn figure(&mut self, name: &str, value: f64, unit: &'static str) {
        println!("{name:<58}{value:>10.2} {unit}");
        self.push(name, value, unit, None);
    }

    /// A cost, in times another.
    pub(crate) fn cost(
        &mut self,
        name: &str,
        value: f64,
        unit: &'static str,
        base: f64,
        what: &str,
    ) {
        let ratio = value / base;
        println!("{name:<58}{value:>10.2} {unit:<3}{ratio:>7.2} x {what}");
        self.push(name, value, unit, Some(ratio));
    }

    /// Ratios of several rounds: median, least and greatest.
    pub(crate) fn ratios(&mut self, name: &str, mut ratios: Vec<f64>) {
        ratios.sort_by(f64::total_cmp);
        let (low, high) = (ratios[0], ratios[ratios.len() - 1]);
        let median = ratios[ratios.len() / 2];
        println!("{name:<58}{median:>10.2} x   [{low:.2} to {high:.2}]");
        self.push(name, median, "x", Some(median));
    }

    fn push(&mut self, name: &str, value: f64, unit: &'static str, ratio: Option<f64>) {
        self.rows.push(Row {
            name: name.to_string(),
            value,
            unit,
            ratio,
        });
    }

    /// Appends the rows to the history: seconds since 1970, commit, name, value, unit, ratio.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn append_to(&self, history: &Path) -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(history)?;
        let time_s = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_secs());
        let commit = commit();
        for row in &self.rows {
            let ratio = row
                .ratio
                .map_or(String::new(), |ratio| format!("{ratio:.3}"));
            let (name, value, unit) = (&row.name, row.value, row.unit);
            writeln!(
                file,
                "{time_s}\t{commit}\t{name}\t{value:.3}\t{unit}\t{ratio}"
            )?;
        }
        Ok(())
    }
}

fn commit() -> String {
    let output = Command::new("git")
        .args(["rev-parse", "--short", "HEAD"])
        .output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    text.unwrap_or_default()
}
