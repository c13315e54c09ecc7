"""Functions that are called when the program ends."""

import _thread
from _sys import _report_unraisable

_lock = _thread.RLock()
_callbacks = []


def register(func, /, *args, **kwargs):
    if not callable(func):
        raise TypeError("the first argument must be callable")
    with _lock:
        _callbacks.append((func, args, kwargs))
    return func


def unregister(func, /):
    kept = [entry for entry in _callbacks if not entry[0] == func]
    with _lock:
        _callbacks[:] = kept


def _clear():
    with _lock:
        _callbacks.clear()


def _ncallbacks():
    return len(_callbacks)


def _run_exitfuncs():
    while True:
        with _lock:
            if not _callbacks:
                return
            func, args, kwargs = _callbacks.pop()
        try:
            func(*args, **kwargs)
        except BaseException as error:
            error.__traceback__ = error.__traceback__.tb_next
            _report_unraisable(error, f"Exception ignored in atexit callback {func!r}", None)
