"""Reads and writes of attributes in slots."""

from support.repeated import run

TURNS = {"T": 1, "S": 210, "W": 2100, "A": 21000}


class Point:
    __slots__ = ("x", "y")


def work():
    point = Point()
    point.x = point.y = 0
    for number in range(20_000):
        point.x = point.y + number
        point.y = number
    return point.x


if __name__ == "__main__":
    run("attribute_slots", __doc__, TURNS, work, 39_997)
