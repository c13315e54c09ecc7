"""Forking the process, and the functions that programs register to be called around it."""

# The module that programs know.
__name__ = "posix"

import sys as _sys
import _posix_core as _core

_before, _in_parent, _in_child = [], [], []


_MISSING = object()


def register_at_fork(*, before=_MISSING, after_in_child=_MISSING, after_in_parent=_MISSING):
    """Registers functions that are called when the process is forked."""
    names = "before", "after_in_child", "after_in_parent"
    for name, hook in zip(names, (before, after_in_child, after_in_parent)):
        if hook is not _MISSING and not callable(hook):
            raise TypeError(f"'{name}' must be callable, not {type(hook).__name__}")
    if before is after_in_child is after_in_parent is _MISSING:
        raise TypeError("At least one argument is required.")
    for hook, hooks in (
        (before, _before), (after_in_child, _in_child), (after_in_parent, _in_parent)
    ):
        if hook is not _MISSING:
            hooks.append(hook)


def _call(hooks):
    for hook in hooks:
        try:
            hook()
        except BaseException as error:
            from _sys import _report_unraisable
            _report_unraisable(error, f"Exception ignored in atfork callback {hook!r}", None)


def _has_threads():
    import _thread
    threading = _sys.modules.get("threading")
    return _thread._count() > 0 or threading is not None and len(threading._active) > 1


def _warn_of_threads(function, level):
    import warnings
    warnings.warn(
        f"This process (pid={_core.getpid()}) is multi-threaded, use of {function}() "
        "may lead to deadlocks in the child.",
        DeprecationWarning, level + 1,
    )


def _fork(function, level):
    """The number of the child, 0 in the child; warns for a function, where its caller is."""
    _sys._check_not_finalizing("can't fork")
    _call(_before[::-1])
    has_threads = _has_threads()
    try:
        pid = _core.fork()
    except BaseException:
        _call(_in_parent[:])
        raise
    if pid == 0:
        import _thread
        _thread._begin_child()
        _call(_in_child[:])
    else:
        _call(_in_parent[:])
        if has_threads:
            _warn_of_threads(function, level + 1)
    return pid


def fork():
    """Copies the process; the number of the child, 0 in the child."""
    return _fork("fork", 2)


def forkpty():
    """Copies the process; the child has a new terminal, of which the parent gets the other end."""
    import posix
    master, slave = posix.openpty()
    try:
        pid = _fork("forkpty", 2)
    except BaseException:
        posix.close(master)
        posix.close(slave)
        raise
    if pid == 0:
        posix.close(master)
        login_tty(slave)
    else:
        posix.close(slave)
    return pid, master


def login_tty(fd, /):
    """Begins a session with the descriptor as its terminal and as its standard files."""
    import fcntl
    import posix
    import termios
    posix.setsid()
    fcntl.ioctl(fd, termios.TIOCSCTTY, 0)
    for standard in range(3):
        posix.dup2(fd, standard)
    if fd > 2:
        posix.close(fd)
