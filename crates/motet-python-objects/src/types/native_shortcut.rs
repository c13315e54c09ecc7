//! Native shortcuts of the methods that programs call most (see
//! [`crate::model::native::NativeFunction`]): keys that are small numbers or texts, or tuples of
//! them, are looked up, and texts of ASCII handled, without a call's ceremony. Each gives up, and
//! the method itself runs, wherever anything rare may happen.

use crate::model::instance_layout;
use crate::types::prelude::*;
use crate::types::protocol::hash;
use crate::types::{dict, int, string, tuple};

/// The result of looking a plain key up in a dict or set of exactly this class.
#[inline]
pub fn find<'a>(
    thread: &'a Thread,
    container: Value<'a>,
    class: ClassNumber,
    key: Value<'a>,
) -> Option<(Object<'a>, i64, dict::Found)> {
    let object = exact(thread, container, class)?;
    let hash = hash::hash_plain(thread, key)?;
    let found = dict::find(thread, object, key, hash).ok()?;
    Some((object, hash, found))
}

/// The value of a plain key in a dict, if it is there.
#[inline]
pub fn value_of<'a>(thread: &'a Thread, dict: Value<'a>, key: Value<'a>) -> Option<Value<'a>> {
    match find(thread, dict, CLASS_DICT, key)? {
        (dict, _, dict::Found::Entry(entry)) => Some(dict::value_at(thread, dict, entry)),
        _ => None,
    }
}

/// `dict.__getitem__` of a key that is there, in a dict of a class below, too.
pub(crate) fn item<'a>(thread: &'a Thread, [dict, key, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    value_of(thread, instance_layout::plain(thread, dict), key)
}

/// `dict.get`.
pub(crate) fn get<'a>(thread: &'a Thread, [dict, key, other]: [Value<'a>; 3]) -> Option<Value<'a>> {
    match find(thread, dict, CLASS_DICT, key)? {
        (dict, _, dict::Found::Entry(entry)) => Some(dict::value_at(thread, dict, entry)),
        (_, _, dict::Found::Missing(_)) if other == UNBOUND => Some(NONE),
        (_, _, dict::Found::Missing(_)) => Some(other),
        _ => None,
    }
}

/// `dict.setdefault` of a key that is there.
pub(crate) fn set_default<'a>(
    thread: &'a Thread,
    [dict, key, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    value_of(thread, dict, key)
}

/// `dict.pop` of a key that is there, or that is missing where there is a default.
pub(crate) fn pop<'a>(thread: &'a Thread, [dict, key, other]: [Value<'a>; 3]) -> Option<Value<'a>> {
    match find(thread, dict, CLASS_DICT, key)? {
        (_, _, dict::Found::Missing(_)) => (other != UNBOUND).then_some(other),
        (dict, _, dict::Found::Entry(entry)) => {
            let value = dict::value_at(thread, dict, entry);
            dict::delete_open(thread, dict, entry).then_some(value)
        }
        _ => None,
    }
}

/// `set.add`.
pub(crate) fn add<'a>(thread: &'a Thread, [set, item, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    match find(thread, set, CLASS_SET, item)? {
        (_, _, dict::Found::Entry(_)) => Some(NONE),
        (set, hash, dict::Found::Missing(slot)) => {
            dict::insert_open(thread, set, slot, item, hash, NONE).then_some(NONE)
        }
        _ => None,
    }
}

/// `set.discard`.
pub(crate) fn discard<'a>(thread: &'a Thread, [set, item, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    match find(thread, set, CLASS_SET, item)? {
        (_, _, dict::Found::Missing(_)) => Some(NONE),
        (set, _, dict::Found::Entry(entry)) => {
            dict::delete_open(thread, set, entry).then_some(NONE)
        }
        _ => None,
    }
}

/// The bytes of a `str` itself whose characters are all of ASCII.
#[inline]
pub(crate) fn ascii<'a>(thread: &'a Thread, value: Value<'a>) -> Option<&'a [u8]> {
    let text = string::exact_string(thread, value)?;
    string::is_ascii(thread, text).then(|| string::utf8(thread, text))
}

/// `strip`, `lstrip` and `rstrip` of such a text, of such characters or of white space.
#[inline(always)]
fn strip_ends<'a>(
    thread: &'a Thread,
    [text, set, _]: [Value<'a>; 3],
    (left, right): (bool, bool),
) -> Option<Value<'a>> {
    let bytes = ascii(thread, text)?;
    let is_given = set != UNBOUND && set != NONE;
    let set = match is_given {
        true => Some(ascii(thread, set)?),
        false => None,
    };
    let goes = |byte: u8| match set {
        Some(set) => set.contains(&byte),
        None => string::is_space_byte(byte),
    };
    let mut kept = bytes;
    while let [first, rest @ ..] = kept
        && left
        && goes(*first)
    {
        kept = rest;
    }
    while let [rest @ .., last] = kept
        && right
        && goes(*last)
    {
        kept = rest;
    }
    match kept.len() == bytes.len() {
        true => Some(text),
        false => string::new_ascii(thread, kept).ok(),
    }
}

/// `str.strip`.
pub(crate) fn strip<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    strip_ends(thread, arguments, (true, true))
}

/// `str.lstrip`.
pub(crate) fn lstrip<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    strip_ends(thread, arguments, (true, false))
}

/// `str.rstrip`.
pub(crate) fn rstrip<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    strip_ends(thread, arguments, (false, true))
}

/// A text of ASCII with each byte changed; itself, if that changes none.
#[inline(always)]
fn mapped<'a>(
    thread: &'a Thread,
    text: Value<'a>,
    changes: impl Fn(u8) -> bool,
    map: impl Fn(u8) -> u8,
) -> Option<Value<'a>> {
    let bytes = ascii(thread, text)?;
    if !bytes.iter().any(|byte| changes(*byte)) {
        return Some(text);
    }
    string::map_ascii(thread, bytes, map).ok()
}

/// `str.lower`.
pub(crate) fn lower<'a>(thread: &'a Thread, [text, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let changes = |byte: u8| byte.is_ascii_uppercase();
    mapped(thread, text, changes, |byte| byte.to_ascii_lowercase())
}

/// `str.upper`.
pub(crate) fn upper<'a>(thread: &'a Thread, [text, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let changes = |byte: u8| byte.is_ascii_lowercase();
    mapped(thread, text, changes, |byte| byte.to_ascii_uppercase())
}

/// `ord`.
pub fn code<'a>(thread: &'a Thread, [text, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    match ascii(thread, text)? {
        [byte] => Some(Value::from_small(i32::from(*byte))),
        _ => None,
    }
}

/// `chr`.
pub fn character<'a>(thread: &'a Thread, [code, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    match int::small(code)? {
        code @ 0..0x80 => Some(string::of_ascii(thread, code as u8)),
        code @ 0x80..0xd800 => {
            let character = char::from_u32(u32::try_from(code).ok()?)?;
            string::of_bytes(thread, character.encode_utf8(&mut [0; 4]).as_bytes(), 1).ok()
        }
        _ => None,
    }
}

/// Whether one of the texts of a tuple fulfils a condition; none if there is anything else in it
/// before that.
#[inline]
fn any_part(
    thread: &Thread,
    parts: Value<'_>,
    mut holds: impl FnMut(&[u8]) -> bool,
) -> Option<Value<'static>> {
    let parts = exact(thread, parts, CLASS_TUPLE)?;
    for place in 0..tuple::length(thread, parts) {
        let part = string::exact_string(thread, tuple::get(thread, parts, place))?;
        if holds(string::utf8(thread, part)) {
            return Some(TRUE);
        }
    }
    Some(FALSE)
}

/// `str.startswith` of a text, or of a tuple of texts.
pub(crate) fn starts_with<'a>(
    thread: &'a Thread,
    [text, part, start]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let bytes = ascii(thread, text)?;
    let Some(part) = string::exact_string(thread, part) else {
        let is_whole = start == UNBOUND;
        return is_whole.then(|| any_part(thread, part, |part| bytes.starts_with(part)))?;
    };
    let part = string::utf8(thread, part);
    let start = match start != UNBOUND {
        true => usize::try_from(int::small(start)?).ok()?,
        false => 0,
    };
    let holds = bytes
        .get(start..)
        .is_some_and(|rest| rest.starts_with(part));
    Some(boolean(holds))
}

/// `str.endswith` of a text, or of a tuple of texts.
pub(crate) fn ends_with<'a>(
    thread: &'a Thread,
    [text, part, start]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let text = string::utf8(thread, string::exact_string(thread, text)?);
    if start != UNBOUND {
        return None;
    }
    let Some(part) = string::exact_string(thread, part) else {
        return any_part(thread, part, |part| text.ends_with(part));
    };
    Some(boolean(text.ends_with(string::utf8(thread, part))))
}
