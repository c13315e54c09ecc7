"""Locks that processes share."""

import _semaphores_core as _core
from _thread import get_ident as _get_ident
from time import monotonic as _now

RECURSIVE_MUTEX, SEMAPHORE = 0, 1
flags = {
    "HAVE_SEM_OPEN": 1, "HAVE_SEM_UNLINK": 1, "HAVE_SEM_TIMEDWAIT": 1, "HAVE_FD_TRANSFER": 1,
}

# A thread that waits looks so often whether a signal has come, in seconds.
_LOOK_AGAIN = 0.05


def sem_unlink(name, /):
    """Takes the name of a semaphore away."""
    _core.unlink(name)


class SemLock:
    """Semaphore/Mutex type"""

    _motet_closed = True
    SEM_VALUE_MAX = 2**31 - 1

    def __new__(cls, kind, value, maxvalue, name, unlink):
        if kind not in (RECURSIVE_MUTEX, SEMAPHORE):
            raise ValueError("unrecognized kind")
        lock = _core.open(name, True, value)
        if unlink:
            _core.unlink(name)
            name = None
        return cls._made(lock, kind, maxvalue, name)

    @classmethod
    def _made(cls, lock, kind, maxvalue, name):
        self = object.__new__(cls)
        self._lock, self._kind, self._maxvalue, self._name = lock, kind, maxvalue, name
        self._is_recursive = kind == RECURSIVE_MUTEX
        return self

    @classmethod
    def _rebuild(cls, handle, kind, maxvalue, name, /):
        lock = _core.share(handle) if name is None else _core.open(name, False, 0)
        return cls._made(lock, kind, maxvalue, name)

    def __del__(self):
        lock = getattr(self, "_lock", None)
        if lock is not None:
            _core.close(lock)

    handle = property(lambda self: _core.handle(self._lock))
    kind = property(lambda self: self._kind)
    maxvalue = property(lambda self: self._maxvalue)
    name = property(lambda self: self._name)

    def acquire(self, block=True, timeout=None):
        """Acquire the semaphore/lock."""
        if not block:
            return self._take(0)
        end = None if timeout is None else _now() + max(timeout, 0.0)
        while True:
            left = _LOOK_AGAIN if end is None else min(end - _now(), _LOOK_AGAIN)
            if self._take(int(max(left, 0.0) * 1e6)):
                return True
            if left <= 0:
                return False

    def _take(self, limit_us):
        return _core.acquire(self._lock, self._is_recursive, _get_ident(), limit_us)

    def release(self):
        """Release the semaphore/lock."""
        answer = _core.release(self._lock, self._is_recursive, _get_ident(), self._maxvalue)
        if answer == 1:
            raise AssertionError("attempt to release recursive lock not owned by thread")
        if answer == 2:
            raise ValueError("semaphore or lock released too many times")

    def _count(self):
        return _core.count(self._lock)

    def _is_mine(self):
        return _core.is_held_by(self._lock, _get_ident())

    def _get_value(self):
        return max(_core.value(self._lock), 0)

    def _is_zero(self):
        return _core.value(self._lock) == 0

    def _after_fork(self):
        _core.forget(self._lock)

    def __enter__(self, /):
        return self.acquire()

    def __exit__(self, exc_type=None, exc_value=None, exc_tb=None, /):
        self.release()


SemLock.__module__ = "_multiprocessing"
