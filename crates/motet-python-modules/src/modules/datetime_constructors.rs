//! `_datetime_core`, continued: the constructors of differences, days, times and moments. Where
//! arguments are not simple, they go on with the library's own, which a class has as `_slow_new_`
//! and the name of the class.

use motet_python_objects::model::function::unwrap_static;
use motet_python_objects::model::names;
use motet_python_objects::model::native::NativeFunction;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::calendar::small;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::parameter;
use motet_tm::Root;

use super::datetime::{Kind, new_date, new_delta, new_moment};
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

/// A value, or a default for one that is not given.
fn or<'a>(value: Value<'a>, default: Value<'static>) -> Value<'a> {
    if value == UNBOUND { default } else { value }
}

/// The parameters that a day must have.
const DAY_NAMES: [&str; 3] = ["year", "month", "day"];

/// Refuses a call that lacks a year, a month or a day, unless what it gives is wrong already (or
/// the state of a pickle).
fn check_day(thread: &Thread, values: &[Value<'_>]) -> Outcome<()> {
    let day = &values[..DAY_NAMES.len()];
    match day.iter().position(|value| *value == UNBOUND) {
        Some(missing) if day[..missing].iter().all(|day| day.as_integer().is_some()) => {
            let (name, place) = (DAY_NAMES[missing], missing + 1);
            let message = format!("function missing required argument '{name}' (pos {place})");
            Err(type_error(thread, message))
        }
        _ => Ok(()),
    }
}

/// Goes on with the library's own constructor.
fn construct_slowly<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    slow: &'static str,
) -> Outcome<Value<'a>> {
    let class = thread.class_number_of(arguments.get(thread, 0));
    let function = class.and_then(|class| thread.look_up(class, thread.symbol_of(slow)));
    let Some(function) = function.map(|found| thread.root(found.value)) else {
        return Err(type_error(
            thread,
            "__new__() needs a class of the calendar",
        ));
    };
    let function = unwrap_static(thread, function);
    let mut all: Vec<Root> = (0..arguments.len())
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect();
    let mut names = Vec::with_capacity(arguments.keyword_count());
    for index in 0..arguments.keyword_count() {
        all.push(thread.root(arguments.keyword_value(thread, index)));
        let name = thread.keyword_name(index);
        names.push(thread.machine().symbols.intern(thread, name));
    }
    let made = upcalls::call_with_names(thread, function, &all, &names)?;
    Ok(thread.get(made))
}

/// What was made where arguments are simple, or what the library's own constructor makes.
fn or_slowly<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    made: Option<Root>,
    slow: &'static str,
) -> Outcome<Value<'a>> {
    match made {
        Some(made) => Ok(thread.get(made)),
        None => construct_slowly(thread, arguments, slow),
    }
}

/// The class, which must be the one of a kind or below that.
fn class_argument(
    thread: &Thread,
    arguments: Arguments,
    kind: Kind,
) -> Outcome<Option<ClassNumber>> {
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
        Some(other) if other == kind => Ok(Some(class)),
        Some(Kind::Moment) if kind == Kind::Date => {
            refuse(format!("{name}) is not safe, use {name}.__new__()"))
        }
        _ => refuse(format!(
            "{name}): {name} is not a subtype of datetime.{own}"
        )),
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
    let class = class_argument(thread, arguments, Kind::Delta)?;
    let made = match class.zip(given(thread, arguments, NAMES, NAMES.len())) {
        Some((class, values)) => new_delta(thread, class, values.map(|value| or(value, small(0))))?,
        None => None,
    };
    let made = made.map(|made| thread.root(made));
    or_slowly(thread, arguments, made, "_slow_new_timedelta")
}

/// `date.__new__`
fn construct_date<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = class_argument(thread, arguments, Kind::Date)?;
    let made = match class.zip(given(thread, arguments, DAY_NAMES, 3)) {
        Some((class, values)) => {
            check_day(thread, &values)?;
            new_date(thread, class, values)?
        }
        None => None,
    };
    let made = made.map(|made| thread.root(made));
    or_slowly(thread, arguments, made, "_slow_new_date")
}

/// `time.__new__`
fn construct_time<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    const NAMES: [&str; 6] = ["hour", "minute", "second", "microsecond", "tzinfo", "fold"];
    let class = class_argument(thread, arguments, Kind::Time)?;
    let made = match class.zip(given(thread, arguments, NAMES, 5)) {
        Some((class, mut values)) => {
            for (value, name) in values.iter_mut().zip(NAMES) {
                *value = or(*value, if name == "tzinfo" { NONE } else { small(0) });
            }
            new_time(thread, class, values)?
        }
        None => None,
    };
    let made = made.map(|made| thread.root(made));
    or_slowly(thread, arguments, made, "_slow_new_time")
}

/// `datetime.__new__`
fn construct_moment<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    const NAMES: [&str; 9] = [
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "second",
        "microsecond",
        "tzinfo",
        "fold",
    ];
    let class = class_argument(thread, arguments, Kind::Moment)?;
    let made = match class.zip(given(thread, arguments, NAMES, 8)) {
        Some((class, mut values)) => {
            check_day(thread, &values)?;
            for (value, name) in values.iter_mut().zip(NAMES).skip(DAY_NAMES.len()) {
                *value = or(*value, if name == "tzinfo" { NONE } else { small(0) });
            }
            new_moment(thread, class, values)?
        }
        None => None,
    };
    let made = made.map(|made| thread.root(made));
    or_slowly(thread, arguments, made, "_slow_new_datetime")
}
