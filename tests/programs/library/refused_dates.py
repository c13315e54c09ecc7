"""What the classes of `datetime` tell of arguments that they cannot take, and in which order."""

import datetime as d
import warnings

warnings.simplefilter("ignore")


def attempt(action, *arguments, **named):
    try:
        print(ascii(action(*arguments, **named)))
    except Exception as error:
        print(type(error).__name__, ascii(str(error)))


day, moment, clock = d.date(2020, 1, 31), d.datetime(2020, 1, 31, 1), d.time(1)
aware, aware_clock = moment.replace(tzinfo=d.timezone.utc), clock.replace(tzinfo=d.timezone.utc)
one, most, least = d.timedelta(1), d.timedelta.max, d.timedelta.min
kinds = (d.date, (1, 1, 1)), (d.datetime, (1, 1, 1)), (d.time, ()), (d.timedelta, ())
large = (10**20, -(10**20), 2**31, -(2**31) - 1)

print("constructors")
for kind, plain in kinds:
    for given in (None, 1.5, "x", b"x", *large, day, moment, clock, one, d.timezone.utc):
        for place in range(8):
            attempt(kind, *(1,) * place, given)
        attempt(kind, given, unknown=1)
    for count in (0, 2, 6, 8, 9, 10):
        attempt(kind, *(1,) * count)
    for named in (
        {"unknown": 1}, {"yeer": 1}, {"year": 1}, {"month": 1}, {"hour": None}, {"tzinfo": day}, {"fold": 1.5},
        {"fold": 10**20}, {"seconds": 1}, {"second": "x"}, {"days": None}, {"hour": 1, "tzinfo": None},
    ):
        attempt(kind, *plain, **named)
        attempt(kind, **named)
        attempt(kind, 1, **named)

print("replace")
for own in (day, moment, clock, aware):
    for value in (None, 1.5, "x", *large, one):
        for name in ("year", "day", "hour", "microsecond", "tzinfo", "fold"):
            attempt(own.replace, **{name: value})
        attempt(own.replace, value)
        attempt(own.__replace__, 1, value)
    attempt(own.replace, *(1,) * 10)

print("zones")
for arguments in (
    (), (1,), (None,), (one,), (one, None), (one, 1), (one, b"x"), (one, "x", 1), (2 * one,), (2 * one, "x"),
):
    attempt(d.timezone, *arguments)
attempt(d.timezone, x=1)
attempt(d.timezone, d.timedelta(0), x=1)
attempt(d.timezone, name="x")
for zone in (d.tzinfo(), d.timezone.utc, d.timezone(d.timedelta(hours=1))):
    for name in ("utcoffset", "tzname", "dst"):
        for arguments in ((), (None,), (1,), (day,), (moment,), (aware, 1)):
            attempt(getattr(zone, name), *arguments)
    for value in (None, 1, day, moment, aware):
        attempt(zone.fromutc, value)


class Zone(d.tzinfo):
    def __init__(self, value):
        self.value = value

    def utcoffset(self, moment):
        return self.value

    tzname = dst = utcoffset


for value in (1, "x", one, 2 * one, day, None):
    own = moment.replace(tzinfo=Zone(value))
    for name in ("utcoffset", "dst", "tzname", "isoformat"):
        attempt(getattr(own, name))

print("parsed")
for ordinal in (0, -1, 3652059, 3652060, *large, None, 1.5, "x"):
    attempt(d.date.fromordinal, ordinal)
    attempt(d.datetime.fromordinal, ordinal)
attempt(d.date.fromordinal)
attempt(d.date.fromordinal, n=1)
for arguments in (
    (10000, 1, 1), (2020, 54, 1), (2020, 1, 8), (10**20, 1, 1), (2020, 10**20, 1), (None,), (1, None), (1, 2), (),
    (1, 1, 1, 1), (1, "x", 1), (2020, 1, 1),
):
    attempt(d.date.fromisocalendar, *arguments)
for kind in (d.date, d.datetime, d.time):
    for arguments in ((), (1,), (1, "x"), ("x", 1), (None, None), ("x", "y", "z"), (b"x", "x")):
        attempt(kind.strptime, *arguments)
        attempt(kind.fromisoformat, *arguments)
    attempt(kind.strptime, string="x", format="y")
    attempt(kind.fromisoformat, string="x")
    for arguments in ((None,), (day,), (), (1, 2, 3)):
        if kind is not d.time:
            attempt(kind.fromtimestamp, *arguments)
for arguments in ((), (day,), (day, 1), (1, 1), (1, clock), (None, clock), (day, None), (day, clock, 1)):
    attempt(d.datetime.combine, *arguments)
attempt(d.datetime.now, day)

print("texts")
for own in (day, moment, clock):
    for arguments in ((), (1,), (None,), (b"x",), ("x", 1), ("\0",)):
        attempt(own.strftime, *arguments)
        attempt(own.__format__, *arguments)
    attempt(own.strftime, x=1)
    attempt(own.strftime, format=1)
for arguments in (
    (1,), ("xx",), ("",), (None,), (one,), ("T", 1), ("T", None), ("T", "x"), ("T", "auto", 1), ("T", "\ud800"),
    ("T", "a\0"), ("T", ""), ("\ud800",),
):
    attempt(moment.isoformat, *arguments)
    attempt(aware.isoformat, *arguments)
    attempt(clock.isoformat, *arguments)
print(day.isocalendar(), [day.isocalendar()])

print("operators")
attempt(lambda: aware < moment)
attempt(lambda: aware_clock < clock)
attempt(lambda: aware_clock == clock)
attempt(lambda: aware - moment)
for own in (day, moment, aware):
    for other in (most, least, d.timedelta(4000000), d.timedelta(-4000000)):
        attempt(lambda: own + other)
        attempt(lambda: own - other)
        attempt(lambda: other + own)
for action in (
    lambda: most + most, lambda: most * 2, lambda: most * 10**20, lambda: -least, lambda: abs(least),
    lambda: most * 1e300, lambda: most / 1e-300, lambda: most - least, lambda: most / 0, lambda: most // least,
    lambda: d.timedelta(days=10**9), lambda: d.timedelta(weeks=10**9), lambda: d.timedelta(seconds=10**20),
    lambda: d.timedelta(days=2**31 - 1), lambda: d.timedelta(days=2**31), lambda: d.timedelta(days=-(10**9)),
    lambda: d.timedelta(hours=1e300), lambda: d.timedelta(days=10**5000), lambda: d.timedelta("x", None, 1j),
    lambda: d.timedelta(1, 2, b""), lambda: d.timedelta(days=float("nan")),
):
    attempt(action)
