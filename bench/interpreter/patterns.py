"""Regular expressions: searched, found again and again, replaced by a function, split."""

import re

from support.repeated import run

TURNS = {"T": 1, "S": 240, "W": 1200, "A": 12000}
LINE = re.compile(r"(\d{4})-(\d\d)-(\d\d) \[(\w+)\] (?P<who>[a-z.]+)@([a-z]+): (.*)")
NUMBER = re.compile(r"-?\d+")
TEXT = "\n".join(
    f"2026-{number % 12 + 1:02d}-{number % 28 + 1:02d} [{'warn' if number % 3 else 'info'}] "
    f"user.{'abc'[number % 3]}@host: took {number * 37 % 1000} ms, id=-{number}"
    for number in range(150)
)


def work():
    total = 0
    for line in TEXT.split("\n"):
        match = LINE.match(line)
        total += int(match.group(2)) + len(match.group("who"))
        if match.group(4) == "warn":
            total += sum(int(number) for number in NUMBER.findall(match.group(7)))
    changed = NUMBER.sub(lambda match: str(len(match.group())), TEXT)
    return total, len(changed), len(re.split(r"[\s,:]+", TEXT))


if __name__ == "__main__":
    run("patterns", __doc__, TURNS, work, (41857, 5999, 1050))
