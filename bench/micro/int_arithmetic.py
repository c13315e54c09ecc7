"""Small integers: sums, products, remainders, bits, comparisons."""

from support.repeated import run

TURNS = {"T": 1, "S": 150, "W": 1500, "A": 15000}


def work():
    total = 0
    for number in range(20_000):
        total = (total * 5 + number) % 65_537
        total ^= number >> 3
        if total & 1:
            total += 2
    return total


if __name__ == "__main__":
    run("int_arithmetic", __doc__, TURNS, work, 3_434)
