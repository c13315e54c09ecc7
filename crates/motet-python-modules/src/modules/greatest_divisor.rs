//! The greatest common divisor of large integers, by Lehmer's method (Knuth, The Art of Computer
//! Programming, volume 2, algorithm 4.5.2 L).
//!
//! Euclid's steps need quotients, which are small as a rule and follow from the leading bits alone.
//! So many steps are done on 62 leading bits of both numbers, which collects their effect in four
//! factors, as long as the quotient is certain; one pass over the digits then does them all at
//! once. What fits two digits is left to the method of machine words.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;

/// How many leading bits the steps look at: the factors and their sums fit an `i64`.
const LEADING_BITS: u64 = 62;
const DIGIT_BITS: u64 = 64;

/// The greatest common divisor, which is never negative.
pub(super) fn of(first: &BigInt, second: &BigInt) -> BigInt {
    let (mut large, mut small) = match first.magnitude() >= second.magnitude() {
        true => (first.magnitude().clone(), second.magnitude().clone()),
        false => (second.magnitude().clone(), first.magnitude().clone()),
    };
    // Digits are 64 bits, the least first.
    while small.bits() > 2 * DIGIT_BITS {
        let steps = Steps::of(&large, &small);
        if steps.is_done() {
            (large, small) = steps.apply(&large, &small);
        } else {
            let rest = &large % &small;
            (large, small) = (small, rest);
        }
    }
    let divisor = if small == BigUint::ZERO {
        large
    } else {
        if large.bits() > 2 * DIGIT_BITS {
            let rest = &large % &small;
            (large, small) = (small, rest);
        }
        // Both have two digits at most.
        let word = |number: &BigUint| {
            let digits = number.iter_u64_digits().rev();
            digits.fold(0, |word: u128, digit| {
                (word << DIGIT_BITS) | u128::from(digit)
            })
        };
        BigUint::from(word(&large).gcd(&word(&small)))
    };
    BigInt::from_biguint(Sign::Plus, divisor)
}

/// Steps of Euclid: the larger number becomes `a * large + b * small`, the smaller one
/// `c * large + d * small`. One factor of each is not positive.
struct Steps {
    a: i64,
    b: i64,
    c: i64,
    d: i64,
}

impl Steps {
    /// As many steps as the leading bits are sure of.
    fn of(large: &BigUint, small: &BigUint) -> Steps {
        let shift = large.bits() - LEADING_BITS;
        let (mut x, mut y) = (leading(large, shift), leading(small, shift));
        let (mut a, mut b, mut c, mut d) = (1, 0, 0, 1);
        // The true quotient lies between the two that the factors allow.
        while y + c != 0 && y + d != 0 {
            let quotient = (x + a) / (y + c);
            if quotient != (x + b) / (y + d) {
                break;
            }
            (a, c) = (c, a - quotient * c);
            (b, d) = (d, b - quotient * d);
            (x, y) = (y, x - quotient * y);
        }
        Steps { a, b, c, d }
    }

    /// Whether there was a step at all.
    fn is_done(&self) -> bool {
        self.b != 0
    }

    fn apply(&self, large: &BigUint, small: &BigUint) -> (BigUint, BigUint) {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let (mut first_carry, mut second_carry) = (0_i128, 0_i128);
        let mut small = small.iter_u64_digits();
        for large in large.iter_u64_digits() {
            let (large, small) = (i128::from(large), i128::from(small.next().unwrap_or(0)));
            // Each product is less than 2**126, and the two have different signs.
            first_carry += i128::from(self.a) * large + i128::from(self.b) * small;
            second_carry += i128::from(self.c) * large + i128::from(self.d) * small;
            push_digit(&mut first, &mut first_carry);
            push_digit(&mut second, &mut second_carry);
        }
        debug_assert_eq!(
            (first_carry, second_carry),
            (0, 0),
            "no step makes a number larger"
        );
        (from_digits(&first), from_digits(&second))
    }
}

/// The bits of a number above the lowest `shift`, which are 62 at most.
fn leading(number: &BigUint, shift: u64) -> i64 {
    let (digit, offset) = (shift / DIGIT_BITS, shift % DIGIT_BITS);
    let mut digits = number.iter_u64_digits().skip(digit as usize);
    let low = u128::from(digits.next().unwrap_or(0));
    let high = u128::from(digits.next().unwrap_or(0));
    let bits = (high << DIGIT_BITS | low) >> offset;
    debug_assert!(
        bits >> LEADING_BITS == 0,
        "the larger number has 62 bits, the smaller no more"
    );
    bits as i64
}

/// Splits the lowest 64 bits off.
fn push_digit(digits: &mut Vec<u64>, carry: &mut i128) {
    digits.push(*carry as u64);
    *carry >>= DIGIT_BITS;
}

fn from_digits(digits: &[u64]) -> BigUint {
    let halves = digits
        .iter()
        .flat_map(|digit| [*digit as u32, (*digit >> 32) as u32]);
    BigUint::new(halves.collect())
}
