"""Strings joined, added, formatted."""

from support.repeated import run

TURNS = {"T": 1, "S": 60, "W": 600, "A": 6000}


def work():
    parts = []
    line = ""
    for number in range(3_000):
        parts.append(f"{number}:{number & 7:02d}")
        line += "x"
    return len(",".join(parts)) + len(line)


if __name__ == "__main__":
    run("str_build", __doc__, TURNS, work, 25_889)
