"""Calls of a function with two arguments."""

from support.repeated import run

TURNS = {"T": 1, "S": 180, "W": 1800, "A": 18000}


def add(left, right):
    return left + right


def work():
    total = 0
    for number in range(20_000):
        total = add(total, number)
    return total


if __name__ == "__main__":
    run("call_positional", __doc__, TURNS, work, 199_990_000)
