//! Arithmetic and comparison of numbers that lie in tagged words, and truth: the inline halves that
//! the handlers of any language begin with. Each answers nothing for a case that it does not do.
#![allow(
    unsafe_code,
    reason = "sums of tagged words are made values without a look at their tags"
)]

use motet_tm::{Value, Word};

/// The number of a value that is an immediate integer or float.
#[inline(always)]
fn number(value: Value<'_>) -> Option<f64> {
    match value.as_float() {
        Some(number) => Some(number),
        None => value.as_integer().map(|whole| whole as f64),
    }
}

/// Addition.
pub const ADD: u8 = 0;
/// Subtraction.
pub const SUBTRACT: u8 = 1;
/// Multiplication.
pub const MULTIPLY: u8 = 2;
/// Division with a float as its result.
pub const TRUE_DIVIDE: u8 = 3;
/// Division of integers, rounded down.
pub const FLOOR_DIVIDE: u8 = 4;
/// The rest of a division that is rounded down: it has the sign of the divisor.
pub const MODULO: u8 = 5;
/// And, bit by bit.
pub const AND: u8 = 6;
/// Or, bit by bit.
pub const OR: u8 = 7;
/// Exclusive or, bit by bit.
pub const XOR: u8 = 8;
/// Shift to the left.
pub const SHIFT_LEFT: u8 = 9;
/// Shift to the right, with the sign.
pub const SHIFT_RIGHT: u8 = 10;
/// Power; [`arithmetic`] does not do it.
pub const POWER: u8 = 11;

/// Arithmetic of immediate numbers; nothing for all else.
#[inline(always)]
pub fn arithmetic<const OP: u8>(left: Value<'_>, right: Value<'_>) -> Option<Value<'static>> {
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

/// Less than.
pub const LESS: u8 = 0;
/// Less than or equal.
pub const LESS_EQUAL: u8 = 1;
/// Equal.
pub const EQUAL: u8 = 2;
/// Not equal.
pub const NOT_EQUAL: u8 = 3;
/// Greater than.
pub const GREATER: u8 = 4;
/// Greater than or equal.
pub const GREATER_EQUAL: u8 = 5;

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
pub fn compare<const C: u8>(left: Value<'_>, right: Value<'_>) -> Option<bool> {
    let (x, y) = (left.word().0 as i64, right.word().0 as i64);
    if (x | y) & 1 == 0 {
        return Some(holds::<C, i64>(x, y));
    }
    Some(holds::<C, f64>(left.as_float()?, right.as_float()?))
}

/// The special value of whose truth the language itself has to say something.
pub const ASKED: u32 = 4;

/// Whether a value that is no object of the heap counts as true.
#[inline(always)]
pub fn truth(value: Value<'_>) -> Option<bool> {
    if let Some(special) = value.as_special() {
        // Those of none and false are before that of true.
        return (special != ASKED).then_some(special > 1);
    }
    value.as_integer().map(|number| number != 0)
}

/// The number of a place in a sequence of a length, counted from the end if negative.
#[inline(always)]
pub fn place(index: Value<'_>, length: u64) -> Option<u64> {
    let index = index.as_integer()?;
    let index = if index < 0 {
        index.wrapping_add(length as i64)
    } else {
        index
    } as u64;
    if index < length { Some(index) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(number: i64) -> Value<'static> {
        Value::from_integer(number).expect("a small integer")
    }

    fn of<const OP: u8>(left: i64, right: i64) -> Option<i64> {
        arithmetic::<OP>(integer(left), integer(right))?.as_integer()
    }

    #[test]
    fn divisions_round_down_and_leave_the_rest_of_the_divisors_sign() {
        for (x, y) in [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (-6, 3)] {
            let (quotient, rest) = (of::<FLOOR_DIVIDE>(x, y), of::<MODULO>(x, y));
            let (quotient, rest) = (quotient.expect("done"), rest.expect("done"));
            assert_eq!(quotient * y + rest, x);
            assert!(rest == 0 || (rest < 0) == (y < 0), "{x} {y}");
        }
        assert_eq!(of::<FLOOR_DIVIDE>(1, 0), None);
        assert_eq!(of::<MODULO>(motet_tm::INTEGER_MIN, -1), None);
    }

    #[test]
    fn what_does_not_fit_is_left_to_others() {
        assert_eq!(of::<ADD>(motet_tm::INTEGER_MAX, 1), None);
        assert_eq!(of::<SUBTRACT>(motet_tm::INTEGER_MIN, 1), None);
        assert_eq!(of::<MULTIPLY>(motet_tm::INTEGER_MAX, 2), None);
        assert_eq!(of::<SHIFT_LEFT>(1, 62), None);
        assert_eq!(of::<SHIFT_RIGHT>(1, -1), None);
        assert_eq!(of::<SHIFT_RIGHT>(-5, 100), Some(-1));
    }

    #[test]
    fn integers_and_floats_mix() {
        let half = Value::from_float(0.5).expect("immediate");
        let sum = arithmetic::<ADD>(integer(1), half).expect("done");
        assert_eq!(sum.as_float(), Some(1.5));
        assert_eq!(compare::<LESS>(integer(1), integer(2)), Some(true));
        assert_eq!(compare::<LESS>(integer(1), half), None, "of one type only");
    }

    #[test]
    fn places_are_counted_from_both_ends() {
        assert_eq!(place(integer(-1), 3), Some(2));
        assert_eq!(place(integer(2), 3), Some(2));
        assert_eq!(place(integer(3), 3), None);
        assert_eq!(place(integer(-4), 3), None);
    }
}
