# Dict methods, views and their messages.
def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


d = {"a": 1, "b": 2}
print(d | {"b": 3, "c": 4}, {"x": 0} | d, d.copy() == d, dict(d, z=5), dict([("k", 1), ("l", 2)]), dict(zip("ab", (1, 2))), dict(a=1), dict({}), dict(d.items()))
e = dict(d)
e |= [("c", 3)]
e.update(d=4)
e.update({"e": 5}, f=6)
e.update([("g", 7)])
e.update(h=8)
print(e, e.pop("a"), e.pop("zz", None), e.popitem(), e.setdefault("q", 9), e.setdefault("q", 1), e.setdefault("n"), e.get("zz"), e.get("b"), e.get("zz", 0))
print(dict.fromkeys("abc"), dict.fromkeys([1, 2], 0), {}.fromkeys("x", []), list(reversed(d)), list(reversed(d.items())), list(reversed(d.values())), list(reversed(d.keys())))
print(d.keys() & {"a"}, d.keys() | {"z"} == {"a", "b", "z"}, d.keys() - ["a"], sorted(d.keys() ^ {"a", "q"}), d.items() & {("a", 1)}, d.keys() == {"a", "b"}, d.keys() <= {"a", "b", "c"}, d.keys() < {"a", "b"}, {"a"} < d.keys(), d.keys() >= {"a"}, d.items() > {("a", 1)}, d.keys() != {"a"})
print(d.keys().isdisjoint({"q"}), d.items().isdisjoint([("a", 1)]), "a" in d.keys(), ("a", 1) in d.items(), 1 in d.values(), ("a", 2) in d.items(), 5 in d.items(), len(d.keys()), len(d.values()), d.keys(), d.values(), d.items())
print(type(d.keys()).__name__, {} == {}, {"a": 1} == {"a": 1.0}, {"a": 1} != {"a": 2}, {1: 2} == {1: 2, 3: 4}, {"a": [1]} == {"a": [1]}, not {}, bool({1: 1}))
print({1: "a", 1.0: "b", True: "c"}, {"a": 1, "b": 2, **{"a": 3}}, {**{}, "x": 1}, {(1, 2): 3}[1, 2], {None: 1, ...: 2}, {frozenset({1}): 1}[frozenset({1})])
print(list(d), [*d], max(d), sorted(d, reverse=True), sum({1: "x", 2: "y"}), list(map(str, {1: 2})), tuple(d), set(d) == {"a", "b"}, "".join(d), len(d), "a" in d, "z" not in d)
f = {}
f["self"] = f
print(f, str({1: {2: {}}}), repr({"k": "v"}), {1: 2}.__repr__(), {1: 2}.__len__(), {1: 2}.__contains__(1), {1: 2}.__getitem__(1), {1: 2}.__eq__({1: 2}), {1: 2}.__or__({3: 4}), {1: 2}.__ror__({3: 4}), {1: 2}.__eq__(5), {1: 2}.__or__(5))
g = {i: i for i in range(5)}
del g[2]
g[2] = "new"
print(g, list(g.items())[-1])
g.clear()
print(g, len(g))
for key in list(d):
    d[key + key] = d.pop(key)
print(d)


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 2

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return f"K{self.n}"


keys = {Key(i): i for i in range(6)}
print(keys, keys[Key(3)], Key(4) in keys, keys.pop(Key(2)), keys, keys.get(Key(2)), list(keys.keys() & {Key(5), Key(9)}))


class Mapping:
    def keys(self):
        return ["x", "y"]

    def __getitem__(self, key):
        return key * 2


print(dict(Mapping()), {**Mapping()}, {1: 1} | dict(Mapping()))
attempt(lambda: {}["missing"])
attempt(lambda: {}.pop("x"))
attempt(lambda: {}.popitem())
attempt(lambda: {}.pop())
attempt(lambda: {}.get())
attempt(lambda: {1: 2} + {})
attempt(lambda: {1: 2} | 5)
attempt(lambda: {} < {})
attempt(lambda: dict(5))
attempt(lambda: dict([1]))
attempt(lambda: dict([(1, 2, 3)]))
attempt(lambda: dict(["abc"]))
attempt(lambda: dict([("a",)]))
attempt(lambda: dict(1, 2))
attempt(lambda: {}.update(5))
attempt(lambda: {}.update([1]))
attempt(lambda: {}.update(1, 2))
attempt(lambda: {}.fromkeys())
attempt(lambda: dict.fromkeys(5))
attempt(lambda: hash({}))
attempt(lambda: {}.keys()[0])
attempt(lambda: {}.foo)
attempt(lambda: {1: 2}.__delitem__(5))
attempt(lambda: {}.keys() + {}.keys())
attempt(lambda: {}.clear(1))
attempt(lambda: {}.copy(x=1))
attempt(lambda: {}.setdefault())
attempt(lambda: {**5})


def changes(action):
    numbers = {1: 1, 2: 2, 3: 3}
    for key in numbers:
        action(numbers, key)


attempt(lambda: changes(lambda numbers, key: numbers.update({key + 10: 0})))
attempt(lambda: changes(lambda numbers, key: numbers.pop(key)))
attempt(lambda: changes(lambda numbers, key: numbers.update({key: 5})))
attempt(lambda: [numbers.clear() for numbers in [{1: 2}] for _ in numbers.values()])
