"""A linked structure that grows and stays for a while."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


class Link:
    def __init__(self, value, following):
        self.value = value
        self.following = following


def work():
    first = None
    for number in range(8_000):
        first = Link(number, first)
    total = 0
    while first is not None:
        total += first.value
        first = first.following
    return total


if __name__ == "__main__":
    run("allocate_kept", __doc__, TURNS, work, 31_996_000)
