"""Parts of `posix` that few programs call: identities, terminals, timers, names of settings, programs
that start with prepared descriptors. `posix` has imported this when it is complete."""

# The module that programs know.
__name__ = "posix"

import _posix_core as _core
import posix as _posix
from operator import index as _index

(
    CLONE_NEWTIME, CLONE_VM, CLONE_FS, CLONE_FILES, CLONE_SIGHAND, CLONE_THREAD, CLONE_NEWNS,
    CLONE_SYSVSEM, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID,
    CLONE_NEWNET,
) = [1 << bit for bit in (7, 8, 9, 10, 11, 16, 17, 18, 25, 26, 27, 28, 29, 30)]
MFD_HUGETLB, MFD_HUGE_SHIFT, MFD_HUGE_MASK = 4, 26, 63
(
    MFD_HUGE_64KB, MFD_HUGE_512KB, MFD_HUGE_1MB, MFD_HUGE_2MB, MFD_HUGE_8MB, MFD_HUGE_16MB,
    MFD_HUGE_32MB, MFD_HUGE_256MB, MFD_HUGE_512MB, MFD_HUGE_1GB, MFD_HUGE_2GB, MFD_HUGE_16GB,
) = [power << MFD_HUGE_SHIFT for power in (16, 19, 20, 21, 23, 24, 25, 28, 29, 30, 31, 34)]
POSIX_SPAWN_OPEN, POSIX_SPAWN_CLOSE, POSIX_SPAWN_DUP2, POSIX_SPAWN_CLOSEFROM = range(4)
RTLD_LOCAL, RTLD_LAZY, RTLD_NOW, RTLD_NOLOAD, RTLD_DEEPBIND = 0, 1, 2, 4, 8
RTLD_GLOBAL, RTLD_NODELETE = 256, 4096
RWF_HIPRI, RWF_DSYNC, RWF_SYNC, RWF_NOWAIT, RWF_APPEND = 1, 2, 4, 8, 16
SPLICE_F_MOVE, SPLICE_F_NONBLOCK, SPLICE_F_MORE = 1, 2, 4
TFD_CLOEXEC, TFD_NONBLOCK = 0o2000000, 0o4000
TFD_TIMER_ABSTIME, TFD_TIMER_CANCEL_ON_SET = 1, 2


# ---- identities

def _id(value, kind):
    """The number of a user or group, of 32 bits; -1 stands for none. (A number that is a bit too
    large counts as too small, as in CPython.)"""
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"{kind} should be integer, not {type(value).__name__}")
    number = _index(value)
    if -1 <= number < 1 << 32:
        return number
    relation = "less than minimum" if number < 1 << 63 else "greater than maximum"
    raise OverflowError(f"{kind} is {relation}")


def setuid(uid, /):
    _core.set_identity("setuid", _id(uid, "uid"), 0, 0)


def seteuid(euid, /):
    _core.set_identity("seteuid", _id(euid, "uid"), 0, 0)


def setreuid(ruid, euid, /):
    _core.set_identity("setreuid", _id(ruid, "uid"), _id(euid, "uid"), 0)


def setresuid(ruid, euid, suid, /):
    _core.set_identity("setresuid", _id(ruid, "uid"), _id(euid, "uid"), _id(suid, "uid"))


def setgid(gid, /):
    _core.set_identity("setgid", _id(gid, "gid"), 0, 0)


def setegid(egid, /):
    _core.set_identity("setegid", _id(egid, "gid"), 0, 0)


def setregid(rgid, egid, /):
    _core.set_identity("setregid", _id(rgid, "gid"), _id(egid, "gid"), 0)


def setresgid(rgid, egid, sgid, /):
    _core.set_identity("setresgid", _id(rgid, "gid"), _id(egid, "gid"), _id(sgid, "gid"))


def setgroups(groups, /):
    if isinstance(groups, (set, frozenset, dict)) or not hasattr(type(groups), "__getitem__"):
        raise TypeError("setgroups argument must be a sequence")
    if len(groups) > _posix.NGROUPS_MAX:
        raise ValueError("too many groups")
    numbers = []
    for group in groups:
        if not hasattr(type(group), "__index__"):
            raise TypeError("groups must be integers")
        numbers.append(_id(group, "gid"))
    _core.setgroups(tuple(numbers))


def initgroups(username, gid, /):
    gid = _id(gid, "gid")
    username = _posix.fspath(username)
    if isinstance(username, bytes):
        username = _core.decode(username)
    setgroups(_posix.getgrouplist(username, gid))


def setns(fd, nstype=0):
    _core.setns(_posix._number(fd), nstype)


def unshare(flags):
    _core.unshare(flags)


# ---- terminals

_TIOCGPGRP, _TIOCSPGRP, _TIOCGPTN, _TIOCSPTLCK = 0x540f, 0x5410, 0x80045430, 0x40045431


def _asked(fd, request):
    return int.from_bytes(_core.ioctl_buffer(fd, request, bytes(4))[1], "little", signed=True)


def tcgetpgrp(fd, /):
    return _asked(_index(fd), _TIOCGPGRP)


def tcsetpgrp(fd, pgid, /):
    _core.ioctl_buffer(_index(fd), _TIOCSPGRP, _index(pgid).to_bytes(4, "little", signed=True))


def posix_openpt(oflag, /):
    return _posix.open("/dev/ptmx", oflag)


def grantpt(fd, /):
    # The system has given the other end to the user already; this tells what is no terminal.
    ptsname(fd)


def unlockpt(fd, /):
    _core.ioctl_buffer(_posix._number(fd), _TIOCSPTLCK, bytes(4))


def ptsname(fd, /):
    return f"/dev/pts/{_asked(_posix._number(fd), _TIOCGPTN)}"


# ---- descriptors

def _place(offset):
    return None if offset is None else _index(offset).to_bytes(8, "little", signed=True)


def copy_file_range(src, dst, count, offset_src=None, offset_dst=None):
    if count < 0:
        raise ValueError("negative value for 'count' not allowed")
    return _core.copy_file_range(src, _place(offset_src), dst, _place(offset_dst), count, 0)[0]


def splice(src, dst, count, offset_src=None, offset_dst=None, flags=0):
    if count < 0:
        raise ValueError("negative value for 'count' not allowed")
    return _core.splice(src, _place(offset_src), dst, _place(offset_dst), count, flags)[0]


def timerfd_create(clockid, /, *, flags=TFD_CLOEXEC):
    # Never handed on to other programs, whatever the flags say.
    return _core.timerfd_create(clockid, flags | TFD_CLOEXEC)


def _moment(time_ns):
    seconds, rest = divmod(time_ns, 10**9)
    return seconds.to_bytes(8, "little", signed=True) + rest.to_bytes(8, "little")


def _moments(content):
    """When a timer is due next, and how often after that, of what the system has written."""
    interval_s, interval_ns, next_s, next_ns = [
        int.from_bytes(content[place : place + 8], "little", signed=True)
        for place in range(0, 32, 8)
    ]
    return next_s * 10**9 + next_ns, interval_s * 10**9 + interval_ns


def _in_seconds(moments):
    return tuple([moment / 1e9 for moment in moments])


def _exactly(seconds):
    if isinstance(seconds, int):
        return seconds * 10**9
    top, bottom = float(seconds).as_integer_ratio()
    return top * 10**9 // bottom


def timerfd_settime(fd, /, *, flags=0, initial=0.0, interval=0.0):
    return _in_seconds(timerfd_settime_ns(
        fd, flags=flags, initial=_exactly(initial), interval=_exactly(interval)
    ))


def timerfd_settime_ns(fd, /, *, flags=0, initial=0, interval=0):
    new = _moment(_index(interval)) + _moment(_index(initial))
    return _moments(_core.timerfd_settime(_posix._number(fd), flags, new, bytes(32))[1])


def timerfd_gettime(fd, /):
    return _in_seconds(timerfd_gettime_ns(fd))


def timerfd_gettime_ns(fd, /):
    return _moments(_core.timerfd_gettime(_posix._number(fd), bytes(32))[1])


# ---- names of settings

def _numbered(prefix, first, names):
    """A table of names with their numbers, which follow each other; a dash is a number without."""
    numbers = enumerate(names.split(), first)
    return {prefix + name: number for number, name in numbers if name != "-"}


sysconf_names = _numbered("SC_", 0, """
    ARG_MAX CHILD_MAX CLK_TCK NGROUPS_MAX OPEN_MAX STREAM_MAX TZNAME_MAX JOB_CONTROL SAVED_IDS
    REALTIME_SIGNALS PRIORITY_SCHEDULING TIMERS ASYNCHRONOUS_IO PRIORITIZED_IO SYNCHRONIZED_IO
    FSYNC MAPPED_FILES MEMLOCK MEMLOCK_RANGE MEMORY_PROTECTION MESSAGE_PASSING SEMAPHORES
    SHARED_MEMORY_OBJECTS AIO_LISTIO_MAX AIO_MAX AIO_PRIO_DELTA_MAX DELAYTIMER_MAX MQ_OPEN_MAX
    MQ_PRIO_MAX VERSION PAGESIZE RTSIG_MAX SEM_NSEMS_MAX SEM_VALUE_MAX SIGQUEUE_MAX TIMER_MAX
    BC_BASE_MAX BC_DIM_MAX BC_SCALE_MAX BC_STRING_MAX COLL_WEIGHTS_MAX EQUIV_CLASS_MAX
    EXPR_NEST_MAX LINE_MAX RE_DUP_MAX CHARCLASS_NAME_MAX 2_VERSION 2_C_BIND 2_C_DEV 2_FORT_DEV
    2_FORT_RUN 2_SW_DEV 2_LOCALEDEF PII PII_XTI PII_SOCKET PII_INTERNET PII_OSI POLL SELECT
    IOV_MAX PII_INTERNET_STREAM PII_INTERNET_DGRAM PII_OSI_COTS PII_OSI_CLTS PII_OSI_M T_IOV_MAX
    THREADS THREAD_SAFE_FUNCTIONS GETGR_R_SIZE_MAX GETPW_R_SIZE_MAX LOGIN_NAME_MAX TTY_NAME_MAX
    THREAD_DESTRUCTOR_ITERATIONS THREAD_KEYS_MAX THREAD_STACK_MIN THREAD_THREADS_MAX
    THREAD_ATTR_STACKADDR THREAD_ATTR_STACKSIZE THREAD_PRIORITY_SCHEDULING THREAD_PRIO_INHERIT
    THREAD_PRIO_PROTECT THREAD_PROCESS_SHARED NPROCESSORS_CONF NPROCESSORS_ONLN PHYS_PAGES
    AVPHYS_PAGES ATEXIT_MAX PASS_MAX XOPEN_VERSION XOPEN_XCU_VERSION XOPEN_UNIX XOPEN_CRYPT
    XOPEN_ENH_I18N XOPEN_SHM 2_CHAR_TERM 2_C_VERSION 2_UPE XOPEN_XPG2 XOPEN_XPG3 XOPEN_XPG4
    CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN LONG_BIT WORD_BIT MB_LEN_MAX NZERO SSIZE_MAX
    SCHAR_MAX SCHAR_MIN SHRT_MAX SHRT_MIN UCHAR_MAX UINT_MAX ULONG_MAX USHRT_MAX NL_ARGMAX
    NL_LANGMAX NL_MSGMAX NL_NMAX NL_SETMAX NL_TEXTMAX XBS5_ILP32_OFF32 XBS5_ILP32_OFFBIG
    XBS5_LP64_OFF64 XBS5_LPBIG_OFFBIG XOPEN_LEGACY XOPEN_REALTIME XOPEN_REALTIME_THREADS
""") | {"SC_PAGE_SIZE": 30, "SC_UIO_MAXIOV": 60, "SC_MINSIGSTKSZ": 249}
confstr_names = {
    "CS_PATH": 0, "CS_GNU_LIBC_VERSION": 2, "CS_GNU_LIBPTHREAD_VERSION": 3,
} | _numbered("CS_LFS", 1000, "_CFLAGS _LDFLAGS _LIBS _LINTFLAGS 64_CFLAGS 64_LDFLAGS 64_LIBS "
    "64_LINTFLAGS")
for _place_of, _model in enumerate(("ILP32_OFF32", "ILP32_OFFBIG", "LP64_OFF64", "LPBIG_OFFBIG")):
    confstr_names |= _numbered(
        f"CS_XBS5_{_model}_", 1100 + 4 * _place_of, "CFLAGS LDFLAGS LIBS LINTFLAGS"
    )
pathconf_names = _numbered("PC_", 0, """
    LINK_MAX MAX_CANON MAX_INPUT NAME_MAX PATH_MAX PIPE_BUF CHOWN_RESTRICTED NO_TRUNC VDISABLE
    SYNC_IO ASYNC_IO PRIO_IO SOCK_MAXBUF FILESIZEBITS REC_INCR_XFER_SIZE REC_MAX_XFER_SIZE
    REC_MIN_XFER_SIZE REC_XFER_ALIGN ALLOC_SIZE_MIN SYMLINK_MAX
""")
del _place_of, _model


def _setting(name, names):
    if isinstance(name, str):
        if name not in names:
            raise ValueError("unrecognized configuration name")
        return names[name]
    if not hasattr(type(name), "__index__"):
        raise TypeError("configuration names must be strings or integers")
    return _index(name)


def sysconf(name, /):
    return _core.sysconf(_setting(name, sysconf_names))


def confstr(name, /):
    return _core.confstr(_setting(name, confstr_names))


def pathconf(path, name):
    path = _posix._path_or_fd(path, "pathconf", "string, bytes, os.PathLike or integer")
    return _core.pathconf(path, _setting(name, pathconf_names))


def fpathconf(fd, name, /):
    fd = _posix._number(fd)
    try:
        return _core.pathconf(fd, _setting(name, pathconf_names))
    except OSError as error:
        error.filename = None
        raise


# ---- processes

def sched_rr_get_interval(pid, /):
    content = _core.sched_rr_get_interval(pid, bytes(16))[1]
    seconds, rest = int.from_bytes(content[:8], "little"), int.from_bytes(content[8:], "little")
    return seconds + rest * 1e-9


def waitid(idtype, id, options, /):
    found = _core.waitid(idtype, id, options)
    return None if found is None else _posix.waitid_result(found)


def _create_environ():
    return dict(_core.environ())


# The fewest and the most items of each action, and whether its third is a path.
_ACTIONS = {
    POSIX_SPAWN_OPEN: ("open", 5), POSIX_SPAWN_CLOSE: ("close", 2),
    POSIX_SPAWN_DUP2: ("dup2", 3), POSIX_SPAWN_CLOSEFROM: ("closefrom", 2),
}


def _actions(file_actions):
    """What is done with descriptors, as the core takes it."""
    if file_actions is None:
        return ()
    try:
        file_actions = list(file_actions)
    except TypeError:
        raise TypeError("file_actions must be a sequence or None") from None
    actions = []
    for action in file_actions:
        if not isinstance(action, tuple) or not action:
            raise TypeError("Each file_actions element must be a non-empty tuple")
        tag = _index(action[0])
        if tag not in _ACTIONS:
            raise TypeError("Unknown file_actions identifier")
        name, length = _ACTIONS[tag]
        if len(action) != length:
            raise TypeError(f"A {name} file_action tuple must have {length} elements")
        if tag == POSIX_SPAWN_OPEN:
            _, fd, path, flags, mode = action
            path = _posix._encoded(path, "posix_spawn")
            actions.append((tag, _index(fd), path, _index(flags), _index(mode) & 0xffffffff))
        else:
            actions.append((tag, _index(action[1]), _index(action[-1]), 0, 0))
    return tuple(actions)


def _signals(signals):
    if signals is None:
        return None
    mask = 0
    for signal in signals:
        signal = _index(signal)
        if not 1 <= signal <= 64:
            raise ValueError(f"signal number {signal} out of range [1; 64]")
        mask |= 1 << signal - 1
    return mask


def _scheduler(function, scheduler):
    if scheduler is None:
        return None, None
    if not isinstance(scheduler, tuple):
        raise TypeError(f"{function}: scheduler must be a tuple or None")
    if len(scheduler) != 2:
        raise TypeError("A scheduler tuple must have two elements")
    policy, param = scheduler
    priority = int.from_bytes(_posix._as_kernel_reads_it(param), "little", signed=True)
    return None if policy is None else _index(policy), priority


def _spawn(
    function, searches, path, argv, env, file_actions, setpgroup, resetids, setsid, setsigmask,
    setsigdef, scheduler,
):
    path = _posix._path(path, function)
    if not isinstance(argv, (list, tuple)):
        raise TypeError(f"{function}: argv must be a tuple or list")
    if not argv:
        raise ValueError(f"{function}: argv must not be empty")
    if env is not None and not hasattr(type(env), "__getitem__"):
        raise TypeError(f"{function}: environment must be a mapping object or None")
    words = [_posix._encoded(word, function) for word in argv]
    if not words[0]:
        raise ValueError(f"{function}: argv first element cannot be empty")
    if env is None:
        variables = [name + b"=" + value for name, value in _core.environ()]
    else:
        variables = _posix._variables(env)
    policy, priority = _scheduler(function, scheduler)
    return _core.posix_spawn(
        searches, path, words, variables, _actions(file_actions),
        None if setpgroup is None else _index(setpgroup),
        bool(resetids) | bool(setsid) << 1, _signals(setsigmask), _signals(setsigdef), policy,
        priority,
    )


def posix_spawn(
    path, argv, env, /, *, file_actions=(), setpgroup=None, resetids=False, setsid=False,
    setsigmask=None, setsigdef=None, scheduler=None,
):
    """Starts a program; the number of its process."""
    return _spawn(
        "posix_spawn", False, path, argv, env, file_actions, setpgroup, resetids, setsid,
        setsigmask, setsigdef, scheduler,
    )


def posix_spawnp(
    path, argv, env, /, *, file_actions=(), setpgroup=None, resetids=False, setsid=False,
    setsigmask=None, setsigdef=None, scheduler=None,
):
    """Starts a program, which is looked for along PATH; the number of its process."""
    return _spawn(
        "posix_spawnp", True, path, argv, env, file_actions, setpgroup, resetids, setsid,
        setsigmask, setsigdef, scheduler,
    )
