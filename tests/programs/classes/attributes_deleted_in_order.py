"""Attributes that instances lose, one after the other, as context managers do."""


class Kept:
    def __init__(self):
        self.a, self.b, self.c, self.d = 1, 2, 3, 4


class Slotted:
    __slots__ = ("x", "y", "__dict__")


class Strict:
    __slots__ = ("x",)


def left(instance):
    return sorted(vars(instance).items())


for order in ("abcd", "dcba", "bdac", "abcd"):
    instance = Kept()
    for name in order:
        delattr(instance, name)
        print(order, name, left(instance), hasattr(instance, name), end="; ")
    instance.c = 5
    instance.a = 6
    print(left(instance), instance.c, instance.a)
    del instance.c
    try:
        del instance.c
    except AttributeError as error:
        print(error)

for _ in range(3):
    first, second = Kept(), Kept()
    del first.b, second.c
    first.b, second.c = "b", "c"
    print(left(first), left(second), list(vars(first)), list(vars(second)))

slotted = Slotted()
slotted.x, slotted.y, slotted.z = 1, 2, 3
del slotted.x, slotted.z
print(slotted.y, hasattr(slotted, "x"), vars(slotted))
for instance, name in ((slotted, "x"), (slotted, "z"), (Strict(), "x"), (Strict(), "q"), (Kept(), "e")):
    try:
        delattr(instance, name)
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)
