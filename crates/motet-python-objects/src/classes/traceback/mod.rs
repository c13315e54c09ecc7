//! Exceptions as CPython prints them: tracebacks, causes, groups, notes.
pub mod places;
pub mod suggestions;

use crate::model::names;
use crate::model::text;
use motet_tm::{Root, Unwind, Value};

use crate::model::class::Class;
use crate::model::class_names;
use crate::model::exception;
use crate::model::exception::{BASE_EXCEPTION_GROUP, SYNTAX_ERROR};
use crate::model::layouts::*;
use crate::model::native::Outcome;
use crate::model::surrogates;
use crate::model::thread::Thread;
use crate::types::exception_fields;
use crate::types::protocol::repr;
use crate::types::{list, tuple};

use crate::classes::traceback::places::Files;

/// More members of a group are counted, not shown.
const GROUP_WIDTH_MAX: usize = 15;
/// Groups nested more deeply are not shown.
const GROUP_DEPTH_MAX: usize = 10;

const CAUSE: &str = "\nThe above exception was the direct cause of the following exception:\n\n";
const CONTEXT: &str = "\nDuring handling of the above exception, another exception occurred:\n\n";

/// As [`exception_text`], at a place where no handler is left for another exception: that of a
/// signal that comes meanwhile is dropped.
///
/// # Errors
/// An abort.
pub fn text_at_end(thread: &mut Thread, exception: Root) -> Outcome<String> {
    for _ in 0..2 {
        match exception_text(thread, exception) {
            Err(Unwind::Raise) => thread.take_raised(),
            text => return text,
        };
    }
    Ok(String::new())
}

/// The text of an exception with its traceback, causes first.
///
/// # Errors
/// An abort; exceptions of `__str__` are shown as such.
pub fn exception_text(thread: &mut Thread, exception: Root) -> Outcome<String> {
    let mut printer = Printer {
        text: String::new(),
        files: Files::new(thread.machine().command.get()),
        depth: 0,
        needs_end: false,
    };
    printer.chain(thread, exception)?;
    Ok(printer.text)
}

/// Adds the lines of a traceback object, if it is one.
pub(crate) fn add_entries(thread: &Thread, traceback: Root, text: &mut String) {
    let places = exception::entries(thread, thread.get(traceback));
    if !places.is_empty() {
        text.push_str("Traceback (most recent call last):\n");
        let mut files = Files::new(thread.machine().command.get());
        text.push_str(&places::text_of(&places, &mut files));
    }
}

struct Printer {
    text: String,
    files: Files,
    /// How many groups surround the exception that is being printed.
    depth: usize,
    /// The line that ends the innermost group has not been printed.
    needs_end: bool,
}

impl Printer {
    /// Adds lines, with the margin of the groups around.
    fn add(&mut self, lines: &str, mark: char) {
        if self.depth == 0 {
            self.text.push_str(lines);
            return;
        }
        let margin = format!("{}{mark} ", "  ".repeat(self.depth));
        for line in lines.split_inclusive('\n') {
            self.text.push_str(&margin);
            self.text.push_str(line);
        }
    }

    /// An exception after those that have led to it.
    fn chain(&mut self, thread: &mut Thread, exception: Root) -> Outcome<()> {
        let mut chain = vec![(exception, "")];
        loop {
            let (last, _) = chain[chain.len() - 1];
            let Some(object) = exception::as_exception(thread, thread.get(last)) else {
                break;
            };
            let view = thread.read(object);
            let cause = view.get(exception::EXCEPTION_CAUSE);
            let context = view.get(exception::EXCEPTION_CONTEXT);
            let suppressed = view.get(exception::EXCEPTION_SUPPRESS) == TRUE;
            let (next, message) = if cause != NONE {
                (cause, CAUSE)
            } else if context != NONE && !suppressed {
                (context, CONTEXT)
            } else {
                break;
            };
            if chain.iter().any(|(known, _)| thread.get(*known) == next) {
                break;
            }
            let next = thread.root(next);
            chain.push((next, message));
        }
        for (exception, message) in chain.into_iter().rev() {
            self.single(thread, exception)?;
            self.add(message, '|');
        }
        Ok(())
    }

    fn single(&mut self, thread: &mut Thread, exception: Root) -> Outcome<()> {
        if thread.is_instance(thread.get(exception), BASE_EXCEPTION_GROUP) {
            return self.group(thread, exception);
        }
        self.traceback(thread, exception, "Traceback", '|');
        let last = last_lines(thread, exception)?;
        self.add(&last, '|');
        Ok(())
    }

    fn traceback(&mut self, thread: &Thread, exception: Root, title: &str, mark: char) {
        let object = exception::as_exception(thread, thread.get(exception));
        let places = object.map(|object| exception::traceback(thread, object));
        let Some(places) = places.filter(|places| !places.is_empty()) else {
            return;
        };
        self.add(&format!("{title} (most recent call last):\n"), mark);
        let text = places::text_of(&places, &mut self.files);
        self.add(&text, '|');
    }

    fn group(&mut self, thread: &mut Thread, exception: Root) -> Outcome<()> {
        if self.depth > GROUP_DEPTH_MAX {
            let text = format!("... (max_group_depth is {GROUP_DEPTH_MAX})\n");
            self.add(&text, '|');
            return Ok(());
        }
        let is_outermost = self.depth == 0;
        self.depth += usize::from(is_outermost);
        let mark = if is_outermost { '+' } else { '|' };
        self.traceback(thread, exception, "Exception Group Traceback", mark);
        let last = last_lines(thread, exception)?;
        self.add(&last, '|');
        let members = members_of(thread, exception);
        let count = members.len();
        let shown = count.min(GROUP_WIDTH_MAX + 1);
        self.needs_end = false;
        for (index, member) in members.into_iter().take(shown).enumerate() {
            let is_last = index + 1 == shown;
            self.needs_end |= is_last;
            let is_cut = index >= GROUP_WIDTH_MAX;
            let title = if is_cut {
                "...".to_owned()
            } else {
                (index + 1).to_string()
            };
            let corner = if index == 0 { "+-" } else { "  " };
            let indentation = "  ".repeat(self.depth);
            self.text.push_str(&format!(
                "{indentation}{corner}+---------------- {title} ----------------\n"
            ));
            self.depth += 1;
            if is_cut {
                let more = count - GROUP_WIDTH_MAX;
                let plural = if more > 1 { "s" } else { "" };
                self.add(&format!("and {more} more exception{plural}\n"), '|');
            } else {
                self.chain(thread, member)?;
            }
            if is_last && self.needs_end {
                let indentation = "  ".repeat(self.depth);
                self.text.push_str(&format!(
                    "{indentation}+------------------------------------\n"
                ));
                self.needs_end = false;
            }
            self.depth -= 1;
        }
        self.depth -= usize::from(is_outermost);
        Ok(())
    }
}

fn members_of(thread: &Thread, group: Root) -> Vec<Root> {
    let object = exception::as_exception(thread, thread.get(group));
    let members = object.and_then(|object| exception_fields::get(thread, object, "exceptions"));
    match members {
        Some(members) if tuple::as_tuple(thread, members).is_some() => {
            let members = thread.tuple_items(members);
            members.into_iter().map(|it| thread.root(it)).collect()
        }
        _ => Vec::new(),
    }
}

/// The lines behind the traceback: the class of the exception and its text, and its notes.
fn last_lines(thread: &mut Thread, exception: Root) -> Outcome<String> {
    let is_syntax_error = thread.is_instance(thread.get(exception), SYNTAX_ERROR);
    let mut text = if is_syntax_error {
        syntax_error_lines(thread, exception)?
    } else {
        let hint = suggestions::hint(thread, exception)?;
        summary(thread, exception, &hint)?
    };
    add_notes(thread, exception, &mut text)?;
    Ok(text)
}

/// The name of an exception's class.
fn class_name(thread: &Thread, exception: Root) -> String {
    name_of_class(thread.class(thread.class_of(thread.get(exception))))
}

/// The name of a class of exceptions, behind that of its module if this is a module other than
/// `builtins` and `__main__`.
pub(crate) fn name_of_class(class: &Class) -> String {
    class_names::in_module(&class.module, &class.qualified_name)
}

/// `str(value)`, or the text that is shown in its place.
fn safe_text(thread: &mut Thread, value: Root, what: &str) -> Outcome<String> {
    match repr::str_of(thread, value) {
        Ok(said) => {
            let said = thread.get(said);
            Ok(escaped(text::as_text(thread, said).unwrap_or_default()))
        }
        Err(Unwind::Raise) => {
            thread.take_raised();
            Ok(format!("<{what} str() failed>"))
        }
        Err(unwind) => Err(unwind),
    }
}

/// A text whose lone surrogates are escaped, since they cannot be written otherwise.
fn escaped(text: &str) -> String {
    if !surrogates::occur_in(text) {
        return text.to_owned();
    }
    let mut out = String::new();
    for character in text.chars() {
        match surrogates::code(character) {
            code @ 0xd800..=0xdfff => out.push_str(&format!("\\u{code:x}")),
            _ => out.push(character),
        }
    }
    out
}

/// The class of an exception and its text, a hint behind it: one line.
///
/// # Errors
/// An abort; exceptions of `__str__` are shown as such.
pub(crate) fn summary(thread: &mut Thread, exception: Root, hint: &str) -> Outcome<String> {
    let name = class_name(thread, exception);
    let said = safe_text(thread, exception, "exception")? + hint;
    Ok(if said.is_empty() {
        format!("{name}\n")
    } else {
        format!("{name}: {said}\n")
    })
}

fn add_notes(thread: &mut Thread, exception: Root, text: &mut String) -> Outcome<()> {
    let notes: Vec<Root> = {
        let Some(object) = thread.get(exception).as_object() else {
            return Ok(());
        };
        let Some(notes) = thread.own_attribute(object, names::NOTES) else {
            return Ok(());
        };
        let values: Vec<Value<'_>> = match list::as_list(thread, notes) {
            Some(notes) => list::values(thread, notes),
            None if tuple::as_tuple(thread, notes).is_some() => thread.tuple_items(notes),
            None => {
                let notes = thread.root(notes);
                text.push_str(&repr::repr_text(thread, notes)?);
                text.push('\n');
                return Ok(());
            }
        };
        values.into_iter().map(|note| thread.root(note)).collect()
    };
    for note in notes {
        text.push_str(&safe_text(thread, note, "note")?);
        text.push('\n');
    }
    Ok(())
}

/// A `SyntaxError` shows the place in the source that it is about.
fn syntax_error_lines(thread: &mut Thread, exception: Root) -> Outcome<String> {
    let details = {
        let value = thread.get(exception);
        let object =
            exception::as_exception(thread, value).expect("the caller has found an exception");
        let field = |name: &str| exception_fields::get(thread, object, name).unwrap_or(NONE);
        let text = |name: &str| text::as_text(thread, field(name)).map(str::to_owned);
        SyntaxDetails {
            file: text("filename"),
            line: field("lineno").as_integer(),
            end_line: field("end_lineno").as_integer(),
            offset: field("offset").as_integer(),
            end_offset: field("end_offset").as_integer(),
            text: text("text"),
        }
    };
    let message = {
        let value = thread.get(exception);
        let object =
            exception::as_exception(thread, value).expect("the caller has found an exception");
        let message = exception_fields::get(thread, object, "msg").unwrap_or(NONE);
        thread.root(message)
    };
    let message = match thread.get(message) {
        NONE => "<no detail available>".to_owned(),
        _ => safe_text(thread, message, "exception")?,
    };
    let name = class_name(thread, exception);
    Ok(details.lines(&name, &message))
}

/// The fields of a `SyntaxError`.
pub struct SyntaxDetails {
    /// The file that does not compile.
    pub file: Option<String>,
    /// The line where the error begins, from 1.
    pub line: Option<i64>,
    /// The line where the error ends, from 1.
    pub end_line: Option<i64>,
    /// The character where the error begins, from 1.
    pub offset: Option<i64>,
    /// The character where the error ends, from 1.
    pub end_offset: Option<i64>,
    /// The text of the line.
    pub text: Option<String>,
}

impl SyntaxDetails {
    /// The lines that are shown of the error.
    pub fn lines(&self, class: &str, message: &str) -> String {
        let mut shown = String::new();
        let mut suffix = String::new();
        match (self.line, &self.file) {
            (Some(line), file) => {
                let file = file.as_deref().unwrap_or("<string>");
                shown.push_str(&format!("  File \"{file}\", line {line}\n"));
            }
            (None, Some(file)) => suffix = format!(" ({file})"),
            (None, None) => {}
        }
        if self.line.is_some() {
            self.add_source(&mut shown);
        }
        shown.push_str(&format!("{class}: {message}{suffix}\n"));
        shown
    }

    fn add_source(&self, shown: &mut String) {
        let Some(text) = &self.text else { return };
        let line = text.trim_end_matches('\n');
        let stripped = line.trim_start_matches([' ', '\n', '\x0c']);
        let spaces = (line.len() - stripped.len()) as i64;
        shown.push_str(&format!("    {stripped}\n"));
        let Some(mut offset) = self.offset else {
            return;
        };
        let length = text.chars().count() as i64;
        let mut end = match self.end_offset {
            _ if self.line != self.end_line && self.end_line.is_some() => {
                line.chars().count() as i64 + 1
            }
            Some(end) if end != 0 => end,
            _ => offset,
        };
        if !text.is_empty() && offset > length {
            offset = length + 1;
        }
        if offset == end || end == -1 {
            end = offset + 1;
        }
        let column = offset - 1 - spaces;
        if column < 0 {
            return;
        }
        let before: String = stripped
            .chars()
            .chain(std::iter::repeat(' '))
            .take(column as usize)
            .map(|it| if it.is_whitespace() { it } else { ' ' })
            .collect();
        let carets = "^".repeat((end - offset).max(0) as usize);
        shown.push_str(&format!("    {before}{carets}\n"));
    }
}
