"""Floats added, multiplied, divided, compared."""

from support.repeated import run

TURNS = {"T": 1, "S": 180, "W": 1800, "A": 18000}


def work():
    x = 0.5
    total = 0.0
    for _ in range(20_000):
        x = 3.5 * x * (1.0 - x)
        if x > 0.5:
            total += x / 2.0
        else:
            total -= x
    return round(x, 6), round(total, 3)


if __name__ == "__main__":
    run("float_arithmetic", __doc__, TURNS, work, (0.500884, 3592.957))
