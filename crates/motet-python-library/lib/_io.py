"""Files and streams: those of `_pyio`, with the frequent steps of `_io_core`. Their buffers lie in
the heap, so that an abort loses nothing; calls of the system make the transaction inevitable
(`_posix_core`). Content of a buffer is taken or added in one step, without a lock."""

import sys as _sys
import _posix_core as _core_os
import errno as _errno
import posix as _os
from stat import S_IFDIR as _FOLDER, S_IFMT as _kind_of_file, S_IFREG as _REGULAR
from _weakref import ref as _weak_reference

# `_pyio` wants a few names of `io`, which itself wants this module.
_whole = _sys.modules.get("io")
_small = type(_sys)("io")
_small.__all__ = []
_small.Reader = _small.Writer = None


class _Registry:
    """Stands for the abstract classes of `io`, which registers the pure ones itself."""

    @staticmethod
    def register(cls):
        return cls


_small.IOBase = _small.RawIOBase = _small.BufferedIOBase = _small.TextIOBase = _Registry
_small.SEEK_SET, _small.SEEK_CUR, _small.SEEK_END = 0, 1, 2
_sys.modules["io"] = _small
# A program that imports `_pyio` first comes here in the middle of that: it gets a whole one.
if not hasattr(_sys.modules.get("_pyio"), "TextIOWrapper"):
    _sys.modules.pop("_pyio", None)
try:
    import _pyio
finally:
    if _whole is None:
        del _sys.modules["io"]
    else:
        _sys.modules["io"] = _whole

from _pyio import (
    DEFAULT_BUFFER_SIZE,
    BlockingIOError,
    BufferedRWPair,
    FileIO,
    UnsupportedOperation,
    text_encoding,
)

from _pyio import BufferedIOBase as _BufferedIOBase
from _pyio import IOBase as _IOBase
from _pyio import RawIOBase as _RawIOBase
from _pyio import TextIOBase as _TextIOBase

import _io_core as _core

# The bits of a mode that tell the kind of a file.
_KIND_OF_FILE = _kind_of_file(-1)


def _warn_of_open_file(self, source):
    if self._fd >= 0 and self._closefd:
        import _motet_unraisable
        if not _motet_unraisable.ignores_open():
            _motet_unraisable.warn_of_open(source, f"file {self!r}", f"file {source!r}")


def _unsupported(self, name):
    raise UnsupportedOperation(name)


_IOBase._unsupported = _unsupported
# Where the next read begins is not asked of a file of so many bytes or fewer: room for all of it is
# cheaper than the call of the system.
_SMALL_FILE = 1 << 16


def _read_all(self):
    """All that is left of a file: in one piece, if the system tells the size."""
    if self.closed:
        raise ValueError("I/O operation on closed file")
    if not self._readable:
        self._checkReadable()
    fd = self._fd
    content = _core_os.read_regular(fd, _SMALL_FILE)
    if content is not None:
        return content
    parts, wanted = [], DEFAULT_BUFFER_SIZE
    try:
        size = _core_os.fstat(fd)[6]
        # A file of the kernel's own has no size, and is read in one piece.
        if size > 0:
            place = _core_os.lseek(fd, 0, 1) if size > _SMALL_FILE else 0
            wanted = max(size - place, 0) + 1
    except OSError:
        pass
    while True:
        try:
            part = _core_os.read(fd, wanted)
        except BlockingIOError:
            if parts:
                break
            return None
        if not part:
            break
        parts.append(part)
        # A file that has not grown meanwhile is at its end, which takes one byte of room to see.
        wanted -= len(part)
        if wanted <= 0:
            wanted = max(DEFAULT_BUFFER_SIZE, min(len(part) * 2, 1 << 20))
    return parts[0] if len(parts) == 1 else b"".join(parts)


# Of the usual modes of a raw file: the flags of the system; whether it reads, writes and appends.
_NEW, _ADDED = _os.O_CREAT | _os.O_TRUNC, _os.O_CREAT | _os.O_APPEND
_USUAL_FILES = {
    "r": (_os.O_RDONLY, True, False, False), "r+": (_os.O_RDWR, True, True, False),
    "w": (_os.O_WRONLY | _NEW, False, True, False), "w+": (_os.O_RDWR | _NEW, True, True, False),
    "a": (_os.O_WRONLY | _ADDED, False, True, True), "a+": (_os.O_RDWR | _ADDED, True, True, True),
}
_open_rare_file = FileIO.__init__
_CLOSED_IN_CHILDREN = _os.O_CLOEXEC


class _Facts:
    """What a raw file keeps of its state when it was opened: the rest of `fstat` costs more."""

    __slots__ = ("st_mode", "st_size", "st_blksize")

    def __init__(self, facts):
        self.st_mode, self.st_size, self.st_blksize = facts[0], facts[6], facts[13]


def _open_file(self, file, mode="r", closefd=True, opener=None):
    if not isinstance(mode, str):
        found = "None" if mode is None else type(mode).__name__
        raise TypeError(f"FileIO() argument 'mode' must be str, not {found}")
    if isinstance(file, bool):
        import warnings
        warnings.warn("bool is used as a file descriptor", RuntimeWarning, stacklevel=2)
        file = int(file)
    usual = _USUAL_FILES.get(mode) if type(file) is str else None
    if usual is None or opener is not None or closefd is not True or self._fd >= 0:
        _open_rare_file(self, file, mode, closefd, opener)
        return
    flags, reads, writes, appends = usual
    if reads:
        self._readable = True
    if writes:
        self._writable = True
    if appends:
        self._appending = True
    fd = None
    try:
        fd = _core_os.openat(None, file, flags | _CLOSED_IN_CHILDREN, 0o666)
        self._closefd = True
        self._stat_atopen = about = _Facts(_core_os.fstat(fd))
        kind = about.st_mode & _KIND_OF_FILE
        if kind == _REGULAR:
            # It has places: nothing need be tried.
            self._seekable = True
        elif kind == _FOLDER:
            raise IsADirectoryError(_errno.EISDIR, _os.strerror(_errno.EISDIR), file)
        self.name = file
        if appends:
            try:
                _os.lseek(fd, 0, _pyio.SEEK_END)
            except OSError as error:
                if error.errno != _errno.ESPIPE:
                    raise
    except BaseException:
        self._stat_atopen = None
        if fd is not None:
            _os.close(fd)
        raise
    self._fd = fd


_open_file.__name__, _open_file.__qualname__ = "__init__", "FileIO.__init__"
_open_file.__doc__ = _open_rare_file.__doc__
FileIO.__init__ = _open_file
FileIO._dealloc_warn = _warn_of_open_file
FileIO.readall = _read_all


# Methods of streams that streams call of each other. Those of `_pyio` call up to four others to learn
# whether a file is open. What a class below may replace (`closed`, `flush`) is called here too.
def _file_readable(self):
    """True if file was opened in a read mode."""
    if self.closed:
        raise ValueError("I/O operation on closed file")
    return self._readable


def _file_seekable(self):
    """True if file supports random-access."""
    if self.closed:
        raise ValueError("I/O operation on closed file")
    if self._seekable is None:
        try:
            self.tell()
        except OSError:
            self._seekable = False
        else:
            self._seekable = True
    return self._seekable


def _file_close(self):
    """Close the file.

    A closed file cannot be used for further I/O operations.
    close() may be called more than once without error.
    """
    if self.closed:
        return
    self._stat_atopen = None
    try:
        if self._closefd and self._fd >= 0:
            _core_os.close(self._fd)
    finally:
        try:
            self.flush()
        finally:
            self._IOBase__closed = True
            if self._above is not None:
                _close_above(self._above)


def _file_number(self):
    """Return the underlying file descriptor (an integer)."""
    if self.closed:
        raise ValueError("I/O operation on closed file")
    return self._fd


def _file_open(self, message="I/O operation on closed file"):
    """Complains of a closed file, without the full stop of other streams."""
    if self.closed:
        raise ValueError(message)


_write_file = FileIO.write


def _file_write(self, b, /):
    if isinstance(b, str):
        # A content of a wrong type is refused before the stream's state.
        raise TypeError("a bytes-like object is required, not 'str'")
    return _write_file(self, b)


def _file_line(self, size=-1, /):
    _file_open(self)
    return _raw_line(self, size)


_raw_line = _IOBase.readline


class IOBase:
    """What takes the place of methods of all streams."""

    def __enter__(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        return self

    __iter__ = __enter__

    def flush(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def writelines(self, lines, /):
        if self.closed:
            raise ValueError("I/O operation on closed file.")
        for line in lines:
            self.write(line)

    def close(self):
        if not self._IOBase__closed:
            try:
                self.flush()
            finally:
                self._IOBase__closed = True

    def __del__(self):
        # (A stream that cannot tell whether it is closed is detached, or its `__init__` has not ended.)
        try:
            if self.closed:
                return
        except Exception:
            return
        if warn := getattr(self, "_dealloc_warn", None):
            warn(self)
        self.close()


class RawIOBase:
    """What takes the place of methods of all raw files."""

    def close(self):
        try:
            _IOBase.close(self)
        finally:
            _close_above(self._above)


# What lies above a raw file keeps content of its own, which natives take without asking whether the
# file is open: the raw file knows the fields of these buffers, and its end is theirs. They are a
# chain of pairs: the fields that came last, and those before.
_RawIOBase._above = None


def _lie_above(raw, fields):
    try:
        raw._above = fields, raw._above
    except AttributeError:
        # A raw file of another kind than those of `io`.
        pass


def _leave(raw, fields):
    """A buffer is detached: it is none of the file's any more, and has no content."""
    fields[0] = None
    above, left = getattr(raw, "_above", None), None
    if above is None:
        return
    while above is not None:
        own, above = above
        if own is not fields:
            left = own, left
    raw._above = left


def _close_above(above):
    while above is not None:
        fields, above = above
        fields[0] = None


_UNMADE = "I/O operation on uninitialized object"


def _raw_below(self):
    """The raw file of a buffer."""
    raw = self._raw
    if raw is None:
        raise ValueError("raw stream has been detached" if "_raw" in self.__dict__ else _UNMADE)
    return raw


# The raw file of a buffer whose `__init__` has not ended.
_pyio._BufferedIOMixin._raw = None


def _open_raw(self, message):
    """The raw file of a buffer, which is open unless something is left that was read ahead."""
    raw = _raw_below(self)
    if raw.closed:
        ahead = self.__dict__.get("_ahead")
        if ahead is None or ahead[0] is None or ahead[1] <= ahead[2]:
            raise ValueError(message)
    return raw


class _BufferedIOMixin:
    """What takes the place of methods of all buffers in front of raw files."""

    @property
    def closed(self):
        raw = self._raw
        return (_raw_below(self) if raw is None else raw).closed

    @property
    def name(self):
        return _raw_below(self).name

    @property
    def mode(self):
        return _raw_below(self).mode

    def tell(self):
        place = _raw_below(self).tell()
        if place < 0:
            raise OSError("tell() returned an invalid position")
        return place

    def truncate(self, pos=None, /):
        raw = _open_raw(self, "truncate of closed file")
        if not self.writable():
            raise UnsupportedOperation("truncate")
        self.flush()
        return raw.truncate(self.tell() if pos is None else pos)

    def close(self):
        raw = _raw_below(self)
        if not self.closed:
            try:
                self.flush()
            finally:
                raw.close()

    def detach(self):
        raw = _raw_below(self)
        self.flush()
        self._raw = None
        for fields in self.__dict__.get("_ahead"), self.__dict__.get("_gathered"):
            if fields is not None:
                _leave(raw, fields)
        return raw

    def seekable(self):
        return _raw_below(self).seekable()

    def fileno(self):
        return _raw_below(self).fileno()

    def isatty(self):
        return _raw_below(self).isatty()

    def __repr__(self):
        kind = type(self)
        try:
            return f"<{kind.__module__}.{kind.__qualname__} name={self.name!r}>"
        except (AttributeError, ValueError):
            return f"<{kind.__module__}.{kind.__qualname__}>"


def _methods_of(cls):
    return {
        name: value for name, value in vars(cls).items()
        if type(value) in (type(_methods_of), property)
    }


for _class, _methods in (
    (FileIO, {
        "readable": _file_readable, "seekable": _file_seekable, "close": _file_close,
        "fileno": _file_number, "_checkClosed": _file_open, "write": _file_write,
        "readline": _file_line,
    }),
    (_IOBase, _methods_of(IOBase)),
    (_RawIOBase, _methods_of(RawIOBase)),
    (_pyio._BufferedIOMixin, _methods_of(_BufferedIOMixin)),
):
    for _name, _method in _methods.items():
        if type(_method) is not property:
            _known = getattr(_class, _name)
            _method.__name__, _method.__qualname__ = _known.__name__, _known.__qualname__
            _method.__doc__ = _known.__doc__
        setattr(_class, _name, _method)
del _class, _methods, _name, _method, _known
# Complaints look for the class of a method under the name that its code has.
IOBase, RawIOBase, _BufferedIOMixin = _IOBase, _RawIOBase, _pyio._BufferedIOMixin

_LINE_ENDS = {None: 0, "\n": 0, "": 1, "\r": 2, "\r\n": 3}


def _size(size):
    """A size argument as a number; None and negative ones mean all."""
    if size is None:
        return -1
    given = size
    if type(size) is not int:
        if not hasattr(type(size), "__index__"):
            kind = type(size).__name__
            raise TypeError(f"argument should be integer or None, not '{kind}'")
        size = size.__index__()
    if not ~_sys.maxsize <= size <= _sys.maxsize:
        kind = type(given).__name__
        raise OverflowError(f"cannot fit '{kind}' into an index-sized integer")
    return size


def _word(value, kind):
    """A number that the system's type `kind` holds, which has 64 bits."""
    if not hasattr(type(value), "__index__"):
        found = type(value).__name__
        raise TypeError(f"'{found}' object cannot be interpreted as an integer")
    value = value.__index__()
    if not ~_sys.maxsize <= value <= _sys.maxsize:
        raise OverflowError(f"Python int too large to convert to C {kind}")
    return value


def _place(pos):
    """A place to seek, which is not past the greatest number of the system."""
    return _word(pos, "ssize_t")


def _kept_place(place):
    """The place in the state of a stream in memory."""
    place = _place(place)
    if place < 0:
        raise ValueError("position value cannot be negative")
    return place


def _kept_fields(which, more):
    """The attributes in the state of a stream in memory."""
    if not isinstance(more, dict):
        found = type(more).__name__
        raise TypeError(f"{which} item of state should be a dict, got a {found}")
    return more


def _number(value):
    """A number of C's type `int`."""
    if type(value) is not int:
        value = _word(value, "int")
    if not -(1 << 31) <= value < 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    return value


def _readlines(self, hint=-1, /):
    """Return a list of lines from the stream.

    hint can be specified to control the number of lines read: no more
    lines will be read if the total size (in bytes/characters) of all
    lines so far exceeds hint.
    """
    left = _size(hint)
    if left <= 0:
        # (A loop takes the next line where it lies, which `list` does not.)
        return [line for line in self]
    lines = []
    for line in self:
        lines.append(line)
        left -= len(line)
        if left < 0:
            break
    return lines


_readlines.__name__, _readlines.__qualname__ = "readlines", "_IOBase.readlines"
_IOBase.readlines = _readlines


def _whence(whence):
    if whence not in (0, 1, 2):
        raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")


def _check_seekable(stream, whence):
    """A buffer in front of a raw file without places has none itself."""
    if whence not in _pyio.valid_seek_flags:
        raise ValueError(f"whence value {whence} unsupported")
    _open_raw(stream, "seek of closed file")
    if not stream.seekable():
        raise UnsupportedOperation("File or stream is not seekable.")


def _check_mode(mode):
    """The letters of a mode, checked."""
    letters = set(mode)
    if letters - set("axrwb+t") or len(mode) > len(letters):
        raise ValueError(f"invalid mode: {mode!r}")
    if "t" in letters and "b" in letters:
        raise ValueError("can't have text and binary mode at once")
    count = len(letters & set("axrw"))
    if count > 1:
        raise ValueError("must have exactly one of create/read/write/append mode")
    if count < 1:
        raise ValueError(
            "Must have exactly one of create/read/write/append mode and at most one plus"
        )
    return letters


def _parts_of_mode(mode):
    """Of a mode: its letters, that of a raw file, and whether it is for bytes."""
    letters = _check_mode(mode)
    raw_mode = "".join([letter for letter in "axrw" if letter in letters])
    return letters, raw_mode + "+" * ("+" in letters), "b" in letters


_USUAL_MODES = {
    mode: _parts_of_mode(mode)
    for mode in ("r", "w", "a", "rt", "wt", "rb", "wb", "ab", "r+", "rb+", "r+b", "wb+", "w+b", "w+")
}


def _check_text(function, name, text):
    """An argument that is a text or None: no null character ends it, no surrogate stands alone."""
    if text is None:
        return
    if not isinstance(text, str):
        found = type(text).__name__
        raise TypeError(f"{function}() argument '{name}' must be str or None, not {found}")
    if not text.isascii():
        text.encode()
    if "\0" in text:
        raise ValueError("embedded null character")


def _check_newline(function, newline):
    _check_text(function, "newline", newline)
    if newline not in _LINE_ENDS:
        raise ValueError(f"illegal newline value: {newline}")


def open(
    file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True,
    opener=None,
):
    """Opens a file and returns a stream of it."""
    if not isinstance(mode, str):
        found = "None" if mode is None else type(mode).__name__
        raise TypeError(f"open() argument 'mode' must be str, not {found}")
    parts = _USUAL_MODES.get(mode)
    if parts is None:
        _check_text("open", "mode", mode)
    if encoding is not None:
        _check_text("open", "encoding", encoding)
    if errors is not None:
        _check_text("open", "errors", errors)
    if newline is not None:
        _check_text("open", "newline", newline)
    if type(file) is not str and not hasattr(type(file), "__index__"):
        # The file's name is the text of a path.
        file = _os.fspath(file)
    letters, raw_mode, is_binary = parts or _parts_of_mode(mode)
    if is_binary:
        for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
            if value is not None:
                article = "an" if name != "newline" else "a"
                raise ValueError(f"binary mode doesn't take {article} {name} argument")
        if buffering == 1:
            import warnings
            warnings.warn(
                "line buffering (buffering=1) isn't supported in binary mode, the default buffer "
                "size will be used", RuntimeWarning, 2,
            )
    is_updating = "+" in letters
    if opener is None:
        raw = FileIO(file, raw_mode, closefd)
    else:
        raw = FileIO(file, raw_mode, closefd, opener=opener)
    result = raw
    try:
        # A regular file is no terminal.
        is_lines = buffering == 1 or (
            buffering < 0 and raw._seekable is None and raw._isatty_open_only()
        )
        if buffering < 0 or buffering == 1:
            buffering = max(min(raw._stat_atopen.st_blksize, 8 << 20), DEFAULT_BUFFER_SIZE)
        if buffering == 0:
            if is_binary:
                return raw
            raise ValueError("can't have unbuffered text I/O")
        if is_updating:
            buffer = BufferedRandom(raw, buffering)
        elif "r" in letters:
            buffer = BufferedReader(raw, buffering)
        else:
            buffer = BufferedWriter(raw, buffering)
        result = buffer
        if is_binary:
            return buffer
        result = text = TextIOWrapper(
            buffer, text_encoding(encoding), errors, newline, is_lines
        )
        text.mode = mode
        return text
    except BaseException:
        result.close()
        raise


open = _core.builtin_function(open)


def open_code(path):
    """Opens a file of code."""
    if not isinstance(path, str):
        raise TypeError(f"open_code() argument 'path' must be str, not {type(path).__name__}")
    return open(path, "rb")


class IncrementalNewlineDecoder(_pyio.IncrementalNewlineDecoder):
    """Sees, and translates, the ends of lines in the text of another decoder."""

    def decode(self, input, final=False):
        output = input if self.decoder is None else self.decoder.decode(input, final=final)
        if self.pendingcr and (output or final):
            output = "\r" + output
            self.pendingcr = False
        # The first half of a pair waits for the second.
        if not final and output[-1:] == "\r":
            output = output[:-1]
            self.pendingcr = True
        seen, output = _core.line_ends(output, bool(self.translate))
        self.seennl |= seen
        return output


class BytesIO(_BufferedIOBase):
    """Bytes in memory that are read and written as a file is."""

    def __init__(self, initial_bytes=None):
        if initial_bytes is None:
            self._buffer = [[], 0, 0]
            return
        if type(initial_bytes) is bytes:
            self._buffer = [[initial_bytes], len(initial_bytes), 0]
            return
        if isinstance(initial_bytes, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        self._buffer = buffer = [[], 0, 0]
        _core.bytes_write(buffer, initial_bytes)
        buffer[2] = 0

    def __getattr__(self, name):
        if name != "_buffer":
            return object.__getattribute__(self, name)
        # The `__init__` of a class below did not call that of `BytesIO`.
        self._buffer = buffer = [[], 0, 0]
        return buffer

    def __getstate__(self):
        state = dict(self.__dict__)
        state.pop("_buffer", None)
        return self.getvalue(), self.tell(), state or None

    def __setstate__(self, state):
        if "_buffer" in self.__dict__:
            self._open()
        if not isinstance(state, tuple) or len(state) < 3:
            found = type(state).__name__
            raise TypeError(f"_io.BytesIO.__setstate__ argument should be 3-tuple, got {found}")
        value, place, more = state[:3]
        BytesIO.__init__(self, value)
        if not hasattr(type(place), "__index__"):
            found = type(place).__name__
            raise TypeError(f"second item of state must be an integer, not {found}")
        self._buffer[2] = _kept_place(place)
        if more is not None:
            self.__dict__.update(_kept_fields("third", more))

    def _open(self):
        buffer = self._buffer
        if buffer[0] is None:
            raise ValueError("I/O operation on closed file.")
        return buffer

    @property
    def closed(self):
        return self._buffer[0] is None

    def close(self):
        self._buffer[0] = None

    def getvalue(self):
        return _core.bytes_value(self._buffer)

    def getbuffer(self):
        return memoryview(_core.bytes_share(self._buffer))

    def write(self, b, /):
        if self._buffer[0] is None:
            # A content of a wrong type is refused before the stream's state.
            _core.bytes_write([[], 0, 0], b)
        try:
            return _core.bytes_write(self._buffer, b)
        except TypeError:
            if not hasattr(type(b), "__buffer__"):
                raise
        # A view that an object of a program's class makes.
        return _core.bytes_write(self._buffer, bytes(memoryview(b)))

    def read(self, size=-1, /):
        return _core.bytes_read(self._buffer, _size(size), False)

    def read1(self, size=-1, /):
        return _core.bytes_read(self._buffer, _size(size), False)

    def readline(self, size=-1, /):
        return _core.bytes_line(self._buffer, _size(size), False)

    def __next__(self):
        line = _core.bytes_line(self._buffer, -1, False)
        if not line:
            raise StopIteration
        return line

    def __iter__(self):
        return self

    def readlines(self, size=None, /):
        if size is not None and not isinstance(size, int):
            raise TypeError(f"integer argument expected, got '{type(size).__name__}'")
        lines, total, size = [], 0, _size(size)
        while line := self.readline():
            lines.append(line)
            total += len(line)
            if 0 < size <= total:
                break
        return lines

    def readinto(self, buffer, /):
        return _core.bytes_into(self._buffer, buffer)

    def readinto1(self, buffer, /):
        return _core.bytes_into(self._buffer, buffer)

    def seek(self, pos, whence=0, /):
        buffer = self._open()
        pos, whence = _place(pos), _number(whence)
        if whence == 0:
            if pos < 0:
                raise ValueError(f"negative seek value {pos}")
        elif whence == 1:
            pos += buffer[2]
        elif whence == 2:
            pos += buffer[1]
        else:
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        if pos > _sys.maxsize:
            raise OverflowError("new position too large")
        buffer[2] = pos = max(0, pos)
        return pos

    def tell(self):
        return self._open()[2]

    def truncate(self, size=None, /):
        size = self._open()[2] if size is None else _size(size)
        if size < 0:
            raise ValueError(f"negative size value {size}")
        _core.bytes_truncate(self._buffer, size)
        return size

    def flush(self):
        self._open()

    def isatty(self):
        self._open()
        return False

    def readable(self):
        self._open()
        return True

    writable = seekable = readable

    def detach(self):
        raise UnsupportedOperation("detach")

    def fileno(self):
        raise UnsupportedOperation("fileno")


class StringIO(_TextIOBase):
    """Text in memory that is read and written as a file is."""

    # Those of a stream that keeps the ends of lines as they are; others have their own.
    _newline, _ends_seen = "\n", 0
    # The fields of a stream whose `__init__` has not ended.
    _text = [None, 0, 0, 0, 0]

    def __init__(self, initial_value="", newline="\n"):
        if newline == "\n" and type(initial_value) is str:
            self._text = [[initial_value], len(initial_value), 0, 0, 0]
            if self._newline != newline:
                self._newline, self._ends_seen = newline, 0
            return
        if newline is not None and not isinstance(newline, str):
            kind = type(newline).__name__
            raise TypeError(f"newline must be str or None, not {kind}")
        if newline not in _LINE_ENDS:
            raise ValueError(f"illegal newline value: {newline!r}")
        if initial_value is not None and not isinstance(initial_value, str):
            kind = type(initial_value).__name__
            raise TypeError(f"initial_value must be str or None, not {kind}")
        self._text = text = [[], 0, 0, -1, _LINE_ENDS[newline]]
        self._newline = newline
        self._ends_seen = 0
        if initial_value:
            StringIO.write(self, initial_value)
            text[2], text[3] = 0, 0

    def __getstate__(self):
        state = dict(self.__dict__)
        for name in ("_text", "_newline", "_ends_seen"):
            state.pop(name, None)
        return self.getvalue(), self._newline, self.tell(), state or None

    def __setstate__(self, state):
        if "_text" in self.__dict__:
            self._open()
        if not isinstance(state, tuple) or len(state) < 4:
            found = type(state).__name__
            raise TypeError(f"_io.StringIO.__setstate__ argument should be 4-tuple, got {found}")
        value, newline, place, more = state[:4]
        # The value has its line ends already.
        StringIO.__init__(self, value, newline)
        if not hasattr(type(place), "__index__"):
            found = type(place).__name__
            raise TypeError(f"third item of state must be an integer, got {found}")
        _core.text_set(self._text, value or "", _kept_place(place))
        if more is not None:
            self.__dict__.update(_kept_fields("fourth", more))

    def _open(self):
        text = self._text
        if text[0] is None:
            raise ValueError("I/O operation on closed file")
        return text

    @property
    def closed(self):
        return self._text[0] is None

    @property
    def line_buffering(self):
        self._open()
        return False

    @property
    def encoding(self):
        return None

    @property
    def errors(self):
        return None

    @property
    def newlines(self):
        self._open()
        seen = tuple([
            end for bit, end in ((2, "\r"), (1, "\n"), (4, "\r\n")) if self._ends_seen & bit
        ])
        return seen if len(seen) > 1 else seen[0] if seen else None

    def close(self):
        self._text[0] = None

    def write(self, s, /):
        newline = self._newline
        if self._text[0] is None and not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        if newline == "\n":
            return _core.text_write(self._text, s)
        return self._write_translated(s)

    def _write_translated(self, s):
        self._open()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        length = len(s)
        if self._newline:
            _core.text_write(self._text, s.replace("\n", self._newline))
            return length
        seen, s = _core.line_ends(s, self._newline is None)
        self._ends_seen |= seen
        _core.text_write(self._text, s)
        return length

    def getvalue(self):
        return _core.text_value(self._text)

    def read(self, size=-1, /):
        return _core.text_read(self._text, _size(size))

    def readline(self, size=-1, /):
        return _core.text_line(self._text, _size(size), False)

    def __iter__(self):
        if self._text[0] is None:
            raise ValueError("I/O operation on closed file.")
        return self

    def __next__(self):
        line = _core.text_line(self._text, -1, False)
        if not line:
            raise StopIteration
        return line

    def seek(self, pos, whence=0, /):
        text = self._open()
        pos, whence = _place(pos), _number(whence)
        if whence not in (0, 1, 2):
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
        if whence == 0 and pos < 0:
            raise ValueError(f"Negative seek position {pos}")
        if whence and pos:
            raise OSError("Can't do nonzero cur-relative seeks")
        if whence == 1:
            pos = text[2]
        elif whence == 2:
            pos = text[1]
        text[3] = 0 if pos == 0 else -1
        text[2] = pos
        return pos

    def tell(self):
        return self._open()[2]

    def truncate(self, pos=None, /):
        pos = self._open()[2] if pos is None else _size(pos)
        if pos < 0:
            raise ValueError(f"Negative size value {pos}")
        _core.text_truncate(self._text, pos)
        return pos

    def flush(self):
        pass

    def isatty(self):
        if self._text[0] is None:
            raise ValueError("I/O operation on closed file.")
        return False

    def readable(self):
        self._open()
        return True

    writable = seekable = readable

    def detach(self):
        raise UnsupportedOperation("detach")

    def fileno(self):
        raise UnsupportedOperation("fileno")


def _check_part(part, wanted):
    """A raw file gives no more than was asked of it."""
    if len(part) > wanted:
        raise OSError(
            f"raw readinto() returned invalid length {len(part)} "
            f"(should have been between 0 and {wanted})"
        )


class BufferedReader(_pyio.BufferedReader):
    """The bytes of a raw file, in larger pieces: buffered ones are taken in one step. The fourth
    field of the buffer is the raw file's place, which is the end of the buffered bytes; -1 while
    that is not known, so also while a method that has the lock works with the raw file."""

    _ahead = [None, 0, 0, -1]

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        self.__dict__.pop("_raw", None)
        self._ahead = [[], 0, 0, -1]
        if not raw.readable():
            raise OSError('"raw" argument must be readable.')
        if buffer_size <= 0:
            raise ValueError("buffer size must be strictly positive")
        self._raw = raw
        self.buffer_size = buffer_size
        self._read_lock = _pyio.Lock()

    @property
    def _read_buf(self):
        return _core.bytes_value(self._ahead)

    @_read_buf.setter
    def _read_buf(self, content):
        self._ahead[:] = [[content], len(content), 0, -1]

    @property
    def _read_pos(self):
        return self._ahead[2]

    @_read_pos.setter
    def _read_pos(self, place):
        self._ahead[2] = place

    def readable(self):
        raw = self._raw
        return (_raw_below(self) if raw is None else raw).readable()

    def flush(self):
        raw = self._raw
        if raw is None or raw.closed:
            _raw_below(self)
            raise ValueError("I/O operation on closed file.")
        if type(raw) is not FileIO:
            raw.flush()

    def read(self, size=None, /):
        _open_raw(self, "read of closed file")
        if size is not None:
            size = _size(size)
            if size < -1:
                raise ValueError("read length must be non-negative or -1")
        with self._read_lock:
            return self._read_unlocked(size)

    def read1(self, size=-1, /):
        if type(size) is not int:
            size = _size(size)
        _open_raw(self, "read of closed file")
        if size < 0:
            size = self.buffer_size
        if size == 0:
            return b""
        with self._read_lock:
            self._fill()
            return _core.bytes_read(self._ahead, size, False)

    def readline(self, size=-1, /):
        size = _size(size)
        _open_raw(self, "readline of closed file")
        if size < 0:
            line = _core.bytes_line(self._ahead, -1, True)
            if line is not None:
                return line
        return self._long_line(size)

    def close(self):
        raw = self._raw
        if raw is None:
            _raw_below(self)
        try:
            if not self.closed:
                try:
                    self.flush()
                finally:
                    raw.close()
        finally:
            if self.closed:
                self._ahead[0] = None

    def seek(self, pos, whence=0, /):
        _check_seekable(self, whence)
        ahead = self._ahead
        with self._read_lock:
            if whence == 1:
                pos -= ahead[1] - ahead[2]
            place = _pyio._BufferedIOMixin.seek(self, pos, whence)
            ahead[:] = [[], 0, 0, place]
        return place

    def tell(self):
        ahead, end = self._ahead, _pyio._BufferedIOMixin.tell(self)
        if ahead[3] != end:
            # The file has other places than those that were read.
            ahead[3] = -1
        return max(end - ahead[1] + ahead[2], 0)

    def _read_unlocked(self, n=None):
        if n is None or n == -1:
            return self._read_rest()
        ahead = self._ahead
        part = _core.bytes_read(ahead, n, False)
        parts, left, end = [part], n - len(part), ahead[3]
        if left > 0:
            ahead[3] = -1
        try:
            wanted = max(self.buffer_size, n)
            while left > 0 and (part := self.raw.read(wanted)):
                _check_part(part, wanted)
                parts.append(part)
                left -= len(part)
                end += len(part) if end >= 0 else 0
        except BaseException:
            self._read_buf = b"".join(parts)
            raise
        if len(parts) == 1:
            ahead[3] = end
            return parts[0] or part
        # The last piece stays as a whole: places before may be sought again.
        last = parts.pop()
        place = len(last) + min(left, 0)
        result = b"".join([*parts, last[:place]])
        ahead[:] = [[last], len(last), place, end]
        return result

    def _fill(self):
        """Reads if nothing is read ahead; whether something is then."""
        ahead = self._ahead
        if ahead[1] > ahead[2]:
            return True
        end, ahead[3] = ahead[3], -1
        part = self._raw.read(self.buffer_size)
        if not part:
            ahead[3] = end
            return False
        _check_part(part, self.buffer_size)
        ahead[:] = [[part], len(part), 0, end + len(part) if end >= 0 else -1]
        return True

    def peek(self, size=0, /):
        _open_raw(self, "peek of closed file")
        with self._read_lock:
            return self._peek_unlocked(size)

    def _peek_unlocked(self, n=0):
        """Shows what is read ahead; reads only if nothing is, however much is wanted: that of
        `_pyio` waits for a pipe that has no more."""
        self._fill()
        return self._read_buf[self._read_pos :]

    def _readinto(self, buf, read1):
        """Fills a buffer, with one call of the raw file at most if `read1`. That of `_pyio` asks
        for more than is left when it takes a second piece."""
        _open_raw(self, "readinto of closed file")
        view = memoryview(buf)
        if view.nbytes == 0:
            return 0
        view, written = view.cast("B"), 0
        with self._read_lock:
            while True:
                part = _core.bytes_read(self._ahead, len(view) - written, False)
                view[written : written + len(part)] = part
                written += len(part)
                left = len(view) - written
                if not left or read1 and written and left <= self.buffer_size:
                    break
                if left > self.buffer_size:
                    self._ahead[3] = -1
                    count = self.raw.readinto(view[written:])
                    if not count:
                        return None if count is None and not written else written
                    written += count
                    if read1:
                        break
                    continue
                self._ahead[3] = -1
                piece = self.raw.read(self.buffer_size)
                if not piece:
                    return None if piece is None and not written else written
                _check_part(piece, self.buffer_size)
                self._read_buf, self._read_pos = piece, 0
        return written

    def _read_rest(self):
        """All that is left. A raw file that answers with other things than bytes has no end."""
        ahead, raw = self._ahead, self._raw
        if ahead[1] <= ahead[2] and type(raw) is FileIO:
            ahead[:] = [[], 0, 0, -1]
            return raw.readall()
        parts = [_core.bytes_read(ahead, -1, False)]
        ahead[:] = [[], 0, 0, -1]
        is_whole = hasattr(raw, "readall")
        while True:
            part = raw.readall() if is_whole else raw.read()
            if part is not None and not isinstance(part, bytes):
                raise TypeError(f"{'readall' if is_whole else 'read'}() should return bytes")
            if part:
                parts.append(part)
            if is_whole or not part:
                return b"".join(parts) or part

    def _long_line(self, size):
        """A line that goes on behind the end of the buffered content."""
        parts, left = [], size
        while left != 0:
            with self._read_lock:
                if not self._fill():
                    break
                part = _core.bytes_line(self._ahead, left, False)
            parts.append(part)
            if size >= 0:
                left -= len(part)
            if part[-1:] == b"\n":
                break
        return b"".join(parts)

    def __next__(self):
        if self._ahead[0] is None:
            _open_raw(self, "readline of closed file")
        line = _core.bytes_line(self._ahead, -1, True)
        if line is None:
            line = self.readline()
            if not line:
                raise StopIteration
        return line


# Writers that may have content which is not written yet: weak references by the identity, in many
# dicts, so that threads which open and close files do not collide in one.
_writers = [{} for _ in range(127)]


def _writers_beside(identity):
    return _writers[(identity >> 4) % 127]


def _warn_of_open(files):
    """Warns at the end of the program of files that are open, each by its outermost stream."""
    told = set()
    for kind, parts in (
        (_TextIOBase, ("buffer", "raw")), (_BufferedIOBase, ("raw",)), (_RawIOBase, ()),
    ):
        for file in files:
            if isinstance(file, kind) and id(file) not in told:
                try:
                    if not file.closed:
                        file._dealloc_warn(file)
                except Exception:
                    continue
                for part in parts:
                    file = getattr(file, part, None)
                    told.add(id(file))


def _flush_open():
    """Writes the buffers of files that were not closed: at the end of the program."""
    for reference in [entry for writers in _writers for entry in list(writers.values())]:
        writer = reference()
        if writer is not None:
            try:
                if writer.raw is not None and not writer.closed:
                    writer.flush()
            except Exception as error:
                # As when an object goes away: there is no receiver of the exception.
                import _motet_unraisable
                _motet_unraisable.report(error, f"Exception ignored while finalizing file {writer!r}", None)


class BufferedWriter(_pyio.BufferedWriter):
    """Gathers the output for a raw file: adding to it is one step."""

    _gathered = [None, 0, 0]

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        self.__dict__.pop("_raw", None)
        self._gathered = [None, 0, 0]
        if not raw.writable():
            raise OSError('"raw" argument must be writable.')
        if buffer_size <= 0:
            raise ValueError("buffer size must be strictly positive")
        self._gathered[0] = []
        self._raw = raw
        self.buffer_size = buffer_size
        self._write_lock = _pyio.Lock()
        identity = id(self)
        writers = _writers_beside(identity)
        writers[identity] = _weak_reference(self, lambda _: writers.pop(identity, None))
        _lie_above(raw, self._gathered)

    @property
    def _write_buf(self):
        return _core.bytes_share(self._gathered)

    @_write_buf.setter
    def _write_buf(self, content):
        self._gathered[:] = [[], 0, 0]
        _core.bytes_write(self._gathered, bytes(content))

    def writable(self):
        return _raw_below(self).writable()

    def write(self, b, /):
        if self._gathered[0] is None:
            # A content of a wrong type is refused before the stream's state.
            _core.bytes_write([[], 0, 0], b)
            _open_raw(self, "write to closed file")
        count = _core.bytes_add(self._gathered, b, self.buffer_size)
        if count is None:
            return self._write_much(b)
        return count

    def flush(self):
        if self._raw is None:
            _raw_below(self)
        with self._write_lock:
            self._flush_unlocked()

    def detach(self):
        raw = super().detach()
        _writers_beside(id(self)).pop(id(self), None)
        return raw

    def close(self):
        _raw_below(self)
        try:
            self._close()
        finally:
            if self.closed:
                self._gathered[0] = None
                _writers_beside(id(self)).pop(id(self), None)

    def _close(self):
        """Writes what is left and closes the raw file. Meanwhile there is no room, so that a thread
        that writes waits for the end."""
        with self._write_lock:
            if self.closed:
                return
        try:
            self.flush()
        finally:
            with self._write_lock:
                room, self.buffer_size = self.buffer_size, 0
                try:
                    self.raw.close()
                finally:
                    self.buffer_size = room

    def _write_much(self, b):
        with self._write_lock:
            if self.closed:
                raise ValueError("write to closed file")
            if self._gathered[1] > 0:
                self._flush_unlocked()
            count = _core.bytes_add(self._gathered, b, self.buffer_size)
            if count is not None:
                return count
            content = bytes(b)
            total = len(content)
            while len(content) > self.buffer_size:
                count = self.raw.write(content)
                if count is None:
                    # The file takes no bytes now: those that fit are kept.
                    kept = content[:self.buffer_size]
                    _core.bytes_add(self._gathered, kept, self.buffer_size)
                    written = total - len(content) + len(kept)
                    raise BlockingIOError(
                        11, "write could not complete without blocking", written
                    )
                if count > len(content) or count < 0:
                    raise OSError("write() returned incorrect number of bytes")
                content = content[count:]
            _core.bytes_add(self._gathered, content, self.buffer_size)
            return total

    def seek(self, pos, whence=0, /):
        _check_seekable(self, whence)
        return super().seek(pos, whence)

    def truncate(self, pos=None, /):
        _open_raw(self, "truncate of closed file")
        return super().truncate(pos)

    def _flush_unlocked(self):
        if _open_raw(self, "flush of closed file").closed:
            raise ValueError("I/O operation on closed file")
        gathered = self._gathered
        while gathered[1] > 0:
            content = _core.bytes_value(gathered)
            try:
                count = self.raw.write(content)
            except BlockingIOError:
                raise RuntimeError(
                    "self.raw should implement RawIOBase: it should not raise BlockingIOError"
                )
            if count is None:
                raise BlockingIOError(11, "write could not complete without blocking", 0)
            if count > len(content) or count < 0:
                raise OSError("write() returned incorrect number of bytes")
            # Bytes that were added meanwhile stay.
            added = _core.bytes_value(gathered)
            gathered[:] = [[], 0, 0]
            if count < len(added):
                _core.bytes_write(gathered, added[count:])

    def tell(self):
        return _pyio._BufferedIOMixin.tell(self) + self._gathered[1]


class BufferedRandom(_pyio.BufferedRandom, BufferedWriter, BufferedReader):
    """Both, for a file with places."""

    def seek(self, pos, whence=0, /):
        _check_seekable(self, whence)
        return super().seek(pos, whence)

    def tell(self):
        return (BufferedWriter if self._gathered[1] else BufferedReader).tell(self)

    def truncate(self, pos=None, /):
        _open_raw(self, "truncate of closed file")
        return super().truncate(pos)

    def write(self, b, /):
        if self._gathered[0] is None:
            return BufferedWriter.write(self, b)
        return super().write(b)

    def read(self, size=None, /):
        self._begin_to_read("read of closed file")
        return BufferedReader.read(self, size)

    def read1(self, size=-1, /):
        size = _size(size)
        self._begin_to_read("read of closed file")
        return BufferedReader.read1(self, size)

    def readline(self, size=-1, /):
        self._begin_to_read("readline of closed file")
        return BufferedReader.readline(self, size)

    def peek(self, size=0, /):
        if self._begin_to_read("peek of closed file").closed:
            raise ValueError("I/O operation on closed file")
        return BufferedReader.peek(self, size)

    def readinto(self, buffer, /):
        self._begin_to_read("readinto of closed file")
        return BufferedReader.readinto(self, buffer)

    def readinto1(self, buffer, /):
        self._begin_to_read("readinto of closed file")
        return BufferedReader.readinto1(self, buffer)

    def _begin_to_read(self, message):
        """What is gathered is written first. (Nothing is where the raw file is closed.)"""
        raw = _open_raw(self, message)
        if not raw.closed:
            self.flush()
        return raw

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def close(self):
        try:
            super().close()
        finally:
            if self.closed:
                self._ahead[0] = None


# The names of UTF-8 that need no look-up.
_PLAIN_ENCODINGS = frozenset(("utf-8", "UTF-8", "utf8"))


class TextIOWrapper(_pyio.TextIOWrapper):
    """Text of a file of bytes: text that is decoded already is taken in one step."""

    _motet_closed = True
    _CHUNK_SIZE = 8192
    # The ends of lines in what was read without a decoder; None: nothing was read so.
    _ends_seen = None
    _text = [None, 0, 0, -1, 0, False]

    def __init__(
        self, buffer, encoding=None, errors=None, newline=None, line_buffering=False,
        write_through=False,
    ):
        if "_buffer" in self.__dict__:
            # It is made again: if that fails, it is none.
            del self._buffer
            self._text[0] = None
        if encoding is not None:
            _check_text("TextIOWrapper", "encoding", encoding)
        if errors is not None:
            _check_text("TextIOWrapper", "errors", errors)
        if newline is not None:
            _check_newline("TextIOWrapper", newline)
        self._is_direct = False
        if encoding is None:
            encoding = text_encoding(None)
        if encoding == "locale":
            encoding = self._get_locale_encoding()
        if encoding not in _PLAIN_ENCODINGS:
            if not _pyio.codecs.lookup(encoding)._is_text_encoding:
                raise LookupError(f"{encoding!r} is not a text encoding")
        if errors is None:
            errors = "strict"
        elif _pyio._CHECK_ERRORS:
            _pyio.codecs.lookup_error(errors)
        # What natives read of a file lies first.
        self._text = [[], 0, 0, -1, 0, False]
        self._buffer = buffer
        self._snapshot = None
        self._seekable = self._text[5] = buffer.seekable()
        self._has_read1 = hasattr(buffer, "read1")
        raw = getattr(buffer, "_raw", None)
        if raw is not None:
            _lie_above(raw, self._text)
        self._configure(encoding, errors, newline, bool(line_buffering), bool(write_through))

    def _get_locale_encoding(self):
        return "UTF-8"

    def _configure(self, encoding, errors, newline, line_buffering, write_through):
        self._encoding, self._errors = encoding, errors
        self._encoder = self._decoder = None
        if self._ends_seen is not None:
            self._ends_seen = None
        self._b2cratio = 0.0
        self._readuniversal, self._readtranslate = not newline, newline is None
        self._readnl, self._writetranslate = newline, newline != ""
        self._writenl = end = newline or "\n"
        self._line_buffering, self._write_through = line_buffering, write_through
        self._text[4] = _LINE_ENDS[newline]
        self._is_utf8 = (
            encoding in _PLAIN_ENCODINGS or encoding.lower().replace("_", "-") in ("utf-8", "utf8")
        )
        self._is_plain = self._is_utf8 and (newline == "" or end == "\n")
        # Text is kept as it comes, and nothing follows.
        self._is_direct = self._is_plain and not (line_buffering or write_through)
        # An encoder writes no mark of the order of bytes in the middle of a file.
        if self._seekable and self.writable() and self._buffer.tell() != 0:
            try:
                self._get_encoder().setstate(0)
            except LookupError:
                # Some encodings have no encoder.
                pass

    def reconfigure(
        self, *, encoding=None, errors=None, newline=..., line_buffering=None, write_through=None
    ):
        # What is refused changes nothing, an unknown encoding neither.
        if isinstance(encoding, str) and "\0" in encoding:
            raise LookupError(f"unknown encoding: {encoding.partition('\0')[0]}")
        _check_text("reconfigure", "encoding", encoding)
        _check_text("reconfigure", "errors", errors)
        if newline is not ...:
            _check_newline("reconfigure", newline)
        if line_buffering is not None:
            line_buffering = _word(line_buffering, "long") != 0
        if write_through is not None:
            write_through = _word(write_through, "long") != 0
        if encoding is not None and encoding != "locale":
            import codecs
            codecs.lookup(encoding)
        super().reconfigure(
            encoding=encoding, errors=errors, newline=newline, line_buffering=line_buffering,
            write_through=write_through,
        )

    @property
    def _telling(self):
        return self._text[5]

    @_telling.setter
    def _telling(self, telling):
        self._text[5] = telling

    @property
    def _decoded_chars(self):
        return _core.text_value(self._text)

    @_decoded_chars.setter
    def _decoded_chars(self, chars):
        _core.text_set(self._text, chars, 0)

    @property
    def _decoded_chars_used(self):
        return self._text[2]

    @_decoded_chars_used.setter
    def _decoded_chars_used(self, place):
        text = self._text
        text[3] = -1
        text[2] = place

    def _set_decoded_chars(self, chars):
        _core.text_set(self._text, chars, 0)

    def _checkReadable(self, message=None):
        if not self.readable():
            raise UnsupportedOperation("not readable")

    def _below(self):
        """The buffer of bytes."""
        buffer = self._buffer
        if buffer is None:
            is_made = "_buffer" in self.__dict__
            raise ValueError("underlying buffer has been detached" if is_made else _UNMADE)
        return buffer

    def _open_below(self):
        """The buffer of bytes, which is open."""
        buffer = self._below()
        if buffer.closed:
            raise ValueError("I/O operation on closed file.")
        return buffer

    def __repr__(self):
        kind = type(self)
        parts = [f"{kind.__module__}.{kind.__qualname__}"]
        for name in "name", "mode":
            try:
                parts.append(f"{name}={getattr(self, name)!r}")
            except (AttributeError, ValueError):
                pass
        return f"<{' '.join(parts)} encoding={self.encoding!r}>"

    @property
    def buffer(self):
        return self._below()

    @property
    def name(self):
        return self._below().name

    @property
    def closed(self):
        buffer = self._buffer
        return (self._below() if buffer is None else buffer).closed

    def readable(self):
        buffer = self._buffer
        return (self._below() if buffer is None else buffer).readable()

    def writable(self):
        buffer = self._buffer
        return (self._below() if buffer is None else buffer).writable()

    def seekable(self):
        return self._below().seekable()

    def fileno(self):
        return self._below().fileno()

    def isatty(self):
        return self._below().isatty()

    def flush(self):
        buffer = self._buffer
        if buffer is None or buffer.closed:
            self._open_below()
        buffer.flush()
        self._text[5] = self._seekable

    def detach(self):
        buffer = self._below()
        self.flush()
        self._buffer = None
        _leave(getattr(buffer, "_raw", None), self._text)
        return buffer

    def tell(self):
        self._open_below()
        return super().tell()

    def seek(self, cookie, whence=0, /):
        self._open_below()
        place = super().seek(cookie, whence)
        if self._ends_seen and (place == 0 or whence == 2):
            self._ends_seen = 0
        return place

    def _get_decoder(self):
        decoder = super()._get_decoder()
        if self._ends_seen and self._readuniversal:
            decoder.seennl = self._ends_seen
        return decoder

    def read(self, size=-1, /):
        if self._text[0] is None:
            self._open_below()
        if size is not None and (type(size) is not int or size >= 0):
            return super().read(size)
        if not self.readable():
            raise UnsupportedOperation("not readable")
        buffer, decoder = self._buffer, self._decoder
        content = buffer.read()
        if content is None:
            raise BlockingIOError("Read returned None.")
        if (
            decoder is None and self._is_utf8 and type(buffer) is BufferedReader
            and type(content) is bytes
        ):
            # All of a file that nothing was read of yet, and that nothing is written to: no decoder
            # has a part of a character.
            text = content.decode("utf-8", self._errors)
            seen = 0
            if self._readuniversal:
                seen, text = _core.line_ends(text, self._readtranslate)
            self._ends_seen = seen | (self._ends_seen or 0)
            return text
        if decoder is None:
            decoder = self._get_decoder()
        text = _core.text_read(self._text, -1) + decoder.decode(content, final=True)
        if self._snapshot is not None:
            self._set_decoded_chars("")
            self._snapshot = None
        return text

    def _get_decoded_chars(self, n=None):
        return _core.text_read(self._text, n)

    def _rewind_decoded_chars(self, n):
        text = self._text
        if text[2] < n:
            raise AssertionError("rewind decoded_chars out of bounds")
        text[3] = -1
        text[2] -= n

    @property
    def newlines(self):
        self._below()
        if self._decoder is None and self._ends_seen:
            return self._get_decoder().newlines
        return getattr(self._decoder, "newlines", None)

    def write(self, s, /):
        count = _core.file_write(self, s)
        if count is not None:
            return count
        if not isinstance(s, str):
            raise TypeError(f"write() argument must be str, not {type(s).__name__}")
        if self._text[0] is None:
            self._open_below()
        buffer = self._buffer
        length = len(s)
        is_line = self._line_buffering and ("\n" in s or "\r" in s)
        if self._is_plain:
            content = s.encode("utf-8", self._errors)
        else:
            if self._writetranslate and self._writenl != "\n":
                s = s.replace("\n", self._writenl)
            content = (self._encoder or self._get_encoder()).encode(s)
        try:
            buffer.write(content)
        except UnsupportedOperation:
            if buffer.writable():
                raise
            raise UnsupportedOperation("not writable") from None
        if is_line:
            buffer.flush()
        if self._decoder is not None:
            if self._snapshot is not None:
                self._set_decoded_chars("")
                self._snapshot = None
            self._decoder.reset()
        return length

    def readline(self, size=-1, /):
        if self._text[0] is None:
            self._open_below()
        if size == -1:
            line = _core.file_line(self)
            if line is not None:
                return line
        elif size is not None:
            return super().readline(size)
        line = _core.text_line(self._text, -1, True)
        if line is not None:
            return line
        return self._long_line()

    def close(self):
        buffer = self._buffer
        if buffer is None:
            self._below()
        try:
            if not self.closed:
                try:
                    self.flush()
                finally:
                    buffer.close()
        finally:
            if self.closed:
                self._text[0] = None

    def _read_chunk(self):
        """Reads and decodes the next bytes of the buffer: whether there were any. While `tell` is
        allowed the decoder's state before them is kept."""
        decoder, text, snapshot = self._decoder, self._text, None
        if decoder is None:
            raise ValueError("no decoder")
        buffer = self._buffer
        is_fresh = (
            self._is_utf8 and type(buffer) is BufferedReader
            and type(decoder) is IncrementalNewlineDecoder and not decoder.pendingcr
            and not decoder.decoder.buffer
        )
        if is_fresh:
            chunk = buffer.read1(self._CHUNK_SIZE)
            if not chunk or type(chunk) is bytes and chunk[-1] < 128 and chunk[-1] != 13:
                # The decoder has no part of a character, nor will it have.
                chars = chunk.decode("utf-8", self._errors) if chunk else ""
                seen, chars = _core.line_ends(chars, decoder.translate)
                if seen:
                    decoder.seennl |= seen
                _core.text_set(text, chars, 0)
                self._b2cratio = len(chunk) / len(chars) if chars else 0.0
                if text[5]:
                    self._snapshot = (0, chunk or b"")
                return not not chunk
        if text[5]:
            snapshot = decoder.getstate()
        if not is_fresh:
            read = buffer.read1 if self._has_read1 else buffer.read
            chunk = read(self._CHUNK_SIZE)
        is_end = not chunk
        chars = decoder.decode(chunk, is_end)
        _core.text_set(text, chars, 0)
        self._b2cratio = len(chunk) / len(chars) if chars else 0.0
        if snapshot is not None:
            self._snapshot = (snapshot[1], snapshot[0] + chunk)
        return not is_end

    def _long_line(self):
        """A line that goes on where the decoded text ends."""
        self._open_below()
        if not self._decoder:
            self._checkReadable()
            self._get_decoder()
        text = self._text
        end = text[4]
        parts = [_core.text_read(text, -1)]
        while True:
            while self._read_chunk():
                if text[1] > text[2]:
                    break
            if text[1] <= text[2]:
                self._set_decoded_chars("")
                self._snapshot = None
                break
            if end == 3 and parts[-1][-1:] == "\r":
                # The end of a line may lie across two pieces.
                first = _core.text_read(text, 1)
                parts.append(first)
                if first == "\n":
                    break
            line = _core.text_line(text, -1, True)
            if line is not None:
                parts.append(line)
                break
            parts.append(_core.text_read(text, -1))
        return "".join(parts)

    def __next__(self):
        if self._text[0] is None:
            self._open_below()
        self._telling = False
        line = _core.text_line(self._text, -1, True)
        if line is None:
            line = self.readline()
            if not line:
                self._snapshot = None
                self._telling = self._seekable
                raise StopIteration
        return line


# The natives know a stream by its kind; instances of classes below these have none.
for _class, _kind in (
    (StringIO, 1), (BytesIO, 2), (BufferedReader, 3), (BufferedWriter, 4), (TextIOWrapper, 5),
):
    setattr(_class, ".stream_kind", _kind)
for _class, _natives in (
    (StringIO, "text_io_"), (BytesIO, "bytes_io_"), (BufferedReader, "reader_"),
    (BufferedWriter, "writer_"), (TextIOWrapper, "wrapper_"),
):
    for _name in vars(_core):
        if _name.startswith(_natives):
            _own = _name.removeprefix(_natives)
            setattr(_class, f".slow{_class.__name__}.{_own}", getattr(_class, _own))
            setattr(_class, _own, _core.method_before(getattr(_core, _name), getattr(_class, _own)))
for _class in StringIO, BytesIO:
    _class.__del__ = _core.method_named(_core.close_memory, "__del__", f"_io.{_class.__name__}")
del _kind, _natives, _name, _own

for _class in _BufferedIOBase, _IOBase, _RawIOBase, _TextIOBase:
    _class.__name__ = _class.__qualname__ = f"_{_class.__name__}"
    # Complaints look for the class of a method under this name.
    setattr(_pyio, _class.__name__, _class)



def _settle(cls):
    """The functions of a class get its names, also those that it has under several."""
    for name, value in list(vars(cls).items()):
        if type(value) is not _function or name.startswith("."):
            continue
        if value.__name__ != name:
            own = _function(
                value.__code__, value.__globals__, name, value.__defaults__, value.__closure__
            )
            own.__kwdefaults__, own.__doc__ = value.__kwdefaults__, value.__doc__
            value = own
            setattr(cls, name, own)
        value.__qualname__, value.__module__ = f"{cls.__name__}.{name}", "_io"


_function = type(_settle)
for _class in (
    BlockingIOError, BufferedRandom, BufferedReader, BufferedRWPair, BufferedWriter, BytesIO,
    FileIO, IncrementalNewlineDecoder, StringIO, TextIOWrapper, _BufferedIOBase, _IOBase, _RawIOBase,
    _TextIOBase,
):
    if _class.__module__ == "_pyio":
        _class.__module__ = "_io"
    for _part in _class.__mro__:
        if _part.__name__ == _class.__name__:
            _settle(_part)
del _part, _settle
UnsupportedOperation.__module__ = "io"
text_encoding.__module__ = "_io"
# The streams that the functions of `_pyio` make are of these classes.
for _class in (
    BytesIO, StringIO, BufferedReader, BufferedWriter, BufferedRandom, TextIOWrapper,
    IncrementalNewlineDecoder,
):
    setattr(_pyio, _class.__name__, _class)
# The machine's own streams count as files of text.
_class = type(getattr(_sys, "__stdout__", None))
if _class.__module__ == "_io" and not issubclass(_class, TextIOWrapper):
    TextIOWrapper.register(_class)
del _class, _whole, _small, _Registry
