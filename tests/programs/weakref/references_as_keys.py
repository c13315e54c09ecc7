"""Weak references as keys: their hashes and comparisons are those of what they refer to."""

import gc
import weakref
from functools import singledispatch


class Plain:
    pass


class Named:
    asked = []

    def __init__(self, name):
        self.name = name

    def __hash__(self):
        Named.asked.append(("hash", self.name))
        return hash(self.name)

    def __eq__(self, other):
        Named.asked.append(("eq", self.name))
        return isinstance(other, Named) and self.name == other.name


class NoHash:
    __hash__ = None


class Text(str):
    pass


def function():
    pass


def other():
    pass


kept = [Plain(), Plain(), Plain, int, function, other, Named("a"), Named("b"), {1, 2}.__class__]
table = {weakref.ref(thing): place for place, thing in enumerate(kept)}
print([table[weakref.ref(thing)] for thing in kept], len(table))
print(Named.asked)
# The second reference is another object, with a callback, and yet equal.
goodbye = []
others = [weakref.ref(thing, goodbye.append) for thing in kept]
print([table[reference] for reference in others], [reference in table for reference in others])
print([hash(reference) == hash(thing) for reference, thing in zip(others, kept)])
print([a == b for a, b in zip(table, others)], [a != b for a, b in zip(table, others)])
print(others[0] == others[1], others[0] != others[1], others[0] == kept[0], others[0] != kept[0])

# Objects that are equal: so are the references, as long as both are there.
first, second = Text("same"), Text("same")
a, b = weakref.ref(first), weakref.ref(second)
print(a == b, a is b, hash(a) == hash(b) == hash("same"), {a: 1}.get(b))
del second
gc.collect()
print(b(), a == b, a != b, b == b, hash(b) == hash("same"), {a: 1}.get(b))
c = weakref.ref(Text("gone"))
gc.collect()
print(c(), c == c, c != a)
try:
    hash(c)
except TypeError as error:
    print("hash:", error)
try:
    {c}
except TypeError as error:
    print("set:", str(error).splitlines()[0])
nothing = NoHash()
try:
    {weakref.ref(nothing): 1}
except TypeError as error:
    print("no hash:", "unhashable" in str(error))
for compare in (lambda: a < b, lambda: a >= a):
    try:
        compare()
    except TypeError as error:
        print("order:", "not supported" in str(error))


# A class below decides for itself.
class Own(weakref.ref):
    def __eq__(self, other):
        return "own"

    def __hash__(self):
        return 5


own = Own(first)
print(own == a, a == own, hash(own), {own: 1}.get(a))

weak_keys = weakref.WeakKeyDictionary({thing: place for place, thing in enumerate(kept[:6])})
weak_set = weakref.WeakSet(kept[:6])
print([weak_keys[thing] for thing in kept[:6]], all(thing in weak_set for thing in kept[:6]))
del kept[:2]
gc.collect()
print(len(weak_keys), len(weak_set), len(goodbye))


@singledispatch
def show(value):
    return "any"


@show.register
def _(value: int):
    return "int"


print([show(value) for value in (1, "a", True, 2.0, Plain())] * 2)
