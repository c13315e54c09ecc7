"""tokenize: the tokens of a source."""

import io
import tokenize

from support.packages import short
from support.repeated import run
from support.sources import UNTIDY

TURNS = {"T": 1, "S": 1200, "W": 6000, "A": 60000}
SOURCE = UNTIDY * 4


def work():
    tokens = tokenize.generate_tokens(io.StringIO(SOURCE).readline)
    return short([(token.type, token.string, token.start) for token in tokens])


if __name__ == "__main__":
    run("tokens", __doc__, TURNS, work, 2403484207)
