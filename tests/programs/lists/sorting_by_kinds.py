"""Lists of items of one kind, of few and of more than the sort keeps on its stack: the order is
stable in both directions."""
import random

choose = random.Random(5)
LARGE = 10**20


class Text(str):
    pass


KINDS = {
    "integers": lambda: choose.randrange(-5, 5),
    "large": lambda: choose.randrange(-(2**70), 2**70),
    "texts": lambda: choose.choice(["", "a", "ab", "é", "z", "\ud800", "\U0001f600"]),
    "floats": lambda: choose.choice([1.5, -0.0, 0.0, float("inf"), 2.5, -1.0]),
    "numbers": lambda: choose.choice([1, 2.5, True, LARGE, 0.0]),
    "pairs": lambda: (choose.randrange(3), choose.choice("abc")),
    "tuples": lambda: (choose.randrange(3),) * choose.randrange(3),
    "subclass": lambda: Text(choose.choice("abc")),
}
KEYS = [
    None,
    repr,
    lambda item: type(item).__name__,
    lambda item: 0,
    lambda item: item,
    lambda item: (len(repr(item)), 1),
]


def order(items, result):
    """The places in `items` of what is in `result`: equal items are told from each other."""
    return [next(place for place, other in enumerate(items) if other is item) for item in result]


total = 0
for kind, make in KINDS.items():
    for size in (0, 1, 2, 3, 7, 15, 16, 17, 33):
        items = [make() for _ in range(size)]
        for key in KEYS:
            for reverse in (False, True):
                result = sorted(items, key=key, reverse=reverse)
                again = list(items)
                again.sort(key=key, reverse=reverse)
                places = order(items, result)
                assert order(items, again) == places, (kind, items, result, again)
                total = (total * 31 + sum(n * place for n, place in enumerate(places))) % 1000003
        print(kind, size, ascii(sorted(items)[:3]), total)

# The last item is of another kind than those before it.
for last in ("x", 2.5, None, (1,)):
    for size in (3, 16, 17):
        items = list(range(size, 0, -1)) + [last]
        try:
            print(sorted(items)[:4])
        except TypeError as error:
            print(type(error).__name__)
        print(sorted(items, key=str)[-2:], items[0], items[-1])


# A list that its keys' function changes is an error.
def meddle(item):
    meddled.append(item)
    return item


for size in (3, 20):
    meddled = list(range(size))
    try:
        meddled.sort(key=meddle)
    except ValueError as error:
        print(error)
