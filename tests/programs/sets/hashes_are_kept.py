# Items that go from one set or dict to another, or are looked for in another, are not hashed again;
# `__eq__` is asked only where two items have one hash and are not the same.
calls = []


class Item:
    def __init__(self, name, number):
        self.name, self.number = name, number

    def __hash__(self):
        calls.append("hash " + self.name)
        return self.number

    def __eq__(self, other):
        calls.append(f"{self.name} == {other.name if isinstance(other, Item) else other!r}")
        return isinstance(other, Item) and self.number == other.number

    def __repr__(self):
        return self.name


def show(what, result):
    got, calls[:] = list(calls), []
    if isinstance(result, (set, frozenset)):
        result = type(result).__name__, sorted(map(repr, result))
    print(what, result, sorted(got))


a, b, c, d, e = (Item(name, hash(name) | 1) for name in "abcde")
names = {item.number: item for item in (a, b, c, d, e)}
assert len(names) == 5
one, other, frozen = {a, b, c}, {c, d, e}, frozenset((a, c))
calls.clear()

for left, right in ((one, other), (frozen, one), (one, frozen), (one, one), (one, set()), (set(), one)):
    show("|", left | right)
    show("&", left & right)
    show("-", left - right)
    show("^", left ^ right)
    show("union", left.union(right))
    show("intersection", left.intersection(right))
    show("difference", left.difference(right))
    show("symmetric", left.symmetric_difference(right))
    show("compared", (left == right, left != right, left < right, left <= right, left > right, left >= right))
    show("asked", (left.issubset(right), left.issuperset(right), left.isdisjoint(right)))
show("many", one.union(other, frozen))
show("many", one.intersection(frozen, one))
show("many", one.difference(other, frozen))
show("none", one.union())
show("none", frozen.intersection())
show("copies", set(one))
show("copies", frozenset(one))

changed = set(one)
changed |= other
show("|=", changed)
changed &= one
show("&=", changed)
changed -= frozen
show("-=", changed)
changed ^= other
show("^=", changed)
changed.update(one, frozen)
show("update", changed)
changed.difference_update(other)
show("difference_update", changed)
changed.intersection_update(frozen)
show("intersection_update", changed)
changed.symmetric_difference_update(one)
show("symmetric_difference_update", changed)

# With items removed, so that places and numbers of entries differ.
holes = {a, b, c, d, e}
holes.discard(a)
holes.discard(c)
holes.add(a)
calls.clear()
show("holes", holes | one)
show("holes", holes & one)
show("holes", one - holes)
show("holes", holes == {a, b, d, e})

# Dicts.
first, second = {a: 1, b: 2}, {b: 3, c: 4}
calls.clear()
show("dict", list((first | second).items()))
show("dict", list({**first, **second}.items()))
first.update(second)
show("dict", list(first.items()))
show("dict", dict(first) == first)
show("dict", first == {a: 1, b: 3, c: 5})
calls.clear()
show("dict", set(first))
show("dict", frozenset(first))
show("dict", set(second) <= set(first))

# Equal items that are not the same, and such with one hash that are not equal.
twin, same_hash = Item("twin", a.number), Item("same", a.number)
same_hash.__class__ = type("Other", (Item,), {"__eq__": lambda self, other: False, "__hash__": Item.__hash__})
left, right = {a, b}, {twin, c}
calls.clear()
for what, made in (
    ("|", lambda: left | right),
    ("&", lambda: left & right),
    ("-", lambda: left - right),
    ("^", lambda: left ^ right),
    ("union", lambda: left.union(right)),
    ("==", lambda: {a, b} == {twin, b}),
):
    result = made()
    asked = {call for call in calls if "==" in call}
    calls.clear()
    if isinstance(result, set):
        result = sorted((item.name, item is a, item is twin) for item in result)
    print(what, result, len(asked) > 0)


# An exception of `__eq__` gets through; the operands stay as they are.
class Fails:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise ValueError("compared")


left, right = {Fails()}, {Fails()}
for what, made in (
    ("|", lambda: left | right),
    ("&", lambda: left & right),
    ("-", lambda: left - right),
    ("^", lambda: left ^ right),
    ("union", lambda: left.union(right)),
    ("difference", lambda: left.difference(right)),
    ("update", lambda: left.update(right)),
    ("==", lambda: left == right),
    ("<=", lambda: left <= right),
    ("dict |", lambda: dict.fromkeys(left) | dict.fromkeys(right)),
    ("dict ==", lambda: dict.fromkeys(left) == dict.fromkeys(right)),
):
    try:
        made()
        print(what, "gave something")
    except ValueError as error:
        print(what, error, len(left), len(right))


# Items of classes below `set`, whose methods do not take part.
class Below(set):
    def __contains__(self, item):
        raise RuntimeError("asked")

    def __iter__(self):
        raise RuntimeError("asked")


below = Below((1, "a", 2.5, None, (1, 2)))
print(sorted(map(repr, {1, "b"} | below)), {1, "b"} & below, {1, "b"} - below, {1, "b"}.union(below) == {1, "b", "a", 2.5, None, (1, 2)})
print({1}.issubset(below), frozenset((1, 7)).intersection(below), set().union(below) == {1, "a", 2.5, None, (1, 2)})

# Numbers and texts of all kinds, which are equal across classes.
class Text(str):
    pass


mixed = {1, 2.0, "a", Text("b"), True, 10**30, frozenset((1, 2)), (1, "x")}
print(mixed & {1.0, 2, Text("a"), "b", float(10**30), frozenset((2, 1)), (1.0, "x")} == {1, 2, "a", "b", frozenset((1, 2)), (1, "x")} | ({10**30} & {float(10**30)}))
print({Text("b"): 1}["b"], {"b": 2}[Text("b")], {Text("b"): 1}.get("b"), {"b": 2}.get(Text("b")), Text("b") in {"b"}, {"b": 1} | {Text("b"): 3})
