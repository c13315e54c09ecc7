"""How objects are taken apart for `copy` and `pickle`: the steps of `object.__reduce_ex__`."""

import builtins
import copyreg

import _motet
from _deque import deque

# The bit of `__flags__` that classes have which a program has made.
_MADE_BY_PROGRAMS = 1 << 9
# Built-in classes whose instances are told by their attributes and items.
_TOLD_BY_STATE = (object, list, dict)
_MODULE = type(builtins)
_NATIVES = (type(len), type(str.join), type(int.__add__), type((1).__add__))


_ALIAS = type(list[int])


class _Plain:
    def method(self):
        pass


_METHOD = type(_Plain().method)


def reduce_ex(self, protocol):
    if type(self).__reduce__ is not object.__reduce__:
        return self.__reduce__()
    _check_is_open(type(self))
    reduced = _reduce_builtin(self, protocol)
    if reduced is not None:
        return reduced
    if protocol < 2:
        return copyreg._reduce_ex(self, protocol)
    return _reduce_by_new(self)


def reduce(self):
    return _reduce_builtin(self, 0) or copyreg._reduce_ex(self, 0)


def _reduce_builtin(self, protocol):
    """Objects of built-in classes, and of those below them, that name their parts."""
    cls = type(self)
    if isinstance(self, BaseException):
        arguments = self.args
        filename = getattr(self, "filename", None) if isinstance(self, OSError) else None
        if len(arguments) == 2 and filename is not None:
            arguments += (filename,)
            other = self.filename2
            if other is not None:
                arguments += (None, other)
        state = dict(self.__dict__)
        if isinstance(self, ImportError):
            fields = {"name": self.name, "path": self.path}
            state |= {name: value for name, value in fields.items() if value is not None}
        return (cls, arguments, state) if state else (cls, arguments)
    if isinstance(self, (set, frozenset)):
        return cls, (list(self),), self.__getstate__()
    if isinstance(self, bytearray):
        if protocol < 3:
            return cls, (self.decode("latin-1"), "latin-1"), self.__getstate__()
        return cls, (bytes(self),), self.__getstate__()
    if isinstance(self, (slice, range)):
        return cls, (self.start, self.stop, self.step)
    if self is Ellipsis or self is NotImplemented:
        return repr(self)
    if cls is _ALIAS:
        return _unpacked if self.__unpacked__ else _ALIAS, (self.__origin__, self.__args__)
    if cls is _METHOD:
        return getattr, (self.__self__, self.__name__)
    if cls in _NATIVES:
        owner = getattr(self, "__self__", None)
        if owner is None:
            owner = getattr(self, "__objclass__", builtins)
        if isinstance(owner, _MODULE):
            if self.__name__ == "__new__":
                return getattr, (_class_of_new(self), "__new__")
            # A static method does not know its class, but tells it.
            kind = getattr(builtins, self.__qualname__.rpartition(".")[0] or "None", None)
            if isinstance(kind, type):
                return getattr, (kind, self.__name__)
            return self.__name__
        if self.__name__ == "tuple_field" and isinstance(owner, int):
            import _collections
            return _collections._field_getter, (owner,)
        return getattr, (owner, self.__name__)
    if cls is property:
        # Fields of named tuples are properties here, each of a number.
        import _collections
        index = _collections._field_index(self.fget)
        if index is not None:
            return _collections._tuplegetter, (index, self.__doc__)
    parts = _motet._iterator_parts(self)
    return None if parts is None else _reduce_iterator(self, *parts)


def _reduce_iterator(self, copy, source, place, extra):
    """The items of an iterator, and where it stands. `source`, `place` and `extra` are its words
    (see `iterators.rs`); `copy` stands where it does."""
    name = type(self).__name__
    if isinstance(self, (zip, map)):
        iterators = () if source is None else tuple(source)
        is_zip = isinstance(self, zip)
        reduced = type(self), iterators if is_zip else (place, *iterators)
        is_strict = place if is_zip else extra
        return (*reduced, True) if is_strict is True else reduced
    if isinstance(self, filter):
        return type(self), (place, source)
    if isinstance(self, enumerate):
        return type(self), (source, place)
    if isinstance(self, reversed) or name == "list_reverseiterator":
        if source is None or place <= 0:
            return reversed, ([] if name == "list_reverseiterator" else (),)
        return reversed, (source,), place - 1
    if name == "callable_iterator":
        return (iter, ((),)) if source is None else (iter, (source, place))
    if name in ("range_iterator", "longrange_iterator"):
        return iter, (range(source, source + place * extra, extra),), None
    if name in ("_deque_iterator", "_deque_reverse_iterator"):
        return (iter, ([],)) if source is None else (_from_deque, (source, place))
    if name in _OVER_SEQUENCES:
        if source is None:
            return iter, (list() if name == 'list_iterator' else _OVER_SEQUENCES[name],)
        # The place in a text counts bytes.
        return iter, (source,), len(source) - len(list(copy)) if name == "str_iterator" else place
    if name == "generic_alias_iterator":
        if source is None or place:
            return iter, ((),)
        return iter, (_ALIAS(source.__origin__, source.__args__),)
    if name in _WITHOUT_STATE:
        raise TypeError(f"cannot pickle '{name}' object")
    if name == "_element_iterator":
        raise TypeError("cannot pickle '_elementtree._element_iterator' object")
    return iter, (list(copy),)


# What iterators over sequences go through when they have ended.
_OVER_SEQUENCES = {
    "list_iterator": [], "str_iterator": "", "str_ascii_iterator": "",
    "tuple_iterator": (), "bytes_iterator": (), "bytearray_iterator": (), "iterator": (),
    "arrayiterator": (),
}


_WITHOUT_STATE = {
    "memory_iterator", "line_iterator", "positions_iterator", "formatteriterator",
    "fieldnameiterator",
}


def _unpacked(origin, arguments):
    return next(iter(_ALIAS(origin, arguments)))


def reduce_deque(self):
    arguments = () if self.maxlen is None else ((), self.maxlen)
    return type(self), arguments, self.__getstate__(), iter(self)


def _arguments_and_names(given):
    """What `__getnewargs_ex__` has said."""
    if not isinstance(given, tuple):
        kind = type(given).__name__
        raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{kind}'")
    if len(given) != 2:
        count = len(given)
        raise ValueError(f"__getnewargs_ex__ should return a tuple of length 2, not {count}")
    for place, part, kind in (("first", given[0], tuple), ("second", given[1], dict)):
        if not isinstance(part, kind):
            raise TypeError(
                f"{place} item of the tuple returned by __getnewargs_ex__ must be a "
                f"{kind.__name__}, not '{type(part).__name__}'"
            )
    return given


def copy_deque(self):
    """A deque of the class of another with its items, whatever `__copy__` of the class says."""
    cls, limit = type(self), deque.maxlen.__get__(self)
    copy = cls(self) if limit is None else cls(self, limit)
    if not isinstance(copy, deque):
        raise TypeError(f"{cls.__name__}() must return a deque, not {type(copy).__name__}")
    return copy


def _from_deque(source, place):
    iterator = iter(source) if place >= 0 else reversed(source)
    for _ in range(place if place >= 0 else -1 - place):
        next(iterator)
    return iterator


def _class_of_new(new):
    """The built-in class that has this `__new__`."""
    for cls in vars(builtins).values():
        if isinstance(cls, type) and vars(cls).get("__new__") is new:
            return cls
    return object


def _reduce_by_new(self):
    cls = type(self)
    new, arguments = copyreg.__newobj__, ()
    get = getattr(cls, "__getnewargs_ex__", None)
    if get is not None:
        arguments, named = _arguments_and_names(get(self))
        if named:
            new, arguments = copyreg.__newobj_ex__, (arguments, named)
    else:
        get = getattr(cls, "__getnewargs__", None)
        if get is not None:
            arguments = get(self)
            if not isinstance(arguments, tuple):
                kind = type(arguments).__name__
                raise TypeError(f"__getnewargs__ should return a tuple, not '{kind}'")
        else:
            _check_is_plain(cls)
    items = iter(self) if isinstance(self, list) else None
    pairs = iter(self.items()) if isinstance(self, dict) else None
    return new, (cls, *arguments), self.__getstate__(), items, pairs


def _check_is_open(cls):
    """Some classes of the library stand for something outside of the heap, or have a state that
    nobody else can make. They say so by a name of their own."""
    if not getattr(cls, "_motet_closed", False):
        return
    for base in cls.__mro__:
        if "_motet_closed" in vars(base):
            break
        if "__getstate__" in vars(base):
            # A class of the program knows its state.
            return
    name = cls.__name__
    if cls.__module__ == base.__module__ == "_io":
        raise TypeError(f"cannot pickle '{name}' instances")
    if cls.__module__ == base.__module__:
        name = f"{cls.__module__}.{name}"
    raise TypeError(f"cannot pickle '{name}' object")


def _check_is_plain(cls):
    """Some built-in classes alone can make their instances, unless they tell their state."""
    if cls.__getstate__ is not object.__getstate__:
        return
    for base in cls.__mro__:
        if not base.__flags__ & _MADE_BY_PROGRAMS:
            break
    if base not in _TOLD_BY_STATE:
        name = cls.__name__
        if cls.__module__ == "itertools":
            name = f"itertools.{name}"
        raise TypeError(f"cannot pickle '{name}' object")


def getstate(self):
    own = getattr(self, "__dict__", None)
    state = own or None
    slots = {}
    for name in copyreg._slotnames(type(self)):
        try:
            slots[name] = getattr(self, name)
        except AttributeError:
            pass
    return (state, slots) if slots else state
