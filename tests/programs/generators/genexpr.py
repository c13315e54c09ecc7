# Generator expressions: scopes, evaluation order, closures.


def show(label, value):
    print("eval", label)
    return value


g = (show("elt", x) for x in show("iter", [1, 2]) if show("if", True))
print("made")
print(next(g))
print(list(g))

try:
    (x for x in 5)
except TypeError as e:
    print("eager:", e)

g = (y for x in [1] for y in 5)
try:
    next(g)
except TypeError as e:
    print("lazy:", e)

print(type(g).__name__, (x for x in []).__name__, (x for x in []).__qualname__)


def f():
    return (x for x in [])


print(f().__qualname__)


class C:
    n = 3
    items = [1, 2, 3]
    good = list(x * 2 for x in items)
    try:
        bad = list(x * n for x in items)
    except NameError as e:
        print(e)
    name = (x for x in [])


print(C.good, C.name.__qualname__)

n = 10
print(list(x + n for x in range(3)))


def outer():
    k = 2
    g = (x * k for x in range(4))
    k = 5
    return list(g)


print(outer())


def nested():
    return [list((x, y) for y in range(x)) for x in range(3)]


print(nested())
print(list((x, y, z) for x in range(2) for y in range(2) if x != y for z in "ab"))
print(list(list(x for x in range(n)) for n in range(3)))


def late():
    fs = list((lambda: x) for x in range(3))
    return [f() for f in fs]


print(late())


def walrus():
    g = (last := x for x in range(5))
    out = list(g)
    return out, last


print(walrus())
print(list(w := x for x in range(2)), w)

x = "outer"
print(list(x for x in range(2)), x)


def unpack():
    return list(a + b for a, b in [(1, 2), (3, 4)])


print(unpack(), list(a for a, *b in ["abc", "de"]))
print(sum(i for i in range(100)), min(len(s) for s in ["aa", "b"]), max((i for i in range(3)), default=0))
print(sorted((c for c in "hello"), reverse=True), sorted(set(c for c in "aab")), tuple(i for i in range(3)))
print(any(i > 2 for i in range(5)), all(i < 2 for i in range(5)))
it = iter(range(10))
print(any(i == 3 for i in it), list(it))


def capture_arg(arg, *more, key=1):
    return list((arg, more, key, i) for i in range(1))


print(capture_arg(1, 2, 3, key=4))


def free_only(n):
    def inner():
        return sum(n for _ in range(3))

    return inner()


print(free_only(7))


def uses_first_iterable_name(x):
    return list(x for x in x)


print(uses_first_iterable_name([1, 2]))


def yields_genexpr():
    for i in range(2):
        yield (i + j for j in range(2))


print([list(g) for g in yields_genexpr()])
print([list(g) for g in [(i for i in range(n)) for n in range(3)]])

g = (1 / d for d in (1, 0))
print(next(g))
try:
    next(g)
except ZeroDivisionError as e:
    print(e)
print(list(g))

g = (i for i in range(3))
g2 = (i * 10 for i in g)
print(next(g2), next(g), next(g2), list(g), list(g2))

class Meta:
    x = 5
    y = list(x for _ in range(1)) if False else "skipped"


def deep():
    a = 1
    def mid():
        b = 2
        return (a + b + c for c in (d for d in (10, 20)))
    return list(mid())


print(deep())
try:
    print(list(undefined for _ in [1]))
except NameError as e:
    print(e)


def unbound():
    g = (later for _ in [1])
    try:
        return list(g)
    except NameError as e:
        print(type(e).__name__, e)
    later = 1


unbound()


def deletes():
    value = 3
    g = (value for _ in range(2))
    print(next(g))
    del value
    try:
        next(g)
    except NameError as e:
        print(e)


deletes()
