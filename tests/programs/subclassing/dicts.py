# Classes below dict.
class Counts(dict):
    def __missing__(self, key):
        return 0

    def add(self, key, by=1):
        self[key] = self[key] + by


c = Counts()
for letter in "abracadabra":
    c.add(letter)
print(c, c["zz"], c.get("zz"), "zz" in c, len(c), type(c), isinstance(c, dict), sorted(c.items()))
print(c == {"a": 5, "b": 2, "r": 2, "c": 1, "d": 1}, {"a": 5} == Counts(a=5), Counts(a=1) != {"a": 1}, Counts({"x": 1}, y=2), Counts([("k", "v")]))
print(dict.__getitem__(c, "q"), c.setdefault("n", 7), c.pop("n"), c.pop("n", "gone"), list(c), list(c.values()), c.keys() & {"a"})
del c["a"]
c.update(Counts(z=26), y=25)
print(c, c | {"w": 1}, type(c | {}), {"w": 1} | Counts(v=2), type({} | Counts()), c.copy(), type(c.copy()))
d = c
d |= {"last": 1}
print(d is c, type(d), c["last"], list(reversed(c))[:2], bool(Counts()), not Counts())
c.note = "n"
print(c.note, c.__dict__, vars(c))
print(dict(c) == c, type(dict(c)), {**c, "m": 1}["m"], (lambda **k: sorted(k))(**Counts(p=1, q=2)), sorted(c)[:2])
for action in (lambda: hash(c), lambda: c.nothing, lambda: c.pop("nope"), lambda: dict.get(5, 1), lambda: Counts(1), lambda: Counts({}, {}), lambda: c < c):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
print(Counts.fromkeys("ab", 1), type(Counts.fromkeys("ab")), "{a}{b}".format_map(Counts(a=1)), "%(a)s %(q)s" % Counts(a=1))


class Default(dict):
    def __init__(self, factory, *args, **keywords):
        super().__init__(*args, **keywords)
        self.factory = factory

    def __missing__(self, key):
        self[key] = value = self.factory()
        return value

    def __repr__(self):
        return f"Default({self.factory.__name__}, {super().__repr__()})"


d = Default(list, a=[1])
d["x"].append(1)
d["x"].append(2)
d["a"] += [5]
print(d, d["x"], d.get("nope"), "nope" in d, sorted(d))


class Strict(dict):
    def __getitem__(self, key):
        return ("get", key)

    def __setitem__(self, key, value):
        print("set", key)
        super().__setitem__(str(key), value)

    def __delitem__(self, key):
        print("del", key)
        super().__delitem__(str(key))

    def __contains__(self, key):
        return key == "magic"

    def __iter__(self):
        return iter(["iterated"])

    def __len__(self):
        return 3

    def keys(self):
        return ["k1"]

    def __eq__(self, other):
        return "equal"

    def get(self, key, default=None):
        return "got"


s = Strict({1: 2})
s[5] = 6
print(s[5], "magic" in s, 5 in s, list(s), len(s), s.get(1), s == 1, dict.__len__(s), dict.__repr__(s), list(dict.keys(s)), s.keys())
del s[5]
s.update({7: 8})
print(dict.__repr__(s), list(s.items()), s.setdefault(9, 9), dict.__contains__(s, 7))
try:
    hash(s)
except TypeError as error:
    print(error)


class Nested(Counts):
    def __missing__(self, key):
        return super().__missing__(key) + 100


print(Nested()["x"], Nested.__mro__)
match Counts(kind="k", rest=1):
    case {"kind": kind, **rest}:
        print(kind, rest)


class Slotted(dict):
    __slots__ = ("extra",)


s = Slotted(a=1)
s.extra = "e"
print(s, s.extra)
try:
    s.other = 1
except AttributeError as error:
    print(error)
