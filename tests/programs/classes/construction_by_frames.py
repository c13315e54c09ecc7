# Classes with __new__ and __init__ of the program, below object and built-in classes, called with
# and without names.
import traceback


class Both:
    made = 0

    def __new__(cls, *args, **kwargs):
        Both.made += 1
        self = object.__new__(cls)
        self.new = (args, sorted(kwargs.items()))
        return self

    def __init__(self, a, b=2, *, c=3):
        self.values = (a, b, c)


class Other(Both):
    def __new__(cls, a, **kwargs):
        return 7 if a == 0 else super().__new__(cls, a, **kwargs)


class Below(Both):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.below = True


for _ in range(3):
    both = [Both(1), Both(1, c=5), Both(a=1, b=4), Other(0), Other(1, b=3), Below(1, b=9), Below(a=8)]
print([one if one == 7 else (type(one).__name__, one.new, one.values) for one in both], Both.made)


def attempt(function):
    for _ in range(2):
        try:
            print(function())
        except Exception as error:
            frames = [entry.name for entry in traceback.extract_tb(error.__traceback__)]
            print(type(error).__name__, error, frames)


class Returns:
    def __new__(cls, value):
        return object.__new__(cls)

    def __init__(self, value):
        return value


class Raises:
    def __new__(cls, *, when):
        if when == "new":
            raise ValueError("in new")
        return object.__new__(cls)

    def __init__(self, when):
        raise ValueError("in init")


class NativeInit(dict):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls)


attempt(lambda: type(Returns(None)).__name__)
attempt(lambda: Returns(1))
attempt(lambda: Returns(value=1))
attempt(lambda: Raises(when="new"))
attempt(lambda: Raises(when="init"))
attempt(lambda: Both())
attempt(lambda: Both(1, d=4))
attempt(lambda: NativeInit(a=1, b=2))
attempt(lambda: NativeInit([(1, 2)]))


class Counted(list):
    def __init__(self, first, *rest, last=None):
        self.last = last
        self.append(first)
        self.extend(rest)


class Plain(dict):
    pass


class Tags(set):
    def __init__(self, text=""):
        super().__init__(text.split())


class Key(str):
    def __init__(self, text, note=None):
        self.note = note


for _ in range(2):
    print(Counted(1), Counted(1, 2, last=3).last, Plain(), Plain(a=1), Plain([(1, 2)]), sorted(Tags("b a")), Tags())
attempt(lambda: Counted())
attempt(lambda: Counted(1, first=2))
attempt(lambda: Key("x").note)
attempt(lambda: Plain(1))


class Iterable:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return self.items


class Generating:
    def __iter__(self):
        yield from (1, 2)


class Nexting:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration
        return self.n


class Failing:
    def __iter__(self):
        raise LookupError("no iterator")


class Blocked:
    __iter__ = None

    def __getitem__(self, index):
        return index


def collect(value):
    return [item * 2 for item in value]


def loop(value):
    found = []
    for item in value:
        found.append(item)
    return found


for make in (lambda: Iterable(iter([1, 2])), Generating, Nexting, Failing, Blocked,
             lambda: Iterable([1]), lambda: Iterable(None), lambda: Iterable(Nexting())):
    attempt(lambda: (collect(make()), loop(make())))


def recursive(depth):
    class Deep:
        def __new__(cls, depth):
            return object.__new__(cls)

        def __init__(self, depth):
            self.below = Deep(depth=depth - 1) if depth else None

    return Deep(depth)


deep, levels = recursive(50), 0
while deep:
    deep, levels = deep.below, levels + 1
print(levels)


class Simple:
    def __init__(self, a, b=2, *rest, c=3, **more):
        self.values = a, b, rest, c, more


class Strict:
    def __init__(self, a, b):
        self.values = a, b


for kind in (Simple, Strict):
    attempt(lambda: kind(a=1, b=5).values)
    attempt(lambda: kind(1, b=6).values)
    attempt(lambda: kind(1, d=6).values)
    attempt(lambda: kind(b=6).values)
    attempt(lambda: kind(1, 2, 3, c=7, e=8).values)
    attempt(lambda: kind(1, a=2).values)
Simple.__init__ = lambda self, x: setattr(self, "values", ("other", x))
attempt(lambda: Simple(x=1).values)
attempt(lambda: Simple(a=1).values)
del Simple.__init__
attempt(lambda: Simple(x=1))
Simple.__new__ = lambda cls, x: ("made", x)
attempt(lambda: Simple(x=1))


def nested(depth):
    if depth == 0:
        return Strict(a=0, b=None)
    return Strict(b=nested(depth - 1), a=depth)


chain, total = nested(100), 0
while chain is not None:
    total += chain.values[0]
    chain = chain.values[1]
print(total)
