"""Loops over `map`: functions, methods and natives, over sources that can step back and others."""

from collections import deque


class Adder:
    def __init__(self, more):
        self.more = more

    def add(self, number):
        return number + self.more

    def __call__(self, number):
        return number * self.more


def double(number):
    return number * 2


def until_five(number):
    if number == 5:
        raise StopIteration
    return number


def fails(number):
    if number == 3:
        raise ValueError(f"no {number}")
    return number


def with_default(number, more=10):
    return number + more


def all_of(mapped):
    found = []
    for item in mapped:
        found.append(item)
    return found


numbers = [1, 2, 3, 4, 5, 6]
sources = {
    "list": lambda: numbers,
    "tuple": lambda: tuple(numbers),
    "range": lambda: range(1, 7),
    "long range": lambda: range(2**62, 2**62 + 20, 7),
    "backwards": lambda: range(3, -3, -2),
    "generator": lambda: (number for number in numbers),
    "map": lambda: map(double, numbers),
    "dict": lambda: dict.fromkeys(numbers),
    "empty": lambda: [],
}
functions = {
    "function": double,
    "method": Adder(7).add,
    "object": Adder(3),
    "default": with_default,
    "native": {1: "one", 3: "three"}.get,
    "class": str,
    "unbound": int.bit_length,
    "stops": until_five,
}
for source_name, source in sources.items():
    for name, function in functions.items():
        print(source_name, name, all_of(map(function, source())))

# An exception leaves the loop, and the source stands behind the item.
for source in iter(numbers), iter(range(1, 7)), iter(tuple(numbers)):
    try:
        for item in map(fails, source):
            print("got", item)
    except ValueError as error:
        print(error, list(source))
source = iter(numbers)
for item in map(until_five, source):
    pass
print("left", list(source))


# A native that must ask Python code is called once for each item.
class Key:
    calls = 0

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        Key.calls += 1
        return hash(self.number)

    def __eq__(self, other):
        return self.number == other.number


table = {Key(number): number for number in range(4)}
Key.calls = 0
keys = [Key(number) for number in range(6)]
print(all_of(map(table.get, keys)), Key.calls)
for source in keys, tuple(keys):
    seen = set()
    for nothing in map(seen.add, source):
        assert nothing is None
    print(len(seen), Key.calls)
halves = []
for number in map((2**62).__sub__, range(2**62 - 3, 2**62 + 3)):
    halves.append(number)
print(halves)

# The source changes while the loop runs.
growing = [1, 2, 3]
for item in map(double, growing):
    if len(growing) < 6:
        growing.append(item)
print(growing)
for most in 0, 1, 3, 4, 9, None:
    window = deque(maxlen=most)
    shown = []
    for nothing in map(window.append, range(12)):
        shown.append("".join(map(str, window)))
    print(most, shown, window)
taken = []
for nothing in map(taken.append, iter(numbers)):
    taken.append(nothing)
print(taken)

# What the loop leaves goes on from there.
mapped = map(double, range(10))
for item in mapped:
    if item == 6:
        break
print(next(mapped), list(mapped), list(mapped))
print(all_of(map(divmod, [7, 8, 9], [2, 3])), all_of(map(double, iter(()))))
for wrong in (
    lambda: all_of(map(double, 5)),
    lambda: all_of(map(lambda: 1, [1, 2])),
    lambda: all_of(map(None, [1, 2])),
    lambda: all_of(map(len, [1, 2])),
):
    try:
        print(wrong())
    except TypeError as error:
        print(error)

# Classes that are called; what they cannot make.
values = [1, -2, 2.5, -0.0, 1e300, "7", "-12", " 8 ", "x", "1_0", True, None, 10**20, "9" * 30, b"4", ""]
for kind in int, float, str, bool, complex, repr:
    for value in values:
        try:
            print(kind.__name__, repr(value), [repr(made) for made in map(kind, [value])], end=" ")
            for made in map(kind, (value,)):
                print(type(made).__name__, repr(made))
            print(repr(kind(value)))
        except (TypeError, ValueError, OverflowError) as error:
            print(type(error).__name__, error)
print(list(map(int, "123")), list(map(float, range(3))), list(map(str, range(3))), sum(map(int, "456")))
print(int(float(2**53)), int(-(2.0**53)), int(2.0**53 - 1), int(1e15 + 0.5), int(-0.5))
for kind in int, float:
    for value in float("inf"), float("nan"):
        try:
            print(kind(value))
        except (ValueError, OverflowError) as error:
            print(error)


class Number(int):
    pass


class Word(str):
    pass


print([type(made).__name__ for kind in (Number, Word) for made in map(kind, [1, 2])])
print([type(made).__name__ for made in map(int, [Number(3)])], [type(made).__name__ for made in map(str, [Word("a")])])
print(list(filter(None, range(-2, 3))), list(filter(None, range(2**62 - 1, 2**62 + 1))))
from itertools import accumulate

print(list(accumulate(range(5))), list(accumulate(range(3), initial=10)), list(accumulate([1, 2.5, "x"][:2])))
try:
    for total in accumulate([1, 2, "x"]):
        print(total)
except TypeError as error:
    print(error)

# Two sources: the shorter one ends the loop, behind an item of the first.
import operator

for first, second in (
    ([1, 2, 3], (10, 20, 30)),
    ([1, 2, 3], (10,)),
    ((1,), [10, 20]),
    (range(4), [2.5, "ab", (1,), [7]]),
    ([2**62, -(2**62)], range(2**62 - 1, 2**62 + 5)),
    ([], [1]),
):
    left, right = iter(first), iter(second)
    for function in operator.mul, operator.add, max, divmod, {1: 5}.get, isinstance:
        try:
            for item in map(function, left, right):
                print(item, end=" ")
        except (TypeError, ZeroDivisionError) as error:
            print(error, end=" ")
        print(list(left), list(right))
        left, right = iter(first), iter(second)
twice = iter([1, 2, 3, 4, 5])
print(list(map(operator.add, twice, twice)), list(twice))
twice = iter([1, "a", 2, "b"])
try:
    for item in map(operator.add, twice, twice):
        print(item)
except TypeError as error:
    print(error, list(twice))
print(sum(map(operator.mul, [1, 2, 3], [4, 5, 6])), list(map(operator.mul, range(4), range(4))))
asked = {Key(1): "one"}
Key.calls = 0
print(all_of(map(asked.get, [Key(1), Key(2)], ["x", "two"])), Key.calls)
try:
    for item in map(operator.add, [1, 2], [3], strict=True):
        print(item)
except (TypeError, ValueError) as error:
    print(error)
