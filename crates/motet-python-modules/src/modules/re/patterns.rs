//! `re.Pattern`.
//!
//! ```text
//!   pattern   code (bytes)   source of it        flags   number of groups
//!             numbers by name   names by number
//! ```

use crate::modules::re::matches::{Bounds, Job, new_match};
use crate::modules::re::subject::{Subject, subject_of};
use crate::modules::re::{scanner, substitute};
use motet_python_objects::model::exception::OVERFLOW_ERROR;
use motet_python_objects::types::protocol::operator::Comparison;
use motet_python_objects::types::protocol::{compare, hash, item, repr};
use motet_python_objects::types::tables::{
    check_keywords, integer_argument, parameter, wrong_receiver,
};
use motet_python_objects::types::{bytes, dict, int, list, string, tuple};
use motet_regex::characters::Codes;
use motet_regex::engine::{Engine, How, Step};
use motet_regex::hints::fails_at_once;

use motet_python_objects::types::prelude::*;

const CODE: u64 = 0;
const SOURCE: u64 = 1;
const FLAGS_WORD: u64 = 2;
const GROUPS_WORD: u64 = 3;
pub(crate) const NAMES: u64 = 4;
pub(crate) const BY_NUMBER: u64 = 5;
const FIELDS: u64 = 6;
const FIRST: u64 = 2;

const FLAG_UNICODE: i64 = 32;
/// The flags that choose which characters count as letters.
const FLAGS_OF_LETTERS: i64 = 4 | 32 | 256;
const FLAG_NAMES: [(i64, &str); 9] = [
    (1, "re.TEMPLATE"),
    (2, "re.IGNORECASE"),
    (4, "re.LOCALE"),
    (8, "re.MULTILINE"),
    (16, "re.DOTALL"),
    (32, "re.UNICODE"),
    (64, "re.VERBOSE"),
    (128, "re.DEBUG"),
    (256, "re.ASCII"),
];

/// The pattern object of a value, if it is one.
pub(crate) fn as_pattern<'a>(thread: &Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact(thread, value, CLASS_PATTERN)
}

fn field<'a>(thread: &'a Thread, pattern: Value<'a>, field: u64) -> Value<'a> {
    let pattern = pattern.known_object();
    tuple::get(thread, pattern, field)
}

/// The code of a pattern.
pub(crate) fn codes<'a>(thread: &'a Thread, pattern: Value<'a>) -> Codes<'a> {
    let packed = field(thread, pattern, CODE).as_object();
    let packed = bytes::content(
        thread,
        packed.expect("only compile makes patterns, with their code"),
    );
    Codes(packed.as_chunks::<4>().0)
}

/// How many groups a pattern has.
pub(crate) fn group_count(thread: &Thread, pattern: Value<'_>) -> usize {
    let count = field(thread, pattern, GROUPS_WORD).as_integer();
    count.expect("only compile makes patterns, with this number") as usize
}

/// Whether it is for strings (or for bytes); `None`: for both.
pub(crate) fn is_for_strings(thread: &Thread, pattern: Value<'_>) -> Option<bool> {
    let source = field(thread, pattern, SOURCE);
    (source != NONE).then(|| string::as_string(thread, source).is_some())
}

/// `compile(pattern, flags, code, groups, groupindex, indexgroup)`.
pub(crate) fn compile<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let get = |index| arguments.get(thread, index);
    let Some(codes) = list::as_list(thread, get(2)) else {
        let message = "compile() argument 'code' must be list";
        return Err(type_error(thread, message));
    };
    if dict::as_dict(thread, get(4)).is_none() {
        let message = "compile() argument 'groupindex' must be dict";
        return Err(type_error(thread, message));
    }
    if tuple::as_tuple(thread, get(5)).is_none() {
        let message = "compile() argument 'indexgroup' must be tuple";
        return Err(type_error(thread, message));
    }
    let mut packed = Vec::new();
    for code in list::values(thread, codes) {
        let Ok(number) = u32::try_from(integer_argument(thread, code)?) else {
            let message = "regular expression code size limit exceeded";
            return Err(thread.raise(OVERFLOW_ERROR, message));
        };
        packed.extend_from_slice(&number.to_le_bytes());
    }
    let groups = integer_argument(thread, get(3))?;
    // Each group has two marks of two numbers.
    if groups < 0 || groups as usize > packed.len() / 16 {
        return Err(runtime_error(thread, "invalid SRE code"));
    }
    let flags = integer_argument(thread, get(1))?;
    let packed = bytes::new(thread, &packed)?;
    let raw = thread.allocate_array(LAYOUT_TUPLE, CLASS_PATTERN, FIELDS, NONE);
    let made = allocated(thread, raw)?;
    for (index, value) in [
        packed,
        get(0),
        int::from_i64(thread, flags),
        int::from_i64(thread, groups),
        get(4),
        get(5),
    ]
    .into_iter()
    .enumerate()
    {
        made.set(FIRST + index as u64, value);
    }
    Ok(made.object().value())
}

// ---- arguments

/// The pattern that a method is called on.
fn receiver(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<Root> {
    let value = arguments.get(thread, 0);
    if as_pattern(thread, value).is_none() {
        return Err(wrong_receiver(thread, "re.Pattern", name, value));
    }
    Ok(thread.root(value))
}

/// An argument that must be there.
pub(crate) fn needed(
    thread: &Thread,
    arguments: Arguments,
    (index, name): (usize, &str),
    function: &str,
) -> Outcome<Root> {
    match parameter(thread, arguments, index, name) {
        Some(value) => Ok(thread.root(value)),
        None => {
            let message = format!("{function}() missing required argument '{name}' (pos {index})");
            Err(type_error(thread, message))
        }
    }
}

/// An argument that is a number, if it is given.
pub(crate) fn number(
    thread: &mut Thread,
    arguments: Arguments,
    (index, name): (usize, &str),
) -> Outcome<Option<i64>> {
    let Some(value) = parameter(thread, arguments, index, name) else {
        return Ok(None);
    };
    if let Some(number) = value.as_integer() {
        return Ok(Some(number));
    }
    let value = thread.root(value);
    let number = item::index(thread, value)?;
    integer_argument(thread, thread.get(number)).map(Some)
}

/// The objects of a call: pattern, string and text.
type Objects = (Root, Root, Root);

/// Receiver, text and bounds of a call like `match(string, pos, endpos)`; and the place of its
/// begin.
fn task(
    thread: &mut Thread,
    arguments: Arguments,
    name: &str,
) -> Outcome<(Objects, Bounds, usize)> {
    let pattern = receiver(thread, arguments, name)?;
    check_keywords(thread, arguments, name, &["string", "pos", "endpos"])?;
    let string = needed(thread, arguments, (1, "string"), name)?;
    let begin = number(thread, arguments, (2, "pos"))?;
    let end = number(thread, arguments, (3, "endpos"))?;
    let text = subject_of(thread, string, is_for_strings(thread, thread.get(pattern)))?;
    let subject = Subject::of(thread, thread.get(text));
    let length = subject.length(thread);
    let clamp = |number: i64| number.clamp(0, length as i64) as usize;
    let end = end.map_or(length, clamp);
    let end_place = if end == length {
        subject.content.len()
    } else {
        subject.place_of(thread, end)
    };
    let bounds = Bounds {
        begin: begin.map_or(0, clamp),
        end,
        end_place,
    };
    let place = match bounds.begin {
        0 => 0,
        begin => subject.place_of(thread, begin),
    };
    Ok(((pattern, string, text), bounds, place))
}

/// The job of such a call.
fn job(thread: &mut Thread, arguments: Arguments, name: &str, how: How) -> Outcome<Job> {
    let (objects, bounds, place) = task(thread, arguments, name)?;
    let known = (place, bounds.begin);
    Ok(Job::new_at(thread, objects, bounds, how, known))
}

/// A job over a whole text.
pub(crate) fn whole_job(
    thread: &mut Thread,
    arguments: Arguments,
    (index, name): (usize, &str),
) -> Outcome<Job> {
    let pattern = receiver(thread, arguments, name)?;
    let string = needed(thread, arguments, (index, "string"), name)?;
    let text = subject_of(thread, string, is_for_strings(thread, thread.get(pattern)))?;
    let subject = Subject::of(thread, thread.get(text));
    let bounds = Bounds {
        begin: 0,
        end: subject.length(thread),
        end_place: subject.content.len(),
    };
    Ok(Job::new(
        thread,
        (pattern, string, text),
        bounds,
        How::Search,
    ))
}

// ---- methods

fn one<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    name: &str,
    how: How,
) -> Outcome<Value<'a>> {
    let (objects, bounds, place) = task(thread, arguments, name)?;
    if how != How::Search && is_hopeless(thread, &objects, &bounds, place) {
        return Ok(NONE);
    }
    let mut job = Job::new_at(thread, objects, bounds, how, (place, bounds.begin));
    if !job.find(thread)? {
        return Ok(NONE);
    }
    let subject = job.subject(thread);
    job.new_match(thread, &subject)
}

/// Whether a match at a place fails at its first character.
fn is_hopeless(
    thread: &Thread,
    (pattern, _, text): &Objects,
    bounds: &Bounds,
    place: usize,
) -> bool {
    let subject = Subject::of(thread, thread.get(*text));
    let codes = codes(thread, thread.get(*pattern));
    place <= bounds.end_place && fails_at_once(codes, subject.content, (place, bounds.end_place))
}

/// The result of a call on a `str` itself with a text's pattern, without an end: the engine works
/// where nothing is rooted. Gives up where it takes long: then signals must be looked at.
fn shortly<'a>(
    thread: &'a Thread,
    [pattern, text, begin]: [Value<'a>; 3],
    how: How,
) -> Option<Value<'a>> {
    as_pattern(thread, pattern)?;
    string::exact_string(thread, text)?;
    string::exact_string(thread, field(thread, pattern, SOURCE))?;
    let subject = Subject::of(thread, text);
    let (length, end) = (subject.length(thread), subject.content.len());
    let begin = match begin == UNBOUND {
        true => 0,
        false => begin.as_integer()?.clamp(0, length as i64) as usize,
    };
    let place = match begin {
        0 => 0,
        begin => subject.place_of(thread, begin),
    };
    let codes = codes(thread, pattern);
    if how != How::Search && fails_at_once(codes, subject.content, (place, end)) {
        return Some(NONE);
    }
    let groups = group_count(thread, pattern);
    let mut engine = Engine::new(how, groups, place, end);
    match subject.advance(&mut engine, codes) {
        Step::Nothing => Some(NONE),
        Step::Paused => None,
        Step::Found => {
            let characters = begin + subject.count(place, engine.span().0);
            let whole = [pattern, text, text];
            new_match(thread, (whole, (begin, length)), &engine, characters).ok()
        }
    }
}

fn search_shortly<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    shortly(thread, arguments, How::Search)
}

fn match_shortly<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    shortly(thread, arguments, How::Match)
}

fn match_all_shortly<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    shortly(thread, arguments, How::Full)
}

fn search<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    one(thread, arguments, "search", How::Search)
}

fn match_here<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    one(thread, arguments, "match", How::Match)
}

fn match_all<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    one(thread, arguments, "fullmatch", How::Full)
}

fn find_all<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut job = job(thread, arguments, "findall", How::Search)?;
    let all = job.collect(thread, 0, |thread, job, subject, made| {
        let item = match job.groups {
            0 => job.part(thread, subject, 0, (0, 0))?,
            1 => part_or_empty(thread, job, subject, 1)?,
            _ => {
                let mut parts = Vec::with_capacity(job.groups);
                for group in 1..=job.groups {
                    parts.push(part_or_empty(thread, job, subject, group)?);
                }
                tuple::from_values(thread, &parts)?
            }
        };
        made.push(item);
        Ok(())
    })?;
    Ok(thread.get(all))
}

fn part_or_empty<'a>(
    thread: &'a Thread,
    job: &Job,
    subject: &Subject<'a>,
    group: usize,
) -> Outcome<Value<'a>> {
    job.part(thread, subject, group, (0, 0))
}

fn split<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "split", &["string", "maxsplit"])?;
    let most = number(thread, arguments, (2, "maxsplit"))?.unwrap_or(0);
    let mut job = whole_job(thread, arguments, (1, "split"))?;
    if most < 0 {
        let whole = list::from_values(thread, &[thread.get(job.text)])?;
        let whole = thread.root(whole);
        return Ok(thread.get(whole));
    }
    let mut last = 0;
    let all = job.collect(thread, most as usize, |thread, job, subject, made| {
        let (start, end) = job.engine.span();
        made.push(subject.part(thread, (last, start))?);
        for group in 1..=job.groups {
            made.push(match job.group(group) {
                Some(place) => subject.part(thread, place)?,
                None => NONE,
            });
        }
        last = end;
        Ok(())
    })?;
    let subject = job.subject(thread);
    let rest = subject.part(thread, (last, subject.content.len()))?;
    let list = thread.object_at(all);
    list::push(thread, list, rest)?;
    Ok(thread.get(all))
}

fn make_scanner<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let job = job(thread, arguments, "scanner", How::Search)?;
    scanner::new(thread, &job)
}

fn find_each<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let job = job(thread, arguments, "finditer", How::Search)?;
    scanner::iterator(thread, &job)
}

fn itself<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(arguments.get(thread, 0))
}

fn equal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (first, second) = (arguments.get(thread, 0), arguments.get(thread, 1));
    if as_pattern(thread, first).is_none() || as_pattern(thread, second).is_none() {
        return Ok(NOT_IMPLEMENTED);
    }
    let code = |pattern| {
        let code = field(thread, pattern, CODE).as_object();
        bytes::content(
            thread,
            code.expect("only compile makes patterns, with their code"),
        )
    };
    let is_alike = field(thread, first, FLAGS_WORD) == field(thread, second, FLAGS_WORD)
        && is_for_strings(thread, first) == is_for_strings(thread, second)
        && code(first) == code(second);
    if !is_alike {
        return Ok(FALSE);
    }
    let first = thread.root(field(thread, first, SOURCE));
    let second = thread.root(field(thread, second, SOURCE));
    let equal = compare::holds(thread, Comparison::Equal, first, second)?;
    Ok(boolean(equal))
}

fn hashed<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let pattern = receiver(thread, arguments, "__hash__")?;
    let pattern = thread.get(pattern);
    let parts = [FLAGS_WORD, CODE, SOURCE].map(|word| field(thread, pattern, word));
    let parts = tuple::from_values(thread, &parts)?;
    let parts = thread.root(parts);
    let hash = hash::hash(thread, parts)?;
    Ok(int::from_i64(thread, hash))
}

fn text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let pattern = receiver(thread, arguments, "__repr__")?;
    let mut flags = field(thread, thread.get(pattern), FLAGS_WORD)
        .as_integer()
        .unwrap_or(0);
    let is_for_strings = is_for_strings(thread, thread.get(pattern)) == Some(true);
    if is_for_strings && flags & FLAGS_OF_LETTERS == FLAG_UNICODE {
        flags &= !FLAG_UNICODE;
    }
    let mut names: Vec<String> = FLAG_NAMES
        .iter()
        .filter(|(flag, _)| flags & flag != 0)
        .map(|(_, name)| (*name).to_owned())
        .collect();
    let others = flags & !0x1ff;
    if others != 0 {
        names.push(format!("0x{others:x}"));
    }
    let source = thread.root(field(thread, thread.get(pattern), SOURCE));
    let source = repr::repr_text(thread, source)?;
    let source: String = source.chars().take(200).collect();
    let mut text = format!("re.compile({source}");
    if !names.is_empty() {
        text.push_str(", ");
        text.push_str(&names.join("|"));
    }
    text.push(')');
    string::new(thread, &text)
}

// ---- attributes

fn attribute(thread: &Thread, arguments: Arguments, (word, name): (u64, &str)) -> Outcome<Root> {
    let pattern = receiver(thread, arguments, name)?;
    Ok(thread.root(field(thread, thread.get(pattern), word)))
}

macro_rules! attributes {
    ($($constant:ident $function:ident $name:literal $word:ident;)*) => {
        $(
            fn $function<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
                let value = attribute(thread, arguments, ($word, $name))?;
                Ok(thread.get(value))
            }
            pub(crate) const $constant: NativeFunction =
                NativeFunction::leaf($name, 1, 1, $function);
        )*
    };
}

attributes! {
    PATTERN source_attribute "pattern" SOURCE;
    FLAGS flags_attribute "flags" FLAGS_WORD;
    GROUPS groups_attribute "groups" GROUPS_WORD;
}

fn names_attribute<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let names = attribute(thread, arguments, (NAMES, "groupindex"))?;
    Ok(thread.new_small(CLASS_MAPPING_PROXY, thread.get(names), NONE, NONE))
}

pub(crate) const GROUP_INDEX: NativeFunction =
    NativeFunction::leaf("groupindex", 1, 1, names_attribute);

pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("match", 1, 4, match_here)
        .with_keywords()
        .with_quick(match_shortly),
    NativeFunction::calling("fullmatch", 1, 4, match_all)
        .with_keywords()
        .with_quick(match_all_shortly),
    NativeFunction::calling("search", 1, 4, search)
        .with_keywords()
        .with_quick(search_shortly),
    NativeFunction::calling("findall", 1, 4, find_all).with_keywords(),
    NativeFunction::calling("finditer", 1, 4, find_each).with_keywords(),
    NativeFunction::calling("scanner", 1, 4, make_scanner).with_keywords(),
    NativeFunction::calling("split", 1, 3, split).with_keywords(),
    NativeFunction::calling("sub", 1, 4, substitute::sub).with_keywords(),
    NativeFunction::calling("subn", 1, 4, substitute::sub_counting).with_keywords(),
    NativeFunction::leaf("__copy__", 1, 1, itself),
    NativeFunction::leaf("__deepcopy__", 2, 2, itself),
    NativeFunction::calling("__eq__", 2, 2, equal),
    NativeFunction::calling("__hash__", 1, 1, hashed),
    NativeFunction::calling("__repr__", 1, 1, text),
];
