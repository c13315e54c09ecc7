# functools.lru_cache: what is kept and forgotten, keys, counts, methods, threads.
import copy
import functools
import pickle
import threading
import weakref

calls = []


@functools.lru_cache(maxsize=3)
def f(a, b=0, *rest, **named):
    "Some text."
    calls.append((a, b, rest, named))
    return a, b, rest, tuple(named.items())


def asked():
    got, calls[:] = list(calls), []
    return got


print(f(1), f(1), f(1, 0), f(1, b=0), asked(), f.cache_info())
print(f(2), f(1, 0), f(3), asked(), f.cache_info())
f(1)
print(asked(), f.cache_info())
print(f(1, 2, 3, x=4, y=5), f(1, 2, 3, x=4, y=5), f(1, 2, 3, y=5, x=4), asked())
f.cache_clear()
print(f.cache_info(), f.__name__, f.__doc__, f.__wrapped__(5), asked(), f.cache_parameters())
print(type(f).__name__, type(f).__module__, copy.copy(f) is f, copy.deepcopy(f) is f)
print(pickle.loads(pickle.dumps(f)) is f)
try:
    f([])
except TypeError as error:
    print(error)
print(f.cache_info(), weakref.ref(f)() is f)


@functools.lru_cache(maxsize=None, typed=True)
def typed(x, y=0):
    return type(x).__name__, type(y).__name__


print(typed(1), typed(1.0), typed(True), typed(1, y=1), typed(1, y=1.0), typed(1), typed.cache_info())


@functools.cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(200), fib.cache_info())


@functools.lru_cache(maxsize=0)
def never(x):
    calls.append(x)
    return x


print(never(1), never(1), asked(), never.cache_info())


@functools.lru_cache
def fails(x):
    calls.append(x)
    raise ValueError(x)


for _ in range(2):
    try:
        fails(7)
    except ValueError as error:
        print(error, asked(), fails.cache_info())


class Key:
    "Its hash is asked for once a call, equality only where the hash is the same."

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        calls.append("hash")
        return self.number % 2

    def __eq__(self, other):
        calls.append("eq")
        return self.number == other.number


@functools.lru_cache(2)
def keyed(key):
    return key.number


for number in (0, 0, 2, 4, 1):
    print(keyed(Key(number)), asked().count("hash"), keyed.cache_info().hits)


class Class:
    number = 0

    @functools.lru_cache(maxsize=10)
    def method(self, x=1):
        self.number += 1
        return self.number, x

    @staticmethod
    @functools.cache
    def static(x):
        return x, 1

    @classmethod
    @functools.cache
    def of_class(cls, x):
        return cls.__name__, x


one, other = Class(), Class()
print(one.method(), one.method(), other.method(), one.method(x=2), Class.method(one))
print(Class.static(1), one.static(1), Class.of_class(2), one.of_class(2), Class.static.cache_info())
print(one.method.__self__ is one, Class.method.cache_info())


# A call that changes the cache while it runs.
@functools.lru_cache(2)
def nested(x):
    if x:
        nested(x - 1)
    if x == 3:
        nested.cache_clear()
    return x


print(nested(5), nested.cache_info(), nested(5), nested.cache_info())


# Threads: each call is counted, each result is right.
@functools.lru_cache(maxsize=16)
def square(x):
    return x * x


@functools.lru_cache(maxsize=None)
def cube(x):
    return x ** 3


wrong = []


def work(start):
    for n in range(start, start + 40):
        if square(n % 20) != (n % 20) ** 2 or cube(n % 7) != (n % 7) ** 3:
            wrong.append(n)


threads = [threading.Thread(target=work, args=(7 * n,)) for n in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
info = square.cache_info()
print(wrong, info.hits + info.misses, info.currsize)
info = cube.cache_info()
print(info.hits + info.misses, info.currsize)


class Word(str):
    pass


@functools.lru_cache(maxsize=8, typed=True)
def kinds(value, other=None):
    return type(value).__name__, type(other).__name__


for value in (1, 1.0, True, 1, "a", Word("a"), "a", 1.0, True):
    print(kinds(value), kinds(value, 1), kinds(value, 1.0), kinds(value=value))
print(kinds.cache_info())
