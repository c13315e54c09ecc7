"""SymPy: expressions expanded, differentiated and simplified."""
# needs: sympy

from support.packages import short
from support.repeated import run

import sympy

TURNS = {"T": 1, "S": 10, "W": 50, "A": 500}
X, Y, Z = sympy.symbols("x y z")


def work():
    power = sympy.expand((X + Y + 3) ** 4).diff(X)
    return short(sympy.simplify(power + sympy.sin(X) ** 2 + sympy.cos(X) ** 2))


if __name__ == "__main__":
    run("sympy_expressions", __doc__, TURNS, work, 846567921)
