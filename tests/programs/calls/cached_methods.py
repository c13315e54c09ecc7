# Methods whose results lru_cache keeps: calls, bound methods, what binds and what does not.
import functools


class Counted:
    calls = []

    def __init__(self, name):
        self.name = name

    @functools.lru_cache(maxsize=None)
    def squared(self, x, *more, plus=0):
        self.calls.append((self.name, x))
        return x * x + plus + sum(more)

    @functools.lru_cache
    def nothing(self):
        return self.name

    @staticmethod
    @functools.lru_cache
    def free(x):
        return -x

    @classmethod
    @functools.lru_cache
    def made(cls, x):
        return cls.__name__, x

    @property
    @functools.lru_cache
    def shown(self):
        return f"<{self.name}>"


class Below(Counted):
    def squared(self, x):
        return super().squared(x) + 1


a, b = Counted("a"), Counted("b")
for _ in range(3):
    for each in a, b:
        print(each.squared(3), each.squared(3, plus=1), each.squared(x=4), each.squared(2, 3, 4), each.nothing(),
              each.free(5), each.made(6), each.shown)
print(Counted.calls, Counted.squared.cache_info(), Counted.made(1), Counted.squared(a, 3))
print(Below("c").squared(5), Below("c").made(2))
bound = a.squared
print(type(bound).__name__, bound(3), bound.__self__ is a, bound.__func__ is Counted.squared, Counted.squared is vars(Counted)["squared"])
a.squared = lambda x: "own"
print(a.squared(3), b.squared(3))
del a.squared
print(a.squared(3))
for wrong in lambda: a.nothing(1), lambda: a.squared(), lambda: a.squared([]), lambda: Counted.squared():
    try:
        print(wrong())
    except TypeError as error:
        print(error)


class Bound:
    """What is called is what `__get__` gives."""

    def __init__(self, function):
        self.function = functools.lru_cache(function)

    def __call__(self, *arguments):
        return "called", arguments

    def __get__(self, instance, owner):
        return functools.partial(self.function, "bound")


class Held:
    tried = Bound(lambda *arguments: arguments)
    part = functools.partial(lambda *arguments: arguments, 1)


held = Held()
print(held.tried(2), Held.tried(3))
cached = functools.lru_cache(lambda *arguments: len(arguments))
held.cached = Held.on_class = cached
print(held.cached(1), held.on_class(1), Held.on_class(1))
Held.on_class = 5
try:
    held.on_class()
except TypeError as error:
    print(error)
