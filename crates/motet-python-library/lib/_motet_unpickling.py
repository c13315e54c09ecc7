"""`Unpickler`, `load` and `loads` of `_pickle`: where CPython's native unpickler differs from the one of
`pickle`: broken pickles are told by `UnpicklingError`, and an empty one by `EOFError`.
"""

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
        pickle.DICT[0]: load_dict, pickle.SETITEMS[0]: load_setitems,
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
