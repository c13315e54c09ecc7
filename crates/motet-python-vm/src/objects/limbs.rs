//! Arithmetic of integers of some hundred bits, on limbs that are copied out of the heap: no native
//! allocation. What is longer, and long division, is left to the library of big numbers.

use std::cmp::Ordering;

use super::int;
use super::prelude::*;
use super::protocol::operator::Operator;

/// Operands have so many limbs at most.
const LIMBS_MAX: usize = 40;
/// Results have so many at most: a product has as many as both factors.
const RESULT_MAX: usize = 2 * LIMBS_MAX;

/// A sign and a magnitude, its lowest limb first.
struct Digits {
    negative: bool,
    count: usize,
    limbs: [u64; RESULT_MAX],
}

impl Digits {
    fn new(negative: bool, count: usize) -> Digits {
        Digits {
            negative,
            count,
            limbs: [0; RESULT_MAX],
        }
    }

    /// The digits of an `int` that is not too long.
    fn of(thread: &Thread, value: Value<'_>) -> Option<Digits> {
        if let Some(small) = value.as_integer() {
            let mut digits = Digits::new(small < 0, usize::from(small != 0));
            digits.limbs[0] = small.unsigned_abs();
            return Some(digits);
        }
        let object = exact(thread, value, CLASS_INT)?;
        let count = int::limb_count(thread, object);
        if count > LIMBS_MAX {
            return None;
        }
        let mut digits = Digits::new(int::is_negative(thread, object), count);
        for (index, limb) in digits.limbs[..count].iter_mut().enumerate() {
            *limb = int::limb(thread, object, index);
        }
        Some(digits)
    }

    fn used(&self) -> &[u64] {
        &self.limbs[..self.count]
    }

    /// The number, if it has 127 bits at most.
    fn as_wide(&self) -> Option<i128> {
        if self.count > 2 || self.limbs[1] >> 63 != 0 {
            return None;
        }
        let magnitude = i128::from(self.limbs[1]) << 64 | i128::from(self.limbs[0]);
        Some(if self.negative { -magnitude } else { magnitude })
    }

    /// The order of the magnitudes.
    fn compare(&self, other: &Digits) -> Ordering {
        let by_count = self.count.cmp(&other.count);
        by_count.then_with(|| self.used().iter().rev().cmp(other.used().iter().rev()))
    }

    fn to_value<'a>(&self, thread: &'a Thread) -> Value<'a> {
        let zeros = self.used().iter().rev().take_while(|limb| **limb == 0);
        let count = self.count - zeros.count();
        int::from_limbs(thread, self.negative, &self.limbs[..count])
    }
}

/// The sum of two magnitudes.
fn add(left: &Digits, right: &Digits, negative: bool) -> Digits {
    let count = left.count.max(right.count);
    let mut sum = Digits::new(negative, count + 1);
    let mut carry = false;
    for index in 0..count {
        let (first, over) = left.limbs[index].overflowing_add(right.limbs[index]);
        let (both, over_again) = first.overflowing_add(u64::from(carry));
        sum.limbs[index] = both;
        carry = over | over_again;
    }
    sum.limbs[count] = u64::from(carry);
    sum
}

/// The difference of two magnitudes, the first of which is not the smaller.
fn subtract(left: &Digits, right: &Digits, negative: bool) -> Digits {
    let mut rest = Digits::new(negative, left.count);
    let mut borrow = false;
    for index in 0..left.count {
        let (first, under) = left.limbs[index].overflowing_sub(right.limbs[index]);
        let (both, under_again) = first.overflowing_sub(u64::from(borrow));
        rest.limbs[index] = both;
        borrow = under | under_again;
    }
    rest
}

/// The sum, by signs.
fn add_signed(left: &Digits, right: &Digits, right_negative: bool) -> Digits {
    if left.negative == right_negative {
        return add(left, right, left.negative);
    }
    match left.compare(right) {
        Ordering::Less => subtract(right, left, right_negative),
        _ => subtract(left, right, left.negative),
    }
}

/// The product, limb by limb.
fn multiply(left: &Digits, right: &Digits) -> Digits {
    let negative = left.negative != right.negative;
    let mut product = Digits::new(negative, left.count + right.count);
    for (index, limb) in left.used().iter().enumerate() {
        let mut carry = 0u128;
        let target = &mut product.limbs[index..=index + right.count];
        for (place, factor) in target.iter_mut().zip(right.used()) {
            let sum = u128::from(*limb) * u128::from(*factor) + u128::from(*place) + carry;
            *place = sum as u64;
            carry = sum >> 64;
        }
        target[right.count] = carry as u64;
    }
    product
}

fn shift_right(left: &Digits, by: usize) -> Digits {
    let (limbs, bits) = (by / 64, by % 64);
    let count = left.count.saturating_sub(limbs);
    let mut result = Digits::new(false, count);
    for index in 0..count {
        let low = left.limbs[index + limbs] >> bits;
        let above = left.limbs.get(index + limbs + 1).copied().unwrap_or(0);
        let high = if bits == 0 { 0 } else { above << (64 - bits) };
        result.limbs[index] = low | high;
    }
    result
}

fn shift_left(left: &Digits, by: usize) -> Digits {
    let (limbs, bits) = (by / 64, by % 64);
    let mut result = Digits::new(left.negative, left.count + limbs + 1);
    for (index, limb) in left.used().iter().enumerate() {
        result.limbs[index + limbs] |= limb << bits;
        if bits > 0 {
            result.limbs[index + limbs + 1] = limb >> (64 - bits);
        }
    }
    result
}

fn bitwise(left: &Digits, right: &Digits, operate: fn(u64, u64) -> u64) -> Digits {
    let count = left.count.max(right.count);
    let mut result = Digits::new(false, count);
    for index in 0..count {
        result.limbs[index] = operate(left.limbs[index], right.limbs[index]);
    }
    result
}

/// `a operator b` of integers; `None` if that is not done here.
pub fn binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'_>,
    b: Value<'_>,
) -> Option<Value<'a>> {
    let (left, right) = (Digits::of(thread, a)?, Digits::of(thread, b)?);
    let are_positive = !left.negative && !right.negative;
    let result = match operator {
        Operator::Add => add_signed(&left, &right, right.negative),
        Operator::Subtract => add_signed(&left, &right, !right.negative),
        Operator::Multiply => multiply(&left, &right),
        Operator::And if are_positive => bitwise(&left, &right, |x, y| x & y),
        Operator::Or if are_positive => bitwise(&left, &right, |x, y| x | y),
        Operator::Xor if are_positive => bitwise(&left, &right, |x, y| x ^ y),
        Operator::ShiftRight if are_positive && right.count <= 1 => {
            shift_right(&left, usize::try_from(right.limbs[0]).ok()?)
        }
        Operator::ShiftLeft if right.limbs[0] < (64 * (LIMBS_MAX as u64 - 1)) => {
            if right.negative || right.count > 1 {
                return None;
            }
            shift_left(&left, right.limbs[0] as usize)
        }
        Operator::FloorDivide | Operator::Modulo => {
            let (left, right) = (left.as_wide()?, right.as_wide()?);
            if right == 0 {
                return None;
            }
            let (quotient, rest) = (left / right, left % right);
            let goes_down = rest != 0 && (rest < 0) != (right < 0);
            return Some(int::from_i128(
                thread,
                match (operator == Operator::Modulo, goes_down) {
                    (true, false) => rest,
                    (true, true) => rest + right,
                    (false, false) => quotient,
                    (false, true) => quotient - 1,
                },
            ));
        }
        _ => return None,
    };
    Some(result.to_value(thread))
}

/// The order of two integers; `None` if it is not found here.
pub fn compare(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Option<Ordering> {
    let (left, right) = (Digits::of(thread, a)?, Digits::of(thread, b)?);
    Some(match (left.negative, right.negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => left.compare(&right),
        (true, true) => right.compare(&left),
    })
}
