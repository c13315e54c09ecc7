"""Reads of attributes of an instance."""

from support.repeated import run

TURNS = {"T": 1, "S": 150, "W": 1500, "A": 15000}


class Point:
    def __init__(self):
        self.x = 1
        self.y = 2


def work():
    point = Point()
    total = 0
    for _ in range(30_000):
        total += point.x + point.y
    return total


if __name__ == "__main__":
    run("attribute_read", __doc__, TURNS, work, 90_000)
