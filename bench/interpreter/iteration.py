"""Iterators of the library: itertools, zip, reversed, enumerate, functools.reduce, any, all."""

from functools import reduce
from itertools import accumulate, chain, combinations, count, islice, product, takewhile

from support.repeated import run

TURNS = {"T": 1, "S": 540, "W": 1800, "A": 18000}


def work():
    total = sum(islice(count(5, 3), 1_000))
    total += sum(left * right for left, right in combinations(range(40), 2))
    total += sum(a ^ b for a, b in product(range(30), repeat=2))
    total += reduce(lambda left, right: left * 3 + right & 0xFFFF, range(1_000))
    total += len(list(takewhile(lambda number: number < 30_000, accumulate(range(2_000)))))
    total += sum(place for place, _ in enumerate(chain(range(700), reversed(range(700)))))
    found = any(number > 1_990 for number in range(2_000))
    every = all(number < 2_000 for number in range(2_000))
    return total, found, every


if __name__ == "__main__":
    run("iteration", __doc__, TURNS, work, (2796197, True, True))
