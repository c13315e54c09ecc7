//! A pattern at work on a text, and the match objects of its matches.
//!
//! ```text
//!   match   pattern   string as given   text   pos   endpos   last group
//!           characters before group 0   begin and end of each group in bytes (-1: took no part)
//! ```

use crate::modules::re::patterns;
use crate::modules::re::subject::Subject;
use motet_python_objects::classes::signals::pause;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{int, list};
use motet_regex::engine::{Engine, How, Step};

pub(crate) const PATTERN: u64 = 0;
pub(crate) const STRING: u64 = 1;
pub(crate) const TEXT: u64 = 2;
pub(crate) const BEGIN: u64 = 3;
pub(crate) const END: u64 = 4;
pub(crate) const LAST: u64 = 5;
pub(crate) const CHARACTERS: u64 = 6;
pub(crate) const PLACES: u64 = 7;
/// Words of an array before its first element.
const FIRST: u64 = 2;

/// The part of a text in which a pattern is to match, in characters, and the place of the end.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) begin: usize,
    pub(crate) end: usize,
    pub(crate) end_place: usize,
}

/// A pattern at work on a text.
pub(crate) struct Job {
    pub(crate) pattern: Root,
    pub(crate) string: Root,
    pub(crate) text: Root,
    pub(crate) bounds: Bounds,
    pub(crate) groups: usize,
    pub(crate) engine: Engine,
    /// A place, and how many characters are before it.
    pub(crate) known: (usize, usize),
}

/// Begin and end of a group of the match that an engine has found; group 0 is all of it.
fn group_of(engine: &Engine, group: usize) -> Option<(usize, usize)> {
    match group {
        0 => Some(engine.span()),
        group => engine.group(group - 1),
    }
}

/// The match that an engine has found, as an object. It is one of a pattern on an object (as it was
/// given, and the text in it) between two characters; so many characters are before it.
pub(crate) fn new_match<'a>(
    thread: &'a Thread,
    (whole, (begin, end)): ([Value<'a>; 3], (usize, usize)),
    engine: &Engine,
    characters: usize,
) -> Outcome<Value<'a>> {
    let groups = patterns::group_count(thread, whole[0]);
    let length = PLACES + 2 + 2 * groups as u64;
    // Few groups take part: a scanner's pattern has one of a hundred for each kind of token.
    let took_no_part = Value::from_small(-1);
    let raw = thread.allocate_array(LAYOUT_TUPLE, CLASS_MATCH, length, took_no_part);
    let made = allocated(thread, raw)?;
    let number = |number: usize| int::from_length(number as u64);
    let [pattern, string, text] = whole;
    for (index, value) in [
        pattern,
        string,
        text,
        number(begin),
        number(end),
        Value::from_small(engine.last_group() as i32),
        number(characters),
    ]
    .into_iter()
    .enumerate()
    {
        made.set(FIRST + index as u64, value);
    }
    for group in 0..=groups {
        if let Some((start, end)) = group_of(engine, group) {
            let index = FIRST + PLACES + 2 * group as u64;
            made.set(index, number(start));
            made.set(index + 1, number(end));
        }
    }
    Ok(made.object().value())
}

impl Job {
    /// A job from begin to end of its bounds.
    pub(crate) fn new(
        thread: &Thread,
        (pattern, string, text): (Root, Root, Root),
        bounds: Bounds,
        how: How,
    ) -> Job {
        let subject = Subject::of(thread, thread.get(text));
        let place = if bounds.begin == 0 {
            0
        } else {
            subject.place_of(thread, bounds.begin)
        };
        Job::new_at(
            thread,
            (pattern, string, text),
            bounds,
            how,
            (place, bounds.begin),
        )
    }

    /// A job that begins further on: at a place with so many characters before it.
    pub(crate) fn new_at(
        thread: &Thread,
        (pattern, string, text): (Root, Root, Root),
        bounds: Bounds,
        how: How,
        known: (usize, usize),
    ) -> Job {
        let groups = patterns::group_count(thread, thread.get(pattern));
        Job {
            pattern,
            string,
            text,
            bounds,
            groups,
            engine: Engine::new(how, groups, known.0, bounds.end_place),
            known,
        }
    }

    /// The text.
    pub(crate) fn subject<'a>(&self, thread: &'a Thread) -> Subject<'a> {
        Subject::of(thread, thread.get(self.text))
    }

    /// Looks for the next match, for a while.
    pub(crate) fn step(&mut self, thread: &Thread, subject: &Subject<'_>) -> Step {
        if self.bounds.begin > self.bounds.end {
            return Step::Nothing;
        }
        let codes = patterns::codes(thread, thread.get(self.pattern));
        subject.advance(&mut self.engine, codes)
    }

    /// Looks for the next match.
    ///
    /// # Errors
    /// Any exception of a handler of a signal; an abort.
    pub(crate) fn find(&mut self, thread: &mut Thread) -> Outcome<bool> {
        loop {
            let subject = self.subject(thread);
            match self.step(thread, &subject) {
                Step::Found => return Ok(true),
                Step::Nothing => return Ok(false),
                Step::Paused => pause(thread)?,
            }
        }
    }

    /// Begin and end of a group of the match that was found; group 0 is all of it.
    pub(crate) fn group(&self, group: usize) -> Option<(usize, usize)> {
        group_of(&self.engine, group)
    }

    /// The text that a group has matched, or `missing` if it took no part.
    pub(crate) fn part<'a>(
        &self,
        thread: &'a Thread,
        subject: &Subject<'a>,
        group: usize,
        missing: (usize, usize),
    ) -> Outcome<Value<'a>> {
        subject.part(thread, self.group(group).unwrap_or(missing))
    }

    /// How many characters are before a place.
    pub(crate) fn characters_before(&mut self, subject: &Subject<'_>, place: usize) -> usize {
        let (known, characters) = self.known;
        let count = if place >= known {
            characters + subject.count(known, place)
        } else {
            subject.count(0, place)
        };
        self.known = (place, count);
        count
    }

    /// The match that was found, as an object.
    pub(crate) fn new_match<'a>(
        &mut self,
        thread: &'a Thread,
        subject: &Subject<'_>,
    ) -> Outcome<Value<'a>> {
        let characters = self.characters_before(subject, self.engine.span().0);
        let whole = [self.pattern, self.string, self.text].map(|root| thread.get(root));
        let bounds = (self.bounds.begin, self.bounds.end);
        new_match(thread, (whole, bounds), &self.engine, characters)
    }

    /// Makes a list of the results of `make` for the matches, of `most` at most if that is not 0.
    /// Returns the list and where the last match ended.
    ///
    /// # Errors
    /// Any exception of a handler of a signal; an abort; `MemoryError`.
    pub(crate) fn collect<Make>(
        &mut self,
        thread: &mut Thread,
        most: usize,
        mut make: Make,
    ) -> Outcome<Root>
    where
        Make: for<'a> FnMut(&'a Thread, &Job, &Subject<'a>, &mut Vec<Value<'a>>) -> Outcome<()>,
    {
        /// So many matches are taken between two looks at the signals.
        const CHUNK: usize = 256;
        let all = list::new(thread)?;
        let all = thread.root(all);
        let mut left = if most == 0 { usize::MAX } else { most };
        let mut last = Step::Found;
        while left > 0 && last != Step::Nothing {
            {
                let thread = &*thread;
                let subject = self.subject(thread);
                let mut made = Vec::new();
                for _ in 0..left.min(CHUNK) {
                    last = self.step(thread, &subject);
                    if last != Step::Found {
                        break;
                    }
                    make(thread, self, &subject, &mut made)?;
                    self.engine.go_on();
                    left -= 1;
                }
                let all = thread.object_at(all);
                list::extend(thread, all, &made)?;
            }
            pause(thread)?;
            thread.collect_in_native()?;
        }
        Ok(all)
    }
}
