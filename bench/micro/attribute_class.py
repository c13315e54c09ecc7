"""Attributes of classes, and class and static methods."""

from support.repeated import run

TURNS = {"T": 1, "S": 50, "W": 500, "A": 5000}


class Table:
    width = 3

    @classmethod
    def scaled(cls, factor):
        return cls.width * factor

    @staticmethod
    def double(value):
        return value + value


def work():
    total = 0
    for number in range(10_000):
        total += Table.width + Table.scaled(number) + Table.double(number)
    return total


if __name__ == "__main__":
    run("attribute_class", __doc__, TURNS, work, 250_005_000)
