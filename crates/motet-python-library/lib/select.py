"""Waiting for files that can be read or written, over `_posix_core`."""

import _posix_core as _core
from _io_core import builtin_function as _builtin_function
from _operator import index as _index
from _time_core import timeout_ns as _timeout_ns
from posix import _descriptor as _fd

error = OSError
PIPE_BUF = 4096
POLLIN, POLLPRI, POLLOUT, POLLERR, POLLHUP, POLLNVAL = 1, 2, 4, 8, 16, 32
POLLRDNORM, POLLRDBAND, POLLWRNORM, POLLWRBAND, POLLMSG = 64, 128, 256, 512, 1024
POLLRDHUP = 0x2000
EPOLLIN, EPOLLPRI, EPOLLOUT, EPOLLERR, EPOLLHUP, EPOLLRDHUP = 1, 2, 4, 8, 16, 0x2000
EPOLLRDNORM, EPOLLRDBAND, EPOLLWRNORM, EPOLLWRBAND, EPOLLMSG = 64, 128, 256, 512, 1024
EPOLLEXCLUSIVE, EPOLLWAKEUP, EPOLLONESHOT, EPOLLET = 1 << 28, 1 << 29, 1 << 30, 1 << 31
_CONSUMES = EPOLLEXCLUSIVE | EPOLLONESHOT | EPOLLET
EPOLL_CLOEXEC = 0o2000000
_READABLE = POLLIN | POLLHUP | POLLERR
_WRITABLE = POLLOUT | POLLERR


def _span_ns(timeout, unit_ns, what):
    """A timeout that is not None, in nanoseconds."""
    try:
        return _timeout_ns(timeout, unit_ns)
    except TypeError:
        raise TypeError(f"timeout must be {what} or None") from None


def _poll_seconds(timeout, unit_ns):
    """A timeout of `poll` or `epoll`, in seconds; None: there is none."""
    span_ns = _span_ns(timeout, unit_ns, "an integer")
    if abs(span_ns) > 2**31 * 10**6:
        raise OverflowError("timeout is too large")
    return None if span_ns < 0 else span_ns / 1e9


def _is_set(fd, mask, found):
    return bool(found.get(fd, 0) & mask)


def select(rlist, wlist, xlist, timeout=None, /):
    """The files of three lists that are ready to be read, written, or have something special."""
    seconds = None
    if timeout is not None:
        seconds = _span_ns(timeout, 10**9, "a float") / 1e9
        if seconds < 0:
            raise ValueError("timeout must be non-negative")
    lists, wanted = [], {}
    for files, events in ((rlist, POLLIN), (wlist, POLLOUT), (xlist, POLLPRI)):
        pairs = []
        for file in files:
            fd = _fd(file)
            if fd >= 1024:
                raise ValueError("filedescriptor out of range in select()")
            pairs.append((file, fd))
            wanted[fd] = wanted.get(fd, 0) | events
        lists.append(pairs)
    found = dict(_core.poll(tuple(wanted.items()), seconds))
    if any(events & POLLNVAL for events in found.values()):
        raise OSError(9, "Bad file descriptor")
    return tuple([
        [file for file, fd in pairs if _is_set(fd, mask, found)]
        for pairs, mask in zip(lists, (_READABLE, _WRITABLE, POLLPRI))
    ])


# As an attribute of a class it is no method.
select = _builtin_function(select)


def _mask(events):
    if events < 0:
        raise ValueError("value must be positive")
    if events >= 2**16:
        raise OverflowError("Python int too large for C unsigned short")
    return events


class _Poll:
    """Waits for the files that are registered with it."""

    _motet_closed = True
    __module__ = "select"

    def __new__(cls):
        raise TypeError("cannot create 'select.poll' instances")

    def register(self, fd, eventmask=POLLIN | POLLPRI | POLLOUT, /):
        fd = _fd(fd)
        self._wanted[fd] = _mask(eventmask)

    def modify(self, fd, eventmask, /):
        fd = _fd(fd)
        if fd not in self._wanted:
            raise FileNotFoundError(2, "No such file or directory")
        self._wanted[fd] = _mask(eventmask)

    def unregister(self, fd, /):
        del self._wanted[_fd(fd)]

    def poll(self, timeout=None, /):
        if timeout is not None:
            timeout = _poll_seconds(timeout, 10**6)
        if self._is_polling:
            raise RuntimeError("concurrent poll() invocation")
        self._is_polling = True
        try:
            return _core.poll(tuple(self._wanted.items()), timeout)
        finally:
            self._is_polling = False


_Poll.__name__ = _Poll.__qualname__ = "poll"


def poll():
    made = object.__new__(_Poll)
    made._wanted = {}
    made._is_polling = False
    return made


poll = _builtin_function(poll)


class epoll:
    """The kernel's list of files that are waited for."""

    _motet_closed = True
    __module__ = "select"

    def __init__(self, sizehint=-1, flags=0):
        sizehint, flags = _index(sizehint), _index(flags)
        if not (-1 << 31 <= sizehint < 1 << 31 and -1 << 31 <= flags < 1 << 31):
            raise OverflowError("Python int too large to convert to C int")
        if sizehint == 0 or sizehint < -1:
            raise ValueError("negative sizehint")
        if flags & ~EPOLL_CLOEXEC:
            raise OSError(22, "Invalid argument")
        self._fd = _core.epoll_create()
        # Whether looking at the events takes some of them away.
        self._consumes = False

    @classmethod
    def fromfd(cls, fd, /):
        self = cls.__new__(cls)
        self._fd = fd
        self._consumes = True
        return self

    def _open(self):
        if self._fd < 0:
            raise ValueError("I/O operation on closed epoll object")
        return self._fd

    @property
    def closed(self):
        return self._fd < 0

    def fileno(self):
        return self._open()

    def close(self):
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            _core.close(fd)

    def register(self, fd, eventmask=EPOLLIN | EPOLLPRI | EPOLLOUT):
        if eventmask & _CONSUMES:
            self._consumes = True
        _core.epoll_ctl(self._open(), 1, _fd(fd), eventmask)

    def modify(self, fd, eventmask):
        if eventmask & _CONSUMES:
            self._consumes = True
        _core.epoll_ctl(self._open(), 3, _fd(fd), eventmask)

    def unregister(self, fd):
        _core.epoll_ctl(self._open(), 2, _fd(fd), 0)

    def poll(self, timeout=None, maxevents=-1):
        # The most common timeouts need no look.
        if timeout is not None and (type(timeout) is not float or not 0 <= timeout < 10**6):
            timeout = _poll_seconds(timeout, 10**9)
        if not -1 << 31 <= maxevents < 1 << 31:
            raise OverflowError("Python int too large to convert to C int")
        if maxevents == -1:
            maxevents = 1023
        elif maxevents < 1:
            raise ValueError(f"maxevents must be greater than 0, got {maxevents}")
        fd = self._fd
        if fd < 0:
            raise ValueError("I/O operation on closed epoll object")
        return _core.epoll_wait(fd, timeout, maxevents, self._consumes)

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, *error):
        self.close()

    def __del__(self):
        if getattr(self, "_fd", -1) >= 0:
            self.close()
