//! `_datetime_core`, continued: the constructors of differences, days, times and moments. Where
//! arguments are not simple, they go on with the library's own, which a class has as `.slow_new_`
//! and the name of the class.

use motet_python_objects::model::function::unwrap_static;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{NativeFunction, roots_from};
use motet_python_objects::model::upcalls;
use motet_python_objects::types::calendar::small;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::parameter;

use super::datetime::{Kind, MOMENT_PARAMETERS, new_date, new_delta, new_moment};
use super::datetime_moments::new_time;

/// The constructors, which become `__new__` of the library's classes.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("construct_delta", 0, u8::MAX, construct_delta).with_keywords(),
    NativeFunction::calling("construct_date", 0, u8::MAX, construct_date).with_keywords(),
    NativeFunction::calling("construct_time", 0, u8::MAX, construct_time).with_keywords(),
    NativeFunction::calling("construct_moment", 0, u8::MAX, construct_moment).with_keywords(),
];

/// The values of a constructor's parameters behind the class, of which the first may be given by
/// position; none if there are other arguments, or one is given twice. A value that is not given is
/// `UNBOUND`.
fn given<'a, const COUNT: usize>(
    thread: &'a Thread,
    arguments: Arguments,
    names: [&'static str; COUNT],
    positional: usize,
) -> Option<[Value<'a>; COUNT]> {
    let mut values = [UNBOUND; COUNT];
    let mut found = 0;
    for (index, (value, name)) in values.iter_mut().zip(names).enumerate() {
        if let Some(given) = parameter(thread, arguments, index + 1, name) {
            *value = given;
            found += 1;
        }
    }
    let all = arguments.len() + arguments.keyword_count();
    (arguments.len() <= positional + 1 && found + 1 == all).then_some(values)
}

/// The values, with defaults for those that are not given: no zone, and 0 for numbers.
fn with_defaults<'a, const COUNT: usize>(
    values: [Value<'a>; COUNT],
    names: [&'static str; COUNT],
) -> [Value<'a>; COUNT] {
    let mut filled = values;
    for (value, name) in filled.iter_mut().zip(names) {
        if *value == UNBOUND {
            *value = if name == "tzinfo" { NONE } else { small(0) };
        }
    }
    filled
}

/// The parameters that a day must have.
const DAY_NAMES: [&str; 3] = ["year", "month", "day"];

/// Refuses a call that lacks a year, a month or a day, unless what it gives is wrong already (or
/// the state of a pickle).
fn check_day(thread: &Thread, values: &[Value<'_>]) -> Outcome<()> {
    let day = &values[..DAY_NAMES.len()];
    match day.iter().position(|value| *value == UNBOUND) {
        Some(missing) => refuse_without(thread, missing, &day[..missing]),
        None => Ok(()),
    }
}

#[cold]
fn refuse_without(thread: &Thread, missing: usize, before: &[Value<'_>]) -> Outcome<()> {
    let fits = |value: &Value<'_>| {
        let number = value.as_integer();
        number.is_some_and(|number| i32::try_from(number).is_ok())
    };
    if !before.iter().all(fits) {
        return Ok(());
    }
    let (name, place) = (DAY_NAMES[missing], missing + 1);
    let message = format!("function missing required argument '{name}' (pos {place})");
    Err(type_error(thread, message))
}

/// Goes on with the library's own constructor.
fn construct_slowly<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    (class, kind): (ClassNumber, Kind),
) -> Outcome<Value<'a>> {
    let slow = match kind {
        Kind::Delta => ".slow_new_timedelta",
        Kind::Date => ".slow_new_date",
        Kind::Moment => ".slow_new_datetime",
        Kind::Time => ".slow_new_time",
        Kind::Zone => ".slow_new_tzinfo",
    };
    let Some(function) = thread.look_up(class, thread.symbol_of(slow)) else {
        return Err(type_error(
            thread,
            "__new__() needs a class of the calendar",
        ));
    };
    let function = unwrap_static(thread, thread.root(function.value));
    let (all, names) = roots_from(thread, arguments, 0);
    let made = upcalls::call_with_names(thread, function, &all, &names)?;
    Ok(thread.get(made))
}

/// The class, which must be the one of a kind or below that.
fn class_argument(thread: &Thread, arguments: Arguments, kind: Kind) -> Outcome<ClassNumber> {
    let own = kind.name();
    let refuse = |what: String| Err(type_error(thread, format!("datetime.{own}.__new__({what}")));
    let Some(given) = arguments.optional(thread, 0) else {
        return refuse("): not enough arguments".to_owned());
    };
    let Some(class) = thread.class_number_of(given) else {
        let name = type_name(thread, given);
        return refuse(format!("X): X is not a type object ({name})"));
    };
    let found = thread.look_up(class, names::CALENDAR_KIND);
    let is_library_class = found.as_ref().is_some_and(|found| found.class == class);
    let name = match is_library_class {
        true => format!("datetime.{}", thread.class_name(class)),
        false => thread.class_name(class).to_owned(),
    };
    match found.and_then(|found| Kind::of(found.value)) {
        Some(other) if other == kind => Ok(class),
        Some(Kind::Moment) if kind == Kind::Date => {
            refuse(format!("{name}) is not safe, use {name}.__new__()"))
        }
        _ => refuse(format!(
            "{name}): {name} is not a subtype of datetime.{own}"
        )),
    }
}

/// What makes an instance of a class of the values of all parameters; none if that is not simple.
type Make<const COUNT: usize> =
    for<'a, 'b> fn(&'a Thread, ClassNumber, [Value<'b>; COUNT]) -> Outcome<Option<Value<'a>>>;

/// A constructor. The first `positional` of its parameters may be given by position.
fn construct<'a, const COUNT: usize>(
    thread: &'a mut Thread,
    arguments: Arguments,
    kind: Kind,
    (names, positional): ([&'static str; COUNT], usize),
    make: Make<COUNT>,
) -> Outcome<Value<'a>> {
    let class = class_argument(thread, arguments, kind)?;
    let made = match given(thread, arguments, names, positional) {
        Some(values) => {
            if matches!(kind, Kind::Date | Kind::Moment) {
                check_day(thread, &values)?;
            }
            make(thread, class, with_defaults(values, names))?
        }
        None => None,
    };
    match made.map(|made| thread.root(made)) {
        Some(made) => Ok(thread.get(made)),
        None => construct_slowly(thread, arguments, (class, kind)),
    }
}

/// `timedelta.__new__`
fn construct_delta<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    const NAMES: [&str; 7] = [
        "days",
        "seconds",
        "microseconds",
        "milliseconds",
        "minutes",
        "hours",
        "weeks",
    ];
    construct(thread, arguments, Kind::Delta, (NAMES, 7), new_delta)
}

/// `date.__new__`
fn construct_date<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    construct(thread, arguments, Kind::Date, (DAY_NAMES, 3), new_date)
}

/// `time.__new__`
fn construct_time<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    const NAMES: [&str; 6] = ["hour", "minute", "second", "microsecond", "tzinfo", "fold"];
    construct(thread, arguments, Kind::Time, (NAMES, 5), new_time)
}

/// `datetime.__new__`
fn construct_moment<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    construct(
        thread,
        arguments,
        Kind::Moment,
        (MOMENT_PARAMETERS, 8),
        new_moment,
    )
}
