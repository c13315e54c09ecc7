"""The argument of `sys.unraisablehook`, and its call; warnings of what is finalized while it is open."""

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


# Such a warning tells where the program was when the object went.
_OWN_FILES = tuple(
    f"/<stdlib>/{name}.py"
    for name in ("_io", "_motet_unraisable", "_pyio", "_socket", "_sqlite3", "socket")
)


def ignores_open():
    """Whether the filters ignore every warning of what is open, so that no text of it is needed."""
    import sys

    filters = getattr(sys.modules.get("warnings"), "_get_filters", None)
    for action, message, category, module, line in filters() if filters is not None else ():
        if issubclass(ResourceWarning, category):
            return action == "ignore" and message is None and module is None and not line
    return False


def warn_of_open(source, what, shown):
    """Warns of an object that is finalized while it is open. A warning that is an error has no
    receiver, and is told with the object that holds what is open."""
    import sys

    # A finalizer may run anywhere, also while `warnings` is being imported.
    warn = getattr(sys.modules.get("warnings"), "warn", None)
    if warn is None:
        return
    try:
        warn(
            f"unclosed {shown}", ResourceWarning, stacklevel=2, source=source,
            skip_file_prefixes=_OWN_FILES,
        )
    except Warning as error:
        error.__traceback__ = None
        report(error, f"Exception ignored while finalizing {what}", None)
