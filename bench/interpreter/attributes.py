"""Attributes: read, written, changed in place, with and without slots, through a property."""

from support.repeated import run

TURNS = {"T": 1, "S": 480, "W": 1200, "A": 12000}


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y
        self.moves = 0

    @property
    def norm(self):
        return self.x * self.x + self.y * self.y


class Cell:
    __slots__ = ("value", "next")

    def __init__(self, value):
        self.value = value
        self.next = None


def work():
    point = Point(1, 2)
    first = Cell(0)
    first.next = Cell(1)
    for turn in range(5_000):
        point.x, point.y = point.y, point.x
        point.moves += 1
        first.value += first.next.value
        first.next.value = turn & 7
        if not turn & 3:
            first.value += point.norm
    return point.moves * 1_000_000 + first.value


if __name__ == "__main__":
    run("attributes", __doc__, TURNS, work, 5_000_023_744)
