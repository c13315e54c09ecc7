"""Starting a program beside this one: what `subprocess` stands on."""

import os as _os
import _posix_core as _core

# A number that no process has: who waits for it learns that there is none.
_NO_PROCESS = 2**22 + 1


def _as_bytes(words):
    return [word if isinstance(word, bytes) else _os.fsencode(word) for word in words]


def fork_exec(
    args, executable_list, close_fds, pass_fds, cwd, env, p2cread, p2cwrite, c2pread, c2pwrite,
    errread, errwrite, errpipe_read, errpipe_write, restore_signals, call_setsid, pgid_to_set,
    gid, extra_groups, uid, child_umask, preexec_fn, /,
):
    """Starts the first program of the list that is there; gives the number of its process.

    What fails is told through the pipe, as a child of CPython's would.
    """
    if preexec_fn is not None:
        raise RuntimeError(
            "preexec_fn is not supported: the child of a process with threads runs no Python"
        )
    last = -1
    for fd in pass_fds:
        if not isinstance(fd, int) or fd <= last:
            raise ValueError("bad value(s) in fds_to_keep")
        last = fd
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
            None if child_umask < 0 else child_umask,
        )
    except OSError as error:
        _os.write(errpipe_write, b"OSError:%x:" % error.errno)
        return _NO_PROCESS
