//! `_bisect`: places in sorted sequences.

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::host::get_attribute;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::operator::Comparison;
use motet_python_objects::types::protocol::{compare, item, truth};
use motet_python_objects::types::tables::{NAMES_ONLY, check_keywords, parameter};
use motet_python_objects::types::{int, int_methods, list};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("bisect_right", 0, 4, bisect_right).with_keywords(),
    NativeFunction::calling("bisect_left", 0, 4, bisect_left).with_keywords(),
    NativeFunction::calling("insort_right", 0, 4, insort_right).with_keywords(),
    NativeFunction::calling("insort_left", 0, 4, insort_left).with_keywords(),
];

/// The side of equal items on which a place is.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

/// The arguments of a search.
struct Search {
    sequence: Root,
    wanted: Root,
    low: i64,
    high: Option<i64>,
    key: Option<Root>,
}

const NAMES: [&str; 4] = ["a", "x", "lo", "hi"];

/// The arguments: keywords have any of the names, or `key`.
fn search(thread: &mut Thread, arguments: Arguments, function: &str) -> Outcome<Search> {
    let [a, x, low, high] = NAMES;
    check_keywords(
        thread,
        arguments,
        function,
        &[a, x, low, high, NAMES_ONLY, "key"],
    )?;
    let given = |index: usize| {
        let value = parameter(thread, arguments, index, NAMES[index]);
        value.map(|value| thread.root(value))
    };
    let [sequence, wanted, low, high] = [0, 1, 2, 3].map(given);
    let key = parameter(thread, arguments, usize::MAX, "key").filter(|key| *key != NONE);
    let key = key.map(|key| thread.root(key));
    let missing = [sequence, wanted].iter().position(Option::is_none);
    if let Some(missing) = missing {
        let message = format!(
            "{function}() missing required argument '{}' (pos {})",
            NAMES[missing],
            missing + 1
        );
        return Err(type_error(thread, message));
    }
    let low = match low {
        Some(low) => int_methods::index_i64(thread, low)?,
        None => 0,
    };
    if low < 0 {
        return Err(value_error(thread, "lo must be non-negative"));
    }
    let high = match high.filter(|high| thread.get(*high) != NONE) {
        Some(high) => Some(int_methods::index_i64(thread, high)?),
        None => None,
    };
    Ok(Search {
        sequence: sequence.expect("a call without this argument was refused above"),
        wanted: wanted.expect("a call without this argument was refused above"),
        low,
        high,
        key,
    })
}

fn key_of(thread: &mut Thread, key: Option<Root>, value: Root) -> Outcome<Root> {
    match key {
        Some(key) => thread.call(key, &[value]),
        None => Ok(value),
    }
}

/// The place in a list of items that are compared without Python code, for a call without bounds
/// and keys; none if the call is another one.
fn place_leaf(thread: &Thread, arguments: Arguments, side: Side) -> Outcome<Option<i64>> {
    if arguments.len() != 2 || arguments.keyword_count() != 0 {
        return Ok(None);
    }
    let wanted = arguments.get(thread, 1);
    let Some(list) = exact(thread, arguments.get(thread, 0), CLASS_LIST) else {
        return Ok(None);
    };
    let (items, length) = list::items(thread, list);
    let (mut low, mut high) = (0, length);
    while low < high {
        let middle = low + (high - low) / 2;
        let found = thread.read_element(items, middle);
        let less = |a, b| compare::holds_leaf(thread, Comparison::Less, a, b);
        let goes_left = match side {
            Side::Right => less(wanted, found)?,
            Side::Left => less(found, wanted)?.map(|is_less| !is_less),
        };
        match goes_left {
            Some(true) => high = middle,
            Some(false) => low = middle + 1,
            None => return Ok(None),
        }
    }
    Ok(Some(low as i64))
}

/// The place where the wanted item (a key, if there are keys) belongs.
fn place(thread: &mut Thread, search: &Search, wanted: Root, side: Side) -> Outcome<i64> {
    let (mut low, high) = (search.low, search.high);
    let mut high = match high {
        Some(high) => high,
        None => truth::length(thread, search.sequence)? as i64,
    };
    while low < high {
        let mark = thread.root_count();
        let middle = low + (high - low) / 2;
        let index = thread.root(int::from_i64(thread, middle));
        let found = item::get_item(thread, search.sequence, index)?;
        let found = key_of(thread, search.key, found)?;
        let goes_left = match side {
            Side::Right => compare::holds(thread, Comparison::Less, wanted, found)?,
            Side::Left => !compare::holds(thread, Comparison::Less, found, wanted)?,
        };
        match goes_left {
            true => high = middle,
            false => low = middle + 1,
        }
        thread.truncate_roots(mark);
    }
    Ok(low)
}

fn bisect<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    function: &str,
    side: Side,
) -> Outcome<Value<'a>> {
    if let Some(found) = place_leaf(thread, arguments, side)? {
        return Ok(int::from_i64(thread, found));
    }
    let search = search(thread, arguments, function)?;
    let found = place(thread, &search, search.wanted, side)?;
    Ok(int::from_i64(thread, found))
}

fn insort<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    function: &str,
    side: Side,
) -> Outcome<Value<'a>> {
    if let Some(found) = place_leaf(thread, arguments, side)?
        && let Some(list) = exact(thread, arguments.get(thread, 0), CLASS_LIST)
    {
        let wanted = arguments.get(thread, 1);
        list::replace(thread, list, found as u64, found as u64, &[wanted])?;
        return Ok(NONE);
    }
    let search = search(thread, arguments, function)?;
    let wanted = key_of(thread, search.key, search.wanted)?;
    let found = place(thread, &search, wanted, side)?;
    let index = thread.root(int::from_i64(thread, found));
    let insert = get_attribute(thread, search.sequence, "insert")?;
    thread.call(insert, &[index, search.wanted])?;
    Ok(NONE)
}

fn bisect_right<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    bisect(thread, arguments, "bisect_right", Side::Right)
}

fn bisect_left<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    bisect(thread, arguments, "bisect_left", Side::Left)
}

fn insort_right<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    insort(thread, arguments, "insort_right", Side::Right)
}

fn insort_left<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    insort(thread, arguments, "insort_left", Side::Left)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_bisect").functions(&[FUNCTIONS])];
