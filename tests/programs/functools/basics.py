import functools
from functools import partial, reduce, lru_cache, cache, wraps, cmp_to_key, total_ordering, singledispatch, cached_property, partialmethod

print(reduce(lambda a, b: a + b, [1, 2, 3]), reduce(lambda a, b: a * b, [], 7))
try:
    reduce(lambda a, b: a, [])
except TypeError as error:
    print(error)
p = partial(int, base=2)
print(p("101"), p.func, p.args, p.keywords)
q = partial(lambda *a, **k: (a, k), 1, x=2)
print(q(3, y=4), partial(q, 5)(6), q(x=9))
calls = []


@lru_cache(maxsize=2)
def square(n):
    calls.append(n)
    return n * n


print([square(n) for n in (1, 2, 1, 3, 2, 1)], calls, square.cache_info(), square.__name__, square.cache_parameters())
square.cache_clear()
print(square.cache_info())


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.cache_info().currsize)


def logged(function):
    @wraps(function)
    def inner(*args):
        "inner doc"
        return function(*args)
    return inner


@logged
def documented(a):
    "outer doc"
    return a


print(documented.__name__, documented.__doc__, documented.__wrapped__(3))
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))


@total_ordering
class Version:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n


print(Version(1) <= Version(2), Version(2) > Version(1), Version(1) >= Version(2))


@singledispatch
def show(value):
    return "other"


@show.register
def _(value: int):
    return "int"


@show.register(list)
def _(value):
    return "list"


print(show(1), show([]), show("x"), show(True))


class Circle:
    made = 0

    @cached_property
    def area(self):
        Circle.made += 1
        return 3

    def power(self, base, exponent):
        return base ** exponent

    square = partialmethod(power, exponent=2)


c = Circle()
print(c.area, c.area, Circle.made, c.square(5))
