# Natives are called in several ways: by name, as methods, from modules, as classes; and they fail.
import math

NUMBER = 5


class Text(str):
    pass


class Items(list):
    def append(self, item):
        super().append(("own", item))


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


def methods(l, d, s, t):
    out = []
    l.append(3)
    out.append((l.pop(), l.index(2), l.count(1), len(l)))
    out.append((d.get("a"), d.get("z"), d.get("z", 5), d.setdefault("b", 6), sorted(d.items())))
    out.append((s.upper(), s.find("b"), s.split("b"), s.startswith("a"), "-".join([s, s])))
    out.append((t.count(1), t.index(2)))
    return out


for l in ([1, 2], Items([1, 2])):
    for s in ("abc", Text("abc")):
        for turn in range(2):
            print(methods(l, {"a": 1}, s, (1, 2)))
print(l)


def fails():
    yield attempt(lambda: [].pop())
    yield attempt(lambda: [1].pop(5))
    yield attempt(lambda: [1].pop(1, 2))
    yield attempt(lambda: {}.pop("k"))
    yield attempt(lambda: {}.get())
    yield attempt(lambda: "".join([1]))
    yield attempt(lambda: "a".find())
    yield attempt(lambda: len())
    yield attempt(lambda: len(5))
    yield attempt(lambda: abs("x"))
    yield attempt(lambda: ord("xy"))
    yield attempt(lambda: chr(-1))
    yield attempt(lambda: int("x"))
    yield attempt(lambda: int([]))
    yield attempt(lambda: float("y"))
    yield attempt(lambda: range())
    yield attempt(lambda: range("a"))
    yield attempt(lambda: math.sqrt(-1.0))
    yield attempt(lambda: isinstance(1, 1))
    yield attempt(lambda: isinstance(1))
    yield attempt(lambda: max())
    yield attempt(lambda: max(1, "a"))
    yield attempt(lambda: min([]))
    yield attempt(lambda: tuple(5))
    yield attempt(lambda: list(1, 2))
    yield attempt(lambda: dict(5))
    yield attempt(lambda: sum(["a"]))
    yield attempt(lambda: NUMBER())
    yield attempt(lambda: (5).nothing())
    yield attempt(lambda: math.nothing())


for turn in range(2):
    for failure in fails():
        print(failure)


def classes(n):
    return [int("12"), int(3.9), float(2), str(n), list((1, n)), tuple([n]), dict(a=n), set([n]),
            bool(n), type(n), type(type(n)), range(n), bytes(n), frozenset([1]), complex(1, n)]


for n in (2, 2):
    print(classes(n))


def mixed(n):
    total = 0
    for i in range(n):
        total += len([i] * (i & 3)) + abs(-i) + max(i, 5, 2) - min(i, 5, 9.5) + ord(chr(65 + i % 5))
        total += isinstance(i, int) + isinstance(i, (str, float)) + round(i / 3) + pow(i, 2, 7)
        total += math.floor(i / 2) + math.gcd(i, 12) + int(str(i)) + divmod(i, 7)[1] + hash(i)
    return total


print(mixed(500))
bound = [].append
for i in range(3):
    bound(i)
print(bound.__self__)


class Calls:
    def __init__(self, a, b=2, *rest, c=3, **others):
        self.all = (a, b, rest, c, others)

    def __call__(self, *rest):
        return rest

    def plain(self, a, b=5, c=6):
        return a, b, c

    def rest(self, *rest):
        return rest


def calls(i):
    c = Calls(i)
    return [c.all, Calls(i, 1, 4, 5, c=6, d=7).all, c(1, i), c(), c.plain(i), c.plain(i, 1),
            c.plain(i, c=2), c.plain(1, 2, i), c.rest(), c.rest(i, 2), c.rest(*range(i)),
            attempt(c.plain), attempt(c.plain, 1, 2, 3, 4), attempt(Calls)]


for i in range(3):
    print(calls(i))
