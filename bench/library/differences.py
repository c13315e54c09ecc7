"""difflib: two texts compared."""

import difflib

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 17000, "W": 85000, "A": 850000}
SOURCE = """import os, sys
class  Shop ( Base ):
    "Keeps what it sells."
    def sell ( self,item,count = 1,*rest,** more ):
        prices = {  'a':1, "b":[1,2,   3], 'something_with_a_long_name': price_of(item, count) }
        if item  and not rest or (count  and more): return prices [1:2]
        for number in range ( 10 ):
            print ( "sold %s" % number , file = sys.stderr)
        return [ price for price in prices if price>3 ]
""" * 4

LEFT = SOURCE.splitlines()
RIGHT = [line.replace("x", "y") for line in LEFT]


def work():
    return short(list(difflib.unified_diff(LEFT, RIGHT)))


if __name__ == "__main__":
    run("differences", __doc__, TURNS, work, 223132457)
