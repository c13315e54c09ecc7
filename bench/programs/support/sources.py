"""Sources of programs, as texts that benchmarks of tools for programs work on."""

# As somebody writes in a hurry: with work for a formatter.
UNTIDY = """import os, sys
class  Shop ( Base ):
    "Keeps what it sells."
    def sell ( self,item,count = 1,*rest,** more ):
        prices = {  'a':1, "b":[1,2,   3], 'something_with_a_long_name': price_of(item, count) }
        if item  and not rest or (count  and more): return prices [1:2]
        for number in range ( 10 ):
            print ( "sold %s" % number , file = sys.stderr)
        return [ price for price in prices if price>3 ]
"""

# As a formatter leaves it.
TIDY = """
import os, sys
class Part(Whole):
    "Some text."
    def method(self, a, b=3, *args, **named):
        table = {'a': 1, "b": [1, 2, 3], 'c': some_function(argument_one, argument_two)}
        if a and not b or (c and d):
            return table[1:2]
        for number in range(10):
            print("hello %s" % number, file=sys.stderr)
        return [part for part in table if part > 3]
"""
