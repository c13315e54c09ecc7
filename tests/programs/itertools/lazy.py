# Iterators take no more than they need, and stay finished.
from itertools import *

log = []


def source(name, items):
    for item in items:
        log.append(f"{name}{item}")
        yield item


def shown(value):
    print(value, log)
    log.clear()


def first(iterator, count):
    return [next(iterator) for _ in range(count)]


c = chain(source("a", [1, 2]), source("b", [3]))
shown(first(c, 1))
shown(list(c))
shown(list(c))
z = zip_longest(source("x", [1]), source("y", [1, 2]))
shown(first(z, 2))
shown(list(z))
s = islice(source("s", range(10)), 2, 8, 3)
shown(next(s))
shown(list(s))
t, u = tee(source("t", [1, 2, 3]))
shown(first(t, 2))
shown(next(u))
shown((list(t), list(u)))
d = dropwhile(lambda x: x < 2, source("d", [1, 2, 1]))
shown(next(d))
shown(list(d))
w = takewhile(lambda x: x < 2, source("w", [1, 2, 1]))
shown(list(w))
shown(list(w))
g = groupby(source("g", [1, 1, 2]))
key, group = next(g)
shown(key)
shown(next(group))
shown([(k, list(v)) for k, v in g])
shown(list(group))
p = pairwise(source("p", [1, 2, 3]))
shown(next(p))
a = accumulate(source("n", [1, 2, 3]), initial=10)
shown(next(a))
shown(next(a))
b = batched(source("k", range(5)), 2)
shown(next(b))
shown(list(b))
k = cycle(source("c", [1, 2]))
shown(first(k, 5))
m = compress(source("m", "abc"), source("q", [0, 1]))
shown(list(m))


def failing():
    yield 1
    raise ValueError("in the middle")


for make in (lambda: chain(failing()), lambda: islice(failing(), 5), lambda: accumulate(failing()),
             lambda: starmap(print, failing()), lambda: pairwise(failing()), lambda: cycle(failing())):
    iterator = make()
    try:
        for item in iterator:
            print("got", item)
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
