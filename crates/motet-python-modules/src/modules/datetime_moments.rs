//! `_datetime_core`, continued: moments by the clock, times of a day, and the texts of both.
//!
//! As in [`super::datetime`], each function here is the common case of one of the library's, and
//! answers None (or goes on with the library's) where a case is not common.

use std::time::UNIX_EPOCH;

use motet_python_objects::model::names;
use motet_python_objects::model::native::{Call, NativeFunction};
use motet_python_objects::types::calendar::{
    self, Day, Known, MICROSECONDS_OF_DAY, MICROSECONDS_OF_SECOND, Moment, SECONDS_OF_DAY, small,
};
use motet_python_objects::types::calendar_texts;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{float, string, struct_sequence, tuple};
use motet_vm::symbol::Symbol;

use super::datetime::{self, Kind, made};
use super::posix::local_fields;

/// The number of the first of January 1970.
pub(super) const EPOCH_ORDINAL: i64 = 719_163;
/// How far back it is looked whether the clock has been put back: no zone changes twice within a
/// day.
pub(super) const PROBE_SECONDS: i64 = SECONDS_OF_DAY;
/// Moments beyond this have years of more than four digits.
const SECONDS_MAX: i64 = 1 << 40;

/// The functions of the module that are about moments and times.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("moment_at", 3, 3, moment_at),
    NativeFunction::leaf("combined", 4, 4, combined),
    NativeFunction::leaf("local_offset", 1, 1, local_offset),
    NativeFunction::leaf("wall_seconds", 1, 1, wall_seconds),
    NativeFunction::leaf("offset_text", 2, 2, offset_text),
];

/// Whether a class is the library's own of a kind.
fn is_library_class(thread: &Thread, class: ClassNumber, kind: Kind) -> bool {
    thread
        .look_up(class, names::CALENDAR_KIND)
        .is_some_and(|found| found.class == class && Kind::of(found.value) == Some(kind))
}

/// The fields of a moment of the library's class, or of one below it.
fn moment_of<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Moment<'a>> {
    if let Some(known) = calendar::known(thread, value) {
        return match known {
            Known::Moment(moment) => Some(moment),
            _ => None,
        };
    }
    let own = datetime::known(thread, value).filter(|own| own.kind == Kind::Moment)?;
    datetime::moment_fields(thread, own.object)
}

/// As [`moment_of`], unless the class has another method of a name than the library's.
pub(super) fn moment_below<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    method: &'static str,
) -> Option<Moment<'a>> {
    let class = thread.class_of(value);
    let found = thread.look_up(class, thread.symbol_of(method))?;
    let own = datetime::known(thread, value)?;
    (found.class == own.base).then(|| moment_of(thread, value))?
}

/// Whether instances of a class, the library's of moments or one below it, are made by the
/// library's constructor alone.
fn is_made_plainly(thread: &Thread, class: ClassNumber) -> bool {
    let Some(kind) = thread.look_up(class, names::CALENDAR_KIND) else {
        return false;
    };
    let new = thread.look_up(class, names::NEW);
    let init = thread.look_up(class, names::INIT);
    Kind::of(kind.value) == Some(Kind::Moment)
        && new.is_some_and(|new| new.class == kind.class)
        && init.is_some_and(|init| init.class == CLASS_OBJECT)
}

/// An instance of a class that [`is_made_plainly`].
fn made_below<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    moment: Moment<'_>,
) -> Outcome<Option<Value<'a>>> {
    if is_library_class(thread, class, Kind::Moment) {
        return Ok(calendar::made(thread, Known::Moment(moment)));
    }
    datetime::made_moment(thread, class, moment)
}

/// Whole seconds since 1970 and the microseconds after them: of a number of seconds, or of now.
fn seconds_of(thread: &Thread, value: Value<'_>) -> Option<(i64, i64)> {
    if value == NONE {
        let since = motet_vm::clock::time_of_day().duration_since(UNIX_EPOCH);
        let since = since.ok()?;
        let whole = i64::try_from(since.as_secs()).ok()?;
        return Some((whole, since.subsec_micros().into()));
    }
    if let Some(whole) = value.as_integer() {
        return (whole.abs() < SECONDS_MAX).then_some((whole, 0));
    }
    let seconds = float::exact_f64(thread, value)?;
    if seconds.is_nan() || seconds.abs() >= SECONDS_MAX as f64 {
        return None;
    }
    let micro = (seconds.fract() * MICROSECONDS_OF_SECOND as f64).round_ties_even() as i64;
    let carried = micro.div_euclid(MICROSECONDS_OF_SECOND);
    let micro = micro.rem_euclid(MICROSECONDS_OF_SECOND);
    Some((seconds.trunc() as i64 + carried, micro))
}

/// The moment of a zone whose offset is known.
fn moment_with_offset(
    (whole, micro): (i64, i64),
    offset: i64,
    zone: Value<'_>,
) -> Option<Moment<'_>> {
    let since = i128::from(whole) * i128::from(MICROSECONDS_OF_SECOND);
    let since = since + i128::from(micro) + i128::from(offset);
    let day_length = i128::from(MICROSECONDS_OF_DAY);
    let days = i64::try_from(since.div_euclid(day_length)).ok()?;
    Some(Moment {
        day: Day::of_ordinal(EPOCH_ORDINAL + days)?,
        time: since.rem_euclid(day_length) as i64,
        zone,
        fold: 0,
    })
}

/// The moment of local time.
fn local_moment((whole, micro): (i64, i64)) -> Option<Moment<'static>> {
    let (day, time, offset) = local_fields(whole)?;
    let offset_at = |seconds: i64| local_fields(seconds).map(|(_, _, offset)| offset);
    // The clock may have been put back within the last day, so that this time came before.
    let back = offset - offset_at(whole - PROBE_SECONDS)?;
    let is_second = back < 0 && offset_at(whole + back)? + back == offset;
    Some(Moment {
        day,
        time: time * MICROSECONDS_OF_SECOND + micro,
        zone: NONE,
        fold: is_second.into(),
    })
}

/// `moment_at(class, seconds, zone)`: that of now if `seconds` is None.
fn moment_at<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [class, seconds, zone] = [0, 1, 2].map(|index| arguments.get(thread, index));
    let class = thread.class_number_of(class);
    let class = class.filter(|class| is_made_plainly(thread, *class));
    let Some((class, seconds)) = class.zip(seconds_of(thread, seconds)) else {
        return Ok(NONE);
    };
    let moment = if zone == NONE {
        local_moment(seconds)
    } else {
        let offset = calendar::zone_offset(thread, zone);
        offset.and_then(|offset| moment_with_offset(seconds, offset, zone))
    };
    let made = moment.map(|moment| made_below(thread, class, moment));
    Ok(made.transpose()?.flatten().unwrap_or(NONE))
}

/// `local_offset(seconds)`: how far local time is ahead at a moment, in seconds; None if its year
/// has not four digits.
fn local_offset<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let seconds = arguments.get(thread, 0).as_integer();
    let fields = seconds.and_then(local_fields);
    Ok(fields.map_or(NONE, |(_, _, offset)| small(offset)))
}

/// `wall_seconds(moment)`: the seconds that its fields tell, since those of the beginning of 1970.
fn wall_seconds<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(moment) = moment_of(thread, arguments.get(thread, 0)) else {
        return Ok(NONE);
    };
    let days = moment.day.ordinal() - EPOCH_ORDINAL;
    let seconds = days * SECONDS_OF_DAY + moment.time / MICROSECONDS_OF_SECOND;
    Ok(Value::from_integer(seconds).unwrap_or(NONE))
}

// ---- times of a day

/// The fields of an instance of `time`, in the order in which they are set.
const TIME_NAMES: [Symbol; 7] = [
    names::HOUR,
    names::MINUTE,
    names::SECOND,
    names::MICROSECOND,
    names::ZONE,
    names::HASH_CODE,
    names::FOLD,
];

/// A time of a day.
#[derive(Clone, Copy)]
struct Time<'a> {
    /// Microseconds since midnight.
    time: i64,
    zone: Value<'a>,
    fold: i64,
}

/// The microseconds of a time of a day, whose fields must be in order.
fn microseconds([hour, minute, second, micro]: [i64; 4]) -> Option<i64> {
    let is_there = (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..60).contains(&second)
        && (0..MICROSECONDS_OF_SECOND).contains(&micro);
    let seconds = (hour * 60 + minute) * 60 + second;
    is_there.then_some(seconds * MICROSECONDS_OF_SECOND + micro)
}

/// The fields of an instance of exactly the library's `time`.
fn known_time<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Time<'a>> {
    let object = value.as_object()?;
    let class = thread.class_of_object(object);
    if class < CLASS_USER_FIRST || !is_library_class(thread, class, Kind::Time) {
        return None;
    }
    let fields = thread.first_attributes(object, &TIME_NAMES)?;
    let field = |index: usize| fields[index].as_integer();
    Some(Time {
        time: microseconds([field(0)?, field(1)?, field(2)?, field(3)?])?,
        zone: fields[4],
        fold: field(6)?,
    })
}

/// The time of an hour, minute, second, microsecond, zone and fold; none if that is not simple.
pub(super) fn new_time<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    [hour, minute, second, micro, zone, fold]: [Value<'_>; 6],
) -> Outcome<Option<Value<'a>>> {
    let fields = || {
        let numbers = [hour, minute, second, micro].map(Value::as_integer);
        let [Some(hour), Some(minute), Some(second), Some(micro)] = numbers else {
            return None;
        };
        microseconds([hour, minute, second, micro])?;
        let fold = fold.as_integer().filter(|fold| (0..2).contains(fold))?;
        let is_plain = zone == NONE || calendar::zone_offset(thread, zone).is_some();
        let [hour, minute, second, micro] = [hour, minute, second, micro].map(small);
        let values = [hour, minute, second, micro, zone, small(-1), small(fold)];
        is_plain.then_some(values)
    };
    let Some(values) = fields() else {
        return Ok(None);
    };
    let mut named = TIME_NAMES.map(|name| (name, NONE));
    for (pair, value) in named.iter_mut().zip(values) {
        pair.1 = value;
    }
    made(thread, class, &named)
}

/// `combined(class, date, time, zone)`: with the zone of the time if `zone` is True.
fn combined<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [class, date, time, zone] = [0, 1, 2, 3].map(|index| arguments.get(thread, index));
    let moment = || {
        let class = thread.class_number_of(class)?;
        let day = match calendar::known(thread, date) {
            Some(Known::Date(day)) => day,
            _ => moment_of(thread, date)?.day,
        };
        let time = known_time(thread, time)?;
        let zone = if zone == TRUE { time.zone } else { zone };
        let is_plain = zone == NONE || calendar::zone_offset(thread, zone).is_some();
        (is_plain && is_made_plainly(thread, class)).then_some((
            class,
            Moment {
                day,
                time: time.time,
                zone,
                fold: time.fold,
            },
        ))
    };
    let made = moment().map(|(class, moment)| made_below(thread, class, moment));
    Ok(made.transpose()?.flatten().unwrap_or(NONE))
}

/// A time of a day with all its fields as values.
pub(super) fn values_of<'a>(time: i64, zone: Value<'a>, fold: i64) -> [Value<'a>; 6] {
    let seconds = time / MICROSECONDS_OF_SECOND;
    [
        small(seconds / 3600),
        small(seconds / 60 % 60),
        small(seconds % 60),
        small(time % MICROSECONDS_OF_SECOND),
        zone,
        small(fold),
    ]
}

/// `datetime.time`
pub(super) fn time_of_moment<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    let own = (call.count == 1).then(|| thread.stack_value(call.first()));
    let moment = own.and_then(|own| moment_of(thread, own));
    match moment.zip(calendar::time_class(thread)) {
        Some((moment, class)) => new_time(thread, class, values_of(moment.time, NONE, moment.fold)),
        None => Ok(None),
    }
}

/// `datetime.timetuple`, where the zone knows no summer.
pub(super) fn fields_of_moment<'a>(
    thread: &'a Thread,
    call: Call<'_>,
) -> Outcome<Option<Value<'a>>> {
    let own = (call.count == 1).then(|| thread.stack_value(call.first()));
    let moment = own.and_then(|own| moment_below(thread, own, "dst"));
    let moment = moment.filter(|moment| {
        moment.zone == NONE || calendar::zone_offset(thread, moment.zone).is_some()
    });
    let Some((moment, class)) = moment.zip(calendar::struct_time_class(thread)) else {
        return Ok(None);
    };
    let (day, seconds) = (moment.day, moment.time / MICROSECONDS_OF_SECOND);
    let fields = [
        day.year,
        day.month,
        day.day,
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        day.weekday(),
        day.of_year(),
        -1,
    ];
    let fields = tuple::from_values(thread, &fields.map(small))?;
    struct_sequence::made(thread, class, fields, &[])
}

/// `time.replace`.
pub(super) fn replaced_time<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    const FIELDS: [&str; 6] = ["hour", "minute", "second", "microsecond", "tzinfo", "fold"];
    let own = thread.stack_value(call.first());
    // The receiver comes first, then those without a name, which `fold` never is.
    let plain = call.count.checked_sub(call.names.len() + 1);
    let Some(plain) = plain.filter(|plain| *plain < FIELDS.len()) else {
        return Ok(None);
    };
    let Some((time, class)) = known_time(thread, own).zip(calendar::time_class(thread)) else {
        return Ok(None);
    };
    let mut values = values_of(time.time, time.zone, time.fold);
    for (place, value) in values.iter_mut().enumerate().take(plain) {
        *value = thread.stack_value(call.first() + 1 + place);
    }
    for (place, name) in call.names.iter().enumerate() {
        let is_it = |field: &&'static str| thread.symbol_of(field) == *name;
        let field = FIELDS.iter().position(is_it);
        let Some(field) = field.filter(|field| *field >= plain) else {
            return Ok(None);
        };
        values[field] = thread.stack_value(call.first() + 1 + plain + place);
    }
    new_time(thread, class, values)
}

// ---- texts

/// Down to which part a text tells a time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    Hours,
    Minutes,
    Seconds,
    Milliseconds,
    Microseconds,
    /// To microseconds, if there are any.
    Auto,
}

impl Precision {
    fn of(name: &[u8]) -> Option<Precision> {
        Some(match name {
            b"hours" => Precision::Hours,
            b"minutes" => Precision::Minutes,
            b"seconds" => Precision::Seconds,
            b"milliseconds" => Precision::Milliseconds,
            b"microseconds" => Precision::Microseconds,
            b"auto" => Precision::Auto,
            _ => return None,
        })
    }
}

/// The arguments of `isoformat`: of `sep` and `timespec`, where both are plain.
fn form_of(
    thread: &Thread,
    call: Call<'_>,
    parameters: &[&'static str],
) -> Option<(char, Precision)> {
    let (mut separator, mut precision) = ('T', Precision::Auto);
    let positional = call.count - call.names.len();
    for index in 1..call.count {
        let name = match index.checked_sub(positional) {
            Some(place) => {
                let given = call.names[place];
                let is_it = |name: &&&'static str| thread.known_symbol(name) == Some(given);
                let found = parameters.iter().position(|name| is_it(&name))?;
                // The library's method complains of what is given twice.
                (found + 1 >= positional).then_some(&parameters[found])?
            }
            None => parameters.get(index - 1)?,
        };
        let value = thread.stack_value(call.first() + index);
        let text = string::utf8(thread, string::exact_string(thread, value)?);
        match *name {
            "sep" => {
                let mut characters = std::str::from_utf8(text).ok()?.chars();
                separator = characters.next()?;
                characters.next().is_none().then_some(())?;
            }
            _ => precision = Precision::of(text)?,
        }
    }
    Some((separator, precision))
}

fn write_time(text: &mut String, time: i64, precision: Precision) {
    let seconds = time / MICROSECONDS_OF_SECOND;
    let micro = time % MICROSECONDS_OF_SECOND;
    let precision = match (precision, micro) {
        (Precision::Auto, 0) => Precision::Seconds,
        (Precision::Auto, _) => Precision::Microseconds,
        _ => precision,
    };
    calendar_texts::write(text, seconds / 3600, 2);
    if precision == Precision::Hours {
        return;
    }
    text.push(':');
    calendar_texts::write(text, seconds / 60 % 60, 2);
    if precision == Precision::Minutes {
        return;
    }
    text.push(':');
    calendar_texts::write(text, seconds % 60, 2);
    match precision {
        Precision::Milliseconds => {
            text.push('.');
            calendar_texts::write(text, micro / 1000, 3);
        }
        Precision::Microseconds => {
            text.push('.');
            calendar_texts::write(text, micro, 6);
        }
        _ => {}
    }
}

/// `offset_text(difference, separator)`: the text of an offset, as it ends that of a moment; None
/// if that is not simple.
fn offset_text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let offset = match calendar::known(thread, arguments.get(thread, 0)) {
        Some(Known::Delta(delta)) => delta.offset(),
        _ => None,
    };
    let separator = string::exact_string(thread, arguments.get(thread, 1));
    let Some((offset, separator)) = offset.zip(separator) else {
        return Ok(NONE);
    };
    let mut text = String::new();
    calendar_texts::write_offset(&mut text, offset, string::text(thread, separator));
    string::new(thread, &text)
}

/// How far the zone of a moment is ahead, where that is plain: what the zone keeps.
pub(super) fn own_offset<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    let own = (call.count == 1).then(|| thread.stack_value(call.first()));
    let Some(moment) = own.and_then(|own| moment_of(thread, own)) else {
        return Ok(None);
    };
    if moment.zone == NONE {
        return Ok(Some(NONE));
    }
    let zone = moment.zone.as_object();
    let zone = zone.filter(|_| calendar::zone_offset(thread, moment.zone).is_some());
    Ok(zone.and_then(|zone| thread.own_attribute(zone, names::ZONE_OFFSET)))
}

/// Writes the offset of a zone that is a plain one.
fn write_zone(thread: &Thread, text: &mut String, zone: Value<'_>) -> Option<()> {
    if zone != NONE {
        calendar_texts::write_offset(text, calendar::zone_offset(thread, zone)?, ":");
    }
    Some(())
}

/// A moment as ISO 8601 has it.
pub(super) fn text_of_moment<'a>(
    thread: &'a Thread,
    call: Call<'_>,
    separator: Option<char>,
) -> Outcome<Option<Value<'a>>> {
    let text = || {
        let parameters: &[&str] = match separator {
            Some(_) => &[],
            None => &["sep", "timespec"],
        };
        let (chosen, precision) = form_of(thread, call, parameters)?;
        let own = thread.stack_value(call.first());
        let moment = match separator {
            // A class below may have an `isoformat` of its own.
            Some(_) => moment_below(thread, own, "isoformat")?,
            None => moment_below(thread, own, "utcoffset")?,
        };
        let mut text = moment.day.text();
        text.push(separator.unwrap_or(chosen));
        write_time(&mut text, moment.time, precision);
        write_zone(thread, &mut text, moment.zone)?;
        Some(text)
    };
    text().map(|text| string::new(thread, &text)).transpose()
}

/// A time of a day as ISO 8601 has it.
pub(super) fn text_of_time<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    let text = || {
        let (_, precision) = form_of(thread, call, &["timespec"])?;
        let time = known_time(thread, thread.stack_value(call.first()))?;
        let mut text = String::with_capacity(16);
        write_time(&mut text, time.time, precision);
        write_zone(thread, &mut text, time.zone)?;
        Some(text)
    };
    text().map(|text| string::new(thread, &text)).transpose()
}
