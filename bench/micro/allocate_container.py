"""Small tuples, lists and dicts made and dropped."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


def work():
    total = 0
    for number in range(8_000):
        pair = (number, 1)
        values = [number, 2, 3]
        table = {"a": number}
        total += pair[0] + values[1] + table["a"]
    return total


if __name__ == "__main__":
    run("allocate_container", __doc__, TURNS, work, 64_008_000)
