"""Files and streams: the pure ones of `_pyio`. Their buffers lie in the heap, so that an abort loses
nothing; what reaches the system makes the transaction inevitable (`_posix_core`)."""

import sys as _sys

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
    BufferedRandom,
    BufferedReader,
    BufferedRWPair,
    BufferedWriter,
    BytesIO,
    FileIO,
    IncrementalNewlineDecoder,
    StringIO,
    TextIOWrapper,
    UnsupportedOperation,
    open,
    open_code,
    text_encoding,
)

# A static method, so that it does not bind where a class has it as an attribute.
if isinstance(open, staticmethod):
    open = open.__func__

from _pyio import BufferedIOBase as _BufferedIOBase
from _pyio import IOBase as _IOBase
from _pyio import RawIOBase as _RawIOBase
from _pyio import TextIOBase as _TextIOBase

for _class in (
    BlockingIOError, BufferedRandom, BufferedReader, BufferedRWPair, BufferedWriter, BytesIO, FileIO,
    IncrementalNewlineDecoder, StringIO, TextIOWrapper, _BufferedIOBase, _IOBase, _RawIOBase,
    _TextIOBase,
):
    if _class.__module__ == "_pyio":
        _class.__module__ = "_io"
UnsupportedOperation.__module__ = "io"
del _class, _whole, _small, _Registry
