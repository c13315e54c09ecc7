# functools.lru_cache: how often keys are hashed and compared, in which order, and what happens when
# `__hash__` and `__eq__` fail, change the cache, or call it again.
import functools

calls = []


class Key:
    def __init__(self, name, number):
        self.name, self.number = name, number

    def __hash__(self):
        calls.append("hash " + self.name)
        return self.number

    def __eq__(self, other):
        calls.append(f"{self.name} == {getattr(other, 'name', other)}")
        return isinstance(other, Key) and self.number == other.number

    def __repr__(self):
        return self.name


def show(*result):
    got, calls[:] = list(calls), []
    print(*result, got)


a, b, c, twin = Key("a", 1), Key("b", 2), Key("c", 3), Key("twin", 1)


@functools.lru_cache(maxsize=10, typed=True)
def typed(*args, **named):
    calls.append("called")
    return args, named


@functools.lru_cache(maxsize=10)
def plain(*args, **named):
    calls.append("called")
    return args, named


@functools.cache
def endless(*args, **named):
    calls.append("called")
    return args, named


for cached in typed, plain, endless:
    for _ in range(2):
        show(cached())
        show(cached(a))
        show(cached(twin))
        show(cached(a, b))
        show(cached(twin, b))
        show(cached(a, b, c))
        show(cached(a, b, c, a))
        show(cached(a, b, c, a, b))
        show(cached(a, x=b))
        show(cached(twin, x=b))
        show(cached(x=b, y=a))
        show(cached(y=a, x=b))
        show(cached(1, a))
        show(cached(1.0, a))
        show(cached(True, a))
        show(cached((a, 1)))
        show(cached((a, 1.0)))
        show(cached(*[a, b] * 5) == ((a, b) * 5, {}))
        show(cached(Key, int))
        show(cached(None, "x"))
        show(cached(frozenset((1, 2)), None))
    print(cached.cache_info())


# Keys of one hash that are not equal.
class Same:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return 7

    def __eq__(self, other):
        return self.number == other.number


@functools.lru_cache(maxsize=None)
def alike(key, other=0):
    return key.number, other


keys = [Same(number) for number in range(5)]
print([alike(key) for key in keys], [alike(Same(number)) for number in range(5)], alike.cache_info())
print([alike(key, 1) for key in keys], [alike(Same(number), 1) for number in range(5)], alike.cache_info())


# What fails.
class Fails:
    def __init__(self, how):
        self.how = how

    def __hash__(self):
        if self.how == "hash":
            raise ValueError("hashed")
        return 5

    def __eq__(self, other):
        raise ValueError("compared")


class NoHash:
    __hash__ = None


for cached in typed, plain, endless:
    cached.cache_clear()
    for arguments in (
        (Fails("hash"),),
        (1, Fails("hash")),
        (Fails("eq"),),
        (Fails("eq"),),
        (NoHash(),),
        ([],),
        (1, []),
        (1, 2, {}),
    ):
        for named in ({}, {"x": 1}):
            try:
                cached(*arguments, **named)
                print("kept")
            except (TypeError, ValueError) as error:
                print(type(error).__name__, error)
    try:
        cached(1, x=[])
    except TypeError as error:
        print(error)
    print(cached.cache_info().misses, cached.cache_info().currsize)
calls.clear()


# `__hash__` that calls the cache, and `__eq__` that empties it.
class Nested:
    def __hash__(self):
        return len(endless(1, 2)) + 1

    def __eq__(self, other):
        endless.cache_clear()
        return True


one, two = Nested(), Nested()
endless(one, 1)
calls.clear()
show(endless(two, 1) == ((two, 1), {}) or "found", endless.cache_info().currsize)


# Misses with few and with many arguments, and an exception of the function.
@functools.lru_cache(maxsize=2)
def sums(*numbers, **named):
    if not numbers:
        raise LookupError("nothing")
    return sum(numbers) + sum(named.values())


for arguments in ((1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)):
    print(sums(*arguments), sums(*arguments, x=1), sums(*arguments), sums.cache_info())
for _ in range(2):
    try:
        sums()
    except LookupError as error:
        print(error, sums.cache_info())


# Metaclasses that say what the hash of a class is.
class Meta(type):
    def __hash__(cls):
        calls.append("hash of " + cls.__name__)
        return 3

    def __eq__(cls, other):
        calls.append("== of " + cls.__name__)
        return cls is other


class Made(metaclass=Meta):
    pass


typed.cache_clear()
made = Made()
show(typed(Made)[0])
show(typed(Made)[0])
show(typed(made)[0] == (made,))
show(typed(made)[0] == (made,))
