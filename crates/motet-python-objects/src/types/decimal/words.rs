//! Decimal numbers of few digits, computed with in machine words: sums, products, quotients,
//! comparisons and roundings of numbers whose digits fit 128 bits, with results that do.
//!
//! A zero among operands or results, and whatever else is rare, is left to the arithmetic with
//! digits; it gives the same results for all that is done here.

use std::cmp::Ordering;

use crate::types::decimal::*;

/// So many digits fit 128 bits for sure, with a sign: two words of 64 bits, of half of them each.
const DIGITS_MAX: usize = 38;
/// Ten to this power is the largest that fits a word of 64 bits.
const POWER_MAX: i64 = 19;
/// The digits of the largest number of 128 bits.
const WIDE_DIGITS: usize = 39;

/// A number of few digits.
#[derive(Clone, Copy)]
pub(super) struct Word {
    negative: bool,
    digits: u128,
    exponent: i64,
}

/// A number that was made.
#[derive(Clone, Copy)]
struct Wide {
    negative: bool,
    digits: u128,
    exponent: i64,
}

const POWERS: [u128; WIDE_DIGITS] = {
    let (mut powers, mut power) = ([1; WIDE_DIGITS], 1);
    while power < WIDE_DIGITS {
        powers[power] = powers[power - 1] * 10;
        power += 1;
    }
    powers
};

/// Ten to a power from 0 to 38.
#[inline]
fn power_of_ten(power: i64) -> u128 {
    POWERS[power as usize]
}

/// The number of digits: that of the bits gives it, or one less.
#[inline(always)]
fn length(number: u128) -> i64 {
    let bits = u128::BITS - (number | 1).leading_zeros();
    let least = (bits * 1233) >> 12;
    i64::from(least + u32::from(number >= POWERS[least as usize])).max(1)
}

/// A quotient and its rest, by one division.
#[inline(always)]
fn divided(number: u128, divisor: u128) -> (u128, u128) {
    let quotient = match (u64::try_from(number), u64::try_from(divisor)) {
        (Ok(number), Ok(divisor)) => (number / divisor).into(),
        _ => number / divisor,
    };
    (quotient, number - quotient * divisor)
}

/// The last digit: 2 ** 64 ends in 6.
#[inline(always)]
fn last_digit(number: u128) -> u8 {
    ((number >> 64) as u64 % 10 * 6 + number as u64 % 10) as u8 % 10
}

/// Whether digits that are kept grow by one, where the rest is so much of a unit.
#[inline(always)]
fn goes_up(rounding: Rounding, negative: bool, kept: u128, (rest, unit): (u128, u128)) -> bool {
    let half = rest.cmp(&(unit - rest));
    rest != 0 && rounding.grows(negative, last_digit(kept), half)
}

/// The number of eight digits; none if there is another byte. Neighbours are joined three times: to
/// pairs, to fours, to all eight.
#[inline]
fn number_of_eight(text: [u8; 8]) -> Option<u64> {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    const HIGH: u64 = u64::from_le_bytes([0xf0; 8]);
    const SIX: u64 = u64::from_le_bytes([6; 8]);
    let word = u64::from_le_bytes(text);
    // A byte from `0` to `?` has this upper half, and so has it and six if it is at most `9`.
    if word & HIGH != ZEROS || word.wrapping_add(SIX) & HIGH != ZEROS {
        return None;
    }
    let ones = word - ZEROS;
    let pairs = (ones * 10 + (ones >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some((fours * 10_000 + (fours >> 32)) & 0xffff_ffff)
}

/// The number of up to 19 digits; none if there is another byte.
#[inline]
fn number_of(text: &[u8]) -> Option<u64> {
    let (eights, rest) = text.as_chunks::<8>();
    let number = eights.iter().try_fold(0, |number, eight| {
        Some(number * 100_000_000 + number_of_eight(*eight)?)
    });
    rest.iter().try_fold(number?, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit <= 9).then(|| number * 10 + u64::from(digit))
    })
}

impl Word {
    /// The number that an object with the library's own attributes is. (Inlined, as is all that
    /// passes numbers on: copies of them wait for the words that were written just before.)
    #[inline(always)]
    fn of(thread: &Thread, object: Object<'_>) -> Option<Word> {
        let view = thread.read(object);
        let text = string::exact_string(thread, view.get(NUMBER_DIGITS))?;
        let text = string::utf8(thread, text);
        let is_plain = matches!(text, [_] | [b'1'..=b'9', ..]) && text.len() <= DIGITS_MAX;
        if !is_plain || view.get(NUMBER_SPECIAL) != FALSE {
            return None;
        }
        let (high, low) = text.split_at(text.len().saturating_sub(POWER_MAX as usize));
        let digits = u128::from(number_of(high)?) * power_of_ten(POWER_MAX);
        let digits = digits + u128::from(number_of(low)?);
        let exponent = view.get(NUMBER_EXPONENT).as_integer()?;
        (exponent.abs() < EXPONENT_MAX).then_some(Word {
            negative: view.get(NUMBER_SIGN) == Value::from_small(1),
            digits,
            exponent,
        })
    }

    /// The number of a value: of the library's own class, or an integer.
    #[inline(always)]
    fn of_value(thread: &Thread, example: Object<'_>, value: Value<'_>) -> Option<Word> {
        match value.as_object() {
            Some(object) if thread.host_of(object) == thread.host_of(example) => {
                Word::of(thread, object)
            }
            _ => {
                let number = value.as_integer()?;
                Some(Word {
                    negative: number < 0,
                    digits: number.unsigned_abs().into(),
                    exponent: 0,
                })
            }
        }
    }

    #[inline(always)]
    fn negated(self) -> Word {
        Word {
            negative: !self.negative,
            ..self
        }
    }

    #[inline(always)]
    fn widened(self) -> Wide {
        Wide {
            negative: self.negative,
            digits: self.digits,
            exponent: self.exponent,
        }
    }

    /// The number with another exponent, and whether that has changed it.
    fn rescaled(self, exponent: i64, rounding: Rounding) -> Option<(Wide, bool)> {
        let distance = self.exponent - exponent;
        if distance.abs() > POWER_MAX {
            return None;
        }
        let (digits, unit) = (self.digits, power_of_ten(distance.abs()));
        let (digits, is_inexact) = if distance >= 0 {
            (digits.checked_mul(unit)?, false)
        } else {
            let (kept, rest) = divided(digits, unit);
            let is_up = goes_up(rounding, self.negative, kept, (rest, unit));
            (kept + u128::from(is_up), rest != 0)
        };
        let made = Wide {
            digits,
            exponent,
            ..self.widened()
        };
        Some((made, is_inexact))
    }

    #[inline(always)]
    fn length(self) -> i64 {
        length(self.digits)
    }

    /// The digits with so many zeros behind them, with the sign.
    #[inline(always)]
    fn signed(self, zeros: i64) -> Option<i128> {
        let widened = self.digits.checked_mul(power_of_ten(zeros))?;
        let widened = i128::try_from(widened).ok()?;
        Some(if self.negative { -widened } else { widened })
    }
}

/// Both with the smaller exponent, and that; none if they are far apart.
#[inline(always)]
fn aligned(a: Word, b: Word) -> Option<(i128, i128, i64)> {
    let exponent = a.exponent.min(b.exponent);
    let zeros = (a.exponent - exponent, b.exponent - exponent);
    if zeros.0.max(zeros.1) > POWER_MAX {
        return None;
    }
    Some((a.signed(zeros.0)?, b.signed(zeros.1)?, exponent))
}

#[inline(always)]
fn sum(a: Word, b: Word) -> Option<Wide> {
    let (a, b, exponent) = aligned(a, b)?;
    let sum = a.checked_add(b)?;
    Some(Wide {
        negative: sum < 0,
        digits: sum.unsigned_abs(),
        exponent,
    })
}

#[inline(always)]
fn product(a: Word, b: Word) -> Option<Wide> {
    Some(Wide {
        negative: a.negative != b.negative,
        digits: a.digits.checked_mul(b.digits)?,
        exponent: a.exponent + b.exponent,
    })
}

/// The quotient to one digit more than wanted, the last of which is never 0 or 5 if more follow.
#[inline(always)]
fn quotient(a: Word, b: Word, precision: i64) -> Option<Wide> {
    let zeros = b.length() - a.length() + precision + 1;
    if !(0..=2 * POWER_MAX).contains(&zeros) {
        return None;
    }
    let (first, second) = (zeros - zeros.min(POWER_MAX), zeros.min(POWER_MAX));
    let divisor = b.digits;
    let dividend = a.digits.checked_mul(power_of_ten(first))?;
    let (high, rest) = divided(dividend, divisor);
    let unit = power_of_ten(second);
    let (low, rest) = divided(rest.checked_mul(unit)?, divisor);
    let mut digits = high.checked_mul(unit)?.checked_add(low)?;
    let ideal = a.exponent - b.exponent;
    let mut exponent = ideal - zeros;
    if rest != 0 {
        digits += u128::from(last_digit(digits).is_multiple_of(5));
    } else {
        for power in [32, 16, 8, 4, 2, 1] {
            // A multiple of 10 is one of 2.
            if exponent + power > ideal || i64::from(digits.trailing_zeros()) < power {
                continue;
            }
            let (quotient, rest) = divided(digits, power_of_ten(power));
            if rest == 0 {
                digits = quotient;
                exponent += power;
            }
        }
    }
    Some(Wide {
        negative: a.negative != b.negative,
        digits,
        exponent,
    })
}

impl<'a> Context<'a> {
    /// Rounds a number that is not 0 as the context wants it, sets the flags, and makes an object;
    /// none if its exponent is an unusual one.
    #[inline(always)]
    fn finish_wide(&self, mut number: Wide) -> Outcome<Option<Value<'a>>> {
        let (tiny, top) = (self.exponent_tiny(), self.exponent_top());
        let length = length(number.digits);
        let least = length + number.exponent - self.precision;
        if least > top || least < tiny || self.precision < 1 {
            return Ok(None);
        }
        if length <= self.precision {
            let is_common = !self.is_clamped || number.exponent <= top;
            return match is_common {
                true => self.state.made_wide(number),
                false => Ok(None),
            };
        }
        let gone = length - self.precision;
        let unit = power_of_ten(gone);
        let (mut kept, rest) = divided(number.digits, unit);
        number.exponent += gone;
        if goes_up(self.rounding, number.negative, kept, (rest, unit)) {
            kept += 1;
            if kept == power_of_ten(self.precision) {
                // Nines have become a one with zeros.
                kept /= 10;
                number.exponent += 1;
            }
        }
        number.digits = kept;
        let signals: &[Signal] = match rest != 0 {
            true => &[Signal::Inexact, Signal::Rounded],
            false => &[Signal::Rounded],
        };
        if number.exponent > top || !self.signal(signals)? {
            return Ok(None);
        }
        self.state.made_wide(number)
    }
}

impl<'a> State<'a> {
    /// Makes a number of the library's class.
    fn made_wide(&self, number: Wide) -> Outcome<Option<Value<'a>>> {
        let mut digits = [0; WIDE_DIGITS];
        let unit = power_of_ten(POWER_MAX);
        let first = match u64::try_from(number.digits) {
            Ok(small) => string::write_digits(small, &mut digits),
            Err(_) => {
                let (high, low) = divided(number.digits, unit);
                let behind = WIDE_DIGITS - POWER_MAX as usize;
                digits[behind..].fill(b'0');
                string::write_digits(low as u64, &mut digits);
                // Beyond 10 ** 38 there would be a digit more than two words of 19 have.
                match u64::try_from(high) {
                    Ok(high) => string::write_digits(high, &mut digits[..behind]),
                    Err(_) => return Ok(None),
                }
            }
        };
        self.made_of(number.negative, &digits[first..], number.exponent)
    }
}

/// The integer as a number of the library's class.
pub(super) fn of_integer<'a>(state: &State<'a>, number: i64) -> Outcome<Option<Value<'a>>> {
    state.made_wide(Wide {
        negative: number < 0,
        digits: number.unsigned_abs().into(),
        exponent: 0,
    })
}

/// Both operands, where they are numbers of few digits.
#[inline(always)]
fn operands<'a>(thread: &'a Thread, a: Value<'a>, b: Value<'a>) -> Option<(State<'a>, Word, Word)> {
    let state = state_of_exact(thread, a).or_else(|| state_of_exact(thread, b))?;
    let (example, _) = state.example()?;
    Some((
        state,
        Word::of_value(thread, example, a)?,
        Word::of_value(thread, example, b)?,
    ))
}

/// `a operator b` in the current context.
#[inline]
pub(super) fn binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some((state, left, right)) = operands(thread, a, b) else {
        return Ok(None);
    };
    if left.digits == 0 || right.digits == 0 {
        return Ok(None);
    }
    let Some(context) = state.context_here(NONE) else {
        return Ok(None);
    };
    let made = match operator {
        Operator::Add => sum(left, right),
        Operator::Subtract => sum(left, right.negated()),
        Operator::Multiply => product(left, right),
        Operator::TrueDivide => quotient(left, right, context.precision),
        _ => None,
    };
    match made.filter(|made| made.digits != 0) {
        Some(made) => context.finish_wide(made),
        None => Ok(None),
    }
}

/// The order of two numbers.
#[inline]
pub(super) fn compare(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Option<Ordering> {
    let (_, left, right) = operands(thread, a, b)?;
    let (left, right, _) = aligned(left, right)?;
    Some(left.cmp(&right))
}

/// A number with another exponent, rounded so; none if it or the result is 0 or unusual.
pub(super) fn with_exponent<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    exponent: i64,
    rounding: Rounding,
    context: &Context<'a>,
) -> Outcome<Option<Value<'a>>> {
    match rescaled_object(thread, object, exponent, rounding, context) {
        Some((made, signals)) if context.signal(signals)? => context.state.made_wide(made),
        _ => Ok(None),
    }
}

/// The same where no flag has to be set.
pub(super) fn with_exponent_alone<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    exponent: i64,
    rounding: Rounding,
    context: &Context<'a>,
) -> Option<Value<'a>> {
    let (made, signals) = rescaled_object(thread, object, exponent, rounding, context)?;
    let is_told = |signal: &Signal| {
        context.has(CONTEXT_TRAPS, *signal) == Some(false)
            && context.has(CONTEXT_FLAGS, *signal) == Some(true)
    };
    let is_over = signals.iter().all(is_told) && context.ignores_nothing();
    is_over.then(|| context.state.made_wide(made).ok())??
}

fn rescaled_object(
    thread: &Thread,
    object: Object<'_>,
    exponent: i64,
    rounding: Rounding,
    context: &Context<'_>,
) -> Option<(Wide, &'static [Signal])> {
    let (example, _) = context.state.example()?;
    let number = Word::of_value(thread, example, object.value())?;
    if exponent < context.exponent_min || exponent > context.exponent_top() {
        return None;
    }
    let (made, is_inexact) = number.rescaled(exponent, rounding)?;
    let fits = number.digits != 0 && made.digits != 0;
    let signals: &[Signal] = match (is_inexact, number.exponent < exponent) {
        (true, _) => &[Signal::Inexact, Signal::Rounded],
        (false, true) => &[Signal::Rounded],
        (false, false) => &[],
    };
    (fits && length(made.digits) <= context.precision).then_some((made, signals))
}

/// Room for the texts that are made here.
const TEXT_MAX: usize = 64;

/// The digits of a number, whose exponent is not above 0, with their point.
fn plain_text(thread: &Thread, number: Wide) -> Option<Outcome<Value<'_>>> {
    let mut digits = [0; string::DIGITS_MAX];
    let first = string::write_digits(u64::try_from(number.digits).ok()?, &mut digits);
    let digits = &digits[first..];
    let behind = usize::try_from(-number.exponent).ok()?;
    if behind > TEXT_MAX / 2 {
        return None;
    }
    let mut text = [b'0'; TEXT_MAX];
    text[0] = b'-';
    let mut end = 1;
    let mut push = |part: &[u8]| {
        text[end..end + part.len()].copy_from_slice(part);
        end += part.len();
    };
    match digits.len().checked_sub(behind) {
        Some(before @ 1..) => {
            push(&digits[..before]);
            if behind > 0 {
                push(b".");
                push(&digits[before..]);
            }
        }
        _ => {
            push(b"0.");
            push(&[b'0'; TEXT_MAX][..behind - digits.len()]);
            push(digits);
        }
    }
    let text = &text[usize::from(!number.negative)..end];
    Some(string::new_ascii(thread, text))
}

/// `str` of a number that needs no exponent.
pub(super) fn text<'a>(thread: &'a Thread, own: &Known<'a>) -> Option<Outcome<Value<'a>>> {
    let (example, _) = own.state.example()?;
    let number = Word::of_value(thread, example, own.object.value())?;
    let is_plain = number.exponent <= 0 && number.exponent + number.length() > -6;
    is_plain.then(|| plain_text(thread, number.widened()))?
}

/// The format `.Nf`, N a digit.
pub(super) fn format<'a>(
    thread: &'a Thread,
    own: &Known<'a>,
    specification: &[u8],
) -> Option<Outcome<Value<'a>>> {
    let [b'.', places @ b'0'..=b'9', b'f'] = specification else {
        return None;
    };
    let (example, _) = own.state.example()?;
    let number = Word::of_value(thread, example, own.object.value())?;
    let rounding = own.state.context(NONE)?.rounding;
    let (made, _) = number.rescaled(-i64::from(places - b'0'), rounding)?;
    plain_text(thread, made)
}
