"""Tuples packed, unpacked, swapped."""

from support.repeated import run

TURNS = {"T": 1, "S": 50, "W": 500, "A": 5000}


def work():
    left, right = 1, 2
    total = 0
    for number in range(20_000):
        left, right = right, left
        first, *rest = (number, left, right)
        total += first + len(rest)
    return total


if __name__ == "__main__":
    run("unpack", __doc__, TURNS, work, 200_030_000)
