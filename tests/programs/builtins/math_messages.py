# What the functions of math say of numbers for which they have no result.

import math


def attempt(name, *given):
    try:
        print(name, given, "gives", getattr(math, name)(*given))
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        print(name, given, type(error).__name__, error)


INFINITY = math.inf
for number in -1, -1.5, -INFINITY:
    attempt("sqrt", number)
for name in "log", "log2", "log10":
    for number in 0, 0.0, -0.0, -3, -2.5, -INFINITY, -10 ** 400:
        attempt(name, number)
attempt("log", 1, 0)
attempt("log", 2, -1.5)
attempt("log", 2, 1)
for number in -1, -1.0, -2:
    attempt("log1p", number)
for name in "asin", "acos":
    attempt(name, 2)
    attempt(name, -1.0000000000000002)
for name in "sin", "cos", "tan":
    attempt(name, INFINITY)
    attempt(name, -INFINITY)
for number in 0, 0.5, -3.5:
    attempt("acosh", number)
for number in 1, -1.0, 2, INFINITY:
    attempt("atanh", number)
for name in "gamma", "lgamma":
    for number in 0, -0.0, -1, -2.0:
        attempt(name, number)
attempt("gamma", -INFINITY)
for name, *given in (("exp", 1000), ("cosh", 1000), ("sinh", -1000), ("expm1", 1000),
                     ("gamma", 200), ("exp2", 5000), ("fmod", 1, 0), ("remainder", 1, 0),
                     ("pow", 0, -1), ("pow", -1, 0.5), ("perm", -1), ("perm", -1, 2),
                     ("comb", -1, 2), ("factorial", -1), ("isqrt", -1)):
    attempt(name, *given)


class Real:
    def __float__(self):
        return -4.0


try:
    math.sqrt(Real())
except ValueError as error:
    print(error)
