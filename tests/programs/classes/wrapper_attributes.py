# Static and class methods have attributes of their own.
import abc
import functools


def f(a: int):
    """text"""


for kind in (classmethod, staticmethod):
    c = kind(f)
    print(c.__dict__)
    c.foo = 1
    print(c.foo, c.__dict__, vars(c) is c.__dict__)
    c.__doc__ = "other"
    c.__name__ = "g"
    print(c.__doc__, c.__name__, f.__doc__, f.__name__, c.__wrapped__ is f, c.__func__ is f)
    del c.foo
    for act in (
        lambda: c.foo,
        lambda: delattr(c, "foo"),
        lambda: setattr(c, "__func__", 3),
        lambda: setattr(c, "__wrapped__", 3),
    ):
        try:
            act()
        except AttributeError as error:
            print(type(error).__name__)

    class K:
        m = kind(f)
        m.mark = "x"

    print(K.__dict__["m"].mark, K.m.__name__)

    class Below(kind):
        pass

    b = Below(f)
    b.bar = 2
    print(b.bar, b.__wrapped__ is f)


def decorate(wrapped):
    @functools.wraps(wrapped)
    def inner(*a):
        return wrapped(*a)

    return inner


class L:
    @classmethod
    @abc.abstractmethod
    def x(cls):
        pass

    y = staticmethod(decorate(f))


print(L.__dict__["x"].__isabstractmethod__, L.__dict__["y"].__isabstractmethod__)
print(L.y.__wrapped__ is f, L.__dict__["x"].__qualname__)
