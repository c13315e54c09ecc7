//! `re.Match`: the groups of a match. How it lies in the heap is told in `matches.rs`.

use crate::modules::re::matches::{
    BEGIN as BEGIN_WORD, CHARACTERS, END as END_WORD, LAST, PATTERN as PATTERN_WORD, PLACES,
    STRING as STRING_WORD, TEXT,
};
use crate::modules::re::patterns;
use crate::modules::re::patterns::{BY_NUMBER, NAMES};
use crate::modules::re::subject::Subject;
use crate::modules::re::substitute;
use motet_python_objects::types::host;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::{item, repr};
use motet_python_objects::types::tables::{check_keywords, parameter, wrong_receiver};
use motet_python_objects::types::{buffer, bytes, dict, int, string, tuple};

fn match_of<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    exact(thread, value, CLASS_MATCH).ok_or_else(|| wrong_receiver(thread, "re.Match", name, value))
}

fn pattern_of<'a>(thread: &'a Thread, found: Object<'a>) -> Object<'a> {
    let pattern = tuple::get(thread, found, PATTERN_WORD).as_object();
    pattern.expect("only the matcher makes matches, with their pattern")
}

/// How many groups there are.
pub(crate) fn count(thread: &Thread, found: Object<'_>) -> usize {
    patterns::group_count(thread, tuple::get(thread, found, PATTERN_WORD))
}

/// The text of a match.
pub(crate) fn subject<'a>(thread: &'a Thread, found: Object<'a>) -> Subject<'a> {
    Subject::of(thread, tuple::get(thread, found, TEXT))
}

/// The place of a group, in bytes, if it took part.
pub(crate) fn place(thread: &Thread, found: Object<'_>, group: usize) -> Option<(usize, usize)> {
    let word = PLACES + 2 * group as u64;
    let number = |word| tuple::get(thread, found, word).as_integer();
    let start = usize::try_from(number(word)?).ok()?;
    Some((start, usize::try_from(number(word + 1)?).ok()?))
}

/// The text that a group has matched, or another value if it took no part.
fn part<'a>(
    thread: &'a Thread,
    found: Object<'a>,
    group: usize,
    default: Value<'a>,
) -> Outcome<Value<'a>> {
    let Some((start, end)) = place(thread, found, group) else {
        return Ok(default);
    };
    let (given, text) = (
        tuple::get(thread, found, STRING_WORD),
        tuple::get(thread, found, TEXT),
    );
    let subject = Subject::of(thread, text);
    if given != text && !subject.is_string {
        // The present bytes: a bytearray may have changed since.
        if let Some(content) = buffer::content(thread, given) {
            let (start, end) = (start.min(content.len()), end.min(content.len()));
            return bytes::new(thread, &content[start..end]);
        }
    }
    subject.part(thread, (start, end))
}

/// Begin and end of a group in characters; -1 if it took no part.
fn span(thread: &Thread, found: Object<'_>, group: usize) -> (i64, i64) {
    let Some((start, end)) = place(thread, found, group) else {
        return (-1, -1);
    };
    let subject = subject(thread, found);
    if subject.is_narrow {
        return (start as i64, end as i64);
    }
    let (known, _) =
        place(thread, found, 0).expect("only the matcher makes matches, with a place for group 0");
    let before = tuple::get(thread, found, CHARACTERS).as_integer();
    let before = before.expect("only the matcher makes matches, with this number");
    let characters = |place: usize| {
        if place >= known {
            before + subject.count(known, place) as i64
        } else {
            before - subject.count(place, known) as i64
        }
    };
    (characters(start), characters(end))
}

// ---- which group

/// The group that an argument names.
fn group_argument(thread: &mut Thread, arguments: Arguments, index: usize) -> Outcome<usize> {
    let value = arguments.get(thread, index);
    let number = match int::to_i64(thread, value) {
        Some(number) => Some(number),
        None => named_group(thread, arguments, index)?,
    };
    let most = count(thread, match_of(thread, arguments, "group")?);
    let number = number.and_then(|number| usize::try_from(number).ok());
    number
        .filter(|number| *number <= most)
        .ok_or_else(|| index_error(thread, "no such group"))
}

/// The group of a name, or of an object that stands for a number.
fn named_group(thread: &mut Thread, arguments: Arguments, index: usize) -> Outcome<Option<i64>> {
    let value = arguments.get(thread, index);
    if string::exact_string(thread, value).is_none()
        && host::has_special(thread, thread.class_of(value), "__index__")
    {
        let value = thread.root(value);
        let number = item::index(thread, value)?;
        return Ok(int::to_i64(thread, thread.get(number)));
    }
    let pattern = pattern_of(thread, match_of(thread, arguments, "group")?);
    let names = thread.root(tuple::get(thread, pattern, NAMES));
    let value = thread.root(value);
    let number = dict::get(thread, names, value)?;
    Ok(number.and_then(|number| int::to_i64(thread, thread.get(number))))
}

/// The group of an argument that may be left out: then the whole match.
fn optional_group(thread: &mut Thread, arguments: Arguments) -> Outcome<usize> {
    if arguments.len() > 1 {
        group_argument(thread, arguments, 1)
    } else {
        Ok(0)
    }
}

// ---- methods

fn group<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match_of(thread, arguments, "group")?;
    if arguments.len() <= 2 {
        let group = optional_group(thread, arguments)?;
        return part(thread, match_of(thread, arguments, "group")?, group, NONE);
    }
    let mut groups = Vec::with_capacity(arguments.len() - 1);
    for index in 1..arguments.len() {
        groups.push(group_argument(thread, arguments, index)?);
    }
    let found = match_of(thread, arguments, "group")?;
    let mut parts = Vec::with_capacity(groups.len());
    for group in groups {
        parts.push(part(thread, found, group, NONE)?);
    }
    tuple::from_values(thread, &parts)
}

/// The group that a small number or a name means, the whole where nothing is given; none for all
/// else.
fn quick_number(thread: &Thread, found: Object<'_>, group: Value<'_>) -> Option<usize> {
    if group == UNBOUND {
        return Some(0);
    }
    let number = match int::small(group) {
        Some(number) => number,
        None => {
            string::exact_string(thread, group)?;
            let names = tuple::get(thread, pattern_of(thread, found), NAMES);
            let names = exact(thread, names, CLASS_DICT)?;
            dict::get_leaf(thread, names, group).ok()???.as_integer()?
        }
    };
    usize::try_from(number)
        .ok()
        .filter(|number| *number <= count(thread, found))
}

/// `match.group` of at most one group, and `match[group]`.
fn quick_group<'a>(thread: &'a Thread, [found, group, more]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let found = exact(thread, found, CLASS_MATCH).filter(|_| more == UNBOUND)?;
    let group = quick_number(thread, found, group)?;
    part(thread, found, group, NONE).ok()
}

/// `match.start`.
fn quick_start<'a>(thread: &'a Thread, [found, group, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let found = exact(thread, found, CLASS_MATCH)?;
    let (start, _) = span(thread, found, quick_number(thread, found, group)?);
    Some(int::from_i64(thread, start))
}

/// `match.end`.
fn quick_end<'a>(thread: &'a Thread, [found, group, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let found = exact(thread, found, CLASS_MATCH)?;
    let (_, end) = span(thread, found, quick_number(thread, found, group)?);
    Some(int::from_i64(thread, end))
}

fn get_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match_of(thread, arguments, "__getitem__")?;
    let group = group_argument(thread, arguments, 1)?;
    part(
        thread,
        match_of(thread, arguments, "__getitem__")?,
        group,
        NONE,
    )
}

fn groups<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "groups", &["default"])?;
    let found = match_of(thread, arguments, "groups")?;
    let default = parameter(thread, arguments, 1, "default").unwrap_or(NONE);
    let count = count(thread, found);
    let mut parts = Vec::with_capacity(count);
    for group in 1..=count {
        parts.push(part(thread, found, group, default)?);
    }
    tuple::from_values(thread, &parts)
}

fn group_dict<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "groupdict", &["default"])?;
    let found = match_of(thread, arguments, "groupdict")?;
    let default = parameter(thread, arguments, 1, "default").unwrap_or(NONE);
    let default = thread.root(default);
    let names = tuple::get(thread, pattern_of(thread, found), NAMES);
    let names = dict::as_dict(thread, names).expect("compile has refused names that are no dict");
    let names: Vec<(Root, usize)> = dict::entries(thread, names)
        .into_iter()
        .map(|(name, group)| {
            let group = group.known_integer();
            (thread.root(name), group as usize)
        })
        .collect();
    let made = dict::new(thread)?;
    let made = thread.root(made);
    for (name, group) in names {
        let found = match_of(thread, arguments, "groupdict")?;
        let value = part(thread, found, group, thread.get(default))?;
        let value = thread.root(value);
        dict::set(thread, made, name, value)?;
    }
    Ok(thread.get(made))
}

fn start<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match_of(thread, arguments, "start")?;
    let group = optional_group(thread, arguments)?;
    let found = match_of(thread, arguments, "start")?;
    Ok(int::from_i64(thread, span(thread, found, group).0))
}

fn end<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match_of(thread, arguments, "end")?;
    let group = optional_group(thread, arguments)?;
    let found = match_of(thread, arguments, "end")?;
    Ok(int::from_i64(thread, span(thread, found, group).1))
}

fn pair<'a>(thread: &'a Thread, (start, end): (i64, i64)) -> Outcome<Value<'a>> {
    let pair = [start, end].map(|number| int::from_i64(thread, number));
    tuple::from_values(thread, &pair)
}

fn whole_span<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match_of(thread, arguments, "span")?;
    let group = optional_group(thread, arguments)?;
    let found = match_of(thread, arguments, "span")?;
    pair(thread, span(thread, found, group))
}

fn expand<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "expand", &["template"])?;
    let template = patterns::needed(thread, arguments, (1, "template"), "expand")?;
    let pattern = match_of(thread, arguments, "expand")?;
    let pattern = thread.root(pattern_of(thread, pattern).value());
    let filling = substitute::template(thread, pattern, template)?;
    let found = match_of(thread, arguments, "expand")?;
    let subject = subject(thread, found);
    substitute::filled(thread, &subject, thread.get(filling), |group| {
        place(thread, found, group)
    })
}

fn text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let found = match_of(thread, arguments, "__repr__")?;
    let (start, end) = span(thread, found, 0);
    let whole = part(thread, found, 0, NONE)?;
    let whole = thread.root(whole);
    let whole = repr::repr_text(thread, whole)?;
    let text = format!("<re.Match object; span=({start}, {end}), match={whole}>");
    string::new(thread, &text)
}

fn itself<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(arguments.get(thread, 0))
}

// ---- attributes

macro_rules! attributes {
    ($($constant:ident $function:ident $name:literal $word:ident;)*) => {
        $(
            fn $function<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
                Ok(tuple::get(thread, match_of(thread, arguments, $name)?, $word))
            }
            pub(crate) const $constant: NativeFunction =
                NativeFunction::leaf($name, 1, 1, $function);
        )*
    };
}

attributes! {
    STRING string_attribute "string" STRING_WORD;
    PATTERN pattern_attribute "re" PATTERN_WORD;
    BEGIN begin_attribute "pos" BEGIN_WORD;
    END end_attribute "endpos" END_WORD;
}

fn last_group(thread: &Thread, found: Object<'_>) -> i64 {
    tuple::get(thread, found, LAST).as_integer().unwrap_or(0)
}

fn last_index<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let found = match_of(thread, arguments, "lastindex")?;
    Ok(match last_group(thread, found) {
        0 => NONE,
        group => int::from_i64(thread, group),
    })
}

fn last_name<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let found = match_of(thread, arguments, "lastgroup")?;
    let group = last_group(thread, found);
    let names = tuple::get(thread, pattern_of(thread, found), BY_NUMBER);
    let names =
        tuple::as_tuple(thread, names).expect("compile has refused names that are no tuple");
    if group == 0 || group as u64 >= tuple::length(thread, names) {
        return Ok(NONE);
    }
    Ok(tuple::get(thread, names, group as u64))
}

fn regions<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let found = match_of(thread, arguments, "regs")?;
    let mut all = Vec::new();
    for group in 0..=count(thread, found) {
        all.push(pair(thread, span(thread, found, group))?);
    }
    tuple::from_values(thread, &all)
}

pub(crate) const LAST_INDEX: NativeFunction = NativeFunction::leaf("lastindex", 1, 1, last_index);
pub(crate) const LAST_GROUP: NativeFunction = NativeFunction::leaf("lastgroup", 1, 1, last_name);
pub(crate) const REGIONS: NativeFunction = NativeFunction::leaf("regs", 1, 1, regions);

pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("group", 1, u8::MAX, group).with_quick(quick_group),
    NativeFunction::calling("__getitem__", 2, 2, get_item).with_quick(quick_group),
    NativeFunction::leaf("groups", 1, 2, groups).with_keywords(),
    NativeFunction::calling("groupdict", 1, 2, group_dict).with_keywords(),
    NativeFunction::calling("start", 1, 2, start).with_quick(quick_start),
    NativeFunction::calling("end", 1, 2, end).with_quick(quick_end),
    NativeFunction::calling("span", 1, 2, whole_span),
    NativeFunction::calling("expand", 1, 2, expand).with_keywords(),
    NativeFunction::leaf("__copy__", 1, 1, itself),
    NativeFunction::leaf("__deepcopy__", 2, 2, itself),
    NativeFunction::calling("__repr__", 1, 1, text),
];
