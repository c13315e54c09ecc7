"""`__getattr__` that is no function but a descriptor of the program's, as proxies of web frameworks have it."""

from contextvars import ContextVar
from functools import partial
from operator import attrgetter

events = []


class Lookup:
    def __init__(self, function=None, fallback=None):
        self.function, self.fallback = function, fallback

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        events.append((type(instance).__name__, owner.__name__))
        if instance is None:
            return self
        try:
            target = instance._target()
        except RuntimeError:
            if self.fallback is None:
                raise
            return self.fallback.__get__(instance, owner)
        return partial(self.function, target) if self.function else getattr(target, self.name)


class Proxy:
    __slots__ = ("_target",)

    def __init__(self, variable, name):
        get_name = attrgetter(name)

        def target():
            try:
                found = variable.get()
            except LookupError:
                raise RuntimeError("outside") from None
            return get_name(found)

        object.__setattr__(self, "_target", target)

    __getattr__ = Lookup(getattr)
    __setattr__ = Lookup(setattr)
    __bool__ = Lookup(bool, lambda self: False)
    __len__ = Lookup(len)


class Request:
    kind = "class"

    def __init__(self):
        self.path = "/a"

    @property
    def computed(self):
        return self.path * 2

    @property
    def broken(self):
        return self.missing

    def method(self, *more):
        return self.path, more


class Holder:
    def __init__(self):
        self.request = Request()


variable = ContextVar("variable")
proxy = Proxy(variable, "request")
try:
    proxy.path
except RuntimeError as error:
    print("RuntimeError", error, error.__cause__, error.__suppress_context__)
print(bool(proxy))
token = variable.set(Holder())


def read():
    return proxy.path, proxy.kind, proxy.computed, proxy.method(1), bool(proxy.path)


for _ in range(4):
    print(read())
for name in ("missing", "broken"):
    for _ in range(3):
        try:
            getattr(proxy, name)
        except AttributeError as error:
            print(name, error, error.name)
    try:
        eval(f"proxy.{name}")
    except AttributeError as error:
        print(name, error, error.name, type(error.obj).__name__)
proxy.path = "/b"
print(read(), hasattr(proxy, "path"), hasattr(proxy, "none"), getattr(proxy, "none", 5))
print(events[:3], len(events))


# What is bound may be anything that is called.
class Bound:
    def __init__(self, made):
        self.made = made

    def __get__(self, instance, owner):
        return self.made(instance)


def shapes(made):
    class Shape:
        __getattr__ = Bound(made)

    shape = Shape()

    def read():
        return shape.attribute

    found = []
    for _ in range(3):
        try:
            found.append(read())
        except Exception as error:
            found.append((type(error).__name__, str(error)))
    print(found[0], found[1] == found[0], found[2] == found[0])


class Callable:
    def __call__(self, name):
        return "called " + name

    def method(self, name):
        return "method " + name

    @staticmethod
    def static(name):
        return "static " + name

    @classmethod
    def of_class(cls, name):
        return cls.__name__ + name


def two(name, other=3):
    return name, other


def generates(name):
    yield name


class WithNew:
    def __new__(cls, name):
        return "made " + name


def fails(name):
    raise KeyError(name)


shapes(lambda instance: Callable())
shapes(lambda instance: Callable().method)
shapes(lambda instance: Callable.static)
shapes(lambda instance: Callable().of_class)
shapes(lambda instance: two)
shapes(lambda instance: partial(two, other=4))
shapes(lambda instance: partial(partial(two, 1)))
shapes(lambda instance: "{}!".format)
shapes(lambda instance: str.upper)
shapes(lambda instance: WithNew)
shapes(lambda instance: fails)
shapes(lambda instance: 5)
shapes(lambda instance: lambda: 1)
shapes(lambda instance: list)
shapes(lambda instance: fails(0))
print(type(shapes).__name__, list(partial(generates, 1)()))


class Optional:
    def __get__(self, instance, owner=None, *more):
        return lambda name: (name, len(more))


class WithOptional:
    __getattr__ = Optional()


class Setting:
    def __get__(self, instance, owner):
        return lambda name: "data " + name

    def __set__(self, instance, value):
        raise AttributeError


class WithSetting:
    __getattr__ = Setting()
    own = 1


class Changing:
    __getattr__ = Bound(lambda instance: lambda name: "first")


print(WithOptional().attribute, WithSetting().attribute, WithSetting().own)
changing = Changing()


def change():
    return changing.attribute


print(change(), change())
Changing.__getattr__ = lambda self, name: "function " + name
print(change(), change())
Changing.__getattr__ = Bound(lambda instance: lambda name: "bound again")
print(change(), change())
del Changing.__getattr__
try:
    change()
except AttributeError as error:
    print(error)
