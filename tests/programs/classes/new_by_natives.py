# Classes whose `__new__` is a native: what a call of the class gives.
import operator
from decimal import Context, Decimal, Inexact


class Asked:
    __new__ = callable


class Static:
    __new__ = staticmethod(operator.index)


class Same:
    __new__ = staticmethod(operator.is_)

    def __init__(self, *arguments):
        print("never called", arguments)


class Made:
    __new__ = staticmethod(object.__new__)


class Initialised:
    __new__ = object.__new__

    def __init__(self, value=None):
        self.value = value


print(Asked(), Same(Same), Same(3), type(Made()).__name__, Initialised().value)
for call in (lambda: Static(), lambda: Static(3), lambda: Asked(1), lambda: Made(1), lambda: Same()):
    try:
        print(call())
    except TypeError as error:
        print(type(error).__name__)


class Own(Decimal):
    pass


class Noted(Decimal):
    def __new__(cls, value, note):
        self = super().__new__(cls, value)
        self.note = note
        return self


class Late(Decimal):
    def __init__(self, value):
        self.doubled = self * 2


number = Decimal("1.50")
print(Decimal(number) is number, type(Own(number)), Own("2"), Own(number) == number, Noted("3", "n").note)
print(Late(4).doubled, type(Late("1")), Decimal(), Decimal(7), Decimal("  1e3 "), Decimal(0.5), Decimal((1, (1, 2), -1)))
print(Decimal("1", Context()), Decimal(True), Decimal(1 << 70), Decimal("nan"), Decimal(Own("1.0")).__class__)
for value in ("x", None, [], object, "1" * 30, b"1"):
    try:
        print(Decimal(value))
    except Exception as error:
        print(type(error).__name__, error if isinstance(error, TypeError) else "")
with_one = Decimal(1)
for k in range(3):
    print(with_one / Decimal(k + 3), sum(map(Decimal, [k, "0.1"])))
