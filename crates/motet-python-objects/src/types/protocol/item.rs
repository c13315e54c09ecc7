//! Subscription: reading, storing and deleting items.

use crate::model::instance_layout;
use crate::model::names;
use crate::types::host::get_attribute;
use crate::types::int_methods;
use crate::types::prelude::*;
use crate::types::protocol::inherited::inherited;
use crate::types::protocol::iterate;
use crate::types::protocol::truth;
use crate::types::whole_methods;
use crate::types::{
    array, bytearray, bytearray_methods, bytes, deque, dict, int, list, memoryview, range, slice,
    string, tuple,
};

/// `value.__index__()`: an `int`.
///
/// # Errors
/// `TypeError` if it stands for no integer; any exception of `__index__`.
pub fn index(thread: &mut Thread, value: Root) -> Outcome<Root> {
    if int::is_int(thread, thread.get(value)) {
        return Ok(value);
    }
    if !is_builtin(thread, thread.get(value))
        && let Some(result) = thread.call_special(value, "__index__", &[])?
    {
        if thread.class_of(thread.get(result)) == CLASS_INT {
            return Ok(result);
        }
        let name = type_name(thread, thread.get(result));
        let message = format!("__index__ returned non-int (type {name})");
        if !int::is_int(thread, thread.get(result)) {
            return Err(type_error(thread, message));
        }
        int_methods::warn_of_subclass(thread, &message, "int")?;
        return Ok(result);
    }
    let name = type_name(thread, thread.get(value));
    Err(type_error(
        thread,
        format!("'{name}' object cannot be interpreted as an integer"),
    ))
}

/// The number that an index stands for; `None` if `__index__` must be asked.
pub(crate) fn place(
    thread: &Thread,
    key: Value<'_>,
    bad_type: impl FnOnce(&str) -> String,
) -> Outcome<Option<i64>> {
    if let Some(number) = int::to_i64(thread, key) {
        return Ok(Some(number));
    }
    if int::is_int(thread, key) {
        let message = "cannot fit 'int' into an index-sized integer";
        return Err(index_error(thread, message));
    }
    if !is_builtin(thread, key) {
        return Ok(None);
    }
    Err(type_error(thread, bad_type(&type_name(thread, key))))
}

/// `object[key]` for built-in containers; `None` if Python code must run, or if it is an error that
/// [`get_item`] raises.
///
/// # Errors
/// `IndexError`, `KeyError`, `TypeError`.
#[inline]
pub fn get_item_leaf<'a>(
    thread: &'a Thread,
    container: Value<'a>,
    key: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(object) = container.as_object() else {
        return Ok(None);
    };
    match thread.host_of(object) {
        CLASS_LIST => {
            if let Some(index) = key.as_integer() {
                return list::index(thread, object, index).map(Some);
            }
            get_sequence_item(thread, object, key)
        }
        CLASS_DICT => match dict::get_leaf(thread, object, key)? {
            None => Ok(None),
            Some(Some(value)) => Ok(Some(value)),
            Some(None) => Err(key_error(thread, key)),
        },
        CLASS_TUPLE | CLASS_STR | CLASS_BYTES | CLASS_RANGE | CLASS_BYTEARRAY => {
            get_sequence_item(thread, object, key)
        }
        CLASS_ARRAY => array::get_leaf(thread, object, key),
        CLASS_DEQUE => Ok(deque::get_plain(thread, object, key)),
        CLASS_MEMORYVIEW => memoryview::get_leaf(thread, object, key),
        // The class itself deals with keys that are missing.
        _ => match plain_dict(thread, object, "__getitem__") {
            Some(dict) => Ok(dict::get_leaf(thread, dict, key)?.flatten()),
            None => get_item_of_other(thread, object, key),
        },
    }
}

/// As [`get_item_leaf`], for instances below built-in sequences whose class has inherited
/// `__getitem__`, and objects of built-in classes that have a short cut for it.
#[inline(never)]
fn get_item_of_other<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    key: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let host = thread.host_of(object);
    if host >= CLASS_USER_FIRST {
        let inside = inherited(thread, object, names::GETITEM);
        let is_known =
            |value: Value<'a>| is_sequence(thread, value) || kind(thread, value) == CLASS_ARRAY;
        return match inside.filter(|inside| is_known(*inside)) {
            Some(inside) => get_item_leaf(thread, inside, key),
            None => Ok(None),
        };
    }
    if host < CLASS_ASKED_FIRST {
        return Ok(None);
    }
    let class = thread.class_of(object.value());
    let found = thread.look_up(class, names::GETITEM);
    let native = found.and_then(|found| thread.object_of(found.value, CLASS_NATIVE_FUNCTION));
    let quick = native
        .and_then(|native| thread.unbound_native(native))
        .and_then(|native| native.quick);
    Ok(quick.and_then(|quick| quick(thread, [object.value(), key, UNBOUND])))
}

/// The dict that an instance of a class below `dict` stands for, if `dict` has the method.
fn plain_dict<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    method: &'static str,
) -> Option<Object<'a>> {
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    let value = instance_layout::boxed_value(thread, object)?;
    let dict = exact(thread, value, CLASS_DICT)?;
    let class = thread.class_of_object(object);
    let found = thread.look_up(class, thread.known_symbol(method)?)?;
    (found.class == CLASS_DICT).then_some(dict)
}

fn get_sequence_item<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    key: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let kind = thread.host_of(object);
    if let Some(slice) = slice::as_slice(thread, key) {
        if kind == CLASS_RANGE {
            let sliced = range::parts(thread, object);
            let limits = slice::limits(thread, slice, range::limit)?;
            return Ok(limits.map(|limits| range::new(thread, range::slice(sliced, limits))));
        }
        let length =
            truth::length_leaf(thread, object.value()).expect("the caller has found a sequence");
        let Some(indices) = slice::indices(thread, slice, length)? else {
            return Ok(None);
        };
        return Ok(Some(match kind {
            CLASS_LIST => list::slice(thread, object, indices)?,
            CLASS_TUPLE => tuple::slice(thread, object, indices)?,
            CLASS_STR => string::slice(thread, object, indices)?,
            CLASS_BYTES => bytes::slice(thread, object, indices)?,
            _ => bytearray::slice(thread, object, indices)?,
        }));
    }
    let bad_type = |name: &str| wrong_index(kind, name);
    if kind == CLASS_RANGE
        && let Some(index) = int::to_i128(thread, key)
    {
        return range::index(thread, object, index).map(Some);
    }
    let Some(index) = place(thread, key, bad_type)? else {
        return Ok(None);
    };
    Ok(Some(match kind {
        CLASS_LIST => list::index(thread, object, index)?,
        CLASS_TUPLE => tuple::index(thread, object, index)?,
        CLASS_STR => string::index(thread, object, index)?,
        CLASS_BYTES => bytes::index(thread, object, index)?,
        CLASS_BYTEARRAY => bytearray::index(thread, object, index)?,
        _ => range::index(thread, object, i128::from(index))?,
    }))
}

/// What a sequence of a built-in kind says of a key of a wrong type.
pub(crate) fn wrong_index(kind: ClassNumber, name: &str) -> String {
    match kind {
        CLASS_LIST => format!("list indices must be integers or slices, not {name}"),
        CLASS_TUPLE => format!("tuple indices must be integers or slices, not {name}"),
        CLASS_STR => format!("string indices must be integers, not '{name}'"),
        CLASS_BYTEARRAY => format!("bytearray indices must be integers or slices, not {name}"),
        CLASS_BYTES => format!("byte indices must be integers or slices, not {name}"),
        _ => format!("range indices must be integers or slices, not {name}"),
    }
}

/// A key in which Python code has been asked for integers: an index or a slice of a sequence of a
/// built-in kind.
fn resolved_key(thread: &mut Thread, sequence: ClassNumber, key: Root) -> Outcome<Root> {
    let given = thread.get(key);
    if slice::as_slice(thread, given).is_some() {
        return slice::resolved(thread, key);
    }
    if is_builtin(thread, given) {
        return Ok(key);
    }
    let name = type_name(thread, given);
    if !is_index(thread, given) {
        return Err(type_error(thread, wrong_index(sequence, &name)));
    }
    let resolved = index(thread, key)?;
    if sequence != CLASS_RANGE && int::to_i64(thread, thread.get(resolved)).is_none() {
        let message = format!("cannot fit '{name}' into an index-sized integer");
        return Err(index_error(thread, message));
    }
    Ok(resolved)
}

fn is_sequence(thread: &Thread, value: Value<'_>) -> bool {
    matches!(
        kind(thread, value),
        CLASS_LIST | CLASS_TUPLE | CLASS_STR | CLASS_BYTES | CLASS_RANGE | CLASS_BYTEARRAY
    )
}

/// `container[key]`.
///
/// # Errors
/// `TypeError`, `IndexError`, `KeyError`; any exception of special methods.
pub fn get_item(thread: &mut Thread, container: Root, key: Root) -> Outcome<Root> {
    if kind(thread, thread.get(container)) == CLASS_DICT {
        // Most often a key whose class must be asked: that has been found out already.
        return match dict::get(thread, container, key)? {
            Some(value) => Ok(value),
            None => Err(key_error(thread, thread.get(key))),
        };
    }
    if let Some(value) = get_item_leaf(thread, thread.get(container), thread.get(key))? {
        return Ok(thread.root(value));
    }
    let target = thread.get(container);
    if is_sequence(thread, target) {
        let key = resolved_key(thread, kind(thread, target), key)?;
        let value = get_item_leaf(thread, thread.get(container), thread.get(key))?;
        return Ok(
            thread.root(value.expect("resolved_key gives an integer or a slice of integers"))
        );
    }
    let inside = target.as_object();
    let inside = inside.and_then(|object| plain_dict(thread, object, "__getitem__"));
    if let Some(inside) = inside {
        // The method would do just this.
        let inside = thread.root(inside.value());
        return whole_methods::item_or_missing(thread, container, inside, key);
    }
    if let Some(result) = thread.call_special(container, "__getitem__", &[key])? {
        return Ok(result);
    }
    if let Some(class) = thread.class_number_of(thread.get(container)) {
        // `list[int]`, `C[T]`
        if thread.look_up(class, names::CLASS_GETITEM).is_some() {
            let method = get_attribute(thread, container, "__class_getitem__")?;
            return thread.call(method, &[key]);
        }
        let name = thread.class_name(class);
        return Err(type_error(
            thread,
            format!("type '{name}' is not subscriptable"),
        ));
    }
    let name = type_name(thread, thread.get(container));
    Err(type_error(
        thread,
        format!("'{name}' object is not subscriptable"),
    ))
}

/// `container[key] = value` for built-in containers; false if Python code must run, or if it is an
/// error that [`set_item`] raises.
///
/// # Errors
/// `IndexError`, `TypeError`; an abort.
#[inline]
pub fn set_item_leaf(
    thread: &Thread,
    container: Value<'_>,
    key: Value<'_>,
    value: Value<'_>,
) -> Outcome<bool> {
    let Some(object) = container.as_object() else {
        return Ok(false);
    };
    match thread.host_of(object) {
        CLASS_LIST => {
            if let Some(slice) = slice::as_slice(thread, key) {
                return set_list_slice(thread, object, slice, value);
            }
            let bad_type = |name: &str| wrong_index(CLASS_LIST, name);
            let Some(index) = place(thread, key, bad_type)? else {
                return Ok(false);
            };
            list::set_index(thread, object, index, value)?;
            Ok(true)
        }
        CLASS_DICT => dict::set_leaf(thread, object, key, value),
        CLASS_ARRAY => array::set_leaf(thread, object, key, value),
        _ => match plain_dict(thread, object, "__setitem__") {
            Some(dict) => dict::set_leaf(thread, dict, key, value),
            None => Ok(false),
        },
    }
}

/// `list[slice] = values` for a list or tuple of values and a slice of integers; false for all
/// else.
fn set_list_slice(
    thread: &Thread,
    object: Object<'_>,
    key: Object<'_>,
    value: Value<'_>,
) -> Outcome<bool> {
    let values = match kind(thread, value) {
        CLASS_LIST => list::values(thread, value.known_object()),
        CLASS_TUPLE => tuple::values(thread, value.known_object()),
        _ => return Ok(false),
    };
    let Some(indices) = slice::indices(thread, key, list::length(thread, object))? else {
        return Ok(false);
    };
    list::set_slice(thread, object, indices, &values)?;
    Ok(true)
}

/// `container[key] = value`.
///
/// # Errors
/// `TypeError`, `IndexError`; any exception of special methods; an abort.
pub fn set_item(thread: &mut Thread, container: Root, key: Root, value: Root) -> Outcome<()> {
    let target = thread.get(container);
    if set_item_leaf(thread, target, thread.get(key), thread.get(value))? {
        return Ok(());
    }
    match kind(thread, target) {
        CLASS_LIST => return set_list_item(thread, container, key, value),
        CLASS_DICT => return dict::set(thread, container, key, value),
        CLASS_BYTEARRAY => {
            let key = resolved_key(thread, CLASS_BYTEARRAY, key)?;
            return bytearray_methods::set_item(thread, container, key, value);
        }
        _ => {}
    }
    if thread
        .call_special(container, "__setitem__", &[key, value])?
        .is_some()
    {
        return Ok(());
    }
    is_place(thread, container, key)?;
    let name = type_name(thread, thread.get(container));
    Err(type_error(
        thread,
        format!("'{name}' object does not support item assignment"),
    ))
}

/// True if `container` is a sequence to CPython and `key` an index: all classes that have a length
/// and all that a program has made are sequences here. The index is found too large before the
/// sequence is found to be immutable.
///
/// # Errors
/// `IndexError` if no sequence is that long; any exception of `__index__`.
fn is_place(thread: &mut Thread, container: Root, key: Root) -> Outcome<bool> {
    let host = kind(thread, thread.get(container));
    let has_length = matches!(
        host,
        CLASS_SET | CLASS_FROZENSET | CLASS_DICT_KEYS | CLASS_DICT_VALUES | CLASS_DICT_ITEMS
    );
    let is_of_program = thread.class_of(thread.get(container)) >= CLASS_USER_FIRST;
    if !(has_length || is_of_program || is_sequence(thread, thread.get(container))) {
        return Ok(false);
    }
    if !is_index(thread, thread.get(key)) {
        return Ok(false);
    }
    let number = index(thread, key)?;
    if int::to_i64(thread, thread.get(number)).is_none() {
        let name = type_name(thread, thread.get(key));
        let message = format!("cannot fit '{name}' into an index-sized integer");
        return Err(index_error(thread, &message));
    }
    Ok(true)
}

/// True for integers, and for objects whose class has `__index__`.
fn is_index(thread: &Thread, key: Value<'_>) -> bool {
    int::is_int(thread, key) || thread.has_special(thread.class_of(key), "__index__")
}

fn set_list_item(thread: &mut Thread, list: Root, key: Root, value: Root) -> Outcome<()> {
    let key = resolved_key(thread, CLASS_LIST, key)?;
    let Some(slice) = slice::as_slice(thread, thread.get(key)) else {
        set_item_leaf(thread, thread.get(list), thread.get(key), thread.get(value))?;
        return Ok(());
    };
    // A wrong slice is told before a wrong value.
    slice::indices(thread, slice, 0)?;
    let message = |_: &str| "must assign iterable to extended slice".to_owned();
    let value = iterate::iter_for(thread, value, message)?;
    let values = iterate::to_list(thread, value)?;
    let object = thread.object_at(list);
    let slice = thread.object_at(key);
    let length = list::length(thread, object);
    let indices = slice::indices(thread, slice, length)?
        .expect("resolved_key gives an integer or a slice of integers");
    let values = list::values(thread, thread.object_at(values));
    list::set_slice(thread, object, indices, &values)
}

/// `del container[key]` of a list or dict, if no Python code must be asked for it; false: nothing
/// is done.
///
/// # Errors
/// `TypeError` for a key that has no hash; an abort.
pub fn delete_item_leaf(thread: &Thread, container: Value<'_>, key: Value<'_>) -> Outcome<bool> {
    let Some(object) = container.as_object() else {
        return Ok(false);
    };
    match thread.host_of(object) {
        CLASS_DICT => Ok(dict::take_leaf(thread, object, key)?.is_some()),
        CLASS_LIST => {
            let length = list::length(thread, object);
            if let Some(index) = int::small(key) {
                let is_there = slice::place(index, length).is_some();
                if is_there {
                    list::remove(thread, object, index, "")?;
                }
                return Ok(is_there);
            }
            let Some(slice) = slice::as_slice(thread, key) else {
                return Ok(false);
            };
            let Some(indices) = slice::indices(thread, slice, length)? else {
                return Ok(false);
            };
            list::delete_slice(thread, object, indices)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// `del container[key]`.
///
/// # Errors
/// `TypeError`, `IndexError`, `KeyError`; any exception of special methods; an abort.
pub fn delete_item(thread: &mut Thread, container: Root, key: Root) -> Outcome<()> {
    match kind(thread, thread.get(container)) {
        CLASS_LIST => {
            let key = resolved_key(thread, CLASS_LIST, key)?;
            let object = thread.object_at(container);
            let key = thread.get(key);
            if let Some(slice) = slice::as_slice(thread, key) {
                let length = list::length(thread, object);
                let indices = slice::indices(thread, slice, length)?
                    .expect("resolved_key gives an integer or a slice of integers");
                return list::delete_slice(thread, object, indices);
            }
            let bad_type = |name: &str| wrong_index(CLASS_LIST, name);
            let index = place(thread, key, bad_type)?
                .expect("resolved_key gives an integer or a slice of integers");
            list::remove(thread, object, index, "list assignment index out of range")?;
            return Ok(());
        }
        CLASS_BYTEARRAY => {
            let key = resolved_key(thread, CLASS_BYTEARRAY, key)?;
            return bytearray_methods::delete_item(thread, container, key);
        }
        CLASS_DICT => {
            return match dict::take(thread, container, key)? {
                Some(_) => Ok(()),
                None => Err(key_error(thread, thread.get(key))),
            };
        }
        _ => {}
    }
    if thread
        .call_special(container, "__delitem__", &[key])?
        .is_some()
    {
        return Ok(());
    }
    let does_not = if is_place(thread, container, key)? {
        "doesn't"
    } else {
        "does not"
    };
    let name = type_name(thread, thread.get(container));
    Err(type_error(
        thread,
        format!("'{name}' object {does_not} support item deletion"),
    ))
}
