"""Operators of own classes, `match` on them, `with`, iteration by `__iter__` and `__next__`."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


class Vector:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor)

    def __getitem__(self, index):
        return self.y if index else self.x

    def __len__(self):
        return 2


class Countdown:
    def __init__(self, start):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


class Scope:
    def __init__(self):
        self.depth = 0

    def __enter__(self):
        self.depth += 1

    def __exit__(self, *error):
        self.depth -= 1


def kind(value):
    match value:
        case Vector(0, y):
            return y
        case Vector(x, y) if x == y:
            return 2
        case [first, *rest]:
            return first + len(rest)
        case {"key": key}:
            return key
        case str() | None:
            return 5
        case _:
            return 6


def work():
    place = Vector(0, 0)
    step = Vector(1, 2)
    total = 0
    scope = Scope()
    for turn in Countdown(1_000):
        place = place + step * turn
        with scope:
            total += place[turn & 1] + len(place)
        for value in (Vector(0, turn), Vector(3, 3), [1, 2], {"key": 4}, "text", turn):
            total += kind(value)
    return total + scope.depth


if __name__ == "__main__":
    run("operators", __doc__, TURNS, work, 500_395_250)
