//! Contexts: precision, rounding, limits, flags and traps.

use crate::types::decimal::*;
use crate::types::dict_table::Table;

/// The slots of a context.
pub(super) const CONTEXT_PRECISION: u64 = 0;
pub(super) const CONTEXT_ROUNDING: u64 = 1;
pub(super) const CONTEXT_EXPONENT_MIN: u64 = 2;
pub(super) const CONTEXT_EXPONENT_MAX: u64 = 3;
pub(super) const CONTEXT_CAPITALS: u64 = 4;
pub(super) const CONTEXT_CLAMP: u64 = 5;
pub(super) const CONTEXT_IGNORED: u64 = 6;
pub(super) const CONTEXT_TRAPS: u64 = 7;
pub(super) const CONTEXT_FLAGS: u64 = 8;

pub(super) const CONTEXT_NAMES: [&str; 9] = [
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
pub(super) enum Signal {
    Inexact = 1,
    Rounded = 2,
    FloatOperation = 3,
}

impl Signal {
    pub(super) fn usual_entry(self) -> u64 {
        match self {
            Signal::Inexact => 2,
            Signal::Rounded => 4,
            Signal::FloatOperation => 8,
        }
    }
}

/// How numbers are to be rounded, and the object that gets the flags.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) state: State<'a>,
    pub(super) object: Object<'a>,
    /// The word of its first slot.
    pub(super) first: u64,
    pub(super) precision: i64,
    pub(super) exponent_min: i64,
    pub(super) exponent_max: i64,
    pub(super) is_clamped: bool,
    pub(super) rounding: Rounding,
}

impl<'a> Context<'a> {
    pub(super) fn exponent_tiny(&self) -> i64 {
        self.exponent_min - self.precision + 1
    }

    /// The largest exponent of a result.
    pub(super) fn exponent_top(&self) -> i64 {
        self.exponent_max - self.precision + 1
    }

    pub(super) fn field(&self, slot: u64) -> Value<'a> {
        self.state.thread.read(self.object).get(self.first + slot)
    }

    pub(super) fn is_capital(&self) -> bool {
        self.field(CONTEXT_CAPITALS) != Value::from_small(0)
    }

    /// The flags or the traps.
    #[inline(always)]
    pub(super) fn conditions(&self, slot: u64) -> Option<Conditions<'a>> {
        let state = self.state;
        let dict = exact(state.thread, self.field(slot), CLASS_DICT)?;
        let table = dict::table(state.thread, dict);
        Some(Conditions { state, dict, table })
    }

    /// Whether no flag is to be ignored.
    pub(super) fn ignores_nothing(&self) -> bool {
        let thread = self.state.thread;
        let ignored = exact(thread, self.field(CONTEXT_IGNORED), CLASS_LIST);
        ignored.is_some_and(|ignored| list::length(thread, ignored) == 0)
    }

    /// Sets flags; false, with nothing done, if one is trapped or to be ignored.
    #[inline(always)]
    pub(super) fn signal(&self, signals: &[Signal]) -> Outcome<bool> {
        match signals.is_empty() || self.is_told(signals) {
            true => Ok(true),
            false => self.set_flags(signals),
        }
    }

    /// Whether flags are set that are not trapped.
    #[inline(always)]
    pub(super) fn is_told(&self, signals: &[Signal]) -> bool {
        let both = self.conditions(CONTEXT_TRAPS);
        let both = both.zip(self.conditions(CONTEXT_FLAGS));
        let is_told = |(traps, flags): (Conditions<'_>, Conditions<'_>)| {
            let mut signals = signals.iter();
            signals
                .all(|signal| flags.has(*signal) == Some(true) && traps.has(*signal) == Some(false))
        };
        both.is_some_and(is_told) && self.ignores_nothing()
    }

    #[inline(never)]
    fn set_flags(&self, signals: &[Signal]) -> Outcome<bool> {
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
    pub(super) fn fit(&self, number: &mut Made, rounding: Rounding) -> Option<&'static [Signal]> {
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
    pub(super) fn finish(&self, mut number: Made) -> Outcome<Option<Value<'a>>> {
        match self.fit(&mut number, self.rounding) {
            Some(signals) if self.signal(signals)? => self.state.made(&number),
            _ => Ok(None),
        }
    }
}

/// The flags or the traps of a context.
#[derive(Clone, Copy)]
pub(super) struct Conditions<'a> {
    pub(super) state: State<'a>,
    pub(super) dict: Object<'a>,
    /// The table that it has now.
    table: Table<'a>,
}

impl Conditions<'_> {
    /// Whether one is set.
    #[inline(always)]
    pub(super) fn has(&self, signal: Signal) -> Option<bool> {
        let thread = self.state.thread;
        let class = self.state.part(signal as u64);
        match self.table.entry(thread, signal.usual_entry()) {
            Some((found, value)) if found == class => match (value, value.as_integer()) {
                (TRUE, _) => Some(true),
                (FALSE, _) => Some(false),
                (_, Some(number)) => Some(number != 0),
                _ => truth::truth_leaf(thread, value),
            },
            _ => self.finds(class),
        }
    }

    #[inline(never)]
    fn finds(&self, class: Value<'_>) -> Option<bool> {
        let thread = self.state.thread;
        let value = dict::get_leaf(thread, self.dict, class).ok()??;
        truth::truth_leaf(thread, value?)
    }
}

impl<'a> State<'a> {
    /// The context that was given, or the current one.
    pub(super) fn context(&self, given: Value<'a>) -> Option<Context<'a>> {
        self.context_here(given)
    }

    /// [`Self::context`], inlined.
    #[inline(always)]
    pub(super) fn context_here(&self, given: Value<'a>) -> Option<Context<'a>> {
        let object = match given == NONE {
            true => self.current()?,
            false => given.as_object()?,
        };
        let (thread, first) = (self.thread, self.first_field(object)?);
        let view = thread.read(object);
        let field = |slot| view.get(first + slot);
        let number = |slot| {
            let number = field(slot).as_integer()?;
            (number.abs() < EXPONENT_MAX).then_some(number)
        };
        let name = string::exact_string(thread, field(CONTEXT_ROUNDING))?;
        Some(Context {
            state: *self,
            object,
            first,
            precision: number(CONTEXT_PRECISION)?,
            exponent_min: number(CONTEXT_EXPONENT_MIN)?,
            exponent_max: number(CONTEXT_EXPONENT_MAX)?,
            is_clamped: number(CONTEXT_CLAMP)? != 0,
            rounding: Rounding::named(string::utf8(thread, name))?,
        })
    }
}
