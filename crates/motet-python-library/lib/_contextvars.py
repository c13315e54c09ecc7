"""Context variables. A context is a dict; each thread has a current one.

A copy of a context shares its dict until a variable is set in one of the two: a task that sets none copies nothing.

    Context ── `_values` ──▶ dict ◀── `_values` ── its copy      both `_is_shared`; who sets takes a dict of its own
"""

import _contextvars_core as _core
from _io_core import method_named as _method_named
from _sys import _context as _current_or_none, _set_context

_GenericAlias = type(list[int])


class _Missing:
    def __repr__(self):
        return "<Token.MISSING>"


_missing = _Missing()
_new = object.__new__


def _current():
    context = _current_or_none()
    if context is None:
        context = Context()
        _set_context(context)
    return context


def _refuse_subclass(name):
    def __init_subclass__(cls):
        raise TypeError(f"type '{name}' is not an acceptable base type")

    return classmethod(__init_subclass__)


def _as_key(variable):
    if not isinstance(variable, ContextVar):
        raise TypeError(f"a ContextVar key was expected, got {variable!r}")
    return variable


class Context:
    """The values of the context variables."""

    _motet_closed = True
    __init_subclass__ = _refuse_subclass("_contextvars.Context")

    def __init__(self):
        self._values = {}
        self._is_shared = False
        self._is_entered = False

    def run(self, function, /, *args, **kwargs):
        if self._is_entered:
            raise RuntimeError(f"cannot enter context: {self!r} is already entered")
        before = _current_or_none()
        self._is_entered = True
        _set_context(self)
        try:
            return function(*args, **kwargs)
        finally:
            self._is_entered = False
            _set_context(before)

    def copy(self):
        self._is_shared = True
        made = _new(Context)
        made._values = self._values
        made._is_shared = True
        made._is_entered = False
        return made

    def _own_values(self):
        """The dict of the values, which no other context has."""
        if self._is_shared:
            self._values = dict(self._values)
            self._is_shared = False
        return self._values

    def __getitem__(self, variable):
        return self._values[_as_key(variable)]

    def __contains__(self, variable):
        return _as_key(variable) in self._values

    def get(self, variable, default=None):
        return self._values.get(_as_key(variable), default)

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __eq__(self, other):
        if isinstance(other, Context):
            return self._values == other._values
        return NotImplemented

    __hash__ = None

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


class Token:
    """The value of a variable before it was set."""

    _motet_closed = True
    MISSING = _missing

    __init_subclass__ = _refuse_subclass("_contextvars.Token")
    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, context, variable, old):
        self._context = context
        self._was_used = False
        self.var = variable
        self.old_value = old

    def __repr__(self):
        used = " used" if self._was_used else ""
        return f"<Token{used} var={self.var!r} at {id(self):#x}>"

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.var.reset(self)


class ContextVar:
    """A variable that each context has for itself."""

    _motet_closed = True
    __init_subclass__ = _refuse_subclass("_contextvars.ContextVar")

    def __init__(self, name, /, *, default=_missing):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        hash(name)
        self.name = name
        if default is not _missing:
            self._default = default

    def __repr__(self):
        default = getattr(self, "_default", _missing)
        default = "" if default is _missing else f" default={default!r}"
        return f"<ContextVar name={self.name!r}{default} at {id(self):#x}>"

    get = _method_named(_core.get, "get", "_contextvars.ContextVar")
    set = _method_named(_core.set, "set", "_contextvars.ContextVar")
    _token = Token

    __class_getitem__ = classmethod(_GenericAlias)

    def _set(self, value, /):
        context = _current()
        values = context._own_values()
        token = Token(context, self, values.get(self, _missing))
        values[self] = value
        return token

    locals()[".slow_set"] = _set
    del _set

    def reset(self, token, /):
        if token._was_used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token.var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        context = _current()
        if token._context is not context:
            raise ValueError(f"{token!r} was created in a different Context")
        token._was_used = True
        values = context._own_values()
        if token.old_value is _missing:
            del values[self]
        else:
            values[self] = token.old_value

    locals()[".slow_reset"] = reset
    reset = _method_named(_core.reset, "reset", "_contextvars.ContextVar")


def copy_context():
    copied = _core.copy_current(Context)
    return _current().copy() if copied is None else copied
