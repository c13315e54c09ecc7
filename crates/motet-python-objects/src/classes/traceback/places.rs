//! The places of a traceback: file, line, source, and marks under the code that was running.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use motet_python_bytecode::Position;
use motet_python_compiler::{anchors, is_whole_call};

use crate::model::exception::Place;

/// After so many equal lines the rest are counted.
const REPEATED_MAX: usize = 3;

/// The lines of the files that a traceback shows; nothing for one that cannot be read.
pub(crate) struct Files {
    lines: HashMap<String, Vec<String>>,
    /// The program of `-c`.
    command: Option<&'static (Arc<str>, String)>,
}

impl Files {
    /// Nothing has been read. `command`: see `Machine::command`.
    pub(crate) fn new(command: Option<&'static (Arc<str>, String)>) -> Files {
        let lines = HashMap::new();
        Files { lines, command }
    }

    /// The lines of a stretch of a file, without white space at their ends.
    fn stretch(&mut self, filename: &Arc<str>, first: u32, last: u32) -> Vec<String> {
        let command = self
            .command
            .filter(|(name, _)| Arc::ptr_eq(name, filename))
            .map(|(_, text)| text);
        let key = command.map_or(&**filename, |_| "-c").to_owned();
        let lines = self.lines.entry(key).or_insert_with(|| {
            let text = command.map_or_else(|| text_of_file(filename), String::clone);
            text.lines()
                .map(|line| line.trim_end().to_owned())
                .collect()
        });
        (first..=last.max(first))
            .map(|number| {
                let index = (number as usize).saturating_sub(1);
                lines.get(index).cloned().unwrap_or_default()
            })
            .collect()
    }
}

/// The text of a file or of a module of the library; empty if it cannot be read.
fn text_of_file(name: &str) -> String {
    let inside = name.strip_prefix(motet_python_library::FOLDER);
    if let Some(path) = inside {
        let path = path.trim_start_matches('/').trim_end_matches(".py");
        let module = path.trim_end_matches("/__init__").replace('/', ".");
        return motet_python_library::find(&module).map_or(String::new(), |it| it.text);
    }
    let bytes = std::fs::read(name).unwrap_or_default();
    motet_python_compiler::decode(&bytes).unwrap_or_default()
}

/// The places as lines of text.
pub(crate) fn text_of(places: &[Place], files: &mut Files) -> String {
    let mut text = String::new();
    let mut previous = None;
    let mut count = 0;
    for place in places {
        let source = &place.code.source;
        let key = (
            &source.filename,
            place.code.line(place.instruction),
            &source.name,
        );
        if previous != Some(key) {
            finish_run(&mut text, count);
            previous = Some(key);
            count = 0;
        }
        count += 1;
        if count <= REPEATED_MAX {
            add_place(&mut text, place, files);
        }
    }
    finish_run(&mut text, count);
    text
}

/// Says how often the last place was repeated without being shown.
fn finish_run(text: &mut String, count: usize) {
    if count > REPEATED_MAX {
        let more = count - REPEATED_MAX;
        let plural = if more == 1 { "" } else { "s" };
        text.push_str(&format!(
            "  [Previous line repeated {more} more time{plural}]\n"
        ));
    }
}

fn add_place(text: &mut String, place: &Place, files: &mut Files) {
    let source = &place.code.source;
    let line = place.code.line(place.instruction);
    let (file, name) = (&source.filename, &source.name);
    text.push_str(&format!("  File \"{file}\", line {line}, in {name}\n"));
    let position = source.positions.get(place.instruction);
    let position = position.copied().unwrap_or_default();
    let original = files.stretch(file, line, position.end_line.max(line));
    if original.iter().all(|line| line.trim().is_empty()) {
        return;
    }
    for line in without_margin(&shown_lines(&original, position)) {
        text.push_str("    ");
        text.push_str(&line);
        text.push('\n');
    }
}

/// The white space that lines begin with in common.
fn margin(lines: &[String]) -> usize {
    let indentation = |line: &String| line.len() - line.trim_start_matches([' ', '\t']).len();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    filled.map(indentation).min().unwrap_or(0)
}

fn without_margin(lines: &[String]) -> Vec<String> {
    let margin = margin(lines);
    lines
        .iter()
        .map(|line| line.get(margin..).unwrap_or("").to_owned())
        .collect()
}

/// A place in several lines: the line, and the character within it.
type Spot = (usize, usize);

/// The marks of a traceback: the text that is marked at all, and the part of it that is marked as
/// the cause.
struct Marks {
    start: usize,
    end: usize,
    /// From here to there; none: all of it.
    anchors: Option<(Spot, Spot)>,
}

/// The lines that are shown, with the lines of marks below them.
fn shown_lines(original: &[String], position: Position) -> Vec<String> {
    let lines = without_margin(original);
    let removed = original[0].len() - lines[0].len();
    let last = lines.len() - 1;
    let start = (position.column as usize).saturating_sub(removed);
    let end = (position.end_column as usize).saturating_sub(removed);
    let (start, end) = (start.min(lines[0].len()), end.min(lines[last].len()));
    let (Some(before), Some(after)) = (lines[0].get(..start), lines[last].get(end..)) else {
        return lines;
    };
    let whole = lines.join("\n");
    let segment = whole.get(start..whole.len() - after.len()).unwrap_or("");
    let found = anchors(segment);
    let is_shown = !is_whole_call(&whole, start, whole.len() - after.len())
        && (found.is_some() || !before.trim().is_empty() || !after.trim().is_empty());
    let anchors = found.map(|found| {
        (
            spot(&whole, start + found.start),
            spot(&whole, start + found.end),
        )
    });
    let marks = Marks {
        start: before.chars().count(),
        end: lines[last][..end].chars().count(),
        anchors,
    };
    let mut shown = Vec::new();
    let mut previous: Option<usize> = None;
    for line in significant(&marks, last) {
        if let Some(previous) = previous {
            match line - previous {
                2 => add_line(&mut shown, &lines, line - 1, is_shown.then_some(&marks)),
                skipped @ 3.. => shown.push(format!("...<{} lines>...", skipped - 1)),
                _ => {}
            }
        }
        add_line(&mut shown, &lines, line, is_shown.then_some(&marks));
        previous = Some(line);
    }
    shown
}

/// The line and character of an offset.
fn spot(text: &str, offset: usize) -> Spot {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |index| index + 1);
    (line, before[start..].chars().count())
}

/// The first and the last line, and those around the part that is marked as the cause.
fn significant(marks: &Marks, last: usize) -> BTreeSet<usize> {
    let mut lines = BTreeSet::from([0, last]);
    if let Some(((first, _), (second, _))) = marks.anchors {
        for line in [first, second] {
            lines.extend(line.saturating_sub(1)..=(line + 1).min(last));
        }
    }
    lines
}

fn add_line(shown: &mut Vec<String>, lines: &[String], number: usize, marks: Option<&Marks>) {
    let line = &lines[number];
    shown.push(line.clone());
    let Some(marks) = marks else { return };
    let indentation = line.chars().count() - line.trim_start().chars().count();
    let count = if number + 1 == lines.len() {
        marks.end
    } else {
        line.chars().count()
    };
    let mut carets = String::new();
    for (column, character) in line.chars().enumerate().take(count) {
        let mark = if column < indentation || number == 0 && column < marks.start {
            ' '
        } else {
            match marks.anchors {
                Some((from, to)) if (number, column) >= from && (number, column) < to => '^',
                Some(_) => '~',
                None => '^',
            }
        };
        carets.extend(std::iter::repeat_n(mark, width(character)));
    }
    shown.push(carets);
}

/// How many columns a character takes on a terminal.
fn width(character: char) -> usize {
    let is_wide = matches!(
        u32::from(character),
        0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
            | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1f64f
            | 0x1f900..=0x1f9ff | 0x20000..=0x3fffd
    );
    1 + usize::from(is_wide)
}
