"""Loops over pairs: what zip and enumerate yield where it is unpacked at once, and their ends."""

# One iterator twice takes turns with itself.
numbers = iter([1, 2, 3, 4, 5])
print([(a, b) for a, b in zip(numbers, numbers)])
print(list(numbers))

# The list grows and shrinks while it is iterated over.
growing = [1, 2, 3]
seen = []
for place, item in enumerate(growing):
    seen.append((place, item))
    if len(growing) < 6:
        growing.append(item * 10)
print(seen)
shrinking = list(range(10))
seen = []
for left, right in zip(shrinking, (*"abcdefghij",)):
    seen.append((left, right))
    shrinking.pop()
print(seen)

# Where the first has an item and the second none, that of the first is gone.
first, second = iter([1, 2, 3, 4]), iter(("x", "y"))
print([(a, b) for a, b in zip(first, second)], list(first))
first, second = iter((1, 2)), iter(["x", "y", "z"])
print([(a, b) for a, b in zip(first, second)], list(second))

# An iterator that has ended stays at its end, whatever becomes of the list.
items = [1]
pairs = enumerate(items)
for place, item in pairs:
    pass
items.append(2)
print(place, item, list(pairs))
items = [1, 2]
left, right = iter(items), iter([7, 8, 9])
for a, b in zip(left, right):
    pass
items.append(3)
print(a, b, list(left), list(right))

# Strict ones complain; so do items that are no pairs.
try:
    for a, b in zip([1, 2], (3,), strict=True):
        print(a, b)
except ValueError as error:
    print(error)
for wrong in ([(1, 2), (3,)], [(1, 2), 3]):
    try:
        for a, b in iter(wrong):
            print(a, b)
    except (TypeError, ValueError) as error:
        print(error)

# Where counting goes beyond a machine word, and where it begins elsewhere.
print([pair for pair in enumerate("ab", 2**62 - 1)])
for place, item in enumerate([1, 2, 3], 2**61 - 2):
    print(place, item)
for place, item in enumerate((4, 5), start=-1):
    print(place, item)


class Counted(list):
    def __iter__(self):
        print("asked")
        return super().__iter__()


for place, item in enumerate(Counted([1, 2])):
    print(place, item)
for a, b in zip(Counted("ab"), [1, 2]):
    print(a, b)


# An exception in the middle leaves them where they are.
def until(pairs, stop):
    for a, b in pairs:
        if a == stop:
            raise KeyError(a)
    return "end"


for pairs in (zip([1, 2, 3], (4, 5, 6)), enumerate([7, 8, 9], 1)):
    try:
        print(until(pairs, 2))
    except KeyError as error:
        print(error, list(pairs))

# Sums of what generators yield: integers, large ones, floats, a mixture, and others.
print(sum(number for number in range(5)), sum((2**61 for _ in range(8)), 1))
print(sum(number / 10 for number in range(11)), sum(x for x in (1, 2.5, True, 3)))
print(sum((True for _ in range(3)), False), sum(([number] for number in range(3)), []))
print(sum(x for x in (1, 2**70, -1, 2**62)), sum((-(2**61) for _ in range(5)), -1))
try:
    sum(x for x in (1, "a"))
except TypeError as error:
    print(error)

# Backwards over ranges.
for numbers in (range(5), range(0), range(10, 3, -3), range(2**70, 2**70 + 3), range(7, 8)):
    print(numbers, [*reversed(numbers)])
backwards = reversed(range(0, 10, 4))
print(next(backwards), backwards.__length_hint__(), list(backwards), list(backwards))
print(type(reversed(range(3))).__name__)
