"""difflib: two texts compared."""

import difflib

from support.packages import short
from support.repeated import run
from support.sources import UNTIDY

TURNS = {"T": 1, "S": 17000, "W": 85000, "A": 850000}
SOURCE = UNTIDY * 4

LEFT = SOURCE.splitlines()
RIGHT = [line.replace("x", "y") for line in LEFT]


def work():
    return short(list(difflib.unified_diff(LEFT, RIGHT)))


if __name__ == "__main__":
    run("differences", __doc__, TURNS, work, 223132457)
