"""mpmath: zeta, exponentials and sines."""
# needs: mpmath

from support.packages import short
from support.repeated import run

from mpmath import mp

TURNS = {"T": 1, "S": 920, "W": 4600, "A": 46000}

def work():
    return short([mp.zeta(5) + mp.exp(number) * mp.sin(number) for number in range(30)])


if __name__ == "__main__":
    run("mpmath_series", __doc__, TURNS, work, 476231341)
