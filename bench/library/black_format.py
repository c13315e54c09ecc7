"""Black: a source formatted."""
# needs: black

from support.packages import short
from support.repeated import run

import black

TURNS = {"T": 1, "S": 11, "W": 55, "A": 550}
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

MODE = black.Mode()


def work():
    return short(black.format_str(SOURCE, mode=MODE))


if __name__ == "__main__":
    run("black_format", __doc__, TURNS, work, 2595355229)
