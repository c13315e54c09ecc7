# What sites have learnt must not outlive a change of the class, the module, or the instance.
import math


class Base:
    limit = 1

    def who(self):
        return "base"

    @staticmethod
    def fixed(x):
        return ("static", x)

    @classmethod
    def made(cls, x):
        return (cls.__name__, x)

    @property
    def size(self):
        return "size of base"


class Below(Base):
    pass


class Other:
    limit = "other"

    def who(self):
        return "other"

    def fixed(self, x):
        return ("method", x)

    def made(self, x):
        return ("made", x)

    size = "plain"


def ask(things):
    found = []
    for thing in things:
        found.append((thing.limit, thing.who(), thing.fixed(1), thing.made(2), thing.size))
    return found


def ask_classes(classes):
    return [(c.limit, c.fixed(3) if c is not Other else None, c.made.__name__) for c in classes]


things = [Base(), Below(), Other()]
for turn in range(3):
    print(ask(things))
    print(ask_classes([Base, Below, Other]))
Base.limit = 2
print(ask(things))
Below.limit = 3
print(ask(things))
del Below.limit
print(ask(things))
Below.who = lambda self: "below"
print([thing.who() for thing in things], ask(things)[1])
del Below.who
print([thing.who() for thing in things], ask(things)[1])
Base.fixed = lambda self, x: ("now a method", x)
print(ask(things))
Base.size = property(lambda self: "another size")
print(ask(things))
things[1].__dict__["size"] = "hidden by the property"
print(ask(things))
Base.size = "a plain value"
print(ask(things))
things[0].who = lambda: "own"
things[2].__dict__["who"] = lambda: "own in the dict"
for turn in range(2):
    print(ask(things))
del things[0].who
del things[2].who
print(ask(things))


class Late:
    pass


def test(a, b):
    return (a == b, a != b, bool(a), a in [b], len({a: 1, b: 2}))


x, y = Late(), Late()
print(test(x, y), test(x, x))
Late.__bool__ = lambda self: False
print(test(x, y), test(x, x))
Late.__eq__ = lambda self, other: True
Late.__hash__ = lambda self: 7
print(test(x, y), test(x, x))
del Late.__eq__, Late.__bool__
print(test(x, y), test(x, x))


class Missing:
    def __init__(self):
        self.there = 1


def read(thing):
    try:
        return thing.absent
    except AttributeError as error:
        return str(error)


m = Missing()
print(hasattr(m, "absent"), getattr(m, "absent", "default"), read(m))
Missing.__getattr__ = lambda self, name: "made of " + name
print(hasattr(m, "absent"), getattr(m, "absent", "default"), read(m))
Missing.absent = "in the class"
print(hasattr(m, "absent"), getattr(m, "absent", "default"), read(m))


def root(x):
    return math.sqrt(x)


print([root(4.0), root(9.0)])
before = math.sqrt
math.sqrt = lambda x: ("patched", x)
print([root(4.0), root(9.0)])
math.sqrt = before
print([root(4.0), root(9.0)])


class Top:
    def __init__(self, log):
        log.append("top")

    def speak(self, word="word"):
        return "top " + word


class Left(Top):
    def __init__(self, log):
        super().__init__(log)
        log.append("left")

    def speak(self, word="left"):
        return "left, " + super().speak(word)


class Right(Top):
    def __init__(self, log):
        super().__init__(log)
        log.append("right")

    def speak(self, word="right"):
        return "right, " + super().speak(word)


class Bottom(Left, Right):
    def speak(self):
        return super().speak()


for cls in (Top, Left, Right, Bottom, Bottom):
    log = []
    thing = cls(log)
    print(cls.__name__, log, thing.speak())
del Right.speak
print(Bottom([]).speak())
del Left.speak
print(Bottom([]).speak())
try:
    super(Left, thing).nothing()
except AttributeError as error:
    print(error)
