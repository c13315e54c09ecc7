"""Programs split into tokens by the threads of a pool."""

# group: pools that run library code

import io
import tokenize

from support.pooled import run
from support.sources import TIDY

TASKS = {"T": 4, "S": 150, "W": 600, "A": 6000}
TEXT = TIDY * 6


def task(number):
    text = TEXT * (1 + number % 4)
    return sum(1 for _ in tokenize.generate_tokens(io.StringIO(text).readline))


if __name__ == "__main__":
    run("pool_tokenize", __doc__, TASKS, task)
