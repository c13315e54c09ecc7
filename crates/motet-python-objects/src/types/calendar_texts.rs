//! Texts of times by directives, as the C library makes them in the locale C.

use crate::types::calendar::MICROSECONDS_OF_SECOND;
use crate::types::string;

const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// The letters of the short name of a day or a month.
const SHORT_NAME: usize = 3;

/// A time in its fields.
#[derive(Clone, Copy)]
pub struct Broken {
    /// Of four digits, or there is no text.
    pub year: i64,
    /// From 1 to 12, or there is no text.
    pub month: i64,
    /// Of the month, from 1 on.
    pub day: i64,
    /// From 0 to 23.
    pub hour: i64,
    /// From 0 to 59.
    pub minute: i64,
    /// From 0 on.
    pub second: i64,
    /// Monday is 0, Sunday 6, or there is no text.
    pub weekday: i64,
    /// The first of January is 1.
    pub day_of_year: i64,
    /// Where the directive `%f` is known.
    pub microsecond: Option<i64>,
    /// Where the directive `%z` is known: how far the zone is ahead, in microseconds, if there is
    /// one.
    pub offset: Option<Option<i64>>,
}

/// Writes how far a zone is ahead, given in microseconds: hours and minutes, and what is left.
pub fn write_offset(out: &mut String, offset: i64, separator: &str) {
    out.push(if offset < 0 { '-' } else { '+' });
    let offset = offset.abs();
    let (seconds, micro) = (
        offset / MICROSECONDS_OF_SECOND,
        offset % MICROSECONDS_OF_SECOND,
    );
    write(out, seconds / 3600, 2);
    out.push_str(separator);
    write(out, seconds / 60 % 60, 2);
    if (seconds % 60, micro) == (0, 0) {
        return;
    }
    out.push_str(separator);
    write(out, seconds % 60, 2);
    if micro != 0 {
        out.push('.');
        write(out, micro, 6);
    }
}

/// Writes a number with leading zeroes.
pub fn write(out: &mut String, number: i64, width: usize) {
    let mut digits = [b'0'; string::DIGITS_MAX];
    let first = string::write_digits(number.unsigned_abs(), &mut digits);
    let first = first.min(digits.len() - width);
    out.extend(digits[first..].iter().map(|digit| char::from(*digit)));
}

/// The text of a time by a format; none for years that have not four digits, for zero characters
/// (at which the C library ends) and for directives that are not known here: of the zone, of weeks
/// and of other locales' forms.
pub fn formatted(format: impl Iterator<Item = char>, time: &Broken) -> Option<String> {
    if !(1000..=9999).contains(&time.year) {
        return None;
    }
    let mut out = String::with_capacity(32);
    write_all(&mut out, format, time)?;
    Some(out)
}

fn write_all(
    out: &mut String,
    mut format: impl Iterator<Item = char>,
    time: &Broken,
) -> Option<()> {
    let weekday = WEEKDAYS.get(usize::try_from(time.weekday).ok()?)?;
    let month = MONTHS.get(usize::try_from(time.month - 1).ok()?)?;
    while let Some(character) = format.next() {
        if character != '%' {
            (character != '\0').then(|| out.push(character))?;
            continue;
        }
        match format.next()? {
            'Y' => write(out, time.year, 4),
            'm' => write(out, time.month, 2),
            'd' => write(out, time.day, 2),
            'H' => write(out, time.hour, 2),
            'M' => write(out, time.minute, 2),
            'S' => write(out, time.second, 2),
            'f' => write(out, time.microsecond?, 6),
            'y' => write(out, time.year % 100, 2),
            'j' => write(out, time.day_of_year, 3),
            'I' => write(out, (time.hour + 11) % 12 + 1, 2),
            'p' => out.push_str(if time.hour < 12 { "AM" } else { "PM" }),
            'a' => out.push_str(&weekday[..SHORT_NAME]),
            'A' => out.push_str(weekday),
            'b' | 'h' => out.push_str(&month[..SHORT_NAME]),
            'B' => out.push_str(month),
            'e' => {
                if time.day < 10 {
                    out.push(' ');
                }
                write(out, time.day, 1);
            }
            'c' => write_known(out, "%a %b %e %H:%M:%S %Y", time)?,
            'x' | 'D' => write_known(out, "%m/%d/%y", time)?,
            'X' | 'T' => write_known(out, "%H:%M:%S", time)?,
            'F' => write_known(out, "%Y-%m-%d", time)?,
            'R' => write_known(out, "%H:%M", time)?,
            'z' => {
                if let Some(offset) = time.offset? {
                    write_offset(out, offset, "");
                }
            }
            'n' => out.push('\n'),
            't' => out.push('\t'),
            '%' => out.push('%'),
            _ => return None,
        }
    }
    Some(())
}

/// Writes a format of this module's, which has no directive that stands for others.
fn write_known(out: &mut String, format: &'static str, time: &Broken) -> Option<()> {
    write_all(
        out,
        &mut format.chars() as &mut dyn Iterator<Item = char>,
        time,
    )
}
