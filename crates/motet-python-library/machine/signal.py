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


def sigwaitinfo(sigset, /):
    """Wait synchronously until one of the signals in *sigset* is delivered.

Returns a struct_siginfo containing information about the signal."""
    return _info(_signal._wait_held(_bits(sigset), None))


def sigtimedwait(sigset, timeout, /):
    """Like sigwaitinfo(), but with a timeout.

The timeout is specified in seconds, with floating-point numbers allowed."""
    if timeout != timeout:
        raise ValueError("Invalid value NaN (not a number)")
    if not isinstance(timeout, (int, float)) and not hasattr(timeout, "__index__"):
        kind = type(timeout).__name__
        raise TypeError(f"{kind!r} object cannot be interpreted as an integer or float")
    if timeout < 0:
        raise ValueError("timeout must be non-negative")
    if timeout > 9_223_372_036:
        raise OverflowError("timestamp out of range for C PyTime_t")
    return _info(_signal._wait_held(_bits(sigset), timeout))


def _info(number):
    """What is known of a signal that was waited for: as if the process had sent it to itself."""
    import os
    if number is None:
        return None
    return __getattr__("struct_siginfo")((int(number), 0, 0, os.getpid(), os.getuid(), 0, 0))


def __getattr__(name):
    if name != "struct_siginfo":
        raise AttributeError(f"module 'signal' has no attribute {name!r}")
    if name in globals():
        return globals()[name]
    from _motet_sequence import make
    made = make(
        "signal.struct_siginfo", "si_signo si_code si_errno si_pid si_uid si_status si_band"
    )
    return globals().setdefault(name, made)


def pthread_kill(thread_id, signalnum):
    """A signal to the process: handlers run on the main thread, for any receiving thread."""
    import os
    os.kill(os.getpid(), signalnum)


def pidfd_send_signal(pidfd, signalnum, siginfo=None, flags=0, /):
    """A signal to the process that a descriptor stands for."""
    import _posix_core
    import os
    import sys
    sys.audit("signal.pidfd_send_signal", pidfd, signalnum, siginfo, flags)
    if siginfo is not None:
        raise TypeError("siginfo must be None")
    # Says whether the signal may be sent.
    _posix_core.pidfd_send_signal(pidfd, 0, None, flags)
    if signalnum and _process_of(pidfd) == os.getpid():
        os.kill(os.getpid(), signalnum)
    else:
        _posix_core.pidfd_send_signal(pidfd, signalnum, None, flags)


def _process_of(pidfd):
    """The process that a descriptor stands for, which is of the process itself or of its folder."""
    import os
    place = os.readlink(f"/proc/self/fd/{pidfd}")
    if place.startswith("/proc/"):
        return int(place.split("/")[2])
    with open(f"/proc/self/fdinfo/{pidfd}") as file:
        for line in file:
            name, _, number = line.partition(":")
            if name == "Pid":
                return int(number)
    return None


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
