"""Dicts: filled, read, changed, merged, iterated, emptied; keys of several types."""

from support.repeated import run

TURNS = {"T": 1, "S": 300, "W": 600, "A": 6000}


def work():
    table = {}
    for number in range(2_000):
        table[number * 31 % 4_001] = number
    for number in range(4_001):
        if number in table:
            table[number] += 1
    names = {f"k{number}": number for number in range(500)}
    pairs = {(number % 20, number // 20): number for number in range(400)}
    total = 0
    for key, value in table.items():
        total += key ^ value
    for number in range(500):
        total += names[f"k{number}"] + names.get(f"q{number}", 1)
    total += pairs[3, 4] + sum(pairs.values())
    merged = names | {"k1": 0, "new": 5}
    merged.update(extra=7)
    while len(table) > 100:
        table.popitem()
    for key in list(names)[:250]:
        del names[key]
    return total, len(merged), sum(merged.values()), len(table), next(iter(names))


if __name__ == "__main__":
    run("dicts", __doc__, TURNS, work, (4176086, 502, 124761, 100, "k250"))
