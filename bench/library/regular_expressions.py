"""re: names found and words replaced by a function."""

import re

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 2500, "W": 12500, "A": 125000}
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


def capital(match):
    return match[1].upper() + match[2]


def work():
    found = re.findall(r'(\w+)\s*=\s*(\w+|"[^"]*")', SOURCE)
    return len(found), short(re.sub(r"\b(\w)(\w*)\b", capital, SOURCE))


if __name__ == "__main__":
    run("regular_expressions", __doc__, TURNS, work, (8, 1939238936))
