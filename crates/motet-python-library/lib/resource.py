"""The resources that the process uses, and its limits, over `_posix_core`."""

from operator import index as _index

import _posix_core as _core
from _motet_sequence import make as _make

error = OSError
RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD = 0, -1, 1
(
    RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC,
    RLIMIT_NOFILE, RLIMIT_MEMLOCK, RLIMIT_AS, _LOCKS, RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE,
    RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_RTTIME,
) = range(16)
RLIMIT_OFILE = RLIMIT_NOFILE
RLIM_INFINITY = -1

struct_rusage = _make(
    "resource.struct_rusage",
    "ru_utime ru_stime ru_maxrss ru_ixrss ru_idrss ru_isrss ru_minflt ru_majflt ru_nswap "
    "ru_inblock ru_oublock ru_msgsnd ru_msgrcv ru_nsignals ru_nvcsw ru_nivcsw",
)


def getrusage(who, /):
    return struct_rusage(_core.getrusage(who))


def _checked(resource):
    resource = _index(resource)
    if not -1 << 31 <= resource < 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    if not 0 <= resource < 16:
        raise ValueError("invalid resource specified")
    return resource


def _limit(value):
    """A limit as the system has it: a number of 64 bits, the greatest of which means none."""
    value = _index(value)
    if value < 0 and value != RLIM_INFINITY:
        raise ValueError("Cannot convert negative int")
    if value >= 1 << 64:
        raise OverflowError("Python int too large to convert to C rlim_t")
    return value if value < 1 << 63 else value - (1 << 64)


def _shown(value):
    return value if value >= RLIM_INFINITY else value + (1 << 64)


def getrlimit(resource, /):
    current, greatest = _core.getrlimit(_checked(resource))
    return _shown(current), _shown(greatest)


def setrlimit(resource, limits, /):
    resource = _checked(resource)
    current, greatest = _pair(limits)
    try:
        _core.setrlimit(resource, current, greatest)
    except PermissionError:
        raise ValueError("not allowed to raise maximum limit") from None
    except OSError as failure:
        if failure.errno == 22:
            raise ValueError("current limit exceeds maximum limit") from None
        raise


def _pair(limits):
    limits = tuple(limits)
    if len(limits) != 2:
        raise ValueError("expected a tuple of 2 integers")
    return _limit(limits[0]), _limit(limits[1])


def prlimit(pid, resource, limits=None, /):
    """The limits of a process before the call, which may set new ones."""
    pid, resource = _index(pid), _checked(resource)
    new = None
    if limits is not None:
        new = b"".join([limit.to_bytes(8, "little", signed=True) for limit in _pair(limits)])
    try:
        found = _core.prlimit(pid, resource, new, bytes(16))[1]
    except OSError as failure:
        if failure.errno == 22:
            raise ValueError("current limit exceeds maximum limit") from None
        raise
    return tuple([
        _shown(int.from_bytes(found[place : place + 8], "little", signed=True))
        for place in (0, 8)
    ])


def getpagesize():
    return _core.sysconf(30)
