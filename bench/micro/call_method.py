"""Calls of a method."""

from support.repeated import run

TURNS = {"T": 1, "S": 150, "W": 1500, "A": 15000}


class Counter:
    def __init__(self):
        self.value = 0

    def add(self, amount):
        self.value += amount


def work():
    counter = Counter()
    for number in range(20_000):
        counter.add(number)
    return counter.value


if __name__ == "__main__":
    run("call_method", __doc__, TURNS, work, 199_990_000)
