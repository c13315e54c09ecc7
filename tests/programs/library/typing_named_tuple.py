# Named tuples of typing: defaults, methods, annotations, generic ones; bases that stay the same.
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Point(NamedTuple):
    """A place."""

    x: int
    y: int = 7

    def norm(self):
        return abs(self.x) + abs(self.y)


point = Point(3)
print(point, point.norm(), point._replace(y=1), point == (3, 7))
print(Point.__bases__, Point._fields, Point._field_defaults, Point.__doc__)
print(Point.__orig_bases__[0] is NamedTuple)
print(Point._make([1, 2])._asdict(), Point.__match_args__)


class Pair(NamedTuple, Generic[T]):
    first: T
    second: T

    def swapped(self):
        return Pair(self.second, self.first)


pair = Pair(1, 2).swapped()
print(pair, Pair.__bases__, Pair[int](4, 5), Pair.__parameters__, isinstance(pair, tuple))
first, second = pair
print(first, second, hash(pair) == hash((2, 1)), pair + (3,), Pair.__annotations__)

for name, body in [
    ("Late", {"__annotations__": {"a": int, "b": int}, "a": 1, "__module__": "m"}),
    ("Hidden", {"__annotations__": {"_a": int}, "__module__": "m"}),
]:
    try:
        print(type(Point)(name, Point.__orig_bases__[0].__mro_entries__((NamedTuple,)), body))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)

Color = NamedTuple("Color", [("red", int), ("name", str)])
print(Color(1, "a"), Color.__annotations__)


class Base:
    pass


class Below(Base, int):
    pass


Below.__bases__ = Below.__bases__
Below.__bases__ = (Base, int)
print(Below.__bases__ == (Base, int), Below.__mro__ == (Below, Base, int, object))
