# Pickles of objects that say how they are pickled: the bytes, the order of calls, the errors.
import collections
import copyreg
import dataclasses
import datetime
import decimal
import enum
import fractions
import gc
import hashlib
import io
import pathlib
import pickle
import uuid

log = []


class Plain:
    def __init__(self, value):
        self.value = value


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a, self.b = a, b


class WithState(Plain):
    def __getstate__(self):
        log.append(f"getstate {self.value}")
        return {"value": self.value}

    def __setstate__(self, state):
        log.append(f"setstate {state}")
        self.__dict__.update(state)


class Reduced(Plain):
    def __reduce__(self):
        log.append(f"reduce {self.value!r}")
        return Reduced, (self.value,)


class Named:
    def __new__(cls, *, key):
        return object.__new__(cls)

    def __getnewargs_ex__(self):
        log.append("getnewargs_ex")
        return (), {"key": 1}


class Positioned(tuple):
    def __getnewargs__(self):
        log.append("getnewargs")
        return (tuple(self),)


@dataclasses.dataclass(slots=True, frozen=True)
class Record:
    number: int
    text: str


Point = collections.namedtuple("Point", "x y")


class Colour(enum.Enum):
    RED = 1
    BLUE = "blue"


class Flags(enum.IntFlag):
    A = 1
    B = 2


class Dict(dict):
    pass


class List(list):
    pass


class Set(set):
    pass


class Registered:
    pass


class Outer:
    class Inner:
        pass


class Any:
    """Reduced to what it is told."""

    def __init__(self, reduction):
        self.reduction = reduction

    def __reduce__(self):
        log.append("any")
        return self.reduction() if callable(self.reduction) else self.reduction


def reduce_registered(value):
    log.append("registered")
    return Registered, ()


def set_state(target, state):
    log.append("set_state")
    target.__dict__.update(state)


copyreg.pickle(Registered, reduce_registered)
SINGLE = Any("SINGLE")
KINDS = [
    lambda i: Slots(i, "x"), lambda i: WithState(i), lambda i: Reduced(i), lambda i: Named(key=1),
    lambda i: Positioned((i, i)), lambda i: Record(i, "x"), lambda i: Point(i, [i]),
    lambda i: Colour.RED, lambda i: Colour.BLUE, lambda i: Flags.A | Flags.B,
    lambda i: Dict(a=i), lambda i: List([i]), lambda i: Set([i]), lambda i: Registered(),
    lambda i: Outer.Inner(),
    lambda i: datetime.date(2020, 1, 1 + i % 28), lambda i: datetime.timedelta(i),
    lambda i: decimal.Decimal(i),
    lambda i: fractions.Fraction(i, 7), lambda i: uuid.UUID(int=i),
    lambda i: collections.deque([i, i]), lambda i: collections.OrderedDict(a=i),
    lambda i: collections.defaultdict(int, a=i), lambda i: collections.Counter("aab"),
    lambda i: ValueError(i), lambda i: OSError(2, "no", "file"), lambda i: bytearray(b"abc"),
    lambda i: bytearray(), lambda i: bytearray(70000), lambda i: complex(i, 1), lambda i: range(i),
    lambda i: pathlib.PurePosixPath("/a", str(i)), lambda i: Plain, lambda i: Outer.Inner,
    lambda i: Point, lambda i: Colour, lambda i: type(None), lambda i: ..., lambda i: len,
    lambda i: int, lambda i: reduce_registered, lambda i: NotImplemented, lambda i: Plain(i),
    lambda i: List(range(2500)), lambda i: Dict.fromkeys(range(1500)), lambda i: slice(1, i),
    lambda i: Any((Plain, (i,), None, None, None, None)),
    lambda i: Any((Plain, (i,), {"more": 1}, None, None, set_state)),
    lambda i: Any((List, (), None, iter([i, [i]]), None)),
    lambda i: Any((Dict, (), None, None, iter([(i, 1), (2, [3])]))),
    lambda i: Any((Dict, (), {"x": 1}, iter([]), iter([]))),
    lambda i: SINGLE,
]


def by_library(value, protocol):
    file = io.BytesIO()
    pickle._Pickler(file, protocol).dump(value)
    return file.getvalue()


def same(make, protocol=5):
    """The pickle, whose bytes and calls are those of the library's own pickler."""
    log.clear()
    wanted = by_library(make(), protocol)
    calls = log[:]
    log.clear()
    data = pickle.dumps(make(), protocol)
    assert log == calls, (log, calls)
    assert data == wanted, (data[:300], wanted[:300])
    return data


for protocol in (4, 5):
    for number, kind in enumerate(KINDS):
        data = same(lambda: kind(5), protocol)
        print(protocol, number, hashlib.md5(data).hexdigest(), log[:4])
        log.clear()
        pickle.loads(data)
        same(lambda: [kind(i) for i in range(5)] + [{"a": kind(7), "b": (kind(8),)}], protocol)


def shared():
    one = Slots(1, [2])
    return [one, one, one.b, {"again": one}, (one,), frozenset([Colour.RED])]


def circles():
    knot = Slots(None, None)
    knot.a, knot.b = knot, [knot]
    holder = List()
    holder.append(holder)
    table = Dict()
    table["self"] = table
    inner = []
    point = Point(inner, 1)
    inner.append(point)
    return [knot, holder, table, point, (inner,), Any((tuple, (inner,)))]


def deep(depth=25):
    value = Slots(1, 2)
    for _ in range(depth):
        value = Slots([value], "deep")
    return value


print(len(same(shared)), len(same(circles)), len(same(deep)))
print(len(pickle.dumps(deep(200))))
print(len(same(lambda: [Slots(i, str(i)) for i in range(20000)])))
nested = Slots(0, [])
for _ in range(700):
    nested = [nested]
data = pickle.dumps(nested)
back = pickle.loads(data)
for _ in range(700):
    back = back[0]
print(type(back).__name__)
try:
    for _ in range(10**6):
        nested = [nested]
    pickle.dumps(nested)
except RecursionError as error:
    print("RecursionError")
while type(nested) is list:
    nested = nested[0]


class Collects:
    """Collects memory and makes garbage while others are being written."""

    def __reduce__(self):
        for _ in range(50):
            [[] for _ in range(2000)]
        gc.collect()
        return Collects, ()


texts = [f"text {i}" for i in range(300)]
many = [[text, Slots(text, i), Collects() if i % 50 == 0 else texts] for i, text in enumerate(texts)]
print(pickle.dumps(many) == by_library(many, 5), len(pickle.dumps(many)))


class Fails:
    def __reduce__(self):
        log.append("fails")
        raise ZeroDivisionError("of the program")


class BadKey:
    def __repr__(self):
        return "<key>"


def shown(value):
    """The error of a pickle, which is that of the library's own pickler."""
    found = []
    for dump in (pickle.dumps, by_library):
        log.clear()
        try:
            dump(value, 5)
            found.append(None)
        except Exception as error:
            found.append((type(error), str(error), getattr(error, "__notes__", []), log[:]))
    assert found[0] == found[1], found
    if found[0] is None:
        return ("no error",)
    return found[0][0].__name__, found[0][1].partition(" at 0x")[0], found[0][2]


def local():
    class Local:
        pass

    return Local


for value in (
    Fails(), [1, Fails()], (1, Fails()), {"a": {"b": Fails()}}, {BadKey(): Fails()}, {Fails()},
    frozenset([Fails()]), Slots(1, Fails()), Record(Fails(), 1), Dict(a=Fails()), List([Fails()]),
    Point(1, [Fails()]), collections.deque([Fails()]), Plain(Fails()), [Slots(1, 2), lambda: 1],
    local(), local()(), [Colour.RED, (i for i in ())], Any(None), Any(1), Any((1,)), Any(()),
    Any((1, ())), Any((Plain, [])), Any((1, 2, 3, 4, 5, 6, 7)), Any("missing"),
    Any((copyreg.__newobj__, (Plain,))), 
    Any((Plain, (Fails(),))), Any((Fails, (), Fails())),
):
    print(*shown(value))

for reduction in (
    (Plain, (), None, 5), (Plain, (), None, None, [1]), (Plain, (), None, None, [(1, 2, 3)]),
):
    try:
        pickle.dumps([Any(reduction)])
    except pickle.PicklingError as error:
        print(error, error.__notes__)

# Numbers in place of names.
copyreg.add_extension("__main__", "Slots", 200)
print(same(lambda: [Slots(1, 2), Slots(3, 4)]))
copyreg.remove_extension("__main__", "Slots", 200)
# long
