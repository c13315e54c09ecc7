"""What `fromisoformat` of `datetime` reads beyond the common cases, as CPython's C code does.

The texts are bytes of UTF-8 with a zero behind them, as they are there: what is refused, and which
character behind a number of too many digits is not looked at, follows from that.
"""

import _pydatetime
from _pydatetime import timedelta, timezone


class _Malformed(Exception):
    pass


def _number(content, place, digits):
    """A number of so many digits at a place, and the place behind it."""
    text = content[place:place + digits]
    if len(text) < digits or not text.isdigit():
        raise _Malformed
    return int(text), place + digits


def _date(content, length):
    """Year, month and day of a text that is a date up to `length`."""
    year, place = _number(content, 0, 4)
    has_separators = content[place:place + 1] == b"-"
    place += has_separators

    def behind_separator(place):
        if has_separators and content[place:place + 1] != b"-":
            raise _Malformed
        return place + has_separators

    if content[place:place + 1] == b"W":
        week, place = _number(content, place + 1, 2)
        day = 1
        if place < length:
            day, place = _number(content, behind_separator(place), 1)
        try:
            return _pydatetime._isoweek_to_gregorian(year, week, day)
        except ValueError:
            raise _Malformed from None
    month, place = _number(content, place, 2)
    day, place = _number(content, behind_separator(place), 2)
    return year, month, day


def _clock(content, place, end):
    """Hour, minute, second and microsecond from a place on, and whether something follows them."""
    values = [0, 0, 0]
    has_separators = True
    for index in range(3):
        values[index], place = _number(content, place, 2)
        following = content[place:place + 1]
        place += 1
        if index == 0:
            has_separators = following == b":"
        if place >= end:
            if following in (b".", b","):
                raise _Malformed
            return *values, 0, following != b"\0"
        if has_separators and following == b":":
            if index == 2:
                raise _Malformed
        elif following in (b".", b","):
            if index < 2:
                raise _Malformed
            break
        elif has_separators:
            raise _Malformed
        else:
            place -= 1
    digits = min(end - place, 6)
    microsecond, place = _number(content, place, digits)
    while content[place:place + 1].isdigit():
        place += 1
    return *values, microsecond * 10 ** (6 - digits), content[place:place + 1] != b"\0"


def _time(content):
    """Hour, minute, second and microsecond of a text of a time, with the zero behind it, and how far its zone is
    ahead."""
    end = len(content) - 1
    signs = (place for place in range(end) if content[place] in b"+-Z")
    sign = next(signs, end)
    *clock, has_more = _clock(content, 0, sign)
    if sign == end:
        if has_more:
            raise _Malformed
        return *clock, None
    if content[sign:sign + 1] == b"Z":
        if content[sign + 1]:
            raise _Malformed
        return *clock, timedelta()
    hours, minutes, seconds, microseconds, has_more = _clock(content, sign + 1, end)
    if has_more:
        raise _Malformed
    offset = timedelta(hours=hours, minutes=minutes, seconds=seconds, microseconds=microseconds)
    return *clock, -offset if content[sign:sign + 1] == b"-" else offset


def _zone(offset):
    return offset if offset is None else timezone(offset)


def _separator(text):
    """Where the separator between date and time stands, or the length of the date."""
    def digit(place):
        return "0" <= text[place:place + 1] <= "9"

    length = len(text)
    if length == 7:
        return 7
    if text[4] == "-":
        if text[5] != "W":
            return 10
        if length > 8 and text[8] == "-":
            if length == 9:
                raise _Malformed
            return 8 if length > 10 and digit(10) else 10
        return 8
    if text[4] != "W":
        return 8
    place = 7
    while place < length and digit(place):
        place += 1
    if place < 9:
        return place
    return 7 if place % 2 == 0 else 8


def _parts(read, text):
    """The parts of a text that is told to be malformed by a `ValueError` without a context."""
    if not isinstance(text, str):
        raise TypeError("fromisoformat: argument must be str")
    try:
        return read(text)
    except (_Malformed, UnicodeEncodeError):
        pass
    raise ValueError(f"Invalid isoformat string: {text!r}")


def _read_date(text):
    content = text.encode()
    if len(content) not in (7, 8, 10):
        raise _Malformed
    return _date(content + b"\0", len(content))


def _read_time(text):
    return _time(text.encode().removeprefix(b"T") + b"\0")


def _read_moment(text):
    if len(text) < 7:
        raise _Malformed
    separator = _separator(text)
    date = _date(text[:separator].encode() + b"\0", separator)
    if len(text) <= separator:
        return *date, 0, 0, 0, 0, None
    return *date, *_time(text[separator + 1:].encode() + b"\0")


def date_of_text(cls, text):
    return cls(*_parts(_read_date, text))


def time_of_text(cls, text):
    hour, *rest, offset = _parts(_read_time, text)
    if hour == 24:
        _check_midnight(rest)
        hour = 0
    return cls(hour, *rest, _zone(offset))


def _check_midnight(rest):
    if any(rest):
        raise ValueError("minute, second, and microsecond must be 0 when hour is 24")


def moment_of_text(cls, text):
    year, month, day, hour, *rest, offset = _parts(_read_moment, text)
    zone = _zone(offset)
    if hour == 24 and 1 <= month <= 12 and day <= _pydatetime._days_in_month(year, month):
        _check_midnight(rest)
        hour, day = 0, day + 1
        if day > _pydatetime._days_in_month(year, month):
            month, day = month + 1, 1
            if month > 12:
                year, month = year + 1, 1
    return cls(year, month, day, hour, *rest, zone)
