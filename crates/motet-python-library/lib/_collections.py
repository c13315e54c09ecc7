"""The containers of `collections` that are not made there."""

from _collections_abc import MutableMapping as _MutableMapping
from _containers_core import count_elements as _count_elements, default_missing
from _containers_core import move_to_end, ordered_popitem, ordered_update
from _containers_core import tuple_field as _tuple_field
from _io_core import method_named as _method_named
from _deque import deque, _deque_iterator


class defaultdict(dict):
    """A dict that makes the values of keys that are missing."""

    __slots__ = ("default_factory",)

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        if type(self) is defaultdict:
            self.default_factory = default_factory
        else:
            _put_factory(self, default_factory)
        if args or kwargs:
            dict.__init__(self, *args, **kwargs)

    __missing__ = _method_named(default_missing, "__missing__", "collections.defaultdict")

    def __repr__(self):
        # The factory may be a method of this very object.
        global _factory_shown_once
        if _factory_shown_once is None:
            from reprlib import recursive_repr
            _factory_shown_once = recursive_repr()(_factory_shown)
        return f"{type(self).__name__}({_factory_shown_once(self)}, {dict.__repr__(self)})"

    def copy(self):
        return type(self)(self.default_factory, self)

    def __copy__(self):
        return type(self)(self.default_factory, self)

    def __reduce__(self):
        given = () if self.default_factory is None else (self.default_factory,)
        return type(self), given, None, None, iter(self.items())

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.copy()
        dict.update(new, other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        # A left operand of this kind has refused: the result is still made as it would be.
        first = other if isinstance(other, defaultdict) else self
        new = type(first)(first.default_factory, other)
        dict.update(new, self)
        return new

    def __ior__(self, other):
        dict.update(self, other)
        return self

    def __class_getitem__(cls, item):
        return type(list[int])(cls, item)


def _factory_shown(self):
    return repr(self.default_factory)


_factory_shown_once = None
# Past any `__setattr__` of a class below.
_put_factory = defaultdict.default_factory.__set__
defaultdict.__module__ = "collections"


_update_slowly = _MutableMapping.update


def _shown(self):
    name = type(self).__name__
    return f"{name}({dict(self.items())!r})" if dict.__len__(self) else f"{name}()"


_shown_once = None


class OrderedDict(dict):
    """Dictionary that remembers insertion order"""

    # A dict remembers it too: here are the methods that a dict does not have, and those in which
    # the order counts.

    __module__ = "collections"

    __init__ = _method_named(ordered_update, "__init__", "collections.OrderedDict")
    update = _method_named(ordered_update, "update", "collections.OrderedDict")
    popitem = _method_named(ordered_popitem, "popitem", "collections.OrderedDict")
    move_to_end = _method_named(move_to_end, "move_to_end", "collections.OrderedDict")
    clear = _method_named(dict.clear, "clear", "collections.OrderedDict")
    keys = _method_named(dict.keys, "keys", "collections.OrderedDict")
    values = _method_named(dict.values, "values", "collections.OrderedDict")
    items = _method_named(dict.items, "items", "collections.OrderedDict")

    def pop(self, key, *default, **named):
        if named:
            if default or list(named) != ["default"]:
                raise TypeError("pop() takes a key and a default")
            default = (named["default"],)
        return dict.pop(self, key, *default)

    def setdefault(self, key, default=None):
        if key in self:
            return self[key]
        self[key] = default
        return default

    def __eq__(self, other):
        if not isinstance(other, OrderedDict):
            return dict.__eq__(self, other)
        if not dict.__eq__(self, other):
            return False
        for mine, others in zip(self, other):
            if mine is not others and mine != others:
                return False
        return True

    def __ne__(self, other):
        equal = OrderedDict.__eq__(self, other)
        return equal if equal is NotImplemented else not equal

    __hash__ = None

    def __repr__(self):
        # The method stays the same function: `pprint` knows it.
        global _shown_once
        if _shown_once is None:
            from reprlib import recursive_repr
            _shown_once = recursive_repr()(_shown)
        return _shown_once(self)

    def __reduce__(self):
        return type(self), (), self.__getstate__() or None, None, iter(self.items())

    def copy(self):
        """A shallow copy of ordered dict."""
        return self.__class__(self)

    @classmethod
    def fromkeys(cls, iterable, value=None):
        """Create a new ordered dictionary with keys from iterable and values set to value."""
        self = cls()
        for key in iterable:
            self[key] = value
        return self

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(self)
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        # A left operand of this kind has refused: the result is still made as it would be.
        first = other if isinstance(other, OrderedDict) else self
        new = first.__class__(other)
        new.update(self)
        return new

    def __ior__(self, other):
        self.update(other)
        return self


_fields = {}


def _field_index(getter):
    """Which field of a named tuple a function reads; None if it does something else."""
    for index, known in _fields.items():
        if known is getter:
            return index
    return None


def _field_getter(index):
    getter = _fields.get(index)
    if getter is None:
        getter = _fields.setdefault(index, _tuple_field.__get__(index))
    return getter


def _tuplegetter(index, doc):
    """The property of a field of a named tuple."""
    return property(_field_getter(index), doc=doc)
