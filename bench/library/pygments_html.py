"""Pygments: a source highlighted as HTML."""
# needs: pygments

from support.packages import short
from support.repeated import run

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

TURNS = {"T": 1, "S": 110, "W": 550, "A": 5500}
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
    return short(highlight(SOURCE, PythonLexer(), HtmlFormatter()))


if __name__ == "__main__":
    run("pygments_html", __doc__, TURNS, work, 2162988770)
