"""Atomic blocks for a Python that has no transactions.

Programs for Motet say `from motet import atomic`. With this folder's parent on PYTHONPATH the same
programs run on CPython too: there an atomic block holds one re-entrant lock, the same for all blocks,
and `stats()` counts blocks. Nothing is rolled back, so nothing is ever aborted; and code outside of
atomic blocks is not kept out of them, as it is by Motet.
"""

import functools
import threading

__all__ = ["Retry", "atomic", "or_else", "retry", "stats"]

_lock = threading.RLock()
_changed = threading.Condition(_lock)
_depth = threading.local()
_commits = 0
# A thread that retries looks again after so many seconds, as code outside of blocks tells nobody.
_LOOK_AGAIN = 0.01


class Retry(BaseException):
    """Raised by retry(); or_else() and @atomic catch it."""

    __module__ = "motet"


def retry():
    """The atomic block cannot go on: begin it again when another thread has changed something."""
    if not getattr(_depth, "open", 0):
        raise RuntimeError("retry() is called outside of an atomic block")
    raise Retry("only a function that is @atomic can be begun again here")


class _Atomic:
    """`with atomic:` makes a stretch of code indivisible, `@atomic` the calls of a function."""

    def __enter__(self):
        _lock.acquire()
        _depth.open = getattr(_depth, "open", 0) + 1
        return self

    def __exit__(self, kind, value, traceback):
        global _commits
        depth = getattr(_depth, "open", 0)
        if not depth:
            raise RuntimeError("no atomic block is open")
        _depth.open = depth - 1
        if depth == 1:
            _commits += 1
            if kind is not Retry:
                _changed.notify_all()
        _lock.release()
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def atomically(*args, **kwargs):
            if getattr(_depth, "open", 0):
                with self:
                    return function(*args, **kwargs)
            while True:
                with _lock:
                    try:
                        with self:
                            return function(*args, **kwargs)
                    except Retry:
                        _changed.wait(_LOOK_AGAIN)

        return atomically

    def __repr__(self):
        return "<motet.atomic>"


atomic = _Atomic()


@atomic
def or_else(first, second):
    """What first() returns, or if that calls retry(), what second() returns; in one atomic block."""
    try:
        return first()
    except Retry:
        return second()


def stats():
    """What Motet counts, by the same names: `commits` are outermost blocks here, the rest is 0."""
    return {
        "commits": _commits,
        "aborts": 0,
        "inevitable": 0,
        "collections": 0,
        "gil_handovers": 0,
        "aborts_by_cause": {
            "read-write": 0, "write-write": 0, "inevitable": 0, "wait": 0, "injected": 0,
        },
    }
