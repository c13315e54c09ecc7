"""Clocks and the calendar, over `_time_core`."""

import _time_core as _core
from _time_core import (
    clock_getres, clock_gettime, clock_gettime_ns, monotonic, monotonic_ns, perf_counter,
    perf_counter_ns, process_time, process_time_ns, sleep, thread_time, thread_time_ns, time,
    time_ns,
)
from _motet_sequence import make as _make

_STRUCT_TM_ITEMS = 11
CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID = range(4)
CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME, CLOCK_TAI = 4, 7, 11

struct_time = _make(
    "time.struct_time",
    "tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday tm_yday tm_isdst",
    "tm_zone tm_gmtoff",
)


def _seconds(seconds):
    if seconds is None:
        return time_ns() // 10**9
    if isinstance(seconds, float):
        if seconds != seconds:
            raise ValueError("Invalid value NaN (not a number)")
        if seconds in (float("inf"), float("-inf")):
            raise OverflowError("timestamp out of range for platform time_t")
        whole = int(seconds)
        whole -= whole > seconds
    elif isinstance(seconds, int):
        whole = int.__index__(seconds)
    elif hasattr(seconds, "__index__"):
        whole = seconds.__index__()
    else:
        raise TypeError(f"'{type(seconds).__name__}' object cannot be interpreted as an integer")
    if not -(2**63) <= whole < 2**63:
        raise OverflowError("timestamp out of range for platform time_t")
    return whole


def clock_settime(clk_id, time, /):
    if not isinstance(time, float) and not hasattr(type(time), "__index__"):
        name = type(time).__name__
        raise TypeError(f"'{name}' object cannot be interpreted as an integer or float")
    if isinstance(time, float):
        if time != time:
            raise ValueError("Invalid value NaN (not a number)")
        if abs(time) >= 2**63 / 1e9:
            raise OverflowError("timestamp out of range for C PyTime_t")
        # Exact: the float's value, rounded down to nanoseconds.
        top, bottom = time.as_integer_ratio()
        clock_settime_ns(clk_id, top * 10**9 // bottom)
    else:
        clock_settime_ns(clk_id, time.__index__() * 10**9)


def clock_settime_ns(clk_id, time, /):
    import _posix_core
    if not isinstance(time, int):
        raise TypeError(f"expect int, got {type(time).__name__}")
    if not -(2**63) <= time < 2**63:
        raise OverflowError("Python int too large to convert to C long")
    seconds, rest = divmod(time, 10**9)
    moment = seconds.to_bytes(8, "little", signed=True) + rest.to_bytes(8, "little")
    _posix_core.clock_settime(clk_id, moment)


def pthread_getcpuclockid(thread_id, /):
    """The number of the clock of the processor time that a thread has used."""
    import _thread
    if thread_id == _thread.get_ident():
        native = _thread.get_native_id()
    else:
        import threading
        thread = threading._active.get(thread_id)
        native = None if thread is None else thread.native_id
        if native is None:
            raise ProcessLookupError(3, "No such process")
    # As the system names the clock of a thread, by bits.
    return ~native << 3 | 6


def localtime(seconds=None, /):
    made = _core.localtime_of(struct_time, seconds)
    return made or struct_time(_core.localtime(_seconds(seconds)))


def gmtime(seconds=None, /):
    made = _core.gmtime_of(struct_time, seconds)
    return made or struct_time(_core.gmtime(_seconds(seconds)))


def _fields(t, function):
    if not isinstance(t, tuple):
        raise TypeError("Tuple or struct_time argument required")
    if len(t) != 9:
        raise TypeError(f"{function}(): illegal time tuple argument")
    for field in t:
        if not hasattr(field, "__index__"):
            name = type(field).__name__
            raise TypeError(f"'{name}' object cannot be interpreted as an integer")
    return tuple([field.__index__() for field in t])


_LIMITS = (
    (1, 1, 12, "month"), (2, 1, 31, "day of month"), (3, 0, 23, "hour"), (4, 0, 59, "minute"),
    (5, 0, 61, "seconds"), (6, -1, None, "day of week"), (7, 1, 366, "day of year"),
)


def _checked(t, function):
    fields = list(_fields(t, function))
    # Zero stands for the first month, day and day of the year, as it always has.
    for place in (1, 2, 7):
        if fields[place] == 0:
            fields[place] = 1
    for place, least, most, name in _LIMITS:
        if fields[place] < least or most is not None and fields[place] > most:
            raise ValueError(f"{name} out of range")
    if fields[0] - 1900 < -2**31 or fields[0] > 2**31 - 1:
        raise OverflowError("year out of range")
    fields[6] %= 7
    fields[8] = max(-1, min(1, fields[8]))
    return fields


def _is_surrogate(letter):
    return "\ud800" <= letter <= "\udfff"


def strftime(format, t=None, /):
    text = _core.strftime_of(format, t)
    if text is not None:
        return text
    if not isinstance(format, str):
        raise TypeError(f"strftime() argument 1 must be str, not {type(format).__name__}")
    t = localtime() if t is None else t
    fields = _checked(t, "strftime")
    if isinstance(t, struct_time) and t.tm_zone is not None:
        fields += [t.tm_zone, t.tm_gmtoff or 0]
    elif fields[8] in (0, 1):
        fields += [tzname[fields[8]], -(altzone if fields[8] else timezone)]
    # Zero characters are no codes and stay as they are: the C library takes none.
    parts = []
    for number, part in enumerate(format.split("\0")):
        if number:
            parts.append("\0")
        if part:
            parts.append(_core.strftime(part, tuple(fields)))
    return "".join(parts)


_DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def asctime(t=None, /):
    year, month, day, hour, minute, second, weekday, *_ = _checked(
        localtime() if t is None else t, "asctime"
    )
    name = f"{_DAYS[weekday]} {_MONTHS[month - 1]}"
    return f"{name} {day:2d} {hour:02d}:{minute:02d}:{second:02d} {year}"


def ctime(seconds=None, /):
    return asctime(localtime(seconds))


def mktime(t, /):
    fields = _fields(t, "mktime")
    if not -(2**31) <= fields[0] - 1900 < 2**31:
        raise OverflowError("year out of range")
    return _core.mktime(fields)


def strptime(string, format="%a %b %d %H:%M:%S %Y", /):
    import _strptime
    return _strptime._strptime_time(string, format)


def tzset():
    """Reads the zone again from the environment."""
    global tzname, timezone, altzone, daylight
    _core.tzset()
    year = (365 * 24 + 6) * 3600
    start = time_ns() // 10**9 // year * year
    winter, summer = _core.localtime(start), _core.localtime(start + year // 2)
    before, after = (winter[9], -winter[10]), (summer[9], -summer[10])
    daylight = int(before != after)
    if before[1] < after[1]:
        # South of the equator.
        before, after = after, before
    (standard, timezone), (saving, altzone) = before, after
    tzname = standard, saving


class _ClockInfo:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __repr__(self):
        fields = ", ".join([f"{name}={value!r}" for name, value in self.__dict__.items()])
        return f"namespace({fields})"


_CLOCKS = {
    "time": (CLOCK_REALTIME, "CLOCK_REALTIME", False, True),
    "monotonic": (CLOCK_MONOTONIC, "CLOCK_MONOTONIC", True, False),
    "perf_counter": (CLOCK_MONOTONIC, "CLOCK_MONOTONIC", True, False),
    "process_time": (CLOCK_PROCESS_CPUTIME_ID, "CLOCK_PROCESS_CPUTIME_ID", True, False),
    "thread_time": (CLOCK_THREAD_CPUTIME_ID, "CLOCK_THREAD_CPUTIME_ID", True, False),
}


def get_clock_info(name, /):
    if not isinstance(name, str):
        raise TypeError(f"get_clock_info() argument 1 must be str, not {type(name).__name__}")
    if name not in _CLOCKS:
        raise ValueError("unknown clock")
    clock, shown, is_monotonic, is_adjustable = _CLOCKS[name]
    return _ClockInfo(
        implementation=f"clock_gettime({shown})", monotonic=is_monotonic,
        adjustable=is_adjustable, resolution=clock_getres(clock),
    )


tzset()
