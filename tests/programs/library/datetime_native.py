# Dates, times and differences: common cases, their limits, and classes below.
import copy
import datetime as d
import pickle
from datetime import date, datetime, timedelta, timezone, tzinfo

print(timedelta(1, 2, 3), timedelta(hours=-1), timedelta(weeks=1, minutes=2, milliseconds=3))
print(repr(timedelta(days=1.5, seconds=0.25)), timedelta(True), timedelta(microseconds=-1))
print(timedelta(1) + timedelta(hours=36), timedelta(1) - timedelta(2), -timedelta(1, 1), timedelta(2) * 3)
print(timedelta(1).total_seconds(), timedelta(microseconds=1).total_seconds(), timedelta.max.total_seconds())
print(timedelta(1) == timedelta(hours=24), timedelta(1) < timedelta(2), timedelta(1) == 1, timedelta(1) != 1)
print(hash(timedelta(1)) == hash(timedelta(hours=24)), {timedelta(1): 2}[timedelta(hours=24)])
for call in (lambda: timedelta(999999999) + timedelta(1), lambda: timedelta("x"), lambda: timedelta(1) + 1,
             lambda: timedelta(1) < 1, lambda: timedelta.max + timedelta.resolution,
             lambda: date(2021, 2, 29), lambda: date(0, 1, 1), lambda: date(1, 13, 1), lambda: date("x", 1, 1),
             lambda: date.max + timedelta(1), lambda: date.min - timedelta(1), lambda: date(1, 1, 1) + 1,
             lambda: date(2020, 1, 1) < 1, lambda: date(2020, 1, 1) < datetime(2020, 1, 1),
             lambda: datetime(2020, 1, 1, 24), lambda: datetime(2020, 1, 1, 1, 60), lambda: datetime(2020, 1, 1, tzinfo=1),
             lambda: datetime(2020, 1, 1, fold=2), lambda: datetime.max + timedelta.resolution,
             lambda: datetime(2020, 1, 1) - datetime(2020, 1, 1, tzinfo=timezone.utc),
             lambda: datetime(2020, 1, 1) < datetime(2020, 1, 1, tzinfo=timezone.utc),
             lambda: datetime(2020, 1, 1) < date(2020, 1, 1)):
    try:
        print(call())
    except (TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__)

# Every day of some years, and the ends of cycles.
days = [date(year, month, 1) for year in (1, 4, 100, 400, 401, 1900, 1999, 2000, 2001, 9999) for month in range(1, 13)]
for day in days:
    number = day.toordinal()
    assert date.fromordinal(number) == day and day.weekday() == (number + 6) % 7
    last = day.replace(day=28) + timedelta(1)
    assert last.toordinal() == number + 28, day
    if number > 800:
        assert (day - timedelta(number - 1)).toordinal() == 1
        assert day - date(1, 1, 1) == timedelta(number - 1)
count, day = 0, date(1996, 1, 1)
while day < date(2004, 3, 1):
    after = day + timedelta(1)
    assert after.toordinal() == day.toordinal() + 1 and (after.day == day.day + 1 or after.day == 1)
    day, count = after, count + 1
print(count, day, day.isoweekday(), day.isocalendar()[:], day.ctime(), date(5, 4, 3).isoformat())

one = datetime(2020, 2, 28, 23, 59, 59, 999999)
print(one, one + timedelta(microseconds=1), one + timedelta(1, 1), one - timedelta(days=60, seconds=1))
print(one - datetime(2000, 1, 1), datetime(1, 1, 1) - one, repr(one - one), timedelta(1) + one)
print(one.isoformat(), one.isoformat(" "), one.isoformat(timespec="hours"), str(one.replace(microsecond=0)))
print(one == datetime(2020, 2, 28, 23, 59, 59, 999999), one == date(2020, 2, 28), one > datetime(2020, 1, 1), one != 1)
print(sorted([one, datetime(2019, 5, 1), datetime(2021, 1, 1), datetime(2019, 5, 1, 1)]))
print(min(one, datetime.max), {one: 1}[copy.copy(one)], pickle.loads(pickle.dumps(one)) == one)

utc, east = timezone.utc, timezone(timedelta(hours=5, minutes=30))
aware = datetime(2020, 1, 1, 12, tzinfo=utc)
print(aware, aware.astimezone(east), aware == aware.astimezone(east), aware - aware.astimezone(east))
print((aware + timedelta(hours=13)).isoformat(), aware.timestamp(), aware.utcoffset(), aware < aware.astimezone(east))
print(datetime.fromtimestamp(1e9, utc), datetime.fromisoformat("2011-11-04T00:05:23.283+00:00"))
print(datetime(2020, 1, 1, fold=1).fold, (datetime(2020, 1, 1, fold=1) + timedelta(0)).fold, repr(datetime(2020, 1, 1, fold=1)))
print(aware.strftime("%Y-%m-%d %H:%M %z"), datetime.strptime("2020-05-06 07:08", "%Y-%m-%d %H:%M"), f"{aware:%d.%m.}")


class Day(date):
    def __add__(self, other):
        return "added", super().__add__(other)


class Moment(datetime):
    attribute = 1

    def isoformat(self, *args, **named):
        return "own"


class Delta(timedelta):
    pass


class Zone(tzinfo):
    def utcoffset(self, when):
        return timedelta(hours=1)

    def dst(self, when):
        return None

    def tzname(self, when):
        return "zone"


print(type(Day(2020, 1, 1)).__name__, Day(2020, 1, 1) + timedelta(1))
print(Day(2020, 1, 1) == date(2020, 1, 1), Day(2020, 1, 1) - date(2019, 1, 1), Day.fromordinal(5), Day.max)
moment = Moment(2020, 1, 1, 2, tzinfo=Zone())
print(str(moment), type(moment + timedelta(1)).__name__, moment.replace(hour=3).hour, moment.tzname(), moment.utcoffset())
print(date.isoformat(moment), date.__str__(one), date.__sub__(date(2020, 1, 2), date(2020, 1, 1)))
print(type(Moment(2020, 1, 1) - Moment(2019, 1, 1)).__name__, type(Delta(1) + Delta(2)).__name__, Delta(1) == timedelta(1))
moment.note = 1
print(moment.note, moment == datetime(2020, 1, 1, 1, tzinfo=utc), d.UTC is utc, d.MINYEAR, d.MAXYEAR)


class Index:
    def __index__(self):
        return 3


print(date(2020, Index(), 1), datetime(2020, 1, Index(), Index()), date(year=2020, month=1, day=2))
print([name for name in dir(d) if not name.startswith("_") and name != "datetime_CAPI"])

# Local time, whatever the zone is: there and back again.
for seconds in (0, 1e9, 1234567890.25, 2**31, 4e9 + 0.5, -1e8 - 0.75):
    local = datetime.fromtimestamp(seconds)
    assert local.timestamp() == seconds and local.astimezone().timestamp() == seconds, seconds
    assert local.astimezone(utc) == datetime.fromtimestamp(seconds, utc)
    assert date.fromtimestamp(seconds) == local.date()
before = datetime.now(utc)
assert abs((datetime.now().astimezone(utc) - before).total_seconds()) < 3600
assert type(Moment.now()) is Moment and Moment.fromtimestamp(0.5).microsecond == 500000
for seconds in (float("nan"), float("inf"), 1e30, -1e20, "x"):
    try:
        print(datetime.fromtimestamp(seconds))
    except (ValueError, OverflowError, TypeError) as error:
        print(type(error).__name__)
