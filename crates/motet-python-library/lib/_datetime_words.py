"""What the classes of `datetime` tell of wrong arguments, in the words of CPython's C code.

The library's Python code has words of its own for some of it, and does not parse arguments one by
one. Nothing here runs before something is refused.
"""

from _pydatetime import date, datetime, time, timedelta, timezone, tzinfo
from operator import index as _index

_CLASSES = date, datetime, time, timedelta, timezone, tzinfo


def class_of(value):
    """The class of a value, as messages name it."""
    kind = type(value)
    return f"datetime.{kind.__name__}" if kind in _CLASSES else kind.__name__


def argument_class(value):
    return "None" if value is None else class_of(value)


# ---- arguments that are parsed one by one

def _number(told, place, value):
    number = _index(value)
    if -1 << 31 <= number < 1 << 31:
        return
    if not -1 << 63 <= number < 1 << 63:
        raise OverflowError("Python int too large to convert to C long")
    side = "greater than maximum" if number > 0 else "less than minimum"
    raise OverflowError(f"signed integer is {side}")


def _component(told, place, value):
    try:
        _number(told, place, value)
    except OverflowError:
        raise ValueError("ISO calendar component out of range") from None


def check_text(told, place, value):
    if not isinstance(value, str):
        given = argument_class(value)
        raise TypeError(f"{told}() argument {place} must be str, not {given}")


def check_plain_text(told, place, value):
    """A text that C takes as bytes with a zero behind them."""
    check_text(told, place, value)
    if b"\0" in value.encode():
        raise ValueError("embedded null character")


def check_character(told, place, value):
    if not isinstance(value, str):
        given = argument_class(value)
    elif len(value) != 1:
        given = f"a string of length {len(value)}"
    else:
        return
    raise TypeError(f"{told}() argument {place} must be a unicode character, not {given}")


def _instance_of(kind):
    def check(told, place, value):
        if not isinstance(value, kind):
            wanted, given = f"datetime.{kind.__name__}", argument_class(value)
            raise TypeError(f"{told}() argument {place} must be {wanted}, not {given}")

    return check


_DAY, _CLOCK = ("year", "month", "day"), ("hour", "minute", "second", "microsecond")
_PARTS = "days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"

# The name that messages have, the parameters and their checks, how many there must be, and how many
# may be given by position.
_SIGNATURES = {
    date: ("", _DAY, (_number,) * 3, 3, 3),
    datetime: ("", _DAY + _CLOCK + ("tzinfo", "fold"), (_number,) * 7 + (None, _number), 3, 8),
    time: ("", _CLOCK + ("tzinfo", "fold"), (_number,) * 4 + (None, _number), 0, 5),
    timedelta: ("__new__", _PARTS, (None,) * 7, 0, 7),
    timezone: ("timezone", ("offset", "name"), (_instance_of(timedelta), check_text), 1, 2),
    "combine": (
        "combine", ("date", "time", "tzinfo"), (_instance_of(date), _instance_of(time), None), 2, 3
    ),
    "fromisocalendar": ("fromisocalendar", ("year", "week", "day"), (_component,) * 3, 3, 3),
}


def parse(key, args, kwargs, error=None):
    """Raises what CPython tells of arguments while it parses them. `error` is what has refused them."""
    told, names, checks, least, most = _SIGNATURES[key]
    caller, count, given = f"{told}()" if told else "function", len(args), len(args) + len(kwargs)
    if given > len(names):
        named = "" if count else "keyword "
        raise TypeError(f"{caller} takes at most {len(names)} {named}arguments ({given} given)")
    if count > most:
        raise TypeError(f"{caller} takes at most {most} positional arguments ({count} given)")
    left = dict(kwargs)
    for place, (name, check) in enumerate(zip(names, checks)):
        if place < count:
            value = args[place]
        elif name in left:
            value = left.pop(name)
        elif place < least:
            raise TypeError(f"{caller} missing required argument '{name}' (pos {place + 1})")
        else:
            continue
        if check is not None:
            check(told, place + 1, value)
    for place, name in enumerate(names[:count], 1):
        if name in left:
            message = f"argument for {caller} given by name ('{name}') and position ({place})"
            raise TypeError(message)
    if left:
        # The name that was meant has been looked for already.
        _, found, rest = str(error).partition(" got an unexpected keyword argument ")
        rest = rest if found else repr(next(iter(left)))
        caller = caller if told else "this function"
        raise TypeError(f"{caller} got an unexpected keyword argument {rest}")


def _check_parts(args, kwargs):
    given = dict(zip(_PARTS, args)) | kwargs
    for name in ("microseconds", "milliseconds", "seconds", "minutes", "hours", "days", "weeks"):
        value = given.get(name, 0)
        if not isinstance(value, (int, float)):
            kind = class_of(value)
            raise TypeError(f"unsupported type for timedelta {name} component: {kind}")


def refused(key, args, kwargs, error):
    """The exception of CPython for arguments that were refused with `error`."""
    try:
        parse(key, args, kwargs, error)
        if key is timedelta:
            _check_parts(args, kwargs)
    except Exception as other:
        other.__context__ = None
        return other.with_traceback(None)
    return error


def _days_out_of_range(message):
    days = message.rpartition(" ")[2]
    if len(days) > 11 or not -1 << 31 <= int(days) < 1 << 31:
        return "Python int too large to convert to C int"
    return f"days={days}; must have magnitude <= 999999999"


# ---- the words of the library's Python code

_OTHER_WORDS = {
    "cannot compare naive and aware datetimes":
        "can't compare offset-naive and offset-aware datetimes",
    "cannot compare naive and aware times": "can't compare offset-naive and offset-aware times",
    "fromutc() requires a datetime argument": "fromutc: argument must be a datetime",
    "dt.tzinfo is not self": "fromutc: dt.tzinfo is not self",
    "result out of range": "date value out of range",
}


def reworded(message):
    if message.startswith("timedelta # of days is too large"):
        return _days_out_of_range(message)
    return _OTHER_WORDS.get(message, message)
