//! Arithmetic of integers of some hundred bits, on the limbs as they lie in the heap: no native
//! allocation. Longer numbers, and long division, are left to the library of big numbers.

use std::cmp::Ordering;
use std::num::NonZero;

use crate::types::int;
use crate::types::prelude::*;
use crate::types::protocol::operator::Operator;

/// Operands have so many limbs at most.
const LIMBS_MAX: usize = 80;
/// Factors have so many at most: of longer ones the library needs fewer multiplications.
const FACTOR_MAX: usize = 40;
/// Results have so many at most: a sum has one more than its operands, a product as many as both.
const RESULT_MAX: usize = LIMBS_MAX + 1;

/// An operand: a sign, and a magnitude that is one limb or lies in a boxed integer.
#[derive(Clone, Copy)]
struct Digits<'a> {
    negative: bool,
    count: usize,
    small: u64,
    boxed: Option<&'a [u8]>,
}

impl<'a> Digits<'a> {
    /// The digits of an `int` that is not too long.
    #[inline]
    fn of(thread: &'a Thread, value: Value<'a>) -> Option<Digits<'a>> {
        if let Some(small) = value.as_integer() {
            return Some(Digits {
                negative: small < 0,
                count: usize::from(small != 0),
                small: small.unsigned_abs(),
                boxed: None,
            });
        }
        let object = exact(thread, value, CLASS_INT)?;
        let (negative, bytes) = int::sign_and_limbs(thread, object);
        let count = bytes.len() / size_of::<u64>();
        (count <= LIMBS_MAX).then_some(Digits {
            negative,
            count,
            small: 0,
            boxed: Some(bytes),
        })
    }

    /// A limb; 0 behind the last.
    #[inline(always)]
    fn limb(self, index: usize) -> u64 {
        match self.boxed {
            None if index == 0 => self.small,
            None => 0,
            Some(bytes) => match bytes.get(8 * index..8 * index + 8) {
                Some(limb) => {
                    u64::from_le_bytes(limb.try_into().expect("the range above has eight bytes"))
                }
                None => 0,
            },
        }
    }

    /// The number, if it has 127 bits at most.
    #[inline]
    fn as_wide(self) -> Option<i128> {
        let high = self.limb(1);
        if self.count > 2 || high >> 63 != 0 {
            return None;
        }
        let magnitude = i128::from(high) << 64 | i128::from(self.limb(0));
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// The order of the magnitudes.
    fn compare(self, other: Digits<'_>) -> Ordering {
        let limbs = (0..self.count).rev();
        let differing = limbs
            .map(|index| self.limb(index).cmp(&other.limb(index)))
            .find(|order| order.is_ne());
        let by_count = self.count.cmp(&other.count);
        by_count.then(differing.unwrap_or(Ordering::Equal))
    }
}

/// The limbs of a result, the lowest first.
type Result = [u64; RESULT_MAX];

/// The sum of two magnitudes: how many limbs it has.
fn add(left: Digits<'_>, right: Digits<'_>, sum: &mut Result) -> usize {
    let count = left.count.max(right.count);
    let mut carry = false;
    for (index, limb) in sum[..count].iter_mut().enumerate() {
        let (first, over) = left.limb(index).overflowing_add(right.limb(index));
        let (both, over_again) = first.overflowing_add(u64::from(carry));
        *limb = both;
        carry = over | over_again;
    }
    sum[count] = u64::from(carry);
    count + 1
}

/// The difference of two magnitudes, the first of which is not the smaller.
fn subtract(left: Digits<'_>, right: Digits<'_>, rest: &mut Result) -> usize {
    let mut borrow = false;
    for (index, limb) in rest[..left.count].iter_mut().enumerate() {
        let (first, under) = left.limb(index).overflowing_sub(right.limb(index));
        let (both, under_again) = first.overflowing_sub(u64::from(borrow));
        *limb = both;
        borrow = under | under_again;
    }
    left.count
}

/// The sum, by signs: whether it is negative, and how many limbs it has.
fn add_signed(
    left: Digits<'_>,
    right: Digits<'_>,
    right_negative: bool,
    sum: &mut Result,
) -> (bool, usize) {
    if left.negative == right_negative {
        return (left.negative, add(left, right, sum));
    }
    match left.compare(right) {
        Ordering::Less => (right_negative, subtract(right, left, sum)),
        _ => (left.negative, subtract(left, right, sum)),
    }
}

/// The product, limb by limb.
fn multiply(left: Digits<'_>, right: Digits<'_>, product: &mut Result) -> usize {
    let mut factor = [0; FACTOR_MAX];
    for (index, limb) in factor[..right.count].iter_mut().enumerate() {
        *limb = right.limb(index);
    }
    let factor = &factor[..right.count];
    for index in 0..left.count {
        let limb = u128::from(left.limb(index));
        let mut carry = 0u128;
        let (target, above) = product[index..].split_at_mut(factor.len());
        for (place, other) in target.iter_mut().zip(factor) {
            let sum = limb * u128::from(*other) + u128::from(*place) + carry;
            *place = sum as u64;
            carry = sum >> 64;
        }
        above[0] = carry as u64;
    }
    left.count + right.count
}

/// The quotient of the magnitude, which has as many limbs, and the rest. By halves of limbs, so
/// that the processor divides words.
fn divide(left: Digits<'_>, divisor: NonZero<u32>, quotient: &mut Result) -> u64 {
    let divisor = u64::from(divisor.get());
    let mut rest = 0;
    for (index, place) in quotient[..left.count].iter_mut().enumerate().rev() {
        let limb = left.limb(index);
        let high = (rest << 32) | (limb >> 32);
        let low = ((high % divisor) << 32) | (limb & u64::from(u32::MAX));
        *place = ((high / divisor) << 32) | (low / divisor);
        rest = low % divisor;
    }
    rest
}

fn shift_right(left: Digits<'_>, by: usize, result: &mut Result) -> usize {
    let (limbs, bits) = (by / 64, by % 64);
    let count = left.count.saturating_sub(limbs);
    for (index, limb) in result[..count].iter_mut().enumerate() {
        let wide =
            u128::from(left.limb(index + limbs + 1)) << 64 | u128::from(left.limb(index + limbs));
        *limb = (wide >> bits) as u64;
    }
    count
}

fn shift_left(left: Digits<'_>, by: usize, result: &mut Result) -> usize {
    let (limbs, bits) = (by / 64, by % 64);
    for index in 0..left.count {
        let wide = u128::from(left.limb(index)) << bits;
        result[index + limbs] |= wide as u64;
        result[index + limbs + 1] = (wide >> 64) as u64;
    }
    left.count + limbs + 1
}

fn bitwise(
    left: Digits<'_>,
    right: Digits<'_>,
    result: &mut Result,
    operate: impl Fn(u64, u64) -> u64,
) -> usize {
    let count = left.count.max(right.count);
    for (index, limb) in result[..count].iter_mut().enumerate() {
        *limb = operate(left.limb(index), right.limb(index));
    }
    count
}

/// `a operator b` of integers of 127 bits with a result of 127 bits.
#[inline]
fn wide_binary(operator: Operator, left: i128, right: i128) -> Option<i128> {
    Some(match operator {
        Operator::Add => left.checked_add(right)?,
        Operator::Subtract => left.checked_sub(right)?,
        Operator::Multiply => left.checked_mul(right)?,
        Operator::And => left & right,
        Operator::Or => left | right,
        Operator::Xor => left ^ right,
        Operator::ShiftRight if right >= 0 => left >> right.min(127),
        Operator::ShiftLeft if (0..64).contains(&right) && left.unsigned_abs() >> 63 == 0 => {
            left << right
        }
        Operator::FloorDivide | Operator::Modulo if right != 0 => {
            let (quotient, rest) = match (u64::try_from(left), u64::try_from(right)) {
                (Ok(left), Ok(right)) => (i128::from(left / right), i128::from(left % right)),
                _ => (left / right, left % right),
            };
            let goes_down = rest != 0 && (rest < 0) != (right < 0);
            match (operator == Operator::Modulo, goes_down) {
                (true, false) => rest,
                (true, true) => rest + right,
                (false, false) => quotient,
                (false, true) => quotient - 1,
            }
        }
        _ => return None,
    })
}

/// `a operator b` of integers; `None` if that is not done here.
pub fn binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Option<Value<'a>> {
    let (left, right) = (Digits::of(thread, a)?, Digits::of(thread, b)?);
    if let (Some(left), Some(right)) = (left.as_wide(), right.as_wide())
        && let Some(result) = wide_binary(operator, left, right)
    {
        return Some(int::from_i128(thread, result));
    }
    long_binary(thread, operator, left, right)
}

#[inline(never)]
fn long_binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    left: Digits<'a>,
    right: Digits<'a>,
) -> Option<Value<'a>> {
    let are_positive = !left.negative && !right.negative;
    let by = || {
        usize::try_from(right.limb(0))
            .ok()
            .filter(|_| right.count <= 1)
    };
    let mut result = [0; RESULT_MAX];
    let mut negative = false;
    let count = match operator {
        Operator::Add | Operator::Subtract => {
            let adds = operator == Operator::Add;
            let count;
            (negative, count) = add_signed(left, right, right.negative == adds, &mut result);
            count
        }
        Operator::Multiply if left.count.max(right.count) <= FACTOR_MAX => {
            negative = left.negative != right.negative;
            multiply(left, right, &mut result)
        }
        Operator::FloorDivide | Operator::Modulo => {
            let divisor = by().and_then(|by| u32::try_from(by).ok())?;
            let rest = divide(left, NonZero::new(divisor)?, &mut result);
            let goes_down = rest != 0 && left.negative != right.negative;
            if operator == Operator::Modulo {
                negative = right.negative;
                result[0] = if goes_down {
                    u64::from(divisor) - rest
                } else {
                    rest
                };
                1
            } else if goes_down {
                return None;
            } else {
                negative = left.negative != right.negative;
                left.count
            }
        }
        Operator::And if are_positive => bitwise(left, right, &mut result, |x, y| x & y),
        Operator::Or if are_positive => bitwise(left, right, &mut result, |x, y| x | y),
        Operator::Xor if are_positive => bitwise(left, right, &mut result, |x, y| x ^ y),
        Operator::ShiftRight if are_positive => shift_right(left, by()?, &mut result),
        Operator::ShiftLeft if !right.negative => {
            let by = by().filter(|by| left.count + by / 64 < RESULT_MAX)?;
            negative = left.negative;
            shift_left(left, by, &mut result)
        }
        _ => return None,
    };
    let zeros = result[..count].iter().rev().take_while(|limb| **limb == 0);
    let count = count - zeros.count();
    Some(int::from_limbs(thread, negative, &result[..count]))
}

/// The order of two integers; `None` if it is not found here.
pub fn compare(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Option<Ordering> {
    let (left, right) = (Digits::of(thread, a)?, Digits::of(thread, b)?);
    Some(match (left.negative, right.negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => left.compare(right),
        (true, true) => right.compare(left),
    })
}
