//! Decimal arithmetic: adds, multiplies, divides and rounds. Knows no objects.
//!
//! A number comes as the ASCII of its digits, without zeros in front.

use std::cmp::Ordering;

use crate::decimal_limbs::*;

/// The direction in which a number with too many digits is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Towards zero.
    Down,
    /// Away from zero.
    Up,
    /// Towards positive infinity.
    Ceiling,
    /// Towards negative infinity.
    Floor,
    /// To the nearest; ties go away from zero.
    HalfUp,
    /// To the nearest; ties go towards zero.
    HalfDown,
    /// To the nearest; ties go to an even last digit.
    HalfEven,
    /// Away from zero if the last digit that stays would be 0 or 5.
    ZeroFiveUp,
}

impl Rounding {
    /// The rounding that the library calls so.
    pub fn named(name: &[u8]) -> Option<Rounding> {
        Some(match name {
            b"ROUND_HALF_EVEN" => Rounding::HalfEven,
            b"ROUND_HALF_UP" => Rounding::HalfUp,
            b"ROUND_DOWN" => Rounding::Down,
            b"ROUND_UP" => Rounding::Up,
            b"ROUND_CEILING" => Rounding::Ceiling,
            b"ROUND_FLOOR" => Rounding::Floor,
            b"ROUND_HALF_DOWN" => Rounding::HalfDown,
            b"ROUND_05UP" => Rounding::ZeroFiveUp,
            _ => return None,
        })
    }

    /// Whether the digits kept grow by one, if those that go are not all 0.
    fn goes_up(self, negative: bool, kept: &[u8], gone: &[u8]) -> bool {
        let last = kept.last().map_or(0, |digit| digit - b'0');
        let half = gone.first().cmp(&Some(&b'5'));
        let half = half.then_with(|| {
            let is_more = gone[1..].iter().any(|digit| *digit != b'0');
            is_more.cmp(&false)
        });
        self.grows(negative, last, half)
    }

    /// Whether the digits that stay grow by one, of which this is the last. What goes is not 0;
    /// `half` is how it compares with half a unit.
    pub fn grows(self, negative: bool, last: u8, half: Ordering) -> bool {
        match self {
            Rounding::Down => false,
            Rounding::Up => true,
            Rounding::Ceiling => !negative,
            Rounding::Floor => negative,
            Rounding::HalfUp => half != Ordering::Less,
            Rounding::HalfDown => half == Ordering::Greater,
            Rounding::HalfEven => {
                half == Ordering::Greater || half == Ordering::Equal && last % 2 == 1
            }
            Rounding::ZeroFiveUp => last == 0 || last == 5,
        }
    }
}

/// A number that was made: `digits * 10 ** exponent`.
pub struct Made {
    /// Whether the sign is minus; zero has a sign too.
    pub negative: bool,
    /// The decimal digits, the most significant first, each 0 to 9.
    pub digits: Digits,
    /// The power of ten that the last digit is multiplied by.
    pub exponent: i64,
}

/// A number that there is.
#[derive(Clone, Copy)]
pub struct Finite<'a> {
    /// Whether the sign is minus; zero has a sign too.
    pub negative: bool,
    /// The decimal digits, the most significant first, each 0 to 9.
    pub digits: &'a [u8],
    /// The power of ten that the last digit is multiplied by.
    pub exponent: i64,
}

impl Finite<'_> {
    /// Whether the number is a zero, of either sign.
    pub fn is_zero(&self) -> bool {
        self.digits == b"0"
    }

    fn length(&self) -> i64 {
        self.digits.len() as i64
    }

    /// The exponent of the first digit.
    pub fn adjusted(&self) -> i64 {
        self.exponent + self.length() - 1
    }

    /// The number with the other sign.
    pub fn negated(self) -> Self {
        Finite {
            negative: !self.negative,
            ..self
        }
    }
}

impl Made {
    /// A zero of a sign and an exponent.
    pub fn zero(negative: bool, exponent: i64) -> Made {
        Made::of(negative, b"0", exponent)
    }

    /// A number of a sign, digits and an exponent.
    pub fn of(negative: bool, digits: &[u8], exponent: i64) -> Made {
        let digits = Digits::padded(digits, 0);
        Made {
            negative,
            digits,
            exponent,
        }
    }

    /// The number as an operand of another operation.
    pub fn as_finite(&self) -> Finite<'_> {
        Finite {
            negative: self.negative,
            digits: self.digits.all(),
            exponent: self.exponent,
        }
    }

    /// Rounds to so many digits, fewer than there are; whether anything but zeros was lost.
    pub fn round(&mut self, kept: usize, rounding: Rounding) -> bool {
        let length = self.digits.length;
        let (front, gone) = self.digits.all().split_at(kept);
        let is_inexact = gone.iter().any(|digit| *digit != b'0');
        let goes_up = is_inexact && rounding.goes_up(self.negative, front, gone);
        self.exponent += (length - kept) as i64;
        self.digits.truncate(kept);
        if goes_up {
            self.increment();
        } else if kept == 0 {
            self.digits = Digits::padded(b"0", 0);
        }
        is_inexact
    }

    /// Makes the coefficient larger by one.
    fn increment(&mut self) {
        for digit in self.digits.all_mut().iter_mut().rev() {
            if *digit != b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.digits = Digits::padded(b"1", self.digits.length);
    }

    /// Takes zeros away at the end, as long as the exponent stays below this.
    pub fn strip(&mut self, exponent_max: i64) {
        while self.digits.length > 1
            && self.exponent < exponent_max
            && self.digits.all().last() == Some(&b'0')
        {
            self.digits.truncate(self.digits.length - 1);
            self.exponent += 1;
        }
    }
}

/// No number is made that has more digits: so many are another's business.
pub const DIGITS_MAX: i64 = 200_000;
/// Exponents and precisions beyond this are another's business; sums of some of them fit 64 bits.
pub const EXPONENT_MAX: i64 = 1 << 60;

/// The number with this exponent; whether it was rounded and whether that was inexact. None if it
/// would be too long.
pub fn rescaled(number: Finite<'_>, exponent: i64, rounding: Rounding) -> Option<(Made, bool)> {
    let zeros = number.exponent.checked_sub(exponent)?;
    if number.is_zero() {
        return Some((Made::zero(number.negative, exponent), false));
    }
    if zeros >= 0 {
        if zeros > DIGITS_MAX {
            return None;
        }
        let digits = Digits::padded(number.digits, zeros as usize);
        let made = Made {
            negative: number.negative,
            digits,
            exponent,
        };
        return Some((made, false));
    }
    let kept = number.length() + zeros;
    let (mut made, kept) = if kept < 0 {
        // Far below the last digit: only that it is not 0 matters.
        (Made::of(number.negative, b"1", exponent - 1), 0)
    } else {
        let made = Made::of(number.negative, number.digits, number.exponent);
        (made, kept as usize)
    };
    let is_inexact = made.round(kept, rounding);
    Some((made, is_inexact))
}

/// The exact sum, or one that rounds to so many digits as the exact one does.
pub fn add(a: Finite<'_>, b: Finite<'_>, precision: i64, rounding: Rounding) -> Option<Made> {
    let exponent = a.exponent.min(b.exponent);
    let zero_sign = rounding == Rounding::Floor && a.negative != b.negative;
    match (a.is_zero(), b.is_zero()) {
        (true, true) => {
            let negative = zero_sign || a.negative && b.negative;
            return Some(Made::zero(negative, exponent));
        }
        (true, false) => {
            let exponent = exponent.max(b.exponent - precision - 1);
            return Some(rescaled(b, exponent, rounding)?.0);
        }
        (false, true) => {
            let exponent = exponent.max(a.exponent - precision - 1);
            return Some(rescaled(a, exponent, rounding)?.0);
        }
        (false, false) => {}
    }
    let (high, mut low) = if a.exponent < b.exponent {
        (b, a)
    } else {
        (a, b)
    };
    // Of a number far below the other one only counts that it is there.
    let floor = high.exponent + (high.length() - precision - 2).min(-1);
    if low.length() + low.exponent - 1 < floor {
        low = Finite {
            digits: b"1",
            exponent: floor,
            ..low
        };
    }
    let zeros = high.exponent - low.exponent;
    if zeros > DIGITS_MAX {
        return None;
    }
    if high.digits.len() + zeros as usize <= WORD_DIGITS && low.digits.len() <= WORD_DIGITS {
        return Some(add_words(high, low, zeros as u32, zero_sign));
    }
    let x = limbs_of(high.digits, zeros as usize);
    let y = limbs_of(low.digits, 0);
    let (negative, limbs) = if high.negative == low.negative {
        (high.negative, sum(&x, &y))
    } else {
        match compare_limbs(&x, &y) {
            Ordering::Equal => return Some(Made::zero(zero_sign, exponent)),
            Ordering::Greater => (high.negative, difference(&x, &y)),
            Ordering::Less => (low.negative, difference(&y, &x)),
        }
    };
    Some(Made {
        negative,
        digits: digits_of(&limbs),
        exponent: low.exponent,
    })
}

/// The sum of two numbers of few digits, the first after it was given zeros.
fn add_words(high: Finite<'_>, low: Finite<'_>, zeros: u32, zero_sign: bool) -> Made {
    let signed = |number: u64, negative: bool| match negative {
        true => -(number as i64),
        false => number as i64,
    };
    let left = signed(word_of(high.digits) * 10_u64.pow(zeros), high.negative);
    let sum = left + signed(word_of(low.digits), low.negative);
    Made {
        negative: if sum == 0 { zero_sign } else { sum < 0 },
        digits: digits_of_word(sum.unsigned_abs()),
        exponent: low.exponent,
    }
}

/// The exact product.
pub fn multiply(a: Finite<'_>, b: Finite<'_>) -> Option<Made> {
    let exponent = a.exponent.checked_add(b.exponent)?;
    if a.length() + b.length() > DIGITS_MAX {
        return None;
    }
    let digits = if a.digits.len() <= WIDTH && b.digits.len() <= WIDTH {
        digits_of_word(u64::from(limb_of(a.digits)) * u64::from(limb_of(b.digits)))
    } else {
        digits_of(&product(&limbs_of(a.digits, 0), &limbs_of(b.digits, 0)))
    };
    Some(Made {
        negative: a.negative != b.negative,
        digits,
        exponent,
    })
}

/// The quotient with a digit more than wanted, which rounds as the exact one does.
pub fn divide(a: Finite<'_>, b: Finite<'_>, precision: i64) -> Option<Made> {
    let negative = a.negative != b.negative;
    let ideal = a.exponent.checked_sub(b.exponent)?;
    if b.is_zero() {
        return None;
    }
    if a.is_zero() {
        return Some(Made::zero(negative, ideal));
    }
    let shift = b.length() - a.length() + precision + 1;
    if shift.abs() + a.length() + b.length() > DIGITS_MAX {
        return None;
    }
    let x = limbs_of(a.digits, shift.max(0) as usize);
    let y = limbs_of(b.digits, (-shift).max(0) as usize);
    let (limbs, remainder) = quotient(&x, &y);
    let mut made = Made {
        negative,
        digits: digits_of(&limbs),
        exponent: ideal - shift,
    };
    if remainder.length == 0 {
        made.strip(ideal);
    } else if matches!(made.digits.all().last(), Some(b'0' | b'5')) {
        made.increment();
    }
    Some(made)
}

/// The whole quotient and the remainder, if the former has no more digits than that.
pub fn divide_whole(a: Finite<'_>, b: Finite<'_>, precision: i64) -> Option<(Made, Made)> {
    let negative = a.negative != b.negative;
    let exponent = a.exponent.min(b.exponent);
    if b.is_zero() {
        return None;
    }
    let apart = a.adjusted() - b.adjusted();
    if a.is_zero() || apart <= -2 {
        let remainder = rescaled(a, exponent, Rounding::Down)?.0;
        return Some((Made::zero(negative, 0), remainder));
    }
    if apart > precision || (a.exponent - b.exponent).abs() > DIGITS_MAX {
        return None;
    }
    let x = limbs_of(a.digits, (a.exponent - exponent) as usize);
    let y = limbs_of(b.digits, (b.exponent - exponent) as usize);
    let (limbs, remainder) = quotient(&x, &y);
    let whole = Made {
        negative,
        digits: digits_of(&limbs),
        exponent: 0,
    };
    let remainder = Made {
        negative: a.negative,
        digits: digits_of(&remainder),
        exponent,
    };
    (whole.digits.length as i64 <= precision).then_some((whole, remainder))
}

/// A power with some digits more than wanted: each product is rounded to those.
pub fn power(base: Finite<'_>, exponent: u64, precision: i64) -> Option<(Made, bool)> {
    let kept = precision + i64::from(exponent.checked_ilog10()?) + 3;
    if base.is_zero() || base.length().max(kept) > DIGITS_MAX / 2 {
        return None;
    }
    let mut made = Made::of(base.negative, base.digits, base.exponent);
    let mut is_inexact = false;
    let mut rounded = |mut made: Made| {
        if made.digits.length as i64 > kept {
            is_inexact |= made.round(kept as usize, Rounding::HalfEven);
        }
        made
    };
    for bit in (0..exponent.ilog2()).rev() {
        made = rounded(multiply(made.as_finite(), made.as_finite())?);
        if exponent >> bit & 1 == 1 {
            made = rounded(multiply(made.as_finite(), base)?);
        }
        if made.exponent.abs() > EXPONENT_MAX {
            return None;
        }
    }
    made.negative = base.negative && exponent % 2 == 1;
    Some((made, is_inexact))
}

/// The root of a number above 0 with a digit more than wanted, which rounds as the exact one does.
pub fn square_root(number: Finite<'_>, precision: i64) -> Option<Made> {
    let is_odd = number.exponent & 1;
    // So many digits the root has above its ideal exponent.
    let length = (number.length() + is_odd + 1) >> 1;
    let shift = precision + 1 - length;
    if shift.abs() + number.length() > DIGITS_MAX / 2 {
        return None;
    }
    let zeros = is_odd + 2 * shift;
    let cut = (-zeros).max(0) as usize;
    let (kept, gone) = number.digits.split_at(number.digits.len() - cut);
    let square = big_of(kept, zeros.max(0) as usize)?;
    let root = square.sqrt();
    let is_exact = gone.iter().all(|digit| *digit == b'0') && &root * &root == square;
    let ideal = number.exponent >> 1;
    let mut made = Made::of(false, root.to_string().as_bytes(), ideal - shift);
    if is_exact {
        if shift >= 0 {
            made.strip(ideal);
        } else {
            made.digits = Digits::padded(made.digits.all(), (-shift) as usize);
            made.exponent = ideal;
        }
    } else if matches!(made.digits.all().last(), Some(b'0' | b'5')) {
        made.increment();
    }
    Some(made)
}

/// Compares two numbers.
pub fn compare(a: Finite<'_>, b: Finite<'_>) -> Ordering {
    let sign = |number: Finite<'_>| match (number.is_zero(), number.negative) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    };
    let (left, right) = (sign(a), sign(b));
    if left != right || left == 0 {
        return left.cmp(&right);
    }
    let order = a.adjusted().cmp(&b.adjusted()).then_with(|| {
        let common = a.digits.len().min(b.digits.len());
        let order = a.digits[..common].cmp(&b.digits[..common]);
        let is_more = |rest: &[u8]| rest.iter().any(|digit| *digit != b'0');
        order.then_with(|| is_more(&a.digits[common..]).cmp(&is_more(&b.digits[common..])))
    });
    if a.negative { order.reverse() } else { order }
}
