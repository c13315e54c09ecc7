"""A property and __getattr__."""

from support.repeated import run

TURNS = {"T": 1, "S": 50, "W": 500, "A": 5000}


class Lazy:
    def __init__(self):
        self.size = 3

    @property
    def area(self):
        return self.size * self.size

    def __getattr__(self, name):
        return 7


def work():
    lazy = Lazy()
    total = 0
    for _ in range(10_000):
        total += lazy.area + lazy.missing
    return total


if __name__ == "__main__":
    run("attribute_property", __doc__, TURNS, work, 160_000)
