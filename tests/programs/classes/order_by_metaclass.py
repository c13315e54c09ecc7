# What a metaclass's mro() may answer: a class of another layout would let natives read what is not there.
import collections
import io


def made(order):
    return type("Meta", (type,), {"mro": order})("Made", (), {})


def tell(do):
    try:
        print(do())
    except TypeError as error:
        print("TypeError", error)


class Slotted:
    __slots__ = ("a",)


class Plain:
    x = "of Plain"


class BelowInt(int):
    pass


for base in (int, str, list, dict, set, tuple, float, bytes, BaseException, type, collections.deque,
             property, range, memoryview, complex, Slotted, BelowInt, ValueError):
    tell(lambda: made(lambda cls: [cls, base, object]))
tell(lambda: made(lambda cls: [cls, Plain, object])().x)
tell(lambda: made(lambda cls: (cls, Plain, object))().x)
tell(lambda: made(lambda cls: iter([cls, Plain, object])).__mro__)
tell(lambda: made(lambda cls: "ab"))
tell(lambda: made(lambda cls: [cls, 5]))
tell(lambda: made(lambda cls: 5))
tell(lambda: made(lambda cls: []))
tell(lambda: type("Meta", (type,), {"mro": lambda cls: [cls, Plain, int, object]})("Made", (int,), {})(5) + 1)
