//! Searches in elements and iterators over them: methods of `Element`.
//!
//! A search by a plain tag looks at the children where they lie; paths are left to
//! `xml.etree.ElementPath`.

use motet_python_objects::model::upcalls;
use motet_python_objects::types::element::{self, TAG, TEXT, as_element};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::compare;
use motet_python_objects::types::tables::{check_keywords, parameter};
use motet_python_objects::types::{bytes, list, string};

use super::elements::{LIBRARY, at, receiver, required};

/// Whether a path is more than a tag, for `ElementPath`.
fn is_path(thread: &Thread, path: Value<'_>) -> bool {
    let text = match bytes::as_bytes(thread, path) {
        Some(found) => bytes::content(thread, found),
        None => match string::as_string(thread, path) {
            Some(found) => string::utf8(thread, found),
            None => return true,
        },
    };
    if text.starts_with(b"{}") && text.len() > 2 || text.starts_with(b"{*}") {
        return true;
    }
    let mut is_in_space = false;
    text.iter().any(|byte| {
        match byte {
            b'{' => is_in_space = true,
            b'}' => is_in_space = false,
            _ => {}
        }
        !is_in_space && b"/*[@.".contains(byte)
    })
}

/// Whether a child has a tag; none if that must be asked.
fn has_tag(thread: &Thread, child: Value<'_>, tag: Value<'_>) -> Outcome<Option<bool>> {
    let child = as_element(thread, child);
    let own = child.map_or(NONE, |child| thread.read(child).get(TAG));
    match own == tag {
        true => Ok(Some(true)),
        false => compare::equal_leaf(thread, own, tag),
    }
}

/// Calls `found` with each child that has a tag, until it answers false.
fn each_with_tag(
    thread: &mut Thread,
    own: Root,
    tag: Root,
    mut found: impl FnMut(&Thread, Value<'_>) -> Outcome<bool>,
) -> Outcome<()> {
    let mut place = 0;
    while let Some(child) = element::child(thread, at(thread, own), place) {
        place += 1;
        match has_tag(thread, child, thread.get(tag))? {
            Some(false) => continue,
            Some(true) => {
                if !found(thread, child)? {
                    return Ok(());
                }
                continue;
            }
            None => {}
        }
        let mark = thread.root_count();
        let child = thread.root(child);
        let element = as_element(thread, thread.get(child));
        let name = element.map_or(NONE, |element| thread.read(element).get(TAG));
        let name = thread.root(name);
        let is_found = compare::same_or_equal(thread, name, tag)?;
        if is_found && !found(thread, thread.get(child))? {
            return Ok(());
        }
        thread.truncate_roots(mark);
    }
    Ok(())
}

/// What a search is for.
enum Wanted {
    /// A tag of children of this element.
    Tag { own: Root, tag: Root },
    /// The result of `ElementPath`.
    Path(Root),
}

/// Checks the arguments of a search: the element, and the path.
fn begin(thread: &Thread, arguments: Arguments, function: &str) -> Outcome<(Root, Root)> {
    check_keywords(thread, arguments, function, parameters_of(function))?;
    let own = thread.root(receiver(thread, arguments, function)?.value());
    let path = required(thread, arguments, (function, "path"))?;
    Ok((own, thread.root(path)))
}

fn parameters_of(function: &str) -> &'static [&'static str] {
    match function {
        "findtext" => &["path", "default", "namespaces"],
        _ => &["path", "namespaces"],
    }
}

/// The value of the last parameter of a search.
fn namespaces<'a>(thread: &'a Thread, arguments: Arguments, function: &str) -> Value<'a> {
    let place = parameters_of(function).len();
    parameter(thread, arguments, place, "namespaces").unwrap_or(NONE)
}

fn wanted(thread: &mut Thread, arguments: Arguments, function: &str) -> Outcome<Wanted> {
    let (own, path) = begin(thread, arguments, function)?;
    let has_spaces = namespaces(thread, arguments, function) != NONE;
    if !has_spaces && !is_path(thread, thread.get(path)) {
        return Ok(Wanted::Tag { own, tag: path });
    }
    by_path(thread, arguments, function, path).map(Wanted::Path)
}

/// Lets `ElementPath` search.
fn by_path(thread: &mut Thread, arguments: Arguments, function: &str, path: Root) -> Outcome<Root> {
    let mut given = vec![thread.root(arguments.get(thread, 0)), path];
    if function == "findtext" {
        let default = parameter(thread, arguments, 2, "default").unwrap_or(NONE);
        given.push(thread.root(default));
    }
    given.push(thread.root(namespaces(thread, arguments, function)));
    upcalls::call_python(thread, LIBRARY, &format!("_{function}"), &given)
}

pub(super) fn find<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (own, tag) = match wanted(thread, arguments, "find")? {
        Wanted::Path(found) => return Ok(thread.get(found)),
        Wanted::Tag { own, tag } => (own, tag),
    };
    let mut result = None;
    each_with_tag(thread, own, tag, |thread, child| {
        result = Some(thread.root(child));
        Ok(false)
    })?;
    Ok(result.map_or(NONE, |found| thread.get(found)))
}

pub(super) fn find_text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (own, tag) = match wanted(thread, arguments, "findtext")? {
        Wanted::Path(found) => return Ok(thread.get(found)),
        Wanted::Tag { own, tag } => (own, tag),
    };
    let mut result = None;
    each_with_tag(thread, own, tag, |thread, child| {
        let text = as_element(thread, child).map_or(NONE, |child| thread.read(child).get(TEXT));
        let text = if text == NONE {
            string::new(thread, "")?
        } else {
            text
        };
        result = Some(thread.root(text));
        Ok(false)
    })?;
    match result {
        Some(text) => Ok(thread.get(text)),
        None => Ok(parameter(thread, arguments, 2, "default").unwrap_or(NONE)),
    }
}

pub(super) fn find_all<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (own, tag) = match wanted(thread, arguments, "findall")? {
        Wanted::Path(found) => return Ok(thread.get(found)),
        Wanted::Tag { own, tag } => (own, tag),
    };
    let all = thread.root(list::new(thread)?);
    each_with_tag(thread, own, tag, |thread, child| {
        list::push(thread, at(thread, all), child)?;
        Ok(true)
    })?;
    Ok(thread.get(all))
}

pub(super) fn iterate_found<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
) -> Outcome<Value<'a>> {
    let (_, path) = begin(thread, arguments, "iterfind")?;
    let found = by_path(thread, arguments, "iterfind", path)?;
    Ok(thread.get(found))
}

/// `iter(tag=None)`, of the whole: the iterator yields it first.
pub(super) fn iter(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "iter")?;
    check_keywords(thread, arguments, "iter", &["tag"])?;
    let tag = parameter(thread, arguments, 1, "tag").unwrap_or(NONE);
    let is_star = match bytes::as_bytes(thread, tag) {
        Some(found) => bytes::content(thread, found) == b"*",
        None => string::as_text(thread, tag) == Some("*"),
    };
    let tag = if is_star { NONE } else { tag };
    element::over_tree(thread, arguments.get(thread, 0), tag, false)
}

pub(super) fn iter_texts(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "itertext")?;
    element::over_tree(thread, arguments.get(thread, 0), NONE, true)
}
