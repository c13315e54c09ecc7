"""Text wrapped, matched and formatted by the threads of a pool: `textwrap`, `re`, `string`."""

# group: pools that run library code

import re
import string
import textwrap

from support.pooled import run

TASKS = {"T": 4, "S": 200, "W": 800, "A": 8000}
TEXT = " ".join(f"word{number} of-{number * 7} a (text)" for number in range(300))
FORM = string.Template("$first and $second")


def task(number):
    wrapped = textwrap.wrap(TEXT, 60 + number % 4)
    found = re.sub(r"(\w+)-(\d+)", r"\2-\1", " ".join(wrapped))
    return len(FORM.substitute(first=found, second=len(wrapped)))


if __name__ == "__main__":
    run("pool_text", __doc__, TASKS, task)
