//! Items that are looked for, and arrays that are compared, where the bytes tell.

use std::cmp::Ordering;

use super::{Kind, kind_of, length};
use crate::types::prelude::*;
use crate::types::protocol::operator::Comparison;
use crate::types::{bytearray, float, list};

/// How many items are looked at before more of the array is copied.
const STRETCH: u64 = 4096;

/// What is looked for.
enum Wanted {
    /// Items of these bytes.
    Bits(u64),
    Float(f64),
    /// No item is equal.
    Nothing,
}

/// What is looked for, unless a class must be asked whether it is equal to an item.
fn wanted(thread: &Thread, kind: Kind, value: Value<'_>) -> Option<Wanted> {
    match kind {
        Kind::Single | Kind::Double => float::exact_f64(thread, value).map(Wanted::Float),
        Kind::Character => {
            let is_text = value
                .as_object()
                .is_some_and(|object| thread.host_of(object) == CLASS_STR);
            let bits = kind.pack(thread, value).map(Wanted::Bits);
            is_text.then(|| bits.unwrap_or(Wanted::Nothing))
        }
        Kind::Signed(_) | Kind::Unsigned(_) => {
            value.as_integer()?;
            let mask = u64::MAX >> (64 - 8 * kind.size());
            let bits = kind.pack(thread, value);
            Some(bits.map_or(Wanted::Nothing, |bits| Wanted::Bits(bits & mask)))
        }
    }
}

/// Calls `found` with the place of each item from `start` to before `stop` that is equal to a
/// value, until it returns false. False if a class must be asked.
pub(super) fn each_equal(
    thread: &Thread,
    array: Object<'_>,
    value: Value<'_>,
    (start, stop): (u64, u64),
    mut found: impl FnMut(u64) -> bool,
) -> bool {
    let kind = kind_of(thread, array);
    let Some(wanted) = wanted(thread, kind, value) else {
        return false;
    };
    let (size, stop) = (kind.size(), stop.min(length(thread, array)));
    let mut first = start;
    while first < stop {
        let count = STRETCH.min(stop - first);
        let content = bytearray::range(thread, array, first * size, count * size);
        for (place, bits) in (first..).zip(kind.numbers(&content)) {
            let is_equal = match wanted {
                Wanted::Bits(wanted) => bits == wanted,
                Wanted::Float(wanted) => kind.float(bits) == wanted,
                Wanted::Nothing => return true,
            };
            if is_equal && !found(place) {
                return true;
            }
        }
        first += count;
    }
    true
}

/// The place of the first such item; the outer `None` if a class must be asked.
pub(super) fn find(
    thread: &Thread,
    array: Object<'_>,
    value: Value<'_>,
    limits: (u64, u64),
) -> Option<Option<u64>> {
    let mut place = None;
    each_equal(thread, array, value, limits, |found| {
        place = Some(found);
        false
    })
    .then_some(place)
}

/// Whether a comparison of two arrays holds; `None` if the items must be compared as objects.
pub(super) fn compared(
    thread: &Thread,
    [a, b]: [Object<'_>; 2],
    comparison: Comparison,
) -> Option<bool> {
    let is_float = |kind| matches!(kind, Kind::Single | Kind::Double);
    let is_text = |kind| kind == Kind::Character;
    let [first, second] = [a, b].map(|array| kind_of(thread, array));
    if is_float(first) != is_float(second) || is_text(first) != is_text(second) {
        return None;
    }
    let [length_a, length_b] = [a, b].map(|array| length(thread, array));
    if comparison.is_equality() && length_a != length_b {
        return Some(comparison == Comparison::NotEqual);
    }
    let order = |(x, y): (u64, u64)| match is_float(first) {
        true => first.float(x).partial_cmp(&second.float(y)),
        false => Some(first.integer(x).cmp(&second.integer(y))),
    };
    let (mut start, end) = (0, length_a.min(length_b));
    while start < end {
        // Most arrays that are not equal differ soon.
        let count = (start + 16).min(STRETCH).min(end - start);
        let stretch = |array, kind: Kind| {
            bytearray::range(thread, array, start * kind.size(), count * kind.size())
        };
        let (x, y) = (stretch(a, first), stretch(b, second));
        // Bytes that are the same are the same items, but for floats.
        if first != second || is_float(first) || x != y {
            let pairs = first.numbers(&x).zip(second.numbers(&y));
            let mut orders = pairs.map(order);
            if let Some(order) = orders.find(|order| *order != Some(Ordering::Equal)) {
                // Items that have no order are unequal.
                return Some(comparison.holds(order));
            }
        }
        start += count;
    }
    Some(comparison.holds(Some(length_a.cmp(&length_b))))
}

/// The items of an array in a list.
pub(super) fn as_list<'a>(thread: &'a Thread, array: Object<'a>) -> Outcome<Value<'a>> {
    if let Some(values) = super::values(thread, array) {
        return list::from_values(thread, &values);
    }
    let kind = kind_of(thread, array);
    let content = bytearray::content(thread, array);
    let values: Outcome<Vec<_>> = kind
        .numbers(&content)
        .map(|bits| kind.item(thread, bits))
        .collect();
    list::from_values(thread, &values?)
}
