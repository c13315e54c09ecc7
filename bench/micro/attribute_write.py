"""Writes of attributes of an instance."""

from support.repeated import run

TURNS = {"T": 1, "S": 180, "W": 1800, "A": 18000}


class Point:
    def __init__(self):
        self.x = 0
        self.y = 0


def work():
    point = Point()
    for number in range(30_000):
        point.x = number
        point.y = number
    return point.x + point.y


if __name__ == "__main__":
    run("attribute_write", __doc__, TURNS, work, 59_998)
