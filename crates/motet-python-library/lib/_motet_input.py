"""`input`."""

import sys

_nothing = object()


def input(prompt=_nothing, /):
    """Reads a line from standard input, without its end."""
    stdin, stdout = getattr(sys, "stdin", None), getattr(sys, "stdout", None)
    if stdin is None:
        raise RuntimeError("input(): lost sys.stdin")
    if stdout is None:
        raise RuntimeError("input(): lost sys.stdout")
    if prompt is not _nothing:
        stdout.write(str(prompt))
    stdout.flush()
    line = stdin.readline()
    if not line:
        raise EOFError("EOF when reading a line")
    return line.removesuffix("\n")


input.__module__ = "builtins"
