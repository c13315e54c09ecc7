"""Functions that are called when the program ends."""

import _thread

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
    import sys
    while True:
        with _lock:
            if not _callbacks:
                return
            func, args, kwargs = _callbacks.pop()
        try:
            func(*args, **kwargs)
        except BaseException as error:
            hook = getattr(sys, "unraisablehook", None)
            if hook is None:
                import traceback
                print(f"Exception ignored in atexit callback {func!r}:", file=sys.stderr)
                traceback.print_exception(error)
                continue
            hook(_Unraisable(error, f"Exception ignored in atexit callback {func!r}"))


class _Unraisable:
    """What `sys.unraisablehook` gets."""

    def __init__(self, error, message):
        self.exc_type, self.exc_value = type(error), error
        self.exc_traceback = error.__traceback__
        self.err_msg, self.object = message, None
