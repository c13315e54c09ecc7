"""One place that calls a method of objects of many shapes, while these change."""

import math
import types


class Base:
    def value(self):
        return "base"

    def scaled(self, factor=2):
        return factor

    def items(self):
        yield self.value()


class First(Base):
    def value(self):
        return "first"


class Second(Base):
    def __init__(self):
        self.kept = 5

    def value(self):
        return self.kept


class Third(Base):
    __slots__ = ("slot",)

    def value(self, extra="none"):
        return extra


class Fourth:
    def __getattr__(self, name):
        return lambda *arguments: (name, arguments)


class Fifth(Base):
    @staticmethod
    def value():
        return "static"

    @classmethod
    def scaled(cls, factor=3):
        return cls.__name__, factor


def value_of(target):
    return target.value()


def scaled_of(target, *factor):
    if factor:
        return target.scaled(factor[0])
    return target.scaled()


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


module = types.ModuleType("module")
module.value = lambda: "of the module"
module.scaled = lambda factor=4: factor * 100
many = [Base(), First(), Second(), Third(), Fourth(), Fifth(), module, Base, math]
for turn in range(3):
    for target in many:
        print(attempt(value_of, target), attempt(scaled_of, target), attempt(scaled_of, target, 7))

# An attribute of the instance hides the method, and goes away again.
first, second = First(), Second()
second.value = lambda: "own"
print([value_of(each) for each in (Base(), first, second, Third())])
del second.value
print([value_of(each) for each in (Base(), first, second, Third())])

# The classes change between the calls of one loop.
answers = []
for turn in range(12):
    if turn == 2:
        First.value = lambda self: "changed"
    if turn == 4:
        del First.value
    if turn == 5:
        Base.value = lambda self: "base changed"
    if turn == 7:
        First.value = len
    if turn == 8:
        First.value = 3
    if turn == 9:
        First.value = property(lambda self: lambda: "of a property")
    if turn == 10:
        first.__class__ = Second
        first.kept = "moved"
    answers.append([attempt(value_of, each) for each in (first, Third(), second)])
for answer in answers:
    print(answer)


# A method that gives its place up to a generator, one that raises, one that calls the place again.
class Deep(Base):
    def __init__(self, depth):
        self.depth = depth

    def value(self):
        if self.depth == 0:
            raise LookupError("the bottom")
        return (self.depth, value_of(Deep(self.depth - 1)) if self.depth > 1 else "near")


class Lazy(Base):
    def value(self):
        yield from (1, 2)


print([attempt(value_of, each) for each in (Deep(3), Deep(0), Base(), Deep(1))])
print([list(each.items()) for each in (Base(), Second(), Deep(2))], list(value_of(Lazy())))


# As deep as it goes.
class Endless(Base):
    def value(self):
        return value_of(Ending() if self is None else self)


class Ending(Endless):
    pass


for target in (Endless(), Ending(), Base(), Endless()):
    print(attempt(value_of, target)[:14])
