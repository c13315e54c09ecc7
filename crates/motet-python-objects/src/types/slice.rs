//! Slices, and how indices are counted.

use crate::model::type_def::TypeDef;
use crate::types::int;
use crate::types::protocol::item;
use crate::types::special_methods::{EQUALITY, HASH, ORDER, TEXT};
use crate::types::tables;
use crate::types::tuple;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::types::prelude::*;

const START: u64 = 1;
const STOP: u64 = 2;
const STEP: u64 = 3;

/// A slice fitted to a length: its start, its step, the number of its items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indices {
    /// Place of the first item.
    pub start: i64,
    /// Place after the last one, as Python counts it.
    pub stop: i64,
    /// Distance of the items.
    pub step: i64,
    /// Number of items.
    pub length: u64,
}

impl Indices {
    /// Whether all of them are places of a sequence of some length. (For assertions.)
    pub fn are_within(self, length: u64) -> bool {
        let last = self.length.checked_sub(1);
        last.is_none_or(|last| {
            let last = i128::from(self.start) + i128::from(self.step) * i128::from(last);
            let places = 0..i128::from(length);
            places.contains(&i128::from(self.start)) && places.contains(&last)
        })
    }

    /// The places of the items.
    pub fn places(self) -> impl Iterator<Item = u64> {
        (0..self.length as i64).map(move |index| (self.start + index * self.step) as u64)
    }

    /// The places, of a step of 1.
    pub fn range(self) -> std::ops::Range<u64> {
        let start = self.start as u64;
        start..start + self.length
    }

    /// Fits limits (`None`: left out) to a length.
    pub fn fit(start: Option<i64>, stop: Option<i64>, step: i64, length: u64) -> Indices {
        let length = length as i64;
        let (low, high) = if step < 0 {
            (-1, length - 1)
        } else {
            (0, length)
        };
        let clamp = |limit: i64| {
            let limit = if limit < 0 {
                limit.saturating_add(length)
            } else {
                limit
            };
            limit.clamp(low, high)
        };
        let start = start.map_or(if step < 0 { high } else { low }, clamp);
        let stop = stop.map_or(if step < 0 { low } else { high }, clamp);
        let span = if step < 0 { start - stop } else { stop - start };
        let count = if span <= 0 {
            0
        } else {
            (span - 1) / step.saturating_abs() + 1
        };
        Indices {
            start,
            stop,
            step,
            length: count as u64,
        }
    }
}

/// The place before which `insert` puts an item: an index beyond an end stands for that end.
pub fn insertion_place(index: i64, length: u64) -> u64 {
    let length = length as i64;
    let place = if index < 0 { index + length } else { index };
    place.clamp(0, length) as u64
}

/// The place that an index means; `None` if it is out of range.
#[inline]
pub fn place(index: i64, length: u64) -> Option<u64> {
    let index = if index < 0 {
        index + length as i64
    } else {
        index
    };
    (index >= 0 && (index as u64) < length).then_some(index as u64)
}

/// Makes a slice.
pub fn new<'a>(
    thread: &'a Thread,
    start: Value<'a>,
    stop: Value<'a>,
    step: Value<'a>,
) -> Value<'a> {
    thread
        .allocate(LAYOUT_SMALL, CLASS_SLICE, &[start, stop, step])
        .value()
}

/// The slice object of a value, if it is one.
#[inline]
pub fn as_slice<'a>(thread: &Thread, value: Value<'a>) -> Option<Object<'a>> {
    value
        .as_object()
        .filter(|object| thread.host_of(*object) == CLASS_SLICE)
}

/// Start, stop and step as they were given.
pub fn parts<'a>(thread: &'a Thread, slice: Object<'a>) -> [Value<'a>; 3] {
    let view = thread.read(slice);
    [view.get(START), view.get(STOP), view.get(STEP)]
}

const WRONG_LIMIT: &str = "slice indices must be integers or None or have an __index__ method";

/// Fits a slice to a length; `None` if a limit is an object with `__index__`.
///
/// # Errors
/// `TypeError` for limits that are no integers, `ValueError` for a step of 0.
pub fn indices(thread: &Thread, slice: Object<'_>, length: u64) -> Outcome<Option<Indices>> {
    let Some([start, stop, step]) = limits(thread, slice, int::to_i64_clamped)? else {
        return Ok(None);
    };
    Ok(Some(Indices::fit(start, stop, step.unwrap_or(1), length)))
}

/// The limits of a slice, as numbers that `number` makes of integers; `None` if one is an object
/// with `__index__`.
///
/// # Errors
/// As [`indices`].
pub fn limits<N: Copy + Zero>(
    thread: &Thread,
    slice: Object<'_>,
    number: impl Fn(&Thread, Value<'_>) -> Option<N>,
) -> Outcome<Option<[Option<N>; 3]>> {
    let mut limits = [None; 3];
    for (limit, value) in limits.iter_mut().zip(parts(thread, slice)) {
        if value == NONE {
            continue;
        }
        *limit = number(thread, value);
        if limit.is_none() {
            if !is_builtin(thread, value) {
                return Ok(None);
            }
            return Err(type_error(thread, WRONG_LIMIT));
        }
    }
    if limits[2].is_some_and(|step: N| step.is_zero()) {
        return Err(value_error(thread, "slice step cannot be zero"));
    }
    Ok(Some(limits))
}

/// A slice like the given one whose limits are `int`s: calls their `__index__`.
///
/// # Errors
/// Any exception of `__index__`; `TypeError`.
pub fn resolved(thread: &mut Thread, slice: Root) -> Outcome<Root> {
    let mut limits = Vec::with_capacity(3);
    for index in 0..3 {
        let object = thread.object_at(slice);
        let value = parts(thread, object)[index];
        let root = thread.root(value);
        let plain = value == NONE || int::is_int(thread, value);
        if !plain && !thread.has_special(thread.class_of(value), "__index__") {
            return Err(type_error(thread, WRONG_LIMIT));
        }
        limits.push(if plain {
            root
        } else {
            item::index(thread, root)?
        });
    }
    let [start, stop, step] = [0, 1, 2].map(|index| thread.get(limits[index]));
    Ok(thread.root(new(thread, start, stop, step)))
}

fn construct(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let given = |index| arguments.optional(thread, index);
    let first = arguments.get(thread, 1);
    Ok(match (given(2), given(3)) {
        (None, _) => new(thread, NONE, first, NONE),
        (Some(stop), step) => new(thread, first, stop, step.unwrap_or(NONE)),
    })
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction = NativeFunction::leaf("slice", 2, 4, construct);

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    as_slice(thread, value).ok_or_else(|| tables::wrong_receiver(thread, "slice", name, value))
}

/// The limits `start` and `end` of a search in texts and bytes: arguments 2 and 3, as in a slice.
///
/// # Errors
/// `TypeError`.
pub(crate) fn search_limits(
    thread: &Thread,
    arguments: Arguments,
) -> Outcome<(Option<i64>, Option<i64>)> {
    let limit = |index: usize| match arguments.optional(thread, index) {
        Some(value) if value != NONE => match int::to_i64_clamped(thread, value) {
            Some(number) => Ok(Some(number)),
            None => Err(type_error(thread, WRONG_LIMIT)),
        },
        _ => Ok(None),
    };
    Ok((limit(2)?, limit(3)?))
}

/// `find`, `rfind`, `index` and `rindex` of texts or bytes, from a function of thread, arguments,
/// name and direction that returns the place, if there is one.
macro_rules! search_methods {
    ($search:ident, $missing:literal) => {
        fn place(found: Option<u64>) -> Value<'static> {
            found.map_or(Value::from_small(-1), int::from_length)
        }

        fn required(thread: &Thread, found: Option<u64>) -> Outcome<Value<'_>> {
            match found {
                Some(place) => Ok(int::from_length(place)),
                None => Err(value_error(thread, $missing)),
            }
        }

        fn find(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            $search(thread, arguments, "find", false).map(place)
        }

        fn rfind(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            $search(thread, arguments, "rfind", true).map(place)
        }

        fn index(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            let found = $search(thread, arguments, "index", false)?;
            required(thread, found)
        }

        fn rindex(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            let found = $search(thread, arguments, "rindex", true)?;
            required(thread, found)
        }
    };
}
pub(crate) use search_methods;

/// The limit of a search in an argument, if it is given: as in a slice, without `None`.
///
/// # Errors
/// `TypeError`; any exception of `__index__`.
pub fn limit_argument(
    thread: &mut Thread,
    arguments: Arguments,
    index: usize,
) -> Outcome<Option<i64>> {
    let Some(value) = arguments.optional(thread, index) else {
        return Ok(None);
    };
    if let Some(number) = int::to_i64_clamped(thread, value) {
        return Ok(Some(number));
    }
    let index = thread.symbol_of("__index__");
    if is_builtin(thread, value) || thread.look_up(thread.class_of(value), index).is_none() {
        let message = "slice indices must be integers or have an __index__ method";
        return Err(type_error(thread, message));
    }
    let value = thread.root(value);
    let number = item::index(thread, value)?;
    Ok(int::to_i64_clamped(thread, thread.get(number)))
}

/// `slice.indices(length)`, with numbers of any size.
fn method_indices<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let slice = thread.root(receiver(thread, arguments, "indices")?.value());
    let length = thread.root(arguments.get(thread, 1));
    let length = item::index(thread, length)?;
    let length =
        int::to_big(thread, thread.get(length)).expect("item::index gives nothing but an int");
    if length.is_negative() {
        return Err(value_error(thread, "length should not be negative"));
    }
    for limit in parts(thread, thread.object_at(slice)) {
        if limit != NONE && is_builtin(thread, limit) && !int::is_int(thread, limit) {
            return Err(type_error(thread, WRONG_LIMIT));
        }
    }
    let plain = resolved(thread, slice)?;
    let limits = parts(thread, thread.object_at(plain));
    let [start, stop, step] = limits.map(|limit| int::to_big(thread, limit));
    let step = step.unwrap_or_else(|| BigInt::from(1));
    if step.is_zero() {
        return Err(value_error(thread, "slice step cannot be zero"));
    }
    let down = step.is_negative();
    let (low, high) = match down {
        true => (BigInt::from(-1), &length - 1),
        false => (BigInt::from(0), length.clone()),
    };
    let clamp = |limit: BigInt| {
        let limit = match limit.is_negative() {
            true => limit + &length,
            false => limit,
        };
        limit.clamp(low.clone(), high.clone())
    };
    let (first, last) = if down { (&high, &low) } else { (&low, &high) };
    let start = start.map_or_else(|| first.clone(), clamp);
    let stop = stop.map_or_else(|| last.clone(), clamp);
    let mut values = Vec::with_capacity(3);
    for number in [start, stop, step] {
        values.push(int::from_big(thread, &number)?);
    }
    tuple::from_values(thread, &values)
}

/// A field by name, for attribute access.
pub fn attribute<'a>(thread: &'a Thread, slice: Object<'a>, name: &str) -> Option<Value<'a>> {
    let index = ["start", "stop", "step"]
        .iter()
        .position(|known| *known == name)?;
    Some(parts(thread, slice)[index])
}

/// Methods that only slices have.
pub const METHODS: &[NativeFunction] = &[NativeFunction::calling("indices", 2, 2, method_indices)];

fn part<'a>(thread: &'a Thread, arguments: Arguments, word: u64) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    match thread.object_of(value, CLASS_SLICE) {
        Some(object) => Ok(thread.read(object).get(word)),
        None => Err(tables::wrong_receiver(thread, "slice", "start", value)),
    }
}

fn start(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    part(thread, arguments, START)
}

fn stop(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    part(thread, arguments, STOP)
}

fn step(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    part(thread, arguments, STEP)
}

/// Attributes.
pub const GETTERS: &[NativeFunction] = &[
    NativeFunction::leaf("start", 1, 1, start),
    NativeFunction::leaf("stop", 1, 1, stop),
    NativeFunction::leaf("step", 1, 1, step),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("slice", CLASS_SLICE)
    .constructor(CONSTRUCTOR)
    .methods(&[METHODS, EQUALITY, ORDER, TEXT, HASH])
    .getters(&[GETTERS])
    .public()
    .closed()
    .parameterised()];

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(start: Option<i64>, stop: Option<i64>, step: i64, length: u64) -> Vec<u64> {
        Indices::fit(start, stop, step, length).places().collect()
    }

    #[test]
    fn slices_take_what_python_takes() {
        assert_eq!(taken(None, None, -1, 3), [2, 1, 0]);
        assert_eq!(taken(Some(-2), None, 1, 5), [3, 4]);
        assert_eq!(taken(Some(10), Some(2), -3, 20), [10, 7, 4]);
        assert_eq!(taken(Some(100), None, 1, 5), [0u64; 0]);
        assert_eq!(taken(None, None, i64::MIN, 3), [2]);
        assert_eq!(
            (place(-1, 3), place(3, 3), place(-4, 3)),
            (Some(2), None, None)
        );
    }
}
