"""Files, folders and processes of the system, over `_posix_core`."""

import _posix_core as _core
from _posix_core import (
    _exit, cpu_count, fspath, getcwd, geteuid, getegid, getgid, getgroups, getpgid, getpid, getppid,
    getsid, getuid, isatty, kill, listdir as _listdir, pread, pwrite, read, readinto, setpgid,
    strerror, sync, ttyname, umask, urandom,
)
from _motet_fork import fork, forkpty, login_tty, register_at_fork
from _motet_sequence import make as _make

error = OSError
_have_functions = [
    "HAVE_" + _name for _name in (
        "FACCESSAT FCHDIR FCHMOD FCHMODAT FCHOWN FCHOWNAT FDOPENDIR FSTATAT FSTATVFS FTRUNCATE "
        "FUTIMENS LCHOWN LINKAT LSTAT LUTIMES MKDIRAT MKFIFOAT MKNODAT OPENAT READLINKAT RENAMEAT "
        "SYMLINKAT UNLINKAT UTIMENSAT"
    ).split()
]

F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
O_RDONLY, O_WRONLY, O_RDWR, O_ACCMODE = 0, 1, 2, 3
O_CREAT, O_EXCL, O_NOCTTY, O_TRUNC, O_APPEND = 0o100, 0o200, 0o400, 0o1000, 0o2000
O_NONBLOCK = O_NDELAY = 0o4000
O_DSYNC, O_ASYNC, O_DIRECT, O_LARGEFILE = 0o10000, 0o20000, 0o40000, 0
O_SYNC = O_RSYNC = O_FSYNC = 0o4010000
O_DIRECTORY, O_NOFOLLOW, O_NOATIME, O_CLOEXEC = 0o200000, 0o400000, 0o1000000, 0o2000000
O_PATH, O_TMPFILE = 0o10000000, 0o20200000
(
    EX_OK, EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_NOUSER, EX_NOHOST, EX_UNAVAILABLE, EX_SOFTWARE,
    EX_OSERR, EX_OSFILE, EX_CANTCREAT, EX_IOERR, EX_TEMPFAIL, EX_PROTOCOL, EX_NOPERM, EX_CONFIG,
) = 0, *range(64, 79)
SEEK_DATA, SEEK_HOLE = 3, 4
NGROUPS_MAX = 65536
TMP_MAX = 238328
WNOHANG, WUNTRACED, WCONTINUED = 1, 2, 8
WEXITED, WSTOPPED, WNOWAIT = 4, 2, 0x1000000
P_ALL, P_PID, P_PGID, P_PIDFD = 0, 1, 2, 3
CLD_EXITED, CLD_KILLED, CLD_DUMPED, CLD_TRAPPED, CLD_STOPPED, CLD_CONTINUED = range(1, 7)
PRIO_PROCESS, PRIO_PGRP, PRIO_USER = 0, 1, 2
F_LOCK, F_TLOCK, F_ULOCK, F_TEST = 1, 2, 0, 3
LOCK_SH, LOCK_EX, LOCK_NB, LOCK_UN = 1, 2, 4, 8
POSIX_FADV_NORMAL, POSIX_FADV_RANDOM, POSIX_FADV_SEQUENTIAL = 0, 1, 2
POSIX_FADV_WILLNEED, POSIX_FADV_DONTNEED, POSIX_FADV_NOREUSE = 3, 4, 5
SCHED_OTHER, SCHED_FIFO, SCHED_RR, SCHED_BATCH, SCHED_IDLE = 0, 1, 2, 3, 5
SCHED_NORMAL, SCHED_DEADLINE, SCHED_RESET_ON_FORK = 0, 6, 1 << 30
ST_RDONLY, ST_NOSUID, ST_NODEV, ST_NOEXEC = 1, 2, 4, 8
ST_SYNCHRONOUS, ST_MANDLOCK, ST_WRITE, ST_APPEND = 16, 64, 128, 256
ST_NOATIME, ST_NODIRATIME, ST_RELATIME = 1024, 2048, 4096
XATTR_CREATE, XATTR_REPLACE, XATTR_SIZE_MAX = 1, 2, 65536
MFD_CLOEXEC, MFD_ALLOW_SEALING = 1, 2
EFD_CLOEXEC, EFD_NONBLOCK, EFD_SEMAPHORE = 0o2000000, 0o4000, 1
GRND_NONBLOCK, GRND_RANDOM = 1, 2
PIDFD_NONBLOCK = 0o4000
_AT_REMOVEDIR, _AT_SYMLINK_FOLLOW, _AT_SYMLINK_NOFOLLOW, _AT_EACCESS = 0x200, 0x400, 0x100, 0x200
_F_GETFD, _F_SETFD, _F_GETFL, _F_SETFL = 1, 2, 3, 4


# ---- paths

def _path(path, function):
    """A path as the core takes it: str or bytes."""
    kind = type(path)
    if kind is str or kind is bytes:
        return path
    if isinstance(path, (str, bytes)):
        return path
    if getattr(kind, "__fspath__", None) is None:
        message = f"{function}: path should be string, bytes or os.PathLike, not {kind.__name__}"
        raise TypeError(message)
    return fspath(path)


def _as_descriptor(number, level=3):
    """A number that stands for a file. A truth value is an error of the program more likely."""
    if isinstance(number, bool):
        import warnings
        warnings.warn("bool is used as a file descriptor", RuntimeWarning, level)
    return number.__index__()


def _path_or_fd(path, function, allowed="string, bytes, os.PathLike or integer"):
    kind = type(path)
    if kind is str or kind is bytes or kind is int:
        return path
    if isinstance(path, (str, bytes)):
        return path
    if getattr(kind, "__fspath__", None) is not None:
        return fspath(path)
    if hasattr(kind, "__index__"):
        return _as_descriptor(path, 4)
    raise TypeError(f"{function}: path should be {allowed}, not {kind.__name__}")


def _by_descriptor(function, fd):
    """Calls a function with a descriptor that stands for a path: errors name it."""
    try:
        return function(fd)
    except OSError as error:
        error.filename = fd
        raise


def _no_fd(fd, function, **options):
    """Refuses other options beside a descriptor, which names the file by itself."""
    for name, (value, default) in options.items():
        if value is not default:
            if name == "dir_fd":
                message = f"{function}: can't specify dir_fd without matching path"
            else:
                message = f"{function}: cannot use fd and {name} together"
            raise ValueError(message)
    return fd


# ---- looking

stat_result = _make(
    "os.stat_result",
    "st_mode st_ino st_dev st_nlink st_uid st_gid st_size",
    "st_atime st_mtime st_ctime st_atime_ns st_mtime_ns st_ctime_ns st_blksize st_blocks st_rdev",
    unnamed=3,
)


def _late(name, place):
    """A property: the exact time, or in a result without it the whole seconds, an item."""
    def get(self):
        found = self.__dict__.get(name)
        return self[place] if found is None else found

    return property(get)


for _place, _name in ((7, "st_atime"), (8, "st_mtime"), (9, "st_ctime")):
    setattr(stat_result, _name, _late(_name, _place))


def _stat_repr(self):
    names = (*self._names, "st_atime", "st_mtime", "st_ctime")
    fields = ", ".join([f"{name}={value!r}" for name, value in zip(names, self)])
    return f"os.stat_result({fields})"


_stat_repr.__name__, _stat_repr.__qualname__ = "__repr__", "stat_result.__repr__"
_stat_repr.__module__ = "os"
stat_result.__repr__ = _stat_repr
def stat(path, *, dir_fd=None, follow_symlinks=True):
    path = _path_or_fd(path, "stat")
    if type(path) is int:
        _no_fd(path, "stat", dir_fd=(dir_fd, None), follow_symlinks=(follow_symlinks, True))
        return _by_descriptor(fstat, path)
    return _core.stat(path, bool(follow_symlinks), dir_fd, stat_result)


def lstat(path, *, dir_fd=None):
    return _core.stat(_path(path, "lstat"), False, dir_fd, stat_result)


def fstat(fd):
    return _core.stat_of_file(fd, stat_result)


statvfs_result = _make(
    "os.statvfs_result",
    "f_bsize f_frsize f_blocks f_bfree f_bavail f_files f_ffree f_favail f_flag f_namemax",
    "f_fsid",
)


def statvfs(path):
    path = _path_or_fd(path, "statvfs")
    if type(path) is int:
        return _by_descriptor(fstatvfs, path)
    return statvfs_result(_core.statvfs(path))


def fstatvfs(fd):
    return statvfs_result(_core.statvfs(fd))


def _folder(path, function):
    if path is None:
        return "."
    allowed = "string, bytes, os.PathLike, integer or None"
    return _path_or_fd(path, function, allowed)


def listdir(path=None):
    return [entry[0] for entry in _listdir(_folder(path, "listdir"))]


_FOLDER, _FILE, _LINK = 4, 8, 10


class DirEntry:
    """An entry that scandir has found."""

    __module__ = "posix"
    __slots__ = ("name", "path", "_kind", "_inode", "_folder", "_stats")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'posix.DirEntry' instances")

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"

    def is_symlink(self):
        if self._kind == 0:
            return self._has_mode(0o120000, False)
        return self._kind == _LINK

    def _has_mode(self, mode, follow_symlinks):
        try:
            return self.stat(follow_symlinks=follow_symlinks).st_mode & 0o170000 == mode
        except FileNotFoundError:
            return False

    def _is(self, kind, mode, follow_symlinks):
        if self._kind == 0 or self._kind == _LINK and follow_symlinks:
            return self._has_mode(mode, follow_symlinks)
        return self._kind == kind

    def is_dir(self, *, follow_symlinks=True):
        return self._is(_FOLDER, 0o040000, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        return self._is(_FILE, 0o100000, follow_symlinks)

    def is_junction(self):
        return False

    def stat(self, *, follow_symlinks=True):
        key = bool(follow_symlinks) and (self._kind == _LINK or self._kind == 0)
        found = self._stats.get(key)
        if found is None:
            if self._folder is not None:
                found = stat(self.name, dir_fd=self._folder, follow_symlinks=follow_symlinks)
            else:
                found = stat(self.path, follow_symlinks=follow_symlinks)
            self._stats[key] = found
        return found

    def inode(self):
        return self._inode

    def __class_getitem__(cls, parameters):
        import types
        return types.GenericAlias(cls, parameters)

    def __reduce__(self):
        raise TypeError("cannot pickle 'posix.DirEntry' object")


def _entry(prefix, fd, found):
    self = object.__new__(DirEntry)
    self.name, self._kind, self._inode = found
    self.path = self.name if prefix is None else prefix + self.name
    self._folder = fd
    self._stats = {}
    return self


class ScandirIterator:
    """Walks over the entries of a folder."""

    _motet_closed = True
    __module__ = "posix"

    def __init__(self, prefix, fd, found):
        self._prefix = prefix
        self._fd = fd
        self._found = iter(found)

    def __iter__(self):
        return self

    def __next__(self):
        return _entry(self._prefix, self._fd, next(self._found))

    def close(self):
        self._found = iter(())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def scandir(path=None):
    path = _folder(path, "scandir")
    found = _listdir(path)
    if type(path) is int:
        return ScandirIterator(None, path, found)
    slash = b"/" if isinstance(path, bytes) else "/"
    return ScandirIterator(path if path[-1:] == slash else path + slash, None, found)


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    flags = _AT_EACCESS if effective_ids else 0
    if not follow_symlinks:
        flags |= _AT_SYMLINK_NOFOLLOW
    try:
        _core.faccessat2(dir_fd, _path(path, "access"), mode, flags)
    except OSError:
        return False
    return True


def readlink(path, *, dir_fd=None):
    return _core.readlink(_path(path, "readlink"), dir_fd)


def getcwdb():
    return _core.encode(getcwd())


def _path_of_fd(path, function):
    """A path that leads to an open file, where its descriptor may stand for it."""
    if type(path) is int:
        return f"/proc/self/fd/{path}"
    return _path(path, function)


def getxattr(path, attribute, *, follow_symlinks=True):
    return _core.getxattr(
        _path_of_fd(path, "getxattr"), _path(attribute, "getxattr"), bool(follow_symlinks)
    )


def setxattr(path, attribute, value, flags=0, *, follow_symlinks=True):
    value = bytes(value)
    path, attribute = _path_of_fd(path, "setxattr"), _path(attribute, "setxattr")
    set_one = _core.setxattr if follow_symlinks else _core.lsetxattr
    set_one(path, attribute, value, len(value), flags)


def removexattr(path, attribute, *, follow_symlinks=True):
    remove_one = _core.removexattr if follow_symlinks else _core.lremovexattr
    remove_one(_path_of_fd(path, "removexattr"), _path(attribute, "removexattr"))


def listxattr(path=None, *, follow_symlinks=True):
    names = _core.listxattr(
        "." if path is None else _path_of_fd(path, "listxattr"), bool(follow_symlinks)
    )
    return [_core.decode(name) for name in names.split(b"\0") if name]


# ---- changing

def mkdir(path, mode=0o777, *, dir_fd=None):
    _core.mkdirat(dir_fd, _path(path, "mkdir"), mode)


def rmdir(path, *, dir_fd=None):
    _core.unlinkat(dir_fd, _path(path, "rmdir"), _AT_REMOVEDIR)


def unlink(path, *, dir_fd=None):
    _core.unlinkat(dir_fd, _path(path, "unlink"), 0)


def remove(path, *, dir_fd=None):
    _core.unlinkat(dir_fd, _path(path, "remove"), 0)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _core.renameat(src_dir_fd, _path(src, "rename"), dst_dir_fd, _path(dst, "rename"))


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _core.renameat(src_dir_fd, _path(src, "replace"), dst_dir_fd, _path(dst, "replace"))


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
    flags = _AT_SYMLINK_FOLLOW if follow_symlinks else 0
    _core.linkat(src_dir_fd, _path(src, "link"), dst_dir_fd, _path(dst, "link"), flags)


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    _core.symlinkat(_path(src, "symlink"), dir_fd, _path(dst, "symlink"))


def mkfifo(path, mode=0o666, *, dir_fd=None):
    _core.mknodat(dir_fd, _path(path, "mkfifo"), 0o010000 | mode, 0)


def mknod(path, mode=0o600, device=0, *, dir_fd=None):
    _core.mknodat(dir_fd, _path(path, "mknod"), mode, device)


_NO_DEVICE = (1 << 64) - 1


def _unsigned(number, bits):
    """A number as the system takes it; -1 is the greatest one."""
    if not hasattr(type(number), "__index__"):
        name = type(number).__name__
        raise TypeError(f"'{name}' object cannot be interpreted as an integer")
    number = number.__index__()
    if number == -1:
        return (1 << bits) - 1
    if number < 0:
        raise OverflowError("can't convert negative int to unsigned")
    if number >= 1 << 64:
        raise OverflowError("int too big to convert")
    if number >= 1 << bits:
        raise OverflowError("Python int too large to convert to C unsigned int")
    return number


def _device(number):
    return -1 if number == _NO_DEVICE else number


def major(device, /):
    device = _unsigned(device, 64)
    return -1 if device == _NO_DEVICE else device >> 8 & 0xfff | device >> 32 & ~0xfff


def minor(device, /):
    device = _unsigned(device, 64)
    return -1 if device == _NO_DEVICE else device & 0xff | device >> 12 & 0xffffff00


def makedev(major, minor, /):
    major, minor = _unsigned(major, 32), _unsigned(minor, 32)
    return _device(
        minor & 0xff | (major & 0xfff) << 8 | (minor & ~0xff) << 12 | (major & ~0xfff) << 32
    )


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    path = _path_or_fd(path, "chmod")
    if type(path) is int:
        fchmod(path, mode)
        return
    if not follow_symlinks:
        raise NotImplementedError("chmod: follow_symlinks unavailable on this platform")
    _core.fchmodat(dir_fd, path, mode)


def fchmod(fd, mode):
    _core.fchmod(fd, mode)


def chown(path, uid, gid, *, dir_fd=None, follow_symlinks=True):
    path = _path_or_fd(path, "chown")
    if type(path) is int:
        _by_descriptor(lambda fd: fchown(fd, uid, gid), path)
        return
    flags = 0 if follow_symlinks else _AT_SYMLINK_NOFOLLOW
    _core.fchownat(dir_fd, path, _id(uid, "uid"), _id(gid, "gid"), flags)


def lchown(path, uid, gid):
    chown(path, uid, gid, follow_symlinks=False)


def fchown(fd, uid, gid):
    _core.fchown(fd, _id(uid, "uid"), _id(gid, "gid"))


def chdir(path):
    path = _path_or_fd(path, "chdir")
    if type(path) is int:
        _by_descriptor(_core.fchdir, path)
    else:
        _core.chdir(path)


def fchdir(fd):
    _core.fchdir(_number(fd))


def chroot(path):
    _core.chroot(_path(path, "chroot"))


def _nanoseconds(time):
    if isinstance(time, int):
        return time * 10**9
    if not isinstance(time, float):
        raise TypeError("utime: 'times' must be either a tuple of two ints or None")
    # Exact: the float's value, rounded down to nanoseconds.
    top, bottom = time.as_integer_ratio()
    return top * 10**9 // bottom


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    path = _path_or_fd(path, "utime")
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    accessed = modified = None
    if times is not None:
        if not isinstance(times, tuple) or len(times) != 2:
            raise TypeError("utime: 'times' must be either a tuple of two ints or None")
        accessed, modified = _nanoseconds(times[0]), _nanoseconds(times[1])
    elif ns is not None:
        if not isinstance(ns, tuple) or len(ns) != 2:
            raise TypeError("utime: 'ns' must be a tuple of two ints")
        accessed, modified = ns[0].__index__(), ns[1].__index__()
    _core.utimensat(path, dir_fd, accessed, modified, bool(follow_symlinks))


def truncate(path, length):
    path = _path_or_fd(path, "truncate")
    if type(path) is int:
        ftruncate(path, length)
    else:
        _core.truncate(path, length)


# ---- descriptors

def open(path, flags, mode=0o777, *, dir_fd=None):
    return _core.openat(dir_fd, _path(path, "open"), flags | O_CLOEXEC, mode)


def close(fd):
    _core.close(fd)


def closerange(fd_low, fd_high, /):
    for fd in range(max(fd_low, 0), fd_high):
        try:
            _core.close(fd)
        except OSError:
            pass


def lseek(fd, position, whence, /):
    return _core.lseek(fd, position, whence)


def ftruncate(fd, length, /):
    _core.ftruncate(fd, length)


def _number(fd):
    if hasattr(type(fd), "__index__"):
        return _not_negative(_as_descriptor(fd))
    return _descriptor(fd)


def _descriptor(file):
    """The number of an open file that is an int, or that a file object's fileno() tells."""
    if isinstance(file, int):
        return _not_negative(file)
    fileno = getattr(file, "fileno", None)
    if fileno is None:
        raise TypeError("argument must be an int, or have a fileno() method.")
    number = fileno()
    if not isinstance(number, int):
        raise TypeError("fileno() returned a non-integer")
    return _not_negative(number)


def _not_negative(number):
    if number < 0:
        raise ValueError(f"file descriptor cannot be a negative integer ({number})")
    return number


def fsync(fd):
    _core.fsync(_number(fd))


def fdatasync(fd):
    _core.fdatasync(_number(fd))


def dup(fd, /):
    return _core.dup(fd, False)


def dup2(fd, fd2, inheritable=True):
    if fd2 < 0:
        raise OSError(9, strerror(9))
    if fd == fd2:
        _core.fcntl(fd, _F_GETFD, 0)
        return fd2
    return _core.dup3(fd, fd2, 0 if inheritable else O_CLOEXEC)


def pipe():
    return _core.pipe(O_CLOEXEC)


def pipe2(flags, /):
    return _core.pipe(flags)


def write(fd, data, /):
    """Writes all that the system takes. A pipe takes it in pieces (`_core.write`), so that no
    other thread of the program waits as long as this one."""
    written = _core.write(fd, data)
    if written != _core.PIPE_BYTES:
        return written
    with memoryview(data) as view, view.cast("B") as content:
        while written < len(content):
            piece = content[written : written + _core.PIPE_BYTES]
            try:
                count = _core.write(fd, piece)
            except OSError:
                # The next call tells it, as after a call of the system that has written a part.
                break
            written += count
            if count < len(piece):
                break
    return written


def _read_into(buffers, read):
    """Fills buffers one after the other with what `read` finds of so many bytes."""
    views = [memoryview(buffer).cast("B") for buffer in buffers]
    found, place = read(sum([view.nbytes for view in views])), 0
    for view in views:
        piece = found[place : place + view.nbytes]
        view[: len(piece)] = piece
        place += len(piece)
    return place


def readv(fd, buffers, /):
    return _read_into(buffers, lambda size: read(fd, size))


def writev(fd, buffers, /):
    return write(fd, b"".join([bytes(buffer) for buffer in buffers]))


def preadv(fd, buffers, offset, flags=0, /):
    return _read_into(buffers, lambda size: _core.pread_flags(fd, size, offset, flags))


def pwritev(fd, buffers, offset, flags=0, /):
    return _core.pwrite_flags(fd, b"".join([bytes(buffer) for buffer in buffers]), offset, flags)


def sendfile(out_fd, in_fd, offset, count):
    from _socket_core import sendfile
    return sendfile(out_fd, in_fd, offset, count)


def posix_fallocate(fd, offset, length, /):
    _core.fallocate(fd, 0, offset, length)


def posix_fadvise(fd, offset, length, advice, /):
    _core.fadvise64(fd, offset, length, advice)


def memfd_create(name, flags=MFD_CLOEXEC):
    return _core.memfd_create(_path(name, "memfd_create"), flags)


def eventfd(initval, flags=EFD_CLOEXEC):
    return _core.eventfd2(initval, flags)


def eventfd_read(fd):
    return int.from_bytes(read(fd, 8), "little")


def eventfd_write(fd, value):
    write(fd, value.to_bytes(8, "little"))


def get_inheritable(fd, /):
    return not _core.fcntl(fd, _F_GETFD, 0) & 1


def set_inheritable(fd, inheritable, /):
    flags = _core.fcntl(fd, _F_GETFD, 0)
    _core.fcntl(fd, _F_SETFD, flags & ~1 if inheritable else flags | 1)


def get_blocking(fd, /):
    return not _core.fcntl(fd, _F_GETFL, 0) & O_NONBLOCK


def set_blocking(fd, blocking, /):
    flags = _core.fcntl(fd, _F_GETFL, 0)
    flags = flags & ~O_NONBLOCK if blocking else flags | O_NONBLOCK
    _core.fcntl(fd, _F_SETFL, flags)


def lockf(fd, command, length, /):
    import fcntl
    if command == F_TEST:
        raise OSError(22, strerror(22))
    kinds = {F_LOCK: LOCK_EX, F_TLOCK: LOCK_EX | LOCK_NB, F_ULOCK: LOCK_UN}
    fcntl.lockf(fd, kinds[command], length, 0, 1)


def openpty():
    return _core.openpty()


terminal_size = _make("os.terminal_size", "columns lines")


def get_terminal_size(fd=1, /):
    return terminal_size(_core.terminal_size(fd))


def ctermid():
    return "/dev/tty"


def device_encoding(fd):
    return "utf-8" if isatty(fd) else None


# ---- the process

uname_result = _make("posix.uname_result", "sysname nodename release version machine")
times_result = _make(
    "posix.times_result", "user system children_user children_system elapsed"
)
waitid_result = _make("posix.waitid_result", "si_pid si_uid si_signo si_status si_code")


class sched_param(_make("posix.sched_param", "sched_priority")):
    __module__ = "posix"

    def __new__(cls, sched_priority):
        return super().__new__(cls, (sched_priority,))

    def __reduce__(self):
        return sched_param, (self.sched_priority,)

    def __replace__(self, /, **changes):
        priority = changes.pop("sched_priority", self.sched_priority)
        if changes:
            raise TypeError(f"Got unexpected field name(s): {list(changes)}")
        return sched_param(priority)


def uname():
    return uname_result(_core.uname())


def times():
    import time
    own, children = _core.getrusage(0), _core.getrusage(-1)
    return times_result((own[0], own[1], children[0], children[1], time.monotonic()))


def getpgrp():
    return getpgid(0)


def setsid():
    _core.setsid()


def setpgrp():
    setpgid(0, 0)


def killpg(pgid, signal, /):
    if pgid < 0:
        raise ProcessLookupError(3, strerror(3))
    kill(-pgid, signal)


def getpriority(which, who):
    return 20 - _core.getpriority(which, who)


def setpriority(which, who, priority):
    _core.setpriority(which, who, priority)


def nice(increment, /):
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + increment)
    return getpriority(PRIO_PROCESS, 0)


def getlogin():
    import pwd
    try:
        return pwd.getpwuid(getuid()).pw_name
    except KeyError:
        raise OSError(6, strerror(6)) from None


def getgrouplist(user, group, /):
    import grp
    found = [group]
    for entry in grp.getgrall():
        if user in entry.gr_mem and entry.gr_gid not in found:
            found.append(entry.gr_gid)
    return found


def getresuid():
    return _of_status(b"Uid:")


def getresgid():
    return _of_status(b"Gid:")


def _of_status(name):
    for line in _whole_file("/proc/self/status").splitlines():
        if line.startswith(name):
            return tuple([int(number) for number in line.split()[1:4]])
    raise OSError(38, strerror(38))


def _whole_file(path):
    fd = open(path, O_RDONLY)
    try:
        parts = []
        while part := read(fd, 65536):
            parts.append(part)
        return b"".join(parts)
    finally:
        close(fd)


def getloadavg():
    try:
        return tuple([float(number) for number in _whole_file("/proc/loadavg").split()[:3]])
    except OSError:
        raise OSError("Load averages are unobtainable") from None


def sched_yield():
    _core.sched_yield()


def sched_getscheduler(pid, /):
    return _core.sched_getscheduler(pid)


def sched_get_priority_max(policy):
    return _core.sched_get_priority_max(policy)


def sched_get_priority_min(policy):
    return _core.sched_get_priority_min(policy)


def _as_kernel_reads_it(param):
    if not isinstance(param, sched_param):
        raise TypeError("must have a sched_param object")
    priority = param.sched_priority
    if not isinstance(priority, int):
        raise TypeError(f"an integer is required (got type {type(priority).__name__})")
    if not -1 << 31 <= priority < 1 << 31:
        raise OverflowError("sched_priority out of range")
    return priority.to_bytes(4, "little", signed=True)


def sched_setscheduler(pid, policy, param, /):
    _core.sched_setscheduler(pid, policy, _as_kernel_reads_it(param))


def sched_setparam(pid, param, /):
    _core.sched_setparam(pid, _as_kernel_reads_it(param))


def sched_getparam(pid, /):
    # Also says whether there is such a process, and raises the error where there is none.
    _core.sched_getscheduler(pid)
    fields = _whole_file(f"/proc/{pid or 'self'}/stat").rpartition(b")")[2].split()
    return sched_param(int(fields[37]))


def sched_setaffinity(pid, mask, /):
    bits = 0
    for cpu in mask:
        if not isinstance(cpu, int):
            raise TypeError("an iterable of ints is required")
        if cpu < 0:
            raise ValueError("negative CPU number")
        if cpu >= 1 << 20:
            raise OverflowError("CPU number too large")
        bits |= 1 << cpu
    size = (bits.bit_length() + 63) // 64 * 8 or 8
    _core.sched_setaffinity(pid, size, bits.to_bytes(size, "little"))


def sched_getaffinity(pid, /):
    return set(_core.sched_getaffinity(pid))


def waitpid(pid, options, /):
    return _core.wait4(pid, options)[:2]


def wait():
    return waitpid(-1, 0)


def wait4(pid, options):
    import resource
    pid, status, used = _core.wait4(pid, options)
    return pid, status, resource.struct_rusage(used)


def wait3(options):
    return wait4(-1, options)


def WIFEXITED(status):
    return status & 0x7f == 0


def WEXITSTATUS(status):
    return status >> 8 & 0xff


def WIFSIGNALED(status):
    return 0 < status & 0x7f < 0x7f


def WTERMSIG(status):
    return status & 0x7f


def WIFSTOPPED(status):
    return status & 0xff == 0x7f


def WSTOPSIG(status):
    return status >> 8 & 0xff


def WIFCONTINUED(status):
    return status == 0xffff


def WCOREDUMP(status, /):
    return bool(status & 0x80)


def waitstatus_to_exitcode(status):
    if WIFEXITED(status):
        return WEXITSTATUS(status)
    if WIFSIGNALED(status):
        return -WTERMSIG(status)
    if WIFSTOPPED(status):
        raise ValueError(f"process stopped by delivery of signal {WSTOPSIG(status)}")
    raise ValueError(f"invalid wait status: {status}")


def pidfd_open(pid, flags=0):
    return _core.pidfd_open(pid, flags)


def _encoded(text, what):
    text = fspath(text)
    return text if isinstance(text, bytes) else _core.encode(text)


def _words(args, function):
    if not isinstance(args, (tuple, list)):
        raise TypeError(f"{function}() arg 2 must be a tuple or list")
    if not args:
        raise ValueError(f"{function}() arg 2 must not be empty")
    words = [_encoded(word, function) for word in args]
    if not words[0]:
        raise ValueError(f"{function}() arg 2 first element cannot be empty")
    return words


def _variables(env):
    variables = []
    for name, value in zip(list(env.keys()), list(env.values())):
        name, value = _encoded(name, "env"), _encoded(value, "env")
        if not name or b"=" in name[1:]:
            raise ValueError("illegal environment variable name")
        variables.append(name + b"=" + value)
    return variables


def execve(path, argv, env):
    words = _words(argv, "execve")
    _core.execve(_path(path, "execve"), words, _variables(env))


def execv(path, argv, /):
    words = _words(argv, "execv")
    current = [name + b"=" + value for name, value in _core.environ()]
    _core.execve(_path(path, "execv"), words, current)


def _start(path, words, env):
    path = _encoded(path, "spawn")
    variables = None if env is None else _variables(env)
    streams = [-1, -1, -1]
    return _core.spawn(
        [path], words, variables, None, streams, False, [], False, None, None, None, None, None,
        False,
    )


def system(command):
    pid = _start("/bin/sh", [b"sh", b"-c", _encoded(command, "system")], None)
    return waitpid(pid, 0)[1]


def abort():
    _core.abort()


def getrandom(size, flags=0):
    return urandom(size)


def putenv(name, value, /):
    name, value = _encoded(name, "putenv"), _encoded(value, "putenv")
    if b"=" in name:
        raise ValueError("illegal environment variable name")
    _core.putenv(name, value)


def unsetenv(name, /):
    _core.unsetenv(_encoded(name, "unsetenv"))


def _path_normpath(path):
    """Normalize path, eliminating double slashes, etc."""
    return _core.normal_path(_path(path, "_path_normpath"))


def _path_splitroot_ex(p, /):
    """Split a pathname into drive, root and tail.

    The tail contains anything after the root."""
    return _core.split_root(_path(p, "_path_splitroot_ex"))


def _is_inputhook_installed():
    """For sessions: there is no such hook, for it would come from an extension in C."""
    return False


environ = dict(_core.environ())
from _posix_more import *
from _posix_more import _create_environ, _id
del _place, _name
for _class in (stat_result, statvfs_result, terminal_size):
    _class.__module__ = "os"
del _class
