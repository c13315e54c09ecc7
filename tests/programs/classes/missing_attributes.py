# Attributes that are asked for and may be missing: hasattr, getattr with a default, __getattr__.
import sys


class Plain:
    kind = "plain"

    def __init__(self):
        self.own = 1

    @property
    def failing(self):
        raise AttributeError("from the getter")

    @property
    def broken(self):
        raise ValueError("broken")


class Asking(Plain):
    def __getattr__(self, name):
        if name.startswith("no"):
            raise AttributeError("refused " + name)
        return "asked " + name


class Deciding(Plain):
    def __getattribute__(self, name):
        if name == "hidden":
            raise AttributeError(name)
        return object.__getattribute__(self, name)


class Slotted:
    __slots__ = ("a", "b")


names = ["own", "kind", "failing", "nothing", "hidden", "other", "__class__", "__dict__", "a"]
slotted = Slotted()
slotted.a = 1
for value in [Plain(), Asking(), Deciding(), slotted, 3, "x", None, Plain, len, sys, [], super]:
    for name in names:
        known = hasattr(value, name)
        found = getattr(value, name, "default")
        try:
            plain = getattr(value, name)
        except AttributeError as error:
            plain = str(error)
        if not isinstance(found, (str, int)):
            found, plain = type(found).__name__, type(plain).__name__
        if name == "own" or known or "refused" in str(plain):
            print(type(value).__name__, name, known, found, plain)
for value in Plain(), Asking():
    for ask in (hasattr, getattr):
        try:
            print(ask(value, "broken"))
        except ValueError as error:
            print(error, error.__context__)
asking = Asking()
try:
    asking.nope
except AttributeError as error:
    print(error, error.__context__)

# What is set, changed and deleted by name.
names = ["x%d" % number for number in range(5)]
plain = Plain()
for turn in range(3):
    for name in names:
        setattr(plain, name, turn)
    print([getattr(plain, name) for name in names], hasattr(plain, "x3"))
    delattr(plain, "x3")
    print(hasattr(plain, "x3"), getattr(plain, "x3", "gone"))
Plain.x3 = "of the class"
print(getattr(plain, "x3"), hasattr(plain, "x3"))
Plain.x1 = property(lambda self: "a property", lambda self, value: print("set", value))
print(getattr(plain, "x1"))
setattr(plain, "x1", 5)
del Plain.x1
print(getattr(plain, "x1"))
Plain.__getattribute__ = lambda self, name: "caught " + name
print(getattr(plain, "x1"), hasattr(plain, "anything"))
del Plain.__getattribute__
print(getattr(plain, "x1"), hasattr(plain, "anything"))
for wrong in (3, None):
    for ask in (hasattr, getattr):
        try:
            ask(plain, wrong)
        except TypeError as error:
            print(error)
match plain:
    case Plain(own=1, missing=2):
        print("no")
    case Plain(own=own):
        print("own", own)


# Calls of objects whose class has a native __call__, and classes with a native __new__.
import functools
from decimal import Decimal


class Pair(tuple):
    __new__ = tuple.__new__


class Marked(Pair):
    def __init__(self, items):
        self.mark = list(items)


class Late(int):
    pass


Late.__new__ = int.__new__
print(Pair([1, 2]), Marked("ab").mark, Late("12"), Late(), Decimal("1.50"), Decimal(3))
for call in (lambda: Pair(1), lambda: Late("x"), lambda: Pair(1, 2), lambda: Late(base=3)):
    try:
        print(call())
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
add = functools.partial(lambda *a, **k: (a, sorted(k.items())), 1, z=2)


@functools.lru_cache(maxsize=2)
def cached(n):
    if n == 3:
        raise KeyError(n)
    return n * 2


for turn in range(3):
    print(add(), add(turn), add(turn, y=1), [cached(n) for n in (1, 2, turn)])
    try:
        cached(3)
    except KeyError as error:
        print("KeyError", error)
    try:
        cached([])
    except TypeError:
        print("TypeError")
print(cached.cache_info())


def gives(n):
    return functools.partial(max, n)


print([gives(n)(3) for n in range(6)], sorted("bca", key=functools.partial(ord)))
