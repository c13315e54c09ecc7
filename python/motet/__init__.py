"""Atomic blocks for a Python that has no transactions.

Programs for Motet say `from motet import atomic`. With this folder's parent on PYTHONPATH the same
programs run on CPython too: there an atomic block holds one re-entrant lock, the same for all blocks,
and `stats()` counts blocks. Nothing is rolled back, so nothing is ever aborted; and code outside of
atomic blocks is not kept out of them, as it is by Motet.
"""

import functools
import threading

__all__ = ["atomic", "stats"]

_lock = threading.RLock()
_depth = threading.local()
_commits = 0


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
        _lock.release()
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def atomically(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return atomically

    def __repr__(self):
        return "<motet.atomic>"


atomic = _Atomic()


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
