//! Methods of `bytes` and `bytearray` that search and split.

use crate::types::protocol::truth;
use crate::types::string_split;
use memchr::memmem;

use crate::types::bytes_methods::{alike, count_argument, is_space, receiver};
use crate::types::prelude::*;
use crate::types::slice;
use crate::types::slice::{Indices, search_methods};
use crate::types::tables::{check_keywords, parameter};
use crate::types::{buffer, bytearray, int, list, tuple};

/// The first piece of a byte array that is searched; each is twice as long as the one before.
const PIECE_BYTES_MIN: u64 = 256;
/// The longest such piece.
const PIECE_BYTES_MAX: u64 = 1 << 16;

/// Where the part of a content begins and ends that the optional limits `start` and `end` leave.
/// `None` if it begins after the end.
fn limits(thread: &Thread, arguments: Arguments, length: u64) -> Outcome<Option<(u64, u64)>> {
    let (start, stop) = slice::search_limits(thread, arguments)?;
    if start.is_some_and(|start| start > length as i64) {
        return Ok(None);
    }
    let fitted = Indices::fit(start, stop, 1, length);
    let is_there = fitted.start <= fitted.stop;
    Ok(is_there.then_some((fitted.start as u64, fitted.stop as u64)))
}

/// The part of the content that the optional limits leave, and where it begins.
fn window<'a>(
    thread: &Thread,
    arguments: Arguments,
    content: &'a [u8],
) -> Outcome<Option<(usize, &'a [u8])>> {
    let limits = limits(thread, arguments, content.len() as u64)?;
    let limits = limits.map(|(start, stop)| (start as usize, stop as usize));
    Ok(limits.map(|(start, stop)| (start, &content[start..stop])))
}

/// Searches a byte array, whose content lies in words, piece by piece: what is wanted may be near
/// the begin of a long one.
fn search_array(
    thread: &Thread,
    array: Object<'_>,
    (start, stop): (u64, u64),
    wanted: &[u8],
    from_end: bool,
) -> Option<u64> {
    let length = wanted.len() as u64;
    if length == 0 {
        return Some(if from_end { stop } else { start });
    }
    let (mut start, mut stop) = (start, stop);
    let mut size = PIECE_BYTES_MIN.max(2 * length);
    while stop - start >= length {
        let size_here = size.min(stop - start);
        let place = if from_end { stop - size_here } else { start };
        let piece = bytearray::range(thread, array, place, size_here);
        let found = match from_end {
            true => memmem::rfind(&piece, wanted),
            false => memmem::find(&piece, wanted),
        };
        if let Some(found) = found {
            return Some(place + found as u64);
        }
        // What is wanted may lie across the end of the piece.
        let searched = size_here - (length - 1);
        match from_end {
            true => stop -= searched,
            false => start += searched,
        }
        size = (2 * size).min(PIECE_BYTES_MAX.max(2 * length));
    }
    None
}

fn search(
    thread: &Thread,
    arguments: Arguments,
    name: &str,
    from_end: bool,
) -> Outcome<Option<u64>> {
    let own = (!arguments.is_empty()).then(|| plain(thread, arguments.get(thread, 0)));
    if let Some(array) = own.and_then(|own| bytearray::as_bytearray(thread, own)) {
        let limits = limits(thread, arguments, bytearray::length(thread, array))?;
        let part = buffer::required_or_byte(thread, arguments.get(thread, 1))?;
        let found = |limits| search_array(thread, array, limits, &part, from_end);
        return Ok(limits.and_then(found));
    }
    let content = receiver(thread, arguments, name)?;
    let window = window(thread, arguments, &content)?;
    let part = buffer::required_or_byte(thread, arguments.get(thread, 1))?;
    let Some((start, window)) = window else {
        return Ok(None);
    };
    let found = if from_end {
        memmem::rfind(window, &part)
    } else {
        memmem::find(window, &part)
    };
    Ok(found.map(|place| (start + place) as u64))
}

search_methods!(search, "subsection not found");

fn count(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "count")?;
    let window = window(thread, arguments, &content)?;
    let part = buffer::required_or_byte(thread, arguments.get(thread, 1))?;
    let count = match window {
        None => 0,
        Some((_, window)) if part.is_empty() => window.len() + 1,
        Some((_, window)) => memmem::find_iter(window, &part).count(),
    };
    Ok(int::from_length(count as u64))
}

fn affix(
    thread: &Thread,
    arguments: Arguments,
    name: &str,
    test: impl Fn(&[u8], &[u8]) -> bool,
) -> Outcome<Value<'static>> {
    let content = receiver(thread, arguments, name)?;
    let wanted = arguments.get(thread, 1);
    let window = window(thread, arguments, &content)?;
    let holds = |part: &[u8]| window.is_some_and(|(_, window)| test(window, part));
    if let Some(part) = buffer::content(thread, wanted) {
        return Ok(boolean(holds(&part)));
    }
    let Some(parts) = tuple::as_tuple(thread, wanted) else {
        let given = type_name(thread, wanted);
        let message = format!("{name} first arg must be bytes or a tuple of bytes, not {given}");
        return Err(type_error(thread, message));
    };
    for part in tuple::values(thread, parts) {
        if holds(&buffer::required(thread, part)?) {
            return Ok(TRUE);
        }
    }
    Ok(FALSE)
}

fn starts_with(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    affix(thread, arguments, "startswith", |content, part| {
        content.starts_with(part)
    })
}

fn ends_with(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    affix(thread, arguments, "endswith", |content, part| {
        content.ends_with(part)
    })
}

fn replace(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "replace")?;
    let old = buffer::required(thread, arguments.get(thread, 1))?;
    let new = buffer::required(thread, arguments.get(thread, 2))?;
    let limit = count_argument(thread, arguments, 3, "count")?;
    string_split::check_grown(thread, &content, &old, &new, limit)?;
    let mut out = Vec::with_capacity(content.len());
    let mut after = 0;
    let places: Vec<usize> = if old.is_empty() {
        (0..=content.len()).take(limit).collect()
    } else {
        memmem::find_iter(&content, &old).take(limit).collect()
    };
    for place in places {
        out.extend_from_slice(&content[after..place]);
        out.extend_from_slice(&new);
        after = place + old.len();
    }
    out.extend_from_slice(&content[after..]);
    alike(thread, arguments, &out)
}

/// The separator of a method that splits; `None`: white space.
fn separator<'a>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Outcome<Option<std::borrow::Cow<'a, [u8]>>> {
    let Some(value) = parameter(thread, arguments, 1, "sep").filter(|value| *value != NONE) else {
        return Ok(None);
    };
    let separator = buffer::required(thread, value)?;
    if separator.is_empty() {
        return Err(value_error(thread, "empty separator"));
    }
    Ok(Some(separator))
}

fn list_of<'a>(thread: &'a Thread, arguments: Arguments, parts: &[&[u8]]) -> Outcome<Value<'a>> {
    let mut values = Vec::with_capacity(parts.len());
    for part in parts {
        values.push(alike(thread, arguments, part)?);
    }
    list::from_values(thread, &values)
}

/// Words between white space, from the left.
fn words(content: &[u8], limit: usize) -> Vec<&[u8]> {
    let mut out = Vec::new();
    let mut rest = content.trim_ascii_start_all();
    while !rest.is_empty() {
        if out.len() == limit {
            out.push(rest);
            break;
        }
        let end = rest
            .iter()
            .position(|byte| is_space(*byte))
            .unwrap_or(rest.len());
        out.push(&rest[..end]);
        rest = rest[end..].trim_ascii_start_all();
    }
    out
}

/// Words between white space, from the right.
fn words_from_right(content: &[u8], limit: usize) -> Vec<&[u8]> {
    let mut out = Vec::new();
    let mut rest = content.trim_ascii_end_all();
    while !rest.is_empty() {
        if out.len() == limit {
            out.push(rest);
            break;
        }
        let start = rest
            .iter()
            .rposition(|byte| is_space(*byte))
            .map_or(0, |place| place + 1);
        out.push(&rest[start..]);
        rest = rest[..start].trim_ascii_end_all();
    }
    out.reverse();
    out
}

/// Trimming by C's notion of white space, which has one character more than Rust's.
trait Trim {
    fn trim_ascii_start_all(&self) -> &[u8];
    fn trim_ascii_end_all(&self) -> &[u8];
}

impl Trim for [u8] {
    fn trim_ascii_start_all(&self) -> &[u8] {
        let start = self
            .iter()
            .position(|byte| !is_space(*byte))
            .unwrap_or(self.len());
        &self[start..]
    }

    fn trim_ascii_end_all(&self) -> &[u8] {
        let end = self
            .iter()
            .rposition(|byte| !is_space(*byte))
            .map_or(0, |place| place + 1);
        &self[..end]
    }
}

fn split(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "split")?;
    check_keywords(thread, arguments, "split", &["sep", "maxsplit"])?;
    let limit = count_argument(thread, arguments, 2, "maxsplit")?;
    let separator = separator(thread, arguments)?;
    let Some(separator) = separator else {
        return list_of(thread, arguments, &words(&content, limit));
    };
    let (mut parts, mut after) = (Vec::new(), 0);
    for place in memmem::find_iter(&content, &separator).take(limit) {
        parts.push(&content[after..place]);
        after = place + separator.len();
    }
    parts.push(&content[after..]);
    list_of(thread, arguments, &parts)
}

fn rsplit(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "rsplit")?;
    check_keywords(thread, arguments, "rsplit", &["sep", "maxsplit"])?;
    let limit = count_argument(thread, arguments, 2, "maxsplit")?;
    let separator = separator(thread, arguments)?;
    let Some(separator) = separator else {
        return list_of(thread, arguments, &words_from_right(&content, limit));
    };
    let (mut parts, mut end) = (Vec::new(), content.len());
    while parts.len() < limit {
        let Some(place) = memmem::rfind(&content[..end], &separator) else {
            break;
        };
        parts.push(&content[place + separator.len()..end]);
        end = place;
    }
    parts.push(&content[..end]);
    parts.reverse();
    list_of(thread, arguments, &parts)
}

fn split_lines(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "splitlines")?;
    check_keywords(thread, arguments, "splitlines", &["keepends"])?;
    let keep = parameter(thread, arguments, 1, "keepends")
        .is_some_and(|value| truth::truth_leaf(thread, value) == Some(true));
    let (mut parts, mut start) = (Vec::new(), 0);
    while start < content.len() {
        let rest = &content[start..];
        let end = rest
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))
            .unwrap_or(rest.len());
        let width = match rest.get(end..end + 2) {
            Some(b"\r\n") => 2,
            _ => usize::from(end < rest.len()),
        };
        parts.push(if keep {
            &rest[..end + width]
        } else {
            &rest[..end]
        });
        start += end + width;
    }
    list_of(thread, arguments, &parts)
}

fn parted<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
    from_end: bool,
) -> Outcome<Value<'a>> {
    let content = receiver(thread, arguments, name)?;
    let separator = buffer::required(thread, arguments.get(thread, 1))?;
    if separator.is_empty() {
        return Err(value_error(thread, "empty separator"));
    }
    let found = if from_end {
        memmem::rfind(&content, &separator)
    } else {
        memmem::find(&content, &separator)
    };
    let make = |part: &[u8]| alike(thread, arguments, part);
    // Those that cannot change are given back as they came.
    let given = |index: usize, content: &[u8]| match bytearray::as_bytearray(
        thread,
        arguments.get(thread, 0),
    ) {
        Some(_) => make(content),
        None => Ok(arguments.get(thread, index)),
    };
    let parts = match found {
        Some(place) => [
            make(&content[..place])?,
            given(1, &separator)?,
            make(&content[place + separator.len()..])?,
        ],
        None if from_end => [make(&[])?, make(&[])?, given(0, &content)?],
        None => [given(0, &content)?, make(&[])?, make(&[])?],
    };
    tuple::from_values(thread, &parts)
}

fn partition(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    parted(thread, arguments, "partition", false)
}

fn rpartition(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    parted(thread, arguments, "rpartition", true)
}

/// Methods of both types.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("find", 2, 4, find)
        .asking_index(&[1, 2, 3])
        .taking_bytes(),
    NativeFunction::leaf("rfind", 2, 4, rfind)
        .asking_index(&[1, 2, 3])
        .taking_bytes(),
    NativeFunction::leaf("index", 2, 4, index)
        .asking_index(&[1, 2, 3])
        .taking_bytes(),
    NativeFunction::leaf("rindex", 2, 4, rindex)
        .asking_index(&[1, 2, 3])
        .taking_bytes(),
    NativeFunction::leaf("count", 2, 4, count)
        .asking_index(&[1, 2, 3])
        .taking_bytes(),
    NativeFunction::leaf("startswith", 2, 4, starts_with).asking_index(&[2, 3]),
    NativeFunction::leaf("endswith", 2, 4, ends_with).asking_index(&[2, 3]),
    NativeFunction::leaf("replace", 3, 4, replace).asking_index(&[3]),
    NativeFunction::leaf("split", 1, 3, split)
        .with_keywords()
        .asking_index(&[2]),
    NativeFunction::leaf("rsplit", 1, 3, rsplit)
        .with_keywords()
        .asking_index(&[2]),
    NativeFunction::leaf("splitlines", 1, 2, split_lines).with_keywords(),
    NativeFunction::leaf("partition", 2, 2, partition).of_whole(),
    NativeFunction::leaf("rpartition", 2, 2, rpartition).of_whole(),
];
