"""The classes of `datetime`: the library's, with natives for the common cases."""

from math import modf as _modf
from _io_core import method_named as _method_named
from operator import index as _index
from time import _core as _clock, _seconds as _whole_seconds, struct_time as _struct_time
from time import localtime as _localtime

import _datetime_core as _core
import _pydatetime as _python
from _pydatetime import *

_DELTA, _DATE, _MOMENT, _ZONE, _TIME = 1, 2, 3, 4, 5


def _with_other_words(kind):
    """What makes an exception for the library's Python code, whose words are not those of C."""
    def make(message=""):
        from _datetime_words import reworded
        return kind(reworded(message))

    return make


for _kind in NotImplementedError, OverflowError, TypeError, ValueError:
    setattr(_python, _kind.__name__, _with_other_words(_kind))
del _kind


def _check_zone(zone):
    if zone is not None and not isinstance(zone, tzinfo):
        from _datetime_words import class_of
        raise TypeError(
            f"tzinfo argument must be None or of a tzinfo subclass, not type '{class_of(zone)}'")


_python._check_tzinfo_arg = _check_zone


def _put_before(cls, kind, natives):
    """Makes natives the methods of a class; they know its own by `.slow_CLASS` and the name."""
    setattr(cls, ".calendar_kind", kind)
    for name, native in natives.items():
        setattr(cls, f".slow_{cls.__name__}{name}", getattr(cls, name))
        setattr(cls, name, _method_named(native, name, f"datetime.{cls.__name__}"))


_put_before(timedelta, _DELTA, {
    "__add__": _core.delta_add, "__radd__": _core.delta_add, "__sub__": _core.delta_sub,
    "total_seconds": _core.delta_total_seconds, "__repr__": _core.delta_repr,
})


def _method(kind, name=None):
    """Makes a function the method of a class."""
    def put(function):
        own = name or function.__name__.strip("_")
        function.__name__, function.__qualname__ = own, f"{kind.__name__}.{own}"
        function.__module__, old = "datetime", getattr(kind, own)
        function.__doc__ = old.__doc__
        if own == "__new__":
            function = staticmethod(function)
        elif hasattr(old, "__self__"):
            function = classmethod(function)
        setattr(kind, own, function)
        return function

    return put


def _check_texts(name, *texts):
    from _datetime_words import check_text
    for place, text in enumerate(texts, 1):
        check_text(name, place, text)


def _strftime_of(kind):
    slow = kind.strftime

    @_method(kind, "strftime")
    def strftime(self, format):
        if not isinstance(format, str):
            _check_texts("strftime", format)
        return slow(self, format)


def _format_of(kind):
    @_method(kind, "__format__")
    def __format__(self, format, /):
        if not isinstance(format, str):
            _check_texts("__format__", format)
        return self.strftime(format) if format else str(self)


def _text_parser_of(kind):
    @_method(kind, "strptime")
    def strptime(cls, string, format, /):
        if not isinstance(string, str) or not isinstance(format, str):
            _check_texts("strptime", string, format)
        import _strptime
        return getattr(_strptime, f"_strptime_datetime_{kind.__name__}")(cls, string, format)


for _kind in date, time:
    _strftime_of(_kind)
    _format_of(_kind)
for _kind in date, time, datetime:
    _text_parser_of(_kind)
del _kind



def _wrong_moment(name, given):
    from _datetime_words import class_of
    return TypeError(
        f"{name}(dt) argument must be a datetime instance or None, not {class_of(given)}")


@_method(timezone, "utcoffset")
def _own_offset(self, dt, /):
    if isinstance(dt, datetime) or dt is None:
        return self._offset
    raise _wrong_moment("utcoffset", dt)


@_method(timezone, "tzname")
def _own_name(self, dt, /):
    if isinstance(dt, datetime) or dt is None:
        name = self._name
        return self._name_from_offset(self._offset) if name is None else name
    raise _wrong_moment("tzname", dt)


@_method(timezone, "dst")
def _own_change(self, dt, /):
    if isinstance(dt, datetime) or dt is None:
        return None
    raise _wrong_moment("dst", dt)


@_method(timezone, "fromutc")
def _own_time(self, dt, /):
    if not isinstance(dt, datetime):
        raise TypeError("fromutc: argument must be a datetime")
    if dt._tzinfo is not self:
        raise ValueError("fromutc: dt.tzinfo is not self")
    return dt + self._offset


def _unknown_in_zone(name):
    @_method(tzinfo, name)
    def method(self, dt, /):
        raise NotImplementedError(f"a tzinfo subclass must implement {name}()")


for _name in "utcoffset", "tzname", "dst":
    _unknown_in_zone(_name)
del _name, _own_offset, _own_name, _own_change, _own_time
_make_zone = timezone.__new__


@_method(timezone, "__new__")
def _new_zone(cls, offset, name=timezone._Omitted):
    is_named = name is not timezone._Omitted
    if not isinstance(offset, timedelta) or is_named and not isinstance(name, str):
        from _datetime_words import parse
        parse(timezone, (offset, name) if is_named else (offset,), {})
    return _make_zone(cls, offset, name)


def _within_years(kind, name):
    """An operator of moments, which tells of the day when a difference is too large."""
    operate = getattr(kind, name)

    @_method(kind, name)
    def operator(self, other, /):
        try:
            return operate(self, other)
        except OverflowError:
            pass
        raise OverflowError("date value out of range")


for _kind in date, datetime:
    for _name in "__add__", "__sub__":
        _within_years(_kind, _name)
del _name, _kind


def _calendar_date_text(self):
    return "datetime." + _calendar_date_repr(self)


_calendar_date_repr = _python._IsoCalendarDate.__repr__
_python._IsoCalendarDate.__repr__ = _calendar_date_text
_KEPT = object()


def _c_number(value, own):
    """A number as C takes it; `own` if it is not given."""
    if value is _KEPT:
        return own
    number = _index(value)
    if -1 << 31 <= number < 1 << 31:
        return number
    raise OverflowError("Python int too large to convert to C int")


_replace_date, _replace_time, _replace_moment = date.replace, time.replace, datetime.replace


@_method(date, "replace")
def _replace(self, year=_KEPT, month=_KEPT, day=_KEPT):
    if type(year) is not int or not 0 < year < 10000:
        year = _c_number(year, self._year)
    month = self._month if month is _KEPT else _c_number(month, 0)
    day = self._day if day is _KEPT else _c_number(day, 0)
    return _replace_date(self, year, month, day)


@_method(time, "replace")
def _replace(
    self, hour=_KEPT, minute=_KEPT, second=_KEPT, microsecond=_KEPT, tzinfo=_KEPT, *, fold=_KEPT
):
    hour, minute = _c_number(hour, self._hour), _c_number(minute, self._minute)
    second, microsecond = _c_number(second, self._second), _c_number(microsecond, self._microsecond)
    zone = self._tzinfo if tzinfo is _KEPT else tzinfo
    return _replace_time(
        self, hour, minute, second, microsecond, zone, fold=_c_number(fold, self._fold))


@_method(datetime, "replace")
def _replace(
    self, year=_KEPT, month=_KEPT, day=_KEPT, hour=_KEPT, minute=_KEPT, second=_KEPT,
    microsecond=_KEPT, tzinfo=_KEPT, *, fold=_KEPT
):
    year, month = _c_number(year, self._year), _c_number(month, self._month)
    day, hour = _c_number(day, self._day), _c_number(hour, self._hour)
    minute, second = _c_number(minute, self._minute), _c_number(second, self._second)
    microsecond = _c_number(microsecond, self._microsecond)
    zone = self._tzinfo if tzinfo is _KEPT else tzinfo
    return _replace_moment(
        self, year, month, day, hour, minute, second, microsecond, zone,
        fold=_c_number(fold, self._fold),
    )


_slow_clock_text = time.isoformat


@_method(time, "isoformat")
def _isoformat(self, timespec="auto"):
    if type(timespec) is not str or not timespec.isalpha():
        from _datetime_words import check_plain_text
        check_plain_text("isoformat", 1, timespec)
    return _slow_clock_text(self, timespec)


_day_of = _python._ord2ymd


@_method(date, "fromordinal")
def _fromordinal(cls, ordinal, /):
    made = _core.day_of_ordinal(cls, ordinal)
    if made is not None:
        return made
    if type(ordinal) is not int or not 0 < ordinal < 4000000:
        from _datetime_words import _number
        _number("fromordinal", 1, ordinal)
        ordinal = _index(ordinal)
        if ordinal < 1:
            raise ValueError("ordinal must be >= 1")
    return cls(*_day_of(ordinal))


@_method(date, "fromtimestamp")
def _fromtimestamp(cls, timestamp, /):
    if timestamp is None or hasattr(timestamp, ".calendar_kind"):
        from _datetime_words import class_of
        raise TypeError(f"'{class_of(timestamp)}' object cannot be interpreted as an integer")
    return cls(*_localtime(timestamp)[:3])


_slow_week_day = date.fromisocalendar.__func__


@_method(date, "fromisocalendar")
def _fromisocalendar(cls, year=_KEPT, week=_KEPT, day=_KEPT):
    problem = None
    if type(year) is int and type(week) is int and type(day) is int:
        try:
            return _slow_week_day(cls, year, week, day)
        except ValueError as error:
            problem = error
    from _datetime_words import parse
    given = {"year": year, "week": week, "day": day}
    parse("fromisocalendar", (), {name: it for name, it in given.items() if it is not _KEPT})
    if problem is not None:
        raise problem
    return _slow_week_day(cls, year, week, day)


del _replace, _isoformat, _fromordinal, _fromtimestamp, _fromisocalendar


def _text(self):
    return self.isoformat()


_text.__name__, _text.__qualname__, _text.__module__ = "__str__", "date.__str__", "datetime"
date.__str__ = _text
_date_minus = date.__sub__


def _minus(self, other):
    # A moment is no day from which another day could be taken, nor the other way round.
    if isinstance(other, datetime) and not isinstance(self, datetime):
        return NotImplemented
    return _date_minus(self, other)


_minus.__name__, _minus.__qualname__, _minus.__module__ = "__sub__", "date.__sub__", "datetime"
date.__sub__ = _minus
_put_before(date, _DATE, {
    "isoformat": _core.date_isoformat, "__str__": _core.date_str,
    "__add__": _core.date_add, "__radd__": _core.date_add, "__sub__": _core.date_sub,
    "weekday": _core.date_weekday, "isoweekday": _core.date_isoweekday,
    "toordinal": _core.date_toordinal, "replace": _core.date_replace,
    "strftime": _core.date_strftime, "__repr__": _core.date_repr,
    "isocalendar": _core.date_isocalendar,
})
setattr(date, ".iso_calendar", _python._IsoCalendarDate)
_moment_text, _moment_offset = datetime.isoformat, datetime.utcoffset


def _text_in_zone(self, sep="T", timespec="auto"):
    """The text without the zone is native, and so is that of an offset."""
    if type(sep) is not str or len(sep) != 1 or type(timespec) is not str or not timespec.isalpha():
        from _datetime_words import check_character, check_plain_text
        check_character("isoformat", 1, sep)
        check_plain_text("isoformat", 2, timespec)
    if type(self) is datetime and self._tzinfo is not None:
        text = self.replace(tzinfo=None).isoformat(sep, timespec)
        offset = self.utcoffset()
        if offset is None:
            return text
        if type(offset) is timedelta:
            end = _core.offset_text(offset, ":")
            if end is not None:
                return text + end
    return _moment_text(self, sep, timespec)


def _offset_in_zone(self):
    """An offset of less than a day needs no comparison with those of a day."""
    zone = self._tzinfo
    if zone is None:
        return None
    offset = zone.utcoffset(self)
    if offset is None:
        return None
    if type(offset) is timedelta:
        days = offset._days
        if days == 0 or days == -1 and (offset._seconds or offset._microseconds):
            return offset
    _python._check_utc_offset("utcoffset", offset)
    return offset


for _own, _of in ((_text_in_zone, _moment_text), (_offset_in_zone, _moment_offset)):
    _own.__name__, _own.__qualname__ = _of.__name__, _of.__qualname__
    _own.__module__, _own.__doc__ = _of.__module__, _of.__doc__
datetime.isoformat, datetime.utcoffset = _text_in_zone, _offset_in_zone
del _own, _of
_put_before(datetime, _MOMENT, {
    "isoformat": _core.moment_isoformat, "__str__": _core.moment_str,
    "__add__": _core.moment_add, "__radd__": _core.moment_add, "__sub__": _core.moment_sub,
    "replace": _core.moment_replace, "date": _core.moment_date,
    "utcoffset": _core.moment_utcoffset, "time": _core.moment_time,
    "timetuple": _core.moment_timetuple, "__repr__": _core.moment_repr,
    "timestamp": _core.moment_timestamp, "astimezone": _core.moment_astimezone,
})
_put_before(time, _TIME, {
    "isoformat": _core.time_isoformat, "__str__": _core.time_isoformat,
    "replace": _core.time_replace,
})
setattr(tzinfo, ".calendar_kind", _ZONE)
for _cls in date, time, datetime:
    _own = _method_named(_cls.replace, "__replace__", f"datetime.{_cls.__name__}")
    setattr(_cls, "__replace__", _own)
del _cls, _own


def _times(self, other):
    return timedelta.__mul__(self, other)


_times.__name__, _times.__qualname__ = "__rmul__", "timedelta.__rmul__"
_times.__module__, timedelta.__rmul__ = "datetime", _times

_SLOTS = {
    timedelta: timedelta.__slots__, date: date.__slots__, time: time.__slots__,
    datetime: date.__slots__ + time.__slots__,
}


def _past_setattr(kind):
    """The `__new__` of a class. It fills the slots past any `__setattr__` of a class below."""
    new = kind.__new__
    slots = [vars(base)[name] for name in _SLOTS[kind] for base in kind.__mro__ if name in vars(base)]

    def make(cls, *args, **kwargs):
        try:
            if cls.__setattr__ is object.__setattr__:
                return new(cls, *args, **kwargs)
            filled = new(kind, *args, **kwargs)
        except (OverflowError, TypeError, ValueError) as error:
            problem = error
        else:
            made = object.__new__(cls)
            for slot in slots:
                slot.__set__(made, slot.__get__(filled))
            return made
        from _datetime_words import refused
        raise refused(kind, args, kwargs, problem)

    return make


_slow_delta, _slow_date = _past_setattr(timedelta), _past_setattr(date)
_slow_time, _slow_moment = _past_setattr(time), _past_setattr(datetime)
for _cls, _slow, _new in (
    (timedelta, _slow_delta, _core.construct_delta), (date, _slow_date, _core.construct_date),
    (time, _slow_time, _core.construct_time), (datetime, _slow_moment, _core.construct_moment),
):
    setattr(_cls, ".slow_new_" + _cls.__name__, staticmethod(_slow))
    _cls.__new__ = staticmethod(_method_named(_new, "__new__", f"datetime.{_cls.__name__}"))
del _cls, _slow, _new

_core.announce(
    timedelta(1), date(1, 1, 1), datetime(1, 1, 1), timezone.utc, time(0), _struct_time(range(9))
)

def _date_of_text(cls, date_string, /):
    made = _core.parse_date(cls, date_string)
    if made is None:
        from _datetime_texts import date_of_text
        return date_of_text(cls, date_string)
    return made


def _moment_of_text(cls, date_string, /):
    made = _core.parse_moment(cls, date_string)
    if made is None:
        from _datetime_texts import moment_of_text
        return moment_of_text(cls, date_string)
    return made


def _time_of_text(cls, time_string, /):
    made = _core.parse_time(cls, time_string)
    if made is None:
        from _datetime_texts import time_of_text
        return time_of_text(cls, time_string)
    return made


for _cls, _parse in (date, _date_of_text), (datetime, _moment_of_text), (time, _time_of_text):
    _parse.__name__, _parse.__qualname__ = "fromisoformat", _cls.__name__ + ".fromisoformat"
    _parse.__module__ = "datetime"
    _parse.__doc__ = _cls.fromisoformat.__doc__
    _cls.fromisoformat = classmethod(_parse)
del _cls, _parse

def _unequal(kind):
    """`!=`, which asks no `__eq__` of a class below."""
    equal = kind.__eq__

    def __ne__(self, other):
        answer = equal(self, other)
        return answer if answer is NotImplemented else not answer

    return __ne__


def _hash(kind, plain):
    """`hash`, which asks no method of a class below: of its instances, that of a plain one."""
    known = kind.__hash__

    def __hash__(self):
        return known(self if type(self) is kind else plain(self))

    return __hash__


_hashes = {
    timedelta: lambda self: timedelta(self._days, self._seconds, self._microseconds),
    date: lambda self: date(self._year, self._month, self._day),
    time: lambda self: time(
        self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold
    ),
    datetime: lambda self: datetime(
        self._year, self._month, self._day, self._hour, self._minute, self._second,
        self._microsecond, self._tzinfo, fold=self._fold,
    ),
}
for _cls in timedelta, date, time, datetime, timezone:
    _methods = [_unequal(_cls)] + ([_hash(_cls, _hashes[_cls])] if _cls in _hashes else [])
    for _method in _methods:
        _method.__qualname__, _method.__module__ = f"{_cls.__name__}.{_method.__name__}", "datetime"
        setattr(_cls, _method.__name__, _method)
del _cls, _method, _methods, _hashes

_EPOCH_DAY, _DAY_SECONDS = 719163, 86400


def _offset(seconds):
    """How far local time is ahead at a moment, whose year must exist."""
    offset = _core.local_offset(seconds)
    if offset is not None:
        return offset
    fields = _clock.localtime(seconds)
    if not MINYEAR <= fields[0] <= MAXYEAR:
        raise ValueError(f"year must be in {MINYEAR}..{MAXYEAR}, not {fields[0]}")
    return fields[10]


def _mktime(self):
    """The moment in seconds at which local time is this one: where two are, `fold` says which."""
    days = self.toordinal() - _EPOCH_DAY
    wanted = ((days * 24 + self._hour) * 60 + self._minute) * 60 + self._second
    # The offsets on both sides of a change are looked for: one of them may be right.
    first = _offset(wanted)
    moment = wanted - first
    found = _offset(moment)
    if found == first:
        other = _offset(moment + (_DAY_SECONDS if self._fold else -_DAY_SECONDS))
        if other == first:
            return moment
    else:
        other = found
    second = wanted - other
    if _offset(second) == other:
        return second
    if found == first:
        return moment
    # This time does not exist: the clock jumps over it.
    return min(moment, second) if self._fold else max(moment, second)


def _fromtimestamp(cls, t, utc, tz):
    if not isinstance(t, float) and not hasattr(t, "__index__"):
        from _datetime_words import class_of
        raise TypeError(f"argument must be int or float, not {class_of(t)}")
    if t != t:
        raise ValueError("Invalid value NaN (not a number)")
    if utc and tz is not None:
        made = _core.moment_at(cls, t, timezone.utc)
        if made is not None:
            return tz.fromutc(made.replace(tzinfo=tz))
    fraction, whole = _modf(t)
    micro = round(fraction * 1e6)
    if micro >= 1000000:
        whole, micro = whole + 1, micro - 1000000
    elif micro < 0:
        whole, micro = whole - 1, micro + 1000000
    seconds = _whole_seconds(whole)
    fields = (_clock.gmtime if utc else _clock.localtime)(seconds)
    year, month, day, hour, minute, second = fields[:6]
    result = cls(year, month, day, hour, minute, min(second, 59), micro, tz)
    if tz is not None:
        return tz.fromutc(result)
    if not utc:
        # The clock may have been put back within the last day, so that this time came before.
        back = fields[10] - _offset(seconds - _DAY_SECONDS)
        if back < 0 and _offset(seconds + back) + back == fields[10]:
            result._fold = 1
    return result


datetime._mktime = _mktime
datetime._fromtimestamp = classmethod(_fromtimestamp)

_slow_now, _slow_at = datetime.now.__func__, datetime.fromtimestamp.__func__
_slow_combine = datetime.combine.__func__
_date_class, _time_class = date, time


def _now(cls, tz=None):
    made = _core.moment_at(cls, None, tz)
    return _slow_now(cls, tz) if made is None else made


def _at(cls, timestamp, tz=None):
    made = None if timestamp is None else _core.moment_at(cls, timestamp, tz)
    return _slow_at(cls, timestamp, tz) if made is None else made


def _combine(cls, date, time, tzinfo=True):
    made = _core.combined(cls, date, time, tzinfo)
    if made is not None:
        return made
    if not isinstance(date, _date_class) or not isinstance(time, _time_class):
        from _datetime_words import parse
        parse("combine", (date, time), {})
    return _slow_combine(cls, date, time, tzinfo)


for _name, _function in ("now", _now), ("fromtimestamp", _at), ("combine", _combine):
    _function.__doc__ = getattr(datetime, _name).__doc__
    _function.__name__, _function.__qualname__ = _name, f"datetime.{_name}"
    _function.__module__ = "datetime"
    setattr(datetime, _name, classmethod(_function))
del _name, _function


# Differences of a day, which offsets are compared with, are made once; texts of offsets are native.
_check_offset, _text_of_offset = _python._check_utc_offset, _python._format_offset
_least_offset, _most_offset = timedelta(-1), timedelta(1)


def _checked_offset(name, offset):
    if offset.__class__ is not timedelta or not _least_offset < offset < _most_offset:
        if offset is not None and not isinstance(offset, timedelta):
            from _datetime_words import class_of
            raise TypeError(
                f"tzinfo.{name}() must return None or timedelta, not '{class_of(offset)}'")
        _check_offset(name, offset)


def _checked_name(name):
    if name is not None and not isinstance(name, str):
        from _datetime_words import class_of
        raise TypeError(f"tzinfo.tzname() must return None or a string, not '{class_of(name)}'")


def _offset_text(off, sep=":"):
    made = _core.offset_text(off, sep)
    return _text_of_offset(off, sep) if made is None else made


_python._check_utc_offset, _python._format_offset = _checked_offset, _offset_text
_python._check_tzname = _checked_name
