//! The methods of contexts that have a common case: making a context, storing one of its fields,
//! and making numbers that are rounded by it.
//!
//! A context that [`new_context`] has made is like the default one but for its flags, and has all
//! its fields; `__init__` stores those that were given.

use crate::attempts;
use crate::types::decimal::methods::{named_arguments, of_float};
use crate::types::decimal::*;
use crate::types::float;
use crate::types::native_first::call_slow_new;
use motet_numbers::decimal_text as text;

/// The largest precision and exponent that the C module knows.
const LIMIT: i64 = 999_999_999_999_999_999;

/// The slots of the arguments of a context's class, in the order of these.
const GIVEN: [u64; CONTEXT_NAMES.len()] = [
    CONTEXT_PRECISION,
    CONTEXT_ROUNDING,
    CONTEXT_EXPONENT_MIN,
    CONTEXT_EXPONENT_MAX,
    CONTEXT_CAPITALS,
    CONTEXT_CLAMP,
    CONTEXT_FLAGS,
    CONTEXT_TRAPS,
    CONTEXT_IGNORED,
];

/// The functions of the module.
pub(super) const FUNCTIONS: &[NativeFunction] =
    &[NativeFunction::calling("new_context", 1, u8::MAX, new_context).with_keywords()];

attempts! {
    of "decimal.Context";
    context_init "init" ".slow__init__" 10 set_up;
    context_store "setattr" ".slow__setattr__" 3 stored;
    context_copy "copy" ".slowcopy" 1 copied;
    context_share "shallow_copy" ".slow_shallow_copy" 1 shared;
    context_clear "clear_flags" ".slowclear_flags" 1 cleared;
    context_number "create_decimal" ".slowcreate_decimal" 2 number_in;
    context_number_of_float "create_decimal_from_float" ".slowcreate_decimal_from_float" 2
        number_of_float;
}

/// The state of the library that was imported last.
fn last_state(thread: &Thread) -> Option<State<'_>> {
    last(thread).and_then(|library| State::of(thread, library))
}

/// The receiver of a call if it is a usual context, and its arguments.
fn own_context<'a, const COUNT: usize>(
    thread: &'a Thread,
    arguments: Arguments,
    names: [&'static str; COUNT],
) -> Option<(Context<'a>, [Value<'a>; COUNT])> {
    let given = named_arguments(thread, arguments, names)?;
    let own = arguments.get(thread, 0);
    let context = last_state(thread)?.context(own).filter(|_| own != NONE)?;
    Some((context, given))
}

// ---- making a context

/// `Context.__new__(class, …)`: the class may be one below.
fn new_context<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let made = like_default(thread, arguments.get(thread, 0))?;
    match made.map(|made| thread.root(made)) {
        Some(made) => Ok(thread.get(made)),
        None => call_slow_new(
            thread,
            arguments,
            "Context.__new__(X): X is no type of Context",
        ),
    }
}

/// A context of that class, if that is the library's own.
fn like_default<'a>(thread: &'a Thread, class: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let default = last_state(thread).and_then(|state| state.context(state.part(STATE_CONTEXT)));
    let Some(default) = default else {
        return Ok(None);
    };
    let own = thread.class_of_object(default.object);
    if thread.class_number_of(class) != Some(own) {
        return Ok(None);
    }
    let flags = exact(thread, default.state.part(STATE_FLAGS), CLASS_DICT);
    match flags {
        Some(flags) => default.again(flags, list::new(thread)?),
        None => Ok(None),
    }
}

impl<'a> Context<'a> {
    fn fields(&self) -> [Value<'a>; CONTEXT_NAMES.len()] {
        std::array::from_fn(|slot| self.field(slot as u64))
    }

    /// Another context with the same fields, a copy of those flags, and that list of flags that are
    /// ignored.
    fn again(&self, flags: Object<'a>, ignored: Value<'a>) -> Outcome<Option<Value<'a>>> {
        let thread = self.state.thread;
        let Some(traps) = exact(thread, self.field(CONTEXT_TRAPS), CLASS_DICT) else {
            return Ok(None);
        };
        let mut fields = self.fields();
        fields[CONTEXT_IGNORED as usize] = ignored;
        fields[CONTEXT_TRAPS as usize] = dict::copy(thread, traps, CLASS_DICT)?;
        fields[CONTEXT_FLAGS as usize] = dict::copy(thread, flags, CLASS_DICT)?;
        Ok(Some(self.state.made_context(fields)))
    }
}

/// `copy()`.
fn copied<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((own, [])) = own_context(thread, arguments, []) else {
        return Ok(None);
    };
    match exact(thread, own.field(CONTEXT_FLAGS), CLASS_DICT) {
        Some(flags) => own.again(flags, own.field(CONTEXT_IGNORED)),
        None => Ok(None),
    }
}

/// `_shallow_copy()`: a context with the same dicts of flags and traps.
fn shared<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let own = own_context(thread, arguments, []);
    Ok(own.map(|(own, [])| own.state.made_context(own.fields())))
}

/// `clear_flags()`.
fn cleared<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let found = own_context(thread, arguments, []).and_then(|(own, [])| {
        let all = exact(thread, own.state.part(STATE_FLAGS), CLASS_DICT)?;
        Some((all, exact(thread, own.field(CONTEXT_FLAGS), CLASS_DICT)?))
    });
    let Some((all, flags)) = found else {
        return Ok(None);
    };
    let (_, places) = dict::extent(thread, all);
    for signal in places.filter_map(|place| dict::entry_at(thread, all, place)) {
        dict::set_leaf(thread, flags, signal.0, Value::from_small(0))?;
    }
    Ok(Some(NONE))
}

/// `__init__(prec, rounding, …)`: stores what was given.
fn set_up<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let own = arguments.get(thread, 0).as_object();
    let names = GIVEN.map(|slot| CONTEXT_NAMES[slot as usize]);
    let given = named_arguments(thread, arguments, names);
    let place = last_state(thread).zip(own).and_then(|(state, own)| {
        let first = state.first_field(own)?;
        Some((state, own, first))
    });
    let Some(((state, own, first), mut given)) = place.zip(given) else {
        return Ok(None);
    };
    for (slot, value) in GIVEN.into_iter().zip(&mut given) {
        let valid = match slot {
            _ if *value == NONE => Some(NONE),
            CONTEXT_FLAGS | CONTEXT_TRAPS => signals_of(&state, *value)?,
            _ => is_valid(thread, slot, *value).then_some(*value),
        };
        match valid {
            Some(valid) => *value = valid,
            None => return Ok(None),
        }
    }
    let own = thread.write(own)?;
    for (slot, value) in GIVEN.into_iter().zip(given) {
        if value != NONE {
            own.set(first + slot, value);
        }
    }
    Ok(Some(NONE))
}

/// The dict of all signals in which those of a list are set; none if it is no list of signals.
fn signals_of<'a>(state: &State<'a>, given: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let thread = state.thread;
    let flags = exact(thread, state.part(STATE_FLAGS), CLASS_DICT);
    let Some((flags, given)) = flags.zip(exact(thread, given, CLASS_LIST)) else {
        return Ok(None);
    };
    let all = dict::copy(thread, flags, CLASS_DICT)?;
    for signal in list::values(thread, given) {
        // (The hash of a class is its identity's, and calls nothing; others are asked in Python.)
        let is_signal = thread.class_number_of(signal).is_some()
            && matches!(dict::get_leaf(thread, flags, signal)?, Some(Some(_)));
        if !is_signal {
            return Ok(None);
        }
        dict::set_leaf(thread, all.known_object(), signal, Value::from_small(1))?;
    }
    Ok(Some(all))
}

/// Whether a value may stand in a slot; of flags and traps nothing is known.
fn is_valid(thread: &Thread, slot: u64, value: Value<'_>) -> bool {
    let is_in = |range: std::ops::RangeInclusive<i64>| {
        value.as_integer().is_some_and(|it| range.contains(&it))
    };
    match slot {
        CONTEXT_PRECISION => is_in(1..=LIMIT),
        CONTEXT_EXPONENT_MIN => is_in(-LIMIT..=0),
        CONTEXT_EXPONENT_MAX => is_in(0..=LIMIT),
        CONTEXT_CAPITALS | CONTEXT_CLAMP => is_in(0..=1),
        CONTEXT_ROUNDING => {
            let name = string::exact_string(thread, value);
            name.is_some_and(|name| Rounding::named(string::utf8(thread, name)).is_some())
        }
        CONTEXT_IGNORED => exact(thread, value, CLASS_LIST).is_some(),
        _ => false,
    }
}

/// `__setattr__(name, value)`.
fn stored<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let own = arguments.get(thread, 0).as_object();
    let given = named_arguments(thread, arguments, ["name", "value"]);
    let found = own.zip(given).and_then(|(own, [name, value])| {
        let first = last_state(thread)?.first_field(own)?;
        let name = string::utf8(thread, string::exact_string(thread, name)?);
        let slot = CONTEXT_NAMES
            .iter()
            .position(|known| known.as_bytes() == name)? as u64;
        is_valid(thread, slot, value).then_some((own, first + slot, value))
    });
    match found {
        Some((own, word, value)) => {
            thread.write(own)?.set(word, value);
            Ok(Some(NONE))
        }
        None => Ok(None),
    }
}

// ---- numbers

/// `create_decimal(number)`.
fn number_in<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((context, [number])) = own_context(thread, arguments, ["num"]) else {
        return Ok(None);
    };
    if let Some(word) = words::Word::of_value(&context.state, number) {
        return context.finish_made(word.widened());
    }
    let Some(content) = string::exact_string(thread, number) else {
        return Ok(None);
    };
    let content = string::utf8(thread, content);
    if let Some(made) = words::plain_number(content) {
        return context.finish_made(made);
    }
    let is_bare = |byte: &u8| byte.is_ascii_graphic();
    match text::parse(content).filter(|_| content.iter().all(is_bare)) {
        Some(made) => context.finish(made),
        None => Ok(None),
    }
}

/// `create_decimal_from_float(number)`.
fn number_of_float<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((context, [number])) = own_context(thread, arguments, ["f"]) else {
        return Ok(None);
    };
    let Some(number) = float::exact_f64(thread, number) else {
        return Ok(None);
    };
    if let Some(made) = quick::of_float(number) {
        return context.finish_made(made);
    }
    match of_float(number) {
        Some(made) => context.finish(made),
        None => Ok(None),
    }
}
