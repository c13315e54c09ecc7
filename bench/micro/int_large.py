"""Integers of hundreds of digits."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


def work():
    left = 7**300
    right = 3**250
    total = 0
    for number in range(1_500):
        total += (left * right + number) // right - left
        total ^= left >> 40
    return total % 1_000_007


if __name__ == "__main__":
    run("int_large", __doc__, TURNS, work, 0)
