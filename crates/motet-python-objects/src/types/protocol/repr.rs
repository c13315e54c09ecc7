//! Texts of objects: `repr` and `str`.

use std::cell::RefCell;

use crate::model::instance_layout::is_boxed;
use crate::model::names;
use crate::types::decimal;
use crate::types::host::{need_native_stack, recursion_error};
use crate::types::prelude::*;
use crate::types::protocol::inherited::inherited;
use crate::types::protocol::iterate;
use crate::types::{
    bytearray, bytes, complex, dict, float, int, list, range, slice, string, tuple,
};

/// What the error says of containers that are nested too deeply.
const TOO_DEEP: &str = "while getting the repr of an object";

/// Containers nested deeper than this have no text: each is looked for among those around it.
const DEPTH_MAX: usize = 20_000;

thread_local! {
    /// The containers whose text is being made: one that contains itself shows `...` there. Roots,
    /// since objects move.
    static IN_PROGRESS: RefCell<Vec<Root>> = const { RefCell::new(Vec::new()) };
}

/// A container whose text is being made; it ends when dropped, on every way out.
struct Progress;

impl Progress {
    fn begin(root: Root) -> Progress {
        IN_PROGRESS.with_borrow_mut(|roots| roots.push(root));
        Progress
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        IN_PROGRESS.with_borrow_mut(|roots| roots.pop());
    }
}

/// Whether the text of a container is being made.
///
/// # Errors
/// `RecursionError`.
fn is_in_progress(thread: &Thread, container: Value<'_>) -> Outcome<bool> {
    if IN_PROGRESS.with_borrow(Vec::len) > DEPTH_MAX {
        return Err(recursion_error(thread));
    }
    need_native_stack(thread, TOO_DEEP)?;
    let is_it = |root: &Root| thread.get(*root) == container;
    Ok(IN_PROGRESS.with_borrow(|roots| roots.iter().any(is_it)))
}

/// The text of a value that needs no text of another value; `None` for containers and others.
///
/// # Errors
/// `ValueError` for an `int` with too many digits.
pub fn scalar(thread: &Thread, value: Value<'_>) -> Outcome<Option<String>> {
    if let Some(number) = value.as_integer() {
        return Ok(Some(number.to_string()));
    }
    if let Some(number) = float::exact_f64(thread, value) {
        return Ok(Some(float::repr(number)));
    }
    if let Some(special) = value.as_special() {
        let names = ["None", "False", "True", "Ellipsis", "NotImplemented"];
        return Ok(names.get(special as usize).map(|name| (*name).to_string()));
    }
    let Some(object) = value.as_object() else {
        return Ok(None);
    };
    Ok(match thread.host_of(object) {
        CLASS_STR => Some(string::repr_text(string::text(thread, object))),
        CLASS_INT => Some(int::text(thread, value)?),
        CLASS_BYTES => Some(bytes::repr(bytes::content(thread, object))),
        CLASS_BYTEARRAY => Some(bytearray::repr(thread, object)),
        CLASS_COMPLEX => complex::as_complex(thread, value).map(complex::repr),
        CLASS_RANGE => Some(range::repr(range::parts(thread, object))),
        _ => None,
    })
}

/// The text of a value for an error message, without calling.
pub fn leaf_text(thread: &Thread, value: Value<'_>) -> String {
    match scalar(thread, value) {
        Ok(Some(text)) => text,
        _ => default_text(thread, value),
    }
}

/// The text of an object whose class does not define one.
pub fn default_text(thread: &Thread, value: Value<'_>) -> String {
    let name = type_name(thread, value);
    let identity = value
        .as_object()
        .map_or(0, |object| thread.identity(object));
    format!("<{name} object at {identity:#x}>")
}

/// `repr(value)` as a string object.
///
/// # Errors
/// Any exception of `__repr__`.
pub fn repr(thread: &mut Thread, value: Root) -> Outcome<Root> {
    if let Some(text) = string::exact_string(thread, thread.get(value)) {
        let text = string::repr(thread, text)?;
        return Ok(thread.root(text));
    }
    if thread.class_of(thread.get(value)) >= CLASS_USER_FIRST
        && let Some(text) = asked(thread, value, "__repr__", "__repr__")?
    {
        return Ok(text);
    }
    let mut out = String::new();
    repr_into(thread, value, &mut out)?;
    let text = string::new(thread, &out)?;
    Ok(thread.root(text))
}

/// `repr(value)` as text.
///
/// # Errors
/// Any exception of `__repr__`.
pub fn repr_text(thread: &mut Thread, value: Root) -> Outcome<String> {
    let mut out = String::new();
    repr_into(thread, value, &mut out)?;
    Ok(out)
}

/// Appends `repr(value)`.
///
/// # Errors
/// Any exception of `__repr__`.
pub fn repr_into(thread: &mut Thread, value: Root, out: &mut String) -> Outcome<()> {
    if let Some(text) = scalar(thread, thread.get(value))? {
        out.push_str(&text);
        return Ok(());
    }
    match kind(thread, thread.get(value)) {
        CLASS_LIST | CLASS_TUPLE | CLASS_DICT | CLASS_SET | CLASS_FROZENSET | CLASS_DICT_KEYS
        | CLASS_DICT_VALUES | CLASS_DICT_ITEMS | CLASS_SLICE => container(thread, value, out),
        _ => special(thread, value, "__repr__", out),
    }
}

fn special(
    thread: &mut Thread,
    value: Root,
    method: &'static str,
    out: &mut String,
) -> Outcome<()> {
    let mark = thread.root_count();
    match asked(thread, value, method, method)? {
        Some(result) => {
            let text = string::as_text(thread, thread.get(result));
            out.push_str(text.expect("asked has refused what is no str"));
        }
        None if method == "__str__" => repr_into(thread, value, out)?,
        None => out.push_str(&default_text(thread, thread.get(value))),
    }
    thread.truncate_roots(mark);
    Ok(())
}

/// The text that a special method returns: of `str` or a class below it. `wanted` is the method for
/// which the program has asked.
fn asked(
    thread: &mut Thread,
    value: Root,
    method: &'static str,
    wanted: &'static str,
) -> Outcome<Option<Root>> {
    if method == "__str__" && has_text_of_object(thread, value) {
        return asked(thread, value, "__repr__", wanted);
    }
    let Some(result) = thread.call_special(value, method, &[])? else {
        return Ok(None);
    };
    check_text(thread, thread.get(result), wanted)?;
    Ok(Some(result))
}

/// Refuses what is no text as the result of a special method.
///
/// # Errors
/// `TypeError` for any other value.
pub(crate) fn check_text(thread: &Thread, result: Value<'_>, method: &str) -> Outcome<()> {
    if string::as_text(thread, result).is_some() {
        return Ok(());
    }
    let name = type_name(thread, result);
    let message = format!("{method} returned non-string (type {name})");
    Err(type_error(thread, message))
}

/// Whether `str()` of a value is the result of its `__repr__`: its class inherits `object.__str__`.
fn has_text_of_object(thread: &Thread, value: Root) -> bool {
    let class = thread.class_of(thread.get(value));
    let found = thread.look_up(class, names::STR);
    class >= CLASS_USER_FIRST && found.is_none_or(|found| found.class == CLASS_OBJECT)
}

fn container(thread: &mut Thread, value: Root, out: &mut String) -> Outcome<()> {
    let object = thread.get(value);
    let container_kind = kind(thread, object);
    if is_in_progress(thread, object)? {
        out.push_str(match container_kind {
            CLASS_LIST => "[...]",
            CLASS_TUPLE => "(...)",
            CLASS_DICT => "{...}",
            CLASS_SET => "set(...)",
            CLASS_FROZENSET => "frozenset(...)",
            _ => "...",
        });
        return Ok(());
    }
    let mark = thread.root_count();
    let _progress = Progress::begin(value);
    match container_kind {
        CLASS_LIST => enclosed(thread, "[", value, "]", out)?,
        CLASS_TUPLE => {
            let length = tuple::length(thread, thread.object_at(value));
            enclosed(
                thread,
                "(",
                value,
                if length == 1 { ",)" } else { ")" },
                out,
            )?;
        }
        CLASS_DICT => dict_into(thread, value, out)?,
        CLASS_SET | CLASS_FROZENSET => set_into(thread, value, out)?,
        CLASS_SLICE => {
            let slice = thread.object_at(value);
            let parts = tuple::from_values(thread, &slice::parts(thread, slice))?;
            let parts = thread.root(parts);
            enclosed(thread, "slice(", parts, ")", out)?;
        }
        _ => {
            let name = thread.bare_type_name(thread.get(value));
            let items = iterate::to_list(thread, value)?;
            enclosed(thread, &format!("{name}(["), items, "])", out)?;
        }
    }
    thread.truncate_roots(mark);
    Ok(())
}

/// Makes the text of a container in its own way; `false` if its text is being made already.
///
/// # Errors
/// Any exception of `make`.
pub fn within(
    thread: &mut Thread,
    value: Root,
    make: impl FnOnce(&mut Thread) -> Outcome<()>,
) -> Outcome<bool> {
    let object = thread.get(value);
    if is_in_progress(thread, object)? {
        return Ok(false);
    }
    let _progress = Progress::begin(value);
    make(thread)?;
    Ok(true)
}

/// The items of a list or tuple between two texts.
fn enclosed(
    thread: &mut Thread,
    open: &str,
    sequence: Root,
    close: &str,
    out: &mut String,
) -> Outcome<()> {
    out.push_str(open);
    let mut place = 0;
    loop {
        let object = thread.object_at(sequence);
        let item = if thread.host_of(object) == CLASS_LIST {
            list::get(thread, object, place)
        } else {
            (place < tuple::length(thread, object)).then(|| tuple::get(thread, object, place))
        };
        let Some(item) = item else { break };
        if place > 0 {
            out.push_str(", ");
        }
        let mark = thread.root_count();
        let item = thread.root(item);
        repr_into(thread, item, out)?;
        thread.truncate_roots(mark);
        place += 1;
    }
    out.push_str(close);
    Ok(())
}

fn dict_into(thread: &mut Thread, value: Root, out: &mut String) -> Outcome<()> {
    out.push('{');
    let mut is_first = true;
    let mut entry = 0;
    loop {
        let object = thread.object_at(value);
        if entry >= dict::used(thread, object) {
            break;
        }
        if let Some((key, item)) = dict::entry_at(thread, object, entry) {
            let mark = thread.root_count();
            let (key, item) = (thread.root(key), thread.root(item));
            if !is_first {
                out.push_str(", ");
            }
            is_first = false;
            repr_into(thread, key, out)?;
            out.push_str(": ");
            repr_into(thread, item, out)?;
            thread.truncate_roots(mark);
        }
        entry += 1;
    }
    out.push('}');
    Ok(())
}

fn set_into(thread: &mut Thread, value: Root, out: &mut String) -> Outcome<()> {
    let object = thread.object_at(value);
    let frozen = thread.host_of(object) == CLASS_FROZENSET;
    if dict::length(thread, object) == 0 {
        out.push_str(if frozen { "frozenset()" } else { "set()" });
        return Ok(());
    }
    let items = iterate::to_list(thread, value)?;
    if frozen {
        enclosed(thread, "frozenset({", items, "})", out)
    } else {
        enclosed(thread, "{", items, "}", out)
    }
}

/// `str(value)` as a string object.
///
/// # Errors
/// Any exception of `__str__` and `__repr__`.
pub fn str_of(thread: &mut Thread, value: Root) -> Outcome<Root> {
    if string::exact_string(thread, thread.get(value)).is_some() {
        return Ok(value);
    }
    if thread.class_of(thread.get(value)) >= CLASS_USER_FIRST {
        if let Some(text) = text_inside(thread, thread.get(value)) {
            return Ok(thread.root(text));
        }
        if let Some(text) = decimal::text(thread, thread.get(value))? {
            return Ok(thread.root(text));
        }
        if let Some(text) = asked(thread, value, "__str__", "__str__")? {
            return Ok(text);
        }
    }
    let mut out = String::new();
    str_into(thread, value, &mut out)?;
    let text = string::new(thread, &out)?;
    Ok(thread.root(text))
}

/// `str(value)` of a value whose text needs no call: strings, numbers, `None` …
///
/// # Errors
/// `ValueError` for an `int` with too many digits; `MemoryError`.
pub fn str_leaf<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Option<Value<'a>>> {
    if string::exact_string(thread, value).is_some() {
        return Ok(Some(value));
    }
    if let Some(text) = text_inside(thread, value) {
        return Ok(Some(text));
    }
    match scalar(thread, value)? {
        Some(text) => string::new(thread, &text).map(Some),
        None => Ok(None),
    }
}

/// The text inside of an instance of a class below `str`, whose `__str__` is that of `str`.
#[inline]
pub fn text_inside<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Value<'a>> {
    let object = value.as_object()?;
    if !is_boxed(thread.layout_id(object)) {
        return None;
    }
    let inside = inherited(thread, object, names::STR)?;
    string::exact_string(thread, inside).map(Object::value)
}

/// Appends `str(value)`.
///
/// # Errors
/// Any exception of `__str__` and `__repr__`.
pub fn str_into(thread: &mut Thread, value: Root, out: &mut String) -> Outcome<()> {
    let object = thread.get(value);
    if let Some(string) = string::exact_string(thread, object) {
        out.push_str(string::text(thread, string));
        return Ok(());
    }
    if kind(thread, object) < CLASS_EXCEPTIONS_FIRST && object.as_object().is_none() {
        return repr_into(thread, value, out);
    }
    match kind(thread, object) {
        CLASS_OBJECT | CLASS_MAPPING_PROXY | CLASS_EXCEPTIONS_FIRST.. => {
            special(thread, value, "__str__", out)
        }
        _ => repr_into(thread, value, out),
    }
}

/// `ascii(value)`.
///
/// # Errors
/// Any exception of `__repr__`.
pub fn ascii(thread: &mut Thread, value: Root) -> Outcome<Root> {
    let text = string::ascii_text(&repr_text(thread, value)?);
    let text = string::new(thread, &text)?;
    Ok(thread.root(text))
}
