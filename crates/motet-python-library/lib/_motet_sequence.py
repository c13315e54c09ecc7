"""Classes of tuples whose items have names too, as CPython's struct sequences."""

from _containers_core import tuple_field as _tuple_field


_dict = dict
_function = type(lambda: None)


def _item(place):
    return property(_tuple_field.__get__(place))


def _hidden(name):
    return property(lambda self: self.__dict__.get(name))


def _new(cls, sequence, dict={}):
    if type(dict) is not _dict:
        raise TypeError(f"{cls.__module__}.{cls.__name__}() takes a dict as second arg, if any")
    if type(sequence) is tuple and len(sequence) == cls.n_sequence_fields and not dict:
        return tuple.__new__(cls, sequence)
    try:
        values = tuple(sequence)
    except TypeError:
        raise TypeError("constructor requires a sequence") from None
    least, most, count = cls.n_sequence_fields, cls.n_fields, len(values)
    if not least <= count <= most:
        name = f"{cls.__module__}.{cls.__name__}()"
        if least == most:
            raise TypeError(f"{name} takes a {least}-sequence ({count}-sequence given)")
        bound, limit = ("at least", least) if count < least else ("at most", most)
        raise TypeError(f"{name} takes an {bound} {limit}-sequence ({count}-sequence given)")
    self = tuple.__new__(cls, values[:least])
    more = dict and {name: dict[name] for name in cls._more if name in dict}
    known = len(more) if more else 0
    if len(dict) > known or any(name in dict for name in cls._more[: count - least]):
        name = f"{cls.__module__}.{cls.__name__}()"
        raise TypeError(f"{name} got duplicate or unexpected field name(s)")
    if count > least:
        more = more or {}
        for name, value in zip(cls._more, values[least:]):
            more[name] = value
    if more:
        self.__dict__.update(more)
    return self


def _repr(self):
    cls = type(self)
    items = ", ".join([f"{name}={value!r}" for name, value in zip(cls._names, self)])
    module = "" if cls.__module__ == "builtins" else cls.__module__ + "."
    return f"{module}{cls.__name__}({items})"


def _reduce(self):
    return type(self), (tuple(self), dict(self.__dict__))


def _replace(self, /, **changes):
    cls = type(self)
    if cls.n_unnamed_fields:
        raise TypeError(
            f"__replace__() is not supported for {cls.__name__} because it has unnamed field(s)"
        )
    items = [changes.pop(name, value) for name, value in zip(cls._names, self)]
    more = dict(self.__dict__)
    for name in cls._more:
        if name in changes:
            more[name] = changes.pop(name)
    if changes:
        raise TypeError(f"Got unexpected field name(s): {list(changes)}")
    return cls(items, more)


def _refuse_to_set(self, name, *value):
    cls = type(self)
    shown = f"'{cls.__module__}.{cls.__name__}' object"
    if name in cls._names or name in cls._more:
        raise AttributeError("readonly attribute")
    if hasattr(cls, name):
        raise AttributeError(f"{shown} attribute '{name}' is read-only")
    raise AttributeError(
        f"{shown} has no attribute '{name}' and no __dict__ for setting new attributes"
    )


def _refuse(cls, *arguments, **named):
    raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")


def close(cls):
    """Lets a program make no instances of a class whose instances have been made."""
    cls.__new__ = _refuse


_METHODS = {
    "__new__": _new, "__repr__": _repr, "__reduce__": _reduce, "__replace__": _replace,
    "__setattr__": _refuse_to_set, "__delattr__": _refuse_to_set,
}


def make(name, fields, more="", unnamed=0):
    """The class of a full name. `fields` are the names of its items; `more` those of attributes
    that are no items; the last `unnamed` items have no name."""
    module, _, name = name.rpartition(".")
    names, hidden = tuple(fields.split()), tuple(more.split())
    space = {
        "__module__": module,
        "__match_args__": names,
        "_names": names,
        "_more": hidden,
        "n_sequence_fields": len(names) + unnamed,
        "n_fields": len(names) + unnamed + len(hidden),
        "n_unnamed_fields": unnamed,
    }
    for method, shared in _METHODS.items():
        # Functions of its own, which have names of this class.
        own = _function(shared.__code__, globals(), method, shared.__defaults__)
        own.__qualname__, own.__module__ = f"{name}.{method}", module
        space[method] = own
    for place, field in enumerate(names):
        space[field] = _item(place)
    for field in hidden:
        space[field] = _hidden(field)
    return type(name, (tuple,), space)
