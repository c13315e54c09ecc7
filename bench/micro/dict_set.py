"""Values of a dict changed, by string and by number."""

from support.repeated import run

TURNS = {"T": 1, "S": 50, "W": 500, "A": 5000}


def work():
    table = {"a": 0, 1: 0}
    for number in range(20_000):
        table["a"] += number
        table[1] = number
    return table["a"] + table[1]


if __name__ == "__main__":
    run("dict_set", __doc__, TURNS, work, 200_009_999)
