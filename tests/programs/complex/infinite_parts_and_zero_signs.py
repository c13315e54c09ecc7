# What a product or quotient of complex numbers is when parts are infinite, from which side a zero
# is reached, lengths to the last digit, and numbers made from numbers alone.
import math

INF, NAN = float("inf"), float("nan")
numbers = [1e300 + 1j, complex(NAN, INF), complex(INF, -INF), complex(-INF, 2), 2 + 0j, 1j]
numbers += [complex(2**1000, 2**-1000), complex(INF, NAN), -1.5 - 2j]


def sign_and_value(part):
    return "nan" if part != part else repr(part)


def show(number):
    return f"({sign_and_value(number.real)}, {sign_and_value(number.imag)})"


for first in numbers:
    print(*[show(first * second) for second in numbers])
    print(*[show(first / second) for second in numbers])
    print(*[show(real / first) for real in (0.0, 1.0, -2.5, INF)])
for base, exponent in [(1e200 + 1j, 5), (1e200 + 1j, 1e200 + 1j)]:
    try:
        print(show(base**exponent))
    except OverflowError as error:
        print(error)

least = math.ulp(0.0)
for start in (0.0, -0.0, least, -least, 1.0, INF):
    print(*[math.nextafter(start, end) for end in (0.0, -0.0, INF, -INF, 1.0)])
    print(*[math.nextafter(start, end, steps=2) for end in (INF, -INF)])
print(0.0**-INF, -0.0**-INF, 0.5**-INF, 2.0**-INF)
print(math.hypot(570559958.588032, 1038136025.7233877), math.hypot(1e300, 1e300, 3.0))
print(math.dist((1e-320, 2e-320), (3e-320, 7e-320)), math.hypot(*[0.1] * 10))


class Length(float):
    pass


class Wave(complex):
    pass


class Index:
    def __index__(self):
        return 7


print(float.from_number(3), float.from_number(Index()), type(Length.from_number(2)).__name__)
print(complex.from_number(3), complex.from_number(2.5), type(Wave.from_number(2j)).__name__)
for make in (float.from_number, complex.from_number):
    for wrong in ("1", b"1", None):
        try:
            print(make(wrong))
        except TypeError as error:
            print(error)
for wrong in (b"123\xa0", b"12\xb9", b"\xff"):
    try:
        print(float(wrong))
    except ValueError as error:
        print(error)
