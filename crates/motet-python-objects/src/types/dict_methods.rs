//! The methods of dicts.

use crate::model::exception::ATTRIBUTE_ERROR;
use crate::model::names;
use crate::model::native::NextPair;
use crate::model::type_def::TypeDef;
use crate::types::exception_fields;
use crate::types::host::{get_attribute, has_special, key_error_text};
use crate::types::int;
use crate::types::list;
use crate::types::namespace_dict;
use crate::types::native_loops;
use crate::types::prelude::*;
use crate::types::protocol::{hash, item, iterate};
use crate::types::special_methods::{
    CONTAINER, DICT_INPLACE, EQUALITY, REVERSED, SUBSCRIPT_STORE, TEXT, UNION_OPERATOR,
};
use crate::types::tables;
use crate::types::tables::wrong_receiver;
use crate::types::whole_methods;
use crate::types::{dict, dict_views, iterators, native_shortcut as quick, tuple};

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    dict::as_dict(thread, value).ok_or_else(|| wrong_receiver(thread, "dict", name, value))
}

/// The dict, the key and an optional default as roots.
fn lookup_arguments(
    thread: &Thread,
    arguments: Arguments,
    name: &str,
) -> Outcome<(Root, Root, Option<Root>)> {
    let dict = thread.root(receiver(thread, arguments, name)?.value());
    let key = thread.root(arguments.get(thread, 1));
    let default = arguments
        .optional(thread, 2)
        .map(|default| thread.root(default));
    Ok((dict, key, default))
}

/// The dict of a value whose entries are its own: a class below `dict` that has another `__iter__`
/// is asked for its `keys` and items wherever it is copied, as in CPython.
pub fn as_plain_dict<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    let object = dict::as_dict(thread, value)?;
    let class = thread.class_of(value);
    let is_own = || {
        let found = thread.look_up(class, names::ITER);
        found.is_some_and(|found| found.class == CLASS_DICT)
    };
    (class == CLASS_DICT || is_own()).then_some(object)
}

/// A new dict with the entries of one, as [`update`] takes them.
///
/// # Errors
/// As [`update`].
pub fn copied(thread: &mut Thread, source: Root) -> Outcome<Root> {
    if let Some(object) = as_plain_dict(thread, thread.get(source)) {
        let copy = dict::copy(thread, object, CLASS_DICT)?;
        return Ok(thread.root(copy));
    }
    let made = thread.root(dict::new(thread)?);
    update(thread, made, source)?;
    Ok(made)
}

/// Stores the entries of a mapping, or the pairs of an iterable.
///
/// # Errors
/// `TypeError` for any other object; any exception of iterating, hashing and comparing.
pub fn update(thread: &mut Thread, target: Root, source: Root) -> Outcome<()> {
    if let Some(object) = as_plain_dict(thread, thread.get(source)) {
        let source = thread.root(object.value());
        return update_from_dict(thread, target, source);
    }
    if let Some(method) = keys_method(thread, source)? {
        let keys = thread.call(method, &[])?;
        return iterate::for_each(thread, keys, |thread, key| {
            let value = item::get_item(thread, source, key)?;
            dict::set(thread, target, key, value)?;
            Ok(true)
        });
    }
    if native_loops::is_drained(thread, source) {
        return update_from_generator(thread, target, source);
    }
    let mut place = store_pairs(thread, target, source)?;
    iterate::for_each(thread, source, |thread, pair| {
        let to = thread.object_at(target);
        if !set_pair_leaf(thread, to, thread.get(pair))? {
            let (key, value) = key_and_value(thread, pair, place)?;
            dict::set(thread, target, key, value)?;
        }
        place += 1;
        Ok(true)
    })
}

/// Stores the pairs that an iterator gives without making tuples of them; how many there were.
fn store_pairs(thread: &mut Thread, target: Root, iterator: Root) -> Outcome<u64> {
    let mark = thread.root_count();
    let mut count = 0;
    loop {
        let NextPair::Items(key, value) = iterators::next_pair(thread, thread.get(iterator))?
        else {
            return Ok(count);
        };
        let to = thread.object_at(target);
        if !dict::set_leaf(thread, to, key, value)? {
            let (key, value) = (thread.root(key), thread.root(value));
            dict::set(thread, target, key, value)?;
            thread.truncate_roots(mark);
        }
        count += 1;
        thread.collect_in_native()?;
    }
}

/// Stores a pair that is a tuple or a list, without calling Python code; false if it is none or a
/// call is needed.
fn set_pair_leaf(thread: &Thread, dict: Object<'_>, pair: Value<'_>) -> Outcome<bool> {
    match pair_leaf(thread, pair) {
        Some((key, value)) => dict::set_leaf(thread, dict, key, value),
        None => Ok(false),
    }
}

/// The two items of a tuple or a list that has just two.
fn pair_leaf<'a>(thread: &'a Thread, pair: Value<'a>) -> Option<(Value<'a>, Value<'a>)> {
    let object = pair.as_object()?;
    match thread.host_of(object) {
        CLASS_TUPLE if tuple::length(thread, object) == 2 => {
            Some((tuple::get(thread, object, 0), tuple::get(thread, object, 1)))
        }
        CLASS_LIST => match list::values(thread, object)[..] {
            [key, value] => Some((key, value)),
            _ => None,
        },
        _ => None,
    }
}

/// A new dict of the pairs of a list or a tuple; `None` if Python code must run, or something is no
/// pair.
fn of_pairs_leaf<'a>(thread: &'a Thread, pairs: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let host = pairs.as_object().map(|object| thread.host_of(object));
    if !matches!(host, Some(CLASS_LIST | CLASS_TUPLE)) {
        return Ok(None);
    }
    let Some(pairs) = iterate::values_leaf(thread, pairs) else {
        return Ok(None);
    };
    let pairs = pairs.into_iter().map(|pair| pair_leaf(thread, pair));
    dict::Builder::new(thread, CLASS_DICT).fill(pairs)
}

/// A new dict with some keys, which have the same value; `None` if Python code must run.
///
/// # Errors
/// `TypeError` for a key that has no hash; `MemoryError`.
pub(crate) fn of_keys_leaf<'a>(
    thread: &'a Thread,
    keys: Value<'a>,
    value: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(keys) = iterate::values_leaf(thread, keys) else {
        return Ok(None);
    };
    let keys = keys.into_iter().map(|key| Some((key, value)));
    dict::Builder::new(thread, CLASS_DICT).fill(keys)
}

fn pair_step(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let state = arguments.get(thread, 0).known_object();
    let [dict, place] = list::values(thread, state)[..] else {
        unreachable!("the caller has made the state of two items");
    };
    let dict = dict.known_object();
    let is_done = set_pair_leaf(thread, dict, arguments.get(thread, 1))?;
    if is_done {
        let next = place.known_integer() + 1;
        list::set_index(thread, state, 1, int::from_i64(thread, next))?;
    }
    Ok(boolean(is_done))
}

/// The native that stores a pair in the dict of a state: `[dict, how many were stored]`.
pub const PAIR_STEP: NativeFunction = NativeFunction::leaf("dict", 2, 2, pair_step);

fn update_from_generator(thread: &mut Thread, target: Root, source: Root) -> Outcome<()> {
    let (dict, start) = (thread.get(target), Value::from_small(0));
    let state = list::from_values(thread, &[dict, start])?;
    let state = thread.root(state);
    let step = thread.machine().loops().pair_step;
    let mark = thread.root_count();
    while let Some(pair) = native_loops::each(thread, source, state, step)? {
        let list = thread.object_at(state);
        let place = list::index(thread, list, 1)?.as_integer();
        let place = place.expect("only the step writes the place, and always numbers");
        let (key, value) = key_and_value(thread, pair, place as u64)?;
        dict::set(thread, target, key, value)?;
        let next = int::from_i64(thread, place + 1);
        let list = thread.object_at(state);
        list::set_index(thread, list, 1, next)?;
        thread.truncate_roots(mark);
    }
    thread.truncate_roots(mark);
    Ok(())
}

fn update_from_dict(thread: &mut Thread, target: Root, source: Root) -> Outcome<()> {
    let object = |root| thread.object_at(root);
    let count = dict::length(thread, object(source));
    let mut entry = dict::update_leaf(thread, object(target), object(source))?;
    loop {
        let object = thread.object_at(source);
        if dict::length(thread, object) != count {
            return Err(runtime_error(thread, "dict mutated during update"));
        }
        if entry >= dict::used(thread, object) {
            return Ok(());
        }
        if let Some((key, value)) = dict::entry_at(thread, object, entry) {
            let to = thread.object_at(target);
            if !dict::set_leaf(thread, to, key, value)? {
                let mark = thread.root_count();
                let (key, value) = (thread.root(key), thread.root(value));
                dict::set(thread, target, key, value)?;
                thread.truncate_roots(mark);
            }
        }
        entry += 1;
    }
}

fn key_and_value(thread: &mut Thread, pair: Root, place: u64) -> Outcome<(Root, Root)> {
    if !iterate::is_iterable(thread, pair) {
        let raised = type_error(thread, "object is not iterable");
        let note =
            format!("Cannot convert dictionary update sequence element #{place} to a sequence");
        exception_fields::add_note_to_raised(thread, &note)?;
        return Err(raised);
    }
    let items = iterate::to_list(thread, pair)?;
    let items = list::values(thread, thread.object_at(items));
    match items[..] {
        [key, value] => Ok((thread.root(key), thread.root(value))),
        _ => {
            let count = items.len();
            let message = format!(
                "dictionary update sequence element #{place} has length {count}; 2 is required"
            );
            Err(value_error(thread, message))
        }
    }
}

/// Stores the arguments of `dict(…)` and `update(…)`.
///
/// # Errors
/// As [`update`].
pub fn update_from_arguments(thread: &mut Thread, dict: Root, arguments: Arguments) -> Outcome<()> {
    if let Some(source) = arguments.optional(thread, 1) {
        let source = thread.root(source);
        update(thread, dict, source)?;
    }
    for index in 0..arguments.keyword_count() {
        let name = thread.keyword_symbol(index);
        let name = thread.machine().symbols.object(name).value();
        let value = arguments.keyword_value(thread, index);
        if !dict::set_leaf(thread, thread.object_at(dict), name, value)? {
            let (name, value) = (thread.root(name), thread.root(value));
            dict::set(thread, dict, name, value)?;
        }
    }
    Ok(())
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    tables::refuse_subclass(thread, arguments, CLASS_DICT)?;
    if arguments.keyword_count() == 0
        && let Some(pairs) = arguments.optional(thread, 1)
        && let Some(made) = of_pairs_leaf(thread, pairs)?
    {
        let made = thread.root(made);
        return Ok(thread.get(made));
    }
    let empty = dict::with_room(thread, CLASS_DICT, arguments.keyword_count() as u64)?;
    let dict = thread.root(empty);
    update_from_arguments(thread, dict, arguments)?;
    Ok(thread.get(dict))
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("dict", 1, 2, construct).with_keywords();

fn get<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let dict = match exact(thread, arguments.get(thread, 0), CLASS_DICT) {
        Some(dict) => dict,
        None => {
            let given = arguments.get(thread, 0);
            if namespace_dict::namespace_of(thread, given).is_some() {
                return namespace_dict::get(thread, arguments);
            }
            receiver(thread, arguments, "get")?
        }
    };
    if !hash::is_of_program(thread, arguments.get(thread, 1))
        && let Some(found) = dict::get_leaf(thread, dict, arguments.get(thread, 1))?
    {
        let found = found.or_else(|| arguments.optional(thread, 2));
        let found = thread.root(found.unwrap_or(NONE));
        return Ok(thread.get(found));
    }
    let (dict, key, default) = lookup_arguments(thread, arguments, "get")?;
    let found = dict::get(thread, dict, key)?.or(default);
    Ok(found.map_or(NONE, |value| thread.get(value)))
}

fn set_default<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let dict = receiver(thread, arguments, "setdefault")?;
    let default = arguments.optional(thread, 2).unwrap_or(NONE);
    if !hash::is_of_program(thread, arguments.get(thread, 1))
        && let Some(value) = dict::default_leaf(thread, dict, arguments.get(thread, 1), default)?
    {
        let value = thread.root(value);
        return Ok(thread.get(value));
    }
    let (dict, key, default) = lookup_arguments(thread, arguments, "setdefault")?;
    let (hash, entry) = dict::locate(thread, dict, key)?;
    let object = thread.object_at(dict);
    if let Some(entry) = entry {
        return Ok(dict::value_at(thread, object, entry));
    }
    let default = default.map_or(NONE, |default| thread.get(default));
    dict::insert_new(thread, object, thread.get(key), hash, default)?;
    Ok(default)
}

fn pop<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if let Some(dict) = exact(thread, arguments.get(thread, 0), CLASS_DICT)
        && let Some(value) = dict::take_leaf(thread, dict, arguments.get(thread, 1))?
    {
        let value = thread.root(value);
        return Ok(thread.get(value));
    }
    let (dict, key, default) = lookup_arguments(thread, arguments, "pop")?;
    let object = thread.object_at(dict);
    if dict::length(thread, object) == 0 {
        // As in CPython: the key of an empty dict need not have a hash.
        let value = default.ok_or_else(|| key_error(thread, thread.get(key)))?;
        return Ok(thread.get(value));
    }
    match dict::take(thread, dict, key)?.or(default) {
        Some(value) => Ok(thread.get(value)),
        None => Err(key_error(thread, thread.get(key))),
    }
}

fn pop_item(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let dict = receiver(thread, arguments, "popitem")?;
    match dict::take_last(thread, dict)? {
        Some((key, value)) => tuple::from_values(thread, &[key, value]),
        None => Err(key_error_text(thread, "popitem(): dictionary is empty")),
    }
}

fn method_update<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let dict = thread.root(receiver(thread, arguments, "update")?.value());
    update_from_arguments(thread, dict, arguments)?;
    Ok(NONE)
}

fn keys(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(dict_views::new(
        thread,
        CLASS_DICT_KEYS,
        receiver(thread, arguments, "keys")?,
    ))
}

fn values(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(dict_views::new(
        thread,
        CLASS_DICT_VALUES,
        receiver(thread, arguments, "values")?,
    ))
}

fn items(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(dict_views::new(
        thread,
        CLASS_DICT_ITEMS,
        receiver(thread, arguments, "items")?,
    ))
}

fn copy<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = arguments.get(thread, 0);
    if let Some(namespace) = namespace_dict::namespace_of(thread, given) {
        return namespace_dict::copy_of(thread, namespace);
    }
    receiver(thread, arguments, "copy")?;
    let source = thread.root(given);
    let copy = copied(thread, source)?;
    Ok(thread.get(copy))
}

fn clear(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    dict::clear(thread, receiver(thread, arguments, "clear")?)?;
    Ok(NONE)
}

/// The attribute `keys` of a value, which makes it a mapping: instances may have it themselves.
///
/// # Errors
/// Any exception of reading it but `AttributeError`.
pub fn keys_method(thread: &mut Thread, source: Root) -> Outcome<Option<Root>> {
    let class = thread.class_of(thread.get(source));
    if class < CLASS_USER_FIRST && !has_special(thread, class, "keys") {
        return Ok(None);
    }
    match get_attribute(thread, source, "keys") {
        Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => Ok(None),
        method => method.map(Some),
    }
}

/// Methods that are no operators.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("get", 2, 3, get).with_quick(quick::get),
    NativeFunction::calling("setdefault", 2, 3, set_default).with_quick(quick::set_default),
    NativeFunction::calling("pop", 2, 3, pop).with_quick(quick::pop),
    NativeFunction::leaf("popitem", 1, 1, pop_item),
    NativeFunction::calling("update", 1, 2, method_update).with_keywords(),
    NativeFunction::leaf("keys", 1, 1, keys),
    NativeFunction::leaf("values", 1, 1, values),
    NativeFunction::leaf("items", 1, 1, items),
    NativeFunction::calling("copy", 1, 1, copy).of_whole(),
    NativeFunction::leaf("clear", 1, 1, clear),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("dict", CLASS_DICT)
    .layouts(&[LAYOUT_DICT])
    .constructor(CONSTRUCTOR)
    .filled_by_init(dict::new)
    .methods(&[
        METHODS,
        whole_methods::DICT,
        UNION_OPERATOR,
        DICT_INPLACE,
        EQUALITY,
        TEXT,
        CONTAINER,
        SUBSCRIPT_STORE,
        REVERSED,
    ])
    .public()
    .unhashable()
    .parameterised()
    .mapping_pattern()
    .matched_whole()];
