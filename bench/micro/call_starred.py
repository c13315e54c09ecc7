"""Calls that gather and spread arguments."""

from support.repeated import run

TURNS = {"T": 1, "S": 50, "W": 500, "A": 5000}


def gather(*values, **named):
    return len(values) + len(named)


def work():
    pair = (1, 2)
    names = {"a": 1}
    total = 0
    for number in range(10_000):
        total += gather(number, *pair, **names)
    return total


if __name__ == "__main__":
    run("call_starred", __doc__, TURNS, work, 40_000)
