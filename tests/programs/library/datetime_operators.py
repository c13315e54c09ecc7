"""Operators, comparisons, hashes and simple methods of dates: common operands beside all others."""

from datetime import date, datetime, time, timedelta, timezone
from threading import Thread


class Day(date):
    pass


class Moment(datetime):
    pass


class Difference(timedelta):
    pass


def show(function):
    try:
        result = function()
        print(type(result).__name__, repr(result))
    except Exception as error:
        print(type(error).__name__)


zone, other_zone = timezone.utc, timezone(timedelta(hours=2), "two")
values = [
    timedelta(0), timedelta(1), timedelta(-1, 5, 7), timedelta(400, 86399, 999999), timedelta.max, timedelta.min,
    Difference(2), date(1, 1, 1), date(2020, 2, 29), date(9999, 12, 31), Day(2021, 3, 1),
    datetime(1, 1, 1), datetime(2020, 2, 29, 23, 59, 59, 999999), datetime(9999, 12, 31, 23, 59, 59, 999999),
    datetime(2020, 10, 25, 2, 30), datetime(2020, 1, 1, tzinfo=zone), datetime(2020, 1, 1, 5, tzinfo=zone),
    datetime(2020, 1, 1, tzinfo=other_zone), Moment(2021, 3, 1, 12), 3, -2, 2.5, 10**30, None, "text", True,
]
for a in values:
    for b in values:
        if not isinstance(a, (date, timedelta)) and not isinstance(b, (date, timedelta)):
            continue
        print(repr(a), repr(b))
        show(lambda: a + b)
        show(lambda: a - b)
        show(lambda: a * b)
        show(lambda: a // b)
        print(a == b, a != b)
        show(lambda: (a < b, a <= b, a > b, a >= b))
for value in values:
    if isinstance(value, date):
        print(repr(value), value.weekday(), value.isoweekday(), value.toordinal(), tuple(value.isocalendar()))
        for changes in [{}, {"year": 2021}, {"month": 2}, {"day": 31}, {"year": 0}, {"month": 1.5}, {"day": True},
                        {"hour": 5}, {"tzinfo": None}, {"tzinfo": zone}, {"tzinfo": 5}, {"fold": 2},
                        {"hour": 24}, {"microsecond": 999999}, {"wrong": 1}]:
            show(lambda: value.replace(**changes))
        show(lambda: value.replace(2024))
        show(lambda: value.replace(2024, 2, day=29))
        for format in ["%Y-%m-%d", "%H:%M:%S.%f", "%y %j %%", "", "ö %d", "%", "%Y%", "%b", "%z|%Z", "%Q"[:0], "a\0b %d"]:
            show(lambda: value.strftime(format))
        show(lambda: value.strftime(5))
        show(lambda: f"{value:%d.%m.%Y}|{value}")
    if isinstance(value, datetime):
        show(lambda: value.date())
        show(lambda: value.time())
    if isinstance(value, timedelta):
        show(lambda: value.total_seconds())
        show(lambda: -value)
    if isinstance(value, (date, timedelta)):
        print(hash(value) == hash(value), {value: 1}[value], len({value, value}))
print(hash(datetime(2020, 1, 1, 5, tzinfo=zone)) == hash(datetime(2020, 1, 1, 7, tzinfo=other_zone)))
show(lambda: datetime(2020, 1, 1).replace(fold=1))
show(lambda: datetime(2020, 1, 1, fold=1) + timedelta(1))
print(hash(datetime(2020, 1, 1, fold=1)) == hash(datetime(2020, 1, 1)), datetime(2020, 1, 1) in {date(2020, 1, 1)})
day, steps = date(1999, 12, 28), 0
while day < date(2001, 3, 3):
    assert day + timedelta(1) - day == timedelta(1) and (day + timedelta(1)).toordinal() == day.toordinal() + 1
    day, steps = day + timedelta(1), steps + 1
print(day, steps)


class Calendar:
    moment = datetime(2020, 1, 1)
    total = timedelta(0)


def work():
    for _ in range(200):
        Calendar.moment += timedelta(minutes=7)


threads = [Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(Calendar.moment <= datetime(2020, 1, 1) + timedelta(minutes=7) * 600, Calendar.moment > datetime(2020, 1, 1))
