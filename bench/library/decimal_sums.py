"""decimal: a harmonic sum."""

from decimal import Decimal

from support.repeated import run

TURNS = {"T": 1, "S": 420, "W": 2100, "A": 21000}

def work():
    total = Decimal(0)
    for number in range(1, 3000):
        total += Decimal(1) / Decimal(number)
    return str(total)


if __name__ == "__main__":
    run("decimal_sums", __doc__, TURNS, work, '8.583416556625853781010458744')
