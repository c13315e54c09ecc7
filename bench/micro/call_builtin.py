"""Calls of built-in functions: len, abs, min, isinstance."""

from support.repeated import run

TURNS = {"T": 1, "S": 50, "W": 500, "A": 5000}


def work():
    values = [3, 1, 2]
    total = 0
    for number in range(10_000):
        total += len(values) + abs(number) + min(number, 7)
        if isinstance(number, int):
            total += 1
    return total


if __name__ == "__main__":
    run("call_builtin", __doc__, TURNS, work, 50_104_972)
