//! Ranges: three integers.

use crate::model::type_def::TypeDef;
use crate::types::float;
use crate::types::host;
use crate::types::int;
use crate::types::protocol::compare;
use crate::types::protocol::item;
use crate::types::protocol::operator::Comparison;
use crate::types::special_methods::{CONTAINER, EQUALITY, HASH, REVERSED, SUBSCRIPT, TEXT};
use crate::types::tables;
use motet_tm::INTEGER_MAX;

use crate::types::prelude::*;
use num_traits::Signed;

const START: u64 = 1;
const STOP: u64 = 2;
const STEP: u64 = 3;

/// The numbers of a range. They are wider than any range of a real program needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// First number.
    pub start: i128,
    /// Limit that is not reached.
    pub stop: i128,
    /// Distance of the numbers, not 0.
    pub step: i128,
}

/// Numbers of a range lie between this and its negative: sums and differences of them fit.
const NUMBER_MAX: i128 = 1 << 120;

impl Range {
    /// How many numbers there are.
    pub fn length(self) -> i128 {
        let span = if self.step > 0 {
            self.stop - self.start
        } else {
            self.start - self.stop
        };
        if span <= 0 {
            0
        } else {
            (span - 1) / self.step.abs() + 1
        }
    }

    /// How many numbers there are; the greatest immediate integer if there are more.
    pub fn length_clamped(self) -> u64 {
        self.length().min(i128::from(INTEGER_MAX)) as u64
    }

    /// Whether CPython counts its numbers as Python does, not as the processor does.
    pub fn is_long(self) -> bool {
        let is_wide = |number| i64::try_from(number).is_err();
        // (The step behind the last number must not overflow.)
        let beyond = self.stop + self.step - self.step.signum();
        [self.start, self.stop, self.step].into_iter().any(is_wide)
            || self.length() > i128::from(i64::MAX)
            || self.length() > 0 && is_wide(beyond)
    }

    /// Number `place`, which must be in range.
    pub fn at(self, place: i128) -> i128 {
        self.start + place * self.step
    }

    /// The place that an index means; negative ones count from the end.
    pub fn place(self, index: i128) -> Option<i128> {
        let length = self.length();
        let place = if index < 0 { index + length } else { index };
        (0..length).contains(&place).then_some(place)
    }

    /// The place of a number.
    pub fn place_of(self, number: i128) -> Option<i128> {
        let inside = if self.step > 0 {
            self.start <= number && number < self.stop
        } else {
            self.stop < number && number <= self.start
        };
        let distance = number - self.start;
        (inside && distance % self.step == 0).then(|| distance / self.step)
    }
}

/// Makes a range.
pub fn new(thread: &Thread, range: Range) -> Value<'_> {
    let fields = [range.start, range.stop, range.step];
    let fields = fields.map(|number| int::from_i128(thread, number));
    thread.allocate(LAYOUT_SMALL, CLASS_RANGE, &fields).value()
}

/// The range object of a value, if it is one.
#[inline]
pub fn as_range<'a>(thread: &Thread, value: Value<'a>) -> Option<Object<'a>> {
    value
        .as_object()
        .filter(|object| thread.host_of(*object) == CLASS_RANGE)
}

/// The numbers of a range object.
pub fn parts(thread: &Thread, range: Object<'_>) -> Range {
    let view = thread.read(range);
    let part = |word| {
        int::to_i128(thread, view.get(word))
            .expect("only ints are stored in a range, or given by item::index")
    };
    Range {
        start: part(START),
        stop: part(STOP),
        step: part(STEP),
    }
}

/// A slice of a range is a range, from where the slice starts to where it stops. A range may have
/// more numbers than other sequences have items.
pub fn slice(range: Range, limits: [Option<i128>; 3]) -> Range {
    let [start, stop, step] = limits;
    let (length, step) = (range.length(), step.unwrap_or(1));
    let (low, high) = if step < 0 {
        (-1, length - 1)
    } else {
        (0, length)
    };
    let clamp = |limit: i128| {
        let limit = if limit < 0 { limit + length } else { limit };
        limit.clamp(low, high)
    };
    let start = start.map_or(if step < 0 { high } else { low }, clamp);
    let stop = stop.map_or(if step < 0 { low } else { high }, clamp);
    let step = range.step.saturating_mul(step);
    Range {
        start: range.at(start),
        stop: range.at(stop),
        step: step.clamp(-NUMBER_MAX, NUMBER_MAX),
    }
}

/// A limit of a slice: a number beyond all ranges is as good as the last one.
pub fn limit(thread: &Thread, value: Value<'_>) -> Option<i128> {
    let number = int::to_i128(thread, value);
    let number = number.or_else(|| match int::to_big(thread, value)?.is_negative() {
        true => Some(-NUMBER_MAX),
        false => Some(NUMBER_MAX),
    });
    number.map(|number| number.clamp(-NUMBER_MAX, NUMBER_MAX))
}

/// The same numbers, the last one first.
pub fn reversed(range: Range) -> Range {
    Range {
        start: range.at(range.length() - 1),
        stop: range.start - range.step,
        step: -range.step,
    }
}

/// As `repr` shows it.
pub fn repr(range: Range) -> String {
    let Range { start, stop, step } = range;
    if step == 1 {
        format!("range({start}, {stop})")
    } else {
        format!("range({start}, {stop}, {step})")
    }
}

/// Whether two ranges yield the same numbers.
pub fn equal(a: Range, b: Range) -> bool {
    let length = a.length();
    length == b.length()
        && (length == 0 || (a.start == b.start && (length == 1 || a.step == b.step)))
}

/// Number `index`; negative ones count from the end.
///
/// # Errors
/// `IndexError`.
pub fn index<'a>(thread: &'a Thread, range: Object<'a>, index: i128) -> Outcome<Value<'a>> {
    let range = parts(thread, range);
    match range.place(index) {
        Some(place) => Ok(int::from_i128(thread, range.at(place))),
        None => Err(index_error(thread, "range object index out of range")),
    }
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut numbers = [0i128; 3];
    let count = arguments.len() - 1;
    for (index, number) in numbers.iter_mut().enumerate().take(count) {
        let root = thread.root(arguments.get(thread, index + 1));
        let plain = item::index(thread, root)?;
        *number = match int::to_i128(thread, thread.get(plain)) {
            Some(number) if number.abs() < NUMBER_MAX => number,
            // A limit that is never reached may as well lie nearer.
            _ if index == usize::from(count > 1) => {
                let big = int::to_big(thread, thread.get(plain))
                    .expect("only ints are stored in a range, or given by item::index");
                if big.sign() == num_bigint::Sign::Minus {
                    1 - NUMBER_MAX
                } else {
                    NUMBER_MAX - 1
                }
            }
            _ => return Err(overflow_error(thread, "range() argument too large")),
        };
    }
    let [first, second, third] = numbers;
    let range = match count {
        1 => Range {
            start: 0,
            stop: first,
            step: 1,
        },
        2 => Range {
            start: first,
            stop: second,
            step: 1,
        },
        _ => Range {
            start: first,
            stop: second,
            step: third,
        },
    };
    if range.step == 0 {
        return Err(value_error(thread, "range() arg 3 must not be zero"));
    }
    Ok(new(thread, range))
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction = NativeFunction::calling("range", 2, 4, construct);

fn receiver(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<Range> {
    let value = arguments.get(thread, 0);
    match as_range(thread, value) {
        Some(range) => Ok(parts(thread, range)),
        None => Err(tables::wrong_receiver(thread, "range", name, value)),
    }
}

/// Of a value whose class the program has made, `__eq__` is asked at each place, until it has been
/// found so often.
fn asked(thread: &mut Thread, range: Range, wanted: Root, most: usize) -> Outcome<Vec<i128>> {
    let mut places = Vec::new();
    let mark = thread.root_count();
    for place in 0..range.length() {
        let item = int::from_i128(thread, range.at(place));
        let item = thread.root(item);
        if compare::holds(thread, Comparison::Equal, item, wanted)? {
            places.push(place);
            if places.len() == most {
                break;
            }
        }
        thread.truncate_roots(mark);
    }
    Ok(places)
}

/// The places of the second argument in a range, at most so many.
fn places_of(
    thread: &mut Thread,
    arguments: Arguments,
    name: &str,
    most: usize,
) -> Outcome<Vec<i128>> {
    let range = receiver(thread, arguments, name)?;
    let wanted = arguments.get(thread, 1);
    if host::is_builtin(thread, wanted) {
        return Ok(find(thread, range, wanted).into_iter().collect());
    }
    let wanted = thread.root(wanted);
    asked(thread, range, wanted, most)
}

/// The place of a value in a range; floats that are whole are found too.
pub fn find(thread: &Thread, range: Range, value: Value<'_>) -> Option<i128> {
    let number = match float::to_f64(thread, value) {
        Some(number) if number.fract() == 0.0 && number.abs() < 1e36 => Some(number as i128),
        _ => int::to_i128(thread, value).filter(|number| number.unsigned_abs() < 1 << 126),
    };
    number.and_then(|number| range.place_of(number))
}

fn method_index<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match *places_of(thread, arguments, "index", 1)? {
        [place, ..] => Ok(int::from_i128(thread, place)),
        [] => {
            let wanted = arguments.get(thread, 1);
            if !int::is_int(thread, wanted) || !host::is_builtin(thread, wanted) {
                return Err(value_error(thread, "sequence.index(x): x not in sequence"));
            }
            Err(value_error(thread, "range.index(x): x not in range"))
        }
    }
}

fn method_count<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let count = places_of(thread, arguments, "count", usize::MAX)?.len();
    Ok(int::from_i64(thread, count as i64))
}

/// A field by name, for attribute access.
pub fn attribute<'a>(thread: &'a Thread, range: Object<'a>, name: &str) -> Option<Value<'a>> {
    let Range { start, stop, step } = parts(thread, range);
    let number = match name {
        "start" => start,
        "stop" => stop,
        "step" => step,
        _ => return None,
    };
    Some(int::from_i128(thread, number))
}

/// Methods that are no operators.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("index", 2, 2, method_index),
    NativeFunction::calling("count", 2, 2, method_count),
];

fn part<'a>(thread: &'a Thread, arguments: Arguments, word: u64) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    match thread.object_of(value, CLASS_RANGE) {
        Some(object) => Ok(thread.read(object).get(word)),
        None => Err(tables::wrong_receiver(thread, "range", "start", value)),
    }
}

fn start(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    part(thread, arguments, 1)
}

fn stop(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    part(thread, arguments, 2)
}

fn step(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    part(thread, arguments, 3)
}

/// Attributes.
pub const GETTERS: &[NativeFunction] = &[
    NativeFunction::leaf("start", 1, 1, start),
    NativeFunction::leaf("stop", 1, 1, stop),
    NativeFunction::leaf("step", 1, 1, step),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("range", CLASS_RANGE)
    .checked()
    .constructor(CONSTRUCTOR)
    .methods(&[
        METHODS, EQUALITY, TEXT, HASH, CONTAINER, SUBSCRIPT, REVERSED,
    ])
    .getters(&[GETTERS])
    .public()
    .closed()
    .sequence_pattern()];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_count_and_find() {
        let range = Range {
            start: 10,
            stop: 0,
            step: -3,
        };
        assert_eq!((range.length(), range.at(3)), (4, 1));
        assert_eq!(
            (range.place_of(4), range.place_of(5), range.place_of(-2)),
            (Some(2), None, None)
        );
        let part = slice(range, [Some(1), None, Some(2)]);
        assert_eq!((part.start, part.step, part.length()), (7, -6, 2));
    }
}
