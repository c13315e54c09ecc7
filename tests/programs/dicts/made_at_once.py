# Dicts that a native makes of a list: equal keys, keys that Python code compares, errors.


class Key:
    def __init__(self, text):
        self.text = text

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        return getattr(other, "text", other) == self.text

    def __repr__(self):
        return f"Key({self.text!r})"


class Pair:
    def __iter__(self):
        return iter(("of", "a class"))


print(dict([(1, "a"), (1.0, "b"), (True, "c"), ("x", 1), ["y", 2], "zw"]))
print(dict(((1, 2), (3, 4), (1, 5))))
print(dict([(Key("a"), 1), ("a", 2), ("b", 3), (Key("b"), 4)]))
print(dict([("a", 1), Pair(), iter("no")]))
print(dict([(n % 300, n) for n in range(1000)]) == {n % 300: max(m for m in range(n % 300, 1000, 300)) for n in range(300)})
print(dict([(n, -n) for n in range(5)], a=1), dict([], a=1), dict(()), dict([]))
print(dict.fromkeys([3, 1, 3.0, 2]), dict.fromkeys("hallo", 0), dict.fromkeys(range(3), []), dict.fromkeys({2: 1, 5: 3}))
print(dict.fromkeys([Key("a"), "a", "b"], 7), dict.fromkeys(b"ab"), dict.fromkeys({1}), dict.fromkeys({5: 6}.items()))
print(len(dict.fromkeys(list(range(1000)) * 2)))


class Own(dict):
    def __setitem__(self, key, value):
        print("set", key)
        super().__setitem__(key, value)


print(Own.fromkeys([1, 2]), type(Own.fromkeys("a")), Own([(1, 2)]))

for source in ([(1, 2), (3,)], [(1, 2), (3, 4, 5)], [(1, 2), 7], [([], 1)], ((1, 2), ({}, 3)), [1], "ab", ["ab", "c"]):
    try:
        print(dict(source))
    except Exception as error:
        print(type(error).__name__, error, getattr(error, "__notes__", ""))
for source in ([[]], [1, {}], 5, None):
    try:
        print(dict.fromkeys(source))
    except Exception as error:
        print(type(error).__name__, error)
made = dict.fromkeys([1, 2, 3])
made[4] = 4
del made[1]
made.update([(5, 5), (2, "two")])
print(made, list(made.items()))
