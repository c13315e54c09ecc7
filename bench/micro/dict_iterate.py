"""Iteration over items, keys and values."""

from support.repeated import run

TURNS = {"T": 1, "S": 120, "W": 1200, "A": 12000}


TABLE = {number: number + 1 for number in range(1_000)}


def work():
    total = 0
    for _ in range(10):
        for key, value in TABLE.items():
            total += key + value
        for key in TABLE:
            total += key
        total += sum(TABLE.values())
    return total


if __name__ == "__main__":
    run("dict_iterate", __doc__, TURNS, work, 20_000_000)
