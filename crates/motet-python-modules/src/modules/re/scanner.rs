//! The scanner of a pattern: one match after the other.
//!
//! ```text
//!   scanner   (pattern, string, text, pos, endpos, place of the end)
//!             place of the next match or None
//!             characters before that * 2 + whether the match must not be empty
//! ```

use crate::modules::re::matches::{Bounds, Job};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::wrong_receiver;
use motet_python_objects::types::{int, iterators, tuple};
use motet_regex::engine::How;

const PARTS: u64 = 1;
const NEXT: u64 = 2;
const STATE: u64 = 3;

/// A scanner for the pattern and the text of a job.
pub(crate) fn new<'a>(thread: &'a Thread, job: &Job) -> Outcome<Value<'a>> {
    let number = |number: usize| int::from_length(number as u64);
    let parts = tuple::from_values(
        thread,
        &[
            thread.get(job.pattern),
            thread.get(job.string),
            thread.get(job.text),
            number(job.bounds.begin),
            number(job.bounds.end),
            number(job.bounds.end_place),
        ],
    )?;
    let (place, characters) = job.known;
    Ok(thread.new_small(CLASS_SCANNER, parts, number(place), number(characters * 2)))
}

/// An iterator over the matches of its `search`.
pub(crate) fn iterator<'a>(thread: &'a Thread, job: &Job) -> Outcome<Value<'a>> {
    let scanner = new(thread, job)?;
    let name = thread.symbol_of("search");
    let search = thread.look_up(CLASS_SCANNER, name);
    let search = search.and_then(|found| found.value.as_object());
    let search = search.expect("the class of scanners is closed and has the method");
    let search = thread.bind_native(search, scanner);
    Ok(iterators::new(
        thread,
        CLASS_CALLABLE_ITERATOR,
        search,
        NONE,
        NONE,
    ))
}

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    exact(thread, value, CLASS_SCANNER)
        .ok_or_else(|| wrong_receiver(thread, "_sre.SRE_Scanner", name, value))
}

fn step<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    (name, how): (&str, How),
) -> Outcome<Value<'a>> {
    let view = thread.read(receiver(thread, arguments, name)?);
    let Some(place) = view.get(NEXT).as_integer() else {
        return Ok(NONE);
    };
    let state = view.get(STATE).as_integer().unwrap_or(0) as usize;
    let parts = view.get(PARTS).known_object();
    let part = |index| tuple::get(thread, parts, index);
    let number = |index| part(index).known_integer() as usize;
    let bounds = Bounds {
        begin: number(3),
        end: number(4),
        end_place: number(5),
    };
    let roots = (
        thread.root(part(0)),
        thread.root(part(1)),
        thread.root(part(2)),
    );
    let mut job = Job::new_at(thread, roots, bounds, how, (place as usize, state / 2));
    job.engine.refuse_empty(state % 2 == 1);
    let is_found = job.find(thread)?;
    let scanner = receiver(thread, arguments, name)?;
    if !is_found {
        thread.write(scanner)?.set(NEXT, NONE);
        return Ok(NONE);
    }
    let subject = job.subject(thread);
    let found = job.new_match(thread, &subject)?;
    let (start, end) = job.engine.span();
    let characters = job.characters_before(&subject, end);
    let state = characters * 2 + usize::from(start == end);
    let view = thread.write(scanner)?;
    view.set(NEXT, int::from_length(end as u64));
    view.set(STATE, int::from_length(state as u64));
    Ok(found)
}

fn match_here<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    step(thread, arguments, ("match", How::Match))
}

fn search<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    step(thread, arguments, ("search", How::Search))
}

fn pattern<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let parts = thread.read(receiver(thread, arguments, "pattern")?);
    let parts = parts.get(PARTS).known_object();
    Ok(tuple::get(thread, parts, 0))
}

pub(crate) const PATTERN: NativeFunction = NativeFunction::leaf("pattern", 1, 1, pattern);

pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("match", 1, 1, match_here),
    NativeFunction::calling("search", 1, 1, search),
];
