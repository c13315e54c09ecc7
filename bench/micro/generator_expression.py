"""The sum of a generator expression."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


def work():
    return sum(number * 2 for number in range(20_000))


if __name__ == "__main__":
    run("generator_expression", __doc__, TURNS, work, 399_980_000)
