# Generators that natives resume, and generators' methods as functions.


def echo():
    x = None
    while True:
        x = yield x


e = echo()
next(e)
print(sorted([3, 1, 2], key=e.send), list(map(e.send, "abc")))
print(max([1, 5, 2], key=e.send), list(filter(e.send, [0, 1, 2])))


def count(n):
    for i in range(n):
        yield i


g = count(5)
print(list(iter(g.__next__, 3)), next(g), next(g, None))
g = count(3)
print([f() for f in [g.__next__] * 3])
print(list(map(next, [count(1), count(2)])), list(map(count(3).send, [None, 1, 2, 3])))


def raises_in_native():
    yield 1
    raise KeyError("in the generator")


for use in (list, tuple, set, sum, sorted, max, dict, any, "".join, enumerate, zip, frozenset, bytes):
    try:
        result = use(raises_in_native())
        result = list(result) if use in (enumerate, zip) else result
        print(use.__name__, result)
    except KeyError as e:
        print(use.__name__, "KeyError", e)
    except TypeError as e:
        print(use.__name__, "TypeError")
a = []
try:
    a.extend(raises_in_native())
except KeyError:
    print(a)
try:
    x, y = raises_in_native()
except KeyError as e:
    print(e)
try:
    x, *y = raises_in_native()
except KeyError as e:
    print(e)
for n in (1, 3):
    try:
        x, y = count(n)
    except ValueError as e:
        print(e)
try:
    [*raises_in_native()]
except KeyError as e:
    print(e)
try:
    print(*raises_in_native())
except KeyError as e:
    print(e)
s = {1}
s.update(count(4))
print(sorted(s), sorted(s.union(count(6))), s.issuperset(count(2)), ",".join(map(str, count(3))))
a[1:1] = count(3)
print(a, a.index(2))
a += count(2)
print(a, 1 in count(3), 9 in count(3), dict(enumerate(count(3))))
d = {}
d.update((i, i * i) for i in range(3))
print(d, dict.fromkeys(count(3), 0), list(zip(count(3), count(2))), list(reversed(list(count(3)))))
print(min(count(5)), sum(count(5), 10), sum((x / 2 for x in count(3)), 0.5), list(zip(*[count(4)] * 2)))


class Custom:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        for i in range(self.n):
            yield i

    def __contains__(self, x):
        return any(x == y for y in self)

    def __getitem__(self, i):
        yield i

    def __call__(self, *args):
        yield from args

    def __enter__(self):
        yield "entered"

    def __exit__(self, *args):
        pass


c = Custom(3)
print(list(c), 2 in c, 5 in c, list(c[7]), list(c(1, 2)), sum(c), [*c, *c])
with c as entered:
    print(list(entered))


def stop_in_map(x):
    raise StopIteration(x)


print(list(map(stop_in_map, [1, 2])))
for x in map(stop_in_map, [1]):
    print("never")


def interleaved():
    a, b = count(3), count(3)
    for x in a:
        yield x
        yield from (y * 10 for y in b)


print(list(interleaved()))


def in_native_in_generator():
    yield sum(x for x in count(4))
    yield sorted((y for y in count(3)), key=lambda v: -v)
    yield list(map(lambda v: next(count(v)), range(1, 3)))


print(list(in_native_in_generator()))


def yields_inside_sort_key():
    order = []

    def key(x):
        order.append(next(numbers))
        return -x

    numbers = count(10)
    yield sorted([1, 2, 3], key=key)
    yield order


print(list(yields_inside_sort_key()))


class Manager:
    def __enter__(self):
        self.g = self.run()
        return next(self.g)

    def __exit__(self, kind, value, traceback):
        if kind is None:
            next(self.g, None)
            return
        try:
            self.g.throw(kind, value, traceback)
        except StopIteration:
            return True

    def run(self):
        try:
            yield "resource"
        except ValueError as e:
            print("handled", e)
        finally:
            print("released")


with Manager() as r:
    print(r)
with Manager() as r:
    raise ValueError("swallowed")
try:
    with Manager() as r:
        raise KeyError("passed on")
except KeyError as e:
    print(e)
