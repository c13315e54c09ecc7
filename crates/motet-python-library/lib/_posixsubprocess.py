"""Starting a program beside this one, for `subprocess`."""

import os as _os
import sys as _sys
import _posix_core as _core
from _posix_more import _id

# A number that no process has: a wait for it fails because there is none.
_NO_PROCESS = 2**22 + 1
_WORD = 2**32 - 1


def _as_bytes(words):
    return [word if isinstance(word, bytes) else _os.fsencode(word) for word in words]


def _as_word(identity):
    """A number of 32 bits as the core takes it, with a sign."""
    return identity if identity < 1 << 31 else identity - (1 << 32)


def _identities(gid, extra_groups, uid):
    """The user and the groups of the program, checked."""
    if extra_groups is not None:
        try:
            extra_groups = [_as_word(_id(group, "gid")) for group in extra_groups]
        except OverflowError:
            raise ValueError("invalid group id") from None
    gid = None if gid is None else _as_word(_id(gid, "gid"))
    return gid, extra_groups, None if uid is None else _as_word(_id(uid, "uid"))


def fork_exec(
    args, executable_list, close_fds, pass_fds, cwd, env, p2cread, p2cwrite, c2pread, c2pwrite,
    errread, errwrite, errpipe_read, errpipe_write, restore_signals, call_setsid, pgid_to_set,
    gid, extra_groups, uid, child_umask, preexec_fn, /,
):
    """Starts the first program of the list that exists; returns the number of its process.

    A failure is told through the pipe, as a child of CPython's would.
    """
    last = -1
    for fd in pass_fds:
        if not isinstance(fd, int) or fd <= last:
            raise ValueError("bad value(s) in fds_to_keep")
        last = fd
    gid, extra_groups, uid = _identities(gid, extra_groups, uid)
    if preexec_fn is not None:
        _sys._check_not_finalizing("preexec_fn not supported")
        return _fork_and_call(
            preexec_fn, _as_bytes(executable_list), _as_bytes(args), env, cwd, close_fds,
            set(pass_fds) | {errpipe_write}, (p2cread, c2pwrite, errwrite), errpipe_write,
            call_setsid, pgid_to_set, gid, extra_groups, uid, child_umask, restore_signals,
        )
    # A program is found from the folder in which it starts.
    where = None if cwd is None else _os.fsencode(cwd)
    if where is not None:
        try:
            if not _os.path.isdir(where):
                _os.stat(where)
                raise NotADirectoryError(20, _os.strerror(20))
            if not _os.access(where, _os.X_OK):
                raise PermissionError(13, _os.strerror(13))
        except OSError as error:
            _os.write(errpipe_write, b"OSError:%x:noexec:chdir" % error.errno)
            return _NO_PROCESS
    kept = [fd for fd in pass_fds if fd > 2 and fd != errpipe_write]
    try:
        return _core.spawn(
            _as_bytes(executable_list), _as_bytes(args), None if env is None else list(env),
            where, [p2cread, c2pwrite, errwrite], bool(close_fds), kept, bool(call_setsid),
            None if pgid_to_set < 0 else pgid_to_set, gid, extra_groups, uid,
            None if child_umask < 0 else child_umask, bool(restore_signals),
        )
    except OSError as error:
        _os.write(errpipe_write, b"OSError:%x:" % error.errno)
        return _NO_PROCESS


def _fork_and_call(preexec_fn, programs, args, env, cwd, close_fds, kept, streams, report, *rest):
    """Starts a program by a copy of this process, which calls a function of the program first."""
    pid = _os.fork()
    if pid:
        return pid
    step = b""
    try:
        # Not one of the standard descriptors: those are about to be replaced.
        streams = [_os.dup(fd) if 0 <= fd < 3 else fd for fd in streams]
        for standard, fd in enumerate(streams):
            if fd >= 0:
                _os.dup2(fd, standard)
        step = b"noexec:chdir"
        if cwd is not None:
            _os.chdir(cwd)
        step = b"noexec"
        _become(*rest)
        try:
            preexec_fn()
        except BaseException:
            _os.write(report, b"SubprocessError:0:Exception occurred in preexec_fn.")
            _os._exit(255)
        step = b""
        for fd in kept - {report}:
            _os.set_inheritable(fd, True)
        if close_fds:
            _close_others(kept)
        _run_first(programs, args, env)
    except OSError as error:
        _os.write(report, b"OSError:%x:%s" % (error.errno, step))
    except BaseException as error:
        _os.write(report, b"RuntimeError:0:" + _os.fsencode(str(error)))
    finally:
        _os._exit(255)


def _become(call_setsid, pgid_to_set, gid, extra_groups, uid, child_umask, restore_signals):
    if child_umask >= 0:
        _os.umask(child_umask)
    if restore_signals:
        import _signal
        for name in ("SIGPIPE", "SIGXFSZ"):
            _signal.signal(getattr(_signal, name), _signal.SIG_DFL)
    if call_setsid:
        _os.setsid()
    if pgid_to_set >= 0:
        _os.setpgid(0, pgid_to_set)
    if extra_groups is not None:
        _os.setgroups([group & _WORD for group in extra_groups])
    if gid is not None:
        _os.setregid(gid & _WORD, gid & _WORD)
    if uid is not None:
        _os.setreuid(uid & _WORD, uid & _WORD)


def _close_others(kept):
    """Has the system close all other descriptors when the next program begins."""
    for name in _os.listdir("/proc/self/fd"):
        fd = int(name)
        if fd > 2 and fd not in kept:
            try:
                _os.set_inheritable(fd, False)
            except OSError:
                # It was the folder's.
                pass


def _run_first(programs, args, env):
    """Becomes the first program that exists; fails with the most specific error."""
    saved = None
    for program in programs:
        try:
            if env is None:
                _os.execv(program, args)
            else:
                _core.execve(program, args, list(env))
        except OSError as error:
            if error.errno not in (2, 20) or saved is None:
                saved = error
    raise saved
