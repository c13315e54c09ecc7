# The second operand is asked first only where its class has another method than the first's.


class Base:
    def __floordiv__(self, other):
        return "Base.__floordiv__"

    def __rfloordiv__(self, other):
        return "Base.__rfloordiv__"


class Same(Base):
    pass


class Other(Base):
    def __rfloordiv__(self, other):
        return "Other.__rfloordiv__"


class Number(int):
    def __radd__(self, other):
        return "Number.__radd__"


class PlainNumber(int):
    pass


class Text(str):
    def __radd__(self, other):
        return "Text.__radd__"


def divided(a, b):
    return a // b


def added(a, b):
    return a + b


for _ in range(3):
    for a, b in ((Base(), Same()), (Base(), Other()), (Same(), Base()), (Same(), Other()),
                 (1, Same()), (Same(), 1), (1, Other())):
        print(type(a).__name__, type(b).__name__, divided(a, b))
    print(added(1, Number(2)), added(Number(1), 2), added(1, PlainNumber(2)))
    print(added(Number(1), Number(2)), added(True, Number(2)), added(1.0, Number(2)))
    try:
        print(added("a", Text("b")))
    except TypeError as error:
        print(error)
