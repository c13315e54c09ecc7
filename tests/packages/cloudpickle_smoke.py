# cloudpickle keeps functions, closures, classes and modules' parts by value and makes them again, also elsewhere.
import collections
import dataclasses
import enum
import functools
import pickle
import subprocess
import sys
import typing

import cloudpickle

base = 10


def make(n):
    total = n

    def inner(x, *rest, key=3, **more):
        "The sum."
        nonlocal total
        total += x + key + base
        return total

    return inner


class Kind(enum.Enum):
    A = 1
    B = 2


@dataclasses.dataclass
class Point:
    x: int
    y: int = 2
    kinds: typing.ClassVar = Kind

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    @property
    def double(self):
        return super().__repr__()[:0] + str(self.x * 2)

    @staticmethod
    def zero():
        return Point(0, 0)


def recursive(n):
    return 1 if n == 0 else n * recursive(n - 1)


def generate(n):
    for k in range(n):
        yield k


def attempt(x):
    try:
        match x:
            case [a, *b]:
                return a, b
            case _:
                return 1 / x
    except ZeroDivisionError as error:
        return str(error)
    finally:
        base


values = [make(1), lambda a, b=2: a + b, recursive, generate, attempt, Point, Kind, functools.partial(make, 5),
          {"f": make(2), "p": Point(3)}, collections.namedtuple("N", "a b"), [Kind.A, Kind.B], len, str.upper]
kept = cloudpickle.dumps(values)
again = pickle.loads(kept)
print(again[0](5), again[0](5), again[0].__doc__, again[0].__kwdefaults__, again[1](1), again[2](10), list(again[3](3)))
print(again[4]([1, 2, 3]), again[4](0), again[5](1) + again[5](2, 5) if again[5] is Point else "other", again[6].A)
print(again[7]()(1), again[8]["f"](1), again[9](1, 2), again[10], again[11]("abc"), again[12]("x"))
PROGRAM = """
import pickle, sys
values = pickle.load(sys.stdin.buffer)
print(values[0](5), values[1](1), values[2](5), list(values[3](2)), values[4]([1, 2]), values[4](0))
P = values[5]; print(P(1) + P.zero(), P(4).double, P.kinds.B, values[6]['A'], values[7]()(1), values[9](1, 2), values[10])
"""
options = [f"-X{name}={value}" for name, value in sys._xoptions.items()]
done = subprocess.run([sys.executable, *options, "-c", PROGRAM], input=kept, capture_output=True)
print(done.stdout.decode(), done.stderr.decode(), end="")
