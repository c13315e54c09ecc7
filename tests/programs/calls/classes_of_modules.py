"""Classes that a module holds, called by its name: with `__new__` of Python and of natives, with and
without `__init__`, exceptions, and what happens when that changes."""

import datetime
import types

shelf = types.ModuleType("shelf")
log = []


class Plain:
    def __init__(self, a, b=2):
        self.a, self.b = a, b

    def __repr__(self):
        return f"{type(self).__name__}{tuple(vars(self).values())}"


class New(Plain):
    def __new__(cls, *arguments):
        log.append((cls.__name__, arguments))
        return super().__new__(cls)


class Only:
    def __new__(cls, value=None):
        log.append(("Only", value))
        return value


class Other:
    def __new__(cls, *arguments):
        return Plain(*arguments)


class Child(Other):
    pass


class Pair(tuple):
    pass


class Moment(datetime.datetime):
    pass


class Mistake(ValueError):
    pass


class Told(ValueError):
    def __init__(self, text):
        super().__init__("told: " + text)


class Meta(type):
    def __call__(cls, *arguments):
        return "meta", arguments


class Made(metaclass=Meta):
    pass


class Failing:
    def __new__(cls, value):
        raise KeyError(value)


for kind in (Plain, New, Only, Other, Child, Pair, Moment, Mistake, Told, Made, Failing, datetime.date, ValueError, int,
             datetime.timedelta, OSError):
    setattr(shelf, "Kind", kind)
    for arguments in ((), (3,), (3, 4), (2024, 5, 6), ((1, 2),), ("text",)):
        for turn in range(3):
            log.clear()
            try:
                match arguments:
                    case ():
                        made = shelf.Kind()
                    case (a,):
                        made = shelf.Kind(a)
                    case (a, b):
                        made = shelf.Kind(a, b)
                    case (a, b, c):
                        made = shelf.Kind(a, b, c)
                result = repr(made), type(made).__name__
            except Exception as error:
                result = type(error).__name__, str(error)
        print(kind.__name__, arguments, result, log)

shelf.Kind = Plain
results = []
for turn in range(8):
    results.append(shelf.Kind(turn))
    if turn == 2:
        Plain.__new__ = lambda cls, *arguments: object.__new__(New)
    if turn == 4:
        Plain.__init__ = lambda self, *arguments: setattr(self, "only", arguments)
    if turn == 6:
        Plain.__new__ = lambda cls, *arguments: 5
print(results)


def nested(depth):
    shelf.Depth = depth
    return shelf.Again(depth - 1) if depth else "bottom"


class Again:
    def __new__(cls, depth):
        return nested(depth)


shelf.Again = Again
print(nested(50))
