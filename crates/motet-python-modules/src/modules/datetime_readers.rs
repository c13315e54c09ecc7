//! Dates and times of texts (`fromisoformat`) and of numbers of days (`fromordinal`): the common
//! forms, as `isoformat` writes them. For all others the functions answer None, and the library
//! reads them.

use motet_python_objects::model::names;
use motet_python_objects::types::calendar::{
    self, Day, Delta, Known, MICROSECONDS_OF_SECOND, Moment,
};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::string;

use super::datetime::{Kind, made, made_date, made_moment};
use super::datetime_moments::{new_time, values_of};

/// The functions of the module.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("parse_date", 2, 2, parse_date),
    NativeFunction::leaf("parse_moment", 2, 2, parse_moment),
    NativeFunction::leaf("parse_time", 2, 2, parse_time),
    NativeFunction::leaf("day_of_ordinal", 2, 2, day_of_ordinal),
];

/// The library's class of a kind that an argument is.
fn class_of_kind(thread: &Thread, value: Value<'_>, kind: Kind) -> Option<ClassNumber> {
    let class = thread.class_number_of(value)?;
    let found = thread.look_up(class, names::CALENDAR_KIND)?;
    let is_it = found.class == class && found.value.as_integer() == Some(kind as i64 + 1);
    is_it.then_some(class)
}

/// The library's class in one argument, and the text in another.
fn class_and_text(
    thread: &Thread,
    arguments: Arguments,
    kind: Kind,
) -> Option<(ClassNumber, &[u8])> {
    let class = class_of_kind(thread, arguments.get(thread, 0), kind)?;
    let text = string::exact_string(thread, arguments.get(thread, 1))?;
    Some((class, string::utf8(thread, text)))
}

/// The number of some digits.
fn digits(text: &[u8]) -> Option<i64> {
    let is_number = text.iter().all(u8::is_ascii_digit);
    let number = text.iter().fold(0, |sum, digit| {
        sum * 10 + i64::from(digit.wrapping_sub(b'0'))
    });
    is_number.then_some(number)
}

/// `YYYY-MM-DD`, a day that exists.
fn day_of_text(text: &[u8]) -> Option<Day> {
    match text {
        [year @ .., b'-', m1, m2, b'-', d1, d2] if year.len() == 4 => {
            Day::checked(digits(year)?, digits(&[*m1, *m2])?, digits(&[*d1, *d2])?)
        }
        _ => None,
    }
}

/// The microseconds of `HH:MM`, `HH:MM:SS` or one of those with three or six more digits.
fn time_of_text(text: &[u8]) -> Option<i64> {
    let (whole, fraction) = match text.get(8) {
        Some(b'.') => (&text[..8], &text[9..]),
        Some(_) => return None,
        None => (text, &text[..0]),
    };
    let (hour, minute, second) = match whole {
        [h1, h2, b':', m1, m2] => ([*h1, *h2], [*m1, *m2], *b"00"),
        [h1, h2, b':', m1, m2, b':', s1, s2] => ([*h1, *h2], [*m1, *m2], [*s1, *s2]),
        _ => return None,
    };
    let (hour, minute, second) = (digits(&hour)?, digits(&minute)?, digits(&second)?);
    let microseconds = match fraction.len() {
        0 if text.len() <= 8 => 0,
        3 => digits(fraction)? * 1000,
        6 => digits(fraction)?,
        _ => return None,
    };
    let is_there = hour < 24 && minute < 60 && second < 60;
    let seconds = (hour * 60 + minute) * 60 + second;
    is_there.then_some(seconds * MICROSECONDS_OF_SECOND + microseconds)
}

/// The time of a day, and how far its zone is ahead, both in microseconds: a time with `Z`, or
/// with a sign and a time behind it.
fn time_and_offset(text: &[u8]) -> Option<(i64, Option<i64>)> {
    let is_sign = |byte: &u8| matches!(byte, b'Z' | b'+' | b'-');
    let Some(sign) = text.iter().position(is_sign) else {
        return Some((time_of_text(text)?, None));
    };
    let (time, offset) = (time_of_text(&text[..sign])?, &text[sign + 1..]);
    let offset = match text[sign] {
        b'Z' => offset.is_empty().then_some(0),
        b'-' => time_of_text(offset).map(|offset| -offset),
        _ => time_of_text(offset),
    };
    Some((time, Some(offset?)))
}

/// The zone that is so many microseconds ahead; none if the library has to make it.
fn zone_of_offset(thread: &Thread, offset: Option<i64>) -> Outcome<Option<Value<'_>>> {
    let Some(offset) = offset else {
        return Ok(Some(NONE));
    };
    let Some(class) = calendar::zone_class(thread) else {
        return Ok(None);
    };
    if offset == 0 {
        let utc = thread.look_up(class, thread.symbol_of("utc"));
        return Ok(utc.map(|found| found.value));
    }
    let delta = Delta::of(0, offset).and_then(|it| calendar::made(thread, Known::Delta(it)));
    let Some(delta) = delta else {
        return Ok(None);
    };
    let fields = [
        (thread.symbol_of("_offset"), delta),
        (thread.symbol_of("_name"), NONE),
    ];
    made(thread, class, &fields)
}

/// `parse_date(class, text)`: None if that is not simple.
fn parse_date<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = class_and_text(thread, arguments, Kind::Date);
    match given.and_then(|(class, text)| Some((class, day_of_text(text)?))) {
        Some((class, day)) => Ok(made_date(thread, class, day)?.unwrap_or(NONE)),
        None => Ok(NONE),
    }
}

/// `parse_moment(class, text)`: None if that is not simple.
fn parse_moment<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let parsed = class_and_text(thread, arguments, Kind::Moment).and_then(|(class, text)| {
        let (day, (time, offset)) = match text.split_at_checked(10)? {
            (day, []) => (day, (0, None)),
            (day, [b'T' | b' ', time @ ..]) => (day, time_and_offset(time)?),
            _ => return None,
        };
        Some((class, day_of_text(day)?, time, offset))
    });
    let Some((class, day, time, offset)) = parsed else {
        return Ok(NONE);
    };
    let Some(zone) = zone_of_offset(thread, offset)? else {
        return Ok(NONE);
    };
    let fold = 0;
    let moment = Moment {
        day,
        time,
        zone,
        fold,
    };
    Ok(made_moment(thread, class, moment)?.unwrap_or(NONE))
}

/// `parse_time(class, text)`: None if that is not simple.
fn parse_time<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = arguments.get(thread, 0);
    let class = calendar::time_class(thread).filter(|number| class == thread.class_object(*number));
    let text = string::exact_string(thread, arguments.get(thread, 1));
    let parsed = class.zip(text).and_then(|(class, text)| {
        let text = string::utf8(thread, text);
        let text = text.strip_prefix(b"T").unwrap_or(text);
        Some((class, time_and_offset(text)?))
    });
    let Some((class, (time, offset))) = parsed else {
        return Ok(NONE);
    };
    let Some(zone) = zone_of_offset(thread, offset)? else {
        return Ok(NONE);
    };
    Ok(new_time(thread, class, values_of(time, zone, 0))?.unwrap_or(NONE))
}

/// `day_of_ordinal(class, ordinal)`: a date, or a moment at midnight; None if that is not simple.
fn day_of_ordinal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [class, ordinal] = [0, 1].map(|place| arguments.get(thread, place));
    let Some(day) = ordinal.as_integer().and_then(Day::of_ordinal) else {
        return Ok(NONE);
    };
    let made = if let Some(class) = class_of_kind(thread, class, Kind::Date) {
        made_date(thread, class, day)?
    } else if let Some(class) = class_of_kind(thread, class, Kind::Moment) {
        let (time, zone, fold) = (0, NONE, 0);
        let moment = Moment {
            day,
            time,
            zone,
            fold,
        };
        made_moment(thread, class, moment)?
    } else {
        None
    };
    Ok(made.unwrap_or(NONE))
}
