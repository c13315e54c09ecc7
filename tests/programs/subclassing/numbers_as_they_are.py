# Functions that take an int, float or complex of a class below as it is, and those that ask it.
import array
import cmath
import math
import time


class Whole(int):
    def __float__(self):
        return 100.0

    def __index__(self):
        return 7


class Real(float):
    def __float__(self):
        return 100.0


class Pair(complex):
    def __complex__(self):
        return 9j


class Asked:
    def __float__(self):
        return 4.0

    def __complex__(self):
        return 3 + 4j


def told(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, error)


for function in math.log, math.log2, math.log10, math.sqrt, math.exp, math.floor, math.isfinite, math.degrees:
    for value in Whole(8), Real(8.0), Asked(), Whole(-8), 8, True, Whole(2**2000), 2**2000, "8":
        if function is not math.exp or value != 2**2000:
            told(f"{function.__name__} {type(value).__name__}", lambda: function(value))
told("log", lambda: (math.log(2, Whole(4)), math.log(Whole(9), 3)))
for function in cmath.sqrt, cmath.exp, cmath.polar, cmath.log, cmath.phase, cmath.isinf:
    for value in Pair(4), Whole(4), Real(4.0), Asked():
        told(f"cmath.{function.__name__} {type(value).__name__}", lambda: function(value))
for code in "fd":
    made = array.array(code, [Real(1.5), Whole(1), Asked()])
    made.append(Real(2.5))
    made[0] = Real(3.5)
    told(code, lambda: (made, made.count(3.5)))
told("gmtime", lambda: (time.gmtime(Whole(5)).tm_sec, time.gmtime(Real(5.5)).tm_sec, time.localtime(Whole(61)).tm_sec))
