"""Functions of the module math."""

from math import cos, floor, sqrt

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


def work():
    total = 0.0
    for number in range(10_000):
        total += sqrt(number) + cos(0.0) + floor(2.5)
    return int(total)


if __name__ == "__main__":
    run("float_math", __doc__, TURNS, work, 696_616)
