"""Lark: an expression parsed by a grammar."""
# needs: lark

from support.packages import short
from support.repeated import run

from lark import Lark

TURNS = {"T": 1, "S": 130, "W": 650, "A": 6500}
PARSER = Lark(
    """?start: start "+" product -> add | product
    ?product: product "*" atom -> mul | atom
    ?atom: NUMBER -> num | "(" start ")"
    %import common.NUMBER
    %import common.WS
    %ignore WS""",
    parser="lalr",
)
TEXT = "+".join("%d*(%d+%d)" % (number, number, number) for number in range(100))


def work():
    return short(PARSER.parse(TEXT).pretty())


if __name__ == "__main__":
    run("lark_parse", __doc__, TURNS, work, 98834160)
