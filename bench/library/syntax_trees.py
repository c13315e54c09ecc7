"""ast: a source parsed and written again."""

import ast

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 740, "W": 3700, "A": 37000}
SOURCE = """import os, sys
class Shop(Base):
    def sell(self, item, count=1, *rest, **more):
        prices = {'a': 1, "b": [1, 2, 3], 'c': price_of(item, count)}
        if item and not rest or (count and more): return prices[1:2]
        for number in range(10):
            print("sold %s" % number, file=sys.stderr)
        return [price for price in prices if price > 3]
""" * 4


def work():
    return short(ast.unparse(ast.parse(SOURCE)))


if __name__ == "__main__":
    run("syntax_trees", __doc__, TURNS, work, 180580969)
