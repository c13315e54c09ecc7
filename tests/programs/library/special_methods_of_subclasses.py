# Classes below the library's: what their special methods say counts where CPython's natives ask them,
# and nowhere else.
import copy
import hashlib
import io
import itertools
import math
import operator
import pickle
import re
import struct
import zlib
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from functools import partial


def attempt(label, use):
    try:
        print(label, repr(use()))
    except Exception as error:
        print(label, type(error).__name__, error)


# __copy__ and maxlen of a deque are the program's; `+`, `*` and copy() ask the class alone.
class OddDeque(deque):
    maxlen = 7

    def __copy__(self):
        return "copy"


class NoDeque(deque):
    def __new__(cls, *arguments):
        return deque.__new__(cls) if len(arguments) < 2 else "odd"


attempt("deque", lambda: (OddDeque([1]) * 2, OddDeque([1]) + deque([2]), 2 * OddDeque([1])))
attempt("deque", lambda: OddDeque([1, 2, 3], 2).copy())
limited = NoDeque([1])
limited.__init__([1], 3)
for use in (
    lambda: limited * 2, lambda: limited + limited, lambda: limited.copy(),
    lambda: deque.__copy__(limited), lambda: limited.__mul__(2),
):
    attempt("no deque", use)


# A raw file that answers with text has no end.
class TextRaw(io.StringIO):
    def readall(self):
        return "x"


class PartsRaw(io.RawIOBase):
    readall = property()

    def __init__(self, parts):
        self.parts = parts

    def readable(self):
        return True

    def read(self, *size):
        return self.parts.pop(0)


for raw in (
    TextRaw("ab"), io.StringIO("ab"), PartsRaw([b"a", None]), PartsRaw([None]),
    PartsRaw([b"a", b"b", b""]), PartsRaw([b"a", 5]),
):
    attempt("reader", lambda: io.BufferedReader(raw).read())


# A class whose instances cannot be changed.
def fixed(base):
    def refuse(self, name, value):
        raise AttributeError(f"no {name}")

    return type("Fixed", (base,), {"__setattr__": refuse})


for base, arguments in {
    date: (2020, 1, 2), time: (1, 2, 3), datetime: (2020, 1, 2, 3), timedelta: (1, 2),
    Decimal: ("1.50",), defaultdict: (list, {1: 2}), struct.Struct: ("<i",), deque: ([1],),
    OrderedDict: ({1: 2},),
}.items():
    attempt(base.__name__, lambda: str(fixed(base)(*arguments)))
    attempt(base.__name__, lambda: hash(fixed(base)(*arguments)) == hash(base(*arguments)))
    if base is not struct.Struct:
        attempt(base.__name__, lambda: type(copy.copy(fixed(base)(*arguments))).__name__)
attempt("Struct", lambda: fixed(struct.Struct)("<i").pack(5))
attempt("defaultdict", lambda: fixed(defaultdict)(list)[3])


# Methods that natives do not ask.
class Number(Decimal):
    def __bool__(self):
        return False

    def __ge__(self, other):
        return "ge"

    def __eq__(self, other):
        return "eq"

    __hash__ = Decimal.__hash__


for use in (
    lambda n: n * 2, lambda n: 2 * n, lambda n: n + 1, lambda n: 1 + n, lambda n: 3 - n,
    lambda n: n - 1, lambda n: n / 2, lambda n: 3 / n, lambda n: n ** 2, lambda n: 2 ** n, lambda n: -n,
    lambda n: +n, lambda n: abs(n), lambda n: n < 2, lambda n: n > n, lambda n: n != 1, lambda n: n == 1,
    lambda n: hash(n) == hash(Decimal("1.5")), lambda n: divmod(n, 1), lambda n: 7 % n, lambda n: round(n),
    lambda n: math.floor(n), lambda n: n.sqrt(), lambda n: n.quantize(Decimal("1.00")), lambda n: n.ln(),
    lambda n: max(n, n), lambda n: Decimal(2).compare(n), lambda n: n.max(1), lambda n: n.as_tuple(),
    lambda n: sum([n, n]), lambda n: f"{n:.3f}", lambda n: int(n), lambda n: float(n),
    lambda n: Decimal(2) * n, lambda n: Decimal(3) - n, lambda n: n.fma(2, 3), lambda n: bool(n),
):
    attempt("Number", lambda: use(Number("1.5")))
not_a_number = Number("NaN")
print(hash(not_a_number) == object.__hash__(not_a_number), hash(Number("-Infinity")))
for first in "0 -0 1 -1 1.0 10 1e1 -0.5 NaN Infinity -Infinity 0e5 12e-3 0.012".split():
    row = []
    for second in "0 -0 1 -1 1.0 10 1e1 -0.5 Infinity -Infinity 0e5 12e-3 0.0121".split():
        a, b = Decimal(first), Decimal(second)
        try:
            row.append("%d%d%d%d" % (a < b, a <= b, a == b, a != b))
        except ArithmeticError as error:
            row.append(type(error).__name__)
    print(first, *row)


def unequal(base):
    return type("Same", (base,), {"__eq__": lambda self, other: True, "__hash__": None})


for value in (
    unequal(date)(2020, 1, 2), unequal(time)(1), unequal(datetime)(2020, 1, 2), unequal(timedelta)(1),
    unequal(OrderedDict)(),
):
    print(type(value).__base__.__name__, value != 1, value == 1, value != value)
print(timezone.utc != 1, timezone.utc != timezone.utc, date(2020, 1, 1) != datetime(2020, 1, 1))


class OddMoment(datetime):
    def utcoffset(self):
        return "odd"

    def replace(self, **fields):
        return "odd"


attempt("moment", lambda: hash(OddMoment(2020, 1, 1, fold=1)) == hash(datetime(2020, 1, 1)))


# Bytes that count as false are bytes nevertheless.
class False_(bytes):
    def __bool__(self):
        return False

    def __len__(self):
        return 0


attempt("md5", lambda: hashlib.md5(False_(b"12")).hexdigest())
attempt("blake2", lambda: hashlib.blake2s(False_(b"12"), digest_size=4).hexdigest())
attempt("zlib", lambda: zlib.decompress(zlib.compress(False_(b"12"))))


# Methods that natives do ask.
class Indexed(bytes):
    def __index__(self):
        return 2


class IndexedArray(bytearray):
    def __index__(self):
        return 2


class IndexedText(str):
    def __index__(self):
        return 2


for value in Indexed(b"a"), IndexedArray(b"a"), IndexedText("a"), IndexedText("ab"):
    for use in (
        operator.index, lambda v: "a".center(v), lambda v: list(range(3)).pop(v), lambda v: [1, 2, 3][v],
        chr, lambda v: b"abc".hex(":", v), range, lambda v: "%c" % v, lambda v: b"cba".find(v),
        lambda v: b"cba".count(v), lambda v: "a b c d".split(None, v), lambda v: (5).to_bytes(v),
        lambda v: math.nextafter(1, 2, steps=v),
    ):
        attempt(type(value).__name__, lambda: use(value))


class Asked:
    def __init__(self, answer):
        self.answer = answer

    def __eq__(self, other):
        return other == self.answer

    def __bytes__(self):
        return b"ab"

    def __add__(self, other):
        return "sum"


attempt("range", lambda: range(5, 20, 3).index(Asked(11)))
attempt("range", lambda: range(5, 20, 3).index(Asked(12)))
attempt("range", lambda: (range(5, 20, 3).count(Asked(11)), range(9).count(Asked(12))))
attempt("from_bytes", lambda: int.from_bytes(Asked(1)))
attempt("count", lambda: itertools.count(Asked(1)))
attempt("count", lambda: itertools.count(0, Asked(1)))


class CallableText(str):
    def __call__(self, match):
        return "called"


attempt("sub", lambda: re.sub("b", CallableText("text"), "abc"))


class OddUpdate(defaultdict):
    def update(self, *others):
        return "odd"


attempt("or", lambda: dict(OddUpdate(None, {1: 2}) | {3: 4}))
attempt("or", lambda: dict({3: 4} | OddUpdate(None, {1: 2})))


def with_arguments(answer):
    return type("New", (int,), {"__getnewargs_ex__": lambda self: answer})(3)


for answer in "text", (1, 2, 3), ([], {}), ((), []), ((1,), {}):
    attempt("newargs", lambda: copy.copy(with_arguments(answer)))
