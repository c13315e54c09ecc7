"""Black: a source formatted."""
# needs: black

from support.packages import short
from support.repeated import run
from support.sources import UNTIDY

import black

TURNS = {"T": 1, "S": 11, "W": 55, "A": 550}
SOURCE = UNTIDY * 4

MODE = black.Mode()


def work():
    return short(black.format_str(SOURCE, mode=MODE))


if __name__ == "__main__":
    run("black_format", __doc__, TURNS, work, 2595355229)
