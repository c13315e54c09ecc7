//! What is asked of a number of few digits, and done with two, without its text: signs, truth,
//! conversions, whole quotients, the larger one.
//!
//! None: the number or the case is another. Then nothing has changed.

use std::cmp::Ordering;

use crate::attempts;
use crate::types::decimal::methods::receiver;
use crate::types::decimal::words::{Wide, Word, aligned, divided, length, power_of_ten, product};
use crate::types::decimal::*;
use crate::types::float;

/// Integers up to this are floats, too.
const FLOAT_EXACT_MAX: u128 = 1 << 53;
/// Ten to this power is the largest that is a float.
const FLOAT_POWER_MAX: i64 = 22;

/// The number of an object that a native has made.
#[inline]
pub(super) fn number(thread: &Thread, value: Value<'_>) -> Option<Word> {
    let object = value.as_object()?;
    let library = last(thread)?;
    Word::of_number(thread, library, object.value()).filter(|_| library.has_made(thread, object))
}

fn word(known: &Known<'_>) -> Option<Word> {
    Word::of_value(&known.state, known.object.value())
}

/// `+number` or `-number`.
pub(super) fn signed<'a>(known: &Known<'a>, operator: Unary) -> Outcome<Option<Value<'a>>> {
    let changed = match operator {
        Unary::Invert => return Ok(None),
        Unary::Negate => true,
        Unary::Positive => false,
    };
    match word(known).zip(known.state.context(NONE)) {
        Some((word, context)) if word.digits != 0 => context.finish_made(Wide {
            negative: word.negative != changed,
            ..word.widened()
        }),
        _ => Ok(None),
    }
}

/// `abs(number)`.
pub(super) fn absolute<'a>(known: &Known<'a>) -> Outcome<Option<Value<'a>>> {
    match word(known) {
        Some(word) if word.negative => signed(known, Unary::Negate),
        Some(_) => signed(known, Unary::Positive),
        None => Ok(None),
    }
}

/// The digits without those behind the point.
fn whole(word: Word) -> Option<u128> {
    match word.exponent {
        exponent @ 0..=words::POWER_MAX => word.digits.checked_mul(power_of_ten(exponent)),
        exponent if exponent > 0 => None,
        exponent if -exponent < words::WIDE_DIGITS as i64 => {
            Some(word.digits / power_of_ten(-exponent))
        }
        _ => Some(0),
    }
}

/// `int(number)`.
pub(super) fn integer<'a>(known: &Known<'a>) -> Option<Value<'a>> {
    let word = word(known)?;
    let whole = i64::try_from(whole(word)?).ok()?;
    let whole = if word.negative { -whole } else { whole };
    Some(int::from_i64(known.state.thread, whole))
}

/// `float(number)`, where one operation of floats gives the nearest one.
pub(super) fn float(known: &Known<'_>) -> Option<f64> {
    let word = word(known)?;
    let power = word.exponent.abs();
    if word.digits > FLOAT_EXACT_MAX || power > FLOAT_POWER_MAX {
        return None;
    }
    let (digits, unit) = (word.digits as f64, power_of_ten(power) as f64);
    let number = match word.exponent < 0 {
        true => digits / unit,
        false => digits * unit,
    };
    Some(if word.negative { -number } else { number })
}

/// The whole quotient of two numbers and what is left, if the quotient is no longer than wanted.
pub(super) fn divided_whole(left: Word, right: Word, precision: i64) -> Option<(Wide, Wide)> {
    let (dividend, divisor, exponent) = aligned(left, right).filter(|(_, right, _)| *right != 0)?;
    let (quotient, rest) = divided(dividend.unsigned_abs(), divisor.unsigned_abs());
    let fits = length(quotient) <= precision;
    fits.then_some((
        Wide {
            negative: left.negative != right.negative,
            digits: quotient,
            exponent: 0,
        },
        Wide {
            negative: left.negative,
            digits: rest,
            exponent,
        },
    ))
}

/// `left * right + addend`, rounded once.
pub(super) fn multiplied_and_added(left: Word, right: Word, addend: Word) -> Option<Wide> {
    let Wide {
        negative,
        digits,
        exponent,
    } = product(left, right)?;
    let made = Word {
        negative,
        digits,
        exponent,
    };
    words::sum(made, addend).filter(|sum| sum.digits != 0 && digits != 0 && addend.digits != 0)
}

/// The number that a float is, if it has few digits.
pub(super) fn of_float(number: f64) -> Option<Wide> {
    /// Five to this power fits a word of 64 bits.
    const FIVES_MAX: u32 = 27;
    if !number.is_finite() {
        return None;
    }
    let (digits, exponent) = match number == 0.0 {
        true => (0, 0),
        false => {
            let (mantissa, power) = float::decompose(number.abs());
            let zeros = mantissa.trailing_zeros();
            let (bits, power) = (u128::from(mantissa >> zeros), power + zeros as i32);
            match (power, power.unsigned_abs()) {
                // (A float has 53 bits.)
                (0..=64, up) => (bits << up, 0),
                (..0, down @ 0..=FIVES_MAX) => (bits * 5_u128.pow(down), power),
                _ => return None,
            }
        }
    };
    Some(Wide {
        negative: number.is_sign_negative(),
        digits,
        exponent: exponent.into(),
    })
}

// ---- methods

attempts! {
    of "decimal.Decimal";
    number_compare "compare" ".slowcompare" 3 compared,
        shortcut |thread, [own, other, context]| {
            (context == UNBOUND).then(|| order_of(thread, own, other))?
        };
    number_max "max" ".slowmax" 3
        |thread, arguments| chosen(thread, arguments, Ordering::Greater);
    number_min "min" ".slowmin" 3
        |thread, arguments| chosen(thread, arguments, Ordering::Less);
    number_fix "fix" ".slow_fix" 2 fixed;
    number_fma "fma" ".slowfma" 4 fused;
    number_scale "scaleb" ".slowscaleb" 3 scaled;
    number_is_nan "is_nan" ".slowis_nan" 1
        |thread, arguments| Ok(alone(thread, arguments).map(|_| FALSE)),
        shortcut |thread, given| only(thread, given).map(|_| FALSE);
    number_is_infinite "is_infinite" ".slowis_infinite" 1
        |thread, arguments| Ok(alone(thread, arguments).map(|_| FALSE)),
        shortcut |thread, given| only(thread, given).map(|_| FALSE);
    number_is_finite "is_finite" ".slowis_finite" 1
        |thread, arguments| Ok(alone(thread, arguments).map(|_| TRUE)),
        shortcut |thread, given| only(thread, given).map(|_| TRUE);
    number_is_zero "is_zero" ".slowis_zero" 1
        |thread, arguments| Ok(alone(thread, arguments).map(is_zero)),
        shortcut |thread, given| only(thread, given).map(is_zero);
    number_is_signed "is_signed" ".slowis_signed" 1
        |thread, arguments| Ok(alone(thread, arguments).map(is_signed)),
        shortcut |thread, given| only(thread, given).map(is_signed);
    number_adjusted "adjusted" ".slowadjusted" 1
        |thread, arguments| Ok(alone(thread, arguments).map(adjusted)),
        shortcut |thread, given| only(thread, given).map(adjusted);
    number_copy_abs "copy_abs" ".slowcopy_abs" 1
        |thread, arguments| with_sign(thread, alone(thread, arguments), |_| false),
        shortcut |thread, given| with_sign(thread, only(thread, given), |_| false).ok()?;
    number_copy_negate "copy_negate" ".slowcopy_negate" 1
        |thread, arguments| with_sign(thread, alone(thread, arguments), |negative| !negative),
        shortcut |thread, given| {
            with_sign(thread, only(thread, given), |negative| !negative).ok()?
        };
}

/// The number that a shortcut of a method without arguments is asked of.
fn only(thread: &Thread, [own, first, _]: [Value<'_>; 3]) -> Option<Word> {
    number(thread, own).filter(|_| first == UNBOUND)
}

/// The number that a method without arguments is called of.
fn alone(thread: &Thread, arguments: Arguments) -> Option<Word> {
    let is_alone = arguments.len() == 1 && arguments.keyword_count() == 0;
    number(thread, arguments.get(thread, 0)).filter(|_| is_alone)
}

fn is_zero(word: Word) -> Value<'static> {
    if word.digits == 0 { TRUE } else { FALSE }
}

fn is_signed(word: Word) -> Value<'static> {
    if word.negative { TRUE } else { FALSE }
}

fn adjusted(word: Word) -> Value<'static> {
    exponent_value(word.exponent + word.length() - 1)
}

/// A number with another sign, not rounded.
fn with_sign(
    thread: &Thread,
    word: Option<Word>,
    sign: fn(bool) -> bool,
) -> Outcome<Option<Value<'_>>> {
    // (What has a number was made by a native.)
    let state = last(thread).and_then(|library| State::of(thread, library));
    match state.zip(word) {
        Some((state, word)) => state.made_of_wide(Wide {
            negative: sign(word.negative),
            ..word.widened()
        }),
        None => Ok(None),
    }
}

/// -1, 0 or 1, as a number.
fn order_of<'a>(thread: &'a Thread, own: Value<'a>, other: Value<'a>) -> Option<Value<'a>> {
    let state = state_of_made(thread, own.as_object()?)?;
    let order = words::compare(thread, own, other)?;
    words::of_integer(&state, order as i64).ok()?
}

fn compared<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let given = receiver(thread, arguments, ["other", "context"]);
    let given = given.filter(|(_, [_, context])| *context == NONE);
    Ok(given.and_then(|(own, [other, _])| order_of(thread, own.object.value(), other)))
}

/// The receiver and two of its arguments, and a context.
type Operands<'a> = (Word, Word, Context<'a>);

/// The operands of a method of a number, of another and of a context.
fn both<'a>(thread: &'a Thread, arguments: Arguments) -> Option<Operands<'a>> {
    let (own, [other, context]) = receiver(thread, arguments, ["other", "context"])?;
    let (state, left, right) = words::operands(thread, own.object.value(), other)?;
    Some((left, right, state.context(context)?))
}

/// The one of two numbers that is the larger or the smaller.
fn chosen<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    wanted: Ordering,
) -> Outcome<Option<Value<'a>>> {
    let found = both(thread, arguments).and_then(|(left, right, context)| {
        let (first, second, _) = aligned(left, right)?;
        match first.cmp(&second) {
            Ordering::Equal => None,
            order if order == wanted => Some((left, context)),
            _ => Some((right, context)),
        }
    });
    match found {
        Some((word, context)) => context.finish_made(word.widened()),
        None => Ok(None),
    }
}

/// `_fix(context)`: the number as the context wants it.
fn fixed<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((own, [context])) = receiver(thread, arguments, ["context"]) else {
        return Ok(None);
    };
    let context = own.state.context(context).filter(|_| context != NONE);
    match number(thread, own.object.value()).zip(context) {
        Some((word, context)) => context.finish_made(word.widened()),
        None => Ok(None),
    }
}

fn fused<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let given = receiver(thread, arguments, ["other", "third", "context"]);
    let found = given.and_then(|(own, [other, third, context])| {
        let (state, left, right) = words::operands(thread, own.object.value(), other)?;
        let addend = Word::of_value(&state, third)?;
        Some((
            multiplied_and_added(left, right, addend)?,
            state.context(context)?,
        ))
    });
    match found {
        Some((made, context)) => context.finish_made(made),
        None => Ok(None),
    }
}

fn scaled<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let found = both(thread, arguments).and_then(|(word, other, context)| {
        let most = 2 * (context.exponent_max + context.precision);
        let change = i64::try_from(other.digits).ok()?;
        let fits = other.exponent == 0 && change <= most;
        let change = if other.negative { -change } else { change };
        fits.then_some((
            Wide {
                exponent: word.exponent + change,
                ..word.widened()
            },
            context,
        ))
    });
    match found {
        Some((made, context)) => context.finish_made(made),
        None => Ok(None),
    }
}
