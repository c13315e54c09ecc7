"""A dict that grows by numbers, and is emptied."""

from support.repeated import run

TURNS = {"T": 1, "S": 50, "W": 500, "A": 5000}


def work():
    table = {}
    for number in range(10_000):
        table[number * 17] = number
    total = 0
    for number in range(0, 10_000, 2):
        total += table.pop(number * 17)
    return total + len(table)


if __name__ == "__main__":
    run("dict_grow", __doc__, TURNS, work, 25_000_000)
