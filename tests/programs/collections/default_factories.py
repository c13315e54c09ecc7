# defaultdict: what is made for keys that are missing, by which factory, and what stands in the way.
from collections import defaultdict


class Key:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        print("hashed", self.number)
        return self.number

    def __eq__(self, other):
        print("compared")
        return isinstance(other, Key) and self.number == other.number

    def __repr__(self):
        return f"Key({self.number})"


class Small(int):
    pass


class Filled(list):
    def __init__(self):
        super().__init__((1, 2))


def seven():
    return 7


for factory in (int, list, dict, set, str, float, tuple, frozenset, bool, bytes, Small, Filled, seven, lambda: [0]):
    d = defaultdict(factory)
    for key in ("a", 1, 2.5, None, (1, "b"), Key(3), Key(3), "a", *range(20)):
        d[key]
    print(len(d), type(d["a"]).__name__, d["a"], d[7] is d[7])

counts = defaultdict(int)
for letter in "abracadabra" * 3:
    counts[letter] += 1
groups = defaultdict(list)
for number in range(50):
    groups[number % 7].append(number)
print(sorted(counts.items()), [len(group) for group in groups.values()], list(groups))
tree = defaultdict(lambda: defaultdict(dict))
tree["x"]["y"]["z"] = 1
print(tree["x"]["y"], len(tree["x"]["none"]), len(tree["x"]))

none = defaultdict(None)
for d in (none, defaultdict(), defaultdict(int)):
    for key in ("missing", [], {}):
        try:
            print(d[key])
        except (KeyError, TypeError) as error:
            print(type(error).__name__, error)
print(counts.get("z"), "z" in counts, len(counts), counts.pop("a"), counts.pop("z", "none"))


def fails():
    raise LookupError("made")


def sets_itself():
    own["key"] = "by the factory"
    return "returned"


own = defaultdict(sets_itself)
print(own["key"], dict(own))
try:
    defaultdict(fails)[1]
except LookupError as error:
    print(error)


class Stored(defaultdict):
    def __setitem__(self, key, value):
        raise RuntimeError("not asked")


class Missing(defaultdict):
    def __missing__(self, key):
        return "missing " + str(key)


class Property(defaultdict):
    default_factory = property(lambda self: str)


class Calls(defaultdict):
    def __missing__(self, key):
        return super().__missing__(key)


print(Stored(int)[1], Missing(int)[1], len(Missing(int)), Calls(list)["a"], Calls(set)["b"])
d = defaultdict(int)
d.default_factory = list
print(d[1], d.__missing__(2), d)
d.default_factory = None
try:
    d[3]
except KeyError as error:
    print("KeyError", error)
print(defaultdict.__missing__(defaultdict(int), "k"))
for wrong in ((), (defaultdict(int),), (defaultdict(int), 1, 2)):
    try:
        print(defaultdict.__missing__(*wrong))
    except TypeError as error:
        print("TypeError")

# dict.pop: keys that are there, missing ones, with defaults.
d = dict.fromkeys(range(6))
print(d.pop(1), d.pop(1, "none"), d.pop("x", 3), len(d), list(d))
d = {"a": [1], "b": [2], "c": [3]}
print(d.pop("a"), d.pop("b", None), d.pop("b", None), d, d.pop("c"), d, d.pop("c", 1))
for key in ("a", [], Key(1)):
    try:
        {1: 2}.pop(key)
    except (KeyError, TypeError) as error:
        print(type(error).__name__, error)
print({}.pop([], "empty"), {Key(1): 2}.pop(Key(1)), {Key(1): 2}.pop(Key(2), 5))
d = {n: n for n in range(100)}
for n in range(99):
    assert d.pop(n) == n and len(d) == 99 - n
    d[("again", n)] = d.pop(("again", n - 1), n)
    d.pop(("again", n))
print(d, next(iter(d)))

# tuple of a list, and of other things.
items = [1, "a", None]
print(tuple(items), tuple([]), tuple(iter(items)), tuple({1: 2}), tuple("ab"), tuple(range(3)), tuple(tuple(items)) == tuple(items))


class Below(list):
    def __iter__(self):
        return iter("xyz")


print(tuple(Below((1, 2))), tuple(x for x in items))

# The names of the variables of a function.
def some(a, b, /, c, *rest, d=1, **named):
    e = a
    return lambda: e


print(some.__code__.co_varnames, some.__code__.co_varnames is some.__code__.co_varnames, (lambda: 0).__code__.co_varnames)
