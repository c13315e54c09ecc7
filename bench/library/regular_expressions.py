"""re: names found and words replaced by a function."""

import re

from support.packages import short
from support.repeated import run
from support.sources import UNTIDY

TURNS = {"T": 1, "S": 2500, "W": 12500, "A": 125000}
SOURCE = UNTIDY * 4


def capital(match):
    return match[1].upper() + match[2]


def work():
    found = re.findall(r'(\w+)\s*=\s*(\w+|"[^"]*")', SOURCE)
    return len(found), short(re.sub(r"\b(\w)(\w*)\b", capital, SOURCE))


if __name__ == "__main__":
    run("regular_expressions", __doc__, TURNS, work, (8, 1939238936))
