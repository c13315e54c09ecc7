"""Operators of sets of every size against loops; items that run code; what has no hash."""


def check(first, second):
    a, b = set(first), set(second)
    both = [item for item in a if item in second]
    assert (a & b) == set(both) and len(a & b) == len(both)
    assert sorted(a | b) == sorted(set(list(first) + list(second)))
    assert sorted(a - b) == sorted(item for item in a if item not in second)
    assert sorted(a ^ b) == sorted(list(a - b) + list(b - a))
    assert (a <= b) == all(item in second for item in a)
    assert (a < b) == (a <= b and len(a) < len(b))
    assert (a >= b) == (b <= a) and (a > b) == (b < a)
    assert (a == b) == (sorted(a) == sorted(b))
    assert a.isdisjoint(b) == (not both)
    assert hash(frozenset(a)) == hash(frozenset(sorted(a, reverse=True)))
    for made in (a | b, a & b, a - b, a ^ b, a.copy(), frozenset(a) | b):
        # What was made can be used as any other set.
        items = sorted(made)
        grown = set(made)
        grown.update(range(-40, 0))
        assert len(grown) == len(items) + 40
        for item in items:
            grown.remove(item)
        assert sorted(grown) == list(range(-40, 0))


for size in range(0, 48, 3):
    for step in (1, 2, 5):
        check(range(size), range(size // 2, size * step, step))
        check([number << 31 for number in range(size)], [step << 31, size << 31])
check([str(number) for number in range(30)], [str(number) for number in range(20, 50)])
print(type(frozenset([1]) | {2}).__name__, type({2} | frozenset([1])).__name__)

for size in (0, 1, 5, 6, 21, 22, 85, 86, 341, 342, 1000):
    numbers = set(range(size))
    assert len(numbers) == size and all(number in numbers for number in range(size))
    assert sorted(numbers) == list(range(size)) and size not in numbers
    doubled = set(list(range(size)) * 2)
    assert doubled == numbers
print(len(set("abracadabra")), sorted(set("abracadabra")), sorted(set({3: 0, 1: 0})))


class Item:
    def __init__(self, name, act=None):
        self.name, self.act = name, act

    def __hash__(self):
        return 3

    def __eq__(self, other):
        if self.act is not None:
            act, self.act = self.act, None
            act()
        return isinstance(other, Item) and self.name == other.name

    def __repr__(self):
        return self.name


def fail():
    raise ValueError("asked")


def names(items):
    return sorted(map(repr, items))


a, b, c = Item("a"), Item("b"), Item("c")
left, right = {a, b, 3, 4}, {Item("b"), c, 3}
print(names(left & right), names(left | right), names(left - right), names(left ^ right))
print(left <= right, {Item("a")} <= left, names(set([a, Item("a"), b])), left == {3, 4, b, a})
for operation in ("__and__", "__or__", "__sub__", "__le__"):
    try:
        getattr({Item("d", fail), 1}, operation)({a, 1, 2})
        print(operation, "none")
    except ValueError as error:
        print(operation, error)
try:
    set([Item("e"), Item("f", fail), Item("g", fail)])
except ValueError as error:
    print(error)
grown = {a}
grown |= {Item("h", lambda: grown.add(99)), 5}
print(names(grown))

for make in (set, frozenset):
    for source in ([1, [2]], ((3,), {}), [{4}]):
        try:
            make(source)
        except TypeError as error:
            print(type(error).__name__, "unhashable" in str(error))

# Items that come and go.
here = set(range(50))
for turn in range(3000):
    here.discard(7)
    assert 7 not in here
    here.discard(7)
    here.add(7)
    here.remove(turn % 50)
    here.add(turn % 50)
print(len(here), sum(here))
try:
    here.remove(50)
except KeyError as error:
    print("KeyError", error)
nested = {frozenset([1, 2]), 3}
nested.discard({1, 2})
print(nested, {frozenset()} == {frozenset()}, set() in {frozenset()})
nested.add(frozenset([4]))
try:
    nested.remove({5})
except KeyError as error:
    print("KeyError", error)
for empty in (set(), frozenset(), {1} & {2}, {1} - {1}, {1} ^ {1}):
    print(empty, len(empty), hash(frozenset(empty)) == hash(frozenset()), end="; ")
print()
