"""A generator that a loop takes values from."""

from support.repeated import run

TURNS = {"T": 1, "S": 180, "W": 1800, "A": 18000}


def numbers(count):
    for number in range(count):
        yield number


def work():
    total = 0
    for number in numbers(20_000):
        total += number
    return total


if __name__ == "__main__":
    run("generator", __doc__, TURNS, work, 199_990_000)
