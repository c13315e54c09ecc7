# What properties say when they lack a function, and what wrappers take over from functions.


class Outer:
    class Inner:
        nothing = property()

        @property
        def only_read(self):
            "The text."
            return 1

        unnamed = property(None, None, None)


inner = Outer.Inner()
for action in (
    lambda: inner.nothing,
    lambda: setattr(inner, "nothing", 1),
    lambda: delattr(inner, "nothing"),
    lambda: setattr(inner, "only_read", 1),
    lambda: delattr(inner, "only_read"),
    lambda: Outer.Inner.only_read.__set__(inner, 1),
    lambda: property().__get__(inner),
    lambda: property().__set__(inner, 1),
    lambda: property().__delete__(inner),
):
    try:
        print(action())
    except AttributeError as error:
        print(error)
print(Outer.Inner.only_read.__doc__, Outer.Inner.only_read.__name__, inner.only_read)


def function(a: int) -> str:
    "A function."


function.__isabstractmethod__ = True
for wrapper in (staticmethod(function), classmethod(function)):
    print(wrapper.__doc__, wrapper.__name__, wrapper.__qualname__, wrapper.__module__)
    print(wrapper.__isabstractmethod__, wrapper.__wrapped__ is function)
print(staticmethod(len).__isabstractmethod__, classmethod(len).__name__)
for attribute in ("__annotations__",):
    descriptor = type.__dict__[attribute]
    print(descriptor.__doc__)


class Left:
    pass


class Right:
    pass


for receiver in (Right(), Right, 5, int):
    try:
        super(Left, receiver)
    except TypeError as error:
        print(error)


class Meta(type):
    def __new__(meta, name, bases, namespace, cell):
        namespace["__classcell__"] = cell
        return super().__new__(meta, name, bases, namespace)


for cell in (None, 0):
    try:

        class Bad(metaclass=Meta, cell=cell):
            pass

    except TypeError as error:
        print(error)
