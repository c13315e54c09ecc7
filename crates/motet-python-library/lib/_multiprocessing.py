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

    SEM_VALUE_MAX = 2**31 - 1

    def __new__(cls, kind, value, maxvalue, name, unlink):
        if kind not in (RECURSIVE_MUTEX, SEMAPHORE):
            raise ValueError("unrecognized kind")
        handle = _core.open(name, True, value)
        if unlink:
            _core.unlink(name)
            name = None
        return cls._made(handle, kind, maxvalue, name)

    @classmethod
    def _made(cls, handle, kind, maxvalue, name):
        self = object.__new__(cls)
        self._handle, self._kind, self._maxvalue, self._name = handle, kind, maxvalue, name
        self._held, self._owner = 0, None
        return self

    @classmethod
    def _rebuild(cls, handle, kind, maxvalue, name, /):
        if name is not None:
            handle = _core.open(name, False, 0)
        return cls._made(handle, kind, maxvalue, name)

    def __del__(self):
        handle = getattr(self, "_handle", None)
        if handle is not None:
            _core.close(handle)

    handle = property(lambda self: self._handle)
    kind = property(lambda self: self._kind)
    maxvalue = property(lambda self: self._maxvalue)
    name = property(lambda self: self._name)

    def acquire(self, block=True, timeout=None):
        """Acquire the semaphore/lock."""
        if self._kind == RECURSIVE_MUTEX and self._is_mine():
            self._held += 1
            return True
        if not block:
            taken = _core.wait(self._handle, 0)
        elif timeout is None:
            taken = self._wait(None)
        else:
            taken = self._wait(_now() + max(timeout, 0.0))
        if taken:
            self._held += 1
            self._owner = _get_ident()
        return taken

    def _wait(self, end):
        while True:
            left = _LOOK_AGAIN if end is None else min(end - _now(), _LOOK_AGAIN)
            if _core.wait(self._handle, int(max(left, 0.0) * 1e6)):
                return True
            if left <= 0:
                return False

    def release(self):
        """Release the semaphore/lock."""
        if self._kind == RECURSIVE_MUTEX:
            if not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self._held > 1:
                self._held -= 1
                return
        elif _core.value(self._handle) >= self._maxvalue:
            raise ValueError("semaphore or lock released too many times")
        # Before the post: as soon as another process has the lock, this one has it no more.
        self._held -= 1
        _core.post(self._handle)

    def _count(self):
        return self._held

    def _is_mine(self):
        return self._held > 0 and self._owner == _get_ident()

    def _get_value(self):
        return max(_core.value(self._handle), 0)

    def _is_zero(self):
        return _core.value(self._handle) == 0

    def _after_fork(self):
        self._held = 0

    def __enter__(self, /):
        return self.acquire()

    def __exit__(self, exc_type=None, exc_value=None, exc_tb=None, /):
        self.release()


SemLock.__module__ = "_multiprocessing"
