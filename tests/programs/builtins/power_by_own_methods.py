# pow() with three arguments asks the methods of a program's classes as the operator does: the
# second argument's class first, if it is below the first's.


class Left:
    def __pow__(self, other, modulus=None):
        return "Left.__pow__", type(other).__name__, modulus


class Right:
    def __rpow__(self, other, modulus=None):
        return "Right.__rpow__", type(other).__name__, modulus


class Below(Left):
    def __rpow__(self, other, modulus=None):
        return "Below.__rpow__", type(other).__name__, modulus


class Declining(Left):
    def __rpow__(self, other, modulus=None):
        return NotImplemented


class Number(int):
    def __rpow__(self, other, modulus=None):
        return "Number.__rpow__", type(other).__name__, modulus


print(pow(Left(), 2, 3), pow(2, Right(), 3))
print(pow(Left(), Below(), 3), pow(Below(), Left(), 3), pow(Below(), Below(), 3))
print(pow(Left(), Declining(), 3), pow(Left(), Right(), 3))
print(pow(2, Number(3), 5), pow(Number(3), 2, 5))
