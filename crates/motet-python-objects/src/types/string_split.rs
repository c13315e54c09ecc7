//! Methods of strings that search, split and join.

use crate::model::call_loops::Looping;
use crate::types::host::{self, check_length};
use crate::types::prelude::*;
use crate::types::protocol::iterate;
use crate::types::protocol::truth;
use crate::types::slice::search_methods;
use crate::types::string_methods::{only_text, receiver, text_argument};
use crate::types::tables::{check_keywords, integer_argument, parameter};
use crate::types::{
    int, list, native_shortcut as quick, slice, string, text_places, text_shortcuts, tuple,
};

/// The part of the receiver that the optional limits `start` and `end` leave: the byte where it
/// begins, its text, and the number of characters before it. `None` if it begins after the end.
fn window<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    text: &'a str,
) -> Outcome<Option<(usize, &'a str, u64)>> {
    let (start, stop) = slice::search_limits(thread, arguments)?;
    if start.is_none() && stop.is_none() {
        return Ok(Some((0, text, 0)));
    }
    let object = string::as_string(thread, arguments.get(thread, 0))
        .expect("receiver has refused what is no str");
    let length = string::length(thread, object);
    if start.is_some_and(|start| start > length as i64) {
        return Ok(None);
    }
    let fitted = slice::Indices::fit(start, stop, 1, length);
    if fitted.stop < fitted.start {
        return Ok(None);
    }
    let first = text_places::place_in_text(thread, object, text, fitted.start as u64);
    let behind = fitted.start as u64 + fitted.length;
    let last = text_places::place_in_text(thread, object, text, behind);
    Ok(Some((first, &text[first..last], fitted.start as u64)))
}

fn character_count(text: &str) -> u64 {
    if text.is_ascii() {
        text.len() as u64
    } else {
        text.chars().count() as u64
    }
}

/// The place of the argument in the receiver, counted in characters.
fn search(
    thread: &Thread,
    arguments: Arguments,
    name: &str,
    from_end: bool,
) -> Outcome<Option<u64>> {
    let text = receiver(thread, arguments, name)?;
    let part = text_argument(thread, arguments, 1, name)?;
    let Some((_, text, before)) = window(thread, arguments, text)? else {
        return Ok(None);
    };
    let byte = match part.as_bytes() {
        [byte] if from_end => memchr::memrchr(*byte, text.as_bytes()),
        _ if from_end => text.rfind(part),
        _ => string::find_text(text, part),
    };
    Ok(byte.map(|byte| before + character_count(&text[..byte])))
}

search_methods!(search, "substring not found");

fn count(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "count")?;
    let part = text_argument(thread, arguments, 1, "count")?;
    let Some((_, text, _)) = window(thread, arguments, text)? else {
        return Ok(Value::from_small(0));
    };
    let count = match part.as_bytes() {
        [] => character_count(text) + 1,
        [byte] => memchr::memchr_iter(*byte, text.as_bytes()).count() as u64,
        part => memchr::memmem::find_iter(text.as_bytes(), part).count() as u64,
    };
    Ok(int::from_length(count))
}

/// Whether the receiver begins (or ends) with the argument, or with one of a tuple.
fn affix(
    thread: &Thread,
    arguments: Arguments,
    name: &str,
    test: impl Fn(&str, &str) -> bool,
) -> Outcome<Value<'static>> {
    let text = receiver(thread, arguments, name)?;
    let wanted = arguments.get(thread, 1);
    let window = window(thread, arguments, text)?;
    let holds = |part: &str| window.is_some_and(|(_, text, _)| test(text, part));
    if let Some(part) = string::as_text(thread, wanted) {
        return Ok(boolean(holds(part)));
    }
    let Some(parts) = tuple::as_tuple(thread, wanted) else {
        let given = type_name(thread, wanted);
        let message = format!("{name} first arg must be str or a tuple of str, not {given}");
        return Err(type_error(thread, message));
    };
    for part in tuple::values(thread, parts) {
        match string::as_text(thread, part) {
            Some(part) if holds(part) => return Ok(TRUE),
            Some(_) => {}
            None => {
                let given = type_name(thread, part);
                let message = format!("tuple for {name} must only contain str, not {given}");
                return Err(type_error(thread, message));
            }
        }
    }
    Ok(FALSE)
}

fn starts_with(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    affix(thread, arguments, "startswith", |text, part| {
        text.starts_with(part)
    })
}

fn ends_with(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    affix(thread, arguments, "endswith", |text, part| {
        text.ends_with(part)
    })
}

/// A list of parts of the receiver.
fn strings<'a, 'b>(
    thread: &'a Thread,
    arguments: Arguments,
    parts: impl IntoIterator<Item = &'b str>,
) -> Outcome<Value<'a>> {
    let whole = string::as_string(thread, arguments.get(thread, 0))
        .expect("receiver has refused what is no str");
    let is_ascii = string::is_ascii(thread, whole);
    let mut values = Vec::with_capacity(PARTS_EXPECTED);
    for part in parts {
        values.push(string::part_of(thread, is_ascii, part)?);
    }
    list::from_values(thread, &values)
}

/// The parts of a text between the separators, from the left.
struct Pieces<'t, 's> {
    /// `None` behind the last one.
    rest: Option<&'t str>,
    separator: Separator<'s>,
    /// How often may still be split.
    left: usize,
}

/// A separator; a single byte, and any separator in a short text, is found without preparation.
enum Separator<'s> {
    Byte(u8),
    InShort(u8, &'s str),
    Text(Box<memchr::memmem::Finder<'s>>),
}

/// Texts of fewer bytes are short.
const SHORT: usize = 128;

impl<'t, 's> Pieces<'t, 's> {
    fn new(text: &'t str, separator: &'s str, limit: usize) -> Pieces<'t, 's> {
        let separator = match separator.as_bytes() {
            [byte] => Separator::Byte(*byte),
            [first, ..] if text.len() < SHORT => Separator::InShort(*first, separator),
            longer => Separator::Text(Box::new(memchr::memmem::Finder::new(longer))),
        };
        Pieces {
            rest: Some(text),
            separator,
            left: limit,
        }
    }
}

impl<'t> Iterator for Pieces<'t, '_> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let rest = self.rest.take()?;
        let found = match &self.separator {
            _ if self.left == 0 => None,
            Separator::Byte(byte) => memchr::memchr(*byte, rest.as_bytes()).map(|at| (at, 1)),
            Separator::InShort(first, whole) => {
                let bytes = rest.as_bytes();
                let begins = memchr::memchr_iter(*first, bytes);
                let is_there = |at: &usize| bytes[*at..].starts_with(whole.as_bytes());
                begins
                    .into_iter()
                    .find(is_there)
                    .map(|at| (at, whole.len()))
            }
            Separator::Text(finder) => finder
                .find(rest.as_bytes())
                .map(|at| (at, finder.needle().len())),
        };
        let Some((at, width)) = found else {
            return Some(rest);
        };
        self.left -= 1;
        self.rest = Some(&rest[at + width..]);
        Some(&rest[..at])
    }
}

/// The separator (`None`: white space) and how often to split (`None`: always).
fn split_options<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
) -> Outcome<(Option<&'a str>, Option<usize>)> {
    check_keywords(thread, arguments, name, &["sep", "maxsplit"])?;
    let limit = match parameter(thread, arguments, 2, "maxsplit") {
        Some(value) => usize::try_from(integer_argument(thread, value)?).ok(),
        None => None,
    };
    let separator = match parameter(thread, arguments, 1, "sep").filter(|value| *value != NONE) {
        None => None,
        Some(value) => match string::as_text(thread, value) {
            Some("") => return Err(value_error(thread, "empty separator")),
            Some(text) => Some(text),
            None => {
                let given = type_name(thread, value);
                return Err(type_error(
                    thread,
                    format!("must be str or None, not {given}"),
                ));
            }
        },
    };
    Ok((separator, limit))
}

/// Room for this many parts is made in advance.
const PARTS_EXPECTED: usize = 16;

/// Splits at white space from the left.
fn split_spaces(text: &str, limit: Option<usize>) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim_start_matches(string::is_space);
    while !rest.is_empty() {
        if limit == Some(parts.len()) {
            parts.push(rest);
            break;
        }
        let end = rest.find(string::is_space).unwrap_or(rest.len());
        parts.push(&rest[..end]);
        rest = rest[end..].trim_start_matches(string::is_space);
    }
    parts
}

/// Splits at white space where all is ASCII.
fn split_ascii_spaces<'a>(thread: &'a Thread, text: &str) -> Outcome<Value<'a>> {
    let mut values = Vec::with_capacity(PARTS_EXPECTED);
    let words = text.as_bytes().split(|byte| string::is_space_byte(*byte));
    for word in words.filter(|word| !word.is_empty()) {
        values.push(string::new_ascii(thread, word)?);
    }
    list::from_values(thread, &values)
}

/// Splits at white space from the right.
fn rsplit_spaces(text: &str, limit: Option<usize>) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim_end_matches(string::is_space);
    while !rest.is_empty() {
        if limit == Some(parts.len()) {
            parts.push(rest);
            break;
        }
        let start = rest
            .char_indices()
            .rev()
            .find(|(_, character)| string::is_space(*character))
            .map_or(0, |(byte, character)| byte + character.len_utf8());
        parts.push(&rest[start..]);
        rest = rest[..start].trim_end_matches(string::is_space);
    }
    parts.reverse();
    parts
}

fn split(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "split")?;
    let (separator, limit) = split_options(thread, arguments, "split")?;
    match (separator, limit) {
        (None, None) if text.is_ascii() => split_ascii_spaces(thread, text),
        (None, limit) => strings(thread, arguments, split_spaces(text, limit)),
        (Some(separator), limit) => {
            let limit = limit.unwrap_or(usize::MAX);
            strings(thread, arguments, Pieces::new(text, separator, limit))
        }
    }
}

fn rsplit(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "rsplit")?;
    let (separator, limit) = split_options(thread, arguments, "rsplit")?;
    let mut parts: Vec<&str> = match (separator, limit) {
        (None, limit) => return strings(thread, arguments, rsplit_spaces(text, limit)),
        (Some(separator), None) => text.rsplit(separator).collect(),
        (Some(separator), Some(limit)) => text.rsplitn(limit + 1, separator).collect(),
    };
    parts.reverse();
    strings(thread, arguments, parts)
}

/// The lines of a text, with their ends if `keep_ends`.
pub fn lines(text: &str, keep_ends: bool) -> Vec<&str> {
    // Of the bytes of UTF-8 these begin or are a character that ends a line, or one beside it.
    let may_end = |byte: u8| matches!(byte, 0xa..=0xd | 0x1c..=0x1e | 0xc2 | 0xe2);
    let mut lines = Vec::new();
    let (mut start, mut place) = (0, 0);
    while let Some(distance) = text.as_bytes()[place..]
        .iter()
        .position(|byte| may_end(*byte))
    {
        let end = place + distance;
        let character = text[end..]
            .chars()
            .next()
            .expect("no byte that may_end takes continues a character");
        place = end + character.len_utf8();
        if !is_line_end(character) {
            continue;
        }
        if character == '\r' && text[place..].starts_with('\n') {
            place += 1;
        }
        lines.push(&text[start..if keep_ends { place } else { end }]);
        start = place;
    }
    if start < text.len() {
        lines.push(&text[start..]);
    }
    lines
}

fn is_line_end(character: char) -> bool {
    matches!(
        character,
        '\n' | '\r' | '\x0b' | '\x0c' | '\x1c'..='\x1e' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

fn split_lines(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "splitlines")?;
    check_keywords(thread, arguments, "splitlines", &["keepends"])?;
    let keep_ends = parameter(thread, arguments, 1, "keepends")
        .is_some_and(|value| truth::truth_leaf(thread, value) == Some(true));
    strings(thread, arguments, lines(text, keep_ends))
}

/// The separator that `partition` cuts at.
fn cut(thread: &Thread, arguments: Arguments) -> Outcome<&str> {
    let separator = only_text(thread, arguments, "")?;
    if separator.is_empty() {
        return Err(value_error(thread, "empty separator"));
    }
    Ok(separator)
}

fn partition(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "partition")?;
    let separator = cut(thread, arguments)?;
    match string::find_text(text, separator) {
        Some(at) => parted(thread, arguments, text, (at, separator)),
        None => {
            let empty = string::new(thread, "")?;
            tuple::from_values(thread, &[arguments.get(thread, 0), empty, empty])
        }
    }
}

fn rpartition(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "rpartition")?;
    let separator = cut(thread, arguments)?;
    match text.rfind(separator) {
        Some(at) => parted(thread, arguments, text, (at, separator)),
        None => {
            let empty = string::new(thread, "")?;
            tuple::from_values(thread, &[empty, empty, arguments.get(thread, 0)])
        }
    }
}

/// The parts of a text before and behind a place where the separator lies, and the separator as it
/// was given.
fn parted<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    text: &str,
    (at, separator): (usize, &str),
) -> Outcome<Value<'a>> {
    let (before, after) = (&text[..at], &text[at + separator.len()..]);
    let is_ascii = text.is_ascii();
    let before = string::part_of(thread, is_ascii, before)?;
    let after = string::part_of(thread, is_ascii, after)?;
    tuple::from_values(thread, &[before, arguments.get(thread, 1), after])
}

/// So many texts are joined without memory of their own.
const FEW_PARTS: usize = 32;

/// `str.join` of a list or tuple of a few texts.
fn quick_join<'a>(thread: &'a Thread, [separator, source, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let separator = string::exact_string(thread, separator)?;
    let source = source.as_object()?;
    let (items, count) = match thread.host_of(source) {
        CLASS_LIST => list::items(thread, source),
        CLASS_TUPLE => (source, tuple::length(thread, source)),
        _ => return None,
    };
    let mut parts = [UNBOUND; FEW_PARTS];
    let parts = parts.get_mut(..count as usize)?;
    for (part, item) in parts.iter_mut().zip(thread.read_elements(items, 0, count)) {
        string::exact_string(thread, item)?;
        *part = item;
    }
    if let [part] = parts {
        return Some(*part);
    }
    let characters = string::length(thread, separator);
    string::join(thread, string::utf8(thread, separator), characters, parts).ok()
}

fn join<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "join")?;
    let source = thread.root(arguments.get(thread, 1));
    let is_sequence = matches!(kind(thread, thread.get(source)), CLASS_LIST | CLASS_TUPLE);
    let items = if is_sequence {
        source
    } else if is_builtin(thread, thread.get(source)) && iterate::is_iterable(thread, source) {
        iterate::to_list(thread, source)?
    } else {
        let message = |_: &str| "can only join an iterable".to_owned();
        let iterator = iterate::iter_for(thread, source, message)?;
        iterate::to_list(thread, iterator)?
    };
    join_items(thread, arguments.get(thread, 0), thread.get(items))
}

/// The native that joins the strings in a list: of the list, and the separator.
pub const JOIN_END: NativeFunction = NativeFunction::leaf("join", 3, 3, |thread, arguments| {
    let [list, separator] = [arguments.get(thread, 0), arguments.get(thread, 1)];
    arguments.set(thread, 0, join_items(thread, separator, list)?);
    Ok(TRUE)
});

/// Joins the items of a list or a tuple by a separator, which is a string.
fn join_items<'a>(
    thread: &'a Thread,
    separator: Value<'a>,
    items: Value<'a>,
) -> Outcome<Value<'a>> {
    let items =
        iterate::values_leaf(thread, items).expect("callers give a list or a tuple, no others");
    for (place, item) in items.iter().enumerate() {
        if string::as_string(thread, *item).is_none() {
            let given = type_name(thread, *item);
            let message = format!("sequence item {place}: expected str instance, {given} found");
            return Err(type_error(thread, message));
        }
    }
    if let [item] = items[..]
        && string::exact_string(thread, item).is_some()
    {
        return Ok(item);
    }
    let separator =
        string::as_string(thread, separator).expect("callers have refused what is no str");
    let characters = string::length(thread, separator);
    string::join(thread, string::utf8(thread, separator), characters, &items)
}

/// Refuses a replacement whose result would be longer than one operation may allocate.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn check_grown(
    thread: &Thread,
    content: &[u8],
    old: &[u8],
    new: &[u8],
    count: usize,
) -> Outcome<()> {
    let most = count.min(content.len() / old.len().max(1) + 1);
    let longest = |places: usize| {
        content
            .len()
            .saturating_add(places.saturating_mul(new.len()))
    };
    if longest(most) <= host::longest(thread) {
        return Ok(());
    }
    let places = match old.is_empty() {
        true => most,
        false => memchr::memmem::find_iter(content, old).take(most).count(),
    };
    check_length(thread, longest(places).saturating_sub(places * old.len()))
}

fn replace(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    check_keywords(thread, arguments, "replace", &["count"])?;
    let text = receiver(thread, arguments, "replace")?;
    let old = text_argument(thread, arguments, 1, "replace")?;
    let new = text_argument(thread, arguments, 2, "replace")?;
    let count = match parameter(thread, arguments, 3, "count") {
        Some(value) => usize::try_from(integer_argument(thread, value)?).unwrap_or(usize::MAX),
        None => usize::MAX,
    };
    check_grown(
        thread,
        text.as_bytes(),
        old.as_bytes(),
        new.as_bytes(),
        count,
    )?;
    if old.is_empty() {
        let replaced = match count {
            usize::MAX => text.replace(old, new),
            _ => text.replacen(old, new, count),
        };
        return string::new(thread, &replaced);
    }
    if let ([from], [to], usize::MAX) = (old.as_bytes(), new.as_bytes(), count)
        && text.is_ascii()
        && text.len() > 1
        && memchr::memchr(*from, text.as_bytes()).is_some()
    {
        return string::map_ascii(thread, text.as_bytes(), |byte| {
            if byte == *from { *to } else { byte }
        });
    }
    let mut pieces = Pieces::new(text, old, count);
    let first = pieces.next().unwrap_or(text);
    let whole = arguments.get(thread, 0);
    if first.len() == text.len() && string::exact_string(thread, whole).is_some() {
        return Ok(whole);
    }
    let mut replaced = String::with_capacity(text.len() + new.len());
    replaced.push_str(first);
    for piece in pieces {
        replaced.push_str(new);
        replaced.push_str(piece);
    }
    string::new(thread, &replaced)
}

/// The methods of this module.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("find", 2, 4, find)
        .with_quick(text_shortcuts::find)
        .asking_index(&[2, 3]),
    NativeFunction::leaf("rfind", 2, 4, rfind)
        .with_quick(text_shortcuts::find_last)
        .asking_index(&[2, 3]),
    NativeFunction::leaf("index", 2, 4, index)
        .with_quick(text_shortcuts::index)
        .asking_index(&[2, 3]),
    NativeFunction::leaf("rindex", 2, 4, rindex).asking_index(&[2, 3]),
    NativeFunction::leaf("count", 2, 4, count)
        .with_quick(text_shortcuts::count)
        .asking_index(&[2, 3]),
    NativeFunction::leaf("startswith", 2, 4, starts_with)
        .with_quick(quick::starts_with)
        .asking_index(&[2, 3]),
    NativeFunction::leaf("endswith", 2, 4, ends_with)
        .with_quick(quick::ends_with)
        .asking_index(&[2, 3]),
    NativeFunction::leaf("split", 1, 3, split)
        .with_keywords()
        .asking_index(&[2]),
    NativeFunction::leaf("rsplit", 1, 3, rsplit)
        .with_keywords()
        .asking_index(&[2]),
    NativeFunction::leaf("splitlines", 1, 2, split_lines)
        .with_keywords()
        .with_quick(text_shortcuts::split_lines),
    NativeFunction::leaf("partition", 2, 2, partition).of_whole(),
    NativeFunction::leaf("rpartition", 2, 2, rpartition).of_whole(),
    NativeFunction::calling("join", 2, 2, join)
        .with_quick(quick_join)
        .looping(Looping::Join),
    NativeFunction::leaf("replace", 3, 4, replace)
        .with_keywords()
        .with_quick(text_shortcuts::replace)
        .asking_index(&[3]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_splits_from_both_ends() {
        assert_eq!(split_spaces("  a b  c ", None), ["a", "b", "c"]);
        assert_eq!(split_spaces("  a b  c ", Some(1)), ["a", "b  c "]);
        assert_eq!(rsplit_spaces("  a b  c ", Some(1)), ["  a b", "c"]);
        assert_eq!(lines("a\nb\r\nc", false), ["a", "b", "c"]);
        assert_eq!(lines("a\n\nb\n", true), ["a\n", "\n", "b\n"]);
    }
}
