"""What `operator` takes from the machine."""

from _digests import compare_digest as _compare_digest


def index(a, /):
    "Same as a.__index__()"
    if isinstance(a, int):
        return a
    method = getattr(type(a), "__index__", None)
    if method is None:
        kind = type(a).__name__
        raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
    made = method(a)
    if not isinstance(made, int):
        raise TypeError(f"__index__ returned non-int (type {type(made).__name__})")
    return made
