"""Instances of classes that define neither `__new__` nor `__init__`, at places that make many of them."""

import abc
import gc


class Bare:
    pass


class Slotted:
    __slots__ = ("a",)


class Below(Bare):
    kind = "below"


class Counted(type):
    made = 0

    def __call__(cls, *arguments):
        Counted.made += 1
        return super().__call__(*arguments)


class OfMeta(metaclass=Counted):
    pass


class Abstract(abc.ABC):
    @abc.abstractmethod
    def method(self): ...


class Finalized:
    ended = 0

    def __del__(self):
        Finalized.ended += 1


def make(kind, times=3):
    made = [kind() for _ in range(times)]
    assert len({id(one) for one in made}) == times
    return type(made[0]).__name__, type(made[-1]) is kind


def refused(kind, *arguments, **named):
    for _ in range(3):
        try:
            made = kind(*arguments, **named)
        except (TypeError, AttributeError) as error:
            message = str(error)
        else:
            message = "made " + type(made).__name__
    return message


for kind in (Bare, Slotted, Below, OfMeta, object):
    print(make(kind))
print(Counted.made)
for kind in (Bare, Slotted, Below, OfMeta, object, Abstract):
    print(refused(kind, 1), "|", refused(kind, a=1), "|", refused(kind))
one, other = Bare(), Bare()
one.a, other.b = 1, 2
print(vars(one), vars(other), vars(Bare()))
slotted = Slotted()
slotted.a = 5
print(slotted.a, refused(lambda: setattr(slotted, "b", 1)))


def dropped():
    for _ in range(10):
        Finalized()


dropped()
gc.collect()
print(Finalized.ended)


def alternating():
    """The class gets and loses its methods between the calls of one place."""
    told = []

    def init(self, value="default"):
        self.value = value

    def new(cls):
        made = object.__new__(cls)
        made.by_new = True
        return made

    for step in range(12):
        if step == 2:
            Bare.__init__ = init
        elif step == 4:
            del Bare.__init__
        elif step == 6:
            Bare.__new__ = new
        elif step == 8:
            del Bare.__new__
        elif step == 10:
            Bare.__init__ = lambda self: setattr(self, "again", step)
        told.append(sorted(vars(Below())))
    del Bare.__init__
    return told


print(alternating())


class Changing(Bare):
    pass


def with_bases():
    class Initialised:
        def __init__(self):
            self.by_base = True

    told = []
    for step in range(4):
        if step == 2:
            Changing.__bases__ = (Initialised,)
        told.append(vars(Changing()))
    return told


print(with_bases())
Abstract.__abstractmethods__ = frozenset()
print(make(Abstract))
Abstract.__abstractmethods__ = frozenset({"method"})
print(refused(Abstract))


def tower():
    """Each call makes a new class: its first instance, and one after it was given an `__init__`."""
    for number in range(3):
        made = type("Made", (), {})
        first = made()
        made.__init__ = lambda self: setattr(self, "number", number)
        print(vars(first), vars(made()))


tower()
