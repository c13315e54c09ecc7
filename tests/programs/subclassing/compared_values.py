"""Comparisons of instances of classes below built-in ones: whose method is asked, and how often."""
from enum import IntEnum
from itertools import product
from operator import eq, ge, gt, le, lt, ne

asked = []


class Number(int):
    pass


class Kind(IntEnum):
    ONE = 1
    TWO = 2


class Text(str):
    pass


class Reflected(int):
    def __gt__(self, other):
        asked.append("Reflected.__gt__")
        return "greater"


class Equal(str):
    def __eq__(self, other):
        asked.append("Equal.__eq__")
        return str.__eq__(self, other)

    __hash__ = str.__hash__


class Unequal(str):
    def __ne__(self, other):
        asked.append("Unequal.__ne__")
        return "unequal"

    __hash__ = str.__hash__


class Same(Equal):
    __eq__ = str.__eq__
    __hash__ = str.__hash__


class Plain:
    def __eq__(self, other):
        asked.append("Plain.__eq__")
        return NotImplemented

    __hash__ = object.__hash__


class Silent:
    pass


plain, silent = Plain(), Silent()
values = [1, 1.0, Number(1), Number(2), Kind.ONE, Kind.TWO, Reflected(1), Reflected(3), "a", Text("a"), Text("b"),
          Equal("a"), Equal("b"), Unequal("a"), Same("a"), plain, silent, None]
for a, b in product(values, repeat=2):
    line = []
    for operator in (eq, ne, lt, le, gt, ge):
        try:
            line.append(operator(a, b))
        except TypeError:
            line.append("TypeError")
    print(type(a).__name__, type(b).__name__, line, asked)
    asked.clear()

# What is asked changes.
first, second = Number(5), Number(5)
for _ in range(3):
    print(first == second, first != second, first < second, end=" ")
Number.__eq__ = lambda self, other: "own"
print(first == second, first != second, {first: 1}.get(5) if Number.__hash__ else None)
del Number.__eq__
print(first == second, first != second)
print({Text("k"): 1}["k"], {"k": 1}[Equal("k")], {Equal("k"): 1}[Equal("k")], asked)
