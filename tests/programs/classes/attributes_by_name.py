"""hasattr, getattr with a default and setattr, asked again and again while classes and instances change."""
from threading import Thread


class Plain:
    def __init__(self):
        self.a = 1


class Slots:
    __slots__ = ("s",)


class Below(str):
    pass


class Fault(Exception):
    pass


def asked(value, name):
    return hasattr(value, name), getattr(value, name, "absent")


def show(name, *values):
    for _ in range(3):
        answers = [asked(value, name) for value in values]
    print(name, answers)


plain, other, slots, below, fault = Plain(), Plain(), Slots(), Below("x"), Fault(1)
builtin = [1, 2**80, 1.5, "text", b"b", (1,), [1], {1: 2}, {1}, frozenset(), None, True, ..., NotImplemented, 1j]
show("missing", plain, slots, below, fault, Plain, Fault, *builtin)
show("s", slots, plain)
slots.s = 1
show("s", slots)
del slots.s
show("s", slots)

# The instance gets the attribute, loses it, and gets it in a dict.
plain.missing = 2
show("missing", plain, other)
del plain.missing
show("missing", plain, other)
plain.__dict__["missing"] = 3
show("missing", plain, other)
del plain.missing
show("missing", plain, other)
other.__dict__ = {"missing": 4}
show("missing", other)
below.missing = 5
show("missing", below, Below("y"))
fault.missing = 6
show("missing", fault, Fault(2))
Fault.missing = 7
show("missing", fault, Fault(2))

# The class gets the attribute, then `__getattr__`, `__getattribute__`, another base, another class.
third = Plain()
show("later", third)
Plain.later = "of the class"
show("later", third)
del Plain.later
show("later", third)
Plain.__getattr__ = lambda self, name: "asked for " + name
show("later", third)
del Plain.__getattr__
show("later", third)
Plain.__getattribute__ = lambda self, name: "always"
show("later", third)
del Plain.__getattribute__
show("later", third)


class Base:
    pass


class Middle(Base):
    pass


class Rich:
    later = "of the base"


last = Middle()
show("later", last)
Middle.__bases__ = (Rich,)
show("later", last)
last.__class__ = Plain
show("later", last)

# setattr stores where operations have stored, and only there.
for value in range(5):
    setattr(plain, "a", value)
    setattr(other, "a", value)
    setattr(last, "b", value)
print(plain.a, other.a, last.b)


class Watched(Plain):
    pass


watched = [Watched() for _ in range(3)]
setattr(watched[0], "a", 10)
Watched.a = property(lambda self: "property", lambda self, value: print("set", value))
setattr(watched[1], "a", 11)
print([one.a for one in watched], watched[0].__dict__)
del Watched.a
Watched.__setattr__ = lambda self, name, value: print("hook", name, value)
setattr(watched[2], "a", 12)
del Watched.__setattr__
setattr(watched[2], "a", 13)
print([one.a for one in watched])

# One thread gives what another asks for.
shared = Plain()


def give():
    for number in range(200):
        setattr(shared, "flag", number)
        if number < 199:
            del shared.flag


def look():
    for _ in range(500):
        if hasattr(shared, "flag"):
            getattr(shared, "flag", None)


threads = [Thread(target=target) for target in (give, look, look)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(shared.flag)
