"""The argument of `sys.unraisablehook`, and its call."""

import _motet_sequence

UnraisableHookArgs = _motet_sequence.make(
    "builtins.UnraisableHookArgs", "exc_type exc_value exc_traceback err_msg object"
)


def make(*fields):
    return UnraisableHookArgs(fields)


def report(error, message, about):
    """Tells `sys.unraisablehook` of an exception that cannot be raised."""
    import sys

    fields = type(error), error, error.__traceback__, message, about
    sys.unraisablehook(make(*fields))
