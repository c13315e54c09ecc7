"""Programs parsed and written anew by the threads of a pool."""

# group: pools that run library code

import ast

from support.pooled import run

TASKS = {"T": 4, "S": 100, "W": 400, "A": 4000}
TEXT = """
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
""" * 6


def task(number):
    return len(ast.unparse(ast.parse(TEXT * (1 + number % 4))))


if __name__ == "__main__":
    run("pool_unparse", __doc__, TASKS, task)
