"""`operator.itemgetter`, `attrgetter` and `methodcaller`: items, paths, methods of all kinds, errors."""

import copy
import inspect
import pickle
import threading
from operator import attrgetter, itemgetter, methodcaller


def tried(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except Exception as error:
        return type(error).__name__, str(error)


class Point:
    kind = "point"

    def __init__(self, x, y):
        self.x, self.y = x, y

    @property
    def total(self):
        return self.x + self.y

    def moved(self, by, *, times=1):
        return Point(self.x + by * times, self.y)

    @classmethod
    def made(cls, x):
        return cls(x, x)

    @staticmethod
    def free(*arguments):
        return arguments

    def __getitem__(self, key):
        return (self.x, self.y, key)

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


class Asked:
    def __getattr__(self, name):
        if name == "missing":
            raise AttributeError("not even asked")
        return name.upper


class Own:
    def __getattribute__(self, name):
        return lambda *arguments: (name, arguments)


class Row(list):
    def __getitem__(self, key):
        return "row", key


class Text(str):
    pass


class Index:
    def __index__(self):
        return 1


point = Point(1, 2)
point.inner = Point(3, 4)

# Items.
for container in [(1, 2, 3), [4, 5, 6], "abc", b"xyz", {1: "one", -1: "last"}, range(10), Row([1]), point]:
    print(type(container).__name__, tried(itemgetter(1), container), tried(itemgetter(1, -1), container))
print(itemgetter(slice(1, 3))("abcd"), itemgetter(Index())([7, 8]), itemgetter("k")({"k": 5}))
print(itemgetter(*range(10))(range(20, 40)))
for key, container in [(9, [1]), (9, (1,)), (-2, [1]), ("k", {}), ([], {}), ("a", [1]), (1, 5), (0, "")]:
    print(key, container, tried(itemgetter(key), container), tried(itemgetter(key, key), container))

# Attributes.
print(attrgetter("x")(point), attrgetter("total")(point), attrgetter("kind")(point), attrgetter("real")(5))
print(attrgetter("inner.x", "inner.inner")(point) if hasattr(point.inner, "inner") else "no second inner")
print(attrgetter("x", "inner.y", "inner.total")(point), attrgetter("inner.kind")(point))
print(attrgetter("real")(10**30), attrgetter("real")(True), attrgetter("imag", "numerator")(7))
print(attrgetter("name")(Asked())(), tried(attrgetter("missing"), Asked()))
print(attrgetter("any")(Own())(1), attrgetter(Text("x"))(point), attrgetter("moved")(point)(5))
print(*[name for name in "abcdefghij" if name in "aj"], attrgetter(*["x"] * 10)(point))
for path in ["a", "x.a", "", ".", "x.", ".x", "inner.x.real.imag", "inner.nothing"]:
    print(repr(path), tried(attrgetter(path), point))

# Methods.
print(methodcaller("moved", 5)(point), methodcaller("moved", 5, times=2)(point))
print(methodcaller("made", 7)(point), methodcaller("free", 1, 2)(point), methodcaller("upper")("abc"))
print(methodcaller("sort", key=abs)([1]), methodcaller("split", ",", maxsplit=1)("a,b,c"))
print(methodcaller("name")(Asked()), methodcaller("any", 1)(Own()))
print(methodcaller("__call__", 3)(lambda x: x * 2), methodcaller("made", 1)(Point))
print(tried(methodcaller("nothing"), point), tried(methodcaller("upper", 1), "a"))
print(tried(methodcaller("moved"), point)[0])
chain = methodcaller("__call__", [1, 2])
print(methodcaller("__call__", chain)(lambda x: type(x).__name__), tried(chain, len))

# Arguments.
for kind in (itemgetter, attrgetter, methodcaller):
    getter = kind("x")
    print(kind.__name__, kind.__module__, tried(kind), tried(getter), tried(getter, 1, 2))
    print(tried(kind, 1) if kind is not itemgetter else "any key", callable(getter), getter == kind("x"))
    print(inspect.signature(getter), inspect.signature(kind), isinstance(getter, kind))
    print(tried(setattr, getter, "other", 1)[0], tried(type, "Below", (kind,), {})[0])
print(tried(itemgetter, 1, key=2), tried(attrgetter, "a", key=2), tried(itemgetter(1), [1], key=2))

# Texts and copies.
class Inside:
    def __repr__(self):
        return repr(self.around)


inside = Inside()
for around in (itemgetter(inside), methodcaller("x", inside), methodcaller("x", name=inside)):
    inside.around = around
    print(around)
for getter in (itemgetter(1), itemgetter("a", 2), attrgetter("x"), attrgetter("x", "y.z"),
               methodcaller("m"), methodcaller("m", 1), methodcaller("m", 1, by=2, times=3)):
    print(getter, copy.copy(getter), copy.deepcopy(getter), pickle.loads(pickle.dumps(getter)))
print(itemgetter(1).__reduce__()[1], methodcaller("m", 1).__reduce__()[1], methodcaller("m", 1, b=2).__reduce__()[1])

# As keys of other functions, and by two threads at once.
rows = [(3, "c"), (1, "a"), (2, "b")]
points = [Point(x, -x) for x in (3, 1, 2)]
print(sorted(rows, key=itemgetter(0)), max(rows, key=itemgetter(1)), min(points, key=attrgetter("y")))
print(sorted(points, key=attrgetter("x", "y")), sorted(points, key=methodcaller("__getitem__", 0)))
print(list(map(itemgetter(1), rows)), list(map(attrgetter("total"), points)), list(map(methodcaller("moved", 1), points)))
first, x = itemgetter(0), attrgetter("x")
sums = []


def add_up():
    sums.append(sum(first(row) + x(point) for row in rows * 300 for point in points))


threads = [threading.Thread(target=add_up) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sums)
