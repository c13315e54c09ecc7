"""`getattr` of properties and of names that `__getattr__` answers."""


class Plain:
    @property
    def good(self):
        return "good"

    @property
    def bad(self):
        raise AttributeError("from within")

    @property
    def worse(self):
        raise KeyError("from within")

    @property
    def deep(self):
        return getattr(self, "good") + "!"


class Answers(Plain):
    own = "class"

    def __init__(self):
        self.stored = "stored"

    def __getattr__(self, name):
        if name.startswith("no"):
            raise AttributeError(name)
        return f"answer {name}"


class Intercepts(Plain):
    def __getattribute__(self, name):
        if name == "caught":
            return "caught"
        return super().__getattribute__(name)


class Slots:
    __slots__ = ("empty", "full")

    def __getattr__(self, name):
        return f"slot {name}"


class Wide(Plain):
    def __getattr__(self, name, extra="extra"):
        return name, extra


class Name(str):
    pass


def attempt(value, name, *default):
    try:
        print(type(value).__name__, name, getattr(value, name, *default))
    except Exception as error:
        print(type(value).__name__, name, type(error).__name__, error)


for make in (Plain, Answers, Intercepts, Slots, Wide):
    value = make()
    for name in ("good", "bad", "worse", "deep", "stored", "own", "missing", "nothing", "caught", "empty", "__class__", Name("good"),
                 Name("other")):
        if name != "__class__":
            attempt(value, name)
            attempt(value, name, "default")
attempt(Plain(), 5)
print(getattr(Answers(), Name("subclass")))
print([getattr(value, name) for value in (Answers(), Plain()) for name in ("good", "deep")])


def generator():
    for step in range(3):
        yield getattr(Answers(), f"step{step}")


print(list(generator()))
Plain.good = property(lambda self: "changed")
print(getattr(Plain(), "good"), getattr(Answers(), "good"))
Answers.__getattr__ = lambda self, name: "other " + name
print(getattr(Answers(), "missing"))
del Answers.__getattr__
attempt(Answers(), "missing")


def recursive():
    class Circle:
        def __getattr__(self, name):
            return getattr(self, name + "x")

    try:
        getattr(Circle(), "a")
    except RecursionError as error:
        print(type(error).__name__)


recursive()


class Raises:
    def __init__(self, error):
        self.error = error

    @property
    def value(self):
        raise self.error

    @property
    def caught(self):
        try:
            return getattr(self, "value", "inner default")
        except ValueError:
            return "caught"


class Below(AttributeError):
    pass


for error in (AttributeError("a"), Below("b"), ValueError("c"), StopIteration("d")):
    attempt(Raises(error), "value", "default")
    attempt(Raises(error), "caught", "default")
try:
    getattr(Raises(ValueError("shown")), "value", None)
except ValueError as error:
    print(error.__context__, error.__traceback__.tb_next.tb_frame.f_code.co_name)
values = [Plain(), Raises(AttributeError("x"))]
print([getattr(value, name, None) for value in values for name in ("good", "bad", "value", "missing")])
