"""Texts and offsets of moments whose zones are classes of the program."""

from datetime import datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo


class Zone(tzinfo):
    def __init__(self, offset):
        self.offset = offset

    def utcoffset(self, moment):
        if isinstance(self.offset, Exception):
            raise self.offset
        return self.offset

    def dst(self, moment):
        return timedelta(0)

    def tzname(self, moment):
        return "own"


class Delta(timedelta):
    pass


class Own(datetime):
    def replace(self, *args, **kwargs):
        print("replaced")
        return super().replace(*args, **kwargs)


def told(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


offsets = (
    timedelta(hours=1), timedelta(hours=-5, minutes=-30), timedelta(0), timedelta(seconds=-1), timedelta(microseconds=1),
    timedelta(hours=23, minutes=59, seconds=59, microseconds=999_999), timedelta(days=1), timedelta(days=-1),
    timedelta(days=-1, microseconds=1), timedelta(days=-2), Delta(hours=2), None, 5, "x", ValueError("refused"),
)
for offset in offsets:
    for kind in (datetime, Own):
        moment = kind(2024, 3, 4, 5, 6, 7, 80, tzinfo=Zone(offset))
        print(repr(offset), kind.__name__, told(moment.utcoffset), told(moment.isoformat), told(lambda: str(moment)))
        print(told(lambda: moment.isoformat(" ", "minutes")), told(lambda: moment.isoformat(timespec="milliseconds")))
    print(told(lambda: moment.isoformat(timespec="none")))
for zone in (ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York"), timezone.utc, timezone(timedelta(minutes=90))):
    for month in (1, 7):
        moment = datetime(2024, month, 2, 3, 4, 5, tzinfo=zone)
        print(moment.isoformat(), moment.utcoffset(), moment.isoformat("_", timespec="hours"), moment.replace(fold=1).isoformat())
print(datetime(1, 1, 1).utcoffset(), told(lambda: datetime(1, 1, 1).utcoffset(1)))
