"""The resources that the process uses, and its limits, over `_posix_core`."""

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
    if not 0 <= resource < 16:
        raise ValueError("invalid resource specified")
    return resource


def getrlimit(resource, /):
    return _core.getrlimit(_checked(resource))


def setrlimit(resource, limits, /):
    limits = tuple(limits)
    if len(limits) != 2:
        raise ValueError("expected a tuple of 2 integers")
    try:
        _core.setrlimit(_checked(resource), *limits)
    except PermissionError:
        raise ValueError("not allowed to raise maximum limit") from None
    except OSError as failure:
        if failure.errno == 22:
            raise ValueError("current limit exceeds maximum limit") from None
        raise


def getpagesize():
    return _core.sysconf(30)
