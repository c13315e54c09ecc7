"""Sets: made, united, cut, searched; frozen ones as keys."""

from support.repeated import run

TURNS = {"T": 1, "S": 360, "W": 3600, "A": 36000}


def work():
    seen = set()
    number = 1
    while number not in seen:
        seen.add(number)
        number = number * 5 % 2_003
    twos = set(range(0, 2_000, 2))
    threes = set(range(0, 2_000, 3))
    total = len(seen) + len(twos & threes) + len(twos | threes) + len(twos - threes)
    total += len(twos ^ threes) + sum(number in seen for number in range(500))
    groups = {}
    for number in range(600):
        key = frozenset((number % 2, number % 3, number % 5))
        groups[key] = groups.get(key, 0) + 1
    for number in range(0, 2_000, 10):
        twos.discard(number)
    return total, len(groups), max(groups.values()), len(twos), {1, 2} <= seen


if __name__ == "__main__":
    run("sets", __doc__, TURNS, work, (5833, 16, 120, 800, True))
