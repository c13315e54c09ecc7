"""A bare while loop."""

from support.repeated import run

TURNS = {"T": 1, "S": 240, "W": 2400, "A": 24000}


def work():
    number = 0
    while number < 50_000:
        number += 1
    return number


if __name__ == "__main__":
    run("loop_while", __doc__, TURNS, work, 50_000)
