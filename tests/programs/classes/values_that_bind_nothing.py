"""Classes hold values of built-in types that bind to nothing; reads through instances see each change."""

import re
from collections import deque
from threading import Lock, RLock
from types import MappingProxyType


class Holder:
    held = None


class Wide(Holder):
    """Instances with many attributes keep them in a dict."""

    def __init__(self):
        for number in range(300):
            setattr(self, f"a{number}", number)


def read(holder):
    return holder.held


VALUES = [
    re.compile("a+"),
    MappingProxyType({1: 2}),
    2j,
    range(5),
    bytearray(b"x"),
    deque([1]),
    Lock(),
    RLock(),
    re,
]

for holder in (Holder(), Wide()):
    for value in VALUES:
        Holder.held = value
        assert all(read(holder) is value for _ in range(5)), value
        # A function takes its place, then a property, then the value again.
        Holder.held = lambda self: "called"
        assert [read(holder)() for _ in range(3)] == ["called"] * 3
        Holder.held = property(lambda self: "got")
        assert [read(holder) for _ in range(3)] == ["got"] * 3
        Holder.held = value
        assert all(read(holder) is value for _ in range(3)), value
        # The instance's own goes first, as long as it is there.
        holder.held = "own"
        assert [read(holder) for _ in range(3)] == ["own"] * 3
        del holder.held
        assert all(read(holder) is value for _ in range(3)), value


class Hooked(type(re)):
    def __get__(self, instance, owner):
        return "through the module's class"


# A module that becomes a descriptor by its class.
module = type(re)("module")
holder = Holder()
Holder.held = module
assert [read(holder) is module for _ in range(3)] == [True] * 3
module.__class__ = Hooked
print([read(holder) for _ in range(3)])

# A class attribute that goes, and comes as another kind.
Holder.held = re.compile("b")
print([bool(read(holder).match("b")) for _ in range(3)])
del Holder.held
try:
    read(holder)
except AttributeError as error:
    print(error)
Holder.held = staticmethod(len)
print([read(holder)("abc") for _ in range(3)])
