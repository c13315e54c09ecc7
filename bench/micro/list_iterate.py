"""Iteration over a list, and by enumerate and zip."""

from support.repeated import run

TURNS = {"T": 1, "S": 40, "W": 400, "A": 4000}


VALUES = list(range(1_000))


def work():
    total = 0
    for _ in range(10):
        for value in VALUES:
            total += value
        for place, value in enumerate(VALUES):
            total += place - value
        for left, right in zip(VALUES, VALUES):
            total += left - right
    return total


if __name__ == "__main__":
    run("list_iterate", __doc__, TURNS, work, 4_995_000)
