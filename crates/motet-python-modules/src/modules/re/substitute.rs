//! `sub` and `subn`: texts in the place of matches.
//!
//! A template (`re` parses it, and keeps it) is a tuple: a text, then numbers of groups and texts
//! in turn.

use crate::modules::re::matches::Job;
use crate::modules::re::patterns::{number, whole_job};
use crate::modules::re::subject::Subject;
use motet_python_objects::classes::signals::pause;
use motet_python_objects::model::function;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::host;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::{check_keywords, parameter};
use motet_python_objects::types::{buffer, bytes, int, list, string, tuple};
use motet_regex::engine::Step;

/// The replacement of a match.
#[derive(Clone, Copy)]
enum Filling {
    /// A text.
    Text(Root),
    /// A template with groups.
    Template(Root),
    /// The result of a function for the match.
    Call(Root),
}

/// The result as it grows.
struct Out {
    content: Vec<u8>,
    /// How many pieces the result has, as messages count them.
    pieces: usize,
}

impl Out {
    /// Adds a text of the kind of the subject.
    fn add(&mut self, thread: &Thread, subject: &Subject<'_>, value: Value<'_>) -> Outcome<()> {
        let index = self.pieces;
        self.pieces += 1;
        if subject.is_string {
            if let Some(text) = string::as_string(thread, value) {
                return self.extend(thread, string::utf8(thread, text));
            }
        } else if let Some(content) = buffer::content(thread, value) {
            return self.extend(thread, &content);
        }
        let kind = if subject.is_string {
            "expected str instance"
        } else {
            "expected a bytes-like object"
        };
        let name = type_name(thread, value);
        let message = format!("sequence item {index}: {kind}, {name} found");
        Err(type_error(thread, message))
    }

    fn add_part(
        &mut self,
        thread: &Thread,
        subject: &Subject<'_>,
        (start, end): (usize, usize),
    ) -> Outcome<()> {
        if start < end {
            self.pieces += 1;
            self.extend(thread, &subject.content[start..end])?;
        }
        Ok(())
    }

    fn extend(&mut self, thread: &Thread, part: &[u8]) -> Outcome<()> {
        host::check_length(thread, self.content.len() + part.len())?;
        self.content.extend_from_slice(part);
        Ok(())
    }

    fn finish<'a>(&self, thread: &'a Thread, is_string: bool) -> Outcome<Value<'a>> {
        if !is_string {
            return bytes::new(thread, &self.content);
        }
        let characters = motet_regex::text::count_characters(&self.content);
        string::of_bytes(thread, &self.content, characters as u64)
    }
}

/// The template that a text is for a pattern.
pub(crate) fn template(thread: &mut Thread, pattern: Root, text: Root) -> Outcome<Root> {
    let given = thread.get(text);
    // Templates are kept by their texts, which must have a hash.
    let text = if let Some(string) = string::as_string(thread, given) {
        thread.root(string.value())
    } else if let Some(content) = buffer::content(thread, given) {
        let content = bytes::new(thread, &content)?;
        thread.root(content)
    } else {
        text
    };
    upcalls::call_python(thread, "re", "_compile_template", &[pattern, text])
}

/// The parts of a template: groups are numbers.
fn add_template(
    thread: &Thread,
    subject: &Subject<'_>,
    template: Value<'_>,
    out: &mut Out,
    place: impl Fn(usize) -> Option<(usize, usize)>,
) -> Outcome<()> {
    let Some(parts) = tuple::as_tuple(thread, template) else {
        return Err(type_error(thread, "invalid template"));
    };
    for index in 0..tuple::length(thread, parts) {
        let part = tuple::get(thread, parts, index);
        match part.as_integer() {
            Some(group) => {
                let place = place(group as usize).unwrap_or((0, 0));
                out.add_part(thread, subject, place)?;
            }
            None => out.add(thread, subject, part)?,
        }
    }
    Ok(())
}

/// A template with the groups of one match, as a text of the kind of the subject.
pub(crate) fn filled<'a>(
    thread: &'a Thread,
    subject: &Subject<'_>,
    template: Value<'_>,
    place: impl Fn(usize) -> Option<(usize, usize)>,
) -> Outcome<Value<'a>> {
    let mut out = Out {
        content: Vec::new(),
        pieces: 0,
    };
    add_template(thread, subject, template, &mut out, place)?;
    out.finish(thread, subject.is_string)
}

/// The replacement that an argument gives.
fn filling(thread: &mut Thread, pattern: Root, given: Root) -> Outcome<Filling> {
    let value = thread.get(given);
    // Classes below `str` may be callable too.
    if function::is_callable(thread, value) {
        return Ok(Filling::Call(given));
    }
    let has_escape = if let Some(text) = string::as_string(thread, value) {
        string::utf8(thread, text).contains(&b'\\')
    } else if let Some(content) = buffer::content(thread, value) {
        content.contains(&b'\\')
    } else {
        true
    };
    if !has_escape {
        return Ok(Filling::Text(given));
    }
    let template = template(thread, pattern, given)?;
    let parts = tuple::as_tuple(thread, thread.get(template));
    let only = parts.filter(|parts| tuple::length(thread, *parts) == 1);
    Ok(match only {
        Some(parts) => Filling::Text(thread.root(tuple::get(thread, parts, 0))),
        None => Filling::Template(template),
    })
}

/// Result and number of replacements.
fn substitute(thread: &mut Thread, arguments: Arguments, name: &str) -> Outcome<(Root, usize)> {
    check_keywords(thread, arguments, name, &["repl", "string", "count"])?;
    let Some(given) = parameter(thread, arguments, 1, "repl") else {
        let message = format!("{name}() missing required argument 'repl' (pos 1)");
        return Err(type_error(thread, message));
    };
    let given = thread.root(given);
    let most = number(thread, arguments, (3, "count"))?.unwrap_or(0);
    let mut job = whole_job(thread, arguments, (2, name))?;
    let filling = filling(thread, job.pattern, given)?;
    let is_string = job.subject(thread).is_string;
    let mut out = Out {
        content: Vec::new(),
        pieces: 0,
    };
    let (mut count, mut last) = (0, 0);
    let most = match most {
        0 => usize::MAX,
        most => usize::try_from(most).unwrap_or(0),
    };
    while count < most {
        let is_found = match filling {
            Filling::Call(function) => {
                fill_calling(thread, &mut job, function, &mut last, &mut out)?
            }
            _ => fill_plainly(thread, &mut job, filling, &mut last, &mut out)?,
        };
        if !is_found {
            break;
        }
        count += 1;
        job.engine.go_on();
    }
    if count == 0 {
        return Ok((job.text, 0));
    }
    let subject = job.subject(thread);
    out.add_part(thread, &subject, (last, subject.content.len()))?;
    let result = out.finish(thread, is_string)?;
    Ok((thread.root(result), count))
}

/// Looks for a match and adds the text before it and its replacement; false if there is none.
fn fill_plainly(
    thread: &mut Thread,
    job: &mut Job,
    filling: Filling,
    last: &mut usize,
    out: &mut Out,
) -> Outcome<bool> {
    loop {
        let subject = job.subject(thread);
        match job.step(thread, &subject) {
            Step::Nothing => return Ok(false),
            Step::Paused => {}
            Step::Found => {
                let (start, end) = job.engine.span();
                out.add_part(thread, &subject, (*last, start))?;
                *last = end;
                match filling {
                    Filling::Template(template) => {
                        let template = thread.get(template);
                        add_template(thread, &subject, template, out, |group| job.group(group))?;
                    }
                    Filling::Text(text) | Filling::Call(text) => {
                        out.add(thread, &subject, thread.get(text))?;
                    }
                }
                return Ok(true);
            }
        }
        pause(thread)?;
    }
}

/// The same with the result of a function.
fn fill_calling(
    thread: &mut Thread,
    job: &mut Job,
    function: Root,
    last: &mut usize,
    out: &mut Out,
) -> Outcome<bool> {
    if !job.find(thread)? {
        return Ok(false);
    }
    let mark = thread.root_count();
    let subject = job.subject(thread);
    let (start, end) = job.engine.span();
    out.add_part(thread, &subject, (*last, start))?;
    *last = end;
    let found = job.new_match(thread, &subject)?;
    let found = thread.root(found);
    let made = thread.call(function, &[found])?;
    if thread.get(made) != NONE {
        let subject = job.subject(thread);
        out.add(thread, &subject, thread.get(made))?;
    }
    thread.truncate_roots(mark);
    thread.collect_in_native()?;
    Ok(true)
}

pub(crate) fn sub<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (result, _) = substitute(thread, arguments, "sub")?;
    Ok(thread.get(result))
}

pub(crate) fn sub_counting<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (result, count) = substitute(thread, arguments, "subn")?;
    let count = int::from_length(count as u64);
    tuple::from_values(thread, &[thread.get(result), count])
}

/// `template(pattern, parts)`: the parts of a template, as `re` has parsed them.
pub(crate) fn make_template<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(parts) = list::as_list(thread, arguments.get(thread, 1)) else {
        return Err(type_error(thread, "template() argument 2 must be list"));
    };
    let parts = list::values(thread, parts);
    for group in parts.iter().skip(1).step_by(2) {
        if group.as_integer().is_none() {
            return Err(type_error(thread, "an integer is required"));
        }
    }
    let is_valid = parts.len() % 2 == 1
        && parts
            .iter()
            .skip(1)
            .step_by(2)
            .all(|group| group.as_integer().is_some_and(|group| group >= 0));
    if !is_valid {
        return Err(type_error(thread, "invalid template"));
    }
    tuple::from_values(thread, &parts)
}
