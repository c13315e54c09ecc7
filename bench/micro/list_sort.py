"""Sorting of numbers, and by a key."""

from support.repeated import run

TURNS = {"T": 1, "S": 240, "W": 2400, "A": 24000}


def work():
    values = [number * 7_919 % 4_001 for number in range(3_000)]
    by_key = sorted(values, key=lambda value: -value)
    values.sort()
    return values[10] + by_key[10]


if __name__ == "__main__":
    run("list_sort", __doc__, TURNS, work, 3_998)
