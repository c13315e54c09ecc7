# Whether a value is an instance of a class whose metaclass asks in its own way, or leaves that to
# `type`, as enumerations do.
import enum


class Color(enum.Enum):
    RED = 1


class Flags(enum.IntFlag):
    ONE = 1
    TWO = 2


class Answering(type):
    def __instancecheck__(cls, value):
        return "yes"


class Answered(metaclass=Answering):
    pass


class Posing:
    @property
    def __class__(self):
        return Color


class Disguised:
    def __getattribute__(self, name):
        return Flags if name == "__class__" else object.__getattribute__(self, name)


class Refusing(type):
    __instancecheck__ = None


class Refused(metaclass=Refusing):
    pass


class Looking(type):
    def __getattribute__(cls, name):
        return type.__getattribute__(cls, name)


class Looked(metaclass=Looking):
    pass


class Below(Looked):
    pass


CLASSES = Color, Flags, int, Answered, Refused, Looked, Below, enum.Enum, enum.Flag
values = (
    Color.RED, Flags.ONE, Flags.ONE | Flags.TWO, 3, Posing(), Disguised(), Answered(), object(),
    Below(), Looked(),
)
for value in values:
    for cls in CLASSES:
        try:
            print(isinstance(value, cls), end=" ")
        except TypeError as error:
            print("TypeError", error, end=" ")
    print()

# The metaclass of enumerations gets a method of its own, and loses it.
enum.EnumType.__instancecheck__ = lambda cls, value: "patched"
print(isinstance(3, Color), isinstance(Color.RED, Color))
del enum.EnumType.__instancecheck__
print(isinstance(3, Color), isinstance(Color.RED, Color))
