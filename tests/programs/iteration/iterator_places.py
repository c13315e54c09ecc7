# Where iterators stand: __setstate__, __length_hint__ after a change, reversed lists that shrink.
from operator import length_hint

for source in ([1, 2, 3, 4], (1, 2, 3, 4), "äb€d", range(10, 50, 10), b"abcd"):
    for place in (0, 1, 3, 4, 9, -2):
        iterator = iter(source)
        iterator.__setstate__(place)
        print(place, list(iterator), end=" ")
    print()
for place in (-1, 0, 2, 3, 7, -5):
    iterator = reversed([1, 2, 3, 4])
    iterator.__setstate__(place)
    print(place, list(iterator), end=" ")
print()
table = dict.fromkeys(range(6))
del table[1]
for view in (table, table.keys(), table.values(), table.items()):
    iterator = iter(view)
    next(iterator)
    print(length_hint(iterator), end=" ")
    table["new"] = 1
    print(length_hint(iterator), end=" ")
    del table["new"]
print()
numbers = set(range(4))
iterator = iter(numbers)
next(iterator)
print(length_hint(iterator), end=" ")
numbers.pop()
print(length_hint(iterator))
items = list(range(10))
iterator = reversed(items)
next(iterator), next(iterator)
print(length_hint(iterator), end=" ")
items[1:] = []
print(length_hint(iterator), list(iterator))

# Limits of searches and slices may be any numbers.
far = 10 ** 30
print([1, 2, 3].index(2, -far, far), (1, 2, 3).index(3, -far, far))
print(slice(None, far, 3).indices(far - 1), slice(far, -far, -7).indices(4))


class Two:
    def __index__(self):
        return 2


print([1, 2, 2].index(2, Two()), slice(Two()).indices(Two()), [1, 2, 3].index(2, 0))
for wrong in ("a", None, 1.5):
    try:
        [1].index(1, wrong)
    except TypeError as error:
        print(error)
same = other = [1, 2]
same *= Two()
print(other, same is other)
unit = (1, 2)
print(unit * 1 is unit, unit * Two())
iterator = iter(range(0, 10 ** 18, 7))
iterator.__setstate__(10 ** 17)
print(next(iterator), length_hint(iterator))
iterator.__setstate__(2 ** 62)
print(list(iterator))
