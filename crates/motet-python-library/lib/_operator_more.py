"""What `_operator` leaves to Python."""


def _bound(value, name):
    """A special method of a value, bound to it as the machine does; None if there is none."""
    for kind in type(value).__mro__:
        if name in kind.__dict__:
            method = kind.__dict__[name]
            # (Natives have their `__get__` themselves, not their type.)
            get = None if isinstance(method, type) else getattr(method, "__get__", None)
            return method if get is None else get(value, type(value))
    return None


def length_hint(obj, default=0, /):
    "How many items an object may have: a guess"
    if not isinstance(default, int):
        kind = type(default).__name__
        raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
    try:
        return len(obj)
    except TypeError:
        pass
    method = _bound(obj, "__length_hint__")
    if method is None:
        return default
    try:
        hint = method()
    except TypeError:
        return default
    if hint is NotImplemented:
        return default
    if not isinstance(hint, int):
        kind = type(hint).__name__
        raise TypeError(f"__length_hint__ must be an integer, not {kind}")
    if hint < 0:
        raise ValueError("__length_hint__() should return >= 0")
    return hint
