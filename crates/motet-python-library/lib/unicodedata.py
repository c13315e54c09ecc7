"""The Unicode character database (`_unicode_core`)."""

import _unicode_core
from _unicode_core import unidata_version

_FUNCTIONS = (
    "category", "bidirectional", "combining", "mirrored", "east_asian_width", "decomposition",
    "decimal", "digit", "numeric", "name", "lookup", "normalize", "is_normalized",
)


def _of_today(function):
    def inner(*arguments):
        return function(True, *arguments)

    inner.__name__ = inner.__qualname__ = function.__name__
    inner.__module__ = "unicodedata"
    return inner


for _name in _FUNCTIONS:
    globals()[_name] = _of_today(getattr(_unicode_core, _name))


class UCD:
    """The database of an older version."""

    unidata_version = "3.2.0"

    def __new__(cls, *arguments):
        raise TypeError("cannot create 'unicodedata.UCD' instances")


def _of_old(function):
    def inner(self, *arguments):
        return function(False, *arguments)

    inner.__name__ = function.__name__
    inner.__qualname__ = f"UCD.{function.__name__}"
    return inner


for _name in _FUNCTIONS:
    setattr(UCD, _name, _of_old(getattr(_unicode_core, _name)))
del _name

ucd_3_2_0 = object.__new__(UCD)
