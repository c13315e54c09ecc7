# Stores and reads that call functions of the program: properties, descriptors, __setattr__; what
# they raise, and what a change of the class does to a site that has seen it.


class Guarded:
    def __init__(self):
        self._x = 0

    @property
    def x(self):
        return self._x

    @x.setter
    def x(self, value):
        if value < 0:
            raise ValueError(f"negative: {value}")
        self._x = value


def store(thing, value):
    thing.x = value
    return thing.x


guarded = Guarded()
print([store(guarded, number) for number in range(4)])
try:
    store(guarded, -1)
except ValueError as error:
    print(error, error.__traceback__.tb_next.tb_frame.f_code.co_name)
Guarded.x = property(lambda self: ("other", self._x))
try:
    store(guarded, 7)
except AttributeError as error:
    print(error)
Guarded.x = Guarded.x.setter(lambda self, value: setattr(self, "_x", value * 2))
print(store(guarded, 7))
del Guarded.x
print(store(guarded, 8), guarded.__dict__)


class Noting:
    log = []

    def __setattr__(self, name, value):
        self.log.append((name, value))
        object.__setattr__(self, name, value)


noting = Noting()
print([store(noting, number) for number in range(3)], Noting.log)
del Noting.__setattr__
print(store(noting, 9), Noting.log)


class Field:
    def __init__(self, name):
        self.name = name

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return instance.data[self.name], owner.__name__

    def __set__(self, instance, value):
        instance.data[self.name] = value


class Record:
    x = Field("x")

    def __init__(self):
        self.data = {}


class Below(Record):
    pass


for record in (Record(), Below()):
    print([store(record, number) for number in range(3)], record.__dict__)
try:
    print(Record().x)
except KeyError as error:
    print("KeyError", error)
print(Record.x.name)


class Once:
    """Reads by it give way to an attribute of the instance."""

    def __get__(self, instance, owner):
        instance.x = "kept"
        return "computed"


class Lazy:
    x = Once()


def read(thing):
    return thing.x


lazy = Lazy()
print(read(lazy), read(lazy), read(Lazy()))
Once.__set__ = lambda self, instance, value: print("stored", value)
print(read(lazy))
del Once.__set__
print(read(lazy))


class Fallback:
    x = Field("x")
    data = {}

    def __getattr__(self, name):
        return "fallback", name


class Raising:
    @property
    def x(self):
        raise AttributeError("inner")

    def __getattr__(self, name):
        return "fallback", name


print(read(Raising()), read(Raising()))
try:
    print(read(Fallback()))
except KeyError as error:
    print("KeyError", error)


def many(count):
    # The setter's own stores go the same way.
    guarded = Noting()
    for number in range(count):
        guarded.y = number
    return guarded.y


print(many(1000))
