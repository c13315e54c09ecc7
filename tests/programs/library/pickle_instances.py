# Pickles of instances: what the native way writes and reads is what the library's does.

import abc
import collections
import copy
import copyreg
import dataclasses
import enum
import io
import pickle
import sys


class Plain:
    def __init__(self, *values):
        for place, value in enumerate(values):
            setattr(self, f"value{place}", value)

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)


class Below(Plain):
    pass


class Empty:
    pass


class Slots:
    __slots__ = ("a", "b")


class Mixed(Slots):
    pass


class State:
    def __init__(self):
        self.told = 1

    def __getstate__(self):
        print("getstate")
        return {"told": 2}

    def __setstate__(self, state):
        print("setstate", state)
        self.told = state["told"] + 1


class Restored:
    def __setstate__(self, state):
        print("setstate", state)


class Arguments:
    def __new__(cls, a):
        print("new", a)
        made = super().__new__(cls)
        made.a = a
        return made

    def __getnewargs__(self):
        return (self.a,)


class Reduced:
    def __reduce__(self):
        return (Plain, (1, 2))


class Asked:
    def __getattr__(self, name):
        if name.startswith("__") and name not in ("__setstate__", "__getnewargs__"):
            raise AttributeError(name)
        print("asked for", name)
        raise AttributeError(name)


class Setting:
    def __setattr__(self, name, value):
        raise TypeError("not to be set")


class Property:
    @property
    def value(self):
        return 1


class Finalized:
    def __del__(self):
        pass


class Registered:
    pass


class Abstract(abc.ABC):
    @abc.abstractmethod
    def method(self):
        pass


class Concrete(Abstract):
    def method(self):
        pass


class Text(str):
    pass


class Outer:
    class Inner:
        pass


class Color(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: int


@dataclasses.dataclass(slots=True)
class Slotted:
    x: int


copyreg.pickle(Registered, lambda value: (Plain, ("registered",)))


def by_library(value, protocol=4):
    target = io.BytesIO()
    pickle.Pickler(target, protocol).dump(value)
    return target.getvalue()


def shown(value, depth=3):
    if depth and hasattr(value, "__dict__") and type(value).__module__ == __name__:
        state = {name: shown(item, depth - 1) for name, item in vars(value).items()}
        return f"{type(value).__qualname__} {state}"
    if depth and isinstance(value, (list, tuple)):
        return str([shown(item, depth - 1) for item in value])
    if depth and isinstance(value, dict):
        return str({shown(key): shown(item, depth - 1) for key, item in value.items()})
    has_address = not depth or type(value).__repr__ is object.__repr__
    return type(value).__name__ if has_address else repr(value)


def both(what, value):
    for protocol in (2, 4, 5):
        try:
            made = pickle.dumps(value, protocol)
            same = made == by_library(value, protocol)
            back = pickle.loads(made)
            from_library = pickle.Unpickler(io.BytesIO(made)).load()
            print(what, protocol, same, shown(back), shown(back) == shown(from_library))
        except Exception as error:
            print(what, protocol, type(error).__name__, error)


mixed = Mixed()
mixed.a = 1
mixed.c = 2
looped = Plain(1)
looped.itself = [looped]
told = Plain(1, 2)
told.__dict__["more"] = vars(told)
property_hidden = Property()
property_hidden.__dict__["value"] = 5
setting = Setting()
setting.__dict__["a"] = 1
deleted = Plain(1, 2, 3)
del deleted.value1
with_methods = Plain(1)
with_methods.__getstate__ = lambda: {"told": "by itself"}
with_methods2 = Plain(1)
vars(with_methods2)["__reduce_ex__"] = lambda protocol: (Plain, (protocol > 1,))
values = {
    "method": with_methods, "other method": with_methods2, "plain": Plain(1, "a", [1, 2], None, 2.5), "below": Below({1: 2}), "empty": Empty(),
    "two": [Plain(1), Plain(2), Below(3), Plain(4)], "mixed": mixed, "looped": looped,
    "its dict": [told, vars(told)], "shared": [Plain(1)] * 3, "state": State(),
    "arguments": Arguments(3), "reduced": Reduced(), "asked": Asked(), "setting": setting,
    "property": property_hidden, "finalized": Finalized(), "registered": Registered(),
    "concrete": Concrete(), "text": Text("a"), "inner": Outer.Inner(), "color": Color.RED,
    "point": Point(1, 2), "frozen": Frozen(3), "slotted": Slotted(4), "deleted": deleted,
    "error": ValueError("a", 1), "counter": collections.Counter("aab"), "restored": Restored(),
    "the class": Plain, "in a tuple": (Plain(1), Plain(1)), "key": {Plain: Plain(1)},
}
for what, value in values.items():
    both(what, value)

many = Plain(*range(200))
both("many", Plain(*range(70)))
print(pickle.loads(pickle.dumps(many)) == many, pickle.dumps(many) == by_library(many, 5))
long = [Plain("x" * 900, number, Below("y" * number)) for number in range(300)]
for protocol in (4, 5):
    print(pickle.dumps(long, protocol) == by_library(long, protocol))
print(pickle.loads(pickle.dumps(long)) == long)

# The parts by themselves.
for value in (Plain(1, 2), Empty(), with_methods, setting, Frozen(3), Slotted(1)):
    made = value.__reduce_ex__(4)
    print(made[0].__name__, made[1], made[2], made[3:], made[2] is vars(value) if made[2] and hasattr(value, "__dict__") else "")
    print(shown(copy.copy(value)), shown(copy.deepcopy(value)))

# A class that is not found under its name.
Hidden = type("Hidden", (), {})
hidden = Hidden()
Hidden.__qualname__ = "Elsewhere"
both("hidden", hidden)
Plain2 = Plain
Plain.__qualname__ = "Plain2"
both("renamed", Plain(1))
Plain.__qualname__ = "Plain"
Local = (lambda: type("Local", (), {"__module__": "nowhere"}))()
both("local", Local())

# Pickles from elsewhere.
for content in (
    b"\x80\x04\x8c\x08__main__\x8c\x05Plain\x93)\x81N.",
    b"\x80\x04\x8c\x08__main__\x8c\x05Plain\x93)\x81}\x8c\x01aK\x01sb.",
    b"\x80\x04\x8c\x08__main__\x8c\x05Plain\x93)\x81}K\x01K\x01sb.",
    b"\x80\x04\x8c\x08__main__\x8c\x08Abstract\x93)\x81.",
    b"\x80\x04\x8c\x08__main__\x8c\x05Plain\x93}\x8c\x01aK\x01sb.",
    b"\x80\x04\x8c\x08__main__\x8c\x05Slots\x93)\x81N}\x8c\x01aK\x01s\x86b.",
    b"\x80\x04\x8c\x08__main__\x8c\x03sys\x93.",
    b"\x80\x04\x8c\x08__main__\x8c\x06nobody\x93)\x81.",
    b"\x80\x04\x8c\x08__main__\x8c\x05Plain\x93K\x01\x85\x81.",
    b"\x80\x04\x8c\x08builtins\x8c\x03int\x93)\x81.",
    b"\x80\x04]}\x8c\x01aK\x01sb.",
    b"\x80\x04\x8c\x08__main__\x8c\x05Plain\x93)\x81}\x8c\x01a]sb\x94h\x00.",
    b"\x80\x04K\x01K\x02\x93.",
    b"\x80\x04\x8c\x08__main__\x8c\x05Plain\x93)\x81}\x8c\x08__dict__K\x01sb.",
    b"\x80\x04\x8c\x08__main__\x8c\x05Plain\x93)\x81}(\x8c\x01aK\x01\x8c\x08__dict__K\x02\x8c\x0b__weakref__K\x03\x8c\x09__class__K\x04\x8c\x05__x__NX\x00\x00\x00\x00Nub.",
):
    try:
        value = pickle.loads(content)
        print(shown(value), sorted(getattr(value, "__dict__", ())) == list(vars(Plain(1))))
        if isinstance(value, Plain):
            value.later = 1
            print(ascii(sorted(object.__getattribute__(value, "__dict__"))), shown(value.later))
    except Exception as error:
        print(type(error).__name__)
