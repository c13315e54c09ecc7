"""The containers of `collections` that are not made there."""

from _containers_core import count_elements as _count_elements, default_missing
from _deque import deque, _deque_iterator


class defaultdict(dict):
    """A dict that makes the values of keys that are missing."""

    __slots__ = ("default_factory",)

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        dict.__init__(self, *args, **kwargs)

    __missing__ = default_missing

    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {dict.__repr__(self)})"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        given = () if self.default_factory is None else (self.default_factory,)
        return type(self), given, None, None, iter(self.items())

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = type(self)(self.default_factory, other)
        new.update(self)
        return new

    def __ior__(self, other):
        self.update(other)
        return self

    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)


defaultdict.__module__ = "collections"


def _field(index):
    def get(self, item=tuple.__getitem__):
        return item(self, index)

    return get


_fields = {}


def _tuplegetter(index, doc):
    """The property of a field of a named tuple."""
    getter = _fields.get(index)
    if getter is None:
        getter = _fields.setdefault(index, _field(index))
    return property(getter, doc=doc)
