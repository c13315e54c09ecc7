"""Calls of functions: recursion, defaults, keywords, starred arguments."""

from support.repeated import run

TURNS = {"T": 1, "S": 120, "W": 600, "A": 6000}


def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def weighted(value, factor=3, *, offset=0):
    return value * factor + offset


def total(*values, **named):
    result = 0
    for value in values:
        result += value
    return result + len(named)


def work():
    result = fibonacci(18)
    for number in range(2_000):
        result += weighted(number) + weighted(number, offset=number) + weighted(number, 2)
        result += total(number, 1, 2, extra=number)
    return result


if __name__ == "__main__":
    run("calls", __doc__, TURNS, work, 20_000_584)
