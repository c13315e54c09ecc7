//! `FrameLocalsProxy`: the mapping that `frame.f_locals` of a function's frame is. It reads and
//! changes the variables of the frame itself (`frame_variables.rs`).

use motet_tm::{Object, Root, Value};

use crate::classes::frame_object;
use crate::classes::frame_variables::{self, Variables};
use crate::model::exception::{KEY_ERROR, TYPE_ERROR, VALUE_ERROR};
use crate::model::layouts::*;
use crate::model::namespace::bound;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::text;
use crate::model::thread::Thread;
use crate::model::type_def::TypeDef;
use crate::types::host::key_error;
use crate::types::protocol::operator::Comparison;
use crate::types::protocol::{compare, hash, repr};
use crate::types::{dict, dict_methods, int, iterators, list, string, tuple};

/// Word of a proxy: its frame.
const FRAME: u64 = 1;

/// The proxy of a frame.
pub(super) fn new<'a>(thread: &'a Thread, frame: Object<'_>) -> Value<'a> {
    thread.new_small(CLASS_FRAME_LOCALS, frame.value(), NONE, NONE)
}

/// `FrameLocalsProxy(frame)`: argument 0 is the class.
const CONSTRUCTOR: NativeFunction = NativeFunction::leaf("FrameLocalsProxy", 2, 2, construct);

fn construct<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = arguments.get(thread, 1);
    match thread.object_of(given, CLASS_FRAME) {
        Some(frame) => Ok(new(thread, frame)),
        None => {
            let got = thread.type_name(given);
            Err(thread.raise(TYPE_ERROR, format!("expect frame, not {got}")))
        }
    }
}

/// The frame of a value, if that is a proxy.
fn frame_of<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    let proxy = thread.object_of(value, CLASS_FRAME_LOCALS)?;
    thread.read(proxy).get(FRAME).as_object()
}

/// The frame of the receiver.
fn frame<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
    let receiver = arguments.get(thread, 0);
    frame_of(thread, receiver)
        .ok_or_else(|| thread.raise(TYPE_ERROR, "a FrameLocalsProxy is needed"))
}

/// The receiver's variables and what is stored beside them, as a dict.
fn shown<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
    let frame = frame(thread, arguments)?;
    Ok(frame_variables::snapshot(thread, frame)?.known_object())
}

/// The variables of a frame that a root holds.
fn variables(thread: &Thread, frame: Root) -> Outcome<Variables<'_>> {
    Variables::of(thread, thread.object_at(frame))
}

/// The number of the variable that a key names.
fn find(thread: &mut Thread, frame: Root, key: Root) -> Outcome<Option<usize>> {
    let given = thread.get(key);
    if thread.class_of(given) == CLASS_STR {
        let Some(name) = text::as_text(thread, given) else {
            return Ok(None);
        };
        return Ok(variables(thread, frame)?.find(|variable| variable == name));
    }
    let hash = hash::hash(thread, key)?;
    let names: Vec<&str> = {
        let variables = variables(thread, frame)?;
        variables.names().map(|(_, name)| name).collect()
    };
    for name in names {
        let symbol = thread.machine().symbols.intern(thread, name);
        let object = thread.machine().symbols.object(symbol);
        if string::hash(thread, object.object()) != hash {
            continue;
        }
        let text = thread.root(object.value());
        if compare::same_or_equal(thread, text, key)? {
            return Ok(variables(thread, frame)?.find(|variable| variable == name));
        }
    }
    Ok(None)
}

/// The value under a key.
fn look_up(thread: &mut Thread, frame: Root, key: Root) -> Outcome<Option<Root>> {
    if let Some(number) = find(thread, frame, key)? {
        let value = variables(thread, frame)?.value(number);
        if let Some(value) = bound(value) {
            return Ok(Some(thread.root(value)));
        }
    }
    let Some(extra) = frame_object::extra(thread, thread.object_at(frame)) else {
        return Ok(None);
    };
    let extra = thread.root(extra.value());
    dict::get(thread, extra, key)
}

/// Stores a value under a key.
fn store(thread: &mut Thread, frame: Root, key: Root, value: Root) -> Outcome<()> {
    if let Some(number) = find(thread, frame, key)?
        && variables(thread, frame)?.set(number, thread.get(value))?
    {
        return Ok(());
    }
    let extra = frame_object::make_extra(thread, thread.object_at(frame))?;
    let extra = thread.root(extra.value());
    dict::set(thread, extra, key, value)
}

/// Takes away what is stored beside the variables under a key.
fn take(thread: &mut Thread, frame: Root, key: Root) -> Outcome<Option<Root>> {
    if find(thread, frame, key)?.is_some() {
        let message = "cannot remove local variables from FrameLocalsProxy";
        return Err(thread.raise(VALUE_ERROR, message));
    }
    let Some(extra) = frame_object::extra(thread, thread.object_at(frame)) else {
        return Ok(None);
    };
    let extra = thread.root(extra.value());
    dict::take(thread, extra, key)
}

/// Frame and key of a call.
fn frame_and_key(thread: &Thread, arguments: Arguments) -> Outcome<(Root, Root)> {
    let frame = frame(thread, arguments)?.value();
    Ok((thread.root(frame), thread.root(arguments.get(thread, 1))))
}

fn get_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (frame, key) = frame_and_key(thread, arguments)?;
    if let Some(value) = look_up(thread, frame, key)? {
        return Ok(thread.get(value));
    }
    let key = repr::repr_text(thread, key)?;
    Err(thread.raise(KEY_ERROR, format!("local variable '{key}' is not defined")))
}

fn set_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (frame, key) = frame_and_key(thread, arguments)?;
    let value = thread.root(arguments.get(thread, 2));
    store(thread, frame, key, value)?;
    Ok(NONE)
}

fn delete_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (frame, key) = frame_and_key(thread, arguments)?;
    match take(thread, frame, key)? {
        Some(_) => Ok(NONE),
        None => Err(key_error(thread, thread.get(key))),
    }
}

fn has_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (frame, key) = frame_and_key(thread, arguments)?;
    Ok(boolean(look_up(thread, frame, key)?.is_some()))
}

fn get<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (frame, key) = frame_and_key(thread, arguments)?;
    match look_up(thread, frame, key)? {
        Some(value) => Ok(thread.get(value)),
        None => Ok(arguments.optional(thread, 2).unwrap_or(NONE)),
    }
}

fn set_default<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (frame, key) = frame_and_key(thread, arguments)?;
    if let Some(value) = look_up(thread, frame, key)? {
        return Ok(thread.get(value));
    }
    let default = thread.root(arguments.optional(thread, 2).unwrap_or(NONE));
    store(thread, frame, key, default)?;
    Ok(thread.get(default))
}

fn pop<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (frame, key) = frame_and_key(thread, arguments)?;
    match take(thread, frame, key)? {
        Some(value) => Ok(thread.get(value)),
        None => arguments
            .optional(thread, 2)
            .ok_or_else(|| key_error(thread, thread.get(key))),
    }
}

fn length(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(int::from_length(dict::length(
        thread,
        shown(thread, arguments)?,
    )))
}

/// What the entries of the receiver are mapped to, in order.
fn entries<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    map: impl Fn(Value<'a>, Value<'a>) -> Outcome<Value<'a>>,
) -> Outcome<Vec<Value<'a>>> {
    let shown = shown(thread, arguments)?;
    let places = 0..dict::used(thread, shown);
    let entries = places.filter_map(|place| dict::entry_at(thread, shown, place));
    entries.map(|(key, value)| map(key, value)).collect()
}

fn keys(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    list::from_values(thread, &entries(thread, arguments, |key, _| Ok(key))?)
}

fn values(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    list::from_values(thread, &entries(thread, arguments, |_, value| Ok(value))?)
}

fn items(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let pair = |key, value| tuple::from_values(thread, &[key, value]);
    list::from_values(thread, &entries(thread, arguments, pair)?)
}

fn iterator(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let keys = keys(thread, arguments)?;
    Ok(iterators::at_start(thread, CLASS_LIST_ITERATOR, keys))
}

fn reversed(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let mut keys = entries(thread, arguments, |key, _| Ok(key))?;
    keys.reverse();
    list::from_values(thread, &keys)
}

fn copy(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(shown(thread, arguments)?.value())
}

fn text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let proxy = thread.root(arguments.get(thread, 0));
    let shown = thread.root(shown(thread, arguments)?.value());
    let mut text = String::new();
    let is_whole = repr::within(thread, proxy, |thread| {
        repr::repr_into(thread, shown, &mut text)
    })?;
    string::new(thread, if is_whole { &text } else { "{...}" })
}

/// A dict of the entries of a dict, or of another proxy: no other mapping is taken.
fn copied(thread: &mut Thread, value: Root) -> Outcome<Option<Root>> {
    let given = thread.get(value);
    if let Some(frame) = frame_of(thread, given) {
        let shown = frame_variables::snapshot(thread, frame)?;
        return Ok(Some(thread.root(shown)));
    }
    if dict::as_dict(thread, given).is_none() {
        return Ok(None);
    }
    dict_methods::copied(thread, value).map(Some)
}

/// Stores the entries of a dict, or of another proxy; false for all else.
fn store_all(thread: &mut Thread, arguments: Arguments) -> Outcome<bool> {
    let frame = thread.root(frame(thread, arguments)?.value());
    let other = thread.root(arguments.get(thread, 1));
    let Some(source) = copied(thread, other)? else {
        return Ok(false);
    };
    for entry in 0..dict::used(thread, thread.object_at(source)) {
        if let Some((key, value)) = dict::entry_at(thread, thread.object_at(source), entry) {
            let mark = thread.root_count();
            let (key, value) = (thread.root(key), thread.root(value));
            store(thread, frame, key, value)?;
            thread.truncate_roots(mark);
        }
    }
    Ok(true)
}

fn update<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if store_all(thread, arguments)? {
        return Ok(NONE);
    }
    let message = "update() argument must be dict or another FrameLocalsProxy";
    Err(thread.raise(TYPE_ERROR, message))
}

fn inplace_or<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match store_all(thread, arguments)? {
        true => Ok(arguments.get(thread, 0)),
        false => Ok(NOT_IMPLEMENTED),
    }
}

/// A dict with the entries of both operands, of which one is the receiver.
fn merged<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    is_reflected: bool,
) -> Outcome<Value<'a>> {
    frame(thread, arguments)?;
    let operands = match is_reflected {
        false => [0, 1],
        true => [1, 0],
    };
    let [first, second] = operands.map(|place| thread.root(arguments.get(thread, place)));
    let (Some(first), Some(second)) = (copied(thread, first)?, copied(thread, second)?) else {
        return Ok(NOT_IMPLEMENTED);
    };
    dict_methods::update(thread, first, second)?;
    Ok(thread.get(first))
}

fn or<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    merged(thread, arguments, false)
}

fn reflected_or<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    merged(thread, arguments, true)
}

/// Whether the receiver equals the other operand; none if that is no operand for it.
fn is_equal(thread: &mut Thread, arguments: Arguments) -> Outcome<Option<bool>> {
    let own = frame(thread, arguments)?;
    let other = arguments.get(thread, 1);
    if let Some(other) = frame_of(thread, other) {
        return Ok(Some(own == other));
    }
    if dict::as_dict(thread, other).is_none() {
        return Ok(None);
    }
    let other = thread.root(other);
    let shown = thread.root(shown(thread, arguments)?.value());
    compare::holds(thread, Comparison::Equal, shown, other).map(Some)
}

fn equal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let answer = is_equal(thread, arguments)?;
    Ok(answer.map_or(NOT_IMPLEMENTED, boolean))
}

fn not_equal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let answer = is_equal(thread, arguments)?;
    Ok(answer.map_or(NOT_IMPLEMENTED, |is_equal| boolean(!is_equal)))
}

/// The methods.
const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__getitem__", 2, 2, get_item),
    NativeFunction::calling("__setitem__", 3, 3, set_item),
    NativeFunction::calling("__delitem__", 2, 2, delete_item),
    NativeFunction::calling("__contains__", 2, 2, has_item),
    NativeFunction::leaf("__len__", 1, 1, length),
    NativeFunction::leaf("__iter__", 1, 1, iterator),
    NativeFunction::leaf("__reversed__", 1, 1, reversed),
    NativeFunction::calling("__repr__", 1, 1, text),
    NativeFunction::calling("__eq__", 2, 2, equal),
    NativeFunction::calling("__ne__", 2, 2, not_equal),
    NativeFunction::calling("__or__", 2, 2, or),
    NativeFunction::calling("__ror__", 2, 2, reflected_or),
    NativeFunction::calling("__ior__", 2, 2, inplace_or),
    NativeFunction::calling("get", 2, 3, get),
    NativeFunction::calling("setdefault", 2, 3, set_default),
    NativeFunction::calling("pop", 2, 3, pop),
    NativeFunction::calling("update", 2, 2, update),
    NativeFunction::leaf("keys", 1, 1, keys),
    NativeFunction::leaf("values", 1, 1, values),
    NativeFunction::leaf("items", 1, 1, items),
    NativeFunction::leaf("copy", 1, 1, copy),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("FrameLocalsProxy", CLASS_FRAME_LOCALS)
    .constructor(CONSTRUCTOR)
    .methods(&[METHODS])
    .unhashable()
    .closed()
    .mapping_pattern()];
