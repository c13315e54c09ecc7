"""Exceptions that pass two frames."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


def inner(number):
    raise KeyError(number)


def outer(number):
    return inner(number)


def work():
    handled = 0
    for number in range(5_000):
        try:
            outer(number)
        except KeyError:
            handled += 1
    return handled


if __name__ == "__main__":
    run("exception_through", __doc__, TURNS, work, 5_000)
