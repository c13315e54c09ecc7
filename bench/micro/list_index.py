"""Elements read and written by index."""

from support.repeated import run

TURNS = {"T": 1, "S": 150, "W": 1500, "A": 15000}


def work():
    values = [0] * 100
    for number in range(20_000):
        values[number % 100] = values[(number + 1) % 100] + 1
    return sum(values)


if __name__ == "__main__":
    run("list_index", __doc__, TURNS, work, 20_202)
