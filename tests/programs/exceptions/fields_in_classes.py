# The attributes of built-in exceptions have descriptors in their classes: programs find them there,
# classes below may hide them, and some cannot be set or deleted.
import builtins

CLASSES = sorted(
    (value for value in vars(builtins).values() if isinstance(value, type) and issubclass(value, BaseException)),
    key=lambda cls: cls.__name__,
)
for cls in CLASSES:
    own = [
        name for name in sorted(vars(cls))
        if not callable(vars(cls)[name]) and name not in ("__doc__", "__module__", "__weakref__", "__class_getitem__")
    ]
    if own:
        print(cls.__name__, own)
print([name in dir(OSError(1, "a")) for name in ("args", "errno", "characters_written", "__class__", "__dict__", "__doc__")])
print("__class__" in dir(5), "__class__" in dir(int), "__doc__" in dir(object), "__class__" in dir(Exception))
print(StopIteration.value.__get__(StopIteration(3)), OSError.errno.__get__(OSError(2, "text")))
print(OSError.errno.__name__, OSError.errno.__objclass__.__name__)
try:
    OSError.errno.__get__(ValueError())
except TypeError as error:
    print(error)


class Hides(OSError):
    errno = None


hides = Hides()
hides.errno = 5
print(hides.errno, hides.__dict__, vars(OSError)["errno"].__get__(hides))


class HidesArguments(Exception):
    args = 7


hides = HidesArguments(1)
print(hides.args)
hides.args = 3
print(hides.args, hides.__dict__)


class Counts(StopIteration):
    @property
    def value(self):
        return 42


print(Counts(1).value)


def attempt(what, change):
    try:
        print(what, change())
    except Exception as error:
        print(what, type(error).__name__, error)


def changed(exception, name, value):
    setattr(exception, name, value)
    return getattr(exception, name)


def deleted(exception, name):
    delattr(exception, name)
    return getattr(exception, name, "gone")


for exception, name in (
    (ExceptionGroup("a", [ValueError()]), "message"), (ExceptionGroup("a", [ValueError()]), "exceptions"),
    (OSError(1, "a"), "errno"), (OSError(1, "a"), "filename"), (StopIteration(3), "value"),
    (SyntaxError("a"), "msg"), (SyntaxError("a"), "lineno"), (ImportError("a"), "name"), (AttributeError("a"), "obj"),
    (NameError("a"), "name"), (SystemExit(3), "code"), (UnicodeDecodeError("a", b"b", 0, 1, "x"), "start"),
    (UnicodeDecodeError("a", b"b", 0, 1, "x"), "reason"), (UnicodeDecodeError("a", b"b", 0, 1, "x"), "object"),
    (Exception(1), "args"), (Exception(1), "__cause__"), (Exception(1), "__traceback__"),
    (Exception(1), "__suppress_context__"),
):
    what = f"{type(exception).__name__} {name}"
    attempt(what, lambda: changed(exception, name, 5))
    attempt(what, lambda: changed(exception, name, "x"))
    attempt(what, lambda: deleted(exception, name))
error = OSError(1, "a")
print(hasattr(error, "characters_written"))
error.characters_written = 7
print(error.characters_written)


# One place reads attributes of several exceptions, whose classes change meanwhile.
def read(exception, name="errno"):
    try:
        return exception.characters_written if name == "written" else exception.errno
    except AttributeError:
        return "none"


class Below(OSError):
    pass


below = Below(2, "b")
print([read(OSError(1, "a")) for _ in range(3)], [read(below) for _ in range(3)])
Below.errno = 9
print(read(below), read(OSError(1, "a")))
below.errno = 4
print(read(below), below.__dict__)
del Below.errno
print(read(below), below.__dict__, read(Below(3, "c")))
Below.errno = property(lambda self: "made")
print(read(below), read(OSError(1, "a")))
plain, written = OSError(1, "a"), OSError(1, "a")
written.characters_written = 3
print([read(one, "written") for _ in range(3) for one in (written, plain, below)])
