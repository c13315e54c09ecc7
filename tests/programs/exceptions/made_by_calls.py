"""Exceptions that are made by calls of their classes: what they keep, and own ways to make them."""


class Plain(ValueError):
    pass


class Kept(Exception):
    def __init__(self, number, *rest, key=None):
        self.number = number
        self.rest = rest
        self.key = key


class Passing(KeyError):
    def __init__(self, number):
        super().__init__("passed", number)


class Made(Exception):
    def __new__(cls, *arguments):
        made = super().__new__(cls, "made", *arguments)
        made.extra = len(arguments)
        return made


class Meta(type):
    def __call__(cls, *arguments):
        print("called", cls.__name__, arguments)
        return super().__call__(*arguments)


class Metered(Exception, metaclass=Meta):
    pass


def show(error):
    print(type(error).__name__, error.args, vars(error), str(error))


for make in (
    lambda: ValueError(), lambda: ValueError(1), lambda: KeyError("k", 2), lambda: Plain("a", "b"),
    lambda: Kept(1), lambda: Kept(1, 2, 3), lambda: Kept(4, key=5), lambda: Passing(6),
    lambda: Made(7, 8), lambda: Metered(9), lambda: OSError(2, "gone"), lambda: OSError("text"),
    lambda: SystemExit(3), lambda: StopIteration(4), lambda: ExceptionGroup("g", [ValueError(1)]),
):  # fmt: skip
    try:
        raise make()
    except BaseException as error:
        show(error)

wrong = (lambda: ValueError(key=1), lambda: Kept(), lambda: Kept(1, nothing=2), lambda: Plain(x=1))
for make in wrong:
    try:
        make()
    except TypeError as error:
        print(error)
print(StopIteration(4).value, SystemExit(3).code, KeyError("k").args)


# A class changes between two calls.
def changed(*arguments):
    return Plain(*arguments)


def begin(self, *arguments):
    self.args = ("begun", *arguments)


show(Plain(1))
Plain.__init__ = begin
show(Plain(1))
show(changed(2, 3))
Plain.__init__ = lambda self: None
try:
    Plain(1)
except TypeError as error:
    print(error)
del Plain.__init__
show(Plain(1))
Plain.__new__ = lambda cls, *arguments: "no exception"
print(Plain(1))
del Plain.__new__

# Handlers: which one is chosen, what is handled in it, and what it restores.
import sys


def chosen(error, *kinds):
    try:
        try:
            raise error
        except kinds[0]:
            return "first", sys.exception() is error
        except kinds[1:]:
            return "other", sys.exception() is error
    except BaseException as outer:
        return type(outer).__name__, outer.__context__ is error


print(chosen(KeyError(1), LookupError, ValueError), chosen(KeyError(1), OSError, LookupError))
print(chosen(KeyError(1), OSError, TypeError), chosen(KeyError(1), 5, TypeError))
print(chosen(Kept(1), (OSError, (Kept, TypeError)), TypeError), sys.exception())


def nested():
    try:
        raise ValueError("one")
    except ValueError:
        try:
            raise KeyError("two")
        except KeyError:
            inner = sys.exception()
        return repr(inner), repr(inner.__context__), repr(sys.exception())


print(nested(), sys.exception())
