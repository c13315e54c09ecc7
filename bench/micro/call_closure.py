"""Calls of a function that reads and changes an outer variable."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


def make():
    value = 0

    def add(amount):
        nonlocal value
        value += amount
        return value

    return add


def work():
    add = make()
    last = 0
    for number in range(20_000):
        last = add(number)
    return last


if __name__ == "__main__":
    run("call_closure", __doc__, TURNS, work, 199_990_000)
