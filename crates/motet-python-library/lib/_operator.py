"""The functions that `operator` takes from the machine."""

from _digests import compare_digest as _compare_digest


def _bound(value, name):
    """A special method of a value, bound to it as the machine does; None if there is none."""
    for kind in type(value).__mro__:
        if name in kind.__dict__:
            method = kind.__dict__[name]
            # (Natives have their `__get__` themselves, not their type.)
            get = None if isinstance(method, type) else getattr(method, "__get__", None)
            return method if get is None else get(value, type(value))
    return None


def index(a, /):
    "Same as a.__index__()"
    if isinstance(a, int):
        return int.__index__(a)
    method = _bound(a, "__index__")
    if method is None:
        kind = type(a).__name__
        raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
    made = method()
    if not isinstance(made, int):
        raise TypeError(f"__index__ returned non-int (type {type(made).__name__})")
    return int.__index__(made)


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


class attrgetter:
    """attrgetter(attr, /, *attrs): a callable that takes these attributes of its argument."""

    __slots__ = ("_attrs", "_single")
    __module__ = "operator"

    def __init__(self, attr, /, *attrs):
        self._attrs = (attr, *attrs)
        for name in self._attrs:
            if not isinstance(name, str):
                raise TypeError("attribute name must be a string")
        self._single = None if attrs or "." in attr else attr

    def __call__(self, obj, /):
        name = self._single
        if name is not None:
            return getattr(obj, name)
        made = []
        for names in self._attrs:
            value = obj
            for name in names.split("."):
                value = getattr(value, name)
            made.append(value)
        return made[0] if len(made) == 1 else tuple(made)

    def __repr__(self):
        shown = ", ".join(map(repr, self._attrs))
        return f"{type(self).__module__}.{type(self).__qualname__}({shown})"

    def __reduce__(self):
        return type(self), self._attrs


class itemgetter:
    """itemgetter(item, /, *items): a callable that takes these items of its argument."""

    __slots__ = ("_items", "_is_single", "_item")
    __module__ = "operator"

    def __init__(self, item, /, *items):
        self._items = (item, *items)
        self._is_single = not items
        self._item = item

    def __call__(self, obj, /):
        if self._is_single:
            return obj[self._item]
        return tuple([obj[item] for item in self._items])

    def __repr__(self):
        shown = ", ".join(map(repr, self._items))
        return f"{type(self).__module__}.{type(self).__name__}({shown})"

    def __reduce__(self):
        return type(self), self._items
