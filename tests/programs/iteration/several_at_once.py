# Loops that unpack what `zip` yields of three and more sources.


def rows(*sources, **options):
    seen = []
    for a, b, c in zip(*sources, **options):
        seen.append((a, b, c))
    return seen


print(rows([1, 2, 3], (4, 5, 6), [7, 8, 9]))
print(rows([1, 2, 3], (4, 5), [7, 8, 9]), rows([], [1], [2]), rows([1], [2], []))
print(rows([1, 2], "ab", range(5)), rows([1, 2], {3: 4, 5: 6}, [7, 8]))


def shown(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


shown(lambda: rows([1, 2], [3, 4], [5], strict=True))
shown(lambda: rows([1], [3], [5, 6], strict=True))
shown(lambda: rows([1], [2]))

# What is taken from where the shortest ends.
first, second, third, fourth = iter([1, 2, 3]), iter([4, 5, 6]), iter([7]), iter([8, 9])
for a, b, c, d in zip(first, second, third, fourth):
    print(a, b, c, d)
print(list(first), list(second), list(third), list(fourth))

# One iterator several times.
same = iter(range(10))
print(rows(same, same, same), list(same))
same = iter([*range(10)])
print(rows(same, same, same), list(same))
other = iter([*range(10)])
print(rows(other, ["x", "y", "z", "w"], other), list(other))

# Lists that change meanwhile.
growing = [1, 2]
for a, b, c in zip(growing, growing, growing):
    if a < 6:
        growing.append(a + 2)
    print(a, b, c, end="; ")
print(len(growing))
shrinking = [*range(12)]
for a, b, c in zip(shrinking, [*range(20)], shrinking):
    shrinking.pop()
    print(a, b, c, end="; ")
print(shrinking)

for a, b, *rest in zip([1, 2], [3, 4], [5, 6], [7, 8]):
    print(a, b, rest)
for a, a, b, a in zip([1, 2], [3, 4], [5, 6], [7, 8]):
    print(a, b)
for a, b, c, d, e, f, g, h, i in zip(*[[n, -n] for n in range(9)]):
    print(a, b, c, d, e, f, g, h, i)
print([a * b + c for a, b, c in zip([1, 2], [3, 4], [5, 6])])
print({a: (b, c) for a, b, c in zip("xy", [3, 4], [5, 6])})


def generated():
    for a, b, c in zip([1, 2, 3], [4, 5, 6], (7, 8, 9)):
        yield a + b + c
    yield "end"


print(list(generated()))

# One iterator at several places yields an item for each, and a part of a group is lost.
for length in range(9):
    numbers = list(range(length))
    for kind in (list, tuple):
        it = iter(kind(numbers))
        groups = []
        for a, b, c in zip(it, it, it):
            groups.append((a, b, c))
        other = iter(kind(numbers))
        mixed = []
        for a, b, c in zip(other, numbers, other):
            mixed.append((a, b, c))
        print(length, groups, list(it), mixed, list(other))

# A list that becomes shorter or longer meanwhile.
first, second, third = [1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12]
for a, b, c in zip(first, second, third):
    print(a, b, c)
    if a == 2:
        second.clear()
    else:
        third.append(a)

# What a source in front of such an iterator has given when that one ends.
for length in range(7):
    front, twice = iter([*range(20, 30)]), iter([*range(length)])
    seen = []
    for a, b, c in zip(front, twice, twice):
        seen.append((a, b, c))
    print(length, seen, next(front))
