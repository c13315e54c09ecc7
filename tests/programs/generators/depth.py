# Deep recursion through generators is a RecursionError; long chains and many generators work.
import sys


def deep(n):
    yield n
    for x in deep(n + 1):
        yield x


def count_levels(g):
    n = 0
    for x in g:
        n += 1
        if n > 200:
            return n


print(count_levels(deep(0)))


def infinite(n):
    yield from infinite(n + 1)


try:
    next(infinite(0))
except RecursionError as e:
    print("RecursionError", str(e)[:32])


def infinite_for(n):
    for x in infinite_for(n + 1):
        yield x


try:
    for x in infinite_for(0):
        pass
except RecursionError as e:
    print("RecursionError", str(e)[:32])


def infinite_native(n):
    yield sum(infinite_native(n + 1))


try:
    list(infinite_native(0))
except RecursionError as e:
    print("RecursionError", str(e)[:32])


def recover():
    def level(n):
        try:
            yield from level(n + 1)
        except RecursionError:
            yield "recovered"

    return list(level(0))


print(len(recover()) > 0)
print(list(deep(0).__class__ is type(x for x in ()) for _ in range(2)))

g = iter(range(10))
for _ in range(100):
    g = (x + 1 for x in g)
print(list(g))


def compose(n):
    def gen(source):
        for x in source:
            yield x + 1

    source = [0, 10]
    for _ in range(n):
        source = gen(source)
    return source


print(list(compose(150)))
gens = [(i * j for j in range(3)) for i in range(300)]
print(sum(next(g) + next(g) for g in gens), sum(sum(g) for g in gens))


def primes():
    n = 2
    known = []
    while True:
        if all(n % p for p in known):
            known.append(n)
            yield n
        n += 1


out = []
for p in primes():
    if p > 60:
        break
    out.append(p)
print(out)


def permutations(items):
    if len(items) <= 1:
        yield items
    else:
        for i in range(len(items)):
            for rest in permutations(items[:i] + items[i + 1 :]):
                yield items[i : i + 1] + rest


print(list(permutations("abc")), len(list(permutations("abcde"))))


def hanoi(n, a, b, c):
    if n:
        yield from hanoi(n - 1, a, c, b)
        yield a + c
        yield from hanoi(n - 1, b, a, c)


print("".join(hanoi(3, "a", "b", "c")), sum(1 for _ in hanoi(7, "a", "b", "c")))


def queens(n, row=0, cols=()):
    if row == n:
        yield cols
    for c in range(n):
        if all(c != d and abs(c - d) != row - r for r, d in enumerate(cols)):
            yield from queens(n, row + 1, cols + (c,))


print(next(queens(6)), sum(1 for _ in queens(5)))
