# What functions of math and round make of infinities, huge numbers, objects that stand for floats.
import math


class Like:
    def __init__(self, number):
        self.number = number

    def __float__(self):
        return self.number


class Fails:
    def __float__(self):
        raise ZeroDivisionError("asked")


def attempt(function, *arguments):
    try:
        print(function(*arguments), end=" ")
    except (ValueError, OverflowError, TypeError, ZeroDivisionError) as error:
        print(type(error).__name__, end=" ")


inf, nan = math.inf, math.nan
for function in (math.atan2, math.pow, math.fmod, math.copysign, math.remainder):
    print(function.__name__)
    for first in (0.0, -0.0, 1.0, -2.0, inf, -inf, nan):
        for second in (0.0, -0.0, 1.0, -3.0, 0.5, inf, -inf, nan):
            attempt(function, first, second)
        print()
    attempt(function, 1e308, 1e308)
    attempt(function, "text", Fails())
    attempt(function, 1.0, Fails())
    print()
print(math.fsum([Like(1.5), 2, Like(-0.25)]), math.dist([Like(1.0), 2], [4, Like(6.0)]))
attempt(math.fsum, [1, "two"])
attempt(math.dist, [1], [1, 2])
for number in (-1, -10 ** 100, 10 ** 100, 5, 2.0, "3"):
    attempt(math.factorial, number)
print()
for number, digits in (
    (123.456, 10 ** 30), (123.456, -10 ** 30), (-123.456, -10 ** 30), (1.6e308, -308),
    (-1.7e308, -308), (12345, 10 ** 30), (12345, -2), (0.5, -1), (True, -1),
):
    attempt(round, number, digits)
print()
print(0 / -(10 ** 40), 0 / 10 ** 40, (-0.0).__round__(2), 12.5.__round__(-(10 ** 30)))
