"""Slices taken and assigned."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


def work():
    values = list(range(200))
    total = 0
    for number in range(4_000):
        part = values[number % 100 : number % 100 + 20]
        total += part[3]
        values[10:20] = part[:10]
    return total + sum(values)


if __name__ == "__main__":
    run("list_slice", __doc__, TURNS, work, 229_670)
