# The bases of a class can be replaced: lookups, caches, subclasses follow.
from typing import Generic, NamedTuple, TypeVar


class A:
    def who(self):
        return "A"

    only_a = "from A"


class B:
    def who(self):
        return "B"

    only_b = "from B"


class C(A):
    pass


class D(C):
    def both(self):
        return "D above " + super().who()


class E(D):
    pass


def ask(thing):
    return thing.who()


c, d, e = C(), D(), E()
print([ask(thing) for thing in (c, d, e)], d.both(), e.both(), c.only_a)
C.__bases__ = (B,)
print([ask(thing) for thing in (c, d, e)], d.both(), e.both(), c.only_b)
print(hasattr(c, "only_a"), isinstance(e, A), isinstance(e, B), issubclass(D, A))
print([k.__name__ for k in E.__mro__], C.__base__.__name__, C.__bases__ == (B,))
print([k.__name__ for k in A.__subclasses__()], [k.__name__ for k in B.__subclasses__()])
C.__bases__ = (A, B)
print([ask(thing) for thing in (c, d, e)], c.only_a, c.only_b)
print([k.__name__ for k in E.mro()])
D.__bases__ = D.__bases__
C.__bases__ = (A,)
for _ in range(5):
    C.__bases__ = (B,) if C.__bases__ == (A,) else (A,)
    print(ask(e), end=" ")
print()


class Plain:
    __slots__ = ()


class Slotted:
    __slots__ = ("x",)


class Meta(type):
    pass


for target, bases in [
    (C, [A]), (C, ()), (C, (1,)), (C, (E,)), (C, (C,)), (C, (int,)), (C, (A, A)),
    (D, (A, C)), (Slotted, (list,)), (int, (A,)), (C, (bool,)),
]:
    try:
        target.__bases__ = bases
        print("accepted", target.__name__, bases)
    except TypeError as error:
        print(type(error).__name__, target.__name__, len(str(error)) > 10)
print([k.__name__ for k in E.__mro__])
try:
    del C.__bases__
except TypeError as error:
    print(type(error).__name__)

T = TypeVar("T")


class Pair(NamedTuple, Generic[T]):
    first: T
    second: int = 2

    def total(self):
        return self.first + self.second


print(Pair(1), Pair[int](3, 4).total(), [k.__name__ for k in Pair.__mro__])
print(Pair.__orig_bases__ == (NamedTuple, Generic[T]), isinstance(Pair(1), tuple))


class Point(NamedTuple):
    x: int
    y: int = 0

    def length(self):
        return abs(self.x) + abs(self.y)


print(Point(3), Point(3, -4).length(), Point._fields, Point.__bases__)
