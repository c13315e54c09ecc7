//! Paths as texts: what `posixpath` asks of the machine. Nothing here looks at the system.

use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{bytes, string, tuple};
use motet_tm::Value;

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("normal_path", 1, 1, normal_path),
    NativeFunction::leaf("split_root", 1, 1, split_root),
];

/// The content of a path that is a text (or of a class below), or bytes.
fn content<'a>(thread: &'a Thread, path: Value<'a>) -> Outcome<(&'a [u8], bool)> {
    if let Some(text) = string::as_string(thread, path) {
        return Ok((string::utf8(thread, text), true));
    }
    match bytes::as_bytes(thread, path) {
        Some(path) => Ok((bytes::content(thread, path), false)),
        None => Err(thread.raise(TYPE_ERROR, "a text or bytes are needed")),
    }
}

/// A part of a path: whole characters, as the path's own.
fn part<'a>(thread: &'a Thread, part: &[u8], is_text: bool) -> Outcome<Value<'a>> {
    if !is_text {
        return bytes::new(thread, part);
    }
    let begins = part.iter().filter(|byte| **byte & 0xc0 != 0x80);
    string::of_bytes(thread, part, begins.count() as u64)
}

/// How many slashes a path begins with that count: two are not one, more than two are.
fn root_length(path: &[u8]) -> usize {
    let slashes = path.iter().take_while(|byte| **byte == b'/').count();
    if slashes == 2 { 2 } else { slashes.min(1) }
}

/// `normal_path(path)`: without empty parts, `.`, and `..` where a part stands before it.
fn normal_path<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (path, is_text) = content(thread, arguments.get(thread, 0))?;
    let root = root_length(path);
    let mut parts: Vec<&[u8]> = Vec::new();
    for name in path.split(|byte| *byte == b'/') {
        match name {
            b"" | b"." => {}
            b".." if parts.last().is_some_and(|last| *last != b"..") => _ = parts.pop(),
            b".." if root > 0 && parts.is_empty() => {}
            name => parts.push(name),
        }
    }
    let mut normal = path[..root].to_vec();
    normal.extend(parts.join(&b'/'));
    if normal.is_empty() {
        normal.push(b'.');
    }
    part(thread, &normal, is_text)
}

/// `split_root(path)`: the drive, which is empty, the root, and what follows.
fn split_root<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (path, is_text) = content(thread, arguments.get(thread, 0))?;
    let (root, rest) = path.split_at(root_length(path));
    let parts = [
        part(thread, b"", is_text)?,
        part(thread, root, is_text)?,
        part(thread, rest, is_text)?,
    ];
    tuple::from_values(thread, &parts)
}
