# Classes with a `__new__` called with `*` and `**`: what `__new__` and `__init__` get, and what they
# may do meanwhile.
import traceback


class Made:
    def __new__(cls, *args, **kwargs):
        made = object.__new__(cls)
        made.new = args, kwargs
        return made

    def __init__(self, a, b=0, *rest, **names):
        self.init = a, b, rest, names


class Below(Made):
    pass


class Exact:
    def __new__(cls, a, b):
        self = object.__new__(cls)
        self.sum = a + b
        return self


class Other:
    def __new__(cls, *args):
        return args

    def __init__(self, *args):
        print("never called")


class Another:
    def __new__(cls, *args):
        return Below(*args, by="Another")


class Wrong:
    def __new__(cls, *args):
        return object.__new__(cls)

    def __init__(self, *args):
        return args


class Failing:
    def __new__(cls, *args, where="new"):
        if where == "new":
            raise ValueError(where, args)
        return object.__new__(cls)

    def __init__(self, *args, where):
        raise KeyError(where, args)


class Text(str):
    def __new__(cls, *args):
        self = str.__new__(cls, args[0])
        self.rest = args[1:]
        return self


class Native(list):
    def __new__(cls, *args):
        self = list.__new__(cls)
        self.given = args
        return self


def make(cls, *args, **kwargs):
    return cls(*args, **kwargs)


def shown(made):
    return type(made).__name__, {name: value for name, value in sorted(vars(made).items())}


def attempt(function, *arguments, **names):
    try:
        result = function(*arguments, **names)
        print(shown(result) if hasattr(result, "__dict__") else repr(result))
    except Exception as error:
        print(type(error).__name__, error)


for _ in range(3):
    attempt(make, Made, 1)
    attempt(make, Made, 1, 2, 3, x=4)
    attempt(make, Below, *range(5), b_=1, **{"c": 2})
    attempt(make, Made)
    attempt(make, Made, 1, b=2)
    attempt(make, Made, 1, 2, b=3)
    attempt(make, Exact, 1, 2)
    attempt(make, Exact, 1)
    attempt(make, Exact, 1, 2, 3)
    attempt(make, Exact, a=1, b=2)
    attempt(make, Exact, a=1, c=2)
    attempt(make, Other, 1, 2)
    attempt(make, Another, 1, 2)
    attempt(make, Wrong, 1)
    attempt(make, Failing, 1)
    attempt(make, Failing, 1, where="init")
    attempt(make, Text, "word", 1, 2)
    attempt(make, Native, (1, 2))

print("other iterables")
print(shown(Made(*[1, 2, 3])), shown(Made(*"ab")), shown(Made(*(x for x in (7, 8)))))
print(shown(Made(0, *[1, 2], c=3, **{"d": 4})))

print("what __new__ changes")
items, names = [1, 2], {"x": 1}


class Changing(Made):
    def __new__(cls, *args, **kwargs):
        items.append(3)
        items[0] = "changed"
        names["y"] = 2
        kwargs["z"] = 3
        return super().__new__(cls, *args, **kwargs)


print(shown(Changing(*items, **names)), items, names)
print(shown(Changing(*items, **names)), items, names)

print("one within another")


class Nested(Made):
    def __new__(cls, depth, *args):
        self = object.__new__(cls)
        self.inner = Nested(*(depth - 1, *args)) if depth else args
        return self

    def __init__(self, *args):
        self.args = args


made = Nested(*(50, "a", "b"))
depth = 0
while isinstance(made, Nested):
    depth += made.args[0]
    made = made.inner
print(depth, made)


class Endless:
    def __new__(cls, *args):
        return cls(*args)


try:
    Endless(*(1, 2))
except RecursionError as error:
    print(error)

print("where it is raised")
for where in ("new", "init"):
    try:
        make(Failing, 1, where=where)
    except (ValueError, KeyError) as error:
        for frame in traceback.extract_tb(error.__traceback__):
            print(frame.name, frame.line)


print("many")


class Point:
    def __new__(cls, *args):
        return object.__new__(cls)

    def __init__(self, x, y):
        self.x, self.y = x, y


total = 0
pair = (1, 2)
for number in range(3000):
    point = Point(*pair)
    total += point.x + point.y
    total += Point(*[number, 1]).x
print(total)
