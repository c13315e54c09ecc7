"""Operators of classes below int, float and complex with wider numbers."""
import enum
import operator


class Int(int):
    pass


class Float(float):
    pass


class Level(enum.IntEnum):
    LOW = 2
    HIGH = 5


class Own(int):
    def __mul__(self, other):
        return ("own", int(self), other)


class Shy(int):
    def __mul__(self, other):
        return NotImplemented


operators = (
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod,
    operator.pow, divmod,
)
numbers = (3, 2.5, True, 2j, Int(7), Float(1.5), Level.HIGH)
for first in (Int(7), Float(1.5), Level.LOW, 2.5, 4, True):
    for operation in operators:
        row = []
        for second in numbers:
            try:
                value = operation(first, second)
            except TypeError as error:
                value = str(error)
            row.append(value)
        print(repr(first), operation.__name__, *row)

print(Own(3) * 2.5, Shy(3) * 2.5, 2.5 * Own(3), 2.5 * Shy(3))
total = Int(1)
total += 0.5
print(total, type(total))
total = Level.HIGH
total *= 1.5
print(total)
print(Int(5) < 5.5, Int(5) == 5.0, 5.5 > Level.HIGH, sum([Int(1), 2.5, Level.LOW]))
print(Int(5).__mul__(1.5), (1.5).__rmul__(Int(5)), round(Level.HIGH * 1.1, 3))
print(pow(Int(2), 0.5), pow(Int(2), 3, 5), Int(7) / Int(2), max(Int(1), 0.5))
for second in ("a", None, [1]):
    for operation in (operator.add, operator.truediv):
        try:
            print(operation(Int(2), second))
        except TypeError as error:
            print(error)
