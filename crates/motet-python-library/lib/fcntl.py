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
F_SETLK64, F_SETLKW64, F_GETLK64, F_EXLCK, F_SHLCK = 6, 7, 5, 4, 8
F_SETOWN_EX, F_GETOWN_EX, F_OWNER_TID, F_OWNER_PID, F_OWNER_PGRP = 15, 16, 0, 1, 2
F_DUPFD_QUERY, F_SEAL_FUTURE_WRITE = 1027, 16
F_GET_RW_HINT, F_SET_RW_HINT, F_GET_FILE_RW_HINT, F_SET_FILE_RW_HINT = range(1035, 1039)
(
    RWH_WRITE_LIFE_NOT_SET, RWH_WRITE_LIFE_NONE, RWH_WRITE_LIFE_SHORT, RWH_WRITE_LIFE_MEDIUM,
    RWH_WRITE_LIFE_LONG, RWH_WRITE_LIFE_EXTREME,
) = range(6)
DN_ACCESS, DN_MODIFY, DN_CREATE, DN_DELETE, DN_RENAME, DN_ATTRIB = [1 << n for n in range(6)]
DN_MULTISHOT = 1 << 31
FICLONE, FICLONERANGE = 0x40049409, 0x4020940d
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
    if isinstance(arg, str):
        arg = arg.encode()
    elif not isinstance(arg, bytes):
        arg = _content(arg, "fcntl")
    if cmd in (F_SETLKW, F_OFD_SETLKW):
        return _lock_waiting(fd, cmd - 1, arg)
    return _core.fcntl_buffer(fd, cmd, arg)[1]


def _content(arg, function):
    try:
        return bytes(memoryview(arg).cast("B"))
    except TypeError:
        name = type(arg).__name__
        raise TypeError(
            f"{function}() argument 3 must be an integer, a bytes-like object, or a string, "
            f"not {name}"
        ) from None


def _lock_waiting(fd, cmd, arg):
    """Takes a lock, as soon as it is free; other threads go on meanwhile."""
    while True:
        try:
            return _core.fcntl_buffer(fd, cmd, arg)[1]
        except (BlockingIOError, PermissionError):
            _time.sleep(_PATIENCE)


def ioctl(fd, request, arg=0, mutate_flag=True, /):
    fd = _fd(fd)
    request &= 0xffffffff
    if isinstance(arg, int):
        return _core.ioctl(fd, request, arg)
    if isinstance(arg, str):
        arg = arg.encode()
    elif not isinstance(arg, bytes):
        content = _content(arg, "ioctl")
        result, content = _core.ioctl_buffer(fd, request, content)
        with memoryview(arg) as view:
            if not view.readonly and mutate_flag:
                view.cast("B")[:] = content
                return result
        return content
    result, content = _core.ioctl_buffer(fd, request, arg)
    return content


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
