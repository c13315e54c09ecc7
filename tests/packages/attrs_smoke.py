# Classes with fields: defaults, validators, converters, order, frozen ones, slots, as dicts.
import attr
from attrs import Factory, asdict, define, evolve, field, frozen, validators


@define
class Point:
    x: int = field(validator=validators.instance_of(int))
    y: int = field(default=2, converter=int)
    tags: list = Factory(list)


assert repr(Point(1)) == "Point(x=1, y=2, tags=[])" and Point(1, "5").y == 5
assert Point(1) == Point(1) and Point(1) != Point(2)
assert asdict(evolve(Point(1), x=9)) == {"x": 9, "y": 2, "tags": []}
try:
    Point("a")
    raise SystemExit("no error")
except TypeError as error:
    assert "must be" in error.args[0]
try:
    Point(1).other = 3
    raise SystemExit("no error")
except AttributeError:
    pass


@frozen(order=True)
class Version:
    major: int
    minor: int = 0


assert Version(1) < Version(1, 1) and len({Version(1), Version(1)}) == 1
try:
    Version(1).major = 2
    raise SystemExit("no error")
except attr.exceptions.FrozenInstanceError:
    pass


@attr.s
class Old:
    a = attr.ib(default=1)
    b = attr.ib()

    @b.default
    def _(self):
        return self.a + 1


assert Old().b == 2 and [f.name for f in attr.fields(Old)] == ["a", "b"]
print("ok")
