"""Documents written and read again by the threads of a pool."""

# group: pools that run library code

import json

from support.pooled import run

TASKS = {"T": 4, "S": 400, "W": 1600, "A": 16000}

DOCUMENT = [
    {"number": number, "parts": [1.5, None, True, "x" * 20], "name": {"de": "é"}}
    for number in range(300)
]


def task(number):
    text = json.dumps(DOCUMENT[: 200 + number % 4], indent=1)
    return len(text), json.loads(text)[-1]


if __name__ == "__main__":
    run("pool_json", __doc__, TASKS, task)
