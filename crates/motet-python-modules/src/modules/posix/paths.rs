//! Paths as texts: what `posixpath` asks of the machine. Nothing here looks at the system.

use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::layouts::{NONE, UNBOUND};
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::model::{class_names, names, text};
use motet_python_objects::types::tables::{check_keywords, parameter};
use motet_python_objects::types::{bytes, string, tuple};
use motet_tm::Value;

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("fspath", 0, 1, file_path)
        .with_keywords()
        .with_quick(quick_file_path),
    NativeFunction::leaf("normal_path", 1, 1, normal_path),
    NativeFunction::leaf("split_root", 1, 1, split_root),
];

/// Whether a value is a path itself: a text or bytes.
fn is_path(thread: &Thread, value: Value<'_>) -> bool {
    string::as_string(thread, value).is_some() || bytes::as_bytes(thread, value).is_some()
}

fn quick_file_path<'a>(thread: &'a Thread, [path, second, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    (second == UNBOUND && is_path(thread, path)).then_some(path)
}

/// The name of the class of a value.
fn name_of_class<'a>(thread: &'a Thread, value: Value<'a>) -> &'a str {
    let class = thread.shown_class_of(value);
    let name = class_names::name(thread, class, names::NAME);
    text::as_text(thread, name).unwrap_or(thread.class_name(class))
}

/// `fspath(path)`: the text or bytes of a path.
fn file_path<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(path) = parameter(thread, arguments, 0, "path") else {
        let message = "fspath() missing required argument 'path' (pos 1)";
        return Err(thread.raise(TYPE_ERROR, message));
    };
    check_keywords(thread, arguments, "fspath", &["path"])?;
    let path = thread.root(path);
    if is_path(thread, thread.get(path)) {
        return Ok(thread.get(path));
    }
    let class = thread.class_of(thread.get(path));
    let found = thread.look_up(class, thread.symbol_of(FILE_PATH));
    let result = match found.filter(|found| found.value != NONE) {
        Some(_) => thread.call_special(path, FILE_PATH, &[])?,
        None => None,
    };
    let name = name_of_class(thread, thread.get(path));
    let Some(result) = result else {
        let message = format!("expected str, bytes or os.PathLike object, not {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    if is_path(thread, thread.get(result)) {
        return Ok(thread.get(result));
    }
    let given = name_of_class(thread, thread.get(result));
    let message = format!("expected {name}.__fspath__() to return str or bytes, not {given}");
    Err(thread.raise(TYPE_ERROR, message))
}

/// The method of objects that stand for a path.
const FILE_PATH: &str = "__fspath__";

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
