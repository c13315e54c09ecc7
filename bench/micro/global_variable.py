"""Reads and writes of global variables."""

from support.repeated import run

TURNS = {"T": 1, "S": 180, "W": 1800, "A": 18000}


step = 3
total = 0


def work():
    global total
    total = 0
    for _ in range(30_000):
        total += step
    return total


if __name__ == "__main__":
    run("global_variable", __doc__, TURNS, work, 90_000)
