"""Reads of a dict by string keys."""

from support.repeated import run

TURNS = {"T": 1, "S": 40, "W": 400, "A": 4000}


def work():
    table = {"a": 1, "b": 2, "c": 3}
    total = 0
    for _ in range(20_000):
        total += table["a"] + table["b"]
        if "c" in table:
            total += table.get("d", 1)
    return total


if __name__ == "__main__":
    run("dict_get", __doc__, TURNS, work, 80_000)
