//! Sorting: stable, by keys that are computed once.
//!
//! Keys of one plain type are sorted without leaving Rust. Otherwise places are sorted, not values:
//! a comparison may run Python code and move every object. Few places are sorted by insertion,
//! others by merging. Meanwhile the list is empty, as in CPython.

use crate::model::short_call::{self, ShortCallable};
use crate::types::float;
use crate::types::iterators;
use crate::types::native_loops;
use crate::types::protocol::compare;
use crate::types::tuple;
use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::types::list::Taken;
use crate::types::prelude::*;
use crate::types::protocol::operator::Comparison;
use crate::types::{list, string};

/// So many items are sorted without memory of the system's allocator.
const FEW: usize = 16;

/// Fewer items than these are sorted by insertion, comparing the same pairs as CPython. The pairs
/// decide where items without an order (NaN) come to lie, and which comparison fails first.
const INSERTION_BELOW: usize = 64;

type Few<T> = SmallVec<[T; FEW]>;

/// Sorts a list in place by `key` (none: by the items themselves).
///
/// # Errors
/// Any exception of keys and comparisons; `ValueError` if they change the list.
pub fn sort(thread: &mut Thread, target: Root, key: Option<Root>, reverse: bool) -> Outcome<()> {
    let mark = thread.root_count();
    let Leaf::Undone(short) = sort_leaf(thread, target, key, reverse)? else {
        return Ok(());
    };
    let outcome = sort_calling(thread, target, key.zip(short), reverse);
    thread.truncate_roots(mark);
    outcome
}

/// [`sort`] where code of the program may run: by a function for keys and the keys that are known.
#[inline(never)]
fn sort_calling(
    thread: &mut Thread,
    target: Root,
    key: Option<(Root, Root)>,
    reverse: bool,
) -> Outcome<()> {
    let all = list::values(thread, list_object(thread, target));
    let items = thread.root(tuple::from_values(thread, &all)?);
    let taken = list::take_items(thread, list_object(thread, target))?;
    let keys = match key {
        Some((key, known)) => further_keys(thread, items, key, known).map(Some),
        None => Ok(None),
    };
    let keys = match keys {
        Ok(keys) => keys,
        Err(unwind) => return give_up(thread, target, taken, unwind),
    };
    if let Some(keys) = keys {
        let keys = list::values(thread, list_object(thread, keys));
        let mut items = tuple::values(thread, thread.object_at(items));
        if sort_plain(thread, Some(&keys), &mut items, reverse) {
            return finish(thread, target, taken, &items);
        }
    }
    let order = match order_by_calling(thread, items, keys, reverse) {
        Ok(order) => order,
        Err(unwind) => return give_up(thread, target, taken, unwind),
    };
    let sorted = in_order(thread, items, &order, reverse);
    finish(thread, target, taken, &sorted)
}

/// Sorts a list that no program knows by the keys in another list (None: by its items), descending
/// or not. False if that takes Python code.
fn sort_step<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let target = thread.root(arguments.get(thread, 0));
    let reverse = arguments.get(thread, 2) == TRUE;
    let Some(keys) = list::as_list(thread, arguments.get(thread, 1)) else {
        let leaf = sort_leaf(thread, target, None, reverse)?;
        return Ok(boolean(matches!(leaf, Leaf::Done)));
    };
    let keys = list::values(thread, keys);
    let mut items = list::values(thread, list_object(thread, target));
    let is_sorted = sort_plain(thread, Some(&keys), &mut items, reverse);
    if is_sorted {
        store(thread, target, &items)?;
    }
    Ok(boolean(is_sorted))
}

/// The native that sorts a list by the keys in another one, if that takes no Python code.
pub const SORT_STEP: NativeFunction = NativeFunction::leaf("sorted", 3, 3, sort_step);

/// The same with Python code: returns the list.
fn sort_by_keys<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let target = thread.root(arguments.get(thread, 0));
    let keys = list::as_list(thread, arguments.get(thread, 1));
    let keys = keys.map(|keys| thread.root(keys.value()));
    let reverse = arguments.get(thread, 2) == TRUE;
    let items = frozen(thread, target)?;
    let order = order_by_calling(thread, items, keys, reverse)?;
    store(thread, target, &in_order(thread, items, &order, reverse))?;
    Ok(thread.get(target))
}

/// The native that sorts a list by the keys in another one with Python code.
pub const SORT_CALLING: NativeFunction = NativeFunction::calling("sorted", 3, 3, sort_by_keys);

/// The items of a tuple in an order that [`order_by_calling`] has found.
fn in_order<'a>(thread: &'a Thread, items: Root, order: &[u32], reverse: bool) -> Vec<Value<'a>> {
    let items = thread.object_at(items);
    let item = |place: &u32| tuple::get(thread, items, u64::from(*place));
    match reverse {
        true => order.iter().rev().map(item).collect(),
        false => order.iter().map(item).collect(),
    }
}

/// Gives a list back the items that were taken, sorted.
///
/// # Errors
/// `ValueError` if keys or comparisons have put others into it.
#[inline(always)]
fn finish(thread: &Thread, target: Root, taken: Taken, sorted: &[Value<'_>]) -> Outcome<()> {
    let was_changed = list::put_items_back(thread, list_object(thread, target), taken)?;
    store(thread, target, sorted)?;
    match was_changed {
        true => Err(value_error(thread, "list modified during sort")),
        false => Ok(()),
    }
}

/// Gives a list its items back as they were, because keys or comparisons have failed.
fn give_up(thread: &Thread, target: Root, taken: Taken, unwind: Unwind) -> Outcome<()> {
    list::put_items_back(thread, list_object(thread, target), taken)?;
    Err(unwind)
}

/// The order of the items of a tuple, by keys in a list, or by the items themselves.
fn order_by_calling(
    thread: &mut Thread,
    items: Root,
    keys: Option<Root>,
    reverse: bool,
) -> Outcome<Vec<u32>> {
    let count = tuple::length(thread, thread.object_at(items)) as usize;
    let by = match keys {
        Some(keys) => frozen(thread, keys)?,
        None => items,
    };
    sort_places(thread, by, first_order(count, reverse))
}

/// The places of so many items, reversed for a descending sort: [`sort_by`] says why.
fn first_order(count: usize, reverse: bool) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    if reverse {
        order.reverse();
    }
    order
}

/// Stores the sorted items of a list.
fn store(thread: &Thread, target: Root, sorted: &[Value<'_>]) -> Outcome<()> {
    list::replace(
        thread,
        list_object(thread, target),
        0,
        sorted.len() as u64,
        sorted,
    )
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
    let mut items = Few::new();
    items.extend(list::items_of(thread, list_object(thread, target)));
    let mut keys = Few::new();
    if let Some(key) = key {
        compute_shortly(thread, thread.get(key), &items, &mut keys);
    }
    let by = key.map(|_| &*keys);
    if by.is_none_or(|keys| keys.len() == items.len())
        && sort_plain(thread, by, &mut items, reverse)
    {
        store(thread, target, &items)?;
        return Ok(Leaf::Done);
    }
    let known = by.map(|keys| list::from_values(thread, keys));
    Ok(Leaf::Undone(
        known.transpose()?.map(|keys| thread.root(keys)),
    ))
}

/// So many keys may be computed without a collection between them.
const SHORT_KEYS_MAX: usize = 1 << 12;

/// Appends the keys of the first items, as far as the function has a shortcut that knows them.
fn compute_shortly<'a>(
    thread: &'a Thread,
    key: Value<'a>,
    items: &[Value<'a>],
    keys: &mut Few<Value<'a>>,
) {
    if let Some(function) = ShortCallable::of(thread, key) {
        let known = items.iter().take(SHORT_KEYS_MAX);
        keys.extend(known.map_while(|item| function.call(thread, &[*item])));
    }
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
#[inline(always)]
fn further_keys(thread: &mut Thread, items: Root, key: Root, keys: Root) -> Outcome<Root> {
    let mark = thread.root_count();
    while append_short_keys(thread, keys, items, key)? > 0 {
        thread.collect_in_native()?;
    }
    let known = list::length(thread, list_object(thread, keys));
    let further = match known {
        0 => thread.object_at(items),
        _ => {
            let further = tuple::values(thread, thread.object_at(items));
            tuple::from_values(thread, &further[known as usize..])?.known_object()
        }
    };
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

/// Sorts items by keys (none: by themselves) that are all immediate integers, all strings, all
/// floats, or all such tuples as [`Rows`] takes. Returns whether they are.
fn sort_plain<'a>(
    thread: &'a Thread,
    keys: Option<&[Value<'a>]>,
    items: &mut [Value<'a>],
    reverse: bool,
) -> bool {
    let Some(first) = keys.unwrap_or(items).first().copied() else {
        return true;
    };
    if first.as_integer().is_some() {
        return sort_by(keys, items, reverse, Value::as_integer, i64::cmp);
    }
    if string::exact_string(thread, first).is_some() {
        let text = |key| string::exact_string(thread, key).map(|it| string::utf8(thread, it));
        return sort_by(keys, items, reverse, text, |a, b| a.cmp(b));
    }
    if float::exact_f64(thread, first).is_some() {
        let number = |key| float::exact_f64(thread, key).filter(|number| !number.is_nan());
        return sort_by(keys, items, reverse, number, |a, b| {
            a.partial_cmp(b)
                .expect("a list with NaN is not sorted here")
        });
    }
    let Some(rows) = Rows::of(thread, keys.unwrap_or(items)) else {
        return false;
    };
    let mut next = 0..;
    let number = |_| next.next();
    sort_by(keys, items, reverse, number, |a, b| {
        rows.row(*a).cmp(rows.row(*b))
    })
}

/// Sorts items by what their keys are to Rust. Each item goes with its key, so that none is looked
/// up. Returns whether all keys are known.
fn sort_by<'a, K>(
    keys: Option<&[Value<'a>]>,
    items: &mut [Value<'a>],
    reverse: bool,
    mut plain: impl FnMut(Value<'a>) -> Option<K>,
    compare: impl Fn(&K, &K) -> Ordering,
) -> bool {
    let mut pairs: Few<(K, Value<'a>)> = Few::with_capacity(items.len());
    for (key, item) in keys.unwrap_or(items).iter().zip(&*items) {
        let Some(key) = plain(*key) else { return false };
        pairs.push((key, *item));
    }
    // A descending stable sort is an ascending one of the reversed items, reversed.
    if reverse {
        pairs.reverse();
    }
    pairs.sort_by(|a, b| compare(&a.0, &b.0));
    if reverse {
        pairs.reverse();
    }
    for (item, (_, sorted)) in items.iter_mut().zip(&pairs) {
        *item = *sorted;
    }
    true
}

/// An item of a tuple that can be compared without leaving Rust.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Integer(i64),
    Text(&'a [u8]),
}

/// Keys that are all tuples of one length, where all items at one place are immediate integers or
/// all are strings.
struct Rows<'a> {
    parts: Vec<Part<'a>>,
    width: usize,
}

impl<'a> Rows<'a> {
    fn of(thread: &'a Thread, keys: &[Value<'a>]) -> Option<Rows<'a>> {
        let first = exact(thread, *keys.first()?, CLASS_TUPLE)?;
        let width = tuple::length(thread, first) as usize;
        let mut parts = Vec::with_capacity(keys.len() * width);
        for key in keys {
            let tuple = exact(thread, *key, CLASS_TUPLE)?;
            if tuple::length(thread, tuple) as usize != width {
                return None;
            }
            for place in 0..width {
                let item = tuple::get(thread, tuple, place as u64);
                let part = match string::exact_string(thread, item) {
                    Some(string) => Part::Text(string::utf8(thread, string)),
                    None => Part::Integer(item.as_integer()?),
                };
                let kind = std::mem::discriminant(&part);
                let is_first = parts.len() < width;
                if !is_first && kind != std::mem::discriminant(&parts[place]) {
                    return None;
                }
                parts.push(part);
            }
        }
        Some(Rows { parts, width })
    }

    fn row(&self, number: usize) -> &[Part<'a>] {
        &self.parts[number * self.width..][..self.width]
    }
}

/// Sorts places by the keys that a tuple has there.
fn sort_places(thread: &mut Thread, keys: Root, order: Vec<u32>) -> Outcome<Vec<u32>> {
    if order.len() < INSERTION_BELOW {
        insertion_sort(thread, keys, order)
    } else {
        merge_sort(thread, keys, order)
    }
}

/// Puts each item behind the first run into its place among those before it.
fn insertion_sort(thread: &mut Thread, keys: Root, mut order: Vec<u32>) -> Outcome<Vec<u32>> {
    for place in first_run(thread, keys, &mut order)?..order.len() {
        let item = order[place];
        let (mut low, mut high) = (0, place);
        while low < high {
            let middle = usize::midpoint(low, high);
            if less(thread, keys, item, order[middle])? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        order[low..=place].rotate_right(1);
    }
    Ok(order)
}

/// How many items at the start are in order. A start that falls is turned round, equal items in it
/// stay in their order.
fn first_run(thread: &mut Thread, keys: Root, order: &mut [u32]) -> Outcome<usize> {
    let mut end = risen(thread, keys, order, 1)?;
    if end >= order.len() {
        return Ok(order.len());
    }
    if end > 1 {
        if less(thread, keys, order[0], order[end - 1])? {
            return Ok(end);
        }
        // All of them are equal.
        order[..end].reverse();
    }
    end += 1;
    let mut equal = 0;
    while end < order.len() {
        if less(thread, keys, order[end], order[end - 1])? {
            order[end - 1 - equal..end].reverse();
            equal = 0;
        } else if less(thread, keys, order[end - 1], order[end])? {
            break;
        } else {
            equal += 1;
        }
        end += 1;
    }
    order[end - 1 - equal..end].reverse();
    order[..end].reverse();
    risen(thread, keys, order, end)
}

/// The first place from `end` on whose item is less than the one before.
fn risen(thread: &mut Thread, keys: Root, order: &[u32], mut end: usize) -> Outcome<usize> {
    while end < order.len() && !less(thread, keys, order[end], order[end - 1])? {
        end += 1;
    }
    Ok(end)
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
