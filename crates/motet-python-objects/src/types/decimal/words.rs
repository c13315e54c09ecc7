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
pub(super) const POWER_MAX: i64 = 19;
/// A division by a longer number would take too many steps.
const ROOM_MIN: i64 = 5;
/// The digits of the largest number of 128 bits.
pub(super) const WIDE_DIGITS: usize = 39;

/// A number of few digits.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) negative: bool,
    pub(super) digits: u128,
    pub(super) exponent: i64,
}

/// A number that was made.
#[derive(Clone, Copy)]
pub(super) struct Wide {
    pub(super) negative: bool,
    pub(super) digits: u128,
    pub(super) exponent: i64,
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
pub(super) fn power_of_ten(power: i64) -> u128 {
    POWERS[power as usize]
}

/// The number of digits: that of the bits gives it, or one less.
#[inline(always)]
pub(super) fn length(number: u128) -> i64 {
    let bits = u128::BITS - (number | 1).leading_zeros();
    let least = (bits * 1233) >> 12;
    i64::from(least + u32::from(number >= POWERS[least as usize])).max(1)
}

/// A quotient and its rest, by one division.
#[inline(always)]
pub(super) fn divided(number: u128, divisor: u128) -> (u128, u128) {
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

/// The number of few digits, of which the first is no 0 if there are more.
#[inline]
pub(super) fn coefficient(text: &[u8]) -> Option<u128> {
    let is_plain = matches!(text, [_] | [b'1'..=b'9', ..]) && text.len() <= DIGITS_MAX;
    if !is_plain {
        return None;
    }
    let (high, low) = text.split_at(text.len().saturating_sub(POWER_MAX as usize));
    let digits = u128::from(number_of(high)?) * power_of_ten(POWER_MAX);
    Some(digits + u128::from(number_of(low)?))
}

/// The number that a text of few digits is, which have at most a sign before and a point between.
pub(super) fn plain_number(text: &[u8]) -> Option<Wide> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        _ => (false, text),
    };
    // A point is no digit.
    if !(1..=POWER_MAX as usize).contains(&digits.len()) || digits == b"." {
        return None;
    }
    let (mut number, mut point) = (0_u64, None);
    for (place, byte) in digits.iter().enumerate() {
        match byte {
            b'0'..=b'9' => number = number * 10 + u64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(place + 1),
            _ => return None,
        }
    }
    let behind = point.map_or(0, |point| digits.len() - point);
    Some(Wide {
        negative,
        digits: number.into(),
        exponent: -(behind as i64),
    })
}

/// Writes the digits of a number at the end of a text; returns the place of the first.
pub(super) fn write_wide(number: u128, text: &mut [u8; WIDE_DIGITS]) -> usize {
    let Ok(small) = u64::try_from(number) else {
        let (high, low) = divided(number, power_of_ten(POWER_MAX));
        let behind = WIDE_DIGITS - POWER_MAX as usize;
        text[behind..].fill(b'0');
        string::write_digits(low as u64, text);
        let (highest, high) = divided(high, power_of_ten(POWER_MAX));
        let first = string::write_digits(high as u64, &mut text[..behind]);
        if highest == 0 {
            return first;
        }
        // Beyond 10 ** 38 there is a digit more than two words of 19 have.
        text[1..first].fill(b'0');
        text[0] = b'0' + highest as u8;
        return 0;
    };
    string::write_digits(small, text)
}

impl Word {
    /// The number that an object with the library's own attributes is. (Inlined, as is all that
    /// passes numbers on: copies of them wait for the words that were written just before.)
    #[inline(always)]
    fn of(thread: &Thread, object: Object<'_>) -> Option<Word> {
        let view = thread.read(object);
        let digits = match joined(view.get(NUMBER_DIGITS), view.get(NUMBER_SPECIAL)) {
            Some(digits) => digits,
            None => Word::of_text(thread, object)?,
        };
        let exponent = view.get(NUMBER_EXPONENT).as_integer()?;
        (exponent.abs() < EXPONENT_MAX).then_some(Word {
            negative: view.get(NUMBER_SIGN) == Value::from_small(1),
            digits,
            exponent,
        })
    }

    /// The coefficient of a number in the form with a text.
    #[inline(never)]
    fn of_text(thread: &Thread, object: Object<'_>) -> Option<u128> {
        let view = thread.read(object);
        let text = string::exact_string(thread, view.get(NUMBER_DIGITS))?;
        let is_finite = view.get(NUMBER_SPECIAL) == FALSE;
        coefficient(string::utf8(thread, text)).filter(|_| is_finite)
    }

    /// The number of a value: of the library's own class, or an integer.
    #[inline(always)]
    pub(super) fn of_value(state: &State<'_>, value: Value<'_>) -> Option<Word> {
        Word::of_number(state.thread, state.library, value)
    }

    /// [`Self::of_value`], without the state of the class.
    #[inline(always)]
    pub(super) fn of_number(thread: &Thread, library: &Library, value: Value<'_>) -> Option<Word> {
        match value.as_object() {
            Some(object) if library.has_made(thread, object) => Word::of(thread, object),
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
    pub(super) fn negated(self) -> Word {
        Word {
            negative: !self.negative,
            ..self
        }
    }

    #[inline(always)]
    pub(super) fn widened(self) -> Wide {
        Wide {
            negative: self.negative,
            digits: self.digits,
            exponent: self.exponent,
        }
    }

    /// The number with another exponent, and whether that has changed it.
    pub(super) fn rescaled(self, exponent: i64, rounding: Rounding) -> Option<(Wide, bool)> {
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
    pub(super) fn length(self) -> i64 {
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
pub(super) fn aligned(a: Word, b: Word) -> Option<(i128, i128, i64)> {
    let exponent = a.exponent.min(b.exponent);
    let zeros = (a.exponent - exponent, b.exponent - exponent);
    if zeros.0.max(zeros.1) > POWER_MAX {
        return None;
    }
    Some((a.signed(zeros.0)?, b.signed(zeros.1)?, exponent))
}

#[inline(always)]
pub(super) fn sum(a: Word, b: Word) -> Option<Wide> {
    let (a, b, exponent) = aligned(a, b)?;
    let sum = a.checked_add(b)?;
    Some(Wide {
        negative: sum < 0,
        digits: sum.unsigned_abs(),
        exponent,
    })
}

#[inline(always)]
pub(super) fn product(a: Word, b: Word) -> Option<Wide> {
    Some(Wide {
        negative: a.negative != b.negative,
        digits: a.digits.checked_mul(b.digits)?,
        exponent: a.exponent + b.exponent,
    })
}

/// The product of numbers whose digits are too many for 128 bits, to one digit more than wanted,
/// the last of which is never 0 or 5 if more follow. (A limb has 19 digits.)
#[inline(never)]
fn long_product(a: Word, b: Word, precision: i64) -> Option<Wide> {
    let unit = power_of_ten(POWER_MAX);
    let ((a1, a0), (b1, b0)) = (divided(a.digits, unit), divided(b.digits, unit));
    let (carry, first) = divided(a0 * b0, unit);
    let (carry, second) = divided((a0 * b1).checked_add(a1 * b0)?.checked_add(carry)?, unit);
    let (fourth, third) = divided((a1 * b1).checked_add(carry)?, unit);
    let limbs = [first, second, third, fourth];
    let last = limbs.iter().rposition(|limb| *limb != 0)?;
    let digits = last as i64 * POWER_MAX + length(limbs[last]);
    let gone = digits - precision - 1;
    if gone <= 0 || precision >= DIGITS_MAX as i64 {
        return None;
    }
    let (whole, part) = ((gone / POWER_MAX) as usize, gone % POWER_MAX);
    let (kept, rest) = divided(limbs[whole], power_of_ten(part));
    let limb = |place: usize| limbs.get(whole + place).copied().unwrap_or(0);
    let mut kept = kept + limb(1) * power_of_ten(POWER_MAX - part);
    if limb(2) != 0 {
        kept += limb(2).checked_mul(power_of_ten(2 * POWER_MAX - part))?;
    }
    if rest != 0 || limbs[..whole].iter().any(|limb| *limb != 0) {
        kept += u128::from(last_digit(kept).is_multiple_of(5));
    }
    Some(Wide {
        negative: a.negative != b.negative,
        digits: kept,
        exponent: a.exponent + b.exponent + gone,
    })
}

/// The quotient to one digit more than wanted, the last of which is never 0 or 5 if more follow.
#[inline(always)]
fn quotient(a: Word, b: Word, precision: i64) -> Option<Wide> {
    let zeros = b.length() - a.length() + precision + 1;
    // What is left of a division is below the divisor: so many zeros can be appended at once.
    let room = DIGITS_MAX as i64 - b.length();
    if zeros < 0 || room < ROOM_MIN {
        return None;
    }
    let (mut digits, mut rest) = divided(a.digits, b.digits);
    let mut left = zeros;
    while left > 0 && rest != 0 {
        let step = left.min(room);
        let unit = power_of_ten(step);
        let (next, below) = divided(rest * unit, b.digits);
        digits = digits.checked_mul(unit)?.checked_add(next)?;
        (left, rest) = (left - step, below);
    }
    let ideal = a.exponent - b.exponent;
    let mut exponent = ideal - (zeros - left);
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
    /// [`Self::finish_parts`] of a number.
    #[inline(always)]
    pub(super) fn finish_made(&self, number: Wide) -> Outcome<Option<Value<'a>>> {
        self.finish_parts(number.negative, number.digits, number.exponent)
    }

    /// [`Self::finish_wide`], whose arguments lie in registers.
    #[inline(never)]
    fn finish_parts(
        &self,
        negative: bool,
        digits: u128,
        exponent: i64,
    ) -> Outcome<Option<Value<'a>>> {
        self.finish_wide(Wide {
            negative,
            digits,
            exponent,
        })
    }

    /// Rounds a number as the context wants it, sets the flags, and makes an object; none if its
    /// exponent is an unusual one.
    #[inline(always)]
    fn finish_wide(&self, mut number: Wide) -> Outcome<Option<Value<'a>>> {
        let (tiny, top) = (self.exponent_tiny(), self.exponent_top());
        if number.digits == 0 {
            let is_common = (tiny..=top).contains(&number.exponent);
            return match is_common {
                true => self.state.made_of_wide(number),
                false => Ok(None),
            };
        }
        let length = length(number.digits);
        let least = length + number.exponent - self.precision;
        if least > top || least < tiny || self.precision < 1 {
            return Ok(None);
        }
        if length <= self.precision {
            let is_common = !self.is_clamped || number.exponent <= top;
            return match is_common {
                true => self.state.made_of_wide(number),
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
        self.state.made_of_wide(number)
    }
}

impl<'a> State<'a> {
    /// Makes a number of the library's class.
    #[inline(always)]
    pub(super) fn made_of_wide(&self, number: Wide) -> Outcome<Option<Value<'a>>> {
        self.made_wide(number.negative, number.digits, number.exponent)
    }
}

/// The integer as a number of the library's class.
pub(super) fn of_integer<'a>(state: &State<'a>, number: i64) -> Outcome<Option<Value<'a>>> {
    state.made_of_wide(Wide {
        negative: number < 0,
        digits: number.unsigned_abs().into(),
        exponent: 0,
    })
}

/// Both operands, where they are numbers of few digits.
#[inline(always)]
pub(super) fn operands<'a>(
    thread: &'a Thread,
    a: Value<'a>,
    b: Value<'a>,
) -> Option<(State<'a>, Word, Word)> {
    let made = |value: Value<'a>| state_of_made(thread, value.as_object()?);
    let state = made(a).or_else(|| made(b))?;
    Some((
        state,
        Word::of_value(&state, a)?,
        Word::of_value(&state, b)?,
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
    match state.context_here(NONE) {
        Some(context) => computed_in(&context, operator, left, right),
        None => Ok(None),
    }
}

/// `left operator right` in a context.
#[inline(always)]
pub(super) fn computed_in<'a>(
    context: &Context<'a>,
    operator: Operator,
    left: Word,
    right: Word,
) -> Outcome<Option<Value<'a>>> {
    // (Each result is finished where it is made: what joins them goes through memory.)
    match operator {
        Operator::Add => added(context, left, right),
        Operator::Subtract => added(context, left, right.negated()),
        Operator::Multiply => match product(left, right) {
            Some(made) => context.finish_made(made),
            None => finish_rare(context, long_product(left, right, context.precision)),
        },
        Operator::TrueDivide if left.digits != 0 && right.digits != 0 => {
            match quotient(left, right, context.precision) {
                Some(made) => context.finish_made(made),
                None => Ok(None),
            }
        }
        Operator::FloorDivide | Operator::Modulo => {
            let both = quick::divided_whole(left, right, context.precision);
            let is_rest = operator == Operator::Modulo;
            finish_rare(
                context,
                both.map(|both| if is_rest { both.1 } else { both.0 }),
            )
        }
        _ => Ok(None),
    }
}

#[inline(never)]
fn finish_rare<'a>(context: &Context<'a>, made: Option<Wide>) -> Outcome<Option<Value<'a>>> {
    match made {
        Some(made) => context.finish_made(made),
        None => Ok(None),
    }
}

/// The sum. The sign of one that is 0 depends on the rounding, so it is another's; a 0 takes part
/// with as many digits as fit.
#[inline(always)]
fn added<'a>(context: &Context<'a>, left: Word, right: Word) -> Outcome<Option<Value<'a>>> {
    let Some(made) = sum(left, right) else {
        return Ok(None);
    };
    let has_zero = left.digits == 0 || right.digits == 0;
    if made.digits == 0 || has_zero && length(made.digits) > context.precision {
        return Ok(None);
    }
    context.finish_made(made)
}

/// The order of two numbers.
#[inline]
pub(super) fn compare(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Option<Ordering> {
    let library = last(thread)?;
    let made = |value: Value<'_>| {
        let object = value.as_object();
        object.is_some_and(|object| library.has_made(thread, object))
    };
    if !made(a) && !made(b) {
        return None;
    }
    order(
        Word::of_number(thread, library, a)?,
        Word::of_number(thread, library, b)?,
    )
}

#[inline(always)]
fn order(left: Word, right: Word) -> Option<Ordering> {
    if left.exponent == right.exponent && !left.negative && !right.negative {
        return Some(left.digits.cmp(&right.digits));
    }
    let (left, right, _) = aligned(left, right)?;
    Some(left.cmp(&right))
}

/// The order of a number and a float that has few digits.
pub(super) fn compare_with_float(known: &Known<'_>, float: f64) -> Option<Ordering> {
    let Wide {
        negative,
        digits,
        exponent,
    } = quick::of_float(float)?;
    let other = Word {
        negative,
        digits,
        exponent,
    };
    order(Word::of_value(&known.state, known.object.value())?, other)
}

/// A number with another exponent, rounded so; none if it or the result is 0 or unusual.
pub(super) fn with_exponent<'a>(
    object: Object<'a>,
    exponent: i64,
    rounding: Rounding,
    context: &Context<'a>,
) -> Outcome<Option<Value<'a>>> {
    match rescaled_object(object, exponent, rounding, context) {
        Some((made, signals)) if context.signal(signals)? => context.state.made_of_wide(made),
        _ => Ok(None),
    }
}

/// The same where no flag has to be set.
pub(super) fn with_exponent_alone<'a>(
    object: Object<'a>,
    exponent: i64,
    rounding: Rounding,
    context: &Context<'a>,
) -> Option<Value<'a>> {
    let (made, signals) = rescaled_object(object, exponent, rounding, context)?;
    let is_over = signals.is_empty() || context.is_told(signals);
    is_over.then(|| context.state.made_of_wide(made).ok())??
}

fn rescaled_object(
    object: Object<'_>,
    exponent: i64,
    rounding: Rounding,
    context: &Context<'_>,
) -> Option<(Wide, &'static [Signal])> {
    let number = Word::of_value(&context.state, object.value())?;
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
const TEXT_MAX: usize = 96;
/// More digits than there is room for are not written behind the point.
const BEHIND_MAX: usize = 32;

/// The digits of a number, whose exponent is not above 0, with their point, between two texts.
fn plain_text<'a>(
    thread: &'a Thread,
    number: Wide,
    [before, after]: [&[u8]; 2],
) -> Option<Outcome<Value<'a>>> {
    let mut digits = [0; WIDE_DIGITS];
    let first = write_wide(number.digits, &mut digits);
    let digits = &digits[first..];
    let behind = usize::try_from(-number.exponent).ok()?;
    if behind > BEHIND_MAX {
        return None;
    }
    let mut text = [b'0'; TEXT_MAX];
    let mut end = 0;
    let mut push = |part: &[u8]| {
        text[end..end + part.len()].copy_from_slice(part);
        end += part.len();
    };
    push(before);
    push(if number.negative { b"-" } else { b"" });
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
    push(after);
    Some(string::new_ascii(thread, &text[..end]))
}

/// The text of a number that needs no exponent, between two others.
pub(super) fn text<'a>(
    thread: &'a Thread,
    own: &Known<'a>,
    around: [&[u8]; 2],
) -> Option<Outcome<Value<'a>>> {
    let number = Word::of_value(&own.state, own.object.value())?;
    let is_plain = number.exponent <= 0 && number.exponent + number.length() > -6;
    is_plain.then(|| plain_text(thread, number.widened(), around))?
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
    let number = Word::of_value(&own.state, own.object.value())?;
    let rounding = own.state.context(NONE)?.rounding;
    let (made, _) = number.rescaled(-i64::from(places - b'0'), rounding)?;
    plain_text(thread, made, [b"", b""])
}
