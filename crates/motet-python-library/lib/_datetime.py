"""The classes of `datetime`: the library's, with what is common native before what is rare."""

import _datetime_core as _core
from _pydatetime import *

_DELTA, _DATE, _MOMENT, _ZONE = 1, 2, 3, 4


def _put_before(cls, kind, natives):
    """Makes natives the methods of a class; they know its own by `_slow_CLASS` and the name."""
    cls._calendar_kind = kind
    for name, native in natives.items():
        setattr(cls, f"_slow_{cls.__name__}{name}", getattr(cls, name))
        setattr(cls, name, native)


_put_before(timedelta, _DELTA, {
    "__add__": _core.delta_add, "__radd__": _core.delta_add, "__sub__": _core.delta_sub,
    "total_seconds": _core.delta_total_seconds,
})
def _text(self):
    return self.isoformat()


date.__str__ = _text
_put_before(date, _DATE, {
    "isoformat": _core.date_isoformat, "__str__": _core.date_str,
    "__add__": _core.date_add, "__radd__": _core.date_add, "__sub__": _core.date_sub,
})
_put_before(datetime, _MOMENT, {
    "isoformat": _core.moment_isoformat, "__str__": _core.moment_str,
    "__add__": _core.moment_add, "__radd__": _core.moment_add, "__sub__": _core.moment_sub,
})
tzinfo._calendar_kind = _ZONE

_slow_delta, _slow_date, _slow_moment = timedelta.__new__, date.__new__, datetime.__new__
_new_delta, _new_date, _new_moment = _core.new_delta, _core.new_date, _core.new_moment


def _delta(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
    made = _new_delta(cls, days, seconds, microseconds, milliseconds, minutes, hours, weeks)
    if made is None:
        return _slow_delta(
            cls, days, seconds, microseconds, milliseconds, minutes, hours, weeks
        )
    return made


def _date(cls, year, month=None, day=None):
    made = _new_date(cls, year, month, day)
    return _slow_date(cls, year, month, day) if made is None else made


def _moment(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0,
            tzinfo=None, *, fold=0):
    made = _new_moment(cls, year, month, day, hour, minute, second, microsecond, tzinfo, fold)
    if made is None:
        return _slow_moment(
            cls, year, month, day, hour, minute, second, microsecond, tzinfo, fold=fold
        )
    return made


for _cls, _new in (timedelta, _delta), (date, _date), (datetime, _moment):
    _new.__name__, _new.__qualname__ = "__new__", _cls.__name__ + ".__new__"
    _new.__module__ = "datetime"
    _cls.__new__ = staticmethod(_new)
del _cls, _new
