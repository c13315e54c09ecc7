"""Attributes that exceptions compute, at places that see many classes; exceptions raised as classes."""


class Hiding(StopIteration):
    value = "of the class"


class Counting(StopIteration):
    @property
    def value(self):
        return "property", self.args


class Below(StopIteration):
    pass


def value_of(error):
    return error.value


def code_of(error):
    return error.code


class Asked(SystemExit):
    def __getattr__(self, name):
        return "asked", name


errors = [StopIteration(1), Hiding(2), Counting(3), Below(4), StopIteration(), Below()]
for _ in range(3):
    print([value_of(error) for error in errors])
with_more = Below(5)
with_more.note = "more"
print(value_of(with_more), with_more.note, with_more.args)
with_more.value = "stored"
print(value_of(with_more), value_of(Below(6)), with_more.args)
errors[0].value = "stored, too"
print([value_of(error) for error in errors])
for error in (ValueError(1), AttributeError("x"), KeyError()):
    try:
        print(value_of(error))
    except AttributeError as missing:
        print(missing)
Below.value = "given later"
print([value_of(error) for error in errors])
del Below.value
print([value_of(error) for error in errors])
print([code_of(error) for error in (SystemExit(1), Asked(2), SystemExit(1, 2), SystemExit())])
for error in (OSError(2, "no", "a", None, "b"), FileNotFoundError(2, "no"), OSError("x"), UnicodeDecodeError("utf-8", b"ab", 0, 1, "bad")):
    for name in ("errno", "strerror", "filename", "filename2", "args", "reason", "object", "start", "__cause__"):
        for _ in range(2):
            found = getattr(error, name, "missing")
        print(name, found, end="; ")
    print()


def args_of(error):
    return error.args


for error in (ValueError(1, 2), Below(7), OSError(3, "text"), ExceptionGroup("g", [ValueError()])):
    print(args_of(error), end=" ")
    error.args = ("other",)
    print(args_of(error))


class Meta(type):
    def __call__(cls, *arguments):
        print("made by the metaclass")
        return super().__call__(*arguments)


class OfMeta(Exception, metaclass=Meta):
    pass


class WithInit(Exception):
    def __init__(self):
        super().__init__("by init")


class WithNew(Exception):
    def __new__(cls):
        made = super().__new__(cls, "by new")
        made.extra = 1
        return made


class Wrong(Exception):
    def __new__(cls):
        return 5


class Asks(Exception):
    def __init__(self, one):
        super().__init__(one)


for kind in (ValueError, StopIteration, OSError, KeyError, OfMeta, WithInit, WithNew, Wrong, Asks, ExceptionGroup,
             UnicodeError, UnicodeDecodeError, SystemExit, KeyboardInterrupt, BaseException, int, "text", Below):
    try:
        raise kind
    except BaseException as error:
        print(type(error).__name__, error.args, error.__context__, error.__traceback__ is not None)
    try:
        try:
            raise LookupError
        except LookupError:
            raise kind from KeyError
    except BaseException as error:
        print(type(error).__name__, repr(error.__cause__), repr(error.__context__))
