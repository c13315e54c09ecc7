# What a `for` asks of the iterators of iterators: ends, changes on the way, errors in the middle.
from itertools import chain, count, cycle, islice, repeat

# A list that grows while it is part of a chain; a chain that has ended stays ended.
items = [1, 2]
more = [10]
seen = []
walk = chain(items, more)
for item in walk:
    seen.append(item)
    if item == 2:
        items.append(3)
    if item == 10 and len(more) < 3:
        more.append(11)
print(seen, list(walk))
items.append(4)
print(next(walk, "ended"))

for parts in ([], [[]], [[], []], [[], "a", [], "b"], [range(2), {5: 6}, {7}, (8, 9), "xy"]):
    print([item for item in chain(*parts)], [item for item in chain.from_iterable(parts)])


def failing(values):
    for value in values:
        if value == 3:
            raise ValueError(value)
        yield value


walk = chain([1], failing([2, 3]), [4])
try:
    for item in walk:
        print(item, end=" ")
except ValueError as error:
    print("failed", error)
print(list(walk))
try:
    for item in chain([1], 5):
        print(item, end=" ")
except TypeError as error:
    print(error)

d = {1: 1, 2: 2}
try:
    for key in chain(d, d):
        d[key + 10] = 0
except RuntimeError as error:
    print(error)
try:
    for key, other in zip([5, 6, 7], d):
        d[key + 100] = other
except RuntimeError as error:
    print(error)

# Slices: of what they skip, of what they leave.
source = iter(range(20))
print([item for item in islice(source, 3, 9, 2)], next(source))
source = iter("abcdefgh")
cut = islice(source, 3)
print([item for item in cut], [item for item in cut], next(source))
for places in ((0,), (4,), (2, 4), (2, None), (0, 8, 3), (None, None, 4), (6, 6), (9, 12)):
    print(places, [item for item in islice("abcdefgh", *places)])
numbers = islice(count(5), 2, None)
print(next(numbers), next(numbers))
for item in islice(chain("ab", failing([1, 2])), 1, 3):
    print(item, end=" ")
print()
endless = islice(repeat(7), 10**20 % 7)
print([item for item in endless])

# Counts leave the small integers, and come back from below.
edge = 2**62
for start, step in ((edge - 2, 1), (-edge + 1, -1), (edge - 1, edge), (0, 0), (1.5, 0.5), (3, -2)):
    print([item for item in islice(count(start, step), 4)])

# Cycles remember, repeats count.
source = [1, 2]
turns = cycle(source)
print([item for item in islice(turns, 3)])
source.append(3)
print([item for item in islice(turns, 5)])
print([item for item in cycle([])], [item for item in islice(cycle(failing([1, 2])), 5)])
again = repeat("x", 3)
print(next(again), [item for item in again], [item for item in again], list(again))
print([item for item in repeat(None, 0)], [item for item in repeat(None, 2)])

# zip over whatever: the shortest ends it, and those before have moved on.
first, second = iter([1, 2, 3]), iter((4,))
print([pair for pair in zip(first, second)], list(first), list(second))
print([t for t in zip({1: 2}.items(), {3}, "a", [4], (5,), range(1), repeat(6), {7: 8})])
print([t for t in zip({1: 2, 3: 4}.values(), repeat(0), cycle("ab"), count())])
shared = iter(range(7))
print([t for t in zip(shared, shared, shared)], list(shared))
print([t for t in zip()], [t for t in zip(repeat(1), [])])

# Towers of iterators.
tower = iter([1, 2, 3])
for _ in range(300):
    tower = chain(tower, ())
    tower = islice(tower, 0, None)
print([item for item in tower])
tower = [1, 2, 3]
for _ in range(50):
    tower = enumerate(chain(tower))
for _ in range(3):
    place, rest = next(tower)
    while isinstance(rest, tuple):
        _, rest = rest
    print(place, rest)
