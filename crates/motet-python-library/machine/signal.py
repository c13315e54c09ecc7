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


if _IntEnum is not None:
    Sigmasks = _IntEnum(
        "Sigmasks", {"SIG_BLOCK": 0, "SIG_UNBLOCK": 1, "SIG_SETMASK": 2}, module=__name__
    )
    globals().update(Sigmasks.__members__)


def _bits(signals):
    mask = 0
    for number in signals:
        if not 1 <= number < NSIG:
            raise ValueError(f"signal number {number} out of range [1; {NSIG - 1}]")
        mask |= 1 << number - 1
    return mask


def _set_of(mask):
    numbers = [number for number in range(1, NSIG) if mask >> number - 1 & 1]
    if _IntEnum is None:
        return set(numbers)
    return {_named(number, Signals) for number in numbers}


def pthread_sigmask(how, mask):
    """Blocks signals in this thread; those that the main thread has blocked come once they are
    unblocked."""
    before, mask = _signal._blocked(), _bits(mask)
    if how == 0:
        after = before | mask
    elif how == 1:
        after = before & ~mask
    elif how == 2:
        after = mask
    else:
        raise OSError(22, "Invalid argument")
    if after != before:
        _signal._set_blocked(after)
    return _set_of(before)


def sigpending():
    return _set_of(_signal._held())


def sigwait(sigset):
    return _named(_signal._wait_held(_bits(sigset), None), Signals)


def pthread_kill(thread_id, signalnum):
    """A signal to the process: handlers run on the main thread, for any receiving thread."""
    import os
    os.kill(os.getpid(), signalnum)


def set_wakeup_fd(fd, /, *, warn_on_full_buffer=True):
    import os
    if fd != -1:
        os.fstat(fd)
        if os.get_blocking(fd):
            raise ValueError(f"the fd {fd} must be in non-blocking mode")
    return _signal._set_wakeup(fd)


def valid_signals():
    numbers = set(range(1, NSIG)) - {32, 33}
    if _IntEnum is None:
        return numbers
    return {_named(number, Signals) for number in numbers}
