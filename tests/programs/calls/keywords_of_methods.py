"""Methods called with keyword arguments: every kind of callable that an attribute can be."""

import collections
import functools
import sys
import traceback
import types


class Base:
    def __init__(self, first, *, last="last"):
        self.given = first, last

    def inherited(self, a, b=2, *, c=3):
        return type(self).__name__, a, b, c


class Kinds(Base):
    def __init__(self, **named):
        super().__init__(first=named, last="of Kinds")
        self.function = lambda a, b=2: ("function", a, b)
        self.partial = functools.partial(dict, one=1)
        self.bound = self.plain
        self.native = "{a}-{b}".format
        self.called = Called()
        self.class_ = Base

    def plain(self, a, b=2, *rest, c=3, **more):
        return a, b, rest, c, more

    @classmethod
    def of_class(cls, a, b=2):
        return cls.__name__, a, b

    @staticmethod
    def static(a, b=2):
        return a, b

    @property
    def asked(self):
        return lambda **named: ("asked", named)

    def __getattr__(self, name):
        return lambda *given, **named: (name, given, named)

    class Inner:
        def __new__(cls, a, b=2):
            made = super().__new__(cls)
            made.new = a, b
            return made

        def __init__(self, a=0, b=0):
            self.init = a, b


class Called:
    def __call__(self, a, b=2):
        return "called", a, b


class Frozen(collections.namedtuple("Frozen", "x y")):
    pass


@functools.lru_cache
def cached(a, b=2):
    return "cached", a, b


module = types.ModuleType("module")
module.Base = Base
module.Inner = Kinds.Inner
module.cached = cached
module.function = lambda a, b=2: ("of module", a, b)
module.called = Called()
module.dict = dict
module.sorted = sorted
module.Error = type("Error", (Exception,), {"__init__": lambda self, text, code=1: None})
module.generator = lambda a, b=2: (item for item in (a, b))


def each(kinds, text, numbers):
    yield kinds.plain(1, b=5)
    yield kinds.plain(b=5, a=1)
    yield kinds.plain(1, 2, 3, c=4, d=5)
    yield kinds.plain(a=[kinds.plain(a=1, c=0), kinds.of_class(1, b=0)], c={"a": text})
    yield kinds.inherited(1, c=6)
    yield kinds.of_class(a=1)
    yield Kinds.of_class(1, b=7)
    yield kinds.static(b=1, a=2)
    yield Kinds.static(1, b=8)
    yield Kinds.plain(kinds, a=1)
    yield kinds.asked(a=1, b=2)
    yield kinds.missing(1, a=2)
    yield kinds.function(b=1, a=2)
    yield kinds.partial(two=2)
    yield kinds.bound(a=1, e=2)
    yield kinds.native(b=1, a=2)
    yield kinds.called(b=1, a=2)
    yield kinds.class_(1, last=2).given
    made = kinds.Inner(b=1, a=2)
    yield made.new, made.init
    made = module.Inner(1, b=3)
    yield made.new, made.init
    yield module.Base(first=1).given
    yield module.Base(1, last=0).given
    yield module.cached(1, b=3), module.cached(a=1)
    yield module.function(1, b=3)
    yield module.called(1, b=3)
    yield module.dict(a=1, b=2)
    yield module.sorted(numbers, key=lambda number: -number)
    yield type(module.Error("text", code=2)).__name__
    yield list(module.generator(1, b=3))
    yield text.split(sep=",", maxsplit=1)
    yield text.encode(encoding="utf-16-le", errors="strict")
    yield text.replace(",", ";", count=1)
    numbers.sort(reverse=True)
    yield numbers
    numbers.sort(key=lambda number: number % 3, reverse=False)
    yield numbers
    yield (258).to_bytes(length=3, byteorder="big"), int.from_bytes(b"\1\2", byteorder="little")
    yield Frozen(1, 2)._replace(x=3), Frozen._make([1, 2])._replace(y=0)
    yield functools.reduce(lambda a, b: a + b, numbers, initial=1)
    yield "{x:{w}}|{0}".format(1, x=2, w=3)
    yield sys.intern("a").join("bc").upper().split(sep="A")
    yield text.title().replace("B", "", count=-1).split(sep=",").index("C")
    yield text.strip().lower().title().upper().casefold().swapcase().split(sep=",", maxsplit=-1)
    yield {}.get("a", None), dict.fromkeys("ab", 1) | dict(zip("ab", "cd", strict=True))


def told(call, *given):
    try:
        return call(*given)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


WRONG = [
    lambda kinds: kinds.plain(1, a=2),
    lambda kinds: kinds.plain(b=2),
    lambda kinds: kinds.of_class(1, 2, c=3),
    lambda kinds: kinds.static(c=3),
    lambda kinds: kinds.inherited(1, 2, 3, c=3),
    lambda kinds: kinds.called(c=3),
    lambda kinds: kinds.class_(second=1),
    lambda kinds: module.Base(1, 2, last=3),
    lambda kinds: module.Inner(c=3),
    lambda kinds: module.cached(c=3),
    lambda kinds: "a".split(separator=","),
    lambda kinds: "a".upper(a=1),
    lambda kinds: [].sort(None, reverse=1),
    lambda kinds: (5).missing(a=1),
    lambda kinds: None.split(a=1),
    lambda kinds: kinds.given(a=1),
    lambda kinds: super(Kinds, kinds).missing(a=1),
    lambda kinds: Kinds.plain(a=1),
]


def in_place():
    """The look-up comes first, then the arguments, in their order."""
    order = []

    class Watched:
        def __getattribute__(self, name):
            order.append(name)
            return lambda **named: order.append(sorted(named))

    def noted(value):
        order.append(value)
        return value

    Watched().method(a=noted(1), b=noted(2))
    try:
        (5).missing(a=noted(3))
    except AttributeError:
        order.append("no attribute")
    return order


def suspended():
    kinds = Kinds()
    yield kinds.plain(a=(yield 1), c=(yield 2))
    yield module.Base(first=(yield 3), last=(yield 4)).given


def places():
    try:
        Kinds().static(1, b=2).missing(
            a=1,
        )
    except AttributeError as error:
        return [(frame.line, frame.colno, frame.end_colno) for frame in traceback.extract_tb(error.__traceback__)]


kinds = Kinds(a=1)
print(kinds.given)
for row in each(kinds, "a,b,c", [3, 1, 2]):
    print(row)
for round in range(3):
    again = [str(row) for row in each(kinds, "a,b,c", [3, 1, 2])]
print(len(again), again[0], again[-1])
for wrong in WRONG:
    print(told(wrong, kinds))
print(in_place())
steps = suspended()
print(next(steps), *(steps.send(value) for value in "abc"), steps.send("d"), steps.send("e"))
print(places())
