"""`*` and `**` in calls of classes and of objects with a `__call__`."""

import types


class Point:
    def __init__(self, x, y=2, *rest, z=3, **more):
        self.all = x, y, rest, z, more


class Below(Point):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.kind = type(self).__name__


class Slotted:
    __slots__ = ("a",)

    def __init__(self, a):
        self.a = a


class Failing:
    def __init__(self, *args):
        raise KeyError(*args)


class Giving:
    def __init__(self, *args):
        return args or None


class New:
    def __new__(cls, *args, **kwargs):
        made = super().__new__(cls)
        made.all = args, kwargs
        return made


class Meta(type):
    def __call__(cls, *args, **kwargs):
        return "meta", args, kwargs


class Made(metaclass=Meta):
    def __init__(self, a):
        self.a = a


class Plain:
    pass


class Callable:
    def __call__(self, a, b=2, *c, d=4, **e):
        return a, b, c, d, e


class ByStatic:
    __call__ = staticmethod(lambda *args, **kwargs: (args, kwargs))


class ByBuiltin:
    __call__ = sorted


def told(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


def calls(kind, *args, **kwargs):
    return kind(*args, **kwargs)


for round_ in range(3):
    many = list(range(40))
    print(calls(Point, 1).all, calls(Point, *"abcd", z=5, k=6).all, calls(Point, x=1, y=5).all)
    print(len(calls(Point, *many).all[2]), Point(*(1, 2), **{"w": 1}).all, Point(*[7]).all)
    print(calls(Below, 1, y=4).all, calls(Below, 1, y=4).kind, calls(Slotted, a=3).a)
    print(told(lambda: calls(Failing, "k")), told(lambda: calls(Giving, 1)), type(calls(Giving)).__name__)
    print(calls(New, 1, b=2).all, calls(Made, 1, b=2), type(calls(Plain)).__name__)
    print(told(lambda: calls(Plain, 1)), told(lambda: calls(Plain, a=1)))
    print(told(lambda: calls(Point)), told(lambda: calls(Slotted, 1, 2)), told(lambda: calls(Slotted, b=1)))
    print(told(lambda: calls(Point, 1, **{"x": 2})), told(lambda: Point(1, **{3: 4})))
    print(told(lambda: Point(*5)), told(lambda: Point(1, **5)))
    called = Callable()
    print(calls(called, 1), calls(called, 1, 2, 3, d=5, f=6), told(lambda: calls(called)))
    print(calls(ByStatic(), 1, a=2), told(lambda: calls(ByBuiltin())), told(lambda: calls(3, 4)))
    print(calls(types.SimpleNamespace, a=1), calls(dict, a=1), calls(int, "ff", base=16))
    print(calls("{} {a}".format, 1, a=2), calls(sorted, [2, 1], reverse=True), calls(str.upper, "a"))
    names = {f"n{place}": place for place in range(20)}
    print(len(calls(Point, 1, **names).all[4]), len(calls(called, 1, **names)[4]))


class Deep:
    def __init__(self, *args):
        self.below = Deep(*args[1:]) if args else None


def depth(node):
    return 0 if node is None else 1 + depth(node.below)


print(depth(Deep(*range(60))))
Point.__init__ = lambda self, *args, **kwargs: setattr(self, "all", (args, kwargs))
print(calls(Point, 1, z=2).all)
