//! `_datetime_core`: making dates, times and differences, adding and subtracting them, their texts.
//! The classes are the library's, in Python; each method here is the common case of one of theirs,
//! and goes on with that where a case is not common (`.slow_date__add__` for `date.__add__`).
//!
//! The kind of an object is an attribute of its class, `.calendar_kind`; the class that defines it
//! is the library's own, so that an instance of a class below is told from one of that.

use motet_python_interp::calling::call;
use motet_python_objects::model::class::InstanceKind;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Call, Entered, QuickFunction};
use motet_python_objects::model::native_owners::refusal;
use motet_python_objects::types::calendar::{
    self, DAYS_MAX, Day, Delta, MICROSECONDS_OF_DAY, MICROSECONDS_OF_SECOND, Moment,
    SECONDS_OF_DAY, small,
};
use motet_python_objects::types::calendar_texts::{self, Broken};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{float, string};
use motet_vm::symbol::Symbol;

use super::datetime_constructors as constructors;
use super::datetime_moments::{
    self, fields_of_moment, own_offset, replaced_time, text_of_moment, text_of_time, time_of_moment,
};
use super::datetime_readers;
use super::datetime_views as views;

/// The names of the attributes of each kind, in the order in which they are set.
const DAY_NAMES: [Symbol; 3] = [names::YEAR, names::MONTH, names::DAY];
const DELTA_NAMES: [Symbol; 3] = [names::DAYS, names::SECONDS, names::MICROSECONDS];
const MOMENT_NAMES: [Symbol; 9] = [
    names::YEAR,
    names::MONTH,
    names::DAY,
    names::HOUR,
    names::MINUTE,
    names::SECOND,
    names::MICROSECOND,
    names::ZONE,
    names::FOLD,
];

/// The kind of an object of the library.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Delta,
    Date,
    Moment,
    Zone,
    Time,
}

impl Kind {
    /// That of a value of `.calendar_kind`.
    pub(super) fn of(value: Value<'_>) -> Option<Kind> {
        Some(match value.as_integer()? {
            1 => Kind::Delta,
            2 => Kind::Date,
            3 => Kind::Moment,
            4 => Kind::Zone,
            5 => Kind::Time,
            _ => return None,
        })
    }

    /// The name of its class.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Delta => "timedelta",
            Kind::Date => "date",
            Kind::Moment => "datetime",
            Kind::Zone => "tzinfo",
            Kind::Time => "time",
        }
    }
}

/// An object of one of the library's classes.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) kind: Kind,
    pub(super) object: Object<'a>,
    /// The library's class.
    pub(super) base: ClassNumber,
    /// It is of that class itself.
    is_exact: bool,
}

pub(super) fn known<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Known<'a>> {
    let object = value.as_object()?;
    let class = thread.class_of_object(object);
    if class < CLASS_USER_FIRST {
        return None;
    }
    let found = thread.look_up(class, names::CALENDAR_KIND)?;
    let kind = Kind::of(found.value)?;
    Some(Known {
        kind,
        object,
        base: found.class,
        is_exact: class == found.class,
    })
}

fn number(thread: &Thread, object: Object<'_>, name: Symbol) -> Option<i64> {
    thread.own_attribute(object, name)?.as_integer()
}

/// Argument `index` of a call.
fn argument<'a>(thread: &'a Thread, call: Call<'_>, index: usize) -> Option<Known<'a>> {
    let is_there = call.names.is_empty() && index < call.count;
    is_there.then(|| known(thread, thread.stack_value(call.first() + index)))?
}

// ---- the fields

/// The attributes of an object for a day.
fn fields(day: Day) -> [(Symbol, Value<'static>); 3] {
    [
        (names::YEAR, small(day.year)),
        (names::MONTH, small(day.month)),
        (names::DAY, small(day.day)),
    ]
}

/// The day of an object.
fn day_of(thread: &Thread, object: Object<'_>) -> Option<Day> {
    let [year, month, day] = thread.first_attributes(object, &DAY_NAMES)?;
    Day::checked(year.as_integer()?, month.as_integer()?, day.as_integer()?)
}

/// The class of the library that an object's is or lies below, and the day of a day or moment.
pub(super) fn known_day(thread: &Thread, value: Value<'_>) -> Option<(ClassNumber, Day)> {
    let known = known(thread, value)?;
    let has_day = matches!(known.kind, Kind::Date | Kind::Moment);
    has_day.then_some((known.base, day_of(thread, known.object)?))
}

/// The fields of a moment of the library's class, or of one below it.
pub(super) fn moment_fields<'a>(thread: &'a Thread, object: Object<'a>) -> Option<Moment<'a>> {
    let fields = thread.first_attributes(object, &MOMENT_NAMES)?;
    let field = |index: usize| fields[index].as_integer();
    let minutes = field(3)? * 60 + field(4)?;
    let seconds = minutes * 60 + field(5)?;
    Some(Moment {
        day: Day::checked(field(0)?, field(1)?, field(2)?)?,
        time: seconds * MICROSECONDS_OF_SECOND + field(6)?,
        zone: fields[7],
        fold: field(8)?,
    })
}

/// Microseconds since the day before the first, without regard to the zone.
fn since_first(moment: &Moment<'_>) -> i128 {
    i128::from(moment.day.ordinal()) * i128::from(MICROSECONDS_OF_DAY) + i128::from(moment.time)
}

/// The microseconds of a difference.
fn delta_of(thread: &Thread, object: Object<'_>) -> Option<i128> {
    let [days, seconds, microseconds] = thread.first_attributes(object, &DELTA_NAMES)?;
    let seconds = days.as_integer()? * SECONDS_OF_DAY + seconds.as_integer()?;
    let whole = i128::from(seconds) * i128::from(MICROSECONDS_OF_SECOND);
    Some(whole + i128::from(microseconds.as_integer()?))
}

// ---- making objects

/// An instance of a class with such attributes; none if its instances are not plain.
pub(super) fn made<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    fields: &[(Symbol, Value<'_>)],
) -> Outcome<Option<Value<'a>>> {
    let class = thread.class(class);
    if class.kind != InstanceKind::Plain || class.metaclass.get() != CLASS_TYPE {
        return Ok(None);
    }
    let made = thread.new_filled_instance(class, fields)?;
    thread.enable_del(class, made);
    Ok(Some(made))
}

fn made_delta(
    thread: &Thread,
    class: ClassNumber,
    microseconds: i128,
) -> Outcome<Option<Value<'_>>> {
    let day = i128::from(MICROSECONDS_OF_DAY);
    let (days, rest) = (
        microseconds.div_euclid(day),
        microseconds.rem_euclid(day) as i64,
    );
    if days.abs() > i128::from(DAYS_MAX) {
        return Ok(None);
    }
    let fields = [
        (names::DAYS, small(days as i64)),
        (names::SECONDS, small(rest / MICROSECONDS_OF_SECOND)),
        (names::MICROSECONDS, small(rest % MICROSECONDS_OF_SECOND)),
        (names::HASH_CODE, small(-1)),
    ];
    made(thread, class, &fields)
}

pub(super) fn made_date(
    thread: &Thread,
    class: ClassNumber,
    day: Day,
) -> Outcome<Option<Value<'_>>> {
    let [year, month, day] = fields(day);
    made(
        thread,
        class,
        &[year, month, day, (names::HASH_CODE, small(-1))],
    )
}

pub(super) fn made_moment<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    moment: Moment<'_>,
) -> Outcome<Option<Value<'a>>> {
    let seconds = moment.time / MICROSECONDS_OF_SECOND;
    let [year, month, day] = fields(moment.day);
    let fields = [
        year,
        month,
        day,
        (names::HOUR, small(seconds / 3600)),
        (names::MINUTE, small(seconds / 60 % 60)),
        (names::SECOND, small(seconds % 60)),
        (
            names::MICROSECOND,
            small(moment.time % MICROSECONDS_OF_SECOND),
        ),
        (names::ZONE, moment.zone),
        (names::FOLD, small(moment.fold)),
        (names::HASH_CODE, small(-1)),
    ];
    made(thread, class, &fields)
}

/// The class of differences, which is that of the class attribute `resolution` of days and moments.
fn delta_class(thread: &Thread, class: ClassNumber) -> Option<ClassNumber> {
    let resolution = thread.look_up(class, names::RESOLUTION)?.value;
    let known = known(thread, resolution)?;
    (known.kind == Kind::Delta).then_some(known.base)
}

// ---- the functions

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[NativeFunction::leaf("announce", 6, 6, announce)];

/// `announce(timedelta, date, datetime, timezone, time, struct_time)`: instances of the classes.
fn announce<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let examples = [0, 1, 2, 3, 4, 5].map(|index| arguments.get(thread, index));
    calendar::announce(thread, examples);
    Ok(NONE)
}

/// Small whole numbers; none if one is not such a number.
fn numbers<const COUNT: usize>(values: &[Value<'_>]) -> Option<[i64; COUNT]> {
    let mut numbers = [0; COUNT];
    for (number, value) in numbers.iter_mut().zip(values) {
        *number = value.as_integer()?;
    }
    Some(numbers)
}

/// A difference of so many days, seconds, microseconds, milliseconds, minutes, hours and weeks;
/// none if that is not simple.
pub(super) fn new_delta<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    values: [Value<'_>; 7],
) -> Outcome<Option<Value<'a>>> {
    let Some(given) = numbers::<7>(&values) else {
        return Ok(None);
    };
    let second = i128::from(MICROSECONDS_OF_SECOND);
    let day = i128::from(MICROSECONDS_OF_DAY);
    let units = [day, second, 1, 1000, 60 * second, 3600 * second, 7 * day];
    let parts = given.iter().zip(units);
    let sum = parts.map(|(count, unit)| i128::from(*count) * unit).sum();
    made_delta(thread, class, sum)
}

/// The day of a year, a month and a day; none if that is not simple.
pub(super) fn new_date<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    values: [Value<'_>; 3],
) -> Outcome<Option<Value<'a>>> {
    match numbers(&values).and_then(|[year, month, day]| Day::checked(year, month, day)) {
        Some(day) => made_date(thread, class, day),
        None => Ok(None),
    }
}

/// The moment of a year, month, day, hour, minute, second, microsecond, zone and fold; none if that
/// is not simple.
pub(super) fn new_moment<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    values: [Value<'_>; 9],
) -> Outcome<Option<Value<'a>>> {
    let zone = values[7];
    let is_zone = || known(thread, zone).is_some_and(|known| known.kind == Kind::Zone);
    let given = numbers::<7>(&values).zip(values[8].as_integer());
    let moment = given.and_then(|([year, month, day, hour, minute, second, micro], fold)| {
        let is_there = (0..24).contains(&hour)
            && (0..60).contains(&minute)
            && (0..60).contains(&second)
            && (0..MICROSECONDS_OF_SECOND).contains(&micro)
            && (0..2).contains(&fold);
        let seconds = (hour * 60 + minute) * 60 + second;
        let time = seconds * MICROSECONDS_OF_SECOND + micro;
        let day = Day::checked(year, month, day).filter(|_| is_there)?;
        Some(Moment {
            day,
            time,
            zone,
            fold,
        })
    });
    match moment {
        Some(moment) if zone == NONE || is_zone() => made_moment(thread, class, moment),
        _ => Ok(None),
    }
}

// ---- the methods

type Fast = for<'a> fn(&'a Thread, Call<'_>) -> Outcome<Option<Value<'a>>>;

/// Does the common case, or goes on with the library's own method.
fn enter(thread: &mut Thread, call: Call<'_>, slow: &'static str, fast: Fast) -> Outcome<Entered> {
    if let Some(value) = fast(thread, call)? {
        call::set_result(thread, call, value);
        return Ok(Entered::Done);
    }
    let receiver = thread.stack_value(call.first());
    let name = thread.symbol_of(slow);
    let found = thread.look_up(thread.class_of(receiver), name);
    let Some(found) = found.and_then(|found| exact(thread, found.value, CLASS_FUNCTION)) else {
        let (class, name) = class_and_method(slow);
        let given = thread.type_name(thread.stack_value(call.first()));
        let message = refusal(&format!("datetime.{class}"), name, given);
        return Err(type_error(thread, message));
    };
    let other = call::replace_receiver(thread, call, found.value(), [receiver].into_iter())?;
    call::enter(thread, other)
}

/// The class and the method whose common case stands before a method of the library.
fn class_and_method(slow: &'static str) -> (&'static str, &'static str) {
    let whole = slow.strip_prefix(".slow_").unwrap_or(slow);
    let classes = ["timedelta", "datetime", "date", "time"].into_iter();
    let mut parts = classes.filter_map(|class| Some((class, whole.strip_prefix(class)?)));
    parts.next().unwrap_or(("datetime", whole))
}

/// Two tables of methods: those that do their work in the call, some with a shortcut besides; and
/// behind the arrow those whose shortcut is all the work, since the receiver is all that they need.
macro_rules! methods {
    ($($function:ident $name:literal $slow:literal $fast:expr $(, shortcut $quick:expr)?;)*
     => $($own:ident $own_name:literal $own_slow:literal $own_quick:path;)*) => {
        $(fn $function(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
            enter(thread, call, $slow, $fast)
        })*
        $(fn $own(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
            enter(thread, call, $own_slow, |thread, call| alone(thread, call, $own_quick))
        })*

        /// The table of methods; each row names the library's method that it stands before.
        pub(crate) const METHODS: &[NativeFunction] = &[
            $(NativeFunction::entering($name, $function)$(.with_quick($quick))?,)*
            $(NativeFunction::entering($own_name, $own).with_quick($own_quick),)*
        ];
    };
}

methods! {
    delta_add "delta_add" ".slow_timedelta__add__" |thread, call| sum_of_deltas(thread, call, 1);
    delta_subtract "delta_sub" ".slow_timedelta__sub__"
        |thread, call| sum_of_deltas(thread, call, -1);
    delta_seconds "delta_total_seconds" ".slow_timedeltatotal_seconds"
        own_seconds, shortcut calendar::total_seconds;
    date_add "date_add" ".slow_date__add__" |thread, call| moved_date(thread, call, 1);
    date_subtract "date_sub" ".slow_date__sub__" difference_of_dates;
    date_text "date_isoformat" ".slow_dateisoformat" text_of_date;
    date_str "date_str" ".slow_date__str__" |thread, call| {
        let own = argument(thread, call, 0);
        own.map_or(Ok(None), |own| if own.is_exact { text_of_date(thread, call) } else { Ok(None) })
    };
    moment_add "moment_add" ".slow_datetime__add__" |thread, call| moved_moment(thread, call, 1);
    moment_subtract "moment_sub" ".slow_datetime__sub__" difference_of_moments;
    moment_text "moment_isoformat" ".slow_datetimeisoformat"
        |thread, call| text_of_moment(thread, call, None);
    moment_time "moment_time" ".slow_datetimetime" time_of_moment;
    moment_tuple "moment_timetuple" ".slow_datetimetimetuple" fields_of_moment;
    time_replace "time_replace" ".slow_timereplace" replaced_time;
    moment_offset "moment_utcoffset" ".slow_datetimeutcoffset" own_offset;
    time_text "time_isoformat" ".slow_timeisoformat" text_of_time;
    date_replace "date_replace" ".slow_datereplace" replaced;
    date_format "date_strftime" ".slow_datestrftime" formatted;
    moment_replace "moment_replace" ".slow_datetimereplace" replaced;
    moment_in_zone "moment_astimezone" ".slow_datetimeastimezone" in_zone;
    moment_str "moment_str" ".slow_datetime__str__"
        |thread, call| text_of_moment(thread, call, Some(' '));
=>
    date_weekday "date_weekday" ".slow_dateweekday" calendar::weekday;
    date_iso_weekday "date_isoweekday" ".slow_dateisoweekday" calendar::iso_weekday;
    date_ordinal "date_toordinal" ".slow_datetoordinal" calendar::ordinal;
    moment_date "moment_date" ".slow_datetimedate" calendar::date;
    date_shown "date_repr" ".slow_date__repr__" views::shown;
    delta_shown "delta_repr" ".slow_timedelta__repr__" views::shown;
    moment_shown "moment_repr" ".slow_datetime__repr__" views::shown;
    date_iso_calendar "date_isocalendar" ".slow_dateisocalendar" views::iso_calendar;
    moment_timestamp "moment_timestamp" ".slow_datetimetimestamp" views::timestamp;
}

/// A native shortcut as the common case of a method, where the call has its receiver alone.
fn alone<'a>(
    thread: &'a Thread,
    call: Call<'_>,
    shortcut: QuickFunction,
) -> Outcome<Option<Value<'a>>> {
    let own = (call.count == 1).then(|| thread.stack_value(call.first()));
    Ok(own.and_then(|own| shortcut(thread, [own, UNBOUND, UNBOUND])))
}

/// The parameters of the constructor of moments, which `replace` takes by name.
pub(super) const MOMENT_PARAMETERS: [&str; 9] = [
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
const REPLACED_ZONE: usize = 7;

/// `replace` with named whole numbers (and a zone that is one).
fn replaced<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    Ok(replaced_by_name(thread, call))
}

fn replaced_by_name<'a>(thread: &'a Thread, call: Call<'_>) -> Option<Value<'a>> {
    // The receiver comes first, then those without a name, which `fold` never is.
    let plain = call.count.checked_sub(call.names.len() + 1)?;
    if plain > REPLACED_ZONE + 1 {
        return None;
    }
    let (mut given, mut zone) = ([None; MOMENT_PARAMETERS.len()], None);
    for place in 0..call.count - 1 {
        let field = match place.checked_sub(plain) {
            None => place,
            Some(name) => {
                let name = thread.machine().symbols.text(call.names[name]);
                let mut fields = MOMENT_PARAMETERS.iter();
                fields
                    .position(|field| name == *field)
                    .filter(|field| *field >= plain)?
            }
        };
        let value = thread.stack_value(call.first() + 1 + place);
        match field {
            REPLACED_ZONE => {
                let is_zone = || known(thread, value).is_some_and(|known| known.kind == Kind::Zone);
                zone = Some(Some(value).filter(|value| *value == NONE || is_zone())?);
            }
            _ => given[field] = Some(value.as_integer()?),
        }
    }
    let day = |day: Day| {
        Day::checked(
            given[0].unwrap_or(day.year),
            given[1].unwrap_or(day.month),
            given[2].unwrap_or(day.day),
        )
    };
    let own = calendar::known(thread, thread.stack_value(call.first()))?;
    let made = match own {
        calendar::Known::Moment(moment) => {
            let seconds = moment.time / MICROSECONDS_OF_SECOND;
            let [hour, minute, second, microsecond] = [
                (seconds / 3600, 24),
                (seconds / 60 % 60, 60),
                (seconds % 60, 60),
                (moment.time % MICROSECONDS_OF_SECOND, MICROSECONDS_OF_SECOND),
            ];
            let field = |index: usize, (old, limit): (i64, i64)| {
                Some(given[index].unwrap_or(old)).filter(|new| (0..limit).contains(new))
            };
            let minutes = field(3, hour)? * 60 + field(4, minute)?;
            let seconds = minutes * 60 + field(5, second)?;
            calendar::Known::Moment(calendar::Moment {
                day: day(moment.day)?,
                time: seconds * MICROSECONDS_OF_SECOND + field(6, microsecond)?,
                zone: zone.unwrap_or(moment.zone),
                fold: field(8, (moment.fold, 2))?,
            })
        }
        calendar::Known::Date(own) if given[3..].iter().all(Option::is_none) && zone.is_none() => {
            calendar::Known::Date(day(own)?)
        }
        _ => return None,
    };
    calendar::made(thread, made)
}

/// `astimezone` from one plain zone to another one.
fn in_zone<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    let zone =
        (call.count == 2 && call.names.is_empty()).then(|| thread.stack_value(call.first() + 1));
    if let Some(zone) = zone
        && zone != NONE
        && known(thread, zone).is_none_or(|known| known.kind != Kind::Zone)
    {
        let given = thread.type_name(zone);
        let message =
            format!("tzinfo argument must be None or of a tzinfo subclass, not type '{given}'");
        return Err(type_error(thread, message));
    }
    Ok(zone.and_then(|zone| moved_to_zone(thread, thread.stack_value(call.first()), zone)))
}

fn moved_to_zone<'a>(thread: &'a Thread, own: Value<'a>, zone: Value<'a>) -> Option<Value<'a>> {
    let Some(calendar::Known::Moment(moment)) = calendar::known(thread, own) else {
        return None;
    };
    let behind = calendar::zone_offset(thread, moment.zone)?;
    let ahead = calendar::zone_offset(thread, zone)?;
    if moment.zone == zone {
        return Some(own);
    }
    // By way of the moment in UTC, which may lie outside of the years.
    let plain = moment.moved(Delta::of(0, -behind)?)?;
    let moved = plain.moved(Delta::of(0, ahead)?)?;
    calendar::made(thread, calendar::Known::Moment(Moment { zone, ..moved }))
}

/// `strftime` of the directives that [`calendar_texts`] knows.
fn formatted<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    let text = (call.count == 2 && call.names.is_empty()).then(|| formatted_by(thread, call));
    match text.flatten() {
        Some(text) => string::new(thread, &text).map(Some),
        None => Ok(None),
    }
}

fn formatted_by(thread: &Thread, call: Call<'_>) -> Option<String> {
    let own = thread.stack_value(call.first());
    let (day, time, zone) = match calendar::known(thread, own) {
        Some(calendar::Known::Date(day)) => (day, 0, NONE),
        Some(calendar::Known::Moment(moment)) => (moment.day, moment.time, moment.zone),
        Some(calendar::Known::Delta(_)) => return None,
        // A class below may have fields of its own for the text.
        None => {
            let moment = datetime_moments::moment_below(thread, own, "timetuple")?;
            (moment.day, moment.time, moment.zone)
        }
    };
    let offset = match zone {
        NONE => Some(None),
        zone => calendar::zone_offset(thread, zone).map(Some),
    };
    let format = string::exact_string(thread, thread.stack_value(call.first() + 1))?;
    let seconds = time / MICROSECONDS_OF_SECOND;
    let broken = Broken {
        year: day.year,
        month: day.month,
        day: day.day,
        hour: seconds / 3600,
        minute: seconds / 60 % 60,
        second: seconds % 60,
        weekday: day.weekday(),
        day_of_year: day.of_year(),
        microsecond: Some(time % MICROSECONDS_OF_SECOND),
        offset,
    };
    calendar_texts::formatted(string::text(thread, format).chars(), &broken)
}

/// Both operands, where the call has two.
fn operands<'a>(thread: &'a Thread, call: Call<'_>) -> Option<(Known<'a>, Known<'a>)> {
    argument(thread, call, 0).zip(argument(thread, call, 1))
}

fn sum_of_deltas<'a>(thread: &'a Thread, call: Call<'_>, sign: i128) -> Outcome<Option<Value<'a>>> {
    let sum = operands(thread, call).and_then(|(left, right)| {
        let are_deltas = left.kind == Kind::Delta && right.kind == Kind::Delta;
        let right = delta_of(thread, right.object).filter(|_| are_deltas)?;
        Some((left.base, delta_of(thread, left.object)? + sign * right))
    });
    match sum {
        Some((class, sum)) => made_delta(thread, class, sum),
        None => Ok(None),
    }
}

fn own_seconds<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    let own = argument(thread, call, 0).filter(|own| call.count == 1 && own.kind == Kind::Delta);
    let microseconds = own.and_then(|own| delta_of(thread, own.object));
    // Beyond this a float does not hold the dividend.
    let exact = microseconds.filter(|number| number.abs() < 1 << 53);
    Ok(exact.map(|number| float::from_f64(thread, number as f64 / 1e6)))
}

/// A date and a difference, added or subtracted: only its days count.
fn moved_date<'a>(thread: &'a Thread, call: Call<'_>, sign: i64) -> Outcome<Option<Value<'a>>> {
    let moved = operands(thread, call).and_then(|(own, delta)| {
        let fits = own.kind == Kind::Date && own.is_exact && delta.kind == Kind::Delta;
        let days = number(thread, delta.object, names::DAYS).filter(|_| fits)?;
        let ordinal = day_of(thread, own.object)?.ordinal() + sign * days;
        Some((own.base, Day::of_ordinal(ordinal)?))
    });
    match moved {
        Some((class, day)) => made_date(thread, class, day),
        None => Ok(None),
    }
}

fn difference_of_dates<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    let Some((left, right)) = operands(thread, call) else {
        return Ok(None);
    };
    if right.kind != Kind::Date {
        return moved_date(thread, call, -1);
    }
    let days = day_of(thread, left.object).zip(day_of(thread, right.object));
    let class = delta_class(thread, left.base);
    match days.zip(class) {
        Some(((a, b), class)) if left.kind == Kind::Date && left.is_exact && right.is_exact => {
            let days = a.ordinal() - b.ordinal();
            made_delta(thread, class, i128::from(days * MICROSECONDS_OF_DAY))
        }
        _ => Ok(None),
    }
}

fn moved_moment<'a>(thread: &'a Thread, call: Call<'_>, sign: i128) -> Outcome<Option<Value<'a>>> {
    let moved = operands(thread, call).and_then(|(own, delta)| {
        let fits = own.kind == Kind::Moment && own.is_exact && delta.kind == Kind::Delta;
        let moment = moment_fields(thread, own.object).filter(|_| fits)?;
        let after = since_first(&moment) + sign * delta_of(thread, delta.object)?;
        let day = i128::from(MICROSECONDS_OF_DAY);
        let ordinal = i64::try_from(after.div_euclid(day)).ok()?;
        let time = after.rem_euclid(day) as i64;
        let (day, zone) = (Day::of_ordinal(ordinal)?, moment.zone);
        let moved = Moment {
            day,
            time,
            zone,
            fold: 0,
        };
        Some((own.base, moved))
    });
    match moved {
        Some((class, moment)) => made_moment(thread, class, moment),
        None => Ok(None),
    }
}

fn difference_of_moments<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    let Some((left, right)) = operands(thread, call) else {
        return Ok(None);
    };
    if right.kind != Kind::Moment {
        return moved_moment(thread, call, -1);
    }
    let moments = moment_fields(thread, left.object).zip(moment_fields(thread, right.object));
    let class = delta_class(thread, left.base);
    let (Some((a, b)), Some(class)) = (moments, class) else {
        return Ok(None);
    };
    let has_zone = |moment: &Moment<'_>| calendar::zone_offset(thread, moment.zone).is_some();
    if a.zone == NONE && has_zone(&b) || b.zone == NONE && has_zone(&a) {
        let message = "can't subtract offset-naive and offset-aware datetimes";
        return Err(type_error(thread, message));
    }
    // Of one zone, the fields count alone.
    let offset = |moment: &Moment<'_>| match a.zone == b.zone {
        true => Some(0),
        false => calendar::zone_offset(thread, moment.zone).map(i128::from),
    };
    match offset(&a).zip(offset(&b)) {
        Some((ahead, behind)) if left.kind == Kind::Moment => {
            let difference = (since_first(&a) - ahead) - (since_first(&b) - behind);
            made_delta(thread, class, difference)
        }
        _ => Ok(None),
    }
}

fn text_of_date<'a>(thread: &'a Thread, call: Call<'_>) -> Outcome<Option<Value<'a>>> {
    let own = argument(thread, call, 0).filter(|own| call.count == 1 && own.kind == Kind::Date);
    let Some(day) = own.and_then(|own| day_of(thread, own.object)) else {
        return Ok(None);
    };
    string::new(thread, &day.text()).map(Some)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_datetime_core")
    .methods(&[METHODS])
    .functions(&[
        FUNCTIONS,
        datetime_moments::FUNCTIONS,
        datetime_readers::FUNCTIONS,
        constructors::FUNCTIONS,
    ])
    .listed_as(&["_datetime"])];
