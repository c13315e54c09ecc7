//! `_decimal_core`: decimal arithmetic. The classes are the library's, in Python; this module does
//! the common cases of their operators and methods: finite operands, results that fit the context.
//!
//! Other cases (NaN, infinities, results that over- or underflow, signals that are trapped) answer
//! None and go on in Python, which does it again from the start. So nothing may have been changed
//! before that is decided: flags are set last.
//!
//! An operand is known by an attribute of its class, `_native_state`: a tuple of
//!
//! ```text
//!   variable    the context variable of the current decimal context
//!   signals     Inexact, Rounded, FloatOperation
//!   number      an instance with its attributes in the order that natives give them
//!   context     a context with its attributes in the order of `CONTEXT_…`
//! ```

pub mod methods;
mod words;

use crate::model::instance_layout;
use crate::model::names;
use crate::model::thread::ROOT_CONTEXT;
use std::cmp::Ordering;
use std::sync::atomic;

use crate::types::prelude::*;
use crate::types::protocol::operator::{Comparison, Operator, Unary};
use crate::types::protocol::truth;
use crate::types::{calendar, dict, int, list, string, tuple};

use motet_numbers::decimal_digits::{EXPONENT_MAX, Finite, Made, Rounding};
use motet_numbers::decimal_limbs::Digits;

const STATE_LENGTH: u64 = 6;
const STATE_VARIABLE: u64 = 0;
const STATE_NUMBER: u64 = 4;
const STATE_CONTEXT: u64 = 5;

/// The slots of an instance that a native has made: their number, and the words of each.
const NUMBER_SLOTS: u64 = 4;
const NUMBER_SIGN: u64 = instance_layout::INSTANCE_FIRST;
const NUMBER_DIGITS: u64 = NUMBER_SIGN + 1;
const NUMBER_EXPONENT: u64 = NUMBER_SIGN + 2;
const NUMBER_SPECIAL: u64 = NUMBER_SIGN + 3;

/// The slots of a context.
const CONTEXT_PRECISION: u64 = 0;
const CONTEXT_ROUNDING: u64 = 1;
const CONTEXT_EXPONENT_MIN: u64 = 2;
const CONTEXT_EXPONENT_MAX: u64 = 3;
const CONTEXT_CAPITALS: u64 = 4;
const CONTEXT_CLAMP: u64 = 5;
const CONTEXT_IGNORED: u64 = 6;
const CONTEXT_TRAPS: u64 = 7;
const CONTEXT_FLAGS: u64 = 8;

/// Digits that a hash takes in at once: with the sum so far they fit 128 bits.
const HASHED_AT_ONCE: usize = 19;

const CONTEXT_NAMES: [&str; 9] = [
    "prec",
    "rounding",
    "Emin",
    "Emax",
    "capitals",
    "clamp",
    "_ignored_flags",
    "traps",
    "flags",
];

/// A condition that sets a flag: its place in the state, and in the dicts of flags and traps.
#[derive(Clone, Copy)]
enum Signal {
    Inexact = 1,
    Rounded = 2,
    FloatOperation = 3,
}

impl Signal {
    fn usual_entry(self) -> u64 {
        match self {
            Signal::Inexact => 2,
            Signal::Rounded => 4,
            Signal::FloatOperation => 8,
        }
    }
}

/// The state that a class of decimal numbers has.
#[derive(Clone, Copy)]
pub(crate) struct State<'a> {
    thread: &'a Thread,
    /// The library's class.
    class: ClassNumber,
    tuple: Object<'a>,
}

/// An object of the library's class, or of one below.
#[derive(Clone, Copy)]
struct Known<'a> {
    state: State<'a>,
    object: Object<'a>,
    is_exact: bool,
}

/// Notes that a class is the library's of decimal numbers, before it has its state and before
/// there are classes below it, which ask their bases. (A class keeps the answer if it gets other
/// bases: it may only get such whose instances have the same slots.)
///
/// Relaxed: a thread that sees the state of the class, or a class below it, sees this.
pub(crate) fn announce(thread: &Thread, class: ClassNumber) {
    let class = thread.class(class);
    class.is_decimal.store(true, atomic::Ordering::Relaxed);
}

/// Whether a class is the library's of decimal numbers or below it.
#[inline]
pub fn is_class(thread: &Thread, class: ClassNumber) -> bool {
    let class = thread.class(class);
    class.is_decimal.load(atomic::Ordering::Relaxed)
}

fn state_of(thread: &Thread, class: ClassNumber) -> Option<State<'_>> {
    if !is_class(thread, class) {
        return None;
    }
    let found = thread.look_up(class, names::DECIMAL_STATE)?;
    let tuple = exact(thread, found.value, CLASS_TUPLE)?;
    (tuple::length(thread, tuple) == STATE_LENGTH).then_some(State {
        thread,
        class: found.class,
        tuple,
    })
}

/// The decimal number of a value, if it is one.
fn known<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Known<'a>> {
    let object = value.as_object()?;
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    let class = thread.class_of_object(object);
    let state = state_of(thread, class)?;
    Some(Known {
        state,
        object,
        is_exact: class == state.class,
    })
}

/// The state of the class of a value, if that is the library's own.
#[inline(always)]
fn state_of_exact<'a>(thread: &'a Thread, value: Value<'a>) -> Option<State<'a>> {
    let object = value.as_object()?;
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    let class = thread.class_of_object(object);
    state_of(thread, class).filter(|state| state.class == class)
}

impl<'a> State<'a> {
    #[inline(always)]
    fn part(&self, place: u64) -> Value<'a> {
        tuple::get(self.thread, self.tuple, place)
    }

    /// The object after which a native models the numbers that it makes, and how many slots it has.
    #[inline(always)]
    fn example(&self) -> Option<(Object<'a>, u64)> {
        let number = self.part(STATE_NUMBER).as_object()?;
        let storage = instance_layout::storage(self.thread.layout_id(number))?;
        let has_slots = storage.first == NUMBER_SIGN && storage.inline >= NUMBER_SLOTS;
        has_slots.then_some((number, storage.inline))
    }

    /// Makes a number of the library's class.
    fn made(&self, number: &Made) -> Outcome<Option<Value<'a>>> {
        self.made_of(number.negative, number.digits.all(), number.exponent)
    }

    fn made_of(&self, negative: bool, digits: &[u8], exponent: i64) -> Outcome<Option<Value<'a>>> {
        let thread = self.thread;
        let Some((example, slots)) = self.example() else {
            return Ok(None);
        };
        let digits = string::of_bytes(thread, digits, digits.len() as u64)?;
        let (layout, host) = (thread.layout_id(example), thread.host_of(example));
        let made = thread.allocate_filled(layout, host, NUMBER_SIGN + slots, FALSE);
        made.set(NUMBER_SIGN, Value::from_small(negative.into()));
        made.set(NUMBER_DIGITS, digits);
        made.set(NUMBER_EXPONENT, exponent_value(exponent));
        Ok(Some(made.object().value()))
    }

    /// The context of the running thread, unless it has none yet.
    fn current(&self) -> Option<Object<'a>> {
        let thread = self.thread;
        let own = thread.thread_root(ROOT_CONTEXT).as_object()?;
        let values = thread.own_attribute(own, names::CONTEXT_VALUES)?;
        let values = exact(thread, values, CLASS_DICT)?;
        dict::value_near(thread, values, self.part(STATE_VARIABLE), 0)?.as_object()
    }

    /// The context that was given, or the current one.
    fn context(&self, given: Value<'a>) -> Option<Context<'a>> {
        self.context_here(given)
    }

    /// [`Self::context`], inlined.
    #[inline(always)]
    fn context_here(&self, given: Value<'a>) -> Option<Context<'a>> {
        let object = if given == NONE {
            self.current()?
        } else {
            given.as_object()?
        };
        let example = self.part(STATE_CONTEXT).as_object()?;
        let thread = self.thread;
        let is_usual = thread.host_of(object) == thread.host_of(example);
        if !is_usual || thread.layout_id(object) != thread.layout_id(example) {
            return None;
        }
        let storage = instance_layout::storage(thread.layout_id(object))?;
        if storage.inline <= CONTEXT_FLAGS {
            return None;
        }
        let view = thread.read(object);
        let field = |slot| view.get(storage.first + slot);
        let number = |slot| {
            let number = field(slot).as_integer()?;
            (number.abs() < EXPONENT_MAX).then_some(number)
        };
        let name = string::exact_string(thread, field(CONTEXT_ROUNDING))?;
        Some(Context {
            state: *self,
            object,
            first: storage.first,
            precision: number(CONTEXT_PRECISION)?,
            exponent_min: number(CONTEXT_EXPONENT_MIN)?,
            exponent_max: number(CONTEXT_EXPONENT_MAX)?,
            is_clamped: number(CONTEXT_CLAMP)? != 0,
            rounding: Rounding::named(string::utf8(thread, name))?,
        })
    }
}

/// The tuple of a number's digits.
pub fn digits_value<'a>(thread: &'a Thread, number: &Made) -> Outcome<Value<'a>> {
    let digits = number.digits.all();
    string::of_bytes(thread, digits, digits.len() as u64)
}

fn exponent_value(exponent: i64) -> Value<'static> {
    Value::from_integer(exponent).expect("contexts refuse exponents beyond 10**18")
}

impl<'a> Known<'a> {
    /// The number, if it is finite.
    fn finite(&self) -> Option<Finite<'a>> {
        let thread = self.state.thread;
        let (example, _) = self.state.example()?;
        let [sign, digits, exponent, special] =
            if thread.host_of(self.object) == thread.host_of(example) {
                let view = thread.read(self.object);
                [
                    view.get(NUMBER_SIGN),
                    view.get(NUMBER_DIGITS),
                    view.get(NUMBER_EXPONENT),
                    view.get(NUMBER_SPECIAL),
                ]
            } else {
                let own = |name| thread.own_attribute(self.object, thread.known_symbol(name)?);
                [
                    own("_sign")?,
                    own("_int")?,
                    own("_exp")?,
                    own("_is_special")?,
                ]
            };
        let text = string::exact_string(thread, digits).filter(|_| special == FALSE)?;
        let digits = string::utf8(thread, text);
        let exponent = exponent.as_integer()?;
        let is_plain = digits.iter().all(u8::is_ascii_digit)
            && matches!(digits, [_] | [b'1'..=b'9', ..])
            && exponent.abs() < EXPONENT_MAX;
        is_plain.then_some(Finite {
            negative: sign == Value::from_small(1),
            digits,
            exponent,
        })
    }
}

/// How numbers are to be rounded, and the object that gets the flags.
#[derive(Clone, Copy)]
struct Context<'a> {
    state: State<'a>,
    object: Object<'a>,
    /// The word of its first slot.
    first: u64,
    precision: i64,
    exponent_min: i64,
    exponent_max: i64,
    is_clamped: bool,
    rounding: Rounding,
}

impl<'a> Context<'a> {
    fn exponent_tiny(&self) -> i64 {
        self.exponent_min - self.precision + 1
    }

    /// The largest exponent of a result.
    fn exponent_top(&self) -> i64 {
        self.exponent_max - self.precision + 1
    }

    fn field(&self, slot: u64) -> Value<'a> {
        self.state.thread.read(self.object).get(self.first + slot)
    }

    fn is_capital(&self) -> bool {
        self.field(CONTEXT_CAPITALS) != Value::from_small(0)
    }

    /// The flags or the traps.
    fn conditions(&self, slot: u64) -> Option<Conditions<'a>> {
        let state = self.state;
        let dict = exact(state.thread, self.field(slot), CLASS_DICT)?;
        Some(Conditions { state, dict })
    }

    /// Whether a flag or a trap is set.
    fn has(&self, slot: u64, signal: Signal) -> Option<bool> {
        self.conditions(slot)?.has(signal)
    }

    /// Whether no flag is to be ignored.
    fn ignores_nothing(&self) -> bool {
        let thread = self.state.thread;
        let ignored = exact(thread, self.field(CONTEXT_IGNORED), CLASS_LIST);
        ignored.is_some_and(|ignored| list::length(thread, ignored) == 0)
    }

    /// Sets flags; false, with nothing done, if one is trapped or to be ignored.
    fn signal(&self, signals: &[Signal]) -> Outcome<bool> {
        if signals.is_empty() {
            return Ok(true);
        }
        let both = self.conditions(CONTEXT_TRAPS);
        let both = both.zip(self.conditions(CONTEXT_FLAGS));
        let Some((traps, flags)) = both.filter(|_| self.ignores_nothing()) else {
            return Ok(false);
        };
        let mut missing = Vec::new();
        for signal in signals {
            match (traps.has(*signal), flags.has(*signal)) {
                (Some(false), Some(true)) => {}
                (Some(false), Some(false)) => missing.push(*signal),
                _ => return Ok(false),
            }
        }
        for signal in missing {
            let class = self.state.part(signal as u64);
            dict::set_leaf(self.state.thread, flags.dict, class, Value::from_small(1))?;
        }
        Ok(true)
    }

    /// Rounds a result; returns the signals (inexact, rounded) that this causes. None if it is not
    /// a common case.
    fn fit(&self, number: &mut Made, rounding: Rounding) -> Option<&'static [Signal]> {
        let (tiny, top) = (self.exponent_tiny(), self.exponent_top());
        let digits = number.digits.all();
        if digits == b"0" {
            let most = if self.is_clamped {
                top
            } else {
                self.exponent_max
            };
            return (tiny..=most).contains(&number.exponent).then_some(&[]);
        }
        let length = digits.len() as i64;
        let least = length + number.exponent - self.precision;
        if least > top || least < tiny || self.precision < 1 {
            return None;
        }
        if length <= self.precision {
            return (!self.is_clamped || number.exponent <= top).then_some(&[]);
        }
        let is_inexact = number.round(self.precision as usize, rounding);
        if number.digits.all().len() as i64 > self.precision {
            // Nines have become a one with zeros.
            number.strip(number.exponent + 1);
        }
        if number.exponent > top {
            return None;
        }
        Some(if is_inexact {
            &[Signal::Inexact, Signal::Rounded]
        } else {
            &[Signal::Rounded]
        })
    }

    /// Rounds a result, sets the flags, and makes an object of it.
    fn finish(&self, mut number: Made) -> Outcome<Option<Value<'a>>> {
        match self.fit(&mut number, self.rounding) {
            Some(signals) if self.signal(signals)? => self.state.made(&number),
            _ => Ok(None),
        }
    }
}

/// The flags or the traps of a context.
#[derive(Clone, Copy)]
struct Conditions<'a> {
    state: State<'a>,
    dict: Object<'a>,
}

impl Conditions<'_> {
    /// Whether one is set.
    fn has(&self, signal: Signal) -> Option<bool> {
        let thread = self.state.thread;
        let class = self.state.part(signal as u64);
        let value = dict::value_near(thread, self.dict, class, signal.usual_entry())?;
        match value.as_integer() {
            Some(number) => Some(number != 0),
            None => truth::truth_leaf(thread, value),
        }
    }
}

/// An operand: a number, or an integer that stands for one.
enum Operand<'a> {
    Number(Finite<'a>),
    Integer(Made),
}

impl Operand<'_> {
    fn finite(&self) -> Finite<'_> {
        match self {
            Operand::Number(number) => *number,
            Operand::Integer(number) => number.as_finite(),
        }
    }
}

/// The number that an integer is, if it is small.
fn of_integer(value: Value<'_>) -> Option<Made> {
    let number = value.as_integer()?;
    let mut text = [b'0'; 20];
    let (mut first, mut rest) = (text.len() - 1, number.unsigned_abs());
    loop {
        text[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
        first -= 1;
    }
    Some(Made::of(number < 0, &text[first..], 0))
}

/// Two operands, one of which is a decimal number of the library's own class at least.
pub struct Pair<'a> {
    state: State<'a>,
    left: Operand<'a>,
    right: Operand<'a>,
}

impl<'a> Pair<'a> {
    /// `is_below`: objects of classes below will do, too.
    fn of(thread: &'a Thread, a: Value<'a>, b: Value<'a>, is_below: bool) -> Option<Pair<'a>> {
        let operand = |known: Option<Known<'a>>, value: Value<'a>| match known {
            Some(known) if known.is_exact || is_below => known.finite().map(Operand::Number),
            Some(_) => None,
            None => of_integer(value).map(Operand::Integer),
        };
        let left = known(thread, a);
        let right = match (&left, b.as_object()) {
            (Some(left), Some(b)) if thread.host_of(left.object) == thread.host_of(b) => {
                Some(Known { object: b, ..*left })
            }
            (None, Some(b)) if has_host_of(thread, a, b) => None,
            _ => known(thread, b),
        };
        let state = left.or(right)?.state;
        let is_one_class = match (&left, &right) {
            (Some(left), Some(right)) => left.state.class == right.state.class,
            _ => true,
        };
        is_one_class.then_some(Pair {
            state,
            left: operand(left, a)?,
            right: operand(right, b)?,
        })
    }
}

/// Whether an object is of the same kind as a value.
fn has_host_of(thread: &Thread, value: Value<'_>, object: Object<'_>) -> bool {
    let other = value.as_object();
    other.is_some_and(|other| thread.host_of(other) == thread.host_of(object))
}

/// Whether a value is an instance of a program's class, or of the library's: a decimal number, a
/// date or a difference, perhaps.
#[inline]
fn is_instance(thread: &Thread, value: Value<'_>) -> bool {
    let object = value.as_object();
    object.is_some_and(|object| thread.host_of(object) >= CLASS_USER_FIRST)
}

/// Whether a value is an instance of the class of decimal numbers, or of one below.
#[inline]
fn is_number(thread: &Thread, value: Value<'_>) -> bool {
    is_instance(thread, value) && is_class(thread, thread.class_of(value))
}

/// `a operator b` of decimal numbers, or of the library's dates and differences; `None` if it is
/// not common, or if neither is one.
///
/// # Errors
/// An abort.
#[inline]
pub(crate) fn binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if !is_instance(thread, a) && !is_instance(thread, b) {
        return Ok(None);
    }
    binary_of_library(thread, operator, a, b)
}

#[inline(never)]
fn binary_of_library<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if let Some(result) = calendar::binary(thread, operator, a, b) {
        return Ok(Some(result));
    }
    if let Some(result) = words::binary(thread, operator, a, b)? {
        return Ok(Some(result));
    }
    if !is_number(thread, a) && !is_number(thread, b) {
        return Ok(None);
    }
    match Pair::of(thread, a, b, false) {
        Some(pair) => computed(&pair, operator, NONE),
        None => Ok(None),
    }
}

/// Computes in the context that is given, or the current one.
fn computed<'a>(
    pair: &Pair<'a>,
    operator: Operator,
    context: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(context) = pair.state.context(context) else {
        return Ok(None);
    };
    let (left, right) = (pair.left.finite(), pair.right.finite());
    let (precision, rounding) = (context.precision, context.rounding);
    let made = match operator {
        Operator::Add => motet_numbers::decimal_digits::add(left, right, precision, rounding),
        Operator::Subtract => {
            motet_numbers::decimal_digits::add(left, right.negated(), precision, rounding)
        }
        Operator::Multiply => motet_numbers::decimal_digits::multiply(left, right),
        Operator::TrueDivide => motet_numbers::decimal_digits::divide(left, right, precision),
        Operator::Modulo => {
            motet_numbers::decimal_digits::divide_whole(left, right, precision).map(|both| both.1)
        }
        Operator::FloorDivide => {
            // The whole quotient is as long as it may be already.
            return match motet_numbers::decimal_digits::divide_whole(left, right, precision) {
                Some((whole, _)) => pair.state.made(&whole),
                None => Ok(None),
            };
        }
        Operator::Power => return power(&context, left, right),
        _ => None,
    };
    match made {
        Some(made) => context.finish(made),
        None => Ok(None),
    }
}

/// A power with a whole exponent above 0.
fn power<'a>(
    context: &Context<'a>,
    base: Finite<'_>,
    exponent: Finite<'_>,
) -> Outcome<Option<Value<'a>>> {
    /// Longer exponents give results that are hardly ever common.
    const LENGTH_MAX: usize = 9;
    let one = Finite {
        negative: false,
        digits: b"1",
        exponent: 0,
    };
    let digits = std::str::from_utf8(exponent.digits).expect("digits are ASCII bytes and so UTF-8");
    let is_common = exponent.exponent == 0
        && !exponent.negative
        && digits.len() <= LENGTH_MAX
        && motet_numbers::decimal_digits::compare(
            Finite {
                negative: false,
                ..base
            },
            one,
        ) != Ordering::Equal;
    let whole = digits.parse().ok().filter(|_| is_common);
    let made = whole
        .and_then(|whole| motet_numbers::decimal_digits::power(base, whole, context.precision));
    let Some((mut made, was_inexact)) = made else {
        return Ok(None);
    };
    match context.fit(&mut made, context.rounding) {
        Some([]) => context.state.made(&made),
        Some(signals) => {
            let told: &[Signal] = match was_inexact {
                true => &[Signal::Inexact, Signal::Rounded],
                false => signals,
            };
            match context.signal(told)? {
                true => context.state.made(&made),
                false => Ok(None),
            }
        }
        None => Ok(None),
    }
}

/// Whether a comparison holds between decimal numbers; `None` if that is not common, or if neither
/// is one.
#[inline]
pub(crate) fn compare(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Option<bool> {
    if !is_number(thread, a) && !is_number(thread, b) {
        return None;
    }
    if let Some(order) = words::compare(thread, a, b) {
        return Some(comparison.holds(Some(order)));
    }
    let pair = Pair::of(thread, a, b, false)?;
    let order: Ordering =
        motet_numbers::decimal_digits::compare(pair.left.finite(), pair.right.finite());
    Some(comparison.holds(Some(order)))
}

/// `operator value` of a decimal number; `None` if it is not common, or if it is none.
///
/// # Errors
/// An abort.
pub(crate) fn unary<'a>(
    thread: &'a Thread,
    operator: Unary,
    value: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    match known(thread, value) {
        Some(known) if known.is_exact => signed(&known, NONE, operator),
        _ => Ok(None),
    }
}

/// `+number` or `-number`, rounded.
fn signed<'a>(
    known: &Known<'a>,
    context: Value<'a>,
    operator: Unary,
) -> Outcome<Option<Value<'a>>> {
    let (number, context) = (known.finite(), known.state.context(context));
    let (Some(number), Some(context)) = (number, context) else {
        return Ok(None);
    };
    let negative = match operator {
        Unary::Invert => return Ok(None),
        _ if number.is_zero() && context.rounding != Rounding::Floor => false,
        Unary::Negate => !number.negative,
        Unary::Positive => number.negative,
    };
    context.finish(Made::of(negative, number.digits, number.exponent))
}

/// A number of exactly the library's class.
#[inline]
fn exact_number<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Known<'a>> {
    known(thread, value).filter(|known| known.is_exact)
}

/// `str` of a decimal number; none if it is not common, or no such number.
///
/// # Errors
/// `MemoryError`.
pub fn text<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let text = exact_number(thread, value).and_then(|known| words::text(thread, &known));
    text.transpose()
}

/// `format` of a decimal number; none if it is not common, or no such number.
///
/// # Errors
/// `MemoryError`.
pub fn format<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    specification: &[u8],
) -> Outcome<Option<Value<'a>>> {
    let known = exact_number(thread, value);
    let text = known.and_then(|known| words::format(thread, &known, specification));
    text.transpose()
}

/// `round(number, places)` of a decimal number; none if it is not common, or no such number.
///
/// # Errors
/// An abort.
pub fn round<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    places: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(known) = exact_number(thread, value) else {
        return Ok(None);
    };
    match places.as_integer().zip(known.state.context(NONE)) {
        Some((places, context)) if places.abs() < EXPONENT_MAX => {
            words::with_exponent(thread, known.object, -places, context.rounding, &context)
        }
        _ => Ok(None),
    }
}

/// Whether a decimal number counts as true; none if it is not finite, or no such number.
pub fn truth(thread: &Thread, value: Value<'_>) -> Option<bool> {
    let known = exact_number(thread, value)?;
    Some(!known.finite()?.is_zero())
}

/// The hash of a decimal number: that of the equal integer, float or fraction.
pub(crate) fn hash(thread: &Thread, value: Value<'_>) -> Option<i64> {
    let number = exact_number(thread, value)?;
    Some(hash_of(number.finite()?))
}

/// Hashes are taken modulo this prime.
const MODULUS: u64 = (1 << 61) - 1;
/// The inverse of 10.
const TENTH: u64 = ((9 * MODULUS as u128 + 1) / 10) as u64;

fn hash_of(number: Finite<'_>) -> i64 {
    let reduced = |wide: u128| (wide % u128::from(MODULUS)) as u64;
    let base = if number.exponent < 0 { TENTH } else { 10 };
    let power = number.exponent.unsigned_abs();
    let scale = int::power_modulo_small(base as i64, power, MODULUS);
    let digits = number.digits.chunks(HASHED_AT_ONCE).fold(0, |sum, part| {
        let part = part.iter().fold((0, 1), |(number, unit), digit| {
            (number * 10 + u128::from(digit - b'0'), unit * 10)
        });
        reduced(u128::from(sum) * part.1 + part.0)
    });
    let hash = reduced(u128::from(digits) * u128::from(scale)) as i64;
    match number.negative {
        true if hash == 1 => -2,
        true => -hash,
        false => hash,
    }
}
