"""Texts compared by the threads of a pool."""

# group: pools that run library code

import difflib

from support.pooled import run
from support.sources import TIDY

TASKS = {"T": 4, "S": 200, "W": 800, "A": 8000}
TEXT = TIDY * 6


def task(number):
    changed = TEXT.replace("abcd"[number % 4], "y")
    return len(list(difflib.unified_diff(TEXT.splitlines(), changed.splitlines())))


if __name__ == "__main__":
    run("pool_difflib", __doc__, TASKS, task)
