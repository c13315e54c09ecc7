"""A list that grows and shrinks at its end."""

from support.repeated import run

TURNS = {"T": 1, "S": 120, "W": 1200, "A": 12000}


def work():
    values = []
    for number in range(20_000):
        values.append(number)
    total = 0
    while values:
        total += values.pop()
    return total


if __name__ == "__main__":
    run("list_append", __doc__, TURNS, work, 199_990_000)
