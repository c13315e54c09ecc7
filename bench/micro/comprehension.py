"""Comprehensions of lists, dicts and sets."""

from support.repeated import run

TURNS = {"T": 1, "S": 180, "W": 1800, "A": 18000}


def work():
    total = 0
    for _ in range(10):
        squares = [number * number for number in range(500)]
        table = {number: number for number in range(300) if number & 1}
        rest = {square % 31 for square in squares}
        total += squares[-1] + len(table) + len(rest)
    return total


if __name__ == "__main__":
    run("comprehension", __doc__, TURNS, work, 2_491_670)
