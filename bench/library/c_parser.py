"""pycparser: C parsed."""
# needs: pycparser

from support.packages import short
from support.repeated import run

from pycparser import c_generator, c_parser

TURNS = {"T": 1, "S": 180, "W": 900, "A": 9000}
SOURCE = (
    "int f(int x) { for (int i = 0; i < x; i++) "
    "{ x += i * 2; if (x > 3) return a[i].b->c; } return x ? 1 : 2; }\n" * 6
)


def work():
    tree = c_parser.CParser().parse(SOURCE)
    return short(c_generator.CGenerator().visit(tree))


if __name__ == "__main__":
    run("c_parser", __doc__, TURNS, work, 1734055999)
