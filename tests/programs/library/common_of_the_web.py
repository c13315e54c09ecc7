"""What libraries of the web use again and again: partial objects, answers of abstract classes, texts to bytes and
back, classes below `property`, `self.__class__()`, weak references, fields of format strings."""

import _string
import collections
import collections.abc
import functools
import gc
import pickle
import string
import weakref
from abc import ABC, ABCMeta
from contextvars import ContextVar, copy_context
from functools import partial


# ---- partial objects
def shown(*args, **kwargs):
    return args, kwargs


for made in (
    partial(shown),
    partial(shown, 1),
    partial(shown, 1, 2, 3, 4),
    partial(shown, 1, b=2),
    partial(shown, b=2, a=1),
    partial(partial(shown, 1, b=2), 3, b=4),
    partial(print, sep="-"),
    partial(getattr, "x"),
    partial(int, base=2),
):
    print(type(made).__name__, made.func.__name__, made.args, made.keywords, made.__dict__)
print(partial(shown, 1, b=2)(3, c=4), partial(int, base=2)("101"), partial(getattr, 5)("real"))
print(partial(getattr, 5, "none")(7), partial(max, 1, 2)(3), partial(max, 1, 2)(3, 4))
for call in (
    lambda: partial(),
    lambda: partial(5),
    lambda: partial(func=shown),
    lambda: partial.__new__(),
    lambda: partial.__new__(partial),
    lambda: partial.__new__(int, shown),
    lambda: partial(getattr, 5)(),
    lambda: partial(getattr, 5)("none"),
    lambda: partial(getattr, 5, "a", "b")("none"),
    lambda: partial(shown, functools.Placeholder),
):
    try:
        print(call())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__)
held = partial(shown, functools.Placeholder, 2)
print(held(1, 3), partial(held, 7)(8))


class Below(partial):
    def __setattr__(self, name, value):
        super().__setattr__(name, value)

    def __call__(self, *args):
        return "below", super().__call__(*args)


class Initialised(partial):
    def __init__(self, *args):
        self.more = args


class WithCall:
    def __call__(self, *args):
        return "object", args


print(Below(shown, 1)(2), Initialised(shown, 1).more[1:], partial(WithCall(), 1)(2))
print(partial(WithCall().__call__, 1)(2), partial(WithCall)()(3), partial(partial.__call__, partial(shown))(1))
made = partial(shown, 1, k=2)
made.attribute = 3
again = pickle.loads(pickle.dumps(partial(max, 1)))
print(made.attribute, again(5), repr(partial(max, 1, key=None)) == f"functools.partial({max!r}, 1, key=None)")
made.__setstate__((max, (1, 2), {}, {"x": 1}))
print(made(3), made.x)
print(list(map(partial(pow, 2), range(5))), sorted("bca", key=partial(ord)))


# ---- isinstance with abstract classes
class Sized:
    def __len__(self):
        return 1


class Lying:
    @property
    def __class__(self):
        return dict


class Registered:
    pass


class Abstract(ABC):
    pass


class OwnMeta(ABCMeta):
    def __instancecheck__(cls, instance):
        return "own"


class OwnSub(ABCMeta):
    def __subclasscheck__(cls, subclass):
        print("asked for", subclass.__name__)
        return super().__subclasscheck__(subclass)


class WithMeta(metaclass=OwnMeta):
    pass


class WithSub(metaclass=OwnSub):
    pass


def answers(value):
    kinds = (Abstract, WithMeta, collections.abc.Mapping, collections.abc.Sized, collections.abc.Callable)
    return [isinstance(value, kind) for kind in kinds] + [isinstance(value, (int, collections.abc.Sized))]


for value in (1, "a", {}, Sized(), Lying(), Registered(), Abstract(), len, Sized):
    print(type(value).__name__, answers(value), answers(value) == answers(value))
Abstract.register(Registered)
print(answers(Registered()), answers(1))
collections.abc.Mapping.register(Sized)
print(answers(Sized()), answers(Registered()))
for _ in range(2):
    print(isinstance(1, WithSub), isinstance(WithSub(), WithSub))
kept = ABCMeta.__instancecheck__
ABCMeta.__instancecheck__ = lambda cls, instance: True
print(isinstance(1, Abstract))
ABCMeta.__instancecheck__ = kept
print(isinstance(1, Abstract))
moved = Sized()
print(isinstance(moved, Abstract), end=" ")
moved.__class__ = Registered
print(isinstance(moved, Abstract))

# ---- texts to bytes and back
for encoding in ("latin1", "latin-1", "iso-8859-1", "ISO-8859-1", "ascii", "utf-8", "utf8"):
    print("abc".encode(encoding), b"abc".decode(encoding), "abc".encode(encoding=encoding, errors="replace"))
print(b"a\xffb".decode(errors="replace"), b"\xe9".decode("latin1"), "\xe9".encode("latin1"), "\u20ac".encode("latin1", errors="replace"))
print(b"ab".decode(encoding="latin1"), b"\xc3\xa9".decode(encoding="utf-8", errors="ignore"), bytearray(b"x").decode(errors="ignore"))
for call in (
    lambda: b"a".decode(error="x"),
    lambda: b"a".decode("utf-8", encoding="utf-8"),
    lambda: b"a".decode(errors=5),
    lambda: b"a".decode(encoding=None),
    lambda: "a".encode(errors=b""),
    lambda: "a".encode(encoding="none"),
    lambda: "\u20ac".encode("latin1"),
    lambda: b"\xff".decode(errors="strict"),
):
    try:
        print(call())
    except (TypeError, LookupError, UnicodeError) as error:
        print(type(error).__name__, error)


# ---- classes below property
class cached(property):
    def __init__(self, fget, name=None):
        super().__init__(fget)
        self.__name__ = name or fget.__name__

    def __set__(self, instance, value):
        instance.__dict__[self.__name__] = value

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        own = getattr(instance, "__dict__", None)
        if self.__name__ not in own:
            own[self.__name__] = self.fget(instance)
        return own[self.__name__]


class WithCached:
    count = 0

    @cached
    def value(self):
        "doc"
        WithCached.count += 1
        return WithCached.count


instance = WithCached()
print(instance.value, instance.value, WithCached().value, WithCached.value.__name__, WithCached.value.fget.__name__)
instance.value = 9
print(instance.value, vars(instance), WithCached.value.__doc__, WithCached.value.fset)


class Named(property):
    fget = "own"
    __name__ = "a name"


def fields(found):
    return found.fget, found.fset, getattr(found, "__name__", None)


for _ in range(3):
    print(fields(Named(len)), fields(property(len))[1:], fields(cached(len))[1:])


class Slotted:
    __slots__ = ("a",)


class WithDict(Slotted):
    pass


class OwnDict:
    __dict__ = property(lambda self: {"own": 1})


for value in (Slotted(), WithDict(), OwnDict(), 5, len, shown, string.Formatter, ValueError()):
    print(type(value).__name__, type(getattr(value, "__dict__", None)).__name__, hasattr(value, "__dict__"))
print(getattr(OwnDict(), "__dict__"), getattr(weakref.proxy(instance), "__dict__") is vars(instance))


# ---- self.__class__()
class Bare:
    def again(self):
        return self.__class__()

    def more(self, *args):
        return self.__class__(*args)


class Filled(Bare):
    def __init__(self, value=1):
        self.value = value


class Made(Bare):
    def __new__(cls):
        return "made"


class Text(str, Bare):
    pass


class Abstracted(Bare, ABC):
    pass


for kind in (Bare, Filled, Text, Abstracted):
    made = kind().again()
    print(type(made).__name__, vars(made), repr(str(made)) if kind is Text else "")
print(Made(), Filled().more(3).value)
try:
    Bare().more(1)
except TypeError as error:
    print(error)

# ---- weak references and variables of contexts
target = Filled()
reference = weakref.ref(target)


class Subclass(weakref.ref):
    def __call__(self):
        return "sub", super().__call__()


sub = Subclass(target)
print(reference() is target, sub()[0], sub()[1] is target, reference.__call__() is target)
try:
    reference(1)
except TypeError as error:
    print("TypeError")
del target
gc.collect()
print(reference(), sub())
variable, other = ContextVar("variable"), ContextVar("other", default=4)
print(variable.get(3), other.get(), other.get(5), copy_context().run(variable.get, 6))
variable.set(None)
print(variable.get(3), copy_context().run(variable.get), list(copy_context().values()))
try:
    ContextVar.get(5)
except TypeError as error:
    print("TypeError")


# ---- format strings of a class below str
class Marked(str):
    def __getitem__(self, place):
        raise ValueError("a slice")

    def __str__(self):
        return "other"

    def __eq__(self, other):
        raise ValueError("a comparison")

    __hash__ = str.__hash__


print(list(_string.formatter_parser(Marked("a{b.c[0]!r:>{w}}{{d"))))
first, rest = _string.formatter_field_name_split(Marked("b.c[0][x]"))
print(first, list(rest))
print(string.Formatter().vformat(Marked("{0:>5}|{x}|{}"[:7]), ("a",), {"x": 2}))


# ---- exceptions with an `__init__` and attributes of their own
class Failure(Exception):
    code = None

    def __init__(self, description=None, response=None):
        super().__init__()
        if description is not None:
            self.description = description
        self.response = response


class BadKey(Failure, KeyError):
    def __init__(self, arg=None, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if arg is None:
            KeyError.__init__(self)
        else:
            KeyError.__init__(self, arg)


class BadFile(OSError):
    def __init__(self, *args, extra=None):
        super().__init__(*args)
        self.extra, self.filename = extra, "a file"


class BadSyntax(SyntaxError):
    def __init__(self, text, line=3):
        super().__init__(text)
        self.lineno = line
        self.own = line


class Group(ExceptionGroup):
    def __init__(self, message, errors, more=1):
        self.more = more


class Hidden(AttributeError):
    name = "of the class"

    def __init__(self, name="given"):
        self.name = name


class Setting(Exception):
    def __init__(self, value=(1, 2)):
        self.args = value
        self.__cause__ = KeyError(value)
        self.__notes__ = ["note"]
        self.extra = value


class Failing(Exception):
    def __init__(self, value=1):
        raise ValueError(value)


def described(made):
    try:
        raise made()
    except BaseException as error:
        fields = sorted(error.__dict__.items())
        return type(error).__name__, error.args, str(error), fields, getattr(error, "name", None)


made = (
    Failure,
    lambda: Failure("text"),
    lambda: Failure(response=1),
    lambda: Failure("a", response=2),
    BadKey,
    lambda: BadKey("key"),
    lambda: BadKey("key", "text", response=3),
    lambda: BadFile(2, "text"),
    lambda: BadFile(2, "text", extra=4),
    lambda: BadSyntax("text"),
    lambda: BadSyntax("text", line=5),
    lambda: Group("message", [KeyError(1)]),
    lambda: Group("message", [KeyError(1)], more=2),
    lambda: Group("message", []),
    lambda: Group("message"),
    Hidden,
    lambda: Hidden("else"),
    Setting,
    lambda: Setting([3]),
    Failing,
    lambda: Failure(1, 2, 3),
    lambda: Failure(none=1),
    lambda: KeyError.__init__(Failure(), 1),
    lambda: ValueError.__init__(5),
)
for make in made:
    found = [described(make) for _ in range(3)]
    print(found[0], found[0] == found[1] == found[2])
error = BadFile(2, "text", extra=4)
print(error.errno, error.strerror, error.filename, error.extra)
error = BadSyntax("text", 7)
print(error.msg, error.lineno, error.own, error.text)
error = Setting()
print(error.__cause__, error.__suppress_context__, error.__notes__, error.extra)


# ---- callables in slots of instances
class Holding:
    def __init__(self, call):
        self.call = call

    def again(self, *args):
        return self.call(*args)

    @property
    def hidden(self):
        return lambda *args: "property"


def recorded(function):
    try:
        return function()
    except (TypeError, AttributeError, ZeroDivisionError, IndexError, ValueError) as error:
        return type(error).__name__, str(error)


def plain(a, b=2, *more):
    return a, b, more


class Slots:
    __slots__ = ("call", "other")
    again = Holding.again


for call in (plain, Holding(plain).again, len, int, Holding, Failure, partial(plain, 1), "{}".format, WithCall(), 5, None, divmod):
    holding = Holding(call)
    slots = Slots()
    slots.call = call
    for args in ((), ("1",), (1, 0)):
        found = [recorded(lambda: made.again(*args)) for made in (holding, slots) for _ in range(3)]
        shown_as = [type(it).__name__ if type(it) in (Holding, Failure) else it for it in found]
        print(shown_as[0], all(it == shown_as[0] for it in shown_as))


def direct(holding, number):
    return holding.call(number), holding.call(1, number)


holding = Holding(plain)
print(direct(holding, 4), direct(holding, 5))
holding.call = lambda *args: args
print(direct(holding, 6))
del holding.call
print(recorded(lambda: direct(holding, 7)))
Holding.call = lambda self, *args: ("method", args)
print(direct(holding, 8))
holding.call = max
print(recorded(lambda: direct(holding, 9)))
Holding.call = property(lambda self: plain)
print(direct(holding, 10))
del Holding.call
holding.__dict__["call"] = plain
print(direct(holding, 11), direct(Holding(plain), 12))


# ---- `__missing__` of classes below dict
class Missing(dict):
    def __missing__(self, key):
        if key == "bad":
            raise KeyError(key, "by __missing__")
        return "missing", key


class Nested(Missing):
    def __getitem__(self, key):
        return "nested", super().__getitem__(key)


class Key:
    def __hash__(self):
        return 5

    def __eq__(self, other):
        return isinstance(other, Key)


class Counting(collections.defaultdict):
    def __missing__(self, key):
        return "counting"


def items(container, *keys):
    found = []
    for key in keys:
        try:
            found.append(container[key])
        except (KeyError, TypeError) as error:
            found.append((type(error).__name__, error.args))
    return found


for kind in (Missing, Nested, Counting, collections.Counter):
    container = kind()
    container["here"] = 1
    for _ in range(2):
        print(items(container, "here", "there", "bad", 1, 2.0, None, Key, (1, 2), []))
    print(len(items(container, Key())), container.get("there"), "there" in container, len(container))
    container[Key()] = 2
    print(items(container, Key()), len(container))
Missing.__missing__ = lambda self, key: "changed"
print(items(Missing(), "a"))
Missing.__missing__ = 5
print(items(Missing(), "a"))
del Missing.__missing__
print(items(Missing(), "a"))
