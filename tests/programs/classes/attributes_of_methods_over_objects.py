# Methods, class methods and static methods over callables that are no functions: they have the
# attributes of the callable, also those that must be computed.
import types


class Computing:
    def __init__(self, function):
        self.function = function

    def __call__(self, *arguments):
        return self.function(*arguments)

    def __getattr__(self, name):
        if name == "function":
            raise AttributeError(name)
        return getattr(self.function, name)

    @property
    def __doc__(self):
        return self.function.__doc__

    @property
    def __name__(self):
        return "named " + self.function.__name__


class Asking(Computing):
    def __getattribute__(self, name):
        if name == "asked":
            return "asked"
        return super().__getattribute__(name)


def plain(*arguments):
    "the text"


plain.extra = "extra"
NAMES = ("__doc__", "__name__", "__qualname__", "__module__", "extra", "asked", "missing", "__annotations__")


def show(what):
    for name in NAMES:
        try:
            print(name, repr(getattr(what, name)), end="; ")
        except AttributeError as error:
            print(error, end="; ")
    print(hasattr(what, "extra"), hasattr(what, "missing"), getattr(what, "missing", 1))


show(types.MethodType(Computing(plain), 1))
show(types.MethodType(Asking(plain), 1))
show(types.MethodType(plain, 1))


class Holder:
    of_class = classmethod(Computing(plain))
    fixed = staticmethod(Computing(plain))

    def own(self):
        pass


show(Holder.of_class)
for name in ("of_class", "fixed"):
    wrapper = Holder.__dict__[name]
    print(wrapper.__doc__, wrapper.__name__, wrapper.__qualname__, wrapper.__isabstractmethod__)
try:
    Holder().own.missing
except AttributeError as error:
    print(error)
for wrapper in (classmethod(1), staticmethod(len), classmethod(Computing(len))):
    print(getattr(wrapper, "__name__", "none"), wrapper.__isabstractmethod__)


# A descriptor of `__dict__` that was taken from a base goes behind a property of that name.
class Base:
    pass


real = type.__dict__["__dict__"].__get__(Base)["__dict__"]


class Covered(Base):
    def __init__(self):
        self.one = 1

    @property
    def __dict__(self):
        return {"shown": True}


covered = Covered()
print(covered.__dict__, real.__get__(covered), vars(covered))
real.__get__(covered)["two"] = 2
print(covered.two, sorted(real.__get__(covered)))
