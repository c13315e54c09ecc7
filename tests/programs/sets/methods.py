# Set and frozenset methods, operators and their messages.
def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


def show(*sets):
    print(*[(type(s).__name__, sorted(s)) if isinstance(s, (set, frozenset)) else s for s in sets])


a, b = {1, 2, 3}, {3, 4}
f = frozenset({2, 3})
show(a | b, a & b, a - b, a ^ b, a | f, f | a, f & a, f - a, f ^ a, a - f)
show(a.union(b, [9], (8,)), a.intersection(b, [3]), a.difference([1], {2}), a.symmetric_difference("x" and [1, 9]), a.union(), a.intersection(), a.difference(), f.union([1]), a.union({5: 6}))
show(a <= {1, 2, 3}, a < {1, 2, 3}, a < {1, 2, 3, 4}, a >= f, a > f, f <= a, a == {3, 2, 1}, f == {2, 3}, a != f, {1} == frozenset([1]), a.issubset([1, 2, 3, 4]), a.issuperset([1]), a.isdisjoint([7]), a.isdisjoint(b), set() < a, not set())
c = set(a)
c |= b
show(c)
c &= {1, 3, 4}
show(c)
c -= {1}
show(c)
c ^= {3, 5}
show(c)
c.update([7], (8,), {9})
show(c)
c.intersection_update([7, 8, 5])
show(c)
c.difference_update([8], [9])
show(c)
c.symmetric_difference_update([7, 1])
show(c)
c.add(1)
c.add((1, 2))
c.discard(99)
c.discard((1, 2))
c.remove(5)
show(c, c.pop() in (1, 4, 7), c.copy() is c, f.copy() is f)
c.clear()
show(c, len(c), bool(c))
g = f
g |= {10}
show(g, f)
print(set(), frozenset(), {1}, frozenset({1}), {"a"}, repr({(1, 2)}), str(frozenset("x")), {frozenset(): 1}, set([1]), {1, True, 1.0}, len({0, False, 0.0}))
print(hash(frozenset()) == hash(frozenset()), hash(frozenset({1, 2})) == hash(frozenset({2, 1})), {frozenset({1}): "x"}[frozenset([1])], frozenset({1}) in {frozenset({1})}, {1} in [frozenset({1})], 2 in a, "x" not in a, {1} in {frozenset({1})})
show({x % 3 for x in range(10)}, set("hello"), frozenset(range(3)), set({1: 2}), {*[1, 2], *"ab"} == {1, 2, "a", "b"})
print(sorted({3, 1, 2}), max({1, 5}), sum({1, 2}), list({7}), tuple({7}), [*{7}], all({1}), any(set()))
print({1}.__and__([1]), {1}.__eq__(5), {1}.__lt__(5), {1}.__len__(), {1}.__contains__(1), {1}.__or__({2}) == {1, 2}, frozenset({1}).__hash__() == hash(frozenset({1})), set.__hash__)
attempt(lambda: a.remove(99))
attempt(lambda: a.remove("x"))
attempt(lambda: set().pop())
attempt(lambda: hash(set()))
attempt(lambda: a + b)
attempt(lambda: a | [1])
attempt(lambda: [1] & a)
attempt(lambda: a < [1])
attempt(lambda: a < 5)
attempt(lambda: set(5))
attempt(lambda: set(1, 2))
attempt(lambda: set(x=1))
attempt(lambda: frozenset(5))
attempt(lambda: frozenset().add(1))
attempt(lambda: a.add())
attempt(lambda: a.add(1, 2))
attempt(lambda: a.union(5))
attempt(lambda: a.issubset(5))
attempt(lambda: a[0])
attempt(lambda: a.foo)
attempt(lambda: a.update(5))
attempt(lambda: a.update(x=5))
attempt(lambda: a.isdisjoint())
attempt(lambda: a.__ior__([1]))


def grow():
    numbers = {1, 2, 3}
    for number in numbers:
        numbers.add(number + 10)


attempt(grow)
