"""Settings and locks of files, over `_posix_core`."""

import time as _time
import _posix_core as _core
from posix import _descriptor as _fd

F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW = range(8)
F_SETOWN, F_GETOWN, F_SETSIG, F_GETSIG = 8, 9, 10, 11
F_RDLCK, F_WRLCK, F_UNLCK = 0, 1, 2
F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW = 36, 37, 38
F_DUPFD_CLOEXEC, F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS = 1030, 1031, 1032, 1033, 1034
F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_WRITE = 1, 2, 4, 8
F_SETLEASE, F_GETLEASE, F_NOTIFY = 1024, 1025, 1026
FD_CLOEXEC = 1
FASYNC = 0o20000
LOCK_SH, LOCK_EX, LOCK_NB, LOCK_UN = 1, 2, 4, 8
LOCK_MAND, LOCK_READ, LOCK_WRITE, LOCK_RW = 32, 64, 128, 192
# How long a lock that is held is left alone, in seconds.
_PATIENCE = 0.0005


def fcntl(fd, cmd, arg=0, /):
    fd = _fd(fd)
    if isinstance(arg, int):
        return _core.fcntl(fd, cmd, arg)
    raise TypeError("fcntl with a buffer is not supported; lockf() and flock() lock files")


def ioctl(fd, request, arg=0, mutate_flag=True, /):
    fd = _fd(fd)
    request &= 0xffffffff
    if isinstance(arg, int):
        return _core.ioctl(fd, request, arg)
    if isinstance(arg, str):
        arg = arg.encode()
    result, content = _core.ioctl_buffer(fd, request, arg)
    if isinstance(arg, bytes) or not mutate_flag:
        return content
    memoryview(arg).cast("B")[:] = content
    return result


def flock(fd, operation, /):
    fd = _fd(fd)
    while True:
        try:
            _core.flock(fd, operation | LOCK_NB)
            return
        except BlockingIOError:
            if operation & LOCK_NB:
                raise
        _time.sleep(_PATIENCE)


def lockf(fd, cmd, len=0, start=0, whence=0, /):
    """Locks a part of a file for the process."""
    fd = _fd(fd)
    if cmd == LOCK_UN:
        kind = F_UNLCK
    elif cmd & LOCK_SH:
        kind = F_RDLCK
    elif cmd & LOCK_EX:
        kind = F_WRLCK
    else:
        raise ValueError("unrecognized lockf argument")
    while True:
        try:
            _core.lock_record(fd, kind, whence, start, len)
            return
        except (BlockingIOError, PermissionError):
            if cmd & LOCK_NB or kind == F_UNLCK:
                raise
        _time.sleep(_PATIENCE)
