# Sizes and counts that the system's integers do not hold, and containers with bounds.
from collections import deque


def shown(function):
    try:
        return function()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for function in (
    lambda: "\t".expandtabs(2**31),
    lambda: b"\t".expandtabs(2**31),
    lambda: "a\tb".expandtabs(-(2**31)),
    lambda: list(range(2**64)),
    lambda: [*range(2**70)],
    lambda: [1].extend(range(2**64)),
    lambda: deque([1], 2**70),
    lambda: deque([1], -1),
    lambda: deque([1], 2.5),
    lambda: deque([1, 2], 3) * 5,
    lambda: deque([1, 2, 3], 3) * 2**40,
    lambda: deque([1, 2, 3], 2) * 2**40,
    lambda: deque([], 3) * 2**40,
    lambda: deque([1]).index(5),
    lambda: deque([1]).remove(5),
):
    print(shown(function))
