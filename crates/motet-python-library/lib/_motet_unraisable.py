"""The argument of `sys.unraisablehook`."""

import _motet_sequence

UnraisableHookArgs = _motet_sequence.make(
    "builtins.UnraisableHookArgs", "exc_type exc_value exc_traceback err_msg object"
)


def make(*fields):
    return UnraisableHookArgs(fields)
