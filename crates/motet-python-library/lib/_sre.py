"""The machine's part of `re`: patterns, matches and scanners are classes of `_sre_core`."""

import sys

from _sre_core import (
    CODESIZE,
    MAGIC,
    MAXGROUPS,
    MAXREPEAT,
    ascii_iscased,
    ascii_tolower,
    compile,
    template,
    unicode_iscased,
    unicode_tolower,
)

copyright = ""


def getcodesize():
    return CODESIZE


def _content(string):
    """The bytes of an object that has a buffer, for the matcher."""
    module = sys.modules.get("array")
    if module is not None and isinstance(string, module.array):
        return string.tobytes()
    try:
        return bytes(memoryview(string))
    except TypeError:
        name = type(string).__name__
        message = f"expected string or bytes-like object, got '{name}'"
        raise TypeError(message) from None
