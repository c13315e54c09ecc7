# Generators: iteration, sending, results, states.


def count(n):
    for i in range(n):
        yield i


print(list(count(5)))
print([x * x for x in count(4)])
print(sum(count(10)), max(count(7)), tuple(count(3)), sorted(count(4), reverse=True))
a, b, c = count(3)
print(a, b, c)
first, *rest = count(5)
print(first, rest)
print(*count(4), sep="-")
print({*count(3)}, {**dict(zip(count(2), count(2)))})
print(3 in count(5), 7 in count(5), "".join(str(x) for x in count(3)))


def f(*args, **kwargs):
    return args, kwargs


print(f(*count(3), *count(2), k=1))

g = count(2)
print(iter(g) is g, next(g), next(g), next(g, "end"), next(g, None))
try:
    next(g)
except StopIteration as e:
    print("stop", e.args, e.value)
for x in g:
    print("never")


def accumulate():
    total = 0
    while True:
        got = yield total
        if got is None:
            return "done", total
        total += got


acc = accumulate()
print(next(acc), acc.send(5), acc.send(7))
try:
    acc.send(None)
except StopIteration as e:
    print(e.value, e.args)
try:
    acc.send(3)
except StopIteration as e:
    print("again", e.value)

acc = accumulate()
try:
    acc.send(1)
except TypeError as e:
    print(e)
print(acc.send(None))


def echo():
    x = None
    while True:
        x = yield x
        if x == "stop":
            return


e = echo()
next(e)
print([e.send(v) for v in (1, "two", [3], (4, 5))])
try:
    e.send("stop")
except StopIteration as s:
    print(repr(s))


def empty():
    return
    yield


print(list(empty()), next(empty(), "nothing"))


def result():
    if False:
        yield
    return 42


try:
    next(result())
except StopIteration as e:
    print(e.value)


def with_tuple():
    yield 1
    return (1, 2)


g = with_tuple()
next(g)
try:
    next(g)
except StopIteration as e:
    print(e.value, e.args)


class Fail(Exception):
    pass


def failing():
    yield 1
    raise Fail("inside")


g = failing()
print(next(g))
try:
    next(g)
except Fail as e:
    print("raised", e)
print(next(g, "finished"))


def nested(n):
    if n:
        yield n
        for x in nested(n - 1):
            yield x
        yield -n


print(list(nested(3)))


def tree(t):
    if isinstance(t, list):
        for child in t:
            yield from tree(child)
    else:
        yield t


print(list(tree([1, [2, [3, [4]], 5], [], [[6]]])))

lam = lambda: (yield 5)
print(list(lam()), type(lam()).__name__)
g = (lambda x: [(yield x), (yield x + 1)])(1)
print(next(g), g.send("a"))
try:
    g.send("b")
except StopIteration as e:
    print(e.value)


def defaults(a, b=2, *args, c, d=4, **kw):
    yield a, b, args, c, d, kw


print(list(defaults(1, c=3)), list(defaults(1, 5, 6, 7, c=8, z=9)))
try:
    defaults()
except TypeError as e:
    print(e)


def closure(n):
    total = 0

    def gen():
        nonlocal total
        for i in range(n):
            total += i
            yield lambda: (i, total)

    return gen


fs = list(closure(3)())
print([f() for f in fs])


def many():
    a, b, c, d, e, f, g, h = range(8)
    s = 0
    for i in range(3):
        s += yield (a + i, b, c, d, e, f, g, h, s) or 0
        a += 1


def drive(g, values):
    out = [next(g)]
    for v in values:
        try:
            out.append(g.send(v))
        except StopIteration:
            out.append("end")
    return out


print(drive(many(), [10, 20, 30]))

it = iter(count(3))
print(list(zip(it, it)), list(map(lambda x: x + 1, count(3))), list(filter(None, count(3))))
print(list(enumerate(count(2), 5)), any(x > 1 for x in count(3)), all(count(3)))
print(dict((k, v) for k, v in zip("ab", count(2))))


def gen_in_loop():
    for i in range(3):
        try:
            yield i
        finally:
            print("finally", i)


for x in gen_in_loop():
    print("got", x)


def while_gen():
    n = 0
    while (n := n + 1) < 4:
        if n == 2:
            continue
        yield n
    else:
        yield "else"


print(list(while_gen()))


def yield_in_expressions():
    x = [(yield 1), (yield 2)]
    y = {"a": (yield 3)}
    z = (yield 4) + (yield 5)
    return x, y, z, f"{(yield 6)}!"


g = yield_in_expressions()
v = next(g)
seen = []
try:
    while True:
        seen.append(v)
        v = g.send(v * 10)
except StopIteration as e:
    print(seen, e.value)
