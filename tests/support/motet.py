"""What `import motet` gives, for a Python that has one lock around everything.

The programs under tests/ and bench/ run unchanged on CPython with this folder on PYTHONPATH: that is
how their expected outputs are recorded. One re-entrant lock is the simplest thing that is atomic.
"""

import functools
import threading

_lock = threading.RLock()
_commits = 0


class _Atomic:
    """A context manager and a decorator in one object, as in Motet."""

    def __enter__(self):
        _lock.acquire()
        return self

    def __exit__(self, kind, value, traceback):
        global _commits
        _commits += 1
        _lock.release()
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def indivisible(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return indivisible


atomic = _Atomic()


def stats():
    """A lock never rolls back: `aborts` is always 0 here."""
    return {"commits": _commits, "aborts": 0}
