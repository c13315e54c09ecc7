"""Handlers of signals. They run on the main thread."""
import _signal
from _signal import *

try:
    from enum import IntEnum as _IntEnum
except Exception:
    _IntEnum = None

if _IntEnum is not None:
    Signals = _IntEnum("Signals", {
        name: number for name, number in vars(_signal).items()
        if name.startswith("SIG") and not name.startswith("SIG_")
    }, module=__name__)
    Handlers = _IntEnum("Handlers", {"SIG_DFL": 0, "SIG_IGN": 1}, module=__name__)
    globals().update(Signals.__members__)
    globals().update(Handlers.__members__)


def _named(value, kind):
    if _IntEnum is None or not isinstance(value, int):
        return value
    try:
        return kind(value)
    except ValueError:
        return value


def signal(signalnum, handler):
    before = _signal.signal(signalnum, handler)
    return before if _IntEnum is None else _named(before, Handlers)


def getsignal(signalnum):
    handler = _signal.getsignal(signalnum)
    return handler if _IntEnum is None else _named(handler, Handlers)


def valid_signals():
    numbers = set(range(1, NSIG)) - {32, 33}
    if _IntEnum is None:
        return numbers
    return {_named(number, Signals) for number in numbers}
