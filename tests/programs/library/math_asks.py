# `math` asks objects what number they stand for; logarithms of large integers.
import math
from decimal import Decimal
from fractions import Fraction


class Real:
    def __init__(self, value):
        self.value = value

    def __float__(self):
        return self.value


class Whole:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Rounds(Real):
    def __floor__(self):
        return "floor"

    def __ceil__(self):
        return "ceil"

    def __trunc__(self):
        return "trunc"


class Kept(float):
    def __floor__(self):
        return "kept"


def attempt(function, *arguments, **options):
    try:
        print(repr(function(*arguments, **options)))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError) as error:
        print(type(error).__name__, error)


for function in (math.sqrt, math.sin, math.fabs, math.exp, math.log, math.log2, math.log10, math.isnan,
                 math.log1p, math.gamma, math.ulp, math.frexp, math.modf):
    attempt(function, Real(4.0))
    attempt(function, Whole(4))
    attempt(function, Fraction(4))
for function in (math.pow, math.atan2, math.fmod, math.copysign, math.hypot, math.remainder):
    attempt(function, Real(5.0), Whole(3))
attempt(math.isclose, Real(1.0), Decimal(1))
attempt(math.nextafter, Real(1.0), Whole(2), steps=2)
for function in (math.floor, math.ceil, math.trunc):
    for value in (1.5, -1.5, True, 7, Fraction(7, 2), Decimal("-2.5"), Rounds(1.0), Kept(1.5), Real(2.5)):
        attempt(function, value)
    attempt(function, "x")
    attempt(function, None)
    attempt(function, float("nan"))
attempt(math.gcd, Whole(12), 18)
attempt(math.lcm, Whole(4), Whole(6))
attempt(math.isqrt, Whole(17))
attempt(math.factorial, Whole(5))
attempt(math.comb, Whole(5), 2)
attempt(math.perm, Whole(5))
attempt(math.perm, 5, None)
attempt(math.ldexp, Real(1.5), 3)
attempt(math.gcd, 1.5)
attempt(math.sqrt, "x")
attempt(math.sqrt, 10**400)
for function in (math.log, math.log2, math.log10):
    print(round(function(10**400), 6), round(function(2**2000), 6), round(function(3**700), 6))
print(round(math.log(10**400, 10), 6))


class Wrong:
    def __index__(self):
        raise ValueError("asked")


attempt(math.gcd, Wrong())
attempt(math.sqrt, Wrong())
