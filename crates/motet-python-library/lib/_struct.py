"""Numbers and texts as bytes of a given layout (`_struct_core` does the work)."""

import operator as _operator
import _struct_core as _core
from _struct_core import calcsize, pack, unpack, unpack_from, unpack_at as _unpack_at


class error(Exception):
    pass


error.__module__ = "struct"


# The first offset that is too large.
_SIZE_END = 1 << 63


def _place(size, length, offset, function, what):
    """The offset of `size` bytes in a buffer, from its beginning."""
    offset = _operator.index(offset)
    if not -_SIZE_END <= offset < _SIZE_END:
        if what == "unpack":
            raise OverflowError("Python int too large to convert to C ssize_t")
        raise IndexError(f"cannot fit '{type(offset).__name__}' into an index-sized integer")
    if offset < 0:
        if offset + size > 0:
            raise error(f"{'not enough data' if what == 'unpack' else 'no space'} to "
                        f"{what} {size} bytes at offset {offset}")
        if offset + length < 0:
            raise error(f"offset {offset} out of range for {length}-byte buffer")
        offset += length
    if length - offset < size:
        verb = "unpacking" if what == "unpack" else "packing"
        raise error(
            f"{function} requires a buffer of at least {size + offset} bytes for {verb} {size} "
            f"bytes at offset {offset} (actual buffer size is {length})"
        )
    return offset


def _unpack_from(format, /, buffer, offset=0):
    length = memoryview(buffer).nbytes
    offset = _place(calcsize(format), length, offset, "unpack_from", "unpack")
    try:
        return _unpack_at(format, buffer, offset)
    except TypeError:
        view = memoryview(buffer)
        if type(view) is memoryview:
            raise
    # A view of memory outside of the heap.
    return _unpack_at(format, view.tobytes(), offset)


_unpack_from.__name__ = _unpack_from.__qualname__ = "unpack_from"


def pack_into(format, buffer, offset, /, *values):
    try:
        view = memoryview(buffer)
    except TypeError:
        view = None
    if view is None or view.readonly:
        kind = "None" if buffer is None else type(buffer).__name__
        raise TypeError(f"argument must be read-write bytes-like object, not {kind}")
    view = view.cast("B")
    data = pack(format, *values)
    offset = _place(len(data), len(view), offset, "pack_into", "pack")
    view[offset:offset + len(data)] = data


def iter_unpack(format, buffer, /):
    size = calcsize(format)
    if size == 0:
        raise error("cannot iteratively unpack with a struct of length 0")
    length = memoryview(buffer).nbytes
    if length % size:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    return unpack_iterator(format, buffer, size, length)


class unpack_iterator:
    __slots__ = "_format", "_buffer", "_size", "_length", "_offset"
    # The natives that know streams know this as one.
    locals()[".stream_kind"] = 8

    def __new__(cls, *arguments):
        if len(arguments) != 4:
            raise TypeError("cannot create '_struct.unpack_iterator' instances")
        self = object.__new__(cls)
        self._format, self._buffer, self._size, self._length = arguments
        self._offset = 0
        return self

    def __iter__(self):
        return self

    def __next__(self):
        if self._offset >= self._length:
            raise StopIteration
        values = _unpack_at(self._format, self._buffer, self._offset)
        self._offset += self._size
        return values

    def __length_hint__(self):
        return (self._length - self._offset) // self._size


class Struct:
    """A format that is read once."""

    _motet_closed = True
    __slots__ = ("format", "size", "__weakref__")
    # The natives know a `Struct` by this.
    _is_layout = True

    def __init__(self, format):
        if isinstance(format, str):
            format.encode("ascii")
        size = calcsize(format)
        format = format.decode("ascii") if isinstance(format, bytes) else format
        if type(self) is Struct:
            self.format, self.size = format, size
        else:
            _put_format(self, format)
            _put_size(self, size)

    def pack(self, /, *values):
        return pack(self.format, *values)

    def unpack(self, buffer, /):
        return unpack(self.format, buffer)

    def unpack_from(self, /, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def pack_into(self, buffer, offset, /, *values):
        pack_into(self.format, buffer, offset, *values)

    def iter_unpack(self, buffer, /):
        return iter_unpack(self.format, buffer)

    def __repr__(self):
        return f"{type(self).__name__}({self.format!r})"

    def __sizeof__(self):
        return object.__sizeof__(self) + len(self.format)


for _name in "pack", "pack_into", "unpack", "unpack_from":
    _own = getattr(Struct, _name)
    setattr(Struct, f".slow{_name}", _own)
    setattr(Struct, _name, _core.method_before(getattr(_core, f"layout_{_name}"), _own))
del _name, _own
# Past any `__setattr__` of a class below.
_put_format, _put_size = Struct.format.__set__, Struct.size.__set__
Struct.__module__ = unpack_iterator.__module__ = "_struct"


def _clearcache():
    """There is no cache."""
