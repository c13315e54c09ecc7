"""Strings: built, joined, split, searched, replaced, compared, formatted, cut."""

from support.repeated import run

TURNS = {"T": 1, "S": 120, "W": 1200, "A": 12000}


def work():
    line = ""
    for number in range(300):
        line += chr(97 + number % 26)
    parts = []
    for number in range(600):
        parts.append(f"{number:04d}:{line[number % 290:number % 290 + 8].upper()}")
    text = ",".join(parts)
    total = len(text) + text.count("A") + text.find("0599")
    for part in text.split(","):
        number, _, name = part.partition(":")
        if name.startswith("A") or name.endswith("Z"):
            total += int(number)
        total += len(name.lower().replace("b", "bb").strip("a"))
    changed = text.replace("ABC", "-").translate({48: None, 57: "nine"})
    total += len(changed)
    return total + sum(left == right for left, right in zip(text, changed))


if __name__ == "__main__":
    run("strings", __doc__, TURNS, work, 44_347)
