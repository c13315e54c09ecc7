"""The Unicode character database (`_unicode_core`)."""

import _unicode_core
from _unicode_core import unidata_version

_ONE = (
    "category", "bidirectional", "combining", "mirrored", "east_asian_width", "decomposition", "lookup",
)
_TWO = "normalize", "is_normalized"
_OPTIONAL = "decimal", "digit", "numeric", "name"
_ABSENT = object()


def _one(function, today):
    if today:
        return lambda character, /: function(True, character)
    return lambda self, character, /: function(False, character)


def _two(function, today):
    if today:
        return lambda form, text, /: function(True, form, text)
    return lambda self, form, text, /: function(False, form, text)


def _optional(function, today):
    def inner(character, default=_ABSENT, /):
        if default is _ABSENT:
            return function(today, character)
        return function(today, character, default)

    return inner if today else lambda self, /, *arguments: inner(*arguments)


def _named(function, name, owner=""):
    """The function with its name in its code too, by which errors tell it."""
    code = function.__code__.replace(co_name=name, co_qualname=f"{owner}{name}")
    made = type(_named)(code, globals(), name, function.__defaults__, function.__closure__)
    made.__qualname__ = f"{owner}{name}"
    return made


for _make, _names in (_one, _ONE), (_two, _TWO), (_optional, _OPTIONAL):
    for _name in _names:
        globals()[_name] = _named(_make(getattr(_unicode_core, _name), True), _name)


class UCD:
    """The database of an older version."""

    _motet_closed = True
    unidata_version = "3.2.0"

    def __new__(cls, *arguments):
        raise TypeError("cannot create 'unicodedata.UCD' instances")


for _make, _names in (_one, _ONE), (_two, _TWO), (_optional, _OPTIONAL):
    for _name in _names:
        setattr(UCD, _name, _named(_make(getattr(_unicode_core, _name), False), _name, "UCD."))
del _make, _name, _names

ucd_3_2_0 = object.__new__(UCD)
