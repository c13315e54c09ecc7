"""tokenize: the tokens of a source."""

import io
import tokenize

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 1200, "W": 6000, "A": 60000}
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


def work():
    tokens = tokenize.generate_tokens(io.StringIO(SOURCE).readline)
    return short([(token.type, token.string, token.start) for token in tokens])


if __name__ == "__main__":
    run("tokens", __doc__, TURNS, work, 2403484207)
