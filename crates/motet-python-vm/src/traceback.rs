//! Tracebacks as CPython prints them.

use std::collections::HashMap;

use motet_python_bytecode::Position;
use motet_tm::{Root, Value};

use crate::exception::{self, Place};
use crate::kinds::*;
use crate::native::Outcome;
use crate::objects::protocol::repr;
use crate::thread::Thread;

/// After so many equal lines the rest are counted.
const REPEATED_MAX: usize = 3;

/// The text of an exception with its traceback, causes first.
///
/// # Errors
/// An abort; exceptions of `__str__` are shown as such.
pub(crate) fn exception_text(thread: &mut Thread, exception: Root) -> Outcome<String> {
    let mut chain = vec![(exception, None)];
    loop {
        let (last, _) = chain[chain.len() - 1];
        let Some(object) = exception::as_exception(thread, thread.get(last)) else {
            break;
        };
        let view = thread.read(object);
        let cause = view.get(exception::EXCEPTION_CAUSE);
        let context = view.get(exception::EXCEPTION_CONTEXT);
        let suppressed = view.get(exception::EXCEPTION_SUPPRESS) == TRUE;
        let (next, word) = if cause != NONE {
            (
                cause,
                "\nThe above exception was the direct cause of the following exception:\n\n",
            )
        } else if context != NONE && !suppressed {
            (
                context,
                "\nDuring handling of the above exception, another exception occurred:\n\n",
            )
        } else {
            break;
        };
        if chain.iter().any(|(known, _)| thread.get(*known) == next) {
            break;
        }
        let next = thread.root(next);
        chain.push((next, Some(word)));
    }
    let mut text = String::new();
    for (exception, word) in chain.into_iter().rev() {
        text.push_str(&single_text(thread, exception)?);
        text.push_str(word.unwrap_or(""));
    }
    Ok(text)
}

fn single_text(thread: &mut Thread, exception: Root) -> Outcome<String> {
    let mut text = String::new();
    if let Some(object) = exception::as_exception(thread, thread.get(exception)) {
        let places = exception::traceback(thread, object);
        if !places.is_empty() {
            text.push_str("Traceback (most recent call last):\n");
            add_places(&mut text, &places);
        }
    }
    text.push_str(&summary(thread, exception)?);
    add_notes(thread, exception, &mut text)?;
    Ok(text)
}

fn add_places(text: &mut String, places: &[Place]) {
    let mut files = HashMap::new();
    let mut previous = None;
    let mut count = 0;
    for place in places {
        let code = place.code;
        let key = (std::ptr::from_ref(code), code.line(place.instruction));
        count = if previous == Some(key) {
            count + 1
        } else {
            finish_run(text, count)
        };
        previous = Some(key);
        if count < REPEATED_MAX {
            add_place(text, place, &mut files);
        }
    }
    finish_run(text, count);
}

/// Says how often the last line was repeated without being shown. Returns the new count.
fn finish_run(text: &mut String, count: usize) -> usize {
    if count >= REPEATED_MAX {
        let more = count + 1 - REPEATED_MAX;
        let plural = if more == 1 { "" } else { "s" };
        text.push_str(&format!(
            "  [Previous line repeated {more} more time{plural}]\n"
        ));
    }
    0
}

fn add_place(text: &mut String, place: &Place, files: &mut HashMap<String, Option<String>>) {
    let source = &place.code.source;
    let filename = source.filename.to_string();
    let line = place.code.line(place.instruction);
    let name = &source.qualified_name;
    text.push_str(&format!("  File \"{filename}\", line {line}, in {name}\n"));
    let content = files
        .entry(filename)
        .or_insert_with_key(|filename| std::fs::read_to_string(filename).ok());
    let shown = content
        .as_ref()
        .and_then(|content| content.lines().nth(line as usize - 1));
    if let Some(shown) = shown.filter(|shown| !shown.trim().is_empty()) {
        text.push_str(&format!("    {}\n", shown.trim()));
        let position = source
            .positions
            .get(place.instruction)
            .copied()
            .unwrap_or_default();
        if let Some(carets) = carets(shown, position) {
            text.push_str(&format!("    {carets}\n"));
        }
    }
}

/// The marks under the part of a line that was running; none if it is the whole line.
fn carets(line: &str, position: Position) -> Option<String> {
    let indent = line.len() - line.trim_start().len();
    let start = position.column as usize;
    let end = if position.end_line == position.line {
        position.end_column as usize
    } else {
        line.trim_end().len()
    };
    if start < indent || end <= start {
        return None;
    }
    let covered = line.get(start..end)?;
    if covered.len() >= line.trim().len() {
        return None;
    }
    let before = line.get(indent..start)?.chars().count();
    Some(format!(
        "{}{}",
        " ".repeat(before),
        "^".repeat(covered.chars().count())
    ))
}

/// The last line: the class, and what the exception says.
fn summary(thread: &mut Thread, exception: Root) -> Outcome<String> {
    let class = thread.class(thread.class_of(thread.get(exception)));
    let name = match class.module.as_ref() {
        "builtins" | "__main__" => class.qualified_name.to_string(),
        module => format!("{module}.{}", class.qualified_name),
    };
    let said = match repr::str_of(thread, exception) {
        Ok(said) => {
            let said = thread.get(said);
            crate::text::as_text(thread, said).unwrap_or("").to_owned()
        }
        Err(motet_tm::Unwind::Raise) => {
            thread.take_raised();
            "<exception str() failed>".to_owned()
        }
        Err(unwind) => return Err(unwind),
    };
    Ok(if said.is_empty() {
        format!("{name}\n")
    } else {
        format!("{name}: {said}\n")
    })
}

fn add_notes(thread: &mut Thread, exception: Root, text: &mut String) -> Outcome<()> {
    let notes = {
        let Some(object) = thread.get(exception).as_object() else {
            return Ok(());
        };
        let notes = thread.own_attribute(object, crate::names::NOTES);
        let notes = notes.and_then(|notes| crate::objects::list::as_list(thread, notes));
        let values: Vec<Value<'_>> = notes.map_or_else(Vec::new, |notes| {
            crate::objects::list::values(thread, notes)
        });
        values
            .into_iter()
            .map(|note| thread.root(note))
            .collect::<Vec<Root>>()
    };
    for note in notes {
        let note = repr::str_of(thread, note)?;
        text.push_str(crate::text::as_text(thread, thread.get(note)).unwrap_or(""));
        text.push('\n');
    }
    Ok(())
}
