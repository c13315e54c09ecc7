"""Compression by bzip2, over `_coders_core`."""

import _motet_coders as _coders

_REASONS = {
    _coders.FORMAT: "Invalid data stream", _coders.DATA: "Invalid data stream",
    _coders.SEQUENCE: "Invalid sequence of commands sent to libbzip2",
}


def _fail(self, number, text):
    if number == _coders.MEMORY:
        raise MemoryError
    if number in _REASONS:
        raise OSError(_REASONS[number])
    raise ValueError("Internal error - invalid parameters passed to libbzip2")


class BZ2Compressor(_coders.Compressor):
    """Create a compressor object for compressing data incrementally."""

    _fail = _fail

    def __init__(self, compresslevel=9, /):
        compresslevel = _coders.c_int(compresslevel)
        if not 1 <= compresslevel <= 9:
            raise ValueError("compresslevel must be between 1 and 9")
        self._start("bzip2 write", (compresslevel,))


class BZ2Decompressor(_coders.Reader):
    """Create a decompressor object for decompressing data incrementally."""

    _fail = _fail
    _breaks = True
    _after_end = "End of stream already reached"

    def __new__(cls, /):
        made = super().__new__(cls)
        made._start("bzip2 read", ())
        return made

    def decompress(self, data, max_length=-1):
        with self._lock:
            return self._get(data, _coders.c_size(max_length))


BZ2Compressor.__module__ = BZ2Decompressor.__module__ = "_bz2"
