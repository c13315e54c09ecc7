//! The library's class of decimal numbers and its instances: how they are known, how their fields
//! lie, how new ones are made.
//!
//! The library announces its class when it is imported. From then on an object with the shape and
//! the layout of the class's example is known at a glance. A number lies in its four slots in one
//! of two forms:
//!
//! ```text
//!            _sign   _int                   _exp            _is_special
//!   words    0, 1    the low 62 bits        an integer      the high bits, an integer
//!   text     0, 1    the digits, a str      an integer, or  False; True of what is not finite
//!                                           "F", "n", "N"
//! ```
//!
//! Natives make words where the coefficient fits; Python code makes texts. The class has properties
//! in front of the slots `_int` and `_is_special`, by which Python code sees only the second form.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use motet_tm::{LayoutId, Pinned};

use crate::model::exception_classes::ATTRIBUTE_ERROR;
use crate::model::namespace::{CELL_VALUE, bound};
use crate::types::decimal::*;

const STATE_LENGTH: u64 = 7;
const STATE_VARIABLE: u64 = 0;
const STATE_NUMBER: u64 = 4;
pub(super) const STATE_CONTEXT: u64 = 5;
pub(super) const STATE_FLAGS: u64 = 6;

/// The slots of an instance that a native has made: their number, and the words of each.
const NUMBER_SLOTS: u64 = 4;
pub(super) const NUMBER_SIGN: u64 = instance_layout::INSTANCE_FIRST;
pub(super) const NUMBER_DIGITS: u64 = NUMBER_SIGN + 1;
pub(super) const NUMBER_EXPONENT: u64 = NUMBER_SIGN + 2;
pub(super) const NUMBER_SPECIAL: u64 = NUMBER_SIGN + 3;

/// Bits of a coefficient that lie in one slot.
const LOW_BITS: u32 = 62;

/// A kind of objects, by an example.
#[derive(Clone, Copy)]
struct Example {
    shape: u32,
    layout: LayoutId,
    /// The word of the first slot.
    first: u64,
    /// Slots that lie in the object itself.
    slots: u64,
}

impl Example {
    fn of(thread: &Thread, value: Value<'_>, slots: u64) -> Option<Example> {
        let object = value.as_object()?;
        let (shape, layout) = (thread.host_of(object), thread.layout_id(object));
        let storage = instance_layout::storage(layout)?;
        let fits = shape >= CLASS_USER_FIRST && storage.inline >= slots;
        fits.then_some(Example {
            shape,
            layout,
            first: storage.first,
            slots: storage.inline,
        })
    }

    #[inline(always)]
    fn is_like(&self, thread: &Thread, object: Object<'_>) -> bool {
        thread.host_of(object) == self.shape && thread.layout_id(object) == self.layout
    }
}

/// What a module of the library has announced.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    class: ClassNumber,
    /// The cell of the class's state.
    state: Pinned,
    number: Example,
    context: Example,
}

/// The classes that were announced. The last one is looked at first: an import that is undone and
/// made again makes a class again. Relaxed: a thread that sees an instance of a class sees this.
#[derive(Default)]
pub struct Announced {
    all: boxcar::Vec<Library>,
    count: AtomicUsize,
    /// The shape of objects whose first attribute is the dict of the values of context variables.
    values_shape: AtomicU32,
}

impl Library {
    /// Whether the fields of an object lie where natives lay them.
    #[inline(always)]
    pub(super) fn has_made(&self, thread: &Thread, object: Object<'_>) -> bool {
        self.number.is_like(thread, object)
    }
}

/// What was announced last.
#[inline(always)]
pub(super) fn last(thread: &Thread) -> Option<&Library> {
    thread.machine().decimal.last()
}

impl Announced {
    #[inline(always)]
    fn last(&self) -> Option<&Library> {
        match self.count.load(Ordering::Relaxed) {
            0 => None,
            count => self.all.get(count - 1),
        }
    }

    fn of_class(&self, class: ClassNumber) -> Option<&Library> {
        let count = self.count.load(Ordering::Relaxed);
        let mut all = (0..count).rev().filter_map(|place| self.all.get(place));
        all.find(|library| library.class == class)
    }
}

/// Notes that a class is the library's of decimal numbers: it has its state already, but there is
/// no class below it yet, which would ask its bases. (A class keeps the answer if it gets other
/// bases: it may only get such whose instances have the same slots.)
///
/// Relaxed: a thread that sees the class, or one below it, sees this.
pub(super) fn announce(thread: &Thread, class: ClassNumber) -> Option<()> {
    let found = thread.look_up(class, names::DECIMAL_STATE)?;
    let state = exact(thread, found.value, CLASS_TUPLE)?;
    if tuple::length(thread, state) != STATE_LENGTH {
        return None;
    }
    let part = |place| tuple::get(thread, state, place);
    let number = Example::of(thread, part(STATE_NUMBER), NUMBER_SLOTS)?;
    let context = Example::of(thread, part(STATE_CONTEXT), CONTEXT_FLAGS + 1)?;
    if number.first != NUMBER_SIGN {
        return None;
    }
    let announced = &thread.machine().decimal;
    let place = announced.all.push(Library {
        class,
        state: found.cell,
        number,
        context,
    });
    announced.count.store(place + 1, Ordering::Relaxed);
    let class = thread.class(class);
    class.is_decimal.store(true, Ordering::Relaxed);
    Some(())
}

/// Whether a class is the library's of decimal numbers or below it.
#[inline]
pub fn is_class(thread: &Thread, class: ClassNumber) -> bool {
    let class = thread.class(class);
    class.is_decimal.load(Ordering::Relaxed)
}

/// A class of decimal numbers and its state.
#[derive(Clone, Copy)]
pub(crate) struct State<'a> {
    pub(super) thread: &'a Thread,
    pub(super) library: &'a Library,
    tuple: Object<'a>,
}

/// An object of the library's class, or of one below.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) state: State<'a>,
    pub(super) object: Object<'a>,
    pub(super) is_exact: bool,
}

/// The state of a class of decimal numbers.
pub(super) fn state_of(thread: &Thread, class: ClassNumber) -> Option<State<'_>> {
    let announced = &thread.machine().decimal;
    if let Some(last) = announced.last().filter(|last| last.class == class) {
        return State::of(thread, last);
    }
    if !is_class(thread, class) {
        return None;
    }
    let found = thread.look_up(class, names::DECIMAL_STATE)?;
    State::of(thread, announced.of_class(found.class)?)
}

/// The state of the class of an object that a native has made, or one alike.
#[inline(always)]
pub(super) fn state_of_made<'a>(thread: &'a Thread, object: Object<'a>) -> Option<State<'a>> {
    let last = thread.machine().decimal.last()?;
    match last.number.is_like(thread, object) {
        true => State::of(thread, last),
        false => None,
    }
}

/// The decimal number of a value, if it is one.
#[inline]
pub(super) fn known<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Known<'a>> {
    let object = value.as_object()?;
    match state_of_made(thread, object) {
        Some(state) => Some(Known {
            state,
            object,
            is_exact: true,
        }),
        None => known_by_class(thread, object),
    }
}

#[inline(never)]
fn known_by_class<'a>(thread: &'a Thread, object: Object<'a>) -> Option<Known<'a>> {
    // (Most programs never import `decimal`.)
    thread.machine().decimal.last()?;
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    let class = thread.class_of_object(object);
    let state = state_of(thread, class)?;
    Some(Known {
        state,
        object,
        is_exact: class == state.class(),
    })
}

impl<'a> State<'a> {
    #[inline(always)]
    pub(super) fn of(thread: &'a Thread, library: &'a Library) -> Option<State<'a>> {
        let state = bound(thread.read(library.state.object()).get(CELL_VALUE))?;
        let tuple = exact(thread, state, CLASS_TUPLE)?;
        (tuple::length(thread, tuple) == STATE_LENGTH).then_some(State {
            thread,
            library,
            tuple,
        })
    }

    /// The library's class.
    #[inline(always)]
    pub(super) fn class(&self) -> ClassNumber {
        self.library.class
    }

    #[inline(always)]
    pub(super) fn part(&self, place: u64) -> Value<'a> {
        tuple::get(self.thread, self.tuple, place)
    }

    /// Whether the fields of an object lie where natives lay them.
    #[inline(always)]
    pub(super) fn has_made(&self, object: Object<'_>) -> bool {
        self.library.has_made(self.thread, object)
    }

    /// Whether an object is a context whose fields lie as usual: then the word of the first.
    #[inline(always)]
    pub(super) fn first_field(&self, context: Object<'_>) -> Option<u64> {
        let usual = &self.library.context;
        usual.is_like(self.thread, context).then_some(usual.first)
    }

    /// Makes a number of the library's class.
    pub(super) fn made(&self, number: &Made) -> Outcome<Option<Value<'a>>> {
        self.made_of(number.negative, number.digits.all(), number.exponent)
    }

    /// Makes a number of the library's class of digits without zeros in front.
    pub(super) fn made_of(
        &self,
        negative: bool,
        digits: &[u8],
        exponent: i64,
    ) -> Outcome<Option<Value<'a>>> {
        let words = words::coefficient(digits);
        match words.and_then(|words| self.made_of_words(negative, words, exponent)) {
            Some(made) => Ok(Some(made)),
            None => self.made_of_text(negative, digits, exponent).map(Some),
        }
    }

    /// Makes a number of the library's class.
    #[inline(always)]
    pub(super) fn made_wide(
        &self,
        negative: bool,
        number: u128,
        exponent: i64,
    ) -> Outcome<Option<Value<'a>>> {
        match self.made_of_words(negative, number, exponent) {
            Some(made) => Ok(Some(made)),
            None => self.made_of_long(negative, number, exponent),
        }
    }

    #[inline(never)]
    fn made_of_long(
        &self,
        negative: bool,
        number: u128,
        exponent: i64,
    ) -> Outcome<Option<Value<'a>>> {
        let mut text = [0; words::WIDE_DIGITS];
        let first = words::write_wide(number, &mut text);
        self.made_of_text(negative, &text[first..], exponent)
            .map(Some)
    }

    /// None: the coefficient has too many bits.
    #[inline(always)]
    fn made_of_words(&self, negative: bool, number: u128, exponent: i64) -> Option<Value<'a>> {
        let low = (number & ((1 << LOW_BITS) - 1)) as i64;
        let high = i64::try_from(number >> LOW_BITS).ok()?;
        Some(self.made_of_fields(
            Value::from_small(negative.into()),
            Value::from_integer(low)?,
            exponent_value(exponent),
            Value::from_integer(high)?,
        ))
    }

    #[inline(never)]
    fn made_of_text(&self, negative: bool, digits: &[u8], exponent: i64) -> Outcome<Value<'a>> {
        let digits = string::of_bytes(self.thread, digits, digits.len() as u64)?;
        let sign = Value::from_small(negative.into());
        Ok(self.made_of_fields(sign, digits, exponent_value(exponent), FALSE))
    }

    /// (No array: it would be read in other pieces than it was written, which waits.)
    #[inline(always)]
    pub(super) fn made_of_fields(
        &self,
        sign: Value<'_>,
        digits: Value<'_>,
        exponent: Value<'_>,
        special: Value<'_>,
    ) -> Value<'a> {
        let kind = &self.library.number;
        let words = NUMBER_SIGN + kind.slots;
        let made = self
            .thread
            .allocate_filled(kind.layout, kind.shape, words, FALSE);
        made.set(NUMBER_SIGN, sign);
        made.set(NUMBER_DIGITS, digits);
        made.set(NUMBER_EXPONENT, exponent);
        made.set(NUMBER_SPECIAL, special);
        made.object().value()
    }

    /// Makes a context of these fields.
    pub(super) fn made_context(&self, fields: [Value<'_>; CONTEXT_NAMES.len()]) -> Value<'a> {
        let kind = &self.library.context;
        let words = kind.first + kind.slots;
        let made = self
            .thread
            .allocate_filled(kind.layout, kind.shape, words, FALSE);
        for (slot, value) in (0..).zip(fields) {
            made.set(kind.first + slot, value);
        }
        made.object().value()
    }

    /// The context of the running thread, unless it has none yet.
    #[inline(always)]
    pub(super) fn current(&self) -> Option<Object<'a>> {
        let thread = self.thread;
        let own = thread.thread_root(ROOT_CONTEXT).as_object()?;
        let known = thread
            .machine()
            .decimal
            .values_shape
            .load(Ordering::Relaxed);
        let values = match thread.host_of(own) == known {
            true => thread.read_slot(own, 0),
            false => self.values(own)?,
        };
        let values = exact(thread, values, CLASS_DICT)?;
        dict::value_near(thread, values, self.part(STATE_VARIABLE), 0)?.as_object()
    }

    /// The dict of the values of a context's variables, found by its name.
    #[inline(never)]
    fn values(&self, own: Object<'a>) -> Option<Value<'a>> {
        let thread = self.thread;
        let values = thread.own_attribute(own, names::CONTEXT_VALUES)?;
        let shape = thread.host_of(own);
        let is_first = thread.machine().classes.shapes.get(shape);
        if is_first.slot(names::CONTEXT_VALUES) == Some(0) {
            let known = &thread.machine().decimal.values_shape;
            known.store(shape, Ordering::Relaxed);
        }
        Some(values)
    }
}

/// An exponent as a slot has it.
pub(super) fn exponent_value(exponent: i64) -> Value<'static> {
    Value::from_integer(exponent).expect("contexts refuse exponents beyond 10**18")
}

/// The coefficient that lies in two slots; none if one of them holds something else.
#[inline(always)]
pub(super) fn joined(low: Value<'_>, high: Value<'_>) -> Option<u128> {
    // (Neither is below zero.)
    let (low, high) = (low.as_integer()? as u64, high.as_integer()? as u64);
    Some(u128::from(high) << LOW_BITS | u128::from(low))
}

/// The text of a coefficient.
fn text_of<'a>(thread: &'a Thread, number: u128) -> Outcome<Value<'a>> {
    let mut text = [0; words::WIDE_DIGITS];
    let first = words::write_wide(number, &mut text);
    string::new_ascii(thread, &text[first..])
}

/// The fields of an object, in the form with a text; none if it lacks one.
fn fields<'a>(thread: &'a Thread, object: Object<'a>) -> Option<[Value<'a>; 4]> {
    let own = |name| thread.own_attribute(object, thread.known_symbol(name)?);
    let [sign, digits, exponent, special] = match state_of_made(thread, object) {
        Some(_) => {
            let view = thread.read(object);
            [0, 1, 2, 3].map(|slot| view.get(NUMBER_SIGN + slot))
        }
        None => [
            own("_sign")?,
            own("_int")?,
            own("_exp")?,
            own("_is_special")?,
        ],
    };
    Some(match joined(digits, special) {
        Some(number) => [sign, text_of(thread, number).ok()?, exponent, FALSE],
        None => [sign, digits, exponent, special],
    })
}

impl<'a> Known<'a> {
    /// The number, if it is finite.
    pub(super) fn finite(&self) -> Option<Finite<'a>> {
        let thread = self.state.thread;
        let [sign, digits, exponent, special] = fields(thread, self.object)?;
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

// ---- the slots as Python code sees them

/// The functions of the properties in front of two slots.
pub(super) const SLOTS: &[NativeFunction] = &[
    NativeFunction::leaf("digits", 1, 1, |thread, arguments| {
        let found = seen(thread, arguments.get(thread, 0), "_int")?;
        found.ok_or_else(|| missing(thread, "_int"))
    })
    .with_quick(|thread, [object, ..]| seen(thread, object, "_int").ok()?),
    NativeFunction::leaf("is_special", 1, 1, |thread, arguments| {
        let found = seen(thread, arguments.get(thread, 0), "_is_special")?;
        found.ok_or_else(|| missing(thread, "_is_special"))
    })
    .with_quick(|thread, [object, ..]| seen(thread, object, "_is_special").ok()?),
    NativeFunction::leaf("set_digits", 2, 2, |thread, arguments| {
        store(thread, arguments, "_int")
    }),
    NativeFunction::leaf("set_is_special", 2, 2, |thread, arguments| {
        store(thread, arguments, "_is_special")
    }),
];

fn missing(thread: &Thread, name: &str) -> Unwind {
    thread.raise(ATTRIBUTE_ERROR, format!("this number has no '{name}' yet"))
}

/// What one of both slots holds, in the form with a text; none if it holds nothing.
#[inline]
fn seen<'a>(thread: &'a Thread, value: Value<'a>, name: &str) -> Outcome<Option<Value<'a>>> {
    let Some(object) = value.as_object() else {
        return Ok(None);
    };
    let own = |name| thread.own_attribute(object, thread.known_symbol(name)?);
    let (digits, special) = match state_of_made(thread, object) {
        Some(_) => {
            let view = thread.read(object);
            (view.get(NUMBER_DIGITS), view.get(NUMBER_SPECIAL))
        }
        None => (
            own("_int").unwrap_or(UNBOUND),
            own("_is_special").unwrap_or(UNBOUND),
        ),
    };
    let is_digits = name == "_int";
    if let Some(number) = joined(digits, special) {
        return match is_digits {
            true => text_of(thread, number).map(Some),
            false => Ok(Some(FALSE)),
        };
    }
    Ok(bound(if is_digits { digits } else { special }))
}

/// Stores into one of both slots, whose form becomes that with a text.
fn store<'a>(thread: &'a Thread, arguments: Arguments, name: &'static str) -> Outcome<Value<'a>> {
    let (number, value) = (arguments.get(thread, 0), arguments.get(thread, 1));
    let fits = match name {
        "_int" => string::exact_string(thread, value).is_some(),
        _ => matches!(value, TRUE | FALSE),
    };
    let object = number.as_object().filter(|_| fits);
    let is_number = |object: &Object<'_>| is_class(thread, thread.class_of_object(*object));
    let Some(object) = object.filter(is_number) else {
        return Err(type_error(thread, "a field of another number"));
    };
    let set = |name, value| {
        let name = thread.symbol_of(name);
        thread.set_own_attribute(object, name, value)
    };
    if state_of_made(thread, object).is_some() {
        let view = thread.read(object);
        if let Some(number) = joined(view.get(NUMBER_DIGITS), view.get(NUMBER_SPECIAL)) {
            set("_int", text_of(thread, number)?)?;
            set("_is_special", FALSE)?;
        }
    }
    set(name, value)?;
    Ok(NONE)
}
