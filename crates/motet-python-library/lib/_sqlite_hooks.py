"""The functions that SQLite calls: functions, aggregates, collations and hooks of a program.

SQLite knows each by a number. The function of a number belongs to its connection, which may go
away with it."""

# The module that programs know.
__name__ = "_sqlite3"

import itertools
import weakref

_given = {}
_numbers = itertools.count(1)
_shows_tracebacks = False


class Given:
    """A callable that a program has given to a connection, and the groups of an aggregate."""

    __slots__ = ("number", "call", "groups", "__weakref__")

    def __init__(self, call):
        self.number = next(_numbers)
        self.call = call
        self.groups = {}
        _given[self.number] = weakref.ref(self)


def forget(hooks):
    for hook in hooks:
        _given.pop(hook.number, None)


def enable_callback_tracebacks(enable, /):
    global _shows_tracebacks
    _shows_tracebacks = bool(enable)


def _report(error, about):
    """Tells of an exception that SQLite does not let through."""
    if not _shows_tracebacks:
        return
    message = f"Exception ignored on sqlite3 callback {about!r}"
    from _motet_unraisable import report

    report(error, message, about)


def _failed(error, about, message):
    _report(error, about)
    if isinstance(error, MemoryError):
        return (1, "")
    if isinstance(error, OverflowError):
        return (2, "")
    return (3, message)


def _result(value):
    """A result as SQLite can have it."""
    if value is None or isinstance(value, (int, float, str, bytes)):
        if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        if isinstance(value, str):
            value.encode()
        return value
    view = memoryview(value)
    if not view.c_contiguous:
        raise BufferError("memoryview: underlying buffer is not C-contiguous")
    return bytes(view)


_RAISED = "user-defined function raised exception"


def _on_function(number, *arguments):
    call = _given[number]().call
    try:
        return _result(call(*arguments))
    except BaseException as error:
        return _failed(error, call, _RAISED)


def _on_step(number, group, *arguments):
    given = _given[number]()
    instance = given.groups.get(group)
    if instance is None:
        try:
            instance = given.groups[group] = given.call()
        except BaseException as error:
            message = "user-defined aggregate's '__init__' method raised error"
            return _failed(error, given.call, message)
    return _method(given, instance, "step", arguments)


def _on_inverse(number, group, *arguments):
    given = _given[number]()
    instance = given.groups.get(group)
    if instance is not None:
        return _method(given, instance, "inverse", arguments)


def _method(given, instance, name, arguments):
    try:
        method = getattr(instance, name)
    except BaseException as error:
        what = "not defined" if isinstance(error, AttributeError) else "raised error"
        return _failed(error, given.call, f"user-defined aggregate's '{name}' method {what}")
    try:
        method(*arguments)
    except BaseException as error:
        message = f"user-defined aggregate's '{name}' method raised error"
        return _failed(error, method if name == "inverse" else given.call, message)


def _value(given, instance, name):
    try:
        method = getattr(instance, name)
    except BaseException as error:
        what = "not defined" if isinstance(error, AttributeError) else "raised error"
        return _failed(error, given.call, f"user-defined aggregate's '{name}' method {what}")
    try:
        return _result(method())
    except BaseException as error:
        return _failed(error, given.call, f"user-defined aggregate's '{name}' method raised error")


def _on_now(number, group):
    given = _given[number]()
    instance = given.groups.get(group)
    if instance is not None:
        return _value(given, instance, "value")


def _on_final(number, group):
    given = _given[number]()
    instance = given.groups.pop(group, None)
    if instance is None:
        if group:
            # Its constructor has failed: that was told.
            return (3, "user-defined aggregate's '__init__' method raised error")
        return None
    return _value(given, instance, "finalize")


def _on_compare(number, first, second):
    call = _given[number]().call
    try:
        result = call(first, second)
        if not isinstance(result, int):
            return 0
        return (result > 0) - (result < 0)
    except BaseException as error:
        _report(error, call)
        return 0


def _on_authorize(number, action, first, second, database, trigger):
    call = _given[number]().call
    try:
        answer = call(action, first, second, database, trigger)
        if not isinstance(answer, int):
            return 1
        if not -(1 << 31) <= answer < 1 << 31:
            raise OverflowError("Python int too large to convert to C int")
        return int(answer)
    except BaseException as error:
        _report(error, call)
        return 1


def _on_progress(number):
    call = _given[number]().call
    try:
        return 1 if call() else 0
    except BaseException as error:
        _report(error, call)
        return 1


def _on_trace(number, sql, is_full):
    call = _given[number]().call
    try:
        if not is_full:
            from _sqlite_base import DataError

            error = DataError("Expanded SQL string exceeds the maximum string length")
            _report(error, call)
        call(sql)
    except BaseException as error:
        _report(error, call)
    return 0
