"""Instances made and dropped."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


def work():
    total = 0
    for number in range(10_000):
        total += Point(number, 1).x
    return total


if __name__ == "__main__":
    run("allocate_instance", __doc__, TURNS, work, 49_995_000)
