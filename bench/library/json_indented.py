"""json: documents written with indentation and read again."""

import json

from support.repeated import run

TURNS = {"T": 1, "S": 1700, "W": 8500, "A": 85000}
DOCUMENT = [
    {"a": number, "b": [1.5, None, True, "x" * 20], "c": {"d": "\u00e9"}} for number in range(200)
]


def work():
    text = json.dumps(DOCUMENT, indent=1)
    return len(text), json.loads(text) == DOCUMENT


if __name__ == "__main__":
    run("json_indented", __doc__, TURNS, work, (22892, True))
