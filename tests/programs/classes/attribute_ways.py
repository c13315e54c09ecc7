# Attributes that lie in no slot of the object itself, read and stored again and again at one site,
# while the classes and the instances change under it.


class Many:
    """More attributes than the first instance has room for."""

    def __init__(self):
        for number in range(40):
            setattr(self, f"a{number}", number)


def read_far(thing):
    return thing.a39, thing.a12


def store_far(thing, value):
    thing.a39 = value
    thing.late = value


first, second = Many(), Many()
for round_ in range(4):
    for thing in (first, second):
        print(read_far(thing), end=" ")
        store_far(thing, round_ * 10)
        print(thing.a39, thing.late)
del first.a12
try:
    read_far(first)
except AttributeError as error:
    print(error)
print(read_far(second))
Many.a12 = "of the class"
print(read_far(first), read_far(second))
Many.a39 = property(lambda self: "property")
print(read_far(first), read_far(second))
try:
    store_far(second, 1)
except AttributeError as error:
    print(error)
del Many.a39
print(read_far(second))


class Open:
    limit = 1

    def __init__(self, **given):
        self.__dict__.update(given)


def read_open(thing):
    return thing.x


def store_open(thing, value):
    thing.x = value


things = [Open(x=1), Open(x=2, y=3), Open()]
for round_ in range(3):
    for thing in things:
        try:
            print(read_open(thing), end=" ")
        except AttributeError as error:
            print(error, end=" ")
        store_open(thing, round_)
        print(thing.x, thing.__dict__)
del things[0].x
Open.x = "of the class"
print([read_open(thing) for thing in things])
things[1].__dict__ = {"x": "other"}
print([read_open(thing) for thing in things])


class Methods:
    def __init__(self):
        self.n = 1

    def method(self):
        return "first", self.n


def bound(thing):
    return thing.method


thing = Methods()
print([bound(thing)() for _ in range(3)])
Methods.method = lambda self: ("second", self.n)
print([bound(thing)() for _ in range(2)])
Methods.method = staticmethod(lambda: "static")
print([bound(thing)() for _ in range(2)])
Methods.method = classmethod(lambda cls: cls.__name__)
print([bound(thing)() for _ in range(2)])
Methods.method = "plain"
print(bound(thing))
Methods.method = lambda self: "third"
print(bound(thing)())
thing.method = "own"
print(bound(thing))
