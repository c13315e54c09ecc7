from _motet import atomic, stats, _changes, _is_atomic, _undo, _wait, _watch
from _thread import _local


class Retry(BaseException):
    """Raised by retry() where the block cannot be undone; or_else() and @atomic catch it."""
    __module__ = "motet"


class _Choices(_local):
    open = 0        # how many first functions of or_else() run in this thread


_choices = _Choices()


def retry():
    """The atomic block cannot go on: begin it again when another thread has changed something."""
    if not _choices.open:
        _undo()
    raise Retry("only a function that is @atomic can be begun again here")


def _repeat(function, args, kwargs):
    _watch(True)
    try:
        while True:
            seen = _changes()
            try:
                with atomic:
                    return function(*args, **kwargs)
            except Retry:
                _wait(seen)
    finally:
        _watch(False)


def _decorate(function):
    def atomically(*args, **kwargs):
        try:
            with atomic:
                return function(*args, **kwargs)
        except Retry:
            if _is_atomic():
                raise
        return _repeat(function, args, kwargs)
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        try:
            setattr(atomically, name, getattr(function, name))
        except AttributeError:
            pass
    atomically.__wrapped__ = function
    return atomically


@_decorate
def or_else(first, second):
    """What first() returns, or if that calls retry(), what second() returns; in one atomic block."""
    choices = _choices.open
    _choices.open = choices + 1
    try:
        return first()
    except Retry:
        pass
    finally:
        _choices.open = choices
    return second()
