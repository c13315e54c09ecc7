"""Messages tell a type that is native in CPython with its module, and a class of a program by its name."""

import array
import collections
import contextvars
import datetime
import decimal
import functools
import io
import itertools
import operator
import random
import re
import string.templatelib
import struct
import threading
import types
import typing
import weakref


class Program:
    pass


class Below(collections.deque):
    pass


class Reader(io.BytesIO):
    def read(self, size=-1):
        return b""


def local():
    class Local:
        pass

    return Local


def attempt(what, function):
    try:
        print(what, function())
    except Exception as error:
        print(what, type(error).__name__, error)


VALUES = [
    1, "a", None, ..., [], {}, len, str.join, Program(), local()(), Below(), Reader(), Program,
    collections.deque(), collections.OrderedDict(), collections.defaultdict(), collections.Counter(),
    datetime.date(1, 1, 1), datetime.timedelta(1), decimal.Decimal(1), types.SimpleNamespace(),
    types.CellType(1), functools.partial(len), functools.lru_cache(len), itertools.count(), itertools.chain(), array.array("b"),
    io.BytesIO(), io.StringIO(), re.compile("a"), weakref.ref(Program), threading.Lock(), threading.RLock(), random.Random(),
    struct.Struct("b"), operator.itemgetter(1), contextvars.ContextVar("a"), typing.TypeVar("T"), t"a", list[int],
    int | str, ValueError(1), decimal.InvalidOperation(), io.UnsupportedOperation(), struct.error(),
]
for value in VALUES:
    attempt("compared", lambda: value < 1j)
    attempt("added", lambda: b"a" + value)
    attempt("joined", lambda: b"".join([value]))
    attempt("index", lambda: [1][value])
    attempt("negative", lambda: ~value)
    attempt("divided", lambda: divmod(value, []))
    attempt("character", lambda: ord(value))
    attempt("mapping", lambda: dict(**value))
    attempt("complex", lambda: complex(value, 1))
    attempt("opened", lambda: open(value, "q" if isinstance(value, (str, int)) else "r"))
    attempt("context", lambda: value.__enter__ and "is one")

# Keys that are no indices, for each sequence; the key is judged before the value.
class Large:
    def __index__(self):
        return 1 << 70


for sequence in [1], (1,), "a", b"a", bytearray(b"a"):
    for key in Program(), ValueError(), Large(), 1 << 64, 1.5, "a", None:
        attempt("read", lambda: sequence[key])
        attempt("written", lambda: operator.setitem(sequence, key, b"b"))
        attempt("deleted", lambda: operator.delitem(sequence, key))
attempt("memory", lambda: operator.delitem(memoryview(b"a"), 0))
attempt("memory", lambda: operator.delitem(memoryview(bytearray(1)), 0))

# Found by generated programs.
for text in b"a", bytearray(b"a"):
    attempt("replace", lambda: text.replace(b"a"))
    attempt("replace", lambda: text.replace(b"a", b"b", count=1))
    attempt("replace", lambda: text.replace(b"a", b"b", 1))
    attempt("hex", lambda: text.hex([1], "x"))
print(list[[str, [str, {"": [int]}], int]])
NUMBERS = 0, 0.0, -0.0, 1, -2.5, True, float("inf"), float("nan")
PARTS = 1.5, -2.0, 0.0, -0.0, float("inf"), float("nan")
for number in NUMBERS:
    for real in PARTS:
        print(number, [attempt(imaginary, lambda: number / complex(real, imaginary)) for imaginary in PARTS])
