"""Programs parsed and written anew by the threads of a pool."""

# group: pools that run library code

import ast

from support.pooled import run
from support.sources import TIDY

TASKS = {"T": 4, "S": 100, "W": 400, "A": 4000}
TEXT = TIDY * 6


def task(number):
    return len(ast.unparse(ast.parse(TEXT * (1 + number % 4))))


if __name__ == "__main__":
    run("pool_unparse", __doc__, TASKS, task)
