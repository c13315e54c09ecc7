"""Files, folders and the process, over `_posix_core`."""

import _posix_core as _core
from _posix_core import (
    _exit,
    close,
    cpu_count,
    dup,
    fsync,
    ftruncate,
    getcwd,
    getpid,
    isatty,
    lseek,
    pipe,
    strerror,
    urandom,
)

error = OSError
_have_functions = []

F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
O_RDONLY, O_WRONLY, O_RDWR, O_ACCMODE = 0, 1, 2, 3
O_CREAT, O_EXCL, O_NOCTTY, O_TRUNC, O_APPEND = 0o100, 0o200, 0o400, 0o1000, 0o2000
O_NONBLOCK = O_NDELAY = 0o4000
O_SYNC, O_DIRECTORY, O_NOFOLLOW, O_CLOEXEC = 0o4010000, 0o200000, 0o400000, 0o2000000
EX_OK = 0
SEEK_DATA, SEEK_HOLE = 3, 4
NGROUPS_MAX = 65536
WNOHANG, WUNTRACED = 1, 2

_names = (
    "st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size",
    "st_atime", "st_mtime", "st_ctime",
)


class stat_result(tuple):
    """What stat says of a file."""

    __module__ = "os"
    __match_args__ = _names[:7]
    n_fields = 19
    n_sequence_fields = 10
    n_unnamed_fields = 3

    def __new__(cls, fields):
        fields = tuple(fields)
        self = super().__new__(cls, fields[:10])
        for name, value in zip(_names, fields):
            setattr(self, name, value)
        return self

    def __repr__(self):
        fields = ", ".join([f"{name}={value}" for name, value in zip(_names, self)])
        return f"os.stat_result({fields})"

    def __reduce__(self):
        return stat_result, (tuple(self),)


def _stat_result(found):
    times = found[7], found[9], found[11]
    self = stat_result(found[:7] + times)
    for place, name in ((7, "atime"), (9, "mtime"), (11, "ctime")):
        whole, rest = found[place], found[place + 1]
        setattr(self, f"st_{name}", whole + 1e-9 * rest)
        setattr(self, f"st_{name}_ns", whole * 10**9 + rest)
    self.st_blksize, self.st_blocks, self.st_rdev = found[13:16]
    return self


def fspath(path):
    """The path as str or bytes."""
    if isinstance(path, (str, bytes)):
        return path
    kind = type(path)
    try:
        method = kind.__fspath__
    except AttributeError:
        message = f"expected str, bytes or os.PathLike object, not {kind.__name__}"
        raise TypeError(message) from None
    result = method(path)
    if isinstance(result, (str, bytes)):
        return result
    raise TypeError(
        f"expected {kind.__name__}.__fspath__() to return str or bytes, "
        f"not {type(result).__name__}"
    )


def _text(path, function=None):
    if isinstance(path, str):
        return path
    if function and not isinstance(path, bytes) and not hasattr(path, "__fspath__"):
        kind = type(path).__name__
        raise TypeError(f"{function}: path should be string, bytes or os.PathLike, not {kind}")
    path = fspath(path)
    return path.decode("utf-8", "surrogateescape") if isinstance(path, bytes) else path


def _no_descriptor(dir_fd):
    if dir_fd is not None:
        raise NotImplementedError("dir_fd unavailable on this platform")


def stat(path, *, dir_fd=None, follow_symlinks=True):
    _no_descriptor(dir_fd)
    if isinstance(path, int):
        return fstat(path)
    if not isinstance(path, (str, bytes)) and not hasattr(path, "__fspath__"):
        kind = type(path).__name__
        raise TypeError(
            f"stat: path should be string, bytes, os.PathLike or integer, not {kind}"
        )
    return _stat_result(_core.stat(_text(path), follow_symlinks))


def lstat(path, *, dir_fd=None):
    _no_descriptor(dir_fd)
    return _stat_result(_core.stat(_text(path, "lstat"), False))


def fstat(fd):
    return _stat_result(_core.fstat(fd))


def listdir(path=None):
    if path is None:
        path = "."
    names = [name for name, kind in _core.listdir(_text(path))]
    if isinstance(path, bytes):
        return [name.encode("utf-8", "surrogateescape") for name in names]
    return names


class DirEntry:
    """An entry that scandir has found."""

    __module__ = "posix"

    def __init__(self, folder, name, kind):
        self.name = name
        self._kind = kind
        self.path = name if folder is None else folder + "/" * (folder[-1:] != "/") + name

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"

    def is_symlink(self):
        return self._kind == 3

    def _is(self, kind, mode, follow_symlinks):
        if self._kind != 3 or not follow_symlinks:
            return self._kind == kind
        try:
            return self.stat().st_mode & 0o170000 == mode
        except FileNotFoundError:
            return False

    def is_dir(self, *, follow_symlinks=True):
        return self._is(1, 0o040000, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        return self._is(2, 0o100000, follow_symlinks)

    def is_junction(self):
        return False

    def stat(self, *, follow_symlinks=True):
        return stat(self.path, follow_symlinks=follow_symlinks)

    def inode(self):
        return lstat(self.path).st_ino


class _Scan:
    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def close(self):
        self._entries = iter(())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def scandir(path=None):
    folder = None if path is None else _text(path)
    found = _core.listdir("." if folder is None else folder)
    if folder is None:
        folder = "."
    return _Scan([DirEntry(folder, name, kind) for name, kind in found])


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    return _core.access(_text(path, "access"), mode)


def readlink(path, *, dir_fd=None):
    return _core.readlink(_text(path, "readlink"))


def getcwdb():
    return getcwd().encode("utf-8", "surrogateescape")


def mkdir(path, mode=0o777, *, dir_fd=None):
    _core.mkdir(_text(path, "mkdir"), mode)


def rmdir(path, *, dir_fd=None):
    _core.rmdir(_text(path, "rmdir"))


def unlink(path, *, dir_fd=None):
    _core.unlink(_text(path, "unlink"))


def remove(path, *, dir_fd=None):
    _core.unlink(_text(path, "remove"))


def _two_paths(act, src, dst):
    src, dst = _text(src), _text(dst)
    try:
        act(src, dst)
    except OSError as error:
        error.filename2 = dst
        raise


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _two_paths(_core.rename, src, dst)


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _two_paths(_core.rename, src, dst)


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
    _two_paths(_core.link, src, dst)


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    _core.symlink(_text(src), _text(dst))


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    _core.chmod(_text(path, "chmod"), mode)


def chdir(path):
    _core.chdir(_text(path, "chdir"))


def open(path, flags, mode=0o777, *, dir_fd=None):
    _no_descriptor(dir_fd)
    return _core.open(_text(path, "open"), flags, mode)


def read(fd, length, /):
    return _core.read(fd, length)


def write(fd, data, /):
    if not isinstance(data, bytes):
        data = bytes(memoryview(data))
    return _core.write(fd, data)


def closerange(fd_low, fd_high, /):
    for fd in range(fd_low, fd_high):
        try:
            close(fd)
        except OSError:
            pass


def get_inheritable(fd):
    return False


def set_inheritable(fd, inheritable):
    pass


def get_blocking(fd):
    return True


def truncate(path, length):
    fd = path if isinstance(path, int) else open(path, O_WRONLY)
    try:
        ftruncate(fd, length)
    finally:
        if fd is not path:
            close(fd)


def putenv(name, value, /):
    pass


def unsetenv(name, /):
    pass


def umask(mask):
    return 0o022


def getppid():
    return 1


def get_terminal_size(fd=1):
    raise OSError(25, "Inappropriate ioctl for device")


def _create_environ():
    return {
        name.encode("utf-8", "surrogateescape"): value.encode("utf-8", "surrogateescape")
        for name, value in _core.environ()
    }


environ = _create_environ()
del putenv, unsetenv, umask, getppid
