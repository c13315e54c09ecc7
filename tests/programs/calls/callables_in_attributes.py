"""Attributes of instances, modules and classes that are called: functions, classes, objects with `__call__`."""
import functools
import types


class Caller:
    def __init__(self, name):
        self.name = name

    def __call__(self, *arguments, **named):
        return self.name, arguments, named


class Strict:
    def __call__(self, first, second=2):
        return first, second


class Nested:
    def __init__(self, inner):
        self.inner = inner

    def __call__(self, value):
        return self.inner(value) + 1


class Raising:
    def __call__(self):
        raise ValueError("called")


class Static:
    @staticmethod
    def __call__(value):
        return "static", value


class ByDescriptor:
    @property
    def __call__(self):
        return lambda value: ("property", value)


class Meta(type):
    def __call__(cls, *arguments):
        return "meta", cls.__name__, arguments


class Made(metaclass=Meta):
    pass


class Late:
    pass


class Holder:
    shared = Caller("shared")

    def method(self, value):
        return "method", value


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


holder, module = Holder(), types.ModuleType("module")
values = dict(caller=Caller("caller"), strict=Strict(), nested=Nested(Nested(lambda value: value)), static=Static(),
              property=ByDescriptor(), made=Made, function=lambda value: ("function", value), method=holder.method,
              partial=functools.partial(max, 3), text=str, pair=tuple, late=Late(), number=5, raising=Raising())
for name, value in values.items():
    setattr(holder, name, value)
    setattr(module, name, value)
for turn in range(2):
    for place in (holder, module):
        attempt(lambda: place.caller(1))
        attempt(lambda: place.caller(1, two=2))
        attempt(lambda: place.strict(1))
        attempt(lambda: place.strict(1, 3))
        attempt(lambda: place.strict())
        attempt(lambda: place.nested(1))
        attempt(lambda: place.static(1))
        attempt(lambda: place.property(1))
        attempt(lambda: place.made(1))
        attempt(lambda: place.function(1))
        attempt(lambda: place.method(1))
        attempt(lambda: place.partial(1))
        attempt(lambda: place.text(1))
        attempt(lambda: place.pair([1]))
        attempt(lambda: place.late(1))
        attempt(lambda: place.number(1))
        attempt(lambda: place.raising())
    attempt(lambda: holder.shared(1))
    attempt(lambda: Holder.shared(1, 2))
    Late.__call__ = lambda self, value: ("late", value)
del Strict.__call__
attempt(lambda: holder.strict(1))


class Deep:
    def __init__(self):
        self.me = self

    def __call__(self):
        return self.me()


try:
    Deep()()
except RecursionError as error:
    print(type(error).__name__)
