//! What fast halves compute with values that are at hand: immediate numbers, truth.
#![allow(
    unsafe_code,
    reason = "sums of tagged words are made values without a look at their tags"
)]

use motet_tm::{Object, Value, Word};

use crate::thread::Thread;

/// The object of a value, if its class is the built-in one of a number.
#[inline(always)]
pub(super) fn object_of<'a>(thread: &Thread, value: Value<'a>, class: u32) -> Option<Object<'a>> {
    let object = value.as_object()?;
    if thread.host_of(object) == class {
        Some(object)
    } else {
        None
    }
}

/// The number of a value that is an immediate integer or float.
#[inline(always)]
fn number(value: Value<'_>) -> Option<f64> {
    match value.as_float() {
        Some(number) => Some(number),
        None => value.as_integer().map(|whole| whole as f64),
    }
}

pub(super) const ADD: u8 = 0;
pub(super) const SUBTRACT: u8 = 1;
pub(super) const MULTIPLY: u8 = 2;
pub(super) const TRUE_DIVIDE: u8 = 3;
pub(super) const FLOOR_DIVIDE: u8 = 4;
pub(super) const MODULO: u8 = 5;
pub(super) const AND: u8 = 6;
pub(super) const OR: u8 = 7;
pub(super) const XOR: u8 = 8;
pub(super) const SHIFT_LEFT: u8 = 9;
pub(super) const SHIFT_RIGHT: u8 = 10;
pub(super) const POWER: u8 = 11;

/// Arithmetic of immediate numbers; nothing for all else.
#[inline(always)]
pub(super) fn arithmetic<const OP: u8>(
    left: Value<'_>,
    right: Value<'_>,
) -> Option<Value<'static>> {
    let (x, y) = (left.word().0 as i64, right.word().0 as i64);
    if (x | y) & 1 == 0 {
        // Both are integers, shifted left by one.
        let result = match OP {
            ADD => x.checked_add(y)?,
            SUBTRACT => x.checked_sub(y)?,
            MULTIPLY => (x >> 1).checked_mul(y)?,
            FLOOR_DIVIDE => {
                if y == 0 || y == -2 {
                    return None;
                }
                // No division by zero, nor one that overflows: no call to a panic.
                let (quotient, rest) = (x.wrapping_div(y), x.wrapping_rem(y));
                let quotient = if rest != 0 && (rest ^ y) < 0 {
                    quotient - 1
                } else {
                    quotient
                };
                quotient << 1
            }
            MODULO => {
                if y == 0 || y == -2 {
                    return None;
                }
                let rest = x.wrapping_rem(y);
                if rest != 0 && (rest ^ y) < 0 {
                    rest + y
                } else {
                    rest
                }
            }
            AND => x & y,
            OR => x | y,
            XOR => x ^ y,
            SHIFT_LEFT => {
                let by = y >> 1;
                if !(0..62).contains(&by) || (x << by) >> by != x {
                    return None;
                }
                x << by
            }
            SHIFT_RIGHT => {
                let by = y >> 1;
                if by < 0 {
                    return None;
                }
                (x >> by.min(63)) & !1
            }
            _ => return divide((x >> 1) as f64, (y >> 1) as f64, x, y),
        };
        // SAFETY: the lowest bit is 0: an integer.
        return Some(unsafe { Value::from_register(Word(result as u64)) });
    }
    let (x, y) = (number(left)?, number(right)?);
    let result = match OP {
        ADD => x + y,
        SUBTRACT => x - y,
        MULTIPLY => x * y,
        TRUE_DIVIDE if y != 0.0 => x / y,
        _ => return None,
    };
    Value::from_float(result)
}

/// The quotient of integers that floats represent exactly.
#[inline(always)]
fn divide(x: f64, y: f64, left: i64, right: i64) -> Option<Value<'static>> {
    const EXACT: u64 = 1 << 54;
    if right == 0 || left.unsigned_abs() > EXACT || right.unsigned_abs() > EXACT {
        return None;
    }
    Value::from_float(x / y)
}

pub(super) const LESS: u8 = 0;
pub(super) const LESS_EQUAL: u8 = 1;
pub(super) const EQUAL: u8 = 2;
pub(super) const NOT_EQUAL: u8 = 3;
pub(super) const GREATER: u8 = 4;
pub(super) const GREATER_EQUAL: u8 = 5;

#[inline(always)]
fn holds<const C: u8, T: PartialOrd>(left: T, right: T) -> bool {
    match C {
        LESS => left < right,
        LESS_EQUAL => left <= right,
        EQUAL => left == right,
        NOT_EQUAL => left != right,
        GREATER => left > right,
        _ => left >= right,
    }
}

/// Compares immediate numbers of one type; nothing for all else.
#[inline(always)]
pub(super) fn compare<const C: u8>(left: Value<'_>, right: Value<'_>) -> Option<bool> {
    let (x, y) = (left.word().0 as i64, right.word().0 as i64);
    if (x | y) & 1 == 0 {
        return Some(holds::<C, i64>(x, y));
    }
    Some(holds::<C, f64>(left.as_float()?, right.as_float()?))
}

/// Whether a value that is no object of the heap counts as true.
#[inline(always)]
pub(super) fn truth(value: Value<'_>) -> Option<bool> {
    if let Some(special) = value.as_special() {
        // `None` and `False` are before `True`; the fifth, `NotImplemented`, is neither.
        return (special != 4).then_some(special > 1);
    }
    value.as_integer().map(|number| number != 0)
}
