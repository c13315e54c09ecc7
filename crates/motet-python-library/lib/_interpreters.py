"""Subinterpreters: there is the main one only, and no other can be made. The names are there so
that `concurrent.interpreters` and what imports it can be imported."""


class InterpreterError(Exception):
    """A cross-interpreter operation failed"""


class InterpreterNotFoundError(InterpreterError):
    """An interpreter was not found"""


class NotShareableError(ValueError):
    """Data cannot be sent to another interpreter"""


class CrossInterpreterBufferView:
    """A view of a buffer of another interpreter: there is none"""

    def __new__(cls, *arguments):
        raise TypeError("cannot create '_interpreters.CrossInterpreterBufferView' instances")


WHENCE_UNKNOWN = 0
WHENCE_RUNTIME = 1
WHENCE_LEGACY_CAPI = 2
WHENCE_CAPI = 3
WHENCE_XI = 4
WHENCE_STDLIB = 5

_MAIN = 0
_SHAREABLE = (type(None), bool, int, float, str, bytes)


def create(config="isolated", *, reqrefs=False):
    raise InterpreterError("interpreter creation failed")


def new_config(name="isolated", /, **overrides):
    raise InterpreterError("interpreter creation failed")


def list_all(*, require_ready=False):
    return [(_MAIN, WHENCE_RUNTIME)]


def get_current():
    return _MAIN, WHENCE_RUNTIME


def get_main():
    return _MAIN, WHENCE_RUNTIME


def _check(id):
    if not isinstance(id, int):
        raise TypeError(f"interpreter ID must be an int, got {type(id).__name__}")
    if id < 0:
        raise ValueError(f"interpreter ID must be a non-negative int, got {id!r}")
    if id != _MAIN:
        raise InterpreterNotFoundError(f"unrecognized interpreter ID {id}")


def whence(id):
    _check(id)
    return WHENCE_RUNTIME


def is_running(id, *, restrict=False):
    _check(id)
    return True


def is_shareable(obj):
    return type(obj) in _SHAREABLE or type(obj) is tuple and all(map(is_shareable, obj))


def incref(id, *, implieslink=False, restrict=False):
    _check(id)


def decref(id, *, restrict=False):
    _check(id)


def get_config(id, *, restrict=False):
    _check(id)
    raise InterpreterError("the main interpreter has no configuration of its own")


def destroy(id, *, restrict=False):
    _check(id)
    raise InterpreterError("cannot destroy the current interpreter")


def _refuse(id, *arguments, restrict=False, **named):
    _check(id)
    raise InterpreterError("the main interpreter runs its own program only")


set___main___attrs = exec = call = run_string = run_func = _refuse


def capture_exception(exc=None):
    raise InterpreterError("there is no other interpreter")
