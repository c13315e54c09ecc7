"""Coders over `_coders_core`, which `_bz2`, `_lzma` and `_zstd` share.

The library keeps the state of a coder outside of the heap; each step of it is an effect that cannot
be undone. So a coder is opened only if it must be: output is collected until there is much of it,
and input is tried as a whole first. Most coders never open one.
"""

import _coders_core as _core
import _thread
from _operator import index as _index

RUN, FLUSH, FINISH = range(3)
FORMAT, DATA, OPTIONS, MEMORY_LIMIT, MEMORY, CHECK, SEQUENCE, LIBRARY, UNKNOWN = range(1, 10)
# So many bytes are collected before a coder is opened.
_COLLECTED_BYTES = 1 << 18


def c_int(value):
    value = _index(value)
    if not -1 << 31 <= value < 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    return value


def c_size(value):
    value = _index(value)
    if not -1 << 63 <= value < 1 << 63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    return value


def as_bytes(data):
    if type(data) is bytes:
        return data
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return memoryview(data).tobytes()


class _Coder:
    _handle = None

    def __del__(self):
        handle, self._handle = self._handle, None
        if handle is not None:
            _core.close(handle)

    def __reduce_ex__(self, protocol):
        cls = type(self)
        raise TypeError(f"cannot pickle '{cls.__module__}.{cls.__qualname__}' object")

    def _opened(self):
        if self._handle is None:
            made = _core.open(self._kind, self._settings, self._dictionary)
            if isinstance(made, tuple):
                self._fail(*made)
            self._handle = made
        return self._handle

    def _close(self):
        handle, self._handle = self._handle, None
        if handle is not None:
            _core.close(handle)

    def _checked(self, step):
        if len(step) == 2:
            self._fail(*step)
        return step


class Writer(_Coder):
    """Compresses. A subclass has `_fail`."""

    def _start(self, kind, settings, dictionary=b""):
        self._kind, self._settings, self._dictionary = kind, settings, dictionary
        self._lock = _thread.RLock()
        self._pending, self._pending_bytes = [], 0

    def _put(self, data, action=RUN):
        """The output for some input."""
        if data:
            self._pending.append(data)
            self._pending_bytes += len(data)
        if action == RUN and self._pending_bytes < _COLLECTED_BYTES:
            return b""
        data, self._pending, self._pending_bytes = b"".join(self._pending), [], 0
        if action == FINISH and self._handle is None:
            step = _core.once(self._kind, self._settings, self._dictionary, data, FINISH, -1)
        else:
            step = _core.step(self._opened(), data, action, -1)
            if action == FINISH:
                self._end()
        return self._checked(step)[0]

    def _end(self):
        self._close()


class Compressor(Writer):
    """A writer that ends once: the base of `BZ2Compressor` and `LZMACompressor`."""

    _flushed = False

    def compress(self, data, /):
        data = as_bytes(data)
        with self._lock:
            if self._flushed:
                raise ValueError("Compressor has been flushed")
            return self._put(data)

    def flush(self):
        with self._lock:
            if self._flushed:
                raise ValueError("Repeated call to flush()")
            self._flushed = True
            return self._put(b"", FINISH)


class Reader(_Coder):
    """Decompresses. A subclass has `_fail`, and `_after_end`, the text of the error after the end."""

    # Whether nothing more can be read after an error.
    _breaks = False

    def _start(self, kind, settings, dictionary=b""):
        self._kind, self._settings, self._dictionary = kind, settings, dictionary
        self._lock = _thread.RLock()
        self._input, self._eof, self._unused, self._needs_input = b"", False, b"", True
        self._is_broken = False

    @property
    def eof(self):
        return self._eof

    @property
    def unused_data(self):
        return self._unused

    @property
    def needs_input(self):
        return self._needs_input

    def _get(self, data, most):
        if self._eof:
            self._needs_input = False
            raise EOFError(self._after_end)
        data = as_bytes(data)
        if self._is_broken:
            raise ValueError("Decompressor is unusable after a previous error")
        if self._input:
            data = self._input + data
        try:
            out, taken, is_ended = self._stepped(data, most)
        except BaseException:
            # The coder is in no state to go on.
            self._needs_input, self._is_broken = False, self._breaks
            raise
        rest = data[taken:]
        if is_ended:
            self._eof, self._needs_input = True, False
            self._unused, self._input = rest, b""
            self._close()
        else:
            self._input = rest
            self._needs_input = not rest and (most < 0 or len(out) < most)
        return out

    def _stepped(self, data, most):
        if self._handle is None:
            if not data:
                return b"", 0, False
            step = _core.once(self._kind, self._settings, self._dictionary, data, RUN, most)
            if len(step) == 2 or step[2]:
                return self._checked(step)
        return self._checked(_core.step(self._opened(), data, RUN, most))
