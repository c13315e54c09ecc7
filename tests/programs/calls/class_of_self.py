"""`self.__class__(…)`: instances of all kinds of classes, `__class__` that says something else, calls that fail."""

import enum
import weakref
from threading import Thread


class Bare:
    def again(self, *args, **names):
        return self.__class__(*args, **names)

    def alone(self):
        return self.__class__()

    def one(self, value):
        return self.__class__(value)

    def nested(self, value):
        # What the arguments call lies between the look-up and the call.
        return self.__class__(str(value).strip() + "!")

    def two(self, first, second):
        return self.__class__(first, second)


class Filled(Bare):
    def __init__(self, value, other=5):
        self.value, self.other = value, other


class Made(Bare):
    def __new__(cls, value=1):
        made = super().__new__(cls)
        made.value = value
        return made


class Both(Bare):
    def __new__(cls, *args):
        return super().__new__(cls)

    def __init__(self, value):
        self.value = [value]


class Other(Bare):
    def __new__(cls, value):
        return value


class Text(str, Bare):
    pass


class Marked(str, Bare):
    def __new__(cls, value=""):
        return super().__new__(cls, f"<{value}>")


class Numbers(list, Bare):
    pass


class Small(int, Bare):
    pass


class Wrong(Exception, Bare):
    pass


class Hidden(Bare):
    @property
    def __class__(self):
        return Filled


class Asked(Bare):
    def __getattribute__(self, name):
        return (lambda *args: ("asked", args)) if name == "__class__" else super().__getattribute__(name)


class Meta(type):
    def __call__(cls, *args):
        return "meta", args


class Called(Bare, metaclass=Meta):
    pass


class Colour(enum.Enum):
    RED = 1
    BLUE = 2

    def one(self, value):
        return self.__class__(value)


class Slots(Bare):
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


def shown(value):
    fields = getattr(value, "__dict__", None)
    return f"{type(value).__name__} {value if isinstance(value, (str, int, list, tuple, Exception, enum.Enum)) else ''} {fields}"


def attempt(function, *args):
    try:
        print(shown(function(*args)))
    except Exception as error:
        print(type(error).__name__, error)


changed = Bare()
changed.__class__ = Filled
for instance in [
    Bare(), Filled(1), Made(), Both(1), object.__new__(Other), Text("a"), Marked("a"), Numbers([1]), Small(3), Wrong(1),
    Hidden(), Asked(), object.__new__(Called), Colour.RED, Slots(2), changed,
]:
    for _ in range(3):
        attempt(instance.one, 2)
        if isinstance(instance, Bare):
            attempt(instance.alone)
            attempt(instance.two, 3, 4)
            attempt(instance.nested, " 6 ")
            attempt(instance.nested, (1,))
            attempt(instance.again, 5)
    print()
target = Filled(1)
stands_for = weakref.proxy(target)
attempt(lambda: stands_for.__class__(7))
attempt(lambda: Bare.__class__("New", (), {}))
attempt(lambda: (5).__class__("7"))
attempt(lambda: "".__class__(7))
attempt(lambda: None.__class__())
attempt(lambda: enum.__class__("name"))


def change():
    # A class becomes another between two calls of one place.
    class Thing(Bare):
        pass

    thing = Thing()
    print(type(thing.alone()).__name__, end=" ")
    Thing.__init__ = lambda self: print("init", end=" ")
    print(type(thing.alone()).__name__, end=" ")
    del Thing.__init__
    print(type(thing.alone()).__name__, end=" ")
    Thing.__getattribute__ = lambda self, name: list if name == "__class__" else object.__getattribute__(self, name)
    print(thing.alone(), end=" ")
    del Thing.__getattribute__
    print(type(thing.alone()).__name__, end=" ")
    Thing.__new__ = lambda cls: "new"
    print(thing.alone())


change()
results = [None] * 4


def work(place):
    chain = Marked(place)
    for _ in range(50):
        made = chain.one(len(chain))
        chain = made if len(made) < 9 else chain
    results[place] = (chain, Filled(place).two(place, chain).other)


crew = [Thread(target=work, args=(place,)) for place in range(4)]
for thread in crew:
    thread.start()
for thread in crew:
    thread.join()
print(results)
