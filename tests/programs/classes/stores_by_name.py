# `setattr` and `object.__setattr__`, again and again at one place.
from dataclasses import FrozenInstanceError, dataclass

plainly = object.__setattr__


def show(*values):
    print(*values)


class Plain:
    pass


class Slots:
    __slots__ = ("x", "y")


class Hooked:
    def __setattr__(self, name, value):
        plainly(self, name, ("hooked", value))


class Refusing:
    __slots__ = ("x", "__dict__")

    def __setattr__(self, name, value):
        raise AttributeError(f"no {name}")


class Computed:
    @property
    def x(self):
        return self.kept

    @x.setter
    def x(self, value):
        plainly(self, "kept", ["set", value])


class Number(int):
    pass


class Broken(Exception):
    pass


def store(how, make):
    for round in range(4):
        instance = make()
        for value in 1, 2, 3:
            try:
                how(instance, "x", value)
                how(instance, "y" + str(value % 2), value)
            except (AttributeError, TypeError) as error:
                show(type(error).__name__, error)
                break
        if round in (0, 3):
            show(how is plainly, make.__name__, getattr(instance, "x", "none"), getattr(instance, "__dict__", None))


for make in Plain, Slots, Hooked, Refusing, Computed, Number, Broken, list, Number:
    store(setattr, make)
    store(plainly, make)

# A store by the one way is none by the other.
for _ in range(3):
    hooked = Hooked()
    plainly(hooked, "x", 1)
    show(hooked.x)
    hooked.x = 2
    show(hooked.x)
    setattr(hooked, "x", 3)
    show(hooked.x)

# The class changes between two stores at one place.


def put(instance, value):
    setattr(instance, "x", value)
    plainly(instance, "x", value + 1)
    return instance.x


changing = Plain()
show([put(changing, n) for n in range(3)])
Plain.x = property(lambda self: "read", lambda self, value: show("written", value))
show([put(changing, n) for n in range(2)])
del Plain.x
show([put(changing, n) for n in range(2)])
Plain.__setattr__ = lambda self, name, value: show("asked", name, value)
show([put(changing, n) for n in range(2)])
del Plain.__setattr__
show([put(changing, n) for n in range(2)], changing.__dict__)


class Descriptor:
    def __set__(self, instance, value):
        show("descriptor", value)


Plain.x = Descriptor()
show([put(changing, n) for n in range(2)])
del Plain.x
changing.__class__ = Hooked
setattr(changing, "x", 9)
show(changing.x)


class Meta(type):
    def __setattr__(cls, name, value):
        show("meta", name)
        super().__setattr__(name, value)


class Made(metaclass=Meta):
    pass


for value in 1, 2:
    setattr(Made, "x", value)
    show(Made.x)
for name in "__class__", "__dict__":
    for way in setattr, plainly:
        instance = Slots() if name == "__class__" else Plain()
        for _ in range(2):
            try:
                way(instance, name, Plain if name == "__class__" else {"z": 1})
                show(name, sorted(instance.__dict__))
            except TypeError as error:
                show(error)


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


@dataclass(frozen=True, slots=True)
class Small:
    x: int


for n in range(3):
    point, small = Point(n, y=n), Small(n)
    show(point, small, hash(point) == hash(Point(n, n)))
    for frozen in point, small:
        try:
            frozen.x = 3
        except FrozenInstanceError as error:
            show(error)
show(all(Point(n).x == n for n in range(1000)))
