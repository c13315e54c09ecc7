"""Moments by the clock, times of a day, and the texts of both: what natives do, and what they leave
to the library (classes below, other zones, fields that are out of order)."""

import datetime
import os
import time
import zoneinfo

os.environ["TZ"] = "CET-1CEST,M3.5.0,M10.5.0/3"
time.tzset()
utc = datetime.timezone.utc
east = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
odd = datetime.timezone(datetime.timedelta(seconds=-4521, microseconds=7), "odd")


def told(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class Below(datetime.datetime):
    pass


class Later(datetime.time):
    @property
    def hour(self):
        return 23


# The hour that comes twice, and the one that is left out.
for seconds in (1729990799, 1729990800, 1729994400, 1729998000, 1711846799, 1711846800):
    moment = datetime.datetime.fromtimestamp(seconds)
    print(seconds, repr(moment), moment.fold, moment.timestamp(), time.localtime(seconds).tm_isdst)
for seconds in (0, -1, 1e9, 1.5, 0.0000005, 0.0000015, -0.0000005, 1e9 + 0.999999499, 1e9 + 0.9999996,
                True, 253402200000, -62135500000, 1e20, float("nan"),
                float("inf"), "1", None):
    for zone in (utc, east, odd):
        print(seconds, told(datetime.datetime.fromtimestamp, seconds, zone))
    print(seconds, told(lambda: repr(datetime.datetime.fromtimestamp(seconds))))
    print(seconds, told(lambda: tuple(time.gmtime(seconds)) if seconds is not None else None))
print(type(Below.fromtimestamp(5)), Below.fromtimestamp(5, utc))
print(datetime.datetime.fromtimestamp(1e9, zoneinfo.ZoneInfo("America/New_York")))
before = time.time()
for now in (datetime.datetime.now(), datetime.datetime.now(utc), Below.now(east)):
    print(type(now).__name__, now.tzinfo, 0 <= now.timestamp() - before + 0.001 < 60)

# Times of a day.
for fields in ((), (3,), (3, 4, 5, 6), (23, 59, 59, 999999), (24,), (0, 60), (True,), ("3",)):
    print(fields, told(datetime.time, *fields))
print(repr(datetime.time(1, 2, tzinfo=east, fold=1)), datetime.time(1, tzinfo=odd).isoformat())
print(told(datetime.time, 1, fold=2), Later(1, 2), Later(1, 2).hour)
for precision in ("auto", "hours", "minutes", "seconds", "milliseconds", "microseconds", "days"):
    print(precision, told(datetime.time(1, 2, 3, 4567).isoformat, precision),
          told(datetime.time(1, 2, tzinfo=utc).isoformat, timespec=precision),
          told(datetime.datetime(2024, 1, 2, 3, 4, 5, 6789, odd).isoformat, " ", precision),
          told(datetime.datetime(2024, 1, 2, 3, 4, 5).isoformat, timespec=precision, sep="é"))
print(datetime.datetime(2024, 7, 1, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin")), Below(1, 2, 3, tzinfo=utc))

day, moment = datetime.date(2024, 2, 29), datetime.datetime(2023, 3, 4, 5, 6, fold=1)
for first in (day, moment, Below(2020, 1, 1), 3):
    for second in (datetime.time(7, 8, 9, 10, east, fold=1), moment.time(), 3):
        for zone in ((), (None,), (utc,)):
            made = told(datetime.datetime.combine, first, second, *zone)
            print(made, getattr(made, "fold", 0))
print(repr(Below.combine(day, datetime.time(3))))

# Texts by directives.
DIRECTIVES = "%a|%A|%b|%B|%c|%d|%e|%D|%F|%H|%I|%j|%m|%M|%p|%R|%S|%T|%U|%w|%W|%x|%X|%y|%Y|%h|%n|%t|%%"
for moment in (datetime.datetime(2024, 2, 29, 13, 4, 5), datetime.datetime(1000, 12, 1),
               datetime.datetime(9999, 12, 31, 0, 59, 59, 7)):
    print(moment.strftime(DIRECTIVES + "|%f"), moment.date().strftime(DIRECTIVES))
    print(time.strftime(DIRECTIVES, moment.timetuple()))
    print(f"{moment:%d. %B é %Y}", format(moment.time(), "%I:%M %p"))
print(datetime.datetime(2024, 1, 1).strftime("a\0b %Y") == "a\0b 2024", time.strftime("", time.gmtime(0)))
for fields in ((2024, 1, 2, 3, 4, 5, 6, 7, 0), (2024, 13, 1, 0, 0, 0, 0, 1, 0),
               (2024, 0, 0, 0, 0, 0, 0, 0, 0), (2024, 1, 1, 24, 0, 0, 0, 1, 0),
               (2024, 1, 1, 0, 0, 62, 0, 1, 0), (2024, 1, 1, 0, 0, 0, 8, 1, 0),
               (2024, 1, 1, 0, 0, 0, -2, 1, 0), (2024, 1, 1), (1.5,) * 9, (2024, 1, 1, 0, 0, 0, 0, 1, "x")):
    print(fields, told(time.strftime, "%Y-%m-%d %a %j", fields))
print(told(time.strftime, 5), told(time.strftime, "%Y", 5), told(time.localtime, "5"), told(time.gmtime, 1e300))

# Tuples whose items have names.
fields = time.localtime(1e9)
print(fields, fields.tm_zone, fields.tm_gmtoff, fields[:3], len(fields), fields == tuple(fields))
print(time.gmtime(0).tm_zone, time.struct_time(range(9)).tm_zone, time.struct_time(range(11)).tm_gmtoff)
print(told(time.struct_time, range(8)), told(time.struct_time, range(12)), hash(fields) == hash(tuple(fields)))


# Offsets, and constructors with other arguments.
class Odd(datetime.tzinfo):
    def __init__(self, offset):
        self.offset = offset

    def utcoffset(self, moment):
        return self.offset

    def dst(self, moment):
        return None


hour = datetime.timedelta(hours=1)
for offset in (hour, -hour, hour * 24, -hour * 24, hour * 24 - datetime.timedelta(0, 0, 1), 3, None, "x", hour * 0):
    moment = datetime.datetime(2024, 1, 2, 3, tzinfo=Odd(offset))
    print(offset, [told(function) for function in (moment.utcoffset, moment.isoformat, moment.timetz().isoformat)])
for zone in (utc, east, odd, zoneinfo.ZoneInfo("Europe/Berlin")):
    moment = datetime.datetime(2024, 7, 2, 3, 4, 5, 6, zone)
    print(moment.utcoffset(), moment, moment.astimezone(east), moment.astimezone(zoneinfo.ZoneInfo("Asia/Tokyo")))
    print(datetime.datetime.fromtimestamp(1.7e9 + 0.25, zone), moment.timestamp())
print(utc.utcoffset(None) is datetime.datetime(2024, 1, 1, tzinfo=utc).utcoffset())
for made in (
    lambda: datetime.date(year=2024, month=2, day=30), lambda: datetime.date(2024, day=3, month=2),
    lambda: datetime.datetime(2024, 1, 1, tzinfo=east, hour=5), lambda: datetime.timedelta(1, hours=2, weeks=-1),
    lambda: datetime.timedelta(0.5, milliseconds=1.5), lambda: datetime.time(minute=5, fold=1),
    lambda: Below(2024, 1, 1, microsecond=7), lambda: datetime.date.__new__(Below, 2024, 1, 1),
    lambda: datetime.datetime(True, True, True),
):
    print(told(made))


# Classes below, with and without methods of their own.
class Made(datetime.datetime):
    def __new__(cls, *arguments, **named):
        made = super().__new__(cls, *arguments, **named)
        made.note = "made"
        return made


class Told(datetime.datetime):
    def isoformat(self, sep="T"):
        return "told" + sep

    def timetuple(self):
        return (2000, 1, 1, 0, 0, 0, 5, 1, -1)


class Later(datetime.datetime):
    def __init__(self, *arguments, **named):
        self.arguments = len(arguments)


for kind in (Below, Made, Told, Later, datetime.datetime):
    for zone in (None, utc, odd):
        moment = kind(2024, 2, 3, 4, 5, 6, 7, tzinfo=zone)
        print(kind.__name__, str(moment), moment.isoformat(), moment.strftime("%Y %a %f"), f"{moment:%H}")
        print(moment.utcoffset(), tuple(moment.timetuple()), repr(moment.time()), moment.timestamp())
        combined = kind.combine(moment, moment.time().replace(tzinfo=zone, minute=9))
        print(type(combined).__name__, combined.tzinfo, getattr(combined, "note", None), getattr(combined, "arguments", None))
        print(type(kind.fromtimestamp(1e9, utc)).__name__, getattr(kind.now(), "note", None))
for named in ({"hour": 30}, {"hour": 3, "minute": 4}, {"fold": 1}, {"tzinfo": 3}, {"zone": 3}, {"hour": 2.5}, {}):
    print(named, repr(told(datetime.time(1, 2, 3, 4, utc).replace, **named)).replace("type ", ""))
print(datetime.time(1, 2).replace(5), told(datetime.time(1, 2).replace, 5, hour=6))

# Offsets in texts, and differences between zones.
for zone in (None, utc, east, odd, zoneinfo.ZoneInfo("Europe/Berlin"), Odd(-hour)):
    moment = datetime.datetime(2024, 7, 3, 4, 5, 6, 7, tzinfo=zone)
    print([moment.strftime(text) for text in ("%z", "%Y%z%z", "%:z|%z", "%H%%z")], moment.date().strftime("<%z>"))
    for other in (None, utc, odd) if zone in (None, utc, odd) else (utc, odd):
        print(told(lambda: moment - datetime.datetime(2024, 7, 3, tzinfo=other)), told(moment.timestamp))
