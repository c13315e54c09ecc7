"""The standard streams in other encodings than UTF-8, or with other ways out of errors. `sys.stdout` and `sys.stderr`
write UTF-8 by themselves; a stream of the library over the bytes of one of them takes its place in `sys` if it is to
write anything else.
"""

import sys
from _sys import _write_at_once, _write_bytes


def recode():
    """Does what the environment says, before the program begins."""
    import codecs
    import os

    encoding, _, errors = os.environ["PYTHONIOENCODING"].partition(":")
    try:
        encoding = codecs.lookup(encoding or "utf-8").name
    except LookupError as error:
        sys.stderr.write("Fatal Python error: init_stdio_encoding: failed to get the Python codec name of the stdio "
                         f"encoding\nLookupError: {error}\n")
        sys.exit(1)
    sys._standard_input = encoding, errors or "strict"
    _write_in(sys.stdout, encoding, errors or "strict")
    _write_in(sys.stderr, encoding, "backslashreplace")


def reconfigure(stream, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None):
    """Change the encoding, the way out of errors, the ends of lines, or when the stream writes."""
    stream.flush()
    if encoding is not None:
        errors = errors or "strict"
        encoding = "utf-8" if _is_utf8(encoding) else encoding
    if line_buffering or write_through:
        _write_at_once()
    _write_in(stream, encoding or stream.encoding, errors or stream.errors, newline)


def _is_utf8(encoding):
    import codecs

    return codecs.lookup(encoding).name == "utf-8"


def _write_in(stream, encoding, errors, newline=None):
    if (encoding, errors) == (stream.encoding, stream.errors) and newline in (None, "", "\n"):
        return
    import io

    made = io.TextIOWrapper(stream.buffer, encoding, errors, newline, line_buffering=stream.isatty())
    made.mode = stream.mode
    for name in ("stdout", "__stdout__", "stderr", "__stderr__"):
        if getattr(sys, name) is stream:
            setattr(sys, name, made)


def buffer_of(stream):
    """The stream of bytes under a standard stream. What it takes is written by the machine, in order with the
    texts."""
    import io

    class BufferedWriter(io.BufferedWriter):
        __module__, __qualname__ = "_io", "BufferedWriter"

        def write(self, b, /):
            return _write_bytes(stream, b)

        @property
        def closed(self):
            return stream.closed or super().closed

        def flush(self):
            if self.closed:
                raise ValueError("flush of closed file")
            stream.flush()

    raw = io.FileIO(stream.fileno(), "wb", closefd=False)
    raw.name = stream.name
    return BufferedWriter(raw)
