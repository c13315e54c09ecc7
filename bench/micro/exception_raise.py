"""Exceptions raised and handled in one function."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


def work():
    handled = 0
    for number in range(8_000):
        try:
            raise ValueError(number)
        except ValueError as error:
            handled += len(error.args)
    return handled


if __name__ == "__main__":
    run("exception_raise", __doc__, TURNS, work, 8_000)
