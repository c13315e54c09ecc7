//! `_datetime_core`, continued: what differences, days and moments are shown as (`repr`), the week
//! of a day, and the moment in seconds.

use motet_python_objects::model::names;
use motet_python_objects::types::calendar::{
    self, Day, Known, MICROSECONDS_OF_SECOND, Moment, SECONDS_OF_DAY, small,
};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{float, string, tuple};

use super::datetime::known_day;
use super::datetime_moments::{EPOCH_ORDINAL, PROBE_SECONDS};
use super::posix::local_fields;

const DAYS_OF_WEEK: i64 = 7;

/// `repr` of an instance of one of the classes themselves; of moments, without a zone.
pub(super) fn shown<'a>(thread: &'a Thread, [own, more, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let text = match calendar::known(thread, own).filter(|_| more == UNBOUND)? {
        Known::Date(Day { year, month, day }) => format!("datetime.date({year}, {month}, {day})"),
        Known::Moment(moment) => shown_moment(moment)?,
        Known::Delta(delta) => {
            let (days, seconds, microseconds) = delta.parts();
            let parts = [
                ("days", days),
                ("seconds", seconds),
                ("microseconds", microseconds),
            ];
            let given = parts.iter().filter(|(_, number)| *number != 0);
            let given: Vec<String> = given
                .map(|(name, number)| format!("{name}={number}"))
                .collect();
            match given.is_empty() {
                true => "datetime.timedelta(0)".to_owned(),
                false => format!("datetime.timedelta({})", given.join(", ")),
            }
        }
    };
    string::new(thread, &text).ok()
}

fn shown_moment(moment: Moment<'_>) -> Option<String> {
    use std::fmt::Write;
    if moment.zone != NONE || moment.fold != 0 {
        return None;
    }
    let Day { year, month, day } = moment.day;
    let (seconds, microsecond) = (
        moment.time / MICROSECONDS_OF_SECOND,
        moment.time % MICROSECONDS_OF_SECOND,
    );
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("datetime.datetime({year}, {month}, {day}, {hour}, {minute}");
    if second != 0 || microsecond != 0 {
        write!(text, ", {second}").ok()?;
    }
    if microsecond != 0 {
        write!(text, ", {microsecond}").ok()?;
    }
    text.push(')');
    Some(text)
}

/// The number of the Monday of the first week of a year: that which has its first Thursday.
fn first_monday(year: i64) -> i64 {
    let first = Day {
        year,
        month: 1,
        day: 1,
    };
    let monday = first.ordinal() - first.weekday();
    match first.weekday() {
        0..=3 => monday,
        _ => monday + DAYS_OF_WEEK,
    }
}

/// `isocalendar` of a day or a moment, or of an instance of a class below: the year of the week,
/// the week, the day of the week.
pub(super) fn iso_calendar<'a>(
    thread: &'a Thread,
    [own, more, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let (base, day) = known_day(thread, own).filter(|_| more == UNBOUND)?;
    let made = thread.look_up(base, names::ISO_CALENDAR)?.value;
    let class = thread.class(thread.class_number_of(made)?);
    let ordinal = day.ordinal();
    let mut year = day.year;
    if ordinal < first_monday(year) {
        year -= 1;
    } else if ordinal >= first_monday(year + 1) {
        year += 1;
    }
    let days = ordinal - first_monday(year);
    let parts = [year, days / DAYS_OF_WEEK + 1, days % DAYS_OF_WEEK + 1].map(small);
    Some(thread.new_boxed(class, tuple::from_values(thread, &parts).ok()?))
}

/// `timestamp` of a moment of local time, or of a plain zone.
pub(super) fn timestamp<'a>(
    thread: &'a Thread,
    [own, more, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let Known::Moment(moment) = calendar::known(thread, own).filter(|_| more == UNBOUND)? else {
        return None;
    };
    let days = moment.day.ordinal() - EPOCH_ORDINAL;
    if moment.zone != NONE {
        let offset = calendar::zone_offset(thread, moment.zone)?;
        let since = days * SECONDS_OF_DAY * MICROSECONDS_OF_SECOND + moment.time - offset;
        // Beyond this a float does not hold the dividend.
        let is_exact = since.abs() < 1 << 53;
        return is_exact.then(|| float::from_f64(thread, since as f64 / 1e6));
    }
    let wall = days * SECONDS_OF_DAY + moment.time / MICROSECONDS_OF_SECOND;
    let seconds = local_seconds(wall, moment.fold != 0)?;
    let part = (moment.time % MICROSECONDS_OF_SECOND) as f64 / 1e6;
    Some(float::from_f64(thread, seconds as f64 + part))
}

/// The moment in seconds at which local time is this one. Where two are, or none, the offsets on
/// both sides of the change are looked for, and `is_second` says which counts.
fn local_seconds(wall: i64, is_second: bool) -> Option<i64> {
    let offset_at = |seconds: i64| local_fields(seconds).map(|(_, _, offset)| offset);
    let first = offset_at(wall)?;
    let moment = wall - first;
    let found = offset_at(moment)?;
    let other = match found == first {
        true => {
            let far = if is_second {
                PROBE_SECONDS
            } else {
                -PROBE_SECONDS
            };
            offset_at(moment + far)?
        }
        false => found,
    };
    if found == first && other == first {
        return Some(moment);
    }
    let second = wall - other;
    if offset_at(second)? == other {
        return Some(second);
    }
    if found == first {
        return Some(moment);
    }
    // This time does not exist: the clock jumps over it.
    Some(match is_second {
        true => moment.min(second),
        false => moment.max(second),
    })
}
