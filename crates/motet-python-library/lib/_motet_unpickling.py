"""`Unpickler`, `load` and `loads` of `_pickle`: where CPython's native unpickler differs from the one of
`pickle`: broken pickles are told by `UnpicklingError`, and an empty one by `EOFError`.
"""

# The module that programs know.
__name__ = "_pickle"

import io
import pickle
import sys

from _pickle_core import loads as _load_plainly

_NO_BUFFERS = ()
UnpicklingError = pickle.UnpicklingError

# These call what a pickle names. An IndexError may come from there.
_CALLING = frozenset(
    "load_reduce _instantiate load_newobj load_newobj_ex load_build load_setitem load_setitems"
    " load_append load_appends load_additems load_persid load_binpersid find_class".split()
)


class _Source(pickle._Unframer):
    """The bytes of a pickle; `read` gives as many as were asked for, `some` may give less."""

    some = pickle._Unframer.read

    def read(self, count):
        content = self.some(count)
        if len(content) < count:
            raise UnpicklingError("pickle data was truncated")
        return content

    def readinto(self, buffer):
        buffer[:] = self.read(len(buffer))
        return len(buffer)

    def readline(self):
        line = super().readline()
        if line[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated")
        return line

    def load_frame(self, size):
        if size > sys.maxsize:
            raise OverflowError(f"FRAME length exceeds system's maximum of {sys.maxsize} bytes")
        if self.current_frame and self.current_frame.read() != b"":
            raise UnpicklingError("beginning of a new frame before end of current frame")
        content = self.file_read(size)
        if len(content) < size:
            raise UnpicklingError("pickle data was truncated")
        self.current_frame = io.BytesIO(content)


def _place(error):
    """The name of the function of `pickle` that has raised an error itself, or None."""
    last = error.__traceback__
    while last.tb_next is not None:
        last = last.tb_next
    frame = last.tb_frame
    return frame.f_code.co_name if frame.f_globals is vars(pickle) else None


# CPython makes the bytes before it reads them: no more of them than this, and not without memory.
_BYTES_MAX = sys.maxsize - 33
_ADDRESSES = 1 << 47


def _whole(text):
    """The number that a text is, in CPython's words if it is none."""
    try:
        return int(text)
    except ValueError:
        return int(text.decode())


class Unpickler(pickle._Unpickler):
    __doc__ = pickle._Unpickler.__doc__

    def load(self):
        """Load a pickle.

        Read a pickled object representation from the open file object given
        in the constructor, and return the reconstituted object hierarchy
        specified therein.
        """
        if not hasattr(self, "_file_read"):
            name = type(self).__name__
            raise UnpicklingError(f"Unpickler.__init__() was not called by {name}.__init__()")
        source = self._unframer = _Source(self._file_read, self._file_readline)
        self.read, self.readinto, self.readline = source.read, source.readinto, source.readline
        self.metastack, self.stack, self.proto = [], [], 0
        self.append = self.stack.append
        try:
            self._follow(source.some, self.dispatch)
        except pickle._Stop as stop:
            return stop.value
        except IndexError as error:
            place = _place(error)
            if place == "pop_mark":
                raise UnpicklingError("could not find MARK") from None
            if place is not None and (not self.stack or place not in _CALLING):
                is_mark = bool(self.metastack)
                found = "unexpected MARK found" if is_mark else "unpickling stack underflow"
                raise UnpicklingError(found) from None
            raise

    def _follow(self, some, dispatch):
        """Runs the operations, until one of them raises `_Stop`."""
        while True:
            key = some(1)
            if not key:
                raise EOFError("Ran out of input")
            operation = dispatch.get(key[0])
            if operation is None:
                shown = repr(chr(key[0])) if 32 <= key[0] < 127 else f"'\\x{key[0]:02x}'"
                raise UnpicklingError(f"invalid load key, {shown}.")
            operation(self)

    def load_frame(self):
        self._unframer.load_frame(int.from_bytes(self.read(8), "little"))

    def _line(self):
        """A line that is not empty, up to a zero, with its end."""
        line = self.readline()
        if len(line) < 2:
            raise UnpicklingError("pickle data was truncated")
        return line.partition(b"\0")[0]

    def load_int(self):
        line = self._line()
        if line in (b"00\n", b"01\n"):
            return self.append(line == b"01\n")
        try:
            value = int(line)
        except ValueError:
            raise ValueError("could not convert string to int") from None
        self.append(value)

    def load_long(self):
        line = self._line()
        self.append(_whole(line.removesuffix(b"\n")[:-1] if line[-2:] == b"L\n" else line))

    def load_float(self):
        line = self._line()
        from re import ASCII, IGNORECASE, match
        number = rb"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)"
        found = match(number, line, ASCII | IGNORECASE)
        if found is None:
            text = line[:200].decode("utf-8", "replace")
            raise ValueError(f"could not convert string to float: '{text}'")
        if line[found.end():] not in (b"\n", b""):
            raise ValueError("could not convert string to float")
        self.append(float(found[0]))

    def load_get(self):
        place = _whole(self._line())
        if place not in self.memo:
            raise UnpicklingError(f"Memo value not found at index {place}")
        self.append(self.memo[place])

    def load_put(self):
        line = self._line()
        if not self.stack:
            raise UnpicklingError("unpickling stack underflow")
        place = _whole(line)
        if place < 0:
            raise ValueError("negative PUT argument")
        self.memo[place] = self.stack[-1]

    def _size(self, name):
        size = int.from_bytes(self.read(8), "little")
        if size > sys.maxsize:
            limit = f"exceeds system's maximum size of {sys.maxsize} bytes"
            raise OverflowError(f"{name} {limit}")
        return size

    def load_binbytes8(self):
        size = self._size("BINBYTES")
        if size > _BYTES_MAX:
            raise OverflowError("byte string is too large")
        if size > _ADDRESSES:
            raise MemoryError
        self.append(self.read(size))

    def load_binunicode8(self):
        self.append(str(self.read(self._size("BINUNICODE")), "utf-8", "surrogatepass"))

    def load_bytearray8(self):
        size = self._size("BYTEARRAY8")
        if size > _ADDRESSES:
            raise MemoryError
        self.append(bytearray(self.read(size)))

    def load_pop(self):
        if not self.stack and not self.metastack:
            raise UnpicklingError("unpickling stack underflow")
        super().load_pop()

    def load_dict(self):
        self._check_pairs("DICT")
        super().load_dict()

    def load_setitems(self):
        self._check_pairs("SETITEMS")
        super().load_setitems()

    def _check_pairs(self, operation):
        if self.metastack and len(self.stack) % 2:
            raise UnpicklingError(f"odd number of items for {operation}")

    dispatch = {
        **pickle._Unpickler.dispatch, pickle.FRAME[0]: load_frame, pickle.POP[0]: load_pop,
        pickle.DICT[0]: load_dict, pickle.SETITEMS[0]: load_setitems, pickle.INT[0]: load_int,
        pickle.LONG[0]: load_long, pickle.FLOAT[0]: load_float, pickle.GET[0]: load_get,
        pickle.PUT[0]: load_put, pickle.BINBYTES8[0]: load_binbytes8,
        pickle.BINUNICODE8[0]: load_binunicode8, pickle.BYTEARRAY8[0]: load_bytearray8,
    }


Unpickler.__module__ = "_pickle"


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """Read and return an object from the pickle data stored in a file."""
    return Unpickler(
        file, fix_imports=fix_imports, buffers=buffers, encoding=encoding, errors=errors
    ).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=_NO_BUFFERS):
    """Read and return an object from the given pickle data."""
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    if not buffers:
        read = _load_plainly(data)
        if read is not None:
            return read[0]
    return load(
        io.BytesIO(data), fix_imports=fix_imports, encoding=encoding, errors=errors,
        buffers=None if buffers is _NO_BUFFERS else buffers,
    )
