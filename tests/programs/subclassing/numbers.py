# Classes below int and float: values, attributes, operators, conversions.
class Meters(int):
    def __new__(cls, value, unit="m"):
        self = super().__new__(cls, value)
        self.unit = unit
        return self

    def __repr__(self):
        return f"Meters({int(self)}, {self.unit!r})"

    def __add__(self, other):
        return Meters(int(self) + int(other), self.unit)

    __radd__ = __add__


a = Meters(3)
b = Meters(4, "km")
print(a, b, [a, b], {a: b})
print(a.unit, b.unit, a.__dict__, vars(b))
print(a + b, a + 1, 1 + a, sum([a, b], Meters(0)))
print(a * b, type(a * b), a - 1, a // 2, a % 2, a ** 2, a / 2, -a, +a, abs(Meters(-5)), ~a)
print(2 - a, 7 // a, 7 % a, 2 ** a, 1 / b, 1 << a, a << 1, a & 1, a | 8, a ^ 1, divmod(a, 2), divmod(7, a))
print(a == 3, 3 == a, a != 3, a < b, a <= 3, b > 3.5, 3.5 < b, a >= b, hash(a) == hash(3))
print({3: "x"}[a], a in {3}, a in [3], [1, 2, 3, 4][a], "abcd"[a], (1, 2, 3, 4)[:a], range(a), list(range(a)))
print("ab" * a, [0] * a, a * "x", bytes(a), bool(a), bool(Meters(0)), not Meters(0))
print(float(a), int(a), type(int(a)), str(a), format(a, "05d"), f"{a:>4}", "%d|%s|%x" % (a, a, a))
print(hex(a), bin(a), oct(a), chr(Meters(65)), round(a), round(Meters(1234), -2), pow(a, 2), pow(a, 2, 5))
print(a.bit_length(), a.to_bytes(2, "big"))
print(isinstance(a, int), isinstance(a, Meters), issubclass(Meters, int), type(a) is Meters, Meters.__mro__)
print(min(a, b), max(a, 9), sorted([b, a, 1]), all([a]), any([Meters(0)]))
x = a
x += 1
print(x, type(x), a)
a.unit = "cm"
a.note = "n"
print(a.unit, a.note, sorted(a.__dict__))
del a.note
print(hasattr(a, "note"))
big = Meters(10 ** 30)
print(big, big * 2, big == 10 ** 30, hash(big) == hash(10 ** 30), int(big) + 1)


class Plain(int):
    pass


print(Plain(), Plain("12"), Plain("ff", 16), Plain(3.9), Plain(True), repr(Plain(7)), Plain(7) + Plain(8))
print(int.__new__(Plain, 5), type(int.__new__(Plain, 5)), int.__add__(Plain(1), Plain(2)))
for action in (
    lambda: Plain("x"),
    lambda: int.__new__(str),
    lambda: int.__new__(5),
    lambda: int.__new__(),
    lambda: object.__new__(Plain),
    lambda: Plain(1).missing,
    lambda: Plain(1) + "x",
    lambda: [][Plain(1)],
):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


class Slotted(int):
    __slots__ = ()


s = Slotted(4)
print(s, s + 1, hasattr(s, "__dict__"))
try:
    s.x = 1
except AttributeError as error:
    print(error)


class Celsius(float):
    def __new__(cls, degrees):
        return float.__new__(cls, degrees)

    @property
    def fahrenheit(self):
        return self * 9 / 5 + 32


c = Celsius(100)
print(c, repr(c), c.fahrenheit, c + 1, 1 + c, c == 100.0, c < 101, hash(c) == hash(100.0))
print(c.is_integer(), c.hex(), int(c), round(c), f"{c:.2f}", "%.1f" % c, c.as_integer_ratio(), -c, c // 3, c % 7)
print(float(c), type(float(c)), Celsius("1e3"), Celsius(float("inf")), bool(Celsius(0)), max(c, 3.0))
c.place = "here"
print(c.place, c.__dict__)
import math
print(math.sqrt(Celsius(16)), math.floor(Celsius(2.5)), math.isnan(Celsius("nan")))


class Flags(int):
    def __eq__(self, other):
        return "eq"

    def __hash__(self):
        return 99

    def __bool__(self):
        return False

    def __index__(self):
        return 2

    def __int__(self):
        return 77

    def __str__(self):
        return "flags"

    def __format__(self, spec):
        return f"<{spec}>"


f = Flags(1)
print(f == 1, 1 == f, hash(f), bool(f), int(f), str(f), repr(f), f"{f}", f"{f:x}", "%s %d" % (f, f), print(f))
print([10, 20, 30][f], f + 1, {f: 1}[f], list(filter(None, [f])), f != 1)
