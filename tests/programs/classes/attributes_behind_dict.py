# Attributes of a class, read and called through instances whose `__dict__` was asked for: the dict
# may get the name at any time, and lose it again.


class Base:
    kind = "base"

    def method(self):
        return "method"

    def other(self):
        return "other"

    @property
    def total(self):
        return "total"

    @staticmethod
    def free():
        return "free"

    @classmethod
    def made(cls):
        return cls.__name__


class Below(Base):
    kind = "below"


class Asked(Base):
    def __getattr__(self, name):
        return f"asked {name}"


class Slots(Base):
    __slots__ = ("slot",)


def read(value):
    return value.kind, value.method(), value.total, value.free(), value.made(), value.__class__.__name__


def bound(value):
    method = value.method
    return method(), value.method.__self__ is value, value.other.__func__ is Base.other


def repeated(value):
    return [value.method() for _ in range(3)], [value.kind for _ in range(3)]


for make in (Base, Below, Asked, Slots):
    first, second = make(), make()
    second.own = 1
    for value in (first, second):
        value.__dict__
        for _ in range(3):
            print(read(value), bound(value), repeated(value))
    first.kind = "own"
    first.__dict__["method"] = lambda: "of the instance"
    for _ in range(2):
        print(repeated(first), repeated(second), first.other())
    print(bound(second))
    del first.kind, first.method
    print(repeated(first), bound(first))
    second.__dict__.update(kind="updated", other=lambda: "updated")
    print(repeated(second), second.other())
    second.__dict__.clear()
    print(repeated(second), second.other(), vars(second))
    second.__dict__ = {"method": lambda: "another dict", 1: 2}
    print(repeated(second), second.other())

value = Base()
value.__dict__
print([value.method() for _ in range(3)])
Base.method = lambda self: "changed"
print(value.method(), value.method.__self__ is value)
Base.method = "a text"
print(value.method, value.kind)
Base.kind = property(lambda self: "computed")
print(value.kind)
value.__dict__["kind"] = "hidden"
print(value.kind)
Base.kind = "plain"
print(value.kind, Base().kind)
del Base.method
try:
    value.method()
except AttributeError as error:
    print(error)
Base.method = Base.other
print(value.method())
value.__class__ = Below
print(value.kind, value.__class__, type(value))


class Odd(str):
    def __eq__(self, other):
        return str(self) == other

    def __hash__(self):
        return hash("method")


value = Base()
value.__dict__[Odd("method")] = lambda: "odd key"
print(value.other(), Base.other(value))


class Hidden:
    __class__ = property(lambda self: Base)


class Proxy:
    @property
    def __class__(self):
        return type(self.target)

    def __init__(self, target):
        self.target = target


hidden = Hidden()
for _ in range(3):
    print(hidden.__class__, Proxy(1).__class__, Proxy("").__class__, Below().__class__, (1).__class__, "".__class__)


class With:
    def __enter__(self):
        return "entered"

    def __exit__(self, *problem):
        return None


manager = With()
manager.__dict__["__enter__"] = lambda: "not asked"
for _ in range(3):
    with manager as entered:
        print(entered)
