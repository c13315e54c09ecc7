//! Sorting: stable, by keys that are computed once.
//!
//! Keys of one plain type are sorted without leaving Rust. Otherwise a merge sort of places, not of
//! values: a comparison may run Python code and move every object.

use crate::model::short_call::{self, ShortCallable};
use crate::types::float;
use crate::types::iterators;
use crate::types::native_loops;
use crate::types::protocol::compare;
use crate::types::tuple;
use std::cmp::Ordering;

use crate::types::prelude::*;
use crate::types::protocol::operator::Comparison;
use crate::types::{list, string};

/// Sorts a list in place by `key` (none: by the items themselves).
///
/// # Errors
/// Any exception of keys and comparisons; `ValueError` if they change the list.
pub fn sort(thread: &mut Thread, target: Root, key: Option<Root>, reverse: bool) -> Outcome<()> {
    let mark = thread.root_count();
    let Leaf::Undone(short) = sort_leaf(thread, target, key, reverse)? else {
        return Ok(());
    };
    let object = list_object(thread, target);
    let all = list::values(thread, object);
    let count = all.len();
    let items = thread.root(tuple::from_values(thread, &all)?);
    let keys = match key.zip(short) {
        Some((key, short)) => Some(further_keys(thread, items, key, short)?),
        None => None,
    };
    let mut order = first_order(count, reverse);
    let is_sorted = keys.is_some_and(|keys| {
        let keys = list::values(thread, list_object(thread, keys));
        sort_plain(thread, &keys, &mut order)
    });
    if !is_sorted {
        let keys = match keys {
            Some(keys) => frozen(thread, keys)?,
            None => items,
        };
        order = merge_sort(thread, keys, order)?;
    }
    let items = tuple::values(thread, thread.object_at(items));
    put_in_order(thread, target, &items, &order, reverse)?;
    thread.truncate_roots(mark);
    Ok(())
}

/// The places of so many items. A descending stable sort is an ascending one of the reversed items,
/// reversed.
fn first_order(count: usize, reverse: bool) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    if reverse {
        order.reverse();
    }
    order
}

/// Gives the list its items in the order that was found.
///
/// # Errors
/// `ValueError` if keys or comparisons have changed the list.
fn put_in_order(
    thread: &Thread,
    target: Root,
    items: &[Value<'_>],
    order: &[u32],
    reverse: bool,
) -> Outcome<()> {
    let object = list_object(thread, target);
    if list::length(thread, object) != items.len() as u64 {
        return Err(value_error(thread, "list modified during sort"));
    }
    let item = |place: &u32| items[*place as usize];
    let sorted: Vec<Value<'_>> = match reverse {
        true => order.iter().rev().map(item).collect(),
        false => order.iter().map(item).collect(),
    };
    list::replace(thread, object, 0, items.len() as u64, &sorted)
}

/// The result of an attempt to sort without a call.
enum Leaf {
    /// The list is sorted.
    Done,
    /// It is as it was; a list of the keys of its first items, if there is a function for keys.
    Undone(Option<Root>),
}

/// Sorts a list if no Python code need run: its keys are plain, and a native's shortcut computes
/// them if they are not the items.
fn sort_leaf(thread: &Thread, target: Root, key: Option<Root>, reverse: bool) -> Outcome<Leaf> {
    let items = list::values(thread, list_object(thread, target));
    let keys = key.map(|key| short_keys(thread, thread.get(key), &items));
    let known = keys.as_ref().unwrap_or(&items);
    if known.len() == items.len() {
        let mut order = first_order(items.len(), reverse);
        if sort_plain(thread, known, &mut order) {
            put_in_order(thread, target, &items, &order, reverse)?;
            return Ok(Leaf::Done);
        }
    }
    let keys = keys.map(|keys| list::from_values(thread, &keys));
    Ok(Leaf::Undone(
        keys.transpose()?.map(|keys| thread.root(keys)),
    ))
}

/// So many keys may be computed without a collection between them.
const SHORT_KEYS_MAX: usize = 1 << 12;

/// The keys of the first items, as far as the function has a shortcut that knows them.
fn short_keys<'a>(thread: &'a Thread, key: Value<'a>, items: &[Value<'a>]) -> Vec<Value<'a>> {
    let Some(function) = ShortCallable::of(thread, key) else {
        return Vec::new();
    };
    let known = items.iter().take(SHORT_KEYS_MAX);
    let keys = known.map_while(|item| function.call(thread, &[*item]));
    keys.collect()
}

fn list_object(thread: &Thread, root: Root) -> Object<'_> {
    thread.object_at(root)
}

/// So many keys are computed at once by a native's shortcut.
const PORTION: usize = 64;

/// Appends the keys of the next items, those behind the items whose keys are known, as far as the
/// function has a shortcut that knows them. Returns how many.
fn append_short_keys(thread: &Thread, keys: Root, items: Root, key: Root) -> Outcome<usize> {
    let (list, items) = (list_object(thread, keys), thread.get(items));
    let items = items.known_object();
    let first = list::length(thread, list);
    let end = tuple::length(thread, items).min(first + PORTION as u64);
    let (mut found, mut count) = ([NONE; PORTION], 0);
    for place in first..end {
        let item = tuple::get(thread, items, place);
        let Some(value) = short_call::call_shortly(thread, thread.get(key), &[item]) else {
            break;
        };
        found[count] = value;
        count += 1;
    }
    list::extend(thread, list, &found[..count])?;
    Ok(count)
}

/// Appends the keys of the items behind those whose keys are known.
fn further_keys(thread: &mut Thread, items: Root, key: Root, keys: Root) -> Outcome<Root> {
    let mark = thread.root_count();
    while append_short_keys(thread, keys, items, key)? > 0 {
        thread.collect_in_native()?;
    }
    let known = list::length(thread, list_object(thread, keys));
    let further = tuple::values(thread, thread.object_at(items));
    let further = tuple::from_values(thread, &further[known as usize..])?;
    let further = further.known_object();
    let iterator =
        iterators::over(thread, further)?.expect("a tuple has an iterator that needs no call");
    let iterator = thread.root(iterator);
    native_loops::map_all(thread, keys, iterator, key)?;
    thread.truncate_roots(mark);
    Ok(keys)
}

/// The items of a list, in a tuple.
fn frozen(thread: &Thread, list: Root) -> Outcome<Root> {
    let items = list::values(thread, list_object(thread, list));
    tuple::from_values(thread, &items).map(|tuple| thread.root(tuple))
}

/// Sorts by keys that are all immediate integers, all strings or all floats. False if they are not.
fn sort_plain<'a>(thread: &'a Thread, keys: &[Value<'a>], order: &mut [u32]) -> bool {
    let Some(first) = keys.first() else {
        return true;
    };
    if first.as_integer().is_some() {
        let integers: Option<Vec<i64>> = keys.iter().map(|key| key.as_integer()).collect();
        if let Some(integers) = integers {
            sort_by(&integers, order, i64::cmp);
            return true;
        }
    }
    if string::exact_string(thread, *first).is_some() {
        let text = |key: &Value<'a>| {
            let string = string::exact_string(thread, *key)?;
            Some(string::utf8(thread, string))
        };
        let texts: Option<Vec<&[u8]>> = keys.iter().map(text).collect();
        let Some(texts) = texts else { return false };
        sort_by(&texts, order, |a, b| a.cmp(b));
        return true;
    }
    let floats: Option<Vec<f64>> = keys
        .iter()
        .map(|key| float::exact_f64(thread, *key).filter(|number| !number.is_nan()))
        .collect();
    if let Some(floats) = floats {
        sort_by(&floats, order, |a, b| {
            a.partial_cmp(b)
                .expect("a list with NaN is not sorted here")
        });
        return true;
    }
    sort_tuples(thread, keys, order)
}

/// Sorts places by the keys that stand there: each place goes with its key, so that none is looked
/// up.
fn sort_by<K: Copy>(keys: &[K], order: &mut [u32], compare: impl Fn(&K, &K) -> Ordering) {
    let pair = |place: &u32| (keys[*place as usize], *place);
    let mut pairs: Vec<(K, u32)> = order.iter().map(pair).collect();
    pairs.sort_by(|a, b| compare(&a.0, &b.0));
    for (place, (_, sorted)) in order.iter_mut().zip(pairs) {
        *place = sorted;
    }
}

/// An item of a tuple that can be compared without leaving Rust.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Integer(i64),
    Text(&'a [u8]),
}

/// Sorts by keys that are all tuples of one length, where all items at one place are immediate
/// integers or all are strings. False if they are not.
fn sort_tuples<'a>(thread: &'a Thread, keys: &[Value<'a>], order: &mut [u32]) -> bool {
    let Some(first) = keys
        .first()
        .and_then(|key| exact(thread, *key, CLASS_TUPLE))
    else {
        return false;
    };
    let width = tuple::length(thread, first) as usize;
    let mut parts = Vec::with_capacity(keys.len() * width);
    for key in keys {
        let Some(tuple) = exact(thread, *key, CLASS_TUPLE) else {
            return false;
        };
        if tuple::length(thread, tuple) as usize != width {
            return false;
        }
        for place in 0..width {
            let item = tuple::get(thread, tuple, place as u64);
            let part = match string::exact_string(thread, item) {
                Some(string) => Some(Part::Text(string::utf8(thread, string))),
                None => item.as_integer().map(Part::Integer),
            };
            let Some(part) = part else { return false };
            let kind = std::mem::discriminant(&part);
            let is_first = parts.len() < width;
            if !is_first && kind != std::mem::discriminant(&parts[place]) {
                return false;
            }
            parts.push(part);
        }
    }
    let row = |place: &u32| &parts[*place as usize * width..][..width];
    order.sort_by(|a, b| row(a).cmp(row(b)));
    true
}

fn merge_sort(thread: &mut Thread, keys: Root, order: Vec<u32>) -> Outcome<Vec<u32>> {
    let mut runs = natural_runs(thread, keys, &order)?;
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut pending = runs.into_iter();
        while let Some(first) = pending.next() {
            match pending.next() {
                Some(second) => merged.push(merge(thread, keys, &first, &second)?),
                None => merged.push(first),
            }
        }
        runs = merged;
    }
    Ok(runs.pop().unwrap_or_default())
}

/// Stretches that are in order already: sorted input takes one comparison for each item.
fn natural_runs(thread: &mut Thread, keys: Root, order: &[u32]) -> Outcome<Vec<Vec<u32>>> {
    let mut runs: Vec<Vec<u32>> = Vec::new();
    for place in order {
        let continues = match runs.last().and_then(|run| run.last()) {
            Some(last) => !less(thread, keys, *place, *last)?,
            None => false,
        };
        if continues {
            runs.last_mut()
                .expect("the last run was read just above")
                .push(*place);
        } else {
            runs.push(vec![*place]);
        }
    }
    Ok(runs)
}

fn merge(thread: &mut Thread, keys: Root, first: &[u32], second: &[u32]) -> Outcome<Vec<u32>> {
    let mut merged = Vec::with_capacity(first.len() + second.len());
    let (mut left, mut right) = (0, 0);
    while left < first.len() && right < second.len() {
        if less(thread, keys, second[right], first[left])? {
            merged.push(second[right]);
            right += 1;
        } else {
            merged.push(first[left]);
            left += 1;
        }
    }
    merged.extend_from_slice(&first[left..]);
    merged.extend_from_slice(&second[right..]);
    Ok(merged)
}

fn less(thread: &mut Thread, keys: Root, a: u32, b: u32) -> Outcome<bool> {
    let tuple = thread.object_at(keys);
    let first = tuple::get(thread, tuple, u64::from(a));
    let second = tuple::get(thread, tuple, u64::from(b));
    let known = compare::holds_leaf(thread, Comparison::Less, first, second)?;
    if let Some(known) = known {
        return Ok(known);
    }
    let mark = thread.root_count();
    let (first, second) = (thread.root(first), thread.root(second));
    let answer = compare::holds_asking(thread, Comparison::Less, first, second)?;
    thread.truncate_roots(mark);
    Ok(answer)
}
