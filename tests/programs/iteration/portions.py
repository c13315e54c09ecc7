# Natives that take all items of an iterator take them in portions.
from itertools import chain, islice

long = list(range(200))


def show(*values):
    print(*values)


def sums(items):
    return len(items), sum(items), items[:1], items[-1:]


for source in long, tuple(long), long[:64], long[:65], long[:63], []:
    show(sums(list(iter(source))), sums(list(reversed(source))), sums(tuple(reversed(source))))
    show(sums(list(chain(source, source))), sums(list(chain.from_iterable([source, (1, 2), []]))))

# An iterator that was begun, and one that is at its end.
for make in iter, reversed:
    for kind in list, tuple:
        iterator = make(kind(long))
        show(next(iterator), next(iterator), sums(list(iterator)), list(iterator), next(iterator, "end"))

# The list changes meanwhile.
for cut in 0, 1, 50, 199:
    items = list(long)
    iterator = iter(items)
    backward = reversed(items)
    show(next(iterator), next(backward))
    del items[cut:]
    show(cut, sums(list(iterator)), sums(list(backward)))
    items.extend(range(300))
    show(list(iterator), list(backward))

items = list(range(5))
iterator = reversed(items)
next(iterator)
items.extend([10, 11])
show(list(iterator), items)
items = [1, 2, 3]
iterator = iter(items)
items += [4] * 100
show(sums(list(iterator)))
items.append(5)
show(list(iterator))

# An islice takes no more from its source than it gives.
for first, stop, step in (0, 3, 1), (2, 150, 1), (0, None, 1), (5, None, 1), (0, 64, 1), (0, 65, 1), (3, 3, 1), (1, 100, 7):
    for make in iter, reversed:
        source = make(long)
        slice = islice(source, first, stop, step)
        show(sums(list(slice)), list(slice), next(source, "end"), list(slice))
source = iter(long)
slice = islice(source, 2, 80)
show(next(slice), next(slice), sums(list(slice)), next(source))
slice = islice(long, 10)
show([next(slice), next(slice)], list(slice), next(slice, "end"))
show(list(islice((n * n for n in long), 3)), list(islice(chain([1], long), 4)), list(islice(islice(long, 5), 3)))

# A chain of all sorts.


class Own(list):
    def __iter__(self):
        return iter("own")


class Below(list):
    pass


def generate():
    yield "g"
    yield from long[:2]


pieces = [[1, 2], (3, 4), Own([0]), Below([5]), generate(), {6: 7}, {8}, "ab", b"c", range(2), [], (), reversed([1, 2]),
          iter([9]), islice(long, 2), chain([1], (2,))]
show(list(chain.from_iterable(pieces)))
show(list(chain(*[[1, 2], (3, 4), Own([0]), Below([5]), generate(), "ab", (), [7]])))
parts = chain([1, 2, 3], long[:100], [4])
show(next(parts), sums(list(parts)), list(parts), next(parts, "end"))
parts = chain(iter([[1], [2, 3]]), [[4]])
show(next(parts), list(parts))
parts = chain.from_iterable(iter([[1, 2], (3,), [4]]))
show(next(parts), next(parts), next(parts), list(parts))
try:
    list(chain([1, 2], 3, [4]))
except TypeError as error:
    show(error)
broken = chain([1, 2], 3, [4])
collected = []
try:
    collected.extend(broken)
except TypeError as error:
    show(error, collected)
show(list(broken))

# Iterables that the chain itself is fed from grow.
feed = [[1]]
parts = chain.from_iterable(feed)
show(next(parts))
feed += [[2, 3], (4,)]
show(list(parts))
feed.append([5])
show(list(parts))
growing = [1, 2]
parts = chain(growing, growing)
show(next(parts))
growing.append(3)
show(list(parts))
