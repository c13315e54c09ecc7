"""Rows with names, and blobs of `sqlite3`."""

# The module that programs know.
__name__ = "_sqlite3"

import _sqlite_core as core
from _sqlite_base import ProgrammingError, check_contiguous


class Row:
    """A row whose columns can be asked for by name."""

    __module__ = "sqlite3"
    __slots__ = ("_data", "_row_description")

    def __new__(cls, cursor, data, /):
        from _sqlite3 import Cursor

        if not issubclass(type(cursor), Cursor):
            name = type(cursor).__name__
            raise TypeError(f"Row() argument 1 must be sqlite3.Cursor, not {name}")
        if not isinstance(data, tuple):
            raise TypeError(f"Row() argument 2 must be tuple, not {type(data).__name__}")
        self = object.__new__(cls)
        self._data = data
        self._row_description = cursor.description
        return self

    def __init__(self, *arguments):
        pass

    def __getitem__(self, key, /):
        found = core.item_of_row(self, key)
        if found is not ...:
            return found
        if isinstance(key, str):
            folded = _folded(key)
            for index, column in enumerate(self._row_description or ()):
                if column[0] == key or _folded(column[0]) == folded:
                    return self._data[index]
            raise IndexError("No item with that key" if self._row_description else key)
        if isinstance(key, slice) or hasattr(type(key), "__index__"):
            return self._data[key]
        raise IndexError("Index must be int or string")

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter(self._data)

    def keys(self, /):
        return [column[0] for column in self._row_description or ()]

    def __hash__(self):
        return hash(self._row_description) ^ hash(self._data)

    def __eq__(self, other):
        if not isinstance(other, Row):
            return NotImplemented
        return self._row_description == other._row_description and self._data == other._data

    def __ne__(self, other):
        if not isinstance(other, Row):
            return NotImplemented
        return not self == other


# Natives make instances of this class, and of none below it.
Row._native_row = Row


def _folded(name):
    """A name without the case of the letters of ASCII."""
    return name.lower() if name.isascii() else name


class Blob:
    """A field that is read and written in place."""

    _motet_closed = True
    __module__ = "sqlite3"

    def __new__(cls, *arguments, **named):
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")

    @classmethod
    def _open(cls, connection, handle, length):
        self = object.__new__(cls)
        self._connection = connection
        self._handle = handle
        self._length = length
        self._offset = 0
        return self

    def _check(self):
        self._connection._check()
        if not self._handle:
            raise ProgrammingError("Cannot operate on a closed blob.")

    def close(self, /):
        self._connection._check()
        handle, self._handle = self._handle, 0
        if handle:
            core.release(handle)

    def __del__(self):
        handle, self._handle = self._handle, 0
        if handle:
            core.release(handle)

    # It has items, but they are not iterated over.
    __iter__ = None

    def __len__(self):
        self._check()
        return self._length

    def _read(self, offset, length):
        try:
            return core.blob_read(self._handle, offset, length)
        except ProgrammingError:
            raise ProgrammingError("Cannot operate on a closed blob.") from None

    def read(self, length=-1, /):
        self._check()
        left = self._length - self._offset
        if length < 0 or length > left:
            length = left
        if length <= 0:
            return b""
        content = self._read(self._offset, length)
        self._offset += length
        return content

    def write(self, data, /):
        self._check()
        view = memoryview(data)
        check_contiguous(view)
        if view.nbytes > self._length - self._offset:
            raise ValueError("data longer than blob length")
        content = bytes(view)
        core.blob_write(self._handle, self._offset, content)
        self._offset += len(content)

    def seek(self, offset, origin=0, /):
        self._check()
        if origin == 1:
            offset += self._offset
        elif origin == 2:
            offset += self._length
        elif origin != 0:
            raise ValueError("'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END")
        if abs(offset) > 0x7fffffff:
            raise OverflowError("seek offset results in offset overflow")
        if not 0 <= offset <= self._length:
            raise ValueError("offset out of blob range")
        self._offset = offset

    def tell(self):
        self._check()
        return self._offset

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, type, val, tb, /):
        self._check()
        self.close()

    def _index(self, key):
        index = key.__index__()
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError("Blob index out of range")
        return index

    def __getitem__(self, key, /):
        self._check()
        if isinstance(key, slice):
            start, stop, step = key.indices(self._length)
            if not range(start, stop, step):
                return b""
            if step < 0:
                raise ValueError("Blob doesn't support slices with a negative step")
            if step == 1:
                return self._read(start, stop - start)
            return self._read(0, self._length)[key]
        if not hasattr(type(key), "__index__"):
            raise TypeError("Blob indices must be integers")
        return self._read(self._index(key), 1)[0]

    def __setitem__(self, key, value, /):
        self._check()
        if isinstance(key, slice):
            start, stop, step = key.indices(self._length)
            view = memoryview(value)
            check_contiguous(view)
            if view.nbytes != len(range(start, stop, step)):
                raise IndexError("Blob slice assignment is wrong size")
            if not view.nbytes:
                return
            if step < 0:
                raise ValueError("Blob doesn't support slices with a negative step")
            if step == 1:
                core.blob_write(self._handle, start, bytes(view))
                return
            content = bytearray(self._read(0, self._length))
            content[key] = view
            core.blob_write(self._handle, 0, bytes(content))
            return
        if not hasattr(type(key), "__index__"):
            raise TypeError("Blob indices must be integers")
        index = self._index(key)
        if not isinstance(value, int):
            raise TypeError(
                f"'{type(value).__name__}' object cannot be interpreted as an integer"
            )
        if not 0 <= value <= 255:
            raise ValueError("byte must be in range(0, 256)")
        core.blob_write(self._handle, index, bytes((value,)))

    def __delitem__(self, key, /):
        self._check()
        if isinstance(key, slice):
            raise TypeError("Blob doesn't support slice deletion")
        raise TypeError("Blob doesn't support item deletion")
