//! Generic forms: iteration, items, building containers and texts.

use super::family::operations;
use motet_python_bytecode::encode::{a, b, c};
use motet_python_objects::types::dict_methods;
#[cfg(handlers)]
use motet_python_objects::types::float;
use motet_tm::{Object, Root};

use super::calls::callee_text;
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::{item, iterate, repr};
use motet_python_objects::types::{dict, format_spec, list, set, slice, string, tuple};

operations! {
    GetItem => |thread, word| get_item(thread, a(word), b(word), c(word));
    SetItem => |thread, word| set_item(thread, a(word), b(word), c(word));
    DeleteItem => |thread, word| delete_item(thread, a(word), b(word));
    BuildList => |thread, word| build_list(thread, a(word), b(word), c(word));
    BuildTuple => |thread, word| build_tuple(thread, a(word), b(word), c(word));
    BuildSet => |thread, word| build_set(thread, a(word), b(word), c(word));
    BuildDict => |thread, word| build_dict(thread, a(word), b(word), c(word));
    BuildString => |thread, word| build_string(thread, a(word), b(word), c(word));
    BuildSlice => |thread, word| build_slice(thread, a(word), b(word));
    FormatValue => |thread, word| format_value(thread, a(word), b(word), c(word));
    ListAppend => |thread, word| list_append(thread, a(word), b(word));
    ListExtend => |thread, word| list_extend(thread, a(word), b(word));
    ListToTuple => |thread, word| list_to_tuple(thread, a(word), b(word));
    SetAdd => |thread, word| set_add(thread, a(word), b(word));
    SetUpdate => |thread, word| set_update(thread, a(word), b(word));
    DictSet => |thread, word| dict_set(thread, a(word), b(word), c(word));
    DictUpdate => |thread, word| dict_update(thread, a(word), b(word), false);
    DictMerge => |thread, word| dict_update(thread, a(word), b(word), true);
}

pub(crate) fn get_item(thread: &mut Thread, a: u8, b: u8, c: u8) -> Outcome<()> {
    let (container, key) = (thread.root_register(b), thread.root_register(c));
    let value = item::get_item(thread, container, key)?;
    thread.set_register(a, thread.get(value));
    Ok(())
}

pub(crate) fn set_item(thread: &mut Thread, a: u8, b: u8, c: u8) -> Outcome<()> {
    let (container, key, value) = (thread.register(a), thread.register(b), thread.register(c));
    if item::set_item_leaf(thread, container, key, value)? {
        return Ok(());
    }
    let (container, key) = (thread.root_register(a), thread.root_register(b));
    let value = thread.root_register(c);
    item::set_item(thread, container, key, value)
}

pub(crate) fn delete_item(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let (container, key) = (thread.root_register(a), thread.root_register(b));
    item::delete_item(thread, container, key)
}

pub(crate) fn build_list(thread: &Thread, a: u8, b: u8, count: u8) -> Outcome<()> {
    let list = list::from_values(thread, thread.registers_from(b, count))?;
    thread.set_register(a, list);
    Ok(())
}

pub(crate) fn build_tuple(thread: &Thread, a: u8, b: u8, count: u8) -> Outcome<()> {
    let tuple = tuple::from_values(thread, thread.registers_from(b, count))?;
    thread.set_register(a, tuple);
    Ok(())
}

pub(crate) fn build_set(thread: &mut Thread, a: u8, b: u8, count: u8) -> Outcome<()> {
    let items = thread.registers_from(b, count);
    if let Some(set) = set::of_items_leaf(thread, CLASS_SET, items.iter().copied())? {
        thread.set_register(a, set);
        return Ok(());
    }
    let set = thread.root(set::new(thread, CLASS_SET)?);
    for register in b..b + count {
        let item = thread.root_register(register);
        set::add(thread, set, item)?;
    }
    thread.set_register(a, thread.get(set));
    Ok(())
}

pub(crate) fn build_dict(thread: &mut Thread, a: u8, b: u8, pairs: u8) -> Outcome<()> {
    let made = dict::with_room(thread, CLASS_DICT, pairs.into())?;
    let object = made.known_object();
    let mut first = 0;
    while first < pairs {
        let (key, value) = (
            thread.register(b + 2 * first),
            thread.register(b + 2 * first + 1),
        );
        if !dict::set_leaf(thread, object, key, value)? {
            break;
        }
        first += 1;
    }
    let dict = thread.root(made);
    for pair in first..pairs {
        let key = thread.root_register(b + 2 * pair);
        let value = thread.root_register(b + 2 * pair + 1);
        dict::set(thread, dict, key, value)?;
    }
    thread.set_register(a, thread.get(dict));
    Ok(())
}

pub(crate) fn build_string(thread: &Thread, a: u8, b: u8, count: u8) -> Outcome<()> {
    let text = string::join_all(thread, thread.registers_from(b, count))?;
    thread.set_register(a, text);
    Ok(())
}

pub(crate) fn build_slice(thread: &Thread, a: u8, b: u8) {
    let part = |offset: u8| thread.register(b + offset);
    let slice = slice::new(thread, part(0), part(1), part(2));
    thread.set_register(a, slice);
}

/// [`format_value`] of a string or a small integer as it is; false for anything else.
#[cfg(handlers)]
pub(crate) fn format_leaf(thread: &Thread, a: u8, b: u8, how: u8) -> Outcome<bool> {
    let value = thread.register(b);
    let (conversion, has_spec) = (how & 3, how & 4 != 0);
    if has_spec {
        return Ok(false);
    }
    let formatted = match string::exact_string(thread, value) {
        Some(_) if conversion < 2 => value,
        Some(text) if conversion == 2 => string::repr(thread, text)?,
        Some(_) => return Ok(false),
        None => match (value.as_integer(), float::exact_f64(thread, value)) {
            // All conversions give the same text for them.
            (Some(number), _) => string::of_integer(thread, number)?,
            (None, Some(number)) => string::new(thread, &float::repr(number))?,
            (None, None) => return Ok(false),
        },
    };
    thread.set_register(a, formatted);
    Ok(true)
}

pub(crate) fn format_value(thread: &mut Thread, a: u8, b: u8, how: u8) -> Outcome<()> {
    let value = thread.root_register(b);
    let converted = match how & 3 {
        1 => repr::str_of(thread, value)?,
        2 => repr::repr(thread, value)?,
        3 => repr::ascii(thread, value)?,
        _ => value,
    };
    let formatted = if how & 4 == 0 {
        if string::exact_string(thread, thread.get(converted)).is_some() {
            converted
        } else {
            let empty = thread.root(string::new(thread, "")?);
            format_spec::format(thread, converted, empty)?
        }
    } else {
        let spec = thread.root_register(b + 1);
        format_spec::format(thread, converted, spec)?
    };
    thread.set_register(a, thread.get(formatted));
    Ok(())
}

pub(crate) fn list_append(thread: &Thread, a: u8, b: u8) -> Outcome<()> {
    let list = thread.register(a).known_object();
    list::push(thread, list, thread.register(b))
}

/// Refuses a value behind a star that cannot be iterated over.
fn check_starred(thread: &mut Thread, iterable: Root) -> Outcome<()> {
    if iterate::claims_to_be_iterable(thread, iterable) {
        return Ok(());
    }
    let message = |name: &str| format!("Value after * must be an iterable, not {name}");
    iterate::iter_for(thread, iterable, message).map(|_| ())
}

pub(crate) fn list_extend(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let (list, iterable) = (thread.root_register(a), thread.root_register(b));
    check_starred(thread, iterable)?;
    iterate::extend_list_asking(thread, list, iterable)
}

/// As [`list_extend`] by a list or tuple; false if it is neither.
#[cfg(handlers)]
pub(crate) fn list_extend_leaf(thread: &Thread, a: u8, b: u8) -> Outcome<bool> {
    let list = thread.register(a).known_object();
    let Some(source) = thread.register(b).as_object() else {
        return Ok(false);
    };
    let (items, count) = match thread.host_of(source) {
        CLASS_LIST => list::items(thread, source),
        CLASS_TUPLE => (source, tuple::length(thread, source)),
        _ => return Ok(false),
    };
    list::extend_from(thread, list, items, count)?;
    Ok(true)
}

/// As [`dict_update`] of an empty dict by a dict: then it is a copy. False if that is not so.
#[cfg(handlers)]
pub(crate) fn dict_update_leaf(thread: &Thread, a: u8, b: u8) -> Outcome<bool> {
    let dict = thread.register(a).known_object();
    let source = thread.object_of(thread.register(b), CLASS_DICT);
    let Some(source) = source.filter(|_| dict::length(thread, dict) == 0) else {
        return Ok(false);
    };
    // The compiler has made the dict for this register; no other code knows it.
    thread.set_register(a, dict::copy(thread, source, CLASS_DICT)?);
    Ok(true)
}

/// As [`build_dict`] without calling Python code; false if a call is needed.
#[cfg(handlers)]
pub(crate) fn build_dict_leaf(thread: &Thread, a: u8, b: u8, count: u8) -> Outcome<bool> {
    let made = dict::with_room(thread, CLASS_DICT, count.into())?;
    let dict = made.known_object();
    for index in 0..count {
        let (key, value) = (
            thread.register(b + 2 * index),
            thread.register(b + 2 * index + 1),
        );
        if !dict::set_leaf(thread, dict, key, value)? {
            return Ok(false);
        }
    }
    thread.set_register(a, made);
    Ok(true)
}

pub(crate) fn list_to_tuple(thread: &Thread, a: u8, b: u8) -> Outcome<()> {
    let list = thread.register(b).known_object();
    let values = list::values(thread, list);
    thread.set_register(a, tuple::from_values(thread, &values)?);
    Ok(())
}

/// The set in a register: the compiler has made it, but for the one that a module keeps of its
/// annotations, which a program may replace.
fn set_at(thread: &Thread, register: u8) -> Outcome<Object<'_>> {
    let value = thread.register(register);
    let set = thread.object_of(value, CLASS_SET);
    // A loop of the machine's own fills a frozenset that no program has seen yet.
    let set = set.or_else(|| thread.object_of(value, CLASS_FROZENSET));
    set.ok_or_else(|| {
        let name = thread.type_name(value);
        thread.raise(TYPE_ERROR, format!("'{name}' object is not a set"))
    })
}

pub(crate) fn set_add(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    set_at(thread, a)?;
    let (set, item) = (thread.root_register(a), thread.root_register(b));
    set::add(thread, set, item)
}

/// As [`set_add`] without calling Python code; false if a call is needed.
#[cfg(handlers)]
pub(crate) fn set_add_leaf(thread: &Thread, a: u8, b: u8) -> Outcome<bool> {
    set::add_leaf(thread, set_at(thread, a)?, thread.register(b))
}

/// As [`dict_set`] without calling Python code; false if a call is needed.
#[cfg(handlers)]
pub(crate) fn dict_set_leaf(thread: &Thread, a: u8, b: u8, c: u8) -> Outcome<bool> {
    let (key, value) = (thread.register(b), thread.register(c));
    let dict = thread.register(a).as_object();
    dict::set_leaf(
        thread,
        dict.expect("the verifier follows the dict to this register"),
        key,
        value,
    )
}

pub(crate) fn set_update(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let (set, iterable) = (thread.root_register(a), thread.root_register(b));
    set::update(thread, set, iterable)
}

pub(crate) fn dict_set(thread: &mut Thread, a: u8, b: u8, c: u8) -> Outcome<()> {
    let (key, value) = (thread.register(b), thread.register(c));
    let object = thread.register(a).known_object();
    if dict::set_leaf(thread, object, key, value)? {
        return Ok(());
    }
    let (dict, key) = (thread.root_register(a), thread.root_register(b));
    let value = thread.root_register(c);
    dict::set(thread, dict, key, value)
}

/// Updates a dict by a mapping; `merge`: for a call, whose callable lies two registers in front of
/// the dict of its keywords.
pub(crate) fn dict_update(thread: &mut Thread, a: u8, b: u8, merge: bool) -> Outcome<()> {
    let merge = merge.then(|| thread.root_register(a.saturating_sub(2)));
    let (target, source) = (thread.root_register(a), thread.root_register(b));
    let Some(object) = dict_methods::as_plain_dict(thread, thread.get(source)) else {
        return update_by_mapping(thread, target, source, merge);
    };
    if merge.is_none() {
        return dict_methods::update(thread, target, source);
    }
    let entries: Vec<(Root, Root)> = dict::entries(thread, object)
        .into_iter()
        .map(|(key, value)| (thread.root(key), thread.root(value)))
        .collect();
    for (key, value) in entries {
        put(thread, target, key, value, merge)?;
    }
    Ok(())
}

fn put(
    thread: &mut Thread,
    target: Root,
    key: Root,
    value: Root,
    merge: Option<Root>,
) -> Outcome<()> {
    if let Some(callable) = merge
        && dict::get(thread, target, key)?.is_some()
    {
        let key = repr::leaf_text(thread, thread.get(key));
        let key = key.trim_matches('\'');
        let callee = callee_text(thread, callable)?;
        let message = format!("{callee} got multiple values for keyword argument '{key}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    dict::set(thread, target, key, value)
}

fn update_by_mapping(
    thread: &mut Thread,
    target: Root,
    source: Root,
    merge: Option<Root>,
) -> Outcome<()> {
    let Some(method) = dict_methods::keys_method(thread, source)? else {
        let name = thread.type_name(thread.get(source));
        let message = if let Some(callable) = merge {
            let callee = callee_text(thread, callable)?;
            format!("{callee} argument after ** must be a mapping, not {name}")
        } else {
            format!("'{name}' object is not a mapping")
        };
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let keys = thread.call(method, &[])?;
    iterate::for_each(thread, keys, |thread, key| {
        let value = item::get_item(thread, source, key)?;
        put(thread, target, key, value, merge)?;
        Ok(true)
    })
}
