"""Calls with keyword arguments and a default."""

from support.repeated import run

TURNS = {"T": 1, "S": 50, "W": 500, "A": 5000}


def add(left, right=1, *, scale=2):
    return left + right * scale


def work():
    total = 0
    for number in range(20_000):
        total = add(total, right=number)
    return total


if __name__ == "__main__":
    run("call_keyword", __doc__, TURNS, work, 399_980_000)
