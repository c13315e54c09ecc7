"""Pygments: a source highlighted as HTML."""
# needs: pygments

from support.packages import short
from support.repeated import run
from support.sources import UNTIDY

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

TURNS = {"T": 1, "S": 110, "W": 550, "A": 5500}
SOURCE = UNTIDY * 4


def work():
    return short(highlight(SOURCE, PythonLexer(), HtmlFormatter()))


if __name__ == "__main__":
    run("pygments_html", __doc__, TURNS, work, 2162988770)
