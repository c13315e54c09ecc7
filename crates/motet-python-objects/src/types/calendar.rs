//! Days, moments and differences of the library's classes `date`, `datetime` and `timedelta`: the
//! calendar, and what operators, comparisons and hashes do with instances of exactly these classes.
//!
//! The classes are Python. As soon as they are there, the library gives an instance of each to
//! [`announce`]; from then on an object with the shape and the layout of such an *example* is known
//! at a glance, its fields lie in known slots, and new ones are made alike.
//!
//! ```text
//!   timedelta   days  seconds  microseconds  hash
//!   date        year  month  day  hash
//!   datetime    year  month  day  hour  minute  second  microsecond  zone  fold  hash
//! ```
//!
//! All else (classes below, other operands, zones that differ, results beyond the last year) is
//! left to the methods in Python, so nothing is raised here.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicUsize};

use crate::model::instance_layout::{self, INSTANCE_FIRST};
use crate::model::names;
use crate::types::prelude::*;
use crate::types::protocol::operator::{Comparison, Operator};
use crate::types::{float, int};
use motet_tm::LayoutId;

/// Microseconds of a second.
pub const MICROSECONDS_OF_SECOND: i64 = 1_000_000;
/// Seconds of a day.
pub const SECONDS_OF_DAY: i64 = 86_400;
/// Microseconds of a day.
pub const MICROSECONDS_OF_DAY: i64 = SECONDS_OF_DAY * MICROSECONDS_OF_SECOND;
/// The most days that a difference has.
pub const DAYS_MAX: i64 = 999_999_999;
/// The last day of the year 9999, where the first of the year 1 is 1.
const LAST_ORDINAL: i64 = 3_652_059;
/// Days of 400 years, and of the 100, the 4 and the 1 that are the shortest of their kind.
const DAYS_OF_400_YEARS: i64 = 146_097;
const DAYS_OF_100_YEARS: i64 = 36_524;
const DAYS_OF_4_YEARS: i64 = 1_461;
const DAYS_OF_YEAR: i64 = 365;
/// Days before each month of a year that is no leap year.
const DAYS_BEFORE_MONTH: [i64; 13] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/// The slots of a difference, and of a day, with the one of the hash.
const SLOTS_OF_THREE: u64 = 4;
/// The slots of a moment.
const SLOTS_OF_MOMENT: u64 = 10;
/// A hash that has not been computed yet.
const NO_HASH: i64 = -1;

// ---- the calendar

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_before_month(year: i64, month: i64) -> i64 {
    DAYS_BEFORE_MONTH[month as usize - 1] + i64::from(month > 2 && is_leap(year))
}

fn days_in_month(year: i64, month: i64) -> i64 {
    let next = DAYS_BEFORE_MONTH[month as usize] - DAYS_BEFORE_MONTH[month as usize - 1];
    next + i64::from(month == 2 && is_leap(year))
}

/// Day, month and year that exist.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// From 1 to 9999.
    pub year: i64,
    /// From 1 to 12.
    pub month: i64,
    /// Of the month, from 1 on.
    pub day: i64,
}

impl Day {
    /// The day, if there is such a one.
    #[inline]
    pub fn checked(year: i64, month: i64, day: i64) -> Option<Day> {
        let is_there = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in_month(year, month)).contains(&day);
        is_there.then_some(Day { year, month, day })
    }

    /// Its number, where that of the first day of the year 1 is 1.
    pub fn ordinal(self) -> i64 {
        let years = self.year - 1;
        let before = years * DAYS_OF_YEAR + years / 4 - years / 100 + years / 400;
        before + days_before_month(self.year, self.month) + self.day
    }

    /// The day of a number.
    pub fn of_ordinal(ordinal: i64) -> Option<Day> {
        if !(1..=LAST_ORDINAL).contains(&ordinal) {
            return None;
        }
        let mut left = ordinal - 1;
        let mut year = 1;
        // The last of four periods is longer by a day, which belongs to no fifth period.
        for (days, years, most) in [
            (DAYS_OF_400_YEARS, 400, i64::MAX),
            (DAYS_OF_100_YEARS, 100, 3),
            (DAYS_OF_4_YEARS, 4, i64::MAX),
            (DAYS_OF_YEAR, 1, 3),
        ] {
            let count = (left / days).min(most);
            left -= count * days;
            year += count * years;
        }
        let month = (2..=12).find(|month| days_before_month(year, *month) > left);
        let month = month.map_or(12, |next| next - 1);
        let day = left - days_before_month(year, month) + 1;
        Some(Day { year, month, day })
    }

    /// The day that is so much later.
    #[inline]
    fn moved(self, days: i64) -> Option<Day> {
        // Most moves stay within a month.
        let day = self.day + days;
        match (1..=28).contains(&day) {
            true => Some(Day { day, ..self }),
            false => Day::of_ordinal(self.ordinal() + days),
        }
    }

    /// The day of the week: Monday is 0.
    pub fn weekday(self) -> i64 {
        (self.ordinal() + 6) % 7
    }

    /// Its number within its year, where the first of January is 1.
    pub fn of_year(self) -> i64 {
        days_before_month(self.year, self.month) + self.day
    }

    /// As ISO 8601 has it.
    pub fn text(self) -> String {
        let bytes = self.digits();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// As ISO 8601 has it, in ASCII.
    pub fn digits(self) -> [u8; 10] {
        let digit = |number: i64, unit: i64| b'0' + (number / unit % 10) as u8;
        let (year, month, day) = (self.year, self.month, self.day);
        [
            digit(year, 1000),
            digit(year, 100),
            digit(year, 10),
            digit(year, 1),
            b'-',
            digit(month, 10),
            digit(month, 1),
            b'-',
            digit(day, 10),
            digit(day, 1),
        ]
    }
}

/// A day and a time of it.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The day.
    pub day: Day,
    /// Microseconds since midnight.
    pub time: i64,
    /// The zone, or `None`.
    pub zone: Value<'a>,
    /// Which of two moments with the same fields it is.
    pub fold: i64,
}

/// A difference: days, and microseconds of one day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Delta {
    days: i64,
    rest: i64,
}

impl Delta {
    /// Days and any number of microseconds.
    #[inline]
    pub fn of(days: i64, microseconds: i64) -> Option<Delta> {
        let days = days.checked_add(microseconds.div_euclid(MICROSECONDS_OF_DAY))?;
        let rest = microseconds.rem_euclid(MICROSECONDS_OF_DAY);
        (days.abs() <= DAYS_MAX).then_some(Delta { days, rest })
    }

    /// Its days, seconds and microseconds.
    pub fn parts(self) -> (i64, i64, i64) {
        let (seconds, rest) = (
            self.rest / MICROSECONDS_OF_SECOND,
            self.rest % MICROSECONDS_OF_SECOND,
        );
        (self.days, seconds, rest)
    }

    #[inline]
    fn negated(self) -> Option<Delta> {
        Delta::of(-self.days, -self.rest)
    }

    #[inline]
    fn plus(self, other: Delta) -> Option<Delta> {
        Delta::of(self.days + other.days, self.rest + other.rest)
    }

    fn times(self, factor: i64) -> Option<Delta> {
        let days = self.days.checked_mul(factor)?;
        Delta::of(days, self.rest.checked_mul(factor)?)
    }
}

impl<'a> Moment<'a> {
    /// The moment that is so much later, in the same zone.
    #[inline]
    pub fn moved(&self, delta: Delta) -> Option<Moment<'a>> {
        let time = self.time + delta.rest;
        let carry = i64::from(time >= MICROSECONDS_OF_DAY);
        Some(Moment {
            day: self.day.moved(delta.days + carry)?,
            time: time - carry * MICROSECONDS_OF_DAY,
            zone: self.zone,
            fold: 0,
        })
    }
}

// ---- the objects

/// How instances of a class lie in the heap.
#[derive(Clone, Copy)]
struct Example {
    shape: u32,
    layout: LayoutId,
    words: u64,
}

impl Example {
    fn of(thread: &Thread, object: Object<'_>, slots: u64) -> Option<Example> {
        let layout = thread.layout_id(object);
        let storage = instance_layout::storage(layout)?;
        let fits = storage.first == INSTANCE_FIRST && storage.inline >= slots;
        fits.then_some(Example {
            shape: thread.host_of(object),
            layout,
            words: INSTANCE_FIRST + storage.inline,
        })
    }

    #[inline]
    fn has_made(&self, thread: &Thread, object: Object<'_>) -> bool {
        thread.host_of(object) == self.shape && thread.layout_id(object) == self.layout
    }

    #[inline]
    fn made<'a, const COUNT: usize>(
        &self,
        thread: &'a Thread,
        fields: [Value<'_>; COUNT],
    ) -> Value<'a> {
        let made = thread.allocate_filled(self.layout, self.shape, self.words, NONE);
        for (place, value) in (INSTANCE_FIRST..).zip(fields) {
            made.set(place, value);
        }
        made.object().value()
    }
}

/// Examples of the library's three classes.
#[derive(Clone, Copy)]
pub struct Classes {
    delta: Example,
    date: Example,
    moment: Example,
    zone: ClassNumber,
    time: ClassNumber,
    struct_time: ClassNumber,
}

/// The classes that were announced. The last ones count: an import that is undone and made again
/// makes classes again. Relaxed: a thread that sees an instance of the classes sees this.
#[derive(Default)]
pub struct Announced {
    all: boxcar::Vec<Classes>,
    count: AtomicUsize,
}

impl Announced {
    #[inline]
    fn last(&self) -> Option<&Classes> {
        match self.count.load(atomic::Ordering::Relaxed) {
            0 => None,
            count => self.all.get(count - 1),
        }
    }
}

/// Notes the library's classes: an instance of `timedelta`, `date`, `datetime`, `timezone`, `time`
/// and of the `struct_time` of another module.
pub fn announce(thread: &Thread, [delta, date, moment, zone, time, struct_time]: [Value<'_>; 6]) {
    let example = |value: Value<'_>, slots| {
        let object = value.as_object()?;
        let is_plain = thread.host_of(object) >= CLASS_USER_FIRST;
        is_plain.then(|| Example::of(thread, object, slots))?
    };
    let found = (
        example(delta, SLOTS_OF_THREE),
        example(date, SLOTS_OF_THREE),
        example(moment, SLOTS_OF_MOMENT),
    );
    if let (Some(delta), Some(date), Some(moment)) = found {
        let announced = &thread.machine().calendar;
        let place = announced.all.push(Classes {
            delta,
            date,
            moment,
            zone: thread.class_of(zone),
            time: thread.class_of(time),
            struct_time: thread.class_of(struct_time),
        });
        announced.count.store(place + 1, atomic::Ordering::Relaxed);
    }
}

/// An instance of exactly one of the classes.
#[derive(Clone, Copy)]
pub enum Known<'a> {
    /// Of `timedelta`.
    Delta(Delta),
    /// Of `date`.
    Date(Day),
    /// Of `datetime`.
    Moment(Moment<'a>),
}

fn classes(thread: &Thread) -> Option<&Classes> {
    thread.machine().calendar.last()
}

impl Classes {
    /// What an object is.
    #[inline]
    fn known<'a>(&self, thread: &'a Thread, value: Value<'a>) -> Option<Known<'a>> {
        let object = value.as_object()?;
        if self.moment.has_made(thread, object) {
            let fields = integers::<7>(thread, object)?;
            let [year, month, day, hour, minute, second, microsecond] = fields;
            let seconds = (hour * 60 + minute) * 60 + second;
            let view = thread.read(object);
            return Some(Known::Moment(Moment {
                day: Day::checked(year, month, day)?,
                time: seconds * MICROSECONDS_OF_SECOND + microsecond,
                zone: view.get(INSTANCE_FIRST + 7),
                fold: view.get(INSTANCE_FIRST + 8).as_integer()?,
            }));
        }
        if self.delta.has_made(thread, object) {
            let [days, seconds, microseconds] = integers::<3>(thread, object)?;
            let rest = seconds * MICROSECONDS_OF_SECOND + microseconds;
            let is_there = days.abs() <= DAYS_MAX && (0..MICROSECONDS_OF_DAY).contains(&rest);
            return is_there.then_some(Known::Delta(Delta { days, rest }));
        }
        if self.date.has_made(thread, object) {
            let [year, month, day] = integers::<3>(thread, object)?;
            return Day::checked(year, month, day).map(Known::Date);
        }
        None
    }

    fn made<'a>(&self, thread: &'a Thread, known: Known<'_>) -> Value<'a> {
        let hash = Value::from_small(NO_HASH as i32);
        match known {
            Known::Delta(delta) => {
                let [seconds, rest] = parts(delta.rest);
                self.delta
                    .made(thread, [small(delta.days), seconds, rest, hash])
            }
            Known::Date(Day { year, month, day }) => {
                let date = [small(year), small(month), small(day), hash];
                self.date.made(thread, date)
            }
            Known::Moment(moment) => {
                let Day { year, month, day } = moment.day;
                let seconds = moment.time / MICROSECONDS_OF_SECOND;
                let fields = [
                    small(year),
                    small(month),
                    small(day),
                    small(seconds / 3600),
                    small(seconds / 60 % 60),
                    small(seconds % 60),
                    small(moment.time % MICROSECONDS_OF_SECOND),
                    moment.zone,
                    small(moment.fold),
                    hash,
                ];
                self.moment.made(thread, fields)
            }
        }
    }
}

#[inline]
fn integers<const COUNT: usize>(thread: &Thread, object: Object<'_>) -> Option<[i64; COUNT]> {
    let view = thread.read(object);
    let mut numbers = [0; COUNT];
    for (place, number) in (INSTANCE_FIRST..).zip(&mut numbers) {
        *number = view.get(place).as_integer()?;
    }
    Some(numbers)
}

/// The library's class of times of a day.
pub fn time_class(thread: &Thread) -> Option<ClassNumber> {
    classes(thread).map(|classes| classes.time)
}

/// The library's class of zones with a constant offset.
pub fn zone_class(thread: &Thread) -> Option<ClassNumber> {
    classes(thread).map(|classes| classes.zone)
}

/// The library's class of the fields of a moment.
pub fn struct_time_class(thread: &Thread) -> Option<ClassNumber> {
    classes(thread).map(|classes| classes.struct_time)
}

/// How far an instance of exactly `timezone` is ahead, in microseconds.
pub fn zone_offset(thread: &Thread, zone: Value<'_>) -> Option<i64> {
    let classes = classes(thread)?;
    let object = zone.as_object()?;
    if thread.class_of_object(object) != classes.zone {
        return None;
    }
    let offset = thread.own_attribute(object, names::ZONE_OFFSET)?;
    match classes.known(thread, offset)? {
        Known::Delta(delta) => delta.offset(),
        _ => None,
    }
}

impl Delta {
    /// As an offset of a zone, which is less than a day either way, in microseconds.
    pub fn offset(self) -> Option<i64> {
        let offset = || self.days * MICROSECONDS_OF_DAY + self.rest;
        (self.days.abs() <= 1).then(offset)
    }
}

/// A field as a value.
pub fn small(number: i64) -> Value<'static> {
    Value::from_integer(number).expect("construction keeps dates and times within their limits")
}

// ---- native shortcuts of methods

/// The day of an instance of `date` or `datetime`, the first argument of a call without others.
fn day_alone<'a>(thread: &'a Thread, [own, other, _]: [Value<'a>; 3]) -> Option<Day> {
    match known(thread, own).filter(|_| other == UNBOUND)? {
        Known::Date(day) => Some(day),
        Known::Moment(moment) => Some(moment.day),
        Known::Delta(_) => None,
    }
}

/// `date.weekday`.
pub fn weekday<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    day_alone(thread, arguments).map(|day| small(day.weekday()))
}

/// `date.isoweekday`.
pub fn iso_weekday<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    day_alone(thread, arguments).map(|day| small(day.weekday() + 1))
}

/// `date.toordinal`.
pub fn ordinal<'a>(thread: &'a Thread, arguments: [Value<'a>; 3]) -> Option<Value<'a>> {
    day_alone(thread, arguments).map(|day| small(day.ordinal()))
}

/// `datetime.date`.
pub fn date<'a>(thread: &'a Thread, [own, other, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    match known(thread, own).filter(|_| other == UNBOUND)? {
        Known::Moment(moment) => made(thread, Known::Date(moment.day)),
        _ => None,
    }
}

/// `timedelta.total_seconds`.
pub fn total_seconds<'a>(thread: &'a Thread, [own, other, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let Known::Delta(delta) = known(thread, own).filter(|_| other == UNBOUND)? else {
        return None;
    };
    let microseconds = delta
        .days
        .checked_mul(MICROSECONDS_OF_DAY)?
        .checked_add(delta.rest)?;
    // Beyond this a float does not hold the dividend.
    let is_exact = microseconds.abs() < 1 << 53;
    is_exact.then(|| float::from_f64(thread, microseconds as f64 / 1e6))
}

fn parts(microseconds: i64) -> [Value<'static>; 2] {
    [
        small(microseconds / MICROSECONDS_OF_SECOND),
        small(microseconds % MICROSECONDS_OF_SECOND),
    ]
}

/// An instance of exactly one of the classes, if a value is one.
pub fn known<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Known<'a>> {
    classes(thread)?.known(thread, value)
}

/// Makes an instance of the library's class.
pub fn made<'a>(thread: &'a Thread, known: Known<'_>) -> Option<Value<'a>> {
    Some(classes(thread)?.made(thread, known))
}

// ---- what operators do

/// `a operator b` where one is an instance of the classes; `None` if that is not common.
pub(crate) fn binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Option<Value<'a>> {
    let classes = classes(thread)?;
    let result = match operator {
        Operator::Add => sum(classes.known(thread, a)?, classes.known(thread, b)?),
        Operator::Subtract => difference(classes.known(thread, a)?, classes.known(thread, b)?),
        Operator::Multiply => match (classes.known(thread, a), classes.known(thread, b)) {
            (Some(Known::Delta(delta)), None) => delta.times(b.as_integer()?).map(Known::Delta),
            (None, Some(Known::Delta(delta))) => delta.times(a.as_integer()?).map(Known::Delta),
            _ => None,
        },
        _ => None,
    };
    Some(classes.made(thread, result?))
}

fn sum<'a>(a: Known<'a>, b: Known<'a>) -> Option<Known<'a>> {
    match (a, b) {
        (Known::Delta(delta), Known::Delta(other)) => delta.plus(other).map(Known::Delta),
        (Known::Date(day), Known::Delta(delta)) | (Known::Delta(delta), Known::Date(day)) => {
            day.moved(delta.days).map(Known::Date)
        }
        (Known::Moment(moment), Known::Delta(delta))
        | (Known::Delta(delta), Known::Moment(moment)) => moment.moved(delta).map(Known::Moment),
        _ => None,
    }
}

fn difference<'a>(a: Known<'a>, b: Known<'a>) -> Option<Known<'a>> {
    match (a, b) {
        (Known::Delta(delta), Known::Delta(other)) => {
            delta.plus(other.negated()?).map(Known::Delta)
        }
        // Of a difference only the days count, and those are rounded down.
        (Known::Date(day), Known::Delta(delta)) => day.moved(-delta.days).map(Known::Date),
        (Known::Moment(moment), Known::Delta(delta)) => {
            moment.moved(delta.negated()?).map(Known::Moment)
        }
        (Known::Date(day), Known::Date(other)) => {
            Delta::of(day.ordinal() - other.ordinal(), 0).map(Known::Delta)
        }
        (Known::Moment(moment), Known::Moment(other)) if moment.zone == other.zone => {
            let days = moment.day.ordinal() - other.day.ordinal();
            Delta::of(days, moment.time - other.time).map(Known::Delta)
        }
        _ => None,
    }
}

/// Whether a comparison holds between two instances of one of the classes.
pub(crate) fn compare(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Option<bool> {
    let classes = classes(thread)?;
    let order: Ordering = match (classes.known(thread, a)?, classes.known(thread, b)?) {
        (Known::Delta(a), Known::Delta(b)) => a.cmp(&b),
        (Known::Date(a), Known::Date(b)) => a.cmp(&b),
        // Within one zone, moments compare as they are shown.
        (Known::Moment(a), Known::Moment(b)) if a.zone == b.zone => {
            (a.day, a.time).cmp(&(b.day, b.time))
        }
        _ => return None,
    };
    Some(comparison.holds(Some(order)))
}

/// The hash of an instance of the classes, if it has been computed before.
pub fn hash(thread: &Thread, object: Object<'_>) -> Option<i64> {
    let classes = classes(thread)?;
    let slots = if classes.moment.has_made(thread, object) {
        SLOTS_OF_MOMENT
    } else if classes.date.has_made(thread, object) || classes.delta.has_made(thread, object) {
        SLOTS_OF_THREE
    } else {
        return None;
    };
    let hash = thread.read(object).get(INSTANCE_FIRST + slots - 1);
    int::to_i64(thread, hash).filter(|hash| *hash != NO_HASH)
}
